"""PDF: from boxes of characters to paragraphs in reading order."""
