"""The booklet's heading "Team game": who plays with whom, and who predicts and guesses.

Without teams every seat is a team of its own.
"""

from __future__ import annotations

from engines.core import Seat
from engines.jumpyjack.options import Options


def team_count(options: Options, seats: int) -> int:
    """Return how many teams there are."""
    return options.teams or seats


def team_of(seat: Seat, options: Options, seats: int) -> range:
    """Return the seats of a seat's team: the teams alternate round the table."""
    teams = team_count(options, seats)
    return range(seat % teams, seats, teams)


def captains(race: int, options: Options, seats: int) -> tuple[Seat, ...]:
    """Return the seats that predict and guess in `race`, in their order; in each team its seats take turns."""
    teams = team_count(options, seats)
    turn = (race - 1) % (seats // teams)
    return tuple(range(turn * teams, (turn + 1) * teams))


def opponents(seat: Seat, options: Options, seats: int) -> tuple[Seat, ...]:
    """Return the seats that are not of a seat's team."""
    own = team_of(seat, options, seats)
    return tuple([other for other in range(seats) if other not in own])
