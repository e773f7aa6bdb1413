"""What is published of a finished table: its log, the check of it, and the races shown again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Refusal, Refused, Status
from bot.tables.standing import read_log
from bot.ui.look import Look
from bot.ui.screens.public import log_file, race_log, views_of
from bot.ui.screens.showing import Showing
from bot.ui.sheets import Sheet
from engines.core import Row, Unreadable, commitment
from engines.verify import logs, verify


class Records(Showing):
    """Shows finished tables again, to whoever asks. Refuses while a table runs: then its log is secret."""

    async def log(self, table_id: str) -> Sheet:
        """Return the race log as a file."""
        look, rows = await self._finished(table_id)
        return await self._studio.work(log_sheet, look, rows)

    async def verdict(self, table_id: str) -> Sheet:
        """Check commitment, seed and every event, and say what was found."""
        look, rows = await self._finished(table_id)
        return await self._studio.work(verdict_sheet, look, rows)

    async def replay(self, table_id: str) -> Sheet:
        """Return the races as an animated picture."""
        look, rows = await self._finished(table_id)
        return await self._studio.work(replay_sheet, look, rows)

    async def _finished(self, table_id: str) -> tuple[Look, Sequence[Row]]:
        async with self._tables.by_its_rules(table_id), self._store.reading() as db:
            look = await self._look_in(db, table_id)
            if look.table.status is not Status.FINISHED:
                raise Refused(Refusal.NOT_PUBLISHED)
            return look, await read_log(db, table_id)


def log_sheet(look: Look, rows: Sequence[Row]) -> Sheet:
    """Attach the whole log."""
    table = look.table
    head = look.t.answers.log_title(look.game_name, table.table_id, len(rows))
    return Sheet(head, attached=(log_file(look, rows),), footer=look.t.table.proof(table.secret.hex()))


def verdict_sheet(look: Look, rows: Sequence[Row]) -> Sheet:
    """Check the log as `paddock verify` does. Slow: for a worker thread."""
    try:
        (log,) = logs(race_log(look, rows).decode())
        verdict = verify(log)
    except Unreadable:
        raise Refused(Refusal.OTHER_RULES) from None
    problems = [str(problem) for problem in verdict.problems[:5]]
    table = look.table
    said = look.t.answers.verified(
        look.game_name, table.table_id, commitment(table.secret), log.header.seed, len(rows), problems
    )
    return Sheet(said)


def replay_sheet(look: Look, rows: Sequence[Row]) -> Sheet:
    """Draw the whole game again. Slow: for a worker thread."""
    if look.standing is None:
        raise Refused(Refusal.OTHER_RULES)
    drawing = look.screens.replay(views_of(look, rows), look.table.names, look.t)
    return Sheet(look.t.answers.replay_title(look.game_name, look.table.table_id), (drawing,)).drawn()
