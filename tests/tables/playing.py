"""Tables without Discord: people who sit down, decide at random, and a clock that stands still."""

from __future__ import annotations

import json
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import count
from random import Random
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, update

from bot import bank
from bot.bank.accounts import wallet
from bot.bank.ledger import Journal
from bot.bank.playing import DAY, NEWCOMER_DAYS
from bot.cluster.heartbeat import AWAY, Heartbeat
from bot.cluster.heartbeat import Clock as SharedClock
from bot.cluster.ownership import Ownership
from bot.db import Database
from bot.db.schema import metadata
from bot.db.schema import tables as stored
from bot.db.sqlite import SQLite
from bot.messages.snapshot import installed_games
from bot.outbox import Notice, Post, PostKey, posts_of
from bot.servers import ServerSettings, write_settings
from bot.tables import (
    Opening,
    Person,
    Standing,
    Status,
    Table,
    Tables,
    Visitor,
    clock_commands,
    deadlines,
    ending,
    lobby_commands,
    race_commands,
    seat_commands,
    tote_commands,
)
from bot.tables.clockwork import Clockwork
from bot.tables.computer_players import Work
from bot.tables.deadlines import MINUTE, Clock, Deadline
from bot.tables.drafts import read_draft
from bot.tables.loading import load
from bot.tables.lobby_commands import Manner
from bot.tables.playing_hours import PlayingHours
from bot.tables.tote_commands import OpenTote
from engines import catalog
from engines.core import Chance
from tests.databases import reading, writing

GUILD, CHANNEL = 1, 2
NAMES = [
    "Ana",
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lea",
    "Max",
    "Nan",
    "Ole",
    "Pia",
]
PEOPLE = tuple(Person(100 + i, name) for i, name in enumerate(NAMES))
"""As many as the largest table seats."""
ANA, BEN, CLEO = PEOPLE[:3]
HERE = Visitor(GUILD, CHANNEL)
"""Somebody who may be where they are, and has no role."""
SHORT = catalog.game("jockey").edition.model_dump(mode="json") | {"squares": 25}
"""An edition whose races end after a few cards, so that whole games are tried in no time."""


def short_oval() -> dict[str, Any]:
    """Return an edition of Sulkydrom of which two races are a minor championship, on a third of the course.

    A race day by it has as many decisions as those of other games; by the packaged edition three times as many.
    """
    whole = catalog.game("sulkydrom").edition.model_dump(mode="json")
    course = [section | {"spaces": 4} for section in whole["course"]]
    return whole | {"course": course, "points": [63, *whole["points"][1:]]}


SHORT_EDITIONS: Mapping[str, Mapping[str, Any]] = {"jockey": SHORT, "sulkydrom": short_oval()}
"""Such editions, of games that last long by the packaged one."""
SHORT_DAYS: Mapping[str, Mapping[str, Any]] = {
    "jockey": {},
    "turfe": {"races": 3},
    "jumpyjack": {"target": 3},
    "sulkydrom": {"goal": "minor"},
    "newmarket": {"deals": 3},
}
"""The options of each game with which, by its short edition if it has one, two or three races are run."""


async def at_once(task: Callable[[], Any]) -> Any:
    """Think on the event loop: what a computer player decides is known at once."""
    return task()


class SetClock(SharedClock):
    """A clock that only the test sets, on a server as well."""

    def follow(self, server: int | None) -> None:
        """Do not follow the clock of a server."""


class TableRig:
    """One process of the bot as its tables know it. `told` lists the tables that watchers heard of."""

    def __init__(self, store: Database, time: int = 1_700_000_000_000) -> None:
        self.database = store
        self.time = time
        self.set_by = 0
        """By how much somebody has set the machine's clock."""
        self.clock = SetClock(lambda: self.time + self.set_by)
        self.ownership = Ownership(store)
        self.heartbeat = self.shift(away=10**15)
        self.tables = Tables(
            store,
            self.clock.now,
            installed_games(),
            self._announce,
        )
        self.announced: list[str] = []
        """The tables of which another process would hear that keeps them."""
        self.told: list[str] = []
        self.tables.listen(self.told.append)
        self._interactions = count(5000)

    def _announce(self, db: Connection, _guild_id: int, table_id: str) -> None:
        assert db.in_transaction()
        self.announced.append(table_id)

    def shift(self, away: int = AWAY) -> Heartbeat:
        """Make what sets clocks later after so many milliseconds without a heartbeat."""
        return Heartbeat(self.database, self.ownership, self.clock, self._show, away)

    def _show(self, table_id: str) -> None:
        self.tables.tell(table_id)

    def clockwork(self, shift: Heartbeat | None = None, work: Work = at_once) -> Clockwork:
        """Make a clockwork that has not started. Time that a test lets go by is time in which people could act."""
        return Clockwork(
            self.database,
            self.tables,
            work,
            self.clock.now,
            shift or self.heartbeat,
            self.ownership.keeps_table,
        )

    async def resume(self, works: Clockwork) -> None:
        """Start the clocks as the start of the bot does."""
        await self.heartbeat.start(1)
        await works.start(None)

    async def open_tote(self, table_id: str) -> OpenTote | None:
        """Return what can be bet on at a table now; None where nothing can."""
        return (
            await self.tables.database.read(tote_commands.window, self.tables.games, table_id, CLEO.user_id)
        ).open

    def restarted(self) -> TableRig:
        """Another process on the same database, which remembers nothing."""
        other = TableRig(self.database, self.time)
        other.tables.pacing = self.tables.pacing
        return other

    def pass_minutes(self, minutes: float) -> None:
        """Let time go by."""
        self.time += int(minutes * MINUTE)

    def interaction(self) -> int:
        """Name a press as Discord would."""
        return next(self._interactions)

    # ------------------------------------------------------------------------------------------- playing

    async def set_up_server(self, **settings: Any) -> None:
        """Have the server settle on something."""
        with writing(self.database) as db:
            write_settings(db, GUILD, ServerSettings(**settings))

    async def lobby(
        self,
        people: int = 2,
        computers: int = 0,
        capacity: int = 6,
        rounds: int = 1,
        game: str = "jockey",
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Open a table with Ana as its host, seat everybody, and return its id."""
        table = await self.tables.open(
            Opening(
                visitor=HERE,
                host=ANA,
                game=game,
                options={"rounds": rounds} if options is None else options,
                capacity=capacity,
                interaction_id=self.interaction(),
            )
        )
        for person in PEOPLE[1:people]:
            await self.tables.step(lobby_commands.join, table.table_id, person, self.interaction())
        for number in range(computers):
            await self.tables.step(lobby_commands.add_computer, table.table_id, ANA.user_id, f"Tin {number}")
        return table.table_id

    async def terms(self, table_id: str) -> str:
        """Return the checksum of what players of a lobby agree to, as their Ready button has it."""
        with reading(self.database) as db:
            return lobby_commands.read_terms(db, self.tables.games, table_id)

    async def race(
        self,
        people: int = 2,
        computers: int = 0,
        rounds: int = 1,
        edition: Mapping[str, Any] | None = SHORT,
        game: str = "jockey",
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Open a table, seat everybody, start, and return its id; `edition` None is the packaged one."""
        if options is None and game != "jockey":
            options = catalog.game(game).options({}).model_dump()
        capacity = max(6, people + computers)
        table_id = await self.lobby(people, computers, capacity, rounds, game, options)
        if edition is not None:
            with writing(self.database) as db:
                db.execute(
                    update(stored).where(stored.c.table_id == table_id).values(edition=json.dumps(edition))
                )
        await self.start(table_id)
        return table_id

    async def start(self, table_id: str) -> None:
        """Have the host start."""
        await self.tables.start(table_id, ANA.user_id, self.interaction())

    async def table(self, table_id: str) -> Table:
        """Read a table."""
        return await self.tables.database.read(load, table_id)

    async def standing(self, table_id: str) -> Standing:
        """Read where a started table stands."""
        _, standing = await with_standing(self.tables, table_id)
        assert standing is not None
        return standing

    async def decide(self, table_id: str, luck: Random) -> int | None:
        """Let one of the seats that can decide do so at random; return the seat, None if none is asked.

        The time of windows in which none can passes before.
        """
        table, standing = await with_standing(self.tables, table_id)
        assert standing is not None
        if not standing.asked:
            return None
        if not standing.match.able():
            await self.let_pass(table_id)
            return await self.decide(table_id, luck)
        seat = luck.choice(sorted(standing.match.able()))
        action, asked = sampled(standing, seat, luck), standing.asked[seat]
        user = table.seats[seat].user_id
        if user is None:
            await self.tables.step(race_commands.act_for, table_id, seat, asked, action)
        else:
            await self.tables.step(race_commands.act, table_id, user, asked, action)
        return seat

    async def let_pass(self, table_id: str) -> None:
        """Let the time of the open window pass."""
        standing = await self.standing(table_id)
        with reading(self.database) as db:
            due_at = deadlines.find(db, table_id, Clock.WINDOW)
        assert standing.window is not None
        assert due_at is not None, "its clock is running"
        action = standing.match.game.dump_action(standing.window.action)
        await act_late(self.tables, Deadline(table_id, Clock.WINDOW, due_at), 0, action)

    async def play_until(self, table_id: str, phase: str, luck: Random) -> None:
        """Play at random until the first moment of a phase."""
        while (await self.standing(table_id)).view(None).phase != phase:
            await self.decide(table_id, luck)

    async def race_in(self, hours: PlayingHours | None, people: int = 2) -> str:
        """Start a race that has playing hours."""
        table_id = await self.lobby(people)
        await self.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(hours, None, None))
        for person in PEOPLE[1:people]:
            await self.tables.step(
                lobby_commands.say_ready, table_id, person.user_id, await self.terms(table_id)
            )
        await self.start(table_id)
        return table_id

    async def play_till(self, table_id: str, luck: Random, is_there: Callable[[Any], bool]) -> None:
        """Play at random until something holds of everybody's view of the race, or the table is over."""
        while not is_there((await self.standing(table_id)).view(None)):
            if await self.decide(table_id, luck) is None:
                return

    async def play_races(self, table_id: str, races: int, luck: Random) -> None:
        """Play at random until so many races are over, and no further."""
        while ending.races_settled(await self.standing(table_id)) < races:
            await self.decide(table_id, luck)

    async def play_out(self, table_id: str, luck: Random) -> None:
        """Play at random to the end."""
        while await self.decide(table_id, luck) is not None:
            pass

    async def run_out(self, table_id: str, kind: str) -> None:
        """Have one clock of a table run out."""
        with reading(self.database) as db:
            due_at = deadlines.find(db, table_id, kind)
        assert due_at is not None, f"no {kind} clock is running"
        await run_out(self.tables, Deadline(table_id, kind, due_at))

    async def hand_over(self, table_id: str, user_id: int, to: int) -> None:
        """Put a seat into somebody else's hands, who accepts it."""
        if await self.tables.step(seat_commands.offer, table_id, user_id, to) is not None:
            seat = (await self.table(table_id)).require_seat(user_id)
            await self.tables.step(seat_commands.accept, table_id, to, seat.number)

    # ------------------------------------------------------------------------------------------- looking

    async def everything(self) -> dict[str, Sequence[Any]]:
        """Read the whole database, by table."""
        if not isinstance(self.database.backend, SQLite):
            return _read_all(self.database)
        with closing(sqlite3.connect(self.database.backend.file)) as file:
            return {name: sorted(_rows(file, name), key=repr) for name in metadata.tables}

    async def requested(self, table_id: str) -> dict[PostKey, int]:
        """Read how often each post of a table was asked for."""
        return {post.key: post.requested for post in await self.posts(table_id)}

    async def posts(self, table_id: str) -> list[Post]:
        """Read every post of a table."""
        with reading(self.database) as db:
            return list(posts_of(db, table_id).values())

    async def notices(self, table_id: str) -> list[Notice]:
        """Read which notices were asked for at a table."""
        return [post.key.notice for post in await self.posts(table_id) if post.key.notice]

    async def worth(self, people: int) -> list[tuple[int, int, int]]:
        """Read wallet, debt and money on tables of the first people."""
        with reading(self.database) as db:
            held = [bank.balance(db, GUILD, person.user_id) for person in PEOPLE[:people]]
        return [(each.wallet, each.owed, each.in_play) for each in held]

    async def played(self, *people: Person) -> None:
        """Have people finished games for coins on three days, so that they bet as much as they like."""
        users = [person.user_id for person in people]
        for day in range(NEWCOMER_DAYS):
            table_id, ended_at = await self.lobby(people=2), self.time - day * DAY
            with writing(self.database) as db:
                over = {"status": Status.FINISHED, "stakes": True, "ended_at": ended_at}
                db.execute(update(stored).where(stored.c.table_id == table_id).values(over))
                homes = [wallet(GUILD, user) for user in users]  # as buying in opens them
                journal = Journal.begin(db, homes, {})
                for home in homes:
                    journal.opened(home, self.time)
                journal.write()
                scores = range(len(users))
                facts: dict[str, Any] = {"users": users, "scores": scores, "merits": scores, "now": ended_at}
                bank.record_results(db, GUILD, table_id, game="jockey", **facts)

    async def audit(self) -> list[str]:
        """Check the books."""
        with reading(self.database) as db:
            return bank.audit(db)


def _read_all(store: Database) -> dict[str, Sequence[Any]]:
    with reading(store) as db:
        return {name: _read(db, table) for name, table in metadata.tables.items()}


def _read(db: Connection, table: sqlalchemy.Table) -> list[Any]:
    Row = namedtuple("Row", table.c.keys())
    return sorted((Row(*row) for row in db.execute(table.select())), key=repr)


def _rows(db: sqlite3.Connection, table: str) -> list[Any]:
    found = db.execute(f"SELECT * FROM {table}")
    Row = namedtuple("Row", [column[0] for column in found.description])
    return [Row(*row) for row in found]


async def act_late(tables: Tables, deadline: Deadline, asked: int, action: Mapping[str, Any]) -> None:
    """Answer in the place of the seat whose clock ran out, or as the table's own clock."""
    await tables.step(clock_commands.act_late, deadline.table_id, deadline, asked, action)


async def run_out(tables: Tables, deadline: Deadline) -> None:
    """Do what any other clock was set for."""
    await tables.step(clock_commands.run_out, deadline.table_id, deadline)


async def with_standing(tables: Tables, table_id: str) -> tuple[Table, Standing | None]:
    """Read a table and where it stands."""
    table, _, _, standing = await tables.read(table_id)
    return table, standing


def sampled(standing: Standing, seat: int, luck: Random) -> dict[str, Any]:
    """Draw something legal for a seat, as a click would send it."""
    action = standing.choices(seat).sample(Chance(luck.randbytes(32)))
    return dict(json.loads(json.dumps(standing.match.game.dump_action(action))))


def facts(standing: Standing) -> tuple[Any, ...]:
    """Return what two standings of one table share if they are the same moment."""
    match = standing.match
    return match.seed, match.state, match.position, match.length, standing.asked


async def draft_of(store: Database, table_id: str, user_id: int, asked: int) -> dict[str, Any]:
    """Read the slip that a user is filling in."""
    with reading(store) as db:
        return read_draft(db, table_id, user_id, asked)


async def fill_in(
    tables: Tables, table_id: str, user_id: int, asked: int, fill: Callable[[Any], Any]
) -> None:
    """Fill in a slip: `fill` gets it as it is and returns what it is to be."""
    await tables.step(race_commands.answer, table_id, user_id, asked, lambda _, slip: fill(slip))
