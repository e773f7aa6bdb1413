"""Every game is played to its end by presses alone, and nobody presses for a seat that is not asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import discord
import pytest

from bot.games.screens import Act, Misread, Press, Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import MORE, desk_layout, seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.texts import DEFAULT
from engines import catalog
from engines.core import IllegalAction, Unreadable
from tests.games.race_days import race_day, table, with_draft
from tests.ui.limits import require_sendable

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("jockey", 2, {"rounds": 1}),
    ("jockey", 6, {"rounds": 1}),
    ("turfe", 3, {"races": 2}),
    ("turfe", 6, {"races": 1}),
    ("jumpyjack", 4, {"target": 4, "teams": 2, "guessing": True}),
    ("jumpyjack", 16, {"target": 4, "teams": 8, "double": "landing"}),
    ("sulkydrom", 2, {"goal": "first"}),
    ("sulkydrom", 5, {"goal": "first"}),
    ("newmarket", 3, {"deals": 2, "calling": "manual"}),
    ("newmarket", 8, {"deals": 2}),
]
"""Every game with few and with many seats."""

every_game = pytest.mark.parametrize(
    ("game", "seats", "options"), GAMES, ids=[f"{game}-{seats}" for game, seats, _ in GAMES]
)


def pressable(rows: Any) -> Iterator[Press]:
    """Go through everything that can be pressed or chosen to play."""
    for item in (item for row in rows for item in row):
        address = CustomId.read(str(item.custom_id))
        assert address is not None
        if address.what == MORE or address.what.startswith("order."):
            continue
        parts = tuple(address.what.split("."))
        if isinstance(item, discord.ui.Select):
            yield from (Press(parts, (option.value,)) for option in item.options)
        elif not item.disabled:
            yield Press(parts)


def offered(snapshot: Snapshot, seating: Seating, luck: Random) -> list[Press]:
    """Return what a desk offers, or, now and then, the buttons under the board."""
    seat = snapshot.table.seats[seating.seat]
    desk = desk_layout(snapshot, seat, seating.draft, has_place=True)
    require_sendable(desk)
    assert snapshot.standing
    everyone = replace(seating, view=snapshot.standing.view(None), choices=())
    under_board = [*pressable(snapshot.screens.public_controls(everyone, snapshot.words))]
    return under_board if under_board and luck.random() < 0.3 else [*pressable(desk.controls)]


def decided(snapshot: Snapshot, number: int, luck: Random, done: Counter[str]) -> Any:
    """Press at random until something is decided; return it as JSON data."""
    seating = seating_of(snapshot, snapshot.table.seats[number], {})
    for _ in range(300):
        presses = offered(snapshot, seating, luck)
        buttons = [press for press in presses if not press.values]
        press = luck.choice(buttons if buttons and luck.random() < 0.7 else presses)
        if press.wants_form and (form := snapshot.screens.form(seating, press, snapshot.words)):
            least, most, step = [*map(int, re.findall(r"\d+", form.hint.replace(",", ""))), 1][:3]
            typed = str(luck.randrange(least, most + 1, step))
            press = Press(tuple(form.what.split(".")), (typed,), is_typed=True)
        done[press.parts[0]] += 1
        meant = snapshot.screens.pressed(seating, press, snapshot.words)
        if isinstance(meant, Act):
            return meant.action
        seating = with_draft(seating, meant.draft)
    raise AssertionError("a desk that leads nowhere")


@every_game
def test_a_whole_game_is_played_by_pressing_what_is_offered(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    luck, done, rules = Random(seats), Counter[str](), catalog.game(game)
    chosen = rules.options(options).model_dump(mode="json")
    at = table(seats, game=game, options=chosen, secret=luck.randbytes(32))
    standing, rows = Standing.begin(at)
    before = None
    while standing.asked:
        snapshot = Snapshot(at, standing, DEFAULT)
        require_sendable(board_layout(snapshot, before, rows))
        able, window = sorted(standing.match.able()), standing.window
        if window and (not able or luck.random() < 0.1):
            number, action = None, window.action
        else:
            number = luck.choice(able)
            action = rules.read_action(decided(snapshot, number, luck, done))
            if action not in standing.choices(number):
                assert window, "whoever does not hold the card that is called is offered the hand as well"
                continue
        before = standing
        standing, rows = standing.after(number, action)
    assert standing.match.outcome
    over = Snapshot(at, standing, DEFAULT)
    assert not any(desk_layout(over, seat, {}, has_place=True).controls for seat in at.seats)


@every_game
def test_a_seat_that_is_not_asked_has_no_controls(game: str, seats: int, options: dict[str, Any]) -> None:
    for moment in race_day(seats, 1, game=game, chosen=tuple(options.items())):
        assert moment.snapshot.standing
        for seat in moment.snapshot.table.seats:
            controls = moment.snapshot.screens.desk(
                seating_of(moment.snapshot, seat, {}), moment.snapshot.words
            ).controls
            assert bool(controls) is (seat.number in moment.snapshot.standing.asked)


@every_game
def test_names_are_not_taken_for_markup(game: str, seats: int, options: dict[str, Any]) -> None:
    rude = "**@everyone** `x"
    for moment in race_day(seats, 1, game=game, chosen=tuple(options.items()))[::12]:
        named = tuple(seat._replace(name=rude) for seat in moment.snapshot.table.seats)
        snapshot = replace(moment.snapshot, table=replace(moment.snapshot.table, seats=named))
        layouts = [board_layout(snapshot, moment.before, moment.rows)]
        layouts += [desk_layout(snapshot, seat, {}, has_place=True) for seat in named[:4]]
        assert not any(rude in layout.text for layout in layouts)


@every_game
def test_a_press_of_another_moment_does_nothing_that_the_rules_do_not_allow(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    luck, day = Random(seats), race_day(seats, 1, game=game, chosen=tuple(options.items()))
    sides = [
        (moment.snapshot, seating_of(moment.snapshot, seat, {}))
        for moment in luck.sample(day[:-1], min(len(day) - 1, 30))
        for seat in moment.snapshot.table.seats[:4]
    ]
    asked = [side for side in sides if side[1].seat in side[0].standing.asked]
    known = sorted({press for side in asked for press in offered(*side, Random(1))})
    forged = [
        *known,
        *(press._replace(values=("x",)) for press in known),
        *(press._replace(parts=(*press.parts[:-1], "x")) for press in known),
        *(Press((each,)) for each in ("", "x", "bet", "play", "keep", "stack", "bid", "move", "predict")),
    ]
    refused = 0
    for snapshot, seating in sides:
        assert snapshot.standing
        is_asked = seating.seat in snapshot.standing.asked
        for press in luck.sample(forged, min(len(forged), 20)):
            try:
                meant = snapshot.screens.pressed(seating, press, snapshot.words)
                if not isinstance(meant, Act):
                    continue
                action = snapshot.standing.match.game.read_action(meant.action)
                snapshot.standing.after(seating.seat, action)
            except (Misread, IllegalAction, Unreadable):
                refused += 1
            else:
                assert is_asked
                assert action in snapshot.standing.choices(seating.seat)
    assert refused
