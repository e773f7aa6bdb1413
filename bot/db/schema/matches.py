"""A match from its lobby to its result: who sits at it, its log, slips, clocks, and how it ended."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from bot.db.schema.frame import filled, index_of_few, metadata

SHOWN = "swept < 2"
"""Which tables can still be shown: in these words, so that their indexes are found by them."""


tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True, comment="short random id, the one in custom ids"),
    filled("guild_id", BigInteger),
    filled("channel_id", BigInteger, comment="where the lobby was opened"),
    Column("thread_id", BigInteger, comment="where the race is run; the channel itself if no thread"),
    filled("host_id", BigInteger),
    filled("game", Text),
    filled("options", Text, comment="JSON object, every option resolved"),
    filled("edition", Text, comment="JSON object, the whole edition data"),
    filled("rules", Integer, server_default="1", comment="version of the game's rules, as of its start"),
    filled("capacity", Integer, comment="how many seats the host offers"),
    filled("status", Text, comment="lobby, running, finished, cancelled or expired"),
    filled("secret", LargeBinary(32), comment="committed to while the lobby is open"),
    filled("salt", Text, comment="JSON list: presses and words, as mixed into the luck"),
    filled("length", Integer, comment="rows in the log: the n of the next row"),
    filled("stakes", Boolean, comment="false: played for practice, no coins move"),
    filled("buy_in", BigInteger, comment="coins a seat pays into escrow"),
    filled("clock", Integer, server_default="180", comment="seconds a seat has for a decision"),
    Column("paused_at", BigInteger, comment="while its host lets it rest"),
    Column("hints", Boolean, comment="what its host said; null: nothing, so that one person alone has them"),
    Column("hours", Text, comment="when it is played, as `18:00-23:00 Europe/Berlin`; null: at any time"),
    Column("pace", Text, comment="how long computer players take; null: as the server has set it"),
    Column("rematch_of", Text, ForeignKey("tables.table_id")),
    Column(
        "agreed", Text, comment="JSON object: the terms to which all agreed last, if they have changed since"
    ),
    Column("starts_at", BigInteger, comment="when its lobby starts by itself; null: never"),
    Column("night_id", BigInteger, comment="the race night that waits for it; null: none"),
    filled("created_at", BigInteger),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column(
        "opened_by", BigInteger, comment="whose limit of open tables it counts against, beside its host's"
    ),
    filled(
        "counted",
        Integer,
        server_default="0",
        comment="races whose outcome was paid out when it ended early; 0: every stake went back",
    ),
    filled(
        "version",
        Integer,
        server_default="0",
        comment="raised by every change of the table, its seats, its clocks or what its server has set",
    ),
    filled(
        "swept",
        Integer,
        server_default="0",
        comment="how much was let go since it is over; 0: all is kept, see bot/tables/retention.py",
    ),
    filled("tote", Integer, server_default="0", comment="the race on which bets lie that are to be settled"),
    filled(
        "honours",
        Text,
        server_default="",
        comment="what was achieved there for the first time, as 0:hat_trick",
    ),
    Column("odds_at", BigInteger, comment="when the odds that are shown were brought up to date last"),
    Index(None, "status", "guild_id", "ended_at"),
    Index(None, "host_id"),
    Index(None, "opened_by"),
    Index(None, "swept", "status", "ended_at"),
)
"""A table: one match from its lobby to its result."""

sent_away = Table(
    "sent_away",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("user_id", BigInteger),
    PrimaryKeyConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)
"""Whom a host has sent away from a lobby, and not invited again."""

seats = Table(
    "seats",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("seat", Integer),
    Column("user_id", BigInteger, comment="who decides; null: a computer player"),
    Column("agent", Text, comment="which computer player; null: a person"),
    filled("name", Text, comment="the name to draw in pictures"),
    Column("owner_id", BigInteger, comment="who bought in and is paid, also while somebody else decides"),
    filled(
        "ready",
        Boolean,
        server_default=true(),
        comment="false: the options changed since this person agreed to them",
    ),
    filled(
        "attendance",
        Text,
        server_default="present",
        comment="present, or played for by a computer: away, left",
    ),
    filled("missed", Integer, server_default="0", comment="decisions in a row its clock took"),
    filled(
        "orders",
        Text,
        server_default="{}",
        comment="JSON object: kind of action to the computer player that takes it",
    ),
    filled("would_stop", Boolean, server_default=false()),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "user_id"),
    Index(None, "user_id"),
    Index(None, "owner_id"),
)
"""Who sits where, numbered from 0 in table order."""

stood_in = Table(
    "stood_in",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("user_id", BigInteger),
    PrimaryKeyConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)
"""Who has had somebody else's seat in their hands, and has it no more: they have seen what only that seat may see."""

offers = Table(
    "offers",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("seat", Integer),
    filled("user_id", BigInteger, comment="who may play it from now on"),
    filled("until", BigInteger, comment="when the offer ends"),
    PrimaryKeyConstraint("table_id", "seat"),
    Index(None, "user_id"),
)
"""To whom a seat of a race is offered; it is theirs once they accept."""

presses = Table(
    "presses",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("n", Integer, comment="in the order in which they arrived"),
    filled("press", BigInteger, comment="the interaction's id, as it stands in the salt"),
    filled("kind", Text, comment="opened, joined, words, started, or a refused start"),
    Column("user_id", BigInteger, comment="who pressed; null: somebody who is forgotten"),
    Column("why", Text, comment="why a start was refused, a reason code"),
    PrimaryKeyConstraint("table_id", "n"),
    Index(None, "user_id"),
)
"""Who made which press of a salt, and what it was."""

log = Table(
    "log",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("n", Integer),
    Column("seat", Integer, comment="null: the set-up, or the table itself"),
    Column("action", Text, comment="JSON object; null: the set-up"),
    filled("events", Text, comment="JSON list"),
    filled("auto", Boolean),
    filled("at", BigInteger),
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
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("user_id", BigInteger),
    filled("n", Integer, comment="log length when it was begun; older drafts are void"),
    filled("draft", Text, comment="JSON object, the slip as filled in so far"),
    PrimaryKeyConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)
"""A bet slip somebody is still filling in."""

deadlines = Table(
    "deadlines",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("kind", Text, comment="what it is about; `turn:2` is the clock of seat 2"),
    filled("due_at", BigInteger),
    filled(
        "set_at",
        BigInteger,
        server_default="0",
        comment="when it was started: what stood still before does not make it later",
    ),
    PrimaryKeyConstraint("table_id", "kind"),
    Index(None, "due_at"),
)
"""What has to happen by itself, and when."""

results = Table(
    "results",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("seat", Integer),
    filled("guild_id", BigInteger),
    Column("user_id", BigInteger),
    filled("game", Text),
    filled("score", BigInteger),
    filled("place", Integer, comment="1 is best; equal scores share the better place"),
    filled("ended_at", BigInteger),
    filled("number", BigInteger, server_default="0", comment="counts the finished games of the server"),
    Column(
        "side", Integer, comment="seats of a game with the same one play together; null: each for oneself"
    ),
    filled(
        "people", Integer, server_default="0", comment="how many people played, those erased since as well"
    ),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_results_of_guild", "guild_id", "user_id", "ended_at", "people", "place", "game", "number"),
    Index(None, "guild_id", "number"),
    Index(None, "user_id"),
)
"""How finished games ended, a row a seat."""

# One rematch of a table; but one that was cancelled is none.
index_of_few(
    "ix_tables_rematch_of", "status IN ('lobby', 'running', 'finished')", tables.c.rematch_of, unique=True
)
index_of_few("ix_tables_with_hours", "hours IS NOT NULL", tables.c.guild_id, tables.c.created_at)
index_of_few("ix_tables_resting", "paused_at IS NOT NULL", tables.c.table_id)
index_of_few("ix_tables_over", f"{SHOWN} AND ended_at IS NOT NULL", tables.c.guild_id, tables.c.ended_at)
index_of_few(
    "ix_tables_ran", SHOWN, tables.c.guild_id, tables.c.thread_id, tables.c.status, tables.c.started_at
)
