from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from bot import bank
from bot.__main__ import main
from bot.db import Database
from tests.databases import writing


@pytest.fixture
def url(tmp_path: Path, new_database: Path) -> str:
    """A database with one table that was bought into, and which is missing."""
    address = f"sqlite+aiosqlite:///{shutil.copy(new_database, tmp_path / 'paddock.db')}"

    async def fill() -> None:
        store = Database(address)
        with writing(store) as db:
            bank.buy_in(db, 1, "T", [11], 2000, now=0)
        await store.close()

    asyncio.run(fill())
    return address


@pytest.fixture
def paddock(capsys: pytest.CaptureFixture[str]):
    """Run a command; return its exit code, what it printed and what it complained of."""

    def paddock(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return paddock
