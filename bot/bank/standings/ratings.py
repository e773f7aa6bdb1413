"""Ratings: how well everybody plays a game, by who finished before whom (OpenSkill's Plackett–Luce).

Source: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), as the package `openskill` has it,
with its usual values. A rating is of one game in one server. Seats that play together are a team, equal places are
ties, computers are left out, and where fewer than two people are left, or all of them play together, nobody is rated.

Figures are rounded after each game, so that no processor's last digit makes two calculations differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import Select, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.check import GUILD
from bot.bank.standings.sums import AT_ONCE
from bot.store.schema import ratings, results
from bot.store.upserts import inserting

PROVISIONAL: Final = 5
"""Who has played fewer rated games is rated provisionally."""

BASE, SCALE = 1000, 40
"""What a newcomer is shown, and what one point of the ordinal (mu less three sigma) is shown as."""

DIGITS = 6

ROWS_AT_ONCE = 2000
"""Results that are read at once; a thread works with them, so that nobody waits meanwhile."""

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """What is known of somebody's strength."""

    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> int:
        """The whole number that people read."""
        return round(BASE + SCALE * (self.mu - 3 * self.sigma))


class Placed(NamedTuple):
    """A seat of a finished game: whose rating it counts for, with whom it played, and where it came in."""

    player: int | None
    """None: nobody's, which is a computer's."""
    side: int | None
    """Seats of the same one play together; None: for itself."""
    place: int


NEW: Final = Rating(_MODEL.mu, round(_MODEL.sigma, DIGITS), 0)
"""Before the first game."""


def rated(seats: Sequence[Placed], known: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the ratings of everybody after a game; empty if it rates nobody."""
    sides = _sides(seats)
    if len(sides) < 2:
        return {}
    before = [[known.get(player, NEW) for player, _ in side] for side in sides]
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in before]
    ranks = [float(min(place for _, place in side)) for side in sides]
    after = _MODEL.rate(teams, ranks=ranks)
    return {
        player: Rating(round(new.mu, DIGITS), round(new.sigma, DIGITS), old.games + 1)
        for side, olds, news in zip(sides, before, after, strict=True)
        for (player, _), old, new in zip(side, olds, news, strict=True)
    }


def _sides(seats: Sequence[Placed]) -> list[list[tuple[int, int]]]:
    """Return who plays together, each person with their place; computers are left out."""
    sides: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for number, seat in enumerate(seats):
        if seat.player is not None:
            key = ("seat", number) if seat.side is None else ("side", seat.side)
            sides.setdefault(key, []).append((seat.player, seat.place))
    return list(sides.values())


async def note_rated(db: AsyncConnection, guild: int, game: str, seats: Sequence[Placed]) -> None:
    """Change ratings by a result that is being written; the books are held. Nothing is asked where nobody is rated."""
    players = sorted({seat.player for seat in seats if seat.player is not None})
    if len(_sides(seats)) < 2:
        return
    of_game = (ratings.c.guild_id == guild, ratings.c.game == game)
    wanted = select(ratings.c.user_id, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    found = await db.execute(wanted.where(*of_game, ratings.c.user_id.in_(players)))
    known = {user: Rating(*facts) for user, *facts in found}
    await _put(db, guild, {(game, user): new for user, new in rated(seats, known).items()})


def _in_order() -> Select[Any]:
    """Select who finished the games of `GUILD` at what place, in the order of the games."""
    player = func.coalesce(results.c.user_id, results.c.rated_as).label("player")
    seats = select(results.c.table_id, results.c.game, player, results.c.side, results.c.place)
    in_order = seats.order_by(results.c.number, results.c.table_id, results.c.seat)
    return in_order.where(results.c.guild_id == GUILD)


_IN_ORDER = _in_order()


async def rated_again(db: AsyncConnection, guild: int) -> dict[tuple[str, int], Rating]:
    """Work out every rating of a guild anew from its results, in their order, by game and person.

    Who had their data erased counts as the same nobody in all their games, and is left out of what is returned.
    Takes time in proportion to the results.
    """
    known: dict[str, dict[int, Rating]] = {}
    left: list[Any] = []
    async for some in (await db.stream(_IN_ORDER, {"guild": guild})).partitions(ROWS_AT_ONCE):
        left = await asyncio.to_thread(_rate_games, known, [*left, *some])
    await asyncio.to_thread(_rate_games, known, left, is_last=True)
    return {
        (game, user): rating for game, those in known.items() for user, rating in those.items() if user > 0
    }


def _rate_games(
    known: dict[str, dict[int, Rating]], rows: Sequence[Any], *, is_last: bool = False
) -> list[Any]:
    """Rate by the rows of some games; return those of the last one, of which more may follow. Slow: for a thread."""
    games = [list(seats) for _, seats in groupby(rows, key=lambda row: row.table_id)]
    unfinished = [] if is_last or not games else games.pop()
    for seats in games:
        of_game = known.setdefault(seats[0].game, {})
        of_game |= rated([Placed(row.player, row.side, row.place) for row in seats], of_game)
    return unfinished


async def rates_again(db: AsyncConnection, guild: int) -> None:
    """Put what the results say in the place of every rating of a guild; the books are held."""
    again = await rated_again(db, guild)
    await db.execute(delete(ratings).where(ratings.c.guild_id == guild))
    await _put(db, guild, again)


async def _put(db: AsyncConnection, guild: int, new: Mapping[tuple[str, int], Rating]) -> None:
    rows = [
        {"guild_id": guild, "game": game, "user_id": user, **rating._asdict(), "shown": rating.shown}
        for (game, user), rating in sorted(new.items())
    ]
    for start in range(0, len(rows), AT_ONCE):
        await db.execute(_putting(db.dialect.name), rows[start : start + AT_ONCE])


@cache
def _putting(dialect: str) -> Any:
    """Return the statement; several rows are one statement where something is returned of them."""
    change = inserting(dialect, ratings)
    new = {name: change.excluded[name] for name in (*Rating._fields, "shown")}
    put = change.on_conflict_do_update(index_elements=list(ratings.primary_key), set_=new)
    return put.returning(ratings.c.user_id)
