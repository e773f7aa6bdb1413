"""Wallets that who manages a server has frozen: their owners move no coin of their own will until they are thawed.

What already lies on a table comes back to a frozen wallet all the same, and what it owes is paid back.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.refusals import BankRefusal, BankRefused
from bot.store.locks import Lock, hold
from bot.store.schema import frozen_wallets


async def freeze(db: AsyncConnection, guild: int, user: int, words: str, now: int) -> None:
    """Freeze a wallet, for a reason that its owner is told; raises `BankRefused` if it is frozen already."""
    await hold(db, Lock.BOOKS, guild)
    if await frozen_for(db, guild, user) is not None:
        raise BankRefused(BankRefusal.FROZEN_ALREADY, user=user)
    await db.execute(insert(frozen_wallets).values(guild_id=guild, user_id=user, words=words, at=now))


async def thaw(db: AsyncConnection, guild: int, user: int) -> None:
    """Let the owner of a frozen wallet move coins again; raises `BankRefused` if it is not frozen."""
    await hold(db, Lock.BOOKS, guild)
    gone = await db.execute(
        delete(frozen_wallets).where(frozen_wallets.c.guild_id == guild, frozen_wallets.c.user_id == user)
    )
    if not gone.rowcount:
        raise BankRefused(BankRefusal.NOT_FROZEN, user=user)


async def frozen_for(db: AsyncConnection, guild: int, user: int) -> str | None:
    """Return why a wallet is frozen; None: it is not."""
    words: str | None = await db.scalar(
        select(frozen_wallets.c.words).where(
            frozen_wallets.c.guild_id == guild, frozen_wallets.c.user_id == user
        )
    )
    return words


async def frozen_among(db: AsyncConnection, guild: int, users: Collection[int]) -> list[int]:
    """Name those of some users whose wallets are frozen."""
    theirs = frozen_wallets.c.user_id.in_(sorted(users))
    found = (
        select(frozen_wallets.c.user_id)
        .where(frozen_wallets.c.guild_id == guild, theirs)
        .order_by(frozen_wallets.c.user_id)
    )
    return list(await db.scalars(found))


async def require_free(db: AsyncConnection, guild: int, user: int) -> None:
    """Raise `BankRefused` if the wallet of who asks is frozen."""
    words = await frozen_for(db, guild, user)
    if words is not None:
        raise BankRefused(BankRefusal.FROZEN, words=words)
