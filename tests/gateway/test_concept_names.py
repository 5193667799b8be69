"""The names of an owner's concepts: a function of what her articles say, in the rows as in the rule."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select

from lorewright.db.engine import Database
from lorewright.gateway.articles.tables import article
from lorewright.gateway.concepts import actions
from lorewright.gateway.concepts.rules import Form, names
from lorewright.gateway.concepts.tables import article_concept, concept

NOW = datetime(2026, 1, 2, tzinfo=UTC)
DAM = Form("dam", "dam")
DAMS = Form("dam", "dams")
TURBINE = Form("tidalturbine", "tidal-turbine", "tt")
TURBINES = Form("tidalturbine", "tidal-turbines")
TOWER = Form("tidaltower", "tidal-tower", "tt")
SHORT = Form("tt", "tt")
FORMS = [DAM, DAMS, TURBINE, TURBINES, TOWER, SHORT]


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ([DAMS], {"dam": "dams"}),
        ([DAMS, DAM], {"dam": "dam"}),
        ([SHORT], {"tt": "tt"}),
        ([SHORT, TURBINES], {"tt": "tt", "tidalturbine": "tidal-turbines"}),
        ([SHORT, TURBINE], {"tt": "tidal-turbine", "tidalturbine": "tidal-turbine"}),
        ([SHORT, TURBINE, TOWER], {"tt": "tt", "tidalturbine": "tidal-turbine", "tidaltower": "tidal-tower"}),
    ],
)
def test_names(forms: list[Form], expected: dict[str, str]) -> None:
    assert names(forms) == expected


@pytest.mark.parametrize(
    ("merged", "expected"),
    [
        ({"dam": "tidaltower"}, {"dam": "tidal-tower", "tidaltower": "tidal-tower"}),
        ({"dam": "wall"}, {"dam": "dam"}),
        ({"dam": "tidaltower", "tidaltower": "tt"}, {"dam": "tt", "tidaltower": "tt"}),
        ({"dam": "tidaltower", "tidaltower": "dam"}, {"tidaltower": "dam"}),
        ({"tidalturbine": "dam"}, {"tidalturbine": "dam"}),
    ],
)
def test_decisions_that_two_are_one(merged: dict[str, str], expected: dict[str, str]) -> None:
    found = names(FORMS, merged)
    assert {key: found[key] for key in expected} == expected


def test_an_abbreviation_follows_where_its_concept_is_called_otherwise() -> None:
    assert names([SHORT, TURBINE, DAM], {"tidalturbine": "dam"})["tt"] == "dam"


@given(st.permutations(FORMS))
def test_the_order_says_nothing(forms: list[Form]) -> None:
    assert names(forms) == names(FORMS)


def _article(database: Database, owner: str, id_: str) -> None:
    row = {"id": id_, "user_id": owner, "slug": id_, "title": id_, "page_type": "source", "provider": "builtin"}
    with database.writing() as tx:
        tx.execute(insert(article), {**row, "version": 1, "created_at": NOW, "updated_at": NOW, "file_due": 0})


def _said(database: Database, owner: str) -> dict[tuple[str, str], str]:
    """(article, key) -> the name in its row."""
    with database.reading() as tx:
        rows = tx.execute(select(article_concept).where(article_concept.c.user_id == owner)).all()
    return {(row.article_id, row.key): row.concept for row in rows}


def _counts(database: Database, owner: str) -> dict[str, int]:
    """The rows of concepts: name -> how many articles."""
    with database.reading() as tx:
        rows = tx.execute(select(concept).where(concept.c.user_id == owner)).all()
    return {row.name: row.article_count for row in rows}


def _expected(said: dict[str, Iterable[Form]]) -> dict[tuple[str, str], str]:
    named = names(form for forms in said.values() for form in forms)
    return {(one, form.key): named[form.key] for one, forms in said.items() for form in forms}


STEPS: list[tuple[str, list[Form]]] = [
    ("a", [TURBINE, DAMS]),
    ("b", [SHORT]),
    ("c", [DAM, SHORT, TURBINES]),
    ("d", [TOWER]),
    ("a", [DAMS]),
    ("d", []),
    ("a", [TURBINE]),
    ("c", [DAMS]),
    ("a", []),
]
"""What an article says from then on; nothing where it is deleted."""


def test_rows_follow_the_rule_whatever_comes_and_goes(database: Database) -> None:
    said: dict[str, Iterable[Form]] = {}
    for id_ in "abcd":
        _article(database, "me", id_)
        _article(database, "other", f"other-{id_}")
    with database.writing() as tx:
        actions.put(tx, "other", "other-a", [TOWER, DAM], NOW)
    for id_, forms in STEPS:
        before = _said(database, "me")
        with database.writing() as tx:
            if forms:
                _, renamed, changed = actions.put(tx, "me", id_, forms, NOW)
                actions.drop_empty(tx, "me", changed)
            else:
                renamed, _ = actions.forget(tx, "me", [id_], NOW)
        said[id_] = forms
        after = _said(database, "me")
        assert after == _expected(said)
        called_otherwise = {one for (one, key), name in after.items() if before.get((one, key), name) != name}
        assert renamed == called_otherwise - {id_}
        assert _counts(database, "me") == Counter(name for _, name in {(one, name) for (one, _), name in after.items()})
    assert _said(database, "other") == {("other-a", "tidaltower"): "tidal-tower", ("other-a", "dam"): "dam"}


def test_many_at_once_agree_on_the_names(database: Database) -> None:
    said = {f"article-{number}": [FORMS[number % len(FORMS)], FORMS[0]][: 1 + (number % 6 > 1)] for number in range(24)}
    for id_ in said:
        _article(database, "me", id_)

    def put(id_: str) -> None:
        with database.writing() as tx:
            tx.lock("slug", "me")
            actions.put(tx, "me", id_, said[id_], NOW)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(put, said))
    assert _said(database, "me") == _expected(dict(said))
