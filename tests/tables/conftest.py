from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.store import Store
from bot.tables import computer_players, opening_commands
from tests.databases import new_database
from tests.tables.playing import TableRig

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
    store = Store(new_url)
    yield TableRig(store)
    await store.close()
