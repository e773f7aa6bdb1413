from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from engines.jumpyjack.teams import team_of
from engines.jumpyjack.view import Phase
from render.jumpyjack import slip
from tests.render.jumpyjack.played import GAME, TEAMS, otherwise, racing, seen
from tests.render.seen import NAMES, states


def test_the_slip_shows_every_prediction_differently_and_tells_it() -> None:
    view = seen(4, 0)[5]
    assert view.own is not None
    drawn = set()
    for order in permutations(view.horses, 3):
        picture = slip(replace(view, own=replace(view.own, prediction=order)), NAMES, JUMPYJACK)
        told = [f"{rank}. {JUMPYJACK.horses[h]}" for rank, h in enumerate(order, 1)]
        assert picture.alt.startswith(f"Your slip: {', '.join(told)}. ")
        drawn.add(picture.data)
    assert len(drawn) == 60


def test_what_is_chosen_so_far_stands_on_the_slip() -> None:
    view = seen(4, 0)[0]
    drafts: Any = ((), ("red",), ("red", None, "white"), (None, None, "white"))
    drawn = [slip(view, NAMES, JUMPYJACK, draft) for draft in drafts]
    assert len({picture.data for picture in drawn}) == 4
    assert [picture.alt for picture in drawn[:3]] == [
        "Your slip: nothing written yet.",
        "Your slip: 1. Red.",
        "Your slip: 1. Red, 3. White.",
    ]


def test_team_mates_see_the_prediction_and_nobody_sees_another_teams() -> None:
    found = 0
    for state in states("jumpyjack", 8, **TEAMS)[2:80:7]:
        for seat in (1, 6):
            mates = team_of(seat, state.race_day.options, 8)
            told = {slip(GAME.view(state, mate), NAMES, JUMPYJACK).alt for mate in mates}
            other = otherwise(state, mates)
            found += other != state
            assert slip(GAME.view(state, seat), NAMES, JUMPYJACK) == slip(
                GAME.view(other, seat), NAMES, JUMPYJACK
            )
            assert len(told) == 1
    assert found


def test_places_that_came_right_or_wrong_are_marked() -> None:
    view = racing(4)[2]
    own = next(view for view in seen(4, 0) if view.own and view.own.prediction)
    shown = replace(own, phase=Phase.RACING, to_act=view.to_act, value=1)
    assert shown.own
    assert shown.own.prediction
    first, second, _ = shown.own.prediction
    podiums = [(None,) * 5, (first, None, None, None, None), (second, None, None, None, None)]
    assert len({slip(replace(shown, podium=podium), NAMES, JUMPYJACK).data for podium in podiums}) == 3


def test_the_die_is_beside_the_prediction_and_whose_turn_it_is_is_told() -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.RACING)
    thrown = [slip(replace(view, value=value), NAMES, JUMPYJACK) for value in range(1, 7)]
    others = [slip(replace(view, to_act=(seat,)), NAMES, JUMPYJACK) for seat in range(4)]
    assert len({picture.data for picture in thrown}) == 6
    assert len({picture.data for picture in others}) == 4
    assert [picture.alt.endswith(f"{NAMES[0]} moves a horse by {view.value}.") for picture in others] == [
        True,
        False,
        False,
        False,
    ]
