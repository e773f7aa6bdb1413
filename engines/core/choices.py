"""What a seat may do now, listed where that is short, described where it is not; and players that choose of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from engines.core.chance import Chance
from engines.core.errors import IllegalAction

A_co = TypeVar("A_co", covariant=True)


class Choices(ABC, Generic[A_co]):
    """All legal actions of one seat at one moment; false if there are none."""

    __slots__ = ()

    @abstractmethod
    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is legal, in every form the rules accept."""

    @abstractmethod
    def sample(self, chance: Chance) -> A_co:
        """Draw a legal action, in a way that is fair between kinds; ValueError if there is none."""


class Listed(Choices[A_co]):
    """Choices few enough to go through, each action once and in one form."""

    __slots__ = ("actions",)

    def __init__(self, actions: tuple[A_co, ...]) -> None:
        self.actions = actions

    def __iter__(self) -> Iterator[A_co]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def sample(self, chance: Chance) -> A_co:
        """Draw one of the listed actions, each equally likely."""
        return self.actions[chance.below(len(self.actions))]


NOTHING: Listed[Any] = Listed(())
"""The choices of a seat that does not have to decide now, or has no answer in a window."""


def is_allowed(check: Callable[..., object], *facts: Any) -> bool:
    """Tell whether a check of these facts raises no IllegalAction."""
    try:
        check(*facts)
    except IllegalAction:
        return False
    return True


class Agent(Protocol):
    """A stateless computer player: all it knows of a game comes with the question."""

    def decide(self, view: Any, choices: Choices[Any], chance: Chance) -> Any:
        """Return one of `choices` for the seat of `view`; `chance` is the agent's own luck."""
        ...


class Random:
    """Plays anything that is allowed, evenly."""

    def decide(self, view: Any, choices: Choices[Any], chance: Chance) -> Any:
        """Return a sample of the choices."""
        return choices.sample(chance)
