"""What a click is about: its table, its decision, and what a press on a control of a game means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.screens import Act, Seating
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.messages.snapshots import Snapshots
from bot.tables import Reading, Refusal, Refused, Seat, Table, Tables
from bot.tables.loading import load
from bot.tables.race_commands import Answer
from bot.ui.clicks.click import TableClick
from bot.ui.respond import acknowledge


@dataclass(eq=False)
class GameMeaning:
    """Says what a press on a control of a game means, and notes what else is to be done about it."""

    click: TableClick
    snapshots: Snapshots
    snapshot: Snapshot | None = None
    """The table as it was then; None: it was not asked, or whoever pressed has no seat there."""
    watching: Sequence[int] = ()
    """The users whose desks show the slip that was filled in."""
    said: str = ""
    """What whoever pressed is told beside."""

    def __call__(self, reading: Reading, draft: dict[str, Any]) -> Answer | Mapping[str, Any]:
        """Say what was pressed, by the table as it is when that is done; see `bot.tables.race_commands.Meaning`.

        Raises `Refused`, and whatever the game refuses a press with.
        """
        click, snapshot = self.click, self.snapshots.of(reading)
        seat = snapshot.table.require_seat(click.user_id)
        self.snapshot = snapshot
        seating = decision(snapshot, draft, seat, click)
        pressed = snapshot.screens.pressed(seating, click.press, snapshot.title.words(click.t))
        if isinstance(pressed, Act):
            return Answer(pressed.action)
        self.watching = snapshot.watching(seating.seat)
        if pressed.said and not click.is_private:
            self.said, self.watching = pressed.said, [*self.watching, click.user_id]
        return pressed.draft

    def too_late(self) -> str:
        """Say which window the press missed, by what everyone may know; nothing where that is not known."""
        snapshot = self.snapshot
        if snapshot is None or snapshot.standing is None:
            return ""
        words = snapshot.title.words(self.click.t)
        return snapshot.screens.too_late(snapshot.standing.view(None), self.click.press, words)


async def table_here(tables: Tables, click: TableClick, *, answer: bool = False) -> Table:
    """Acknowledge a click, and return the table whose public messages it was made on.

    `answer`: a private answer of its own follows. Refuses a click on a table of another server, or of none.
    """
    await acknowledge(click.interaction, answer=answer)
    table = await tables.database.read(load, click.table_id)
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
