"""The arithmetic of playing hours: zones, midnight, clocks that are set forward and back."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.offsets import called
from bot.tables.playing_hours import HOUR, NotAZone, NotHours, PlayingHours, hours_of, zone_of

BERLIN = "Europe/Berlin"
EVENINGS = PlayingHours(time(18), time(23), BERLIN)
NIGHTS = PlayingHours(time(20), time(1), BERLIN)
MINUTE = HOUR // 60
DAY = 24 * HOUR

ZONES = (
    BERLIN,
    "UTC",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/Havana",
    "Asia/Kathmandu",
)
"""Among them one that is set forward by half an hour, one that has skipped a day, and one that is set at midnight."""
TIMES = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
HOURS = st.builds(PlayingHours, TIMES, TIMES, st.sampled_from(ZONES)).filter(
    lambda hours: hours.begin != hours.end
)
MOMENTS = st.integers(1_200_000_000_000, 1_900_000_000_000)
LENGTHS = st.integers(0, 3 * DAY)


def at(text: str, zone: str = BERLIN, fold: int = 0) -> int:
    """Return a moment by what clocks in a zone show."""
    shown = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(shown.timestamp()) * 1000


def shown(moment: int, zone: str = BERLIN) -> str:
    """Return what clocks in a zone show, to the minute."""
    return datetime.fromtimestamp(moment / 1000, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def test_a_clock_goes_on_the_next_evening_where_it_stood_when_hours_ended() -> None:
    assert shown(EVENINGS.counted(at("2026-11-23 22:50"), 30 * MINUTE)) == "2026-11-24 18:20"
    assert shown(EVENINGS.counted(at("2026-11-23 12:00"), 30 * MINUTE)) == "2026-11-23 18:30"
    assert shown(EVENINGS.counted(at("2026-11-23 19:00"), 30 * MINUTE)) == "2026-11-23 19:30"
    assert shown(EVENINGS.counted(at("2026-11-23 18:00"), 12 * HOUR)) == "2026-11-25 20:00"


def test_a_clock_that_would_run_out_as_hours_end_runs_out_as_they_begin() -> None:
    assert shown(EVENINGS.counted(at("2026-11-23 22:30"), 30 * MINUTE)) == "2026-11-24 18:00"


def test_hours_begin_at_their_first_moment_and_are_over_at_their_last() -> None:
    begin, end = at("2026-11-23 18:00"), at("2026-11-23 23:00")

    assert [EVENINGS.is_open(moment) for moment in (begin - 1, begin, end - 1, end)] == [
        False,
        True,
        True,
        False,
    ]
    assert EVENINGS.next_open(begin - 1) == begin == EVENINGS.next_begin(begin - 1)
    assert EVENINGS.next_open(begin) == begin
    assert shown(EVENINGS.next_begin(begin)) == "2026-11-24 18:00"
    assert shown(EVENINGS.next_open(end)) == "2026-11-24 18:00"


def test_hours_over_midnight_belong_together() -> None:
    assert NIGHTS.is_open(at("2026-11-24 00:59"))
    assert not NIGHTS.is_open(at("2026-11-24 01:00"))
    assert shown(NIGHTS.counted(at("2026-11-23 23:30"), 2 * HOUR)) == "2026-11-24 20:30"


def test_hours_follow_the_clocks_of_their_zone_in_summer_and_in_winter() -> None:
    assert shown(EVENINGS.next_open(at("2026-07-01 12:00", "UTC")), "UTC") == "2026-07-01 16:00"
    assert shown(EVENINGS.next_open(at("2026-12-01 12:00", "UTC")), "UTC") == "2026-12-01 17:00"


def test_hours_that_begin_while_clocks_are_set_forward_begin_at_that_moment() -> None:
    small = PlayingHours(time(2, 30), time(5), BERLIN)  # on 29 March 2026 clocks go from 2:00 to 3:00

    assert shown(small.next_open(at("2026-03-29 01:00"))) == "2026-03-29 03:00"
    assert small.elapsed(at("2026-03-29 00:00"), at("2026-03-29 12:00")) == 2 * HOUR
    assert small.elapsed(at("2026-03-30 00:00"), at("2026-03-30 12:00")) == 2.5 * HOUR


def test_hours_over_all_of_which_clocks_are_set_forward_are_not_that_day() -> None:
    gone = PlayingHours(time(2), time(3), BERLIN)

    assert shown(gone.next_open(at("2026-03-29 00:00"))) == "2026-03-30 02:00"
    apia = PlayingHours(time(18), time(23), "Pacific/Apia")  # which had no 30 December 2011
    assert shown(apia.next_open(at("2011-12-29 23:30", apia.zone)), apia.zone) == "2011-12-31 18:00"


def test_hours_over_a_time_that_clocks_show_twice_last_an_hour_longer_and_end_but_once() -> None:
    late = PlayingHours(time(22), time(4), BERLIN)  # on 25 October 2026 clocks go from 3:00 back to 2:00
    assert late.elapsed(at("2026-10-24 12:00"), at("2026-10-25 12:00")) == 7 * HOUR

    early = PlayingHours(time(22), time(2, 30), BERLIN)
    assert early.is_open(at("2026-10-25 02:15"))
    assert not early.is_open(at("2026-10-25 02:15", fold=1))
    assert early.elapsed(at("2026-10-24 12:00"), at("2026-10-25 12:00")) == 4.5 * HOUR


@given(HOURS, MOMENTS, LENGTHS)
def test_what_was_counted_has_passed_and_the_moment_is_within_hours(
    hours: PlayingHours, start: int, length: int
) -> None:
    due_at = hours.counted(start, length)

    assert hours.is_open(due_at)
    assert hours.elapsed(start, due_at) == length
    assert due_at >= start + length


@given(HOURS, MOMENTS, LENGTHS, LENGTHS)
def test_counting_on_is_counting_both_at_once(
    hours: PlayingHours, start: int, first: int, second: int
) -> None:
    assert hours.counted(hours.counted(start, first), second) == hours.counted(start, first + second)


@given(HOURS, MOMENTS, LENGTHS, st.integers(0, 20 * DAY))
def test_a_clock_that_stood_still_has_as_much_left_as_it_had(
    hours: PlayingHours, since: int, length: int, still: int
) -> None:
    due_at = hours.counted(since, length)

    later = hours.put_off(due_at, since, since + still)

    assert later >= due_at
    assert hours.elapsed(since + still, later) == length
    assert hours.put_off(since - 1, since, since + still) == hours.next_open(since + still)


@given(HOURS, MOMENTS)
def test_it_is_played_exactly_from_a_begin_to_an_end(hours: PlayingHours, moment: int) -> None:
    begins = hours.next_open(moment)

    assert hours.is_open(moment) == (begins == moment)
    assert hours.is_open(begins)
    assert hours.elapsed(moment, begins) == 0
    assert (
        hours.next_begin(moment) >= begins if not hours.is_open(moment) else hours.next_begin(moment) > moment
    )


@given(HOURS)
def test_hours_are_read_as_they_were_stored(hours: PlayingHours) -> None:
    assert PlayingHours.read(str(hours)) == hours


@pytest.mark.parametrize(
    "typed", ["18:00-23:00", "18-23", " 18.00 – 23.00 ", "18:00 to 23:00", "18h00-23h00", "18:00—23"]
)
def test_hours_may_be_typed_in_many_ways(typed: str) -> None:
    assert hours_of(typed, BERLIN) == EVENINGS


def test_midnight_may_be_called_24_00_and_nothing_means_at_any_time() -> None:
    assert hours_of("18-24", BERLIN) == PlayingHours(time(18), time(0), BERLIN)
    assert hours_of("  ", "nowhere") is None


@pytest.mark.parametrize(
    "typed", ["evenings", "18", "25-26", "18:00-18:00", "18:00-18:59", "18:61-20", "6pm-11pm", "1²-3"]
)
def test_what_are_no_hours_or_too_short_ones_is_not_read(typed: str) -> None:
    with pytest.raises(NotHours):
        hours_of(typed, BERLIN)


@pytest.mark.parametrize("typed", ["Europe/Berlin", "europe/berlin", " EUROPE / Berlin ", "berlin"])
def test_a_zone_may_be_typed_in_many_ways(typed: str) -> None:
    assert zone_of(typed) == BERLIN


def test_a_zone_of_two_words_may_have_a_space_and_none_is_utc() -> None:
    assert zone_of("america/new york") == zone_of("New York") == "America/New_York"
    assert zone_of("") == "UTC" == zone_of("utc")


@pytest.mark.parametrize("typed", ["UTC+2", "GMT+2", "gmt +2", "utc+02:00"])
def test_a_zone_may_be_named_by_its_hours_ahead_of_utc(typed: str) -> None:
    evenings = hours_of("18-23", typed)
    assert evenings is not None
    assert shown(evenings.next_open(at("2026-07-01 12:00", "UTC")), "UTC") == "2026-07-01 16:00"
    assert called(evenings.zone) == "UTC+2"
    assert zone_of(called(evenings.zone)) == evenings.zone


def test_a_zone_behind_utc_is_behind_it_and_none_is_further_than_clocks_are() -> None:
    assert (zone_of("UTC-12"), zone_of("gmt-0"), called(BERLIN)) == ("Etc/GMT+12", "UTC", BERLIN)
    for typed in ("UTC-13", "GMT-13"):
        with pytest.raises(NotAZone):
            zone_of(typed)


def test_a_wrong_zone_is_refused_with_those_that_may_be_meant() -> None:
    with pytest.raises(NotAZone) as refused:
        zone_of("Europe/Berln")
    assert BERLIN in refused.value.meant

    with pytest.raises(NotAZone) as refused:
        zone_of("qqqqqqqq" * 20)
    assert refused.value.meant == ()
    assert len(refused.value.name) <= 40


def test_an_abbreviation_that_is_not_used_all_year_is_asked_back() -> None:
    with pytest.raises(NotAZone) as refused:
        zone_of("EST")
    assert "America/New_York" in refused.value.meant


def test_hours_in_a_zone_that_a_machine_does_not_know_are_taken_for_utc(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lost = PlayingHours(time(18), time(23), "Atlantis/Capital")

    assert lost.next_open(at("2026-11-23 12:00", "UTC")) == at("2026-11-23 18:00", "UTC")
    assert "Atlantis/Capital" in caplog.text
