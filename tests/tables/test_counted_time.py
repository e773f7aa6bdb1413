"""The time that counts goes on while the process runs, and nothing else moves it."""

from __future__ import annotations

import sys
from itertools import count
from threading import Thread

import pytest

from bot.tables.counted_time import LONGEST_STEP, CountedTime

BEGAN = 1_700_000_000_000
HOUR = 3_600_000


class Machine:
    """A machine with a wall clock that can be set, and one that cannot."""

    def __init__(self) -> None:
        self.wall = BEGAN
        self.steady = 50_000
        self.time = CountedTime(lambda: self.wall, lambda: self.steady)

    def run(self, seconds: int) -> None:
        """Let the process run and look at the time every second."""
        for _ in range(seconds):
            self.pass_by(1000)
            self.time.now()

    def pass_by(self, milliseconds: int) -> None:
        """Let time go by without the process looking."""
        self.wall += milliseconds
        self.steady += milliseconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_time_counts_while_the_process_runs(machine: Machine) -> None:
    machine.run(600)
    assert machine.time.now() == BEGAN + 600_000
    assert machine.time.lag == 0


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_wall_clock_that_is_set_moves_nothing(machine: Machine, by: int) -> None:
    machine.run(10)
    machine.wall += by
    machine.run(10)
    assert machine.time.now() == BEGAN + 20_000
    assert machine.time.lag == by


@pytest.mark.parametrize("milliseconds", [LONGEST_STEP + 1, 60_000, HOUR])
def test_time_in_which_the_process_was_stopped_does_not_count(machine: Machine, milliseconds: int) -> None:
    machine.pass_by(milliseconds)
    assert machine.time.now() == BEGAN
    assert machine.time.lag == milliseconds


def test_a_machine_that_slept_with_its_steady_clock_stopped_was_held_up_as_well(machine: Machine) -> None:
    machine.wall += HOUR
    assert machine.time.now() == BEGAN
    assert machine.time.lag == HOUR


def test_what_was_made_up_for_counts_as_passed_and_then_there_is_no_lag(machine: Machine) -> None:
    machine.wall += HOUR
    lag = machine.time.lag
    machine.run(1)
    machine.time.catch_up(lag)
    assert machine.time.now() == machine.wall
    assert machine.time.lag == 0


class TestAgreeing:
    """Several processes read one clock; the machine's own counts no more."""

    @pytest.mark.parametrize("by", [HOUR, -HOUR])
    def test_a_machine_whose_clock_is_off_or_is_set_has_the_time_of_all(
        self, machine: Machine, by: int
    ) -> None:
        machine.time.agree(BEGAN + by, machine.steady)
        assert machine.time.lag == by
        machine.time.catch_up(machine.time.lag)
        machine.wall += HOUR
        machine.run(5)
        assert (machine.time.now(), machine.time.lag) == (BEGAN + by + 5_000, 0)

    def test_how_long_an_answer_took_moves_nothing(self, machine: Machine) -> None:
        machine.time.agree(BEGAN, machine.steady)
        for took, after in ((900, 100), (2_000, 0), (2_500, 2_500), (7, 1)):
            asked_at = machine.steady
            machine.pass_by(took)
            machine.time.agree(machine.wall - after, asked_at)
            machine.time.now()
            assert machine.time.lag == 0

    def test_a_clock_that_goes_otherwise_is_followed_as_far_as_it_is_known(self, machine: Machine) -> None:
        machine.time.agree(BEGAN, machine.steady)
        asked_at = machine.steady
        machine.run(1)
        machine.time.agree(BEGAN + 5_000, asked_at)  # it is 4 s ahead at the least, and 5 s at the most
        assert machine.time.lag == 4_000
        machine.time.agree(BEGAN + 5_300, machine.steady)
        assert machine.time.lag == 4_300


def test_asked_in_threads_at_once_it_counts_every_millisecond_once() -> None:
    steady = count(50_000)
    time = CountedTime(lambda: BEGAN, lambda: next(steady))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [Thread(target=lambda: [time.now() for _ in range(20_000)]) for _ in range(3)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert time.now() == BEGAN + next(steady) - 50_001
