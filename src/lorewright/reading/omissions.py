"""What a reader leaves out, counted while it reads."""

from collections import Counter

from lorewright.reading.base import Skipped

STRUCK_OUT = "struck-out text", "its author has taken it back"


class Omissions:
    """Told in the order in which each was first met."""

    def __init__(self) -> None:
        self._found = Counter[tuple[str, str, int | None]]()

    def add(self, what: str, why: str, page: int | None = None, count: int = 1) -> None:
        """`what`: a noun whose plural takes an s."""
        if count:
            self._found[what, why, page] += count

    def told(self) -> list[Skipped]:
        return [
            Skipped(f"{count} {what}" if count == 1 else f"{count} {what}s", why, page)
            for (what, why, page), count in self._found.items()
        ]
