from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy import Connection

from bot.db import Database
from bot.tables import clockwork, computer_players, opening_commands
from bot.tables.clockwork import Clockwork
from tests.databases import InMemory, new_database
from tests.tables.playing import TableRig
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
    made = rig.clockwork()
    rig.tables.listen(made.notify)
    await rig.resume(made)
    yield made
    await made.close()
