"""A hint at Sulkydrom: the steady player's stacks, card, drive, Joker or Galopp, and why."""

from __future__ import annotations

from bot.games.screens import Seating
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.runners import named, owner_of, to_go
from engines.sulkydrom.actions import Action, Drive, Galopp, Joker, Path, Stack, Tempo
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.steady import ROOM, worth
from engines.sulkydrom.view import View

Spot = tuple[int, int]


def hint(seating: Seating, action: Action, words: SulkydromTexts) -> str:
    """Say what the steady player would do, and why."""
    view: View = seating.view
    match action:
        case Stack():
            return words.hint_stacks(named(view, seating.seat, words))
        case Joker(path=path):
            spot, left, _ = _end(seating.choices.reach, path)
            reach = seating.choices.reach
            return words.hint_joker(spot, reach.course.to_go(reach.cell) - left, reach.most)
        case Galopp(horse=letter):
            rival = owner_of(view, letter)
            return words.hint_galopp(named(view, rival, words), view.positions[rival], to_go(view, rival))
        case Tempo(deck=deck):
            counts = {
                "horse": view.horse_counts[seating.seat],
                "position": view.position_counts[seating.seat],
            }
            other = "position" if deck == "horse" else "horse"
            return words.hint_tempo(deck, counts[deck], other, counts[other])
        case Drive(path=path):
            if not path:
                return words.hint_hold(named(view, seating.seat, words))
            spot, left, room = _end(seating.choices.reach, path)
            horse, is_free = named(view, seating.seat, words), room >= min(ROOM, left)
            return words.hint_drive(horse, spot, left, room, is_free=is_free)


def _end(reach: Reach, path: Path) -> tuple[Spot | None, int, int]:
    """Return where a path ends (None: over the line), how far it is home from there, and how much of that is free.

    No more spaces are counted than matter to the steady player.
    """
    end = reach.end(path)
    left = reach.course.to_go(end)
    return (
        (None if end in reach.course.home else reach.course.spots[end]),
        left,
        worth(reach, end) + ROOM * left,
    )
