"""The podium of a race night as a picture: drawn and told by the same values."""

from __future__ import annotations

import pickle

import pytest

from render.podium import MOST_DRAWN, Podium, Stand, _drawn, podium
from tests.render.seen import require_apart

TOLD = "{place}. {name}: {value}."
THREE = (Stand(1, "Ben", "18 points"), Stand(2, "Ana", "14 points"), Stand(3, "Cleo", "8 points"))


def test_a_picture_is_told_best_first_with_the_news_last() -> None:
    shown = podium(Podium("Friday", THREE, "Best race: Ben beat 2 rivals in Jockey.", "Somebody", TOLD))
    assert shown.alt == (
        "Friday. 1. Ben: 18 points. 2. Ana: 14 points. 3. Cleo: 8 points. Best race: Ben beat 2 rivals in Jockey."
    )


def test_a_name_that_cannot_be_drawn_is_stood_in_for() -> None:
    stands = (Stand(1, "", "10 points"), Stand(1, "\u200b", "10 points"), Stand(3, "A\nB", "1 point"))
    told = podium(Podium("Cup", stands, "", "Somebody", TOLD)).alt
    assert told == "Cup. 1. Somebody: 10 points. 1. Somebody: 10 points. 3. A B: 1 point."


@pytest.mark.drawn
@pytest.mark.parametrize("number", range(1, MOST_DRAWN + 3))
def test_however_many_share_a_place_the_picture_is_of_one_size(number: int) -> None:
    stands = tuple(
        Stand(1, f"Somebody with a very long name {each}", "1,234 points") for each in range(number)
    )
    shown = podium(Podium("N" * 40, stands, "B" * 200, "Somebody", TOLD))
    assert (shown.width, shown.height) == (1200, 720)


@pytest.mark.drawn
def test_another_process_can_draw_it_and_equal_values_give_equal_bytes() -> None:
    value = Podium("Friday", THREE, "", "Somebody", TOLD)
    recipe = podium(value).recipe
    assert recipe is not None
    assert pickle.loads(recipe)() == podium(pickle.loads(pickle.dumps(value))).draw()


@pytest.mark.drawn
@pytest.mark.parametrize("number", range(1, MOST_DRAWN + 1))
def test_however_many_stand_there_no_text_covers_another_and_it_is_light(number: int) -> None:
    stands = tuple(Stand(min(3, 1 + n), "W" * 32, "1,234 points") for n in range(number))
    shown = Podium("N" * 40, stands, "B" * 200, "Somebody", TOLD)
    require_apart(_drawn(shown))
    assert len(podium(shown).data) <= 80_000
