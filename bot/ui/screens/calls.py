"""Who tells somebody that it is their turn, one message a turn: a board that is posted, by a ping, or their desk.

An edited message notifies nobody, and a board names only one who is asked alone, in the open. So a desk is sent anew
to whom no board calls. Whoever takes no direct messages is called by a board, which then is not edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.outbox import BOARD, Post, PostKind, call_of, direct_messages_closed_of
from bot.servers import Boards as Manner
from bot.tables import Seat, Standing, Status
from bot.tables.autoplay import following
from bot.ui.snapshot import Snapshot

FRESH = 55 * 60_000
"""Milliseconds for which a message is edited: Discord slows edits of messages older than an hour."""


def find_call(every: Sequence[Post], user_id: int) -> Post | None:
    """Return the call of one person that is still to be made, if there is one."""
    return next((each for each in _due(every) if each.user_id == user_id), None)


def knows(snapshot: Snapshot, every: Sequence[Post], user_id: int) -> bool:
    """Whether somebody was told already that it is their turn."""
    calls = [each for each in every if each.key == call_of(user_id)]
    return any(not call.is_due and not is_void(snapshot, call) for call in calls)


def is_void(snapshot: Snapshot, call: Post) -> bool:
    """Whether nothing is asked any more of whom it was to call."""
    seat = _seat_of(snapshot, call)
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


def of_board(snapshot: Snapshot, every: Sequence[Post]) -> Sequence[Post]:
    """Return the calls that a board makes which is posted now."""
    if has_to_wait(snapshot):
        return ()
    return [
        call for call in _due(every) if not is_void(snapshot, call) and _may_board_call(snapshot, every, call)
    ]


def of_boards_alone(snapshot: Snapshot, every: Sequence[Post]) -> Sequence[Post]:
    """Return the calls of those whom only a new board reaches."""
    return [call for call in of_board(snapshot, every) if _takes_no_messages(every, call)]


def needs_board(snapshot: Snapshot, every: Sequence[Post]) -> bool:
    """Whether somebody has to be called whom only a new board reaches."""
    return bool(of_boards_alone(snapshot, every))


def is_left_to_board(
    snapshot: Snapshot, every: Sequence[Post], call: Post, last: Standing | None, now: int
) -> bool:
    """Whether the board that comes next makes a call; `last` is what the one that stands shows."""
    board = next((each for each in every if each.key == BOARD), None)
    if board is None or board.problem or not board.is_due or call not in of_board(snapshot, every):
        return False
    return needs_board(snapshot, every) or not stays(snapshot, board, last, now)


def stays(snapshot: Snapshot, board: Post, last: Standing | None, now: int) -> bool:
    """Whether the board that stands is edited and no new one posted: where nothing moved, or the server likes it so."""
    if last is None or board.posted is None:
        return False
    return is_fresh(board, now) and (
        snapshot.settings.boards is Manner.EDITED or is_same_scene(snapshot, last)
    )


def is_fresh(post: Post, now: int) -> bool:
    """Whether a message is young enough to be edited."""
    return post.posted_at is not None and now - post.posted_at < FRESH


def is_same_scene(snapshot: Snapshot, earlier: Standing | None) -> bool:
    """Whether the board may go on showing the scene that it showed earlier."""
    if earlier is None or snapshot.standing is None:
        return False
    view, old = snapshot.standing.view(None), earlier.view(None)
    may_stay = snapshot.screens.has_one_board_a_scene or snapshot.screens.is_secret(view)
    return may_stay and snapshot.screens.scene(view) == snapshot.screens.scene(old)


def _due(every: Sequence[Post]) -> Sequence[Post]:
    return [each for each in every if each.kind is PostKind.CALL and each.is_due]


def _takes_no_messages(every: Sequence[Post], call: Post) -> bool:
    """Whether whom it calls was found to take no direct messages."""
    return call.user_id is not None and any(
        each.key == direct_messages_closed_of(call.user_id) for each in every
    )


def _seat_of(snapshot: Snapshot, call: Post) -> Seat | None:
    return None if call.user_id is None else snapshot.table.seat_of(call.user_id)


def _may_board_call(snapshot: Snapshot, every: Sequence[Post], call: Post) -> bool:
    assert snapshot.standing is not None
    asked = snapshot.standing.view(None).to_act
    seat = _seat_of(snapshot, call)
    if seat is None or seat.number not in asked:
        return False  # nobody else has to know
    return len(asked) == 1 or _takes_no_messages(every, call)
