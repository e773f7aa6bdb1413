"""A table with playing hours: its clocks count no other time, whatever sets or moves them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time
from functools import partial
from random import Random

import pytest
from sqlalchemy import update

from bot.db.schema import deadlines as stored
from bot.db.schema import tables
from bot.messages.snapshot import Snapshot
from bot.outbox import BOARD_WORDS, desk_of
from bot.servers import Pace
from bot.shards import Shards
from bot.tables import Refused, Status, day_commands, deadlines, lobby_commands, race_commands, seat_commands
from bot.tables.deadlines import DAY, MINUTE, Clock, Deadline
from bot.tables.lobby_commands import Manner
from bot.tables.offsets import called
from bot.tables.pace import Pacing
from bot.tables.playing_hours import HOUR, PlayingHours
from bot.tables.refusals import Refusal
from bot.texts import DEFAULT
from bot.ui.manner_form import manner_from
from engines import catalog
from tests.databases import reading, writing
from tests.tables.playing import (
    ANA,
    BEN,
    CLEO,
    GUILD,
    HERE,
    TableRig,
    act_late,
    run_out,
    sampled,
    with_standing,
)

EVENINGS = PlayingHours(time(18), time(23), "UTC")
NIGHT_OWLS = PlayingHours(time(23), time(2), "Europe/Berlin")
CLOCK = 3 * MINUTE
ALL = Shards(frozenset({0}), 1)


def at(rig: TableRig, hour: int, minute: int = 0) -> None:
    """Have it be this time of day, UTC, when it is next."""
    rig.time = moment(rig, hour, minute)


def moment(rig: TableRig, hour: int, minute: int = 0) -> int:
    """Return when it is this time of day next, UTC."""
    today = datetime.fromtimestamp(rig.time / 1000, UTC).replace(
        hour=hour, minute=minute, second=0, microsecond=0
    )
    found = int(today.timestamp()) * 1000
    return found if found >= rig.time else found + DAY


async def played_in(rig: TableRig, hours: PlayingHours | None = EVENINGS, people: int = 2) -> str:
    """Start a race that has playing hours."""
    table_id = await rig.lobby(people)
    await settle(rig, table_id, hours)
    await rig.start(table_id)
    return table_id


async def settle(
    rig: TableRig,
    table_id: str,
    hours: PlayingHours | None,
    pace: Pace | None = None,
    host: int = ANA.user_id,
) -> None:
    await rig.tables.step(lobby_commands.set_manner, table_id, host, Manner(hours, pace, None))
    for person in (BEN, CLEO):
        table = await rig.table(table_id)
        if table.seat_of(person.user_id):
            await rig.tables.step(
                lobby_commands.say_ready, table_id, person.user_id, await rig.terms(table_id)
            )


async def clocks(rig: TableRig, table_id: str) -> dict[str, int]:
    """Return when each clock of a table runs out."""
    with reading(rig.database) as db:
        return deadlines.of_table(db, table_id)


async def decide(rig: TableRig, table_id: str, seat: int = 0) -> None:
    """Have somebody decide."""
    standing = await rig.standing(table_id)
    user = (await rig.table(table_id)).seats[seat].user_id
    await rig.tables.step(
        race_commands.act, table_id, user, standing.asked[seat], sampled(standing, seat, Random(1))
    )


# ------------------------------------------------------------------------------------------ clocks of decisions


async def test_a_decision_that_is_asked_within_hours_has_its_time(rig: TableRig) -> None:
    at(rig, 19)
    table_id = await played_in(rig)

    assert await clocks(rig, table_id) == {
        **{Clock.TURN.seat(seat): rig.time + CLOCK for seat in (0, 1)},
        **{Clock.HALF.seat(seat): rig.time + CLOCK // 2 for seat in (0, 1)},
        Clock.OPEN: moment(rig, 18),
    }


async def test_what_is_left_of_it_when_hours_end_it_has_when_they_begin(rig: TableRig) -> None:
    at(rig, 22, 58)
    table_id = await played_in(rig)

    found = await clocks(rig, table_id)
    assert found[Clock.HALF.seat(0)] == rig.time + CLOCK // 2
    assert found[Clock.TURN.seat(0)] == moment(rig, 18) + MINUTE


async def test_what_is_asked_outside_hours_has_all_its_time_once_they_begin(rig: TableRig) -> None:
    at(rig, 12)
    table_id = await played_in(rig)

    begins = moment(rig, 18)
    found = await clocks(rig, table_id)
    assert found[Clock.TURN.seat(1)] == begins + CLOCK
    assert found[Clock.HALF.seat(1)] == begins + CLOCK // 2
    assert found[Clock.OPEN] == begins


async def test_people_may_play_outside_hours(rig: TableRig) -> None:
    at(rig, 3)
    table_id = await played_in(rig)
    await rig.play_races(table_id, 1, Random(1))

    assert all(due >= moment(rig, 18) for due in (await clocks(rig, table_id)).values())


async def test_the_minutes_of_a_game_are_minutes_of_its_hours(rig: TableRig) -> None:
    at(rig, 22, 50)
    options = catalog.game("newmarket").options({"minutes": 15}).model_dump(mode="json")
    table_id = await rig.lobby(3, game="newmarket", options=options)
    await settle(rig, table_id, EVENINGS)
    await rig.start(table_id)

    assert (await clocks(rig, table_id))[Clock.GAME] == moment(rig, 18) + 5 * MINUTE


async def test_who_is_reminded_late_has_half_of_the_time_left_of_hours(rig: TableRig) -> None:
    at(rig, 22, 57)
    table_id = await played_in(rig)
    at(rig, 22, 59)
    rig.time += 30_000  # half a minute before hours end, as before the clock does
    with writing(rig.database) as db:
        this = (stored.c.table_id == table_id) & (stored.c.kind == Clock.TURN.seat(0))
        db.execute(update(stored).where(this).values(due_at=rig.time + 20_000))

    await rig.run_out(table_id, Clock.HALF.seat(0))

    assert (await clocks(rig, table_id))[Clock.TURN.seat(0)] == moment(rig, 18) + MINUTE


@pytest.mark.parametrize("kind", [Clock.TURN.seat(0), Clock.HALF.seat(0)])
async def test_a_clock_that_is_seen_to_have_run_out_only_when_hours_are_over_runs_out_when_they_begin(
    rig: TableRig, kind: str
) -> None:
    at(rig, 22, 50)
    table_id = await played_in(rig)
    due_at = (await clocks(rig, table_id))[kind]
    at(rig, 23, 10)
    rows = (await rig.table(table_id)).length

    if kind.startswith("half"):
        await run_out(rig.tables, Deadline(table_id, kind, due_at))
    else:
        action = sampled(await rig.standing(table_id), 0, Random(1))
        await act_late(rig.tables, Deadline(table_id, kind, due_at), 1, action)

    assert (await clocks(rig, table_id))[kind] == moment(rig, 18)
    assert (await rig.table(table_id)).length == rows
    assert not any(post.requested_anew for post in await rig.posts(table_id))


# --------------------------------------------------------------------------------------------- hours that begin


async def test_when_hours_begin_board_and_desks_say_so_and_the_next_begin_is_waited_for(
    rig: TableRig,
) -> None:
    at(rig, 12)
    table_id = await played_in(rig)
    before = await rig.requested(table_id)
    at(rig, 18)
    await rig.run_out(table_id, Clock.OPEN)

    after = await rig.requested(table_id)
    assert after[BOARD_WORDS] == 1
    assert all(after[desk_of(who.user_id)] > before[desk_of(who.user_id)] for who in (ANA, BEN))
    assert (await clocks(rig, table_id))[Clock.OPEN] == rig.time + DAY


async def test_hours_that_begin_while_a_table_rests_show_nothing(rig: TableRig) -> None:
    at(rig, 12)
    table_id = await played_in(rig)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    before = await rig.requested(table_id)
    at(rig, 18)
    await rig.run_out(table_id, Clock.OPEN)

    assert await rig.requested(table_id) == before
    assert (await clocks(rig, table_id))[Clock.OPEN] == rig.time + DAY


async def test_a_clock_that_was_set_back_has_hours_begin_when_it_shows_their_begin(rig: TableRig) -> None:
    at(rig, 12)
    table_id = await played_in(rig)
    before = await rig.requested(table_id)
    await rig.run_out(table_id, Clock.OPEN)  # by a clock that was six hours ahead

    assert await rig.requested(table_id) == before
    assert (await clocks(rig, table_id))[Clock.OPEN] == moment(rig, 18)


async def test_a_table_without_hours_has_no_such_clock(rig: TableRig) -> None:
    table_id = await played_in(rig, None)

    assert Clock.OPEN not in await clocks(rig, table_id)


# ------------------------------------------------------------------------------------- time that does not count


async def test_a_rest_over_days_leaves_of_a_clock_what_was_left_of_its_hours(rig: TableRig) -> None:
    at(rig, 22, 59)
    table_id = await played_in(rig)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    rig.pass_minutes(2 * 24 * 60 - 4 * 60)  # at 18:59
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    assert (await clocks(rig, table_id))[Clock.TURN.seat(0)] == rig.time + CLOCK

    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    at(rig, 9)
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    assert (await clocks(rig, table_id))[Clock.TURN.seat(0)] == moment(rig, 18) + CLOCK


async def test_an_outage_outside_hours_sets_nothing_later_and_one_within_them_what_it_took_of_them(
    rig: TableRig,
) -> None:
    at(rig, 22, 58)
    table_id, plain = await played_in(rig), await played_in(rig, None)
    due, usual = (await clocks(rig, table_id)), (await clocks(rig, plain))
    at(rig, 23, 10)
    since = rig.time
    at(rig, 17)
    with writing(rig.database) as db:
        deadlines.stood_still(db, since, rig.time, shards=ALL)
    assert (await clocks(rig, table_id))[Clock.TURN.seat(0)] == due[Clock.TURN.seat(0)]

    since = rig.time
    at(rig, 18, 20)
    with writing(rig.database) as db:
        deadlines.stood_still(db, since, rig.time)
    after = await clocks(rig, table_id)
    assert after[Clock.TURN.seat(0)] == rig.time + MINUTE
    assert after[Clock.OPEN] == due[Clock.OPEN]
    still = 17 * 60 * MINUTE + 50 * MINUTE + 80 * MINUTE  # from 23:10 to 17:00, and to 18:20
    assert await clocks(rig, plain) == {kind: at + still for kind, at in usual.items()}


async def test_a_clock_that_was_set_back_leaves_of_each_what_was_left(rig: TableRig) -> None:
    at(rig, 22, 59)
    table_id, resting = await played_in(rig), await played_in(rig)
    await rig.tables.step(day_commands.pause, resting, ANA.user_id)
    by = -2 * HOUR
    with writing(rig.database) as db:
        deadlines.shift(db, by, now=rig.time + by)
    rig.time += by

    assert (await clocks(rig, table_id))[Clock.TURN.seat(0)] == rig.time + CLOCK
    assert (await clocks(rig, table_id))[Clock.OPEN] == moment(rig, 18)
    await rig.tables.step(day_commands.resume, resting, ANA.user_id)
    assert (await clocks(rig, resting))[Clock.TURN.seat(0)] == rig.time + CLOCK


async def test_the_last_grace_after_an_absence_is_of_hours_and_the_reminder_comes_as_long_before_the_end(
    rig: TableRig,
) -> None:
    at(rig, 22, 56)
    table_id, plain = await played_in(rig), await played_in(rig, None)
    rig.pass_minutes(2)
    with writing(rig.database) as db:
        moved = deadlines.grant(db, rig.time, 5 * MINUTE)

    assert moved == {table_id, plain}
    found, usual = await clocks(rig, table_id), await clocks(rig, plain)
    assert found[Clock.TURN.seat(0)] == moment(rig, 18) + 3 * MINUTE
    assert found[Clock.HALF.seat(0)] == moment(rig, 18) + 3 * MINUTE - CLOCK // 2
    assert found[Clock.OPEN] == moment(rig, 18)
    assert usual[Clock.TURN.seat(0)] == rig.time + 5 * MINUTE
    assert usual[Clock.HALF.seat(0)] == rig.time + 5 * MINUTE - CLOCK // 2


async def test_after_an_absence_in_the_night_nothing_has_to_be_granted(rig: TableRig) -> None:
    at(rig, 12)
    await rig.set_up_server(clock=600)
    table_id = await played_in(rig)
    before = await clocks(rig, table_id)
    with writing(rig.database) as db:
        assert deadlines.grant(db, rig.time, 5 * MINUTE) == set()

    assert await clocks(rig, table_id) == before


@pytest.mark.parametrize("hours", [EVENINGS, NIGHT_OWLS])
@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_meanwhile_a_clock_gives_its_time_of_hours_and_no_more(
    rig: TableRig, hours: PlayingHours, seed: int
) -> None:
    luck = Random(seed)
    await rig.set_up_server(clock=7200)
    at(rig, luck.randrange(24), luck.randrange(60))
    table_id = await played_in(rig, hours)
    turn, left = Clock.TURN.seat(0), 7200 * 1000
    for _ in range(12):
        since, length = rig.time, luck.randrange(16 * HOUR)
        match luck.choice(["pass", "rest", "outage", "set back"]):
            case "pass":
                length = min(length, (await clocks(rig, table_id))[turn] - since)
                rig.time += length
                left -= hours.elapsed(since, rig.time)
            case "rest":
                await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
                rig.time += length
                await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
            case "outage":
                rig.time += length
                with writing(rig.database) as db:
                    deadlines.stood_still(db, since, rig.time)
            case _:
                rig.time -= length
                with writing(rig.database) as db:
                    deadlines.shift(db, -length, now=rig.time)
        due_at = (await clocks(rig, table_id))[turn]
        assert hours.elapsed(rig.time, due_at) == left
        assert hours.is_open(due_at)


# ----------------------------------------------------------------------------------------- who ends, who makes room


async def test_who_is_away_has_a_day_from_the_begin_of_hours_to_say_whether_they_would_stop(
    rig: TableRig,
) -> None:
    at(rig, 12)
    table_id = await played_in(rig)
    await rig.play_races(table_id, 1, Random(1))
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    vote = await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)

    assert vote.until == moment(rig, 18) + DAY


async def test_a_table_that_rests_is_asked_for_its_place_from_the_begin_of_its_hours(rig: TableRig) -> None:
    at(rig, 12)
    await rig.set_up_server(most_tables=1)
    table_id = await played_in(rig)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    with pytest.raises(Refused) as refused:
        await rig.lobby()

    assert refused.value.facts["room"].at == moment(rig, 18) + HOUR
    assert (await clocks(rig, table_id))[Clock.CROWDED] == moment(rig, 18) + HOUR


# ------------------------------------------------------------------------------------------------ what a host says


async def test_other_hours_take_back_ready(rig: TableRig) -> None:
    table_id = await rig.lobby(2)
    terms = await rig.terms(table_id)
    await rig.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(EVENINGS, None, None))
    table = await rig.table(table_id)
    assert (table.hours, [seat.ready for seat in table.seats]) == (EVENINGS, [True, False])
    with pytest.raises(Refused) as refused:
        await rig.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, terms)
    assert refused.value.reason is Refusal.TERMS_CHANGED

    await rig.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, await rig.terms(table_id))
    await rig.start(table_id)
    assert (await rig.table(table_id)).hours == EVENINGS


async def test_what_was_so_before_changes_nothing(rig: TableRig) -> None:
    table_id = await rig.lobby(2)
    await rig.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(EVENINGS, None, None))
    before = await rig.everything()
    await rig.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(EVENINGS, None, None))

    assert await rig.everything() == before


@pytest.mark.parametrize(
    ("who", "is_started", "reason"),
    [(BEN, False, Refusal.NOT_HOST), (CLEO, False, Refusal.NOT_HOST), (ANA, True, Refusal.STARTED)],
)
async def test_only_the_host_says_how_it_is_played_and_only_in_the_lobby(
    rig: TableRig, who: object, is_started: bool, reason: Refusal
) -> None:
    table_id = await (rig.race if is_started else rig.lobby)(2)
    before = await rig.everything()
    with pytest.raises(Refused) as refused:
        await rig.tables.step(lobby_commands.set_manner, table_id, who.user_id, Manner(EVENINGS, None, None))

    assert refused.value.reason is reason
    assert await rig.everything() == before


async def test_a_rematch_has_the_hours_and_the_pace_of_before(rig: TableRig) -> None:
    table_id = await rig.lobby(2)
    await settle(rig, table_id, EVENINGS, Pace.LEISURELY)
    await rig.start(table_id)
    await rig.play_out(table_id, Random(1))
    assert (await rig.table(table_id)).status is Status.FINISHED
    again = await rig.tables.rematch(table_id, ANA, HERE, rig.interaction())

    assert (again.hours, again.pace) == (EVENINGS, Pace.LEISURELY)


async def test_the_zone_that_is_offered_is_that_of_the_host_or_else_of_the_server(rig: TableRig) -> None:
    usual = partial(rig.database.read, lobby_commands.usual_zone)
    assert await usual(GUILD, ANA.user_id) == "UTC"
    first = await rig.lobby(1)
    await rig.tables.step(lobby_commands.set_manner, first, ANA.user_id, Manner(NIGHT_OWLS, None, None))
    assert await usual(GUILD, ANA.user_id) == await usual(GUILD, BEN.user_id) == "Europe/Berlin"
    assert await usual(GUILD + 1, BEN.user_id) == "UTC"

    rig.pass_minutes(1)
    second = await rig.lobby(1)
    await rig.tables.step(lobby_commands.set_manner, second, ANA.user_id, Manner(EVENINGS, None, None))
    assert await usual(GUILD + 1, ANA.user_id) == "UTC"


@pytest.mark.parametrize(("of_table", "seconds"), [(None, 1.0), (Pace.LEISURELY, 3.0), (Pace.AT_ONCE, 0.0)])
async def test_a_table_may_have_another_pace_than_its_server(
    rig: TableRig, of_table: Pace | None, seconds: float
) -> None:
    table_id = await rig.lobby(1, computers=2)
    await rig.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(None, of_table, None))
    await rig.start(table_id)
    luck, pauses = Random(3), set[float]()
    while (await rig.standing(table_id)).view(None).phase != "over" and not pauses - {0.0}:
        table, standing = await with_standing(rig.tables, table_id)
        pauses.add(Pacing().pause(Pace.QUICK, table, standing))
        if await rig.decide(table_id, luck) is None:
            break

    assert max(pauses) == seconds


@pytest.mark.parametrize("zone", ["EST", "MST", "CET"])
async def test_a_table_with_hours_of_an_older_version_keeps_them_when_only_its_pace_changes(
    rig: TableRig, zone: str
) -> None:
    table_id = await old_table(rig, zone)
    table = await rig.table(table_id)
    assert table.hours is not None
    fields = {"hours": table.hours.span, "zone": called(zone), "pace": "quick"}
    manner = manner_from(Snapshot(table, None, DEFAULT), fields)
    await rig.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, manner)
    changed = await rig.table(table_id)
    assert (str(changed.hours), changed.pace) == (f"18:00-23:00 {zone}", Pace.QUICK)
    with pytest.raises(Refused) as refused:  # another table has no such zone
        manner_from(Snapshot(replace(table, hours=None), None, DEFAULT), fields)
    assert refused.value.reason is Refusal.NO_ZONE


@pytest.mark.parametrize("zone", ["EST", "MST", "CET"])
async def test_a_table_with_hours_of_an_older_version_has_no_zone_offered_that_would_be_refused(
    rig: TableRig, zone: str
) -> None:
    await old_table(rig, zone)
    for host in (ANA, BEN):
        assert await rig.tables.database.read(lobby_commands.usual_zone, GUILD, host.user_id) == "UTC"


async def old_table(rig: TableRig, zone: str) -> str:
    """Open a table with hours in a zone that only older versions took."""
    table_id = await rig.lobby(people=1)
    with writing(rig.database) as db:
        old = update(tables).where(tables.c.table_id == table_id)
        db.execute(old.values(hours=f"18:00-23:00 {zone}"))
    return table_id
