"""The time that counts goes on while the process runs, and nothing else moves it."""

from __future__ import annotations

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


def test_it_goes_on_from_where_an_earlier_process_ended(machine: Machine) -> None:
    machine.pass_by(2000)
    machine.time.count_from(BEGAN - HOUR)
    machine.run(5)
    assert machine.time.now() == BEGAN - HOUR + 5000
    assert machine.time.lag == HOUR + 2000
