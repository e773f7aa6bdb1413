"""How long the work of a process that is dead, or stopped, waits for another one.

A shard of Discord's is heard again only once its process is back; meanwhile the clocks of its servers stand still.
What a process **keeps** for those servers others take over: posts and computer players' moves. Which process keeps a
shard is a row of `shards`.
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
from bot.shards import shard_of

TICK = 0.25
"""Seconds between two looks."""

TAKEN_OVER_WITHIN = 30.0
"""Seconds in which what a dead process kept has another keeper."""

DONE_WITHIN = 60.0
"""Seconds from the death in which what was left is done: Discord may be in trouble, and a post tried again."""

MOVED_WITHIN = 30.0
"""Seconds in which a computer player moves, counted from the decision before, or from the last death."""


class Left(NamedTuple):
    """What a dead process left of a shard, and since when."""

    since: float
    posts: dict[int, int]
    """Which request of each post is to be fulfilled."""


class Takeover:
    """Looks who keeps the dead's shards, and what is left of their work."""

    def __init__(self, books: Books, bots: Bots, problem: Callable[[str], None]) -> None:
        self._books = books
        self._bots = bots
        self._problem = problem
        self._dead: dict[str, float] = {}
        """Since when processes are dead, by their ids in the database."""
        self._seen: dict[str, float] = {}
        """Since when processes are known, by these ids."""
        self._late: set[tuple[str, int]] = set()
        self._left: dict[int, Left] = {}
        """By shard."""
        self._taken: list[float] = []
        self._done: list[float] = []
        self._waits: dict[int, tuple[str, float]] = {}
        """By shard, which dead process keeps it, and for how long by now."""
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
        self._note_the_dead()
        now = monotonic()
        for number, keeper in self._books.read("SELECT number, kept_by FROM shards"):
            if keeper in self._dead:
                self._waits[number] = keeper, now - self._dead[keeper]
                self._note_late(number)
                self._note_left(number, keeper)
            elif keeper:
                before, waited = self._waits.pop(number, (keeper, 0.0))
                if before != keeper:
                    self._taken.append(waited)
                self._note_done(number, now)

    def _note_the_dead(self) -> None:
        """One is dead that does not run, or that was there before the process of its shards was killed."""
        for name, shards in self._books.read("SELECT process_id, shards FROM processes"):
            bot, seen = self._bots.of(shards), self._seen.setdefault(name, monotonic())
            if not bot.lives_on or bot.started_at > bot.gone_at > seen:
                self._dead.setdefault(name, max(bot.gone_at, self._held_until))
            else:
                self._dead.pop(name, None)  # it was stopped, and goes on

    def _note_late(self, number: int) -> None:
        keeper, waited = self._waits[number]
        if waited > TAKEN_OVER_WITHIN and (keeper, number) not in self._late:
            self._late.add((keeper, number))
            self._problem(f"shard {number}: nobody took it over within {TAKEN_OVER_WITHIN:.0f} s")

    def _note_left(self, number: int, keeper: str) -> None:
        """Gather what is due while nobody does it."""
        left = self._left.get(number)
        if left is None or left.since < self._dead[keeper]:
            left = self._left[number] = Left(self._dead[keeper], {})
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
