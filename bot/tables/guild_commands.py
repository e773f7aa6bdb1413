"""Where tables are: channels and threads they are moved to, servers that come, go and change their settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from bot import outbox
from bot.db.locks import Lock, hold
from bot.db.schema import tables
from bot.outbox import PostKind
from bot.servers import USUAL_LOCALE, ServerSettings, noted_locales, read_settings, write_settings
from bot.shards import Shards
from bot.tables import deadlines, entry, lobby, queries
from bot.tables.deadlines import Clock
from bot.tables.loading import load_all
from bot.tables.refusals import Refusal, Refused
from bot.tables.step import Step
from bot.tables.steps import Commands
from bot.tables.table import Status, Table, Visitor

NOBODY = 0
"""In place of the user who changes settings, where none does."""
Change = Callable[[ServerSettings], ServerSettings]
"""What is to hold, from what holds; so that of two changes at once neither undoes the other."""


class GuildCommands(Commands):
    """Commands about servers and their channels."""

    async def note_channel(self, table_id: str, channel_id: int, *, instead_of: int | None) -> None:
        """Note in which channel or thread the race of a table is run, unless it was moved meanwhile."""

        def change(step: Step) -> None:
            step.is_quiet = step.table.thread_id != instead_of
            if not step.is_quiet:
                lobby.change(step, thread_id=channel_id)
                if instead_of is not None:
                    outbox.show_again(step.db, table_id, PostKind.DESK)  # desks say where it is

        await self._steps.at(table_id, change)

    async def leave_thread(self, table_id: str, thread_id: int) -> None:
        """Have a lobby stand in its channel that cannot stand in this thread any more."""

        def change(step: Step) -> None:
            step.is_quiet = step.table.status is not Status.LOBBY or step.table.thread_id != thread_id
            if not step.is_quiet:
                lobby.change(step, thread_id=None)

        await self._steps.at(table_id, change)

    async def bring_board(self, table_id: str, user_id: int, visitor: Visitor) -> None:
        """Have the board posted anew, in this channel from now on; a lobby follows nobody but its host elsewhere."""
        await self._steps.at(table_id, _bring_board, user_id, visitor)

    async def channel_deleted(self, guild_id: int, channel_id: int) -> None:
        """Have the boards of races, and rematches that wait, posted anew whose channel or thread is gone."""

        def look(db: Connection) -> tuple[list[str], list[str]]:
            concerned = queries.races_at(db, guild_id, channel_id)
            lobbies = queries.lobbies_in(db, guild_id, channel_id)
            return concerned, lobbies

        concerned, lobbies = await self._steps.database.read(look)
        for table_id in lobbies:
            await self.leave_thread(table_id, channel_id)
        for table_id in concerned:
            await self._steps.database.write(self._post_board_anew, guild_id, table_id)
            self._steps.watchers.tell(table_id)

    def _post_board_anew(self, db: Connection, guild_id: int, table_id: str) -> None:
        outbox.post_anew(db, table_id, PostKind.BOARD)
        self._steps.announce(db, guild_id, table_id)

    async def bot_left(self, guild_id: int) -> None:
        """The bot was removed from a server: its tables wait there for a while, then close."""
        for table_id in await self._open_in(guild_id, ~deadlines.is_homeless()):
            await self._steps.at(table_id, _wait_for_a_home)

    async def bot_joined(self, guild_id: int) -> None:
        """The bot is in a server: tables that waited for its return go on."""
        for table_id in await self._open_in(guild_id, deadlines.is_homeless()):
            await self._steps.at(table_id, _go_on_at_home)

    async def bot_is_in(self, guild_ids: Collection[int]) -> None:
        """Have tables go on that waited in one of these servers; where none did, one reading tells of all."""
        waiting = await self._steps.database.read(queries.guilds, deadlines.is_homeless())
        for guild_id in waiting:
            if guild_id in guild_ids:
                await self.bot_joined(guild_id)

    async def follow_guilds(self, present: Collection[int], shards: Shards | None = None) -> None:
        """Compare with the servers the bot is in: it may have been removed, or asked back, while it was down.

        `shards` are those whose servers are `present`; None: all.
        """

        def look(db: Connection) -> tuple[Collection[int], Collection[int]]:
            concerned = [each for each in queries.guilds(db) if shards is None or shards.serve(each)]
            waiting = queries.guilds(db, deadlines.is_homeless())
            return concerned, waiting

        concerned, waiting = await self._steps.database.read(look)
        for guild_id in concerned:
            if guild_id not in present:
                await self.bot_left(guild_id)
            elif guild_id in waiting:
                await self.bot_joined(guild_id)

    async def change_settings(self, guild_id: int, change: Change, *, by: int) -> ServerSettings:
        """Change a server's settings, as user `by` decides, and show its lobbies again.

        Where that changes the terms of a lobby everybody there but this user is asked anew. Running races keep the
        settings with which they started.
        """
        settings, lobbies = await self._steps.database.write(self._change_settings, guild_id, change, by)
        for table_id in lobbies:
            self._steps.watchers.tell(table_id)
        return settings

    def _change_settings(
        self, db: Connection, guild_id: int, change: Change, by: int
    ) -> tuple[ServerSettings, Sequence[str]]:
        """Return what holds then, and the lobbies that are shown again."""
        hold(db, Lock.SETTINGS, guild_id)
        before = read_settings(db, guild_id)
        settings = change(before)
        if settings == before:
            return before, ()
        write_settings(db, guild_id, settings)
        is_lobby = (tables.c.guild_id == guild_id) & (tables.c.status == Status.LOBBY)
        lobbies = list(db.scalars(select(tables.c.table_id).where(is_lobby)))
        for table in load_all(db, lobbies):
            terms, facts = self._steps.terms(table, before), dict[str, object]()
            if terms != self._steps.terms(table, settings):
                facts["agreed"] = lobby.stored(lobby.agreed(table, terms))
                lobby.take_back_ready(db, table, by)
            lobby.changed(db, table, **facts)
            self._steps.announce(db, guild_id, table.table_id)
        return settings, lobbies

    async def follow_locales(self, heard: Mapping[int, str]) -> None:
        """Note which locale Discord has for servers, for processes that do not hear them; one reading tells where."""
        noted = await self._steps.database.read(noted_locales)
        for guild_id, locale in heard.items():
            if noted.get(guild_id, USUAL_LOCALE) != locale:
                await self.change_settings(guild_id, _with_locale(locale), by=NOBODY)

    async def _open_in(self, guild_id: int, these: ColumnElement[bool]) -> list[str]:
        return await self._steps.database.read(queries.open_ids, guild_id, these)


def _bring_board(step: Step, user_id: int, visitor: Visitor) -> None:
    host, place = step.table.host_id, step.table.stands_in
    is_lobby = step.table.status is Status.LOBBY
    if not is_lobby:
        step.table.require_running()
    entry.require_may_bring(step.db, visitor, step.table)
    if is_lobby and user_id != host and visitor.channel_id != place:
        raise Refused(Refusal.LOBBY_STAYS, host=host, place=place)
    step.table.require_seat(user_id)
    if is_lobby:
        lobby.change(step, **_moved(step.table, visitor))
        outbox.post_anew(step.db, step.table.table_id, PostKind.LOBBY)
    else:
        home = visitor.parent_id or visitor.channel_id
        lobby.change(step, channel_id=home, thread_id=visitor.channel_id)
        _show_boards_again(step)


def _with_locale(locale: str) -> Change:
    return lambda settings: settings.model_copy(update={"locale": locale})


def _moved(table: Table, visitor: Visitor) -> dict[str, Any]:
    """Say where a lobby stands that is brought to where somebody is: it may be where it stands already."""
    if visitor.channel_id == table.stands_in:
        return {}
    return {"channel_id": visitor.channel_id, "thread_id": None}


def _wait_for_a_home(step: Step) -> None:
    """Have a table close after a while whose server the bot has left."""
    step.is_quiet = step.clock(Clock.HOMELESS) is not None
    if not step.is_quiet:
        step.start_clock(Clock.HOMELESS, deadlines.HOMELESS_CLOSES_AFTER)


def _go_on_at_home(step: Step) -> None:
    """Let a table go on whose server the bot is in again."""
    step.is_quiet = step.clock(Clock.HOMELESS) is None
    if not step.is_quiet:
        step.stop_clock(Clock.HOMELESS)
        _show_boards_again(step)


def _show_boards_again(step: Step) -> None:
    """Have the board posted anew, and desks that could not say where it is, or could not be sent, with it."""
    outbox.post_anew(step.db, step.table.table_id, PostKind.BOARD)
    outbox.show_again(step.db, step.table.table_id, PostKind.DESK)
