"""How long computer players take over a move that everybody watches, so that a race can be followed.

A pause stands nowhere but in memory: whoever looks after a table next begins it anew, and no move is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.servers import Pace
from bot.tables.autoplay import following
from bot.tables.standing import Standing
from bot.tables.table import Table, Taken

SECONDS: Mapping[Pace, float] = MappingProxyType(
    {Pace.AT_ONCE: 0.0, Pace.QUICK: 1.0, Pace.STEADY: 1.5, Pace.LEISURELY: 3.0}
)
"""How long a move takes."""

PART_OF_CLOCK = 0.5
"""Of the time that a seat has for a decision, how much a computer player takes at most."""


def no_kinds(_game: str) -> Collection[str]:
    """Name no kind of decision."""
    return ()


@dataclass(frozen=True, slots=True)
class Pacing:
    """How a process has computer players play."""

    usual: Pace = Pace.AT_ONCE
    """The pace of servers that have set none."""
    at_once: Callable[[str], Collection[str]] = no_kinds
    """By game: the kinds of decisions that are never waited for, as many of them belong to one turn."""

    def pause(self, chosen: Pace | None, table: Table, standing: Standing | None) -> float:
        """Return the seconds which the decision takes that follows by itself; 0: none does, or it is made at once.

        `chosen` is the pace of the server, for tables that have none of their own.
        It depends on what everybody sees alone. What several decide at once, or in secret, is decided at once: there
        is nothing to be watched. So is what nobody is there to see, and what a standing order or the only move says.
        """
        pace = table.pace or chosen or self.usual
        if pace is Pace.AT_ONCE or standing is None or not table.present:
            return 0.0
        next_one = following(table, standing)
        if next_one is None or next_one.taken not in {None, Taken.AWAY}:
            return 0.0
        if tuple(standing.view(None).to_act) != (next_one.number,):
            return 0.0
        if standing.kind_of_decision(next_one.number) in self.at_once(table.game):
            return 0.0
        return min(SECONDS[pace], PART_OF_CLOCK * table.clock)


AT_ONCE = Pacing()
"""Computer players that take no time."""
