"""Transcripts in WebVTT."""

from html import unescape

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.language import language_of
from lorewright.reading.transcript.captions import captions_of, head_of, unrolled
from lorewright.reading.transcript.speech import is_punctuated, paragraphs, utterances


class TranscriptReader:
    """Paragraphs are what is said between pauses. Where the captions have no punctuation, so are sentences."""

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no WebVTT and for what holds no words."""
        text, _ = cleaned(data.decode("utf-8", "replace"))
        head = head_of(text)
        if head is None:
            raise Unreadable("This is no transcript in WebVTT.")
        captions, sounds = captions_of(text)
        captions, repeated = unrolled(captions)
        if not captions:
            raise Unreadable("The transcript holds no words.")
        skipped = []
        if sounds:
            skipped.append(Skipped(f"{sounds} notes on sounds, such as music or applause", "nobody says them"))
        if repeated:
            skipped.append(
                Skipped(f"{repeated} repeated lines", "the captions roll over the screen; each line is read once")
            )
        language = head.language or language_of(" ".join(one.text for one in captions[:500]))
        if is_punctuated(captions):
            pieces = paragraphs(captions)
        else:
            pieces = utterances(captions, language)
            why = "the captions have none; the text was cut at pauses, else by length, and capitals and full stops are ours"
            skipped.append(Skipped("punctuation", why))
        title = collapsed(unescape(head.title)) or None
        return assemble(pieces, About(title, language=language), skipped=skipped)
