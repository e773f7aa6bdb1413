"""How long the work of a process that is dead, or stopped, waits for another one.

A shard of Discord's is heard again only once its process is back; meanwhile the clocks of its servers stand still.
What a process does for those servers others take over: posts and computer players' moves. A process owns a shard while
its session holds the shard's lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from time import monotonic
from typing import Any, NamedTuple

from benches.soak.books import Books
from benches.soak.bots import Bots
from bot.db.session_locks import SPACE
from bot.shards import MOST, shard_of

TICK = 0.25
"""Seconds between two looks."""

TAKEN_OVER_WITHIN = 30.0
"""Seconds in which the server releases the locks of a dead process, or its next life has them."""

DONE_WITHIN = 60.0
"""Seconds from the death in which what was left is done: Discord may be in trouble, and a post tried again."""

MOVED_WITHIN = 30.0
"""Seconds in which a computer player moves, counted from the decision before, or from the last death."""


OWNED = (
    "SELECT objid::bigint % ? FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND classid::bigint = ? AND objsubid = 1"
)
"""Which shards are owned, by their numbers."""


class Left(NamedTuple):
    """What a dead process left of a shard, and since when."""

    since: float
    posts: dict[int, int]
    """Which request of each post is to be fulfilled."""


class Takeover:
    """Looks whether the dead's shards are free, and what is left of their work."""

    def __init__(self, books: Books, bots: Bots, problem: Callable[[str], None]) -> None:
        self._books = books
        self._bots = bots
        self._problem = problem
        self._dead: dict[int, float] = {}
        """Since when processes are dead, by their shards."""
        self._late: set[int] = set()
        self._left: dict[int, Left] = {}
        """By shard."""
        self._taken: list[float] = []
        self._done: list[float] = []
        self._waits: dict[int, float] = {}
        """By shard that a dead process still owns, for how long by now."""
        self._is_held = False
        self._held_until = 0.0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Expect nothing for as long as this context lasts: nobody can write. Then it counts from the beginning."""
        self._is_held = True
        try:
            yield
        finally:
            self._held_until = monotonic()
            self._dead = dict.fromkeys(self._dead, self._held_until)
            self._is_held = False

    async def look(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            if not self._is_held:
                await asyncio.to_thread(self.look_once)

    async def finished(self) -> None:
        """Wait until the last of the dead was taken over, and what it left is done, or is a problem."""
        await asyncio.sleep(2 * TICK)  # whoever died just now is known
        with suppress(TimeoutError):
            async with asyncio.timeout(DONE_WITHIN):
                while self._waits or self._left:  # noqa: ASYNC110 - nobody is told
                    await asyncio.sleep(TICK)

    def look_once(self) -> None:
        """Take note of who is dead, and of what of theirs was taken over or done since the last look."""
        now, owned = monotonic(), {number for (number,) in self._books.read(OWNED, MOST, SPACE)}
        for number, bot in enumerate(self._bots.all):
            if bot.lives_on:
                self._dead.pop(number, None)
            elif number not in self._dead:
                self._dead[number] = max(bot.gone_at, self._held_until)
                self._waits[number] = now - self._dead[number]
                self._note_left(number, bot.shards)
            if number in self._dead and number in owned:
                self._waits[number] = now - self._dead[number]
                self._note_late(number)
                self._note_left(number, bot.shards)
                continue
            if number in self._waits:
                self._taken.append(self._waits.pop(number))
            self._late.discard(number)
            self._note_done(number, now)

    def _note_late(self, number: int) -> None:
        if self._waits[number] > TAKEN_OVER_WITHIN and number not in self._late:
            self._late.add(number)
            self._problem(f"shard {number}: nobody took it over within {TAKEN_OVER_WITHIN:.0f} s")

    def _note_left(self, number: int, process: str) -> None:
        """Gather what is due while nobody does it."""
        left = self._left.get(number)
        if left is None or left.since < self._dead[number]:
            left = self._left[number] = Left(self._dead[number], {})
        for post, requested, guild in self._books.read(
            "SELECT post_id, requested, guild_id FROM outbox JOIN tables USING (table_id)"
            " WHERE fulfilled < requested AND problem IS NULL"
        ):
            if shard_of(guild, len(self._bots.all)) == number:
                left.posts.setdefault(post, requested)

    def _note_done(self, number: int, now: float) -> None:
        """Note when the last of what was left is done."""
        if not (left := self._left.get(number)):
            return
        waited = now - left.since
        if remain := [*self._undone(left)]:
            if waited <= DONE_WITHIN:
                return
            self._problem(f"shard {number}: {waited:.0f} s after its process was gone remain {remain[:5]}")
        elif left.posts:
            self._done.append(waited)
        del self._left[number]

    def _undone(self, left: Left) -> Iterator[str]:
        due = self._books.read(
            "SELECT post_id, table_id, kind, fulfilled FROM outbox WHERE fulfilled < requested AND problem IS NULL"
        )
        for post, table, kind, fulfilled in due:
            if fulfilled < left.posts.get(post, 0):
                yield f"{kind} of table {table}"

    def times(self) -> Iterator[tuple[str, float, str]]:
        """Yield how long it took: figure, value, unit."""
        yield "taken over", len(self._taken), ""
        if self._taken:
            yield "taken over after at most", max(self._taken), "s"
        if self._done:
            yield "what was left done after at most", max(self._done), "s"


def computers_waited(books: Books, gone: list[float]) -> Iterator[tuple[float, str]]:
    """Yield for each move of a computer player how long the table waited for it, and where.

    It is counted from the decision before, or, where that is later, from the last of `gone`: when processes were killed
    or went on, in seconds since 1970.
    """
    rows: dict[str, list[Any]] = {}
    for table, *row in books.read(
        "SELECT log.table_id, log.n, log.at, seats.agent FROM log LEFT JOIN seats"
        " ON seats.table_id = log.table_id AND seats.seat = log.seat AND log.taken_by IS NULL"
        " ORDER BY log.table_id, log.n"
    ):
        rows.setdefault(table, []).append(row)
    for table, moves in rows.items():
        for (_, before, _), (n, at, agent) in pairwise(moves):
            if agent:
                last = max((1000 * moment for moment in gone if 1000 * moment <= at), default=0.0)
                yield (at - max(before, last)) / 1000, f"table {table}, row {n}"
