"""Where coins are, and how they got there."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from bot.db.schema.frame import filled, index_of_few, metadata

IN_PLAY = "kind = 'escrow' AND balance > 0"
"""Which accounts hold what lies on running tables: in these words, so that their index is found by them."""

accounts = Table(
    "accounts",
    metadata,
    Column("account_id", Text, primary_key=True, comment="kind:guild:owner, such as wallet:1:2"),
    filled("guild_id", BigInteger),
    filled("kind", Text, comment="house, wallet, marker, escrow or tote"),
    filled("owner", Text, comment="a user id, a table id, a race's pool, or empty for the house"),
    filled("balance", BigInteger, comment="what all movements add up to"),
    CheckConstraint("kind IN ('house', 'marker') OR balance >= 0", name="balance"),
    CheckConstraint("kind <> 'marker' OR balance <= 0", name="marker"),
    UniqueConstraint("guild_id", "kind", "owner"),
    Index(None, "owner"),
)
"""Where coins can be. All balances together are always zero."""

movements = Table(
    "movements",
    metadata,
    Column("movement_id", Integer, primary_key=True, autoincrement=True),
    filled("key", Text, unique=True, comment="the same key never moves coins twice"),
    filled("source", Text, ForeignKey("accounts.account_id")),
    filled("target", Text, ForeignKey("accounts.account_id")),
    filled("amount", BigInteger),
    filled("reason", Text, comment="a reason code"),
    Column("table_id", Text, comment="the table it belongs to"),
    filled("at", BigInteger),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("source <> target", name="ends"),
    Index(None, "source"),
    Index(None, "target"),
    Index(None, "table_id"),
)
"""The ledger: append-only, one row from one account to another."""

frozen_wallets = Table(
    "frozen_wallets",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    filled("words", Text, comment="why, as its owner is told"),
    filled("at", BigInteger),
    Index(None, "user_id"),
)
"""Wallets whose owners move no coins of their own will."""

bank_acts = Table(
    "bank_acts",
    metadata,
    Column("act_id", BigInteger, primary_key=True, autoincrement=False, comment="the interaction"),
    filled("guild_id", BigInteger),
    Column("by_id", BigInteger, comment="who did it; empty once their data are erased"),
    Column("user_id", BigInteger, comment="to whose wallet; empty once their data are erased"),
    filled("kind", Text, comment="grant, take, freeze or thaw"),
    filled("amount", BigInteger),
    filled("words", Text, comment="why"),
    filled("at", BigInteger),
    filled("told", Boolean, comment="whether the server's channel for it was told, or never can be"),
    Index(None, "by_id"),
    Index(None, "user_id"),
)
"""What those who manage servers did to wallets."""

index_of_few("ix_bank_acts_untold", "NOT told", bank_acts.c.guild_id, bank_acts.c.act_id)

index_of_few(
    "ix_accounts_in_play",
    IN_PLAY,
    accounts.c.guild_id,
    accounts.c.kind,
    accounts.c.balance,
    accounts.c.account_id,
)
