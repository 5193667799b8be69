"""Sentences as they are weighed."""

from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.weighing.told import Told
from lorewright.knowledge.weighing.values import heard

STEM = stemmer("en")


def told(sentence: str, title: str = "Varn") -> Told:
    return Told(title, sentence, heard(sentence, STEM), heard(title, STEM))
