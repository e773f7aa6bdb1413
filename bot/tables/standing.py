"""Where a running table stands: its log, folded, and since when each seat is asked."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from bot.db.schema import log
from bot.tables.games import Games
from bot.tables.refusals import Absent, Outdated, Refusal, Refused
from bot.tables.table import Status, Table, Taken
from engines import catalog
from engines.core import Header, IllegalAction, Match, Row, Seat, TimeLimit, Unreadable, commitment, seed
from engines.core.match import done_again
from engines.core.racelog import VERSION


def header_of(table: Table) -> Header:
    """Head the log of a table that starts, or has started, with the seats and the salt it has now.

    Where the program has not the rules it was played by, it is headed with what is stored.
    """
    try:
        game = game_of(table)
        return Header.of(game, game.options(table.options), len(table.seats), table.secret, table.salt)
    except (Unreadable, Absent):
        return Header(
            log=VERSION,
            game=table.game,
            rules=table.rules,
            options=table.options,
            edition=dict(table.edition),
            seats=len(table.seats),
            secret=table.secret.hex(),
            salt=table.salt,
            seed=seed(table.secret, table.salt).hex(),
            commitment=commitment(table.secret),
        )


def game_of(table: Table) -> catalog.AnyGame:
    """Return the game of a table, by its rules and edition; raise Unreadable or Absent where they are not here."""
    return catalog.game(table.game, table.edition, table.rules)


class Standing(NamedTuple):
    """A match at one moment, never changed in place.

    `asked` has for each seat that has to decide the log length at which its decision arose. Its buttons carry
    that number, so that a late press is told from one in time. Of windows that follow one another, each seat that
    has not answered yet keeps the number of the first: a press on a desk that is one card behind still counts.
    """

    match: Match
    asked: dict[Seat, int]

    @classmethod
    def begin(cls, table: Table) -> tuple[Standing, list[Row]]:
        """Set the game of a table up: its first moment and the first rows of its log; raise Outdated or Absent."""
        try:
            match, rows = Match.start(game_of(table), header_of(table))
        except Unreadable as error:
            raise Outdated(str(error)) from None
        return cls(match, dict.fromkeys(match.to_act(), match.length)), rows

    @classmethod
    def of_log(cls, table: Table, rows: Iterable[Row]) -> Standing:
        """Return where a table stands whose log has these rows, from the set-up on; raise Outdated or Absent."""
        with _doing_again("its set-up", table.game):
            standing, opening = cls.begin(table)
        return standing.folded(rows, opening)

    def after(self, seat: Seat | None, action: Any) -> tuple[Standing, list[Row]]:
        """Let a seat act; raise `IllegalAction`, and then nothing has happened."""
        match, rows = self.match.act(seat, action)
        following = Standing(match, {})
        acted = {row.seat for row in rows}
        # A window asks all seats something else than what was asked before it, and than what comes after it.
        kept = self.asked.keys() - acted if bool(self.window) == bool(following.window) else set[Seat]()
        asked = {each: self.asked[each] if each in kept else match.length for each in match.to_act()}
        return following._replace(asked=asked), rows

    def folded(self, rows: Iterable[Row], due: Iterable[Row] = ()) -> Standing:
        """Return the standing after further rows of the log, which have to be what the rules give, row by row.

        `due` are rows that the rules have given already. Raises Outdated: this would be another game.
        """
        reached, left = self, deque(due)
        for standing, row, right in done_again(self, rows, left, Standing._again):
            if row != right:
                raise Outdated(f"row {row.n} of its log is not what the rules give now")
            reached = standing
        if left:
            raise Outdated(f"row {left[0].n}, which the rules give now, is not in its log")
        return reached

    def after_row(self, row: Row) -> Standing:
        """Return the standing after one row; a forced one was done with the row before it. Raises Outdated."""
        return self if row.action is None or row.auto else self._again(row)[0]

    def _again(self, row: Row) -> tuple[Standing, list[Row]]:
        """Do again what a row of the log says was decided; raise Outdated if the rules refuse it, or break over it."""
        with _doing_again(f"row {row.n} of its log", self.match.game.key):
            return self.after(row.seat, self.match.game.read_action(row.action or {}))

    def require_asked(self, seat: Seat, asked: int) -> None:
        """Refuse an answer to a question that was answered already, or that was never put to this seat."""
        if self.asked.get(seat) != asked:
            raise Refused(Refusal.STALE if 0 < asked < self.length else Refusal.NOT_YOUR_TURN)

    @property
    def length(self) -> int:
        """Rows in the log so far."""
        return self.match.length

    def view(self, seat: Seat | None) -> Any:
        """All that a seat may know, None: everyone."""
        return self.match.game.view(self.match.state, seat)

    def has_only_move(self, seat: Seat) -> bool:
        """Whether everybody can know that a seat has only one move; decided from what everyone sees."""
        return seat in self.asked and self.match.game.has_only_move(self.view(None), seat)

    def kind_of_decision(self, seat: Seat) -> str:
        """The type of the actions from which a seat that is asked has to choose."""
        return self.match.game.kind_of_decision(self.match.state, seat)

    @property
    def window(self) -> TimeLimit[Any] | None:
        """The time in which any seat may answer; None where the usual clocks of those that are asked run."""
        return self.match.game.window(self.match.state)

    def choices(self, seat: Seat) -> Any:
        """What a seat may do; empty where it is not asked."""
        return self.match.game.choices(self.match.state, seat)


@contextmanager
def _doing_again(what: str, game: str) -> Iterator[None]:
    """Call a table outdated whatever the rules say of `what`, or however they break over it: they did not write it.

    Rules of another distribution that break, other than by a refusal, count as not here: they may be mended.
    Of their answer only its kind is told, since it may name cards.
    """
    try:
        yield
    except (Outdated, Absent):
        raise
    except Exception as error:  # noqa: BLE001 - other rules may fail in any way over a log that is not theirs
        why = f"{what} cannot be done again ({type(error).__name__})"
        if game in catalog.GAMES or isinstance(error, (Unreadable, IllegalAction)):
            raise Outdated(why) from None
        raise Absent(Status.RUNNING, why) from None


class Told(NamedTuple):
    """A row of a log, and why it was decided in a seat's place; None: it was not."""

    row: Row
    taken: Taken | None


def takers_of(told: Iterable[Told]) -> dict[int, Taken]:
    """Say which rows, by number, were decided in a seat's place, and why."""
    return {each.row.n: each.taken for each in told if each.taken}


def standing_of(db: Connection, games: Games, table: Table, length: int | None = None) -> Standing:
    """Return where a started table stands, or stood when its log had `length` rows.

    Every row up to there has to be committed. Raises `Outdated` if the rules do not lead there, and `Absent`.
    """
    games.require_here(table)
    length = table.length if length is None else length
    nearest: Standing | None = games.states.nearest(table.table_id, length)
    if nearest is not None and nearest.length == length:
        return nearest
    rows = read_log(db, table, nearest.length if nearest else 0, length)
    standing = nearest.folded(rows) if nearest else Standing.of_log(table, rows)
    games.states.put(table.table_id, length, standing)
    return standing


def standings_of(
    db: Connection, games: Games, table: Table, lengths: Collection[int]
) -> Mapping[int, Standing | None]:
    """Do the same for several lengths of a log; None where it had no rows."""
    return {
        length: standing_of(db, games, table, length) if length > 0 else None for length in sorted(lengths)
    }


_ROWS = select(log.c.taken_by, log.c.n, log.c.events, log.c.seat, log.c.action, log.c.auto).order_by(log.c.n)
_ROWS = _ROWS.where(
    log.c.table_id == bindparam("table"), log.c.n.between(bindparam("since"), bindparam("last"))
)


def read_log(db: Connection, table: Table, since: int = 0, until: int | None = None) -> Sequence[Row]:
    """Read the rows of a table's log from number `since` on, up to but without `until` (None: its length)."""
    return [each.row for each in read_told(db, table, since, until)]


def read_told(db: Connection, table: Table, since: int = 0, until: int | None = None) -> Sequence[Told]:
    """Do the same, and say of each row why it was decided in a seat's place."""
    last = (table.length if until is None else until) - 1
    stored = db.execute(_ROWS, {"table": table.table_id, "since": since, "last": last})
    read_event = catalog.event_reader(table.game, table.rules)
    return [
        Told(
            Row(
                n, [*map(read_event, json.loads(events))], seat, json.loads(action) if action else None, auto
            ),
            Taken(taken) if taken else None,
        )
        for taken, n, events, seat, action, auto in stored
    ]
