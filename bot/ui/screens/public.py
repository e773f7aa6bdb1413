"""What everyone sees of a race: the board after each turn, the result of each race, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import discord

from bot.bank import Receipt
from bot.tables import Standing
from bot.tables.deadlines import Clock
from bot.tables.records import Taken
from bot.tables.standing import header_of
from bot.ui.games.base import Controls
from bot.ui.ids import CustomId
from bot.ui.look import Look
from bot.ui.sheets import Sheet, button
from engines.core import Row

NOBODY: Mapping[int, Taken] = MappingProxyType({})

MOST_LINES = 10
"""Sentences under one board; of a longer stretch only the newest are told."""

MOST_CLOSING = 6
"""Sentences that tell how a race came to its end, above its result."""


def board_sheet(
    look: Look, before: Standing | None, rows: Sequence[Row], takers: Mapping[int, Taken] = NOBODY
) -> Sheet:
    """Draw the board and tell `rows`, which led from `before` to now. Slow: for a worker thread.

    `takers` says which rows were decided in a seat's place, and why.
    """
    standing = look.standing
    assert standing is not None
    view = standing.view(None)
    drawing = look.screens.board(view, look.table.names, look.t)
    stretch = _stretch(look, before, rows)
    if standing.match.outcome is None:
        stretch = _since_the_last_race(stretch)
    told = [*_told(look, stretch, before)[-MOST_LINES:], *_taken(look, stretch, takers)]
    prompt = look.screens.prompt(view, look.who, look.t)
    # Only those whom everybody knows to be asked.
    asked = [look.table.seats[number].user_id for number in view.to_act]
    pings = [user for user in asked if user is not None] if len(asked) == 1 else []
    return Sheet(
        "\n".join([*told, prompt, *_clock(look)]),
        (drawing,),
        (*_public_rows(look), desk_button(look)),
        pings=pings,
        lasting="\n".join(told) or f"-# {look.screens.progress(view, look.t)}",
    )


Stretch = Sequence[tuple[Row, Any, bool]]
"""Rows of the log, each with everyone's view after it, and whether it was decided in the open."""


def _stretch(look: Look, before: Standing | None, rows: Sequence[Row]) -> Stretch:
    told = []
    standing = before or _first(look, rows)
    for row in rows:
        is_open = standing is not None and not look.screens.is_secret(standing.view(None))
        if standing is not None:
            standing = standing.after_row(row)
        seen = standing or look.standing or before
        assert seen is not None
        told.append((row, seen.view(None), is_open))
    return told


def _first(look: Look, rows: Sequence[Row]) -> Standing | None:
    """Return the moment at which a race day began, if `rows` go on from there: nothing was told before it."""
    goes_on = bool(rows) and rows[0].n == 0 and any(row.action for row in rows)
    return Standing.begin(look.table)[0] if goes_on else None


def _told(look: Look, stretch: Stretch, before: Standing | None) -> list[str]:
    rows = [(row, seen) for row, seen, _ in stretch]
    return look.screens.story(rows, look.who, look.t, before.view(None) if before else None)


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
    look: Look, stretch: Stretch, before: Standing | None, takers: Mapping[int, Taken], text: str
) -> list[str]:
    """Tell the moves that ended a race and stand on no board, but for what its result says itself."""
    said = text.splitlines()
    told = [line for line in _told(look, stretch, before) if line not in said]
    return [*told[-MOST_CLOSING:], *_taken(look, stretch, takers)]


def _taken(look: Look, stretch: Stretch, takers: Mapping[int, Taken]) -> list[str]:
    """Say for whom something was decided; a standing order or an only move tells nothing of a secret decision."""
    whose: dict[Taken, list[str]] = {}
    for row, _, is_open in stretch:
        taken = takers.get(row.n)
        if taken is None or row.seat is None or not (is_open or taken in {Taken.CLOCK, Taken.AWAY}):
            continue
        who, known = look.who(row.seat), whose.setdefault(taken, [])
        if who not in known:
            known.append(who)
    return [look.t.table.taken(taken, people) for taken, people in whose.items()]


def _clock(look: Look) -> list[str]:
    """Say until when the table waits, and until when it may be ended by who is there."""
    stopping = look.clocks.get(Clock.STOPPING)
    if stopping is None:
        return _waiting(look)
    away = [look.who(seat.number) for seat in look.missing]
    return [look.t.table.board_stopping(stopping, away, look.early_end), *_waiting(look)]


def _waiting(look: Look) -> list[str]:
    """Say until when the table waits for somebody, or rests; of several clocks the first to run out."""
    words = look.t.table
    if look.table.paused_at is not None:
        then = look.after_the_rest
        return [words.board_crowded(then) if then else words.board_paused(look.who(_host_seat(look)))]
    if look.table.is_deserted:
        closes_at = look.clocks.get(Clock.DESERTED)
        return [words.board_deserted(closes_at, look.early_end)] if closes_at else []
    due = [at for kind, at in look.clocks.items() if Clock.of(kind) is Clock.TURN]
    return [look.t.table.board_clock(min(due))] if due else []


def _host_seat(look: Look) -> int:
    seats = look.table.seats
    return next((seat.number for seat in seats if look.table.host_id in {seat.user_id, seat.owner_id}), 0)


def _public_rows(look: Look) -> Sequence[Controls]:
    """Offer under the board what one seat decides in the open."""
    assert look.standing is not None
    if len(look.standing.asked) != 1 or look.table.paused_at is not None:
        return ()
    ((_, asked),) = look.standing.asked.items()

    def control(what: str) -> CustomId:
        return CustomId(look.table.table_id, asked, what)

    return look.screens.public_rows(look.standing.view(None), control, look.t)


def notice_sheet(look: Look, kind: str) -> Sheet:
    """Tell who decides for a seat now, or whether the table rests; `kind` names the screen.

    What follows from that, such as a clock that is set anew, is said by the board, whose words are put right.
    """
    _, what, number, _ = kind.split(":")
    seat = int(number) if int(number) < len(look.table.seats) else 0
    if what == "crowded":
        return _crowded(look)
    missing = [look.who(each.number) for each in look.missing]
    name = look.table.seats[seat].name
    pings = [each.user_id for each in look.missing if each.is_played_for and each.user_id is not None]
    return Sheet(
        look.t.table.notice(what, look.who(seat), name, missing, look.early_end),
        pings=pings if what == "would_stop" else (),  # their silence will count: they have to hear of it
    )


def _crowded(look: Look) -> Sheet:
    """Tell everybody at a table that rests that somebody wants its place; once it went on there is no hurry."""
    then = look.after_the_rest
    if then is None:
        return Sheet(look.t.table.notice("resumed", "", "", ()))
    people = [look.who(seat.number) for seat in look.table.people]
    pings = [seat.user_id for seat in look.table.people if seat.user_id is not None]
    return Sheet(look.t.table.crowded(people, then), pings=pings)


def tells_the_end(kind: str) -> bool:
    """Whether a notice says why a table ended, so that it is posted though the table is closed."""
    return kind.split(":")[1] == "outdated"


def desk_button(look: Look) -> Controls:
    """Offer everybody their own desk."""
    return (button(CustomId(look.table.table_id, 0, "desk"), look.t.table.desk, emoji="🗂️"),)


def cancelled_sheet(look: Look, rows: Sequence[Row] = (), receipts: Sequence[Receipt] = ()) -> Sheet:
    """Close a race that was cancelled: say what went back, or what was paid for the races that count.

    Its secret and its log, `rows`, are published as far as it went. Slow: for a worker thread.
    """
    ended = look.t.lobby.cancelled(look.table.stakes, look.table.counted)
    paid = _bankrolls(look, receipts) if look.table.counted else ()
    if not rows:
        return Sheet("\n".join([ended, *paid]))
    return Sheet(
        "\n".join([f"{ended} {look.t.table.unsealed}", *paid]),
        footer=look.t.table.proof(look.table.secret.hex()),
        attached=(log_file(look, rows),),
    )


def closed_sheet(look: Look, user_id: int) -> Sheet:
    """Tell whoever takes no direct messages where their desk is."""
    who = look.who(look.table.require_seat(user_id).number)
    return Sheet(look.t.table.desks_closed([who]), rows=(desk_button(look),), pings=(user_id,))


def result_sheet(
    look: Look,
    race: int | None = None,
    before: Standing | None = None,
    rows: Sequence[Row] = (),
    takers: Mapping[int, Taken] = NOBODY,
) -> Sheet:
    """Tell how the race ended that was over last. Slow: for a worker thread.

    `rows` led there from `before`, which the newest board shows; of them what ended the race is told first.
    """
    assert look.standing is not None
    view = look.standing.view(None)
    text, drawing = look.screens.race_result(view, look.table.names, look.who, look.t)
    ending = _until_the_end(_stretch(look, before, rows), race)
    return Sheet("\n".join([*_closing(look, ending, before, takers, text), text]), (drawing,))


def final_sheet(
    look: Look,
    receipts: Sequence[Receipt],
    rows: Sequence[Row],
    before: Standing | None = None,
    takers: Mapping[int, Taken] = NOBODY,
) -> Sheet:
    """Tell how the game ended, with the replay, the log and the offer of a rematch. Slow: for a worker thread.

    `rows` are the whole log. Those after `before`, which the newest board shows, are told first.
    """
    t, table = look.t, look.table
    money = _bankrolls(look, receipts) if table.stakes else [t.table.practice]
    if look.standing is None:
        return _untold_sheet(look, money, rows)
    text, drawings = look.screens.final_result(look.standing.view(None), table.names, look.who, t)
    untold = rows[before.length :] if before else ()
    ending = _until_the_end(_stretch(look, before, untold), None)
    views = views_of(look, rows)
    replay = look.screens.replay(views, table.names, t)
    return Sheet(
        "\n".join([*_closing(look, ending, before, takers, text), text, *money]),
        (*drawings, replay),
        _rematch(look),
        footer=t.table.proof(table.secret.hex()),
        attached=(log_file(look, rows),),
    )


def _untold_sheet(look: Look, money: Sequence[str], rows: Sequence[Row]) -> Sheet:
    """Close a game that was over before its result was posted, and that no rules at hand can tell any more."""
    t = look.t
    return Sheet(
        "\n".join([t.table.over_by_other_rules(look.game_name, look.table.table_id), *money]),
        rows=_rematch(look),
        footer=t.table.proof(look.table.secret.hex()),
        attached=(log_file(look, rows),),
    )


def _rematch(look: Look) -> Sequence[Controls]:
    """Offer the same table once more."""
    again = CustomId(look.table.table_id, 0, "rematch")
    return ((button(again, look.t.table.rematch, discord.ButtonStyle.success),),)


def _bankrolls(look: Look, receipts: Sequence[Receipt]) -> list[str]:
    return [
        look.t.table.bankroll(
            look.who(receipt.seat),
            receipt.final - look.table.buy_in,
            receipt.paid,
            receipt.repaid,
            receipt.charged,
            receipt.owed,
            receipt.balance,
        )
        for receipt in receipts
        if receipt.user is not None
    ]


def views_of(look: Look, rows: Sequence[Row]) -> list[object]:
    """Return what everyone saw at the start and after each row."""
    standing, _ = Standing.begin(look.table)
    views = [standing.view(None)]
    for row in rows:
        if row.action is not None:
            standing = standing.after_row(row)
            views.append(standing.view(None))
    return views


def log_file(look: Look, rows: Sequence[Row]) -> tuple[str, bytes]:
    """Name and write the log of a game that is over."""
    return f"{look.table.game}-{look.table.table_id}.jsonl", race_log(look, rows)


def race_log(look: Look, rows: Sequence[Row]) -> bytes:
    """Write the whole log of a game that is over."""
    lines = [header_of(look.table).line(), *(row.line() for row in rows)]
    return ("\n".join(lines) + "\n").encode()
