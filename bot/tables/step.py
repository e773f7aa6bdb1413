"""A table in the transaction that changes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Update, bindparam, update

from bot import outbox
from bot.db.schema import tables
from bot.outbox import Notice, Post, PostKey, desk_of
from bot.servers import ServerSettings
from bot.tables import deadlines
from bot.tables.deadlines import Clock
from bot.tables.feats import FeatsOf, no_feats
from bot.tables.horses import RunnersOf, no_runners
from bot.tables.known_tables import Known, read_whole
from bot.tables.loading import load
from bot.tables.refusals import Absent, Outdated, Refusal, Refused
from bot.tables.standing import Standing, Told
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Status, Table
from bot.tables.versions import RAISED

_SAME = update(tables).where(tables.c.table_id == bindparam("this"))
_NEXT = _SAME.values(RAISED)
"""Write facts of a table's row, as the same version or as the next one."""


class Made(NamedTuple):
    """What a step has made of a table, handed on once it is committed so that nobody has to read it again.

    It holds at that moment: whoever uses it later asks whether the version is still the same.
    """

    known: Known
    standing: Standing
    posts: Mapping[PostKey, Post]
    """Every post of the table."""
    since: float | None = None
    """When the step had the table for itself, by `time.monotonic`; None: it was only read."""


MOST_NOTICES = 30
"""Public lines at one table that say the same of the same seat, where people bring them about."""


@dataclass(slots=True)
class Step:
    """What a command works with until its transaction ends."""

    db: Connection
    table: Table
    """As it was read last."""
    clocks: dict[str, int]
    """When each clock of the table runs out, by kind."""
    settings: ServerSettings
    now: int
    """When the step is made, in milliseconds since 1970 UTC."""
    standings: StandingCache
    since: float = field(default_factory=monotonic)
    """When it had the table for itself, by `time.monotonic`."""
    reached: Standing | None = None
    """Where the table stands after it, to be remembered once it is committed; None: nothing was played."""
    decided_by: str | None = None
    """A person, a computer, or why it was taken in the seat's place, in a word; None: nothing was decided."""
    told: Sequence[Told] = ()
    """The rows that led there."""
    facts: dict[str, object] = field(default_factory=dict)
    """What is written of the table's row when the step ends."""
    posts: Mapping[PostKey, Post] | None = None
    """Every post of the table as the step leaves them; None: it leaves them as nobody knows."""
    made: Made | None = None
    """What it has made of the table, once it is committed; None where that has to be read."""
    left: Table | None = None
    """The table as the step leaves it, but for its version, where nothing of it is known to be otherwise; None: that
    has to be read."""
    presser: int | None = None
    """Who decided by a press on their desk, which has to be shown anew; None: nobody looks at theirs."""
    is_left_to_keeper: bool = False
    """Whether another process, the keeper of the table, shows them their desk."""
    runners: RunnersOf = no_runners
    """What the titles of games say of their horses."""
    feats: FeatsOf = no_feats
    """And of what can be achieved in them."""
    is_quiet: bool = False
    """Whether it leaves the table as it was, so that nobody has to be told of it."""

    @classmethod
    def of(cls, db: Connection, known: Known, now: int, standings: StandingCache) -> Self:
        """Begin a step at a table that was read in its transaction."""
        return cls(db, known.table, dict(known.clocks), known.settings, now, standings)

    @classmethod
    def begin(cls, db: Connection, table_id: str, now: int, standings: StandingCache) -> Self:
        """Read a table, and begin a step at it."""
        return cls.of(db, read_whole(db, table_id), now, standings)

    @property
    def known(self) -> Known:
        """The table as the step knows it."""
        return Known(self.table, self.clocks, self.settings)

    @property
    def is_asleep(self) -> bool:
        """Whether the table's race is run, and nobody is there: a press of somebody with a seat wakes it."""
        return self.table.status is Status.RUNNING and self.table.is_asleep

    def finish(self) -> Made | None:
        """Write what is yet to be written of the table; return what can be handed on once it is committed."""
        facts: dict[str, Any] = self.facts  # of each the table has a field of the same name
        self._write(_NEXT)
        if self.reached is None or self.posts is None:
            return None
        table = replace(self.table, version=self.table.version + 1, **facts)
        return Made(Known(table, self.clocks, self.settings), self.reached, self.posts, self.since)

    @property
    def kept(self) -> Known | None:
        """What can be remembered of the table once the step is committed; None: it has to be read."""
        if self.made:
            return self.made.known
        if self.left is None or self.reached:
            return None
        return Known(replace(self.left, version=self.table.version + 1), self.clocks, self.settings)

    def _write(self, change: Update) -> None:
        self.db.execute(change, {"this": self.table.table_id, **self.facts})
        self.facts = {}

    def standing(self) -> Standing:
        """Return where the table stands before the step; refuse unless its race runs. Raises `Outdated`."""
        self.table.require_running()
        return self.standings.standing(self.db, self.table)

    def standing_if_started(self) -> Standing | None:
        """Do the same where the race need not run; None before its start, and of a game that is not here.

        So of a table that is over and whose rules are gone: nobody has to end it.
        """
        try:
            return self.standings.standing(self.db, self.table) if self.table.length else None
        except Absent:
            return None
        except Outdated:
            if self.table.status.is_open:
                raise
            return None

    def pressed_on(self, user_id: int, message_id: int | None) -> None:
        """Note that a message was pressed to decide this: on whose desk, if it is the one that is kept up to date."""
        desk = (self.posts or {}).get(desk_of(user_id))
        if desk and desk.is_due and desk.posted and desk.posted.message_id == message_id:
            self.presser = user_id

    def read_again(self) -> None:
        """Read the table as it is now."""
        self.left = None
        if self.facts:
            self._write(_SAME)
        self.table = load(self.db, self.table.table_id)

    def clock(self, kind: str) -> int | None:
        """Return when a clock of the table runs out, None if it is not running."""
        return self.clocks.get(kind)

    def start_clock(self, kind: str, length: int) -> None:
        """Start a clock of the table, or start it again, that runs out in so many milliseconds.

        Where the table has playing hours they are of those that such a clock counts.
        """
        counts_hours = Clock.of(kind).counts_hours
        due_at = self.table.after(self.now, length) if counts_hours else self.now + length
        self.change_clocks({kind}, {kind: due_at})

    def expect_opening(self) -> None:
        """Start the clock that tells when playing hours begin next, if the table has any."""
        if hours := self.table.hours:
            self.change_clocks({Clock.OPEN}, {Clock.OPEN: hours.next_begin(self.now)})

    def stop_clock(self, kind: str | None = None) -> None:
        """Stop one clock of the table, or all of them."""
        self.change_clocks(set(self.clocks) if kind is None else {kind}, {})

    def stop_clocks_for_good(self) -> None:
        """Stop all clocks of a table that is over; if it has a thread of its own, that is closed in a while."""
        table = self.table
        has_none = table.thread_id == table.channel_id or (not table.length and table.thread_id is None)
        in_a_while = self.now + deadlines.THREAD_CLOSES_AFTER
        self.change_clocks(set(self.clocks), {} if has_none else {Clock.THREAD: in_a_while})

    def change_clocks(self, stopped: Collection[str], started: Mapping[str, int]) -> None:
        """Stop clocks, then start others, or the same again: `started` tells when each runs out."""
        running = self.clocks.keys() & {*stopped, *started}
        deadlines.change(self.db, self.table.table_id, running, started, now=self.now)
        self.clocks = {kind: due_at for kind, due_at in self.clocks.items() if kind not in running} | dict(
            started
        )

    def read_clocks(self) -> None:
        """Read the clocks as they are now: several were set later at once."""
        self.clocks = deadlines.of_table(self.db, self.table.table_id)

    def require_seldom(self, notice: Notice, seat: int | None = None) -> None:
        """Refuse what `MOST_NOTICES` public lines tell of already: each is a row, and a message for everybody."""
        if outbox.notices(self.db, self.table.table_id, notice, seat) >= MOST_NOTICES:
            raise Refused(Refusal.OFTEN_ENOUGH, most=MOST_NOTICES)

    def give_notice(self, notice: Notice, seat: int | None = None) -> None:
        """Ask for a public line about a seat, or without one about the table."""
        outbox.give_notice(self.db, self.table.table_id, notice, self.now, seat)
