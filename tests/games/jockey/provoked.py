"""For every refusal of Jockey's rules a state, a seat and an action that is refused for it."""

from __future__ import annotations

from engines import catalog
from engines.core import SharedRefusal, phase_name
from engines.jockey.actions import Double, Keep, Play
from engines.jockey.actions import Refusal as JockeyRefusal
from tests.engines.jockey.notation import place, win
from tests.games.race_days import race_day

GAME = catalog.game("jockey")
DAY = [moment.snapshot.standing.match.state for moment in race_day(2, 1)]


def a(phase: str):
    return next(state for state in DAY if phase_name(type(state)) == phase)


def racing():
    """A race in which the seat that is asked holds a card whose position two horses share."""
    state = a("racing")
    hands = tuple(("red+7", "no2+13") for _ in state.hands)
    return state._replace(places=(9, 3, 3, 1), hands=hands)


TRIED = {
    SharedRefusal.GAME_OVER: (a("over"), Play("red+7")),
    SharedRefusal.NOT_YOUR_TURN: (a("racing"), Play("red+7")),
    SharedRefusal.WRONG_PHASE: (a("betting"), Play("red+7")),
    JockeyRefusal.UNKNOWN_HORSE: (a("betting"), win("green", 100)),
    JockeyRefusal.SAME_HORSE: (a("betting"), Double("red", "red", 100, 100)),
    JockeyRefusal.STAKE_NOT_IN_STEPS: (a("betting"), win("red", 150)),
    JockeyRefusal.STAKE_TOO_SMALL: (a("betting"), win("red", 0)),
    JockeyRefusal.STAKE_TOO_LARGE: (a("betting"), place("red", 1100)),
    JockeyRefusal.CARD_NOT_IN_HAND: (racing(), Play("blue+7")),
    JockeyRefusal.HORSE_NEEDED: (racing(), Play("no2+13")),
    JockeyRefusal.WRONG_HORSE: (racing(), Play("red+7", "blue")),
    JockeyRefusal.TOO_MANY_KEPT: (a("keeping"), Keep(("red+7", "red+7", "red+7"))),
}


def seat(reason, state) -> int:
    """Return the seat that is asked, or the other one where it is not its turn."""
    asked = state.to_act[0] if state.to_act else 0
    return 1 - asked if reason is SharedRefusal.NOT_YOUR_TURN else asked


PROVOKED = {reason: (state, seat(reason, state), action) for reason, (state, action) in TRIED.items()}
