"""A whole game of Sulkydrom that looks exactly like a view to its seat, with the stacks drawn at random."""

from __future__ import annotations

from engines.core import Chance, Seat, shuffled
from engines.sulkydrom.actions import Card, Deck
from engines.sulkydrom.course import AT_HOME
from engines.sulkydrom.edition import Box
from engines.sulkydrom.state import Driving, Meeting, Over, Race, Stacking, Stacks, State, Turning
from engines.sulkydrom.view import Phase, View


def imagine(box: Box, view: View, chance: Chance) -> State:
    """Deal the cards nobody has shown to the stacks, as many to each as it has."""
    meeting = Meeting(view.goal, view.race, view.horses, view.points, view.wins, view.result)
    race = Race(view.start_lanes, view.deal, view.surplus, view.jokers, view.galopps, view.galopped)
    stacks, pile = hidden_stacks(box, view, chance), view.pile
    cells = tuple([AT_HOME if place is None else box.course.cell(place) for place in view.places])
    home = tuple([view.horses.index(horse) for horse in view.home])
    if view.phase is Phase.OVER:
        return Over(meeting, race, stacks, pile, cells, home, (), view.turned)
    assert view.turn is not None
    if view.phase is Phase.STACKING:
        return Stacking(meeting, race, stacks, cells, home, view.to_act, view.turn)
    to_act = (view.to_act[0],)
    if view.phase is Phase.TURNING:
        return Turning(
            meeting, race, stacks, pile, cells, home, to_act, view.turned, view.special, view.stopped
        )
    assert view.turned is not None
    return Driving(
        meeting,
        race,
        stacks,
        pile,
        cells,
        home,
        to_act,
        view.turned,
        view.stopped,
        view.allowances,
        view.order,
        view.waiting,
    )


def hidden_stacks(box: Box, view: View, chance: Chance) -> tuple[Stacks, ...]:
    """Return stacks of the right sizes, the seat's own hand as it is while it still sees it."""
    horse = hidden(box, view, chance, "horse")
    position = hidden(box, view, chance, "position")
    return tuple(
        [
            known(view, seat)
            or Stacks(
                tuple([horse.pop() for _ in range(view.horse_counts[seat])]),
                tuple([position.pop() for _ in range(view.position_counts[seat])]),
            )
            for seat in range(view.seats)
        ]
    )


def known(view: View, seat: Seat) -> Stacks | None:
    """Return the cards of a seat if the view shows them."""
    return view.own.hand if view.own and seat == view.seat else None


def hidden(box: Box, view: View, chance: Chance, deck: Deck) -> list[Card]:
    """Return the cards of a pack that the view does not show, shuffled."""
    hand = view.own.hand if view.own and view.own.hand else Stacks((), ())
    seen = {*view.pile, *view.surplus.horse, *view.surplus.position, *hand.horse, *hand.position}
    return shuffled(chance, [card for card in box.packs[deck] if card not in seen])
