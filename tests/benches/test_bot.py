"""What `paddock bench bot` makes of the presses it has timed."""

from __future__ import annotations

import asyncio
import json
import signal

import pytest

from benches import subject
from benches.bot import Clicks, Measured, quantile
from benches.crowd import Clicked


class Person:
    """Presses at once, with the same fate every time."""

    def __init__(self, fate: Clicked) -> None:
        self.fate = fate
        self.luck = self

    def random(self) -> float:
        return 0.0

    def uniform(self, least: float, most: float) -> float:
        return least


async def timed(case: str, *fates: Clicked) -> Clicks:
    async def press(person: Person) -> Clicked:
        return person.fate

    clicks = Clicks(case)
    await clicks.gather([Person(fate) for fate in fates], press, 1.0, 0.4)
    return clicks


async def test_latencies_are_told_in_milliseconds_and_beside_the_yardstick():
    bare = await timed("bare", Clicked(0.010, None))
    busy = await timed("busy", Clicked(0.020, 0.5), Clicked(0.040, None))
    told = {each.figure: each for each in busy.figures(bare)}
    assert (told["acknowledged max"].value, told["acknowledged max"].ratio) == (40, 4)
    assert (told["board p50"].value, told["board p50"].ratio) == (500, 50)


async def test_a_press_that_was_never_acknowledged_counts_as_late():
    clicks = await timed("busy", Clicked(None, None), Clicked(1.5, None), Clicked(0.1, None))
    assert [each.value for each in clicks.figures() if each.figure == "acknowledged late"] == [2]


def test_the_quantile_of_a_single_value_is_that_value():
    assert [quantile([7.0], at) for at in (0.5, 0.99, 1.0)] == [7, 7, 7]


def test_a_figure_is_one_json_object_in_a_fixed_form():
    line = json.loads(Measured("50 tables", "memory idle", 96.0, "MB").as_json())
    assert line == {
        "bench": "bot",
        "case": "50 tables",
        "figure": "memory idle",
        "value": 96.0,
        "unit": "MB",
        "ratio": None,
    }
    assert list(line) == ["bench", "case", "figure", "value", "unit", "ratio"]


async def test_what_is_measured_stops_when_nobody_measures_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    parents = iter([7, 7, 7, 1])
    monkeypatch.setattr(subject.os, "getppid", lambda: next(parents))
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    try:
        await subject.Watch().look()
        await stopped.wait()
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
