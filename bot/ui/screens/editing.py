"""Whether a message is edited: a young one, and a board only in one scene or run, or where the server likes it so."""

from __future__ import annotations

from bot.messages.snapshot import Snapshot
from bot.outbox import Post
from bot.servers import BoardManner
from bot.tables import Standing

FRESH = 55 * 60_000
"""Milliseconds for which a message is edited: Discord slows edits of messages older than an hour."""


def stays(snapshot: Snapshot, board: Post, last: Standing | None, now: int) -> bool:
    """Whether the board that stands is edited and no new one posted: where nothing moved, or the server likes it so."""
    if last is None or board.posted is None or board.needs_new_message:
        return False
    return is_fresh(board, now) and (
        snapshot.settings.boards is BoardManner.EDITED or tells_on(snapshot, last)
    )


def is_fresh(post: Post, now: int) -> bool:
    """Whether a message is young enough to be edited."""
    return post.posted_at is not None and now - post.posted_at < FRESH


def tells_on(snapshot: Snapshot, earlier: Standing | None) -> bool:
    """Whether the board goes on telling what it told earlier: in one scene, and in one run of computer players."""
    return is_same_scene(snapshot, earlier) or is_same_run(snapshot, earlier)


def is_same_run(snapshot: Snapshot, earlier: Standing | None) -> bool:
    """Whether everybody watched a computer player earlier, whose move the board that stands tells, in the same race."""
    if earlier is None or snapshot.standing is None or not snapshot.is_under_way(earlier):
        return False
    settled = snapshot.screens.settled
    return settled(snapshot.standing.view(None)) == settled(earlier.view(None))


def is_same_scene(snapshot: Snapshot, earlier: Standing | None) -> bool:
    """Whether the board may go on showing the scene that it showed earlier."""
    if earlier is None or snapshot.standing is None:
        return False
    view, old = snapshot.standing.view(None), earlier.view(None)
    return snapshot.screens.keeps_board(view) and snapshot.screens.scene(view) == snapshot.screens.scene(old)
