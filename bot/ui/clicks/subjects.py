"""What a click is about, looked up: the table it was made at, and the decision it belongs to."""

from __future__ import annotations

from bot.games.screens import Seating
from bot.tables import Refusal, Refused, Table, Tables
from bot.ui.clicks.click import TableClick
from bot.ui.screens import seating_of
from bot.ui.snapshot import Snapshot


async def table_here(tables: Tables, click: TableClick) -> Table:
    """Return the table whose public messages were clicked on; refuse one of another server, or of none."""
    table = await tables.read.table(click.table_id)
    if table.guild_id != click.interaction.guild_id:
        raise Refused(Refusal.OTHER_SERVER)
    return table


async def decision(tables: Tables, snapshot: Snapshot, click: TableClick) -> Seating:
    """Find the decision a click is about; refuse one that was taken already, and anybody else's."""
    seat = snapshot.table.require_seat(click.user_id)
    snapshot.table.require_running()
    snapshot.require_here()
    assert snapshot.standing is not None
    snapshot.standing.require_asked(seat.number, click.address.n)
    draft = await tables.read.draft(click.table_id, click.user_id, click.address.n)
    return seating_of(snapshot, seat, draft)
