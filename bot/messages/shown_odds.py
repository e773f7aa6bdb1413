"""The odds that lobbies and boards show: as they were when they were shown last, whatever was bet since.

So a post that is made because a player has acted, which may be a secret, never brings new odds: they come when bets
have them come (`bot.ui.odds_refresh`). That is noted with the table, so a process does not show what it remembers once
another one has had newer odds shown.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from bot.bank import tote
from bot.bank.tote import RaceReport
from bot.remembered import Remembered
from bot.tables import Table
from bot.tables.totes import race_of

REMEMBERED = 1024
"""Tables, those shown last."""


class _Shown(NamedTuple):
    """What is shown of the tote of a table, and of what: where a race begins, or somebody sits down, bets go back."""

    of: tuple[object, ...]
    report: RaceReport


class ShownOdds:
    """What is shown of the totes that are open."""

    def __init__(self) -> None:
        self._shown = Remembered[str, _Shown](REMEMBERED)

    def of(self, table: Table) -> RaceReport | None:
        """Return what is shown of a table's race; None where nobody has bet, or it has to be read."""
        shown = self._shown.get(table.table_id)
        return shown.report if shown and table.tote and shown.of == _open_facts(table) else None

    def is_known(self, table: Table) -> bool:
        """Whether nothing has to be read to show the odds of a table."""
        return not table.tote or self.of(table) is not None

    def read(self, db: Connection, table: Table) -> None:
        """Have shown from now on how the tote of a table stands, unless it is shown already."""
        if self.is_known(table):
            return
        if report := tote.report(db, race_of(table, table.tote)):
            self._shown[table.table_id] = _Shown(_open_facts(table), report)


def _open_facts(table: Table) -> tuple[object, ...]:
    """Return what everybody knows of a table by which odds are new: others come, or bets go back."""
    return table.tote, table.odds_at, table.status, *(seat.user_id for seat in table.seats)
