"""What a desk tells of the others: all that happened since its seat decided last, as everyone may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.kit.passages import Remark
from bot.games.kit.told import ToldPassage, lines_of, summed_up
from bot.messages.layout import MessageLayout, below
from bot.messages.layouts.board_sentences import (
    Stretch,
    by_race,
    fitting,
    stretch_of,
    untold_above,
    with_told_above,
)
from bot.messages.snapshot import Snapshot
from bot.tables import Seat
from bot.tables.last_turns import Since
from bot.tables.standing import takers_of

FEW_WORDS = 12
"""In about so many words a desk tells what happened since its owner decided last, of which the last is told anyway."""
MORE_WORDS = 30
"""In about so many it tells besides which horses came home, and what concerns its owner."""


class Brief(NamedTuple):
    """What a desk tells in few words, and what it leaves to **More**."""

    text: str = ""
    moves: int = 0
    """Decisions of which it says nothing."""
    is_result_cut: bool = False
    """Whether it tells of the result of a race only how that ended, and what it was for its owner."""


TOLD_ALL = Brief()
"""Nothing was to be told, so nothing is left out."""


def told_since(snapshot: Snapshot, desk: MessageLayout, since: Since, seat: Seat) -> Brief:
    """Tell a seat in few words what boards and results told since then.

    Where a race ended meanwhile, its result says how, and what led there is not told again.
    """
    missed = _missed(snapshot, since)
    return _in_brief(snapshot, desk, missed, snapshot.who(seat.number)) if missed else TOLD_ALL


def told_in_full(snapshot: Snapshot, more: MessageLayout, since: Since, seat: Seat) -> str:
    """Tell as far as a message has room for it what the desk could not; nothing where that told all."""
    missed = _missed(snapshot, since)
    if not missed:
        return ""
    told = _in_full(snapshot, more, missed)
    return "" if told == _in_brief(snapshot, more, missed, snapshot.who(seat.number)).text else told


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


def _in_full(snapshot: Snapshot, desk: MessageLayout, missed: _Missed) -> str:
    """Tell above what a desk says what was missed, as far as there is room for it."""
    since, parts = missed
    result = below(*_result(snapshot, desk)) if len(parts) > 1 else ""
    full = desk._replace(text=below(result, desk.text))
    told = with_told_above(full, snapshot, parts[-1], since.before, takers_of(since.told))
    return below(result, told.text.removesuffix(full.text).rstrip())


def _in_brief(snapshot: Snapshot, desk: MessageLayout, missed: _Missed, who: str) -> Brief:
    """Tell somebody in few words what they missed, and nothing that a desk says itself."""
    since, parts = missed
    whole = _result(snapshot, desk) if len(parts) > 1 else ()
    result = _own_part(whole, who)
    full = desk._replace(text=below(*result, desk.text))
    above, told = untold_above(full, snapshot, parts[-1], since.before, takers_of(since.told))
    shown, left = _last_of(told, who)
    told_so = fitting(shown, above.room, snapshot.t)
    text = below(*result, *told_so, above.text.removesuffix(full.text).rstrip())
    return Brief(text, summed_up(left).moves if left else 0, is_result_cut=len(result) < len(whole))


def _last_of(
    passages: Sequence[ToldPassage], who: str
) -> tuple[Sequence[ToldPassage], Sequence[ToldPassage]]:
    """Return in `FEW_WORDS` which horses came home, what concerns somebody, and what was done last; and what is left.

    Of more than these words the commentary goes first, then what neither brought a horse home nor concerns them; that
    stays as far as `MORE_WORDS` reach, the newest first.
    """
    if _words(passages) <= FEW_WORDS:
        return passages, ()
    *earlier, last = passages
    kept, left = [_without_remarks(last)], list[ToldPassage]()
    for each in reversed(earlier):
        gist = _gist(_without_remarks(each), who)
        room = MORE_WORDS if _matters(each, who) else 0 if left else FEW_WORDS
        if _words([gist, *kept]) <= room:
            kept.insert(0, gist)
        else:
            left.append(each)
    return [each for each in kept if each.sentences], left


def _gist(passage: ToldPassage, who: str) -> ToldPassage:
    """Leave out what led to what a passage says of somebody, or of a horse that came home."""
    first, *more = passage.sentences or [""]
    return passage if who in first or not more else passage._replace(sentences=more)


def _without_remarks(passage: ToldPassage) -> ToldPassage:
    return passage._replace(sentences=[line for line in passage.sentences if not isinstance(line, Remark)])


def _matters(passage: ToldPassage, who: str) -> bool:
    return passage.is_kept or any(who in line for line in passage.sentences)


def _words(passages: Sequence[ToldPassage]) -> int:
    return sum(len(line.split()) for line in lines_of(passages))


def _own_part(result: Sequence[str], who: str) -> Sequence[str]:
    """Return of the result of a race how it ended, and what it was for somebody."""
    head, own = result[:2], [line for line in result[2:] if who in line]
    return [*head, *own]


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


def _result(snapshot: Snapshot, desk: MessageLayout) -> Sequence[str]:
    """Tell how the last race ended, its title first; nothing where that is too long for a desk.

    Then it stands in the thread.
    """
    assert snapshot.standing is not None
    lines = snapshot.screens.race_lines(snapshot.standing.view(None), snapshot.who, snapshot.words)
    return lines if len(below(*lines)) < desk.room // 2 else ()
