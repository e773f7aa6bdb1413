"""A person's account statement."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, wallet
from bot.bank.balances import balance
from bot.bank.ledger import Reason
from bot.store.schema import movements


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


async def statement(
    db: AsyncConnection, guild: int, user: int, limit: int, offset: int = 0
) -> tuple[list[Entry], int]:
    """Return a page of what moved in or out of a wallet, newest first, and how many movements there are."""
    mine = wallet(guild, user).id
    own = or_(movements.c.source == mine, movements.c.target == mine)
    total = int(await db.scalar(select(func.count()).select_from(movements).where(own)) or 0)
    change = case((movements.c.target == mine, movements.c.amount), else_=-movements.c.amount)
    newest = select(movements, change.label("change")).where(own).order_by(movements.c.movement_id.desc())
    held = (await balance(db, guild, user)).wallet
    if offset:
        later = newest.limit(offset).subquery("later")
        held -= int(await db.scalar(select(func.coalesce(func.sum(later.c.change), 0))) or 0)
    entries = []
    for row in (await db.execute(newest.limit(limit).offset(offset))).mappings():
        other = Account.of(row["source"] if row["target"] == mine else row["target"])
        entries.append(
            Entry(row["at"], row["change"], held, Reason(row["reason"]), row["table_id"], _person(other))
        )
        held -= row["change"]
    return entries, total


def _person(account: Account) -> int | None:
    is_somebodys = account.kind == "wallet" and not account.is_nobodys
    return int(account.owner) if is_somebodys else None
