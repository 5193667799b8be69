"""What somebody else said, as far as it may be passed on."""

import re

_LONGEST = 200
_SECRET = re.compile(r"\b(?:sk|pk|AIza|gsk|xai|Bearer)[-_ ][\w.*-]+|\bAIza[\w-]+|[\w*+/=-]{32,}")


def plain(text: str) -> str:
    """One short line without control characters, and without anything that looks like a secret."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * _LONGEST]).split())
    line = _SECRET.sub("…", line)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
