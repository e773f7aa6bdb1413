"""What showing any screen needs: a look at the table, a place to post, and a note of what is shown where."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot.servers import read_settings
from bot.store import Store, Transaction
from bot.tables import Status, Table, Tables, deadlines, screens
from bot.tables.screens import Screen
from bot.texts import texts
from bot.ui.look import Look
from bot.ui.posting import Denied, Gone, Posted, Poster, PostError, Rejected, nonce
from bot.ui.sheets import Sheet
from bot.ui.studio import Studio


class Showing:
    """Looks at tables and posts about them. Methods raise `PostError` where a post did not happen."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, studio: Studio, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._poster = poster
        self._studio = studio
        self._now = now

    async def look(self, table_id: str) -> Look:
        """Look at a table."""
        async with self._store.reading() as db:
            return await self._look_in(db, table_id)

    async def _look_in(self, db: Transaction, table_id: str) -> Look:
        table, standing = await self._tables.look_in(db, table_id)
        settings = await read_settings(db, table.guild_id)
        clocks = await deadlines.of_table(db, table_id) if table.status is Status.RUNNING else {}
        language = settings.language or self._poster.locale(table.guild_id)
        return Look(table, standing, texts(language), settings, clocks)

    # ------------------------------------------------------------------------------------------- in public

    async def _in_public(self, look: Look, sheet: Sheet, name: str) -> Posted:
        """Post where the race is run; where that is gone or barred, in the channel the table was opened in."""
        place, _ = await self._as_posted(look, sheet, name)
        return place

    async def _as_posted(self, look: Look, sheet: Sheet, name: str) -> tuple[Posted, Sheet]:
        """Do the same, and return with the place what could be posted there."""
        place = await self._place(look)
        try:
            return await self._sent(look, place, sheet, name)
        except (Gone, Denied):
            home = look.table.channel_id
            if place == home:
                raise
        sent = await self._sent(look, home, sheet, name)
        await self._tables.settle(look.table.table_id, home, instead_of=place)
        return sent

    async def _sent(self, look: Look, channel_id: int, sheet: Sheet, name: str) -> tuple[Posted, Sheet]:
        """Post in a certain channel, unless it is known that Discord would refuse."""
        if not self._poster.may_write(look.table.guild_id, channel_id):
            raise Denied("not in this channel")
        fitting = await self._fitting(look, channel_id, sheet)
        return await self._poster.send(channel_id, fitting, name), fitting

    async def _place(self, look: Look) -> int:
        """Return the thread of a race, opening it where there is none; the channel itself where none can be."""
        table = look.table
        if table.thread_id is not None:
            return table.thread_id
        async with self._store.reading() as db:
            lobby = await screens.find(db, table.table_id, screens.LOBBY)
        try:
            name = look.t.table.thread_name(look.game_name, table.table_id)
            place = await self._poster.open_thread(
                table.guild_id, table.channel_id, lobby.message_id if lobby else None, name
            )
        except (Denied, Gone, Rejected):
            place = table.channel_id
        await self._tables.settle(table.table_id, place, instead_of=None)
        if place != table.channel_id:
            await self._invite(table, place)
        return place

    async def _invite(self, table: Table, thread_id: int) -> None:
        """Show the thread to everybody who is seated; who cannot be added still finds it in the channel."""
        for seat in table.people:
            assert seat.user_id is not None
            try:
                await self._poster.add_to_thread(thread_id, seat.user_id)
            except PostError:
                return

    async def _fitting(self, look: Look, channel_id: int, sheet: Sheet) -> Sheet:
        """Draw the pictures; leave them out where the server wants none, and files where the bot may attach none."""
        allowed = self._poster.permissions(look.table.guild_id, channel_id)
        if allowed is not None and not allowed.attach_files:
            return sheet.without_files()
        return await self._drawn(look, sheet)

    async def _drawn(self, look: Look, sheet: Sheet) -> Sheet:
        if not sheet.drawings:
            return sheet
        return await self._studio.work(sheet.drawn) if look.settings.pictures else sheet.in_words()

    def _pictured(self, look: Look, sheet: Sheet, *facts: object) -> str | None:
        """Say what the pictures of a sheet show, without drawing them; None if it has none.

        They show how the table stands, in the words of a language, and whatever `facts` are told of.
        """
        if not sheet.drawings:
            return None
        names = [drawing.picture.filename for drawing in sheet.drawings]
        told = [names, look.table.names, type(look.t).__name__, facts]
        return f"{look.table.length}:{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"

    # --------------------------------------------------------------------------------------- any message

    async def _remove(self, place: Posted) -> bool:
        """Delete a message, and say whether that was done."""
        try:
            await self._poster.delete(place)
        except PostError:
            return False  # it works like the new one, and shows nothing that its readers did not know
        return True

    async def _note(self, screen: Screen, place: Posted | None, shown: int, **facts: object) -> None:
        async with self._store.writing() as db:
            await self._note_in(db, screen, place, shown, **facts)

    async def _note_in(
        self, db: Transaction, screen: Screen, place: Posted | None, shown: int, **facts: object
    ) -> None:
        """Write down, in a transaction that is used for more, where a screen stands and what it shows."""
        where = {} if place is None else {"channel_id": place.channel_id, "message_id": place.message_id}
        await screens.note(db, screen, tries=0, next_try_at=0, **where, **facts)
        await screens.note_shown(db, screen, shown)


def posted(screen: Screen | None) -> Posted | None:
    """Say where a screen stands; None if it was never posted."""
    if screen is None or screen.channel_id is None or screen.message_id is None:
        return None
    return Posted(screen.channel_id, screen.message_id)


def name_of(screen: Screen) -> str:
    """Name a post after the message it follows: if a run is cut short before it notes the post, the next finds it."""
    return nonce(screen.table_id, screen.kind, screen.user_id, screen.message_id)
