from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.newmarket.english.pictures import NEWMARKET
from render.newmarket import final, result
from tests.render.newmarket.played import SEATS, seen
from tests.render.seen import NAMES, STRANGE, is_sound, opened


@pytest.mark.parametrize("seats", SEATS)
def test_the_result_and_the_final_standing_are_drawn_for_any_number_of_seats(seats: int) -> None:
    names = STRANGE if seats == 8 else NAMES
    is_sound(result(seen(seats)[-1], names, NEWMARKET))
    is_sound(final(seen(seats)[-1], names, NEWMARKET))


def test_a_result_tells_claims_payments_and_points() -> None:
    view = next(view for view in seen() if view.result and view.result.claims and view.result.out is not None)
    over = view.result
    assert over is not None
    assert over.out is not None
    told = result(view, NAMES, NEWMARKET).alt
    assert f"{NAMES[over.out]} played the last card and wins the deal." in told
    assert f"{NAMES[over.out]}: +{sum(over.paid)} for cards" in told
    assert f"{NAMES[over.claims[0].seat]} takes {over.claims[0].points} from" in told
    assert all(f"has {points}." in told for points in over.points)


def test_a_deal_in_which_nobody_could_lead_is_told_as_such() -> None:
    view = seen()[-1]
    assert view.result is not None
    stuck = replace(view, result=replace(view.result, out=None, paid=(0,) * 4))
    is_sound(result(stuck, NAMES, NEWMARKET))
    assert NEWMARKET.alt.stuck in result(stuck, NAMES, NEWMARKET).alt


def test_there_is_no_result_before_a_deal_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(seen()[0], NAMES, NEWMARKET)


def test_the_result_does_not_change_when_the_next_deal_begins() -> None:
    later = [view for view in seen() if view.result and view.result.deal == 1][::12]
    assert len({view.phase for view in later}) > 1
    assert len({result(view, NAMES, NEWMARKET) for view in later}) == 1


def test_columns_of_a_result_do_not_touch() -> None:
    view = seen(8)[-1]
    assert view.result is not None
    claims = tuple(
        replace(view.result.claims[0], seat=3, horse=horse, points=80) for horse in view.racehorses
    )
    rich = replace(view.result, points=(99_999,) * 8, paid=(7,) * 8, claims=claims)
    image = opened(result(replace(view, result=rich), NAMES, NEWMARKET))
    for column in (348 + 296, 348 + 540, 348 + 668):
        inks = {image.getpixel((column, y)) for y in range(160, 770)}
        assert len(inks) <= 2, "only the two papers of the rows"
