"""The tables of all servers: commands and looks of the rest of the bot come in here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from bot.db import Database
from bot.metrics import counted
from bot.tables import crowding, opening_commands, race_commands, step
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.outdated import OutdatedTables
from bot.tables.pace import AT_ONCE, Pacing
from bot.tables.reading import Reading, read_whole
from bot.tables.refusals import Outdated, Refusal, Refused, Room
from bot.tables.step import Step
from bot.tables.table import Opening, Person, Table, Visitor

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

Listener = Callable[[str], object]
"""Called with the id of a table after a change of it is committed."""


class Announce(Protocol):
    """Tells the process that keeps a server's tables, in a transaction, that this transaction changes a table."""

    def __call__(self, db: Connection, guild_id: int, table_id: str, /) -> object:
        """Tell it; where this is that process, nothing has to be told."""


def to_nobody(_db: Connection, _guild_id: int, _table_id: str) -> None:
    """Announce nothing: there is no other process."""


class Tables:
    """Runs commands and looks in transactions, and tells listeners of changes.

    A command that raises `Refused`, or what the engines refuse with, has changed nothing, and nobody is told of it.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        games: Games,
        announce: Announce = to_nobody,
        pacing: Pacing = AT_ONCE,
    ) -> None:
        self.database = database
        self.now = now
        self.games = games
        self.announce = announce
        self.pacing = pacing
        self.outdated = OutdatedTables(database, now, games, self.tell, announce)
        self.stands_still_since: Callable[[int], int | None] = lambda _guild_id: None
        """Since when the clocks of a server stand still because Discord does not reach its shard; None: they run."""
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Have `listener` called after every change, after those that listen already."""
        self._listeners.append(listener)

    def tell(self, table_id: str) -> None:
        """Tell every listener that a table changed."""
        for listener in self._listeners:
            listener(table_id)

    def tell_all(self, table_ids: Collection[str]) -> None:
        """Tell every listener of several tables."""
        for table_id in table_ids:
            self.tell(table_id)

    async def step(
        self,
        command: Callable[Concatenate[Connection, Step, Arguments], Answer],
        table_id: str,
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Change one table by `command(db, step, …)` in one transaction, and return what that returns.

        Where the rules of the table are gone it ends, and the command is refused.
        """

        @wraps(command)  # the log names it where it takes long
        def work(db: Connection) -> tuple[Step, Answer]:
            made, answer = step.take(db, self.games, table_id, self.now(), command, *arguments, **named)
            if not made.is_quiet:
                self.announce(db, made.table.guild_id, table_id)
            return made, answer

        async with self.outdated.refused(table_id):
            made, answer = await self.database.write(work)
        if made.reached:
            self.games.states.put(table_id, made.reached.length, made.reached)
        if made.decided_by:
            counted.MOVES.labels(made.table.game, made.decided_by).inc()
            counted.BOARDS.moved(table_id)
        if not made.is_quiet:
            self.tell(table_id)
        return answer

    async def start(self, table_id: str, *arguments: Any, **named: Any) -> None:
        """Start a race by `race_commands.start`; raise why it could not, which its luck has noted."""
        if why_not := await self.step(race_commands.start, table_id, *arguments, **named):
            raise why_not

    async def read(self, table_id: str) -> Reading:
        """Read a table, its clocks, its server's settings and where it stands; one whose rules are gone ends first."""
        try:
            return await self.database.read(read_whole, self.games, table_id)
        except Outdated:
            await self.outdated.end(table_id)
        return await self.database.read(read_whole, self.games, table_id)

    async def open(self, opening: Opening) -> Table:
        """Open a lobby; its host sits in the first seat."""
        table, _ = await self._open(opening_commands.open_table, opening.visitor.guild_id, opening)
        return table

    async def open_once(self, opening: Opening, since: int) -> tuple[Table, bool]:
        """Open a lobby unless its host did by a press that Discord named after `since`; say whether it is a new one."""
        return await self._open(opening_commands.open_once, opening.visitor.guild_id, opening, since)

    async def rematch(
        self,
        table_id: str,
        person: Person,
        visitor: Visitor,
        interaction_id: int,
        thread_id: int | None = None,
    ) -> Table:
        """Open the rematch of a finished table, or find the one that somebody else opened already."""
        facts = table_id, person, visitor, interaction_id, thread_id
        table, _ = await self._open(opening_commands.rematch, visitor.guild_id, *facts)
        return table

    async def _open(
        self,
        command: Callable[Concatenate[Connection, Games, int, Arguments], Table | str],
        guild_id: int,
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> tuple[Table, bool]:
        """Open a table in a server by a command that returns the new table, or the id of one that is there already.

        Where the server has no table left, one that rests is asked to make room, and who was refused is told of it.
        """

        def work(db: Connection) -> Table | str:
            opened = command(db, self.games, self.now(), *arguments, **named)
            if isinstance(opened, Table):
                self.announce(db, guild_id, opened.table_id)
            return opened

        try:
            opened = await self.database.write(work)
        except Refused as refusal:
            if refusal.reason is Refusal.TOO_MANY_TABLES and (room := await self._make_room(guild_id)):
                refusal.facts["room"] = room
            raise
        if isinstance(opened, str):
            return await self.database.read(load, opened), False
        self.tell(opened.table_id)
        return opened, True

    async def _make_room(self, guild_id: int) -> Room | None:
        def work(db: Connection) -> Room | None:
            room = crowding.ask_for_room(db, self.games, guild_id, self.now())
            if room is not None:
                self.announce(db, guild_id, room.table_id)
            return room

        room = await self.database.write(work)
        if room is not None:
            self.tell(room.table_id)
        return room
