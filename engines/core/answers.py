"""What a game answers when it is asked: who has won, what stands, what it knows of time and money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from engines.core.events import Seat

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a score per seat, and the seats that won (several if they share it)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]

    @classmethod
    def of(cls, scores: tuple[int, ...]) -> Self:
        """Let the most points win; ties share."""
        return cls(scores, tuple([seat for seat, score in enumerate(scores) if score == max(scores)]))


@dataclass(frozen=True, slots=True)
class Interim:
    """What stands once a race is over, whatever becomes of the next: the races run so far, and how the game would end.

    `outcome` is that of a game which ends right there.
    """

    races: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class TimeLimit(Generic[A]):
    """A time that a game gives, in seconds, and the action that the table does when it is over."""

    seconds: int
    action: A


@dataclass(frozen=True, slots=True)
class StartingMoney:
    """Money or points of its own that a game hands out, and of which its scores are what is left."""

    amount: int
    """What every seat is handed."""
    times: int = 1
    """How often it is handed out in a game."""
    may_owe: bool = False
    """Whether a seat can end below zero."""
    is_won_from_seats: bool = False
    """Whether seats win it from each other, not from a bank."""
