"""Exports of the books leave the database to those who play, and the memory to everything."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import select

from bot import bank
from bot.bank import Page
from bot.db import Database
from bot.slash_commands import bank_admin
from tests.databases import reading

PRESSED: Any = SimpleNamespace(locale="en-US", guild_locale=None)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    shown = AsyncMock()
    monkeypatch.setattr(bank_admin, "managed", AsyncMock(return_value=1))
    monkeypatch.setattr(bank_admin, "show", shown)
    return shown


async def test_books_are_written_for_one_manager_at_a_time_and_others_are_told_to_come_back(
    new_url: str, monkeypatch: pytest.MonkeyPatch, shown: AsyncMock
) -> None:
    store, under_way, go_on = await Database.open(new_url), asyncio.Event(), asyncio.Event()

    async def long_books(*_: Any) -> Any:
        under_way.set()
        await go_on.wait()
        yield Page(1, b"a line\n")

    monkeypatch.setattr(bank, "pages", long_books)
    services: Any = SimpleNamespace(database=store)
    export: Any = bank_admin.exporting(services)
    first = asyncio.create_task(export.callback(PRESSED))
    await under_way.wait()
    for _ in range(4):
        with pytest.raises(bank.BankRefused) as refused:
            await export.callback(PRESSED)
        assert refused.value.reason is bank.BankRefusal.BOOKS_BUSY
    with reading(store) as db:
        assert db.scalar(select(1)) == 1
    go_on.set()
    await first
    await export.callback(PRESSED)
    assert shown.await_count == 2
    await store.close()


async def test_books_that_do_not_fit_are_cut_after_what_does(
    monkeypatch: pytest.MonkeyPatch, shown: AsyncMock
) -> None:
    asked = []

    async def much(*_: Any) -> Any:
        for number in range(9):
            asked.append(number)
            yield Page(5, b"x" * 40)

    monkeypatch.setattr(bank, "pages", much)
    monkeypatch.setattr(bank_admin, "MOST_BYTES", 100)
    services: Any = SimpleNamespace(database=SimpleNamespace(read=None))
    books = await bank_admin.written(services, 1)
    assert books == (b"x" * 80, 10, True)
    assert asked == [0, 1, 2]
