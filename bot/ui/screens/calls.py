"""Who tells somebody that it is their turn, one message a turn: a board that is posted, by a ping, or their desk.

An edited message notifies nobody, and a board names only one who is asked alone, in the open. So a desk is sent anew
to whom no board calls. Whoever takes no direct messages is called by a board, which then is not edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.servers import Boards as Manner
from bot.tables import Seat, Standing, Status, screens
from bot.tables.following import following
from bot.tables.screens import Screen
from bot.ui.look import Look

FRESH = 55 * 60_000
"""Milliseconds for which a message is edited: Discord slows edits of messages older than an hour."""


def find_call(every: Sequence[Screen], user_id: int) -> Screen | None:
    """Return the call of one person that is still to be made, if there is one."""
    return next((each for each in _due(every) if each.user_id == user_id), None)


def knows(look: Look, every: Sequence[Screen], user_id: int) -> bool:
    """Whether somebody was told already that it is their turn."""
    calls = [each for each in every if each.kind == screens.CALL and each.user_id == user_id]
    return any(not call.is_due and not is_void(look, call) for call in calls)


def is_void(look: Look, call: Screen) -> bool:
    """Whether nothing is asked any more of whom it was to call."""
    seat = look.table.seat_of(call.user_id)
    if seat is None or seat.is_played_for or look.table.status is not Status.RUNNING or look.standing is None:
        return True
    return seat.number not in look.standing.asked


def is_secretly_asked(look: Look, user_id: int) -> bool:
    """Whether somebody is asked of whom nobody else may know that they are."""
    seat = look.table.seat_of(user_id)
    if seat is None or look.standing is None or seat.number not in look.standing.asked:
        return False
    return seat.number not in look.standing.view(None).to_act


def has_to_wait(look: Look) -> bool:
    """Whether it is not yet certain whose turn it will be: the table rests, or something follows by itself."""
    return look.table.paused_at is not None or following(look.table, look.standing) is not None


def of_board(look: Look, every: Sequence[Screen]) -> Sequence[Screen]:
    """Return the calls that a board makes which is posted now."""
    if has_to_wait(look):
        return ()
    return [call for call in _due(every) if not is_void(look, call) and _may_board_call(look, every, call)]


def of_boards_alone(look: Look, every: Sequence[Screen]) -> Sequence[Screen]:
    """Return the calls of those whom only a new board reaches."""
    return [call for call in of_board(look, every) if _is_closed(every, call.user_id)]


def needs_board(look: Look, every: Sequence[Screen]) -> bool:
    """Whether somebody has to be called whom only a new board reaches."""
    return bool(of_boards_alone(look, every))


def is_left_to_board(
    look: Look, every: Sequence[Screen], call: Screen, last: Standing | None, now: int
) -> bool:
    """Whether the board that comes next makes a call; `last` is what the one that stands shows."""
    board = next((each for each in every if each.kind == screens.BOARD), None)
    if board is None or board.problem or not board.is_due or call not in of_board(look, every):
        return False
    return needs_board(look, every) or not stays(look, board, last, now)


def stays(look: Look, board: Screen, last: Standing | None, now: int) -> bool:
    """Whether the board that stands is edited and no new one posted: where nothing moved, or the server likes it so."""
    if last is None or board.message_id is None:
        return False
    return is_fresh(board, now) and (look.settings.boards is Manner.EDITED or is_same_scene(look, last))


def is_fresh(screen: Screen, now: int) -> bool:
    """Whether a message is young enough to be edited."""
    return now - (screen.posted_at or 0) < FRESH


def is_same_scene(look: Look, earlier: Standing | None) -> bool:
    """Whether the board may go on showing the scene that it showed earlier."""
    if earlier is None or look.standing is None:
        return False
    view, old = look.standing.view(None), earlier.view(None)
    may_stay = look.screens.has_one_board_a_scene or look.screens.is_secret(view)
    return may_stay and look.screens.scene(view) == look.screens.scene(old)


def _due(every: Sequence[Screen]) -> Sequence[Screen]:
    return [each for each in every if each.kind == screens.CALL and each.is_due]


def _is_closed(every: Sequence[Screen], user_id: int) -> bool:
    """Whether somebody was found to take no direct messages."""
    return any(each.kind == screens.CLOSED and each.user_id == user_id for each in every)


def _may_board_call(look: Look, every: Sequence[Screen], call: Screen) -> bool:
    assert look.standing is not None
    asked = look.standing.view(None).to_act
    seat: Seat | None = look.table.seat_of(call.user_id)
    if seat is None or seat.number not in asked:
        return False  # nobody else has to know
    return len(asked) == 1 or _is_closed(every, call.user_id)
