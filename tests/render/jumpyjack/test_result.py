from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from render.jumpyjack import final, result
from render.jumpyjack.result import Race
from render.kit.photo import BOTTOM
from tests.render.jumpyjack.played import MANY, ODD, TEAMS, seen
from tests.render.seen import NAMES, changed, is_sound, opened


@pytest.mark.parametrize(("seats", "options"), [(2, {"guessing": True}), (5, {}), (16, TEAMS)])
def test_result_and_final_standing_are_drawn_and_told(seats: int, options: Any) -> None:
    view = seen(seats, **options)[-1]
    assert view.result
    for names in (MANY, ODD):
        is_sound(result(view, names, JUMPYJACK))
        is_sound(final(view, names, JUMPYJACK))
    winner = str(view.result.podium[0])
    name = JUMPYJACK.horses[winner]
    assert result(view, MANY, JUMPYJACK).alt.startswith(f"Podium: 1. {name}")


def test_a_horse_on_its_place_is_ticked_and_a_guess_has_its_points() -> None:
    view = seen(4, guessing=True)[-1]
    over = view.result
    assert over
    right: Any = over.podium[:3]
    hit = over._replace(predictions=(right, *over.predictions[1:]))
    missed = over._replace(predictions=((*right[1:], right[0]), *over.predictions[1:]))
    assert changed(*(result(replace(view, result=each), NAMES, JUMPYJACK) for each in (hit, missed)))


def test_every_team_has_one_line_in_the_final_standing() -> None:
    view = seen(8, **TEAMS)[-1]
    assert opened(final(view, NAMES, JUMPYJACK)).height < opened(final(seen(8)[-1], NAMES, JUMPYJACK)).height


def test_a_ticket_is_torn_where_nothing_came_of_it_and_stamped_where_it_paid() -> None:
    view = seen(4)[-1]
    assert view.result
    paid, torn = (view.result._replace(points=(points, 0, 0, 0)) for points in (4, 0))
    left, top, right, bottom = (
        changed(*(result(replace(view, result=each), NAMES, JUMPYJACK) for each in (paid, torn))) or (0,) * 4
    )
    assert top > BOTTOM
    assert left < right < 610
    assert bottom - top < 130


def test_a_horse_that_was_still_running_has_no_rank() -> None:
    view = seen(4)[-1]
    assert view.result
    podium = (*view.result.podium[:3], None, None)
    race = Race(NAMES, JUMPYJACK, view, view.result._replace(podium=podium))
    assert [placed.rank for placed in race.placed()] == [1, 2, 3, None, None]
    assert {placed.name for placed in race.placed()} == set(JUMPYJACK.horses.values())


def test_who_plays_for_the_champions_is_named_with_their_team() -> None:
    view = seen(8, **TEAMS)[-1]
    other = ("Zoë", *NAMES[1:4], "Yun", *NAMES[5:])
    assert changed(final(view, NAMES, JUMPYJACK), final(view, other, JUMPYJACK))
