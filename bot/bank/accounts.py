"""Where coins can be: the house, wallets, markers and the tables' escrows, all apart for each guild."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import Connection, Select, insert, select, text

from bot.db.schema import IN_PLAY, accounts


class AccountKind(StrEnum):
    """What an account is for, which says on which side of zero it has to stay."""

    HOUSE = "house"
    """The guild's bank, on either side: all coins come from it, so it is usually far below zero."""
    WALLET = "wallet"
    """What a user may spend; never below zero."""
    MARKER = "marker"
    """What a user owes the house, as a balance below zero; never above it."""
    ESCROW = "escrow"
    """The buy-ins that lie on a running table; never below zero."""
    TOTE = "tote"
    """The stakes in a pool of a race that is not settled yet; never below zero."""


@dataclass(frozen=True, slots=True)
class Account:
    """The name of an account; make one with `house`, `wallet`, `marker`, `escrow` or `tote_pool`."""

    kind: AccountKind
    guild: int
    owner: str = ""

    @property
    def id(self) -> str:
        """The account's key in the database, such as `wallet:1:2` or `house:1`."""
        return ":".join(filter(None, (self.kind, str(self.guild), self.owner)))

    @classmethod
    def of(cls, key: str) -> Account:
        """Read the key of an account."""
        kind, guild, *owner = key.split(":", 2)
        return cls(AccountKind(kind), int(guild), *owner)

    @property
    def is_nobodys(self) -> bool:
        """Whether the person it belonged to had their data erased: its owner is a number below zero."""
        return self.owner.startswith("-")

    def row(self, balance: int) -> dict[str, object]:
        """Return the account as it is written down, with so many coins."""
        named = {"account_id": self.id, "guild_id": self.guild, "kind": self.kind, "owner": self.owner}
        return {**named, "balance": balance}

    def may_hold(self, balance: int) -> bool:
        """Whether a balance is on the right side of zero."""
        if self.kind is AccountKind.HOUSE:
            return True
        return balance <= 0 if self.kind is AccountKind.MARKER else balance >= 0


def house(guild: int) -> Account:
    """Name the bank of a guild."""
    return Account(AccountKind.HOUSE, guild)


def wallet(guild: int, user: int) -> Account:
    """Name a user's wallet in a guild."""
    return Account(AccountKind.WALLET, guild, str(user))


def marker(guild: int, user: int) -> Account:
    """Name the account of what a user owes the house."""
    return Account(AccountKind.MARKER, guild, str(user))


def marker_of(wallet: Account) -> Account:
    """Name the marker of a wallet's owner."""
    return replace(wallet, kind=AccountKind.MARKER)


def escrow(guild: int, table: str) -> Account:
    """Name the account of the coins on a table."""
    return Account(AccountKind.ESCROW, guild, table)


def tote_pool(guild: int, table: str, race: int, pool: str) -> Account:
    """Name the account of the stakes in a pool of a race, such as `tote:1:K7QH2M:3:win`."""
    return Account(AccountKind.TOTE, guild, f"{table}:{race}:{pool}")


def balance_of(db: Connection, account: Account) -> int | None:
    """Return an account's balance in coins, None if it was never opened."""
    balance: int | None = db.scalar(select(accounts.c.balance).where(accounts.c.account_id == account.id))
    return balance


def balances_of(db: Connection, wanted: Collection[Account]) -> dict[Account, int | None]:
    """Return the balances of several accounts at once, in the order of their keys."""
    named = {account.id: account for account in sorted(wanted, key=lambda each: each.id)}
    found = db.execute(
        select(accounts.c.account_id, accounts.c.balance).where(accounts.c.account_id.in_(list(named)))
    )
    held = {row.account_id: row.balance for row in found}
    return {account: held.get(key) for key, account in named.items()}


def open_with(db: Connection, account: Account, balance: int) -> None:
    """Write down an account that is not there yet, with so many coins."""
    db.execute(insert(accounts).values(account.row(balance)))


def in_play(guild: int) -> Select[tuple[str]]:
    """Select the escrows of a guild that hold coins: those of running tables, however many are over."""
    return select(accounts.c.account_id).where(accounts.c.guild_id == guild, text(IN_PLAY))
