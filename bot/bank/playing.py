"""Who has played for coins in a guild: they can give some, and stand on its leaderboard."""

from __future__ import annotations

from sqlalchemy import BindParameter, Select, select

from bot.store.schema import results, tables


def finished_for_coins(guild: int | BindParameter[int]) -> Select[tuple[int]]:
    """Select who has finished a game for coins there, a row a game; who had their data erased is none of them."""
    played = select(results.c.user_id).join(tables, tables.c.table_id == results.c.table_id)
    return played.where(results.c.guild_id == guild, results.c.user_id.is_not(None), tables.c.stakes)
