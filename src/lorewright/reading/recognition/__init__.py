"""Text recognition: from the pixels of a page to words with places, which the layout of PDF pages then puts in order."""
