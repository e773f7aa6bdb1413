from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy import Connection

from bot.db import Database
from bot.tables import clockwork, computer_players, joining, opening_commands
from bot.tables.beats import BEAT
from bot.tables.clockwork import Clockwork
from tests.databases import InMemory, new_database
from tests.tables.farm import Farm
from tests.tables.playing import TableRig, at_once
from tests.tables.rules import Rules

__all__ = ["new_database"]


@pytest.fixture
def steady_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the same cards dealt, and computer players decide the same, in every run."""
    luck = Random("paddock")
    monkeypatch.setattr(opening_commands.secrets, "token_bytes", luck.randbytes)
    monkeypatch.setattr(computer_players, "token_bytes", luck.randbytes)


@pytest.fixture
async def rig(new_url: str, steady_luck: None) -> AsyncIterator[TableRig]:
    """One process of the bot on a database of its own."""
    store = Database(new_url)
    yield TableRig(store)
    await store.close()


@pytest.fixture
def rules(db: Connection, steady_luck: None) -> Rules:
    """Tables in memory, for tests without an event loop."""
    return Rules(TableRig(InMemory(db)))


@pytest.fixture
async def works(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Clockwork]:
    """A clockwork that hears of every change."""
    monkeypatch.setattr(clockwork, "AFTER_TROUBLE", 0.02)
    made = Clockwork(rig.database, rig.tables, at_once, rig.clock)
    rig.tables.listen(made.notify)
    await made.resume()
    yield made
    await made.close()


@pytest.fixture
def farm(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> Farm:
    """Processes on a database of their own, of which none has started."""

    async def at_once(_seconds: float) -> None:
        farm.rig.time += int(BEAT * 1000)
        for each in farm.live:
            await each.beat()

    def of_the_server(_db: object) -> int:
        return farm.rig.time + farm.server_ahead

    farm = Farm(rig)
    monkeypatch.setattr(rig.database, "now", of_the_server)
    monkeypatch.setattr(joining, "pause", at_once)
    return farm
