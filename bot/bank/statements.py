"""A person's account statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, case, func, or_, select

from bot.bank.accounts import Account, wallet
from bot.bank.balances import balance
from bot.bank.ledger import Reason
from bot.db.schema import bank_acts, movements

_BY_MANAGERS = (Reason.GRANT, Reason.TAKE)


class Entry(NamedTuple):
    """A movement of somebody's wallet."""

    at: int
    change: int
    """Coins; below zero what left the wallet."""
    held: int
    """What the wallet held after it."""
    reason: Reason
    table: str | None
    other: int | None
    """The person at the other end: of a gift; None for everything else, and for who had their data erased."""
    words: str | None = None
    """Why a manager granted or took them; None for everything else."""


def statement(db: Connection, guild: int, user: int, limit: int, offset: int = 0) -> tuple[list[Entry], int]:
    """Return a page of what moved in or out of a wallet, newest first, and how many movements there are."""
    mine = wallet(guild, user).id
    own = or_(movements.c.source == mine, movements.c.target == mine)
    total = int(db.scalar(select(func.count()).select_from(movements).where(own)) or 0)
    change = case((movements.c.target == mine, movements.c.amount), else_=-movements.c.amount)
    newest = select(movements, change.label("change")).where(own).order_by(movements.c.movement_id.desc())
    held = balance(db, guild, user).wallet
    if offset:
        later = newest.limit(offset).subquery("later")
        held -= int(db.scalar(select(func.coalesce(func.sum(later.c.change), 0))) or 0)
    entries = []
    rows = db.execute(newest.limit(limit).offset(offset)).mappings().all()
    said = _said(db, guild, user, [row["key"] for row in rows if row["reason"] in _BY_MANAGERS])
    for row in rows:
        other = Account.of(row["source"] if row["target"] == mine else row["target"])
        facts = (Reason(row["reason"]), row["table_id"], _person(other), said.get(row["key"]))
        entries.append(Entry(row["at"], row["change"], held, *facts))
        held -= row["change"]
    return entries, total


def _said(db: Connection, guild: int, user: int, keys: Sequence[str]) -> Mapping[str, str]:
    """Return why managers granted or took coins, by the keys of what moved."""
    acts = {int(key.rpartition(":")[2]): key for key in keys}
    if not acts:
        return {}
    theirs = (bank_acts.c.guild_id == guild, bank_acts.c.user_id == user)
    wanted = select(bank_acts.c.act_id, bank_acts.c.words).where(bank_acts.c.act_id.in_(acts), *theirs)
    return {acts[act]: words for act, words in db.execute(wanted)}


def _person(account: Account) -> int | None:
    is_somebodys = account.kind == "wallet" and not account.is_nobodys
    return int(account.owner) if is_somebodys else None
