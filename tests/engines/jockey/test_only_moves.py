"""When everybody can know that a last card leaves its holder no choice: by what lies open, whatever the card is."""

from __future__ import annotations

from engines.jockey.actions import Card

APART = {"brown": 30, "yellow": 20, "blue": 10, "red": 5}
LEVEL = APART | {"red": 10}
"""Blue and red share position 3: only `no3+18` has a choice, and `no4+20` moves nobody."""


def known(jockey, state, seat: int = 0) -> bool:
    return jockey.has_only_move(jockey.view(state, None), seat)


def played_before(jockey, state, card: str):
    """The same moment with all copies of a kind of card on the pile that no hand holds."""
    aside = tuple(each for each in state.aside if each != card)
    pile = tuple(each for each in state.aside if each == card)
    return state._replace(aside=aside, pile=pile)


def test_a_last_card_is_the_only_move_where_every_position_is_one_horses(jockey, race):
    assert known(jockey, race(APART, ("red+7",)))


def test_who_holds_two_cards_or_is_not_asked_has_no_only_move(jockey, race):
    assert not known(jockey, race(APART, ("red+7", "red+7")))
    assert not known(jockey, race(APART, ("red+7",)), seat=1)


def test_one_card_somewhere_that_would_leave_a_choice_is_enough_to_ask(jockey, race):
    """One in fifty is no proof, though hardly ever drawn by who imagines a few hands."""
    state = race(LEVEL, ("red+7",))
    assert len(list(jockey.choices(state, 0))) == 1
    assert not known(jockey, state)


def test_once_all_cards_that_would_leave_a_choice_were_played_the_last_one_is_no_choice(jockey, race):
    assert known(jockey, played_before(jockey, race(LEVEL, ("red+7",)), "no3+18"))


def test_whether_there_is_a_choice_in_the_hand_makes_no_difference(jockey, race):
    of_two, of_one = race(LEVEL, ("no3+18",)), race(LEVEL, ("red+7",))
    assert Card("no3+18") in of_two.hands[0]
    assert len(list(jockey.choices(of_two, 0))) == 2
    assert known(jockey, of_two) == known(jockey, of_one)
