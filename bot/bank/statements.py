"""A person's account statement, and the books of a guild to take away."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, wallet
from bot.bank.balances import balance
from bot.bank.ledger import Reason
from bot.store.schema import accounts, movements

COLUMNS = ("movement", "time", "from", "to", "coins", "reason", "table")


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


async def lines(db: AsyncConnection, guild: int) -> AsyncIterator[str]:
    """Yield the movements of a guild as lines of CSV, the newest first, after a line that names the columns."""
    yield _line(COLUMNS)
    here = select(accounts.c.account_id).where(accounts.c.guild_id == guild)
    newest = select(movements).where(movements.c.source.in_(here)).order_by(movements.c.movement_id.desc())
    async for row in await db.stream(newest):
        at = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
        yield _line((row.movement_id, at, row.source, row.target, row.amount, row.reason, row.table_id or ""))


def _line(cells: tuple[object, ...]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(cells)
    return written.getvalue()
