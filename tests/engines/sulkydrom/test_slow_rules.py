"""The engine held against the slow rules: single drives, everything that can be driven, and whole logs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import Chance, IllegalAction
from engines.sulkydrom.actions import Drive
from engines.sulkydrom.course import Spot
from tests.engines.sulkydrom.slow import Umpire, by_position, driven, is_home, lane_of

LETTERS = "ABCDEFGH"
LANE_CHANGES = st.sampled_from(["sideways", "diagonal"])


@st.composite
def fields(draw) -> dict[str, tuple[int, int]]:
    """Up to eight horses on the oval, mostly near each other."""
    near = draw(st.integers(0, 48))
    place = st.tuples(st.integers(1, 8), st.integers(max(0, near - 3), near + 4)) | st.tuples(
        st.integers(1, 8), st.integers(0, 62)
    )
    places = draw(st.lists(place, min_size=2, max_size=8, unique=True))
    on_course = [(lane, min(space, len(lane_of(lane)) - 1)) for lane, space in places]
    return dict(zip(LETTERS, dict.fromkeys(on_course), strict=False))


@settings(max_examples=150, deadline=None)
@given(fields(), st.integers(0, 8), st.text("FFLR", max_size=7), LANE_CHANGES)
def test_a_horse_drives_where_the_slow_rules_say(driving, sulkydrom, places, most, path, lane_change):
    if len(places) < 2:
        return
    order = by_position(places)
    horse = order[0]
    state = driving(places, {horse: most}, lane_change=lane_change)
    seat, others = list(places).index(horse), {place for other, place in places.items() if other != horse}
    end = driven(places[horse], path, most, others, lane_change)
    drive = Drive(tuple(path))

    assert state.order == tuple(list(places).index(each) for each in order)
    assert (drive in sulkydrom.choices(state, seat)) == (end is not None)
    try:
        following, events = sulkydrom.apply(state, seat, drive, Chance(bytes(32)))
    except IllegalAction:
        assert end is None
        return
    assert end is not None
    moved = [event for event in events if event["type"] == "moved"]
    assert [(event["to"]["lane"], event["to"]["space"]) for event in moved] == ([end] if path else [])
    if path and not is_home(end) and type(following) is type(state):
        assert sulkydrom.setup.course.spots[following.cells[seat]] == Spot(*end)


@settings(max_examples=40, deadline=None)
@given(fields(), st.integers(0, 5), LANE_CHANGES)
def test_every_path_there_is_is_listed_once_and_no_other(driving, sulkydrom, places, most, lane_change):
    if len(places) < 2:
        return
    horse = by_position(places)[-1]
    state = driving(places, {horse: most}, lane_change=lane_change)
    seat = list(places).index(horse)
    state = state._replace(to_act=(seat,))
    others = {place for other, place in places.items() if other != horse}
    every = {
        path
        for length in range(most + 1)
        for path in product("FLR", repeat=length)
        if driven(places[horse], "".join(path), most, others, lane_change) is not None
    }
    choices = sulkydrom.choices(state, seat)
    listed = [drive.path for drive in choices]

    assert len(listed) == len(set(listed))
    assert set(listed) == every
    assert (sulkydrom.forced(state) is not None) == (every == {()})
    assert all(choices.sample(Chance(bytes([n] * 32))).path in every for n in range(3))


@pytest.mark.parametrize("lane_change", ["sideways", "diagonal"])
@pytest.mark.parametrize("goal", ["first", "minor", "major", "victories"])
@pytest.mark.parametrize(("seats", "player"), [(2, "random"), (3, "steady"), (5, "random"), (8, "random")])
def test_whole_games_go_as_the_slow_rules_say(log_of, seats, player, goal, lane_change):
    header, rows = log_of("sulkydrom", seats=seats, player=player, goal=goal, lane_change=lane_change)
    umpire = Umpire(header.edition, seats, goal, lane_change)
    umpire.set_up(rows[0].events)
    for row in rows[1:]:
        umpire.row(row.seat, row.action, row.events)
        if row.auto and row.action["type"] == "drive":
            assert row.action["path"] == []

    assert umpire.race == -1
    assert any(row.auto for row in rows)
