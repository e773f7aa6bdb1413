"""What Jockey's boards tell: everything that happened in public, and nothing that anybody holds in secret."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jockey import spoken as jockey_words
from bot.messages.layouts.board_layout import board_layout
from bot.texts import DEFAULT
from tests.games.race_days import race_day

SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 10**6)


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
