"""Rows that are passed to a statement as one JSON parameter.

A statement with one parameter per value is different for every number of rows, and compiling it takes as long as
executing it. This one is compiled once.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Subquery, bindparam, cast, column, literal_column, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine


def handed_rows(name: str, **columns: TypeEngine[Any]) -> Subquery:
    """Return a subquery over the parameter `name`, a list of mappings, with these columns. Missing values are null."""
    rows = _Each(bindparam(name, type_=JSON)).table_valued(column("value"), name="each")
    return select(
        *(cast(_Field(rows.c.value, literal_column(key)), kind).label(key) for key, kind in columns.items())
    ).subquery(name)


class _Each(FunctionElement[Any]):
    """Every element of a JSON list, as a row with a `value`."""

    name = "json_each"
    inherit_cache = True


class _Field(FunctionElement[Any]):
    """What a JSON object, the first argument, has under the name that is the second."""

    name = "json_field"
    inherit_cache = True


@compiles(_Each)
def _each(each: _Each, compiler: Any, **options: Any) -> str:
    return f"json_each({compiler.process(each.clauses, **options)})"


@compiles(_Each, "postgresql")
def _each_on_postgresql(each: _Each, compiler: Any, **options: Any) -> str:
    return f"json_array_elements({compiler.process(each.clauses, **options)})"


@compiles(_Field)
def _field(field: _Field, compiler: Any, **options: Any) -> str:
    json, key = (compiler.process(each, **options) for each in field.clauses)
    return f"json_extract({json}, '$.{key}')"


@compiles(_Field, "postgresql")
def _field_on_postgresql(field: _Field, compiler: Any, **options: Any) -> str:
    json, key = (compiler.process(each, **options) for each in field.clauses)
    return f"({json} ->> '{key}')"
