"""What a soak finds in the coins of a database, which it adds up by itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benches.soak.coins import coins_moved, wrong_coins
from benches.soak.databases import InFile
from bot.db import Database
from tests.bank.money import set_up, work

pytestmark = pytest.mark.sqlite


@pytest.fixture
async def file(new_url: str) -> Path:
    """A database in which everything was done with coins that can be."""
    store = await Database.open(new_url)
    await set_up(store)
    for seed in (1, 2):
        await work(store, seed, 80, seed)
    await store.close()
    return Path(new_url.partition("///")[2])


def test_where_all_is_well_it_finds_nothing_and_counts_all_kinds(file: Path) -> None:
    read = InFile(file).read
    assert list(wrong_coins(read)) == []
    assert {"bet", "dividend", "refund", "gift", "stipend", "buy_in", "grant"} <= {*coins_moved(read)}


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE kind = 'house'", "house:1 holds"),
        ("UPDATE movements SET amount = 10000000 WHERE reason = 'gift'", "stood at -"),
        ("UPDATE movements SET amount = amount + 1 WHERE reason = 'dividend'", "was to pay"),
        ("DELETE FROM movements WHERE reason = 'refund'", "was to pay"),
        ("UPDATE movements SET amount = 3001 WHERE reason = 'gift'", "more than 3000 coins in a day"),
        ("UPDATE movements SET amount = 251 WHERE reason = 'stipend'", "more than 250 coins"),
    ],
)
def test_what_is_changed_by_a_coin_is_found(file: Path, tampering: str, found: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        assert db.execute(tampering).rowcount
        db.commit()
    assert any(found in problem for problem in wrong_coins(InFile(file).read))
