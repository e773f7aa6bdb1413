from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import make_url

from bot.store import Store
from bot.tables import computer_players, opening_commands
from tests.tables.playing import TableRig


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that was just made, to be copied: making one takes longer than most tests."""
    file = tmp_path_factory.mktemp("new") / "paddock.db"

    async def make() -> None:
        await (await Store.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
def steady_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the same cards dealt, and computer players decide the same, in every run."""
    luck = Random("paddock")
    monkeypatch.setattr(opening_commands.secrets, "token_bytes", luck.randbytes)
    monkeypatch.setattr(computer_players, "token_bytes", luck.randbytes)


@pytest.fixture
async def rig(tmp_path: Path, new_database: Path, steady_luck: None) -> AsyncIterator[TableRig]:
    """One process of the bot on a database of its own."""
    store = Store(make_url(f"sqlite+aiosqlite:///{shutil.copy(new_database, tmp_path)}"))
    yield TableRig(store)
    await store.close()
