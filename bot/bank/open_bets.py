"""Bets on races that are still to be settled: their stakes lie in the pools, and are still of those who made them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, Select, and_, func, select

from bot.db.schema import tote_bets, tote_races


class RaceStatus(StrEnum):
    """How the tote of a race stands."""

    OPEN = "open"
    CLOSED = "closed"
    """It is run: nobody bets any more."""
    SETTLED = "settled"
    REFUNDED = "refunded"
    """Every bet on it went back."""


HERE: Final = and_(tote_races.c.table_id == tote_bets.c.table_id, tote_races.c.race == tote_bets.c.race)
"""Tells the race of a bet."""

UNSETTLED: Final = (RaceStatus.OPEN, RaceStatus.CLOSED)
"""While their stakes lie in the pools."""


def open_bets(guild: int | BindParameter[int]) -> Select[Any]:
    """Select who has bet what on races of a guild that are still to be settled."""
    unsettled = (tote_races.c.guild_id == guild, tote_races.c.status.in_(UNSETTLED))
    bets = select(tote_bets.c.user_id, tote_bets.c.stake).select_from(tote_bets).join(tote_races, HERE)
    return bets.where(*unsettled, tote_bets.c.returned.is_(False))


def staked_by(db: Connection, guild: int, user: int) -> int:
    """Return how many coins somebody has on races of a guild that are still to be settled."""
    theirs = open_bets(guild).where(tote_bets.c.user_id == user)
    staked = db.execute(theirs.with_only_columns(func.coalesce(func.sum(tote_bets.c.stake), 0)))
    return int(staked.scalar_one())
