"""A whole game of Sulkydrom that looks exactly like a view to its seat, with the stacks drawn at random."""

from __future__ import annotations

from engines.core import Chance, Seat, shuffled
from engines.sulkydrom.actions import Card, Deck
from engines.sulkydrom.course import AT_HOME
from engines.sulkydrom.edition import Setup
from engines.sulkydrom.state import Driving, Over, Race, RaceDay, Stacking, Stacks, State, Turning
from engines.sulkydrom.view import Phase, View


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Deal the cards nobody has shown to the stacks, as many to each as it has."""
    race_day = RaceDay(
        goal=view.goal,
        race=view.race,
        horses=view.horses,
        points=view.points,
        wins=view.wins,
        result=view.result,
    )
    race = Race(
        lanes=view.start_lanes,
        deal=view.deal,
        surplus=view.surplus,
        jokers=view.jokers,
        galopps=view.galopps,
        galopped=view.galopped,
    )
    stacks, pile = hidden_stacks(setup, view, chance), view.pile
    cells = tuple([AT_HOME if place is None else setup.course.cell(place) for place in view.places])
    home = tuple([view.horses.index(horse) for horse in view.home])
    if view.phase is Phase.OVER:
        return Over(race_day, race, stacks, pile, cells, home, to_act=(), turned=view.turned)
    assert view.turn is not None
    if view.phase is Phase.STACKING:
        return Stacking(race_day, race, stacks, cells, home, to_act=view.to_act, turn=view.turn)
    to_act = (view.to_act[0],)
    if view.phase is Phase.TURNING:
        return Turning(
            race_day,
            race,
            stacks,
            pile,
            cells,
            home,
            to_act,
            turned=view.turned,
            special=view.special,
            stopped=view.stopped,
        )
    assert view.turned is not None
    return Driving(
        race_day,
        race,
        stacks,
        pile,
        cells,
        home,
        to_act,
        turned=view.turned,
        stopped=view.stopped,
        allowances=view.allowances,
        order=view.order,
        waiting=view.waiting,
    )


def hidden_stacks(setup: Setup, view: View, chance: Chance) -> tuple[Stacks, ...]:
    """Return stacks of the right sizes, the seat's own hand as it is while it still sees it."""
    horse = hidden(setup, view, chance, "horse")
    position = hidden(setup, view, chance, "position")
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


def hidden(setup: Setup, view: View, chance: Chance, deck: Deck) -> list[Card]:
    """Return the cards of a pack that the view does not show, shuffled."""
    hand = view.own.hand if view.own and view.own.hand else Stacks((), ())
    seen = {*view.pile, *view.surplus.horse, *view.surplus.position, *hand.horse, *hand.position}
    return shuffled(chance, [card for card in setup.packs[deck] if card not in seen])
