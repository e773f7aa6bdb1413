"""For every refusal of Sulkydrom's rules a state, a seat and an action that is refused for it."""

from __future__ import annotations

from engines import catalog
from engines.core import SharedRefusal
from engines.sulkydrom.actions import STAY, Card, Drive, Galopp, Joker, Refusal, Stack, Tempo
from engines.sulkydrom.course import AT_HOME, Spot
from engines.sulkydrom.state import Driving, Over, Race, RaceDay, Stacking, Stacks, Turned, Turning

GAME = catalog.game("sulkydrom")
EVERY, NO_CARDS = (True,) * 4, Stacks((), ())
RACE_DAY = RaceDay("minor", "sideways", 1, ("A", "C", "E", "H"), (0,) * 4, (0,) * 4, None)
WON = RACE_DAY._replace(points=(64, 0, 0, 0))
RACE = Race((0, 1, 2, 3), 1, NO_CARDS, EVERY, EVERY, (False, True, False, False))
STACKS = (Stacks((Card("h01"),), ()), NO_CARDS, NO_CARDS, NO_CARDS)


def cells(*places: tuple[int, int]) -> tuple[int, ...]:
    """Put Avanti, Casino and Express on the oval; Happy Days is home."""
    return (*(GAME.setup.course.cell(Spot(*place)) for place in places), AT_HOME)


ON_TRACK, NEAR_HOME = cells((1, 3), (1, 5), (2, 9)), cells((1, 48), (1, 5), (2, 9))
STACKING = Stacking(RACE_DAY, RACE, STACKS, cells((1, 0), (2, 0), (3, 0)), (3,), (0, 1), 0)
TURNING = Turning(RACE_DAY, RACE, STACKS, (), ON_TRACK, (3,), (0,), None, None, None)
AFTER = TURNING._replace(race=RACE._replace(jokers=(False,) * 4, galopps=(False,) * 4))


def driving(at: tuple[int, ...]) -> Driving:
    turned = Turned(0, "horse", Card("h01"))
    return Driving(RACE_DAY, RACE, STACKS, (), at, (3,), (0,), turned, None, (5, 2, 3, 0), (2, 1, 0), ())


PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(WON, RACE, STACKS, (), ON_TRACK, (3,), (), None), 0, STAY),
    SharedRefusal.NOT_YOUR_TURN: (TURNING, 1, Tempo("horse")),
    SharedRefusal.WRONG_PHASE: (TURNING, 0, STAY),
    Refusal.WRONG_CARDS: (STACKING, 0, Stack((), ())),
    Refusal.STACK_EMPTY: (TURNING, 0, Tempo("position")),
    Refusal.ONE_A_TURN: (TURNING._replace(special="joker"), 0, Galopp("E")),
    Refusal.JOKER_SPENT: (AFTER, 0, Joker(("F",))),
    Refusal.GALOPP_SPENT: (AFTER, 0, Galopp("E")),
    Refusal.NO_STEP: (TURNING, 0, Joker(())),
    Refusal.HORSE_NOT_RUNNING: (TURNING, 0, Galopp("H")),
    Refusal.OWN_HORSE: (TURNING, 0, Galopp("A")),
    Refusal.HAS_HAD_GALOPP: (TURNING, 0, Galopp("C")),
    Refusal.TOO_FAR: (driving(ON_TRACK), 0, Drive(("R", "F", "F", "F", "F"))),
    Refusal.NO_LANE_THERE: (driving(ON_TRACK), 0, Drive(("L",))),
    Refusal.BLOCKED: (driving(ON_TRACK), 0, Drive(("F", "F"))),
    Refusal.ALREADY_HOME: (driving(NEAR_HOME), 0, Drive(("F", "F"))),
}
