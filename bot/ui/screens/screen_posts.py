"""What showing any post needs: a look at the table, its pictures, a note of what is shown where and what it says."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bot.messages.layout import MessageLayout
from bot.outbox import BOARD, Post, Posted, PostError, PostKind, Retryable
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from bot.painters.errors import PaintersClosed
from bot.store import Store
from bot.tables import Tables
from bot.ui.drawings import Overtaken
from bot.ui.posting import Poster, nonce
from bot.ui.render_pool import RenderPool
from bot.ui.screens.table_looks import TableLooks
from bot.ui.snapshot import Snapshot
from bot.ui.snapshots import Snapshots

log = logging.getLogger(__name__)

FEW = 16
"""Rows of which a post tells on the event loop: what a move or two bring at a table of many."""


class BoardMemory:
    """Knows, while the process lives, what boards say: so that only words are edited, and controls taken away."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster
        self._said: dict[Posted, MessageLayout] = {}
        self._settled: set[Posted] = set()
        """Those that have no controls any more, though no newer one stands below them."""

    def keep(self, posted: Posted, layout: MessageLayout) -> None:
        """Note what a board says now."""
        self._said[posted] = layout.bare()
        self._settled.discard(posted)

    def settle(self, posted: Posted, layout: MessageLayout) -> None:
        """Note what a board says now, and that it has no controls any more."""
        self._said[posted] = layout.bare()
        self._settled.add(posted)

    def said_by(self, posted: Posted) -> MessageLayout | None:
        """Return what a board says, without its controls; None if nobody can tell, as of one of an earlier run."""
        return self._said.get(posted)

    def doubt(self, posted: Posted) -> None:
        """Note that nobody can tell what a board says: it is being edited."""
        self._said.pop(posted, None)

    def forget(self) -> None:
        """Take nothing for known any more: another process may have edited them meanwhile."""
        self._said.clear()
        self._settled.clear()

    async def retire(self, guild_id: int, posted: Posted | None) -> None:
        """Take the controls away from a board that is not the newest any more; a nicety that may fail.

        One that keeps its button loses nothing: it works like that of the newest.
        """
        said = self._said.pop(posted, None) if posted else None
        if posted is None or said is None:
            return
        if posted in self._settled:
            self._settled.discard(posted)
            return
        with suppress(PostError):
            if self._poster.may_edit(guild_id, posted.channel_id):
                await self._poster.edit_words(posted, said.remains())


@dataclass(eq=False)
class ScreenPosts:
    """Looks at tables and makes posts about them. Methods raise `PostError` where a post did not happen."""

    _store: Store
    _tables: Tables
    _poster: Poster
    _render_pool: RenderPool
    _now: Callable[[], int]
    _snapshots: Snapshots
    _boards: BoardMemory
    _notes: Notes
    _looks: TableLooks

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
        if not snapshot.settings.pictures:
            return layout.in_words()
        try:
            await self._render_pool.draw(layout.drawings)
        except Overtaken:
            raise
        except PaintersClosed as why:
            raise Retryable(str(why)) from None  # the next run draws them
        except Exception:
            log.exception(
                "table %s: told in words, for its pictures cannot be drawn", snapshot.table.table_id
            )
            return layout.in_words()
        return layout

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

    async def _remove(self, posted: Posted) -> bool:
        """Delete a message, and say whether that was done."""
        try:
            await self._poster.delete(posted)
        except PostError:
            return False  # it works like the new one, and shows nothing that its readers did not know
        return True


def name_of(post: Post) -> str:
    """Name a post after the message it follows: if a run is cut short before it notes the post, the next finds it."""
    follows = post.posted.message_id if post.posted else None
    return nonce(post.table_id, post.label, post.user_id or 0, follows)


def name_of_telling(look: Look, race: int | None = None) -> str:
    """Name a post that tells of a race, the current one if it is not given, after the board that told of it last.

    A board, the result of its race and the end of the game have the same name: where a board was posted and its note is
    missing, whatever tells the same rows next finds that message and takes its place, so that they are told once.
    """
    board = look.posts.get(BOARD)
    follows = board.posted.message_id if board and board.posted else None
    results = [key.race or 0 for key in look.posts if key.kind is PostKind.RESULT]
    earlier = len([each for each in results if race is None or each < race])
    return nonce(look.table_id, PostKind.BOARD, earlier, follows)
