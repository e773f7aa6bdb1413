"""What a game says for itself in one language: its name, its options, its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from render.words import Captions


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """What is said of an option of the rules; one without words is described as its type describes it."""

    asks: str
    """As an option of the command, without its default: `How many rounds of three races`."""
    called: Mapping[Any, str] = field(default_factory=dict)
    """What values are called there: those to choose from, and the default."""
    label: str = ""
    """In the form of the lobby; without one it is not asked there."""
    hint: str = ""
    """Below the label."""
    unfit: str = ""
    """Refuses a value that the rules do not take and Discord lets pass."""


class TitleWords(Protocol):
    """What a game says for itself in one language. Its screens say the rest."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def pitch(self) -> str:
        """What it is, as its command has it after the name: `three races, secret bets, a hand of cards`."""

    @property
    def summary(self) -> str:
        """What it is, as the help has it after the name."""

    @property
    def bought_in_for(self) -> str:
        """What a seat buys in for if it is not the whole game: `round`."""

    @property
    def words(self) -> Captions:
        """What is written in its pictures."""

    @property
    def options(self) -> Mapping[str, OptionWords]:
        """Its options, in the order in which the command has them."""

    def option_value(self, option: str, value: Any) -> str:
        """Name a value of an option in the form of the lobby."""

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe in a few words each how it will be played: `3 races`."""

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain it in pages of at most 3,500 characters."""
