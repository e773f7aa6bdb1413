"""Which posts a step makes untrue: asked for in its own transaction, made afterwards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import PostKind, desk_of, result_of
from bot.tables import deadlines, lobby
from bot.tables.deadlines import Clock
from bot.tables.loading import load_all
from bot.tables.standing import Standing
from bot.tables.table import Status, Table
from engines.core import Private, Row


async def ask_for_posts(
    db: AsyncConnection, table: Table, before: Standing, after: Standing, rows: Sequence[Row]
) -> None:
    """Ask for what these rows change for somebody's eyes."""
    events = [event for row in rows for event in row.events]
    if not after.match.outcome:
        for event in events:
            if event["type"] == "race_over":
                await outbox.ask_for(db, table.table_id, result_of(event["race"]), moment=after.length)
        await outbox.ask_for(db, table.table_id, outbox.BOARD, moment=after.length)
    is_new_scene = any(event["type"] in {"race_over", "game_over"} for event in events)
    concerned = None if is_new_scene else _concerned(before, after, rows)
    await ask_for_desks(db, table, concerned)


def _concerned(before: Standing, after: Standing, rows: Sequence[Row]) -> set[int]:
    """Whose desk says something new: who acted, who is asked anew, who was told or named in what happened."""
    acted = {row.seat for row in rows if row.seat is not None}
    asked = {seat for seat, since in after.asked.items() if before.asked.get(seat) != since}
    events = [event for row in rows for event in row.events]
    told = {seat for event in events if isinstance(event, Private) for seat in event.seats}
    named = {seat for event in events for seat in after.match.game.named_in(event)}
    opened = set(after.asked) | set(before.asked) if _is_new_phase(before, after) else set()
    return acted | asked | told | named | opened


def _is_new_phase(before: Standing, after: Standing) -> bool:
    return type(before.match.state) is not type(after.match.state)


async def ask_for_desks(db: AsyncConnection, table: Table, concerned: Iterable[int] | None = None) -> None:
    """Ask for the desks of those seats that are `concerned`, None: of all."""
    for seat in table.people:
        assert seat.user_id is not None
        if concerned is None or seat.number in concerned:
            await outbox.ask_for(db, table.table_id, desk_of(seat.user_id))


async def call(
    db: AsyncConnection, table: Table, standing: Standing, in_turn: Collection[int | None]
) -> None:
    """Have everybody told whose turn begins; those who are `in_turn` and asked once more know of it."""
    for seat in table.present:
        if seat.number in standing.asked and seat.number not in in_turn:
            assert seat.user_id is not None
            await outbox.ask_for_call(db, table.table_id, seat.user_id, standing.asked[seat.number])


async def show_anew(db: AsyncConnection, table: Table) -> None:
    """Have every desk, and what the board says, shown again as it is now."""
    await ask_for_desks(db, table)
    await outbox.show_again(db, table.table_id, PostKind.DESK)  # also of those who do not sit there any more
    await outbox.correct_board_words(db, table.table_id)


async def clocks_moved(db: AsyncConnection, table: Table) -> None:
    """Have it shown where clocks are shown that they stood still."""
    if table.status is Status.LOBBY:
        await lobby.changed(db, table)
    elif table.status is Status.RUNNING:
        await outbox.correct_board_words(db, table.table_id)
        clocks = await deadlines.of_table(db, table.table_id)
        for seat in table.present:
            if Clock.TURN.seat(seat.number) in clocks:
                await outbox.show_again(db, table.table_id, PostKind.DESK, seat.user_id)


async def show_moved(db: AsyncConnection, table_ids: Collection[str]) -> None:
    """Have it shown at these tables that their clocks were set later."""
    for table in await load_all(db, sorted(table_ids)):
        await clocks_moved(db, table)
