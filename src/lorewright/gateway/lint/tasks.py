"""Making a report: what contradicts what, then all else that is wrong with the articles."""

from datetime import datetime

from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.actions import files_touched
from lorewright.gateway.contradictions.actions import relink
from lorewright.gateway.contradictions.tasks import Compared, Pairs, compare
from lorewright.gateway.lint import actions, structure
from lorewright.gateway.lint.rules import Found
from lorewright.gateway.lint.tables import LintFindingKind
from lorewright.platform.accounts.folders import folder_of
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name
from lorewright.platform.jobs.actions import Claimed
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.world import World

WRITTEN_AT_ONCE = 50
READ_PERCENT = 80
"""Of the work, as far as it can be known before: reading what has changed takes nearly all of the time."""


def lint_wiki(world: World, work: Work) -> None:
    """Fills the report that was asked for. Makes way for whatever is more urgent; what was read by then stays read."""
    with work.writing() as tx:
        report_id = actions.begin(tx, work.owner, work.held.id, world.clock.now())

    compared = compare(world, work, _Progress(work, report_id))
    if compared is None:
        return
    found, pages = _looked(world, work, report_id)
    for start in range(0, len(found), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            actions.put(tx, work.owner, report_id, found[start : start + WRITTEN_AT_ONCE], world.clock.now())
    with work.writing() as tx:
        _complete(tx, world, work, report_id, compared, pages)


class _Progress:
    """Shows in the report, and in the job that makes it, how far it has come."""

    def __init__(self, work: Work, report_id: str) -> None:
        self._work = work
        self._report_id = report_id

    def read(self, tx: Transaction, articles: int, of: int) -> bool:
        actions.set_progress(tx, self._work.owner, self._report_id, checked_articles=articles)
        self._work.report(tx, READ_PERCENT * articles // of, f"Read the claims of {articles} of {of} articles")
        return not self._work.gives_way(tx)

    def paired(self, tx: Transaction, pairs: Pairs) -> None:
        actions.set_progress(tx, self._work.owner, self._report_id, total_pairs=pairs.of, checked_pairs=pairs.checked)
        self._work.report(tx, READ_PERCENT, f"Compared {pairs.checked} of {pairs.of} pairs of claims")

    def weighed(self, tx: Transaction, pairs: Pairs) -> bool:
        self.paired(tx, pairs)
        return not self._work.gives_way(tx)


def _looked(world: World, work: Work, report_id: str) -> tuple[list[Found], int]:
    """What is found beside the comparison, and how many pages are missing. What is safely mended stands in the report from then on."""
    with world.db.reading() as tx:
        found = list(structure.found_in_rows(tx, work.owner))
        broken = structure.broken_links(tx, work.owner)
        one_sided = structure.one_sided(tx, work.owner)
        without_file = structure.without_file(tx, work.owner, folder_of(world.settings.wiki_dir, work.owner))
    touched = [*(row.to_id for row in one_sided), *(row.id for row in without_file)]
    if touched:
        mended = [*map(structure.missing_inverse, one_sided), *map(structure.missing_file, without_file)]
        with work.writing() as tx:
            actions.link_back(tx, work.owner, one_sided)
            files_touched(tx, work.owner, touched, world.clock.now())
            actions.put(tx, work.owner, report_id, mended, world.clock.now())
    return [*found, *broken.found], broken.pages


def _complete(
    tx: Transaction, world: World, work: Work, report_id: str, compared: Compared, missing_pages: int
) -> None:
    now = world.clock.now()
    counts = {
        "total_pairs": compared.pairs.of,
        "checked_pairs": compared.pairs.checked,
        "missing_pages_count": missing_pages,
    }
    actions.set_progress(tx, work.owner, report_id, **counts)
    counted = actions.complete(tx, work.owner, report_id, now)
    said = ", ".join(f"{counted.get(kind, 0)} {kind}" for kind in LintFindingKind)
    if counted.get(LintFindingKind.CONTRADICTION):
        tell(tx, work.owner, Name.LINTER_ALERT, {"report_id": report_id, "message": f"Findings: {said}"}, now=now)
    left_out = f"; {compared.left_out} not compared in other words" if compared.left_out else ""
    work.finish(tx, f"{compared.changed} of {compared.articles} articles compared again; findings: {said}{left_out}")


def _failed(tx: Transaction, held: Claimed, sentence: str, now: datetime) -> None:
    actions.fail(tx, held.user_id, held.id, sentence, now)
    relink(tx, held.user_id, now)  # of what was found until then


TASKS = {Kind.LINT_WIKI: Task(lint_wiki, failed=_failed)}
