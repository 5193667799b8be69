"""Statements of English claims.

A sentence is taken apart in clauses; each, with the subject of its sentence, is a bag of keys: stems, or one word for an
attribute that is written in many ways. What is only said, hoped, supposed or asked states nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import inf

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.attributes import reworded, unattributed
from lorewright.knowledge.disputes.clauses import clauses, content
from lorewright.knowledge.disputes.quantities import Bound, Quantity
from lorewright.knowledge.disputes.said import Said
from lorewright.knowledge.disputes.statements import Claim, Says, Statement
from lorewright.knowledge.disputes.subjects import named, points_back
from lorewright.knowledge.facts import Kind, Token, normalised, tokens
from lorewright.knowledge.sentences import sentences


def in_english(claim: Claim) -> Iterator[Statement]:
    """None of a question, a quotation, a guess, what is no sentence or too long."""
    from Stemmer import Stemmer  # not thread-safe, so made anew

    stem: Callable[[str], str] = Stemmer("english").stemWord
    about = _subject_keys(claim.titled, stem)
    behind = list(_written(claim.before)) if points_back(claim.text) else ()
    for one in named(_written(claim.text), claim.titled, is_qualified=bool(claim.qualified), behind=behind):
        sentence = unattributed(_TITLE.sub(r"\1", _LABEL.sub("", one)))
        if not _SENTENCE.fullmatch(sentence) or not _VERB.search(sentence):
            continue
        if not _DOUBTING.isdisjoint(sentence.lower().split()) or "respectively" in sentence:
            continue
        row = _with_early_years(tokens(reworded(sentence), stem))
        if not any(token.key in _UNCERTAIN for token in row):
            said = [one for clause in clauses(row) for one in Said(claim, clause, stem, about).statements()]
            yield from (_with_names(each, row) for each in said)
            yield from _ages(said)


def _written(text: str) -> Iterator[str]:
    """Its sentences, but none that are too long: what looks for patterns may take the square of the length."""
    text = _YEARS.sub(r"(\1 - \2)", normalised(text))
    return (text[start:end] for start, end in sentences(text) if end - start <= _LONGEST)


def _with_early_years(row: list[Token]) -> list[Token]:
    """ "In 1066" names a year; `facts` takes a number of four digits for one from 1400 on."""
    for i, token in enumerate(row[1:], start=1):
        counts = i + 1 < len(row) and row[i + 1].kind is Kind.WORD
        led = token.kind is Kind.NUMBER and row[i - 1].written.lower() in _LEADING
        if led and not counts and _EARLY_YEAR.fullmatch(token.written):
            row[i] = Token(Kind.DATE, token.written, token.written)
    return row


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


_LEADING = frozenset(words.listed("in of since until by before after"))
"""What stands before a year."""
_EARLY_YEAR = re.compile(r"1[0-3]\d\d")
_YEAR_DAYS = 365.2425


def _subject_keys(titled: str, stem: Callable[[str], str]) -> frozenset[str]:
    row = tokens(normalised(titled), stem)
    return frozenset(token.key for token in content(row) if ":" not in token.key)


_IN_TITLE = r'(?:[A-Z\d][^\s"]*|an?|the|of|in|on|for|and|to|with|from)'
_TITLE = re.compile(rf'"({_IN_TITLE}(?: {_IN_TITLE})*)"')
"""Quotation marks around these say nothing."""
_YEARS = re.compile(r"\((\d{4})-(\d{4})\)")
"""Of a life, where the second would be taken for a number below zero."""
_LABEL = re.compile(r"^[A-Z]{4,}(?: [A-Z]{2,})*:? (?=[A-Z])|^[A-Z][a-z]+: ")
"""Of a part of an abstract."""
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

_DOUBTING = {word for word, key in words.HEDGE.items() if f"hedge:{key}" in _UNCERTAIN} - {"may"} | {
    "we",
    "our",
    "i",
    "my",
}
"""Looked for first: to find the tokens takes much longer. May is a month as well."""
