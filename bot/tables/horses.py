"""What a title says of the horses of its races, for the tote."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from bot.bank.tote import Finish
from engines.core import Event


class Runners(Protocol):
    """What a title says of its races. What takes a view takes everyone's."""

    @property
    def entered(self) -> Callable[[Mapping[str, Any]], Sequence[str]]:
        """The horses of an edition that may run, before it is known which do."""

    @property
    def running(self) -> Callable[[Any], Sequence[str]]:
        """The horses that run."""

    @property
    def open_race(self) -> Callable[[Any], int | None]:
        """The race that is bet on, from 1; None where it is off, or none follows."""

    @property
    def own(self) -> Callable[[Any, int], str | None]:
        """The horse of a seat, the only one it may bet on; None: it may bet on none."""

    @property
    def finish(self) -> Callable[[Event], Finish]:
        """The order of finish, by the event that ends a race."""

    @property
    def as_they_stand(self) -> Callable[[Any], Finish]:
        """The order of the horses while a race is run, as it counts where the table ends."""


RunnersOf = Callable[[str], Runners | None]
"""Says what a game's title says of its races, None where there is nothing to bet on."""


def no_runners(_game: str) -> None:
    """Say that there is nothing to bet on in any game."""
