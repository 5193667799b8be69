"""Transcripts: captions to sentences that can be read and cited, each with the time at which it is said."""
