"""What happens to a thing, or is done to it: a row for each, with the English words that tell it and what it has but one of.

What reads a sentence strictly (`said`) takes all words of a row for one attribute; what reads tolerantly (`facets`) its past forms alone,
and those that say it where nothing else stands near.
"""

from typing import NamedTuple

from lorewright.knowledge.words import listed


class Event(NamedTuple):
    key: str
    past: str
    """Its past forms."""
    also: str = ""
    """Nouns and other forms that say it beside a date."""
    loosely: str = ""
    """Past forms that `facets` alone takes for it."""
    is_dated: bool = True
    """A second date contradicts the first."""
    is_read_loosely: bool = True
    """Not where a person, or a thing, does it again and again: then all else that is told must be the same."""
    is_read_strictly: bool = True
    is_once: bool = False
    """To one thing at most, wherever, by whomever and as whatever it does."""
    as_what: bool = False
    """It is told as what, or to whom: "joined the Varn Navy"."""
    of_it: bool = False
    """Of these: what is done to the thing."""
    place: str = ""
    """What leads to the one place where it happens."""
    doer: str = ""
    """What leads to who alone does it."""
    role: str = ""
    """What that is called."""
    works: str = ""
    """Of "a novel by Ada Voss" the novel."""
    changes: bool = False
    """Another may do it at another time."""


ROWS = (
    # Beginnings
    Event("found", "founded established incorporated", "foundation founding establishment", "formed", is_once=True, place="in at", doer="by", role="founder"),
    Event("form", "formed", is_read_loosely=False),
    Event("birth", "born", "birth", is_once=True, place="in at"),
    Event("begin", "began begun started", "begin begins beginning start starts"),
    Event("open", "opened inaugurated", "open opens opening inauguration", doer="by"),
    Event("reopen", "reopened", "reopen reopening"),
    Event("launch", "launched", "launch launches", is_once=True),
    Event("introduce", "introduced", "introduce introduces introduction"),
    Event("premiere", "premiered", "premiere premieres"),
    Event("publish", "published released", "publish publication release releases", "appeared issued"),
    Event("independent", "", "independent independence", is_once=True),
    Event("commission", "commissioned", doer="by"),
    Event("first", ""),
    # Who made it
    Event("build", "built constructed erected", "build builds building construct construction work works", place="in at", doer="by", role="builder"),
    Event("finish", "completed finished", "complete completion finish", is_once=True),
    Event("make", "", "", "made", is_read_strictly=False),
    Event("create", "created", "creates", is_read_loosely=False),
    Event("design", "designed", "design", "drew drawn created", doer="by", role="designer architect", works="work works project design creation masterpiece building game"),
    Event("write", "wrote written", "write", "authored", doer="by", role="author writer", works="novel novella book poem play essay story tragedy comedy epic"),
    Event("compose", "composed", "compose", doer="by", role="composer", works="opera symphony oratorio ballet concerto requiem"),
    Event("direct", "directed", is_read_strictly=False, doer="by", role="director", works="film"),
    Event("film", "filmed", "", "shot", is_read_strictly=False, place="in at"),
    Event("paint", "painted", doer="by", works="painting"),
    Event("sculpt", "sculpted", is_read_strictly=False, doer="by", works="sculpture"),
    Event("record", "recorded", is_read_strictly=False, doer="by", works="album single song record"),
    Event("edit", "edited", is_read_strictly=False, doer="by"),
    Event("translate", "translated", is_read_strictly=False, doer="by"),
    Event("conduct", "conducted", is_read_strictly=False, doer="by"),
    Event("develop", "developed", is_read_strictly=False, doer="by"),
    Event("produce", "produced", is_read_strictly=False, doer="by"),
    Event("invent", "invented", "invent invents invention", is_once=True, doer="by", role="inventor"),
    Event("electrify", "electrified"),
    Event("patent", "patented", "patent patents"),
    Event("coin", "coined"),
    Event("breed", "bred"),
    Event("discover", "discovered", "discover discovers discovery", is_once=True, doer="by", role="discoverer"),
    Event("isolate", "isolated", is_read_strictly=False, doer="by"),
    Event("namesake", "", "", "named", is_dated=False, doer="after for"),
    # What becomes of it
    Event("donate", "donated deeded bequeathed given", is_read_strictly=False, doer="by"),
    Event("own", "owned", is_dated=False, doer="by", changes=True),
    Event("operate", "operated managed", is_dated=False, doer="by", changes=True),
    Event("deal", "", "", "acquired bought purchased sold", is_read_strictly=False, as_what=True, of_it=True),
    Event("register", "registered", "", "listed added inscribed", as_what=True, of_it=True),
    Event("rename", "renamed", as_what=True, of_it=True),
    Event("move", "moved", "", "relocated", as_what=True),
    Event("air", "", "", "aired", is_read_strictly=False, as_what=True),
    Event("float", "floated", is_read_loosely=False),
    Event("privatise", "privatised"),
    Event("nationalise", "nationalised"),
    Event("takeover", "", "takeover"),
    Event("bankrupt", "", "bankrupt"),
    Event("merge", "merged", "merge merges merger"),
    Event("unify", "unified", "unify unification"),
    Event("dedicate", "dedicated", "dedicate dedication"),
    Event("consecrate", "consecrated", "consecration"),
    Event("unveil", "unveiled"),
    Event("close", "closed", "close closes closure"),
    Event("decommission", "decommissioned"),
    Event("discontinue", "discontinued"),
    Event("abandon", "abandoned"),
    Event("dismantle", "dismantled"),
    Event("disband", "disbanded"),
    Event("demolish", "demolished razed", "demolish demolition", is_once=True),
    Event("destroy", "destroyed", "destroy destroys destruction"),
    Event("collapse", "collapsed", is_read_loosely=False),
    Event("crash", "crashed", "crash", is_read_loosely=False),
    Event("erupt", "erupted", is_read_loosely=False),
    Event("explode", "exploded", "explode explosion"),
    Event("collide", "collided", "collide collision"),
    Event("sink", "sank sunk", "sink sinks sinking", is_once=True),
    Event("dissolve", "dissolved", "dissolve dissolution", is_once=True),
    Event("cease", "ceased", is_read_loosely=False),
    Event("end", "ended concluded", "end ends ending conclude", is_once=True),
    # Of states and laws
    Event("happen", "happened occurred fought struck", "happen occur", is_once=True, place="in at"),
    Event("win", "won", is_dated=False, is_read_loosely=False, doer="by", role="winner", changes=True),
    Event("defeat", "", "", "defeated beaten", is_dated=False, doer="by", changes=True),
    Event("invade", "invaded", "invade invasion"),
    Event("conquer", "conquered", "conquer conquest"),
    Event("annex", "annexed", is_read_loosely=False),
    Event("surrender", "surrendered", is_read_loosely=False),
    Event("settle", "settled"),
    Event("adopt", "adopted", "adopt adopts adoption"),
    Event("approve", "approved licensed", "approve approval"),
    Event("sign", "signed", "sign signs signing signature", is_read_loosely=False),
    Event("ratify", "ratified", "ratify ratification"),
    Event("enact", "enacted"),
    Event("effect", "", "effect"),
    Event("repeal", "repealed"),
    Event("abolish", "abolished", "abolish abolition", is_once=True),
    # Of lives
    Event("death", "died killed", "die dies death deaths dead kill kills", is_once=True, place="in at"),
    Event("bury", "buried interred", "bury burial", place="in at"),
    Event("assassinate", "assassinated murdered", is_once=True, doer="by"),
    Event("execute", "executed beheaded hanged"),
    Event("exile", "exiled"),
    Event("baptise", "baptised baptized christened", "christening"),
    Event("marry", "married wed", "marry marriage wedding"),
    Event("divorce", "divorced", is_read_loosely=False),
    Event("widow", "widowed", is_read_loosely=False),
    Event("crown", "crowned enthroned", "crown coronation enthronement"),
    Event("accede", "acceded", "accede accession"),
    Event("abdicate", "abdicated"),
    Event("depose", "deposed"),
    Event("knight", "knighted"),
    Event("ordain", "ordained"),
    Event("canonise", "canonised canonized"),
    Event("beatify", "beatified"),
    Event("excommunicate", "excommunicated"),
    Event("emigrate", "emigrated", "emigrate emigration"),
    Event("graduate", "graduated", as_what=True),
    Event("doctor", "", "doctorate"),
    Event("retire", "retired", as_what=True),
    Event("appoint", "", "", "appointed", is_read_strictly=False, as_what=True, of_it=True),
    Event("enlist", "enlisted"),
    Event("join", "", "", "joined", is_read_strictly=False, as_what=True),
    Event("become", "", "", "became", is_read_strictly=False, as_what=True),
    Event("arrive", "arrived", "arrive arrival", is_read_loosely=False),
    Event("depart", "departed", "depart departure", is_read_loosely=False),
    Event("land", "landed", is_read_loosely=False),
)  # fmt: skip


def _forms(one: Event) -> tuple[str, ...]:
    return listed(f"{one.past} {one.loosely}")


ATTRIBUTES = {
    word: one.key for one in ROWS if one.is_read_strictly and one.is_dated for word in listed(f"{one.past} {one.also}")
}
"""Word -> what happens."""
DATED = frozenset(one.key for one in ROWS if one.is_read_strictly and one.is_dated)
"""What is done or happens once, where all else that is told is the same."""
ONLY_ONCE = frozenset(one.key for one in ROWS if one.is_once)
HAPPENS = {
    word: one.key for one in ROWS if one.is_read_loosely and one.is_dated and not one.as_what for word in _forms(one)
}
"""Past form -> what happens once to one thing."""
BECAME = {word: one.key for one in ROWS if one.as_what for word in _forms(one)}
"""Past form -> what happens once, as what or to whom else it is told."""
DONE_TO = frozenset(one.key for one in ROWS if one.of_it)
DONE = {word: one.key for one in ROWS if one.doer for word in listed(one.past)}
"""Past form -> what one alone does to a thing."""
ACTS = {word: one.key for one in ROWS if one.doer and one.is_read_loosely for word in _forms(one)}
"""The same with what says it only where nothing else stands near."""
LEADS = {one.key: listed(one.doer) for one in ROWS if one.doer}
"""What stands before who did it."""
PLACES = {one.key: listed(one.place) for one in ROWS if one.place}
"""What leads to the place where it happened."""
ROLES = {word: one.key for one in ROWS for word in listed(one.role)}
"""What somebody is of what was done."""
WORKS = {word: one.key for one in ROWS for word in listed(one.works)}
"""Of "a novel by" somebody."""
CHANGING = frozenset(one.key for one in ROWS if one.changes)
OF_WORKS = frozenset(WORKS.values())
