"""The benches of one part alone tell their figures."""

from __future__ import annotations

import json
from functools import partial

import pytest
from click.testing import CliRunner

from benches import pictures, store
from render.picture import Picture
from tests.painters.tasks import painted


def test_moves_are_measured_next_to_bare_aiosqlite_in_the_same_run() -> None:
    told = CliRunner().invoke(store.command, ["--seconds", "0.1", "--json"])
    figures = {(each["case"], each["figure"]): each for each in map(json.loads, told.output.splitlines())}
    assert figures["bare", "moves"]["ratio"] == 1
    assert figures["paddock", "moves"]["ratio"] > 0
    assert figures["paddock", "processor a move"]["unit"] == "ms"


def test_pictures_are_measured_in_threads_and_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [Picture(f"{number}.png", "", partial(painted, str(number))) for number in range(60)]
    monkeypatch.setattr(pictures, "_pictures", lambda *_: iter(some))
    told = CliRunner().invoke(pictures.command, ["--pictures", "20", "--workers", "1", "--json"])
    cases = [json.loads(line)["case"] for line in told.output.splitlines()]
    assert set(cases) == {"threads", "processes"}
    memory = [each for each in map(json.loads, told.output.splitlines()) if each["figure"] == "memory"]
    assert [each["case"] for each in memory] == ["processes"]
