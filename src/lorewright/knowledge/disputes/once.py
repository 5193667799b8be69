"""English words by which `facets` reads what a thing has but one of."""

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes, events, relations
from lorewright.knowledge.disputes.cutting import BLANK, LASTING, SITS
from lorewright.knowledge.units import SPELLED
from lorewright.knowledge.words import keyed, listed

SEATED = frozenset({"based", "headquartered"}) | SITS
SEAT_IN = ("in", "at")
LIES = SITS | frozenset(listed("based headquartered located situated lie sit stand"))
FIXED = frozenset(
    listed(
        """abbey airline airport arena borough brewery brewing building castl cathedr cemeteri chapel church citi club colleg commun compani
        district farm fort garden hall hamlet hospit hotel hous librari mine monasteri mosqu museum palac park school settlement skyscrap
        stadium station suburb synagogu team templ theatr tower town townhous townland univers villag vineyard winery zoo"""
    )
)
"""Stems of what lies in one country."""
TRADES = ("er", "or", "ist", "ian", "man", "woman", "poet", "cook", "chef")
"""Ends of words for people, who may be from one country and live in another."""
OF_NATIONS = frozenset(
    listed(
        """company airline band brand newspaper magazine film actress footballer politician club team city town village municipality composer
        writer author king queen general bank vodka beer opera novel singer"""
    )
)
"""What is of one nation, beside people."""
AREAS = frozenset(listed("river creek counti provinc district borough oblast prefectur canton hill peninsula valley"))
"""Stems of kinds of places; what is in one of them is hardly in another."""
HELD = {
    one: one
    for one in listed(
        "king queen emperor empress duke earl count prince president governor mayor bishop archbishop abbot senator"
    )
}
REIGNED = frozenset(listed("reigned ruled"))
SERVED = frozenset(listed("served became"))
TITLES = frozenset(
    listed(
        "cardin king queen princ princess emperor duke lord ladi sir dame dr bishop archbishop pope count earl general captain"
    )
)
"""Stems of what stands before the names of many."""
SEAT = frozenset(listed("editori offic head main headquart seat administr"))
"""Parts of a thing that are where it is."""
NOUNS = frozenset(
    listed(
        """show series programme sitcom single track record game journal periodical paper newspaper festival award building structure house
        facility site system summit range ridge region area settlement community fort painter artist play piece work institution society
        organisation organization company firm brand publication product waterfall property station line vessel aircraft locomotive model machine title franchise event place venue"""
    )
)
THINGS = attributes.GENERIC | NOUNS
"""Which, with "the", stand for the thing that is spoken of, beside what it is said to be."""
MODIFIERS = frozenset(
    listed(
        """new newer newest old older oldest early earlier earliest current present previous former later latter last other another second
        third next original modern main women men girls boys ladies youth junior reserve national north south east west left right upper lower"""
    )
)
"""Of "the new church": what tells it from another of its kind."""
AGAIN = frozenset(listed("again rebuilt reopened"))
PUBLISHED = frozenset(
    word for word, event in events.WORKS.items() if event in ("write", "compose", "direct", "record")
) | {"movie", "game", "documentary", "musical"}
"""Works of which a year tells when they came out."""
MADE = ("paint", "publish", "write")
MAKING = frozenset(listed("produce build publish"))
_COUNTING = frozenset(listed("close exactly just altogether"))
LIMITING = frozenset(listed("only but either longer yet until always all every"))
UNSURE = frozenset(listed("may might could according would should"))
TOWNS = frozenset(listed("town city village"))
LAST = frozenset(listed("last final"))
CUSTOMERS = frozenset(listed("guests customers shoppers diners"))
"""What was opened to these was opened."""
PURPOSES = frozenset(
    listed(
        """replace serve house provide commemorate honour honor accommodate carry connect protect support supply meet mark celebrate teach
        train help keep bring make become succeed hold link promote defend store produce process"""
    )
)
"""What follows "to" where it says what for: "was built to replace"."""
FIRST_ISSUE = frozenset(listed("1. issu edit number"))
"""With which it first came out."""
SCOPING = frozenset(listed("in on to for at as"))
OBJECTS = frozenset(listed("it him them"))
WORK, YOUNGEST, OLDEST, YEAR = 365, 10, 112, 365.25
"""Days that the year of a work may be told too early or late; years of a life."""
STEM = 6
"""Letters by which words of a denial and of what it denies are the same."""
UNSAID = (
    attributes.NOW
    | attributes.ONCE
    | frozenset({*words.LIGHT, *words.ROLE, *words.QUANTIFIER, *words.NEGATION, *SPELLED})
    | words.PLACE
    | BLANK
)
TIES = UNSAID | attributes.EMPTY | attributes.TYING | _COUNTING
ALIKE = keyed(connect="connect connected attached linked joined")
"""Words of denials that say the same."""
DENYING = frozenset(listed("not never no"))
BEING = frozenset(listed("is are was were"))
WAS, IS = frozenset(listed("was were had did")), frozenset(listed("is are has have does do"))
TRIGGERS = frozenset(
    {
        *events.HAPPENS,
        *events.ACTS,
        *events.BECAME,
        *relations.ROLES,
        *SEATED,
        *SPELLED,
        *LIES,
        *BEING,
        *HELD,
        *REIGNED,
        *SERVED,
        *LASTING,
        *TOWNS,
        *LAST,
        "by",
    }
)
