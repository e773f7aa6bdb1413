"""When everybody can know that a last card of Turfe leaves no choice: by what lies open, whatever the card is."""

from __future__ import annotations

from engines.core import Seat
from engines.parts.pack import without
from engines.turfe.actions import Card
from engines.turfe.edition import Setup
from engines.turfe.imagine import known_cards
from engines.turfe.view import Phase, View


def has_only_play(setup: Setup, view: View, seat: Seat) -> bool:
    """Tell whether a seat has one card, and every card that was not shown yet could be played in one way.

    A card for any horse leaves a choice; another one where its horse has several spaces to end on.
    """
    if view.phase is not Phase.RACING or seat not in view.to_act or view.card_counts[seat] != 1:
        return False
    may_be_held = set(without(setup.packs[view.seats], known_cards(view)))
    return all(ways(setup, view, card) == 1 for card in may_be_held)


def ways(setup: Setup, view: View, card: Card) -> int:
    """Count the ways to play a card."""
    horse, steps = setup.faces[card].horse, setup.faces[card].steps
    running = [number for number, name in enumerate(view.horses) if name not in view.home]
    horses = running if horse is None else [horse]
    return sum(_ends(setup, view, each, steps) if each in running else 1 for each in horses)


def _ends(setup: Setup, view: View, horse: int, steps: int) -> int:
    cells = tuple([cell for cell in map(setup.course.cell, view.places) if cell is not None])
    return len(setup.course.ends(cells, horse, steps)) or 1
