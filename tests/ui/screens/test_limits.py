"""Every screen of random race days is one that Discord takes, with the longest names and the largest ids."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.bank import Receipt
from bot.games.screens import OTHER, Act
from bot.messages.custom_ids import CustomId
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import desk_layout, seating_of
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.notice_layout import direct_messages_closed_layout
from bot.messages.layouts.result_layout import cancelled_layout, final_layout, result_layout
from bot.messages.snapshot import Snapshot
from bot.tables import Seat, Status
from bot.texts import LANGUAGES
from bot.ui.forms import options_form
from engines import catalog
from tests.games.race_days import LAST_ID, Moment, pressed, race_day, table
from tests.ui.limits import SELECT, components, require_openable, require_sendable

SEEDS = st.integers(0, 10**6)


games = pytest.mark.parametrize("game", catalog.GAMES)


def seats_at(game: str, data: st.DataObject) -> int:
    return data.draw(st.sampled_from(catalog.game(game).seats), label="seats")


def sampled(day: tuple[Moment, ...], luck: Random, most: int = 80) -> list[Moment]:
    """Return every moment of a short game, some of a long one."""
    return sorted(luck.sample(day, min(most, len(day))), key=lambda moment: moment.rows[0].n)


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)
@games
def test_lobbies_can_be_sent(game: str, t, status: Status) -> None:
    most = max(catalog.game(game).seats)
    for seats, computers in ((1, 0), (1, 1), (most, 0), (most, 1), (most, most - 1)):
        snapshot = Snapshot(table(seats, computers, status, game), None, t)
        require_sendable(lobby_layout(snapshot, 10**15))
        require_openable(options_form(snapshot))
        require_sendable(cancelled_layout(snapshot))
        for person in snapshot.table.people[:1]:
            require_sendable(direct_messages_closed_layout(snapshot, person.user_id))


@games
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, computers=st.integers(0, 5), data=st.data())
def test_boards_and_results_can_be_sent(game: str, seed: int, computers: int, data: st.DataObject) -> None:
    seats = seats_at(game, data)
    day = race_day(seats, seed, computers=min(computers, seats - 1), game=game)
    for moment in sampled(day, Random(seed)):
        require_sendable(board_layout(*moment))
    for moment in day:
        if any(event["type"] == "race_over" for row in moment.rows for event in row.events):
            require_sendable(result_layout(moment.snapshot))


@games
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_a_board_that_tells_a_long_stretch_can_be_sent(game: str, seed: int, data: st.DataObject) -> None:
    first, *later = race_day(seats_at(game, data), seed, rounds=2, game=game)
    last = later[-1]
    rows = tuple(row for moment in later for row in moment.rows)

    layout = board_layout(last.snapshot, first.snapshot.standing, rows)
    require_sendable(layout)


@games
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, rounds=st.integers(1, 5), data=st.data())
def test_the_end_of_a_game_can_be_sent(game: str, seed: int, rounds: int, data: st.DataObject) -> None:
    seats = seats_at(game, data)
    day = race_day(seats, seed, rounds, game=game)
    rows = tuple(row for moment in day for row in moment.rows)
    receipts = [
        Receipt(seat, LAST_ID - seat, 10**9, 10**9, 0, 10**9, 10**12, 10**12) for seat in range(seats)
    ]
    owing = [receipt._replace(paid=0, repaid=0, charged=10**9) for receipt in receipts]

    require_sendable(final_layout(day[-1].snapshot, receipts, rows))
    require_sendable(final_layout(day[-1].snapshot, owing, rows))


@games
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_desks_can_be_sent_whatever_their_slips_say(game: str, seed: int, data: st.DataObject) -> None:
    luck = Random(seed)
    for moment in sampled(race_day(seats_at(game, data), seed, game=game), luck, most=20):
        for seat in moment.snapshot.table.seats:
            draft = _drafted(moment, seat, luck)
            for status in (Status.RUNNING, Status.FINISHED, Status.CANCELLED):
                snapshot = replace(moment.snapshot, table=replace(moment.snapshot.table, status=status))
                require_sendable(desk_layout(snapshot, seat, draft, has_place=luck.random() < 0.5))


def _drafted(moment: Moment, seat: Seat, luck: Random) -> dict[str, object]:
    """Choose at random in the selects of a desk, a few times."""
    seating = seating_of(moment.snapshot, seat, {})
    for _ in range(luck.randrange(6)):
        build = components(desk_layout(moment.snapshot, seat, seating.draft, has_place=True).build())
        selects = [component for component in build if component["type"] == SELECT]
        if not selects:
            break
        select = luck.choice(selects)
        values = [option["value"] for option in select["options"] if option["value"] != OTHER]
        count = luck.randint(select["min_values"], min(select["max_values"], len(values)))
        address = CustomId.read(select["custom_id"])
        assert address is not None
        following = pressed(moment.snapshot, seating, address.what, *luck.sample(values, count))
        if isinstance(following, Act):
            break
        seating = following
    return dict(seating.draft)
