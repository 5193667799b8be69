"""English words by which `facets` reads what a thing has but one of."""

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes, relations
from lorewright.knowledge.disputes.attributes import SAME
from lorewright.knowledge.disputes.cutting import BLANK, SITS
from lorewright.knowledge.units import SPELLED
from lorewright.knowledge.words import keyed, listed

ACTS = {one: key for one, key in relations.DONE.items() if key not in relations.CHANGING} | keyed(
    edit="edited",
    produce="produced",
    design="drew drawn created",
    record="recorded",
    defeat="defeated beaten",
    donate="donated deeded bequeathed given",
    build="built constructed erected",
    namesake="named",
)
"""Past form -> what one alone does to a thing."""
_OFTEN = frozenset(listed("sign arrive depart"))
"""Of `EVENTS` what a person does again and again."""
_FORMS = attributes.IRREGULAR_PAST | frozenset(listed("born built begun sunk fought written drawn"))
HAPPENS = {
    **{one: key for one, key in ACTS.items() if key not in ("namesake", "defeat")},
    **{
        one: key
        for one, key in SAME.items()
        if key in attributes.EVENTS - _OFTEN and (one.endswith("ed") or one in _FORMS)
    },
    **keyed(
        publish="appeared issued",
        make="made",
        film="filmed",
        settle="settled",
        consecrate="consecrated",
        marry="married",
    ),
}
"""Past form -> what happens once to one thing."""
BECAME = keyed(
    become="became",
    join="joined",
    graduate="graduated",
    retire="retired",
    move="moved relocated",
    air="aired",
    register="listed added inscribed",
    rename="renamed",
    deal="acquired bought purchased sold",
)
"""Past form -> what happens once, as what or to whom else it is told."""
DONE_TO = frozenset(listed("register rename deal"))
"""Of `BECAME` what is done to the thing."""
SITE = {"found": "founded in"}
SEATED = frozenset({"based", "headquartered"}) | SITS
LIES = SITS | frozenset(listed("located situated lie sit stand"))
AREAS = frozenset(listed("river creek counti provinc district borough oblast prefectur canton"))
"""Stems of kinds of places; what is in one of them is hardly in another."""
HELD = {
    one: one
    for one in listed(
        "king queen emperor empress duke earl count prince president governor mayor bishop archbishop abbot senator"
    )
}
REIGNED = frozenset(listed("reigned ruled"))
SERVED = frozenset(listed("served became"))
IN_ONE_PLACE = frozenset(listed("birth death bury happen film found"))
BY = {"namesake": ("after", "for")}
SEAT = frozenset(listed("editori offic head main headquart seat administr"))
"""Parts of a thing that are where it is."""
NOUNS = frozenset(
    listed(
        """show series programme sitcom single track record game journal periodical paper newspaper festival award building structure house
        facility site system summit range ridge region area settlement community fort painter artist play piece work institution society
        organisation organization company firm brand publication product waterfall property station line vessel aircraft locomotive model machine title franchise event place venue"""
    )
)
THINGS = attributes.GENERIC | attributes.WHOLES | NOUNS
"""Which, with "the", stand for the thing that is spoken of, beside what it is said to be."""
MODIFIERS = frozenset(
    listed(
        """new newer newest old older oldest early earlier earliest current present previous former later latter last other another second
        third next original modern main north south east west left right upper lower"""
    )
)
"""Of "the new church": what tells it from another of its kind."""
AGAIN = frozenset(listed("again rebuilt reopened"))
PUBLISHED = frozenset(
    listed("single song album film novel book play movie game record documentary musical opera ballet")
)
MADE = ("paint", "publish", "write")
MAKING = frozenset(listed("produce build publish"))
_COUNTING = frozenset(listed("close exactly just altogether"))
LIMITING = frozenset(listed("only but either longer yet until always all every"))
UNSURE = frozenset(listed("may might could according would should"))
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
MAKERS = keyed(
    design="work works project design creation masterpiece building sculpture",
    record="album single song record",
    write="novel book play",
    direct="film",
)
"""Of "is a work by" somebody."""
DENYING = frozenset(listed("not never no"))
BEING = frozenset(listed("is are was were"))
WAS, IS = frozenset(listed("was were had did")), frozenset(listed("is are has have does do"))
TRIGGERS = frozenset({*HAPPENS, *ACTS, *BECAME, *SEATED, *SPELLED, *LIES, *BEING, *HELD, *REIGNED, *SERVED, "by"})
