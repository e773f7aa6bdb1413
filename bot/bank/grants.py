"""What who manages a server does to a wallet: coins granted, coins taken, frozen and thawed; each is written down.

Of every act a row stays that says who did what, and why; where a server names a channel for it, the row is posted
there (see `bot.ui.guild.bank_audit`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select, update

from bot.bank.accounts import house, marker, wallet
from bot.bank.freezing import freeze, thaw
from bot.bank.gifts import MOST_HELD, Moved, require_amount, require_room
from bot.bank.ledger import Journal, Memo, Reason, single
from bot.bank.refusals import BankRefusal, BankRefused
from bot.bank.wallets import credited, keys_of_credit, repaid_of
from bot.db.locks import Lock, hold
from bot.db.schema import bank_acts

MOST_PAID_OUT = 10**18
"""Coins that a house may come to have paid out by a grant, beyond what it got: a database counts to nine times that."""

LONGEST_WORDS = 200
"""Characters of the reason that has to be given."""


class ActKind(StrEnum):
    """What was done to a wallet."""

    GRANT = "grant"
    TAKE = "take"
    FREEZE = "freeze"
    THAW = "thaw"


class Act(NamedTuple):
    """What somebody who manages a server did to somebody's wallet. Who had their data erased is None."""

    act: int
    """Its number, which is the interaction that asked for it."""
    guild: int
    by: int | None
    user: int | None
    kind: ActKind
    amount: int
    """Coins; 0 where none moved."""
    words: str
    at: int


def grant(db: Connection, act: Act) -> Moved:
    """Pay coins of the house into a wallet; what its owner owes is paid back first. Raises `BankRefused`."""
    journal, memo = _journal(db, act, Reason.GRANT)
    if not journal.is_used(memo.key):
        mine = wallet(act.guild, _owner(act))
        require_amount(act.amount, MOST_HELD)
        require_room(journal.opened(mine, act.at), act.amount)
        if act.amount - journal.balance(house(act.guild)) > MOST_PAID_OUT:
            raise BankRefused(BankRefusal.HOUSE_EMPTY, most=MOST_PAID_OUT)
        credited(journal, house(act.guild), mine, act.amount, memo)
        journal.write()
        _note(db, act)
    return Moved(act.amount, journal.balance(wallet(act.guild, _owner(act))), repaid_of(journal, memo))


def take(db: Connection, act: Act) -> Moved:
    """Move coins of a wallet to the house; raises `BankRefused` if it does not hold them."""
    journal, memo = _journal(db, act, Reason.TAKE)
    mine = wallet(act.guild, _owner(act))
    if not journal.is_used(memo.key):
        require_amount(act.amount, MOST_HELD)
        if act.amount > (held := journal.opened(mine, act.at)):
            raise BankRefused(BankRefusal.SHORT, held=held)
        journal.move(mine, house(act.guild), act.amount, memo)
        journal.write()
        _note(db, act)
    return Moved(act.amount, journal.balance(mine))


def set_frozen(db: Connection, act: Act) -> None:
    """Freeze a wallet or thaw it; done before, it does nothing. Raises `BankRefused`."""
    hold(db, Lock.BOOKS, act.guild)
    if _is_noted(db, act):
        return
    if act.kind is ActKind.FREEZE:
        freeze(db, act.guild, _owner(act), act.words, act.at)
    else:
        thaw(db, act.guild, _owner(act))
    _note(db, act)


def untold(db: Connection, guild: int) -> list[Act]:
    """Return the acts of a guild that have still to be posted, the oldest first."""
    mine = (bank_acts.c.guild_id == guild, bank_acts.c.told.is_(False))
    return [_act(row) for row in db.execute(select(bank_acts).where(*mine).order_by(bank_acts.c.act_id))]


def guilds_untold(db: Connection) -> list[int]:
    """Name the guilds whose acts have still to be posted."""
    some = select(bank_acts.c.guild_id).where(bank_acts.c.told.is_(False)).distinct()
    return list(db.scalars(some.order_by(bank_acts.c.guild_id)))


def note_told(db: Connection, act: int) -> None:
    """Note that an act was posted, or never can be."""
    db.execute(update(bank_acts).where(bank_acts.c.act_id == act).values(told=True))


def _journal(db: Connection, act: Act, reason: Reason) -> tuple[Journal, Memo]:
    memo = Memo(f"{reason}:{act.act}", reason, act.at)
    theirs = wallet(act.guild, _owner(act)), marker(act.guild, _owner(act))
    return single(db, theirs, *keys_of_credit(memo)), memo


def _owner(act: Act) -> int:
    assert act.user is not None
    return act.user


def _is_noted(db: Connection, act: Act) -> bool:
    known = select(bank_acts.c.act_id).where(bank_acts.c.act_id == act.act)
    return db.scalar(known) is not None


def _note(db: Connection, act: Act) -> None:
    row = {
        "act_id": act.act,
        "guild_id": act.guild,
        "by_id": act.by,
        "user_id": act.user,
        "kind": act.kind,
        "amount": act.amount,
        "words": act.words,
        "at": act.at,
        "told": False,
    }
    db.execute(insert(bank_acts).values(row))


def _act(row: Row[Any]) -> Act:
    kind = ActKind(row.kind)
    return Act(row.act_id, row.guild_id, row.by_id, row.user_id, kind, row.amount, row.words, row.at)
