"""Rows that are handed to a statement as one value."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import BigInteger, Connection, Text, select
from sqlalchemy.sql.compiler import SQLCompiler

from bot.db.handed_rows import handed_rows
from tests.databases import on_both

pytestmark = on_both

HANDED = handed_rows("handed", number=BigInteger(), words=Text()).c
WANTED = select(HANDED.number, HANDED.words).order_by(HANDED.number)

WIDEST = 2**63 - 1
ODD = "quote ' and \" and \\ and % and :name and ? and 🐎, \n and {}"


def arriving(db: Connection, handed: list[dict[str, Any]]) -> list[Any]:
    return list(db.execute(WANTED, {"handed": handed}).all())


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [(1, "one")],
        [(-WIDEST - 1, ""), (0, "0"), (7, None), (WIDEST, ODD)],
        [(number, str(number)) for number in range(500)],
    ],
    ids=["none", "one", "odd ones", "many"],
)
async def test_they_arrive_as_they_are(store, rows: list[tuple[int, str | None]]) -> None:
    handed = [{"number": number, "words": words} for number, words in rows]
    assert await store.read(arriving, handed) == rows


async def test_what_a_row_leaves_out_is_null(store) -> None:
    assert await store.read(arriving, [{"number": 1}]) == [(1, None)]


@pytest.mark.usefixtures("nothing_compiled")
async def test_a_statement_is_compiled_once_for_any_number(store, monkeypatch) -> None:
    compiled: list[object] = []
    compile_one = SQLCompiler.__init__

    def note(self: SQLCompiler, dialect: Any, statement: Any, *arguments: Any, **facts: Any) -> None:
        compiled.append(statement)
        compile_one(self, dialect, statement, *arguments, **facts)

    monkeypatch.setattr(SQLCompiler, "__init__", note)
    for count in range(5):
        handed = [{"number": number, "words": "x"} for number in range(count)]
        assert len(await store.read(arriving, handed)) == count
    assert compiled == [WANTED]
