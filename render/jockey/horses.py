"""The horses of Jockey as the kit draws them: in their silks, on the course, and in a bet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image

from engines.jockey import actions
from engines.jockey.actions import Double, Horse
from engines.jockey.view import View
from render.jockey.captions import Captions
from render.kit.runners import Runner
from render.kit.slip import Bet, Stake
from render.parts.palette import BLUE, BROWN, GAIN, INK, RED, SILVER, WHITE, YELLOW
from render.parts.silks import Pattern, Stable
from render.parts.sprites import sprite_palette

STABLE = Stable(
    {
        "brown": BROWN,
        "yellow": YELLOW,
        "blue": BLUE,
        "red": RED,
        "green": GAIN,
        "black": INK,
        "white": WHITE,
        "grey": SILVER,
    },
    tuple(Pattern)[:4],
)
silks = STABLE.silks


def palette_of(view: View) -> Image.Image:
    """Return the palette that pictures of the horses of an edition are encoded with."""
    return _palette(view.horses)


@cache
def _palette(horses: Sequence[Horse]) -> Image.Image:
    return sprite_palette(tuple(silks(horses).values()))


def ranked(view: View) -> list[Horse]:
    """Return the horses in their order in the race: those home first, then by position."""
    home = {horse: rank for rank, horse in enumerate(view.home)}
    return sorted(
        view.horses, key=lambda horse: (home.get(horse, len(home)), view.positions[view.horses.index(horse)])
    )


def runners_of(view: View, captions: Captions) -> list[Runner]:
    """Return the horses, lane by lane, with the move of the last card and those since each seat saw its own turn."""
    worn, last = silks(view.horses), view.last
    return [
        Runner(
            captions.horse(horse),
            worn[horse],
            square,
            last.start if last and last.horse == horse and last.end is not None else None,
            view.home.index(horse) + 1 if horse in view.home else None,
            tuple((play.start or 0, play.end or 0) for play in view.recent[:-1] if play.horse == horse),
        )
        for horse, square in zip(view.horses, view.places, strict=True)
    ]


def bet_of(bet: actions.Bet, horses: Sequence[Horse], captions: Captions) -> Bet:
    """Return a bet with its horses, a double's winner first."""
    backed = [(bet.horse, bet.stake)] if not isinstance(bet, Double) else _both(bet)
    kind = {"place": captions.place, "win": captions.win, "double": captions.double}[bet.kind]
    worn = silks(horses)
    return Bet(kind, [Stake(captions.horse(horse), worn[horse], stake) for horse, stake in backed])


def _both(bet: Double) -> list[tuple[Horse, int]]:
    return [(bet.first, bet.stake_first), (bet.second, bet.stake_second)]
