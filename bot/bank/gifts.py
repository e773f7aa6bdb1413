"""Coins that people hand each other, and the stipend that helps them back into the saddle.

Both are kept small, so that no second account is worth having: see docs/money.md.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, case, func, select

from bot.bank.accounts import house, marker, wallet
from bot.bank.balances import balance
from bot.bank.freezing import frozen_for, require_free
from bot.bank.ledger import Memo, Reason, single
from bot.bank.playing import DAY, NEWCOMER_DAYS, earned, is_newcomer
from bot.bank.refusals import BankRefusal, BankRefused
from bot.bank.wallets import credited, keys_of_credit, repaid_of
from bot.db.locks import Lock, hold
from bot.db.schema import movements

MOST_GIVEN = 1000
"""Coins that one person can give the same person in any 24 hours."""

MOST_RECEIVED = 3000
"""Coins that one person can be given in any 24 hours, by all together."""

STIPEND = 250
"""Coins that somebody can draw once a day, by the calendar of UTC."""

STIPEND_UP_TO = 5000
"""Coins in the wallet, on tables and on the tote from which on nothing can be drawn."""

MOST_HELD = 10**15
"""Coins that a wallet may come to hold by a gift or a grant; races may take it beyond."""


class Moved(NamedTuple):
    """What came of a gift, a stipend or a grant, in coins."""

    amount: int
    """What moved."""
    held: int
    """What the wallet of who asked holds now; of a grant, the wallet it went to."""
    repaid: int = 0
    """How much of it went on to the house for what the receiver owed."""


def give(db: Connection, guild: int, giver: int, receiver: int, amount: int, *, key: int, now: int) -> Moved:
    """Move coins from one wallet to another; `key` is the interaction that asked for it.

    Done before, it moves nothing. Raises `BankRefused`.
    """
    hold(db, Lock.BOOKS, guild)
    memo = Memo(f"gift:{key}", Reason.GIFT, now)
    mine, theirs = wallet(guild, giver), wallet(guild, receiver)
    journal = single(db, (mine, marker(guild, giver), theirs, marker(guild, receiver)), *keys_of_credit(memo))
    if not journal.is_used(memo.key):
        require_amount(amount, MOST_GIVEN)
        if giver == receiver:
            raise BankRefused(BankRefusal.TO_ONESELF)
        _require_movable(db, guild, giver, receiver)
        if owed := -journal.balance(marker(guild, giver)):
            raise BankRefused(BankRefusal.OWES, owed=owed)
        _require_in_bounds(db, guild, giver, receiver, amount, now - DAY)
        held = journal.opened(mine, now)
        if amount > held:
            raise BankRefused(BankRefusal.SHORT, held=held)
        require_room(journal.opened(theirs, now), amount)
        credited(journal, mine, theirs, amount, memo)
        journal.write()
    return Moved(amount, journal.balance(mine), repaid_of(journal, memo))


def draw_stipend(db: Connection, guild: int, user: int, *, key: int, now: int) -> Moved:
    """Pay somebody their stipend of the day, at most up to `STIPEND_UP_TO`; `key` is the interaction.

    Done before, it moves nothing. Raises `BankRefused`.
    """
    hold(db, Lock.BOOKS, guild)
    memo = Memo(f"stipend:{key}", Reason.STIPEND, now)
    mine = wallet(guild, user)
    journal = single(db, (mine, marker(guild, user)), *keys_of_credit(memo))
    if not journal.is_used(memo.key):
        require_free(db, guild, user)
        last = _last_stipend(db, guild, user)
        if last is not None and last // DAY >= now // DAY:
            raise BankRefused(BankRefusal.DRAWN_TODAY, at=(last // DAY + 1) * DAY)
        journal.opened(mine, now)
        elsewhere = balance(db, guild, user)
        held = journal.balance(mine) + elsewhere.in_play + elsewhere.staked
        if held >= STIPEND_UP_TO:
            raise BankRefused(BankRefusal.HOLDS_ENOUGH, held=held, most=STIPEND_UP_TO)
        credited(journal, house(guild), mine, min(STIPEND, STIPEND_UP_TO - held), memo)
        journal.write()
    return Moved(journal.known[memo.key].amount, journal.balance(mine), repaid_of(journal, memo))


def require_room(held: int, amount: int) -> None:
    """Raise `BankRefused` if a wallet would come to hold more than it may."""
    if held + amount > MOST_HELD:
        raise BankRefused(BankRefusal.TOO_MUCH_HELD, most=MOST_HELD)


def require_amount(amount: int, most: int) -> None:
    """Raise `BankRefused` unless at least one coin is to move, and at most so many."""
    if not 1 <= amount <= most:
        raise BankRefused(BankRefusal.NO_AMOUNT, most=most)


def _require_movable(db: Connection, guild: int, giver: int, receiver: int) -> None:
    require_free(db, guild, giver)
    if frozen_for(db, guild, receiver) is not None:
        raise BankRefused(BankRefusal.THEIRS_FROZEN, user=receiver)


def _require_in_bounds(
    db: Connection, guild: int, giver: int, receiver: int, amount: int, since: int
) -> None:
    """Refuse a newcomer's gift of more than they have earned, and one beyond what was given since a moment."""
    facts = is_newcomer(guild, giver).label("is_newcomer"), earned(guild, giver).label("earned")
    gifts = (movements.c.target == wallet(guild, receiver).id, movements.c.reason == Reason.GIFT)
    from_giver = case((movements.c.source == wallet(guild, giver).id, movements.c.amount), else_=0)
    sums = [func.coalesce(func.sum(each), 0) for each in (from_giver, movements.c.amount)]
    row = db.execute(select(*facts, *sums).where(*gifts, movements.c.at > since))
    is_new, own, given, received = row.one()
    if is_new and amount > own:
        raise BankRefused(BankRefusal.NEWCOMER, left=max(0, own), days=NEWCOMER_DAYS)
    if amount > (left := MOST_GIVEN - int(given)):
        raise BankRefused(BankRefusal.GIVEN_ENOUGH, most=MOST_GIVEN, left=left)
    if amount > MOST_RECEIVED - int(received):
        raise BankRefused(BankRefusal.RECEIVED_ENOUGH, user=receiver)


def _last_stipend(db: Connection, guild: int, user: int) -> int | None:
    theirs = (movements.c.target == wallet(guild, user).id, movements.c.reason == Reason.STIPEND)
    at: int | None = db.scalar(select(func.max(movements.c.at)).where(*theirs))
    return at
