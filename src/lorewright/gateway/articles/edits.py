"""What people make of articles: their edits, in the wiki's files or sent, and going back to what an article said before."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import update

from lorewright.core.errors import Conflict, NotFound, TooLarge
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import links, rules, versions
from lorewright.gateway.articles.actions import FILE_DELAY_S, MORE_DUE, index_edits, lock_names, name_and_link
from lorewright.gateway.articles.schemas import EditRequest, RestoreRequest
from lorewright.gateway.articles.tables import MadeBy, article
from lorewright.gateway.articles.versions import Said, Standing
from lorewright.knowledge import merge
from lorewright.knowledge.wikilinks import unresolved
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World


def keep(
    tx: Transaction,
    owner: str,
    id_: str,
    of_version: int,
    file: Said,
    found: Sequence[merge.Conflict],
    file_hash: str,
    now: datetime,
) -> bool:
    """A file that a person changed becomes a version of its own; the file is made again from it and from the rows.

    `file`: what it comes to, put together with the version `of_version`. False where that is not shown any more.
    """
    lock_names(tx, owner)
    known = versions.standing(tx, owner, id_)
    if known is None or known.shown.number != of_version:  # deleted, or another edit came before it
        return False
    if known.shown.said != file:
        _put_edit(tx, owner, id_, known, file, now)
        versions.add_conflicts(tx, owner, id_, of_version + 1, found, now)
    tx.execute(
        update(article)
        .where(article.c.user_id == owner, article.c.id == id_)
        .values(file_due=MORE_DUE, file_hash=file_hash)
    )
    return True


def edit(tx: Transaction, world: World, owner: str, id_: str, new: EditRequest) -> None:
    """A person's version. Raises `NotFound`, `TooLarge`, and `Conflict` where another came before it."""
    limit = world.settings.limits.text_characters
    if len(new.content or "") > limit:
        raise TooLarge(f"The text has more than {limit:,} characters.")
    known = _at(tx, owner, id_, new.base_version)
    said = known.shown.said
    if new.content is not None:
        edited = Said(*rules.read_edited(new.content, said.title))
        said = edited._replace(body=unresolved(edited.body, said.body, links.slug_of(tx, owner, id_)))
    if new.title is not None:
        said = said._replace(title=" ".join(new.title.split()))
    if said != known.shown.said:
        _put_edit(tx, owner, id_, known, said, world.clock.now())


def restore(tx: Transaction, world: World, owner: str, id_: str, wanted: RestoreRequest) -> None:
    """A new version that says what an older one did. Raises `NotFound`, and `Conflict` where another came before it."""
    known = _at(tx, owner, id_, wanted.base_version)
    row = versions.numbered(tx, owner, id_, wanted.version)
    if row is None:
        raise NotFound("Version not found")
    said = versions.as_version(row).said
    if said != known.shown.said:
        _put_edit(tx, owner, id_, known, said, world.clock.now(), restored_from=row.number)


def _at(tx: Transaction, owner: str, id_: str, base_version: int | None) -> Standing:
    """Raises `NotFound`, and `Conflict` where the article is not at the version that it is to be changed from."""
    lock_names(tx, owner)
    known = versions.standing(tx, owner, id_)
    if known is None:
        raise NotFound("Article not found")
    if base_version not in (None, known.shown.number):
        raise Conflict(
            f"The article is at version {known.shown.number} by now, not {base_version}: look at it and try again."
        )
    return known


def _put_edit(
    tx: Transaction,
    owner: str,
    id_: str,
    known: Standing,
    said: Said,
    now: datetime,
    restored_from: int | None = None,
) -> None:
    number = known.shown.number + 1
    versions.add(tx, owner, id_, number, said, MadeBy.PERSON, now, restored_from)
    versions.settle_conflicts(tx, owner, id_, said.body, now)
    name_and_link(tx, owner, id_, [said.title], said, now, instead=False)
    values = {"title": said.title, "version": number, "updated_at": now, "file_due": MORE_DUE}
    tx.execute(update(article).where(article.c.user_id == owner, article.c.id == id_).values(**values))
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now, delay_s=FILE_DELAY_S)
    index_edits(tx, owner, id_, now)
