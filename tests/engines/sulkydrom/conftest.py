from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from engines.sulkydrom.actions import Letter
from engines.sulkydrom.course import AT_HOME, Spot
from engines.sulkydrom.game import Sulkydrom
from engines.sulkydrom.rules import by_position
from engines.sulkydrom.state import Driving, Race, RaceDay, Stacks, Turned, Turning


@pytest.fixture(scope="session")
def sulkydrom() -> Sulkydrom:
    game = Sulkydrom.with_edition()
    assert isinstance(game, Sulkydrom)
    return game


@pytest.fixture(scope="session")
def turning(sulkydrom: Sulkydrom) -> Callable[..., Turning]:
    """Put horses on the oval in the middle of a race; the owner of `turn` is to turn `horse` or `position`.

    `places` has a lane and a space for each horse that runs; those in `home` come first among the seats.
    """

    def state(
        places: Mapping[Letter, tuple[int, int]],
        turn: Letter,
        *,
        home: tuple[Letter, ...] = (),
        horse: tuple[str, ...] = ("h01",),
        position: tuple[str, ...] = ("p01",),
        deal: int = 1,
        goal: str = "minor",
        lane_change: str = "sideways",
    ) -> Turning:
        horses = (*home, *places)
        cells = [AT_HOME] * len(home) + [
            sulkydrom.setup.course.cell(Spot(*place)) for place in places.values()
        ]
        seats, seat = len(horses), horses.index(turn)
        points = (*sulkydrom.setup.points[: len(home)], *(0,) * len(places))
        wins = tuple([int(horse in home[:1]) for horse in horses])
        every = (True,) * seats
        used = {*horse, *position}
        rest = [card for card in sulkydrom.setup.packs["horse"] if card not in used]
        stacks = [Stacks((rest.pop(),), ()) for _ in horses]
        stacks[seat] = Stacks(horse, position)
        return Turning(
            race_day=RaceDay(goal, lane_change, 1, horses, points, wins, None),
            race=Race(tuple(range(seats)), deal, Stacks((), ()), every, every, (False,) * seats),
            stacks=tuple(stacks),
            pile=(),
            cells=tuple(cells),
            home=tuple(range(len(home))),
            to_act=(seat,),
            turned=None,
            special=None,
            stopped=None,
        )

    return state


@pytest.fixture(scope="session")
def driving(sulkydrom: Sulkydrom, turning: Callable[..., Turning]) -> Callable[..., Driving]:
    """Put horses on the oval; each may drive as far as `allowances` says, in the order of position."""

    def state(
        places: Mapping[Letter, tuple[int, int]],
        allowances: Mapping[Letter, int],
        *,
        turn: Letter | None = None,
        home: tuple[Letter, ...] = (),
        deal: int = 1,
        **options: str,
    ) -> Driving:
        before = turning(places, turn or next(iter(places)), home=home, deal=deal, **options)
        order = by_position(sulkydrom.setup, before.cells)
        return Driving(
            race_day=before.race_day,
            race=before.race,
            stacks=before.stacks,
            pile=(),
            cells=before.cells,
            home=before.home,
            to_act=order[:1],
            turned=Turned(before.to_act[0], "horse", "h32"),
            stopped=None,
            allowances=tuple([allowances.get(horse, 0) for horse in before.race_day.horses]),
            order=order,
            waiting=order[1:],
        )

    return state
