from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from engines.core import Chance
from engines.newmarket.actions import Auction, Back, Card, Take
from engines.newmarket.cards import EVERY
from engines.newmarket.game import Newmarket
from engines.newmarket.state import Bidding, Offering, Played, Playing, RaceDay, Terms


@pytest.fixture(scope="session")
def newmarket() -> Newmarket:
    game = Newmarket.with_edition()
    assert isinstance(game, Newmarket)
    return game


@pytest.fixture(scope="session")
def playing(newmarket: Newmarket) -> Callable[..., Playing]:
    """Deal the named cards to the seats; what is neither dealt nor played lies face down."""
    numbers = newmarket.setup.numbers

    def state(
        hands: Sequence[str],
        played: Iterable[str] = (),
        leader: int = 0,
        on: Mapping[str, int] | None = None,
        points: Sequence[int] = (),
        wanted: str | None = None,
        calling: str = "auto",
        deals: int = 8,
        dealer: int = 2,
    ) -> Playing:
        held = tuple(newmarket.setup.numbered(tuple(map(Card, hand.split()))) for hand in hands)
        plays = tuple(Played(int(by), numbers[Card(card)]) for by, card in map(str.split, played))
        down = EVERY
        for hand in held:
            down &= ~hand
        for play in plays:
            down &= ~(1 << play.card)
        pots = tuple((on or {}).get(horse, 0) for horse in newmarket.setup.racehorses)
        race_day = RaceDay(
            terms=Terms(deals, None, calling == "manual", 10),
            deal=1,
            dealer=dealer,
            points=tuple(points) or (40,) * len(hands),
            pots=pots,
            backs=(0,) * len(hands),
            claims=(),
            time_is_up=False,
            result=None,
        )
        called = None if wanted is None else numbers[Card(wanted)]
        is_window = called is not None and calling == "manual"
        to_act = tuple(range(len(hands))) if is_window else (leader,)
        return Playing(race_day, held, down, None, plays, called, to_act)

    return state


@pytest.fixture
def offering(newmarket: Newmarket, chance: Chance) -> Offering:
    """Four seats; the dealer, seat 2, has kept the own hand."""
    state, _ = newmarket.new(newmarket.options({}), 4, chance)
    state = state._replace(race_day=state.race_day._replace(dealer=2))
    for seat in range(4):
        state, _ = newmarket.apply(state, seat, Back(Card("blue13")), chance)
    state, _ = newmarket.apply(state, 2, Take("own"), chance)
    return state


@pytest.fixture
def bidding(newmarket: Newmarket, offering: Offering, chance: Chance) -> Bidding:
    """The dealer, seat 2, auctions the spare hand; each of the four seats has 35 points."""
    state, _ = newmarket.apply(offering, 2, Auction(True), chance)
    return state
