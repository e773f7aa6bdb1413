"""Posts how a race ended, and how the game did: each once."""

from __future__ import annotations

from dataclasses import replace

from bot import bank, outbox
from bot.outbox import Post
from bot.store import Transaction
from bot.tables.standing import read_log, takers_of
from bot.ui.screens.public_posts import PublicPosts
from bot.ui.screens.result_layout import final_layout, result_layout
from bot.ui.screens.screen_posts import name_of


class ResultPosts(PublicPosts):
    """Shows results."""

    async def show(self, post: Post) -> None:
        """Post how a race ended."""
        over_at = post.moment or 0
        async with self._store.reading() as db:
            snapshot = await self._snapshots.read(db, post.table_id)
            then = await self._tables.read.earlier(db, snapshot.table, over_at)
            since = await self._untold_from(db, post.table_id)
            told = await self._tables.read.told(db, snapshot.table, since)
            before = await self._snapshots.earlier(db, snapshot, since)
        ended = replace(snapshot, standing=then)
        rows, takers = [each.row for each in told if each.row.n < over_at], takers_of(told)
        layout = await self._render_pool.work(result_layout, ended, post.key.race, before, rows, takers)
        posted, _ = await self._post_in_public(snapshot, layout, name_of(post))
        await self._note_shown(post, posted)

    async def show_final(self, post: Post) -> None:
        """Post how the game ended."""
        async with self._store.reading() as db:
            snapshot = await self._snapshots.read(db, post.table_id)
            receipts = await bank.receipts(db, snapshot.table.guild_id, post.table_id)
            rows = await read_log(db, snapshot.table)
            board = await outbox.find(db, post.table_id, outbox.BOARD)
            since = await self._untold_from(db, post.table_id)
            takers = takers_of(await self._tables.read.told(db, snapshot.table, since))
            before = await self._snapshots.earlier(db, snapshot, since)
        layout = await self._render_pool.work(final_layout, snapshot, receipts, rows, before, takers)
        posted, _ = await self._post_in_public(snapshot, layout, name_of(post))
        await self._note_shown(post, posted)
        await self._boards.retire(snapshot.table.guild_id, board.posted if board else None)

    async def _untold_from(self, db: Transaction, table_id: str) -> int:
        """Return the row of the log from which no board tells what happened."""
        board = await outbox.find(db, table_id, outbox.BOARD)
        return (board and board.told_to) or 0
