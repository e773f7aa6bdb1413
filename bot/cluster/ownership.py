"""Which shards this process owns: those whose PostgreSQL advisory lock it holds. On SQLite it owns all there are.

Any process takes any press. What must not be done twice (posts, clocks, computer players' moves) is done by the owner
of the shard of the match's server. A shard that nobody owns, such as one whose process was killed, is looked after by
the owner of the lowest shard, until its own process is back. Two processes may think for a moment that they own the
same shard: a step checks the length of the log, and a post has a name and counts its requests.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from time import monotonic

from sqlalchemy import Connection

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.session_locks import SessionLocks
from bot.remembered import Remembered
from bot.shards import MOST, Shards
from bot.tables import queries
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

MATCHES = "paddock_matches"
"""The channel on which a process tells the owner of a match that it has changed the match."""

LONGEST_ID = 20
"""Most letters of a match id that is heard."""

REMEMBERED = 10_000
"""How many matches are remembered with their server, which never changes."""

DIRECT_MESSAGES = 0
"""The shard at which presses in direct messages arrive. Source: Discord, "Gateway", "Sharding"."""

CONNECTING = MOST * MOST - 1
"""The lock of the process that connects to Discord; no shard has this number."""

PATIENCE = 30.0
"""Seconds of waiting for the locks of another process, whose machine may have lost its power."""

PAUSE = 1.0
"""Seconds between two tries to take a lock."""

IDENTIFY_PAUSE = 5.0
"""Seconds between sessions of one token: Discord refuses an IDENTIFY that comes sooner.

Source: Discord, "Gateway", "Rate Limiting", `max_concurrency`.
"""

LONGEST_TURN = 300.0
"""Seconds of waiting at most for other processes that connect to Discord."""

ALL = Shards(frozenset({0}), 1)
"""What a process locks to which no shards are named: all."""

GRACE = 1.0
"""Seconds that work under way gets when the bot stops."""

pause = asyncio.sleep


class ShardsTaken(Exception):
    """Another process serves the same shards; the message is one sentence for the operator."""


class Ownership:
    """The shards of this process. Without `locks` no other process can serve from the database."""

    def __init__(
        self, database: Database, serves: Shards | None = None, locks: SessionLocks | None = None
    ) -> None:
        """`serves` None: all shards there are."""
        self._database = database
        self._locks = locks
        self.serves = serves
        self._locked = serves or ALL
        self.id = str(self._locked)
        """Its shards: no two living processes have the same, and a restarted one has those of before."""
        self.others: frozenset[str] = frozenset()
        """The ids of the other processes that live."""
        self._mine: frozenset[int] = frozenset()
        self._taken_up: frozenset[int] = frozenset()
        self._guilds = Remembered[str, int](REMEMBERED)
        self._words = WorkQueue(self._hear, "word of", (DatabaseUnusable,))
        self._gained = WorkQueue(self._take_up, "take up shards", (DatabaseUnusable,))
        self.changed: Callable[[str], object] = lambda _: None
        """Called with the id of a match of this process that another one has changed."""
        self.gained: Callable[[Shards], Awaitable[None]] | None = None
        """Called with shards that this process owns from now on, to go on where their owner has stopped."""
        self.lost: Callable[[], object] = lambda: None
        """Called when another process owns what this one has owned."""

    # ---------------------------------------------------------------------------------------- what it owns

    @property
    def kept(self) -> Shards | None:
        """The shards whose matches it looks after; None: all there are."""
        mine = self._mine
        return None if self._locks is None or len(mine) == self._locked.of else Shards(mine, self._locked.of)

    def keeps(self, guild_id: int) -> bool:
        """Whether it looks after the matches of a server."""
        kept = self.kept
        return kept is None or kept.serve(guild_id)

    async def keeps_table(self, table_id: str) -> bool:
        """Whether it looks after a match."""
        if self._locks is None:
            return True
        guild_id = self._guilds.get(table_id)
        if guild_id is None:
            guild_id = await self._database.read(queries.guild_of, table_id)
            if guild_id is None:
                return True  # there is nothing to do for it
            self._guilds[table_id] = guild_id
        return self.keeps(guild_id)

    @property
    def is_alone(self) -> bool:
        """Whether no other process can serve from the database."""
        return self._locks is None

    @property
    def hears_direct_messages(self) -> bool:
        """Whether presses in direct messages arrive at this process."""
        return self.serves is None or DIRECT_MESSAGES in self.serves.numbers

    # ------------------------------------------------------------------------------- words between processes

    def announce(self, db: Connection, guild_id: int, table_id: str) -> None:
        """Tell the owner of a match, at COMMIT, that this process has changed the match."""
        if not self.keeps(guild_id):
            self._database.notify(db, MATCHES, table_id)

    def listen(self) -> None:
        """Hear of matches that other processes have changed. Anyone who may connect can send such words."""
        self._database.listen(MATCHES, lambda word: self._words.ask(word[:LONGEST_ID]))

    async def _hear(self, table_id: str) -> None:
        if await self.keeps_table(table_id):
            self.changed(table_id)

    # --------------------------------------------------------------------------------------- taking shards

    async def join(self) -> None:
        """Take the locks of its shards; raise `ShardsTaken` if another process does not release them."""
        if self._locks is not None:
            await self._take_all(self._locks)
        self._taken_up = self._mine  # the start goes on where the run before has stopped

    async def look(self) -> None:
        """See which processes live; take the locks again if the session broke.

        Raises `ShardsTaken` if another process has them, and `DatabaseUnusable`. Then this process owns nothing.
        """
        if self._locks is None:
            return
        try:
            if not self._follow(await self._owners(self._locks)):
                log.warning("the session that held shards %s broke: this process takes them anew", self.id)
                await self._take_all(self._locks)
        except BaseException:
            self._own(frozenset())
            raise
        if self._mine - self._taken_up:
            self._gained.ask(self.id)

    async def _take_all(self, locks: SessionLocks) -> None:
        given_up_at = monotonic() + PATIENCE
        while not await self._take(locks):
            if monotonic() >= given_up_at:
                raise ShardsTaken(
                    f"PADDOCK_SHARDS: another process with this database serves {', '.join(sorted(self.others))}, "
                    f"and this one would serve {self.serves or 'all shards'}; give each process shards of its own, "
                    "and all of them the same number after the slash."
                )
            log.info("another process has shards of this one: waiting for it to end")
            await pause(PAUSE)

    async def _take(self, locks: SessionLocks) -> bool:
        """Take all locks, in one order for every process, or none; whether they are held."""
        for number in sorted(self._locked.numbers):
            if not await locks.take(_key(number, self._locked.of)):
                break
        owners = await self._owners(locks)
        is_same = all(Shards.parse(each).of == self._locked.of for each in self.others)
        if self._follow(owners) and is_same:
            return True
        await locks.release_all()
        return False

    async def _owners(self, locks: SessionLocks) -> Mapping[int, bool]:
        """Read which shards have an owner, and whether that is this process."""
        holders = await locks.holders()
        by_session = defaultdict[tuple[int, int], set[int]](set)
        for key, session in holders.sessions.items():
            if key != CONNECTING:
                by_session[session, key // MOST + 1].add(key % MOST)
        shares = {session: Shards(frozenset(numbers), of) for (session, of), numbers in by_session.items()}
        self.others = frozenset(str(share) for session, share in shares.items() if session != holders.me)
        return {
            number: session == holders.me
            for session, share in shares.items()
            for number in share.numbers
            if share.of == self._locked.of
        }

    def _follow(self, owners: Mapping[int, bool]) -> bool:
        """Own what is locked, and what nobody owns if this process has the lowest shard; whether its own are held."""
        mine = {number for number, is_mine in owners.items() if is_mine}
        if not mine >= self._locked.numbers:
            self._own(frozenset())
            return False
        nobodys = set(range(self._locked.of)) - owners.keys() if owners[min(owners)] else set[int]()
        if nobodys - self._mine:
            shards = Shards(frozenset(nobodys), self._locked.of)
            log.info("this process looks after shards %s, which nobody serves", shards)
        self._own(frozenset(mine | nobodys))
        return True

    def _own(self, numbers: frozenset[int]) -> None:
        before, self._mine = self._mine, numbers
        self._taken_up &= numbers
        if before - numbers:
            self.lost()

    async def _take_up(self, _key: str) -> None:
        new = self._mine - self._taken_up
        if not new or self.gained is None:
            return
        self._taken_up |= new
        try:
            await self.gained(Shards(new, self._locked.of))
        except BaseException:
            self._taken_up -= new
            raise

    # ---------------------------------------------------------------------------------- connecting, leaving

    async def begin_connecting(self) -> None:
        """Wait for other processes that connect to Discord, which takes one session after another."""
        if self._locks is None or await self._locks.take(CONNECTING):
            return
        given_up_at = monotonic() + LONGEST_TURN
        while not await self._locks.take(CONNECTING) and monotonic() < given_up_at:
            await pause(PAUSE)
        await pause(IDENTIFY_PAUSE)

    async def end_connecting(self) -> None:
        """Let another process connect."""
        if self._locks is not None:
            with suppress(DatabaseUnusable):  # then the lock is gone as well
                await self._locks.release(CONNECTING)

    async def leave(self) -> None:
        """Release everything: the other processes look after it, or the next start does."""
        await asyncio.gather(self._words.close(GRACE), self._gained.close(GRACE))
        self._own(frozenset())
        if self._locks is not None:
            await self._locks.close()


def _key(number: int, of: int) -> int:
    """Return the number of a shard's lock."""
    return (of - 1) * MOST + number
