"""A whole game of Jumpy Jack that looks exactly like a view to its seat, with the hidden part drawn at random."""

from __future__ import annotations

from engines.core import Chance
from engines.jumpyjack.actions import Decline, Guess, Order
from engines.jumpyjack.edition import Setup
from engines.jumpyjack.predictions import Guesses
from engines.jumpyjack.state import Guessing, Over, Predicting, RaceDay, Racing, State
from engines.jumpyjack.teams import opponents, team_of
from engines.jumpyjack.view import Phase, View


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Draw any prediction for each team that has made one unseen, and any guess for each seat that has decided."""
    race_day = RaceDay(view.options, view.race, view.first, view.totals, view.result)
    match view.phase:
        case Phase.PREDICTING:
            return Predicting(race_day, hidden_predictions(setup, view, chance), view.to_act)
        case Phase.RACING:
            return Racing(
                race_day=race_day,
                predictions=hidden_predictions(setup, view, chance),
                places=view.places,
                podium=view.podium,
                value=view.value or 0,
                to_act=(view.to_act[0],),
                last=view.last,
            )
        case Phase.GUESSING:
            return Guessing(
                race_day=race_day,
                predictions=hidden_predictions(setup, view, chance),
                places=view.places,
                podium=view.podium,
                guesses=hidden_guesses(setup, view, chance),
                to_act=view.to_act,
                last=view.last,
            )
        case Phase.OVER:
            return Over(race_day, view.places, view.podium, view.last)


def hidden_predictions(setup: Setup, view: View, chance: Chance) -> tuple[Order | None, ...]:
    """Return the own team's prediction, and any for each other seat that has made one."""
    team = () if view.seat is None else team_of(view.seat, view.options, view.seats)
    return tuple(
        [
            None
            if not has_predicted
            else view.own.prediction
            if view.own and seat in team
            else setup.predictions.sample(chance).order
            for seat, has_predicted in enumerate(view.has_predicted)
        ]
    )


def hidden_guesses(setup: Setup, view: View, chance: Chance) -> tuple[Guess | Decline | None, ...]:
    """Return the seat's own guess, and any for each other seat that has decided."""
    return tuple(
        [
            None
            if not has_guessed
            else view.own.guess
            if view.own and seat == view.seat
            else any_guess(setup, view, seat, chance)
            for seat, has_guessed in enumerate(view.has_guessed)
        ]
    )


def any_guess(setup: Setup, view: View, seat: int, chance: Chance) -> Guess | Decline:
    """Return any guess `seat` might have made, or none."""
    others = opponents(seat, view.options, view.seats)
    return Guesses(others, others, setup.predictions).sample(chance)
