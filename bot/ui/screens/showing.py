"""What showing any screen needs: a look at the table, a place to post, and a note of what is shown where."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot.outbox import posts
from bot.outbox.posts import Screen
from bot.servers import read_settings
from bot.store import Store, Transaction
from bot.tables import Status, Table, Tables, deadlines
from bot.texts import texts
from bot.ui.message_layout import MessageLayout
from bot.ui.post_errors import Forbidden, NotFound, PostError, Rejected
from bot.ui.posting import Posted, Poster, nonce
from bot.ui.render_pool import RenderPool
from bot.ui.snapshot import Snapshot


class Showing:
    """Looks at tables and posts about them. Methods raise `PostError` where a post did not happen."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, render_pool: RenderPool, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._poster = poster
        self._render_pool = render_pool
        self._now = now

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

    # ------------------------------------------------------------------------------------------- in public

    async def _in_public(self, snapshot: Snapshot, layout: MessageLayout, name: str) -> Posted:
        """Post where the race is run; where that is gone or barred, in the channel the table was opened in."""
        place, _ = await self._as_posted(snapshot, layout, name)
        return place

    async def _as_posted(
        self, snapshot: Snapshot, layout: MessageLayout, name: str
    ) -> tuple[Posted, MessageLayout]:
        """Do the same, and return with the place what could be posted there."""
        place = await self._place(snapshot)
        try:
            return await self._sent(snapshot, place, layout, name)
        except (NotFound, Forbidden):
            home = snapshot.table.channel_id
            if place == home:
                raise
        sent = await self._sent(snapshot, home, layout, name)
        await self._tables.channels.note_channel(snapshot.table.table_id, home, instead_of=place)
        return sent

    async def _sent(
        self, snapshot: Snapshot, channel_id: int, layout: MessageLayout, name: str
    ) -> tuple[Posted, MessageLayout]:
        """Post in a certain channel, unless it is known that Discord would refuse."""
        if not self._poster.may_write(snapshot.table.guild_id, channel_id):
            raise Forbidden("not in this channel")
        fitting = await self._fitting(snapshot, channel_id, layout)
        return await self._poster.send(channel_id, fitting, name), fitting

    async def _place(self, snapshot: Snapshot) -> int:
        """Return the thread of a race, opening it where there is none; the channel itself where none can be."""
        table = snapshot.table
        if table.thread_id is not None:
            return table.thread_id
        async with self._store.reading() as db:
            lobby = await posts.find(db, table.table_id, posts.LOBBY)
        try:
            name = snapshot.t.table.thread_name(snapshot.game_name, table.table_id)
            place = await self._poster.open_thread(
                table.guild_id, table.channel_id, lobby.message_id if lobby else None, name
            )
        except (Forbidden, NotFound, Rejected):
            place = table.channel_id
        await self._tables.channels.note_channel(table.table_id, place, instead_of=None)
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
        """Say what the pictures of a sheet show, without drawing them; None if it has none.

        They show how the table stands, in the words of a language, and whatever `facts` are told of.
        """
        if not layout.drawings:
            return None
        names = [drawing.picture.filename for drawing in layout.drawings]
        told = [names, snapshot.table.names, type(snapshot.t).__name__, facts]
        return f"{snapshot.table.length}:{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"

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
        await posts.note(db, screen, tries=0, next_try_at=0, **where, **facts)
        await posts.note_shown(db, screen, shown)


def posted(screen: Screen | None) -> Posted | None:
    """Say where a screen stands; None if it was never posted."""
    if screen is None or screen.channel_id is None or screen.message_id is None:
        return None
    return Posted(screen.channel_id, screen.message_id)


def name_of(screen: Screen) -> str:
    """Name a post after the message it follows: if a run is cut short before it notes the post, the next finds it."""
    return nonce(screen.table_id, screen.kind, screen.user_id, screen.message_id)
