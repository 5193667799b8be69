"""What the two say of the exchanges that were chosen: greetings, what leads to a text, questions that fit their answers."""

import unicodedata
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from lorewright.knowledge.script.base import Chapter, Exchange, Line, Speaker, Statement
from lorewright.knowledge.script.phrases import HOSTED, UNNAMED, Phrases, listed, phrases_of
from lorewright.knowledge.script.spoken import spoken

_NAMED = 4
"""Texts that the opening names, where there are more."""
_SHORT_NAME = 8
"""Words of a title that is named among others."""
_BRIEF_MINUTES = 2
"""Up to so long an episode has no time for courtesies."""
APART = 6
"""Questions between two that are the same, at least."""


class Host(NamedTuple):
    phrases: Phrases
    language: str
    texts: str
    """The language that the texts are in."""

    @classmethod
    def of(cls, texts: str) -> "Host":
        """English for texts in a language that no host speaks."""
        return cls(phrases_of(texts), texts if texts in HOSTED else "en", texts)

    @property
    def is_guest(self) -> bool:
        """Whether it does not speak the language of the texts: then no word of theirs is within a sentence of its own."""
        return self.language != self.texts


def opening(title: str, chapters: Sequence[Chapter], host: Host, seconds: float) -> list[Line]:
    if not chapters:
        return []
    hello = [] if _is_brief(seconds) else [_line(Speaker.EXPERT, host.phrases.hello, host.language)]
    names = [_name(one.title) for one in chapters]
    if host.is_guest:
        today = (UNNAMED.one if len(names) == 1 else UNNAMED.several).format(n=len(names))
        if _is_latin(title):
            return [
                _line(Speaker.HOST, f"{UNNAMED.welcome.format(title=_called(title))} {today}", host.language),
                *hello,
            ]
        welcome = [
            _line(Speaker.HOST, UNNAMED.unnamed, host.language),
            _line(Speaker.HOST, _called(title), host.texts),
            _line(Speaker.HOST, today, host.language),
        ]
        return [*welcome, *hello]
    phrases, few = host.phrases, len(names) <= _NAMED
    phrase = phrases.one if len(names) == 1 else phrases.several if few else phrases.among
    short = [name for name in names if len(name.split()) <= _SHORT_NAME] or names
    texts = listed(names if few else short[: _NAMED - 1], phrases.conjunction)
    welcome_text = phrase.format(title=_called(title), texts=texts, n=len(names))
    return [_line(Speaker.HOST, welcome_text, host.language), *hello]


def closing(title: str, host: Host, seconds: float) -> list[Line]:
    phrases = host.phrases
    is_said = not host.is_guest or _is_latin(title)
    goodbye = phrases.goodbye.format(title=_called(title)) if is_said else UNNAMED.goodbye
    said = [] if _is_brief(seconds) else [(Speaker.HOST, phrases.thanks), (Speaker.EXPERT, phrases.sources)]
    return [_line(speaker, text, host.language) for speaker, text in (*said, (Speaker.HOST, goodbye))]


def dialogue(chapters: Sequence[Chapter], host: Host) -> list[Line]:
    asking = _Asking(host)
    leads = _leads(host, len(chapters))
    lines: list[Line] = []
    for chapter, lead in zip(chapters, leads, strict=True):
        asking.turn()
        for number, exchange in enumerate(chapter.exchanges):
            asked, language = asking.question(exchange, is_first=number == 0)
            if number == 0:
                asked_lines = _led(chapter, lead, asked, language, host)
            else:
                asked_lines = [_line(Speaker.HOST, asked, language)]
            lines += [*asked_lines, _answered(exchange.said, chapter.language)]
    return lines


class _Lead(NamedTuple):
    """What leads to a text, by a title that is short and by one that is long. Empty where nothing is to be said."""

    short: str
    long: str


def _leads(host: Host, count: int) -> Iterator[_Lead]:
    phrases = host.phrases
    between = cycle(UNNAMED.next if host.is_guest else phrases.next)
    for place in range(count):
        is_first, is_last = place == 0, place == count - 1 and place > 1
        if host.is_guest:
            short = (
                UNNAMED.only
                if count == 1
                else UNNAMED.first
                if is_first
                else UNNAMED.last
                if is_last
                else next(between)
            )
            yield _Lead(short, short)
            continue
        long = phrases.called[0 if is_first else 2 if is_last else 1]
        if is_first and count == 1:
            yield _Lead("", "")
        else:
            yield _Lead(phrases.first if is_first else phrases.last if is_last else next(between), long)


def _led(chapter: Chapter, lead: _Lead, asked: str, language: str, host: Host) -> list[Line]:
    """The first question on a text, after what leads to it."""
    name = _name(chapter.title)
    if host.is_guest:
        return [
            _line(Speaker.HOST, lead.short, host.language, chapter.title),
            _line(Speaker.HOST, _called(chapter.title), host.texts),
            _line(Speaker.HOST, asked, language),
        ]
    is_named = name.casefold() in asked.casefold()  # and need not be twice
    is_long = len(name.split()) > _SHORT_NAME
    leads = "" if is_named else lead.long.format(x=_called(chapter.title)) if is_long else lead.short.format(x=name)
    return [_line(Speaker.HOST, f"{leads} {asked}".strip(), language, chapter.title)]


def _line(speaker: Speaker, text: str, language: str, chapter: str | None = None) -> Line:
    return Line(speaker, text, spoken(text, language), (), language, chapter)


def _answered(said: Sequence[Statement], language: str | None) -> Line:
    text = " ".join(one.text for one in said)
    grounds = tuple(ground for one in said for ground in one.grounds)
    return Line(Speaker.EXPERT, text, spoken(text, language), grounds, language)


def _is_brief(seconds: float) -> bool:
    return seconds <= 60 * _BRIEF_MINUTES


def _is_latin(text: str) -> bool:
    return all(unicodedata.name(one, "LATIN").startswith("LATIN") for one in text if one.isalpha())


def _name(title: str) -> str:
    """A title within a sentence: without the stop at its end, its article small."""
    name = _called(title)
    article, _, rest = name.partition(" ")
    return f"{article.lower()} {rest}" if article in ("The", "A", "An") and rest else name


def _called(title: str) -> str:
    """The episode's own title, as it was given."""
    return title.strip().rstrip(".!?…:; ") or title


class _Asking:
    """What the host asks, so that the answer fits. What names a topic comes once, and what names none not soon again."""

    def __init__(self, host: Host) -> None:
        self._host, phrases = host, host.phrases
        self._headed = cycle(phrases.headed)
        self._about = cycle(phrases.about)
        self._more = cycle(phrases.more)
        self._known: set[str] = set()
        """Topics of this text."""
        self._asked: set[str] = set()
        self._last: deque[str] = deque(maxlen=APART)

    def turn(self) -> None:
        """To another text, of which the same may be asked in other words."""
        self._known.clear()

    def question(self, exchange: Exchange, *, is_first: bool) -> tuple[str, str]:
        """With the language it is in."""
        topics, language = exchange.topics, self._host.language
        heading_asks = topics.heading.endswith("?")
        for asked in (topics.asked, topics.defined, topics.heading if heading_asks else ""):
            if asked and asked.casefold() not in self._asked:
                self._is_new(topics.phrase)
                return self._put(asked), self._host.texts
        if not self._host.is_guest:
            for topic in ("" if heading_asks else topics.heading, topics.phrase, *topics.named):
                if topic and self._is_new(topic) and (asked := self._headed_question(topic, is_first=is_first)):
                    return self._put(asked), language
            if topics.year and self._is_new(topics.year):
                asked = self._host.phrases.year.format(x=topics.year)
                if asked.casefold() not in self._asked:
                    return self._put(asked), language
        return self._put(self._unsaid(self._about) if is_first else self._unsaid(self._more)), language

    def _headed_question(self, topic: str, *, is_first: bool) -> str:
        """Nothing that goes on from a question before, where there was none. Empty where each has been asked of the topic."""
        for _ in self._host.phrases.headed:
            phrase = next(self._headed)
            goes_on = phrase.startswith(self._host.phrases.conjunction.capitalize())
            asked = phrase.format(x=topic)
            if not (is_first and goes_on) and asked.casefold() not in self._asked:
                return asked
        return ""

    def _unsaid(self, phrases: Iterator[str]) -> str:
        """The next that was not among the last: there are more of each kind than these."""
        return next(one for one in phrases if one not in self._last)

    def _put(self, asked: str) -> str:
        self._asked.add(asked.casefold())
        self._last.append(asked)
        return asked

    def _is_new(self, topic: str) -> bool:
        """Whether it has not been asked about in this text; from now on it has."""
        key = topic.casefold()
        is_new = key not in self._known
        self._known.add(key)
        return is_new
