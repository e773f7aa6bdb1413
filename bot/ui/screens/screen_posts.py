"""What showing any post needs: a look at the table, its pictures, and a note of what is shown where."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple, Unpack

from bot import outbox
from bot.outbox import Post, Posted, PostError
from bot.outbox.outcomes import Shown
from bot.servers import read_settings
from bot.store import Store, Transaction
from bot.tables import Standing, Status, Tables, deadlines
from bot.texts import texts
from bot.ui.message_layout import MessageLayout
from bot.ui.posting import Poster, nonce
from bot.ui.render_pool import RenderPool
from bot.ui.screens.standing_boards import StandingBoards
from bot.ui.snapshot import Snapshot


class Services(NamedTuple):
    """What posts are made with, the same for all kinds."""

    store: Store
    tables: Tables
    poster: Poster
    render_pool: RenderPool
    now: Callable[[], int]
    standing_boards: StandingBoards


class ScreenPosts:
    """Looks at tables and makes posts about them. Methods raise `PostError` where a post did not happen."""

    def __init__(self, services: Services) -> None:
        self._store, self._tables, self._poster, self._render_pool, self._now, self._boards = services

    async def snapshot(self, table_id: str) -> Snapshot:
        """Look at a table."""
        async with self._store.reading() as db:
            return await self._look_in(db, table_id)

    async def _look_in(self, db: Transaction, table_id: str) -> Snapshot:
        table, standing = await self._tables.read.with_standing_in(db, table_id)
        settings = await read_settings(db, table.guild_id)
        clocks = await deadlines.of_table(db, table_id) if table.status is Status.RUNNING else {}
        language = settings.language or self._poster.locale(table.guild_id)
        return Snapshot(table, standing, texts(language), settings, clocks)

    async def _look_back(self, db: Transaction, snapshot: Snapshot, length: int) -> Standing | None:
        """Look back to an earlier moment; None if nothing was told by then, or nothing can be told any more."""
        return await self._tables.read.earlier(db, snapshot.table, length) if snapshot.standing else None

    # ------------------------------------------------------------------------------------------- pictures

    async def _fitting(self, snapshot: Snapshot, channel_id: int, layout: MessageLayout) -> MessageLayout:
        """Draw the pictures; leave them out where the server wants none, and files where the bot may attach none."""
        allowed = self._poster.permissions(snapshot.table.guild_id, channel_id)
        if allowed is not None and not allowed.attach_files:
            return layout.without_files()
        return await self._drawn(snapshot, layout)

    async def _drawn(self, snapshot: Snapshot, layout: MessageLayout) -> MessageLayout:
        if not layout.drawings:
            return layout
        return await self._render_pool.work(layout.drawn) if snapshot.settings.pictures else layout.in_words()

    def _pictured(self, snapshot: Snapshot, layout: MessageLayout, *facts: object) -> str | None:
        """Say what the pictures of a layout show, without drawing them; None if it has none.

        They show how the table stands, in the words of a language, and whatever `facts` are told of.
        """
        if not layout.drawings:
            return None
        names = [drawing.picture.filename for drawing in layout.drawings]
        told = [names, snapshot.table.names, type(snapshot.t).__name__, facts]
        return f"{snapshot.table.length}:{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"

    # ------------------------------------------------------------------------------------------- messages

    async def _remove(self, posted: Posted) -> bool:
        """Delete a message, and say whether that was done."""
        try:
            await self._poster.delete(posted)
        except PostError:
            return False  # it works like the new one, and shows nothing that its readers did not know
        return True

    async def _note_shown(self, post: Post, posted: Posted | None = None, **facts: Unpack[Shown]) -> None:
        async with self._store.writing() as db:
            await outbox.note_shown(db, post, posted, **facts)


def name_of(post: Post) -> str:
    """Name a post after the message it follows: if a run is cut short before it notes the post, the next finds it."""
    follows = post.posted.message_id if post.posted else None
    return nonce(post.table_id, post.label, post.user_id or 0, follows)
