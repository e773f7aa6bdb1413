"""A look at a table for all that is posted of it: its posts, where it stands, what was played since its board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from bot.db import Database
from bot.messages.snapshot import Snapshot
from bot.messages.snapshots import Snapshots
from bot.outbox import BOARD, Post, PostKey, PostKind, PostsOfTable, posts_and_version
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from bot.tables import Seat, Standing, Status, Tables, luck
from bot.tables.deadlines import Clock
from bot.tables.drafts import read_drafts
from bot.tables.last_turns import NOTHING, Since, since_last_turns
from bot.tables.luck import Ingredient
from bot.tables.past_lengths import PastLengths
from bot.tables.queries import players_of
from bot.tables.reading import read_whole
from bot.tables.refusals import Absent, Outdated, Refused
from bot.tables.standing import Told, read_told, standings_of
from engines.core import Row

_WITH_ODDS = {PostKind.LOBBY, PostKind.BOARD, PostKind.BOARD_WORDS}
"""What shows the odds of the tote."""

Drafts = Mapping[tuple[int, int], dict[str, Any]]


@dataclass(eq=False)
class TableLook(Look):
    """All that is read to show what is due of a table, in one transaction."""

    found: Snapshot | None = None
    trouble: Absent | Outdated | Refused | None = None
    """Why there is no snapshot: its rules are gone, or the table is."""
    told: Sequence[Told] = ()
    """The rows of which something that is due has to tell, the oldest first."""
    moments: dict[int, Standing | None] = field(default_factory=dict)
    """Where the table stood at the moments that matter for that, by the length of its log."""
    turns: Mapping[int, Since] = field(default_factory=dict)
    """What happened since those decided last whose desks ask them something, by seat."""
    drafts: Drafts = field(default_factory=dict)
    ingredients: Sequence[Ingredient] = ()
    """What the luck is mixed from, which a lobby tells also once it is over."""
    took: Sequence[int] = ()
    """How many milliseconds the server's last games like this one took, for a lobby that waits."""
    played: Sequence[int] = ()
    """The users who played the race of which a lobby is the rematch."""
    closes_at: int | None = None
    """When a lobby closes that nobody starts."""

    @property
    def snapshot(self) -> Snapshot:
        """The table; raises what prevented that it was read."""
        if self.trouble:
            raise self.trouble
        assert self.found is not None, "a look at a table of which nothing is due"
        return self.found

    def due_owners(self) -> set[int | None]:
        """Name the users to whom something private is due."""
        return {post.user_id for post in self.posts.values() if post.is_due and post.kind.is_private}

    def rows(self, since: int, until: int | None = None) -> list[Row]:
        """Return the rows of the log from number `since` on, up to but without `until`."""
        return [
            each.row for each in self.told if each.row.n >= since and (until is None or each.row.n < until)
        ]

    def since_turn(self, seat: Seat) -> Since:
        """Return what happened since a seat decided last, as far as its desk has to tell it."""
        return self.turns.get(seat.number, NOTHING)

    def slip(self, seat: Seat) -> Mapping[str, Any]:
        """Return the slip that belongs on a desk: one's own, or that of whom one's team has sent to fill it in."""
        owner = slip_owner(self.snapshot, seat)
        return {} if owner is None else self.drafts.get(owner, {})


def slip_owner(snapshot: Snapshot, seat: Seat) -> tuple[int, int] | None:
    """Say whose slip belongs on a desk, and since which log length its decision is asked; None: there is none."""
    if snapshot.standing is None:
        return None
    asked, number = snapshot.standing.asked, seat.number
    if number not in asked:
        watched = snapshot.screens.watches(snapshot.standing.view(number))
        if watched is None or watched not in asked:
            return None
        number = watched
    user_id = snapshot.table.seats[number].user_id
    return None if user_id is None else (user_id, asked[number])


class TableLooks:
    """Looks at tables."""

    def __init__(self, database: Database, tables: Tables, snapshots: Snapshots, notes: Notes) -> None:
        self._database = database
        self._tables = tables
        self._snapshots = snapshots
        self._notes = notes
        self._past_lengths = PastLengths()

    async def take(self, table_id: str, desk: PostKey | None = None) -> TableLook:
        """Read what it takes to show what is due, and one desk whether it is due or not."""
        look = TableLook(table_id)
        self._notes.follow(look)  # what is noted and not written yet need not be written first
        await self._database.read(self._fill, look, desk)
        return look

    def _fill(self, db: Connection, look: TableLook, desk: PostKey | None) -> None:
        """Read all that a look is to show."""
        found = posts_and_version(db, look.table_id)
        look.fill(found.posts)
        due = look.due_kinds()
        if due or desk:
            try:
                self._read(db, look, found, due | ({PostKind.DESK} if desk else set()), desk)
            except (Absent, Outdated, Refused) as trouble:
                look.trouble = trouble

    def _read(
        self,
        db: Connection,
        look: TableLook,
        found: PostsOfTable,
        due: set[PostKind],
        desk: PostKey | None = None,
    ) -> None:
        games = self._tables.games
        reading = read_whole(db, games, look.table_id)
        table, standing = reading.table, reading.standing
        look.closes_at = reading.clocks.get(Clock.LOBBY)
        if due & _WITH_ODDS:
            self._snapshots.odds.read(db, table)
        look.found = snapshot = self._snapshots.of(reading)
        if PostKind.LOBBY in due:
            look.ingredients = luck.read(db, table)
            look.took = self._past_lengths.took(db, table)
            if table.rematch_of is not None and table.status is Status.LOBBY:
                look.played = players_of(db, table.rematch_of)
        if standing is None:
            return
        moments, since = _looks_back(look.posts, due)
        look.told = read_told(db, table, since) if since is not None else ()
        look.moments = dict(standings_of(db, games, table, moments))
        if PostKind.DESK in due or PostKind.CALL in due:
            if found.has_slips:
                look.drafts = read_drafts(db, look.table_id)
            owners = look.due_owners()
            asked = _asked(snapshot, owners | {desk.user_id if desk else None})
            look.turns = since_last_turns(db, games, table, asked)


def _asked(snapshot: Snapshot, owners: Collection[int | None]) -> list[int]:
    """Name the seats of these users whose desks ask them something, and so tell what they have missed."""
    assert snapshot.standing is not None
    return [
        seat.number
        for seat in snapshot.table.present
        if seat.user_id in owners and seat.number in snapshot.standing.asked
    ]


def _looks_back(posts: Mapping[PostKey, Post], due: set[PostKind]) -> tuple[set[int], int | None]:
    """Say at which moments the table has to be known for what is due, and from which row on its log."""
    board, moments, since = posts.get(BOARD), set[int](), list[int]()
    if PostKind.BOARD in due and board:
        since += [board.untold_from, begins_at(board)]
    if PostKind.BOARD_WORDS in due:
        since.append((board and board.told_from) or 0)
    if PostKind.RESULT in due:
        results = [post for post in posts.values() if post.kind is PostKind.RESULT and post.is_due]
        moments |= {post.moment or 0 for post in results}
    if due & {PostKind.RESULT, PostKind.FINAL}:
        since += [told_to(board), begins_at(board) if board else 0]
    if PostKind.CALL in due:
        moments.add(board.untold_from if board else 0)
    return moments | set(since), min(since, default=None)


def told_to(board: Post | None) -> int:
    """Return the row of the log from which no board tells what happened."""
    return (board and board.told_to) or 0


def begins_at(board: Post) -> int:
    """Return the row of the log with which a board begins that is edited: it tells again what stands there."""
    if board.posted is None or board.told_from is None:
        return board.untold_from
    return min(board.untold_from, board.told_from)
