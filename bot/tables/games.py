"""What the titles of the games tell tables, and the cache of the states of matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, Protocol

from cachetools import LRUCache

from bot.achievements import GameFeats
from bot.bank.tote import Finish
from bot.tables.refusals import Absent
from bot.tables.table import Table
from engines import catalog
from engines.core import Event

STATES: Final = 16_384
"""Engine states that a process keeps."""


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


_NOTHING: Final = GameFeats()


def _has_rules(game: str) -> bool:
    return game in catalog.all_keys()


def _costs_nothing(_game: str) -> int:
    return 0


def _has_no_tote(_game: str) -> None:
    return None


def _has_no_feats(_game: str) -> GameFeats:
    return _NOTHING


class States:
    """A bounded cache of engine states, by the id of a table and the length of its log.

    Committed rows of a log never change, so no entry becomes wrong. Only states of committed rows may be put in.
    """

    def __init__(self, most: int = STATES) -> None:
        self._cache: LRUCache[tuple[str, int], Any] = LRUCache(most)
        self._lock = Lock()

    def put(self, table_id: str, length: int, state: Any) -> None:
        """Keep a state."""
        with self._lock:
            self._cache[table_id, length] = state

    def clear(self) -> None:
        """Forget every state: rows of logs were put back as they were before."""
        with self._lock:
            self._cache.clear()

    def nearest(self, table_id: str, length: int) -> Any:
        """Return the state at this length of a log, or at the nearest shorter one that is kept; None: none is."""
        with self._lock:
            kept = (self._cache.get((table_id, at)) for at in range(length, 0, -1))
            return next((state for state in kept if state is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """What tables need to know of games besides their rules.

    Tables of a game that is not here rest, with their stakes and clocks, until its distribution is back or somebody
    who manages the server cancels them. Nothing of them is lost.
    """

    is_here: Callable[[str], bool] = _has_rules
    """Whether the game of a key can be played and shown; that does not change while a process runs."""
    usual_buy_in: Callable[[str], int] = _costs_nothing
    """The coins that a seat of a game pays in where its server has set nothing else."""
    runners: Callable[[str], Runners | None] = _has_no_tote
    """What the tote has to know of a game's races; None where nobody bets on them."""
    feats: Callable[[str], GameFeats] = _has_no_feats
    """What can be achieved in a game."""
    states: States = field(default_factory=States)

    def present(self) -> tuple[str, ...]:
        """Return the key of every game that is here."""
        return tuple([key for key in catalog.all_keys() if self.is_here(key)])

    def require_here(self, table: Table) -> None:
        """Refuse, with `Absent`, what takes the rules of a game that is not here."""
        if not self.is_here(table.game):
            raise Absent(table.status)
