"""A steady player of Sulkydrom: its best tempo cards on top, every half length used, the shortest way home.

It follows the booklet's opening words: order the stacks well, stop the others in time, and keep the Joker for
a moment in which it brings most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.core import Chance, Choices, Seat
from engines.sulkydrom.actions import Action, Card, Drive, Galopp, Joker, Path, Stack, Tempo
from engines.sulkydrom.choices import Drives, Orders, Turns
from engines.sulkydrom.course import Cell
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.view import View

NEAR: Final = 16
"""From so many half lengths before home a Joker is worth playing for what it brings."""

LATE: Final = 30
"""From so many half lengths before home a rival is worth a Galopp."""

ROOM: Final = 4
"""So many free spaces ahead are as good as any more: together they are worth one half length."""


class SteadySulkydrom:
    """Plays to a plain plan and always uses what a card allows, if there is any good in it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return the order of the stacks, a drive, or what comes before and with a tempo card."""
        match choices:
            case Orders():
                return best_order(view, choices)
            case Turns():
                return special(view, choices) or tempo(view, choices)
            case Drives():
                return Drive(best_path(choices.reach))
        return choices.sample(chance)


def best_order(view: View, choices: Orders) -> Stack:
    """Put those cards on top that favour the own horse, or a position in mid-field, over the others."""
    assert view.seat is not None
    runners = ["ABCDEFGH".index(horse) for horse in view.horses]

    def best_first(cards: tuple[Card, ...], own: int, field: Sequence[int]) -> tuple[Card, ...]:
        def favour(card: Card) -> int:
            face = choices.faces[card]
            return len(field) * face[own] - sum([face[each] for each in field])

        return tuple(sorted(cards, key=favour, reverse=True))

    horse = best_first(choices.hand.horse, runners[view.seat], runners)
    return Stack(horse, best_first(choices.hand.position, view.seats // 2, range(view.seats)))


def worth(reach: Reach, cell: Cell) -> int:
    """Return how good it is to stand on a cell: close to home, and with room ahead."""
    ahead = cell
    while ahead - cell < ROOM and ahead not in reach.course.home and ahead + 1 not in reach.others:
        ahead = Cell(ahead + 1)
    return (ahead - cell) - ROOM * reach.course.to_go(cell)


def best_path(reach: Reach) -> Path:
    """Return the path with the best end; of equals the one with fewest changes of lane."""
    path, _ = max(reach.paths(), key=lambda way: (worth(reach, way[1]), len(way[0])))
    return path


def special(view: View, choices: Turns) -> Joker | Galopp | None:
    """Return a Joker that brings more than its half lengths or that is due, or a Galopp on the leading rival."""
    if (reach := choices.reach) is not None:
        path = best_path(reach)
        end, left = reach.end(path), reach.course.to_go(reach.cell)
        gain = left - reach.course.to_go(end)
        if gain > reach.most or (gain and left <= NEAR):
            return Joker(path)
    if choices.horses:
        leader = min(choices.horses, key=lambda horse: view.positions[view.horses.index(horse)])
        if to_go(view, view.horses.index(leader)) <= LATE:
            return Galopp(leader)
    return None


def to_go(view: View, seat: Seat) -> int:
    """Return how many half lengths the horse of a seat has before it, straight on."""
    spot = view.places[seat]
    return view.lengths[spot.lane - 1] + 1 - spot.space if spot else 0


def tempo(view: View, choices: Turns) -> Tempo:
    """Turn horse cards, the best first, as long as there are more of them than position cards."""
    assert view.seat is not None
    more = view.horse_counts[view.seat] > view.position_counts[view.seat]
    return Tempo("horse" if more else choices.decks[-1])
