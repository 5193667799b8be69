"""Placing concepts and making their pages."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import numpy as np
import structlog
from numpy.typing import NDArray

from lorewright.core.errors import BudgetExceeded, Unavailable
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import sources_of
from lorewright.gateway.articles.tables import PageType
from lorewright.gateway.sources.actions import lock_rows
from lorewright.gateway.taxonomy import actions, queries, rules
from lorewright.gateway.taxonomy.queries import Known
from lorewright.knowledge.engine import Asking
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.knowledge.homonyms import Split, are_apart, besides, candidates
from lorewright.knowledge.taxonomy import Concept, Place, Vectors, merges, places
from lorewright.platform.engines import engine_of
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name
from lorewright.platform.jobs.actions import Claimed, enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.world import World

AT_ONCE = 100
"""Concepts written in one transaction."""
EMBEDDED_AT_ONCE = 16
SHOWN = 200
"""Concepts that a model is shown, those without a place before others."""
COMPARED = 8
"""Articles of a sense that are looked at to tell whether it is another."""

log = structlog.get_logger()


def rebuild_concepts(world: World, work: Work) -> None:
    """Says which names are one and which concept stands below which, and asks for the pages that are not there."""
    with work.writing() as tx:
        actions.drop_doubtful(tx, work.owner, world.clock.now())
    with world.db.reading() as tx:
        known = queries.known(tx, work.owner)
    vectors = _vectors(world, work, known.concepts)
    with work.writing() as tx:
        is_new = actions.decide(tx, work.owner, known, merges(known.concepts, vectors), world.clock.now())
    if _divided(world, work) or is_new:
        with world.db.reading() as tx:
            known = queries.known(tx, work.owner)
    placed = places(known.concepts, known.parents, vectors, known.told)
    told = _told_by_model(world, work, known, placed)
    if told:
        placed = places(known.concepts, known.parents, vectors, known.told | told)
    moved = sum(known.parents[id_] != one.parent for id_, one in placed.items())
    for some in rules.steps(known.parents, placed, AT_ONCE):
        with work.writing() as tx:
            actions.place(tx, work.owner, some)
    with world.db.reading() as tx:
        wanted = queries.without_page(tx, work.owner)
    for start in range(0, len(wanted), AT_ONCE):
        with work.writing() as tx:
            for id_ in wanted[start : start + AT_ONCE]:
                enqueue(tx, work.owner, Kind.COMPILE_CONCEPT, now=world.clock.now(), article_id=id_)
    with work.writing() as tx:
        work.finish(tx, f"{len(known.concepts)} concepts, {moved} placed anew, {len(wanted)} pages to be made")


def compile_concept(world: World, work: Work) -> None:
    """Makes the page of a concept from the claims of its articles; takes it away where there are too few, unless a person wrote into it."""
    id_ = work.held.article_id
    if id_ is None:
        raise ValueError("a page's job needs its concept")
    with world.db.reading() as tx:
        drafted = actions.draft(tx, work.owner, id_)
    with work.writing() as tx:
        now = world.clock.now()
        if drafted is None and actions.keep(tx, work.owner, id_, now):
            work.finish(tx, "too little is said of the concept; its page stays for what a person wrote into it")
            return
        if drafted is None:
            is_gone = actions.remove(tx, work.owner, id_, now)
            work.finish(tx, "the page was taken away" if is_gone else "too little is said of the concept for a page")
            return
        actions.put(tx, work.owner, drafted, now)
        _tell(tx, work.held, "compiled", now)
        # Not what it is called: the job is of no source, and outlives those that say the name.
        work.finish(tx, f"{len(drafted.claims)} sentences")


def take_up_concepts(world: World) -> None:
    """Asks for concepts to be placed that have other articles than when they were."""
    with world.db.reading() as tx:
        owners = queries.owners_of_new(tx)
    for owner in owners:
        with world.db.background() as tx:
            enqueue(tx, owner, Kind.REBUILD_CONCEPTS, now=world.clock.now())


def _told_by_model(world: World, work: Work, known: Known, placed: Mapping[str, Place]) -> dict[str, str]:
    """The parents that a language model, where one is chosen, tells of concepts that have none otherwise.

    Without one, or where it may not be asked, rules are all.
    """
    wide = [one for one in known.concepts if len(one.articles) >= rules.FEWEST]
    shown = sorted(wide, key=lambda one: (placed[one.id].parent is not None, -len(one.articles), one.name))[:SHOWN]
    lacking = [at for at, one in enumerate(shown) if placed[one.id].parent is None]
    if not lacking:
        return {}
    try:
        engine = engine_of(world, work.owner, lock_rows, work.advanced)
        if isinstance(engine, Extractive):
            return {}
        about = tuple(_sources_of(world, work, shown))
        found = work.awaited(engine.parents([one.name for one in shown], lacking, Asking(work.owner, about)))
    except (BudgetExceeded, Unavailable) as error:
        log.warning("concepts are placed by rule alone", detail=error.detail)
        return {}
    return {shown[child].id: shown[parent].id for child, parent in found}


def _sources_of(world: World, work: Work, concepts: Iterable[Concept]) -> list[str]:
    with world.db.reading() as tx:
        return sources_of(tx, work.owner, {id_ for one in concepts for id_ in one.articles})


def _divided(world: World, work: Work) -> bool:
    """Tells apart what has one name and is several; whether anything is called otherwise now."""
    with world.db.reading() as tx:
        found = queries.names(tx, work.owner)
    proposed = [one for one in candidates(found.concepts) if one.concept in found.keys and _are_apart(world, work, one)]
    with work.writing() as tx:
        return actions.divide(tx, work.owner, found, proposed, world.clock.now())


def _are_apart(world: World, work: Work, one: Split) -> bool:
    """Whether what some articles of each sense say beside the name is far apart."""
    work.check()
    ids = [id_ for sense in one.senses for id_ in sorted(sense.articles)[:COMPARED]]
    with world.db.reading() as tx:
        told = queries.told(tx, work.owner, ids)
    embedder = world.embedders.chosen()
    vectors: dict[str, NDArray[np.float32]] = {}
    for start in range(0, len(told), EMBEDDED_AT_ONCE):
        some = dict(list(told.items())[start : start + EMBEDDED_AT_ONCE])
        rows = embedder.embed([besides(text, one.concept) for text in some.values()])
        vectors |= {id_: np.asarray(row) for id_, row in zip(some, rows, strict=True)}
    return are_apart(one.senses, vectors)


def _vectors(world: World, work: Work, concepts: Sequence[Concept]) -> Vectors:
    """Of those that may have a page: what only one article says has no place among many."""
    wide = [one for one in concepts if len(one.articles) >= rules.FEWEST]
    found: dict[str, NDArray[np.float32]] = {}
    embedder = world.embedders.chosen()
    for start in range(0, len(wide), EMBEDDED_AT_ONCE):
        some = wide[start : start + EMBEDDED_AT_ONCE]
        work.progress(80 * start // len(wide), f"Read {start} of {len(wide)} concepts")
        rows = embedder.embed([one.name for one in some])
        found |= {one.id: np.asarray(row) for one, row in zip(some, rows, strict=True)}
    return found


def _failed(tx: Transaction, held: Claimed, _sentence: str, now: datetime) -> None:
    _tell(tx, held, "failed", now)


def _tell(tx: Transaction, held: Claimed, status: str, now: datetime) -> None:
    said: dict[str, object] = {"article_id": held.article_id, "page_type": PageType.CONCEPT, "status": status}
    tell(tx, held.user_id, Name.ARTICLE_RECOMPILED, said, now=now)


TASKS = {Kind.REBUILD_CONCEPTS: Task(rebuild_concepts), Kind.COMPILE_CONCEPT: Task(compile_concept, failed=_failed)}
