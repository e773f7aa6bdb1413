"""A race night is won by racing: its hosts decide nothing at its tables, and end no races of others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.nights import Form, NameState, NightRefusal, NightRefused, NightStatus, TableState
from bot.servers import ServerSettings
from bot.tables import (
    Opening,
    Refusal,
    Refused,
    Status,
    Table,
    day_commands,
    guild_commands,
    lobby_commands,
    seat_commands,
)
from bot.tables.lobby_commands import Manner
from tests.databases import on_both
from tests.nights.evenings import STEWARD, NightRig
from tests.tables.playing import ANA, BEN, CLEO, GUILD, HERE, PEOPLE, TableRig

HOST = ANA.user_id


@pytest.fixture
def night(rig: TableRig) -> NightRig:
    return NightRig(rig)


async def refusal_of(done: Awaitable[object]) -> Refusal | NightRefusal | None:
    try:
        await done
    except (Refused, NightRefused) as refused:
        return refused.reason
    return None


Deed = Callable[[NightRig, Table], Awaitable[object]]

IN_THE_LOBBY: dict[str, Deed] = {
    "sends somebody away": lambda n, t: n.rig.tables.step(
        lobby_commands.send_away, t.table_id, HOST, BEN.user_id
    ),
    "adds a computer": lambda n, t: n.rig.tables.step(lobby_commands.add_computer, t.table_id, HOST, "Tin"),
    "takes a computer": lambda n, t: n.rig.tables.step(lobby_commands.remove_computer, t.table_id, HOST),
    "changes options": lambda n, t: n.rig.tables.step(
        lobby_commands.set_options, t.table_id, HOST, {"rounds": 3}, 4
    ),
    "sets hours": lambda n, t: n.rig.tables.step(
        lobby_commands.set_manner, t.table_id, HOST, Manner(None, None, True)
    ),
    "allows hints": lambda n, t: n.rig.tables.step(
        lobby_commands.allow_hints, t.table_id, HOST, is_allowed=True
    ),
}
IN_THE_RACE: dict[str, Deed] = {
    "pauses": lambda n, t: n.rig.tables.step(day_commands.pause, t.table_id, HOST),
    "votes to stop": lambda n, t: n.rig.tables.step(day_commands.vote_to_stop, t.table_id, HOST),
    "hands over": lambda n, t: n.rig.tables.step(seat_commands.offer, t.table_id, HOST, STEWARD),
}


@pytest.mark.parametrize("deed", [*IN_THE_LOBBY, *IN_THE_RACE])
async def test_at_a_nights_table_its_host_decides_nothing(night: NightRig, deed: str) -> None:
    night_id, table = await night.one_table(4)
    if deed in IN_THE_RACE:
        await night.rig.start(table.table_id)
    (before,) = await night.tables(night_id)
    assert await refusal_of((IN_THE_LOBBY | IN_THE_RACE)[deed](night, table)) is Refusal.OF_A_NIGHT
    assert await night.tables(night_id) == [before]


@on_both
@pytest.mark.parametrize("is_running", [False, True])
async def test_who_races_in_a_night_cancels_no_table_of_it_and_a_manager_who_does_not_may(
    night: NightRig, is_running: bool
) -> None:
    _, table = await night.one_table(4)
    if is_running:
        await night.rig.start(table.table_id)
    for may_manage in (False, True):
        cancelling = night.rig.tables.step(day_commands.cancel, table.table_id, HOST, may_manage=may_manage)
        assert await refusal_of(cancelling) is Refusal.RACES_IN_NIGHT
    await night.rig.tables.step(day_commands.cancel, table.table_id, STEWARD, may_manage=True)


@on_both
async def test_only_who_was_dealt_to_a_table_of_a_night_sits_down_there(night: NightRig) -> None:
    night_id = await night.begun(14)
    first, other, _ = await night.tables(night_id)
    gone, foreign = first.people[1].user_id, other.people[1].user_id
    people = {person.user_id: person for person in PEOPLE}
    assert gone is not None
    assert foreign is not None
    await night.rig.tables.step(lobby_commands.leave, first.table_id, gone)
    stranger = PEOPLE[15]
    for person in (stranger, people[foreign]):
        joining = night.rig.tables.step(lobby_commands.join, first.table_id, person, night.rig.interaction())
        assert await refusal_of(joining) is Refusal.NOT_DEALT
    await night.rig.tables.step(lobby_commands.join, first.table_id, people[gone], night.rig.interaction())


@on_both
async def test_who_is_there_when_a_table_is_dropped_goes_on_and_who_has_left_does_not(
    night: NightRig,
) -> None:
    night_id = await night.begun(14, form=Form.KNOCKOUT)
    opened = await night.tables(night_id)
    dropped = next(table for table in opened if not table.seat_of(HOST))
    left = dropped.people[0].user_id
    stays = {seat.user_id for seat in dropped.people[1:]}
    await night.rig.tables.start(dropped.table_id, dropped.host_id, night.rig.interaction())
    assert left is not None
    await night.rig.tables.step(seat_commands.stand_up, dropped.table_id, left)
    for table in opened:
        if table is not dropped:
            await night.finish(table)
    await night.settle(night_id)
    await night.go_on(night_id)
    found = await night.settle(night_id)
    state = {each.user_id: each.state for each in found.names}
    assert found.round == 2
    assert {state[user_id] for user_id in stays if user_id} == {NameState.IN}
    assert state[left] is NameState.AWAY
    assert stays <= {seat.user_id for seat in found.seats if seat.round == 2}
    shares = {seat.user_id: seat.points for seat in found.seats if seat.round == 1}
    assert {shares[user_id] for user_id in stays if user_id} == {22 // len(dropped.people)}
    assert shares[left] == 0


async def test_a_table_that_everybody_has_left_brings_nothing_and_nobody_of_it_goes_on(
    night: NightRig,
) -> None:
    night_id = await night.begun(14, form=Form.KNOCKOUT)
    opened = await night.tables(night_id)
    left = [seat.user_id for seat in opened[0].people if seat.user_id]
    for user_id in left:
        await night.rig.tables.step(lobby_commands.leave, opened[0].table_id, user_id)
    for table in opened[1:]:
        await night.finish(table)
    found = await night.settle(night_id)
    assert found.round == 2
    assert not {*left} & {seat.user_id for seat in found.seats if seat.round == 2}
    assert not any(seat.points for seat in found.seats if seat.user_id in left)


@on_both
async def test_a_race_that_a_computer_player_ended_for_somebody_brings_them_nothing(night: NightRig) -> None:
    night_id, table = await night.one_table(3, form=Form.KNOCKOUT)
    await night.seat(table, BEN, attendance="left")
    found = await night.raced(night_id, BEN.user_id, ANA.user_id, CLEO.user_id)
    assert await night.points(night_id) == {"Ana": 6, "Cleo": 4, "Ben": 0}
    assert (found.status, found.standing()[0].user_id) == (NightStatus.OVER, ANA.user_id)


@pytest.mark.parametrize("form", [Form.EVENING, Form.KNOCKOUT])
@pytest.mark.parametrize("by", [HOST, STEWARD])
async def test_a_change_of_settings_unseats_nobody_of_a_night(night: NightRig, by: int, form: Form) -> None:
    night_id, table = await night.one_table(4, form=form)
    await night.post_lobby(table, night.press())

    def without_tote(settings: ServerSettings) -> ServerSettings:
        return settings.model_copy(update={"tote": False})

    await guild_commands.change_settings(night.rig.tables, GUILD, without_tote, by=by)
    await night.settle(night_id, 3)
    (started,) = await night.tables(night_id)
    assert (started.status, started.owners) == (Status.RUNNING, table.owners)
    found = await night.raced(night_id, BEN.user_id)
    came = {seat.place: seat.user_id for seat in found.seats if seat.round == 1}
    assert (came[1], set(came)) == (BEN.user_id, {1, 2, 3, 4})


async def test_who_sits_down_again_at_a_table_of_a_night_is_ready_for_other_terms_too(
    night: NightRig,
) -> None:
    (table,) = await night.tables(await night.begun(3))
    await night.rig.tables.step(lobby_commands.leave, table.table_id, BEN.user_id)
    assert await night.rig.tables.step(lobby_commands.join, table.table_id, BEN, night.press(), "other terms")


async def test_who_has_not_pressed_ready_races_at_a_table_of_a_night_all_the_same(night: NightRig) -> None:
    night_id, table = await night.one_table(3)
    await night.post_lobby(table, 6000)
    await night.seat(table, BEN, ready=False)
    await night.settle(night_id, 3)
    (started,) = await night.tables(night_id)
    assert (started.status, {seat.user_id for seat in started.people}) == (
        Status.RUNNING,
        {ANA.user_id, BEN.user_id, CLEO.user_id},
    )


@on_both
async def test_tables_that_solo_nights_leave_behind_count_for_their_host(night: NightRig) -> None:
    await night.rig.set_up_server(most_hosted=3, most_tables=10)
    for _ in range(2):
        night_id = await night.begun(1, games=("jockey",) * 5)
        for _ in range(5):
            await refusal_of(night.go_on(night_id, HOST, may_manage=False))
            await night.settle(night_id)
            await night.settle(night_id, 11)
    assert await night.opened() == 3
    with pytest.raises(Refused) as refused:
        await night.rig.lobby()
    assert refused.value.reason is Refusal.TOO_MANY_HOSTED


async def test_a_round_takes_as_many_tables_as_it_needs_and_none_of_them_counts_for_a_guest(
    night: NightRig,
) -> None:
    await night.rig.set_up_server(most_hosted=1)
    night_id = await night.begun(14)
    found = await night.night(night_id)
    assert [table.state for table in found.now_at] == [TableState.OPEN] * 3
    guest = next(table.host_id for table in await night.tables(night_id) if table.host_id != HOST)
    person = next(each for each in PEOPLE if each.user_id == guest)
    assert await refusal_of(night.rig.lobby()) is Refusal.TOO_MANY_HOSTED
    own = Opening(
        visitor=HERE, host=person, game="jockey", options={"rounds": 1}, capacity=4, interaction_id=1
    )
    await night.rig.tables.open(own)
