"""What is published of a match that is over: its log as a file, the check of it, and its races as pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.messages.layout import MessageLayout
from bot.messages.layouts.luck_layout import listed, luck_file, luck_line
from bot.messages.snapshot import Snapshot
from bot.tables import Refusal, Refused, Standing, Status
from bot.tables.luck import Ingredient
from bot.tables.standing import header_of
from bot.texts import Texts
from engines.core import Row, Unreadable, commitment
from engines.verify import Problem, logs, verify
from render import kit

MOST_TOLD: Final = 5
"""Problems, and remarks, of a log that one message tells; of more it says how many there are."""


def log_layout(snapshot: Snapshot, rows: Sequence[Row]) -> MessageLayout:
    """Attach the whole log, or that of a race as far as it went."""
    table = snapshot.table
    is_over = table.status is Status.FINISHED
    head = snapshot.t.answers.log_title(
        snapshot.game_name, table.table_id, len(rows), is_over=is_over, counted=table.counted
    )
    return MessageLayout(
        head, attached=(log_file(snapshot, rows),), footer=snapshot.t.table.proof(table.secret.hex())
    )


def verdict_layout(
    snapshot: Snapshot, rows: Sequence[Row], ingredients: Sequence[Ingredient] = ()
) -> MessageLayout:
    """Check the log as `paddock verify` does, and list what its luck is mixed from. Slow: for a worker thread."""
    table = snapshot.table
    is_over = table.status is Status.FINISHED
    try:
        _, written = log_file(snapshot, rows)
        (log,) = logs(written.decode())
        verdict = verify(log, to_the_end=is_over)
    except Unreadable:
        raise _untellable(snapshot) from None
    said = snapshot.t.answers.verified(
        snapshot.game_name,
        table.table_id,
        commitment(table.secret),
        log.header.seed,
        len(rows),
        _few(verdict.problems, snapshot.t.answers.problem, snapshot.t),
        is_over=is_over,
        counted=table.counted,
    )
    remarks = _few(verdict.remarks, snapshot.t.answers.remark, snapshot.t)
    newest = listed(snapshot, ingredients)
    earlier = len(ingredients) - len(newest)
    lines = [said, *snapshot.own_edition, *remarks, luck_line(snapshot, ingredients), *newest]
    lines += [snapshot.t.luck.more(earlier)] if earlier else []
    return MessageLayout("\n".join(lines), attached=(luck_file(table),) if earlier else ())


def _few(found: Sequence[Problem], told: Callable[[str], str], t: Texts) -> list[str]:
    """Tell the first things that a check found, a line each, and how many more there are."""
    more = len(found) - MOST_TOLD
    lines = [told(str(problem)) for problem in found[:MOST_TOLD]]
    return [*lines, t.answers.and_more(more)] if more > 0 else lines


def replay_layout(snapshot: Snapshot, rows: Sequence[Row], asked: kit.Asked = kit.LAST) -> MessageLayout:
    """Say how a race is drawn again. Slow: for a worker thread. Refuses where no horse moved, ever or in that race."""
    if snapshot.standing is None:
        raise _untellable(snapshot)
    try:
        views = views_of(snapshot, rows)
        drawing = snapshot.screens.replay(views, snapshot.table.names, snapshot.words, asked)
    except kit.NothingMoved:
        raise Refused(Refusal.NEVER_MOVED) from None
    except kit.NoSuchRace as missing:
        raise Refused(Refusal.NO_SUCH_RACE, race=missing.race, races=missing.races) from None
    return MessageLayout(
        snapshot.t.answers.replay_title(snapshot.game_name, snapshot.table.table_id), (drawing,)
    ).prepared()


def last_board_layout(snapshot: Snapshot) -> MessageLayout:
    """Show the last board of a game that is over. Slow: for a worker thread."""
    if snapshot.standing is None:
        raise _untellable(snapshot)
    view, table = snapshot.standing.view(None), snapshot.table
    head = snapshot.t.answers.last_board_title(snapshot.game_name, table.table_id)
    where = f"-# {snapshot.screens.progress(view, snapshot.words)} · {snapshot.link}"
    return MessageLayout(f"{head}\n{where}", (snapshot.screens.board(view, table.names, snapshot.words),))


def _untellable(snapshot: Snapshot) -> Refused:
    """Say why nothing more can be made of a log: its rules, or its game, are not here."""
    return Refused(Refusal.OTHER_RULES if snapshot.is_here else Refusal.ABSENT_LOG)


def views_of(snapshot: Snapshot, rows: Sequence[Row]) -> list[object]:
    """Return what everyone saw at the start and after each row."""
    standing, _ = Standing.begin(snapshot.table)
    views = [standing.view(None)]
    for row in rows:
        if row.action is not None:
            standing = standing.after_row(row)
            views.append(standing.view(None))
    return views


def log_file(snapshot: Snapshot, rows: Sequence[Row]) -> tuple[str, bytes]:
    """Name and write the log of a game that is over."""
    lines = [header_of(snapshot.table).line(), *(row.line() for row in rows)]
    return f"{snapshot.table.game}-{snapshot.table.table_id}.jsonl", ("\n".join(lines) + "\n").encode()
