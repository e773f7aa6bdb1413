"""Which screens are due: marked in the transaction that changes what they show, posted later by the painter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import deadlines, screens

EVERYONE = 0
LOBBY = "lobby"
BOARD = "board"
WORDS = "words"
"""What the board that stands says, where that has become untrue; `wanted` is the row from which it tells."""
DESK = "desk"
CALL = "call"
"""Word to one person that it is their turn, once a turn and by whatever message; `wanted` is their decision."""
RESULT = "result"
FINAL = "final"
NOTICE = "notice"
"""A public line, once, about who decides for a seat or whether the table rests."""
CLOSED = "closed"
"""A public word, once, that somebody takes no direct messages; `user_id` says who."""

REMINDED = 0
"""When a desk was posted that has to be sent anew as a reminder: so long ago that it cannot stay."""


class Screen(NamedTuple):
    """One message that Paddock keeps: what it should show and what it shows."""

    table_id: str
    kind: str
    user_id: int
    wanted: int
    shown: int
    channel_id: int | None
    message_id: int | None
    posted_at: int | None
    tries: int
    next_try_at: int
    problem: str | None
    pictures: str | None = None
    """What the pictures show that its message carries; None: none are known of."""

    @property
    def is_due(self) -> bool:
        """Whether it shows less than it should."""
        return self.shown < self.wanted


def result(race: int) -> str:
    """Name the screen that tells how one race ended."""
    return f"{RESULT}:{race}"


async def notice(db: AsyncConnection, table_id: str, what: str, about: int, now: int) -> None:
    """Have a line posted in public: what happened, and to which seat or, at `now`, to the table."""
    await want(db, table_id, f"{NOTICE}:{what}:{about}:{now}", 0)


HANDED = "handed"
"""What a notice says of a seat that was put into somebody else's hands."""


async def handed_seats(db: AsyncConnection, table_ids: Sequence[str]) -> set[tuple[str, int]]:
    """Tell which seats of some tables ever were in somebody else's hands: notices stay when they are posted."""
    told = screens.c.kind.startswith(f"{NOTICE}:{HANDED}:")
    found = await db.execute(
        select(screens.c.table_id, screens.c.kind).where(screens.c.table_id.in_(table_ids), told)
    )
    return {(table_id, int(kind.split(":")[2])) for table_id, kind in found}


async def remind(db: AsyncConnection, table_id: str, user_id: int) -> None:
    """Have somebody's desk sent anew, so that they hear of it: it counts as an old message from now on."""
    await db.execute(
        update(screens)
        .where(_this(table_id, DESK, user_id))
        .values(shown=-1, posted_at=REMINDED, tries=0, next_try_at=0, problem=None)
    )


def _this(table_id: str, kind: str, user_id: int) -> ColumnElement[bool]:
    return and_(
        screens.c.table_id == table_id,
        screens.c.kind == kind,
        screens.c.user_id == user_id,
    )


async def want(db: AsyncConnection, table_id: str, kind: str, wanted: int, user_id: int = EVERYONE) -> None:
    """Ask that a screen show `wanted` (a lobby's revision, else a log length); it may be new."""
    changed = await db.execute(
        update(screens)
        .where(_this(table_id, kind, user_id))
        .values(wanted=wanted, tries=0, next_try_at=0, problem=None)
    )
    if changed.rowcount == 0:
        await db.execute(
            insert(screens).values(
                table_id=table_id,
                kind=kind,
                user_id=user_id,
                wanted=wanted,
                shown=-1,
                tries=0,
                next_try_at=0,
            )
        )


async def of_table(db: AsyncConnection, table_id: str) -> list[Screen]:
    """Every screen of one table."""
    rows = await db.execute(select(screens).where(screens.c.table_id == table_id))
    return [Screen(*row) for row in rows]


async def find(db: AsyncConnection, table_id: str, kind: str, user_id: int = EVERYONE) -> Screen | None:
    """One screen, None if it was never asked for."""
    row = (await db.execute(select(screens).where(_this(table_id, kind, user_id)))).one_or_none()
    return Screen(*row) if row else None


async def due_tables(db: AsyncConnection) -> list[str]:
    """Every table with a screen that shows less than it should, the one whose clock runs out next first."""
    due_at = func.min(deadlines.c.due_at)
    rows = await db.execute(
        select(screens.c.table_id)
        .outerjoin(deadlines, deadlines.c.table_id == screens.c.table_id)
        .where(screens.c.shown < screens.c.wanted, screens.c.problem.is_(None))
        .group_by(screens.c.table_id)
        .order_by(due_at.is_(None), due_at, screens.c.table_id)
    )
    return list(rows.scalars())


async def note(db: AsyncConnection, screen: Screen, **facts: object) -> None:
    """Write down where a screen was posted and when it is tried again."""
    await db.execute(
        update(screens).where(_this(screen.table_id, screen.kind, screen.user_id)).values(**facts)
    )


async def note_shown(db: AsyncConnection, screen: Screen, shown: int) -> None:
    """Write down what a screen shows, unless somebody has asked for it anew since `screen` was read."""
    await db.execute(
        update(screens)
        .where(_this(screen.table_id, screen.kind, screen.user_id), screens.c.shown == screen.shown)
        .values(shown=shown)
    )


async def note_told(db: AsyncConnection, calls: Iterable[Screen]) -> None:
    """Write down that these people know that it is their turn."""
    for call in calls:
        await note_shown(db, call, call.wanted)


async def note_problem(db: AsyncConnection, screen: Screen, problem: str) -> None:
    """Give a screen up, unless it has to show something else since `screen` was read: that may well work."""
    await db.execute(
        update(screens)
        .where(
            _this(screen.table_id, screen.kind, screen.user_id),
            screens.c.shown == screen.shown,
            screens.c.wanted == screen.wanted,
        )
        .values(problem=problem)
    )


async def restate(db: AsyncConnection, table_id: str) -> None:
    """Have the words of the board that stands put right: something changed, but nothing was played."""
    if await find(db, table_id, WORDS) is None:
        await want(db, table_id, WORDS, 0)
    await redo(db, table_id, WORDS)


async def note_words(db: AsyncConnection, table_id: str, since: int, before: Screen | None) -> None:
    """Write down that a board tells the rows from `since` on, and is true unless that was asked since `before`."""
    await want(db, table_id, WORDS, since)
    known = before.shown if before else -1
    await db.execute(
        update(screens).where(_this(table_id, WORDS, EVERYONE), screens.c.shown == known).values(shown=since)
    )


async def redo(db: AsyncConnection, table_id: str, kind: str, user_id: int | None = None) -> None:
    """Have every screen of a kind, or one user's, shown again as it is now.

    Below zero, `shown` counts how often that was asked.
    """
    these = and_(screens.c.table_id == table_id, screens.c.kind == kind)
    await db.execute(
        update(screens)
        .where(these if user_id is None else _this(table_id, kind, user_id))
        .values(
            shown=case((screens.c.shown < 0, screens.c.shown - 1), else_=-1),
            tries=0,
            next_try_at=0,
            problem=None,
        )
    )


async def try_earlier(db: AsyncConnection, by: int) -> None:
    """Try posts that wait so many milliseconds earlier: the clock was set back."""
    waits = screens.c.next_try_at > 0
    await db.execute(update(screens).where(waits).values(next_try_at=screens.c.next_try_at - by))
