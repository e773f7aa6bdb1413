"""Tell processes and shards apart: each process has a row of its own, and each shard says who looks after it.

Until now one row said when *the* bot was last alive, and one for each shard that was out since when it was.
"""

from __future__ import annotations

from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

BEFORE = "before"
"""The name of the process that kept the database until now: dead, like any other that does not beat."""


def upgrade() -> None:
    """Bring a database of 0010 to 0011: time that is to be made up for still is."""
    _make_processes()
    _make_shards()
    _move_heartbeats()
    op.drop_table("heartbeats")
    op.add_column("unanswered", sa.Column("process", sa.Text()))


def _make_processes() -> None:
    op.create_table(
        "processes",
        sa.Column("process_id", sa.Text(), nullable=False),
        sa.Column("shards", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process_id", name=op.f("pk_processes")),
    )


def _make_shards() -> None:
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("heard_by", sa.Text()),
        sa.Column("kept_by", sa.Text()),
        sa.Column("still_since", sa.BigInteger()),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_shards")),
    )


def _move_heartbeats() -> None:
    connection = op.get_bind()
    found = connection.execute(sa.text("SELECT process, at FROM heartbeats ORDER BY process")).all()
    out = [(*_shard(process), at) for process, at in found if process.startswith("shard ")]
    for process, at in found:
        if process == "bot":
            row = {"process_id": BEFORE, "shards": "", "started_at": at, "beat_at": at}
            connection.execute(sa.insert(processes), row)
    for of, those in groupby(sorted(out, key=lambda shard: shard[1]), key=lambda shard: shard[1]):
        since = {number: at for number, _, at in those}
        rows = [
            {"number": number, "of": of, "heard_by": None if number in since else BEFORE, "kept_by": BEFORE}
            | {"still_since": since.get(number)}
            for number in range(of)
        ]
        connection.execute(sa.insert(shards), rows)
        break  # there was one bot, which knew of one number of shards


def _shard(process: str) -> tuple[int, int]:
    number, _, of = process.removeprefix("shard ").partition("/")
    return int(number), int(of)


processes = sa.table("processes", *map(sa.column, ("process_id", "shards", "started_at", "beat_at")))
shards = sa.table("shards", *map(sa.column, ("number", "of", "heard_by", "kept_by", "still_since")))
