"""The board: what everyone sees of a race while it is run, and who is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.games.screens import Controls, Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.messages.layouts.board_sentences import NOBODY, by_race, stretch_of, with_told_above
from bot.messages.layouts.tote_words import board_line, tote_button
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.tables.deadlines import Clock
from bot.tables.table import Taken
from engines.core import Row
from render.picture import Topic


def board_layout(
    snapshot: Snapshot, before: Standing | None, rows: Sequence[Row], takers: Mapping[int, Taken] = NOBODY
) -> MessageLayout:
    """Draw the board and tell `rows`, which led from `before` to now. Of many rows slow: for a worker thread.

    `takers` says which rows were decided in a seat's place, and why.
    """
    standing = snapshot.standing
    assert standing is not None
    view = standing.view(None)
    drawing = snapshot.screens.board(view, snapshot.table.names, snapshot.words)
    prompt = snapshot.screens.prompt(view, snapshot.who, snapshot.words)
    # Only those whom everybody knows to be asked.
    asked = [snapshot.table.seats[number].user_id for number in view.to_act]
    pings = [user for user in asked if user is not None] if len(asked) == 1 else []
    asking = MessageLayout(
        "\n".join(
            [*snapshot.named, snapshot.t.table.board_asks(prompt), *_clock(snapshot), *board_line(snapshot)]
        ),
        (drawing,),
        (*_public_controls(snapshot), (*desk_button(snapshot), *tote_button(snapshot))),
        pings=pings,
        said=() if snapshot.table.paused_at is not None else {Topic.ASKED},
    )
    layout = with_told_above(
        asking, snapshot, by_race(stretch_of(snapshot, before, rows))[-1], before, takers
    )
    told = layout.text.removesuffix(asking.text).rstrip()
    said = {*asking.said, Topic.NEWS} if told else asking.said
    lasting = [told or f"-# {snapshot.screens.progress(view, snapshot.words)}", *snapshot.named]
    return layout._replace(said=said, lasting="\n".join(lasting))


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
        rests = words.board_paused(snapshot.who(_host_seat(snapshot)))
        return [
            words.board_crowded(then) if then else words.board_asleep if snapshot.table.is_asleep else rests
        ]
    still = snapshot.closed_until
    stands_still = [words.stands_still(still)] if still else []
    if window := snapshot.clocks.get(Clock.WINDOW):
        return [words.board_window(window), *stands_still]
    due = [at for kind, at in snapshot.clocks.items() if Clock.of(kind) is Clock.TURN]
    return [words.board_clock(min(due)), *stands_still] if due else []


def _host_seat(snapshot: Snapshot) -> int:
    seats = snapshot.table.seats
    return next((seat.number for seat in seats if snapshot.table.host_id in {seat.user_id, seat.owner_id}), 0)


def _public_controls(snapshot: Snapshot) -> Sequence[Controls]:
    """Offer under the board what one person decides in the open; nothing while a computer player decides."""
    assert snapshot.standing is not None
    if len(snapshot.standing.asked) != 1 or snapshot.table.paused_at is not None:
        return ()
    ((seat, asked),) = snapshot.standing.asked.items()
    if snapshot.table.seats[seat] not in snapshot.table.present:
        return ()
    everyone = Seating(snapshot.table.table_id, seat, snapshot.standing.view(None), (), asked, draft={})
    return snapshot.screens.public_controls(everyone, snapshot.words)


def desk_button(snapshot: Snapshot) -> Controls:
    """Offer everybody their own desk, and to wake a table that sleeps."""
    table_id, words = snapshot.table.table_id, snapshot.t.table
    desk = button(CustomId(table_id, 0, "desk"), words.desk, emoji="🗂️")
    if not snapshot.table.is_asleep:
        return (desk,)
    return (button(CustomId(table_id, 0, "back"), words.back, discord.ButtonStyle.success), desk)
