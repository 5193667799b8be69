"""Which exchanges an episode has, and in which order. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.script.base import Chapter, Exchange, Line, Pace, Sample, Script, Speaker, length
from lorewright.knowledge.script.hosting import Host, closing, dialogue, opening
from lorewright.knowledge.script.phrases import HOSTED, hosting
from lorewright.knowledge.script.spoken import spoken

PAUSE_S = 0.45
"""Between two lines, as planned."""
CHAPTER_PAUSE_S = 0.9
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
_SAMPLE = 450.0
"""Length of what is said to hear how fast a voice is, at least: about 25 s."""
_ROUNDS = 4


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
    host = Host.of(main)
    plan = _Plan(told, pace, 0.0)
    lines: list[Line] = []
    for _ in range(_ROUNDS):  # what stands around the exchanges depends on which they are
        lines = _written(title, plan, host, seconds)
        plan.seconds = _length(lines, pace)
        if not _choose(plan, seconds):
            break
        lines = _written(title, plan, host, seconds)
    return Script(tuple(lines), tuple(_notes(chapters, main)))


def samples(chapters: Sequence[Chapter]) -> dict[Speaker, Sample]:
    """What each of the two is to be heard with before a script is made: what the texts say, in their language, and of a host
    who does not speak it what a host says."""
    main = _language(chapters)
    told = [one for one in chapters if one.language in (main, None)]
    own = Sample(_stretch(told, main), main)
    return {Speaker.HOST: own if main in HOSTED else Sample(hosting("en"), "en"), Speaker.EXPERT: own}


def _stretch(chapters: Sequence[Chapter], language: str) -> str:
    """The best that there is to say, in sentences."""
    said: list[str] = []
    for _, exchange in _ranked(chapters, len(chapters)):
        for one in exchange.said:
            said.append(spoken(one.text, language))
            if sum(map(length, said)) >= _SAMPLE:
                return " ".join(said)
    return " ".join(said)


def _written(title: str, plan: _Plan, host: Host, seconds: float) -> list[Line]:
    numbers = sorted(plan.chosen)
    shown = [
        plan.chapters[number]._replace(exchanges=tuple(sorted(plan.chosen[number], key=lambda one: one.place)))
        for number in numbers
    ]
    ordered = in_order(shown)
    return [*opening(title, ordered, host, seconds), *dialogue(ordered, host), *closing(title, host, seconds)]


def _length(lines: Sequence[Line], pace: Mapping[Speaker, Pace]) -> float:
    """In seconds, with pauses."""
    turns = sum(one.chapter is not None for one in lines)
    return sum(pace[one.speaker].seconds(one.spoken) + PAUSE_S for one in lines) + turns * (CHAPTER_PAUSE_S - PAUSE_S)


def _language(chapters: Sequence[Chapter]) -> str:
    """That most of the chapters are in which have something to say."""
    counts = Counter(one.language for one in chapters if one.language and one.exchanges)
    return counts.most_common(1)[0][0] if counts else "en"


def shortage(seconds: float, asked_s: float) -> str | None:
    """What is to be said of an episode that came out too short; None of any other."""
    if seconds >= _SHORT * asked_s:
        return None
    return (
        f"The collection has enough to say aloud for about {_duration(seconds)}, not for {_duration(asked_s)};"
        " nothing is repeated to fill the rest."
    )


def _notes(chapters: Sequence[Chapter], main: str) -> list[str]:
    notes = []
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


def in_order(chapters: Sequence[Chapter]) -> list[Chapter]:
    """In an order that teaches. A text is told before those that speak of it, which have all words of its title in them; and
    where that leaves it open the general before the special: first what shares the most of its words with the others.
    """
    texts = Counter(term for one in chapters for term in one.terms)
    shared = [sum(texts[term] > 1 for term in one.terms) / max(1, len(one.terms)) for one in chapters]
    about = [frozenset(Words(one.language).terms(one.title)) for one in chapters]
    rests_on = [
        {other for other, words in enumerate(about) if other != number and words and words <= one.terms}
        for number, one in enumerate(chapters)
    ]
    left, found = set(range(len(chapters))), []
    while left:  # two may speak of each other, so that one of them cannot wait
        number = min(left, key=lambda one: (len(rests_on[one] & left), -round(shared[one], 2), one))
        found.append(chapters[number])
        left.remove(number)
    return found
