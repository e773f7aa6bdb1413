"""For every refusal of Newmarket's rules a state, a seat and an action that is refused for it."""

from __future__ import annotations

from engines import catalog
from engines.core import SharedRefusal
from engines.newmarket.actions import Back, Bid, Card, Follow, Lead, Refusal, Take, Time
from engines.newmarket.cards import EVERY
from engines.newmarket.state import Backing, Bidding, Choosing, Over, Played, Playing, RaceDay, Terms

GAME = catalog.game("newmarket")
HANDS = ("blue5 blue7 yellow3 yellow9 green4", "blue2 red2", "red7 green12")
RACE_DAY = RaceDay(Terms(8, None, False, 10), 1, 2, (35, 12, 8), (5, 5, 5, 0), (0, 0, 0), (), False, None)
IN_TIME = RACE_DAY._replace(terms=Terms(8, 30, False, 10), time_is_up=True)


def playing(wanted: str | None = None, by: int = 0) -> Playing:
    """Blue 1 was led; what nobody holds lies face down."""
    held = tuple(GAME.setup.numbered(tuple(map(Card, hand.split()))) for hand in HANDS)
    led = GAME.setup.numbers[Card("blue1")]
    called = None if wanted is None else GAME.setup.numbers[Card(wanted)]
    down = EVERY & ~sum(held) & ~(1 << led)
    return Playing(RACE_DAY, held, down, None, (Played(0, led),), called, (by,))


BACKING = Backing(RACE_DAY, (None, None, None), (0, 1, 2))
CHOOSING = Choosing(RACE_DAY, playing().hands, 0)
BIDDING = Bidding(RACE_DAY, playing().hands, 0, 6, (1, 0))

PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(RACE_DAY), 0, Take("own")),
    SharedRefusal.NOT_YOUR_TURN: (CHOOSING, 0, Take("own")),
    SharedRefusal.WRONG_PHASE: (CHOOSING, 2, Bid(7)),
    Refusal.UNKNOWN_HORSE: (BACKING, 0, Back(Card("blue1"))),
    Refusal.BID_TOO_LOW: (BIDDING, 1, Bid(6)),
    Refusal.BID_TOO_HIGH: (BIDDING, 1, Bid(13)),
    Refusal.CARD_NOT_IN_HAND: (playing(), 0, Lead(Card("red9"))),
    Refusal.WRONG_COLOUR: (playing(), 0, Lead(Card("blue5"))),
    Refusal.NOT_THE_LOWEST: (playing(), 0, Lead(Card("yellow9"))),
    Refusal.NOT_THE_NEXT: (playing("blue2", 1), 1, Follow(Card("red2"))),
    Refusal.NO_TIME_LIMIT: (CHOOSING, None, Time()),
    Refusal.TIME_IS_UP: (CHOOSING._replace(race_day=IN_TIME), None, Time()),
}
