"""Lines of text found in an image, by the small models of PP-OCR that rapidocr carries (Apache-2.0); nothing is fetched."""

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST_SIDE = 2_000
"""Pixels of an image from which lines are read; a larger one is made smaller."""
_SEARCHED_SIDE = 1_280
"""Pixels of its copy in which lines are looked for: enough to see them, and the memory goes up with the square."""
_SETTINGS = {
    "Global.use_cls": False,  # lines upside down are rare, and asking for each line costs as much as a tenth of its reading
    "Global.text_score": 0.0,
    "Global.max_side_len": LONGEST_SIDE,
    "Det.limit_type": "max",
    "Det.limit_side_len": _SEARCHED_SIDE,
    "Rec.rec_batch_num": 1,  # more together take no less time on one thread, and more memory
    "Global.log_level": "critical",
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}

if TYPE_CHECKING:
    Pixels = NDArray[np.uint8]
    """(height, width, 3)."""


class Seen(NamedTuple):
    """A line of text: its corners in pixels, y downwards, from the upper left clockwise; its score from 0 to 1."""

    text: str
    corners: Sequence[tuple[float, float]]
    score: float


Recognise = Callable[["Pixels"], Sequence[Seen]]


def is_installed() -> bool:
    """Whether the package's extra `ocr` is there."""
    return find_spec("rapidocr") is not None


class Recogniser:
    """Loads its models when the first image comes, and keeps them."""

    def __init__(self) -> None:
        self._engine: Any = None

    def __call__(self, image: "Pixels") -> Sequence[Seen]:
        """On one thread: a page takes seconds, and others want the processor too."""
        if self._engine is None:
            os.environ["ORT_DISABLE_TELEMETRY"] = (
                "1"  # from 1.29 on it reports to its makers unless told before the import
            )
            from rapidocr import RapidOCR

            self._engine = RapidOCR(params=_SETTINGS)
        found = self._engine(image)
        if found.boxes is None or found.txts is None:
            return []
        return [
            Seen(text, [(float(x), float(y)) for x, y in box], float(score))
            for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
        ]
