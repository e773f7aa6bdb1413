"""The horses of Turfe: in their silks, all of them at one moment, and the way that one of them ran."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engines.parts.tuples import replaced
from engines.turfe import actions
from engines.turfe.actions import Horse, Spot
from engines.turfe.view import View
from render.kit.slip import Bet, Stake
from render.parts.palette import BLUE, RED, SAND, YELLOW, Colour
from render.parts.silks import Stable
from render.parts.sprites import sprite_palette
from render.turfe.captions import Captions

_GREEN: Colour = (16, 134, 74)
PEARL: Colour = (246, 246, 244)
_COAL: Colour = (52, 48, 50)

STABLE = Stable({"red": RED, "blue": BLUE, "yellow": YELLOW, "green": _GREEN, "white": PEARL, "black": _COAL})
silks = STABLE.silks

PALETTE = sprite_palette(tuple(silks(tuple(STABLE.colours)).values()), SAND)
"""The palette that its pictures are encoded with."""


@dataclass(frozen=True, slots=True)
class Field:
    """All horses of a race at one moment."""

    horses: tuple[Horse, ...]
    places: tuple[Spot, ...]
    """By horse."""
    home: tuple[Horse, ...]
    """In the order of finish."""

    @classmethod
    def of(cls, view: View) -> Field:
        """Return the horses as a view shows them."""
        return cls(view.horses, view.places, view.home)

    def place(self, horse: Horse) -> Spot:
        """Return where a horse stands."""
        return self.places[self.horses.index(horse)]

    def with_place(self, horse: Horse, place: Spot) -> Field:
        """Return the horses with one of them on another place."""
        return replace(self, places=replaced(self.places, self.horses.index(horse), place))

    def way(self, horse: Horse, start: Spot, end: Spot, length: int) -> list[Spot]:
        """Return the places a horse passed, the first and the last one included."""
        others = [place for other, place in zip(self.horses, self.places, strict=True) if other != horse]
        return [start, *path(start, end, others, length)]

    def ranked(self) -> list[Horse]:
        """Return the horses in their order in the race: those home first, then by their spaces."""
        running = [horse for horse in self.horses if horse not in self.home]
        return [*self.home, *sorted(running, key=lambda horse: -self.place(horse).space)]

    def leading(self) -> list[Horse]:
        """Return the horses in front, which are level; none at the start and once one is home."""
        foremost = max((place.space for place in self.places), default=0)
        if self.home or not foremost:
            return []
        return [horse for horse in self.horses if self.place(horse).space == foremost]


def bet_of(bet: actions.Bet, horses: Sequence[Horse], captions: Captions) -> Bet:
    """Return a bet with its horse as the kit draws it."""
    return Bet(
        captions.kind(bet.kind),
        [Stake(captions.horse(bet.horse), STABLE.silk(bet.horse, horses), bet.stake)],
    )


def path(start: Spot, end: Spot, others: Collection[Spot], length: int) -> list[Spot]:
    """Return the places of a move after `start`, one a step, the last of them `end`.

    One step may lead into a lane beside. Of several free ways the one that changes its lane first is taken;
    `others` are the places of the other horses. A crossing of the line is told by its lane before the move,
    so it may have led through a lane beside.
    """
    taken = {place for place in others if 1 <= place.space <= length}
    count = abs(end.space - start.space)
    lanes = (end.lane, start.lane - 1, start.lane + 1) if end.space > length else (end.lane,)
    ways = [_way(start, end, lane, change) for lane in lanes for change in range(1, count + 1)]
    return next((way for way in ways if taken.isdisjoint(way[:-1])), ways[0])


def _way(start: Spot, end: Spot, lane: int, change: int) -> list[Spot]:
    """Return the way that enters `lane` with its step number `change`."""
    count = abs(end.space - start.space)
    on = 1 if end.space > start.space else -1
    steps = [
        Spot(lane if step >= change else start.lane, start.space + on * step) for step in range(1, count)
    ]
    return [*steps, end]
