"""Wallets that who manages a server has frozen: their owners move no coin of their own will until they are thawed.

What already lies on a table comes back to a frozen wallet all the same, and what it owes is paid back.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from bot.bank.refusals import BankRefusal, BankRefused
from bot.db.locks import Lock, hold
from bot.db.schema import frozen_wallets


def freeze(db: Connection, guild: int, user: int, words: str, now: int) -> None:
    """Freeze a wallet, for a reason that its owner is told; raises `BankRefused` if it is frozen already."""
    hold(db, Lock.BOOKS, guild)
    if frozen_for(db, guild, user) is not None:
        raise BankRefused(BankRefusal.FROZEN_ALREADY, user=user)
    db.execute(insert(frozen_wallets).values(guild_id=guild, user_id=user, words=words, at=now))


def thaw(db: Connection, guild: int, user: int) -> None:
    """Let the owner of a frozen wallet move coins again; raises `BankRefused` if it is not frozen."""
    hold(db, Lock.BOOKS, guild)
    gone = db.execute(
        delete(frozen_wallets).where(frozen_wallets.c.guild_id == guild, frozen_wallets.c.user_id == user)
    )
    if not gone.rowcount:
        raise BankRefused(BankRefusal.NOT_FROZEN, user=user)


def frozen_for(db: Connection, guild: int, user: int) -> str | None:
    """Return why a wallet is frozen; None: it is not."""
    words: str | None = db.scalar(
        select(frozen_wallets.c.words).where(
            frozen_wallets.c.guild_id == guild, frozen_wallets.c.user_id == user
        )
    )
    return words


def frozen_among(db: Connection, guild: int, users: Collection[int]) -> list[int]:
    """Name those of some users whose wallets are frozen."""
    theirs = frozen_wallets.c.user_id.in_(sorted(users))
    found = (
        select(frozen_wallets.c.user_id)
        .where(frozen_wallets.c.guild_id == guild, theirs)
        .order_by(frozen_wallets.c.user_id)
    )
    return list(db.scalars(found))


def require_free(db: Connection, guild: int, user: int) -> None:
    """Raise `BankRefused` if the wallet of who asks is frozen."""
    words = frozen_for(db, guild, user)
    if words is not None:
        raise BankRefused(BankRefusal.FROZEN, words=words)
