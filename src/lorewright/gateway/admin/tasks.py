"""Making the index of an owner's passages again, beside the one that serves."""

from lorewright.gateway.admin.rules import percent
from lorewright.knowledge import texts
from lorewright.knowledge.indexing import EMBED_BATCH, Lacking, put_vectors, rebuild_words_step
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.world import World


def reindex(world: World, work: Work) -> None:
    """Makes the words again where that was asked for, and the vectors that the chosen embedder has not made yet.

    Where it stands is in the rows of the index, not in the job: whoever takes it up goes on with the next step.
    """
    with world.db.reading() as tx:
        scopes = texts.scopes_of(tx, work.owner)
    for scope_id in scopes:
        if not (_words_made(world, work, scope_id) and _vectors_made(world, work, scope_id)):
            return
    with work.writing() as tx:
        work.finish(tx, "the index is made of all passages")


def _words_made(world: World, work: Work, scope_id: int) -> bool:
    """False where the job went back to the queue because a more urgent one is ready."""
    reached, told = 0, (-1, True)
    while True:
        with work.writing() as tx:
            stands = rebuild_words_step(tx, world, scope_id)
            if stands is None:
                return True
            work.advance(tx)
            reached = percent(stands.built, stands.of) // 2 if stands.of else reached
            doing = f"words of passages up to {stands.built} of {stands.of}" if stands.of else "erasing the old words"
            if (reached, bool(stands.of)) != told:  # each is a row that listeners get
                told = reached, bool(stands.of)
                work.report(tx, reached, doing)
            if work.gives_way(tx):
                return False


def _vectors_made(world: World, work: Work, scope_id: int) -> bool:
    """The same. Where another embedder is chosen than the one that serves, it takes its place once it has made all."""
    with world.db.reading() as tx:
        serving = world.vectors.embedder(tx, scope_id)
        is_empty = not (serving or world.vectors.embedders(tx, scope_id))
    if is_empty:
        return True  # its first vectors are made with its first passages
    chosen = world.embedders.chosen()
    lacking = Lacking.in_scope(scope_id, chosen.name)
    with world.db.reading() as tx:
        total = lacking.count(tx)
    done = after = 0
    while True:
        work.check()
        with world.db.reading() as tx:
            rows = lacking.next(tx, EMBED_BATCH, after)
        if not rows:
            break
        after = rows[-1].number
        vectors = chosen.embed([texts.embedded_text(row.title, row.heading_path, row.content) for row in rows])
        with work.writing() as tx:
            put_vectors(tx, world, rows, vectors, chosen.name)
            work.advance(tx)
            done += len(rows)
            work.report(tx, 50 + percent(done, total) // 2, f"{done} of {total} passages have new vectors")
            if work.gives_way(tx):
                return False
    if serving != chosen.name:
        with work.writing() as tx:
            world.vectors.serve(tx, scope_id, chosen.name)
    more = True
    while more:
        with work.writing() as tx:
            more = world.vectors.erase_step(tx, scope_id)
    return True


TASKS = {Kind.REINDEX: Task(reindex)}
