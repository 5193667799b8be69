"""What `lorewright check` says of reports and contradictions."""

from collections.abc import Callable

import pytest
from sqlalchemy import Executable, delete, update

from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.tables import RelationType, link
from lorewright.gateway.lint.tables import lint_report
from tests.conftest import Gateway
from tests.gateway.test_contradictions import LONG, LONGER, lint


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda _: update(lint_report).values(status="in_progress"), "is in progress, but no job fills it"),
        (lambda _: delete(link).where(link.c.relation == RelationType.CONTRADICTS), "is not linked"),
    ],
)
def test_what_is_broken_is_told(gateway: Gateway, damage: Callable[[Gateway], Executable], told: str) -> None:
    gateway.feed(LONG)
    gateway.feed(LONGER)
    lint(gateway)
    assert list(violations(gateway.world)) == []
    with gateway.world.db.writing() as tx:
        tx.execute(damage(gateway))
    [found] = violations(gateway.world)
    assert told in found
