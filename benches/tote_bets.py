"""What bets on the tote cost: one of them, the settlement of many, and the odds.

Bets are spread over all four pools and all combinations. A race is settled once and, laid anew, refunded once: then
every person is paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

import click
from sqlalchemy import Connection, Engine, event, insert

from benches.figures import Measured
from bot import bank, outbox
from bot.achievements import LONG_ODDS
from bot.bank import tote
from bot.bank.tote import Pool, Race
from bot.db import Database
from bot.db.schema import accounts, movements, tables, tote_bets, tote_sums
from bot.messages.snapshot import installed_games
from bot.outbox import PostKind
from bot.tables import Opening, Person, Tables, Visitor, lobby_commands, tote_commands
from engines import catalog

GUILD, NOW = 1, 1_789_000_000_000
GAME = "turfe"
HORSES = ("red", "blue", "yellow", "green", "white", "black")
FINISH = [[horse] for horse in HORSES]
STAKE = 100
ROUNDS = 5
AT_ONCE = 10_000
POOLED = 10_000
"""How many bets lie in the pool of which odds are worked out."""


async def measured(database: Database, bets: int, people: int) -> list[Measured]:
    """Measure one bet, so many of so many people on one race, and odds; raise ClickException where the books differ."""
    figures = await _one_bet(database)
    for case, number in (("tote_settle", 1), ("tote_refund", 2)):
        race = Race(GUILD, "BENCH", number)
        await database.write(_lay, race, bets, people)
        used = process_time()
        figures.append(Measured("bank", case, f"{bets} bets", await _ended(database, race), "ms"))
        used = process_time() - used
        figures.append(Measured("bank", case, f"{bets} bets, processor", used * 1000, "ms"))
    if problems := await database.read(bank.audit):
        raise click.ClickException(problems[0])
    return figures + await _odds(database)


# --------------------------------------------------------------------------------------------------- bets


async def _one_bet(database: Database) -> list[Measured]:
    """Bet on the race of a lobby; the first bet of all makes its row."""
    tables = Tables(database, lambda: NOW, installed_games())
    opened = await tables.open(
        Opening(
            visitor=Visitor(GUILD, 2),
            host=Person(7, "Ann"),
            game=GAME,
            options=catalog.game(GAME).options({}).model_dump(),
            capacity=6,
            interaction_id=1,
        )
    )
    await tables.step(
        lobby_commands.join, opened.table_id, Person(8, "Ben"), 2
    )  # one person alone is not bet on
    await database.write(_grant)
    numbers, statements, taken = count(100), list[int](), list[float]()
    for pool in [*Pool] * 25:
        number = next(numbers)
        with _counted() as asked:
            began = perf_counter()
            await tables.step(
                tote_commands.bet,
                opened.table_id,
                1000 + number % 40,
                pool,
                HORSES[: pool.horses],
                STAKE,
                number,
            )
            taken.append((perf_counter() - began) * 1000)
        statements.append(len(asked))
    return [
        Measured("bank", "tote_bet", "statements, most", max(statements)),
        Measured("bank", "tote_bet", "statements", mean(statements)),
        Measured("bank", "tote_bet", "time, median", median(taken), "ms"),
    ]


def _grant(db: Connection) -> None:
    for user in range(1000, 1040):  # newcomers bet only what was not given to them as such
        act = bank.Act(user, GUILD, 7, user, bank.ActKind.GRANT, 100 * STAKE, "bench", NOW)
        bank.grant(db, act)


@contextmanager
def _counted() -> Iterator[list[str]]:
    """Note every statement that goes to a database meanwhile."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


# ---------------------------------------------------------------------------------------------- many bets


def _lay(db: Connection, race: Race, bets: int, people: int) -> None:
    """Write bets down with everything that they would have written, but in bulk."""
    ways = [(str(pool), each) for pool in Pool for each in tote.every(pool, HORSES)]
    made = [(number, *ways[number % len(ways)]) for number in range(bets)]
    if race.number == 1:
        _people(db, people, 5000 + 2 * STAKE * (bets // people + 1))
    tote.open_race(db, race, HORSES, 10)
    sums: dict[tuple[str, str], int] = {}
    for _, pool, combination in made:
        sums[pool, combination] = sums.get((pool, combination), 0) + STAKE
    named = {"table_id": race.table, "race": race.number}
    rows = [
        {**named, "pool": pool, "combination": each, "stake": stake} for (pool, each), stake in sums.items()
    ]
    db.execute(insert(tote_sums), rows)
    for pool in Pool:
        held = sum(stake for (of, _), stake in sums.items() if of == pool)
        db.execute(insert(accounts).values(race.account(pool).row(held)))
    for start in range(0, bets, AT_ONCE):
        _write(db, race, made[start : start + AT_ONCE], people)
    _charge(db, bets, people)


def _people(db: Connection, people: int, coins: int) -> None:
    row = {
        "table_id": "BENCH",
        "guild_id": GUILD,
        "channel_id": 2,
        "host_id": 7,
        "game": GAME,
        "options": "{}",
    }
    row |= {
        "edition": "{}",
        "capacity": 6,
        "status": "running",
        "secret": bytes(32),
        "salt": "[]",
    }
    db.execute(insert(tables).values({**row, "length": 1, "stakes": False, "buy_in": 0, "created_at": 0}))
    wallets = [bank.accounts.wallet(GUILD, user) for user in range(10**6, 10**6 + people)]
    db.execute(insert(accounts), [each.row(coins) for each in wallets])
    given = [_moved(f"given:{each.id}", f"house:{GUILD}", each.id, coins, "opening") for each in wallets]
    db.execute(insert(movements), given)
    _shift(db, f"account_id = 'house:{GUILD}'", -coins * people)


def _write(db: Connection, race: Race, made: Sequence[tuple[int, str, str]], people: int) -> None:
    named = {"table_id": race.table, "race": race.number, "stake": STAKE, "at": NOW}
    rows, moved = [], []
    for number, pool, combination in made:
        user, key = 10**6 + number % people, f"{race.number}:{number}"
        rows.append({**named, "user_id": user, "pool": pool, "combination": combination, "key": key})
        source, target = bank.accounts.wallet(GUILD, user).id, race.account(pool).id
        moved.append(_moved(f"bet:{key}", source, target, STAKE, "bet"))
    db.execute(insert(tote_bets), rows)
    db.execute(insert(movements), moved)


def _moved(key: str, source: str, target: str, amount: int, reason: str) -> dict[str, Any]:
    return {"key": key, "source": source, "target": target, "amount": amount, "reason": reason, "at": NOW}


def _charge(db: Connection, bets: int, people: int) -> None:
    """Take the stakes out of the wallets: of `bets % people` one bet more."""
    all_of_them = f"kind = 'wallet' AND CAST(owner AS BIGINT) >= {10**6}"
    _shift(db, all_of_them, -STAKE * (bets // people))
    _shift(db, f"{all_of_them} AND CAST(owner AS BIGINT) < {10**6 + bets % people}", -STAKE)


def _shift(db: Connection, which: str, change: int) -> None:
    db.exec_driver_sql(f"UPDATE accounts SET balance = balance + ({change}) WHERE {which}")  # noqa: S608


async def _ended(database: Database, race: Race) -> float:
    """Settle a race, or refund the second one, with all that a step does for it; return the milliseconds it takes."""
    began = perf_counter()
    await database.write(_end, race)
    return (perf_counter() - began) * 1000


def _end(db: Connection, race: Race) -> None:
    tote.close(db, race)
    if race.number == 1:
        tote.settle(db, race, FINISH, NOW)
        bank.profiles.long_shots(db, race.table, race.number, Pool.EXACTA, LONG_ODDS)
    else:
        tote.refund(db, race, NOW)
    outbox.ask_everybody(db, race.table, PostKind.TOTE, tote.bettors(race), race.number)


# --------------------------------------------------------------------------------------------------- odds


async def _odds(database: Database) -> list[Measured]:
    """Work out the odds of the largest pool, by its sums, and read them as a screen does."""
    race, horses = Race(GUILD, "BENCH", 3), [f"horse {number}" for number in range(8)]
    every = tote.every(Pool.EXACTA, horses)
    stakes = {each: STAKE * (POOLED // len(every)) for each in every}
    await database.write(_lay_sums, race, horses, stakes)
    worked, read = [], []
    for _ in range(ROUNDS * 20):
        began = perf_counter()
        tote.odds(Pool.EXACTA, stakes, len(horses), 10)
        worked.append((perf_counter() - began) * 1000)
        read.append(await database.read(_report, race))
    what = f"a pool of {POOLED} bets"
    return [
        Measured("bank", "tote_odds", what, median(worked), "ms"),
        Measured("bank", "tote_odds", f"{what}, read", median(read), "ms"),
    ]


def _lay_sums(db: Connection, race: Race, horses: Sequence[str], stakes: Mapping[str, int]) -> None:
    tote.open_race(db, race, horses, 10)
    named = {"table_id": race.table, "race": race.number, "pool": str(Pool.EXACTA)}
    rows = [{**named, "combination": each, "stake": stake} for each, stake in stakes.items()]
    db.execute(insert(tote_sums), rows)


def _report(db: Connection, race: Race) -> float:
    """Read the odds of a race; return the milliseconds it takes."""
    began = perf_counter()
    tote.report(db, race)
    return (perf_counter() - began) * 1000
