"""Nothing is lost and nothing appears: every card of the pack is somewhere, every bill is accounted for."""

from __future__ import annotations

from engines import catalog
from tests.exam.wholeness import WHOLE, require_whole


def test_every_game_says_what_it_conserves():
    assert set(WHOLE) == set(catalog.GAMES)


def test_cards_and_money_are_conserved(playout):
    for moment in playout.moments():
        require_whole(moment.game, moment.state, moment.events)
