"""What belongs to a row as one column of it, so that one statement reads a list however many tables it draws on.

A join instead would repeat the row for each of them, and multiply those of two kinds.
"""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Dialect, Select, Text, TypeDecorator, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


def gathered(wanted: Select[Any]) -> ColumnElement[list[dict[str, Any]]]:
    """The rows of a select that is correlated with the statement's row, in its order, each by the names of its columns."""
    rows = wanted.subquery()
    typed = tuple((one.name, one.type) for one in rows.c if isinstance(one.type, TypeDecorator))
    return select(_Gathered(*rows.c, rows=_Rows(typed))).scalar_subquery()


class _Rows(TypeDecorator[list[dict[str, Any]]]):
    """A JSON array of objects; on PostgreSQL null where it would be empty. `typed`: columns that are more than JSON can say."""

    impl = Text
    cache_ok = True

    def __init__(self, typed: tuple[tuple[str, TypeDecorator[Any]], ...]) -> None:
        super().__init__()
        self.typed = typed

    def process_result_value(self, value: str | None, dialect: Dialect) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = msgspec.json.decode(value) if value else []
        for name, kind in self.typed:
            for row in rows:
                row[name] = kind.process_result_value(row[name], dialect)
        return rows


class _Gathered(FunctionElement[list[dict[str, Any]]]):
    inherit_cache = True

    def __init__(self, *columns: ColumnElement[Any], rows: _Rows) -> None:
        super().__init__(*columns)
        self.type = rows


@compiles(_Gathered, "sqlite")
def _on_sqlite(element: _Gathered, compiler: SQLCompiler, **kw: Any) -> str:
    return f"json_group_array(json_object({_fields(element, compiler, **kw)}))"


@compiles(_Gathered, "postgresql")
def _on_postgresql(element: _Gathered, compiler: SQLCompiler, **kw: Any) -> str:
    return f"CAST(json_agg(json_build_object({_fields(element, compiler, **kw)})) AS text)"


def _fields(element: _Gathered, compiler: SQLCompiler, **kw: Any) -> str:
    return ", ".join(f"'{one.name}', {compiler.process(one, **kw)}" for one in element.clauses)
