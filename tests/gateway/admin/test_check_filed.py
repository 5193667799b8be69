"""`lorewright check` and its repair over forks and filed answers."""

import re
from collections.abc import Callable

import pytest
from sqlalchemy import Executable, delete, select, update

from lorewright.gateway.admin.actions import repair
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.tables import article, article_source
from lorewright.gateway.conversations.tables import conversation
from lorewright.index.tables import index_vector
from lorewright.knowledge.tables import passage, text
from tests.conftest import Gateway
from tests.gateway.threads import BUILT, DEEPENED, HARBOUR, LIGHTHOUSE, file, fork, thread


@pytest.fixture
def filed(gateway: Gateway) -> str:
    """The id of an article of answers that rests on two sources, of a conversation that has a fork."""
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    id_ = thread(gateway, DEEPENED, BUILT)
    fork(gateway, id_, 1, BUILT)
    made = str(file(gateway, id_)["article"]["id"])
    gateway.settle()
    assert list(violations(gateway.world)) == []
    return made


def _text_of(filed: str) -> Executable:
    return update(text).where(text.c.source_id == filed).values(state="building")


def _one_source_of(filed: str) -> Executable:
    one = select(article_source.c.source_id).where(article_source.c.article_id == filed).limit(1)
    mine = article_source.c.article_id == filed
    return delete(article_source).where(mine, article_source.c.source_id == one.scalar_subquery())


def _fork_point(filed: str) -> Executable:
    forks = conversation.c.parent_conversation_id.is_not(None)
    return update(conversation).where(forks).values(forked_at_turn_index=7, turn_count=8)


def _page_type(filed: str) -> Executable:
    return update(article).where(article.c.id == filed).values(page_type="meta")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_text_of, r"The article .* \(.*\) of filed answers has no text to be found by"),
        (_one_source_of, r"The article .* \(.*\) has a claim on a source that it does not name"),
        (_fork_point, r"Conversation .* shares turns with .*, which has them not"),
        (_page_type, r"Text .* is of source .*, which is not there"),
    ],
)
def test_what_is_damaged_is_named(
    gateway: Gateway, filed: str, damage: Callable[[str], Executable], sentence: str
) -> None:
    with gateway.world.db.writing() as tx:
        tx.execute(damage(filed))
    assert re.search(sentence, "\n".join(violations(gateway.world)))


def test_lost_vectors_of_filed_answers_are_made_again(gateway: Gateway, filed: str) -> None:
    own = select(passage.c.number).join(text, text.c.id == passage.c.text_id).where(text.c.source_id == filed)
    with gateway.world.db.writing() as tx:
        tx.execute(delete(index_vector).where(index_vector.c.number.in_(own)))
    assert "2 passages without a vector" in "\n".join(violations(gateway.world))
    assert f"The vectors of 2 passages of source {filed} are made again." in list(repair(gateway.world))
    gateway.settle()
    assert list(violations(gateway.world)) == []
