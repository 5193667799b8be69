"""English words that say of what attribute a sentence speaks, so that "450 km long" and "a length of 450 km" have one key.

Beside `words`, whose classes say what may not be changed. Here two words of one class are two ways to ask for the same value.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache

from lorewright.knowledge.words import keyed, listed

SAME = keyed(
    length="long length",
    height="high tall tallest height altitude elevation",
    width="wide width broad breadth",
    depth="deep deepest depth",
    thickness="thick thickness",
    diameter="diameter across span spans spanned",
    mass="weigh weighs weighed weight mass heavy",
    area="area cover covers covered covering",
    speed="speed velocity fast",
    age="age aged old",
    population="population inhabitant inhabitants resident residents",
    employ="employ employs employed employee employees staff workforce worker workers personnel",
    seat="seat seats seated capacity",
    price="cost costs price prices priced",
    deal="buy buys bought purchase purchases purchased acquire acquires acquired acquisition pay pays paid",
    revenue="revenue revenues turnover sales",
    found="founded foundation founding established establishment incorporated",
    birth="born birth",
    death="die dies died death deaths dead kill kills killed",
    build="build builds built building construct constructed construction work works erected",
    finish="complete completed completion finish finished",
    begin="begin begins began begun beginning start starts started",
    open="open opens opened opening inaugurated inauguration",
    close="close closes closed closure",
    end="end ends ended ending conclude concluded",
    happen="happen happened occur occurred fought struck",
    publish="publish published publication release releases released",
    demolish="demolish demolished demolition razed",
    merge="merge merges merged merger",
    approve="approve approves approved approval licensed",
    discover="discover discovers discovered discovery",
    invent="invent invents invented invention",
    patent="patent patents patented",
    sink="sank sink sinks sunk",
    orbit="orbit orbits orbited circle circles circled",
    premiere="premiere premieres premiered",
    launch="launch launches launched",
    sign="sign signs signed signing signature",
    adopt="adopt adopts adopted adoption",
    produce="produce produces produced production generate generates generated deliver delivers delivered yield yields yielded",
    study="attend attends attended student students pupil pupils",
)
"""Word -> attribute."""

EVENTS = frozenset(
    listed(
        """found birth death build finish begin open close end happen publish demolish merge approve discover invent patent premiere
        launch sign adopt"""
    )
) | frozenset(
    listed(
        """write wrote written design designed compose composed creat creates created abolish abolished dissolve dissolved sank sunk
        sinks crash crashed erupted collapsed independent independence ratified enacted repealed introduced commissioned assassinated
        murdered executed crowned married retired graduated arrived signed landed surrendered annexed formed effect first destroyed
        bred painted patented coined unveiled decommissioned consecrated ordained"""
    )
)
"""What is done or happens once: the attributes, and the words of those that have none."""

EMPTY = frozenset(
    listed(
        """hold holds held contain contains contained consist consists consisted comprise comprises comprised possess possesses possessed
        measure measures measured stand stands stood lie lies lay reach reaches reached total totals amount amounts number numbers come
        comes came become becomes became report reports reported record records recorded post posts posted hit make makes made operate
        operates operated feature features featured boast boasts boasted maintain maintains maintained houses home own owns owned
        collection figure figures carry carries carried situated located people person persons content proportion distance year annual"""
    )
)
"""Words that only tie a value to what it is the value of."""

GENERIC = frozenset(
    listed(
        """city town village municipality state country kingdom republic island isle river stream lake mountain mount peak company group firm
        corporation business organisation organization agency language programming software programme program project opera novel book film
        album song painting protein gene enzyme drug medicine tablet element metal satellite probe comet planet star battle
        treaty act law bill building tower bridge university school college hospital museum theatre station species trial"""
    )
)
"""Nouns that say of what kind a name is: they may come and go beside it."""

CHANGING = frozenset(
    listed(
        """population employ price member members branch branches customer customers user users subscriber subscribers student
        students pupil pupils study admission ticket tickets rate tax share debt worth wage rent shop shops store stores station stations
        patient fleet aircraft vehicle vehicles reserves unemployment percentage supports approved member"""
    )
)
"""What is counted anew from time to time: two values of two times do not contradict each other."""

PERIODIC = frozenset(
    listed(
        """revenue profit loss losses produce sell income turnout visitors passengers rain rainfall snow exports imports goals
        points earnings output harvested harvest games wins deliveries spending expenditure emissions"""
    )
)
"""What is told of a stretch of time; without one nothing can be compared."""

CAUSING = frozenset(
    listed(
        """cut cuts decrease decreases decreased increase increases increased lower lowers lowered raise raises raised reduce reduces
        reduced"""
    )
)
"""Of a change that somebody or something brings about."""
NOW = frozenset(listed("now today currently nowadays presently yet"))
ONCE = frozenset(listed("originally initially formerly once then earlier previously"))

_OPPOSED_STATES = (
    ("safe harmless", "dangerous hazardous harmful"),
    ("legal", "forbidden banned"),
    ("innocent", "guilty"),
    ("alive", "dead extinct"),
    ("public", "private"),
    ("open", "closed shut"),
    ("true correct accurate", "false incorrect inaccurate wrong"),
    ("voluntary optional", "compulsory mandatory"),
    ("benign", "malignant"),
    ("successful", "unsuccessful"),
)
_OPPOSED_DEEDS = (
    (
        "allow allows allowed permit permits permitted",
        "ban bans banned forbid forbids forbade prohibit prohibits prohibited",
    ),
    ("uphold upheld affirmed", "overturn overturned overruled"),
    ("include includes included", "exclude excludes excluded"),
    ("support supports supported", "oppose opposes opposed"),
    ("confirm confirms confirmed", "refute refutes refuted"),
    ("succeeded", "failed"),
    ("strengthen strengthens strengthened", "weaken weakens weakened"),
)


def _sides(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, bool]]:
    return {
        word: (f"opposite:{one.split()[0]}", is_opposite)
        for one, other in pairs
        for is_opposite, side in ((False, one), (True, other))
        for word in side.split()
    }


_STATES, _DEEDS = _sides(_OPPOSED_STATES), _sides(_OPPOSED_DEEDS)


def opposed(written: str, *, predicate: bool) -> tuple[str, bool] | None:
    """A key for the word and its opposite, and whether it is the opposite. States count where they are said of something.

    "The school is public" against "is private"; "public schools" and "private schools" are two things.
    """
    return _DEEDS.get(written) or (_STATES.get(written) if predicate else None)


DIRECTIONS = {
    "comparison:down": "comparison:up",
    "comparison:worst": "comparison:best",
    "comparison:worse": "comparison:better",
    "comparison:inhibit": "comparison:promote",
    "comparison:reject": "comparison:accept",
    "comparison:lose": "comparison:win",
    "comparison:negative": "comparison:positive",
    "comparison:slower": "comparison:faster",
    "comparison:younger": "comparison:older",
    "comparison:shorter": "comparison:longer",
}
"""Classes of `words.DIRECTION` -> the class of which each is the opposite."""

LABELS = frozenset(
    listed(
        """type phase class chapter section figure table version level stage grade group day week step part article route line room page model
        series unit question case line round season volume episode number no box item note exhibit form rule schedule appendix highway"""
    )
)
"""What has a number for its name."""

IRREGULAR_PAST = frozenset(
    listed(
        """rose fell grew sank won lost held met sold bought built wrote took gave made led became began ran went came found saw shrank
        cost brought chose drew drove flew fought got kept knew left paid put sent set spent stood struck swept taught thought threw told"""
    )
)

DURATION = frozenset({"length", "last", "life", "lifetim", "durat", "take", "term", "period"})
"""Keys that ask of a time how long it is."""
TOLD_BY_UNIT = {"m": {"length"}, "m2": {"area"}, "g": {"mass"}, "s": {"duration"}, "month": {"duration"}}
"""By the base of a unit, attributes that a value in it tells without being named: "a 3 km runway"."""
LIMITS = frozenset(listed("maximum max maximal top"))
_PHRASES = {
    r"pull(?:s|ed)? down|torn down|tore down|knocked down": "demolished",
    r"c[oa]mes? into (?:force|effect)|took effect|takes effect|entered into force|went into effect": "effect",
    r"c[oa]me to an end": "ended",
    r"(?:is|are|was|were) made up of": "has",
    r"(?:is|are|was|were) composed of": "has",
    r"(?:is|are|was|were) home to": "has",
    r"(?:took|takes) place": "happened",
    r"gain(?:ed)? independence": "became independent",
    r"(?:at|with|has|have|had) a maximum of": "at most",
    r"above (?:the )?sea(?: level)?": "high",
    r"c[oa]mes? out": "published",
    r"people liv(?:e|ed|ing)": "inhabitants",
    r"rises to|rise to": "has height",
    r"degrees? celsius|degrees? centigrade": "°C",
    r"degrees? fahrenheit": "°F",
    r"dates? (?:back )?(?:from|to)": "founded in",
    r"(?:went|came|goes|comes|put) into (?:operation|service)|(?:been|is|are|was|were) in (?:operation|service)": "opened",
    r"(?:sold|sells|sell) for|fetch(?:ed|es)?": "cost",
    r"on board|aboard": "on",
    r"boiling point": "boil",
    r"melting point": "melt",
    r"freezing point": "freeze",
    r"opened to traffic": "opened",
}
_REWORDED = re.compile("|".join(rf"(?P<p{i}>\b(?:{one})\b)" for i, one in enumerate(_PHRASES)), re.IGNORECASE)
_PLAIN = tuple(_PHRASES.values())
_IN_PHRASES = re.compile(
    r"down|force|effect|end|made|composed|home|place|independence|maximum|sea|liv|rise|point|traffic|degree|date|out|operation|service|for|fetch|board"
)
"""One of these stands in each of them; looked for first, in a tenth of the time."""


_FOUND_THAT = re.compile(
    r"(?:(?!\b(?:no|not|never|none|nobody|neither|few)\b|n't)[^,;:])*? (?:found|shows?|showed|shown|demonstrated?|revealed|confirmed|concluded"
    r"|reported) that (\w)",
    re.IGNORECASE,
)
"""Who found what follows, which holds without them."""


def unattributed(sentence: str) -> str:
    """The sentence without whose finding it tells."""
    return _FOUND_THAT.sub(lambda match: match[1].upper(), sentence, count=1) if " that " in sentence else sentence


def reworded(sentence: str) -> str:
    """The sentence with phrases of two words and more put in one."""
    if not _IN_PHRASES.search(sentence):
        return sentence
    return _REWORDED.sub(lambda match: _PLAIN[int((match.lastgroup or "p0")[1:])], sentence)


@cache
def stemmed(words: frozenset[str]) -> frozenset[str]:
    """The keys of such words as `facts` and `SAME` give them."""
    stem = _stem()
    return frozenset(SAME.get(word, stem(word)) for word in words) | words


def _stem() -> Callable[[str], str]:
    from Stemmer import Stemmer

    found: Callable[[str], str] = Stemmer("english").stemWord
    return found
