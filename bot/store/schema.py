"""Every table of the database, in SQLAlchemy Core.

Times are whole milliseconds since 1970 UTC; coins are whole numbers; Discord's ids are 64-bit integers.
Changing this file means adding a migration beside it; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

PATIENCE = 180
"""Seconds a seat has for a decision where a server has set nothing else."""

IN_PLAY = "kind = 'escrow' AND balance > 0"
"""Which accounts hold what lies on running tables: in these words, so that their index is found by them."""

SHOWN = "swept < 2"
"""Which tables can still be shown, in such words for the same reason."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _filled(name: str, kind: Any, *keys: ForeignKey, **options: Any) -> Column[Any]:
    """Return a column that every row fills."""
    return Column(name, kind, *keys, nullable=False, **options)


tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True, comment="short random id, the one in custom ids"),
    _filled("guild_id", BigInteger),
    _filled("channel_id", BigInteger, comment="where the lobby was opened"),
    Column("thread_id", BigInteger, comment="where the race is run; the channel itself if no thread"),
    _filled("host_id", BigInteger),
    _filled("game", Text),
    _filled("options", Text, comment="JSON object, every option resolved"),
    _filled("edition", Text, comment="JSON object, the whole edition data"),
    _filled("rules", Integer, server_default="1", comment="version of the game's rules, as of its start"),
    _filled("capacity", Integer, comment="how many seats the host offers"),
    _filled("status", Text, comment="lobby, running, finished, cancelled or expired"),
    _filled("secret", LargeBinary(32), comment="committed to while the lobby is open"),
    _filled("salt", Text, comment="JSON list: presses and words, as mixed into the luck"),
    _filled("revision", Integer, comment="counts every change of the lobby"),
    _filled("length", Integer, comment="rows in the log: the n of the next row"),
    _filled("stakes", Boolean, comment="false: played for practice, no coins move"),
    _filled("buy_in", BigInteger, comment="coins a seat pays into escrow"),
    _filled("clock", Integer, server_default=str(PATIENCE), comment="seconds a seat has for a decision"),
    Column("paused_at", BigInteger, comment="while its host lets it rest"),
    Column("rematch_of", Text, ForeignKey("tables.table_id")),
    _filled("created_at", BigInteger),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column(
        "opened_by", BigInteger, comment="whose limit of open tables it counts against, beside its host's"
    ),
    _filled(
        "counted",
        Integer,
        server_default="0",
        comment="races whose outcome was paid out when it ended early; 0: every stake went back",
    ),
    _filled(
        "version",
        Integer,
        server_default="0",
        comment="raised by every change of the table, its seats, its clocks or what its server has set",
    ),
    _filled(
        "swept",
        Integer,
        server_default="0",
        comment="how much was let go since it is over; 0: all is kept, see bot/tables/retention.py",
    ),
    Index(None, "status", "guild_id", "ended_at"),
    Index(None, "host_id"),
    Index(None, "opened_by"),
    Index(None, "swept", "status", "ended_at"),
)
"""A table: one match from its lobby to its result."""

sent_away = Table(
    "sent_away",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("user_id", BigInteger),
    PrimaryKeyConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)
"""Whom a host has sent away from a lobby, and not invited again."""

seats = Table(
    "seats",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("seat", Integer),
    Column("user_id", BigInteger, comment="who decides; null: a computer player"),
    Column("agent", Text, comment="which computer player; null: a person"),
    _filled("name", Text, comment="the name to draw in pictures"),
    Column("owner_id", BigInteger, comment="who bought in and is paid, also while somebody else decides"),
    _filled(
        "ready",
        Boolean,
        server_default=true(),
        comment="false: the options changed since this person agreed to them",
    ),
    _filled(
        "attendance",
        Text,
        server_default="present",
        comment="present, or played for by a computer: away, left",
    ),
    _filled("missed", Integer, server_default="0", comment="decisions in a row its clock took"),
    _filled(
        "orders",
        Text,
        server_default="{}",
        comment="JSON object: kind of action to the computer player that takes it",
    ),
    _filled("would_stop", Boolean, server_default=false()),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "user_id"),
    Index(None, "user_id"),
    Index(None, "owner_id"),
)
"""Who sits where, numbered from 0 in table order."""

presses = Table(
    "presses",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("n", Integer, comment="in the order in which they arrived"),
    _filled("press", BigInteger, comment="the interaction's id, as it stands in the salt"),
    _filled("kind", Text, comment="opened, joined, words, started, or a refused start"),
    Column("user_id", BigInteger, comment="who pressed; null: somebody who is forgotten"),
    Column("why", Text, comment="why a start was refused, a reason code"),
    PrimaryKeyConstraint("table_id", "n"),
    Index(None, "user_id"),
)
"""Who made which press of a salt, and what it was."""

log = Table(
    "log",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("n", Integer),
    Column("seat", Integer, comment="null: the set-up, or the table itself"),
    Column("action", Text, comment="JSON object; null: the set-up"),
    _filled("events", Text, comment="JSON list"),
    _filled("auto", Boolean),
    _filled("at", BigInteger),
    Column("taken_by", Text, comment="who decided in the seat's place, and why; null: who sits there"),
    Column(
        "decided_by", BigInteger, comment="the user who did; null: a computer player, the table, or not known"
    ),
    PrimaryKeyConstraint("table_id", "n"),
    Index(None, "decided_by"),
)
"""The append-only race log: a running table is this, folded."""

drafts = Table(
    "drafts",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("user_id", BigInteger),
    _filled("n", Integer, comment="log length when it was begun; older drafts are void"),
    _filled("draft", Text, comment="JSON object, the slip as filled in so far"),
    PrimaryKeyConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)
"""A bet slip somebody is still filling in."""

outbox = Table(
    "outbox",
    metadata,
    Column("post_id", Integer, primary_key=True, comment="never given twice, also where a row was deleted"),
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("kind", Text, comment="what it is, such as board, desk or result"),
    Column("user_id", BigInteger, comment="whose desk it is, or whom it calls or names; null: of everybody"),
    Column("race", Integer, comment="which race a result tells of"),
    Column("notice", Text, comment="what a notice says, such as left or paused"),
    Column("seat", Integer, comment="which seat a notice is about; null: the table"),
    Column("happened_at", BigInteger, comment="when that happened of which a notice tells"),
    _filled("requested", Integer, comment="how often it was asked for"),
    _filled("fulfilled", Integer, comment="the request that was fulfilled last; 0: none"),
    _filled(
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
    _filled("tries", Integer, comment="how often it failed since it was asked for or shown"),
    Column("next_try_at", BigInteger, comment="before when it is not tried again; null: at once"),
    Column("problem", Text, comment="why it was given up, a reason code; null: it was not"),
    CheckConstraint("(user_id IS NOT NULL) = (kind IN ('desk', 'call', 'closed'))", name="user"),
    CheckConstraint("(race IS NOT NULL) = (kind = 'result')", name="race"),
    CheckConstraint("(notice IS NOT NULL) = (kind = 'notice')", name="notice"),
    CheckConstraint("(happened_at IS NOT NULL) = (kind = 'notice')", name="happened_at"),
    CheckConstraint("seat IS NULL OR kind = 'notice'", name="seat"),
    CheckConstraint("(channel_id IS NULL) = (message_id IS NULL)", name="message"),
    Index(None, "table_id"),
    Index(None, "user_id"),
    sqlite_autoincrement=True,
)
"""What has to be posted: a row is due while `fulfilled < requested`, unless it was given up."""

deadlines = Table(
    "deadlines",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("kind", Text, comment="what it is about; `turn:2` is the clock of seat 2"),
    _filled("due_at", BigInteger),
    _filled(
        "set_at",
        BigInteger,
        server_default="0",
        comment="when it was started: what stood still before does not make it later",
    ),
    PrimaryKeyConstraint("table_id", "kind"),
    Index(None, "due_at"),
)
"""What has to happen by itself, and when."""

processes = Table(
    "processes",
    metadata,
    Column("process_id", Text, primary_key=True, comment="random, and another one for every start"),
    _filled("shards", Text, comment="those it serves, such as `0-3/16`; empty: all there are"),
    _filled("started_at", BigInteger),
    _filled("beat_at", BigInteger, comment="when it was last known to be alive"),
)
"""Every process that serves the tables, until it stops or is found dead."""

shards = Table(
    "shards",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    _filled("of", Integer, comment="how many there are; the same in every row"),
    Column(
        "heard_by", Text, comment="the process at which presses of its servers arrive; null: nobody hears it"
    ),
    Column(
        "kept_by", Text, comment="the process that makes posts and moves for its servers; null: nobody yet"
    ),
    Column(
        "still_since",
        BigInteger,
        comment="since when the clocks of its servers stand still; null: they go on",
    ),
)
"""Who does what for which servers, and whose clocks stand still: time in which nobody can act counts against nobody."""

unanswered = Table(
    "unanswered",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    _filled("token", Text, comment="what the answer is given with; never logged"),
    _filled("locale", Text, comment="of whoever waits for it"),
    _filled("at", BigInteger, comment="since when; of no use after 15 minutes"),
    Column("process", Text, comment="the process that gives it as long as it lives; null: any"),
)
"""Answers that somebody waits for."""

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    _filled("settings", Text, comment="JSON object, what differs from the defaults"),
    Column("greeted_at", BigInteger, comment="when the first steps were shown; 0: they have still to be"),
)
"""What a server has set."""

users = Table(
    "users",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    _filled(
        "asked_always",
        Boolean,
        server_default=false(),
        comment="wants to be asked even where there is only one move",
    ),
)
"""What a user prefers, in every server."""

accounts = Table(
    "accounts",
    metadata,
    Column("account_id", Text, primary_key=True, comment="kind:guild:owner, such as wallet:1:2"),
    _filled("guild_id", BigInteger),
    _filled("kind", Text, comment="house, wallet, marker or escrow"),
    _filled("owner", Text, comment="a user id, a table id, or empty for the house"),
    _filled("balance", BigInteger, comment="what all movements add up to"),
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
    _filled("key", Text, unique=True, comment="the same key never moves coins twice"),
    _filled("source", Text, ForeignKey("accounts.account_id")),
    _filled("target", Text, ForeignKey("accounts.account_id")),
    _filled("amount", BigInteger),
    _filled("reason", Text, comment="a reason code"),
    Column("table_id", Text, comment="the table it belongs to"),
    _filled("at", BigInteger),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("source <> target", name="ends"),
    Index(None, "source"),
    Index(None, "target"),
    Index(None, "table_id"),
)
"""The ledger: append-only, one row from one account to another."""

results = Table(
    "results",
    metadata,
    _filled("table_id", Text, ForeignKey("tables.table_id")),
    _filled("seat", Integer),
    _filled("guild_id", BigInteger),
    Column("user_id", BigInteger),
    _filled("game", Text),
    _filled("score", BigInteger),
    _filled("place", Integer, comment="1 is best; equal scores share the better place"),
    _filled("ended_at", BigInteger),
    PrimaryKeyConstraint("table_id", "seat"),
    Index(None, "guild_id", "user_id", "place"),
    Index(None, "user_id"),
)
"""How finished games ended, a row a seat."""


def _index_of_few(name: str, few: str, *columns: Column[Any], unique: bool = False) -> None:
    """Keep an index of the few rows that are looked for, however many others there are."""
    Index(name, *columns, unique=unique, sqlite_where=text(few), postgresql_where=text(few))


# One rematch of a table; but one that was cancelled is none.
_index_of_few(
    "ix_tables_rematch_of", "status IN ('lobby', 'running', 'finished')", tables.c.rematch_of, unique=True
)
_index_of_few("ix_tables_resting", "paused_at IS NOT NULL", tables.c.table_id)
_index_of_few(
    "ix_accounts_in_play",
    IN_PLAY,
    accounts.c.guild_id,
    accounts.c.kind,
    accounts.c.balance,
    accounts.c.account_id,
)
_index_of_few("ix_tables_over", f"{SHOWN} AND ended_at IS NOT NULL", tables.c.guild_id, tables.c.ended_at)
_index_of_few(
    "ix_tables_ran", SHOWN, tables.c.guild_id, tables.c.thread_id, tables.c.status, tables.c.started_at
)
_index_of_few("ix_outbox_due", "fulfilled < requested AND problem IS NULL", outbox.c.table_id)


def _one_of_each(name: str, few: str, *columns: Column[Any]) -> None:
    """Have no table two posts of which these columns are the same."""
    _index_of_few(f"uq_outbox_{name}", few, outbox.c.table_id, *columns, unique=True)


_post = outbox.c
_one_of_each("kind", "user_id IS NULL AND race IS NULL AND notice IS NULL", _post.kind)
_one_of_each("user", "user_id IS NOT NULL", _post.kind, _post.user_id)
_one_of_each("race", "race IS NOT NULL", _post.race)
_one_of_each("seat_notice", "seat IS NOT NULL", _post.notice, _post.seat, _post.happened_at)
_one_of_each("table_notice", "notice IS NOT NULL AND seat IS NULL", _post.notice, _post.happened_at)
