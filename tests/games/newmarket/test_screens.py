"""Newmarket at the table: every legal move is offered and understood, and no screen shows what is hidden."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import discord
import pytest
from hypothesis import given, settings

from bot.games.newmarket import auction
from bot.games.newmarket import spoken as newmarket_words
from bot.games.screens import Act, Drafted, Misread, Press, Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import MORE, desk_layout, seating_of
from bot.texts import DEFAULT
from engines.newmarket.view import Phase
from tests.games.newmarket.playing import (
    CALLING,
    SCREENS,
    SEATS,
    SEEDS,
    asked,
    one_of_each_phase,
    views,
    whole_day,
)
from tests.ui.limits import require_sendable

T = newmarket_words(DEFAULT)


def controls(rows: Any) -> dict[str, str]:
    """Return the label of every button that plays by what its press says."""
    labels = {CustomId.read(str(item.custom_id)).what: item.label for row in rows for item in row}
    return {what: label for what, label in labels.items() if what != MORE}


def read(what: str, *values: str, typed: bool = False) -> Press:
    return Press(tuple(what.split(".")), values, typed)


# ---------------------------------------------------------------------------------- what a desk offers


@settings(max_examples=8, deadline=None)
@given(SEATS, SEEDS, CALLING)
def test_the_buttons_are_the_choices_of_the_rules_each_once(seats: int, seed: int, calling: str) -> None:
    for moment in whole_day(seats, seed, calling=calling):
        game = moment.snapshot.standing.match.game
        for seating in asked(moment):
            if seating.view.phase in {Phase.BIDDING, Phase.CALLING}:
                continue
            presses = controls(SCREENS.desk(seating, T).controls)
            acts = [SCREENS.pressed(seating, read(what), T) for what in presses]
            assert Counter(game.read_action(act.action) for act in acts) == Counter(seating.choices)


def test_in_a_window_every_desk_offers_its_whole_hand_in_the_same_way() -> None:
    holding = set()
    for moment in views(whole_day(4, 5, calling="manual"), Phase.CALLING):
        for seating in asked(moment):
            view, desk = seating.view, SCREENS.desk(seating, T)
            assert list(controls(desk.controls)) == [f"follow.{card}" for card in view.own.hand]
            assert {item.style for row in desk.controls for item in row} == {discord.ButtonStyle.primary}
            assert desk.text.splitlines()[0] == T.own_call(view.wanted, view.window).splitlines()[0]
            holding.add(view.wanted in view.own.hand)
    assert holding == {False, True}


def test_a_desk_in_a_window_changes_with_its_own_hand_alone() -> None:
    """The holder's desk is that of anybody else who had these cards while another card was called."""
    for moment in views(whole_day(4, 5, calling="manual"), Phase.CALLING)[:12]:
        standing = moment.snapshot.standing
        for seating in asked(moment):
            held = seating.view.wanted in seating.view.own.hand
            desk = SCREENS.desk(seating, T)
            other = SCREENS.desk(replace(seating, choices=() if held else standing.choices(seating.seat)), T)
            assert (desk.text, desk.more) == (other.text, other.more)
            assert [list(controls([row]).items()) for row in desk.controls] == [
                list(controls([row]).items()) for row in other.controls
            ]


def test_no_call_can_be_made_under_the_board() -> None:
    for moment in views(whole_day(4, 5, calling="manual"), Phase.CALLING):
        rows = board_layout(moment.snapshot, moment.before, moment.rows).controls
        assert not any("follow" in what for what in controls(rows))


def test_a_horse_is_backed_with_one_press_that_says_what_lies_on_it() -> None:
    for moment in views(whole_day(5, 2), Phase.BACKING):
        for seating in asked(moment):
            labels = list(controls(SCREENS.desk(seating, T).controls).values())
            for horse, pot, label in zip(seating.view.racehorses, seating.view.pots, labels, strict=True):
                assert label == T.card(horse) + (f" · {pot} points on it" if pot else "")


def test_the_hand_is_told_in_words_by_colour() -> None:
    seen = 0
    for moment in whole_day(4, 8):
        for seat in moment.snapshot.table.seats:
            view = moment.snapshot.standing.view(seat.number)
            text = SCREENS.desk(seating_of(moment.snapshot, seat, {}), T).more
            for colour in view.colours:
                numbers = [card.removeprefix(colour) for card in view.own.hand if card.startswith(colour)]
                if numbers:
                    assert f"{T.sign(colour)} {T.colour(colour)} {', '.join(numbers)}" in text
                    seen += 1
    assert seen


def test_who_took_the_spare_hand_still_sees_what_was_laid_down() -> None:
    day = [m for m in whole_day(3, 1) if m.snapshot.standing.view(None).discarder is not None]
    for moment in day:
        discarder = moment.snapshot.standing.view(None).discarder
        for seat in moment.snapshot.table.seats:
            text = SCREENS.desk(seating_of(moment.snapshot, seat, {}), T).more
            assert ("You laid down" in text) is (seat.number == discarder)
    assert day


# ------------------------------------------------------------------------------------------- the auction


def bidding(points: int, best: int) -> Seating:
    """Return the side of who bids next and has so many points, over the best bid there is."""
    (seating,) = asked(one_of_each_phase()[Phase.BIDDING])
    purses = list(seating.view.points)
    purses[seating.seat] = points
    return replace(seating, view=replace(seating.view, points=tuple(purses), best=best))


def bids_offered(points: int, best: int) -> list[str]:
    return list(controls(SCREENS.desk_controls(bidding(points, best), T)))


@pytest.mark.parametrize(
    ("points", "best", "offered"),
    [
        (35, 0, ["bid.1", "bid.2", "bid.5", "bid.10", "bid.other", "bid.pass"]),
        (35, 30, ["bid.31", "bid.32", "bid.35", "bid.other", "bid.pass"]),
        (8, 6, ["bid.7", "bid.8", "bid.pass"]),
        (7, 6, ["bid.7", "bid.pass"]),
        (6, 6, ["bid.pass"]),
        (0, 0, ["bid.pass"]),
    ],
)
def test_the_next_bid_some_raises_and_the_pass_are_one_press(
    points: int, best: int, offered: list[str]
) -> None:
    assert bids_offered(points, best) == offered


def test_the_limits_of_a_bid_are_those_of_the_rules() -> None:
    seen = 0
    for seed in range(8):
        for moment in views(whole_day(5, seed), Phase.BIDDING):
            (seating,) = asked(moment)
            assert auction.limits(seating.view) == (seating.choices.least, seating.choices.most)
            seen += 1
    assert seen


@pytest.mark.parametrize("typed", ["", " ", "all", "0", "6", "36", "-7", "7.5", "1e1", "١٢", "²", "9" * 12])
def test_what_is_no_bid_is_answered_with_what_can_be_bid(typed: str) -> None:
    with pytest.raises(Misread, match="from 7 to 35"):
        SCREENS.pressed(bidding(35, 6), read("bid.points", typed, typed=True), T)


def test_a_bid_may_be_typed() -> None:
    act = SCREENS.pressed(bidding(35, 6), read("bid.points", " 12 ", typed=True), T)
    assert act == Act({"type": "bid", "points": 12})


@pytest.mark.parametrize(("points", "bid"), [(35, 31), (35, 35), (7, 7)])
def test_a_bid_that_leaves_too_little_for_another_deal_is_asked_for_once_more(points: int, bid: int) -> None:
    seating = bidding(points, 6)
    asked_again = SCREENS.pressed(seating, read("bid.points", str(bid), typed=True), T)
    assert isinstance(asked_again, Drafted)
    assert asked_again.said.startswith(f"{bid} of your {points} points leave too little for another deal:")

    seating = replace(seating, draft=asked_again.draft)
    assert controls(SCREENS.desk_controls(seating, T))["bid.sure"] == f"Bid {bid} of your {points} — yes"
    assert SCREENS.pressed(seating, read("bid.sure"), T) == Act({"type": "bid", "points": bid})
    assert SCREENS.pressed(seating, read("bid.pass"), T) == Act({"type": "bid", "points": None})


def test_a_bid_is_not_said_to_be_meant_before_it_was_made() -> None:
    assert SCREENS.pressed(bidding(35, 6), read("bid.30"), T) == Act({"type": "bid", "points": 30})
    with pytest.raises(Misread):
        SCREENS.pressed(bidding(35, 6), read("bid.sure"), T)


def test_who_cannot_top_the_best_bid_is_told_to_pass() -> None:
    with pytest.raises(Misread, match="need 7 points"):
        SCREENS.pressed(bidding(6, 6), read("bid.points", "6", typed=True), T)


def test_only_a_bid_asks_for_a_form_and_only_from_who_is_to_bid() -> None:
    day = whole_day(4, 3)
    for moment in day:
        is_auction = moment.snapshot.standing.view(None).phase is Phase.BIDDING
        for seat in moment.snapshot.table.seats:
            form = SCREENS.form(seating_of(moment.snapshot, seat, {}), read("bid.other"), T)
            assert (form is not None) is (is_auction and seat.number in moment.snapshot.standing.asked)


# --------------------------------------------------------------------------------------- what is hidden


def shows(layout: MessageLayout) -> object:
    rows = [[item.to_component_dict() for item in row] for row in layout.controls]
    return layout.text, rows, layout.footer, layout.attached


def test_nobody_is_named_where_a_card_is_called_for() -> None:
    calls = views(whole_day(4, 5, calling="manual"), Phase.CALLING)
    for moment in calls:
        view = moment.snapshot.standing.view(None)
        assert not any(
            moment.snapshot.who(seat) in SCREENS.prompt(view, moment.snapshot.who, T) for seat in range(4)
        )
    assert calls


@pytest.mark.parametrize("calling", ["auto", "manual"])
def test_every_screen_of_a_game_with_called_cards_can_be_sent(calling: str) -> None:
    for moment in whole_day(8, 2, calling=calling)[:-1]:
        layout = board_layout(*moment)
        everyone = Seating("ABCD23", 0, moment.snapshot.standing.view(None), (), 9, {})
        rows = SCREENS.public_controls(everyone, T)
        require_sendable(layout._replace(controls=(*layout.controls, *rows)))
        assert layout.text.splitlines()[-1].startswith("▸ **")
        for seat in moment.snapshot.table.seats:
            if seat.number in moment.snapshot.standing.asked:
                require_sendable(desk_layout(moment.snapshot, seat, {}, has_place=True))
