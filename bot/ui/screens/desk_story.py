"""What a desk tells of the others: all that happened since its seat decided last, as everyone may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.messages.layout import MessageLayout, below
from bot.tables import Seat
from bot.tables.last_turns import Since
from bot.tables.standing import takers_of
from bot.ui.screens.board_sentences import Stretch, by_race, stretch_of, with_told_above
from bot.ui.snapshot import Snapshot


def told_since(snapshot: Snapshot, desk: MessageLayout, since: Since, seat: Seat) -> str:
    """Tell a seat in few words what boards and results told since then.

    Where a race ended meanwhile, its result says how, and what led there is not told again.
    """
    missed = _missed(snapshot, since)
    return _told(snapshot, desk, missed, snapshot.who(seat.number)) if missed else ""


def told_in_full(snapshot: Snapshot, more: MessageLayout, since: Since, seat: Seat) -> str:
    """Tell as far as a message has room for it what the desk could not; nothing where that told all."""
    missed = _missed(snapshot, since)
    if not missed:
        return ""
    told = _told(snapshot, more, missed, None)
    return "" if told == _told(snapshot, more, missed, snapshot.who(seat.number)) else told


class _Missed(NamedTuple):
    """What a seat has missed, followed row by row: a part for each race that ended, and what came after."""

    since: Since
    parts: Sequence[Stretch]


def _missed(snapshot: Snapshot, since: Since) -> _Missed | None:
    """Follow what there is to tell; None where there is nothing."""
    since = _news(snapshot, since)
    if not since.told:
        return None
    return _Missed(since, by_race(stretch_of(snapshot, since.before, [each.row for each in since.told])))


def _told(snapshot: Snapshot, desk: MessageLayout, missed: _Missed, brief_for: str | None) -> str:
    """Tell what was missed above what a desk says: in few words where that is `brief_for` somebody."""
    since, parts = missed
    result = _result(snapshot, desk) if len(parts) > 1 else ""
    full = desk._replace(text=below(result, desk.text))
    told = with_told_above(full, snapshot, parts[-1], since.before, takers_of(since.told), brief_for)
    return below(result, told.text.removesuffix(full.text).rstrip())


def _news(snapshot: Snapshot, since: Since) -> Since:
    """Leave out what the seat itself decided, where nothing came of it but what its button said."""
    own = [each.row for each in since.told[: since.own]]
    if not own or since.before is None:
        return since
    stretch, seen = stretch_of(snapshot, since.before, own), since.before.view(None)
    rows = [(row, after) for row, after, _ in stretch]
    told = snapshot.title.story.told(rows, snapshot.who, snapshot.t, seen)
    if len(by_race(stretch)) > 1 or any(each.is_kept or len(each.sentences) > 1 for each in told):
        return since
    after = since.before
    for row in own:
        after = after.after_row(row)
    return Since(after, since.told[since.own :])


def _result(snapshot: Snapshot, desk: MessageLayout) -> str:
    """Tell how the last race ended; nothing where that is too long for a desk, and stands in the thread."""
    assert snapshot.standing is not None
    lines = snapshot.screens.race_lines(snapshot.standing.view(None), snapshot.who, snapshot.words)
    result = "\n".join(lines)
    return result if len(result) < desk.room // 2 else ""
