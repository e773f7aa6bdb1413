"""Race nights as rows: who plans, signs up, begins and ends them, who is dealt to which round, and who stands where."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.db.schema import night_names, night_seats, night_tables, nights
from bot.nights import (
    MOST_NAMES,
    Cancelled,
    Form,
    NameState,
    NightRefusal,
    NightStatus,
    TableState,
    active,
    commands,
    forget,
    kept_about,
    note_posted,
    note_shown,
)
from bot.nights.night import MINUTE
from bot.servers import ServerSettings, write_settings
from bot.tables import Person, Refusal, Refused
from tests.databases import write
from tests.nights.evenings import STEWARD
from tests.nights.planned import (
    NOW,
    begin,
    begun,
    go_on,
    night_of,
    planned,
    raced,
    refusal,
    sign_out,
    sign_up,
)
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE

EMIL, FAY = PEOPLE[4:6]


def test_who_may_not_open_tables_plans_no_night(db) -> None:
    write_settings(db, GUILD, ServerSettings(openers=(5,)))
    with pytest.raises(Refused) as refused:
        planned(db)
    assert refused.value.reason is Refusal.NOT_FOR_YOU


def test_nights_are_limited_by_person(db) -> None:
    for _ in range(3):
        planned(db)
    assert refusal(planned, db).reason is NightRefusal.TOO_MANY


def test_a_night_is_full_with_its_last_name(db) -> None:
    night_id = planned(db)
    crowd = [Person(2_000 + number, f"Guest {number}") for number in range(MOST_NAMES)]
    for person in crowd[:-1]:
        assert sign_up(db, night_id, person)
        assert not sign_up(db, night_id, person), "they are in already"
    for _ in range(9):  # who goes and comes back is on the list once
        sign_out(db, night_id, crowd[0])
        sign_up(db, night_id, crowd[0])
    assert refusal(sign_up, db, night_id, crowd[-1]).reason is NightRefusal.FULL
    assert len(night_of(db, night_id).names) == MOST_NAMES


def test_the_zone_that_somebody_named_is_known_the_next_time_and_nobody_elses(db) -> None:
    assert commands.zone_of(db, ANA.user_id) is None
    for named, known in (
        ("Europe/Berlin", "Europe/Berlin"),
        (None, "Europe/Berlin"),
        ("Asia/Tokyo", "Asia/Tokyo"),
    ):
        planned(db, zone=named)
        assert commands.zone_of(db, ANA.user_id) == known
    assert commands.zone_of(db, BEN.user_id) is None


@pytest.mark.parametrize(
    ("form", "stays", "minutes", "why"),
    [
        (Form.EVENING, 0, 60, Cancelled.NOBODY),
        (Form.KNOCKOUT, 1, 60, Cancelled.NOBODY),
        (Form.EVENING, 2, 190, Cancelled.MISSED),
    ],
)
def test_a_night_for_which_nobody_comes_or_that_was_missed_is_called_off(
    db, form: Form, stays: int, minutes: int, why: Cancelled
) -> None:
    night_id = planned(db, 2, form=form, minutes=60)
    for person in (ANA, BEN)[stays:]:
        sign_out(db, night_id, person)
    found = begin(db, night_id, NOW + minutes * MINUTE)
    assert (found.status, found.why, found.tables) == (NightStatus.CANCELLED, why, [])


def test_a_night_is_not_begun_long_before_its_time_without_those_who_are_not_there(db) -> None:
    night_id, later = planned(db, minutes=600), NOW + 61 * MINUTE
    start = (commands.start, GUILD, night_id, ANA.user_id, later)
    sign_up(db, night_id, BEN)
    refused = refusal(write, db, *start, may_manage=True)
    assert refused.reason is NightRefusal.EARLY
    assert refused.facts == {"users": [BEN.user_id], "at": NOW + (600 - 15) * MINUTE}
    sign_out(db, night_id, BEN)
    sign_up(db, night_id, BEN, later)
    write(db, *start, may_manage=False)


@pytest.mark.parametrize("form", [Form.EVENING, Form.KNOCKOUT])
@pytest.mark.parametrize("other", ["newmarket", "taken_away"])
def test_a_game_that_those_who_are_in_cannot_play_is_passed_over(db, form: Form, other: str) -> None:
    write_settings(db, GUILD, ServerSettings(computers=False))
    night_id = begun(db, form=form, games=(other, "jockey"))
    found = night_of(db, night_id)
    assert ([each.game for each in found.now_at], found.is_first_round) == (["jockey"], True)
    found = raced(db, night_id, BEN, ANA)
    assert (found.status, found.owed[-1]) == (NightStatus.OVER, "podium")
    assert found.standing()[0].user_id == BEN.user_id


@pytest.mark.parametrize(("people", "games"), [(2, ("newmarket", "taken_away")), (1, ("jockey",))])
def test_a_night_whose_games_nobody_there_can_play_without_computers_is_called_off(db, people, games) -> None:
    write_settings(db, GUILD, ServerSettings(computers=False))
    found = night_of(db, begun(db, people, games=games))
    assert (found.status, found.why) == (NightStatus.CANCELLED, Cancelled.NOBODY)


def test_who_races_alone_meets_computer_players_and_wins_nothing_by_not_waiting(db) -> None:
    night_id = begun(db, 1)
    (table,) = night_of(db, night_id).now_at
    assert table.seats == 2
    found = go_on(db, night_id, ANA.user_id)
    assert (found.status, [seat.points for seat in found.seats]) == (NightStatus.OVER, [0])
    assert list(found.podium()) == []


def test_of_a_knock_out_of_six_one_is_left(db) -> None:
    night_id = begun(db, 6, form=Form.KNOCKOUT)
    found = raced(db, night_id, FAY, EMIL, ANA, BEN, CLEO, PEOPLE[3])
    assert {seat.user_id for seat in found.seats if seat.round == 2} == {
        person.user_id for person in (FAY, EMIL, ANA)
    }
    assert refusal(sign_up, db, night_id, BEN).reason is NightRefusal.BEATEN
    raced(db, night_id, ANA, FAY, EMIL)
    found = raced(db, night_id, FAY, ANA)
    assert (found.status, found.round) == (NightStatus.OVER, 3)
    assert [line.user_id for line in found.standing()][:3] == [FAY.user_id, ANA.user_id, EMIL.user_id]
    assert [each.user_id for each in found.names if each.state is NameState.IN] == [FAY.user_id]


def test_a_knock_out_whose_tables_are_never_raced_to_their_end_ends(db) -> None:
    night_id = begun(db, 4, form=Form.KNOCKOUT)
    assert go_on(db, night_id, STEWARD).round == 2
    found = go_on(db, night_id, STEWARD)
    assert (found.status, len({table.round for table in found.tables})) == (NightStatus.OVER, 2)
    assert list(found.podium()) == []


def test_the_host_need_not_wait_and_nobody_else_decides(db) -> None:
    night_id = begun(db, games=("jockey", "jockey"))
    for command, facts in ((commands.go_on, ()), (commands.cancel, (NOW,)), (commands.start, (NOW,))):
        for guild, user, reason in (
            (GUILD, BEN.user_id, NightRefusal.NOT_HOST),
            (GUILD + 1, ANA.user_id, NightRefusal.GONE),
        ):
            assert (
                refusal(write, db, command, guild, night_id, user, *facts, may_manage=False).reason is reason
            )
    assert go_on(db, night_id, STEWARD).round == 2
    write(db, commands.cancel, GUILD, night_id, STEWARD, NOW, may_manage=True)
    assert night_of(db, night_id).status is NightStatus.CANCELLED


@pytest.mark.parametrize("may_manage", [False, True])
def test_who_races_in_a_night_ends_no_round_of_others_nor_the_night(db, may_manage: bool) -> None:
    night_id = begun(db, 14, games=("jockey", "jockey"))
    mine = (GUILD, night_id, ANA.user_id)
    for is_out in (False, True):
        if is_out:
            raced(db, night_id, ANA, *PEOPLE[1:])
            sign_out(db, night_id, ANA)
        for command in ((commands.go_on, *mine), (commands.cancel, *mine, NOW)):
            assert refusal(write, db, *command, may_manage=may_manage).reason is NightRefusal.RACES
    assert night_of(db, night_id).status is NightStatus.RUNNING


def test_a_press_that_comes_twice_ends_one_round_and_not_the_next(db) -> None:
    night_id = begun(db, games=("jockey",) * 3)
    for _ in range(2):
        write(db, commands.go_on, GUILD, night_id, STEWARD, 1, may_manage=True)
    assert begin(db, night_id).round == 1
    assert go_on(db, night_id, STEWARD, 1).round == 2
    refused = refusal(go_on, db, night_id, STEWARD, 1)
    assert (refused.reason, refused.facts) == (NightRefusal.WENT_ON, {"round": 2})
    assert [table.state for table in night_of(db, night_id).now_at] == [TableState.OWED]


def test_a_person_reads_what_is_kept_and_is_forgotten_with_it(db) -> None:
    night_id = begun(db, 3)
    kept = kept_about(db, ANA.user_id)
    assert [each["night_id"] for each in kept["hosted"]] == [night_id]
    assert [each["name"] for each in kept["signed_up"]] == ["Ana"]
    assert str(BEN.user_id) not in repr(kept)
    assert write(db, forget, ANA.user_id) == [night_id]
    left = [db.execute(select(each)).all() for each in (nights, night_names, night_seats, night_tables)]
    assert str(ANA.user_id) not in repr(left).replace(str(night_id), "")
    found = night_of(db, night_id)
    assert (found.host_id, len(found.names), found.requested > found.shown) == (0, 2, True)


def test_nights_that_are_far_away_are_not_looked_at(db) -> None:
    far, near, on = planned(db, minutes=600), planned(db), begun(db)
    for night_id in (far, near, on):
        write(db, note_shown, night_of(db, night_id), 1)
    write(db, note_posted, night_of(db, on), "round.1")
    assert {found for found, _ in active(db)} == {far, near, on}
    assert {found for found, _ in active(db, NOW + 15 * MINUTE)} == {near, on}
