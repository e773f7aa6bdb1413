"""Random games as the screens look at them, without a database and without Discord."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from bot.games.screens import Act, Press, Seating
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Seat, Standing, Status, Table
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Row
from tests.tables.playing import SHORT, sampled

LAST_ID = 2**64 - 1
LONGEST_NAME = "Ⅷ🏇" * 16
"""As long as Discord lets a name be."""


class Moment(NamedTuple):
    """A race day between two decisions: what is looked at, and what has just happened."""

    snapshot: Snapshot
    before: Standing | None
    rows: tuple[Row, ...]


def table(
    seats: int, computers: int = 0, status: Status = Status.RUNNING, game: str = "jockey", **facts: Any
) -> Table:
    """Make a table with people of the longest names and the largest ids, then computer players."""
    rules = catalog.game(game)
    taken = [
        Seat(number, None, "steady", LONGEST_NAME)
        if number >= seats - computers
        else Seat(number, LAST_ID - number, None, LONGEST_NAME)
        for number in range(seats)
    ]
    made: dict[str, Any] = {
        "table_id": "ABCDEFGH2346",
        "guild_id": LAST_ID,
        "channel_id": LAST_ID - 1,
        "thread_id": LAST_ID,
        "host_id": LAST_ID,
        "game": game,
        "options": {"rounds": 5} if game == "jockey" else rules.options({}).model_dump(mode="json"),
        "edition": SHORT if game == "jockey" else rules.edition.model_dump(mode="json"),
        "rules": rules.rules,
        "capacity": max(rules.seats),
        "status": status,
        "secret": bytes(range(32)),
        "salt": (str(LAST_ID),),
        "length": 1,
        "stakes": True,
        "buy_in": 5000,
        "clock": 10**6,
        "paused_at": None,
        "rematch_of": None,
        "created_at": 0,
        "started_at": 0,
        "ended_at": None,
        "seats": tuple(taken),
    }
    return Table(**made | facts)


@lru_cache(maxsize=32)
def race_day(
    seats: int,
    seed: int,
    rounds: int = 1,
    computers: int = 0,
    game: str = "jockey",
    chosen: tuple[tuple[str, Any], ...] = (),
    **facts: Any,
) -> tuple[Moment, ...]:
    """Play a whole game at random, with the options that are `chosen`; return every moment of it."""
    luck = Random(seed)
    options = {"rounds": rounds} if game == "jockey" else dict(chosen)
    options = catalog.game(game).options(options).model_dump(mode="json")
    at = table(seats, computers, game=game, options=options, secret=luck.randbytes(32), **facts)
    standing, rows = Standing.begin(at)
    moments = [Moment(Snapshot(at, standing, DEFAULT), None, tuple(rows))]
    while standing.asked:
        able, window = sorted(standing.match.able()), standing.window
        if window and (not able or luck.random() < 0.25):
            following, rows = standing.after(None, window.action)
        else:
            seat = luck.choice(able)
            action = standing.match.game.read_action(sampled(standing, seat, luck))
            following, rows = standing.after(seat, action)
        moments.append(Moment(Snapshot(at, following, DEFAULT), standing, tuple(rows)))
        standing = following
    return tuple(moments)


def seatings(moment: Moment, draft: Mapping[str, Any] | None = None) -> Iterator[Seating]:
    """Return the side of every seat."""
    for seat in moment.snapshot.table.seats:
        yield seating_of(moment.snapshot, seat, draft or {})


def with_draft(seating: Seating, draft: Mapping[str, Any]) -> Seating:
    """Return a seat's side with its slip filled in further, as it is after a restart."""
    return replace(seating, draft=json.loads(json.dumps(dict(draft))))


def pressed(
    snapshot: Snapshot, seating: Seating, what: str, *values: str, typed: bool = False
) -> Seating | Act:
    """Press a control of a desk; return the seat's side with the slip filled in, or what was decided."""
    meant = snapshot.screens.pressed(seating, Press(tuple(what.split(".")), values, typed), snapshot.words)
    return meant if isinstance(meant, Act) else with_draft(seating, meant.draft)


def placed(snapshot: Snapshot, seating: Seating, kind: str = "bet", seal: str = "place") -> Act:
    """Press the button that decides; where it asks whether all of it is meant, press that too."""
    meant = pressed(snapshot, seating, f"{kind}.{seal}")
    act = meant if isinstance(meant, Act) else pressed(snapshot, meant, f"{kind}.sure")
    assert isinstance(act, Act)
    return act
