"""The tables of all servers: one method a step, each one transaction, then word to whoever watches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox import posts
from bot.store import Store
from bot.tables import (
    attendance,
    crowding,
    deadlines,
    ending,
    entry,
    lobby,
    outdated,
    queries,
    races,
    resting,
    turn_clocks,
)
from bot.tables.absent import is_here
from bot.tables.deadlines import Clock, Deadline
from bot.tables.drafts import read_draft, write_draft
from bot.tables.races import Decision
from bot.tables.refusals import Absent, Outdated, Refusal, Refused, StartRefused
from bot.tables.stakes import UsualBuyIn
from bot.tables.standing import Standing
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Opening, Person, Status, Table, Taken, Visitor, load, load_all
from engines.core.salt import Pressed

Watcher = Callable[[str], object]
"""Told the id of a table after a change of it is committed."""


class Vote(NamedTuple):
    """What came of saying whether one would stop."""

    table: Table
    would: bool
    missing: Sequence[int]
    """Whose word it takes yet; of nobody: the table has ended."""
    counted: int
    """How many races count if it ends here; 0: every stake goes back."""
    until: int | None
    """When it ends if those who are away say nothing, in milliseconds since 1970 UTC; None: they are not waited for."""


class Tables:
    """All tables. Methods raise `Refused` (or the engines' refusals), and then nothing has changed."""

    def __init__(self, store: Store, now: Callable[[], int], usual_buy_in: UsualBuyIn) -> None:
        self._store = store
        self._now = now
        self._usual_buy_in = usual_buy_in
        self._memory = StandingCache()
        self._watchers: list[Watcher] = []
        self.stands_still_since: Callable[[int], int | None] = lambda _guild_id: None
        """Since when the clocks of a server stand still because Discord does not reach its shard; None: they run."""

    def watch(self, watcher: Watcher) -> None:
        """Have `watcher` told after every change."""
        self._watchers.append(watcher)

    def tell(self, table_id: str) -> None:
        """Tell every watcher that a table changed."""
        for watcher in self._watchers:
            watcher(table_id)

    @asynccontextmanager
    async def _step(self, table_id: str) -> AsyncIterator[tuple[AsyncConnection, Table]]:
        async with self.by_its_rules(table_id), self._store.writing() as db:
            yield db, await load(db, table_id)
        self.tell(table_id)

    # ------------------------------------------------------------------------- rules that were corrected

    async def end_outdated(self) -> None:
        """End every running table that cannot be finished by the rules it began with: a step of the start-up.

        Safe to do again if it is broken off: what is ended stays ended, and what goes on is not touched.
        """
        async with self._store.reading() as db:
            going_on = await queries.running_tables(db)
        for table_id in going_on:
            await self.snapshot(table_id)

    async def follow_games(self) -> None:
        """Have tables rest whose game is not here, and those go on whose game is back: before the clocks start."""
        async with self._store.reading() as db:
            running = await load_all(db, await queries.running_tables(db))
            concerned = [table.table_id for table in running if await resting.has_to_follow(db, table)]
        for table_id in concerned:
            async with self._step(table_id) as (db, table):
                await resting.follow_the_game(db, table, self._now())

    async def end_if_outdated(self, table_id: str) -> bool:
        """End a table that proved to be outdated; False if it was not, or is over already."""
        self._memory.forget(table_id)
        async with self._store.writing() as db:
            table = await load(db, table_id)
            is_ended = table.status.is_open and await outdated.end_if_outdated(db, table, self._now())
        self.tell(table_id)
        return is_ended

    @asynccontextmanager
    async def by_its_rules(self, table_id: str) -> AsyncIterator[None]:
        """End a table of which something is wanted and whose rules are gone; then refuse what was wanted."""
        try:
            yield
        except Outdated:
            await self.end_if_outdated(table_id)
            goes_on = (await self.table(table_id)).status.is_open
            raise Refused(Refusal.STALE if goes_on else Refusal.OUTDATED) from None

    # ----------------------------------------------------------------------------------------- in the lobby

    async def open(self, opening: Opening) -> Table:
        """Open a lobby; its host sits in the first seat."""
        async with self._making_room(opening.visitor.guild_id), self._store.writing() as db:
            table = await lobby.open_table(db, opening, self._now())
        self.tell(table.table_id)
        return table

    @asynccontextmanager
    async def _making_room(self, guild_id: int) -> AsyncIterator[None]:
        """Where a server has no table left, have one that rests make room, and tell who was refused of it."""
        try:
            yield
        except Refused as refusal:
            if refusal.reason is not Refusal.TOO_MANY_TABLES:
                raise
            async with self._store.writing() as db:
                room = await crowding.ask_for_room(db, guild_id, self._now())
            if room is not None:
                refusal.facts["room"] = room
                self.tell(room.table_id)
            raise

    async def join(self, table_id: str, person: Person, interaction_id: int) -> None:
        """Sit down."""
        async with self._step(table_id) as (db, table):
            await lobby.join(db, table, person, interaction_id)

    async def add_words(self, table_id: str, user_id: int, text: str, interaction_id: int) -> Pressed:
        """Mix words into the luck; returns them as they are kept."""
        async with self._step(table_id) as (db, table):
            return await lobby.add_words(db, table, user_id, text, interaction_id)

    async def leave(self, table_id: str, user_id: int) -> None:
        """Stand up again in a lobby; it closes with the last person."""
        async with self._step(table_id) as (db, table):
            await lobby.leave(db, table, user_id, self._now())

    async def add_computer(self, table_id: str, user_id: int, *names: str) -> None:
        """Seat a computer player, under the first of these names that nobody at the table bears."""
        async with self._step(table_id) as (db, table):
            await lobby.add_computer(db, table, user_id, names)

    async def remove_computer(self, table_id: str, user_id: int) -> None:
        """Send a computer player home."""
        async with self._step(table_id) as (db, table):
            await lobby.remove_computer(db, table, user_id)

    async def send_away(self, table_id: str, user_id: int, guest: int) -> None:
        """Take a guest's seat in a lobby."""
        async with self._step(table_id) as (db, table):
            await lobby.send_away(db, table, user_id, guest)

    async def invite(self, table_id: str, user_id: int, guest: int) -> None:
        """Let somebody who was sent away sit down again."""
        async with self._step(table_id) as (db, table):
            await lobby.invite(db, table, user_id, guest)

    async def set_options(
        self, table_id: str, user_id: int, options: Mapping[str, Any], capacity: int
    ) -> None:
        """Change what will be played."""
        async with self._step(table_id) as (db, table):
            await lobby.set_options(db, table, user_id, options, capacity)

    async def rematch(self, table_id: str, person: Person, visitor: Visitor, interaction_id: int) -> Table:
        """Open the rematch of a finished table, or find the one that somebody else opened already."""
        async with self._making_room(visitor.guild_id), self._store.writing() as db:
            table = await load(db, table_id)
            if visitor.guild_id != table.guild_id:
                raise Refused(Refusal.OTHER_SERVER)
            if person.user_id not in table.owners:
                table.require_seat(person.user_id)
            if table.status is not Status.FINISHED:
                raise Refused(Refusal.NOT_FINISHED)
            known = await lobby.rematch_of(db, table_id)
            fresh = await load(db, known) if known else None
            if fresh is None:
                opening = Opening(
                    visitor=visitor,
                    host=person,
                    game=table.game,
                    options=table.options,
                    capacity=table.capacity,
                    interaction_id=interaction_id,
                    rematch_of=table_id,
                )
                fresh = await lobby.open_table(db, opening, self._now())
                await lobby.seat_computers(db, fresh, [seat for seat in table.seats if seat.agent])
        self.tell(fresh.table_id)
        return fresh

    # ------------------------------------------------------------------------------------------ the races

    async def start(self, table_id: str, user_id: int, interaction_id: int, seen: str | None = None) -> None:
        """Start the race, from the luck whose digest was `seen`.

        Raises `StartRefused` if something is missing; the press stays in the luck then too.
        """
        async with self._step(table_id) as (db, table):
            begun = await races.start(
                db, table, user_id, interaction_id, self._now(), self._usual_buy_in, seen
            )
        if isinstance(begun, StartRefused):
            raise begun
        self._memory.keep(table_id, begun)

    async def act(self, table_id: str, user_id: int, asked: int, action: Mapping[str, Any]) -> None:
        """Answer, for a person, the question asked at log length `asked`."""
        async with self._step(table_id) as (db, table):
            number = table.require_seat(user_id).number
            following = await self._act(db, table, Decision(number, asked, action, user_id=user_id))
        self._memory.keep(table_id, following)

    async def act_for(
        self, table_id: str, number: int, asked: int, action: Mapping[str, Any], taken: Taken | None = None
    ) -> None:
        """Answer, in a seat's place, the question asked at log length `asked`; `taken` says why."""
        async with self._step(table_id) as (db, table):
            following = await self._act(db, table, Decision(number, asked, action, taken))
        self._memory.keep(table_id, following)

    async def act_late(
        self, deadline: Deadline, asked: int, action: Mapping[str, Any], taken: Taken | None = Taken.CLOCK
    ) -> None:
        """Answer in the place of the seat whose clock ran out, unless it was stopped or set anew meanwhile."""
        async with self._step(deadline.table_id) as (db, table):
            if not await _is_due(db, deadline):
                return
            number = None if deadline.clock is Clock.GAME else deadline.seat
            following = await self._act(db, table, Decision(number, asked, action, taken))
            await deadlines.clear_if(db, deadline)
        self._memory.keep(deadline.table_id, following)

    async def _act(self, db: AsyncConnection, table: Table, decision: Decision) -> Standing:
        races.require_running(table)
        standing = await self._memory.standing(db, table)
        return await races.act(db, table, standing, decision, self._now())

    # ------------------------------------------------------------------------------- who sits, and whether

    async def stand_up(self, table_id: str, user_id: int) -> None:
        """Leave a race: a computer player finishes it."""
        async with self._step(table_id) as (db, table):
            races.require_running(table)
            await self._reseat(db, await attendance.leave(db, table, user_id, self._now()))

    async def come_back(self, table_id: str, user_id: int) -> None:
        """Take one's seat into one's own hands again."""
        async with self._step(table_id) as (db, table):
            races.require_running(table)
            await self._reseat(db, await attendance.come_back(db, table, user_id, self._now()))

    async def hand_over(self, table_id: str, user_id: int, to: int) -> None:
        """Put one's seat into somebody else's hands."""
        async with self._step(table_id) as (db, table):
            races.require_running(table)
            handed = await attendance.hand_over(db, table, user_id, to, self._now())
            await races.handed(db, handed, await self._memory.standing(db, handed), to, self._now())

    async def order(self, table_id: str, user_id: int, kind: str, agent: str | None) -> None:
        """Leave a kind of action to a computer player from now on; None takes that back."""
        async with self._step(table_id) as (db, table):
            races.require_running(table)
            await self._reseat(db, await attendance.order(db, table, user_id, kind, agent))

    async def _reseat(self, db: AsyncConnection, table: Table) -> None:
        await races.seated_anew(db, table, await self._memory.standing(db, table), self._now())

    async def ask_always(self, user_id: int, *, is_wanted: bool) -> None:
        """Note whether a user wants to be asked even where there is only one move."""
        async with self._store.writing() as db:
            await attendance.ask_always(db, user_id, is_wanted=is_wanted)

    async def pause(self, table_id: str, user_id: int) -> None:
        """Let a table rest."""
        async with self._step(table_id) as (db, table):
            since = self.stands_still_since(table.guild_id)
            await resting.pause(db, table, user_id, self._now(), still_since=since)

    async def resume(self, table_id: str, user_id: int) -> None:
        """Let a table that rests go on."""
        async with self._step(table_id) as (db, table):
            await resting.resume(db, table, user_id, self._now())

    async def vote_to_stop(self, table_id: str, user_id: int, *, would: bool | None = None) -> Vote:
        """Say whether one would stop here, None: the contrary of before; once everybody agrees the table ends."""
        async with self._step(table_id) as (db, table):
            races.require_running(table)
            standing = await self._memory.standing(db, table)
            voted = await attendance.vote_to_stop(db, table, user_id, self._now(), would)
            await self._reseat(db, voted)
            return Vote(
                table=voted,
                would=voted.require_seat(user_id).would_stop,
                missing=[seat.user_id for seat in ending.missing(voted, standing) if seat.user_id],
                counted=ending.races_settled(standing),
                until=await deadlines.find(db, table_id, Clock.STOPPING),
            )

    async def agree(self, table_id: str, user_id: int, terms: str) -> None:
        """Say Ready to the options of a lobby."""
        async with self._step(table_id) as (db, table):
            await lobby.agree(db, table, user_id, terms)

    async def cancel(self, table_id: str, user_id: int, *, may_manage: bool) -> Table:
        """End a table early; returns it as it was, but for how many of its races count."""
        async with self._step(table_id) as (db, table):
            standing = await self._standing(db, table)
            counted = await races.cancel(db, table, standing, user_id, self._now(), may_manage=may_manage)
        self._memory.forget(table_id)
        return replace(table, counted=counted)

    async def _standing(self, db: AsyncConnection, table: Table) -> Standing | None:
        """Return where a table stands, None before its start and of a game that is not here; raise Outdated."""
        return await self._memory.standing(db, table) if table.length and is_here(table.game) else None

    async def run_out(self, deadline: Deadline) -> None:
        """Do what a clock was set for, unless it was stopped or set anew meanwhile."""
        async with self._step(deadline.table_id) as (db, table):
            if not await _is_due(db, deadline):
                return
            if not table.status.is_open:
                await deadlines.clear(db, table.table_id)
                return
            if (
                table.status is Status.RUNNING
                and not is_here(table.game)
                and deadline.clock != Clock.HOMELESS
            ):
                await self._wait_for_the_game(db, table, deadline)
                return
            if deadline.clock is Clock.HALF:
                await deadlines.clear_if(db, deadline)
                await _remind(db, table, deadline.seat)
                if await turn_clocks.leave_a_rest(db, table, deadline.seat, self._now()):
                    await posts.restate(db, table.table_id)
                return
            if deadline.clock is Clock.CROWDED and not await crowding.is_crowded_still(db, table.guild_id):
                await crowding.let_rest(db, table.table_id)
                return
            is_lobby = table.status is Status.LOBBY
            standing = await self._standing(db, table)
            if (
                deadline.clock in {Clock.CROWDED, Clock.PAUSED}
                and standing
                and ending.is_binding(table, standing)
            ):
                await resting.go_on(db, table, self._now())  # nobody gets out of a race by letting it rest
                return
            status = Status.EXPIRED if is_lobby else Status.CANCELLED
            await races.stop(db, table, standing, status, self._now())

    async def _wait_for_the_game(self, db: AsyncConnection, table: Table, deadline: Deadline) -> None:
        """Have a table rest whose game is not here; a clock that goes on during a rest is looked at the next day."""
        now = self._now()
        if not await resting.follow_the_game(db, table, now):
            await deadlines.put(db, table.table_id, deadline.kind, now + deadlines.DAY, now=now)

    async def drop(self, deadline: Deadline) -> None:
        """Put away a clock that is about nothing any more."""
        async with self._store.writing() as db:
            await deadlines.clear_if(db, deadline)

    async def draft(
        self, table_id: str, user_id: int, asked: int, fill: Callable[[dict[str, Any]], Mapping[str, Any]]
    ) -> None:
        """Fill in a slip: `fill` gets it as it is and returns what it is to be. Refuses if the question is settled."""
        async with self.by_its_rules(table_id), self._store.writing() as db:
            table = await load(db, table_id)
            seat = table.require_seat(user_id)
            races.require_awake(table)
            standing = await self._memory.standing(db, table)
            standing.require_asked(seat.number, asked)
            await write_draft(
                db, table_id, user_id, asked, fill(await read_draft(db, table_id, user_id, asked))
            )

    async def show_desks(self, table_id: str, users: Collection[int]) -> None:
        """Have the desks of some users shown again as they are now."""
        if not users:
            return
        async with self._step(table_id) as (db, _):
            for user_id in users:
                await posts.redo(db, table_id, posts.DESK, user_id)

    async def note_place(self, table_id: str, place: int, *, instead_of: int | None) -> None:
        """Note in which channel or thread the race of a table is run, unless it was moved meanwhile."""
        async with self._step(table_id) as (db, table):
            if table.thread_id == instead_of:
                await lobby.changed(db, table, thread_id=place)
                if instead_of is not None:
                    await posts.redo(db, table_id, posts.DESK)  # desks say where it is

    async def bring_board(self, table_id: str, user_id: int, visitor: Visitor) -> None:
        """Have the board, or the lobby of a race that has not started, posted anew, in this channel from now on."""
        async with self._step(table_id) as (db, table):
            table.require_seat(user_id)
            is_lobby = table.status is Status.LOBBY
            if not is_lobby:
                races.require_running(table)
            await entry.require_may_bring(db, visitor, table)
            if is_lobby:
                await lobby.changed(db, table, channel_id=visitor.channel_id)
                await posts.redo(db, table_id, posts.LOBBY)
            else:
                await lobby.changed(db, table, thread_id=visitor.channel_id)
                await _show_again(db, table_id)

    async def lose_place(self, guild_id: int, channel_id: int) -> None:
        """Have the boards of races posted anew whose channel or thread is gone."""
        async with self._store.reading() as db:
            concerned = await queries.races_at(db, guild_id, channel_id)
        for table_id in concerned:
            async with self._store.writing() as db:
                await posts.redo(db, table_id, posts.BOARD)
            self.tell(table_id)

    async def lose_guild(self, guild_id: int) -> None:
        """The bot was removed from a server: its tables wait there for a while, then close."""
        for table in await self.open_in(guild_id):
            async with self._step(table.table_id) as (db, _):
                if not await _is_homeless(db, table):
                    now = self._now()
                    closes_at = now + deadlines.HOMELESS_CLOSES_AFTER
                    await deadlines.put(db, table.table_id, Clock.HOMELESS, closes_at, now=now)

    async def find_guild(self, guild_id: int) -> None:
        """The bot is in a server: tables that waited for its return go on."""
        for table in await self.open_in(guild_id):
            async with self._step(table.table_id) as (db, _):
                if await _is_homeless(db, table):
                    await deadlines.clear(db, table.table_id, Clock.HOMELESS)
                    await _show_again(db, table.table_id)

    async def look_for_guilds(self, present: Collection[int]) -> None:
        """Compare with the servers the bot is in: it may have been removed, or asked back, while it was down."""
        async with self._store.reading() as db:
            concerned = await queries.guilds(db)
        for guild_id in concerned:
            await (self.find_guild if guild_id in present else self.lose_guild)(guild_id)

    # -------------------------------------------------------------------------------------------- looking

    async def table(self, table_id: str) -> Table:
        """Read a table."""
        async with self._store.reading() as db:
            return await load(db, table_id)

    async def snapshot(self, table_id: str) -> tuple[Table, Standing | None]:
        """Read a table and where it stands; None in a lobby, and where its rules or its game are gone."""
        try:
            async with self._store.reading() as db:
                return await self.look_in(db, table_id)
        except Outdated:
            await self.end_if_outdated(table_id)
        async with self._store.reading() as db:
            return await self.look_in(db, table_id)

    async def look_in(self, db: AsyncConnection, table_id: str) -> tuple[Table, Standing | None]:
        """Do the same in a transaction that is used for more; raise Outdated of a table that has yet to be ended."""
        table = await load(db, table_id)
        if not table.length:
            return table, None
        try:
            return table, await self._memory.standing(db, table)
        except Absent:
            return table, None
        except Outdated:
            if table.status.is_open:
                raise
            return table, None

    async def look_back(self, db: AsyncConnection, table: Table, length: int) -> Standing | None:
        """Read where a table stood when its log had `length` rows, None for none, in a transaction used for more.

        Raises Outdated.
        """
        return await self._memory.earlier(db, table, length) if length > 0 else None

    async def look_at_draft(self, table_id: str, user_id: int, asked: int) -> dict[str, Any]:
        """Read the slip that a user is filling in."""
        async with self._store.reading() as db:
            return await read_draft(db, table_id, user_id, asked)

    async def finished_in(self, guild_id: int) -> list[Table]:
        """List the tables of a server whose race is over or was cancelled, the newest first."""
        async with self._store.reading() as db:
            return await queries.finished_tables(db, guild_id)

    async def run_in(self, guild_id: int, place: int) -> list[Table]:
        """List the tables that a channel or thread may mean: two that run there at most, and the last that is over."""
        async with self._store.reading() as db:
            return await queries.tables_run_in(db, guild_id, place)

    async def open_in(self, guild_id: int, user_id: int | None = None) -> list[Table]:
        """List the open tables of a server, or those at which a user sits, oldest first."""
        async with self._store.reading() as db:
            return await queries.open_tables(db, guild_id, user_id)


async def _is_due(db: AsyncConnection, deadline: Deadline) -> bool:
    """Whether a clock that ran out is still the one that was set."""
    return await deadlines.find(db, deadline.table_id, deadline.kind) == deadline.due_at


async def _remind(db: AsyncConnection, table: Table, number: int) -> None:
    user_id = table.seats[number].user_id
    if user_id is not None:
        await posts.remind(db, table.table_id, user_id)


async def _is_homeless(db: AsyncConnection, table: Table) -> bool:
    return await deadlines.find(db, table.table_id, Clock.HOMELESS) is not None


async def _show_again(db: AsyncConnection, table_id: str) -> None:
    """Have the board posted anew, and desks that could not say where it is, or could not be sent, with it."""
    await posts.redo(db, table_id, posts.BOARD)
    await posts.redo(db, table_id, posts.DESK)
