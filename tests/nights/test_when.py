"""Typed times: what people write, in their own zone, also on the days on which clocks change."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.nights import NightRefusal, NightRefused, read_when, the_zone, when
from bot.tables import zones


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


NOW = at("2026-11-24T18:30:00")
"""A Tuesday."""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", "2026-11-24T20:00"),
        ("18:00", "2026-11-25T18:00"),  # past today
        ("8 pm", "2026-11-24T20:00"),
        ("12 am", "2026-11-25T00:00"),
        ("20h", "2026-11-24T20:00"),
        ("at 20:00", "2026-11-24T20:00"),
        ("in 3 h", "2026-11-24T21:30"),
        ("in 1 h 15 min", "2026-11-24T19:45"),
        ("in 2 days", "2026-11-26T18:30"),
        ("tomorrow 20:30", "2026-11-25T20:30"),
        ("Friday, 20:30", "2026-11-27T20:30"),
        ("tue 19:00", "2026-11-24T19:00"),
        ("tuesday 18:00", "2026-12-01T18:00"),  # that of today is past
        ("2026-12-01 20:00", "2026-12-01T20:00"),
        ("1.12. 20:00", "2026-12-01T20:00"),
        ("3.1. 20:00", "2027-01-03T20:00"),
        ("20:00 UTC", "2026-11-24T20:00"),
        ("20:00 Berlin", "2026-11-24T19:00"),
        ("friday 20:30 europe/berlin", "2026-11-27T19:30"),
        ("20:00 New York", "2026-11-25T01:00"),
        ("20:00 sao paulo", "2026-11-24T23:00"),
        ("18:00 Kolkata", "2026-11-25T12:30"),
        ("20:00 São Paulo", "2026-11-24T23:00"),
        ("20.30", "2026-11-24T20:30"),
        ("1.12. 20.30", "2026-12-01T20:30"),
        ("20:00 UTC+1", "2026-11-24T19:00"),  # ahead of UTC, whatever the sign in the database's own name
        ("20:00 gmt -5", "2026-11-25T01:00"),
        ("20:00 UTC+0200", "2026-11-25T18:00"),  # 18:00 is past today
        ("20:00 GMT+0", "2026-11-24T20:00"),
        ("1.12.2026 20:00", "2026-12-01T20:00"),
        ("in 3h30m", "2026-11-24T22:00"),
        ("in 1d2h", "2026-11-25T20:30"),
        ("2026-12-01T20:00", "2026-12-01T20:00"),
        ("2026-12-01T20:00:00Z", "2026-12-01T20:00"),
        ("2026-12-01T20:00+02:00", "2026-12-01T18:00"),
        ("2026-12-01T20:00 Berlin", "2026-12-01T19:00"),
        ("20:00 HST", "2026-11-25T06:00"),
        ("20:00 America/New_York", "2026-11-25T01:00"),
    ],
)
def test_a_line_is_read_as_it_is_meant(typed: str, meant: str) -> None:
    assert read_when(typed, NOW).at == at(meant)


@pytest.mark.parametrize(
    ("now", "typed", "meant"),
    [
        ("2026-10-24T20:00", "25.10. 20:00 Berlin", "2026-10-25T19:00"),  # winter has begun
        ("2026-10-24T10:00", "20:00 Berlin", "2026-10-24T18:00"),  # still summer
        ("2026-10-24T20:00", "2026-10-25 02:30 Berlin", "2026-10-25T00:30"),  # shown twice: the first
        ("2026-03-28T20:00", "2026-03-29 02:30 Berlin", "2026-03-29T01:30"),  # skipped: an hour on
        ("2026-03-28T22:30", "20:00 Berlin", "2026-03-29T18:00"),
        ("2027-12-15T12:00", "29.2. 20:00", "2028-02-29T20:00"),  # this year has none
        ("2028-02-29T10:00", "29.02. 20:00", "2028-02-29T20:00"),
        ("2028-02-01T10:00", "2028-03-01T20:00", "2028-03-01T20:00"),
        ("2026-10-25T00:45", "02:30 Berlin", "2026-10-26T01:30"),  # the first 02:30 is past: the next day's
    ],
)
def test_clocks_may_change_in_between(now: str, typed: str, meant: str) -> None:
    assert read_when(typed, at(now)).at == at(meant)


def test_the_first_line_that_is_read_opens_no_more_files_than_its_own_zone_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []

    def counted(name: str) -> ZoneInfo:
        opened.append(name)
        return ZoneInfo.no_cache(name)

    zones._by_key.cache_clear()
    monkeypatch.setattr(when, "ZoneInfo", counted)
    monkeypatch.setattr("zoneinfo.available_timezones", lambda: pytest.fail("it reads every zone there is"))
    assert read_when("friday 20:30 Berlin", NOW).zone == "Europe/Berlin"
    assert {*opened} == {"Europe/Berlin"}


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", NightRefusal.NO_TIME),
        ("soon", NightRefusal.NO_TIME),
        ("25:00", NightRefusal.NO_TIME),
        ("13 pm", NightRefusal.NO_TIME),
        ("20:00 Nowhere", NightRefusal.NO_TIME),
        ("31.2. 20:00", NightRefusal.NO_TIME),
        ("29.2. 20:00", NightRefusal.FAR),  # the next one is in 2028
        ("29.2.2027 20:00", NightRefusal.NO_TIME),
        ("in 3h30", NightRefusal.NO_TIME),
        ("friday", NightRefusal.NO_TIME),
        ("in 9999 days", NightRefusal.FAR),
        ("9999-12-31 20:00", NightRefusal.FAR),
        ("2026-11-23 20:00", NightRefusal.PAST),
        ("today 18:00", NightRefusal.PAST),
        ("1.12.2025 20:00", NightRefusal.PAST),  # whoever names the year means no other
        ("24.11.2026 18:00", NightRefusal.PAST),
        ("20:00 UTC+15", NightRefusal.NO_TIME),
        ("20:00 GMT-13", NightRefusal.NO_TIME),
        ("in 0 min", NightRefusal.PAST),
    ],
)
def test_what_cannot_be_meant_is_refused(typed: str, reason: NightRefusal) -> None:
    with pytest.raises(NightRefused) as refused:
        read_when(typed, NOW)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("typed", "usual", "zone", "is_named", "meant"),
    [
        ("20:00", None, "UTC", False, "2026-11-24T20:00"),
        ("20:00", "Europe/Berlin", "Europe/Berlin", False, "2026-11-24T19:00"),
        ("20:00 UTC", "Europe/Berlin", "UTC", True, "2026-11-24T20:00"),
        ("20:00 Berlin", "America/New_York", "Europe/Berlin", True, "2026-11-24T19:00"),
        ("in 3 h", "Europe/Berlin", None, False, "2026-11-24T21:30"),
        ("20:00", "Somewhere/Else", "UTC", False, "2026-11-24T20:00"),  # a zone that is not known any more
    ],
)
def test_a_line_without_a_zone_is_in_the_usual_one(
    typed: str, usual: str | None, zone: str | None, is_named: bool, meant: str
) -> None:
    assert read_when(typed, NOW, usual) == (at(meant), zone, is_named)


def test_a_leap_day_whose_hour_is_past_means_that_four_years_on() -> None:
    with pytest.raises(NightRefused) as refused:
        read_when("29.02. 20:00", at("2028-02-29T21:00"))
    assert refused.value.reason is NightRefusal.FAR


@pytest.mark.parametrize("typed", sorted(zones.UNCLEAR))
def test_an_abbreviation_that_may_be_several_zones_is_asked_back_with_zones_that_can_be_typed(
    typed: str,
) -> None:
    with pytest.raises(NightRefused) as refused:
        read_when(f"20:00 {typed.upper()}", NOW, "Europe/Berlin")
    assert (refused.value.reason, refused.value.facts["zone"]) == (NightRefusal.ZONE, typed.upper())
    meant: Any = refused.value.facts["meant"]
    assert len(meant) > 1
    for zone in meant:
        assert read_when(f"20:00 {zone}", NOW).is_named


def test_every_zone_and_every_city_is_found_and_one_of_a_city_that_is_two_is_not_picked() -> None:
    by_city: dict[str, set[bytes]] = {}
    for name in zones.zone_names():
        if name == "Factory" or zones.key_of(name) in zones.UNCLEAR:
            continue
        assert len(zones.zones_meant(name)) == 1
        data = files("tzdata").joinpath("zoneinfo").joinpath(*name.split("/")).read_bytes()
        by_city.setdefault(zones.key_of(name.rpartition("/")[2]), set()).add(data)
    unclear = {city for city, found in by_city.items() if len(found) > 1}
    assert unclear <= {*zones.UNCLEAR}


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("new y", "America/New_York"),
        ("EST", "America/New_York"),
        ("berl", "Europe/Berlin"),
        ("utc", "UTC"),
        ("UTC+2", "UTC+2"),
        ("jst", "Asia/Tokyo"),
        ("", "UTC"),
    ],
)
def test_zones_are_offered_while_one_is_typed(typed: str, first: str) -> None:
    offered = zones.zones_like(typed, 25)
    assert offered[0] == first
    assert len(offered) <= 25
    assert len(set(offered)) == len(offered)
    for name in offered:
        the_zone(name)


def test_before_anything_is_typed_well_known_cities_are_offered_and_not_the_first_of_the_alphabet() -> None:
    offered = zones.zones_like("", 25)
    assert {"UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"} <= set(offered)
    assert "Africa/Abidjan" not in offered


def test_a_former_name_of_a_zone_is_offered_only_to_a_user_who_types_it() -> None:
    assert zones.zones_like("asm", 25) == ["Africa/Asmara"]
    assert zones.zones_like("asmera", 25) == ["Africa/Asmera"]
    assert "Asia/Calcutta" not in zones.zones_like("asia", 100)
