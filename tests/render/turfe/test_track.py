from __future__ import annotations

from itertools import pairwise

from engines.turfe.actions import Spot
from engines.turfe.state import LastPlay
from engines.turfe.view import Phase, View
from render.turfe.field import nose_of, track_of
from render.turfe.horses import PALETTE, Field, path, silks
from tests.render.turfe.played import SEATS, seen


def test_horses_that_share_a_start_or_a_home_stay_apart() -> None:
    track = track_of(seen()[0])
    for space in (0, track.spaces + 1):
        together = Field(("red", "blue", "green"), (Spot(2, space),) * 3, ())
        heights = [nose_of(track, together, horse)[1] for horse in together.horses]
        assert all(lower - upper > track.lane(1.5) * 0.4 for upper, lower in pairwise(heights))


def test_a_nose_lies_between_the_ends_of_its_space_in_every_lane() -> None:
    track = track_of(seen()[0])
    for lane in range(1, 7):
        noses = [track.hooves(Spot(lane, space))[0] for space in range(track.spaces + 2)]
        assert noses == sorted(noses)
        for space in range(1, track.spaces + 1):
            assert abs(noses[space] - track.point(space, lane - 0.5)[0]) < 4
        assert track.y(lane - 1) < track.hooves(Spot(lane, 1))[1] < track.y(lane)


def test_what_is_further_away_is_smaller() -> None:
    track = track_of(seen()[0])
    assert [track.horse(lane) for lane in range(1, 7)] == sorted(track.horse(lane) for lane in range(1, 7))
    assert track.horse(1) >= 84
    ends = [track.at(1000, across) for across in range(7)]
    assert ends == sorted(ends)


def moves() -> list[tuple[View, LastPlay]]:
    games = [view for seats in SEATS for view in seen(seats)]
    return [
        (view, view.last) for view in games if view.phase is Phase.RACING and view.last and view.last.horse
    ]


def test_the_way_drawn_is_one_the_horse_can_have_taken() -> None:
    for view, last in moves():
        assert last.start is not None
        assert last.end is not None
        others = [place for horse, place in zip(view.horses, view.places, strict=True) if horse != last.horse]
        way = [last.start, *path(last.start, last.end, others, view.length)]
        assert way[-1] == last.end
        assert {abs(two.space - one.space) for one, two in pairwise(way)} == {1}
        assert all(0 in {one.space, two.space} or two not in others for one, two in pairwise(way[:-1]))
        if last.end.space <= view.length:
            assert sum(abs(two.lane - one.lane) for one, two in pairwise(way)) <= 1


def test_every_horse_has_a_number_a_pattern_and_a_colour_of_its_own() -> None:
    worn = list(silks(seen()[0].horses).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4", "5", "6"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 6
    held = PALETTE.getpalette() or []
    colours = {tuple(held[at : at + 3]) for at in range(0, len(held), 3)}
    assert {silk.colour for silk in worn} <= colours
