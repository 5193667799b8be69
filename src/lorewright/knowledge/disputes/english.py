"""Statements of English claims.

A sentence is taken apart in clauses; each, with the subject of its sentence, is a bag of keys: stems, or one word for an
attribute that is written in many ways. What is only said, hoped, supposed or asked states nothing.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.clauses import clauses
from lorewright.knowledge.disputes.facets import Facets
from lorewright.knowledge.disputes.figures import in_figures
from lorewright.knowledge.disputes.grammar import content, with_early_years
from lorewright.knowledge.disputes.kinds import named_in, of_lead, shortened, with_quotes
from lorewright.knowledge.disputes.quantities import Bound, Quantity
from lorewright.knowledge.disputes.rewording import reworded, unattributed, with_inhabitants
from lorewright.knowledge.disputes.said import Said
from lorewright.knowledge.disputes.slots import but_for_one
from lorewright.knowledge.disputes.statements import Claim, Says, Statement
from lorewright.knowledge.disputes.subjects import Whole, named
from lorewright.knowledge.facts import Kind, Token, normalised, tokens
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer

_HELD = 16
"""Articles of which it is remembered what they are about: their claims are read one after the other."""


def in_english(claim: Claim) -> Iterator[Statement]:
    """None of a question, a quotation, a guess, what is no sentence or too long."""
    article = _article(claim.titled, claim.lead, bool(claim.qualified))
    titled, whole = article.whole.titled, article.whole
    behind, written = list(_written(claim.before)), list(_written(claim.text))
    facets = Facets(claim, titled, whole.kinds, article.near, _stem)
    for one in behind:
        facets.behind(one)
    for one in written:
        sure = _sure(one)
        if "?" in one or _SPOKEN.search(one) or _THEN.match(one) or not sure:
            facets.behind(one)
        else:
            yield from facets.of(reworded(with_inhabitants(unattributed(sure))))
    for one in named(written, whole, behind[-_DIRECTLY:]):
        sentence = unattributed(_LABEL.sub("", _EACH_HIS.sub("", one)))
        if not _SENTENCE.fullmatch(sentence) or not _VERB.search(sentence) or _THEN.match(sentence):
            continue
        if not _DOUBTING.isdisjoint(sentence.lower().split()) or "respectively" in sentence:
            continue
        plain = _CLOCK.sub(_without_colon, reworded(sentence))
        row = with_early_years(_with_whole_names(tokens(plain, _stem), titled))
        if not any(token.key in _UNCERTAIN for token in row):
            clauses_ = (Said(claim, clause, _stem, article.about, article.near) for clause in clauses(row))
            said = [each for clause in clauses_ for each in clause.statements()]
            yield from (_with_names(each, row) for each in said)
            yield from _ages(said)
    yield from but_for_one(claim)


class _Article(NamedTuple):
    """What all of its claims have in common."""

    whole: Whole
    about: frozenset[str]
    """The keys of what it is about."""
    near: frozenset[str]
    """And of what it names when it says what that is."""


@lru_cache(maxsize=_HELD)
def _article(titled: str, lead: str, is_qualified: bool) -> _Article:
    titled, lead = _without_stops(titled), _without_stops(_TITLE.sub(r"\1", with_quotes(normalised(lead))))
    short = shortened(titled, lead) if lead else None
    return _Article(
        Whole(titled, of_lead(lead, titled), short, is_qualified),
        _subject_keys(titled),
        frozenset(map(_stem, named_in(lead))),
    )


def _stem(word: str) -> str:
    """Of a word in lower case."""
    return stemmer("en")(_without_accents(word))


def _written(text: str) -> Iterator[str]:
    """Its sentences, but none that are too long: what looks for patterns may take the square of the length."""
    text = in_figures(with_quotes(normalised(text)))
    if "(" in text:
        text = _YEARS.sub(r"(\1 - \2)", text)
    if '"' in text:
        text = _INCHES.sub(r"\1 ft \2 in", text)
    for start, end in sentences(text):
        if end - start <= _LONGEST:
            yield _without_stops(_without_marks(text[start:end]))


def _without_marks(sentence: str) -> str:
    """Of titles."""
    if "r" in sentence and ", " in sentence:
        sentence = _JUNIOR.sub("", sentence)
    if '"' in sentence:
        sentence = _TITLE.sub(r"\1", sentence)
    return _SUBTITLE.sub(r"\1 ", sentence) if ": " in sentence else sentence


def _sure(sentence: str) -> str:
    """Without what is doubted from some clause on: "It is clean, and nobody would drink it"."""
    if _HEDGING.isdisjoint(sentence.lower().split()):
        return sentence
    parts = _CLAUSE.split(sentence)
    doubted = next(
        i for i, one in enumerate(parts) if i + 1 == len(parts) or not _HEDGING.isdisjoint(one.lower().split())
    )
    return "".join([*parts[:doubted][:1], *(f", {one}" for one in parts[1:doubted]), "."]) if doubted else ""


def _without_stops(text: str) -> str:
    """ "Ada B. Voss" without the stop, which would end a clause."""
    return _INITIAL.sub(r"\1 ", text) if ". " in text else text


def _without_colon(time: re.Match[str]) -> str:
    """ "18" for "18:00", and "18.30"."""
    return time[1] if time[2] == "00" else f"{time[1]}.{time[2]}"


def _without_accents(word: str) -> str:
    """English writes names with them, and without."""
    if word.isascii():
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def _with_whole_names(row: list[Token], titled: str) -> list[Token]:
    """With words for names that say something else elsewhere: "the Fifteen Orle Special", "Orle Falls", "No Way Home", "Fall River".

    The first word of a sentence is one where the title is that word, or a name follows that belongs to it.
    """
    for i, token in enumerate(row):
        if token.kind not in (Kind.NAME, Kind.DATE) and token.written.isalpha() and token.written[0].isupper():
            joins = i + 1 < len(row) and row[i + 1].kind is Kind.NAME
            behind = i > 0 and row[i - 1].written[:1].isupper() and row[i - 1].kind in (Kind.NAME, Kind.WORD)
            if i == 0:
                own = titled.startswith(token.written) and (joins or _begins_with(row, titled))
                is_name = own or (joins and token.kind is Kind.DIRECTION)
            else:
                is_name = (joins and token.kind is Kind.NUMBER) or (token.kind is Kind.DIRECTION and (joins or behind))
            if is_name:
                row[i] = token._replace(kind=Kind.NAME, key=_stem(token.written.lower()))
    return row


def _begins_with(row: Sequence[Token], titled: str) -> bool:
    words_ = titled.split()
    return [token.written for token in row[: len(words_)]] == words_


def _with_names(one: Statement, row: Sequence[Token]) -> Statement:
    """With what else its sentence names, where its value is a name."""
    if one.name is None:
        return one
    near = frozenset(token.key for token in row if token.written[:1].isupper()) - set(one.name.words)
    return msgspec.structs.replace(one, name=msgspec.structs.replace(one.name, near=near))


def _ages(said: Sequence[Statement]) -> Iterator[Statement]:
    """At which somebody died of whom a sentence tells the birth and the death."""
    births = [one for one in said if one.says is Says.MOMENT and "birth" in one.keys]
    deaths = [one for one in said if one.says is Says.MOMENT and "death" in one.keys]
    if len(births) != 1 or len(deaths) != 1 or (births[0].keys ^ deaths[0].keys) != {"birth", "death"}:
        return
    birth, death = births[0].value, deaths[0].value
    if birth is None or death is None or inf in (birth.high, death.high, -birth.low, -death.low):
        return
    low, high = (death.low - birth.high) // _YEAR_DAYS, (death.high - birth.low) // _YEAR_DAYS
    age = Quantity(low, high, "", Bound.EXACT, f"{birth.written} to {death.written}", "", 0.0, death.start, death.end)
    yield msgspec.structs.replace(deaths[0], says=Says.AMOUNT, keys=deaths[0].keys | {"age"}, value=age)


_YEAR_DAYS = 365.2425


def _subject_keys(titled: str) -> frozenset[str]:
    row = _with_whole_names(tokens(normalised(titled), _stem), titled)
    return frozenset(token.key for token in content(row) if ":" not in token.key)


_IN_TITLE = r'(?:[A-Z\d][^\s"]*|an?|the|of|in|on|for|and|to|with|from)'
_TITLE = re.compile(rf'"({_IN_TITLE}(?: {_IN_TITLE})*)"')
"""Quotation marks around these say nothing."""
_SUBTITLE = re.compile(
    r"(?<![^ ]) ?((?:The )?(?:[A-Z][\w'-]*|\d{1,3})(?: (?:[A-Z][\w'-]*|\d{1,3}|of|the|and))*): (?=[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|of|the|and|to|in|\d{1,4}))* (?:is|was|came|has|had|were|are|[a-z]+ed)\b)"
)
"""Before the second half of a title: "Salt 2: Rivers of Orle was released"."""
_JUNIOR = re.compile(r", (?:Jr|Sr)\b\.?")
_EACH_HIS = re.compile(r",? [a-z]+ing (?:[^,;]|,(?=\d))* respectively(?=[.,;])")
"""What is done of two things to each is left out, where it is a sentence's end."""
_YEARS = re.compile(r"\((\d{4})-(\d{4})\)")
"""Of a life, where the second would be taken for a number below zero."""
_THEN = re.compile(r"(?:After|Before|By|Since|Until) (?:that|then)\b")
"""A time that only the sentence before tells."""
_SPOKEN = re.compile(r'[,!?]"')
"""Ends what somebody said."""
_CLAUSE = re.compile(r", (?=(?:and|but|so) )")
_LABEL = re.compile(
    r"^(?:AIMS?|BACKGROUND|CONCLUSIONS?|CONTEXT|DESIGN|FINDINGS?|INTERPRETATION|INTRODUCTION|MAIN|METHODS?|OBJECTIVES?|PARTICIPANTS|PATIENTS"
    r"|PURPOSE|RATIONALE|RESULTS?|SETTING|SIGNIFICANCE|SUMMARY)(?: [A-Z]{2,})* (?=[A-Z])|^[A-Z]{4,}(?: [A-Z]{2,})*: (?=[A-Z])|^[A-Z][a-z]+: "
)
"""Of a part of an abstract."""
_INITIAL = re.compile(r"(?<![.\w])([A-Z])\. (?=[A-Z])")
_INCHES = re.compile(r"(\d)['′’](\d{1,2})[\"″”]")
_CLOCK = re.compile(r"\b(\d\d?):(\d\d)\b")
"""A time of day, of which the colon would end a clause."""
_DIRECTLY = 2
"""Sentences before a claim by which it is told for sure what that means with "it"."""
_LONGEST = 400
"""Characters of a sentence."""
_SENTENCE = re.compile(r'(?=[A-Z\d])[^"?|\s]+ [^"?|]*[.!]')
"""Not a question, a quotation, a row of a table."""
_VERB = re.compile(
    r"(?:n't|\b(?:is|are|was|were|has|have|had|can|cannot|must|do|does|did|[a-z]{2,}(?:[^s]s|ed)"
    rf"|{'|'.join(sorted(attributes.IRREGULAR_PAST))}))\b"
)
_UNCERTAIN = frozenset(
    f"hedge:{one}"
    for one in words.listed(
        """may tried planned so_called say believe claim theory likely unlikely suggest hypothesise alleged would will plan condition
        unless"""
    )
) | {"negation:false", "negation:contrary", "negation:far-from"}

_HEDGING = {word for word, key in words.HEDGE.items() if f"hedge:{key}" in _UNCERTAIN} - {"may"}
_DOUBTING = _HEDGING | {
    "we",
    "our",
    "i",
    "my",
}
"""Looked for first: to find the tokens takes much longer. May is a month as well."""
