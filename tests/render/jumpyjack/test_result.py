from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from render.jumpyjack import final, result
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


def test_there_is_no_result_before_a_race_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(seen()[0], NAMES, JUMPYJACK)


def test_the_result_does_not_change_when_the_next_race_begins() -> None:
    later = [view for view in seen() if view.result and view.result.race == 1]
    assert len({view.phase for view in later}) > 1
    assert len({result(view, NAMES, JUMPYJACK).data for view in later[::9]}) == 1


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
