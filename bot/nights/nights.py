"""What can be done at race nights: plan one, sign up, begin, go on without somebody, cancel; and what is due by itself.

Each is one transaction, or a few of which every one can be done again. Discord is told afterwards, from what is stored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from bot.db import Database
from bot.db.locks import Lock, hold
from bot.db.schema import OPEN_NIGHT, night_names, nights, users
from bot.nights import leagues, rounds, rows
from bot.nights.night import (
    MINUTE,
    Cancelled,
    Form,
    Name,
    NameState,
    Night,
    NightStatus,
    NightTable,
    Options,
    Plan,
    TableState,
)
from bot.nights.refusals import NightRefusal, NightRefused
from bot.nights.tables import Evening, leave_to_hosts, look_after, open_table
from bot.tables import Person, Tables, Visitor
from bot.tables.entry import require_may_plan
from bot.tables.witnessed_time import named_at

MOST_NAMES = 48
"""Who can sign up for one night."""

MOST_NIGHTS = 10
MOST_HOSTED = 3
"""Nights that a server may have to come or going on, and of them one person."""

REMIND = 15 * MINUTE
"""How long before it begins those who signed up are told."""

STAYS_FOR = 60 * MINUTE
"""For so long somebody who has signed up is taken to be there still."""

TOO_LATE = 120 * MINUTE
"""How long after its time a night still begins, where the bot was away."""

STALLED = 10 * MINUTE
"""After so much rest of a table the night goes on without it."""

LOBBY_WAITS = 2 * MINUTE
"""For so long the host of a table can press Start before it starts by itself."""


class Nights:
    """The race nights of all servers. Commands raise `NightRefused`, and then nothing has changed."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        now: Callable[[], int],
        options: Options,
        computer_names: Sequence[str],
        lobby_waits: int = LOBBY_WAITS,
    ) -> None:
        """`computer_names` are what computer players are called, in the order in which they sit down."""
        self._database = database
        self._evening = Evening(database, tables, now, options, computer_names, lobby_waits, STALLED)
        self.now = now

    async def read(self, night_id: int) -> Night | None:
        """Read a night; None if there is none."""
        return await self._database.read(rows.find, night_id)

    # ------------------------------------------------------------------------------------------ people

    async def zone_of(self, user_id: int) -> str | None:
        """Return the time zone that somebody named when they planned a night last; None if they never did."""
        return await self._database.read(_zone_of, user_id)

    async def plan(
        self, plan: Plan, visitor: Visitor, host: Person, night_id: int, zone: str | None = None
    ) -> Night:
        """Plan a night where somebody may open tables, with them signed up. Raises `Refused` where they may not.

        `zone` is the time zone that they named, to be known the next time.
        """
        if not plan.games:
            raise NightRefused(NightRefusal.NO_GAME)
        now = self.now()

        def change(db: Connection) -> Night:
            require_may_plan(db, visitor)
            hold(db, Lock.NIGHT, visitor.guild_id)
            _require_room(db, visitor.guild_id, host.user_id)
            least = plan.least
            if plan.form is Form.LEAGUE:
                least = leagues.enter(db, visitor.guild_id, plan, host.user_id, may_manage=visitor.may_manage)
            db.execute(
                insert(nights).values(
                    night_id=night_id,
                    guild_id=visitor.guild_id,
                    channel_id=visitor.channel_id,
                    parent_id=visitor.parent_id,
                    host_id=host.user_id,
                    name=plan.name,
                    league=plan.league if plan.form is Form.LEAGUE else "",
                    form=plan.form,
                    least=least,
                    games=json.dumps(list(plan.games)),
                    role_id=plan.role_id,
                    starts_at=plan.starts_at,
                    status=NightStatus.PLANNED,
                    round=0,
                    round_at=now,
                    reminded=plan.starts_at - now <= REMIND,
                    owed="[]",
                    requested=1,
                    shown=0,
                )
            )
            _sign_up(db, night_id, host, night_id)
            if zone is not None:
                _remember(db, host.user_id, zone)
            night = rows.find(db, night_id)
            assert night is not None
            return night

        return await self._database.write(change)

    async def sign_up(self, guild_id: int, night_id: int, person: Person, press: int) -> bool:
        """Be dealt to a table of the next round; of a knock-out that has begun nobody new is. False: they are in."""

        def change(db: Connection) -> bool:
            night = self._open(db, guild_id, night_id)
            known = next((each for each in night.names if each.user_id == person.user_id), None)
            if known and known.state is NameState.IN:
                return False
            if (known and known.state is NameState.BEATEN) or (
                night.form is Form.KNOCKOUT and night.status is NightStatus.RUNNING
            ):
                raise NightRefused(NightRefusal.BEATEN)
            if known:
                rows.set_state(db, night, NameState.IN, [person.user_id], press=press)
            elif len(night.names) >= MOST_NAMES:
                raise NightRefused(NightRefusal.FULL, most=MOST_NAMES)
            else:
                _sign_up(db, night_id, person, press)
            rows.change(db, night)
            return True

        return await self._database.write(change)

    async def sign_out(self, guild_id: int, night_id: int, user_id: int) -> bool:
        """Be dealt to no table any more, nor sit down at one that is not open yet. False: they are not in.

        A race that runs is left with `/race leave`.
        """

        def change(db: Connection) -> bool:
            night = self._open(db, guild_id, night_id)
            is_in = any(each.user_id == user_id and each.state is NameState.IN for each in night.names)
            if is_in:
                rows.set_state(db, night, NameState.OUT, [user_id])
                rounds.take_back(db, night, user_id)
                rows.change(db, night)
            return is_in

        return await self._database.write(change)

    async def start(self, guild_id: int, night_id: int, user_id: int, *, may_manage: bool) -> None:
        """Begin now; the host decides, or who manages the server.

        Before those who are in are reminded, only if all of them signed up within the hour: others are not there.
        """

        def change(db: Connection) -> None:
            night = self._open(db, guild_id, night_id)
            _require_host(night, user_id, may_manage=may_manage)
            if night.status is not NightStatus.PLANNED:
                raise NightRefused(NightRefusal.BEGUN)
            if not night.players:
                raise NightRefused(NightRefusal.NOBODY)
            _require_expected(night, user_id, self.now())
            rows.change(db, night, starts_at=self.now(), reminded=True)

        await self._database.write(change)

    async def go_on(
        self, guild_id: int, night_id: int, user_id: int, number: int | None = None, *, may_manage: bool
    ) -> None:
        """Wait no more for the tables of this round: they are played on, and nobody who is there is beaten.

        Who races in the night ends no race of others. `number` is the round that is meant: a press that comes twice
        does not end the next one as well.
        """

        def change(db: Connection) -> None:
            night = self._open(db, guild_id, night_id)
            _require_host(night, user_id, may_manage=may_manage)
            if night.status is not NightStatus.RUNNING:
                raise NightRefused(NightRefusal.NOT_BEGUN)
            if number not in {None, night.round}:
                raise NightRefused(NightRefusal.WENT_ON, round=night.round)
            unfinished = [table for table in night.now_at if not table.state.is_done]
            people = {seat.user_id for table in unfinished for seat in night.people_at(table)}
            _require_no_part(night, user_id, people)
            for table in unfinished:
                rounds.drop(db, night, table)
            rows.change(db, night)

        await self._database.write(change)

    async def cancel(self, guild_id: int, night_id: int, user_id: int, *, may_manage: bool) -> None:
        """Call a night off; one that goes on ends with its podium, and its tables are played on.

        Who races in a night that goes on calls it off only if nobody else does.
        """

        def change(db: Connection) -> None:
            night = self._open(db, guild_id, night_id)
            _require_host(night, user_id, may_manage=may_manage)
            _require_no_part(night, user_id, {seat.user_id for seat in night.seats})
            if any(seat.place is not None for seat in night.seats):
                rounds.end(db, night, self.now())
            else:
                _call_off(db, night, Cancelled.BY_HOST, self.now())

        await self._database.write(change)

    async def give_up(self, guild_id: int, night_id: int) -> None:
        """Call a night off for which there is no place to post it."""

        def change(db: Connection) -> None:
            night = rows.held(db, guild_id, night_id)
            if night.status is NightStatus.PLANNED:
                _call_off(db, night, Cancelled.NO_CHANNEL, self.now())

        await self._database.write(change)

    def _open(self, db: Connection, guild_id: int, night_id: int) -> Night:
        night = rows.held(db, guild_id, night_id)
        if not night.is_open:
            raise NightRefused(NightRefusal.OVER)
        return night

    # -------------------------------------------------------------------------------- what is due by itself

    async def advance(self, night_id: int, *, may_begin: bool = True) -> int | None:
        """Do all that is due; return when to look again, None: once something changes.

        Without `may_begin` a night whose time has come stays as it is. Raises `DatabaseUnusable`; what was done stays
        done, and a next call does the rest.
        """
        night = await self.read(night_id)
        if night is None:
            return None
        await leave_to_hosts(self._evening, night)
        if not night.is_open:
            return None
        if night.status is NightStatus.PLANNED:
            if min(night.starts_at, self._reminds_at(night)) > self.now():
                return min(night.starts_at, self._reminds_at(night))
            if night.starts_at <= self.now() and not may_begin:
                return self.now()
            await self._database.write(self._begin_or_remind, night)
            return self.now()
        waits: list[int] = []
        for table in night.now_at:
            at = await self._look_after(night, table)
            waits += [] if at is None else [at]
        if await self._database.write(self._end_round, night):
            return self.now()
        return min(waits, default=None)

    def _reminds_at(self, night: Night) -> int:
        return night.starts_at if night.reminded else night.starts_at - REMIND

    def _begin_or_remind(self, db: Connection, known: Night) -> None:
        night = rows.held(db, known.guild_id, known.night_id)
        now = self.now()
        if night.status is not NightStatus.PLANNED:
            return
        if night.starts_at > now:
            rows.change(db, night, owed=["soon"] if night.players else (), reminded=True)
        elif now - night.starts_at > TOO_LATE:
            _call_off(db, night, Cancelled.MISSED, now)
        elif not self._begin(db, night, now):
            _call_off(db, night, Cancelled.NOBODY, now)

    def _begin(self, db: Connection, night: Night, now: int) -> bool:
        """Deal the first round; whether enough are in."""
        least = 2 if night.form is Form.KNOCKOUT else 1
        return len(night.players) >= least and rounds.begin(db, night, 1, self._evening.options, now)

    async def _look_after(self, night: Night, table: NightTable) -> int | None:
        """See to one table of this round; return when to look again."""
        if table.state is TableState.OWED:
            return await open_table(self._evening, night, table)
        return None if table.state.is_done else await look_after(self._evening, night, table)

    def _end_round(self, db: Connection, night: Night) -> bool:
        """Begin the next round once all tables of this one are done, or end the night; whether anything changed."""
        fresh = rows.held(db, night.guild_id, night.night_id)
        if fresh.status is not NightStatus.RUNNING or not all(each.state.is_done for each in fresh.now_at):
            return False
        rounds.finish(db, fresh, self._evening.options, self.now())
        return True


def _require_room(db: Connection, guild_id: int, host_id: int) -> None:
    """Refuse one night too many, of a person first."""
    here = select(func.count()).select_from(nights).where(nights.c.guild_id == guild_id, text(OPEN_NIGHT))
    if (db.scalar(here.where(nights.c.host_id == host_id)) or 0) >= MOST_HOSTED:
        raise NightRefused(NightRefusal.TOO_MANY, most=MOST_HOSTED, whose="you")
    if (db.scalar(here) or 0) >= MOST_NIGHTS:
        raise NightRefused(NightRefusal.TOO_MANY, most=MOST_NIGHTS, whose="server")


def _sign_up(db: Connection, night_id: int, person: Person, press: int) -> None:
    name = Name(person.user_id, person.name, press, NameState.IN)
    db.execute(insert(night_names).values(night_id=night_id, **name._asdict()))


def _zone_of(db: Connection, user_id: int) -> str | None:
    zone: str | None = db.scalar(select(users.c.zone).where(users.c.user_id == user_id))
    return zone


def _remember(db: Connection, user_id: int, zone: str) -> None:
    """Note in which zone somebody named a time."""
    hold(db, Lock.USER, user_id)
    this = update(users).where(users.c.user_id == user_id).values(zone=zone)
    if db.execute(this).rowcount == 0:
        db.execute(insert(users).values(user_id=user_id, zone=zone))


def _call_off(db: Connection, night: Night, why: Cancelled, now: int) -> None:
    rows.change(db, night, status=NightStatus.CANCELLED, why=why, ended_at=now)
    leagues.put_away(db, night)


def _require_host(night: Night, user_id: int, *, may_manage: bool) -> None:
    if not may_manage and night.host_id != user_id:
        raise NightRefused(NightRefusal.NOT_HOST, host=night.host_id)


def _require_no_part(night: Night, user_id: int, people: set[int]) -> None:
    """Refuse to end races of other `people` to whoever is in the night, or has raced in it."""
    part = {seat.user_id for seat in night.seats} | {each.user_id for each in night.players}
    if user_id in part and people - {user_id}:
        raise NightRefused(NightRefusal.RACES)


def _require_expected(night: Night, user_id: int, now: int) -> None:
    """Refuse to begin long before the time for which somebody signed up who may not be there."""
    at = night.starts_at - REMIND
    away = [
        each.user_id
        for each in night.players
        if each.user_id != user_id and named_at(each.press) < now - STAYS_FOR
    ]
    if now < at and away:
        raise NightRefused(NightRefusal.EARLY, users=away, at=at)


async def note_shown(
    database: Database, night: Night, message_id: int | None, *, word: str | None = None
) -> None:
    """Note that the post of a night shows what it was asked for as it was read; or that a word was posted."""

    def change(db: Connection) -> None:
        if word is None:
            facts: dict[str, Any] = {"shown": night.requested, "message_id": message_id}
        else:
            fresh = rows.held(db, night.guild_id, night.night_id)
            facts = {"owed": json.dumps([each for each in fresh.owed if each != word])}
        db.execute(update(nights).where(nights.c.night_id == night.night_id).values(**facts))

    await database.write(change)
