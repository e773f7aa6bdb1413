"""Statements are compiled once: what SQLAlchemy makes of each is kept, however often it is used."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy.sql.compiler import SQLCompiler

from tests.tables.playing import TableRig


@pytest.mark.usefixtures("nothing_compiled")
async def test_once_wallets_are_open_a_race_compiles_nothing(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for luck in (Random(0), Random(1)):  # the first opens wallets, several at once, and the others none
        await rig.play_out(await rig.race(), luck)
    compiled: list[str] = []
    compile_one = SQLCompiler.__init__

    def note(self: SQLCompiler, dialect: Any, statement: Any, *arguments: Any, **facts: Any) -> None:
        compiled.append(str(type(statement)))
        compile_one(self, dialect, statement, *arguments, **facts)

    monkeypatch.setattr(SQLCompiler, "__init__", note)
    await rig.play_out(await rig.race(), Random(2))
    assert compiled == []
