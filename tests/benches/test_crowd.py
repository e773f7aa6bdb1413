"""The people of a bench find their way through what the bot shows today."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from benches.crowd import Party
from sandbox import Limits, Sandbox
from tests.e2e.conftest import connected, database
from tests.tables.conftest import new_database
from tests.undrawn import without_drawing

__all__ = ["database", "new_database"]


@pytest.fixture
async def sandbox(database: Path) -> AsyncIterator[Sandbox]:
    async with Sandbox(limits=Limits.off()) as sandbox:
        with without_drawing():
            yield sandbox


@pytest.mark.e2e
@pytest.mark.parametrize("people", [2, 6])
async def test_people_open_a_table_sit_down_start_and_press_until_a_card_is_played(
    sandbox: Sandbox, database: Path, people: int
) -> None:
    async with Party(sandbox, 1, people) as party, connected(sandbox, database):
        await party.start()
        while not ((clicked := await party.press()) and clicked.is_move):
            pass
        assert clicked.acknowledged is not None
        assert clicked.shown is not None


@pytest.mark.e2e
async def test_people_whose_day_is_over_open_another_table(sandbox: Sandbox, database: Path) -> None:
    async with Party(sandbox, 1, rounds=1) as party, connected(sandbox, database):
        await party.start()
        first = party.table
        while party.table == first:
            await party.press()
        assert await party.press()
