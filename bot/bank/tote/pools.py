"""The pools of the tote: what can be bet on, how a bet is written, and which bets a finish makes winning.

A *finish* is the order in which horses came in, as groups from the first place on: more than one horse in a group is a
dead heat. A *combination* is what a bet names, as it is stored: its horses as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from enum import StrEnum
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

Finish: TypeAlias = Sequence[Sequence[str]]
"""The horses by groups, the first one first."""

MANY: Final = 8
"""From so many runners on three horses are placed, else two."""


class Pool(StrEnum):
    """What a bet is on."""

    WIN = "win"
    """One horse comes first."""
    PLACE = "place"
    """One horse comes first or second; from eight runners on also third."""
    EXACTA = "exacta"
    """Two horses come first and second, in this order."""
    QUINELLA = "quinella"
    """Two horses come first and second, in either order."""

    @property
    def horses(self) -> int:
        """How many horses a bet names."""
        return 1 if self in {Pool.WIN, Pool.PLACE} else 2

    def is_offered(self, runners: int) -> bool:
        """Whether a bet can be lost with so many runners: a pool in which it cannot is not opened."""
        match self:
            case Pool.WIN | Pool.EXACTA:
                return runners > 1
            case Pool.PLACE:
                return runners > placed(runners)
        return runners > 2


class Share(NamedTuple):
    """Horses of a dead heat, or one alone, and how many places they take together."""

    combinations: tuple[str, ...]
    places: int


class NoSuchBet(ValueError):
    """These horses are no bet of this pool."""


def placed(runners: int) -> int:
    """Return how many horses are placed of so many that run."""
    return 3 if runners >= MANY else 2


def combination(pool: Pool, horses: Sequence[str], running: Collection[str]) -> str:
    """Write down what a bet names; raise `NoSuchBet` for other horses than run, too few, too many or one twice."""
    if len(horses) != pool.horses or len({*horses}) != len(horses) or not {*horses} <= {*running}:
        raise NoSuchBet
    return written(pool, horses)


def written(pool: Pool, horses: Sequence[str]) -> str:
    """Write down horses as the combination of a pool; of a quinella the order does not count."""
    named = sorted(horses) if pool is Pool.QUINELLA else [*horses]
    return json.dumps(named, separators=(",", ":"), ensure_ascii=False)


def horses_of(combination: str) -> tuple[str, ...]:
    """Return the horses that a combination names."""
    return tuple(json.loads(combination))


def winning(pool: Pool, finish: Finish, runners: int) -> tuple[Share, ...]:
    """Return what has won, and how many places each group of it takes; all but Place have one group of one place.

    Nothing has where too few horses came in.
    """
    groups = [tuple(group) for group in finish if group]
    match pool:
        case Pool.WIN:
            won: list[tuple[str, ...]] = [(horse,) for horse in groups[0]] if groups else []
        case Pool.PLACE:
            return _placed(groups, placed(runners))
        case Pool.EXACTA | Pool.QUINELLA:
            won = _first_two(groups)
    named = tuple(dict.fromkeys(written(pool, horses) for horses in won))
    return (Share(named, 1),) if named else ()


def _first_two(groups: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return every pair that came first and second, in order: of a dead heat for first, all pairs of it."""
    if groups and len(groups[0]) > 1:
        return [*permutations(groups[0], 2)]
    return [(first, second) for first in groups[0] for second in groups[1]] if len(groups) > 1 else []


def _placed(groups: Sequence[tuple[str, ...]], places: int) -> tuple[Share, ...]:
    """Return who is placed; a dead heat for the last place has that place together."""
    shares = []
    for group in groups:
        if places <= 0:
            break
        shares.append(Share(tuple(written(Pool.PLACE, (each,)) for each in group), min(len(group), places)))
        places -= len(group)
    return tuple(shares)


def every(pool: Pool, running: Collection[str]) -> list[str]:
    """Return every combination that can be bet on."""
    ways = permutations(running, 2) if pool is Pool.EXACTA else combinations(running, pool.horses)
    return [written(pool, horses) for horses in ways]
