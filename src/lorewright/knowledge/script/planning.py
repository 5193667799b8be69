"""Which exchanges an episode has, in which order, and what its host says between them. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from lorewright.knowledge.script.base import Chapter, Exchange, Line, Pace, Script, Speaker, Statement
from lorewright.knowledge.script.phrases import HOSTED, Phrases, listed, phrases_of
from lorewright.knowledge.script.spoken import spoken

PAUSE_S = 0.45
"""Between two lines, as planned."""
CHAPTER_PAUSE_S = 0.9
_NAMED = 4
"""Texts that the opening names, where there are more."""
_SHORT_NAME = 8
"""Words of a title that is named among others."""
_QUESTION = 45.0
"""Length of a question, about, in letters."""
_SECONDS_A_CHAPTER = 40.0
"""A text is not worth turning to for less."""
_LATER = 0.85
"""So much less each further exchange of a text is worth: the others are to be heard too."""
_ALIKE = 0.6
"""Share of the shorter one's terms from which on two exchanges say the same."""
_SHORT = 0.9
"""Of the time asked for; below, whoever asked is told."""
_ROUNDS = 4
_BRIEF_MINUTES = 2
"""Up to so long an episode has no time for courtesies."""


@dataclass
class _Plan:
    """What has been chosen so far, and how long it is."""

    chapters: Sequence[Chapter]
    pace: Mapping[Speaker, Pace]
    seconds: float
    chosen: dict[int, list[Exchange]] = field(default_factory=dict)
    """By the chapter's place among `chapters`."""
    taken: list[Exchange] = field(default_factory=list)

    def cost(self, number: int, exchange: Exchange) -> float:
        """Seconds that it adds."""
        language = self.chapters[number].language
        asked = _QUESTION / self.pace[Speaker.HOST].length_per_s
        seconds = asked + self.pace[Speaker.EXPERT].seconds(spoken(exchange.answer, language)) + 2 * PAUSE_S
        if number in self.chosen:
            return seconds
        lead = len(spoken(self.chapters[number].title, language)) + _QUESTION / 2
        return seconds + lead / self.pace[Speaker.HOST].length_per_s + CHAPTER_PAUSE_S

    def take(self, number: int, exchange: Exchange) -> None:
        self.seconds += self.cost(number, exchange)
        self.chosen.setdefault(number, []).append(exchange)
        self.taken.append(exchange)

    def is_new(self, exchange: Exchange) -> bool:
        return not any(_alike(exchange.terms, other.terms) for other in self.taken)


def scripted(title: str, chapters: Sequence[Chapter], seconds: float, pace: Mapping[Speaker, Pace]) -> Script:
    """About so long where the chapters have enough to say; shorter, with a note, where they have not. Says nothing twice."""
    main = _language(chapters)
    told = [one for one in chapters if one.exchanges and one.language in (main, None)]
    language = main if main in HOSTED else "en"
    phrases = phrases_of(language)
    plan = _Plan(told, pace, 0.0)
    lines: list[Line] = []
    for _ in range(_ROUNDS):  # what stands around the exchanges depends on which they are
        lines = _written(title, plan, phrases, language, seconds)
        plan.seconds = _length(lines, pace)
        if not _choose(plan, seconds):
            break
        lines = _written(title, plan, phrases, language, seconds)
    return Script(tuple(lines), tuple(_notes(_length(lines, pace), seconds, chapters, main)))


def _written(title: str, plan: _Plan, phrases: Phrases, language: str, seconds: float) -> list[Line]:
    shown = [plan.chapters[number]._replace(exchanges=tuple(plan.chosen[number])) for number in _in_order(plan)]
    return [
        *_lines(_opening(title, shown, phrases, seconds), language),
        *_dialogue(shown, phrases, language),
        *_lines(_closing(title, phrases, seconds), language),
    ]


def _length(lines: Sequence[Line], pace: Mapping[Speaker, Pace]) -> float:
    """In seconds, with pauses."""
    turns = sum(one.chapter is not None for one in lines)
    return sum(pace[one.speaker].seconds(one.spoken) + PAUSE_S for one in lines) + turns * (CHAPTER_PAUSE_S - PAUSE_S)


def _language(chapters: Sequence[Chapter]) -> str:
    """That most of the chapters are in which have something to say."""
    counts = Counter(one.language for one in chapters if one.language and one.exchanges)
    return counts.most_common(1)[0][0] if counts else "en"


def _notes(planned_s: float, asked_s: float, chapters: Sequence[Chapter], main: str) -> list[str]:
    notes = []
    if planned_s < _SHORT * asked_s:
        notes.append(
            f"The collection has enough to say aloud for about {_duration(planned_s)}, not for {_duration(asked_s)};"
            " nothing is repeated to fill the rest."
        )
    if any(one.language not in (main, None) for one in chapters):
        notes.append("An episode is held in one language: texts in others were left out.")
    if any(one.language is None and not one.exchanges and one.terms for one in chapters):
        notes.append("Texts whose language could not be told were left out.")
    if main not in HOSTED:
        notes.append("The host asks in English, since it does not speak the language of the texts.")
    return notes


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{round(seconds)} seconds" if seconds < 90 else f"{minutes} minutes"


# -- Choosing ---------------------------------------------------------------------------------------------------------


def _choose(plan: _Plan, seconds: float) -> bool:
    """The best of each text, as many as there is time for; at last the one that fits best. Whether there was any."""
    before = len(plan.taken)
    left: list[tuple[int, Exchange]] = []
    for number, exchange in _ranked(plan.chapters, max(1, round(seconds / _SECONDS_A_CHAPTER))):
        if not plan.is_new(exchange):
            continue
        if plan.seconds + plan.cost(number, exchange) <= seconds:
            plan.take(number, exchange)
        else:
            left.append((number, exchange))
    lacking = seconds - plan.seconds
    for one in sorted(left, key=lambda one: abs(lacking - plan.cost(*one))):
        if abs(lacking - plan.cost(*one)) >= lacking:
            break
        if plan.is_new(one[1]):
            plan.take(*one)
            break
    return len(plan.taken) > before


def _ranked(chapters: Sequence[Chapter], most: int) -> list[tuple[int, Exchange]]:
    """(chapter, exchange), best first; of at most so many chapters, as long as these have anything to say."""
    ranked: list[tuple[float, int, Exchange]] = []
    for number, chapter in enumerate(chapters):
        best_first = sorted(chapter.exchanges, key=lambda one: (-one.worth, one.place))
        ranked.extend((one.worth * _LATER**rank, number, one) for rank, one in enumerate(best_first))
    best = {number: max(worth for worth, one, _ in ranked if one == number) for number in range(len(chapters))}
    first = set(sorted(best, key=lambda number: -best[number])[:most])
    ranked.sort(key=lambda one: (one[1] not in first, -one[0], one[1], one[2].place))
    return [(number, exchange) for _, number, exchange in ranked]


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= _ALIKE * min(len(one), len(other))


def _in_order(plan: _Plan) -> list[int]:
    """The chapters in an order that teaches: first what has most to do with the others. Within one, as its text has it."""
    texts = Counter(term for number in plan.chosen for term in plan.chapters[number].terms)
    shared = {
        number: sum(texts[term] > 1 for term in plan.chapters[number].terms) / max(1, len(plan.chapters[number].terms))
        for number in plan.chosen
    }
    for exchanges in plan.chosen.values():
        exchanges.sort(key=lambda one: one.place)
    return sorted(plan.chosen, key=lambda number: (-round(shared[number], 2), number))


# -- Speaking ---------------------------------------------------------------------------------------------------------

_Said = tuple[Speaker, str]


def _opening(title: str, chapters: Sequence[Chapter], phrases: Phrases, seconds: float) -> list[_Said]:
    names = [_name(one.title) for one in chapters]
    few = len(names) <= _NAMED
    if not names:
        return []
    phrase = phrases.one if len(names) == 1 else phrases.several if few else phrases.among
    short = [name for name in names if len(name.split()) <= _SHORT_NAME] or names
    texts = listed(names if few else short[: _NAMED - 1], phrases.conjunction)
    welcome = phrase.format(title=_called(title), texts=texts, n=len(names))
    return [(Speaker.HOST, welcome)] + ([] if _is_brief(seconds) else [(Speaker.EXPERT, phrases.hello)])


def _closing(title: str, phrases: Phrases, seconds: float) -> list[_Said]:
    goodbye = phrases.goodbye.format(title=_called(title))
    if _is_brief(seconds):
        return [(Speaker.HOST, goodbye)]
    return [(Speaker.HOST, phrases.thanks), (Speaker.EXPERT, phrases.sources), (Speaker.HOST, goodbye)]


def _is_brief(seconds: float) -> bool:
    return seconds <= 60 * _BRIEF_MINUTES


def _name(title: str) -> str:
    """A title within a sentence: without the stop at its end, its article small."""
    name = _called(title)
    article, _, rest = name.partition(" ")
    return f"{article.lower()} {rest}" if article in ("The", "A", "An") and rest else name


def _called(title: str) -> str:
    """The episode's own title, as it was given."""
    return title.strip().rstrip(".!?…:; ") or title


def _lines(said: Sequence[_Said], language: str) -> list[Line]:
    return [Line(speaker, text, spoken(text, language), (), language) for speaker, text in said]


def _dialogue(chapters: Sequence[Chapter], phrases: Phrases, language: str) -> list[Line]:
    asking = _Asking(phrases)
    lines: list[Line] = []
    leads = cycle(phrases.next)
    for place, chapter in enumerate(chapters):
        name = _name(chapter.title)
        is_first, is_last = place == 0, place == len(chapters) - 1 and place > 1
        if is_first and len(chapters) == 1:
            lead = ""
        elif len(name.split()) > _SHORT_NAME:
            lead = phrases.called[0 if is_first else 2 if is_last else 1].format(x=_called(chapter.title))
        elif is_first:
            lead = phrases.first.format(x=name)
        else:
            lead = (phrases.last if is_last else next(leads)).format(x=name)
        asking.turn()
        for number, exchange in enumerate(chapter.exchanges):
            question = asking.question(exchange, is_first=number == 0)
            is_named = name.casefold() in question.casefold()  # and need not be twice
            text = f"{lead} {question}".strip() if number == 0 and not is_named else question
            said = spoken(text, language)
            lines.append(Line(Speaker.HOST, text, said, (), language, chapter.title if number == 0 else None))
            lines.append(_answered(exchange.said, chapter.language))
    return lines


def _answered(said: Sequence[Statement], language: str | None) -> Line:
    text = " ".join(one.text for one in said)
    grounds = tuple(ground for one in said for ground in one.grounds)
    return Line(Speaker.EXPERT, text, spoken(text, language), grounds, language)


class _Asking:
    """What the host asks, so that the answer fits and no question comes twice."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._headed = cycle(phrases.headed)
        self._more = cycle(phrases.more)
        self._asked: set[str] = set()

    def turn(self) -> None:
        """To another text, of which the same may be asked."""
        self._asked = {one for one in self._asked if one.endswith("?")}
        self._more = cycle(self._phrases.more)

    def question(self, exchange: Exchange, *, is_first: bool) -> str:
        topics = exchange.topics
        for asked in (topics.asked, topics.defined, topics.heading if topics.heading.endswith("?") else ""):
            if asked and self._is_new(asked):
                self._is_new(topics.phrase)
                return asked
        for topic in (topics.heading, topics.phrase):
            if topic and not topic.endswith("?") and self._is_new(topic):
                return self._headed_question(topic, is_first=is_first)
        if topics.year and self._is_new(topics.year):
            return self._phrases.year.format(x=topics.year)
        return self._phrases.about if is_first else next(self._more)

    def _headed_question(self, topic: str, *, is_first: bool) -> str:
        """Nothing that goes on from a question before, where there was none."""
        asked = next(self._headed)
        while is_first and asked.startswith(self._phrases.conjunction.capitalize()):
            asked = next(self._headed)
        return asked.format(x=topic)

    def _is_new(self, topic: str) -> bool:
        """Whether it has not been asked about; from now on it has."""
        key = topic.casefold()
        is_new = key not in self._asked
        self._asked.add(key)
        return is_new
