"""What a click is about, looked up: the table it was made at, and the decision it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.screens import Seating
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Refusal, Refused, Seat, Table, Tables
from bot.ui.clicks.click import TableClick
from bot.ui.respond import acknowledge


async def table_here(tables: Tables, click: TableClick, *, answer: bool = False) -> Table:
    """Acknowledge a click, and return the table whose public messages it was made on.

    `answer`: a private answer of its own follows. Refuses a click on a table of another server, or of none.
    """
    await acknowledge(click.interaction, answer=answer)
    table = await tables.read.table(click.table_id)
    if table.guild_id != click.interaction.guild_id:
        raise Refused(Refusal.NO_SUCH_TABLE)
    return table


def decision(snapshot: Snapshot, draft: Mapping[str, Any], seat: Seat, click: TableClick) -> Seating:
    """Find the decision a click is about; refuse one that was taken already, or is another seat's."""
    snapshot.table.require_running()
    snapshot.require_here()
    assert snapshot.standing is not None
    snapshot.standing.require_asked(seat.number, click.asked)
    return seating_of(snapshot, seat, draft)
