"""What a follow-up asks, by rule: which words of the earlier questions are still what is asked about.

A question is left as it is unless its form says that it goes on: a word that stands for something named before ("When was it
built?"), a beginning such as "And ...", or too little to be a question ("In winter?"). Told of the languages in `followup_words`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lorewright.knowledge.extractive.followup_words import SPEECH, Speech
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.knowledge.extractive.predicate import predicate
from lorewright.knowledge.extractive.question import understood
from lorewright.knowledge.extractive.words import Words
from lorewright.reading.language import language_of

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FIGURE = re.compile(r"\d")
_END = re.compile(r"[\s?.!,]+$")
_WITHIN_NAMES = frozenset(["", "of", "of the", "de", "de la", "du", "von", "van", "di", "da", "do", "&"])
_COUNTING = re.compile(r"^\W*how (?:many|much) [^?,]*?(?=\b(?:do|does|did)\b)", re.IGNORECASE)
"""What is counted is no part of where the verb is looked for."""
_LONGEST_SHORT = 2
"""Content words of what is no question by itself."""


class _Understood(NamedTuple):
    question: str
    topic: tuple[str, ...]
    """The words of it that the next question may still be about."""


def standalone(question: str, earlier: Sequence[str]) -> str:
    """The question with what it needs of the earlier ones; as it is where it stands by itself, or where its language is not known."""
    speech = _speech([*earlier, question])
    if speech is None or not earlier:
        return question
    rule = _Rule(speech)
    asked = [" ".join(one.split()) for one in (*earlier, question)]
    before = rule.by_itself(asked[0])
    for one in asked[1:]:
        before = rule.understood(one, before)
    return question if before.question == asked[-1] else before.question


def _speech(questions: Sequence[str]) -> Speech | None:
    """That of the language, as all questions together tell it; of a few words, that which knows most of them."""
    text = " ".join(questions)
    language = language_of(text)
    if language is None:
        words = [word.lower() for word in _WORD.findall(text)]
        known = {one: sum(word in lexicon_of(one).stop_words for word in words) for one in SPEECH}
        language = max(known, key=lambda one: known[one])
        if not known[language]:
            return None
    return SPEECH.get(language)


class _Rule:
    """For the questions of one language."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._words = Words(speech.language)

    def understood(self, question: str, before: _Understood) -> _Understood:
        opening = self._speech.opening.match(question)
        rest = question[opening.end() :] if opening else question
        if self._is_short(rest, opened=opening is not None):
            whole = self._put_in(rest, before.question)
            return _Understood(whole, self._topic(whole))
        names = self._names(rest, begins=opening is None)
        pointer = self._pointer(rest)
        if pointer is not None:
            return _Understood(self._with(rest, _what_is_named(before.topic), pointer), _joined(before.topic, names))
        content = self._content(rest)
        known = [one for one in before.topic if _is_name(one)]
        if names:
            return self.by_itself(question)
        if not content:  # "Why?"
            return _Understood(self._with(rest, self._content(before.question)), before.topic)
        if opening or (len(content) < self._speech.least_content and not self._speech.definite.search(rest)):
            has_subject = len(content) > _LONGEST_SHORT or self._known(rest)
            carried = known if known and has_subject else before.topic
            return _Understood(self._with(rest, carried), _joined(before.topic, self._known(rest)))
        if known and self._repeats(rest, before.topic):
            return _Understood(self._with(rest, known), before.topic)
        # "What did the work cost?" stands by itself, but what comes next may be about what was named before.
        rests_on = known if len(content) <= _LONGEST_SHORT and self._known(rest) else ()
        return _Understood(question, _joined(self._topic(question), rests_on))

    def by_itself(self, question: str) -> _Understood:
        return _Understood(question, self._topic(question))

    # -- What a question is ------------------------------------------------------------------------------------------

    def _is_short(self, rest: str, *, opened: bool) -> bool:
        """Whether it is no question by itself: no word that asks and hardly any other, behind "and" or a preposition."""
        if self._speech.asking.search(rest):
            return False
        first = _WORD.match(rest.lstrip(" ¿¡,"))
        if not opened and (first is None or first[0].lower() not in self._speech.prepositions):
            return False
        return len(self._content(rest)) <= _LONGEST_SHORT + opened

    def _pointer(self, rest: str) -> re.Match[str] | None:
        """The word that stands for what was named before, unless it is named in the question itself."""
        if self._speech.pleonastic.search(rest):
            return None
        found = self._speech.pointing.search(rest)
        if found is None or self._names(rest[: found.start()]):
            return None
        return found

    def _repeats(self, rest: str, topic: Sequence[str]) -> bool:
        """Whether it speaks of something as known that was named before: "the harbour"."""
        named = {self._words.term(one) for one in topic}
        return any(self._words.term(noun) in named for noun in self._known(rest))

    def _known(self, text: str) -> list[str]:
        """What stands behind an article."""
        return [match["noun"] for match in self._speech.definite.finditer(text) if self._tells(match["noun"])]

    # -- Its words ---------------------------------------------------------------------------------------------------

    def _content(self, text: str) -> list[str]:
        return [word for word in _WORD.findall(text) if self._tells(word)]

    def _tells(self, word: str) -> bool:
        if word.lower() in self._speech.says_little or self._speech.asking.fullmatch(word):
            return False
        return bool(_FIGURE.search(word) or self._words.term(word))

    def _names(self, text: str, *, begins: bool = True) -> list[str]:
        return [match[0] for match in self._name_matches(text, begins=begins)]

    def _name_matches(self, text: str, *, begins: bool = True) -> list[re.Match[str]]:
        """Words with a capital that neither begin a sentence nor, in German, stand behind an article."""
        return [
            match
            for match in list(_WORD.finditer(text))[begins:]
            if _is_name(match[0])
            and self._tells(match[0])
            and not self._speech.common_noun.search(text[: match.start()])
        ]

    def _topic(self, question: str) -> tuple[str, ...]:
        """Its content words without its verb and what it counts, where its form tells that; in German its nouns, which have capitals."""
        verb, asked = predicate(_COUNTING.sub("What ", question)), understood(question, self._words)
        counted = (asked.quantity if asked.counted else None) or ()
        content = [word for word in self._content(question) if word != verb and self._words.term(word) not in counted]
        nouns = [word for word in content if _is_name(word) or _FIGURE.search(word)]
        return tuple(dict.fromkeys(nouns if nouns and self._words.capitalises_nouns else content))

    # -- Putting both together ---------------------------------------------------------------------------------------

    def _with(self, rest: str, topic: Sequence[str], pointer: re.Match[str] | None = None) -> str:
        """The question with the topic in the place of the word that points to it, else before its end."""
        there = {word.lower() for word in _WORD.findall(rest)}
        words = " ".join(word for word in topic if word.lower() not in there)
        if pointer is not None:
            put = " ".join(f"{rest[: pointer.start()]} {words} {rest[pointer.end() :]}".split())
            return put.replace(" ?", "?")
        return f"{_END.sub('', rest)} {words}?" if words else rest

    def _put_in(self, rest: str, question: str) -> str:
        """The earlier question with this in the place of what is like it, else at its end."""
        first, *others = _END.sub("", rest).lstrip("¿¡ ").split(" ")
        is_phrase = first.lower() in self._speech.prepositions
        said = " ".join([first.lower() if is_phrase else first, *others])
        asked = _END.sub("", question)
        start, end = self._like(said, asked, first if is_phrase else None) or (len(asked), len(asked))
        return f"{' '.join(f'{asked[:start]} {said} {asked[end:]}'.split())}?"

    def _like(self, said: str, question: str, preposition: str | None) -> tuple[int, int] | None:
        """Where a phrase with the same preposition stands, or the first name or figure; None where nothing like it does."""
        kind = self._kind(said)
        phrases = self._phrases(preposition, question) if preposition else []
        if alike := [match for match in phrases if self._kind(match[0]) == kind]:
            return alike[-1].span()
        figures = [match for match in _WORD.finditer(question) if _FIGURE.search(match[0])]
        found = self._name_matches(question) if kind == "name" else figures if kind else []
        if not found:
            return None
        start, end = found[0].span()
        for match in found[1:]:
            if question[end : match.start()].strip(" -–") not in _WITHIN_NAMES:
                break
            end = match.end()
        before = re.search(rf"\b(?:{'|'.join(self._speech.prepositions)})\s+$", question[:start], re.IGNORECASE)
        return (before.start() if before and preposition else start), end

    def _phrases(self, preposition: str, question: str) -> list[re.Match[str]]:
        """Each phrase of the question with this preposition, up to the next word of grammar."""
        stop = "|".join((*self._speech.prepositions, self._speech.asking.pattern))
        pattern = rf"\b{re.escape(preposition)}\b(?:\s+(?!(?:{stop})\b)[^\s?,;]+)+"
        found = re.finditer(pattern, question, re.IGNORECASE)
        return [match for match in found if not self._speech.asking.search(match[0])]

    def _kind(self, text: str) -> str:
        if _FIGURE.search(text):
            return "figure"
        return "name" if self._names(text, begins=False) else ""


def _what_is_named(topic: Sequence[str]) -> Sequence[str]:
    """What "it" may be: where anything has a name, no year or number."""
    if not any(map(_is_name, topic)):
        return topic
    return [word for word in topic if not word.isdigit()]


def _is_name(word: str) -> bool:
    return word != word.lower()


def _joined(topic: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*topic, *more]))
