"""A desk: what one seat sees and may do, in private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.games.kit.panels import SIDE_BY_SIDE
from bot.games.screens import Controls, Desk, Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, below, button
from bot.messages.layouts.desk_story import TOLD_ALL, Brief, told_in_full, told_since
from bot.messages.layouts.outcome_lines import own_result
from bot.messages.snapshot import Snapshot
from bot.tables import Seat, Status
from bot.tables.deadlines import Clock
from bot.tables.last_turns import NOTHING, Since
from bot.tables.table import Attendance
from bot.texts.markup import mention
from render.picture import Picture, Topic

SECOND = 1000
MORE = "more"
"""What a press on a desk is about that wants to know more."""
STOP = "stop.on"
"""What a press on a desk is about that agrees to end the table early."""
HINT = "hint"
"""What one is about that asks what to do."""


def seating_of(snapshot: Snapshot, seat: Seat, draft: Mapping[str, Any]) -> Seating:
    """Gather one seat's side of a running table."""
    assert snapshot.standing is not None
    return Seating(
        table_id=snapshot.table.table_id,
        seat=seat.number,
        view=snapshot.standing.view(seat.number),
        choices=snapshot.standing.choices(seat.number),
        asked=snapshot.standing.asked.get(seat.number, snapshot.standing.length),
        draft=draft,
        names=snapshot.table.names,
        orders=frozenset(seat.orders),
        game=snapshot.standing.match.game,
        suggested_for=snapshot.suggested_for,
    )


def desk_layout(
    snapshot: Snapshot,
    seat: Seat,
    draft: Mapping[str, Any],
    *,
    has_place: bool,
    now: int = 0,
    is_kept: bool = True,
    since: Since = NOTHING,
) -> MessageLayout:
    """Lay out one seat's desk; `is_kept` says whether the bot keeps it up to date.

    `since` is what happened since the seat decided last; a long stretch of it is for a worker thread.
    """
    head = snapshot.t.table.desk_title(snapshot.game_name, snapshot.table.table_id, _where(snapshot))
    if snapshot.table.status is not Status.RUNNING or snapshot.standing is None:
        return MessageLayout(f"{head}\n{_ending(snapshot, seat)}")
    desk = snapshot.screens.desk(seating_of(snapshot, seat, draft), snapshot.words)
    is_asked = seat.number in snapshot.standing.asked
    rests = snapshot.table.paused_at is not None
    lines = [head, *_state(snapshot, seat, now, is_asked=is_asked)]
    if not rests and not (is_asked and seat.is_played_for):  # nobody is asked what somebody else decides
        lines.append(desk.text)
    if not rests and not is_asked and not seat.is_played_for:
        lines.append(snapshot.t.table.desk_wakes if is_kept else snapshot.t.table.desk_stays)
    if is_asked_to_stop(snapshot, seat):
        lines.append(_asks_to_stop(snapshot))
    if not has_place:
        lines.append(snapshot.t.table.no_place(snapshot.game_name, snapshot.table.table_id))
    drawings = [*board_of(snapshot), *desk.drawings]
    said = said_by_desk(snapshot, seat) if desk.text in lines else set()
    layout = MessageLayout("\n".join(lines), drawings, said=said)
    if desk.text in lines and desk.call:
        closes = snapshot.clocks.get(Clock.WINDOW)
        called = desk.call if closes is None else snapshot.t.table.call_clock(desk.call, closes)
        layout = layout._replace(reminder=called)
    told = told_since(snapshot, layout, since, seat) if is_asked and not rests else TOLD_ALL
    layout = layout._replace(controls=_controls(snapshot, seat, desk, told))
    if not told.text:
        return layout
    return layout._replace(text=below(head, told.text, *lines[1:]), said={*said, Topic.NEWS})


def said_by_desk(snapshot: Snapshot, seat: Seat) -> set[Topic]:
    """Return of what a desk speaks that asks its seat for something, or says that nothing is asked.

    It names none of the others, so where they are asked as well, or alone, that is left to be told.
    """
    assert snapshot.standing is not None
    return {Topic.OWN, Topic.ASKED} if [*snapshot.standing.asked] == [seat.number] else {Topic.OWN}


def board_of(snapshot: Snapshot) -> list[Picture]:
    """Draw the board as it stands in public, so that it is drawn once for all, where it says something."""
    assert snapshot.standing is not None
    view, screens = snapshot.standing.view(None), snapshot.screens
    return [screens.board(view, snapshot.table.names, snapshot.words)] if screens.has_board(view) else []


def given_up_layout(snapshot: Snapshot, user_id: int) -> MessageLayout:
    """Close the desk of who does not sit there any more; an owner is told who does."""
    words = snapshot.t.table
    head = words.desk_title(snapshot.game_name, snapshot.table.table_id, snapshot.link)
    holder = snapshot.table.holder_for(user_id)
    if holder is None or snapshot.table.status is not Status.RUNNING:
        return MessageLayout(f"{head}\n{words.desk_given_up}")
    return MessageLayout(f"{head}\n{words.desk_handed_over(mention(holder))}")


def reminder(snapshot: Snapshot, seat: Seat, now: int) -> str:
    """Say of what somebody is reminded whose desk is open elsewhere: how long they have, what others ask of them."""
    assert snapshot.standing is not None
    is_asked = seat.number in snapshot.standing.asked
    asks_to_stop = [_asks_to_stop(snapshot)] if is_asked_to_stop(snapshot, seat) else []
    return below(*_state(snapshot, seat, now, is_asked=is_asked), *asks_to_stop)


def _state(snapshot: Snapshot, seat: Seat, now: int, *, is_asked: bool) -> list[str]:
    """Say by when to decide, or why there is no hurry."""
    words = snapshot.t.table
    if snapshot.table.paused_at is not None:
        then = snapshot.after_the_rest
        if snapshot.table.is_asleep and not then:
            return [words.desk_asleep]
        will_be_asked = [words.desk_asked_later] if is_asked and not seat.is_played_for else []
        return [words.desk_crowded(then) if then else words.desk_paused, *will_be_asked]
    if seat.attendance is Attendance.AWAY:
        return [words.desk_away]
    if seat.attendance is Attendance.LEFT:
        return [words.desk_left]
    window = snapshot.clocks.get(Clock.WINDOW)
    due_at = window or snapshot.clocks.get(Clock.TURN.seat(seat.number))
    if not is_asked or due_at is None:
        return []
    is_half_gone = Clock.HALF.seat(seat.number) not in snapshot.clocks and due_at - now > 15 * SECOND
    still = snapshot.closed_until
    return [
        words.desk_clock(due_at),
        *([words.desk_half_time] if is_half_gone and not window else []),
        *([words.stands_still(still)] if still else []),
    ]


def is_asked_to_stop(snapshot: Snapshot, seat: Seat) -> bool:
    """Whether others would end the table early, and it takes this seat's word."""
    return any(each.would_stop for each in snapshot.table.people) and seat in snapshot.missing


def _asks_to_stop(snapshot: Snapshot) -> str:
    agreed = [snapshot.who(each.number) for each in snapshot.table.people if each.would_stop]
    return snapshot.t.table.desk_asks_to_stop(agreed, snapshot.early_end, snapshot.clocks.get(Clock.STOPPING))


def _controls(snapshot: Snapshot, seat: Seat, desk: Desk, told: Brief) -> Sequence[Controls]:
    stop = button(
        CustomId(snapshot.table.table_id, 0, STOP), snapshot.t.table.stop_here, discord.ButtonStyle.danger
    )
    asked: Sequence[Controls] = ((stop,),) if is_asked_to_stop(snapshot, seat) else ()
    if not seat.is_played_for:
        if snapshot.table.paused_at is not None:
            return asked
        controls = with_more(snapshot, seat, with_hint(snapshot, seat, desk.controls), told)
        return (*controls, *asked)
    back = CustomId(snapshot.table.table_id, 0, "back")
    return ((button(back, snapshot.t.table.back, discord.ButtonStyle.success),), *asked)


def with_more(
    snapshot: Snapshot, seat: Seat, controls: Sequence[Controls], told: Brief = TOLD_ALL
) -> Sequence[Controls]:
    """Offer to tell more to whom something is asked, beside the last buttons where there is room.

    Its label says what the desk has left out of what was `told`.
    """
    assert snapshot.standing is not None
    if seat.number not in snapshot.standing.asked:
        return controls
    label = snapshot.t.table.more_of(told.moves, result=told.is_result_cut)
    more = button(CustomId(snapshot.table.table_id, 0, MORE), label)
    *others, last = controls or ((),)
    if all(isinstance(item, ui.Button) for item in last) and len(last) < SIDE_BY_SIDE:
        return (*others, (*last, more))
    return (*others, last, (more,))


def more_of_desk(
    snapshot: Snapshot, seat: Seat, draft: Mapping[str, Any], since: Since = NOTHING
) -> MessageLayout:
    """Tell what a desk leaves out: how what is asked is done, what happens then, the hand in words, and every move.

    `since` is what happened since the seat decided last.
    """
    snapshot.table.require_running()
    snapshot.require_here()
    words = snapshot.t.table
    desk = snapshot.screens.desk(seating_of(snapshot, seat, draft), snapshot.words)
    has_clock = Clock.TURN.seat(seat.number) in snapshot.clocks
    more = MessageLayout(below(desk.more, words.more_clock if has_clock else "", words.more_rules))
    return more._replace(text=below(told_in_full(snapshot, more, since, seat), more.text))


def with_hint(snapshot: Snapshot, seat: Seat, controls: Sequence[Controls]) -> Sequence[Controls]:
    """Offer a hint to whoever has to decide, where the table has any.

    It stands beside the last buttons if there is room for what tells more as well, else both begin a row.
    """
    assert snapshot.standing is not None
    if not snapshot.table.has_hints or seat.number not in snapshot.standing.asked:
        return controls
    hint = button(CustomId(snapshot.table.table_id, 0, HINT), snapshot.t.table.hint, emoji="💡")
    *above, last = controls or ((),)
    has_room = len(last) + 2 <= SIDE_BY_SIDE and not any(isinstance(each, ui.Select) for each in last)
    return (*above, (*last, hint)) if has_room else (*controls, (hint,))


def _where(snapshot: Snapshot) -> str:
    if snapshot.standing is None:
        return snapshot.link
    return f"{snapshot.screens.progress(snapshot.standing.view(None), snapshot.words)} · {snapshot.link}"


def _ending(snapshot: Snapshot, seat: Seat) -> str:
    if snapshot.table.status is Status.FINISHED:
        return snapshot.t.table.finished_desk(snapshot.link, own_result(snapshot, seat))
    return snapshot.t.table.cancelled_desk(snapshot.table.stakes, snapshot.table.counted)
