from __future__ import annotations

from dataclasses import replace

from render.captions import Phrases
from render.kit.alt import LONGEST, alt_text, final_text, replay_text

PHRASES = Phrases(
    final="Final: {ranking}.",
    ranked="{rank}. {name}",
    replay="Races {first} to {last}.",
    replay_of_one="Race {first}.",
)


def test_a_final_ranking_is_told_from_the_best_on_equals_by_seat() -> None:
    names = ("Anna", "Ben", "Chiara")
    told = final_text(PHRASES, (2, 1, 2), lambda seat: {"name": names[seat]})
    assert told == "Final: 1. Ben, 2. Anna, 2. Chiara."


def test_a_replay_tells_its_races_and_a_single_one_may_be_told_otherwise() -> None:
    assert [replay_text(PHRASES, races) for races in ([4, 5], [7])] == ["Races 4 to 5.", "Race 7."]
    assert replay_text(replace(PHRASES, replay_of_one=""), [7]) == "Races 7 to 7."


def test_a_replay_without_room_for_the_first_races_says_so() -> None:
    phrases = replace(PHRASES, replay_of_last="The log has those before.")
    told = [replay_text(phrases, races) for races in ([1, 2], [3, 4], [2], [1])]
    assert told == [
        "Races 1 to 2.",
        "Races 3 to 4. The log has those before.",
        "Race 2. The log has those before.",
        "Race 1.",
    ]


def test_an_alternative_text_leaves_out_what_is_empty_and_ends_where_discord_ends_it() -> None:
    assert alt_text("One.", "", "Two.") == "One. Two."
    assert alt_text("x" * 2000) == "x" * (LONGEST - 1) + "…"
