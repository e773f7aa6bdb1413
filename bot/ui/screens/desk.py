"""A desk: what one seat sees and may do, in private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.tables import Seat, Status
from bot.tables.deadlines import Clock
from bot.tables.records import Attendance
from bot.texts.markup import mention
from bot.ui.games.base import Controls, Desk, Seating
from bot.ui.ids import CustomId
from bot.ui.look import Look
from bot.ui.sheets import Sheet, button

SECOND = 1000
STOP = "stop.on"
"""What a press on a desk is about that agrees to end the table early."""


def seating_of(look: Look, seat: Seat, draft: Mapping[str, Any]) -> Seating:
    """Gather one seat's side of a running table."""
    assert look.standing is not None
    return Seating(
        table_id=look.table.table_id,
        seat=seat.number,
        view=look.standing.view(seat.number),
        choices=look.standing.choices(seat.number),
        asked=look.standing.asked.get(seat.number, look.standing.length),
        draft=draft,
        names=look.table.names,
        orders=frozenset(seat.orders),
    )


def desk_sheet(
    look: Look, seat: Seat, draft: Mapping[str, Any], *, has_place: bool, now: int = 0, is_kept: bool = True
) -> Sheet:
    """Lay out one seat's desk; `is_kept` says whether the bot keeps it up to date. Slow: for a worker thread."""
    head = look.t.table.desk_title(look.game_name, look.table.table_id, _where(look))
    if look.table.status is not Status.RUNNING or look.standing is None:
        return Sheet(f"{head}\n{_ending(look)}")
    desk = look.screens.desk(seating_of(look, seat, draft), look.t)
    is_asked = seat.number in look.standing.asked
    rests = look.table.paused_at is not None
    lines = [head, *_state(look, seat, now, is_asked=is_asked)]
    if not rests and not (is_asked and seat.is_played_for):  # nobody is asked what somebody else decides
        lines.append(desk.text)
    if not rests and not is_asked and not seat.is_played_for:
        lines.append(look.t.table.desk_wakes if is_kept else look.t.table.desk_stays)
    if is_asked_to_stop(look, seat):
        lines.append(_asks_to_stop(look))
    if not has_place:
        lines.append(look.t.table.no_place(look.game_name, look.table.table_id))
    return Sheet("\n".join(lines), desk.drawings, _rows(look, seat, desk))


def given_up_sheet(look: Look, user_id: int, *, is_kept: bool = True) -> Sheet:
    """Close the desk of who does not sit there any more; an owner is told who does."""
    words = look.t.table
    head = words.desk_title(look.game_name, look.table.table_id, look.link)
    holder = look.table.holder_for(user_id)
    if holder is None or look.table.status is not Status.RUNNING:
        return Sheet(f"{head}\n{words.desk_given_up}")
    return Sheet(f"{head}\n{words.desk_handed_over(mention(holder))}")


def _state(look: Look, seat: Seat, now: int, *, is_asked: bool) -> list[str]:
    """Say by when to decide, or why there is no hurry."""
    words = look.t.table
    if look.table.paused_at is not None:
        then = look.after_the_rest
        will_be_asked = [words.desk_asked_later] if is_asked and not seat.is_played_for else []
        return [words.desk_crowded(then) if then else words.desk_paused, *will_be_asked]
    if seat.attendance is Attendance.AWAY:
        return [words.desk_away]
    if seat.attendance is Attendance.LEFT:
        return [words.desk_left]
    due_at = look.clocks.get(Clock.TURN.seat(seat.number))
    if not is_asked or due_at is None:
        return []
    is_half_gone = Clock.HALF.seat(seat.number) not in look.clocks and due_at - now > 15 * SECOND
    return [words.desk_clock(due_at), *([words.desk_half_time] if is_half_gone else [])]


def is_asked_to_stop(look: Look, seat: Seat) -> bool:
    """Whether others would end the table early, and it takes this seat's word."""
    return any(each.would_stop for each in look.table.people) and seat in look.missing


def _asks_to_stop(look: Look) -> str:
    agreed = [look.who(each.number) for each in look.table.people if each.would_stop]
    return look.t.table.desk_asks_to_stop(agreed, look.early_end, look.clocks.get(Clock.STOPPING))


def _rows(look: Look, seat: Seat, desk: Desk) -> Sequence[Controls]:
    stop = button(CustomId(look.table.table_id, 0, STOP), look.t.table.stop_here, discord.ButtonStyle.danger)
    asked: Sequence[Controls] = ((stop,),) if is_asked_to_stop(look, seat) else ()
    if not seat.is_played_for:
        return asked if look.table.paused_at is not None else (*desk.rows, *asked)
    back = CustomId(look.table.table_id, 0, "back")
    return ((button(back, look.t.table.back, discord.ButtonStyle.success),), *asked)


def _where(look: Look) -> str:
    if look.standing is None:
        return look.link
    return f"{look.screens.progress(look.standing.view(None), look.t)} · {look.link}"


def _ending(look: Look) -> str:
    if look.table.status is Status.FINISHED:
        return look.t.table.finished_desk(look.link)
    return look.t.table.cancelled_desk(look.table.stakes, look.table.counted)
