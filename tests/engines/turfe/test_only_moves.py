"""When everybody can know that a last card leaves its holder no choice: by what lies open, whatever the card is."""

from __future__ import annotations

START = {"red": "1:0", "blue": "2:0", "yellow": "3:0", "green": "4:0", "white": "5:0", "black": "6:0"}
LAST = START | {"red": "1:17"}
"""Red gets home with any card. The others hold `red+2` and `red+3`."""


def known(turfe, state, seat: int = 0) -> bool:
    return turfe.has_only_move(turfe.view(state, None), seat)


def test_a_last_card_is_the_only_move_where_each_that_is_left_goes_one_way(turfe, race):
    assert known(turfe, race(LAST, ("red+5",)))


def test_the_last_card_may_be_the_one_laid_aside(turfe, race):
    state = race(LAST, (), aside="red+5")
    assert known(turfe, state)


def test_who_has_two_cards_or_is_not_asked_has_no_only_move(turfe, race):
    assert not known(turfe, race(LAST, ("red+5", "red+4")))
    assert not known(turfe, race(LAST, ("red+5",), aside="red+4"))
    assert not known(turfe, race(LAST, ("red+5",)), seat=1)


def test_one_card_somewhere_that_would_leave_a_choice_is_enough_to_ask(turfe, race):
    state = race(LAST, ("red+5",))
    for card in ("any+3", "blue+4"):
        other = state._replace(hands=(state.hands[0], (card,), state.hands[2]), pile=_pile(state, card))
        assert len(list(turfe.choices(other, 0))) == 1
        assert not known(turfe, other)


def test_the_card_of_a_horse_that_is_home_goes_no_way_at_all(turfe, race):
    assert known(turfe, race(LAST | {"red": "1:19"}, ("red+5",), home=("red",)))


def _pile(state, card: str):
    """The played pile with what another seat held in the place of a card that it holds now."""
    held = state.hands[1][0]
    at = next(number for number, laid in enumerate(state.pile) if laid.card == card)
    return (*state.pile[:at], state.pile[at]._replace(card=held), *state.pile[at + 1 :])
