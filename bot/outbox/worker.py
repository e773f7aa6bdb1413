"""Makes the posts that are due: one task a table for what is public, one for desks and one for words to bettors.

Each shows the newest state. A desk that takes long keeps no other player's waiting, and words to bettors keep nobody's.

What is due stands in the database, so a post that was lost with a killed process, or that Discord did not take, is made
again. Discord knows each post by a name, so making it again does not show it twice.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection
from structlog.contextvars import bound_contextvars

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.locks import hold_table
from bot.metrics import counted
from bot.outbox import urgency
from bot.outbox.errors import (
    DirectMessagesClosed,
    Forbidden,
    NotFound,
    PostError,
    Rejected,
    Retryable,
)
from bot.outbox.looks import Look
from bot.outbox.lookups import WORDS_AT_ONCE, due_tables, find, posts_of
from bot.outbox.notes import Notes
from bot.outbox.outcomes import (
    broken_tables,
    forbidden_places,
    note_broken,
    note_failed,
    note_given_up,
    try_broken,
    try_forbidden,
)
from bot.outbox.post import Post, PostKey, PostKind, Problem, direct_messages_closed_of
from bot.outbox.requests import ask_once, show_again
from bot.outbox.shared_looks import Change, Looks, Seen, SharedLooks
from bot.outbox.urgency import Urgency
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

FIRST_WAIT = 1_000
LONGEST_WAIT = 300_000
"""Milliseconds between tries of a post: doubled each time from the first to the longest."""

MOST_FAULTS = 5
"""Tries, half a minute in all, of a post that a fault of ours prevents before nothing waits for it any more."""

LONGEST_REST = 3_600_000
"""Milliseconds between tries from then on: doubled further, up to so many. A start tries it at once."""

FORBIDDEN_FOR = 24 * 3_600_000
"""Milliseconds after the end of a table in which its posts may still appear in a channel that is opened again."""

BETTORS_AT_ONCE = 3
"""Words to bettors on their way at once, at all tables: Discord limits new direct messages, and desks go first."""

MADE_UP_AT_ONCE = 8
"""Posts that an absence left behind on their way at once, at all tables."""

LEFT_BEHIND = 1.0
"""Seconds until posts of a player are tried again that the database failed while others went on."""

GRACE = 4.0
"""Seconds that posts under way get to finish when the bot stops."""


for kind in PostKind:  # alerts have to see the first increase of these
    counted.POSTS_MADE.labels(kind)
    for error in ("rejected", "fault"):
        counted.POSTS_FAILED.labels(kind, error)

Show = Callable[[Post, Any], Awaitable[None]]
"""Shows a post as it is at a look, and notes that; raises `PostError` where it did not happen."""

HandOn = Callable[[str], Look | None]
"""Returns a look at what was just made of a table, where that need not be read."""


async def always(_table_id: str) -> bool:
    """Have every table in one's care: there is no other process."""
    return True


Work = Callable[[str], Coroutine[None, None, None]]
"""Makes posts of one table."""


@dataclass(eq=False, slots=True)
class _Words:
    """Words to bettors that are being given at one table."""

    table_id: str
    waiting: deque[tuple[Seen, Sequence[Post]]] = field(default_factory=deque)
    taken: set[PostKey] = field(default_factory=set)
    may_be_more: bool = True
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class OutboxWorker:
    """Posts what is due. `post_soon` may be called from anywhere on the event loop, as often as one likes.

    What an absence left behind is made a few posts at a time, the tables first whose clocks run out next. A table on
    which something happens does not wait behind them.
    """

    def __init__(
        self,
        database: Database,
        show: Show,
        now: Callable[[], int],
        look: Looks | None = None,
        notes: Notes | None = None,
        is_kept: Callable[[str], Awaitable[bool]] = always,
        hand_on: HandOn = lambda _: None,
    ) -> None:
        """`look` is what `show` is handed; without one it is handed the posts. `notes` is where `show` notes.

        `is_kept` tells whether this process makes the posts of a table. `hand_on` is asked as it hears of a change.
        """
        self._database = database
        self._is_kept = is_kept
        self._show = show
        self._now = now
        self._looks = SharedLooks(look or self._posts)
        self._hand_on = hand_on
        self._notes = notes or Notes(database)
        self._called: set[str] = set()
        """Tables of which a board was posted while desks were being sent."""
        self._made_up: set[str] = set()
        """Tables on which nothing has happened since an absence."""
        self._made_up_at_once = asyncio.Semaphore(MADE_UP_AT_ONCE)
        public, private = self._in_its_turn(self._post_public), self._in_its_turn(self._post_private)
        self._public = WorkQueue(public, "posts of", (DatabaseUnusable,))
        self._private = WorkQueue(private, "desks of", (DatabaseUnusable,))
        self._words = WorkQueue(self._post_words, "words to bettors of", (DatabaseUnusable,))
        self._bettors = asyncio.Semaphore(BETTORS_AT_ONCE)
        self._under_way: dict[tuple[str, int | None], asyncio.Task[None]] = {}
        """What is being posted to players, by table and user."""
        self._passed_over: set[tuple[str, int | None]] = set()
        """Players for whom something was due while something else was being posted to them."""

    def post_soon(self, table_id: str) -> None:
        """Have the due posts of a table made soon; nobody's desk waits for a board that Discord slows down."""
        if urgency.current() is Urgency.MADE_UP:
            self._made_up.add(table_id)
        else:
            self._made_up.discard(table_id)
        self._looks.changed(table_id, self._hand_on(table_id))
        self._public.ask(table_id)
        self._private.ask(table_id)

    async def resume(self) -> None:
        """Post whatever was left due by an earlier run, and try what a fault of ours prevented."""
        due, broken = await self._database.read(_due_and_broken)
        await self._make_up(due, broken)

    async def try_broken(self, which: ColumnElement[bool] | None = None) -> None:
        """Try what a fault of ours prevented, at any table or at those that are meant.

        It may be mended, and the process that would have tried it later may be dead.
        """
        broken = await self._database.read(broken_tables, which)
        await self._make_up((), broken)

    async def try_forbidden(self, may_write: Callable[[int, int], bool], guild_id: int | None = None) -> None:
        """Post what Discord forbade, where the bot may write now: in one server, or in all of them.

        `may_write` says whether it may write in a channel of a server.
        """
        since = self._now() - FORBIDDEN_FOR
        found = await self._database.read(forbidden_places, since, guild_id)
        allowed = [
            table_id for table_id, guild, places in found if any(may_write(guild, place) for place in places)
        ]
        for table_id in allowed:
            await self._database.write(_try_forbidden_at, table_id)
            self.post_soon(table_id)

    async def _make_up(self, due: Sequence[str], broken: set[str]) -> None:
        if broken:
            await self._database.write(try_broken, broken)
        with urgency.at(Urgency.MADE_UP):
            for table_id in (*due, *sorted(broken.difference(due))):
                self.post_soon(table_id)

    async def close(self) -> None:
        """Let the posts under way finish; what is still due waits in the database."""
        await asyncio.gather(*(each.close(GRACE) for each in (self._public, self._private, self._words)))
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._notes.close()

    def _in_its_turn(self, work: Work) -> Work:
        """Have tables worked on later on which nothing has happened since an absence."""

        async def run(table_id: str) -> None:
            if not await self._is_kept(table_id):
                self._looks.forget(table_id)
                self._made_up.discard(table_id)
                counted.BOARDS.left_to_another(table_id)
                return  # another process does, which finds what is due in the database
            hurry = Urgency.MADE_UP if table_id in self._made_up else Urgency.FOLLOWS
            with urgency.at(hurry), bound_contextvars(table=table_id):
                async with self._notes.gathering(table_id, partial(self._is_in_both_queues, table_id)):
                    await work(table_id)
            if not self._is_in_both_queues(table_id):
                self._looks.forget(table_id)

        return run

    def _is_in_both_queues(self, table_id: str) -> bool:
        """Whether posts of a table are made, or about to be, in both queues."""
        return self._public.is_at_work(table_id) and self._private.is_at_work(table_id)

    def _ask_in(self, wait: int, table_id: str) -> None:
        self._public.ask_in(wait / 1000, table_id)
        self._private.ask_in(wait / 1000, table_id)

    async def _posts(self, table_id: str, _handed: Look | None = None) -> Look:
        """Look at the posts of a table alone."""
        look = Look(table_id)
        self._notes.follow(look)
        await self._notes.settle(table_id)
        look.fill(await self._database.read(posts_of, table_id))
        return look

    async def _first_look(self, table_id: str) -> Seen:
        """Look at what is due; a table that waits for its turn is looked at as a whole when that has come."""
        if table_id in self._made_up:
            return Seen(await self._posts(table_id), Change(None))
        return await self._looks.take(table_id)

    async def _post_public(self, table_id: str) -> None:
        seen = await self._first_look(table_id)
        due = [post for post in seen.due() if not post.kind.is_private]
        seen = await self._post_in_order(seen, due)
        has_called = any(post.kind is PostKind.BOARD and not post.problem for post in due)
        if has_called and not seen.awaits_board():
            # Desks wait for the first, and call those whom no board could call.
            if self._private.is_at_work(table_id):
                self._called.add(table_id)
            else:
                self._post_the_rest(seen)

    async def _post_private(self, table_id: str) -> None:
        seen = await self._first_look(table_id)
        due = seen.due()
        if not any(map(_opens_the_thread, due)):  # desks say where it is: they follow once it is there
            people = defaultdict[int | None, list[Post]](list)
            for post in due:
                if post.kind.is_private and not post.kind.is_for_bettors:
                    people[post.user_id].append(post)
            posting = [self._begin_to(seen, *each) for each in people.items()]
            if any(post.kind.is_for_bettors for post in due):
                self._words.ask(table_id)
            await self._until_posted_or_asked(table_id, [task for task in posting if task])
        if table_id in self._called:
            self._called.discard(table_id)
            self._post_the_rest(seen)

    def _begin_to(self, seen: Seen, user_id: int | None, row: Sequence[Post]) -> asyncio.Task[None] | None:
        """Begin to make posts to one player; None where something is being posted to them: they follow after it."""
        whose = seen.look.table_id, user_id
        if whose in self._under_way:
            self._passed_over.add(whose)
            return None
        task = asyncio.create_task(self._post_to(seen, user_id, row), name=f"desk at {seen.look.table_id}")
        self._under_way[whose] = task
        task.add_done_callback(lambda _: self._posted_to(whose))
        return task

    def _posted_to(self, whose: tuple[str, int | None]) -> None:
        del self._under_way[whose]
        if whose in self._passed_over:
            self._passed_over.discard(whose)
            self._private.ask(whose[0])

    async def _until_posted_or_asked(self, table_id: str, posting: Sequence[asyncio.Task[None]]) -> None:
        """Wait for posts to players; those that take long are left to themselves once the table is asked for again."""
        again = self._private.asked_again(table_id)
        left = {*posting}
        while left and not again.done():
            _, waiting = await asyncio.wait({*left, again}, return_when=asyncio.FIRST_COMPLETED)
            left = {task for task in left if task in waiting}
        for task in left:
            task.add_done_callback(lambda task: self._left_behind(table_id, task))
        # Where one fails the others end first: what is still under way would be made twice by who tries again.
        failed = [error for task in posting if task not in left and (error := task.exception())]
        if failed:
            raise failed[0]

    def _left_behind(self, table_id: str, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            log.warning("a desk of table %s: again in %.0f s: %s", table_id, LEFT_BEHIND, error)
            self._private.ask_in(LEFT_BEHIND, table_id)

    async def _post_words(self, table_id: str) -> None:
        """Tell bettors what their bets have paid, a few at once: a slow one keeps nobody waiting."""
        if not await self._is_kept(table_id):
            return
        hurry = Urgency.MADE_UP if table_id in self._made_up else Urgency.FOLLOWS
        with urgency.at(hurry), bound_contextvars(table=table_id):
            words = _Words(table_id)
            telling = (self._tell_bettors(words) for _ in range(BETTORS_AT_ONCE))
            for outcome in await asyncio.gather(*telling, return_exceptions=True):
                if isinstance(outcome, BaseException):
                    raise outcome
        if not (self._public.is_at_work(table_id) or self._private.is_at_work(table_id)):
            self._looks.forget(table_id)

    async def _tell_bettors(self, words: _Words) -> None:
        """Tell one bettor after another, until nobody is left."""
        while next_one := await self._next_word(words):
            async with self._bettors:
                await self._post_in_order(*next_one)

    async def _next_word(self, words: _Words) -> tuple[Seen, Sequence[Post]] | None:
        """Take the next word; a look shows only some of those that are due."""
        async with words.lock:
            if not words.waiting and words.may_be_more:
                if words.taken:
                    await self._notes.settle(words.table_id)  # what is read next are others
                    self._looks.look_again(words.table_id)
                seen = await self._first_look(words.table_id)
                shown = [post for post in seen.look.posts.values() if post.kind.is_for_bettors]
                new = [post for post in shown if post.may_be_made and post.key not in words.taken]
                words.may_be_more = bool(new) and len(shown) >= WORDS_AT_ONCE
                words.taken |= {post.key for post in new}
                words.waiting += ((seen, [post]) for post in new)
            return words.waiting.popleft() if words.waiting else None

    async def _post_to(self, seen: Seen, user_id: int | None, row: Sequence[Post]) -> None:
        """Make posts to one person, at once if they look at their desk."""
        await self._post_in_order(seen, row)

    def _post_the_rest(self, seen: Seen) -> None:
        """Have private posts made that waited for a board which is posted now."""
        if any(post.kind.is_private for post in seen.due()):
            self._private.ask(seen.look.table_id)

    async def _post_in_order(self, seen: Seen, row: Sequence[Post]) -> Seen:
        """Make posts one after another; where one has to wait, those behind it wait with it. Return the last look.

        For one that a fault of ours prevents nothing waits.
        """
        for each in row:
            table_id, key = each.table_id, each.key
            if (wait := _left_of_pause(each, self._now())) > 0:
                self._ask_in(wait, table_id)
                if each.problem:
                    continue
                break
            async with self._made_up_at_once if table_id in self._made_up else nullcontext():
                seen = await self._looks.fresh(seen)
                post = seen.look.posts.get(key)
                if post is None or not post.may_be_made:
                    continue  # something that was posted meanwhile says it, or its owner is forgotten
                if await self._has_to_wait(post, seen.look):
                    break
        return seen

    async def _has_to_wait(self, post: Post, look: Look) -> bool:
        """Make a post, and say whether it has to be tried again first."""
        try:
            with counted.posting(post.kind, partial(_stands, post, look), _named):
                await self._show(post, look)
            if post.kind is PostKind.BOARD and _stands(post, look):
                counted.BOARDS.posted(post.table_id)
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
        except DatabaseUnusable:
            raise
        except Exception as error:
            log.exception("table %s: its %s could not be drawn", post.table_id, post.label)
            if post.tries < MOST_FAULTS:
                return await self._try_later(post, error)
            await self._give_up(post, Problem.BROKEN)
        return False

    async def _try_later(self, post: Post, trouble: Exception) -> bool:
        wait = _pause(post, LONGEST_WAIT)
        reason = trouble if isinstance(trouble, PostError) else type(trouble).__name__
        log.warning("table %s: %s waits %d ms: %s", post.table_id, post.label, wait, reason)
        is_noted = await self._database.write(note_failed, post, self._now() + wait)
        if not is_noted:
            self.post_soon(post.table_id)  # it was asked for again meanwhile, or is forgotten
            return True
        self._looks.look_again(post.table_id)  # whoever looks from now on sees that it was tried
        self._ask_in(wait, post.table_id)
        if _opens_the_thread(post):
            self._private.ask(post.table_id)  # desks wait for it no more
        return True

    async def _give_up(self, post: Post, problem: Problem) -> None:
        if await self._database.write(_give_up, post, problem, self._now()):
            self.post_soon(post.table_id)


def _due_and_broken(db: Connection) -> tuple[list[str], set[str]]:
    return due_tables(db), broken_tables(db)


def _try_forbidden_at(db: Connection, table_id: str) -> None:
    hold_table(db, table_id)
    try_forbidden(db, table_id)
    show_again(db, table_id, PostKind.DESK)  # desks say that there is no board


def _give_up(db: Connection, post: Post, problem: Problem, now: int) -> bool:
    """Give a post up; False: its owner had their data erased meanwhile."""
    hold_table(db, post.table_id)
    if find(db, post.table_id, post.key) is None:
        return False
    if problem is Problem.BROKEN:
        note_broken(db, post, now + _pause(post, LONGEST_REST))
    else:
        note_given_up(db, post, problem)
    if problem is Problem.DIRECT_MESSAGES_CLOSED and post.kind.is_for_players and post.user_id:
        ask_once(db, post.table_id, direct_messages_closed_of(post.user_id))
    if post.kind is PostKind.BOARD and post.problem is None:
        show_again(db, post.table_id, PostKind.DESK)  # desks say what became of it
    return True


def _stands(post: Post, look: Look) -> bool:
    """Whether a post that was just shown stands; else it waits for something. Whatever is noted is in the look."""
    now = look.posts.get(post.key)
    return now is not None and now.fulfilled >= post.requested


def _named(error: Exception) -> str:
    """Name an error by its type if it is a foreseen one; any other is a fault."""
    if isinstance(error, PostError):
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()
    return "store" if isinstance(error, DatabaseUnusable) else "fault"


def _left_of_pause(post: Post, now: int) -> int:
    """Return for how many milliseconds a post that failed still rests; longer than it may, and a clock was set back."""
    left = (post.next_try_at or 0) - now
    return left if left <= (LONGEST_REST if post.problem else LONGEST_WAIT) else 0


def _pause(post: Post, longest: int) -> int:
    """Return for how many milliseconds a post that failed rests."""
    return int(min(longest, FIRST_WAIT * 2 ** min(post.tries, 20)))


def _opens_the_thread(post: Post) -> bool:
    """Whether this is the first board of a race, with which its thread is made."""
    return post.kind is PostKind.BOARD and post.posted is None and post.tries == 0
