"""Tables with as many people as can practically play each game, and how they play on while no bot runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bot.cluster.heartbeat import wall_clock as now
from bot.db import Database
from bot.messages.snapshot import installed_games
from bot.tables import Tables

PEOPLE = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")

MOST_SEATS: Mapping[str, int] = {"jockey": 6, "turfe": 6, "jumpyjack": 8, "sulkydrom": 8, "newmarket": 8}
"""How many people play each game at most, where Jumpy Jack could seat sixteen."""


def crowd(game: str) -> Sequence[str]:
    """Name the people of a full table."""
    return PEOPLE[: MOST_SEATS[game]]


class Elsewhere(NamedTuple):
    """Plays on while nobody serves Discord, as a process did that was killed before it could post anything."""

    database: Database
    tables: Tables


@asynccontextmanager
async def elsewhere(database: Path) -> AsyncIterator[Elsewhere]:
    """Open the database past the bot."""
    store = await Database.open(f"sqlite+aiosqlite:///{database}")
    try:
        yield Elsewhere(store, Tables(store, now, installed_games()))
    finally:
        await store.close()
