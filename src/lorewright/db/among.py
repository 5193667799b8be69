"""`column IN (many values)` with the values as one parameter, so that the statement is the same however many they are.

An expanded list is compiled anew for each length, and SQLite takes 32,766 parameters at most.
"""

import json
from collections.abc import Iterable
from typing import Any, Self

from sqlalchemy import ARRAY, BindParameter, Boolean, ColumnElement, Dialect, Text, TypeDecorator, bindparam, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine


def among(column: ColumnElement[Any], values: Iterable[Any] | BindParameter[Any]) -> ColumnElement[bool]:
    """`values`: strings or whole numbers, or the parameter that will bring them where the statement is made once."""
    many = _Many(column.type)
    if isinstance(values, BindParameter):
        return _Among(column, bindparam(values.key, type_=many))
    return _Among(column, literal(list(values), many))


class _Many(TypeDecorator[list[Any]]):
    """JSON on SQLite, an array on PostgreSQL."""

    impl = Text
    cache_ok = True

    def __init__(self, item: TypeEngine[Any]) -> None:
        super().__init__()
        self.item = item

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else ARRAY(self.item))

    def process_bind_param(self, value: Iterable[Any] | None, dialect: Dialect) -> Any:
        many = list(value or ())
        return json.dumps(many) if dialect.name == "sqlite" else many


class _Among(FunctionElement[bool]):
    type = Boolean()
    inherit_cache = True

    def self_group(self, against: object = None) -> Self:
        """It is a comparison already: SQLite need not compare it with 1, which would keep it from its index."""
        return self


@compiles(_Among, "sqlite")
def _on_sqlite(element: _Among, compiler: SQLCompiler, **kw: Any) -> str:
    column, many = (compiler.process(clause, **kw) for clause in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({many}))"  # noqa: S608 - a compiled column and a parameter


@compiles(_Among, "postgresql")
def _on_postgresql(element: _Among, compiler: SQLCompiler, **kw: Any) -> str:
    column, many = (compiler.process(clause, **kw) for clause in element.clauses)
    return f"{column} = ANY({many})"
