"""Keeps what everyone sees of a race up to date: boards, notices, results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot import bank
from bot.outbox import posts
from bot.outbox.posts import Screen
from bot.store import Store, Transaction
from bot.tables import Standing, Status, Tables
from bot.tables.autoplay import following
from bot.tables.standing import read_log, read_takers
from bot.ui.message_layout import Drawing, MessageLayout
from bot.ui.post_errors import Forbidden, NotFound, PostError, Rejected, Retryable
from bot.ui.posting import Posted, Poster
from bot.ui.render_pool import RenderPool
from bot.ui.screens import calls, public
from bot.ui.screens.showing import Showing, name_of, posted
from bot.ui.snapshot import Snapshot

Edit = Callable[[Posted, MessageLayout], Awaitable[None]]
"""Shows another sheet in a message that stands: with its pictures, or with those that the message carries already."""


class _Shown(NamedTuple):
    """What a board is composed of: the screens it is kept in, a look at the table, and the row from which it tells."""

    board: Screen
    words: Screen | None
    snapshot: Snapshot
    since: int


class Boards(Showing):
    """Shows boards, and what is told beside and after them."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, render_pool: RenderPool, now: Callable[[], int]
    ) -> None:
        super().__init__(store, tables, poster, render_pool, now)
        self._said: dict[Posted, MessageLayout] = {}
        """What a board says and which picture it carries, while the process lives."""

    async def show(self, screen: Screen) -> None:
        """Post the newest board, or edit the one that stands where nothing moved or the server likes it so."""
        before = posted(screen)
        told_until = max(screen.shown, 0)
        async with self._store.reading() as db:
            every = await posts.of_table(db, screen.table_id)
            words = next((each for each in every if each.kind == posts.WORDS), None)
            since = min(told_until, words.wanted) if before and words else told_until
            snapshot = await self._look_in(db, screen.table_id)
            snapshot.require_here()
            rows = await read_log(db, snapshot.table, since, snapshot.table.length)
            takers = await read_takers(db, screen.table_id, since)
            last = await self._before(db, snapshot, told_until)
            earlier = await self._before(db, snapshot, since)
        if snapshot.table.status is not Status.RUNNING or snapshot.standing is None:
            await self._close(screen, snapshot, before)
            return
        if following(snapshot.table, snapshot.standing) is not None:
            return  # it follows at once, and shares the post
        is_edited = calls.stays(snapshot, screen, last, self._now()) and not calls.needs_board(
            snapshot, every
        )
        if not is_edited or not calls.is_same_scene(snapshot, last):
            rows = [row for row in rows if row.n >= told_until]
            since, earlier = told_until, last
        layout = await self._render_pool.work(public.board_sheet, snapshot, earlier, rows, takers)
        shown = _Shown(screen, words, snapshot, since)
        if is_edited:
            assert before is not None
            fitting = await self._fitting(snapshot, before.channel_id, layout)
            if not await self._edit(shown, before, fitting, self._poster.edit):
                await self._post(shown, layout)
        else:
            await self._post(shown, layout, calls.of_board(snapshot, every))

    async def _before(self, db: Transaction, snapshot: Snapshot, length: int) -> Standing | None:
        """Look back to an earlier moment; None if nothing was told by then, or nothing can be told any more."""
        return await self._tables.read.earlier(db, snapshot.table, length) if snapshot.standing else None

    async def show_words(self, screen: Screen) -> None:
        """Put right what the board that stands says; one that is too old to be edited is posted anew."""
        async with self._store.reading() as db:
            every = await posts.of_table(db, screen.table_id)
            screen = next(each for each in every if each.kind == posts.WORDS)
            board = next((each for each in every if each.kind == posts.BOARD), None)
            if not screen.is_due:
                return  # a board was posted meanwhile, which is true and tells what is new
            snapshot = await self._look_in(db, screen.table_id)
            snapshot.require_here()
            rows = await read_log(db, snapshot.table, screen.wanted, snapshot.table.length)
            takers = await read_takers(db, screen.table_id, screen.wanted)
            earlier = await self._before(db, snapshot, screen.wanted)
        before = posted(board)
        is_standing = snapshot.table.status is Status.RUNNING and snapshot.standing is not None
        if board is None or before is None or board.is_due or not is_standing:
            await self._note(screen, None, shown=screen.wanted)  # there is none, or the next one will be true
            return
        if following(snapshot.table, snapshot.standing) is not None:
            return
        said = self._said.get(before)
        layout = await self._render_pool.work(public.board_sheet, snapshot, earlier, rows, takers)
        if carries := said.drawings if said else self._carried(board, snapshot, layout):
            stands = layout._replace(drawings=carries)
        else:
            stands = await self._fitting(snapshot, before.channel_id, layout)
        shown = _Shown(board, screen, snapshot, screen.wanted)
        if called := calls.of_boards_alone(snapshot, every):
            await self._post(shown, layout, called)
            return
        if said and stands.text == said.text:
            await self._note(screen, None, shown=screen.wanted)
            return
        edit = self._poster.edit_words if carries else self._poster.edit
        if not (calls.is_fresh(board, self._now()) and await self._edit(shown, before, stands, edit)):
            await self._post(shown, layout)

    def _carried(self, board: Screen, snapshot: Snapshot, layout: MessageLayout) -> Sequence[Drawing]:
        """Return the drawings that the board of an earlier run carries, if they are those that it would have now."""
        is_same = board.pictures is not None and board.pictures == self._pictured(snapshot, layout)
        return layout.bare().drawings if is_same else ()

    async def _edit(self, shown: _Shown, place: Posted, layout: MessageLayout, edit: Edit) -> bool:
        """Show a sheet in the board that stands, unless that is refused, or bound to be."""
        if not self._poster.may_edit(shown.snapshot.table.guild_id, place.channel_id):
            return False
        try:
            await edit(place, layout)
        except (NotFound, Forbidden, Rejected):
            return False
        await self._note_board(shown, place, layout)
        return True

    async def _post(self, shown: _Shown, layout: MessageLayout, called: Sequence[Screen] = ()) -> None:
        """Post a board below the one that stood, which loses its controls; it pings those who are `called`."""
        layout = layout._replace(pings=[call.user_id for call in called])
        place, fitting = await self._as_posted(shown.snapshot, layout, name_of(shown.board))
        await self._note_board(shown, place, fitting, called, posted_at=self._now())
        await self._retire(shown.snapshot, posted(shown.board))

    async def _note_board(
        self,
        shown: _Shown,
        place: Posted,
        layout: MessageLayout,
        called: Sequence[Screen] = (),
        **facts: object,
    ) -> None:
        snapshot = shown.snapshot
        assert snapshot.standing is not None
        pictured = self._pictured(snapshot, layout)
        async with self._store.writing() as db:
            await self._note_in(db, shown.board, place, snapshot.standing.length, pictures=pictured, **facts)
            await posts.note_words(db, shown.board.table_id, shown.since, shown.words)
            await posts.note_told(db, called)
        self._said[place] = layout.bare()

    async def _close(self, screen: Screen, snapshot: Snapshot, before: Posted | None) -> None:
        place = before
        if snapshot.table.status is not Status.FINISHED:
            async with self._store.reading() as db:
                rows = await read_log(db, snapshot.table)
                receipts = await bank.receipts(db, snapshot.table.guild_id, screen.table_id)
            layout = await self._render_pool.work(public.cancelled_sheet, snapshot, rows, receipts)
            place = await self._in_public(snapshot, layout, name_of(screen))
        await self._note(screen, place, shown=screen.wanted)
        await self._retire(snapshot, before)

    async def _retire(self, snapshot: Snapshot, place: Posted | None) -> None:
        """Take the controls away from a board that is not the newest any more; a nicety that may fail.

        One from an earlier run keeps its button, which works like that of the newest.
        """
        said = self._said.pop(place, None) if place else None
        if place is None or said is None:
            return
        try:
            if self._poster.may_edit(snapshot.table.guild_id, place.channel_id):
                await self._poster.edit_words(place, said.remains())
        except PostError:
            return

    # ---------------------------------------------------------------------------------- beside and after

    async def show_notice(self, screen: Screen) -> None:
        """Post, once, who decides for a seat now or whether the table rests."""
        snapshot = await self.snapshot(screen.table_id)
        if snapshot.table.status is Status.RUNNING or public.tells_the_end(screen.kind):
            place = await self._in_public(
                snapshot, public.notice_sheet(snapshot, screen.kind), name_of(screen)
            )
            await self._note(screen, place, shown=screen.wanted)
        else:
            await self._note(screen, None, shown=screen.wanted)  # the table closed before it could be told

    async def show_result(self, screen: Screen) -> None:
        """Post how a race ended."""
        async with self._store.reading() as db:
            snapshot = await self._look_in(db, screen.table_id)
            then = await self._tables.read.earlier(db, snapshot.table, screen.wanted)
            since = await self._told_until(db, screen.table_id)
            rows = await read_log(db, snapshot.table, since, screen.wanted)
            takers = await read_takers(db, screen.table_id, since)
            before = await self._before(db, snapshot, since) if rows else None
        race = int(screen.kind.partition(":")[2])
        layout = await self._render_pool.work(
            public.result_sheet,
            replace(snapshot, standing=then),
            race,
            before,
            rows if before else (),
            takers,
        )
        place = await self._in_public(snapshot, layout, name_of(screen))
        await self._note(screen, place, shown=screen.wanted)

    async def show_final(self, screen: Screen) -> None:
        """Post how the game ended."""
        async with self._store.reading() as db:
            snapshot = await self._look_in(db, screen.table_id)
            receipts = await bank.receipts(db, snapshot.table.guild_id, screen.table_id)
            rows = await read_log(db, snapshot.table)
            board = await posts.find(db, screen.table_id, posts.BOARD)
            since = await self._told_until(db, screen.table_id)
            takers = await read_takers(db, screen.table_id, since)
            before = await self._before(db, snapshot, since)
        layout = await self._render_pool.work(public.final_sheet, snapshot, receipts, rows, before, takers)
        place = await self._in_public(snapshot, layout, name_of(screen))
        await self._note(screen, place, shown=screen.wanted)
        await self._retire(snapshot, posted(board))

    async def _told_until(self, db: Transaction, table_id: str) -> int:
        """Return up to which row the newest board tells what happened."""
        board = await posts.find(db, table_id, posts.BOARD)
        return max(board.shown, 0) if board else 0

    async def show_closed(self, screen: Screen) -> None:
        """Say, once, that somebody takes no direct messages: not while that shows who could not be called."""
        snapshot = await self.snapshot(screen.table_id)
        if snapshot.table.seat_of(screen.user_id) is None:
            raise NotFound("nobody plays there any more who has to know")
        if calls.is_secretly_asked(snapshot, screen.user_id):
            raise Retryable("it would tell who is asked")
        layout = public.closed_sheet(snapshot, screen.user_id)
        place = await self._in_public(snapshot, layout, name_of(screen))
        async with self._store.writing() as db:
            await self._note_in(db, screen, place, screen.wanted)
            call = calls.find_call(await posts.of_table(db, screen.table_id), screen.user_id)
            await posts.note_told(db, [call] if call else [])
