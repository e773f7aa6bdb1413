"""Keeps the board of a race up to date: a new one below the last, or an edit where nothing moved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Unpack

from bot import bank
from bot.messages.layout import MessageLayout
from bot.outbox import BOARD, BOARD_WORDS, Forbidden, NotFound, Post, Posted, PostKey, PostKind, Rejected
from bot.outbox.outcomes import ShownFacts
from bot.tables import Status, honours
from bot.tables.standing import read_log, takers_of
from bot.ui.screens import calls, editing
from bot.ui.screens.last_board import FollowsBoard
from bot.ui.screens.result_layout import cancelled_layout
from bot.ui.screens.screen_posts import name_of_telling
from bot.ui.screens.table_looks import TableLook, begins_at
from bot.ui.snapshot import Snapshot

Edit = Callable[[Posted, MessageLayout], Awaitable[None]]
"""Shows another layout in a message that stands: with its pictures, or with those that the message carries already."""


class _Composed(NamedTuple):
    """What a board is composed of: its posts, a look at the table, and the row of the log with which it begins."""

    board: Post
    words: Post | None
    look: TableLook
    since: int

    @property
    def snapshot(self) -> Snapshot:
        """The table."""
        return self.look.snapshot


class BoardPosts(FollowsBoard):
    """Shows boards."""

    async def show(self, board: Post, look: TableLook) -> None:
        """Post the newest board, or edit the one that stands where nothing moved or the server likes it so."""
        every, snapshot, words = look.posts, look.snapshot, look.posts.get(BOARD_WORDS)
        snapshot.require_here()
        if snapshot.table.status is not Status.RUNNING or snapshot.standing is None:
            await self._close(look)
            return
        if snapshot.goes_on_at_once or _awaits_result(every):
            return  # it follows at once, and shares the post; or the result of a race is told first
        last = look.moments.get(board.untold_from)
        stays = (
            editing.stays(snapshot, board, last, self._now())
            and self._may_edit(snapshot, board)
            and not calls.of_boards_alone(snapshot, every)
        )
        if not stays:
            board = await self._settled(look)
        last, since = look.moments.get(board.untold_from), begins_at(board)
        if not stays or not editing.tells_on(snapshot, last):
            since = board.untold_from
        rows, takers, earlier = look.rows(since), takers_of(look.told), look.moments.get(since)
        layout = await self._laid_out(snapshot, earlier, rows, takers)
        composed = _Composed(board, words, look, since)
        if not stays:
            called = calls.of_board(snapshot, every)
            await self._post(composed, layout, [call for call in called if call.user_id not in look.pressers])
            return
        assert board.posted is not None
        fitting = await self._fitting(snapshot, board.posted.channel_id, layout)
        if not await self._edit(composed, board.posted, fitting, self._poster.edit):
            await self._post(composed, layout)

    async def show_words(self, words: Post, look: TableLook) -> None:
        """Put right what the board that stands says; one that is too old to be edited is posted anew."""
        every, snapshot, board = look.posts, look.snapshot, look.posts.get(BOARD)
        snapshot.require_here()
        since = (board and board.told_from) or 0
        rows, takers, earlier = look.rows(since), takers_of(look.told), look.moments.get(since)
        is_running = snapshot.table.status is Status.RUNNING and snapshot.standing is not None
        if board is None or board.posted is None or board.is_due or not is_running:
            await self._notes.note(words)  # there is none, or the next one will be true
            return
        if snapshot.goes_on_at_once:
            return
        said = self._boards.said_by(board.posted)
        layout = await self._laid_out(snapshot, earlier, rows, takers)
        carries = said.drawings if said else ()
        if said is None and board.pictures and board.pictures == self._pictured(snapshot, layout):
            carries = (
                layout.bare().drawings
            )  # an earlier run posted it with the very pictures it would have now
        if carries:
            stands = layout._replace(drawings=carries)
        else:
            stands = await self._fitting(snapshot, board.posted.channel_id, layout)
        composed = _Composed(board, words, look, since)
        if called := calls.of_boards_alone(snapshot, every):
            await self._post(composed, layout, called)
            return
        if said and stands.text == said.text:
            await self._notes.note(words)
            return
        edit = self._poster.edit_words if carries else self._poster.edit
        is_young = editing.is_fresh(board, self._now())
        if not (is_young and await self._edit(composed, board.posted, stands, edit)):
            await self._post(composed, layout)

    def _may_edit(self, snapshot: Snapshot, board: Post) -> bool:
        """Whether the board that stands can be edited, for all that is known; else it goes on telling what it tells."""
        return board.posted is not None and self._poster.may_edit(
            snapshot.table.guild_id, board.posted.channel_id
        )

    async def _edit(self, composed: _Composed, posted: Posted, layout: MessageLayout, edit: Edit) -> bool:
        """Show a layout in the board that stands, unless that is refused, or bound to be."""
        if not self._poster.may_edit(composed.snapshot.table.guild_id, posted.channel_id):
            return False
        said = self._boards.said_by(posted)
        self._boards.doubt(posted)
        try:
            await edit(posted, layout)
        except (NotFound, Forbidden, Rejected):
            if said:
                self._boards.keep(posted, said)
            return False
        await self._note_board(composed, posted, layout)
        return True

    async def _post(self, composed: _Composed, layout: MessageLayout, called: Sequence[Post] = ()) -> None:
        """Post a board below the one that stood, which loses its controls; it pings those who are `called`."""
        layout = layout._replace(pings=[call.user_id for call in called if call.user_id])
        posted, fitting = await self._post_in_public(composed.look, layout, name_of_telling(composed.look))
        await self._note_board(composed, posted, fitting, called, posted_at=self._now())
        await self._boards.retire(composed.snapshot.table.guild_id, composed.board.posted)

    async def _note_board(
        self,
        composed: _Composed,
        posted: Posted,
        layout: MessageLayout,
        called: Sequence[Post] = (),
        **facts: Unpack[ShownFacts],
    ) -> None:
        """Write down what a board tells; its words are true by that, and whoever it called knows of it."""
        board, words, look, since = composed
        snapshot = look.snapshot
        assert snapshot.standing is not None
        facts |= {"told_from": since, "told_to": snapshot.standing.length}
        facts |= {"pictures": self._pictured(snapshot, layout)}
        await self._notes.note(board, posted, **facts)
        for post in (*([words] if words else []), *called):
            await self._notes.note(post)
        self._boards.keep(posted, layout)

    async def _close(self, look: TableLook) -> None:
        """Say that a race was cancelled; of one that is over the final post tells the rest."""
        if look.snapshot.table.status is Status.FINISHED:
            await self._notes.note(look.posts[BOARD])
            return
        board, snapshot = await self._settled(look), look.snapshot
        last, takers = look.moments.get(board.untold_from), takers_of(look.told)
        async with self._store.reading() as db:
            rows = await read_log(db, snapshot.table)
            receipts = await bank.receipts(db, snapshot.table.guild_id, board.table_id)
            watched = await honours.watched(db, snapshot.table)
        outcome = await self._outcome(look)
        layout = await self._render_pool.work(
            cancelled_layout, snapshot, rows, receipts, last, takers, watched, outcome
        )
        posted, _ = await self._post_in_public(look, layout, name_of_telling(look))
        await self._notes.note(board, posted)
        await self._boards.retire(snapshot.table.guild_id, board.posted)


def _awaits_result(every: Mapping[PostKey, Post]) -> bool:
    """Whether it is still to be told how a race ended, which no board tells."""
    return any(post.kind is PostKind.RESULT and post.is_due and not post.problem for post in every.values())
