"""Whatever can be done with coins, in an order that a seed decides, for several tasks or processes at once."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from random import Random

from sqlalchemy import Connection, select

from bot import bank
from bot.bank import Act, ActKind, BankRefused, tote
from bot.bank.ledger import BankError, Memo, Reason
from bot.bank.playing import DAY
from bot.bank.tote import Bet, Pool, Race
from bot.db import Database
from bot.db.locks import Lock, hold
from bot.db.schema import accounts, movements, tote_races
from tests import coins
from tests.bank.books import GUILD, NOW, put_result, put_table

USERS = (11, 22, 33, 44)
TABLES = tuple(f"T{number}" for number in range(6))
HORSES = ("a", "b", "c", "d")
RACES = tuple(Race(GUILD, table, 1) for table in TABLES[:4])

Step = Callable[[Connection], object]


class Crash(Exception):
    """The process dies before it commits."""


def set_up(db: Connection) -> None:
    """Lay out tables with their races, and people who may give."""
    for table in TABLES:
        put_table(db, GUILD, table)
    for user in USERS[:3]:
        put_result(db, GUILD, user)
    for race in RACES:
        tote.open_race(db, race, HORSES, 10)


def steps(seed: int, many: int) -> list[Step]:
    """Return steps that are the same for the same seed; each has a key of its own, so that it may be done again."""
    luck = Random(seed)
    return [_step(luck, key) for key in range(1, many + 1)]


def _step(luck: Random, key: int) -> Step:
    user, other = luck.sample(USERS, 2)
    amount, now = luck.choice([1, 33, 700, 3000, 5000, 8000]), NOW + luck.randint(0, 3) * DAY
    table, race = luck.choice(TABLES), luck.choice(RACES)
    home, house = bank.accounts.wallet(GUILD, user), bank.accounts.house(GUILD)
    kind = luck.choice([*ActKind])
    act = Act(key, GUILD, 9, user, kind, 0 if kind in {ActKind.FREEZE, ActKind.THAW} else amount, "why", now)
    finish, finals = [[each] for each in luck.sample(HORSES, 4)], luck.sample([-900, 0, 5, 2500, 7000], 2)
    pool = luck.choice([*Pool])
    made = Bet(race, user, pool, luck.choice(tote.every(pool, HORSES)), min(amount, 3000), f"b{key}")
    return luck.choice(
        [
            lambda db: bank.give(db, GUILD, user, other, min(amount, 1000), key=key, now=now),
            lambda db: bank.draw_stipend(db, GUILD, user, key=key, now=now),
            lambda db: bank.buy_in(db, GUILD, table, [user, other, None], 1000, now=now),
            lambda db: bank.pay_out(db, GUILD, table, [*finals, 1200], now),
            lambda db: bank.give_back(db, GUILD, table, now),
            lambda db: coins.charge(db, home, house, amount, Memo(f"c{key}", Reason.DEBT, now)),
            lambda db: coins.credit(db, house, home, amount, Memo(f"p{key}", Reason.PAY_OUT, now)),
            lambda db: _act(db, act),
            *[lambda db: _while_open(db, race, lambda: tote.bet(db, made, now))] * 8,
            lambda db: _while_open(db, race, lambda: tote.return_to(db, race, user, now)),
            lambda db: _while_open(db, race, lambda: tote.close(db, race)),
            lambda db: _while_open(db, race, lambda: tote.scratch(db, race, HORSES[:3], now)),
            lambda db: bank.forget(db, user, now),
            lambda db: tote.settle(db, race, finish, now),
            lambda db: tote.refund(db, race, now),
        ]
    )


def _act(db: Connection, act: Act) -> None:
    {ActKind.GRANT: bank.grant, ActKind.TAKE: bank.take}.get(act.kind, bank.set_frozen)(db, act)


def _while_open(db: Connection, race: Race, done: Callable[[], object]) -> None:
    """Do what may be done only before a race is over, as the lock of its table lets nobody do later."""
    hold(db, Lock.BOOKS, GUILD)
    if db.scalar(select(tote_races.c.status).where(race.rows(tote_races))) == tote.RaceStatus.OPEN:
        done()


async def work(
    store: Database, seed: int, many: int, worker: int, dies_after: int | None = None
) -> Counter[str]:
    """Do all steps of a seed in an order of one's own: some fail before they are committed, some are done twice.

    After so many the process is killed in the midst of one. Returns how they ended.
    """
    luck, ended = Random(f"{seed} {worker}"), Counter[str]()
    order = steps(seed, many)
    luck.shuffle(order)
    for number, step in enumerate(order):
        for crashes in luck.choice([(False,), (True, False), (True,), (False, False)]):
            try:
                is_last = dies_after is not None and number >= dies_after
                await store.write(_once, step, crashes=crashes, is_killed=is_last)
                ended["done"] += 1
            except (Crash, BankRefused, BankError) as why:
                ended[type(why).__name__] += 1
    return ended


def _once(db: Connection, step: Step, *, crashes: bool, is_killed: bool) -> None:
    step(db)
    if is_killed:
        os.kill(os.getpid(), signal.SIGKILL)
    if crashes:
        raise Crash


def wrong(db: Connection) -> list[str]:
    """Return what is wrong: by the audit, and by the rows of the ledger, done again one after another."""
    found = bank.audit(db)
    rows = db.execute(select(movements).order_by(movements.c.movement_id)).all()
    held = dict(db.execute(select(accounts.c.account_id, accounts.c.balance)).all())
    again: dict[str, int] = dict.fromkeys(held, 0)
    for row in rows:
        for account, change in ((row.source, -row.amount), (row.target, row.amount)):
            again[account] += change
        for account in (row.source, row.target):
            if not bank.accounts.Account.of(account).may_hold(again[account]):
                found.append(f"{account} stood at {again[account]} after {row.key}")
    if again != held:
        found.append(f"the rows come to {again}, and the balances are {held}")
    return found if sum(held.values()) == 0 else [*found, f"all balances add up to {sum(held.values())}"]


async def _main(url: str, seed: int, many: int, worker: int, dies_after: int | None) -> None:
    store = await Database.open_existing(url)
    await work(store, seed, many, worker, dies_after)
    await store.close()


if __name__ == "__main__":
    address, *numbers = sys.argv[1:]
    asyncio.run(_main(address, *(int(each) if each != "-" else None for each in numbers)))
