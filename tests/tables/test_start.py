"""The start: what it needs, what fixes the luck, and the coins it takes."""

from __future__ import annotations

from hashlib import sha256

import pytest

from bot.outbox import BOARD, LOBBY, call_of, desk_of
from bot.tables import Status, lobby_commands
from engines.core import commitment
from tests.tables.playing import ANA, BEN, PEOPLE, TableRig

OPENING = 5000


async def test_the_salt_has_every_join_and_the_start_in_their_order(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    opened = (await rig.table(table_id)).salt
    await rig.tables.step(lobby_commands.join, table_id, BEN, 123456789012345678)
    await rig.tables.start(table_id, ANA.user_id, 234567890123456789)

    assert (await rig.table(table_id)).salt == (*opened, "123456789012345678", "234567890123456789")


async def test_the_commitment_shown_in_the_lobby_holds_at_the_end(rig: TableRig) -> None:
    table_id = await rig.lobby()
    shown = commitment((await rig.table(table_id)).secret)
    await rig.start(table_id)
    secret = (await rig.table(table_id)).secret

    assert shown == sha256(secret).hexdigest()


async def test_the_luck_follows_from_secret_and_salt(rig: TableRig) -> None:
    table_id = await rig.race()
    table = await rig.table(table_id)

    expected = sha256(table.secret + "\n".join(table.salt).encode()).digest()
    assert (await rig.standing(table_id)).match.seed == expected


async def test_a_race_has_a_thread_of_its_own_time(rig: TableRig) -> None:
    table_id = await rig.lobby()
    rig.pass_minutes(3)
    await rig.start(table_id)
    table = await rig.table(table_id)

    assert (table.status, table.started_at) == (Status.RUNNING, table.created_at + 180_000)


async def test_everybody_is_asked_for_a_bet_at_once(rig: TableRig) -> None:
    standing = await rig.standing(await rig.race(people=2, computers=2))

    assert standing.asked == {0: 1, 1: 1, 2: 1, 3: 1}


async def test_the_lobby_clock_stops_at_the_start_and_the_seats_clocks_begin(rig: TableRig) -> None:
    await rig.race(people=2, computers=1)

    assert {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]} == {
        "turn:0": 180_000,
        "turn:1": 180_000,
        "half:0": 90_000,
        "half:1": 90_000,
    }


@pytest.mark.parametrize(("people", "computers"), [(2, 0), (3, 0), (2, 3)])
@pytest.mark.parametrize("rounds", [1, 2])
async def test_every_seat_pays_a_thousand_a_round_into_escrow(
    rig: TableRig, people: int, computers: int, rounds: int
) -> None:
    table_id = await rig.race(people, computers, rounds)
    table = await rig.table(table_id)
    (escrow,) = [row for row in (await rig.everything())["accounts"] if row.kind == "escrow"]

    assert (table.stakes, table.buy_in) == (True, 1000 * rounds)
    assert (escrow.owner, escrow.balance) == (table_id, 1000 * rounds * (people + computers))
    assert await rig.worth(people) == [(OPENING - 1000 * rounds, 0, 1000 * rounds)] * people
    assert await rig.audit() == []


@pytest.mark.parametrize("computers", [1, 5])
async def test_alone_with_computer_players_no_coins_move(rig: TableRig, computers: int) -> None:
    table_id = await rig.race(people=1, computers=computers)

    assert (await rig.table(table_id)).stakes is False
    assert not (await rig.everything())["movements"]


async def test_two_at_the_start_button_start_once(rig: TableRig) -> None:
    import asyncio

    table_id = await rig.lobby()
    answers = await asyncio.gather(
        *(rig.tables.start(table_id, ANA.user_id, press) for press in range(5)), return_exceptions=True
    )
    rows = await rig.everything()

    assert answers.count(None) == 1
    assert len([row for row in rows["log"] if row.n == 0]) == 1
    assert len([row for row in rows["movements"] if row.reason == "buy_in"]) == 2


async def test_at_the_start_lobby_board_and_desks_are_wanted_and_people_are_called(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2, computers=2)

    users = [person.user_id for person in PEOPLE[:2]]
    due = {post.key for post in await rig.posts(table_id) if post.is_due}
    assert due == {LOBBY, BOARD, *map(desk_of, users), *map(call_of, users)}
