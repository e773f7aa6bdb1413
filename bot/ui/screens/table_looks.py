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
from bot.tables.drafts import read_drafts
from bot.tables.known_tables import Known
from bot.tables.last_turns import NOTHING, Since
from bot.tables.luck import Ingredient
from bot.tables.past_lengths import PastLengths
from bot.tables.queries import players_of
from bot.tables.refusals import Absent, Outdated, Refused
from bot.tables.standing import Told
from bot.tables.step import Made
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
    known: Known | None = None
    is_whole: bool = True
    """Whether all of that is there; of one that a step has handed on it has yet to be looked together."""

    @property
    def snapshot(self) -> Snapshot:
        """The table; raises what prevented that it was read."""
        if self.trouble:
            raise self.trouble
        assert self.found is not None, "a look at a table of which nothing is due"
        return self.found

    @property
    def made(self) -> Made | None:
        """What others can be handed of it, as of a step; None where they have to see for themselves."""
        if self.trouble or self.known is None or self.found is None or self.found.standing is None:
            return None
        return Made(self.known, self.found.standing, dict(self.posts))

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


def _has_begun_slip(snapshot: Snapshot, seat: Seat) -> bool:
    """Whether a slip that belongs on a desk may have been begun, as for nothing that is only asked now."""
    try:
        slip = slip_owner(snapshot, seat)
    except Exception:  # noqa: BLE001 - a game may fail in any way; whoever shows the desk says so, and nobody else waits
        return True
    return slip is not None and snapshot.standing is not None and slip[1] < snapshot.standing.length


class TableLooks:
    """Looks at tables."""

    def __init__(self, database: Database, tables: Tables, snapshots: Snapshots, notes: Notes) -> None:
        self._database = database
        self._tables = tables
        self._snapshots = snapshots
        self._notes = notes
        self._past_lengths = PastLengths()

    async def take(self, table_id: str, desk: PostKey | None = None, *, is_whole: bool = False) -> TableLook:
        """Read what it takes to show what is due, and one desk whether it is due or not.

        With `is_whole` the table is read even where nothing is due.
        """
        if not desk and not is_whole and (look := await self._caught_up(table_id)):
            return look
        look = self._followed(table_id)
        await self._database.read(self._fill, look, desk, is_whole=is_whole)
        return look

    def _fill(self, db: Connection, look: TableLook, desk: PostKey | None, *, is_whole: bool) -> None:
        """Read all that a look is to show."""
        found = posts_and_version(db, look.table_id)
        look.fill(found.posts)
        due = look.due_kinds()
        if due or desk or is_whole:
            try:
                self._read(db, look, found, due | ({PostKind.DESK} if desk else set()), desk)
            except (Absent, Outdated, Refused) as trouble:
                look.trouble = trouble

    def _followed(self, table_id: str) -> TableLook:
        """Begin a look; what is noted and not written yet need not be written first."""
        look = TableLook(table_id)
        self._notes.follow(look)
        return look

    async def _caught_up(self, table_id: str) -> TableLook | None:
        """Look at a table of which another process has told how it is: at its posts, and at what was played there.

        Neither statement needs a transaction around both, for what a log had at a version never changes. None where
        more than that has to be read.
        """
        if not self._tables.read.is_behind(table_id):
            return None
        look = self._followed(table_id)
        found = await self._database.read(posts_and_version, table_id)
        look.fill(found.posts)
        look.known = self._tables.read.remembered_at(table_id, found.version)
        if look.known is None or found.has_slips or not look.known.table.length:
            return None
        try:
            standing = await self._database.read(self._tables.read.standing_in, look.known.table)
        except (Absent, Outdated):
            return None
        look.found, look.is_whole = self._snapshots.of(look.known, standing), False
        return look if self.complete(look) else None

    def handed_on(self, made: Made, user_id: int) -> TableLook | None:
        """Look at what a step has just made of a table, to show a desk; None where that has to be read.

        A slip for a decision that arose before is the only thing that it does not hold.
        """
        snapshot = self._snapshots.of(made.known, made.standing)
        seat = snapshot.table.seat_of(user_id)
        return None if seat is None or _has_begun_slip(snapshot, seat) else self._at(made, snapshot)

    def of_step(self, made: Made) -> TableLook | None:
        """Look at what a step has made of a table, as whoever watches is told of it; None where that has to be read.

        That is so as well where posts may have been noted, or asked for, between the step and this moment.
        """
        if made.since is None or self._notes.were_written(made.known.table.table_id, made.since):
            return None
        look = self._at(made, self._snapshots.of(made.known, made.standing))
        look.at, look.is_whole = made.since, False
        return look

    def complete(self, look: TableLook) -> bool:
        """Look together what it takes to show what is due, as `take` does; False where something has to be read."""
        if look.is_whole:
            return True
        snapshot, due = look.snapshot, look.due_kinds()
        moments, since = _looks_back(look.posts, due)
        remembered = self._tables.read.remembered(snapshot.table, moments, since)
        owners = look.due_owners()
        slips = [seat for seat in snapshot.table.people if seat.user_id in owners]
        turns = self._tables.read.remembered_turns(snapshot.table, _asked(snapshot, owners))
        if (
            PostKind.LOBBY in due
            or (due & _WITH_ODDS and not self._snapshots.odds.is_known(snapshot.table))
            or not remembered
            or turns is None
            or any(_has_begun_slip(snapshot, seat) for seat in slips)
        ):
            return False
        look.moments, look.told, look.turns = dict(remembered[0]), remembered[1], turns
        look.is_whole = True
        return True

    def _at(self, made: Made, snapshot: Snapshot) -> TableLook:
        """Look at a table as a step has left it."""
        look = TableLook(snapshot.table.table_id, found=snapshot, known=made.known)
        self._notes.follow(look)
        look.fill(made.posts)
        return look

    def _read(
        self,
        db: Connection,
        look: TableLook,
        found: PostsOfTable,
        due: set[PostKind],
        desk: PostKey | None = None,
    ) -> None:
        look.known, standing = self._tables.read.known_in(db, look.table_id, found.version)
        if due & _WITH_ODDS:
            self._snapshots.odds.read(db, look.known.table)
        look.found = snapshot = self._snapshots.of(look.known, standing)
        table = snapshot.table
        if PostKind.LOBBY in due:
            look.ingredients = luck.read(db, table)
            look.took = self._past_lengths.took(db, table)
            if table.rematch_of is not None and table.status is Status.LOBBY:
                look.played = players_of(db, table.rematch_of)
        if standing is None:
            return
        moments, since = _looks_back(look.posts, due)
        look.told = self._tables.read.told(db, table, since) if since is not None else ()
        look.moments = dict(self._tables.read.moments(db, table, moments))
        if PostKind.DESK in due or PostKind.CALL in due:
            if found.has_slips:
                look.drafts = read_drafts(db, look.table_id)
            owners = look.due_owners()
            asked = _asked(snapshot, owners | {desk.user_id if desk else None})
            look.turns = self._tables.read.turns(db, table, asked)


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
