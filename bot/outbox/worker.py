"""Makes the posts that are due: one task a table for what is public and one for desks, newest state only.

What is due stands in the database, so a post that was lost with a killed process, or that Discord did not take, is made
again. Discord knows each post by a name, so making it again does not show it twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext
from itertools import count

from structlog.contextvars import bound_contextvars

from bot.observing import observer
from bot.outbox import urgency
from bot.outbox.errors import (
    DirectMessagesClosed,
    Forbidden,
    NotFound,
    PostError,
    Rejected,
    Retryable,
)
from bot.outbox.lookups import due_tables, find, posts_of
from bot.outbox.outcomes import note_failed, note_given_up
from bot.outbox.post import Post, PostKind, Problem, direct_messages_closed_of
from bot.outbox.requests import ask_once, show_again
from bot.outbox.turnstile import Turnstile
from bot.outbox.urgency import Urgency
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.locks import hold_table
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

FIRST_WAIT = 1_000
LONGEST_WAIT = 300_000
"""Milliseconds between tries of a post: doubled each time from the first to the longest."""

MOST_FAULTS = 5
"""Tries, a minute in all, of a post that a fault of ours prevents; it may be one that passes, such as a full memory."""

GRACE = 4.0
"""Seconds that posts under way get to finish when the bot stops."""

_ORDER = tuple(PostKind)


def _turn(post: Post) -> tuple[object, ...]:
    """Say when a post is made: results before the board that follows them, notices as things happened."""
    key = post.key
    happened = (key.happened_at or 0, key.notice or "", key.seat or 0)
    return _ORDER.index(key.kind), *happened, key.race or 0, key.user_id or 0


def _opens_the_thread(post: Post) -> bool:
    """Whether this is the first board of a race, with which its thread is made."""
    return post.kind is PostKind.BOARD and post.posted is None and post.tries == 0


Show = Callable[[Post], Awaitable[None]]
"""Shows a post as it is now and notes that; raises `PostError` where it did not happen."""


async def always(_table_id: str) -> bool:
    """Have every table in one's care: there is no other process."""
    return True


Work = Callable[[str], Coroutine[None, None, None]]
"""Makes posts of one table."""


class OutboxWorker:
    """Posts what is due. `post_soon` may be called from anywhere on the event loop, as often as one likes.

    What an absence left behind at all tables goes through a turnstile, the tables first whose clocks are next; a
    table on which something happens goes past it.
    """

    def __init__(
        self,
        store: Store,
        show: Show,
        now: Callable[[], int],
        is_kept: Callable[[str], Awaitable[bool]] = always,
    ) -> None:
        """`is_kept` tells whether this process makes the posts of a table."""
        self._store = store
        self._is_kept = is_kept
        self._show = show
        self._now = now
        self._observer = observer()
        self._turnstile = Turnstile()
        self._numbers = count()
        self._ranks: dict[str, int] = {}
        """Tables on which nothing has happened since an absence, the lowest first."""
        self._public = WorkQueue(self._in_its_turn(self._post_public), "posts of", (StoreError,))
        self._private = WorkQueue(self._in_its_turn(self._post_private), "desks of", (StoreError,))

    def post_soon(self, table_id: str) -> None:
        """Have the due posts of a table made soon; nobody's desk waits for a board that Discord slows down."""
        if urgency.current() is Urgency.MADE_UP:
            self._ranks.setdefault(table_id, next(self._numbers))
        elif self._ranks.pop(table_id, None) is not None:
            self._turnstile.hurry(table_id)
        self._public.ask(table_id)
        self._private.ask(table_id)

    async def resume(self) -> None:
        """Post whatever was left due by an earlier run."""
        async with self._store.reading() as db:
            due = await due_tables(db)
        with urgency.at(Urgency.MADE_UP):
            for table_id in due:
                self.post_soon(table_id)

    async def close(self) -> None:
        """Let the posts under way finish; what is still due waits in the database."""
        self._turnstile.close()
        await asyncio.gather(self._public.close(GRACE), self._private.close(GRACE))

    def _in_its_turn(self, work: Work) -> Work:
        """Have tables worked on later on which nothing has happened since an absence."""

        async def run(table_id: str) -> None:
            if not await self._is_kept(table_id):
                return  # another process does, which finds what is due in the database
            hurry = Urgency.MADE_UP if table_id in self._ranks else Urgency.FOLLOWS
            with urgency.at(hurry), bound_contextvars(table=table_id):
                await work(table_id)

        return run

    def _ask_in(self, wait: int, table_id: str) -> None:
        self._public.ask_in(wait / 1000, table_id)
        self._private.ask_in(wait / 1000, table_id)

    async def _due(self, table_id: str) -> list[Post]:
        async with self._store.reading() as db:
            every = await posts_of(db, table_id)
        return sorted((post for post in every.values() if post.is_due and post.problem is None), key=_turn)

    async def _post_public(self, table_id: str) -> None:
        due = [post for post in await self._due(table_id) if not post.kind.is_private]
        await self._post_in_order([post for post in due if not _may_wait_long(post)])
        for post in due:
            if _may_wait_long(post):
                await self._post_in_order([post])  # nothing waits for it
        if any(post.kind is PostKind.BOARD for post in due):
            self._private.ask(table_id)  # desks wait for the first, and call those whom no board could call

    async def _post_private(self, table_id: str) -> None:
        due = await self._due(table_id)
        if any(_opens_the_thread(post) for post in due):
            return  # desks say where the race is run; they follow once it is there
        private = [post for post in due if post.kind.is_private]
        people = {
            post.user_id: [each for each in private if each.user_id == post.user_id] for post in private
        }
        await asyncio.gather(*map(self._post_in_order, people.values()))

    async def _post_in_order(self, row: Sequence[Post]) -> None:
        """Make posts one after another; where one has to wait, those behind it wait with it."""
        for post in row:
            wait = (post.next_try_at or 0) - self._now()
            if wait > 0:
                self._ask_in(wait, post.table_id)
                return
            rank = self._ranks.get(post.table_id)
            async with nullcontext() if rank is None else self._turnstile.turn(post.table_id, rank):
                if await self._has_to_wait(post):
                    return

    async def _has_to_wait(self, post: Post) -> bool:
        """Make a post, and say whether it has to be tried again first."""
        try:
            with self._observer.posting(post.table_id, post.kind):
                await self._show(post)
        except Retryable as trouble:
            return await self._try_later(post, trouble)
        except DirectMessagesClosed:
            await self._give_up(post, Problem.DIRECT_MESSAGES_CLOSED)
        except NotFound:
            await self._give_up(post, Problem.NOT_FOUND)
        except Forbidden as trouble:
            log.warning("table %s: %s forbidden: %s", post.table_id, post.label, trouble)
            await self._give_up(post, Problem.FORBIDDEN)
        except Rejected as trouble:
            log.error("table %s: Discord rejects our %s: %s", post.table_id, post.label, trouble)
            await self._give_up(post, Problem.REJECTED)
        except StoreError:
            raise
        except Exception as error:
            log.exception("table %s: its %s could not be drawn", post.table_id, post.label)
            if post.tries < MOST_FAULTS:
                return await self._try_later(post, error)
            await self._give_up(post, Problem.BROKEN)
        return False

    async def _try_later(self, post: Post, trouble: Exception) -> bool:
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(post.tries, 10))
        reason = trouble if isinstance(trouble, PostError) else type(trouble).__name__
        log.warning("table %s: %s waits %d ms: %s", post.table_id, post.label, wait, reason)
        async with self._store.writing() as db:
            await note_failed(db, post, self._now() + wait)
        self._ask_in(wait, post.table_id)
        return True

    async def _give_up(self, post: Post, problem: Problem) -> None:
        async with self._store.writing() as db:
            await hold_table(db, post.table_id)
            if await find(db, post.table_id, post.key) is None:
                return  # its owner had their data erased meanwhile
            await note_given_up(db, post, problem)
            if problem is Problem.DIRECT_MESSAGES_CLOSED and post.kind.is_private and post.user_id:
                await ask_once(db, post.table_id, direct_messages_closed_of(post.user_id))
            if post.kind is PostKind.BOARD:
                await show_again(db, post.table_id, PostKind.DESK)  # desks say what became of it
        self.post_soon(post.table_id)


def _may_wait_long(post: Post) -> bool:
    """Whether it may have to wait until it tells nobody's secret."""
    return post.kind is PostKind.DIRECT_MESSAGES_CLOSED
