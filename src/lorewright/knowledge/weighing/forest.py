"""Decision trees that were trained elsewhere, and what they make of an example: `bench weighing --train` writes their file."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("forest.json")


class Node(msgspec.Struct, frozen=True, array_like=True):
    feature: int
    """Place of its name in `Forest.features`."""
    most: float
    """What is not more goes left."""
    left: int
    """The next node of the tree; a leaf where it is negative: -1 is the first."""
    right: int


class Tree(msgspec.Struct, frozen=True, array_like=True):
    nodes: Sequence[Node]
    leaves: Sequence[float]


class Forest(msgspec.Struct, frozen=True):
    """Gradient boosted trees (Friedman 2001) for two classes: the sum of a leaf of each is the logarithm of the odds."""

    features: Sequence[str]
    trees: Sequence[Tree]
    threshold: float
    """From this probability on an example is taken for one."""

    def probability(self, example: Mapping[str, float]) -> float:
        values = [example[name] for name in self.features]
        return 1 / (1 + math.exp(-sum(_leaf(tree, values) for tree in self.trees)))


def _leaf(tree: Tree, values: Sequence[float]) -> float:
    place = 0 if tree.nodes else -1
    while place >= 0:
        node = tree.nodes[place]
        place = node.left if values[node.feature] <= node.most else node.right
    return tree.leaves[-place - 1]


@cache
def forest() -> Forest:
    return msgspec.json.decode(FILE.read_bytes(), type=Forest)
