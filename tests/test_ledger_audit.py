"""When the bank's books are looked through, and what may come in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import bank, ledger_audit
from bot.db import Database, DatabaseUnusable
from tests.waiting import until


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/paddock.db")
    yield opened
    await opened.close()


@pytest.fixture
def is_up() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The servers whose books were looked through, of which there are two."""
    seen: list[int] = []

    def guilds(_db: Any) -> list[int]:
        return [1, 2]

    def audit(_db: Any, guild: int) -> list[str]:
        seen.append(guild)
        return []

    monkeypatch.setattr(bank, "guilds", guilds)
    monkeypatch.setattr(bank, "audit", audit)
    return seen


async def test_books_that_cannot_be_looked_through_for_a_fault_of_ours_are_told_of(
    store: Database, is_up: asyncio.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(_db: object) -> None:
        raise KeyError

    monkeypatch.setattr(bank, "guilds", broken)
    await ledger_audit.audit_ledger(store, is_up)

    (told,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert told.message == "the bank's books were not looked through"


@pytest.mark.parametrize("is_soon_up", [True, False])
async def test_the_books_wait_until_everything_is_taken_up_but_not_for_ever(
    store: Database, looked: list[int], monkeypatch: pytest.MonkeyPatch, is_soon_up: bool
):
    is_up = asyncio.Event()
    monkeypatch.setattr(ledger_audit, "SOON", 3600.0 if is_soon_up else 0.01)
    looking = asyncio.create_task(ledger_audit.audit_ledger(store, is_up))
    await asyncio.sleep(0)
    assert looked == []
    if is_soon_up:
        is_up.set()
    await looking

    assert looked == [1, 2]


@pytest.mark.parametrize("which", ["guilds", "audit"])
async def test_books_that_cannot_be_read_are_tried_again_until_they_can(
    store: Database,
    is_up: asyncio.Event,
    looked: list[int],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    which: str,
):
    later, troubles = getattr(bank, which), [DatabaseUnusable("The database is away.")] * 2

    def away(*args: Any, **named: Any) -> Any:
        if troubles:
            raise troubles.pop()
        return later(*args, **named)

    monkeypatch.setattr(bank, which, away)
    monkeypatch.setattr(ledger_audit, "FIRST_WAIT", 0.001)
    await ledger_audit.audit_ledger(store, is_up)

    assert looked == [1, 2]
    assert [record.message.partition(";")[0] for record in caplog.records] == ["the bank's books wait"] * 2


async def test_whoever_stops_meanwhile_does_not_wait_for_the_books(
    store: Database, is_up: asyncio.Event, looked: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ledger_audit, "PAUSE", 10**9)
    monkeypatch.setattr(ledger_audit, "LONGEST_PAUSE", 3600.0)
    looking = asyncio.create_task(ledger_audit.audit_ledger(store, is_up))
    await until(lambda: bool(looked))
    looking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await looking
    assert looked == [1]
