"""The board that stands when more is to be told: it may say more than was noted, and that is put right first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import BOARD, Forbidden, NotFound, Post, PostKind, Rejected
from bot.servers import BoardManner
from bot.tables import Standing
from bot.tables.standing import takers_of
from bot.tables.table import Taken
from bot.ui.screens import editing
from bot.ui.screens.public_posts import PublicPosts
from bot.ui.screens.screen_posts import FEW
from bot.ui.screens.table_looks import TableLook
from engines.core import Row


class FollowsBoard(PublicPosts):
    """Makes posts that go on where the last board ended."""

    async def _settled(self, look: TableLook) -> Post:
        """Return the board, with all told in the message that stands that an edit may have told there unnoted.

        That may be where its last edit failed, for all that is known, and where an earlier run posted it. Then it
        stands without controls, and whatever comes next goes on after what it tells.
        """
        await self._settle(look)
        return look.posts[BOARD]

    async def _settle(self, look: TableLook) -> None:
        board, standing = look.posts.get(BOARD), look.snapshot.standing
        if board is None or board.posted is None or board.needs_new_message or standing is None:
            return
        if self._boards.said_by(board.posted) is not None:
            return
        if not self._poster.may_edit(look.snapshot.table.guild_id, board.posted.channel_id):
            return
        last, begun = look.moments.get(board.told_to or 0), look.moments.get(board.told_from or 0)
        if last is None:
            return
        ended = self._ended(look, last)
        snapshot = replace(look.snapshot, standing=ended)
        rows = look.rows(board.told_from or 0, ended.length)
        layout = await self._laid_out(snapshot, begun, rows, takers_of(look.told))
        stays = await self._fitting(snapshot, board.posted.channel_id, layout.without_controls())
        try:
            await self._poster.edit(board.posted, stays)
        except (NotFound, Forbidden, Rejected):
            return
        self._boards.settle(board.posted, stays)
        look.moments[ended.length] = ended
        await self._notes.note(_unchanged(board), told_to=ended.length)

    async def _laid_out(
        self, snapshot: Snapshot, before: Standing | None, rows: Sequence[Row], takers: Mapping[int, Taken]
    ) -> MessageLayout:
        """Lay a board out; one that tells of a few rows takes a millisecond, for which no thread is asked."""
        if len(rows) <= FEW:
            return board_layout(snapshot, before, rows, takers)
        return await self._threads.work(board_layout, snapshot, before, rows, takers)

    def _ended(self, look: TableLook, last: Standing) -> Standing:
        """Return the last moment that the board which showed `last` could have been edited to show."""
        if any(_tells_on(post, last) for post in look.posts.values()):
            return last
        is_edited = look.snapshot.settings.boards is BoardManner.EDITED
        ended = reached = last
        for step in _steps(look.rows(last.length)):
            if any(map(_ends, step)):
                break
            reached = reached.after_row(step[0])
            if is_edited or editing.tells_on(replace(look.snapshot, standing=reached), last):
                ended = reached
        return ended


def _tells_on(post: Post, last: Standing) -> bool:
    """Whether this is the result of a race that was posted since, which tells what happened after the board."""
    is_told = post.kind is PostKind.RESULT and post.posted is not None
    return is_told and (post.moment or 0) > last.length


def _steps(rows: Iterable[Row]) -> Sequence[Sequence[Row]]:
    """Part rows into decisions, each with the forced ones that follow it: there is no moment between them."""
    steps: list[list[Row]] = []
    for row in rows:
        if steps and row.auto:
            steps[-1].append(row)
        else:
            steps.append([row])
    return steps


def _ends(row: Row) -> bool:
    """Whether a row ends a race, which no board tells."""
    return any(event["type"] in {"race_over", "game_over"} for event in row.events)


def _unchanged(board: Post) -> Post:
    """Return a board of which a note says nothing of what was asked for: that is still due."""
    return replace(board, requested=board.fulfilled)
