"""Who tells somebody that it is their turn, one message a turn: a board that is posted, by a ping, or their desk.

An edited message notifies nobody, and a board names only one who is asked alone, in the open. So a desk is sent anew
to whom no board calls. Whoever takes no direct messages is called by a board, which then is not edited. Whoever has
opened their desk where they play is called by any new board that may name them, else by a word in the direct messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.messages.snapshot import Snapshot
from bot.outbox import BOARD, Post, PostKey, PostKind, call_of, desk_of, direct_messages_closed_of
from bot.tables import Seat, Standing, Status
from bot.tables.autoplay import following
from bot.ui.screens.editing import stays

Posts = Mapping[PostKey, Post]
"""Every post of a table."""


def find_call(every: Posts, user_id: int) -> Post | None:
    """Return the call of one person that is still to be made, if there is one."""
    call = every.get(call_of(user_id))
    return call if call and call.is_due else None


def knows(snapshot: Snapshot, every: Posts, user_id: int) -> bool:
    """Whether somebody was told already that it is their turn."""
    call = every.get(call_of(user_id))
    return call is not None and not call.is_due and not is_void(snapshot, call)


def is_void(snapshot: Snapshot, call: Post) -> bool:
    """Whether nothing is asked any more of whom it was to call."""
    seat = _seat_of(snapshot, call)
    standing = snapshot.standing if snapshot.table.status is Status.RUNNING else None
    return seat is None or standing is None or seat.is_played_for or seat.number not in standing.asked


def is_secretly_asked(snapshot: Snapshot, user_id: int) -> bool:
    """Whether somebody is asked of whom nobody else may know that they are."""
    seat = snapshot.table.seat_of(user_id)
    if seat is None or snapshot.standing is None or seat.number not in snapshot.standing.asked:
        return False
    return seat.number not in snapshot.standing.view(None).to_act


def stands_still(snapshot: Snapshot) -> bool:
    """Whether nobody is waited for now: the table rests, or it is outside its hours."""
    return snapshot.table.paused_at is not None or snapshot.closed_until is not None


def has_to_wait(snapshot: Snapshot) -> bool:
    """Whether nobody is called now: the table stands still, or something follows by itself."""
    return stands_still(snapshot) or following(snapshot.table, snapshot.standing) is not None


def of_board(snapshot: Snapshot, every: Posts) -> Sequence[Post]:
    """Return the calls that a board makes which is posted now."""
    if has_to_wait(snapshot):
        return ()
    due = [each for each in every.values() if each.kind is PostKind.CALL and each.is_due]
    return [call for call in due if not is_void(snapshot, call) and _may_board_call(snapshot, every, call)]


def of_boards_alone(snapshot: Snapshot, every: Posts) -> Sequence[Post]:
    """Return the calls of those whom only a new board reaches."""
    return [call for call in of_board(snapshot, every) if _takes_no_messages(every, call)]


def is_left_to_board(snapshot: Snapshot, every: Posts, call: Post, last: Standing | None, now: int) -> bool:
    """Whether the board that comes next makes a call; `last` is what the one that stands shows."""
    board = every.get(BOARD)
    if board is None or board.problem or not board.is_due or call not in of_board(snapshot, every):
        return False
    return bool(of_boards_alone(snapshot, every)) or not stays(snapshot, board, last, now)


def _takes_no_messages(every: Posts, call: Post) -> bool:
    """Whether whom it calls was found to take no direct messages."""
    return call.user_id is not None and direct_messages_closed_of(call.user_id) in every


def _seat_of(snapshot: Snapshot, call: Post) -> Seat | None:
    return None if call.user_id is None else snapshot.table.seat_of(call.user_id)


def _may_board_call(snapshot: Snapshot, every: Posts, call: Post) -> bool:
    assert snapshot.standing is not None
    asked = snapshot.standing.view(None).to_act
    seat = _seat_of(snapshot, call)
    if seat is None or seat.number not in asked:
        return False  # nobody else has to know
    return len(asked) == 1 or _takes_no_messages(every, call) or _has_opened_desk(every, call)


def _has_opened_desk(every: Posts, call: Post) -> bool:
    """Whether whom it calls plays from a desk that they have opened, where the board is."""
    desk = None if call.user_id is None else every.get(desk_of(call.user_id))
    return desk is not None and desk.opened is not None
