"""False claims from true sentences: one thing is changed, so that the claim says what its quote does not.

Eight kinds put one thing for another, add it or take it away; the ninth exchanges two things of the sentence. What is put
in comes from the same span, from the same source, or from elsewhere; for words of a list, elsewhere is a list of this file.
These lists share no word with the lexicons of `lorewright.knowledge.facts` (a test holds to it). What cannot be chosen
otherwise is shared: digits, names of months, "million", and "not".
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple, TypeVar

SPAN, SOURCE, ELSEWHERE = "same span", "same source", "elsewhere"


class Mutant(NamedTuple):
    kind: str
    origin: str
    """Where that stands which was put in; elsewhere, too, where something was only taken away."""
    claim: str


class Context(NamedTuple):
    """Where replacements may be taken from: the span quoted, the rest of its source, and other sources."""

    span: str
    source: str
    others: str

    def pools(self, pattern: re.Pattern[str], group: str | int = 0) -> Iterator[tuple[str, list[str]]]:
        for origin, text in ((SPAN, self.span), (SOURCE, self.source), (ELSEWHERE, self.others)):
            yield origin, list(dict.fromkeys(match[group] for match in pattern.finditer(text)))


Mutator = Callable[[str, Context, Random], Iterator[tuple[str, str]]]
"""(origin, claim) of some ways to change a sentence; some may leave it as it is."""


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MONTHS = words("January February March April May June July August September October November December")
_MONTH = "|".join(MONTHS)
_NUMBER = re.compile(
    rf"(?<![\w.,/-])(?<![A-Z]\. )\d+(?:,\d{{3}})*(?:\.\d+)?(?![\w/-]|[.,]\d| (?:{_MONTH})\b)(?<!20\d\d)(?<!1[4-9]\d\d)"
)
_OTHER_NUMBER = re.compile(r"(?<![\w.,/$€£-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w/-]|[.,]\d)")
_YEAR = re.compile(r"(?<![\w.,$€£/-])(?:1[5-9]|20)\d\d(?![\w%/-]|[.,]\d)")
_DAY = re.compile(rf"\b(?P<month>{_MONTH}) (?P<day>\d\d?)\b|\b(?P<day2>\d\d?) (?P<month2>{_MONTH})\b")
_MONTH_NAME = re.compile(rf"\b(?:{_MONTH})(?=,? \d)")
_NOT_COUNTED = (
    "and or to of in on at by for from the a an is are was were as than that with per hundred thousand million billion "
    "trillion years which who times higher lower more less greater fewer larger smaller it he she they we had has were"
)
_COUNTED = re.compile(
    rf"(?<![\w.,/-])(?P<number>(?!0 )\d+(?:,\d{{3}})*(?:\.\d+)?) (?P<unit>(?!(?:{_NOT_COUNTED.replace(' ', '|')})\b)[a-z]{{2,}})"
    r"(?=[,.;)]| (?:and|or|of|in|on|at|by|for|from|to|is|are|was|were|had|have|with|per|who|which|that|than)\b)"
)
_MAGNITUDE = re.compile(r"(?<=\d )(?:hundred|thousand|million|billion|trillion)\b")
_NAME = re.compile(
    r"(?<=[a-z,] )(?!(?:I|Mr|Mrs|Ms|Dr|The|This|In|A)\b)"
    rf"(?!(?:{_MONTH}|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b)"
    r"[A-Z][\w&-]+(?: [A-Z][\w&-]+)*(?!['’])\b"
)

UNITS = words("acres barrels furlongs bushels fathoms leagues chains pecks roods candelas crates llamas violins")
DOUBTS = (
    "It is a misconception that",
    "It is a myth that",
    "It is a fable that",
    "It is a canard that",
    "Mistaken is whoever holds that",
)
DENIALS = ("the opposite of", "the antithesis of", "the contrary of", "nowise")
"""After a form of "to be"."""
AFFIXED = {
    **{word: f"un{word}" for word in words("successful known stable steady necessary equal fair available usual common")},
    **{word: f"in{word}" for word in words("effective significant complete dependent direct adequate active compressible")},
    **{word: f"ir{word}" for word in words("regular relevant responsible reversible")},
    **{word: f"im{word}" for word in words("possible perfect mobile proper")},
    **{word: f"non{word}" for word in words("linear uniform toxic essential")},
    **{word: f"dis{word}" for word in words("similar continuous connected advantage")},
    "useful": "useless", "harmful": "harmless", "viscous": "inviscid",
}  # fmt: skip

_QUANTIFIERS = {
    "all": "all every each", "most": "most", "some": "some several", "many": "many numerous", "few": "few", "both": "both",
    "any": "any", "half": "half", "only": "only", "always": "always", "often": "often usually frequently generally",
    "sometimes": "sometimes occasionally", "rarely": "rarely seldom", "near": "nearly almost", "about": "about approximately",
    "at-least": "at#least", "at-most": "at#most up#to",
}  # fmt: skip
"""To find what is changed, and what the text itself offers instead, the common words have to be known."""
OTHER_QUANTIFIERS = {
    "all": ("a handful of", "scant", "a smattering of"),
    "most": ("a handful of", "scant", "a sliver of"),
    "some": ("the bulk of the", "countless", "zillions of"),
    "many": ("a smattering of", "scant", "a handful of"),
    "few": ("countless", "myriad", "oodles of"),
    "both": ("a trio of", "sundry"),
    "any": ("a handful of", "myriad"),
    "half": ("the bulk", "two thirds", "a sliver"),
    "only": ("inter alia", "notably"),
    "always": ("from time to time", "intermittently", "off and on"),
    "often": ("from time to time", "intermittently", "perpetually"),
    "sometimes": ("perpetually", "eternally", "incessantly"),
    "rarely": ("perpetually", "incessantly", "habitually"),
    "near": ("upwards of", "in excess of"),
    "about": ("upwards of", "in excess of"),
    "at-least": ("a ceiling of", "capped at"),
    "at-most": ("a floor of", "in excess of"),
}
_QUANTIFIER = re.compile(
    r"(?<!not )(?<!no )(?<!a )\b(?:"
    + "|".join(word.replace("#", " ") for listed in _QUANTIFIERS.values() for word in listed.split())
    + r")\b(?! the only)"
)
_QUANTIFIER_CLASS = {word.replace("#", " "): name for name, listed in _QUANTIFIERS.items() for word in listed.split()}

_SIDES = {
    "past": ("increased rose grew climbed gained improved expanded", "decreased fell declined dropped shrank worsened contracted"),
    "noun": ("increase rise growth improvement gain", "decrease fall decline drop reduction loss"),
    "degree": ("higher greater larger more longer stronger faster better", "lower smaller fewer less shorter weaker slower worse"),
    "most": ("highest largest greatest strongest biggest best", "lowest smallest weakest least worst"),
    "time": ("after later", "before earlier"),
    "place": ("above over", "below under"),
    "plain": ("high large strong long old hot wide rich rapid", "low small weak short young cold narrow poor slow"),
}  # fmt: skip
"""Words whose change for one of the other side turns a comparison; found in the text, and offered by it."""
OPPOSITES = {
    ("past", 0): ("cratered", "nosedived", "ebbed", "waned", "sagged"),
    ("past", 1): ("ballooned", "mushroomed", "burgeoned", "swelled", "rocketed"),
    ("noun", 0): ("nosedive", "ebbing", "waning", "erosion"),
    ("noun", 1): ("upswing", "upsurge", "ballooning", "windfall"),
    ("degree", 0): ("scanter", "slighter", "punier", "meagrer", "feebler"),
    ("degree", 1): ("heftier", "ampler", "mightier", "beefier"),
    ("most", 0): ("tiniest", "scantest", "puniest", "feeblest"),
    ("most", 1): ("heftiest", "mightiest", "amplest", "beefiest"),
    ("time", 0): ("ahead of", "in the run-up to"),
    ("time", 1): ("in the wake of", "on the heels of"),
    ("place", 0): ("shy of", "underneath"),
    ("place", 1): ("in excess of", "topping"),
    ("plain", 0): ("scanty", "puny", "feeble", "meagre"),
    ("plain", 1): ("hefty", "mighty", "immense", "prodigious"),
}
_SIDE_OF = {
    word: (name, side) for name, pair in _SIDES.items() for side, listed in enumerate(pair) for word in listed.split()
}
_COMPARISON = re.compile(rf"\b(?:{'|'.join(_SIDE_OF)})\b(?!-)")

_AUXILIARY = re.compile(
    r"(?<= )(?P<auxiliary>is|are|was|were|has|have|had|can|could|will|would|should|did|does) (?!not\b|never\b|no\b)(?=[a-z])"
)
_BEING = re.compile(r"(?<= )(?P<auxiliary>is|are|was|were) (?=(?:the|a|an)? ?[a-z])(?!not\b|no\b|to\b)")
_DENIED = re.compile(r"(?<=is |as |re |an |ld |ve |id |do |es )not |n't(?= )| never(?= )")
_NEGATION = re.compile(r"\b(?:not|never|without|nor|neither)\b|n't\b")


def mutants(sentence: str, context: Context, random: Random) -> Iterator[Mutant]:
    """All that this sentence offers, in an order of chance; none says the same as the sentence."""
    for kind, mutator in MUTATORS.items():
        found = [one for one in mutator(sentence, context, random) if _visible(one[1]) != _visible(sentence)]
        random.shuffle(found)
        for origin, claim in found:
            yield Mutant(kind, origin, claim)


def _visible(text: str) -> str:
    return re.sub(r"\W+", "", text.replace(".", "·")).casefold()


def _put(sentence: str, match: re.Match[str], new: str, group: str | int = 0) -> str:
    return sentence[: match.start(group)] + new + sentence[match.end(group) :]


def value(number: str) -> float:
    return float(number.replace(",", ""))


def _is_told(sentence: str, match: re.Match[str]) -> bool:
    """Not in brackets, where references stand, nor a number of a figure, table, chapter or list."""
    before = sentence[: match.start()]
    named = re.search(
        r"\b(?:[Ff]ig(?:ure)?s?|[Tt]ables?|[Nn]o|[Nn]ote|[Pp]art|[Ss]ection|[Ii]tem|[Cc]hapter)\.? $", before
    )
    return before.count("(") == before.count(")") and not named


# -- The eight --------------------------------------------------------------------------------------------------------


def _digit(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _NUMBER.finditer(sentence):
        if not _is_told(sentence, match):
            continue
        for origin, pool in context.pools(_OTHER_NUMBER):
            for new in _few([one for one in pool if value(one) != value(match[0])], random):
                yield origin, _put(sentence, match, new)
        place = random.choice([i for i, one in enumerate(match[0]) if one.isdigit()])
        others = [one for one in "123456789" if one != match[0][place]]
        new = match[0][:place] + random.choice(others) + match[0][place + 1 :]
        yield ELSEWHERE, _put(sentence, match, new)


def _unit(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _COUNTED.finditer(sentence):
        if re.fullmatch(r"(?:1[5-9]|20)\d\d", match["number"]) or not _is_told(sentence, match):
            continue
        for origin, pool in context.pools(_COUNTED, "unit"):
            new = [one for one in pool if one[:4] != match["unit"][:4]]
            for one in _few(new if origin != ELSEWHERE else UNITS, random):
                yield origin, _put(sentence, match, one, "unit")


def _magnitude(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _MAGNITUDE.finditer(sentence):
        for origin, pool in context.pools(_MAGNITUDE):
            for new in _few([one for one in pool if one != match[0]], random):
                yield origin, _put(sentence, match, new)
    for match in _NUMBER.finditer(sentence):
        if value(match[0]) and _is_told(sentence, match):
            moved = value(match[0]) * random.choice((0.01, 0.1, 10, 100, 1000))
            yield ELSEWHERE, _put(sentence, match, f"{moved:.6f}".rstrip("0").rstrip("."))


def _name(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _NAME.finditer(sentence):
        if not _is_told(sentence, match):
            continue
        for origin, pool in context.pools(_NAME):
            new = [one for one in pool if not _beginnings(one) & _beginnings(match[0])]
            for one in _few(new, random):
                yield origin, _put(sentence, match, one)


def _negation(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    origin = (
        SPAN if _NEGATION.search(context.span) else SOURCE if _NEGATION.search(context.source) else ELSEWHERE
    )  # of "not" itself
    auxiliaries = list(_AUXILIARY.finditer(sentence))
    if auxiliaries:
        match = random.choice(auxiliaries)
        yield origin, sentence[: match.end()] + "not " + sentence[match.end() :]
    if beings := list(_BEING.finditer(sentence)):
        match = random.choice(beings)
        yield ELSEWHERE, sentence[: match.end()] + random.choice(DENIALS) + " " + sentence[match.end() :]
    for match in _few(list(_DENIED.finditer(sentence)), random):
        yield ELSEWHERE, re.sub(r"\b(ca|wo)(?= )", r"\1n", _put(sentence, match, ""))
    for word, other in AFFIXED.items():
        for one, new in ((word, other), (other, word)):
            if found := re.search(rf"\b{one}\b", sentence):
                yield ELSEWHERE, _put(sentence, found, new)
    first = sentence.split()[0]
    if first in ("The", "A", "An", "In", "This", "It", "These", "He", "She", "They", "We"):
        yield ELSEWHERE, f"{random.choice(DOUBTS)} {sentence[0].lower()}{sentence[1:]}"


def _date(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _YEAR.finditer(sentence):
        if not _is_told(sentence, match):
            continue
        for origin, pool in context.pools(_YEAR):
            for new in _few([one for one in pool if one != match[0]], random):
                yield origin, _put(sentence, match, new)
        yield ELSEWHERE, _put(sentence, match, str(int(match[0]) + random.choice((-10, -3, -1, 1, 2, 10))))
    for match in _MONTH_NAME.finditer(sentence):
        for origin, pool in context.pools(_MONTH_NAME):
            for new in _few([one for one in (pool if origin != ELSEWHERE else MONTHS) if one != match[0]], random):
                yield origin, _put(sentence, match, new)
    for match in _DAY.finditer(sentence):
        group = "day" if match["day"] else "day2"
        day = random.choice([one for one in range(1, 29) if one != int(match[group])])
        yield ELSEWHERE, _put(sentence, match, str(day), group)


def _quantifier(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _QUANTIFIER.finditer(sentence):
        class_ = _QUANTIFIER_CLASS[match[0]]
        for origin, pool in context.pools(_QUANTIFIER):
            offered = [one for one in pool if _QUANTIFIER_CLASS[one] != class_]
            for new in _few(offered if origin != ELSEWHERE else OTHER_QUANTIFIERS[class_], random):
                yield origin, _put(sentence, match, new)
    if (
        plural := re.search(r"(?<= )the (?=[a-z]{3,}s (?:were|are|had|have|of)\b)", sentence)
    ) and "of the " not in sentence:
        yield (
            ELSEWHERE,
            _put(sentence, plural, random.choice(("a handful of the ", "a sliver of the ", "two thirds of the "))),
        )


def _comparison(sentence: str, context: Context, random: Random) -> Iterator[tuple[str, str]]:
    for match in _COMPARISON.finditer(sentence):
        name, side = _SIDE_OF[match[0]]
        for origin, pool in context.pools(_COMPARISON):
            offered = [one for one in pool if _SIDE_OF[one] == (name, 1 - side)]
            for new in _few(offered if origin != ELSEWHERE else OPPOSITES[name, side], random):
                yield origin, _put(sentence, match, new)


_T = TypeVar("_T")


def _few(pool: Sequence[_T], random: Random) -> list[_T]:
    return random.sample(list(pool), min(2, len(pool)))


# -- The ninth --------------------------------------------------------------------------------------------------------

_LISTING = re.compile(r"(?:,|and|or|&|\s|to|through|-|the)*")
"""What stands between two members of a list, whose order says nothing."""
_ROLES = re.compile(
    r"\b(?P<one>[a-z]{4,}) (?P<role>(?:is |are |was |were )?(?:[a-z]+ed by|[a-z]+ed|from|into|than|over|against|of|for|before|after|to|causes|leads to))"
    r" (?:the |a |an )?(?P<other>[a-z]{4,})(?=[,.;]| (?:and|in|of|at|by|is|are|was|were|with)\b)"
)
_NO_NOUN = frozenset(words("""this that these those their there other with from into been have were which when
    than then they such some more most less very also only both each made used based well many much order being
    between because over after before according due result able about part terms number case lead compared related
    likely continue came went going them what where within without respect similar known addition spite during"""))  # fmt: skip


def _swaps(sentence: str, _context: Context, random: Random) -> Iterator[tuple[str, str]]:
    numbers = [one for one in _OTHER_NUMBER.finditer(sentence) if _is_told(sentence, one)]
    if "respectively" not in sentence:
        yield from _exchanged(sentence, numbers, lambda one, other: value(one) == value(other))
    names = [one for one in _NAME.finditer(sentence) if _is_told(sentence, one)]
    yield from _exchanged(sentence, names, lambda one, other: bool(_beginnings(one) & _beginnings(other)))
    for match in _ROLES.finditer(sentence):
        one, other = match["one"], match["other"]
        if one[:4] != other[:4] and not _NO_NOUN & {one, other} and not one.endswith(("ly", "ing", "ed")):
            yield SPAN, _both_put(sentence, match.span("one"), match.span("other"))


def _exchanged(
    sentence: str, found: Sequence[re.Match[str]], alike: Callable[[str, str], bool]
) -> Iterator[tuple[str, str]]:
    if any(_LISTING.fullmatch(sentence[one.end() : other.start()]) for one, other in pairwise(found)):
        return
    for one, other in combinations(found, 2):
        near = len(sentence[one.end() : other.start()].split()) < 20
        if near and not alike(one[0], other[0]):
            yield SPAN, _both_put(sentence, one.span(), other.span())


def _beginnings(name: str) -> set[str]:
    """Of its words, so that "Olympic" and "Olympics" are one."""
    return {word[:4].lower() for word in name.split()}


def _both_put(sentence: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    first, second = sentence[slice(*one)], sentence[slice(*other)]
    return sentence[: one[0]] + second + sentence[one[1] : other[0]] + first + sentence[other[1] :]


SWAP = "swap"
EIGHT: dict[str, Mutator] = {
    "digit": _digit,
    "unit": _unit,
    "magnitude": _magnitude,
    "name": _name,
    "negation": _negation,
    "date": _date,
    "quantifier": _quantifier,
    "comparison": _comparison,
}
MUTATORS: dict[str, Mutator] = {**EIGHT, SWAP: _swaps}


def words_chosen() -> Iterable[str]:
    """Every word that the lists of this file put into a claim, but for the smallest."""
    lists = [UNITS, DOUBTS, DENIALS, AFFIXED.values(), *OTHER_QUANTIFIERS.values(), *OPPOSITES.values()]
    return sorted({word.lower() for phrases in lists for phrase in phrases for word in phrase.split()})
