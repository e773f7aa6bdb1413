"""Where tables are: channels and threads they are moved to, servers that come, go and change their settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from bot import outbox
from bot.db.locks import Lock, hold, hold_tables
from bot.db.schema import tables as stored
from bot.outbox import PostKind
from bot.servers import USUAL_LOCALE, ServerSettings, noted_locales, read_settings, write_settings
from bot.shards import Shards
from bot.tables import deadlines, entry, lobby, queries
from bot.tables.deadlines import Clock
from bot.tables.games import Games
from bot.tables.loading import load_all
from bot.tables.refusals import Refusal, Refused
from bot.tables.step import Step, write
from bot.tables.table import Status, Table, Visitor
from bot.tables.tables import Tables

NOBODY = 0
"""In place of the user who changes settings, where none does."""
Change = Callable[[ServerSettings], ServerSettings]
"""What is to hold, from what holds; so that of two changes at once neither undoes the other."""


def note_channel(db: Connection, step: Step, channel_id: int, *, instead_of: int | None) -> None:
    """Note in which channel or thread the race of a table is run, unless it was moved meanwhile."""
    step.is_quiet = step.table.thread_id != instead_of
    if not step.is_quiet:
        lobby.change(db, step, thread_id=channel_id)
        if instead_of is not None:
            outbox.show_again(db, step.table.table_id, PostKind.DESK)  # desks say where it is


def leave_thread(db: Connection, step: Step, thread_id: int) -> None:
    """Have a lobby stand in its channel that cannot stand in this thread any more."""
    step.is_quiet = step.table.status is not Status.LOBBY or step.table.thread_id != thread_id
    if not step.is_quiet:
        lobby.change(db, step, thread_id=None)


async def channel_deleted(tables: Tables, guild_id: int, channel_id: int) -> None:
    """Have the boards of races, and rematches that wait, posted anew whose channel or thread is gone."""
    for table_id in await tables.database.read(queries.lobbies_in, guild_id, channel_id):
        await tables.step(leave_thread, table_id, channel_id)
    for table_id in await tables.database.read(queries.races_at, guild_id, channel_id):
        await tables.step(_post_board_anew, table_id)


def _post_board_anew(db: Connection, step: Step) -> None:
    outbox.post_anew(db, step.table.table_id, PostKind.BOARD)


async def bot_left(tables: Tables, guild_id: int) -> None:
    """Have the tables of a server wait for a while, then close: the bot was removed from it."""
    for table_id in await tables.database.read(queries.open_ids, guild_id, ~deadlines.is_homeless()):
        await tables.step(_wait_for_a_home, table_id)


async def bot_joined(tables: Tables, guild_id: int) -> None:
    """Have the tables of a server go on that waited for the return of the bot."""
    for table_id in await tables.database.read(queries.open_ids, guild_id, deadlines.is_homeless()):
        await tables.step(_go_on_at_home, table_id)


async def bot_is_in(tables: Tables, guild_ids: Collection[int]) -> None:
    """Have tables go on that waited in one of these servers; where none did, one reading tells of all."""
    for guild_id in await tables.database.read(queries.guilds, deadlines.is_homeless()):
        if guild_id in guild_ids:
            await bot_joined(tables, guild_id)


async def follow_guilds(tables: Tables, present: Collection[int], shards: Shards | None = None) -> None:
    """Compare with the servers the bot is in: it may have been removed, or asked back, while it was down.

    `shards` are those whose servers are `present`; None: all.
    """
    concerned = await tables.database.read(queries.guilds)
    waiting = await tables.database.read(queries.guilds, deadlines.is_homeless())
    for guild_id in concerned:
        if shards is not None and not shards.serve(guild_id):
            continue
        if guild_id not in present:
            await bot_left(tables, guild_id)
        elif guild_id in waiting:
            await bot_joined(tables, guild_id)


async def change_settings(tables: Tables, guild_id: int, change: Change, *, by: int) -> ServerSettings:
    """Change a server's settings, as user `by` decides, and show its lobbies again.

    Where that changes the terms of a lobby everybody there but this user is asked anew. Running races keep the
    settings with which they started.
    """

    def work(db: Connection) -> tuple[ServerSettings, Sequence[str]]:
        settings, lobbies = settle(db, tables.games, guild_id, change, by)
        for table_id in lobbies:
            tables.announce(db, guild_id, table_id)
        return settings, lobbies

    settings, lobbies = await tables.database.write(work)
    tables.tell_all(lobbies)
    return settings


def settle(
    db: Connection, games: Games, guild_id: int, change: Change, by: int
) -> tuple[ServerSettings, Sequence[str]]:
    """Change a server's settings; return what holds then, and the lobbies that are shown again."""
    hold(db, Lock.SETTINGS, guild_id)
    before = read_settings(db, guild_id)
    settings = change(before)
    if settings == before:
        return before, ()
    is_lobby = (stored.c.guild_id == guild_id) & (stored.c.status == Status.LOBBY)
    hold_tables(db, is_lobby)
    write_settings(db, guild_id, settings)
    lobbies = list(db.scalars(select(stored.c.table_id).where(is_lobby)))
    for table in load_all(db, lobbies):
        terms = lobby.terms(table, before, games)
        if terms != lobby.terms(table, settings, games):
            write(db, table.table_id, agreed=lobby.agreed(table, terms))
            lobby.take_back_ready(db, table, by)
        outbox.ask_for(db, table.table_id, outbox.LOBBY)
    return settings, lobbies


async def follow_locales(tables: Tables, heard: Mapping[int, str]) -> None:
    """Note which locale Discord has for servers, for processes that do not hear them; one reading tells where."""
    noted = await tables.database.read(noted_locales)
    for guild_id, locale in heard.items():
        if noted.get(guild_id, USUAL_LOCALE) != locale:
            await change_settings(tables, guild_id, _with_locale(locale), by=NOBODY)


def bring_board(db: Connection, step: Step, user_id: int, visitor: Visitor) -> None:
    """Have the board posted anew, in this channel from now on; a lobby follows nobody but its host elsewhere."""
    host, place = step.table.host_id, step.table.stands_in
    is_lobby = step.table.status is Status.LOBBY
    if not is_lobby:
        step.table.require_running()
    entry.require_may_bring(db, step.games, visitor, step.table)
    if is_lobby and user_id != host and visitor.channel_id != place:
        raise Refused(Refusal.LOBBY_STAYS, host=host, place=place)
    step.table.require_seat(user_id)
    if is_lobby:
        lobby.change(db, step, **_moved(step.table, visitor))
        outbox.post_anew(db, step.table.table_id, PostKind.LOBBY)
    else:
        home = visitor.parent_id or visitor.channel_id
        lobby.change(db, step, channel_id=home, thread_id=visitor.channel_id)
        _show_boards_again(db, step)


def _with_locale(locale: str) -> Change:
    return lambda settings: settings.model_copy(update={"locale": locale})


def _moved(table: Table, visitor: Visitor) -> dict[str, Any]:
    """Say where a lobby stands that is brought to where somebody is: it may be where it stands already."""
    if visitor.channel_id == table.stands_in:
        return {}
    return {"channel_id": visitor.channel_id, "thread_id": None}


def _wait_for_a_home(db: Connection, step: Step) -> None:
    """Have a table close after a while whose server the bot has left."""
    step.is_quiet = step.clock(Clock.HOMELESS) is not None
    if not step.is_quiet:
        step.start_clock(db, Clock.HOMELESS, deadlines.HOMELESS_CLOSES_AFTER)


def _go_on_at_home(db: Connection, step: Step) -> None:
    """Let a table go on whose server the bot is in again."""
    step.is_quiet = step.clock(Clock.HOMELESS) is None
    if not step.is_quiet:
        step.stop_clock(db, Clock.HOMELESS)
        _show_boards_again(db, step)


def _show_boards_again(db: Connection, step: Step) -> None:
    """Have the board posted anew, and desks that could not say where it is, or could not be sent, with it."""
    outbox.post_anew(db, step.table.table_id, PostKind.BOARD)
    outbox.show_again(db, step.table.table_id, PostKind.DESK)
