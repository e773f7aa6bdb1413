"""Rate all results anew: ties by Breslow's likelihood, a pairing once a day, old players by old ones alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, groupby, product
from math import exp, sqrt
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

AT_ONCE = 1000
DAY = 24 * 60 * 60 * 1000
BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001
PROVISIONAL = 5

_RESULTS = """
SELECT guild_id, game, table_id, COALESCE(user_id, rated_as) AS player, side, place, ended_at FROM results
ORDER BY guild_id, number, table_id, seat
"""


class _Rating(NamedTuple):
    mu: float = 25.0
    sigma: float = round(25 / 3, 6)
    games: int = 0


class _Side(NamedTuple):
    players: tuple[int, ...]
    place: int


_Known = dict[int, _Rating]
_Met = set[frozenset[int]]


def upgrade() -> None:
    """Put the new ratings in the place of the old ones; halls of fame stay as they are."""
    db = op.get_bind()
    known: defaultdict[tuple[int, str], _Known] = defaultdict(dict)
    met: defaultdict[tuple[int, str, int], _Met] = defaultdict(set)
    for (guild, game, _), seats in groupby(db.execute(sa.text(_RESULTS)), key=lambda row: tuple(row[:3])):
        of_table = list(seats)
        sides, that_day = _sides(of_table), met[guild, game, of_table[0].ended_at // DAY]
        known[guild, game].update(_rated(sides, known[guild, game], that_day))
        that_day.update(
            frozenset(pair)
            for mine, theirs in combinations(sides, 2)
            for pair in product(mine.players, theirs.players)
        )
    db.execute(sa.text("DELETE FROM ratings"))
    rows = [
        {"guild_id": guild, "game": game, "user_id": user, **each._asdict()}
        | {"shown": round(1000 + 40 * (each.mu - 3 * each.sigma))}
        for (guild, game), those in known.items()
        for user, each in those.items()
        if user > 0
    ]
    into = sa.table("ratings", *(sa.column(name) for name in rows[0])) if rows else None
    for start in range(0, len(rows), AT_ONCE):
        assert into is not None
        db.execute(sa.insert(into), rows[start : start + AT_ONCE])


def _sides(rows: Sequence[Any]) -> list[_Side]:
    sides: dict[tuple[str, int], list[Any]] = {}
    for number, row in enumerate(rows):
        if row.player is not None:
            key = ("seat", number) if row.side is None else ("side", row.side)
            sides.setdefault(key, []).append(row)
    return [
        _Side(tuple(row.player for row in each), min(row.place for row in each)) for each in sides.values()
    ]


def _rated(sides: Sequence[_Side], known: _Known, met: _Met) -> _Known:
    new: _Known = {}
    fields: dict[tuple[_Side, ...], _Known] = {}
    for own in sides:
        for player in own.players:
            field = tuple(
                side if side is own else side._replace(players=counted)
                for side in sides
                if (counted := _counted(side, player, known, met)) or side is own
            )
            if len(field) > 1:
                if field not in fields:
                    fields[field] = _together(field, known)
                new[player] = fields[field][player]
    return new


def _counted(side: _Side, player: int, known: _Known, met: _Met) -> tuple[int, ...]:
    is_old = known.get(player, _Rating()).games >= PROVISIONAL
    return tuple(
        other
        for other in side.players
        if frozenset((player, other)) not in met
        and not (is_old and known.get(other, _Rating()).games < PROVISIONAL)
    )


def _together(sides: Sequence[_Side], known: _Known) -> _Known:
    before = {player: known.get(player, _Rating()) for side in sides for player in side.players}
    own = {player: old.sigma**2 + TAU**2 for player, old in before.items()}
    variances = [sum(own[player] for player in side.players) for side in sides]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp(sum(before[player].mu for player in side.players) / c) for side in sides]
    behind = [
        sum(strength for other, strength in zip(sides, strengths, strict=True) if other.place >= side.place)
        for side in sides
    ]
    after: _Known = {}
    for side, variance, strength in zip(sides, variances, strengths, strict=True):
        chances = [
            strength / rest for each, rest in zip(sides, behind, strict=True) if each.place <= side.place
        ]
        gain = (1 - sum(chances)) / c
        certainty = sqrt(variance) / c**3 * sum(chance * (1 - chance) for chance in chances)
        for player in side.players:
            mu = before[player].mu + own[player] * gain
            sigma = sqrt(own[player] * max(1 - own[player] * certainty, KAPPA))
            after[player] = _Rating(round(mu, 6), round(sigma, 6), before[player].games + 1)
    return after
