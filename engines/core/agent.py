"""What every computer player is."""

from __future__ import annotations

from typing import Any, Protocol

from engines.core.chance import Chance
from engines.core.choices import Choices


class Agent(Protocol):
    """A stateless player: all it knows of a game comes with the question."""

    def decide(self, view: Any, choices: Choices[Any], chance: Chance) -> Any:
        """Return one of `choices` for the seat of `view`; `chance` is the agent's own luck."""
        ...


class Random:
    """Plays anything that is allowed, evenly."""

    def decide(self, view: Any, choices: Choices[Any], chance: Chance) -> Any:
        """Return a sample of the choices."""
        return choices.sample(chance)
