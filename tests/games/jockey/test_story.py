"""What Jockey's boards tell: everything that happened in public, and nothing that anybody holds in secret."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jockey import spoken as jockey_words
from bot.games.jockey.story import STORY
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.result_layout import result_layout
from bot.texts import DEFAULT
from tests.games.race_days import race_day

SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 10**6)


def lines(moment, rows=None) -> list[str]:
    view = moment.snapshot.standing.view(None)
    return STORY.lines([(row, view) for row in rows or moment.rows], moment.snapshot.who, DEFAULT)


def is_told_by_a_result(row) -> bool:
    """Whether a row ends a race."""
    return any(event["type"] == "race_over" for event in row.events)


@settings(max_examples=12, deadline=None)
@given(SEATS, SEEDS)
def test_no_board_names_a_bet_before_it_is_opened_nor_a_card_before_it_is_played(
    seats: int, seed: int
) -> None:
    cards = [
        jockey_words(DEFAULT).card(card)
        for card in race_day(2, 1)[0].snapshot.standing.match.game.edition.cards
    ]
    for moment in race_day(seats, seed):
        text = board_layout(*moment).text
        played = [
            jockey_words(DEFAULT).card(event["card"])
            for row in moment.rows
            if not is_told_by_a_result(row)
            for event in row.events
            if event["type"] == "played"
        ]
        assert [card for card in cards if f"**{card}**" in text] == played
        assert " to win" not in text
        assert " to place" not in text


@settings(max_examples=8, deadline=None)
@given(SEATS, SEEDS)
def test_every_card_that_is_played_is_told_with_what_it_did(seats: int, seed: int) -> None:
    for moment in race_day(seats, seed):
        for row in moment.rows:
            played = [event for event in row.events if event["type"] == "played"]
            moved = [event for event in row.events if event["type"] == "moved"]
            if played:
                assert moment.snapshot.who(played[0]["seat"]) in lines(moment)[0]
                assert (f"{moved[0]['from']} → {moved[0]['to']}" if moved else "nobody moved") in lines(
                    moment
                )[0]


@pytest.mark.parametrize("seats", [2, 4])
def test_betting_says_how_many_are_placed_and_whom_it_waits_for(seats: int) -> None:
    for moment in race_day(seats, 1):
        view = moment.snapshot.standing.view(None)
        if view.phase != "betting":
            continue
        prompt = board_layout(*moment).text.splitlines()[-1]
        assert f"{sum(view.has_bet)} of {seats} placed" in prompt
        for seat in range(seats):
            assert (moment.snapshot.who(seat) in prompt) is (seat in view.to_act)


def test_a_race_is_off_when_the_last_bet_is_placed_and_only_then() -> None:
    for moment in race_day(3, 2):
        told_off = any("they are off" in line for line in lines(moment))
        before = moment.before and moment.before.view(None).phase
        assert told_off is (before == "betting" and moment.snapshot.standing.view(None).phase == "racing")


def test_a_result_opens_every_bet() -> None:
    moment = next(m for m in race_day(3, 1) if m.snapshot.standing.view(None).result)
    text, result = result_layout(moment.snapshot).text, moment.snapshot.standing.view(None).result

    for seat, net in enumerate(result.nets):
        (line,) = [line for line in text.splitlines() if line.startswith(moment.snapshot.who(seat))]
        assert f"{abs(net):,}" in line
        assert f"{result.capitals[seat]:,}" in line
