"""A table in the transaction that changes it.

A command is one plain function: `command(db, step, …)` changes the table that `step` has read, and what it returns is
the answer. `take` runs it from reading to the last write; `bot.tables.tables.Tables.step` does that in a transaction of
its own, and tells listeners afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, update

from bot import outbox
from bot.db.schema import tables
from bot.outbox import Notice
from bot.servers import ServerSettings, read_settings
from bot.tables import deadlines
from bot.tables.deadlines import Clock
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.playing_hours import PlayingHours
from bot.tables.reading import Reading, standing_if_known
from bot.tables.refusals import Refusal, Refused
from bot.tables.standing import Standing, standing_of
from bot.tables.table import Status, Table

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

MOST_NOTICES = 30
"""Public lines at one table that say the same of the same seat, where people bring them about."""

_RAISE = update(tables).where(tables.c.table_id == bindparam("this")).values(version=tables.c.version + 1)


@dataclass(slots=True)
class Step:
    """A table as its transaction has read it, and as it has changed it so far. It holds no connection."""

    table: Table
    clocks: dict[str, int]
    """When each clock of the table runs out, by kind."""
    settings: ServerSettings
    games: Games
    now: int
    """When the step is made, in milliseconds since 1970 UTC."""
    reached: Standing | None = None
    """Where the table stands after a decision of this step; None: nothing was decided."""
    decided_by: str | None = None
    """A person, a computer, or why it was taken in the seat's place, in a word; None: nothing was decided."""
    is_quiet: bool = False
    """Whether it leaves the table as it was, so that nobody has to be told of it."""

    @property
    def is_asleep(self) -> bool:
        """Whether the table's race is run, and nobody is there: a press of somebody with a seat wakes it."""
        return self.table.status is Status.RUNNING and self.table.is_asleep

    @property
    def is_here(self) -> bool:
        """Whether the game of the table can be played."""
        return self.games.is_here(self.table.game)

    def require_here(self) -> None:
        """Refuse, with `Absent`, what takes the rules of a game that is not here."""
        self.games.require_here(self.table)

    def require_awake(self) -> None:
        """Refuse what a race that rests, or whose game is not here, does not allow."""
        self.table.require_running()
        self.require_here()
        self.table.require_awake()

    def reading(self, standing: Standing | None) -> Reading:
        """Return the table as it is by now, standing there."""
        return Reading(self.table, self.clocks, self.settings, standing)

    def change(self, db: Connection, **facts: Any) -> None:
        """Write facts of the table's row."""
        write(db, self.table.table_id, **facts)
        self.table = replace(self.table, **facts)

    def read_again(self, db: Connection) -> None:
        """Read the table as it is now."""
        self.table = load(db, self.table.table_id)

    def standing(self, db: Connection) -> Standing:
        """Return where the table stands; refuse unless its race runs. Raises `Outdated`."""
        self.table.require_running()
        return self.reached or standing_of(db, self.games, self.table)

    def standing_if_started(self, db: Connection) -> Standing | None:
        """Do the same where the race need not run; see `bot.tables.reading.standing_if_known`."""
        return self.reached or standing_if_known(db, self.games, self.table)

    def clock(self, kind: str) -> int | None:
        """Return when a clock of the table runs out, None if it is not running."""
        return self.clocks.get(kind)

    def start_clock(self, db: Connection, kind: str, length: int) -> None:
        """Start a clock of the table, or start it again, that runs out in so many milliseconds.

        Where the table has playing hours they are of those that such a clock counts.
        """
        counts_hours = Clock.of(kind).counts_hours
        due_at = self.table.after(self.now, length) if counts_hours else self.now + length
        self.change_clocks(db, {kind}, {kind: due_at})

    def expect_opening(self, db: Connection) -> None:
        """Start the clock that tells when playing hours begin next, if the table has any."""
        if hours := self.table.hours:
            self.change_clocks(db, {Clock.OPEN}, {Clock.OPEN: hours.next_begin(self.now)})

    def stop_clock(self, db: Connection, kind: str | None = None) -> None:
        """Stop one clock of the table, or all of them."""
        self.change_clocks(db, set(self.clocks) if kind is None else {kind}, {})

    def stop_clocks_for_good(self, db: Connection) -> None:
        """Stop all clocks of a table that is over; if it has a thread of its own, that is closed in a while."""
        table = self.table
        has_none = table.thread_id == table.channel_id or (not table.length and table.thread_id is None)
        in_a_while = self.now + deadlines.THREAD_CLOSES_AFTER
        self.change_clocks(db, set(self.clocks), {} if has_none else {Clock.THREAD: in_a_while})

    def change_clocks(self, db: Connection, stopped: Collection[str], started: Mapping[str, int]) -> None:
        """Stop clocks, then start others, or the same again: `started` tells when each runs out."""
        running = self.clocks.keys() & {*stopped, *started}
        deadlines.change(db, self.table.table_id, running, started, now=self.now)
        staying = {kind: due_at for kind, due_at in self.clocks.items() if kind not in running}
        self.clocks = {**staying, **started}

    def read_clocks(self, db: Connection) -> None:
        """Read the clocks as they are now: several were set later at once."""
        self.clocks = deadlines.of_table(db, self.table.table_id)

    def require_seldom(self, db: Connection, notice: Notice, seat: int | None = None) -> None:
        """Refuse what `MOST_NOTICES` public lines tell of already: each is a row, and a message for everybody."""
        if outbox.notices(db, self.table.table_id, notice, seat) >= MOST_NOTICES:
            raise Refused(Refusal.OFTEN_ENOUGH, most=MOST_NOTICES)

    def give_notice(self, db: Connection, notice: Notice, seat: int | None = None) -> None:
        """Ask for a public line about a seat, or without one about the table."""
        outbox.give_notice(db, self.table.table_id, notice, self.now, seat)


def begin(db: Connection, games: Games, table_id: str, now: int) -> Step:
    """Read a table, whose row is locked from then on, and begin a step at it; refuse an id that names none."""
    table = load(db, table_id)
    clocks = deadlines.of_table(db, table_id)
    return Step(table, clocks, read_settings(db, table.guild_id), games, now)


def finish(db: Connection, step: Step) -> None:
    """Raise the version of the table that a step has changed."""
    if not step.is_quiet:
        db.execute(_RAISE, {"this": step.table.table_id})


def take(
    db: Connection,
    games: Games,
    table_id: str,
    now: int,
    command: Callable[Concatenate[Connection, Step, Arguments], Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> tuple[Step, Answer]:
    """Change one table by `command(db, step, …)`; return the step and what the command returned."""
    step = begin(db, games, table_id, now)
    answer = command(db, step, *arguments, **named)
    finish(db, step)
    return step, answer


def write(db: Connection, table_id: str, **facts: Any) -> None:
    """Write facts of a table's row, each as `Table` has it."""
    stored = {name: _stored(fact) for name, fact in facts.items()}
    db.execute(update(tables).where(tables.c.table_id == table_id).values(stored))


def _stored(fact: object) -> object:
    if isinstance(fact, PlayingHours):
        return str(fact)
    return json.dumps(fact) if isinstance(fact, tuple | dict) else fact
