from __future__ import annotations

from itertools import pairwise

from engines.turfe.actions import Spot
from engines.turfe.state import LastPlay
from engines.turfe.view import Phase, View
from render.turfe.board import track_of
from render.turfe.track import PALETTE, Field, path, point_of, silks
from tests.render.turfe.played import SEATS, seen


def test_horses_that_share_a_start_or_a_home_stay_apart() -> None:
    together = Field(("red", "blue", "green"), (Spot(2, 0), Spot(2, 0), Spot(2, 0)), ())
    track = track_of(seen()[0])
    heights = [point_of(track, together, horse)[1] for horse in together.horses]
    assert all(lower - upper > track.token / 2 for upper, lower in pairwise(heights))


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
