"""English words that say of what attribute a sentence speaks, so that "450 km long" and "a length of 450 km" have one key.

Beside `words`, whose classes say what may not be changed. Here two words of one class are two ways to ask for the same value.
"""

from collections.abc import Iterable
from functools import cache

from lorewright.knowledge.disputes import events
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.words import keyed, listed

SAME = (
    keyed(
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
        orbit="orbit orbits orbited circle circles circled",
        produce="output produce produces produced production generate generates generated deliver delivers delivered yield yields yielded",
        filming="filming shooting",
        study="attend attends attended student students pupil pupils",
        gestation="gestation pregnant pregnancy",
        floor="floor floors storey storeys",
        emission="emit emits emitted emission emissions",
    )
    | events.ATTRIBUTES
    | keyed(**{"comparison:down": "shorten shortens narrow narrows", "comparison:up": "lengthen lengthens lengthened"})
)
"""Word -> attribute."""

OF_AMOUNTS = keyed(
    gain="get gets got draw draws drew attract attracts attracted win wins won receive receives received take takes took earn earns earned collect collects collected claim gain gained awarded",
    visit="visit visits visited visitor visitors",
    watch="watch watches watched spectator spectators crowd audience attendance viewers",
    country="country countries state states nation nations",
    travel="travel travels travelled traveled fly flies flew flown migrate migrates migrated swim swims swam journey",
    live="live lives lived lifespan lifespans longevity life lifetime",
    price="budget budgeted",
)
"""Word -> what it asks for beside an amount, where it may ask for something else without one."""

WHOLES = frozenset(
    listed(
        """city town village country island isle lake mountain peak company group firm corporation agency language software program opera
        novel book film movie album song painting protein gene enzyme drug medicine satellite probe comet planet treaty act law university
        college bank novella play symphony"""
    )
)
"""Of `GENERIC` and the like what is seldom part of something else: in an article about a film "the film" is that."""

TYING = frozenset(
    listed(
        """handle handles handled process processes processed pass passes passed through run runs ran flow flows flowed drive drives drove
        divide divides divided split subdivided into serve serves served transport transports transported supply supplies supplied
        provide provides provided power powers powered offer offers offered employ known far worldwide globally altogether overall
        total totals summit require requires required need needs needed use uses used enough
        account accounts accounted represent represents represented constitute constitutes constituted form forms formed
        store stores stored seen visible world earth each every equipped fitted furnished"""
    )
)
"""Words that besides only tie an amount to what it is of."""

SOLD = frozenset(listed("sell sells sold sales"))
"""What is counted, where no price is told."""

VICTIMS = frozenset(listed("men man worker workers labourers people persons lives life human beings"))
"""Who dies, where nobody else is named."""

GAINED = frozenset(word for word, key in OF_AMOUNTS.items() if key == "gain") | {"obtain", "obtained"}
"""Beside what is told by a noun: "received a doctorate"."""

EMPTY = frozenset(
    listed(
        """hold holds held contain contains contained consist consists consisted comprise comprises comprised possess possesses possessed
        measure measures measured stand stands stood lie lies lay reach reaches reached total totals amount amounts number numbers come
        comes came become becomes became report reports reported record records recorded post posts posted hit make makes made operate
        operates operated feature features featured boast boasts boasted maintain maintains maintained houses home own owns
        collection figure figures carry carries carried situated located people person persons content proportion distance year annual"""
    )
)
"""Words that only tie a value to what it is the value of."""

GENERIC = WHOLES | frozenset(
    listed(
        """municipality state kingdom republic river stream mount business organisation organization programming programme project
        tablet element metal star battle bill building tower bridge school hospital museum theatre station species trial
        brewery airline airport band railway church castle club team stadium magazine newspaper journal ship county district
        region parish glacier"""
    )
)
"""Nouns that say of what kind a name is: they may come and go beside it."""

CHANGING = frozenset(
    listed(
        """population employ price member members branch branches customer customers user users subscriber subscribers student
        students pupil pupils study admission ticket tickets rate tax share debt worth wage rent shop shops store stores station stations
        patient fleet aircraft vehicle vehicles reserves unemployment percentage supports approved"""
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
        """shorten shortens shortened lengthen lengthens lengthened slow slowed accelerate accelerated improve improves improved worsen worsens
        worsened weaken weakens weakened impair impairs impaired enhance enhances enhanced diminish diminishes diminished widen
        widened narrowed expand expands expanded cut cuts decrease decreases decreased increase increases increased lower lowers lowered raise raises raised reduce reduces
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
    ("common frequent widespread", "rare uncommon infrequent"),
    ("edible", "poisonous inedible"),
    ("resistant", "susceptible"),
    ("identical", "different differs differ differed"),
    ("nocturnal", "diurnal"),
    ("deciduous", "evergreen"),
    ("herbivorous", "carnivorous"),
    ("wired", "wireless"),
    ("temporary", "permanent"),
    ("domesticated", "wild"),
    ("soluble", "insoluble"),
    ("mutable", "immutable"),
    ("indoors indoor", "outdoors outdoor"),
    ("curable", "incurable"),
    ("reversible", "irreversible"),
    ("effective", "ineffective"),
    ("stable", "unstable"),
    ("flammable", "nonflammable"),
    ("toxic", "nontoxic"),
    ("convicted", "acquitted"),
    ("northernmost", "southernmost"),
    ("easternmost", "westernmost"),
    ("largest biggest", "smallest"),
    ("tallest highest", "lowest"),
    ("longest", "shortest"),
    ("oldest", "youngest newest"),
    ("deepest", "shallowest"),
)
_OPPOSED_DEEDS = (
    (
        "allow allows allowed permit permits permitted",
        "ban bans banned forbid forbids forbade prohibit prohibits prohibited",
    ),
    ("uphold upheld affirmed", "overturn overturned overruled"),
    ("approve approves approved ratify ratified", "reject rejects rejected veto vetoed block blocks blocked"),
    ("promoted promotion", "relegated relegation"),
    ("accept accepts accepted", "decline declines declined refuse refuses refused"),
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


SIDES = _sides(
    (
        ("north", "south"),
        ("northern", "southern"),
        ("east", "west"),
        ("eastern", "western"),
        ("left", "right"),
        ("day", "night"),
        ("inside", "outside"),
        ("above", "below"),
    )
)
"""Opposites where they tell where, or when, the subject is."""

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
        series unit trial experiment cohort question case round season volume episode number no box item note exhibit form rule schedule appendix highway"""
    )
)
"""What has a number for its name."""

IRREGULAR_PAST = frozenset(
    listed(
        """ate broke drank fled hung rode sang slept sought spoke stole swam swore tore wore rose fell grew sank won lost held met sold bought built wrote took gave made led became began ran went came found saw shrank
        cost brought chose drew drove flew fought got kept knew left paid put sent set spent stood struck swept taught thought threw told"""
    )
)

FINITE = IRREGULAR_PAST - {"cost", "set", "found", "left", "put", "struck", "cut"} | frozenset(
    listed(
        "lies stands flows consists contains comprises belongs orbits rises extends empties designed founded discovered invented composed"
    )
)
"""Verbs that look like nothing else."""

DURATION = frozenset({"length", "last", "life", "lifetim", "durat", "take", "term", "period", "run", "live"})
"""Keys that ask of a time how long it is."""
TOLD_BY_UNIT = {"m": {"length"}, "m2": {"area"}, "g": {"mass"}, "s": {"duration"}, "month": {"duration"}}
"""By the base of a unit, attributes that a value in it tells without being named: "a 3 km runway"."""
LIMITS = frozenset(listed("maximum max maximal top greatest"))


@cache
def stemmed(words: frozenset[str]) -> frozenset[str]:
    """The keys of such words as `facts` and `SAME` give them."""
    stem = stemmer("en")
    return frozenset(SAME.get(word, stem(word)) for word in words) | words
