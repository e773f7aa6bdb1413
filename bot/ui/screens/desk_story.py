"""What a desk tells of the others: all that happened since its seat decided last, as everyone may know it."""

from __future__ import annotations

from bot.messages.layout import MessageLayout, below
from bot.tables import Seat
from bot.tables.last_turns import Since
from bot.tables.standing import takers_of
from bot.ui.screens.board_sentences import by_race, stretch_of, with_told_above
from bot.ui.snapshot import Snapshot


def told_since(
    snapshot: Snapshot, desk: MessageLayout, since: Since, seat: Seat, *, is_brief: bool = True
) -> str:
    """Tell a seat what boards and results told since then, in few words, or as far as a message has room for it.

    Where a race ended meanwhile, its result says how, and what led there is not told again.
    """
    since = _news(snapshot, since)
    if not since.told:
        return ""
    ended = by_race(stretch_of(snapshot, since.before, [each.row for each in since.told]))
    result = _result(snapshot, desk) if len(ended) > 1 else ""
    full = desk._replace(text=below(result, desk.text))
    who = snapshot.who(seat.number) if is_brief else None
    told = with_told_above(full, snapshot, ended[-1], since.before, takers_of(since.told), who)
    return below(result, told.text.removesuffix(full.text).rstrip())


def told_in_full(snapshot: Snapshot, more: MessageLayout, since: Since, seat: Seat) -> str:
    """Tell above what stands behind **More** what the desk could not; nothing where it told all."""
    told = told_since(snapshot, more, since, seat, is_brief=False)
    return "" if told == told_since(snapshot, more, since, seat) else told


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
