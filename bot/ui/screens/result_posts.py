"""Posts how a race ended, and how the game did: each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from bot import bank
from bot.bank import Receipt
from bot.messages.layouts.result_layout import final_layout, result_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import Post
from bot.tables import Standing, honours
from bot.tables.evening import Evening, evening_of
from bot.tables.standing import Told, read_told, standings_of, takers_of
from bot.ui.screens.last_board import FollowsBoard
from bot.ui.screens.table_looks import TableLook, told_to


class _End(NamedTuple):
    """What is read of a game that is over."""

    receipts: Sequence[Receipt]
    told: Sequence[Told]
    before: Standing | None
    """Where it stood when the last board told of it."""
    watched: Sequence[tuple[int, str]]
    evening: Evening | None


class ResultPosts(FollowsBoard):
    """Shows results."""

    async def show(self, post: Post, look: TableLook) -> None:
        """Post how a race ended."""
        snapshot, over_at, since = look.snapshot, post.moment or 0, told_to(await self._settled(look))
        ended = replace(snapshot, standing=look.moments.get(over_at))
        rows, takers = look.rows(since, over_at), takers_of(look.told)
        before = look.moments.get(since)
        race, outcome = post.key.race, await self._outcome(look, post.key.race)
        layout = await self._threads.work(result_layout, ended, race, before, rows, takers, outcome)
        posted, _ = await self._post_in_public(look, layout, await self._name_of_telling(look, post.key.race))
        await self._notes.note(post, posted)

    async def show_final(self, post: Post, look: TableLook) -> None:
        """Post how the game ended."""
        snapshot, board = look.snapshot, await self._settled(look)
        since = told_to(board)
        end = await self._database.read(self._end, snapshot, since)
        rows = [each.row for each in end.told]
        takers = takers_of(each for each in end.told if each.row.n >= since)
        outcome = await self._outcome(look)
        layout = await self._threads.work(
            final_layout,
            snapshot,
            end.receipts,
            rows,
            end.before,
            takers,
            end.watched,
            outcome,
            end.evening,
        )
        posted, _ = await self._post_in_public(look, layout, await self._name_of_telling(look))
        await self._notes.note(post, posted)
        await self._boards.retire(snapshot.table.guild_id, board.posted)

    def _end(self, db: Connection, snapshot: Snapshot, since: int) -> _End:
        table = snapshot.table
        receipts = bank.receipts(db, table.guild_id, table.table_id)
        told = read_told(db, table)
        before = standings_of(db, self._tables.games, table, {since})[since] if snapshot.standing else None
        watched = honours.watched(db, table)
        rounds = snapshot.title.rounds if snapshot.standing else None
        return _End(receipts, told, before, watched, evening_of(db, table, rounds) if rounds else None)
