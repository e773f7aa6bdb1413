"""Posts how a race ended, and how the game did: each once."""

from __future__ import annotations

from dataclasses import replace

from bot import bank
from bot.outbox import Post
from bot.tables import honours
from bot.tables.evening import evening_of
from bot.tables.standing import read_told, takers_of
from bot.ui.screens.last_board import FollowsBoard
from bot.ui.screens.result_layout import final_layout, result_layout
from bot.ui.screens.table_looks import TableLook, told_to


class ResultPosts(FollowsBoard):
    """Shows results."""

    async def show(self, post: Post, look: TableLook) -> None:
        """Post how a race ended."""
        snapshot, over_at, since = look.snapshot, post.moment or 0, told_to(await self._settled(look))
        ended = replace(snapshot, standing=look.moments.get(over_at))
        rows, takers = look.rows(since, over_at), takers_of(look.told)
        before = look.moments.get(since)
        race, outcome = post.key.race, await self._outcome(look, post.key.race)
        layout = await self._render_pool.work(result_layout, ended, race, before, rows, takers, outcome)
        posted, _ = await self._post_in_public(look, layout, await self._name_of_telling(look, post.key.race))
        await self._notes.note(post, posted)

    async def show_final(self, post: Post, look: TableLook) -> None:
        """Post how the game ended."""
        snapshot, board = look.snapshot, await self._settled(look)
        since = told_to(board)
        async with self._store.reading() as db:
            receipts = await bank.receipts(db, snapshot.table.guild_id, post.table_id)
            told = await read_told(db, snapshot.table)
            before = await self._snapshots.earlier(db, snapshot, since)
            watched = await honours.watched(db, snapshot.table)
            rounds = snapshot.title.rounds if snapshot.standing else None
            evening = await evening_of(db, snapshot.table, rounds) if rounds else None
        rows, takers = [each.row for each in told], takers_of(each for each in told if each.row.n >= since)
        outcome = await self._outcome(look)
        layout = await self._render_pool.work(
            final_layout, snapshot, receipts, rows, before, takers, watched, outcome, evening
        )
        posted, _ = await self._post_in_public(look, layout, await self._name_of_telling(look))
        await self._notes.note(post, posted)
        await self._boards.retire(snapshot.table.guild_id, board.posted)
