"""What can be done in a lesson: begin it, decide, leave something to the table, end it. Each is one transaction.

Nobody else writes in it, but its person may press twice: of two decisions the second finds that one was made since it
looked, and is refused. Thinking is done before, outside the transaction, so that nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from bot.db import Database
from bot.db.locks import Lock, hold
from bot.db.schema import lessons
from bot.games.lesson import Lesson
from bot.lessons.progress import LEARNER, Progress, deal_of, reached
from bot.lessons.stored import Decided, StoredLesson, new_id
from bot.tables import Person, Refusal, Refused

Work = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function off the event loop."""

Prepared = Callable[[str], Lesson]
"""Returns the lesson of a game by its key; raises Unreadable where it is not here."""


class Lessons:
    """All lessons. Commands raise `Refused`, or a refusal of the rules, and then nothing has changed."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        prepared: Prepared,
        work: Callable[[Callable[[], Any]], Awaitable[Any]],
    ) -> None:
        """`now` in milliseconds since 1970 UTC; `work` runs what takes its time."""
        self._database = database
        self._now = now
        self._prepared = prepared
        self._work = work

    async def begin(self, learner: Person, game: str, others: Sequence[str]) -> Progress:
        """Begin a lesson in a game, in the place of one that its learner may be in; `others` name the computer players.

        Raises Unreadable where the game is not here.
        """
        lesson = self._prepared(game)
        names = [learner.name, *(name for name in others if name != learner.name)][: lesson.seats]
        names += [f"{others[-1]} {number}" for number in range(2, 2 + lesson.seats - len(names))]
        fresh = StoredLesson(
            lesson_id=new_id(),
            user_id=learner.user_id,
            game=game,
            deal=deal_of(lesson),
            names=tuple(names),
            draft={},
            orders={},
        )
        progress = await self._going_on(lambda: reached(fresh, lesson))
        progress.stored = replace(fresh, decided=tuple(progress.decided))
        await self._database.write(begin, progress.stored, self._now())
        return progress

    async def read(self, lesson_id: str, user_id: int) -> Progress:
        """Read how far somebody's lesson is; refuse one that is over, or another person's."""
        stored = await self._database.read(find, lesson_id, user_id)
        return await self._going_on(lambda: reached(stored, self._prepared(stored.game)))

    async def decide(self, progress: Progress, action: Mapping[str, Any]) -> Progress:
        """Decide what is asked of the learner, as JSON data, and let the others follow."""
        before, game = progress.stored, progress.standing.match.game

        def decided() -> Progress:
            read = game.read_action(action)
            kind = progress.standing.kind_of_decision(LEARNER)
            progress.decide(LEARNER, read, Decided(LEARNER, game.dump_action(read)))
            progress.spare(kind)
            return progress

        await self._going_on(decided)
        progress.stored = replace(progress.stored, decided=tuple(progress.decided), draft={}, drafted_at=0)
        await self._database.write(go_on, before, progress.stored, self._now())
        return progress

    async def fill_in(self, progress: Progress, draft: Mapping[str, Any]) -> Progress:
        """Keep a slip as it is filled in so far."""
        stored = replace(progress.stored, draft=dict(draft), drafted_at=progress.asked or 0)
        await self._database.write(go_on, progress.stored, stored, self._now())
        progress.stored = stored
        return progress

    async def order(self, progress: Progress, kind: str, agent: str | None) -> Progress:
        """Leave a kind of action to a computer player, None: do so no more; what is asked may be one."""
        others = {name: who for name, who in progress.stored.orders.items() if name != kind}
        before = progress.stored
        progress.leave_to_the_table(others | ({kind: agent} if agent else {}))
        await self._going_on(lambda: progress)
        progress.stored = replace(progress.stored, decided=tuple(progress.decided))
        await self._database.write(go_on, before, progress.stored, self._now())
        return progress

    async def _going_on(self, begin: Callable[[], Progress]) -> Progress:
        """Return how far a lesson is once everybody else has decided."""

        def gone_on() -> Progress:
            progress = begin()
            progress.follow()
            return progress

        gone: Progress = await self._work(gone_on)
        return gone


def begin(db: Connection, fresh: StoredLesson, now: int) -> None:
    """Write a new lesson, in the place of one that its learner may be in."""
    hold(db, Lock.USER, fresh.user_id)
    db.execute(delete(lessons).where(lessons.c.user_id == fresh.user_id))
    db.execute(insert(lessons).values(**fresh.written, touched_at=now))


def find(db: Connection, lesson_id: str, user_id: int) -> StoredLesson:
    """Read somebody's lesson; refuse one that is over, or another person's."""
    mine = (lessons.c.lesson_id == lesson_id, lessons.c.user_id == user_id)
    row = db.execute(select(lessons).where(*mine)).one_or_none()
    if row is None:
        raise Refused(Refusal.NO_SUCH_LESSON)
    return StoredLesson.read(row)


def go_on(db: Connection, before: StoredLesson, after: StoredLesson, now: int) -> None:
    """Write how a lesson went on, unless something else was decided in it meanwhile, or it was ended."""
    as_it_was = (lessons.c.lesson_id == before.lesson_id, lessons.c.length == len(before.decided))
    written = update(lessons).where(*as_it_was).values(**after.written, touched_at=now)
    if db.execute(written).rowcount == 0:
        raise Refused(Refusal.STALE)


def leave(db: Connection, lesson_id: str, user_id: int) -> str:
    """End somebody's lesson at once, however far it is; return the key of its game."""
    stored = find(db, lesson_id, user_id)
    forget(db, lesson_id)
    return stored.game


def forget(db: Connection, lesson_id: str) -> None:
    """Keep nothing of a lesson; one that is gone already stays so."""
    db.execute(delete(lessons).where(lessons.c.lesson_id == lesson_id))
