"""True claims from true sentences: copied, shortened or put otherwise by a rule that keeps what is said.

The lists are this file's own. A rule says nothing where it is not sure of the grammar.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from bench.mutations import MONTHS, words


class Paraphrase(NamedTuple):
    kind: str
    claim: str


_MONTH = "|".join(MONTHS)
_BRACKET = re.compile(r" \((?![^)]*\b(?:not|except|no|only|if)\b)[^()]{2,60}\)(?=[ ,.;])")
_RELATIVE = re.compile(
    r", (?:which|who|whose)\b[^,;:()]{8,80},(?= (?:[a-z]+s|[a-z]+ed|is|are|was|were|has|have|had|can|will|rose|fell|grew|led|won)\b)"
)
_LAST_CLAUSE = re.compile(
    r"(?:, while|, whereas|, and|;|, but) (?:the|he|she|it|they|we|[A-Z][a-z]+) [^,;:]*?"
    r"\b(?:is|are|was|were|has|have|had|will|[a-z]+ed)\b[^,;:]*\.$"
)  # fmt: skip
_FRONT = re.compile(
    r"^(?P<adjunct>(?:In|During|On|At|Since|Under|Within|Throughout|By|After|Before) [^,;:]{3,60}), "
    r"(?P<rest>(?:the|a|an|he|she|it|they|we|this|these|[A-Z]\w+) [^,;:()]{15,160})\.$"
)
_BACK = re.compile(
    rf"^(?P<rest>[A-Z][^,;:()\"]{{15,160}}?) (?P<adjunct>(?:in|during|since|by) (?:the )?(?:(?:{_MONTH}) )?(?:of )?"
    r"(?:\d{4}s?|summer|winter|spring|autumn|year|century|decade|fourth quarter|third quarter|first quarter))\.$"
)
_SMALL = words("one two three four five six seven eight nine ten eleven twelve")
_WORD_NUMBER = re.compile(r"(?<=[a-z] )(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= [a-z]+s\b)")
_DIGIT_NUMBER = re.compile(r"(?<=[a-z] )(?:[2-9]|1[0-2])(?= [a-z]{3,}s\b)(?<!chapter \d)(?<!number \d)")
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.,]\d|\d)")
_PERCENT = re.compile(r"(?<=\d)( ?%| percent| per cent)(?![\w-])")
_MONEY = re.compile(r"\$(?P<amount>\d+(?:\.\d+)?) (?P<magnitude>billion|million)\b(?! (?:to|and|in|of)? ?\$)")
_DATE = re.compile(
    rf"\b(?P<month>{_MONTH}) (?P<day>\d\d?),? (?P<year>\d{{4}})\b|\b(?P<day2>\d\d?) (?P<month2>{_MONTH}),? (?P<year2>\d{{4}})\b"
)
_CONTRACTIONS = {
    "is not": "isn't", "are not": "aren't", "was not": "wasn't", "were not": "weren't", "did not": "didn't",
    "does not": "doesn't", "do not": "don't", "has not": "hasn't", "have not": "haven't", "could not": "couldn't",
    "would not": "wouldn't", "cannot": "can't", "will not": "won't", "should not": "shouldn't", "it is": "it's",
    "they are": "they're", "we have": "we've", "that is": "that's", "had not": "hadn't",
}  # fmt: skip
_CONNECTIVES = (
    "However|Moreover|Furthermore|Additionally|In addition|Also|Thus|Therefore|Consequently|Indeed|In fact|For example|"
    "For instance|Meanwhile|Accordingly|As a result|Nevertheless|Finally|In particular|Similarly|Hence|Of course"
)
_CONNECTIVE = re.compile(rf"^(?:{_CONNECTIVES}), (?=[A-Za-z])")
_ADVERB = re.compile(
    r" (?:also|very|indeed|really|extremely|highly|particularly|especially|successfully|actively|quickly|carefully|"
    r"officially|quietly|simply|strongly|widely|rapidly|greatly|closely|fully|currently|recently)(?= [a-z])"
)
_SYNONYMS = dict(
    pair.split("=")
    for pair in words("""shows=demonstrates showed=demonstrated shown=demonstrated show=demonstrate used=employed obtained=acquired method=technique
    methods=techniques study=investigation studies=investigations company=firm companies=firms film=movie movie=film
    children=kids situated=located located=situated discovered=found investigated=examined examined=investigated
    built=constructed constructed=built car=automobile doctor=physician doctors=physicians actor=performer agreement=accord
    employees=workers workers=employees created=made wrote=penned famous=renowned purchase=buy purchased=bought
    area=region region=area provides=offers provide=offer provided=offered offers=provides require=need requires=needs
    data=information determine=ascertain determined=ascertained problem=issue problems=issues entire=complete
    help=assist helped=assisted describe=depict described=depicted primary=main main=principal
    released=issued issued=released named=called called=named chosen=selected selected=chosen rapid=quick
    discussed=addressed analysis=examination approach=method goal=aim aim=goal start=onset
    compute=calculate computed=calculated calculated=computed evaluate=assess evaluated=assessed assess=evaluate
    attempt=try demonstrate=show demonstrated=showed revealed=showed identified=recognised largest=biggest big=large
    police=officers killed=slain home=residence injured=hurt announced=declared stated=said said=stated
    disease=illness cancer=malignancy physicians=doctors outcome=result outcomes=results
    participate=take#part participated=took#part near=close#to numerous=many""")
)  # fmt: skip


def paraphrases(sentence: str, random: Random) -> Iterator[Paraphrase]:
    """All that this sentence offers, at most one of a kind."""
    for kind, rule in RULES.items():
        claim = rule(sentence, random)
        if claim and (claim != sentence or kind == COPIED) and len(claim.split()) >= 5:
            yield Paraphrase(kind, claim)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    """The first letter small, unless it begins a name."""
    first = text.split()[0]
    return (
        text[0].lower() + text[1:]
        if first in ("The", "A", "An", "He", "She", "It", "They", "We", "This", "These")
        else text
    )


def _without(pattern: re.Pattern[str], end: str = "") -> Callable[[str, Random], str | None]:
    def rule(sentence: str, _random: Random) -> str | None:
        found = pattern.search(sentence)
        return _capital(sentence[: found.start()] + end + sentence[found.end() :]) if found else None

    return rule


def _to_the_back(sentence: str, _random: Random) -> str | None:
    found = _FRONT.match(sentence)
    return f"{_capital(found['rest'])} {found['adjunct'][0].lower()}{found['adjunct'][1:]}." if found else None


def _to_the_front(sentence: str, _random: Random) -> str | None:
    found = _BACK.match(sentence)
    if not found or re.search(r"\b(?:and|or|that|which|who|from|between)\b", found["rest"]):
        return None
    return f"{_capital(found['adjunct'])}, {_small(found['rest'])}."


def _number_otherwise(sentence: str, random: Random) -> str | None:
    ways = []
    if found := _WORD_NUMBER.search(sentence):
        ways.append(sentence[: found.start()] + str(_SMALL.index(found[0]) + 1) + sentence[found.end() :])
    if found := _DIGIT_NUMBER.search(sentence):
        ways.append(sentence[: found.start()] + _SMALL[int(found[0]) - 1] + sentence[found.end() :])
    if found := _GROUPED.search(sentence):
        ways.append(sentence[: found.start()] + found[0].replace(",", "") + sentence[found.end() :])
    if found := _PERCENT.search(sentence):
        ways.append(sentence[: found.start()] + (" percent" if "%" in found[0] else "%") + sentence[found.end() :])
    if found := _MONEY.search(sentence):
        millions = float(found["amount"]) * (1000 if found["magnitude"] == "billion" else 1)
        new = f"${millions:,.6f}".rstrip("0").rstrip(".") + " million"
        written = f"{found['amount']} {found['magnitude']} dollars"
        ways += [sentence[: found.start()] + one + sentence[found.end() :] for one in (new, written)]
    return random.choice(ways) if ways else None


def _date_otherwise(sentence: str, _random: Random) -> str | None:
    found = _DATE.search(sentence)
    if not found:
        return None
    if found["day"]:
        new = f"{found['day']} {found['month']} {found['year']}"
        end = found.end() + (sentence[found.end() : found.end() + 1] == "," and "," in found[0])
    else:
        new, end = f"{found['month2']} {found['day2']}, {found['year2']}", found.end()
    return sentence[: found.start()] + new + sentence[end:]


def _contracted(sentence: str, random: Random) -> str | None:
    there = [one for one in _CONTRACTIONS if re.search(rf"\b{one}\b(?! to\b)", sentence)]
    if not there:
        return None
    one = random.choice(there)
    return re.sub(rf"\b{one}\b", _CONTRACTIONS[one], sentence, count=1)


def _synonym(sentence: str, random: Random) -> str | None:
    known = [one for one in re.findall(r"(?<=[a-z,] )[a-z]+(?=[ ,.])", sentence) if one in _SYNONYMS]
    if not known:
        return None
    word = random.choice(known)
    return re.sub(rf"(?<=[a-z,] ){word}(?=[ ,.])", _SYNONYMS[word].replace("#", " "), sentence, count=1)


COPIED = "copied"
RULES: dict[str, Callable[[str, Random], str | None]] = {
    COPIED: lambda sentence, _: sentence,
    "adjunct moved to the back": _to_the_back,
    "adjunct moved to the front": _to_the_front,
    "bracket dropped": _without(_BRACKET),
    "relative clause dropped": _without(_RELATIVE),
    "last clause dropped": _without(_LAST_CLAUSE, "."),
    "number written otherwise": _number_otherwise,
    "date written otherwise": _date_otherwise,
    "contraction": _contracted,
    "connective dropped": _without(_CONNECTIVE),
    "adverb dropped": _without(_ADVERB),
    "synonym": _synonym,
}
