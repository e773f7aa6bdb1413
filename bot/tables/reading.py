"""Looks at tables: each method reads one consistent state and changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence

from sqlalchemy import Connection, exists, or_, select, text, union_all

from bot.db.schema import SHOWN, seats, tables, users
from bot.outbox.lookups import due_tables
from bot.servers import ServerSettings, read_settings
from bot.shards import Shards
from bot.tables import last_turns
from bot.tables.known_tables import Known
from bot.tables.last_turns import Since
from bot.tables.loading import find, load, load_all
from bot.tables.news import understood
from bot.tables.queries import OPEN, OVER, served_by
from bot.tables.refusals import Absent, Outdated, Refusal, Refused
from bot.tables.standing import Standing, Told
from bot.tables.steps import Steps
from bot.tables.table import Status, Table
from bot.tables.taking_up import Found, looked_through

MOST_LISTED = 25

_IS_KEPT = text(SHOWN)


class Reader:
    """Reads tables. Refuses with `NO_SUCH_TABLE` an id that names none."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    async def table(self, table_id: str) -> Table:
        """Read a table."""
        return await self._steps.database.read(self._steps.known.table, table_id)

    async def even_swept(self, table_id: str) -> Table:
        """Read a table, also one of which no more than its result is kept."""
        table = await self._steps.database.read(find, table_id)
        if table is None:
            raise Refused(Refusal.NO_SUCH_TABLE, table=table_id)
        return table

    async def with_standing(self, table_id: str) -> tuple[Table, Standing | None]:
        """Read a table and where it stands; None in a lobby, and where its rules or its game are gone."""
        known, standing = await self.known(table_id)
        return known.table, standing

    async def known(self, table_id: str) -> tuple[Known, Standing | None]:
        """Do the same, with the table's clocks and what its server has set."""
        try:
            return await self._steps.database.read(self.known_in, table_id)
        except Outdated:
            await self._steps.outdated.end(table_id)
        return await self._steps.database.read(self.known_in, table_id)

    def known_in(
        self, db: Connection, table_id: str, version: int | None = None
    ) -> tuple[Known, Standing | None]:
        """Do the same in a transaction that is used for more, and where the table's `version` may be known already.

        Raises `Outdated` of a table that has yet to be ended.
        """
        known = self._steps.known.read(db, table_id, version)
        table = known.table
        if not table.length:
            return known, None
        try:
            return known, self._steps.standings.standing(db, table)
        except Absent:
            return known, None
        except Outdated:
            if table.status.is_open:
                raise
            return known, None

    def is_behind(self, table_id: str) -> bool:
        """Whether this process has heard what another one made of an open table, and has yet to read the rows of it."""
        known = self._steps.known.remembered(table_id)
        return known is not None and self._steps.standings.is_behind(known.table)

    def remembered_at(self, table_id: str, version: int | None) -> Known | None:
        """Return a table as it is at a version, if that is how it is remembered."""
        known = self._steps.known.remembered(table_id)
        return known if known and known.table.version == version else None

    def standing_in(self, db: Connection, table: Table) -> Standing:
        """Read in one statement at most where a started table stands; raise `Absent` or `Outdated`."""
        return self._steps.standings.standing(db, table)

    def hear(self, table_id: str, word: str) -> int | None:
        """Hear what another process has made of a table, so that less has to be read of it.

        Returns who has just pressed their desk there, None if nobody is to be shown it.
        """
        known = self._steps.known.remembered(table_id) if word else None
        if known is None:
            return None
        news = understood(known, word)
        if news.known:
            self._steps.known.remember(news.known)
        return news.presser

    def is_newest(self, known: Known) -> bool:
        """Whether this process has not left or read an open table another way since it was read so."""
        return self._steps.known.has(known)

    def one_after_another(self, table_ids: Sequence[str]) -> AsyncIterator[Found]:
        """Look at many running tables, and where they stand."""
        return looked_through(self._steps.database, self._steps.standings, table_ids)

    def earlier(self, db: Connection, table: Table, length: int) -> Standing | None:
        """Read where a table stood when its log had so many rows, None for none; raise `Outdated`."""
        return self._steps.standings.earlier(db, table, length) if length > 0 else None

    def moments(
        self, db: Connection, table: Table, lengths: Collection[int]
    ) -> Mapping[int, Standing | None]:
        """Read where a table stood at several lengths of its log, None at none; raise `Outdated`."""
        found = self._steps.standings.moments(db, table, {length for length in lengths if length > 0})
        return {length: found.get(length) for length in lengths}

    def remembered(
        self, table: Table, lengths: Collection[int], since: int | None
    ) -> tuple[Mapping[int, Standing | None], Sequence[Told]] | None:
        """Return without a look at the database what `earlier` says of these lengths, and `told` since a row if any.

        None where something of it is not remembered.
        """
        standings = self._steps.standings
        moments = {length: standings.remembered_moment(table, length) for length in lengths}
        told = () if since is None else standings.remembered_rows(table, since)
        is_all = all(standing is not None for length, standing in moments.items() if length > 0)
        return (moments, told) if is_all and told is not None else None

    def remembered_turns(self, table: Table, seats: Collection[int]) -> Mapping[int, Since] | None:
        """Return without a look at the database what `turns` says; None where something of it is not remembered."""
        found = {seat: last_turns.remembered(self._steps.standings, table, seat) for seat in seats}
        known = {seat: since for seat, since in found.items() if since is not None}
        return known if len(known) == len(found) else None

    def turns(self, db: Connection, table: Table, seats: Collection[int]) -> Mapping[int, Since]:
        """Read what happened since each of some seats decided last. Raises `Outdated`."""
        return last_turns.read(self._steps.standings, db, table, seats)

    async def with_posts_due(self, shards: Shards | None) -> list[str]:
        """Name the tables of some shards' servers (None: of all) of which something has to be posted."""
        return await self._steps.database.read(due_tables, None if shards is None else served_by(shards))

    def told(self, db: Connection, table: Table, since: int) -> Sequence[Told]:
        """Read the rows of a table's log from number `since` on, and why each was decided in a seat's place."""
        return self._steps.standings.told(db, table, since)

    async def terms(self, table_id: str) -> str:
        """Return a checksum of what a lobby asks its players to agree to; of a later table, what its rematch asks."""

        def look(db: Connection) -> str:
            table = load(db, table_id)
            return self._steps.terms_of(table, read_settings(db, table.guild_id))

        return await self._steps.database.read(look)

    async def settings(self, guild_id: int) -> ServerSettings:
        """Read a server's settings."""
        return await self._steps.database.read(read_settings, guild_id)

    async def is_asked_always(self, user_id: int) -> bool:
        """Whether a user wants to be asked even where there is only one move."""
        wanted = select(users.c.asked_always).where(users.c.user_id == user_id)

        def look(db: Connection) -> bool:
            return bool(db.scalar(wanted))

        return await self._steps.database.read(look)

    async def open_in(self, guild_id: int, user_id: int | None = None) -> list[Table]:
        """Read the open tables of a server, or those at which a user sits, oldest first."""
        wanted = select(tables.c.table_id).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
        if user_id is not None:
            wanted = wanted.where(
                exists().where(seats.c.table_id == tables.c.table_id, seats.c.user_id == user_id)
            )

        def look(db: Connection) -> list[Table]:
            found = db.scalars(wanted.order_by(tables.c.created_at, tables.c.table_id))
            return load_all(db, list(found))

        return await self._steps.database.read(look)

    async def finished_in(self, guild_id: int, user_id: int | None = None) -> list[Table]:
        """Read the tables of a server whose race is over or was cancelled, the newest first, `MOST_LISTED` at most.

        Where a user is named, only those at which they sat or for whose seat they paid.
        """
        is_over = tables.c.guild_id == guild_id, tables.c.ended_at.is_not(None), tables.c.length > 0, _IS_KEPT
        wanted = select(tables.c.table_id).where(*is_over)
        if user_id is not None:
            is_theirs = or_(seats.c.user_id == user_id, seats.c.owner_id == user_id)
            wanted = wanted.where(tables.c.table_id.in_(select(seats.c.table_id).where(is_theirs)))
        wanted = wanted.order_by(tables.c.ended_at.desc(), tables.c.table_id).limit(MOST_LISTED)

        def look(db: Connection) -> list[Table]:
            return load_all(db, list(db.scalars(wanted)))

        return await self._steps.database.read(look)

    async def run_in(self, guild_id: int, channel_id: int) -> list[Table]:
        """Read the tables that a channel or thread may mean: whose race runs there, then the newest that is over.

        Of those that run two at most, the newest first: with the second it cannot be told any more which is meant.
        """
        here = (
            select(tables.c.table_id, tables.c.started_at)
            .where(tables.c.guild_id == guild_id, tables.c.thread_id == channel_id, _IS_KEPT)
            .order_by(tables.c.started_at.desc(), tables.c.table_id)
        )
        ran = here.where(tables.c.length > 0).limit(1)
        newest = [select(ran.where(tables.c.status == status).subquery()) for status in OVER]  # by the index
        last = union_all(*newest).subquery()

        def look(db: Connection) -> list[Table]:
            running = db.scalars(here.where(tables.c.status == Status.RUNNING).limit(2))
            over = db.scalars(select(last.c.table_id).order_by(last.c.started_at.desc()).limit(1))
            return load_all(db, [*running, *over])

        return await self._steps.database.read(look)
