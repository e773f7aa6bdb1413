"""What is owed to people: posts to be made, answers that somebody waits for, and messages to be removed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
)

from bot.db.schema.frame import filled, index_of_few, metadata

outbox = Table(
    "outbox",
    metadata,
    Column("post_id", Integer, primary_key=True, comment="never given twice, also where a row was deleted"),
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("kind", Text, comment="what it is, such as board, desk or result"),
    Column("user_id", BigInteger, comment="whose desk it is, or whom it calls or names; null: of everybody"),
    Column("race", Integer, comment="which race a result tells of"),
    Column("notice", Text, comment="what a notice says, such as left or paused"),
    Column("seat", Integer, comment="which seat a notice is about; null: the table"),
    Column("happened_at", BigInteger, comment="when that happened of which a notice tells"),
    filled("requested", Integer, comment="how often it was asked for"),
    filled("fulfilled", Integer, comment="the request that was fulfilled last; 0: none"),
    filled(
        "requested_anew",
        Integer,
        comment="the last request for a new message in the place of one that stands; 0: none",
    ),
    Column(
        "moment",
        Integer,
        comment="log length it is about: as a board was asked for, a race was over, a decision arose",
    ),
    Column("channel_id", BigInteger, comment="where its message stands; null: nowhere"),
    Column("message_id", BigInteger),
    Column(
        "posted_at", BigInteger, comment="when a board or desk was posted, for edits have to be of the young"
    ),
    Column("told_from", Integer, comment="the row of the log with which the board begins that stands"),
    Column("told_to", Integer, comment="how long the log was of which that board tells"),
    Column("pictures", Text, comment="what the pictures show that it carries; null: none are known of"),
    filled("tries", Integer, comment="how often it failed since it was asked for or shown"),
    Column("next_try_at", BigInteger, comment="before when it is not tried again; null: at once"),
    Column("problem", Text, comment="why it was given up, a reason code; null: it was not"),
    Column("opened_channel_id", BigInteger, comment="where its owner has opened a desk; null: nowhere"),
    Column("opened_message_id", BigInteger),
    Column("opened_token", Text, comment="what it is edited with there; never logged"),
    Column("opened_until", BigInteger, comment="when that runs out"),
    CheckConstraint("(user_id IS NOT NULL) = (kind IN ('desk', 'call', 'closed', 'tote'))", name="user"),
    CheckConstraint("(race IS NOT NULL) = (kind = 'result')", name="race"),
    CheckConstraint("(notice IS NOT NULL) = (kind = 'notice')", name="notice"),
    CheckConstraint("(happened_at IS NOT NULL) = (kind = 'notice')", name="happened_at"),
    CheckConstraint("seat IS NULL OR kind = 'notice'", name="seat"),
    CheckConstraint("(channel_id IS NULL) = (message_id IS NULL)", name="message"),
    Index(None, "table_id", "kind", "moment", "post_id"),
    Index(None, "user_id"),
    sqlite_autoincrement=True,
)
"""What has to be posted: a row is due while `fulfilled < requested`, unless it was given up."""

removals = Table(
    "removals",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    filled("channel_id", BigInteger),
    filled("process", Text, comment="the process that removes it as long as it lives"),
)
"""Messages that have made room for newer ones, and that Discord could not remove yet."""

erasures = Table(
    "erasures",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    filled("asked_at", BigInteger),
)
"""People whose data are being erased, piece by piece."""

index_of_few(
    "ix_outbox_due",
    "fulfilled < requested AND problem IS NULL",
    outbox.c.table_id,
    outbox.c.kind,
    outbox.c.post_id,
)
FORBIDDEN = "problem = 'forbidden'"
"""What Discord forbade; a statement that says just this finds the few rows by their index."""

index_of_few("ix_outbox_forbidden", FORBIDDEN, outbox.c.table_id)
index_of_few("ix_outbox_opened", "opened_until IS NOT NULL", outbox.c.opened_until)


def _one_of_each(name: str, few: str, *columns: Column[Any]) -> None:
    """Have no table two posts of which these columns are the same."""
    index_of_few(f"uq_outbox_{name}", few, outbox.c.table_id, *columns, unique=True)


_post = outbox.c
_one_of_each("kind", "user_id IS NULL AND race IS NULL AND notice IS NULL", _post.kind)
_one_of_each("user", "user_id IS NOT NULL", _post.kind, _post.user_id)
_one_of_each("race", "race IS NOT NULL", _post.race)
_one_of_each("seat_notice", "seat IS NOT NULL", _post.notice, _post.seat, _post.happened_at)
_one_of_each("table_notice", "notice IS NOT NULL AND seat IS NULL", _post.notice, _post.happened_at)
