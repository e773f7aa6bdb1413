from __future__ import annotations

from render.captions import Phrases
from render.kit.alt import LONGEST, alt_text, final_text, replay_text

PHRASES = Phrases(
    final="Final: {ranking}.",
    ranked="{rank}. {name}",
    replay="Race {race}.",
    replay_over="{verdict}: {horses}.",
)


def test_a_final_ranking_is_told_from_the_best_on_equals_by_seat() -> None:
    names = ("Anna", "Ben", "Chiara")
    told = final_text(PHRASES, (2, 1, 2), lambda seat: {"name": names[seat]})
    assert told == "Final: 1. Ben, 2. Anna, 2. Chiara."


def test_a_replay_tells_its_race_and_once_it_was_run_to_the_end_who_won_and_the_order() -> None:
    assert replay_text(PHRASES, 7, "", []) == "Race 7."
    assert replay_text(PHRASES, 7, "Red wins", [("Red", 1), ("Blue", 2), ("Bay", 2)]) == (
        "Race 7. Red wins: 1. Red, 2. Blue, 2. Bay."
    )


def test_an_alternative_text_leaves_out_what_is_empty_and_ends_where_discord_ends_it() -> None:
    assert alt_text("One.", "", "Two.") == "One. Two."
    assert alt_text("x" * 2000) == "x" * (LONGEST - 1) + "…"
