"""Whether a text names something, in whichever form of its words."""

import re
from collections import defaultdict

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.facts import normalised
from lorewright.knowledge.prompted.address import addresses_model
from lorewright.knowledge.prompted.links import links

_WORD = re.compile(r"[^\W_]+[+#]*")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MOST_WORDS = 5
_LONGEST = 60
"""Characters of a name."""


class Mentions:
    def __init__(self, content: str, language: str | None) -> None:
        self._language = language
        self._content = normalised(content).casefold()
        words = _WORD.findall(content)
        key = {word: key_of(word, language) for word in set(words)}
        self._keys = [key[word] for word in words]
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(self._keys):
            self._places[one].append(place)

    def has(self, name: str) -> bool:
        """Whether the words of the name stand in the text side by side; a sentence is no name, and an address is none."""
        words = _WORD.findall(name)
        if not 0 < len(words) <= _MOST_WORDS or len(name) > _LONGEST or links(name) or addresses_model(name):
            return False
        if _UNSPACED.search(name):
            return normalised(name).casefold() in self._content
        keys = [key_of(word, self._language) for word in words]
        return any(self._keys[place : place + len(keys)] == keys for place in self._places[keys[0]])
