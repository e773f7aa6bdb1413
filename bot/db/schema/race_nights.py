"""Race nights: what is planned, who signed up, which tables belong to them and what they brought."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, PrimaryKeyConstraint, Table, Text

from bot.db.schema.frame import filled, index_of_few, metadata

ACTIVE_NIGHT = "status IN ('planned', 'running') OR requested > shown OR owed <> '[]'"
"""Nights for which something is to be done, now or later."""

OPEN_NIGHT = "status IN ('planned', 'running')"
"""Nights that count against limits: in these words, so that their index is found by them."""

nights = Table(
    "nights",
    metadata,
    Column("night_id", BigInteger, primary_key=True, autoincrement=False, comment="the form that was sent"),
    filled("guild_id", BigInteger),
    filled("channel_id", BigInteger),
    Column("parent_id", BigInteger, comment="the channel of a thread"),
    filled("host_id", BigInteger, comment="0: forgotten"),
    filled("name", Text),
    filled("league", Text, comment="the name as leagues compare it; empty: it counts in none"),
    filled("form", Text, comment="evening, knockout or league"),
    filled(
        "least", Integer, server_default="3", comment="people who race in a round of a league that counts"
    ),
    filled("games", Text, comment="JSON array, in their order"),
    Column("role_id", BigInteger, comment="called when it begins"),
    filled("starts_at", BigInteger),
    filled("status", Text, comment="planned, running, over or cancelled"),
    Column("why", Text, comment="why it was cancelled"),
    filled("round", Integer, comment="0 before the first"),
    filled("round_at", BigInteger, comment="when that began"),
    filled("reminded", Boolean, comment="whether a word shortly before is owed no more"),
    filled("owed", Text, comment="JSON array, words that have still to be posted"),
    filled("requested", Integer, comment="raised by every change that its post shows"),
    filled("shown", Integer, comment="the change that its post shows"),
    Column("message_id", BigInteger, comment="its post"),
    Column("ended_at", BigInteger),
    Index(None, "host_id"),
    Index(None, "guild_id", "league"),
    Index(None, "ended_at"),
)
"""Evenings of several games, knock-outs and nights of leagues."""

index_of_few("ix_nights_active", ACTIVE_NIGHT, nights.c.night_id)
index_of_few("ix_nights_open", OPEN_NIGHT, nights.c.guild_id, nights.c.host_id)

leagues = Table(
    "leagues",
    metadata,
    filled("guild_id", BigInteger),
    filled("league", Text, comment="its name, as leagues compare it"),
    filled("founder_id", BigInteger, comment="0: forgotten"),
    filled("least", Integer, comment="people who race in a round that counts"),
    PrimaryKeyConstraint("guild_id", "league"),
    Index(None, "founder_id"),
)
"""Who opens nights of a league, and which of their rounds count."""

night_names = Table(
    "night_names",
    metadata,
    filled("night_id", BigInteger),
    filled("user_id", BigInteger),
    filled("name", Text, comment="to draw"),
    filled("press", BigInteger, comment="the press that signed up; it goes into the luck of the tables"),
    filled("state", Text, comment="in, out, away or beaten"),
    PrimaryKeyConstraint("night_id", "user_id"),
    Index(None, "user_id"),
)
"""Who signed up for a night."""

night_tables = Table(
    "night_tables",
    metadata,
    filled("night_id", BigInteger),
    filled("round", Integer),
    filled("number", Integer, comment="from 1"),
    filled("game", Text),
    filled("seats", Integer, comment="with computer players"),
    Column("table_id", Text, comment="once it is opened"),
    filled("raced", Integer, server_default="0", comment="people who raced there to the end"),
    filled("state", Text, comment="owed, open, counted or dropped"),
    PrimaryKeyConstraint("night_id", "round", "number"),
)
"""The tables of a night."""

night_seats = Table(
    "night_seats",
    metadata,
    filled("night_id", BigInteger),
    filled("round", Integer),
    filled("user_id", BigInteger),
    filled("number", Integer, comment="of the table"),
    Column("place", Integer, comment="1 is best; empty until the table is counted"),
    filled("points", Integer),
    PrimaryKeyConstraint("night_id", "round", "user_id"),
    Index(None, "user_id"),
)
"""Who was dealt to which table of a night, and what that brought."""
