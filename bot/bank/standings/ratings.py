"""Ratings: how well everybody plays a game, by who finished before whom (OpenSkill's Plackett–Luce).

Source: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), with the usual values of the package
`openskill`. A rating is of one game in one server. Seats that play together are a team, and computers are
left out.

A player is rated against the opponents that count for them. An opponent counts once a day, so that two accounts cannot
lift each other by playing all night. A provisional opponent counts only for provisional players, so that new accounts
cannot lift an old one. A player without such an opponent keeps their rating.

Figures are rounded after each game, so that no processor's last digit makes two calculations differ.

A rating changes in the transaction of each result and is kept as it is then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby, product
from math import exp, sqrt
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import Connection, select

from bot.bank.playing import DAY
from bot.db.schema import ratings, results
from bot.db.statements import inserting

PROVISIONAL: Final = 5
"""Who has played fewer rated games is rated provisionally."""

BASE, SCALE = 1000, 40
"""What a newcomer is shown, and what one point of the ordinal (mu less three sigma) is shown as."""

DIGITS = 6

Pair = tuple[int, int]
"""Two opponents, the lower id first."""


_MODEL: Final = PlackettLuce()
"""The source of the usual values. Its arithmetic counts several equal places as one: a worse place can gain more."""


class Rating(NamedTuple):
    """What is known of somebody's strength."""

    mu: float
    sigma: float
    games: int

    @property
    def is_provisional(self) -> bool:
        """Whether too few games were rated to say much."""
        return self.games < PROVISIONAL

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


class _Side(NamedTuple):
    """People who play together, and where they came in."""

    players: tuple[int, ...]
    place: int


def rated(
    seats: Sequence[Placed], known: Mapping[int, Rating], met: Collection[Pair] = ()
) -> dict[int, Rating]:
    """Return the new ratings of everybody whom a game rates; `met` are pairs that were rated earlier that day."""
    sides, new = _sides(seats), dict[int, Rating]()
    fields: dict[tuple[_Side, ...], dict[int, Rating]] = {}
    for own, player in ((side, player) for side in sides for player in side.players):
        field = tuple(_field(sides, own, player, known, met))
        if len(field) > 1:
            if field not in fields:
                fields[field] = _rated_together(field, known)
            new[player] = fields[field][player]
    return new


def _field(
    sides: Sequence[_Side], own: _Side, player: int, known: Mapping[int, Rating], met: Collection[Pair]
) -> Iterator[_Side]:
    """Yield the sides by which a player is rated: their own, and the opponents that count for them."""
    is_settled = not known.get(player, NEW).is_provisional
    for side in sides:
        if side is own:
            yield side
            continue
        counted = tuple(
            other
            for other in side.players
            if _pair(player, other) not in met and not (is_settled and known.get(other, NEW).is_provisional)
        )
        if counted:
            yield side._replace(players=counted)


def _rated_together(sides: Sequence[_Side], known: Mapping[int, Rating]) -> dict[int, Rating]:
    """Rate by algorithm 4 of the source, with Breslow's likelihood for ties: each of several equals counts whole."""
    before = {player: known.get(player, NEW) for side in sides for player in side.players}
    own = {player: old.sigma**2 + _MODEL.tau**2 for player, old in before.items()}
    variances = [sum(own[player] for player in side.players) for side in sides]
    c = sqrt(sum(variance + _MODEL.beta**2 for variance in variances))
    strengths = [exp(sum(before[player].mu for player in side.players) / c) for side in sides]
    behind = [
        sum(strength for other, strength in zip(sides, strengths, strict=True) if other.place >= side.place)
        for side in sides
    ]
    after: dict[int, Rating] = {}
    for side, variance, strength in zip(sides, variances, strengths, strict=True):
        chances = [
            strength / rest for each, rest in zip(sides, behind, strict=True) if each.place <= side.place
        ]
        gain = (1 - sum(chances)) / c
        certainty = sqrt(variance) / c**3 * sum(chance * (1 - chance) for chance in chances)
        for player in side.players:
            mu = before[player].mu + own[player] * gain
            sigma = sqrt(own[player] * max(1 - own[player] * certainty, _MODEL.kappa))
            after[player] = Rating(round(mu, DIGITS), round(sigma, DIGITS), before[player].games + 1)
    return after


def _sides(seats: Sequence[Placed]) -> list[_Side]:
    """Return who plays together, with the place of the best of them; computers are left out."""
    sides: dict[tuple[str, int], list[Placed]] = {}
    for number, seat in enumerate(seats):
        if seat.player is not None:
            key = ("seat", number) if seat.side is None else ("side", seat.side)
            sides.setdefault(key, []).append(seat)
    return [
        _Side(
            tuple(seat.player for seat in side if seat.player is not None), min(seat.place for seat in side)
        )
        for side in sides.values()
    ]


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _pairs(seats: Sequence[Placed]) -> set[Pair]:
    """Return the people of a game who played against each other."""
    return {
        _pair(one, other)
        for mine, theirs in combinations(_sides(seats), 2)
        for one, other in product(mine.players, theirs.players)
    }


def note_rated(db: Connection, guild: int, game: str, table: str, seats: Sequence[Placed], now: int) -> None:
    """Change ratings by the result of a table that is being written; the books are held.

    Nothing is asked where nobody is rated.
    """
    players = sorted({seat.player for seat in seats if seat.player is not None})
    if len(_sides(seats)) < 2:
        return
    of_game = (ratings.c.guild_id == guild, ratings.c.game == game)
    wanted = select(ratings.c.user_id, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    found = db.execute(wanted.where(*of_game, ratings.c.user_id.in_(players)))
    known = {user: Rating(*facts) for user, *facts in found}
    met = _met_before(db, guild, game, table, players, now)
    rows = [
        {"guild_id": guild, "game": game, "user_id": user, **new._asdict(), "shown": new.shown}
        for user, new in sorted(rated(seats, known, met).items())
    ]
    if rows:
        db.execute(_putting(db.dialect.name), rows)


def _met_before(
    db: Connection, guild: int, game: str, table: str, players: Sequence[int], now: int
) -> set[Pair]:
    """Return who of these has met whom in a game that ended earlier on this day."""
    begin = now // DAY * DAY
    that_day = (results.c.ended_at >= begin, results.c.ended_at < begin + DAY, results.c.table_id != table)
    theirs = (results.c.guild_id == guild, results.c.game == game, results.c.user_id.in_(players))
    wanted = select(results.c.table_id, results.c.user_id, results.c.side, results.c.place)
    found = db.execute(wanted.where(*theirs, *that_day).order_by(results.c.table_id))
    games = groupby(found, key=lambda row: row.table_id)
    return {pair for _, rows in games for pair in _pairs([Placed(*row[1:]) for row in rows])}


@cache
def _putting(dialect: str) -> Any:
    """Return the statement; several rows are one statement where something is returned of them."""
    change = inserting(dialect, ratings)
    new = {name: change.excluded[name] for name in (*Rating._fields, "shown")}
    put = change.on_conflict_do_update(index_elements=list(ratings.primary_key), set_=new)
    return put.returning(ratings.c.user_id)
