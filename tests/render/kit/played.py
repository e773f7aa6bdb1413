"""Races of Dice Derby, for the kit to draw."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.render.kit.dice_derby import SPACES, View


def race(seats: int = 4, *, number: int = 1, is_round: bool = False) -> list[View]:
    """Return what everyone saw of a race: the bets, every throw, the end."""
    luck = random.Random(seats)
    bets = tuple((luck.randrange(6), 20) for _ in range(seats))
    view = View(race=number, chips=(100,) * seats, bets=(None,) * seats, is_round=is_round)
    seen = [view, replace(view, bets=bets)]
    view = replace(seen[-1], phase="racing", chips=(80,) * seats)
    while len(view.home) < 2:
        horse, steps = luck.randrange(6), luck.randint(1, 6)
        if horse not in view.home:
            end = min(view.spaces[horse] + steps, SPACES + 1)
            spaces = tuple(end if each == horse else at for each, at in enumerate(view.spaces))
            view = replace(
                view,
                spaces=spaces,
                moved={horse: view.spaces[horse]},
                home=(*view.home, horse) if end > SPACES else view.home,
                dice=(horse + 1, steps),
                turn=(view.turn + 1) % seats,
            )
            seen.append(view)
    won = tuple(80 + 60 * (horse == view.home[0]) for horse, _ in bets)
    return [*seen, replace(view, phase="over", moved={}, dice=(), chips=won)]


BETTING, RACING, OVER = race()[0], race()[12], race()[-1]
