from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest
from PIL import Image

from render.kit.alt import LONGEST, alt_text, final_text, replay_text
from render.kit.page import filled, rows, ruled
from render.kit.replay import last_races
from render.kit.result import in_order, mown
from render.parts.cards import GAP, fanned, laid_out, taken
from render.parts.palette import BLUE, CREAM, FADED, GAIN, LINE, LOSS, RED, SHADE, TURF, TURF_LIGHT, of_gain
from render.parts.silks import Pattern, Stable
from render.words import HorseCaptions, Phrases


class Step(NamedTuple):
    race: int
    what: str


STEPS = [Step(1, "a"), Step(1, "b"), Step(2, "c"), Step(3, "d"), Step(3, "e"), Step(3, "f")]
"""Races with two, one and three steps."""


@pytest.mark.parametrize(("most", "shown"), [(6, [1, 2, 3]), (5, [2, 3]), (4, [2, 3]), (3, [3]), (1, [3])])
def test_a_replay_shows_as_many_of_the_last_races_as_fit_and_always_one(most: int, shown: list[int]) -> None:
    races = last_races(STEPS, most)
    assert [{number for number, _ in race} for race in races] == [{number} for number in shown]
    assert [step for race in races for step in race] == [step for step in STEPS if step[0] in shown]


def test_where_nothing_happened_there_is_no_race() -> None:
    assert last_races([], 10) == []


def test_horses_at_home_come_before_the_rest_of_whom_equals_share_a_place() -> None:
    placed = in_order(("red", "blue", "white", "black", "grey"), ("black", "red"), (81, 40, 62, 81, 40))
    assert placed == [("black", 1), ("red", 2), ("white", 3), ("blue", 4), ("grey", 4)]


def test_stripes_share_a_panel_by_their_weights_and_take_turns_in_colour() -> None:
    panel = Image.new("RGB", (10, 100), TURF)
    assert list(mown(panel, (2, 1, 1))) == [(0, 50), (50, 25), (75, 25)]
    assert [panel.getpixel((5, y)) for y in (25, 60, 90)] == [TURF, TURF_LIGHT, TURF]


def test_rows_of_a_table_take_turns_in_colour_below_the_line_under_its_heads() -> None:
    table = ruled(20, 80, 20)
    assert list(rows(table, 20, 20, 3)) == [30, 50, 70]
    assert table.getpixel((5, 18)) == LINE
    assert [table.getpixel((5, y)) for y in (5, 30, 50, 70)] == [CREAM, SHADE, CREAM, SHADE]


def test_a_table_is_filled_or_has_an_ornament_where_it_cannot_be() -> None:
    full, bare = ruled(300, 400, 40), ruled(300, 400, 40)
    assert list(filled(full, 40, 4, most=100, ornament=120)) == [85, 175, 265, 355]
    assert list(filled(bare, 40, 2, most=50, ornament=120)) == [65, 115]
    below = bare.crop((0, 150, 300, 400)).getcolors(1000)
    assert SHADE in {colour for _, colour in below or ()}


def test_patterns_of_silks_begin_anew_when_there_are_more_horses() -> None:
    stable = Stable({"red": RED, "blue": BLUE, "grey": FADED}, (Pattern.HOOPS, Pattern.SASH))
    worn = list(stable.silks(("red", "blue", "mauve")).values())
    assert [silk.colour for silk in worn] == [RED, BLUE, FADED]
    assert [(silk.number, silk.pattern) for silk in worn] == [("1", "hoops"), ("2", "sash"), ("3", "hoops")]
    assert all(silk.accent != silk.colour for silk in worn)


def test_fans_lie_side_by_side_each_row_in_the_middle() -> None:
    upper, lower = fanned(["a", "a", "b"]), fanned(["c"])
    laid = list(laid_out([upper, lower], 100, 600, 50))
    assert [fan.card for fan, _, _ in laid] == ["a", "b", "c"]
    wide = taken(upper, 100)
    assert [left for _, left, _ in laid] == [600 - wide / 2, 600 - wide / 2 + 120 + GAP, 550]
    assert [top for _, _, top in laid] == [50, 50, 50 + 140 + GAP]


def test_a_gain_a_loss_and_nothing_have_each_their_colour() -> None:
    assert [of_gain(amount) for amount in (3, -3, 0)] == [GAIN, LOSS, FADED]


PHRASES = Phrases(
    final="Final: {ranking}.", ranked="{rank}. {name}", replay="Races {races}.", replay_of_one="Race {first}."
)


def test_a_final_ranking_is_told_from_the_best_on_equals_by_seat() -> None:
    names = ("Anna", "Ben", "Chiara")
    told = final_text(PHRASES, (2, 1, 2), lambda seat: {"name": names[seat]})
    assert told == "Final: 1. Ben, 2. Anna, 2. Chiara."


def test_a_replay_tells_its_races_and_a_single_one_may_be_told_otherwise() -> None:
    assert [replay_text(PHRASES, races) for races in ([4, 5], [7])] == ["Races 4, 5.", "Race 7."]
    assert replay_text(replace(PHRASES, replay_of_one=""), [7]) == "Races 7."


def test_an_alternative_text_leaves_out_what_is_empty_and_ends_where_discord_ends_it() -> None:
    assert alt_text("One.", "", "Two.") == "One. Two."
    assert alt_text("x" * 2000) == "x" * (LONGEST - 1) + "…"


def test_a_seat_and_a_horse_without_a_name_have_something_to_be_called() -> None:
    captions = HorseCaptions(
        seat="Player {seat}", over="", result="", final="", alt=PHRASES, horses={"red": "Red"}
    )
    assert captions.stand_in(0) == "Player 1"
    assert [captions.name(("\u200b\n", "Ana\nB"), seat) for seat in range(2)] == ["Player 1", "Ana B"]
    assert [captions.horse(horse) for horse in ("red", "mauve")] == ["Red", "mauve"]
    assert [captions.horse_in_text(horse) for horse in ("red", "mauve")] == ["Red", "Mauve"]
