"""What showing any post needs: a look at the table, its pictures, and the name under which Discord knows it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.db import Database
from bot.messages.layout import MessageLayout
from bot.messages.snapshot import Snapshot
from bot.messages.snapshots import Snapshots
from bot.outbox import BOARD, Post, PostKind, urgency
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from bot.pictures.pool import Pictures
from bot.tables import Tables
from bot.threads import Threads
from bot.ui.posting import Poster, nonce
from bot.ui.screens.board_memory import BoardMemory
from bot.ui.screens.removals import Removals
from bot.ui.screens.table_looks import TableLooks

log = logging.getLogger(__name__)

FEW = 16
"""Rows of which a post tells on the event loop: what a move or two bring at a table of many."""


@dataclass(eq=False)
class ScreenPosts:
    """Looks at tables and makes posts about them. Methods raise `PostError` where a post did not happen."""

    _database: Database
    _tables: Tables
    _poster: Poster
    _threads: Threads
    _pictures: Pictures
    _now: Callable[[], int]
    _snapshots: Snapshots
    _boards: BoardMemory
    _notes: Notes
    _looks: TableLooks
    _removals: Removals

    # ------------------------------------------------------------------------------------------- pictures

    async def _fitting(self, snapshot: Snapshot, channel_id: int, layout: MessageLayout) -> MessageLayout:
        """Draw the pictures; leave them out where the server wants none, and files where the bot may attach none."""
        allowed = self._poster.permissions(snapshot.table.guild_id, channel_id)
        if allowed is not None and not allowed.attach_files:
            return layout.without_files()
        return await self._drawn(snapshot, layout)

    async def _drawn(self, snapshot: Snapshot, layout: MessageLayout) -> MessageLayout:
        """Draw the pictures; tell in words where the server wants none, or nobody can draw them."""
        if not layout.drawings:
            return layout
        what = f"table {snapshot.table.table_id}"
        if snapshot.settings.pictures and await self._pictures.draw(layout.drawings, what, urgency.current()):
            return layout
        return layout.in_words()

    def _pictured(self, snapshot: Snapshot, layout: MessageLayout, *facts: object) -> str | None:
        """Say what the pictures of a layout show, without drawing them; None if it has none.

        They show how the table stands, in the words of a language, and whatever `facts` are told of.
        """
        if not layout.drawings:
            return None
        names = [drawing.filename for drawing in layout.drawings]
        told = [names, snapshot.table.names, type(snapshot.t).__name__, facts]
        return f"{snapshot.table.length}:{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"

    # ------------------------------------------------------------------------------------------- messages

    async def _name(self, post: Post) -> str:
        """Name a new message of a post, once it is written down which message it follows."""
        await self._notes.settle_place(post)
        return name_of(post)

    async def _name_of_telling(self, look: Look, race: int | None = None) -> str:
        """Name a message that tells of a race, the current one if it is not given, in the same way.

        A board, the result of its race and the end of the game have the same name: where a board was posted and its
        note is missing, whatever tells the same rows next finds that message and takes its place, so that they are told
        once.
        """
        board = look.posts.get(BOARD)
        if board is not None:
            await self._notes.settle_place(board)
        follows = board.posted.message_id if board and board.posted else None
        results = [key.race or 0 for key in look.posts if key.kind is PostKind.RESULT]
        earlier = len([each for each in results if race is None or each < race])
        return nonce(look.table_id, PostKind.BOARD, earlier, follows)


def name_of(post: Post) -> str:
    """Name a post after the message it follows: if a run is cut short before it notes the post, the next finds it."""
    follows = post.posted.message_id if post.posted else None
    return nonce(post.table_id, post.label, post.user_id or 0, follows)
