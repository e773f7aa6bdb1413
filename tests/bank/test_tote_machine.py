"""Any order of bets, repeats, failures, returns, closes, settlements and cancellations leaves the books in order."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import Connection, func, select

from bot import bank
from bot.bank import tote
from bot.bank.ledger import KeyReusedError, OverdrawnError
from bot.bank.tote import Bet, Pool, Race
from bot.db.schema import accounts, movements, tote_bets, tote_sums
from tests.bank.books import put_table
from tests.databases import undone, write

pytestmark = pytest.mark.long

GUILD, TABLE, NOW = 1, "T", 1_789_000_000_000
USERS = (11, 22, 33)
HORSES = ("a", "b", "c", "d")


class Crash(Exception):
    """The process dies before it commits."""


class TotesOfADay(RuleBasedStateMachine):
    """Races one after another on one table, each with its tote."""

    connection: Connection

    def __init__(self) -> None:
        super().__init__()
        self.ending = ExitStack()
        self.db = self.ending.enter_context(undone(self.connection))
        self.number, self.keys, self.is_open, self.is_begun = 1, 0, True, False
        self.made: list[Bet] = []
        put_table(self.db, GUILD, TABLE)

    def teardown(self) -> None:
        self.ending.close()

    @property
    def race(self) -> Race:
        return Race(GUILD, TABLE, self.number)

    def do(self, step, crashes: bool = False) -> None:
        def run(db: Connection) -> None:
            step(db)
            if crashes:
                raise Crash

        with suppress(Crash):
            write(self.db, run)

    # --------------------------------------------------------------------------------------------- steps

    @precondition(lambda self: self.is_open)
    @rule(
        user=st.sampled_from(USERS),
        pool=st.sampled_from([*Pool]),
        pick=st.integers(0, 11),
        stake=st.sampled_from([1, 7, 1000, 2501, 4999]),
        crashes=st.booleans(),
    )
    def bet(self, user: int, pool: Pool, pick: int, stake: int, crashes: bool) -> None:
        every = tote.every(pool, HORSES)
        self.keys += 1
        made = Bet(self.race, user, pool, every[pick % len(every)], stake, f"k{self.keys}")

        def step(db) -> None:
            if not self.is_begun:
                tote.open_race(db, self.race, HORSES, 10)
            assert tote.bet(db, made, NOW)

        try:
            self.do(step, crashes)
        except OverdrawnError:
            return
        if not crashes:
            self.is_begun = True
            self.made.append(made)

    @precondition(lambda self: self.made)
    @rule(pick=st.integers(0, 99), changed=st.booleans())
    def repeat(self, pick: int, changed: bool) -> None:
        made = self.made[pick % len(self.made)]

        def step(db) -> None:
            if changed:
                with pytest.raises(KeyReusedError):
                    tote.bet(db, made._replace(stake=made.stake + 1), NOW)
                raise Crash
            assert not tote.bet(db, made, NOW)

        self.do(step)

    @precondition(lambda self: self.is_open and self.is_begun)
    @rule(user=st.sampled_from(USERS), crashes=st.booleans())
    def sits_down(self, user: int, crashes: bool) -> None:
        self.do(lambda db: tote.return_to(db, self.race, user, NOW), crashes)

    @precondition(lambda self: self.is_open and self.is_begun)
    @rule(gone=st.sampled_from(HORSES), crashes=st.booleans())
    def scratched(self, gone: str, crashes: bool) -> None:
        running = [horse for horse in HORSES if horse != gone]
        self.do(lambda db: tote.scratch(db, self.race, running, NOW), crashes)

    @precondition(lambda self: self.is_open and self.is_begun)
    @rule()
    def close(self) -> None:
        self.do(lambda db: tote.close(db, self.race))
        self.is_open = False

    @precondition(lambda self: self.is_begun)
    @rule(luck=st.integers(0, 999), times=st.sampled_from([1, 2]))
    def settle(self, luck: int, times: int) -> None:
        drawn = Random(luck)
        order = drawn.sample(HORSES, 4)
        cut = drawn.randint(0, 2)
        finish = [order[:cut], order[cut : cut + drawn.randint(1, 2)], order[cut + 2 :]]
        before = self.race
        self.do(lambda db: tote.settle(db, before, finish, NOW), crashes=True)
        for _ in range(times):
            self.do(lambda db: tote.settle(db, before, finish, NOW))
        self._next()

    @precondition(lambda self: self.is_begun)
    @rule(times=st.sampled_from([1, 2]))
    def cancel(self, times: int) -> None:
        before = self.race
        for _ in range(times):
            self.do(lambda db: tote.refund(db, before, NOW))
        self._next()

    @rule(user=st.sampled_from(USERS))
    def forget(self, user: int) -> None:
        self.do(lambda db: bank.forget(db, user, NOW))
        self.made = [each for each in self.made if each.user != user]

    def _next(self) -> None:
        self.number, self.is_open, self.is_begun = self.number + 1, True, False

    # ----------------------------------------------------------------------------------------- what holds

    @invariant()
    def the_books_are_in_order(self) -> None:
        db = self.db
        assert bank.audit(db) == []
        assert db.scalar(select(func.coalesce(func.sum(accounts.c.balance), 0))) == 0
        in_bets = select(func.coalesce(func.sum(tote_bets.c.stake), 0))
        in_sums = select(func.coalesce(func.sum(tote_sums.c.stake), 0))
        assert db.scalar(in_bets.where(~tote_bets.c.returned)) == db.scalar(in_sums)
        least = select(func.min(accounts.c.balance)).where(accounts.c.kind.in_(["wallet", "tote"]))
        assert (db.scalar(least) or 0) >= 0
        moved = select(func.count()).where(movements.c.reason == "bet")
        assert db.scalar(moved) == db.scalar(select(func.count()).select_from(tote_bets))


TotesOfADay.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # as in test_machine
    suppress_health_check=list(HealthCheck),
)
TestTotesOfADay = TotesOfADay.TestCase


@pytest.fixture(autouse=True)
def _connection(shared_connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TotesOfADay, "connection", shared_connection, raising=False)
