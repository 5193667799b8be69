"""Many values as one parameter mean the same on both databases."""

from sqlalchemy import bindparam, insert, not_, select

from lorewright.db.among import among
from lorewright.db.engine import Database
from lorewright.knowledge.tables import scope


def _fill(database: Database, names: list[str]) -> None:
    with database.writing() as tx:
        tx.execute(insert(scope), [{"user_id": "u", "kind": "collection", "name": name} for name in names])


def _named(database: Database, values: list[str]) -> list[str]:
    with database.reading() as tx:
        return sorted(tx.execute(select(scope.c.name).where(among(scope.c.name, values))).scalars())


def test_a_column_is_among_strings(database: Database) -> None:
    odd = ["plain", "it's", 'quo"ted', "back\\slash", "{brace}", "naïve 漢字", "a,b", "NULL", ""]
    _fill(database, odd)
    assert _named(database, [*odd[1:6], "absent"]) == sorted(odd[1:6])
    assert _named(database, []) == []
    assert _named(database, ["", "NULL"]) == ["", "NULL"]


def test_a_column_is_among_numbers_and_can_be_outside(database: Database) -> None:
    _fill(database, ["a", "b", "c"])
    with database.reading() as tx:
        first = tx.execute(select(scope.c.id).where(scope.c.name == "a")).scalar_one()
        others = select(scope.c.name).where(not_(among(scope.c.id, [first, 2**40]))).order_by(scope.c.name)
        assert tx.execute(others).scalars().all() == ["b", "c"]


def test_more_values_than_a_statement_takes_parameters(database: Database) -> None:
    _fill(database, ["a", "b"])
    assert _named(database, [*map(str, range(70_000)), "b"]) == ["b"]


def test_the_values_may_come_with_a_statement_made_before(database: Database) -> None:
    _fill(database, ["a", "b", "c"])
    made = select(scope.c.name).where(among(scope.c.name, bindparam("names"))).order_by(scope.c.name)
    with database.reading() as tx:
        assert tx.execute(made, {"names": ["c", "a"]}).scalars().all() == ["a", "c"]
        assert tx.execute(made, {"names": []}).scalars().all() == []
