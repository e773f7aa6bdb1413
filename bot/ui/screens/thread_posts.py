"""Closes the thread of a race that is over: no message, but a request that is made until it is fulfilled."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.outbox import Post, PostKey
from bot.tables import clock_commands, deadlines
from bot.ui.screens.screen_posts import ScreenPosts
from bot.ui.screens.table_looks import TableLook

SECOND = 1000


class ThreadPosts(ScreenPosts):
    """Closes threads."""

    async def show(self, post: Post, look: TableLook) -> None:
        """Archive a thread whose last word has stood for a while; one that came late is let stand for as long."""
        table = look.snapshot.table
        last = _last_word(look.posts, table.thread_id)
        if last is not None and table.thread_id is not None:
            until = _posted_at(last) + deadlines.THREAD_CLOSES_AFTER
            if until > self._now():
                await self._tables.step(clock_commands.let_thread_stand, table.table_id, until)
            else:
                await self._poster.close_thread(table.guild_id, table.thread_id, last)
        await self._notes.note(post)


def _last_word(posts: Mapping[PostKey, Post], thread_id: int | None) -> int | None:
    """Return the newest message of a table in its thread, None if there is none."""
    there = [each.posted for each in posts.values() if each.posted and each.posted.channel_id == thread_id]
    return max((posted.message_id for posted in there), default=None)


def _posted_at(message_id: int) -> int:
    """Tell by its id when a message was posted, in milliseconds since 1970 UTC."""
    return int(discord.utils.snowflake_time(message_id).timestamp() * SECOND)
