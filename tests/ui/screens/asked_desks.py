"""Desks of random games at which something is asked, each with what its seat is told of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import desk_layout
from bot.tables import Seat
from bot.tables.last_turns import NOTHING, Since
from bot.tables.standing import Told
from tests.games.race_days import Moment


class AskedDesk(NamedTuple):
    """A desk as it is sent."""

    moment: Moment
    seat: Seat
    layout: MessageLayout


def asked_desks(day: tuple[Moment, ...]) -> Iterator[AskedDesk]:
    """Lay out every desk of a game when its seat is asked for something new."""
    decided: dict[int, int] = {}
    known: dict[int, int] = {}
    for at, moment in enumerate(day):
        assert moment.snapshot.standing
        if at and moment.rows[0].seat is not None:
            decided[moment.rows[0].seat] = at
        for number, asked in moment.snapshot.standing.asked.items():
            if known.get(number) != asked:
                known[number] = asked
                seat, since = moment.snapshot.table.seats[number], _since(day, decided.get(number), at)
                layout = desk_layout(moment.snapshot, seat, {}, has_place=True, since=since)
                yield AskedDesk(moment, seat, layout)


def _since(day: tuple[Moment, ...], first: int | None, at: int) -> Since:
    """Return what happened from what a seat decided last, at `first`, up to now."""
    if first is None:
        return NOTHING
    told = [Told(row, None) for moment in day[first : at + 1] for row in moment.rows]
    return Since(day[first - 1].snapshot.standing, told, len(day[first].rows))
