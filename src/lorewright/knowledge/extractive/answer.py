"""The built-in engine's answer: the sentences of the passages that answer best, each as it stands there; or nothing.

Passages are found because they share words with a question, so sharing words proves nothing. A sentence is taken for an
answer only where it, with what surrounds it, holds enough of what the question asks for, weighed by how rare that is, and
the names and figures of the question are spoken of.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from math import log

from lorewright.knowledge.engine import AnswerSentence, Passage
from lorewright.knowledge.extractive import meaning
from lorewright.knowledge.extractive.lexicon import Lexicon, lexicon_of
from lorewright.knowledge.extractive.meaning import Answers, Meaning
from lorewright.knowledge.extractive.parts import parts
from lorewright.knowledge.extractive.question import YEAR, Expects, Question, understood
from lorewright.knowledge.extractive.statements import Statement, said, statements
from lorewright.knowledge.extractive.subject import elsewhere
from lorewright.knowledge.extractive.words import Words
from lorewright.reading.language import language_of

MOST_SENTENCES = 5


def answer(question: str, passages: Sequence[Passage], answers: Answers | None = None) -> Iterator[AnswerSentence]:
    """At most five sentences, the one that answers first; none where the passages do not support an answer.

    `passages`: best first, of one or several texts. `answers`: what words do not tell, that model does.
    """
    language = _language(question, passages)
    words, lexicon = Words(language), lexicon_of(language)
    asked = understood(question, words)
    found = _statements(passages, asked, words, lexicon)
    weights = _weights(asked, found)
    chosen = _chosen(asked, weights, found, elsewhere(passages, asked))
    if answers is not None and language == meaning.LANGUAGE:
        model = Meaning(question, asked, passages, words, lexicon, answers)
        if not chosen or (len(parts(question)) == 1 and model.doubts(chosen[0])):
            every = _statements(passages, asked, words, lexicon, every=True)
            chosen = model.best(sorted(_of_what_is_named(every, asked, weights), key=lambda one: -_cover(one, weights)))
    for statement in chosen:
        yield said(statement, passages, lexicon)


def _statements(
    passages: Sequence[Passage], asked: Question, words: Words, lexicon: Lexicon, *, every: bool = False
) -> list[Statement]:
    return [
        statement
        for index in range(len(passages))
        for statement in statements(index, passages, asked, words, lexicon, every=every)
    ]


_SAMPLE = 1_440
"""Characters of all passages together."""


def _language(question: str, passages: Sequence[Passage]) -> str | None:
    """As the question tells it together with the best passage, or else with the beginnings of all.

    A wiki of several languages finds passages of all of them: the best is of the question's.
    """
    each = _SAMPLE // max(1, len(passages))
    best = "\n".join([question, *(passage.content for passage in passages[:1])])
    return language_of(best) or language_of("\n".join([question, *(passage.content[:each] for passage in passages)]))


def _weights(asked: Question, found: Sequence[Statement]) -> dict[str, float]:
    """Each term of the question by its own weight and by how few statements hold it: what none holds weighs most."""
    held = Counter(term for statement in found for term in statement.terms & asked.terms.keys())
    scale = log(2 + len(found))
    return {
        term: weight * (0.4 + log((2 + len(found)) / (1 + held[term])) / scale) for term, weight in asked.terms.items()
    }


def _share(weights: Mapping[str, float], held: Collection[str], wanted: Collection[str]) -> float:
    """The part of what is wanted that is held, by weight; 1 where nothing is wanted."""
    total = sum(weights[term] for term in wanted)
    return sum(weights[term] for term in wanted if term in held) / total if total else 1.0


_CONTEXT = 0.5
"""What a term counts that stands not in the sentence but around it: in its passage or headings."""


def _cover(statement: Statement, weights: Mapping[str, float]) -> float:
    """The part of what is asked that the statement holds; what only its surroundings hold counts less."""
    own = _share(weights, statement.terms | statement.stands_in.titled, weights)
    return own + _CONTEXT * (_share(weights, statement.stands_in.terms, weights) - own)


def _of_what_is_named(
    statements: Iterable[Statement], asked: Question, weights: Mapping[str, float]
) -> Iterator[Statement]:
    """Those that speak of what the question names, as far as their words tell it; of which the title has all names, the whole text does."""
    for one in statements:
        strays = one.strays and not (asked.specific and asked.specific <= one.stands_in.titled)
        if not strays and _share(weights, one.stands_in.names, asked.specific) >= _NAMED_FLOOR:
            yield one


# -- Whether there is an answer ---------------------------------------------------------------------------------------

# Set where questions put to texts that cannot answer them are refused 99 times in 100.
_COVER_FLOOR = 0.4
_TOGETHER_FLOOR = 0.6
"""Of what is asked, all passages together. They were found by it: what they lack is nowhere."""
_NAMED_FLOOR, _NAMED_TOGETHER_FLOOR = 0.3, 0.6
"""Of the question's names and figures, the passage of the best statement, and all passages."""
_ABOUT_FLOOR, _ABOUT_TOGETHER_FLOOR = 0.1, 0.35
"""Of what is asked about them, likewise."""


def _supports(best: Statement, asked: Question, weights: Mapping[str, float], found: Sequence[Statement]) -> bool:
    """Whether the best statement answers at all, and does not share words with the question by chance."""
    around = frozenset().union(*(statement.stands_in.terms for statement in found))
    names = frozenset().union(*(statement.stands_in.names for statement in found))
    # "It was founded in 1931": of what is said of a thing named before, the name counts as said.
    of_its_year = not asked.about and not asked.years.isdisjoint(best.terms)
    told = best.terms | best.stands_in.names if best.fits or of_its_year else best.terms
    return (
        _cover(best, weights) >= _COVER_FLOOR
        and not _by_years_alone(best, asked)
        and len(told & weights.keys()) >= min(_fewest_terms(best, asked, weights), len(weights))
        and _share(weights, around, weights) >= _TOGETHER_FLOOR
        and _share(weights, best.stands_in.names, asked.specific) >= _NAMED_FLOOR
        and _share(weights, names, asked.specific) >= _NAMED_TOGETHER_FLOOR
        and _share(weights, best.stands_in.terms, asked.about) >= _ABOUT_FLOOR
        and _share(weights, around, asked.about) >= _ABOUT_TOGETHER_FLOOR
    )


def _by_years_alone(statement: Statement, asked: Question) -> bool:
    """Whether nothing but years ties it to a question that asks for more: every report of a year names that."""
    held = statement.terms & asked.terms.keys()
    by_years = not statement.fits and all(map(YEAR.fullmatch, held))
    return by_years and bool(asked.about) and asked.about.isdisjoint(statement.stands_in.titled)


_FEWEST_TERMS, _FEWEST_UNNAMED = 2, 3
"""Where the question names nothing, only more of its words can tell."""


def _fewest_terms(best: Statement, asked: Question, weights: Mapping[str, float]) -> int:
    """How many of the question's terms the best statement must hold; one that is its figure tells by that."""
    if best.fits and (asked.quantity or (best.is_row and not best.beside)):
        return 1
    if not asked.specific and len(weights) > _FEWEST_UNNAMED:
        return _FEWEST_UNNAMED
    return _FEWEST_TERMS


# -- What is said, in which order -------------------------------------------------------------------------------------


def _chosen(
    asked: Question, weights: Mapping[str, float], found: Sequence[Statement], elsewhere: Set[int]
) -> list[Statement]:
    """The statement that answers first, then those that add to it, as they stand in their passages.

    What stands `elsewhere`, in passages that never speak of whom the question names, may add to it; but no other's figures.
    """
    could = [
        statement
        for statement in found
        if _could_answer(statement, asked) and (asked.quantity is None or statement.stands_in.index not in elsewhere)
    ]
    if not could:
        return []
    covers = [_cover(statement, weights) for statement in could]
    scores = [_score(statement, cover, asked) for statement, cover in zip(could, covers, strict=True)]
    order = sorted(range(len(could)), key=lambda i: (-scores[i], i))
    # What is of another kind, or of another thing, may add to an answer and is none itself.
    is_own = [statement.stands_in.index not in elsewhere and _answers_itself(statement, asked) for statement in could]
    order.sort(key=lambda i: not is_own[i])
    if not is_own[order[0]]:
        return []
    best, enough = could[order[0]], 0.5 * covers[order[0]]
    if not _supports(best, asked, weights, found):
        return []
    others = [
        could[i] for i in order[1:] if covers[i] >= enough and (asked.quantity is None or could[i].fits >= best.fits)
    ]
    added = _added(best, others, asked, weights)
    place = best.stands_in.index
    return [best, *sorted(added, key=lambda one: (one.stands_in.index != place, one.stands_in.index, one.bounds))]


def _could_answer(statement: Statement, asked: Question) -> bool:
    """A quantity is answered by a figure only, what something is by a sentence about it, nothing by a row without columns."""
    if statement.strays and not asked.has_parts and asked.expects is not Expects.DEFINITION:
        return False
    nameless = len(statement.bounds) == 1 and (statement.beside or not statement.fits)
    off_the_point = statement.beside and asked.expects is not Expects.FIGURE
    if statement.is_row and (nameless or off_the_point):
        return False
    return bool(statement.fits) or (asked.quantity is None and asked.expects is not Expects.DEFINITION)


_NEEDS_ITS_KIND = frozenset({Expects.TIME, Expects.PERSON, Expects.PLACE, Expects.FIGURE, Expects.REASON})
"""What is told by its form, or by the words that give a reason in the languages in which "why" is known."""


def _answers_itself(statement: Statement, asked: Question) -> bool:
    """Whether an answer may begin with it."""
    strays = statement.strays and not asked.goes_on and asked.expects is not Expects.DEFINITION
    if strays or (asked.beyond and asked.beyond.isdisjoint(statement.terms)):
        return False
    return bool(statement.fits) or asked.expects not in _NEEDS_ITS_KIND


_EXPECTED_BONUS, _ROW_MALUS, _RANK_BONUS = 0.12, 0.15, 0.06
_DEFINED_BONUS, _BESIDE_MALUS, _OTHER_YEAR_MALUS = 0.4, 0.05, 0.15
_ROW_ITSELF_BONUS = 0.1
"""Of a row whose label is all asked for."""


def _score(statement: Statement, cover: float, asked: Question) -> float:
    """How well it answers, among the statements of one question: what it covers, its kind, and its passage's rank."""
    score = cover + _RANK_BONUS / (1 + statement.stands_in.index)
    names_year = statement.is_row or any(map(YEAR.fullmatch, statement.terms))
    if asked.years and not asked.years & statement.terms and names_year:
        score -= _OTHER_YEAR_MALUS
    if statement.is_row:
        score += _ROW_ITSELF_BONUS if not statement.beside else -min(3, statement.beside) * _BESIDE_MALUS
        # A line of a label and its value is all that a form says of it.
        says_it = asked.expects is Expects.FIGURE or len(statement.bounds) == 1
        return score + (_EXPECTED_BONUS * statement.fits if says_it else -_ROW_MALUS)
    return score + (_DEFINED_BONUS if asked.expects is Expects.DEFINITION else _EXPECTED_BONUS) * statement.fits


_LEAST_GAIN, _LEAST_GAIN_BESIDE_FIGURE = 0.14, 0.25
"""What a further statement must add; more where a figure answers, to which little is to be added."""


def _added(
    best: Statement, others: Sequence[Statement], asked: Question, weights: Mapping[str, float]
) -> list[Statement]:
    """Of `others`, those that answer best first, the ones that each add most to what is said before."""
    chosen, left = [best], list(others)
    least = _LEAST_GAIN if asked.quantity is None else _LEAST_GAIN_BESIDE_FIGURE
    while left and len(chosen) < MOST_SENTENCES:
        gains = [_gain(statement, chosen, asked, weights) for statement in left]
        most = max(gains)
        if most < least:
            break
        chosen.append(left.pop(gains.index(most)))
    return chosen[1:]


_MOST_ALIKE = 0.6
"""Share of terms from which on a statement repeats another."""
_UNNAMED = 0.6
"""What a gain counts from a passage that speaks of nothing that the question names."""


def _gain(statement: Statement, chosen: Sequence[Statement], asked: Question, weights: Mapping[str, float]) -> float:
    """The part of what is asked that a further statement adds; 0 where it repeats, or speaks of something else."""
    added = statement.terms & weights.keys()
    for other in chosen:
        added -= other.terms
    if not added or any(_alike(statement, other) > _MOST_ALIKE for other in chosen):
        return 0.0
    if asked.about and not asked.has_parts and not added & asked.about:
        return 0.0
    gain = _share(weights, added, weights)
    if asked.specific and not statement.stands_in.names:
        gain *= _UNNAMED
    return gain


def _alike(one: Statement, other: Statement) -> float:
    """Share of the shorter's terms that the other holds; 1 where they overlap in the text."""
    if one.stands_in.index == other.stands_in.index and set(one.bounds) & set(other.bounds):
        return 1.0
    (_, last), (start, end) = one.bounds[-1], other.bounds[-1]
    if one.stands_in.index == other.stands_in.index and start < last and one.bounds[-1][0] < end:
        return 1.0
    return len(one.terms & other.terms) / min(len(one.terms), len(other.terms))
