"""What is published of a table: its luck as it grows; once it is over its log, the check of it, and the races again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Refusal, Refused, Status, luck
from bot.tables.luck import Ingredient
from bot.tables.standing import read_log
from bot.ui.look import Look
from bot.ui.screens.luck import listed, luck_line, luck_sheet
from bot.ui.screens.public import log_file, race_log, views_of
from bot.ui.screens.showing import Showing
from bot.ui.sheets import Sheet
from engines.core import Row, Unreadable, commitment
from engines.verify import logs, verify


class Records(Showing):
    """Shows what is published of tables. Log, check and replay are refused while a table is open: its log is secret."""

    async def luck(self, table_id: str, user_id: int, head: str = "") -> Sheet:
        """List what the luck of any table is mixed from, under a line that heads it."""
        async with self._store.reading() as db:
            look = await self._look_in(db, table_id)
            return luck_sheet(look, await luck.read(db, look.table), user_id, head)

    async def log(self, table_id: str) -> Sheet:
        """Return the race log as a file."""
        look, rows, _ = await self._published(table_id)
        return await self._studio.work(log_sheet, look, rows)

    async def verdict(self, table_id: str) -> Sheet:
        """Check commitment, seed and every event, and say what was found."""
        look, rows, ingredients = await self._published(table_id)
        return await self._studio.work(verdict_sheet, look, rows, ingredients)

    async def replay(self, table_id: str) -> Sheet:
        """Return the races as an animated picture."""
        look, rows, _ = await self._published(table_id)
        return await self._studio.work(replay_sheet, look, rows)

    async def _published(self, table_id: str) -> tuple[Look, Sequence[Row], Sequence[Ingredient]]:
        async with self._tables.by_its_rules(table_id), self._store.reading() as db:
            look = await self._look_in(db, table_id)
            if look.table.status.is_open:
                raise Refused(Refusal.NOT_PUBLISHED)
            if not look.table.length:
                raise Refused(Refusal.NEVER_RAN, table=table_id)
            return look, await read_log(db, table_id), await luck.read(db, look.table)


def log_sheet(look: Look, rows: Sequence[Row]) -> Sheet:
    """Attach the whole log, or that of a race as far as it went."""
    table = look.table
    is_over = table.status is Status.FINISHED
    head = look.t.answers.log_title(
        look.game_name, table.table_id, len(rows), is_over=is_over, counted=table.counted
    )
    return Sheet(head, attached=(log_file(look, rows),), footer=look.t.table.proof(table.secret.hex()))


def verdict_sheet(look: Look, rows: Sequence[Row], ingredients: Sequence[Ingredient] = ()) -> Sheet:
    """Check the log as `paddock verify` does, and list what its luck is mixed from. Slow: for a worker thread."""
    table = look.table
    is_over = table.status is Status.FINISHED
    try:
        (log,) = logs(race_log(look, rows).decode())
        verdict = verify(log, to_the_end=is_over)
    except Unreadable:
        raise Refused(Refusal.OTHER_RULES) from None
    problems = [str(problem) for problem in verdict.problems[:5]]
    said = look.t.answers.verified(
        look.game_name,
        table.table_id,
        commitment(table.secret),
        log.header.seed,
        len(rows),
        problems,
        is_over=is_over,
        counted=table.counted,
    )
    remarks = [look.t.answers.remark(str(remark)) for remark in verdict.remarks[:5]]
    return Sheet("\n".join([said, *remarks, luck_line(look, ingredients), *listed(look, ingredients)]))


def replay_sheet(look: Look, rows: Sequence[Row]) -> Sheet:
    """Draw the whole game again. Slow: for a worker thread. Refuses where no horse ever moved."""
    if look.standing is None:
        raise Refused(Refusal.OTHER_RULES)
    try:
        drawing = look.screens.replay(views_of(look, rows), look.table.names, look.t)
    except ValueError:
        if look.table.status is Status.FINISHED:
            raise
        raise Refused(Refusal.NEVER_MOVED) from None
    return Sheet(look.t.answers.replay_title(look.game_name, look.table.table_id), (drawing,)).drawn()
