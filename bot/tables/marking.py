"""Which posts a step makes untrue: asked for in its own transaction, made afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

from sqlalchemy import Connection

from bot import outbox
from bot.outbox import PostKey, PostKind, desk_of, result_of
from bot.tables import deadlines
from bot.tables.deadlines import Clock
from bot.tables.loading import load_all
from bot.tables.stakes import sides_of
from bot.tables.standing import Standing
from bot.tables.table import Status, Table
from engines.core import AnyGame, Private, Row

AT_A_TIME = 200
"""Tables that are named in one statement: SQLite takes no more than some thousand values."""


def ask_for_posts(
    db: Connection,
    table: Table,
    before: Standing,
    after: Standing,
    rows: Sequence[Row],
    overslept: Collection[int],
) -> None:
    """Ask for what these rows change for somebody's eyes, and have those told whose turn begins.

    Who is asked once more knows of it, but for those who `overslept`; so does who has closed a window by an answer.
    """
    events = [event for row in rows for event in row.events]
    moments: dict[PostKey, int | None] = {outbox.LOBBY: None, outbox.FINAL: None}
    if not after.match.outcome:
        races = [event["race"] for event in events if event["type"] == "race_over"]
        moments = dict.fromkeys([*map(result_of, races), outbox.BOARD], after.length)
    is_new_scene = any(event["type"] in {"race_over", "game_over"} for event in events)
    concerned = None if is_new_scene else _concerned(table, before, after, rows)
    in_turn: set[int | None] = {row.seat for row in rows} if before.window else {*before.asked}
    calls = _calls(table, after, in_turn.difference(overslept))
    outbox.ask_for_all(db, table.table_id, moments | _desks(table, concerned), calls)


def ask_for_first_posts(db: Connection, table: Table, standing: Standing) -> None:
    """Ask for the first board and all desks, and have those told whose turn begins."""
    first = {outbox.BOARD: standing.length, **_desks(table)}
    outbox.ask_for_all(db, table.table_id, first, _calls(table, standing, ()))


def _concerned(table: Table, before: Standing, after: Standing, rows: Sequence[Row]) -> set[int]:
    """Return the seats whose desk says something new.

    They acted, are asked anew, or were told or named in what happened; or their captain decides for them.
    """
    acted = {row.seat for row in rows if row.seat is not None}
    asked = {seat for seat, since in after.asked.items() if before.asked.get(seat) != since}
    events = [event for row in rows for event in row.events]
    told = {seat for event in events if isinstance(event, Private) for seat in event.seats}
    named = {seat for event in events for seat in after.match.game.named_in(event)}
    is_new_phase = type(before.match.state) is not type(after.match.state)
    is_for_all = is_new_phase or before.window or after.window
    opened = set(after.asked) | set(before.asked) if is_for_all else set()
    is_together = len(before.asked) > 1 or len(after.asked) > 1
    mates = _mates(after.match.game, table, acted | asked) if is_together else set()
    return acted | asked | told | named | opened | mates


def _mates(game: AnyGame, table: Table, seats: Collection[int]) -> set[int]:
    """Return the seats that play together with some seats."""
    sides = sides_of(game, table.options, len(table.seats))
    if sides is None:
        return set()
    concerned = {sides[seat] for seat in seats}
    return {seat for seat, side in enumerate(sides) if side in concerned}


def ask_for_desks(db: Connection, table: Table) -> None:
    """Ask for the desks of everybody who sits there."""
    outbox.ask_for_each(db, table.table_id, _desks(table))


def _desks(table: Table, concerned: Collection[int] | None = None) -> dict[PostKey, int | None]:
    """Name the desks of those seats that are `concerned`, None: of all."""
    seats = [seat for seat in table.people if concerned is None or seat.number in concerned]
    return {desk_of(seat.user_id): None for seat in seats if seat.user_id is not None}


def call(db: Connection, table: Table, standing: Standing, in_turn: Collection[int | None]) -> None:
    """Have everybody told whose turn begins; those who are `in_turn` and asked once more know of it."""
    for user_id, asked in _calls(table, standing, in_turn).items():
        outbox.ask_for_call(db, table.table_id, user_id, asked)


def _calls(table: Table, standing: Standing, in_turn: Collection[int | None]) -> dict[int, int]:
    """Say who is to be told, and of which decision. In a window nobody is: boards and desks show it, to all alike."""
    begins = standing.asked.keys() - in_turn if standing.window is None else set()
    called = [seat for seat in table.present if seat.number in begins]
    return {seat.user_id: standing.asked[seat.number] for seat in called if seat.user_id is not None}


def show_anew(db: Connection, table: Table) -> None:
    """Have every desk, and what the board says, shown again as it is now."""
    ask_for_desks(db, table)
    outbox.show_again(db, table.table_id, PostKind.DESK)  # also of those who do not sit there any more
    outbox.ask_for(db, table.table_id, outbox.BOARD_WORDS)


def show_moved(db: Connection, table_ids: Collection[str], since: int | None = None, now: int = 0) -> None:
    """Have it shown at these tables, where clocks are shown, that they were set later.

    Those that were made up for the time `since` a moment until `now` are left as they are where no clock counted then.
    """
    names = sorted(table_ids)
    for begin in range(0, len(names), AT_A_TIME):
        _show_moved(db, load_all(db, names[begin : begin + AT_A_TIME]), since, now)


def _show_moved(db: Connection, moved: Sequence[Table], since: int | None, now: int) -> None:
    """Do so at some tables, in as many statements as it takes for one."""
    for table in moved:
        if table.status is Status.LOBBY:
            outbox.ask_for(db, table.table_id, outbox.LOBBY)
    running = {table.table_id: table for table in moved if table.status is Status.RUNNING}
    clocks = deadlines.of_tables(db, running)
    kinds = defaultdict[str, set[Clock]](set)
    for table_id, kind in clocks:
        kinds[table_id].add(Clock.of(kind))
    shown = {
        table_id: table
        for table_id, table in running.items()
        if _shows_moved(table, kinds[table_id], since, now)
    }
    timed = [
        (table_id, seat.user_id)
        for table_id, table in shown.items()
        for seat in table.present
        if seat.user_id is not None and (table_id, Clock.TURN.seat(seat.number)) in clocks
    ]
    outbox.ask_at_each(db, shown, outbox.BOARD_WORDS)
    outbox.show_desks_again(db, timed)


def _shows_moved(table: Table, clocks: AbstractSet[Clock], since: int | None, now: int) -> bool:
    """Whether a table shows a clock that may have been set later: else it would be posted anew for nothing."""
    if table.paused_at is not None:
        return Clock.CROWDED in clocks
    is_played = since is None or table.hours is None or table.between(since, now) > 0
    return is_played or any(not clock.counts_hours for clock in clocks - {Clock.OPEN, Clock.OFFER})
