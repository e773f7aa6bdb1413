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
from tests.tables.rules import Rules, at_once

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


def played_in(rules: Rules, hours: PlayingHours | None = EVENINGS, people: int = 2) -> str:
    """Start a race that has playing hours."""
    table_id = rules.lobby(people)
    settle(rules, table_id, hours)
    rules.start(table_id)
    return table_id


def settle(
    rules: Rules,
    table_id: str,
    hours: PlayingHours | None,
    pace: Pace | None = None,
    host: int = ANA.user_id,
) -> None:
    rules.tables.step(lobby_commands.set_manner, table_id, host, Manner(hours, pace, None))
    for person in (BEN, CLEO):
        table = rules.table(table_id)
        if table.seat_of(person.user_id):
            rules.tables.step(lobby_commands.say_ready, table_id, person.user_id, rules.terms(table_id))


def clocks(rules: Rules, table_id: str) -> dict[str, int]:
    """Return when each clock of a table runs out."""
    with reading(rules.database) as db:
        return deadlines.of_table(db, table_id)


def decide(rules: Rules, table_id: str, seat: int = 0) -> None:
    """Have somebody decide."""
    standing = rules.standing(table_id)
    user = rules.table(table_id).seats[seat].user_id
    rules.tables.step(
        race_commands.act, table_id, user, standing.asked[seat], sampled(standing, seat, Random(1))
    )


# ------------------------------------------------------------------------------------------ clocks of decisions


def test_a_decision_that_is_asked_within_hours_has_its_time(rules: Rules) -> None:
    at(rules, 19)
    table_id = played_in(rules)

    assert clocks(rules, table_id) == {
        **{Clock.TURN.seat(seat): rules.time + CLOCK for seat in (0, 1)},
        **{Clock.HALF.seat(seat): rules.time + CLOCK // 2 for seat in (0, 1)},
        Clock.OPEN: moment(rules, 18),
    }


def test_what_is_left_of_it_when_hours_end_it_has_when_they_begin(rules: Rules) -> None:
    at(rules, 22, 58)
    table_id = played_in(rules)

    found = clocks(rules, table_id)
    assert found[Clock.HALF.seat(0)] == rules.time + CLOCK // 2
    assert found[Clock.TURN.seat(0)] == moment(rules, 18) + MINUTE


def test_what_is_asked_outside_hours_has_all_its_time_once_they_begin(rules: Rules) -> None:
    at(rules, 12)
    table_id = played_in(rules)

    begins = moment(rules, 18)
    found = clocks(rules, table_id)
    assert found[Clock.TURN.seat(1)] == begins + CLOCK
    assert found[Clock.HALF.seat(1)] == begins + CLOCK // 2
    assert found[Clock.OPEN] == begins


def test_people_may_play_outside_hours(rules: Rules) -> None:
    at(rules, 3)
    table_id = played_in(rules)
    rules.play_races(table_id, 1, Random(1))

    assert all(due >= moment(rules, 18) for due in clocks(rules, table_id).values())


def test_the_minutes_of_a_game_are_minutes_of_its_hours(rules: Rules) -> None:
    at(rules, 22, 50)
    options = catalog.game("newmarket").options({"minutes": 15}).model_dump(mode="json")
    table_id = rules.lobby(3, game="newmarket", options=options)
    settle(rules, table_id, EVENINGS)
    rules.start(table_id)

    assert clocks(rules, table_id)[Clock.GAME] == moment(rules, 18) + 5 * MINUTE


def test_who_is_reminded_late_has_half_of_the_time_left_of_hours(rules: Rules) -> None:
    at(rules, 22, 57)
    table_id = played_in(rules)
    at(rules, 22, 59)
    rules.time += 30_000  # half a minute before hours end, as before the clock does
    with writing(rules.database) as db:
        this = (stored.c.table_id == table_id) & (stored.c.kind == Clock.TURN.seat(0))
        db.execute(update(stored).where(this).values(due_at=rules.time + 20_000))

    rules.run_out(table_id, Clock.HALF.seat(0))

    assert clocks(rules, table_id)[Clock.TURN.seat(0)] == moment(rules, 18) + MINUTE


@pytest.mark.parametrize("kind", [Clock.TURN.seat(0), Clock.HALF.seat(0)])
def test_a_clock_that_is_seen_to_have_run_out_only_when_hours_are_over_runs_out_when_they_begin(
    rules: Rules, kind: str
) -> None:
    at(rules, 22, 50)
    table_id = played_in(rules)
    due_at = clocks(rules, table_id)[kind]
    at(rules, 23, 10)
    rows = rules.table(table_id).length

    if kind.startswith("half"):
        at_once(run_out(rules.tables.whole, Deadline(table_id, kind, due_at)))
    else:
        action = sampled(rules.standing(table_id), 0, Random(1))
        at_once(act_late(rules.tables.whole, Deadline(table_id, kind, due_at), 1, action))

    assert clocks(rules, table_id)[kind] == moment(rules, 18)
    assert rules.table(table_id).length == rows
    assert not any(post.requested_anew for post in rules.posts(table_id))


# --------------------------------------------------------------------------------------------- hours that begin


def test_when_hours_begin_board_and_desks_say_so_and_the_next_begin_is_waited_for(
    rules: Rules,
) -> None:
    at(rules, 12)
    table_id = played_in(rules)
    before = rules.requested(table_id)
    at(rules, 18)
    rules.run_out(table_id, Clock.OPEN)

    after = rules.requested(table_id)
    assert after[BOARD_WORDS] == 1
    assert all(after[desk_of(who.user_id)] > before[desk_of(who.user_id)] for who in (ANA, BEN))
    assert clocks(rules, table_id)[Clock.OPEN] == rules.time + DAY


def test_hours_that_begin_while_a_table_rests_show_nothing(rules: Rules) -> None:
    at(rules, 12)
    table_id = played_in(rules)
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    before = rules.requested(table_id)
    at(rules, 18)
    rules.run_out(table_id, Clock.OPEN)

    assert rules.requested(table_id) == before
    assert clocks(rules, table_id)[Clock.OPEN] == rules.time + DAY


def test_a_clock_that_was_set_back_has_hours_begin_when_it_shows_their_begin(rules: Rules) -> None:
    at(rules, 12)
    table_id = played_in(rules)
    before = rules.requested(table_id)
    rules.run_out(table_id, Clock.OPEN)  # by a clock that was six hours ahead

    assert rules.requested(table_id) == before
    assert clocks(rules, table_id)[Clock.OPEN] == moment(rules, 18)


def test_a_table_without_hours_has_no_such_clock(rules: Rules) -> None:
    table_id = played_in(rules, None)

    assert Clock.OPEN not in clocks(rules, table_id)


# ------------------------------------------------------------------------------------- time that does not count


def test_a_rest_over_days_leaves_of_a_clock_what_was_left_of_its_hours(rules: Rules) -> None:
    at(rules, 22, 59)
    table_id = played_in(rules)
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    rules.pass_minutes(2 * 24 * 60 - 4 * 60)  # at 18:59
    rules.tables.step(day_commands.resume, table_id, ANA.user_id)
    assert clocks(rules, table_id)[Clock.TURN.seat(0)] == rules.time + CLOCK

    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    at(rules, 9)
    rules.tables.step(day_commands.resume, table_id, ANA.user_id)
    assert clocks(rules, table_id)[Clock.TURN.seat(0)] == moment(rules, 18) + CLOCK


def test_an_outage_outside_hours_sets_nothing_later_and_one_within_them_what_it_took_of_them(
    rules: Rules,
) -> None:
    at(rules, 22, 58)
    table_id, plain = played_in(rules), played_in(rules, None)
    due, usual = (clocks(rules, table_id)), (clocks(rules, plain))
    at(rules, 23, 10)
    since = rules.time
    at(rules, 17)
    with writing(rules.database) as db:
        deadlines.stood_still(db, since, rules.time, shards=ALL)
    assert clocks(rules, table_id)[Clock.TURN.seat(0)] == due[Clock.TURN.seat(0)]

    since = rules.time
    at(rules, 18, 20)
    with writing(rules.database) as db:
        deadlines.stood_still(db, since, rules.time)
    after = clocks(rules, table_id)
    assert after[Clock.TURN.seat(0)] == rules.time + MINUTE
    assert after[Clock.OPEN] == due[Clock.OPEN]
    still = 17 * 60 * MINUTE + 50 * MINUTE + 80 * MINUTE  # from 23:10 to 17:00, and to 18:20
    assert clocks(rules, plain) == {kind: at + still for kind, at in usual.items()}


def test_a_clock_that_was_set_back_leaves_of_each_what_was_left(rules: Rules) -> None:
    at(rules, 22, 59)
    table_id, resting = played_in(rules), played_in(rules)
    rules.tables.step(day_commands.pause, resting, ANA.user_id)
    by = -2 * HOUR
    with writing(rules.database) as db:
        deadlines.shift(db, by, now=rules.time + by)
    rules.time += by

    assert clocks(rules, table_id)[Clock.TURN.seat(0)] == rules.time + CLOCK
    assert clocks(rules, table_id)[Clock.OPEN] == moment(rules, 18)
    rules.tables.step(day_commands.resume, resting, ANA.user_id)
    assert clocks(rules, resting)[Clock.TURN.seat(0)] == rules.time + CLOCK


def test_the_last_grace_after_an_absence_is_of_hours_and_the_reminder_comes_as_long_before_the_end(
    rules: Rules,
) -> None:
    at(rules, 22, 56)
    table_id, plain = played_in(rules), played_in(rules, None)
    rules.pass_minutes(2)
    with writing(rules.database) as db:
        moved = deadlines.grant(db, rules.time, 5 * MINUTE)

    assert moved == {table_id, plain}
    found, usual = clocks(rules, table_id), clocks(rules, plain)
    assert found[Clock.TURN.seat(0)] == moment(rules, 18) + 3 * MINUTE
    assert found[Clock.HALF.seat(0)] == moment(rules, 18) + 3 * MINUTE - CLOCK // 2
    assert found[Clock.OPEN] == moment(rules, 18)
    assert usual[Clock.TURN.seat(0)] == rules.time + 5 * MINUTE
    assert usual[Clock.HALF.seat(0)] == rules.time + 5 * MINUTE - CLOCK // 2


def test_after_an_absence_in_the_night_nothing_has_to_be_granted(rules: Rules) -> None:
    at(rules, 12)
    rules.set_up_server(clock=600)
    table_id = played_in(rules)
    before = clocks(rules, table_id)
    with writing(rules.database) as db:
        assert deadlines.grant(db, rules.time, 5 * MINUTE) == set()

    assert clocks(rules, table_id) == before


@pytest.mark.parametrize("hours", [EVENINGS, NIGHT_OWLS])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_meanwhile_a_clock_gives_its_time_of_hours_and_no_more(
    rules: Rules, hours: PlayingHours, seed: int
) -> None:
    luck = Random(seed)
    rules.set_up_server(clock=7200)
    at(rules, luck.randrange(24), luck.randrange(60))
    table_id = played_in(rules, hours)
    turn, left = Clock.TURN.seat(0), 7200 * 1000
    for _ in range(12):
        since, length = rules.time, luck.randrange(16 * HOUR)
        match luck.choice(["pass", "rest", "outage", "set back"]):
            case "pass":
                length = min(length, clocks(rules, table_id)[turn] - since)
                rules.time += length
                left -= hours.elapsed(since, rules.time)
            case "rest":
                rules.tables.step(day_commands.pause, table_id, ANA.user_id)
                rules.time += length
                rules.tables.step(day_commands.resume, table_id, ANA.user_id)
            case "outage":
                rules.time += length
                with writing(rules.database) as db:
                    deadlines.stood_still(db, since, rules.time)
            case _:
                rules.time -= length
                with writing(rules.database) as db:
                    deadlines.shift(db, -length, now=rules.time)
        due_at = clocks(rules, table_id)[turn]
        assert hours.elapsed(rules.time, due_at) == left
        assert hours.is_open(due_at)


# ----------------------------------------------------------------------------------------- who ends, who makes room


def test_who_is_away_has_a_day_from_the_begin_of_hours_to_say_whether_they_would_stop(
    rules: Rules,
) -> None:
    at(rules, 12)
    table_id = played_in(rules)
    rules.play_races(table_id, 1, Random(1))
    rules.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    vote = rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)

    assert vote.until == moment(rules, 18) + DAY


def test_a_table_that_rests_is_asked_for_its_place_from_the_begin_of_its_hours(rules: Rules) -> None:
    at(rules, 12)
    rules.set_up_server(most_tables=1)
    table_id = played_in(rules)
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    with pytest.raises(Refused) as refused:
        rules.lobby()

    assert refused.value.facts["room"].at == moment(rules, 18) + HOUR
    assert clocks(rules, table_id)[Clock.CROWDED] == moment(rules, 18) + HOUR


# ------------------------------------------------------------------------------------------------ what a host says


def test_other_hours_take_back_ready(rules: Rules) -> None:
    table_id = rules.lobby(2)
    terms = rules.terms(table_id)
    rules.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(EVENINGS, None, None))
    table = rules.table(table_id)
    assert (table.hours, [seat.ready for seat in table.seats]) == (EVENINGS, [True, False])
    with pytest.raises(Refused) as refused:
        rules.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, terms)
    assert refused.value.reason is Refusal.TERMS_CHANGED

    rules.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, rules.terms(table_id))
    rules.start(table_id)
    assert rules.table(table_id).hours == EVENINGS


def test_what_was_so_before_changes_nothing(rules: Rules) -> None:
    table_id = rules.lobby(2)
    rules.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(EVENINGS, None, None))
    before = rules.everything()
    rules.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(EVENINGS, None, None))

    assert rules.everything() == before


@pytest.mark.parametrize(
    ("who", "is_started", "reason"),
    [(BEN, False, Refusal.NOT_HOST), (CLEO, False, Refusal.NOT_HOST), (ANA, True, Refusal.STARTED)],
)
def test_only_the_host_says_how_it_is_played_and_only_in_the_lobby(
    rules: Rules, who: object, is_started: bool, reason: Refusal
) -> None:
    table_id = (rules.race if is_started else rules.lobby)(2)
    before = rules.everything()
    with pytest.raises(Refused) as refused:
        rules.tables.step(lobby_commands.set_manner, table_id, who.user_id, Manner(EVENINGS, None, None))

    assert refused.value.reason is reason
    assert rules.everything() == before


def test_a_rematch_has_the_hours_and_the_pace_of_before(rules: Rules) -> None:
    table_id = rules.lobby(2)
    settle(rules, table_id, EVENINGS, Pace.LEISURELY)
    rules.start(table_id)
    rules.play_out(table_id, Random(1))
    assert rules.table(table_id).status is Status.FINISHED
    again = rules.tables.rematch(table_id, ANA, HERE, rules.interaction())

    assert (again.hours, again.pace) == (EVENINGS, Pace.LEISURELY)


def test_the_zone_that_is_offered_is_that_of_the_host_or_else_of_the_server(rules: Rules) -> None:
    usual = partial(rules.database.read, lobby_commands.usual_zone)
    assert usual(GUILD, ANA.user_id) == "UTC"
    first = rules.lobby(1)
    rules.tables.step(lobby_commands.set_manner, first, ANA.user_id, Manner(NIGHT_OWLS, None, None))
    assert usual(GUILD, ANA.user_id) == usual(GUILD, BEN.user_id) == "Europe/Berlin"
    assert usual(GUILD + 1, BEN.user_id) == "UTC"

    rules.pass_minutes(1)
    second = rules.lobby(1)
    rules.tables.step(lobby_commands.set_manner, second, ANA.user_id, Manner(EVENINGS, None, None))
    assert usual(GUILD + 1, ANA.user_id) == "UTC"


@pytest.mark.parametrize(("of_table", "seconds"), [(None, 1.0), (Pace.LEISURELY, 3.0), (Pace.AT_ONCE, 0.0)])
def test_a_table_may_have_another_pace_than_its_server(
    rules: Rules, of_table: Pace | None, seconds: float
) -> None:
    table_id = rules.lobby(1, computers=2)
    rules.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(None, of_table, None))
    rules.start(table_id)
    luck, pauses = Random(3), set[float]()
    while rules.standing(table_id).view(None).phase != "over" and not pauses - {0.0}:
        table, standing = at_once(with_standing(rules.tables.whole, table_id))
        pauses.add(Pacing().pause(Pace.QUICK, table, standing))
        if rules.decide(table_id, luck) is None:
            break

    assert max(pauses) == seconds


@pytest.mark.parametrize("zone", ["EST", "MST", "CET"])
def test_a_table_with_hours_of_an_older_version_keeps_them_when_only_its_pace_changes(
    rules: Rules, zone: str
) -> None:
    table_id = old_table(rules, zone)
    table = rules.table(table_id)
    assert table.hours is not None
    fields = {"hours": table.hours.span, "zone": called(zone), "pace": "quick"}
    manner = manner_from(Snapshot(table, None, DEFAULT), fields)
    rules.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, manner)
    changed = rules.table(table_id)
    assert (str(changed.hours), changed.pace) == (f"18:00-23:00 {zone}", Pace.QUICK)
    with pytest.raises(Refused) as refused:  # another table has no such zone
        manner_from(Snapshot(replace(table, hours=None), None, DEFAULT), fields)
    assert refused.value.reason is Refusal.NO_ZONE


@pytest.mark.parametrize("zone", ["EST", "MST", "CET"])
def test_a_table_with_hours_of_an_older_version_has_no_zone_offered_that_would_be_refused(
    rules: Rules, zone: str
) -> None:
    old_table(rules, zone)
    for host in (ANA, BEN):
        assert rules.tables.database.read(lobby_commands.usual_zone, GUILD, host.user_id) == "UTC"


def old_table(rules: Rules, zone: str) -> str:
    """Open a table with hours in a zone that only older versions took."""
    table_id = rules.lobby(people=1)
    with writing(rules.database) as db:
        old = update(tables).where(tables.c.table_id == table_id)
        db.execute(old.values(hours=f"18:00-23:00 {zone}"))
    return table_id
