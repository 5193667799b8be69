"""Statements of sentences taken word for word, in any language: two of them may differ in one number, or in a word that denies.

Their articles must be about the same thing, since "the company" is written alike everywhere. A year that differs counts where
something happened that happens once; such words, and those that deny, are known in English, German, French and Spanish.
"""

import re
from collections.abc import Iterator, Sequence

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes, events
from lorewright.knowledge.disputes.quantities import DAY, Bound, Quantity, days
from lorewright.knowledge.disputes.statements import Claim, Says, Statement
from lorewright.knowledge.disputes.wording import qualified, things, told
from lorewright.knowledge.facts import normalised
from lorewright.knowledge.units import ONES, SPELLED, TENS
from lorewright.knowledge.words import listed

_DENYING = {
    "de": frozenset(listed("nicht nie niemals kein keine keinen keiner keinem")),
    "fr": frozenset(listed("ne n pas jamais")),
    "es": frozenset(listed("no nunca jamás")),
}
_EVENTS = {
    "en": frozenset(word for word, key in events.ATTRIBUTES.items() if key != "build") | {"built", "constructed"},
    "de": frozenset(
        listed(
            """gegründet geboren gestorben starb gebaut erbaut errichtet eröffnet geschlossen abgerissen entdeckt erfunden veröffentlicht
            uraufgeführt unterzeichnet fertiggestellt"""
        )
    ),
    "fr": frozenset(
        listed(
            """fondé fondée créé créée né née mort morte construit construite ouvert ouverte fermé fermée démoli démolie découvert découverte
            inventé inventée publié publiée signé signée achevé achevée inauguré inaugurée"""
        )
    ),
    "es": frozenset(
        listed(
            """fundado fundada nació nacido murió construido construida abierto inaugurado inaugurada cerrado demolido descubierto
            descubierta inventado publicado publicada firmado"""
        )
    ),
}
_HARMLESS = frozenset(listed("can must should will tried formerly partly"))
"""Hedges that two sentences which are else the same may both have."""
UNCERTAIN = (
    frozenset(word for word, key in words.HEDGE.items() if key not in _HARMLESS and word not in ("may", "plan"))
    | frozenset(word for word, key in words.QUANTIFIER.items() if key == "alternative")
    | set(listed("we our i respectively"))
    | set(
        listed("""etwa rund ca circa ungefähr fast knapp über mindestens höchstens bis zwischen könnte würde soll sollte angeblich laut wenn falls
        environ près presque plus moins jusqu entre pourrait serait selon si peut
        unas unos aproximadamente casi más menos hasta podría sería según alrededor cerca puede""")
    )
)
"""About, more than, may, if: where they stand nothing is compared."""
_WORD = re.compile(r"\d{1,3}(?:[., ]\d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[^\W\d]+")
_MARK = re.compile(r"[., ]")
_DECIMAL = {"en": ".", "de": ",", "fr": ",", "es": ","}
MOVING = frozenset(
    listed(
        """rise rises rose risen fall falls fell fallen grow grows grew grown increase increases increased decrease decreases decreased decline
        declines declined dropped gained climbed surged soared jumped sank shrank shrunk plunged slumped doubled halved up down more less
        higher lower"""
    )
)
"""Of a rise or a fall without a year nobody knows when it was."""
_MAY = re.compile(
    r"(?<!\d )\b[Mm]ay\b(?! \d| [a-z]+ up to \d| (?:not )?be (?:taken|brought|used|carried|ridden|entered|parked|smoked|sold|fed|touched|opened)\b)"
)
"""Neither the month, nor what is allowed up to some number, or allowed or forbidden at all."""
_UP_TO = re.compile(r" up to(?= \d)")
_SO_MANY = rf"(?:[^\W\d_]*[$€£]?\d|(?:{'|'.join(SPELLED)})\b)"
_HYPHENED = re.compile(rf"\b(?:{'|'.join(TENS)})-(?:{'|'.join(ONES[1:10])})\b", re.IGNORECASE)
_SPELLED = {word: float(number) for word, number in SPELLED.items() if number}
_ABOUT = frozenset(word for word, key in words.QUANTIFIER.items() if key in ("about", "nearly"))
_AROUND = 0.2
"""Share by which two values that are each told with "about" must be apart at least, from either."""
_BOUNDING = frozenset(listed("over under than least most between up"))
_BOUND = re.compile(rf"\b(?:(?:{'|'.join(sorted(_BOUNDING - {'up'}))})(?: [a-z]+)?|up) {_SO_MANY}", re.IGNORECASE)
"""Before a number: the other sentence's may lie within that."""
_SENTENCE = re.compile(r'[^"?|]*[.!]')
_LONGEST, _MOST_NUMBERS = 40, 6
"""Of a sentence."""
_DATED = re.compile(r"\b(?:is|was) an?$")
"""Before the year of "is a 1988 film"."""
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")


def word_for_word(claim: Claim) -> Iterator[Statement]:
    """One for each number of a sentence, the others being part of what it speaks of; of other languages also what is denied."""
    plain = normalised(claim.text)
    if claim.language == "en":
        plain = _HYPHENED.sub(lambda found: str(sum(SPELLED[part] for part in found[0].lower().split("-"))), plain)
    for sentence in told(plain, claim):
        yield from _of_sentence(claim, sentence)


def _of_sentence(claim: Claim, sentence: str) -> Iterator[Statement]:
    row = [word.casefold() for word in _WORD.findall(sentence)]
    if not 3 < len(row) <= _LONGEST or not _SENTENCE.fullmatch(sentence) or not is_certain(sentence):
        return
    denying = _DENYING.get(claim.language or "", frozenset())
    denied = not denying.isdisjoint(row)
    if not denied and not _moves(sentence):
        yield from _of_numbers(claim, sentence, row)
    if denying:
        yield _statement(claim, sentence, Says.FACT, [word for word in row if word not in denying], None, denied=denied)


def _of_numbers(claim: Claim, sentence: str, row: Sequence[str]) -> Iterator[Statement]:
    written = _WORD.findall(sentence)
    spelled = _SPELLED if claim.language == "en" else {}
    events = _EVENTS.get(claim.language or "", frozenset())
    numbers = [i for i, word in enumerate(row) if word[0].isdecimal() or word in spelled]
    for i in numbers if len(numbers) <= _MOST_NUMBERS else ():
        # "1 crown" and "3 crowns"
        rest = [*row[:i], *(word.removesuffix("s") for word in row[i + 1 : i + 2]), *row[i + 2 :]]
        if _YEAR.fullmatch(row[i]):
            once = not events.isdisjoint(row) or _DATED.search(" ".join(row[max(0, i - 2) : i]))
            if once and (span := days(row[i])):
                yield _statement(claim, sentence, Says.MOMENT, rest, _quantity(*span, row[i], DAY))
        elif not _is_label(written, i):
            value = spelled.get(row[i]) or value_of(row[i], claim.language)
            around = _AROUND * value if i and row[i - 1] in _ABOUT else 0.0
            yield _statement(claim, sentence, Says.AMOUNT, rest, _quantity(value - around, value + around, row[i], ""))


def _moves(sentence: str) -> bool:
    """Whether it tells of a rise or a fall, and of no year."""
    said = [match[0].casefold() for match in _WORD.finditer(without_limits(sentence))]
    return not MOVING.isdisjoint(said) and not any(map(_YEAR.fullmatch, said))


def is_certain(sentence: str) -> bool:
    """Whether nothing in it says that it may be otherwise; "up to 60" is a limit, which is as certain as any number."""
    said = set(map(str.casefold, _WORD.findall(sentence)))
    if not UNCERTAIN.isdisjoint(said) or ("may" in said and _MAY.search(sentence)):
        return False
    return _BOUNDING.isdisjoint(said) or not _BOUND.search(without_limits(sentence))


def without_limits(sentence: str) -> str:
    """With "to 60" for "up to 60", which tells of no rise."""
    return _UP_TO.sub(" to", sentence)


def _is_label(written: Sequence[str], i: int) -> bool:
    """Of "Quill 2" and "phase 3": the number is a name."""
    before = written[i - 1] if i else ""
    return (i > 1 and before[:1].isupper()) or (i == 1 and len(written) > 2) or before in attributes.LABELS


def value_of(written: str, language: str | None = None) -> float:
    """Of "1.200.000", "1 200", "3,5" and "1200": three digits behind a mark are thousands, but for "0.500" and the language's own mark."""
    *whole, last = _MARK.split(written)
    if not whole:
        return float(last)
    mark = written[-len(last) - 1]
    is_own = written.startswith("0") or mark == _DECIMAL.get(language or "") or {".", ","} <= set(written)
    if len(last) != 3 or (mark != " " and written.count(mark) == 1 and is_own):
        return float(f"{''.join(whole)}.{last}")
    return float("".join(whole) + last)


def _quantity(low: float, high: float, written: str, unit: str) -> Quantity:
    return Quantity(low, high, unit, Bound.EXACT, written, unit, 0.0, 0, 0)


def _statement(
    claim: Claim, sentence: str, says: Says, row: Sequence[str], value: Quantity | None, *, denied: bool = False
) -> Statement:
    years = [span for word in row if _YEAR.fullmatch(word) and (span := days(word))]
    return Statement(
        claim_id=claim.id,
        article_id=claim.article_id,
        says=says,
        keys=frozenset(row),
        spare=frozenset(),
        names=frozenset(),
        order=tuple(row),
        value=value,
        denied=denied,
        turned=False,
        times=tuple(years) if says is not Says.MOMENT else (),
        now=False,
        once=False,
        past=False,
        definite=True,
        dated=claim.dated,
        about=claim.about | things(claim, row, sentence),
        language=claim.language,
        literal=True,
        subject=frozenset(claim.titled.lower().split()),
        qualified=qualified(claim, sentence),
    )
