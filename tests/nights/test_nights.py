"""Race nights as rows: whoever does what is due, nothing is opened, counted or owed twice, and nobody holds it up."""

from __future__ import annotations

import asyncio
from contextvars import Context
from dataclasses import replace
from typing import Any

import pytest

from bot import bank
from bot.nights import (
    Best,
    NightStatus,
    TableState,
    rows,
)
from bot.nights.night import MINUTE
from bot.outbox import LOBBY
from bot.tables import Refusal, Refused, Status, day_commands, lobby_commands
from bot.tables.deadlines import DAY
from bot.tables.loading import load
from bot.tables.luck import PressKind
from bot.tables.luck import read as read_luck
from bot.tables.retention import USUAL_RETENTION, Sweeper
from tests.databases import on_both, reading, writing
from tests.nights.evenings import NightRig
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, TableRig
from tests.tables.test_interruptions import Plug, Pulled

DORA, EMIL, FAY = PEOPLE[3:6]


@pytest.fixture
def night(rig: TableRig) -> NightRig:
    return NightRig(rig)


@on_both
async def test_an_evening_deals_everybody_in_counts_and_ends_with_a_podium(night: NightRig) -> None:
    night_id, table = await night.one_table(5, games=("jockey", "turfe"))
    assert {seat.user_id for seat in table.people} == {person.user_id for person in PEOPLE[:5]}
    assert (table.capacity, table.game, all(seat.ready for seat in table.people)) == (5, "jockey", True)
    await night.raced(night_id, CLEO.user_id, ANA.user_id, BEN.user_id)
    (second,) = await night.tables(night_id)
    assert (second.game, second.host_id) == ("turfe", BEN.user_id)
    found = await night.raced(night_id, ANA.user_id, CLEO.user_id)
    assert (found.status, found.owed) == (NightStatus.OVER, ["round.1", "round.2", "podium"])
    points = await night.points(night_id)
    assert (points["Cleo"], points["Ana"]) == (16, 16)
    assert [line.rank for line in found.standing()][:3] == [1, 1, 3]
    assert found.best() is not None


async def test_the_best_race_counts_the_rivals_who_raced(night: NightRig) -> None:
    night_id, table = await night.one_table(5)
    await night.rig.tables.step(lobby_commands.leave, table.table_id, BEN.user_id)
    await night.rig.start(table.table_id)
    await night.finish(await night.rig.table(table.table_id), CLEO.user_id)
    assert (await night.settle(night_id)).best() == Best(CLEO.user_id, 3, "jockey")


async def test_who_has_stood_up_already_is_not_asked_to_for_frozen_coins(
    night: NightRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    night_id, table = await night.one_table(3)
    await night.post_lobby(table, 6000)
    tables = night.rig.tables
    start = tables.start

    async def frozen(table_id: str, *args: Any, **facts: Any) -> None:
        monkeypatch.setattr(tables, "start", start)
        # In the moment in which it is found that they may not stake.
        await tables.step(lobby_commands.leave, table_id, BEN.user_id)
        raise Refused(Refusal.FROZEN, users=[BEN.user_id])

    monkeypatch.setattr(tables, "start", frozen)
    await night.settle(night_id, 3)
    left = await night.rig.table(table.table_id)
    assert (left.status, len(left.people)) == (Status.RUNNING, 2)


@on_both
async def test_two_processes_at_once_open_every_table_once(night: NightRig) -> None:
    night_id = await night.planned(14, minutes=10)
    await night.start(night_id)
    other = night.restarted()
    for _ in range(4):
        await asyncio.gather(*(each.nights.advance(night_id) for each in (night, other, night, other)))
    found = await night.night(night_id)
    assert len(found.now_at) == await night.opened() == 3
    assert found.owed == ["round.1"]


async def test_wherever_a_process_dies_the_next_goes_on_and_nothing_is_done_twice(
    night: NightRig, plug: Plug
) -> None:
    night_id = await night.planned(9, games=("jockey", "turfe"), minutes=10)
    await night.start(night_id)

    async def die_everywhere() -> None:
        deaths, left = 0, 1
        while True:
            plug.left = left
            try:
                await night.restarted().settle(night_id)
            except Pulled:
                deaths, left = deaths + 1, left + 1
            else:
                break
            finally:
                plug.left = None
        assert deaths > 10

    await die_everywhere()
    assert await night.opened() == 2
    for table in await night.tables(night_id):
        await night.finish(table)
    await die_everywhere()
    assert await night.opened() == 4
    for table in await night.tables(night_id):
        await night.finish(table)
    await die_everywhere()
    found = await night.night(night_id)
    assert found.owed == ["round.1", "round.2", "podium"]
    assert sum(seat.points for seat in found.seats) == 2 * (23 + 22)


async def test_a_night_begins_at_its_time_with_one_word_before(night: NightRig) -> None:
    night_id = await night.planned(2, minutes=60)
    assert await night.nights.advance(night_id) == night.rig.time + 45 * MINUTE
    await night.settle(night_id, 46)
    found = await night.settle(night_id)
    assert (found.status, found.owed) == (NightStatus.PLANNED, ["soon"])
    assert (await night.settle(night_id, 15)).owed == ["soon", "round.1"]
    assert len(await night.tables(night_id)) == 1


async def test_a_table_starts_by_itself_with_what_discord_named_after_the_seal(night: NightRig) -> None:
    night_id, table = await night.one_table(1)
    assert table.starts_at == night.nights.now() + 2 * MINUTE
    await night.settle(night_id, 1)
    assert (await night.tables(night_id))[0].status is Status.LOBBY
    await night.settle(night_id, 2)  # its lobby does not stand yet
    assert (await night.tables(night_id))[0].status is Status.LOBBY
    await night.post_lobby(table, 6000)
    await night.settle(night_id)
    (table,) = await night.tables(night_id)
    assert (table.status, len(table.seats), table.salt[-1]) == (Status.RUNNING, 2, "6000")
    with reading(night.rig.database) as db:
        last = read_luck(db, table)[-1]
    assert (last.kind, last.user_id) == (PressKind.BY_ITSELF, None)


async def test_a_table_that_rests_sleeps_or_closes_holds_nobody_up(night: NightRig) -> None:
    night_id = await night.begun(14)
    rests, closes, runs = await night.tables(night_id)
    await night.write(rests, status=Status.RUNNING, paused_at=night.rig.time)
    await night.write(closes, status=Status.EXPIRED)
    await night.finish(runs)
    assert (await night.settle(night_id)).status is NightStatus.RUNNING
    found = await night.settle(night_id, 10)
    assert [each.state for each in found.tables] == [
        TableState.DROPPED,
        TableState.DROPPED,
        TableState.COUNTED,
    ]
    assert found.status is NightStatus.OVER


async def test_whoever_was_played_for_at_the_end_is_dealt_no_more_until_they_are_back(
    night: NightRig,
) -> None:
    night_id, table = await night.one_table(3, games=("jockey", "jockey"))
    await night.seat(table, BEN, attendance="away")
    found = await night.raced(night_id)
    assert [each.user_id for each in found.players] == [ANA.user_id, CLEO.user_id]
    await night.sign_up(night_id, BEN, 1)
    assert len((await night.night(night_id)).players) == 3


async def test_a_table_whose_game_is_taken_away_is_waited_for_no_more(
    night: NightRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    night_id = await night.begun(2, games=("jockey", "turfe"))
    tables = night.rig.tables
    tables.games = replace(tables.games, is_here=lambda game: game != "jockey")
    assert (await night.settle(night_id, 3)).game == "turfe"


async def test_a_full_server_makes_a_night_wait_and_then_go_without(night: NightRig) -> None:
    await night.rig.set_up_server(most_tables=1)
    await night.rig.lobby()
    night_id = await night.begun(2)
    assert await night.tables(night_id) == []
    found = await night.settle(night_id, 11)
    assert (found.status, found.owed) == (NightStatus.OVER, ["round.1"])


@on_both
async def test_who_is_out_before_their_table_is_opened_is_not_seated_there(night: NightRig) -> None:
    await night.rig.set_up_server(most_tables=1)
    in_the_way = await night.rig.lobby()
    night_id = await night.begun(3, games=("jockey", "turfe"))
    assert [table.state for table in (await night.night(night_id)).now_at] == [TableState.OWED]
    for user_id in (ANA.user_id, BEN.user_id):
        await night.rig.tables.step(lobby_commands.leave, in_the_way, user_id)

    await night.sign_out(night_id, BEN.user_id)
    await night.settle(night_id, 1)

    (table,) = await night.tables(night_id)
    assert {seat.user_id for seat in table.people} == {ANA.user_id, CLEO.user_id}
    assert BEN.user_id not in {seat.user_id for seat in (await night.night(night_id)).seats}


async def test_whose_coins_are_frozen_stands_up_so_that_the_others_race(night: NightRig) -> None:
    night_id, table = await night.one_table(3)
    await night.post_lobby(table, 6000)
    act = bank.Act(
        1, GUILD, CLEO.user_id, ANA.user_id, bank.ActKind.FREEZE, 0, "a word first", night.rig.time
    )
    with writing(night.rig.database) as db:
        bank.set_frozen(db, act)
    await night.settle(night_id, 3)
    (table,) = await night.tables(night_id)
    assert table.status is Status.RUNNING
    assert {seat.user_id for seat in table.people} == {BEN.user_id, CLEO.user_id}


@pytest.mark.parametrize(("days", "left"), [(364, 1), (366, 0)])
async def test_a_night_is_forgotten_when_logs_of_its_day_are(night: NightRig, days: int, left: int) -> None:
    night_id = await night.begun(2)
    await night.raced(night_id)
    going_on = await night.planned(2, minutes=400 * DAY // MINUTE)
    sweeper = Sweeper(night.rig.database, night.rig.clock.now, USUAL_RETENTION)
    await sweeper.sweep(night.rig.time + days * DAY)
    everything = await night.rig.everything()
    assert len([row for row in everything["nights"] if row.night_id == night_id]) == left
    assert {row.night_id for row in everything["night_names"]} == {going_on, *[night_id] * left}
    assert len(everything["night_seats"]) == 2 * left


@on_both
@pytest.mark.parametrize(("days", "left"), [(364, 3), (366, 1)])
async def test_nights_of_a_server_in_which_the_bot_is_no_more_are_forgotten_as_well(
    night: NightRig, days: int, left: int
) -> None:
    await night.planned(2)
    (closed,) = await night.tables(await night.begun(3))
    goes_on = await night.begun(2)  # slowly: the clock of a turn may be a week
    await night.rig.start((await night.tables(goes_on))[0].table_id)
    await night.write(closed, status=Status.EXPIRED, ended_at=night.rig.time)
    sweeper = Sweeper(night.rig.database, night.rig.clock.now, USUAL_RETENTION)
    await sweeper.sweep(night.rig.time + days * DAY)
    everything = await night.rig.everything()
    assert len(everything["nights"]) == left
    assert goes_on in {row.night_id for row in everything["nights"]}
    for told in ("night_names", "night_seats", "night_tables"):
        assert {row.night_id for row in everything[told]} <= {row.night_id for row in everything["nights"]}


@on_both
async def test_a_night_that_goes_on_just_as_it_would_be_forgotten_is_kept(night: NightRig) -> None:
    night_id = await night.planned(2)
    sweeper = Sweeper(night.rig.database, night.rig.clock.now, USUAL_RETENTION)
    later = night.rig.time + 366 * DAY
    with writing(night.rig.database) as db:
        held = rows.held(db, GUILD, night_id)
        sweeping = asyncio.get_running_loop().create_task(sweeper.sweep(later), context=Context())
        await asyncio.sleep(0.2)
        rows.change(db, held, starts_at=later)
    await sweeping
    assert len((await night.night(night_id)).names) == 2


async def test_a_night_whose_start_came_in_between_waits_until_it_was_looked_who_is_there(
    night: NightRig,
) -> None:
    night_id = await night.planned(2, minutes=10)
    await night.start(night_id)
    assert await night.nights.advance(night_id, may_begin=False) == night.rig.time
    assert (await night.night(night_id)).status is NightStatus.PLANNED
    assert (await night.settle(night_id)).status is NightStatus.RUNNING


@on_both
@pytest.mark.parametrize("how", ["cancelled", "gone on", "never started"])
async def test_a_lobby_for_which_the_night_does_not_wait_promises_no_start_by_itself(
    night: NightRig, how: str
) -> None:
    night_id, table = await night.one_table(2)
    assert table.starts_at is not None
    if how == "cancelled":
        await night.cancel(night_id)
    elif how == "gone on":
        await night.go_on(night_id)
    else:  # its lobby could not be posted
        night.rig.pass_minutes(13)
    await night.settle(night_id)
    left = await night.rig.tables.database.read(load, table.table_id)
    assert (left.status, left.starts_at) == (Status.LOBBY, None)
    lobby = next(post for post in await night.rig.posts(table.table_id) if post.key == LOBBY)
    assert lobby.requested > 1, "its post says so"
    await night.rig.start(table.table_id)


async def test_a_race_that_is_on_is_its_hosts_own_once_its_night_is_over(night: NightRig) -> None:
    night_id, table = await night.one_table(2)
    await night.rig.start(table.table_id)
    before = await night.rig.tables.database.read(load, table.table_id)
    with pytest.raises(Refused) as refused:
        await night.rig.tables.step(day_commands.pause, table.table_id, before.host_id)
    assert refused.value.reason is Refusal.OF_A_NIGHT
    await night.cancel(night_id)
    await night.settle(night_id)
    after = await night.rig.tables.database.read(load, table.table_id)
    assert (after.status, after.length, after.seats) == (before.status, before.length, before.seats)
    await night.rig.tables.step(day_commands.pause, table.table_id, before.host_id)


@on_both
async def test_once_a_race_has_its_thread_the_post_is_asked_to_name_it_once(night: NightRig) -> None:
    night_id, table = await night.one_table(2)
    await night.rig.start(table.table_id)
    before = await night.settle(night_id)
    assert [each.state for each in before.now_at] == [TableState.OPEN], "it is not known where it is run"

    await night.write(table, thread_id=99)
    after = await night.settle(night_id)
    assert [(each.state, each.thread_id) for each in after.now_at] == [(TableState.RACING, 99)]
    assert after.requested == before.requested + 1
    assert (await night.settle(night_id)).requested == after.requested
