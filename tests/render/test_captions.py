from __future__ import annotations

from render.captions import HorseCaptions
from tests.render.kit.test_alt import PHRASES


def test_a_seat_and_a_horse_without_a_name_have_something_to_be_called() -> None:
    captions = HorseCaptions(
        seat="Player {seat}", over="", result="", final="", alt=PHRASES, horses={"red": "Red"}
    )
    assert captions.stand_in(0) == "Player 1"
    assert [captions.name(("\u200b\n", "Ana\nB"), seat) for seat in range(2)] == ["Player 1", "Ana B"]
    assert [captions.horse(horse) for horse in ("red", "mauve")] == ["Red", "mauve"]
    assert [captions.horse_in_text(horse) for horse in ("red", "mauve")] == ["Red", "Mauve"]


def test_a_name_that_is_read_from_the_right_changes_nothing_around_it_in_a_sentence() -> None:
    captions = HorseCaptions(seat="Player {seat}", over="", result="", final="", alt=PHRASES, horses={})
    assert captions.name(["\u2067\u2069שלום\u202e"], 0) == "\u2068שלום\u2069"
    assert captions.name(["山田 (Ken)"], 0) == "山田 (Ken)"
