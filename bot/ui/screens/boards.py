"""Keeps what everyone sees of a race up to date: boards, notices, results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot import bank
from bot.store import Store, Transaction
from bot.tables import Standing, Status, Tables, screens
from bot.tables.following import following
from bot.tables.screens import Screen
from bot.tables.standing import read_log, read_takers
from bot.ui.look import Look
from bot.ui.posting import Denied, Gone, Later, Posted, Poster, PostError, Rejected
from bot.ui.screens import calls, public
from bot.ui.screens.showing import Showing, name_of, posted
from bot.ui.sheets import Drawing, Sheet
from bot.ui.studio import Studio

Edit = Callable[[Posted, Sheet], Awaitable[None]]
"""Shows another sheet in a message that stands: with its pictures, or with those that the message carries already."""


class _Shown(NamedTuple):
    """What a board is composed of: the screens it is kept in, a look at the table, and the row from which it tells."""

    board: Screen
    words: Screen | None
    look: Look
    since: int


class Boards(Showing):
    """Shows boards, and what is told beside and after them."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, studio: Studio, now: Callable[[], int]
    ) -> None:
        super().__init__(store, tables, poster, studio, now)
        self._said: dict[Posted, Sheet] = {}
        """What a board says and which picture it carries, while the process lives."""

    async def show(self, screen: Screen) -> None:
        """Post the newest board, or edit the one that stands where nothing moved or the server likes it so."""
        before = posted(screen)
        told_until = max(screen.shown, 0)
        async with self._store.reading() as db:
            every = await screens.of_table(db, screen.table_id)
            words = next((each for each in every if each.kind == screens.WORDS), None)
            since = min(told_until, words.wanted) if before and words else told_until
            look = await self._look_in(db, screen.table_id)
            rows = await read_log(db, screen.table_id, since, look.table.length)
            takers = await read_takers(db, screen.table_id, since)
            last = await self._before(db, look, told_until)
            earlier = await self._before(db, look, since)
        if look.table.status is not Status.RUNNING or look.standing is None:
            await self._close(screen, look, before)
            return
        if following(look.table, look.standing) is not None:
            return  # it follows at once, and shares the post
        is_edited = calls.stays(look, screen, last, self._now()) and not calls.needs_board(look, every)
        if not is_edited or not calls.is_same_scene(look, last):
            rows = [row for row in rows if row.n >= told_until]
            since, earlier = told_until, last
        sheet = await self._studio.work(public.board_sheet, look, earlier, rows, takers)
        shown = _Shown(screen, words, look, since)
        if is_edited:
            assert before is not None
            fitting = await self._fitting(look, before.channel_id, sheet)
            if not await self._edit(shown, before, fitting, self._poster.edit):
                await self._post(shown, sheet)
        else:
            await self._post(shown, sheet, calls.of_board(look, every))

    async def _before(self, db: Transaction, look: Look, length: int) -> Standing | None:
        """Look back to an earlier moment; None if nothing was told by then, or nothing can be told any more."""
        return await self._tables.look_back(db, look.table, length) if look.standing else None

    async def show_words(self, screen: Screen) -> None:
        """Put right what the board that stands says; one that is too old to be edited is posted anew."""
        async with self._store.reading() as db:
            every = await screens.of_table(db, screen.table_id)
            screen = next(each for each in every if each.kind == screens.WORDS)
            board = next((each for each in every if each.kind == screens.BOARD), None)
            if not screen.is_due:
                return  # a board was posted meanwhile, which is true and tells what is new
            look = await self._look_in(db, screen.table_id)
            rows = await read_log(db, screen.table_id, screen.wanted, look.table.length)
            takers = await read_takers(db, screen.table_id, screen.wanted)
            earlier = await self._before(db, look, screen.wanted)
        before = posted(board)
        is_standing = look.table.status is Status.RUNNING and look.standing is not None
        if board is None or before is None or board.is_due or not is_standing:
            await self._note(screen, None, shown=screen.wanted)  # there is none, or the next one will be true
            return
        if following(look.table, look.standing) is not None:
            return
        said = self._said.get(before)
        sheet = await self._studio.work(public.board_sheet, look, earlier, rows, takers)
        if carries := said.drawings if said else self._carried(board, look, sheet):
            stands = sheet._replace(drawings=carries)
        else:
            stands = await self._fitting(look, before.channel_id, sheet)
        shown = _Shown(board, screen, look, screen.wanted)
        if called := calls.of_boards_alone(look, every):
            await self._post(shown, sheet, called)
            return
        if said and stands.text == said.text:
            await self._note(screen, None, shown=screen.wanted)
            return
        edit = self._poster.edit_words if carries else self._poster.edit
        if not (calls.is_fresh(board, self._now()) and await self._edit(shown, before, stands, edit)):
            await self._post(shown, sheet)

    def _carried(self, board: Screen, look: Look, sheet: Sheet) -> Sequence[Drawing]:
        """Return the drawings that the board of an earlier run carries, if they are those that it would have now."""
        is_same = board.pictures is not None and board.pictures == self._pictured(look, sheet)
        return sheet.bare().drawings if is_same else ()

    async def _edit(self, shown: _Shown, place: Posted, sheet: Sheet, edit: Edit) -> bool:
        """Show a sheet in the board that stands, unless that is refused, or bound to be."""
        if not self._poster.may_edit(shown.look.table.guild_id, place.channel_id):
            return False
        try:
            await edit(place, sheet)
        except (Gone, Denied, Rejected):
            return False
        await self._note_board(shown, place, sheet)
        return True

    async def _post(self, shown: _Shown, sheet: Sheet, called: Sequence[Screen] = ()) -> None:
        """Post a board below the one that stood, which loses its controls; it pings those who are `called`."""
        sheet = sheet._replace(pings=[call.user_id for call in called])
        place, fitting = await self._as_posted(shown.look, sheet, name_of(shown.board))
        await self._note_board(shown, place, fitting, called, posted_at=self._now())
        await self._retire(shown.look, posted(shown.board))

    async def _note_board(
        self,
        shown: _Shown,
        place: Posted,
        sheet: Sheet,
        called: Sequence[Screen] = (),
        **facts: object,
    ) -> None:
        look = shown.look
        assert look.standing is not None
        pictured = self._pictured(look, sheet)
        async with self._store.writing() as db:
            await self._note_in(db, shown.board, place, look.standing.length, pictures=pictured, **facts)
            await screens.note_words(db, shown.board.table_id, shown.since, shown.words)
            await screens.note_told(db, called)
        self._said[place] = sheet.bare()

    async def _close(self, screen: Screen, look: Look, before: Posted | None) -> None:
        place = before
        if look.table.status is not Status.FINISHED:
            async with self._store.reading() as db:
                rows = await read_log(db, screen.table_id)
                receipts = await bank.receipts(db, look.table.guild_id, screen.table_id)
            sheet = await self._studio.work(public.cancelled_sheet, look, rows, receipts)
            place = await self._in_public(look, sheet, name_of(screen))
        await self._note(screen, place, shown=screen.wanted)
        await self._retire(look, before)

    async def _retire(self, look: Look, place: Posted | None) -> None:
        """Take the controls away from a board that is not the newest any more; a nicety that may fail.

        One from an earlier run keeps its button, which works like that of the newest.
        """
        said = self._said.pop(place, None) if place else None
        if place is None or said is None:
            return
        try:
            if self._poster.may_edit(look.table.guild_id, place.channel_id):
                await self._poster.edit_words(place, said.remains())
        except PostError:
            return

    # ---------------------------------------------------------------------------------- beside and after

    async def show_notice(self, screen: Screen) -> None:
        """Post, once, who decides for a seat now or whether the table rests."""
        look = await self.look(screen.table_id)
        if look.table.status is Status.RUNNING or public.tells_the_end(screen.kind):
            place = await self._in_public(look, public.notice_sheet(look, screen.kind), name_of(screen))
            await self._note(screen, place, shown=screen.wanted)
        else:
            await self._note(screen, None, shown=screen.wanted)  # the table closed before it could be told

    async def show_result(self, screen: Screen) -> None:
        """Post how a race ended."""
        async with self._store.reading() as db:
            look = await self._look_in(db, screen.table_id)
            then = await self._tables.look_back(db, look.table, screen.wanted)
            since = await self._told_until(db, screen.table_id)
            rows = await read_log(db, screen.table_id, since, screen.wanted)
            takers = await read_takers(db, screen.table_id, since)
            before = await self._before(db, look, since) if rows else None
        race = int(screen.kind.partition(":")[2])
        sheet = await self._studio.work(
            public.result_sheet, replace(look, standing=then), race, before, rows if before else (), takers
        )
        place = await self._in_public(look, sheet, name_of(screen))
        await self._note(screen, place, shown=screen.wanted)

    async def show_final(self, screen: Screen) -> None:
        """Post how the game ended."""
        async with self._store.reading() as db:
            look = await self._look_in(db, screen.table_id)
            receipts = await bank.receipts(db, look.table.guild_id, screen.table_id)
            rows = await read_log(db, screen.table_id)
            board = await screens.find(db, screen.table_id, screens.BOARD)
            since = await self._told_until(db, screen.table_id)
            takers = await read_takers(db, screen.table_id, since)
            before = await self._before(db, look, since)
        sheet = await self._studio.work(public.final_sheet, look, receipts, rows, before, takers)
        place = await self._in_public(look, sheet, name_of(screen))
        await self._note(screen, place, shown=screen.wanted)
        await self._retire(look, posted(board))

    async def _told_until(self, db: Transaction, table_id: str) -> int:
        """Return up to which row the newest board tells what happened."""
        board = await screens.find(db, table_id, screens.BOARD)
        return max(board.shown, 0) if board else 0

    async def show_closed(self, screen: Screen) -> None:
        """Say, once, that somebody takes no direct messages: not while that shows who could not be called."""
        look = await self.look(screen.table_id)
        if look.table.seat_of(screen.user_id) is None:
            raise Gone("nobody plays there any more who has to know")
        if calls.is_secretly_asked(look, screen.user_id):
            raise Later("it would tell who is asked")
        sheet = public.closed_sheet(look, screen.user_id)
        place = await self._in_public(look, sheet, name_of(screen))
        async with self._store.writing() as db:
            await self._note_in(db, screen, place, screen.wanted)
            call = calls.find_call(await screens.of_table(db, screen.table_id), screen.user_id)
            await screens.note_told(db, [call] if call else [])
