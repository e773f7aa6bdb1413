"""Desks of Sulkydrom: a whole game can be played by pressing what they offer, and they show nothing hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.screens import Act, Seating
from bot.games.sulkydrom import stacks
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Chance
from engines.sulkydrom.actions import Stack
from engines.sulkydrom.choices import Orders
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.steady import best_order
from tests.games.race_days import table
from tests.games.sulkydrom.playing import (
    T,
    act,
    asked,
    day,
    desk,
    press,
    with_draft,
)

SEATS, SEEDS = st.integers(2, 8), st.integers(0, 10**6)


# ----------------------------------------------------------------------------------------- the stacks


@settings(max_examples=10, deadline=None)
@given(SEATS, SEEDS, st.randoms(use_true_random=False))
def test_stacks_can_be_laid_by_strength_as_dealt_and_in_any_order(seats: int, seed: int, luck: Any) -> None:
    seating = asked(day(seats, seed)[:1], Orders)[seed % seats]
    hand = seating.choices.hand
    assert act(seating, "stack.go") == best_order(seating.view, seating.choices)

    dealt = press(seating, "stack.dealt")
    assert act(dealt, "stack.go") == Stack(hand.horse, hand.position)
    assert act(press(dealt, "stack.sort"), "stack.go") == best_order(seating.view, seating.choices)

    wanted = {deck: luck.sample(getattr(hand, deck), len(getattr(hand, deck))) for deck in stacks.DECKS}
    slip = luck.choice([seating, dealt])
    for deck in stacks.DECKS:
        for card in wanted[deck][:-1]:
            slip = press(slip, f"stack.{deck}", card)
    assert act(slip, "stack.go") == Stack(tuple(wanted["horse"]), tuple(wanted["position"]))
    assert not any(isinstance(item, discord.ui.Select) for row in desk(slip).controls for item in row)


def test_stacks_are_laid_by_strength_with_one_press_whatever_was_sorted_elsewhere() -> None:
    seating = asked(day(3, 1)[:1], Orders)[0]
    strongest = best_order(seating.view, seating.choices)

    assert [item.label for item in desk(seating).controls[0]][:2] == ["Lay by strength", "Order by hand"]
    assert act(seating, "stack.strong") == strongest
    assert act(press(seating, "stack.dealt"), "stack.strong") == strongest
    assert press(seating, "stack.open").draft == press(press(seating, "stack.open"), "stack.open").draft


def test_a_card_picked_by_hand_comes_next_and_the_others_keep_their_order() -> None:
    seating = asked(day(3, 1)[:1], Orders)[0]
    dealt = seating.choices.hand.horse
    once = press(press(seating, "stack.dealt"), "stack.horse", dealt[4])
    twice = press(once, "stack.horse", dealt[2])
    left = [card for card in dealt if card not in {dealt[4], dealt[2]}]

    assert act(twice, "stack.go").horse == (dealt[4], dealt[2], *left)
    assert press(twice, "stack.horse", dealt[4]).draft == twice.draft
    assert act(twice, "stack.go").position == seating.choices.hand.position
    again = press(twice, "stack.again")
    assert act(press(again, "stack.horse", left[3]), "stack.go").horse[:3] == (left[3], dealt[4], dealt[2])
    placeholders = [item.placeholder for row in desk(twice).controls[1:] for item in row]
    assert placeholders == [
        "By hand: which horse card is turned 3rd?",
        "By hand: which position card is turned 1st?",
    ]


def test_a_slip_of_another_deal_is_not_taken_for_this_one() -> None:
    seating = asked(day(3, 1)[:1], Orders)[0]
    old = with_draft(seating, {"horse": ["h99"], "position": [], "picked": {"horse": 40}})

    assert act(old, "stack.go") in seating.choices
    assert desk(old).controls


def test_a_desk_says_what_each_card_gives() -> None:
    seating = asked(day(4, 2)[:1], Orders)[1]
    view, faces = seating.view, seating.choices.faces
    runners = {letter: "ABCDEFGH".index(letter) for letter in view.horses}
    own = view.horses[1]
    _, horse, position = desk(press(seating, "stack.open")).controls
    for option in horse[0].options:
        shown = faces[option.value]
        assert option.label == f"{option.value.upper()} · {shown[runners[own]]} for {view.names[1]}"
        rivals = [f"{each} {shown[runners[each]]}" for each in sorted(view.horses) if each != own]
        assert option.description == " · ".join(rivals)
    for option in position[0].options:
        nths = zip(("1st", "2nd", "3rd", "4th"), faces[option.value], strict=False)
        expected = [option.value.upper(), *(f"{nth} {number}" for nth, number in nths)]
        assert option.label == " · ".join(expected)
    best = best_order(view, seating.choices)
    numbers = " · ".join(str(faces[card][runners[own]]) for card in best.horse)
    assert f"for {T.horse(own, view.names[1])}: {numbers}\n" in desk(seating).more


def test_a_stack_of_more_cards_than_fit_into_a_select_can_be_picked_from_as_a_whole() -> None:
    seating = asked(day(2, 1)[:1], Orders)[0]
    orders = Orders(catalog.game("sulkydrom").setup, seating.choices.hand)
    cards = tuple(f"x{number:02}" for number in range(60))
    orders.hand = Stacks(cards, seating.choices.hand.position)
    orders.faces = {**orders.faces, **dict.fromkeys(cards, (1,) * 8)}
    slip: Seating | Act = press(replace(seating, choices=orders), "stack.open")
    offered: set[str] = set()
    for _ in range(4):
        assert isinstance(slip, Seating)
        select = desk(slip).controls[1][0]
        assert len(select.options) <= 25
        offered |= {option.value for option in select.options}
        slip = press(slip, "stack.horse", stacks.MORE)

    assert offered == {*cards, stacks.MORE}
    assert act(press(slip, "stack.horse", "x59"), "stack.go").horse[0] == "x59"


# --------------------------------------------------------------------------------------------- secrets


def shown(seating: Seating) -> tuple[str, list[Any]]:
    laid_out = desk(seating)
    return laid_out.text, [item.to_component_dict() for row in laid_out.controls for item in row]


def test_a_laid_stack_is_on_no_desk_any_more_not_even_its_owners() -> None:
    for moment in day(3, 4):
        for seat in moment.snapshot.table.seats:
            seating = seating_of(moment.snapshot, seat, {})
            if not isinstance(seating.choices, Orders):
                said = str(shown(seating))
                assert "H0" not in said
                assert "Horse cards" not in said


def test_nobody_is_named_on_a_desk_but_in_labels() -> None:
    at = table(3, game="sulkydrom")
    at = replace(at, seats=tuple(seat._replace(name="**Ana** @everyone") for seat in at.seats))
    standing, _ = Standing.begin(at)
    while standing.asked:
        for seat in at.seats:
            assert "Ana" not in desk(seating_of(Snapshot(at, standing, DEFAULT), seat, {})).text
        seat = min(standing.asked)
        standing, _ = standing.after(seat, standing.choices(seat).sample(Chance(bytes(32))))
