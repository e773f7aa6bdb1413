"""Turfe's sentences: every refusal of its rules, and rules that name the facts of the edition."""

from __future__ import annotations

import pytest

from bot.games.turfe import spoken as turfe_words
from bot.texts import DEFAULT
from engines.core import Chance, IllegalAction
from engines.turfe.actions import Play, Spot
from tests.games.turfe.provoked import GAME, RACING


def refused(state, action) -> str:
    """Say why a play cannot be."""
    with pytest.raises(IllegalAction) as illegal:
        GAME.apply(state, 0, action, Chance(bytes(32)))
    return turfe_words(DEFAULT).refusal(str(illegal.value.reason), illegal.value.facts)


def test_where_a_horse_can_go_is_said_for_every_number_of_ends() -> None:
    starts = GAME.setup.course.starts
    back = RACING._replace(cells=(1, *starts[1:]), hands=(("any-2",),) * 3)
    assert "the start of lane A or B" in refused(back, Play("any-2", "red", None))
    ahead = RACING._replace(cells=(18, *starts[1:]))
    assert "the one place" in refused(ahead, Play("red+2", "red", None))
    still = RACING._replace(hands=(("any-2",),) * 3)
    assert "cannot move at all" in refused(still, Play("any-2", "red", Spot(1, 3)))


def test_cards_and_horses_have_names_of_their_own_and_unknown_ones_a_plain_one() -> None:
    words = turfe_words(DEFAULT)
    assert len({words.card(card) for card in GAME.edition.cards}) == len(GAME.edition.cards)
    assert len({words.sign(horse) for horse in GAME.edition.horses}) == 6
    assert (words.horse("bay"), words.card("bay+4"), words.sign("bay")) == ("Bay", "Bay +4", "🏇")
