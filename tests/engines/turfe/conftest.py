from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from engines import catalog
from engines.parts.pack import without
from engines.turfe.actions import Bet, Card, Horse, Spot
from engines.turfe.game import Turfe
from engines.turfe.state import Laid, RaceDay, Racing

SEATS = 3


def at(text: str) -> Spot:
    """Read a place as golden files write it, `lane:space`."""
    lane, space = text.split(":")
    return Spot(int(lane), int(space))


@pytest.fixture(scope="session")
def turfe() -> Turfe:
    game = catalog.game("turfe")
    assert isinstance(game, Turfe)
    return game


@pytest.fixture(scope="session")
def race(turfe: Turfe) -> Callable[..., Racing]:
    """Put horses on places in the middle of a race of three seats; seat 0 holds `hand` and is to play.

    Every seat has bet 10 on red to win, without a card laid aside but for the one that seat 0 may have. Seats 1 and 2
    hold as many cards as seat 0, and the others lie on the pile.
    """

    def state(
        places: Mapping[str, str],
        hand: tuple[str, ...],
        home: Iterable[str] = (),
        aside: str | None = None,
    ) -> Racing:
        held = tuple(map(Card, hand))
        mark = Card(aside) if aside else None
        rest = without(turfe.setup.packs[SEATS], [*held, *filter(None, (mark,))])
        size = len(held)
        cells = [turfe.setup.course.cell(at(places[horse])) for horse in turfe.setup.horses]
        return Racing(
            race_day=RaceDay(8, 1, 0, (100,) * SEATS, 0, None),
            hands=(held, tuple(rest[:size]), tuple(rest[size : 2 * size])),
            asides=(mark, None, None),
            bets=tuple(Bet("win", Horse("red"), 10, card) for card in (mark, None, None)),
            pile=tuple(Laid(number % SEATS, card) for number, card in enumerate(rest[2 * size :])),
            stock=(),
            flipped=None,
            cells=tuple(cell for cell in cells if cell is not None),
            home=tuple(map(Horse, home)),
            to_act=(0,),
            last=None,
        )

    return state
