"""What is filled for `paddock bench history` is a database of Paddock, and all that is asked of it can be answered."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from benches import history
from bot import bank
from bot.db import Database
from tests.databases import writing


def test_every_question_is_answered_and_the_books_of_the_filled_database_add_up(tmp_path: Path) -> None:
    taken = history.asked(tmp_path / "paddock.db", 300, 5)

    assert len(taken) > 10
    assert min(taken.values()) > 0

    async def audited() -> tuple[list[str], int]:
        store = await Database.open(f"sqlite:///{tmp_path / 'paddock.db'}")
        with writing(store) as db:
            for guild in bank.guilds(db):
                bank.standings.counts_again(db, guild)
            found = (
                bank.audit(db),
                sum(each.games for each in bank.leaderboard(db, history.BUSY, 99)),
            )
        await store.close()
        return found

    assert asyncio.run(audited()) == ([], 30 * history.SEATS)


def test_the_filled_database_has_every_index_again(tmp_path: Path) -> None:
    indexes = []
    for name in ("new.db", "filled.db"):
        asyncio.run(history._make(f"sqlite:///{tmp_path / name}"))
        with closing(sqlite3.connect(tmp_path / name)) as db:
            if name == "filled.db":
                history.fill(db, 20, 3)
            indexes.append(set(db.execute("SELECT sql FROM sqlite_master WHERE type = 'index'")))
    assert indexes[0] == indexes[1]
