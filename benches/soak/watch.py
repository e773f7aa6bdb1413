"""Sees to it that nothing stands still while the bot serves, and that nobody has longer to decide than they may."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from math import inf
from time import monotonic
from typing import TypeAlias

from benches.soak.books import Books, Race
from benches.soak.bots import Bots
from benches.soak.people import Party
from benches.soak.plan import Plan
from benches.soak.process import Bot

TICK = 0.5
"""Seconds between two looks."""

SLACK = 5.0
"""Seconds that a clock may be over what is allowed: it is written and looked at at different moments."""


SETTLED = 15.0
"""Seconds until the bot has taken note of the trouble, and has set its clocks right."""


class Watch:
    """Looks at every table again and again."""

    Tell: TypeAlias = Callable[[str], object]

    def __init__(
        self,
        parties: Sequence[Party],
        books: Books,
        bots: Bots,
        plan: Plan,
        problem: Callable[[str], None],
        tell: Watch.Tell,
    ) -> None:
        self._parties = parties
        self._books = books
        self._bots = bots
        self._plan = plan
        self._problem = problem
        self._tell = tell
        self._seen: dict[str, tuple[str, int, int]] = {}
        self._still: dict[str, float] = {}
        self._changes: list[float] = []
        self._unserved = {party.game for party in parties}
        self.longest = 0.0
        """Seconds that a table stood still at most while the bot served."""

    @property
    def is_serving(self) -> bool:
        """Whether the bot has answered and is left in peace for now, while everybody plays."""
        return not self._unserved

    @is_serving.setter
    def is_serving(self, is_so: bool) -> None:
        self._leave(set() if is_so else {party.game for party in self._parties})

    def troubles(self, bot: Bot) -> None:
        """Expect nothing for those whom this process hears; the tables of the others are to go on."""
        concerned = {party.game for party in self._parties if bot in self._bots.serve(party.guild.id)}
        self._leave(self._unserved | concerned)

    def _leave(self, unserved: set[str]) -> None:
        if bool(unserved) != bool(self._unserved):
            self._changes.append(monotonic())
        self._unserved = unserved

    def served_at(self, moment: float) -> bool:
        """Whether the bot served at a moment and for the next seconds that a press may take."""
        changed = bisect(self._changes, moment)
        return changed % 2 == 1 and bisect(self._changes, moment + 3.5) == changed

    async def look(self) -> None:
        """Look until a table stands still for too long: then say so, and end."""
        before = monotonic()
        while True:
            await asyncio.sleep(TICK)
            passed, before = monotonic() - before, monotonic()
            for party in self._parties:
                if party.game in self._unserved:
                    continue
                race = await asyncio.to_thread(self._books.newest, party.guild.id)
                waits = race is not None and await asyncio.to_thread(self._has_window, race)
                self._note(party, race, 0.0 if waits else min(passed, 2 * TICK))
                if self._still[party.game] > self._plan.still:
                    await self._tell_standstill(party, race)
                    return

    def _has_window(self, race: Race) -> bool:
        """Whether a window is open, which nobody has to answer; after a start it stays open for minutes."""
        now = (time.time() + self._bots.off) * 1000
        found = "SELECT 1 FROM deadlines WHERE table_id = ? AND kind = 'window' AND due_at > ?"
        return bool(self._books.read(found, race.table_id, now))

    def _note(self, party: Party, race: Race | None, passed: float) -> None:
        seen = _progress(race)
        is_new = self._seen.get(party.game) != seen
        self._still[party.game] = 0.0 if is_new else self._still.get(party.game, 0.0) + passed
        self._seen[party.game] = seen
        self.longest = max(self.longest, self._still[party.game])

    async def _tell_standstill(self, party: Party, race: Race | None) -> None:
        where = f"table {race.table_id} ({race.status}, row {race.length})" if race else "no table"
        self._problem(
            f"life {self._bots.lives}: {party.game}, {where} stands still for {self._plan.still:.0f} s of service"
        )
        if race:
            for post in self._books.told(race.table_id):
                self._tell(f"  kind, user, fulfilled, requested, tries, problem: {post}")
        self._tell(await self._bots.stacks())

    async def opened(self, within: float) -> None:
        """Wait until a race is run at every table; `look` tells where none comes about."""
        ends_at = monotonic() + within
        while monotonic() < ends_at:
            races = [await asyncio.to_thread(self._books.newest, party.guild.id) for party in self._parties]
            if all(race and race.status != "lobby" for race in races):
                return
            await asyncio.sleep(TICK)

    async def moves(self, rows: int, within: float = inf) -> float:
        """Return after how many seconds every race that runs has gone on by so many rows of its log, or is over.

        TimeoutError names those that have not.
        """
        began = monotonic()
        waiting = {race.table_id: race.length + rows for race in self._running()}
        while waiting and monotonic() - began < within + SLACK:
            await asyncio.sleep(TICK)
            now = {race.table_id: race.length for race in self._running()}
            waiting = {table: until for table, until in waiting.items() if now.get(table, until) < until}
        if waiting:
            raise TimeoutError(", ".join(waiting))
        return monotonic() - began

    async def freshen(self) -> None:
        """Wait until at every table somebody has no more time than a clock gives: without the grace of a start."""
        await asyncio.sleep(SETTLED)
        while any(left > self._plan.clock + SLACK for left in self._left().values()):  # noqa: ASYNC110 - see look
            await asyncio.sleep(TICK)

    def _left(self) -> dict[str, float]:
        """Return by table how many seconds remain of the decision that is due first."""
        now = time.time() + self._bots.off
        return {
            str(table_id): due_at / 1000 - now
            for table_id, due_at in self._books.read(
                "SELECT table_id, min(due_at) FROM deadlines WHERE kind LIKE 'turn:%' GROUP BY table_id"
            )
        }

    def _running(self) -> Iterator[Race]:
        for party in self._parties:
            race = self._books.newest(party.guild.id)
            if race and race.status == "running":
                yield race

    def taken_by_clocks(self) -> int:
        """Count the decisions of seats that a clock took so far."""
        return int(
            self._books.read("SELECT count(*) FROM log WHERE taken_by = 'clock' AND seat IS NOT NULL")[0][0]
        )

    def overlong(self) -> Iterator[str]:
        """Say whose decision may take longer than the clock and the grace."""
        now = time.time() + self._bots.off
        for table_id, kind, due_at in self._books.read(
            "SELECT table_id, kind, due_at FROM deadlines WHERE kind LIKE 'turn:%'"
        ):
            left = due_at / 1000 - now
            if left > self._plan.longest_turn + SLACK:
                yield f"table {table_id}: {kind} has {left:.0f} s left"


def _progress(race: Race | None) -> tuple[str, int, int]:
    """Return what grows while a table goes on: the rows of its log, or in a lobby the seats that are taken."""
    if race is None:
        return "", 0, 0
    return race.table_id + race.status, race.length, race.taken if race.status == "lobby" else 0
