"""What a gift asks of the database."""

from __future__ import annotations

from bot import bank
from bot.db import Database
from tests.bank.conftest import put_result
from tests.counting import counting
from tests.databases import writing

GUILD, ANN, BEN, NOW = 1, 11, 22, 1_789_000_000_000


async def statements(store: Database, key: int) -> int:
    with counting(store) as counted:
        await store.write(bank.give, GUILD, ANN, BEN, 1, key=key, now=NOW)
    return len(counted.statements)


async def test_a_gift_costs_no_more_than_ten_statements_even_the_first(store: Database) -> None:
    with writing(store) as db:
        put_result(db, GUILD, ANN)
    first, second = await statements(store, 1), await statements(store, 2)
    assert 0 < second <= first <= 10
