"""For every refusal of Turfe's rules a state, a seat and an action that is refused for it."""

from __future__ import annotations

from engines import catalog
from engines.core import SharedRefusal
from engines.turfe.actions import Bet, Play, Refusal, Spot
from engines.turfe.state import Betting, Over, RaceDay, Racing

GAME = catalog.game("turfe")
HAND = ("red+2", "red+3", "blue+4", "any+3")
RACE_DAY = RaceDay(8, 2, 0, (100, 100, 100), 70, None)
BETTING = Betting(RACE_DAY, (HAND,) * 3, (None,) * 3, (0, 1, 2))
RACING = Racing(
    RACE_DAY, (HAND,) * 3, (None,) * 3, (None,) * 3, (), (), None, GAME.setup.course.starts, (), (0,), None
)
FLIPPED = RACING._replace(hands=((),) * 3, flipped="red+2")

PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(RACE_DAY), 0, Bet("win", "red", 10)),
    SharedRefusal.NOT_YOUR_TURN: (RACING._replace(to_act=(1,)), 0, Play("red+2", "red", Spot(1, 2))),
    SharedRefusal.WRONG_PHASE: (BETTING, 0, Play("red+2", "red", Spot(1, 2))),
    Refusal.UNKNOWN_HORSE: (BETTING, 0, Bet("win", "pink", 10)),
    Refusal.COLOUR_NOT_HELD: (BETTING, 0, Bet("win", "green", 10)),
    Refusal.CARD_NEEDED: (BETTING, 0, Bet("win", "red", 10)),
    Refusal.WRONG_CARD: (BETTING, 0, Bet("win", "red", 10, "blue+4")),
    Refusal.CARD_NOT_IN_HAND: (BETTING, 0, Bet("win", "red", 10, "red+5")),
    Refusal.STAKE_NOT_IN_STEPS: (BETTING, 0, Bet("win", "blue", 15)),
    Refusal.STAKE_TOO_SMALL: (BETTING, 0, Bet("win", "blue", 0)),
    Refusal.STAKE_TOO_LARGE: (BETTING, 0, Bet("win", "blue", 110)),
    Refusal.JACKPOT_STAKE: (BETTING, 0, Bet("jackpot", "blue", 60)),
    Refusal.NOT_LAID_ASIDE: (RACING, 0, Play("red+2", "red", Spot(1, 2), aside=True)),
    Refusal.NOT_THE_FLIPPED_CARD: (FLIPPED, 0, Play("red+3", "red", Spot(1, 3))),
    Refusal.WRONG_HORSE: (RACING, 0, Play("red+2", "blue", Spot(1, 2))),
    Refusal.CANNOT_GO_THERE: (RACING, 0, Play("red+2", "red", Spot(6, 2))),
}
