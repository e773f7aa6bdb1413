"""What happens when every card has been played before two horses are home."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from engines.core import Chance, IllegalAction
from engines.turfe.actions import Card
from tests.engines.turfe.notation import parsed

START = {"red": "1:0", "blue": "2:0", "yellow": "3:0", "green": "4:0", "white": "5:0", "black": "6:0"}


@pytest.fixture
def last_card(race):
    """Seat 0, not the banker, is about to play the last card of all; the banker is seat 1."""

    def state(card: str = "any-2", aside: str | None = None, **at: str):
        state = race(
            START | at, (card,), [horse for horse, place in at.items() if place.endswith(":19")], aside
        )
        rest = state.hands[1] + state.hands[2]
        pile = state.pile + tuple(state.pile[0]._replace(card=other) for other in rest)
        hand = () if aside else state.hands[0]
        return state._replace(hands=(hand, (), ()), pile=pile, race_day=state.race_day._replace(banker=1))

    return state


def test_the_played_pile_is_shuffled_and_the_banker_gets_its_top_card(last_card, turfe, chance: Chance):
    state = last_card()

    following, events = turfe.apply(state, 0, parsed("play any-2 red -"), chance)

    assert [event["type"] for event in events] == ["played", "flipped"]
    assert events[-1] == {"type": "flipped", "seat": 1, "card": following.flipped}
    assert following.to_act == (1,)
    assert following.pile == ()
    assert Counter((following.flipped, *following.stock)) == Counter(turfe.setup.packs[3])
    assert [laid.card for laid in state.pile] != list(following.stock)


def test_only_the_flipped_card_can_be_played_then(last_card, turfe, chance: Chance):
    following, _ = turfe.apply(last_card(), 0, parsed("play any-2 red -"), chance)
    other = "red+2" if following.flipped != "red+2" else "red+3"

    assert {play.card for play in turfe.choices(following, 1)} == {following.flipped}
    with pytest.raises(IllegalAction, match="not_the_flipped_card"):
        turfe.apply(following, 1, parsed(f"play {other} red 1:{other[-1]}"), chance)
    with pytest.raises(IllegalAction, match="not_laid_aside"):
        turfe.apply(following, 1, parsed(f"play {following.flipped} red 1:2 aside"), chance)


def test_turns_go_on_to_the_left_and_a_card_is_flipped_at_the_end_of_each_line(last_card, turfe, chance):
    state, _ = turfe.apply(last_card(), 0, parsed("play any-2 red -"), chance)
    for turn in range(5):
        (seat,) = turfe.to_act(state)
        assert seat == (1 + turn) % 3
        card, top = state.flipped, state.stock[0]

        state, events = turfe.apply(state, seat, next(iter(turfe.choices(state, seat))), chance)

        assert events[0] == {"type": "played", "seat": seat, "card": card}
        assert events[-1] == {"type": "flipped", "seat": (seat + 1) % 3, "card": top}
        assert state.pile[-1] == (seat, card)


def test_flipped_cards_are_shuffled_in_turn_without_changing_whose_turn_it_is(last_card, turfe, chance):
    state, _ = turfe.apply(last_card(), 0, parsed("play any-2 red -"), chance)
    state = state._replace(flipped=Card("any-2"), stock=())
    state = state._replace(pile=tuple((0, card) for card in turfe.setup.packs[3] if card != "any-2"))
    state = turfe.read_state(turfe.dump_state(state))

    following, events = turfe.apply(state, 1, parsed("play any-2 red -"), chance)

    assert events[-1] == {"type": "flipped", "seat": 2, "card": following.flipped}
    assert following.to_act == (2,)
    assert following.pile == ()
    assert len(following.stock) == 42 - 6


def test_the_card_laid_aside_stays_out_when_it_has_been_shown(last_card, turfe, chance: Chance):
    state = last_card("black+2", aside="red+4")
    state = state._replace(pile=(*state.pile, state.pile[0]._replace(card=Card("black+2"))))

    following, events = turfe.apply(state, 0, parsed("play red+4 red 1:4 aside"), chance)

    assert events[0] == {"type": "played", "seat": 0, "card": "red+4", "aside": True}
    assert events[-1]["type"] == "flipped"
    assert "red+4" not in (following.flipped, *following.stock)
    assert len(following.stock) == 40
    assert turfe.view(following, 2).shown == ("red+4", None, None)


def test_no_card_is_flipped_when_the_last_one_brings_the_second_horse_home(last_card, turfe, chance: Chance):
    state = last_card("red+2", red="1:17", blue="2:19")

    following, events = turfe.apply(state, 0, parsed("play red+2 red 1:19"), chance)

    assert [event["type"] for event in events[:3]] == ["played", "moved", "finished"]
    assert "flipped" not in {event["type"] for event in events}
    assert "race_over" in {event["type"] for event in events}
    assert following.race_day.race == 2


def test_the_card_of_a_horse_that_is_home_is_spent_when_flipped(last_card, turfe, chance: Chance):
    state, _ = turfe.apply(last_card(blue="2:19"), 0, parsed("play any-2 red -"), chance)
    state = state._replace(flipped=Card("blue+5"))

    assert list(turfe.choices(state, 1)) == [parsed("play blue+5 blue -")]
    _, events = turfe.apply(state, 1, parsed("play blue+5 blue -"), chance)
    assert [event["type"] for event in events] == ["played", "flipped"]


def test_the_table_plays_a_flipped_card_by_itself_where_it_can_be_played_in_one_way_only(
    last_card, turfe, chance: Chance
):
    in_hand = last_card("blue+5", blue="2:19")
    state, _ = turfe.apply(last_card(blue="2:19"), 0, parsed("play any-2 red -"), chance)

    assert turfe.forced(in_hand) is None
    assert turfe.forced(state._replace(flipped=Card("any-2"))) is None
    assert turfe.forced(state._replace(flipped=Card("red+2"))) is None
    assert turfe.forced(state._replace(flipped=Card("blue+5"))) == (1, parsed("play blue+5 blue -"))


def test_such_plays_stand_in_the_log_as_the_tables_own(log_of):
    by_itself = 0
    for number in range(12):
        _, rows = log_of("turfe", seats=5, number=number, races=16)
        for before, row in itertools.pairwise(rows):
            if row.auto:
                flipped = before.events[-1]
                assert (flipped["type"], flipped["seat"]) == ("flipped", row.seat)
                assert row.action["card"] == flipped["card"]
                by_itself += 1
    assert by_itself
