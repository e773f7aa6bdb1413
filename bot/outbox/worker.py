"""Keeps every screen up to date: one task a table posts what is due, newest state only.

What is due stands in the database (`bot.outbox.posts`), so a post that was lost with a killed process, or that
Discord did not take, is made again. A post is named by a nonce, so making it again does not show it twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from itertools import count

from bot.outbox import posts, urgency
from bot.outbox.posts import Screen
from bot.outbox.turnstile import Turnstile
from bot.outbox.urgency import Urgency
from bot.store import Store
from bot.store.errors import StoreError
from bot.ui.post_errors import DirectMessagesClosed, Forbidden, NotFound, PostError, Rejected, Retryable
from bot.ui.screens import Screens
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

FIRST_WAIT = 1_000
LONGEST_WAIT = 300_000
"""Milliseconds between tries of a post: doubled each time from the first to the longest."""

MOST_FAULTS = 5
"""Tries, a minute in all, of a post that a fault of ours prevents; it may be one that passes, such as a full memory."""

GRACE = 4.0
"""Seconds that posts under way get to finish when the bot stops."""

_ORDER = {
    posts.LOBBY: 0,
    posts.RESULT: 1,
    posts.NOTICE: 2,
    posts.BOARD: 3,
    posts.WORDS: 4,
    posts.CLOSED: 5,
    posts.DESK: 6,
    posts.CALL: 7,
    posts.FINAL: 8,
}


_PRIVATE = {posts.DESK, posts.CALL}


def _turn(screen: Screen) -> tuple[int, int, str, int]:
    """Say when a screen is posted: results before the board that follows them, notices as things happened."""
    kind, _, told = screen.kind.partition(":")
    happened_at = int(told.rpartition(":")[2]) if kind == posts.NOTICE else 0
    return _ORDER[kind], happened_at, screen.kind, screen.user_id


def _opens_the_place(screen: Screen) -> bool:
    """Whether this is the first board of a race, with which its thread is made."""
    return screen.kind == posts.BOARD and screen.message_id is None and screen.tries == 0


Paint = Callable[[str], Coroutine[None, None, None]]


class OutboxWorker:
    """Posts what is due. `dirty` may be called from anywhere on the event loop, as often as one likes.

    What an absence left behind at all tables goes through a turnstile, the tables first whose clocks are next; a
    table on which something happens goes past it.
    """

    def __init__(self, store: Store, kinds: Screens, now: Callable[[], int]) -> None:
        self._store = store
        self._kinds = kinds
        self._now = now
        self._turnstile = Turnstile()
        self._numbers = count()
        self._ranks: dict[str, int] = {}
        """Tables on which nothing has happened since an absence, the lowest first."""
        self._public = WorkQueue(self._in_its_turn(self._paint_public), "paint", (StoreError,))
        self._private = WorkQueue(self._in_its_turn(self._paint_desks), "paint desks of", (StoreError,))

    def dirty(self, table_id: str) -> None:
        """Have the due screens of a table posted soon; nobody's desk waits for a board that Discord slows down."""
        if urgency.current() is Urgency.MADE_UP:
            self._ranks.setdefault(table_id, next(self._numbers))
        elif self._ranks.pop(table_id, None) is not None:
            self._turnstile.hurry(table_id)
        self._public.ask(table_id)
        self._private.ask(table_id)

    async def resume(self) -> None:
        """Post whatever was left due by an earlier run."""
        async with self._store.reading() as db:
            due = await posts.due_tables(db)
        with urgency.at(Urgency.MADE_UP):
            for table_id in due:
                self.dirty(table_id)

    async def close(self) -> None:
        """Let the posts under way finish; what is still due waits in the database."""
        self._turnstile.close()
        await asyncio.gather(self._public.close(GRACE), self._private.close(GRACE))

    def _in_its_turn(self, paint: Paint) -> Paint:
        """Have tables painted later on which nothing has happened since an absence."""

        async def run(table_id: str) -> None:
            with urgency.at(Urgency.MADE_UP if table_id in self._ranks else Urgency.FOLLOWS):
                await paint(table_id)

        return run

    def _ask_in(self, wait: int, table_id: str) -> None:
        self._public.ask_in(wait / 1000, table_id)
        self._private.ask_in(wait / 1000, table_id)

    async def _due(self, table_id: str) -> list[Screen]:
        async with self._store.reading() as db:
            every = await posts.of_table(db, table_id)
        return sorted((each for each in every if each.is_due and each.problem is None), key=_turn)

    async def _paint_public(self, table_id: str) -> None:
        due = [screen for screen in await self._due(table_id) if screen.kind not in _PRIVATE]
        await self._post_in_order([screen for screen in due if screen.kind != posts.CLOSED])
        for screen in due:
            if screen.kind == posts.CLOSED:
                await self._post_in_order([screen])  # may have to wait for long, and nothing waits for it
        if any(screen.kind == posts.BOARD for screen in due):
            self._private.ask(table_id)  # desks wait for the first, and call those whom no board could call

    async def _paint_desks(self, table_id: str) -> None:
        due = await self._due(table_id)
        if any(_opens_the_place(screen) for screen in due):
            return  # desks say where the race is run; they follow once it is there
        private = [screen for screen in due if screen.kind in _PRIVATE]
        people = {
            screen.user_id: [each for each in private if each.user_id == screen.user_id] for screen in private
        }
        await asyncio.gather(*map(self._post_in_order, people.values()))

    async def _post_in_order(self, row: Sequence[Screen]) -> None:
        """Post screens one after another; where one has to wait, those behind it wait with it."""
        for screen in row:
            wait = screen.next_try_at - self._now()
            if wait > 0:
                self._ask_in(wait, screen.table_id)
                return
            rank = self._ranks.get(screen.table_id)
            async with nullcontext() if rank is None else self._turnstile.turn(screen.table_id, rank):
                await self._post(screen)

    async def _post(self, screen: Screen) -> None:
        try:
            await self._kinds.show(screen)
        except Retryable as trouble:
            await self._try_later(screen, trouble)
        except DirectMessagesClosed:
            await self._give_up(screen, "shut")
        except NotFound:
            await self._give_up(screen, "gone")
        except Forbidden as trouble:
            log.warning("table %s: %s denied: %s", screen.table_id, screen.kind, trouble)
            await self._give_up(screen, "denied")
        except Rejected as trouble:
            log.error("table %s: Discord rejects our %s: %s", screen.table_id, screen.kind, trouble)
            await self._give_up(screen, "rejected")
        except StoreError:
            raise
        except Exception as error:
            log.exception("table %s: its %s could not be drawn", screen.table_id, screen.kind)
            if screen.tries < MOST_FAULTS:
                await self._try_later(screen, error)
            else:
                await self._give_up(screen, "broken")

    async def _try_later(self, screen: Screen, trouble: Exception) -> None:
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(screen.tries, 10))
        reason = trouble if isinstance(trouble, PostError) else type(trouble).__name__
        log.warning("table %s: %s waits %d ms: %s", screen.table_id, screen.kind, wait, reason)
        async with self._store.writing() as db:
            await posts.note(db, screen, tries=screen.tries + 1, next_try_at=self._now() + wait)
        self._ask_in(wait, screen.table_id)

    async def _give_up(self, screen: Screen, problem: str) -> None:
        async with self._store.writing() as db:
            if await posts.find(db, screen.table_id, screen.kind, screen.user_id) is None:
                return  # its owner had their data erased meanwhile
            await posts.note_problem(db, screen, problem)
            if screen.kind in _PRIVATE and problem == "shut":
                await posts.want(db, screen.table_id, posts.CLOSED, 0, screen.user_id)
            if screen.kind == posts.BOARD:
                await posts.redo(db, screen.table_id, posts.DESK)  # desks say what became of it
        self.dirty(screen.table_id)
