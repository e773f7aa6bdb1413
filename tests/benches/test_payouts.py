"""`paddock soak` reckons from the log who was to be paid what, and holds the ledger against it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from benches.soak.databases import InFile
from benches.soak.payouts import Movement, Table, finals, wrong_in_ledger, wrong_payouts
from bot.tables import stakes
from engines import catalog
from engines.core import Header, Outcome

ANN, BEN = 7, 8
ESCROW = "escrow:1:T"
BOUGHT = [
    ("buy_in:T:0:loan", "marker:1:7", "wallet:1:7", 500),
    ("buy_in:T:0", "wallet:1:7", ESCROW, 2000),
    ("buy_in:T:1", "wallet:1:8", ESCROW, 2000),
    ("buy_in:T:2", "house:1", ESCROW, 2000),
    ("cover:T", "house:1", ESCROW, 700),
]
"""The example of docs/money.md: Ann, Ben and a computer player."""

RIGHT = [
    ("pay_out:T:0", ESCROW, "wallet:1:7", 5200),
    ("pay_out:T:0:repayment", "wallet:1:7", "marker:1:7", 500),
    ("debt:T:1", "wallet:1:8", "house:1", 700),
    ("pay_out:T:2", ESCROW, "house:1", 1500),
]
REVERSED = [
    ("pay_out:T:0", ESCROW, "wallet:1:7", 1500),
    ("pay_out:T:0:repayment", "wallet:1:7", "marker:1:7", 500),
    ("debt:T:1", "wallet:1:8", "house:1", 700),
    ("pay_out:T:2", ESCROW, "house:1", 5200),
]
TO_ANOTHER = [(key, *(end.replace(":7", ":9") for end in ends), coins) for key, *ends, coins in RIGHT]
TWICE = [*RIGHT, ("pay_out:T:0:again", "house:1", "wallet:1:7", 1)]
SCORES = Outcome.of((5200, -700, 1500))


def header(game: str, seats: int = 3, **options: int) -> Header:
    played = catalog.game(game)
    return Header.of(played, played.options(options), seats, bytes(32))


def table(*moved: tuple[str, str, str, int], buy_in: int = 2000) -> Table:
    return Table(1, buy_in, [ANN, BEN, None], [Movement(*each) for each in moved])


@pytest.mark.parametrize(
    ("moved", "wrong"),
    [
        (RIGHT, []),
        (
            REVERSED,
            ["seat 0 was to get +3200 coins, and got -500", "seat 2 was to get +1500 coins, and got +5200"],
        ),
        (TO_ANOTHER, ["seat 0 was to get +3200 coins, and got -2000"]),
        (TWICE, ["seat 0 was to get +3200 coins, and got +3201"]),
        (
            [],
            [
                "seat 0 was to get +3200 coins, and got -2000",
                "seat 1 was to get -2700 coins, and got -2000",
                "seat 2 was to get +1500 coins, and got +0",
            ],
        ),
    ],
)
def test_whoever_is_not_paid_what_the_log_says_is_named(
    moved: list[tuple[str, str, str, int]], wrong: list[str]
) -> None:
    paid = table(*BOUGHT, *moved)
    assert [*wrong_in_ledger(paid, "T", header("jockey", rounds=2), SCORES)] == wrong


def test_at_a_table_for_practice_no_coin_moves() -> None:
    told = "coins were moved, though it was played for none"
    assert [*wrong_in_ledger(table(buy_in=0), "T", header("jockey"), SCORES)] == []
    assert [*wrong_in_ledger(table(*BOUGHT, buy_in=0), "T", header("jockey"), SCORES)] == [told]


@pytest.mark.parametrize("reverse", [False, True])
def test_what_is_stored_of_a_table_is_held_against_its_log(tmp_path: Path, reverse: bool) -> None:
    file = tmp_path / "soak.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(
            "CREATE TABLE tables (table_id TEXT, guild_id INT, stakes INT, buy_in INT);"
            "CREATE TABLE seats (table_id TEXT, seat INT, owner_id INT);"
            "CREATE TABLE movements (table_id TEXT, reason TEXT, key TEXT, source TEXT, target TEXT, amount INT);"
            "INSERT INTO tables VALUES ('T', 1, 1, 2000);"
            "INSERT INTO seats VALUES ('T', 2, NULL), ('T', 1, 8), ('T', 0, 7), ('U', 0, 9);"
            "INSERT INTO movements VALUES ('T', 'opening', 'o', 'house:1', 'wallet:1:7', 5000);"
            "INSERT INTO movements VALUES ('U', 'pay_out', 'u', 'house:1', 'wallet:1:7', 1);"
        )
        moved = [*BOUGHT, *(REVERSED if reverse else RIGHT)]
        db.executemany("INSERT INTO movements VALUES ('T', 'other', ?, ?, ?, ?)", moved)
        db.commit()
    found = [*wrong_payouts(InFile(file).read, "T", header("jockey", rounds=2), SCORES)]
    assert len(found) == 2 * reverse


@pytest.mark.parametrize(
    ("scores", "winners", "paid"),
    [
        ((9, 4, 7), (0,), [60, 10, 30]),
        ((9, 4, 9), (0, 2), [45, 10, 45]),
        ((4, 9, 9), (1,), [10, 60, 30]),
        ((5, 5, 5), (0, 1, 2), [34, 33, 33]),
        ((1, 2), (1,), [0, 100]),
        ((3, 1, 2, 1), (0,), [60, 5, 30, 5]),
    ],
)
def test_a_purse_is_shared_by_place(
    scores: tuple[int, ...], winners: tuple[int, ...], paid: list[int]
) -> None:
    each = {2: 50, 3: 33, 4: 25}[len(scores)]
    shared = finals(header("sulkydrom", len(scores)), each, Outcome(scores, winners))
    assert sum(shared) == each * len(scores)
    assert [abs(one - other) <= 1 for one, other in zip(shared, paid, strict=True)] == [True] * len(paid)


@pytest.mark.parametrize("game", sorted(catalog.GAMES))
def test_it_is_what_the_bot_pays(game: str) -> None:
    luck, money = Random(game), stakes.money_of(catalog.game(game), {})
    for _ in range(300):
        scores = [luck.randrange(-300, 900) for _ in range(luck.randrange(2, 7))]
        outcome = Outcome.of(tuple(luck.choice((score, scores[0])) for score in scores))
        buy_in = stakes.buy_in(money, luck.randrange(1, 2000))
        assert finals(header(game, catalog.game(game).seats[0]), buy_in, outcome) == stakes.finals(
            money, buy_in, outcome
        )
