"""Lessons: short games in which one person learns a game alone, in private."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, UniqueConstraint

from bot.db.schema.frame import filled, metadata

lessons = Table(
    "lessons",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, comment="whose: one a person"),
    filled("lesson_id", Text, comment="short random id, the one in custom ids; no table has one like it"),
    filled("game", Text),
    filled(
        "deal", Text, comment="names the rules, options and deal it is played by: by others it cannot go on"
    ),
    filled("names", Text, comment="JSON list, the name of every seat; the first is the person's"),
    filled("decided", Text, server_default="[]", comment="JSON list: what every seat has decided, in order"),
    filled("length", Integer, server_default="0", comment="how many decisions that are"),
    filled("draft", Text, server_default="{}", comment="JSON object, the slip as filled in so far"),
    filled("drafted_at", Integer, server_default="0", comment="log length at which its question arose"),
    filled("orders", Text, server_default="{}", comment="JSON object: kind of action to who takes it"),
    filled("touched_at", BigInteger, comment="when something was pressed last"),
    UniqueConstraint("lesson_id"),
    Index(None, "touched_at"),
)
"""A lesson: what was decided in it, from which everything else follows."""
