"""Cross-encoders: the embedding model with low-rank adapters that were trained on our own texts, which reads two texts at once."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Pieces = NDArray[np.int32]


def segments_of(ids: Pieces, of: Pieces) -> Pieces:
    """(length,) int32, of which kind each word piece of a pair is: 0 and 1 what stands in the first and the second text and in the other as well, 2
    and 3 what stands in that one alone. Two sentences that repeat each other differ in the latter, which a small model else has to find out.

    `of` (length,): 0 for the pieces of the first text, 1 for those of the second.
    """
    is_second = of == 1
    is_shared = np.where(is_second, np.isin(ids, ids[~is_second]), np.isin(ids, ids[is_second]))
    segments: Pieces = (of + 2 * ~is_shared).astype(np.int32)
    return segments


def read(session: Any, tokenizer: "Tokenizer", one: str, other: str) -> NDArray[np.float32]:
    """(n,): how probable each of the classes is of which the model knows, of the first 256 word pieces of both."""
    pieces = tokenizer.encode(one, other)
    ids = np.array(pieces.ids, np.int32)
    segments = segments_of(ids, np.array(pieces.type_ids, np.int32))
    probabilities: NDArray[np.float32] = session.run(
        ["inference"], {"input_ids": ids[None], "segment_ids": segments[None]}
    )[0][0]
    return probabilities
