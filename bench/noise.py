"""Vectors for passages that were drawn again: noisy copies of the real ones, so that no model is needed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from lorewright.db.transaction import Transaction
from lorewright.knowledge.tables import passage
from lorewright.world import World

LENGTH = 0.6
"""Of what is added to a vector of length one: the copy's cosine with it is about 0.86."""


def put_vectors(tx: Transaction, world: World, id_: str, vectors: Sequence[NDArray[np.float32]], seed: int) -> None:
    """Copies of these, each (d,) and of unit length, for the passages of a text; again from the first where these are more."""
    wanted = select(passage.c.number, passage.c.scope_id).where(passage.c.text_id == id_).order_by(passage.c.ordinal)
    rows = tx.execute(wanted).all()
    copies = np.stack([vectors[at % len(vectors)] for at in range(len(rows))])
    added = np.random.default_rng(seed).standard_normal(copies.shape, np.float32)
    copies = copies + added * np.float32(LENGTH / copies.shape[1] ** 0.5)
    copies /= np.linalg.norm(copies, axis=1, keepdims=True)
    numbers = [row.number for row in rows]
    world.vectors.put(tx, rows[0].scope_id, numbers, copies.astype(np.float32), world.embedders.chosen().name)
