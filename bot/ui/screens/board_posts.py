"""Keeps the board of a race up to date: a new one below the last, or an edit where nothing moved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Unpack

from sqlalchemy import Connection

from bot import bank
from bot.bank import Receipt
from bot.messages.layout import MessageLayout
from bot.messages.layouts.result_layout import cancelled_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import (
    BOARD,
    BOARD_WORDS,
    Forbidden,
    Found,
    NotFound,
    Post,
    Posted,
    PostKey,
    PostKind,
    Rejected,
)
from bot.outbox.outcomes import ShownFacts
from bot.tables import Status, Table, honours
from bot.tables.standing import read_log, takers_of
from bot.ui.screens import calls, editing
from bot.ui.screens.last_board import FollowsBoard
from bot.ui.screens.table_looks import TableLook, begins_at
from engines.core import Row

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
        snapshot = look.snapshot
        snapshot.require_here()
        if not _is_running(snapshot):
            await self._close(look)
        elif snapshot.goes_on_at_once or _awaits_result(look.posts):
            return  # it follows at once, and shares the post; or the result of a race is told first
        elif self._stays(board, look):
            await self._go_on(board, look)
        else:
            await self._begin_anew(await self._settled(look), look)

    async def show_words(self, words: Post, look: TableLook) -> None:
        """Put right what the board that stands says; one that is too old to be edited is posted anew."""
        snapshot, board = look.snapshot, look.posts.get(BOARD)
        snapshot.require_here()
        if board is None or board.posted is None or board.is_due or not _is_running(snapshot):
            await self._notes.note(words)  # there is none, or the next one will be true
            return
        if snapshot.goes_on_at_once:
            return
        composed, posted = _Composed(board, words, look, board.told_from or 0), board.posted
        said = self._boards.said_by(posted)
        layout = await self._telling(composed)
        stands, edit = await self._as_it_stands(composed, posted, layout, said)
        if called := calls.of_boards_alone(snapshot, look.posts):
            await self._post(composed, layout, called)
        elif said and stands.text == said.text:
            await self._notes.note(words)
        elif not (editing.is_fresh(board, self._now()) and await self._edit(composed, posted, stands, edit)):
            await self._post(composed, layout)

    def _stays(self, board: Post, look: TableLook) -> bool:
        """Whether the board that stands is edited; where only a new one reaches somebody it is not."""
        snapshot, last = look.snapshot, look.moments.get(board.untold_from)
        return (
            editing.stays(snapshot, board, last, self._now())
            and self._may_edit(snapshot, board)
            and not calls.of_boards_alone(snapshot, look.posts)
        )

    async def _go_on(self, board: Post, look: TableLook) -> None:
        """Edit the board that stands: it tells again what it tells, as long as that is of the same scene or run."""
        assert board.posted is not None
        snapshot, last = look.snapshot, look.moments.get(board.untold_from)
        since = begins_at(board) if editing.tells_on(snapshot, last) else board.untold_from
        composed = _Composed(board, look.posts.get(BOARD_WORDS), look, since)
        layout = await self._telling(composed)
        fitting = await self._fitting(snapshot, board.posted.channel_id, layout)
        if not await self._edit(composed, board.posted, fitting, self._poster.edit):
            await self._post(composed, layout)

    async def _begin_anew(self, board: Post, look: TableLook) -> None:
        """Post a board that tells what none has told, and calls whom a board may call."""
        composed = _Composed(board, look.posts.get(BOARD_WORDS), look, board.untold_from)
        layout = await self._telling(composed)
        await self._post(composed, layout, calls.of_board(look.snapshot, look.posts))

    async def _telling(self, composed: _Composed) -> MessageLayout:
        """Lay a board out that tells all from the row on with which it begins."""
        look, since = composed.look, composed.since
        rows, earlier = look.rows(since), look.moments.get(since)
        return await self._laid_out(look.snapshot, earlier, rows, takers_of(look.told))

    async def _as_it_stands(
        self, composed: _Composed, posted: Posted, layout: MessageLayout, said: MessageLayout | None
    ) -> tuple[MessageLayout, Edit]:
        """Return a layout with the pictures that its message carries, drawn where it has others; and how to edit it."""
        snapshot, pictures = composed.snapshot, composed.board.pictures
        carried = said.drawings if said else ()
        if said is None and pictures and pictures == self._pictured(snapshot, layout):
            # An earlier run posted it with the very pictures that it would have now.
            carried = layout.bare().drawings
        if carried:
            return layout._replace(drawings=carried), self._poster.edit_words
        return await self._fitting(snapshot, posted.channel_id, layout), self._poster.edit

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
        """Post a board below the one that stood, which loses its controls; it pings those who are `called`.

        Where Discord had taken it before, and called whoever was asked then, the desks have yet to call these.
        """
        layout = layout._replace(pings=[call.user_id for call in called if call.user_id])
        name = await self._name_of_telling(composed.look)
        posted, fitting = await self._post_in_public(composed.look, layout, name)
        heard = () if isinstance(posted, Found) else called
        await self._note_board(composed, posted, fitting, heard, posted_at=self._now())
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
        rows, receipts, watched = await self._database.read(_log_receipts_feats, snapshot.table)
        outcome = await self._outcome(look)
        layout = await self._threads.work(
            cancelled_layout, snapshot, rows, receipts, last, takers, watched, outcome
        )
        posted, _ = await self._post_in_public(look, layout, await self._name_of_telling(look))
        await self._notes.note(board, posted)
        await self._boards.retire(snapshot.table.guild_id, board.posted)


def _log_receipts_feats(
    db: Connection, table: Table
) -> tuple[Sequence[Row], Sequence[Receipt], Sequence[tuple[int, str]]]:
    """Read the log of a table, how its seats were paid out, and what those have achieved who watched."""
    rows = read_log(db, table)
    return rows, bank.receipts(db, table.guild_id, table.table_id), honours.watched(db, table)


def _is_running(snapshot: Snapshot) -> bool:
    """Whether there is a race to show."""
    return snapshot.table.status is Status.RUNNING and snapshot.standing is not None


def _awaits_result(every: Mapping[PostKey, Post]) -> bool:
    """Whether it is still to be told how a race ended, which no board tells."""
    return any(post.kind is PostKind.RESULT and post.is_due and not post.problem for post in every.values())
