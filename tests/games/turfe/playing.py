"""Tables of Turfe for tests: race days played at random, hands made up, and everything that can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import discord
from hypothesis import strategies as st

from bot.games.screens import Press, Seating
from bot.games.turfe import spoken as turfe_words
from bot.games.turfe.screens import TurfeScreens
from bot.messages.custom_ids import CustomId
from bot.messages.layouts.desk_layout import MORE, seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Chance
from engines.turfe.actions import Bet, Card, Horse
from engines.turfe.view import Phase, View
from tests.games.race_days import Moment, race_day, table

GAME = catalog.game("turfe")
SCREENS = TurfeScreens()
T = turfe_words(DEFAULT)
SEATS, SEEDS = st.integers(3, 6), st.integers(0, 10**6)
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
LONG = GAME.edition.model_dump(mode="json") | {"length": 40}
"""So long a track that all cards run out before two horses are home."""


def everyone(seat: int) -> str:
    return NAMES[seat]


def whole_day(seats: int, seed: int) -> tuple[Moment, ...]:
    """Play two races at random."""
    return race_day(seats, seed, game="turfe", chosen=(("races", 2),))


def race_on_a_long_track(seats: int, seed: int) -> list[Moment]:
    """Play a race at random in which all cards run out."""
    luck = Random(seed)
    at = table(seats, game="turfe", edition=LONG, options={"races": 1}, secret=luck.randbytes(32))
    standing, rows = Standing.begin(at)
    moments = [Moment(Snapshot(at, standing, DEFAULT), None, tuple(rows))]
    while standing.asked:
        seat, before = luck.choice(sorted(standing.asked)), standing
        standing, rows = standing.after(seat, standing.choices(seat).sample(Chance(luck.randbytes(32))))
        moments.append(Moment(Snapshot(at, standing, DEFAULT), before, tuple(rows)))
    return moments


def public_view(moment: Moment) -> View:
    return moment.snapshot.standing.view(None)


def asked(moment: Moment) -> Iterator[Seating]:
    for number in sorted(moment.snapshot.standing.asked):
        yield seating_of(moment.snapshot, moment.snapshot.table.seats[number], {})


def racing(moments: Any) -> list[Moment]:
    return [moment for moment in moments if public_view(moment).phase is Phase.RACING]


def controls(rows: Any) -> Iterator[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """Return what can be pressed to play: the address, the label, and the values to choose with theirs."""
    for item in (item for row in rows for item in row):
        address = CustomId.read(str(item.custom_id))
        assert address is not None
        if isinstance(item, discord.ui.Select):
            yield address.what, item.placeholder, tuple((o.value, o.label) for o in item.options)
        elif not item.disabled and address.what != MORE:
            yield address.what, item.label, ()


def presses(rows: Any) -> Iterator[tuple[Press, str]]:
    """Return every press there is, with its label."""
    for what, label, values in controls(rows):
        parts = tuple(what.split("."))
        if values:
            yield from ((Press(parts, (value,)), each) for value, each in values)
        else:
            yield Press(parts), label


def meant_by(seating: Seating, press: Press) -> Any:
    return SCREENS.pressed(seating, press, T)


LOOK = whole_day(3, 1)[0].snapshot
DAY = whole_day(3, 1)


def racing_with(cards: str, aside: str | None = None, **facts: Any) -> Seating:
    """Return the side of whose turn it is, at the start of a race, with these cards."""
    standing = racing(DAY)[0].snapshot.standing
    state = standing.match.state
    (seat,) = state.to_act
    own = tuple(Card(card) for card in cards.split())
    bet = Bet("win", Horse("red"), 20, Card("red+5"))
    state = state._replace(
        hands=tuple(own if number == seat else each for number, each in enumerate(state.hands)),
        asides=tuple(aside if number == seat else each for number, each in enumerate(state.asides)),
        bets=tuple(bet if number == seat else each for number, each in enumerate(state.bets)),
        **facts,
    )
    snapshot = replace(LOOK, standing=standing._replace(match=replace(standing.match, state=state)))
    return seating_of(snapshot, snapshot.table.seats[seat], {})


def labels(seating: Seating) -> list[str]:
    return [label for _, label in presses(SCREENS.desk_controls(seating, T))]
