"""Public lines, each posted once: who decides for a seat, whether a table rests, whom no direct message reaches."""

from __future__ import annotations

from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import desk_button
from bot.messages.snapshot import Snapshot
from bot.outbox import Notice


def notice_layout(snapshot: Snapshot, notice: Notice, number: int | None) -> MessageLayout:
    """Tell who decides for a seat now, or without a `number` whether the table rests.

    What follows from that, such as a clock that is set anew, is said by the board, whose words are put right.
    """
    told = _crowded(snapshot) if notice is Notice.CROWDED else _told(snapshot, notice, number)
    return told._replace(text="\n".join([told.text, *snapshot.named]))


def _told(snapshot: Snapshot, notice: Notice, number: int | None) -> MessageLayout:
    seat = snapshot.table.seats[number if number is not None and number < len(snapshot.table.seats) else 0]
    if snapshot.table.is_asleep and notice in {Notice.LEFT, Notice.AWAY, Notice.RETURNED}:
        return MessageLayout(snapshot.t.table.asleep(notice, snapshot.who(seat.number)))
    missing = [snapshot.who(each.number) for each in snapshot.missing]
    pings = [each.user_id for each in snapshot.missing if each.is_played_for and each.user_id is not None]
    return MessageLayout(
        snapshot.t.table.notice(
            notice, snapshot.who(seat.number), snapshot.table.names[seat.number], missing, snapshot.early_end
        ),
        pings=pings
        if notice is Notice.WOULD_STOP
        else (),  # their silence will count: they have to hear of it
    )


def _crowded(snapshot: Snapshot) -> MessageLayout:
    """Tell everybody at a table that rests that somebody wants its place; once it went on there is no hurry."""
    then = snapshot.after_the_rest
    if then is None:
        return MessageLayout(snapshot.t.table.notice(Notice.RESUMED, "", "", ()))
    people = [snapshot.who(seat.number) for seat in snapshot.table.people]
    pings = [seat.user_id for seat in snapshot.table.people if seat.user_id is not None]
    return MessageLayout(snapshot.t.table.crowded(people, then), pings=pings)


def tells_the_end(notice: Notice) -> bool:
    """Whether a notice says why a table ended, so that it is posted though the table is closed."""
    return notice is Notice.OUTDATED


def direct_messages_closed_layout(snapshot: Snapshot, user_id: int) -> MessageLayout:
    """Tell whoever takes no direct messages where their desk is."""
    who = snapshot.who(snapshot.table.require_seat(user_id).number)
    return MessageLayout(
        snapshot.t.table.desks_closed([who]), controls=(desk_button(snapshot),), pings=(user_id,)
    )
