"""How engines say no: a refused action has a named reason with facts, unreadable data one clear line."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails


class SharedRefusal(StrEnum):
    """Reasons that every game shares; each game has a StrEnum of its own beside it."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"


class IllegalAction(Exception):
    """An action the rules refuse; the state stays as it was.

    `reason` is a member of a StrEnum (`SharedRefusal` or the game's own), `facts` what a sentence about it needs,
    as plain data: numbers, strings, lists of them.
    """

    def __init__(self, reason: StrEnum, **facts: Any) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name} {fact}" for name, fact in self.facts.items())
        return f"{self.reason} ({told})" if told else str(self.reason)


class Misfit(ValueError):
    """Values right each by itself that do not go together, for validators; `at` is the path to the wrong one."""

    def __init__(self, why: str, *at: str | int) -> None:
        super().__init__(why)
        self.at = at


class Unreadable(ValueError):
    """Data from outside that is not what it should be; its text is one clear line."""

    @classmethod
    def because(
        cls, what: str, error: ValidationError, line: Callable[[tuple[str | int, ...]], int] | None = None
    ) -> Unreadable:
        """Put the first things pydantic found wrong with `what` into one line.

        `line` tells the line of the text in which the value at a path stands.
        """
        told = []
        for problem in error.errors(include_url=False, include_input=False)[:3]:
            path, why = cls._told(problem)
            where = ".".join(str(part) for part in path)
            place = what if line is None else f"line {line(path)}"
            told.append(": ".join((place, where, why) if where else (place, why)))
        return cls("; ".join(told))

    @staticmethod
    def _told(problem: ErrorDetails) -> tuple[tuple[str | int, ...], str]:
        path = tuple(part for part in problem["loc"] if part != "[key]")
        cause = problem.get("ctx", {}).get("error")
        at = cause.at if isinstance(cause, Misfit) else ()
        return (*path, *at), " ".join(problem["msg"].removeprefix("Value error, ").split())


class Inexact(Unreadable):
    """A line of a race log that can be read, but is not what a race log says in its exact form."""
