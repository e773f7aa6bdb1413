"""Statements that wait for the next one of their transaction."""

from __future__ import annotations

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import DBAPIError

from bot.store.owed import owed
from bot.store.schema import accounts
from tests.counting import counting
from tests.databases import SQLITE, on_both

pytestmark = on_both

OPEN = owed(insert(accounts))
RAISE = owed(update(accounts).values(balance=accounts.c.balance + 1))
BALANCES = select(accounts.c.account_id, accounts.c.balance).order_by(accounts.c.account_id)


def account(name: str, balance: int = 0) -> dict[str, object]:
    return {"account_id": name, "guild_id": 1, "kind": "house", "owner": name, "balance": balance}


async def balances(store) -> dict[str, int]:
    async with store.reading() as db:
        return dict((await db.execute(BALANCES)).all())


async def test_the_next_statement_sees_what_they_wrote_in_their_order(store) -> None:
    async with store.writing() as db:
        await db.execute(OPEN, account("a"))
        await db.execute(RAISE)
        await db.execute(OPEN, account("b"))
        assert (await db.execute(BALANCES)).all() == [("a", 1), ("b", 0)]
        await db.execute(RAISE)
    assert await balances(store) == {"a": 2, "b": 1}


async def test_they_are_committed_though_nothing_follows(store) -> None:
    with counting(store) as counted:
        async with store.writing() as db:
            await db.execute(OPEN, account("a", 7))
    assert await balances(store) == {"a": 7}
    assert [len(each) for each in counted.transactions] == [1]


async def test_of_a_block_that_raises_nothing_is_left_and_the_next_owes_nothing(store) -> None:
    async def break_off() -> None:
        async with store.writing() as db:
            await db.execute(OPEN, account("a"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await break_off()
    async with store.writing() as db:
        await db.execute(OPEN, account("b"))
    assert await balances(store) == {"b": 0}


@pytest.mark.parametrize("follows", [True, False])
async def test_one_that_fails_undoes_its_transaction(store, is_unlocked, follows: bool) -> None:
    async def raise_and_open() -> None:
        async with store.writing() as db:
            await db.execute(RAISE)
            await db.execute(OPEN, account("a"))
            if follows:
                await db.scalar(select(func.count()).select_from(accounts))

    async with store.writing() as db:
        await db.execute(OPEN, account("a"))
    with pytest.raises(DBAPIError):
        await raise_and_open()
    assert is_unlocked()
    assert await balances(store) == {"a": 0}


@pytest.mark.parametrize("value", [{"balance": 2**70}, {"account_id": "\ud800"}])
@pytest.mark.parametrize("follows", [True, False])
async def test_a_value_that_the_driver_cannot_hand_over_undoes_its_transaction(
    store, is_unlocked, value: dict[str, object], follows: bool
) -> None:
    async def open_two() -> None:
        async with store.writing() as db:
            await db.execute(OPEN, account("a"))
            await db.execute(OPEN, account("b") | value)
            if follows:
                await db.scalar(select(func.count()).select_from(accounts))

    with pytest.raises((OverflowError, UnicodeEncodeError, DBAPIError)):
        await open_two()
    assert is_unlocked()
    async with store.writing() as db:
        await db.execute(OPEN, account("c"))
    assert await balances(store) == {"c": 0}


async def test_what_is_raised_names_the_statement_it_is_of_and_no_value(store, backend) -> None:
    if backend != SQLITE:
        return  # there nothing waits

    async def open_twice() -> None:
        async with store.writing() as db:
            await db.execute(OPEN, account("a"))
            await db.execute(OPEN, account("a"))

    with pytest.raises(DBAPIError) as raised:
        await open_twice()
    assert raised.value.orig
    assert "INSERT INTO accounts" in raised.value.orig.__notes__[0]
    assert "house" not in raised.value.orig.__notes__[0]


async def test_a_writer_cancelled_at_any_await_leaves_all_or_nothing(
    store, cancelled_at, is_unlocked
) -> None:
    async def write(name: str) -> None:
        async with store.writing() as db:
            await db.execute(OPEN, account(f"{name} a"))
            await db.scalar(select(func.count()).select_from(accounts))
            await db.execute(OPEN, account(f"{name} b"))

    for first in range(8):
        before = await balances(store)
        try:
            await cancelled_at(write(str(first)), first)
        except BaseException as error:
            if type(error).__name__ != "CancelledError":
                raise
        assert is_unlocked()
        assert len(await balances(store)) - len(before) in {0, 2}
