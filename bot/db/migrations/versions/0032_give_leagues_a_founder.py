"""Give leagues a founder and a least number of people, and note how many people raced at a table of a night."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

LEAST = 3


def compared(name: str) -> str:
    """Return a name as names of leagues are compared from now on."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    unseen = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    seen = (
        " " if each.isspace() else each
        for each in folded
        if each.isspace()
        or not (
            unicodedata.category(each)[0] == "C"
            or ord(each) in unseen
            or 0x180B <= ord(each) <= 0x180F
            or 0xFE00 <= ord(each) <= 0xFE0F
            or 0xE0100 <= ord(each) <= 0xE01EF
        )
    )
    return " ".join(unicodedata.normalize("NFKC", "".join(seen)).split())


def upgrade() -> None:
    """Whoever opened the earliest night of a league in its server is its founder; a round counts with three people."""
    op.create_table(
        "leagues",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("league", sa.Text(), nullable=False, comment="its name, as leagues compare it"),
        sa.Column("founder_id", sa.BigInteger(), nullable=False, comment="0: forgotten"),
        sa.Column("least", sa.Integer(), nullable=False, comment="people who race in a round that counts"),
        sa.PrimaryKeyConstraint("guild_id", "league", name=op.f("pk_leagues")),
    )
    op.create_index(op.f("ix_leagues_founder_id"), "leagues", ["founder_id"])
    op.add_column(
        "night_tables",
        sa.Column(
            "raced",
            sa.Integer(),
            nullable=False,
            server_default="0",
            comment="people who raced there to the end",
        ),
    )
    op.execute(
        "UPDATE night_tables SET raced = (SELECT count(*) FROM night_seats"
        " WHERE night_seats.night_id = night_tables.night_id AND night_seats.round = night_tables.round"
        " AND night_seats.number = night_tables.number AND night_seats.place IS NOT NULL)"
    )
    db = op.get_bind()
    named = db.execute(
        sa.text(
            "SELECT night_id, guild_id, name, host_id FROM nights WHERE form = 'league' AND league <> ''"
            " ORDER BY night_id"
        )
    ).all()
    founders: dict[tuple[int, str], int] = {}
    for night_id, guild_id, name, host_id in named:
        league = compared(name)
        if league:
            founders.setdefault((guild_id, league), host_id)
        db.execute(
            sa.text("UPDATE nights SET league = :league WHERE night_id = :night"),
            {"league": league, "night": night_id},
        )
    rows = [
        {"guild": guild_id, "league": league, "founder": founder, "least": LEAST}
        for (guild_id, league), founder in founders.items()
    ]
    if rows:
        db.execute(sa.text("INSERT INTO leagues VALUES (:guild, :league, :founder, :least)"), rows)
