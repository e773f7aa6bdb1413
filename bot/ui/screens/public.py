"""What everyone sees of a race: the board after each turn, the result of each race, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import discord

from bot.bank import Receipt
from bot.games.screens import Controls
from bot.tables import Standing
from bot.tables.deadlines import Clock
from bot.tables.standing import header_of
from bot.tables.table import Taken
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import MessageLayout, button
from bot.ui.snapshot import Snapshot
from engines.core import Row

NOBODY: Mapping[int, Taken] = MappingProxyType({})

MOST_LINES = 10
"""Sentences under one board; of a longer stretch only the newest are told."""

MOST_CLOSING = 6
"""Sentences that tell how a race came to its end, above its result."""


def board_sheet(
    snapshot: Snapshot, before: Standing | None, rows: Sequence[Row], takers: Mapping[int, Taken] = NOBODY
) -> MessageLayout:
    """Draw the board and tell `rows`, which led from `before` to now. Slow: for a worker thread.

    `takers` says which rows were decided in a seat's place, and why.
    """
    standing = snapshot.standing
    assert standing is not None
    view = standing.view(None)
    drawing = snapshot.screens.board(view, snapshot.table.names, snapshot.t)
    stretch = _stretch(snapshot, before, rows)
    if standing.match.outcome is None:
        stretch = _since_the_last_race(stretch)
    told = [*_told(snapshot, stretch, before)[-MOST_LINES:], *_taken(snapshot, stretch, takers)]
    prompt = snapshot.screens.prompt(view, snapshot.who, snapshot.t)
    # Only those whom everybody knows to be asked.
    asked = [snapshot.table.seats[number].user_id for number in view.to_act]
    pings = [user for user in asked if user is not None] if len(asked) == 1 else []
    return MessageLayout(
        "\n".join([*told, prompt, *_clock(snapshot)]),
        (drawing,),
        (*_public_rows(snapshot), desk_button(snapshot)),
        pings=pings,
        lasting="\n".join(told) or f"-# {snapshot.screens.progress(view, snapshot.t)}",
    )


Stretch = Sequence[tuple[Row, Any, bool]]
"""Rows of the log, each with everyone's view after it, and whether it was decided in the open."""


def _stretch(snapshot: Snapshot, before: Standing | None, rows: Sequence[Row]) -> Stretch:
    told = []
    standing = before or _first(snapshot, rows)
    for row in rows:
        is_open = standing is not None and not snapshot.screens.is_secret(standing.view(None))
        if standing is not None:
            standing = standing.after_row(row)
        seen = standing or snapshot.standing or before
        assert seen is not None
        told.append((row, seen.view(None), is_open))
    return told


def _first(snapshot: Snapshot, rows: Sequence[Row]) -> Standing | None:
    """Return the moment at which a race day began, if `rows` go on from there: nothing was told before it."""
    goes_on = bool(rows) and rows[0].n == 0 and any(row.action for row in rows)
    return Standing.begin(snapshot.table)[0] if goes_on else None


def _told(snapshot: Snapshot, stretch: Stretch, before: Standing | None) -> list[str]:
    rows = [(row, seen) for row, seen, _ in stretch]
    seen = before.view(None) if before else None
    return snapshot.title.story.lines(rows, snapshot.who, snapshot.t, seen)


def _since_the_last_race(stretch: Stretch) -> Stretch:
    """Leave to the result of a race how it ended, which is posted above the board of the next."""
    ends = [index for index, (row, _, _) in enumerate(stretch) if _end_of_race(row) is not None]
    if not ends:
        return stretch
    (row, seen, is_open), *later = stretch[ends[-1] :]
    end = _end_of_race(row)
    assert end is not None
    rest = replace(row, seat=None, action=_RACE_OVER, events=row.events[end + 1 :])
    return [(rest, seen, is_open), *later]


_RACE_OVER: Mapping[str, Any] = MappingProxyType({"type": "race_over"})
"""Stands for the action of a row of which only what comes after a race is told: nobody did that."""


def _until_the_end(stretch: Stretch, race: int | None) -> Stretch:
    """Return what led to the end of a race, from the end of the one before; of the last one if it is not named."""
    start = 0
    for index, (row, seen, is_open) in enumerate(stretch):
        end = _end_of_race(row)
        if end is None:
            continue
        is_last = not any(_end_of_race(later) is not None for later, _, _ in stretch[index + 1 :])
        if row.events[end]["race"] == race or (race is None and is_last):
            return [*stretch[start:index], (replace(row, events=row.events[: end + 1]), seen, is_open)]
        start = index + 1
    return ()


def _end_of_race(row: Row) -> int | None:
    """Return where among the events of a row a race is over; None if it is not."""
    return next((at for at, event in enumerate(row.events) if event["type"] == "race_over"), None)


def _closing(
    snapshot: Snapshot, stretch: Stretch, before: Standing | None, takers: Mapping[int, Taken], text: str
) -> list[str]:
    """Tell the moves that ended a race and stand on no board, but for what its result says itself."""
    said = text.splitlines()
    told = [line for line in _told(snapshot, stretch, before) if line not in said]
    return [*told[-MOST_CLOSING:], *_taken(snapshot, stretch, takers)]


def _taken(snapshot: Snapshot, stretch: Stretch, takers: Mapping[int, Taken]) -> list[str]:
    """Say for whom something was decided; a standing order or an only move tells nothing of a secret decision."""
    whose: dict[Taken, list[str]] = {}
    for row, _, is_open in stretch:
        taken = takers.get(row.n)
        if taken is None or row.seat is None or not (is_open or taken in {Taken.CLOCK, Taken.AWAY}):
            continue
        who, known = snapshot.who(row.seat), whose.setdefault(taken, [])
        if who not in known:
            known.append(who)
    return [snapshot.t.table.taken(taken, people) for taken, people in whose.items()]


def _clock(snapshot: Snapshot) -> list[str]:
    """Say until when the table waits, and until when it may be ended by who is there."""
    stopping = snapshot.clocks.get(Clock.STOPPING)
    if stopping is None:
        return _waiting(snapshot)
    away = [snapshot.who(seat.number) for seat in snapshot.missing]
    return [snapshot.t.table.board_stopping(stopping, away, snapshot.early_end), *_waiting(snapshot)]


def _waiting(snapshot: Snapshot) -> list[str]:
    """Say until when the table waits for somebody, or rests; of several clocks the first to run out."""
    words = snapshot.t.table
    if snapshot.table.paused_at is not None:
        then = snapshot.after_the_rest
        return [words.board_crowded(then) if then else words.board_paused(snapshot.who(_host_seat(snapshot)))]
    if snapshot.table.is_deserted:
        closes_at = snapshot.clocks.get(Clock.DESERTED)
        return [words.board_deserted(closes_at, snapshot.early_end)] if closes_at else []
    due = [at for kind, at in snapshot.clocks.items() if Clock.of(kind) is Clock.TURN]
    return [snapshot.t.table.board_clock(min(due))] if due else []


def _host_seat(snapshot: Snapshot) -> int:
    seats = snapshot.table.seats
    return next((seat.number for seat in seats if snapshot.table.host_id in {seat.user_id, seat.owner_id}), 0)


def _public_rows(snapshot: Snapshot) -> Sequence[Controls]:
    """Offer under the board what one seat decides in the open."""
    assert snapshot.standing is not None
    if len(snapshot.standing.asked) != 1 or snapshot.table.paused_at is not None:
        return ()
    ((_, asked),) = snapshot.standing.asked.items()

    def control(what: str) -> CustomId:
        return CustomId(snapshot.table.table_id, asked, what)

    return snapshot.screens.public_rows(snapshot.standing.view(None), control, snapshot.t)


def notice_sheet(snapshot: Snapshot, kind: str) -> MessageLayout:
    """Tell who decides for a seat now, or whether the table rests; `kind` names the screen.

    What follows from that, such as a clock that is set anew, is said by the board, whose words are put right.
    """
    _, what, number, _ = kind.split(":")
    seat = int(number) if int(number) < len(snapshot.table.seats) else 0
    if what == "crowded":
        return _crowded(snapshot)
    missing = [snapshot.who(each.number) for each in snapshot.missing]
    name = snapshot.table.seats[seat].name
    pings = [each.user_id for each in snapshot.missing if each.is_played_for and each.user_id is not None]
    return MessageLayout(
        snapshot.t.table.notice(what, snapshot.who(seat), name, missing, snapshot.early_end),
        pings=pings if what == "would_stop" else (),  # their silence will count: they have to hear of it
    )


def _crowded(snapshot: Snapshot) -> MessageLayout:
    """Tell everybody at a table that rests that somebody wants its place; once it went on there is no hurry."""
    then = snapshot.after_the_rest
    if then is None:
        return MessageLayout(snapshot.t.table.notice("resumed", "", "", ()))
    people = [snapshot.who(seat.number) for seat in snapshot.table.people]
    pings = [seat.user_id for seat in snapshot.table.people if seat.user_id is not None]
    return MessageLayout(snapshot.t.table.crowded(people, then), pings=pings)


def tells_the_end(kind: str) -> bool:
    """Whether a notice says why a table ended, so that it is posted though the table is closed."""
    return kind.split(":")[1] == "outdated"


def desk_button(snapshot: Snapshot) -> Controls:
    """Offer everybody their own desk."""
    return (button(CustomId(snapshot.table.table_id, 0, "desk"), snapshot.t.table.desk, emoji="🗂️"),)


def cancelled_sheet(
    snapshot: Snapshot, rows: Sequence[Row] = (), receipts: Sequence[Receipt] = ()
) -> MessageLayout:
    """Close a race that was cancelled: say what went back, or what was paid for the races that count.

    Its secret and its log, `rows`, are published as far as it went. Slow: for a worker thread.
    """
    ended = snapshot.t.lobby.cancelled(snapshot.table.stakes, snapshot.table.counted)
    paid = _bankrolls(snapshot, receipts) if snapshot.table.counted else ()
    if not rows:
        return MessageLayout("\n".join([ended, *paid]))
    return MessageLayout(
        "\n".join([f"{ended} {snapshot.t.table.unsealed}", *paid]),
        footer=snapshot.t.table.proof(snapshot.table.secret.hex()),
        attached=(log_file(snapshot, rows),),
    )


def closed_sheet(snapshot: Snapshot, user_id: int) -> MessageLayout:
    """Tell whoever takes no direct messages where their desk is."""
    who = snapshot.who(snapshot.table.require_seat(user_id).number)
    return MessageLayout(
        snapshot.t.table.desks_closed([who]), rows=(desk_button(snapshot),), pings=(user_id,)
    )


def result_sheet(
    snapshot: Snapshot,
    race: int | None = None,
    before: Standing | None = None,
    rows: Sequence[Row] = (),
    takers: Mapping[int, Taken] = NOBODY,
) -> MessageLayout:
    """Tell how the race ended that was over last. Slow: for a worker thread.

    `rows` led there from `before`, which the newest board shows; of them what ended the race is told first.
    """
    assert snapshot.standing is not None
    view = snapshot.standing.view(None)
    text, drawing = snapshot.screens.race_result(view, snapshot.table.names, snapshot.who, snapshot.t)
    ending = _until_the_end(_stretch(snapshot, before, rows), race)
    return MessageLayout("\n".join([*_closing(snapshot, ending, before, takers, text), text]), (drawing,))


def final_sheet(
    snapshot: Snapshot,
    receipts: Sequence[Receipt],
    rows: Sequence[Row],
    before: Standing | None = None,
    takers: Mapping[int, Taken] = NOBODY,
) -> MessageLayout:
    """Tell how the game ended, with the replay, the log and the offer of a rematch. Slow: for a worker thread.

    `rows` are the whole log. Those after `before`, which the newest board shows, are told first.
    """
    t, table = snapshot.t, snapshot.table
    money = _bankrolls(snapshot, receipts) if table.stakes else [t.table.practice]
    if snapshot.standing is None:
        return _untold_sheet(snapshot, money, rows)
    text, drawings = snapshot.screens.final_result(snapshot.standing.view(None), table.names, snapshot.who, t)
    untold = rows[before.length :] if before else ()
    ending = _until_the_end(_stretch(snapshot, before, untold), None)
    views = views_of(snapshot, rows)
    replay = snapshot.screens.replay(views, table.names, t)
    return MessageLayout(
        "\n".join([*_closing(snapshot, ending, before, takers, text), text, *money]),
        (*drawings, replay),
        _rematch(snapshot),
        footer=t.table.proof(table.secret.hex()),
        attached=(log_file(snapshot, rows),),
    )


def _untold_sheet(snapshot: Snapshot, money: Sequence[str], rows: Sequence[Row]) -> MessageLayout:
    """Close a game that was over before its result was posted, and that no rules at hand can tell any more."""
    t, table_id = snapshot.t, snapshot.table.table_id
    by_other_rules = t.table.over_by_other_rules(snapshot.game_name, table_id)
    told = by_other_rules if snapshot.is_here else t.table.over_without_game(table_id)
    return MessageLayout(
        "\n".join([told, *money]),
        rows=_rematch(snapshot),
        footer=t.table.proof(snapshot.table.secret.hex()),
        attached=(log_file(snapshot, rows),),
    )


def _rematch(snapshot: Snapshot) -> Sequence[Controls]:
    """Offer the same table once more."""
    again = CustomId(snapshot.table.table_id, 0, "rematch")
    return ((button(again, snapshot.t.table.rematch, discord.ButtonStyle.success),),)


def _bankrolls(snapshot: Snapshot, receipts: Sequence[Receipt]) -> list[str]:
    return [
        snapshot.t.table.bankroll(
            snapshot.who(receipt.seat),
            receipt.final - snapshot.table.buy_in,
            receipt.paid,
            receipt.repaid,
            receipt.charged,
            receipt.owed,
            receipt.balance,
        )
        for receipt in receipts
        if receipt.user is not None
    ]


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
    return f"{snapshot.table.game}-{snapshot.table.table_id}.jsonl", race_log(snapshot, rows)


def race_log(snapshot: Snapshot, rows: Sequence[Row]) -> bytes:
    """Write the whole log of a game that is over."""
    lines = [header_of(snapshot.table).line(), *(row.line() for row in rows)]
    return ("\n".join(lines) + "\n").encode()
