"""Who tells somebody that it is their turn, one message a turn: a board that is posted, by a ping, or their desk.

An edited message notifies nobody, and a board names only one who is asked alone, in the open. So a desk is sent anew
to whom no board calls. Whoever takes no direct messages is called by a board, which then is not edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.outbox import posts
from bot.outbox.posts import Screen
from bot.servers import Boards as Manner
from bot.tables import Seat, Standing, Status
from bot.tables.autoplay import following
from bot.ui.snapshot import Snapshot

FRESH = 55 * 60_000
"""Milliseconds for which a message is edited: Discord slows edits of messages older than an hour."""


def find_call(every: Sequence[Screen], user_id: int) -> Screen | None:
    """Return the call of one person that is still to be made, if there is one."""
    return next((each for each in _due(every) if each.user_id == user_id), None)


def knows(snapshot: Snapshot, every: Sequence[Screen], user_id: int) -> bool:
    """Whether somebody was told already that it is their turn."""
    calls = [each for each in every if each.kind == posts.CALL and each.user_id == user_id]
    return any(not call.is_due and not is_void(snapshot, call) for call in calls)


def is_void(snapshot: Snapshot, call: Screen) -> bool:
    """Whether nothing is asked any more of whom it was to call."""
    seat = snapshot.table.seat_of(call.user_id)
    if (
        seat is None
        or seat.is_played_for
        or snapshot.table.status is not Status.RUNNING
        or snapshot.standing is None
    ):
        return True
    return seat.number not in snapshot.standing.asked


def is_secretly_asked(snapshot: Snapshot, user_id: int) -> bool:
    """Whether somebody is asked of whom nobody else may know that they are."""
    seat = snapshot.table.seat_of(user_id)
    if seat is None or snapshot.standing is None or seat.number not in snapshot.standing.asked:
        return False
    return seat.number not in snapshot.standing.view(None).to_act


def has_to_wait(snapshot: Snapshot) -> bool:
    """Whether it is not yet certain whose turn it will be: the table rests, or something follows by itself."""
    return snapshot.table.paused_at is not None or following(snapshot.table, snapshot.standing) is not None


def of_board(snapshot: Snapshot, every: Sequence[Screen]) -> Sequence[Screen]:
    """Return the calls that a board makes which is posted now."""
    if has_to_wait(snapshot):
        return ()
    return [
        call for call in _due(every) if not is_void(snapshot, call) and _may_board_call(snapshot, every, call)
    ]


def of_boards_alone(snapshot: Snapshot, every: Sequence[Screen]) -> Sequence[Screen]:
    """Return the calls of those whom only a new board reaches."""
    return [call for call in of_board(snapshot, every) if _is_closed(every, call.user_id)]


def needs_board(snapshot: Snapshot, every: Sequence[Screen]) -> bool:
    """Whether somebody has to be called whom only a new board reaches."""
    return bool(of_boards_alone(snapshot, every))


def is_left_to_board(
    snapshot: Snapshot, every: Sequence[Screen], call: Screen, last: Standing | None, now: int
) -> bool:
    """Whether the board that comes next makes a call; `last` is what the one that stands shows."""
    board = next((each for each in every if each.kind == posts.BOARD), None)
    if board is None or board.problem or not board.is_due or call not in of_board(snapshot, every):
        return False
    return needs_board(snapshot, every) or not stays(snapshot, board, last, now)


def stays(snapshot: Snapshot, board: Screen, last: Standing | None, now: int) -> bool:
    """Whether the board that stands is edited and no new one posted: where nothing moved, or the server likes it so."""
    if last is None or board.message_id is None:
        return False
    return is_fresh(board, now) and (
        snapshot.settings.boards is Manner.EDITED or is_same_scene(snapshot, last)
    )


def is_fresh(screen: Screen, now: int) -> bool:
    """Whether a message is young enough to be edited."""
    return now - (screen.posted_at or 0) < FRESH


def is_same_scene(snapshot: Snapshot, earlier: Standing | None) -> bool:
    """Whether the board may go on showing the scene that it showed earlier."""
    if earlier is None or snapshot.standing is None:
        return False
    view, old = snapshot.standing.view(None), earlier.view(None)
    may_stay = snapshot.screens.has_one_board_a_scene or snapshot.screens.is_secret(view)
    return may_stay and snapshot.screens.scene(view) == snapshot.screens.scene(old)


def _due(every: Sequence[Screen]) -> Sequence[Screen]:
    return [each for each in every if each.kind == posts.CALL and each.is_due]


def _is_closed(every: Sequence[Screen], user_id: int) -> bool:
    """Whether somebody was found to take no direct messages."""
    return any(each.kind == posts.CLOSED and each.user_id == user_id for each in every)


def _may_board_call(snapshot: Snapshot, every: Sequence[Screen], call: Screen) -> bool:
    assert snapshot.standing is not None
    asked = snapshot.standing.view(None).to_act
    seat: Seat | None = snapshot.table.seat_of(call.user_id)
    if seat is None or seat.number not in asked:
        return False  # nobody else has to know
    return len(asked) == 1 or _is_closed(every, call.user_id)
