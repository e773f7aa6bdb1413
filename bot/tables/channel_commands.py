"""Where tables are: the channel a lobby stands in, and the channel or thread in which a race is run."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import PostKind
from bot.tables import entry, lobby, queries
from bot.tables.steps import Commands
from bot.tables.table import Status, Visitor


class ChannelCommands(Commands):
    """Commands about channels and threads."""

    async def note_channel(self, table_id: str, channel_id: int, *, instead_of: int | None) -> None:
        """Note in which channel or thread the race of a table is run, unless it was moved meanwhile."""
        async with self._steps.at(table_id) as step:
            if step.table.thread_id == instead_of:
                await lobby.changed(step.db, step.table, thread_id=channel_id)
                if instead_of is not None:
                    await outbox.show_again(step.db, table_id, PostKind.DESK)  # desks say where it is

    async def bring_board(self, table_id: str, user_id: int, visitor: Visitor) -> None:
        """Have the board, or the lobby of a race that has not started, posted anew, in this channel from now on."""
        async with self._steps.at(table_id) as step:
            step.table.require_seat(user_id)
            is_lobby = step.table.status is Status.LOBBY
            if not is_lobby:
                step.table.require_running()
            await entry.require_may_bring(step.db, visitor, step.table)
            if is_lobby:
                await lobby.changed(step.db, step.table, channel_id=visitor.channel_id)
                await outbox.post_anew(step.db, table_id, PostKind.LOBBY)
            else:
                await lobby.changed(step.db, step.table, thread_id=visitor.channel_id)
                await show_boards_again(step.db, table_id)

    async def channel_deleted(self, guild_id: int, channel_id: int) -> None:
        """Have the boards of races posted anew whose channel or thread is gone."""
        async with self._steps.store.reading() as db:
            concerned = await queries.races_at(db, guild_id, channel_id)
        for table_id in concerned:
            async with self._steps.store.writing() as db:
                await outbox.post_anew(db, table_id, PostKind.BOARD)
            self._steps.watchers.tell(table_id)


async def show_boards_again(db: AsyncConnection, table_id: str) -> None:
    """Have the board posted anew, and desks that could not say where it is, or could not be sent, with it."""
    await outbox.post_anew(db, table_id, PostKind.BOARD)
    await outbox.show_again(db, table_id, PostKind.DESK)
