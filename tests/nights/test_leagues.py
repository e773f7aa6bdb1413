"""Leagues: who opens their nights, which rounds count, how their names are compared, and when they are forgotten."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from bot.db.schema import leagues
from bot.nights import Form, NightRefusal, commands, forget, kept_about, league_of
from bot.tables import Person
from bot.tables.alike_names import folded
from bot.tables.deadlines import DAY
from bot.tables.retention import USUAL_RETENTION, Sweeper
from tests.databases import write
from tests.nights.evenings import STEWARD, NightRig
from tests.nights.planned import NOW, begun, night_of, planned, points, raced, refusal, sign_out
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, TableRig

FOUNDER, MANAGER = CLEO, Person(STEWARD, "Steward")
opened = partial(planned, form=Form.LEAGUE, name="Winter")
of_league = partial(begun, form=Form.LEAGUE, name="Winter")


def reason(db: Any, host: Person, **facts: Any) -> NightRefusal:
    return refusal(opened, db, 1, host, **facts).reason


def test_solo_nights_bring_nothing_to_a_league_and_nobody_but_its_founder_opens_them(db) -> None:
    real = of_league(db, 3, FOUNDER)
    raced(db, real, CLEO, ANA, BEN)
    assert reason(db, ANA) is NightRefusal.NOT_FOUNDER
    for _ in range(3):
        raced(db, of_league(db, 1, FOUNDER), CLEO)
    assert points(db, real) == {CLEO.user_id: 10, ANA.user_id: 6, BEN.user_id: 4}


def test_two_nights_of_a_league_add_up_and_other_nights_do_not(db) -> None:
    first, second, other = (
        begun(db, 3, name=name, form=form)
        for name, form in (
            ("Winter  Cup", Form.LEAGUE),
            ("winter cup", Form.LEAGUE),
            ("Winter Cup", Form.EVENING),
        )
    )
    raced(db, first, ANA, BEN, CLEO)
    raced(db, second, BEN, ANA, CLEO)
    raced(db, other, BEN, ANA, CLEO)
    assert points(db, second) == {ANA.user_id: 16, BEN.user_id: 16, CLEO.user_id: 8}
    assert points(db, other) == {}


def test_a_round_counts_with_as_many_people_as_its_league_asks_for(db) -> None:
    large = of_league(db, 5, FOUNDER, least=5, games=("jockey",) * 2)
    raced(db, large, ANA, BEN, PEOPLE[3], CLEO, PEOPLE[4])
    raced(db, large, CLEO, ANA, BEN, PEOPLE[3])
    assert points(db, large)[CLEO.user_id] == 2, "of the round with five people only"
    few = of_league(db, 3, FOUNDER, least=3)
    found = raced(db, few, CLEO, ANA, BEN)
    assert (found.least, list(found.podium()), found.best()) == (5, [], None), "the first night said 5"


def test_who_manages_the_server_opens_nights_and_takes_over_from_a_founder_who_is_forgotten(db) -> None:
    first = of_league(db, 3, FOUNDER)
    raced(db, first, CLEO, ANA, BEN)
    managed = opened(db, 1, MANAGER, manages=True)
    assert reason(db, MANAGER) is NightRefusal.NOT_FOUNDER, "the league stays its founder's"
    kept = kept_about(db, CLEO.user_id)
    assert kept["leagues"] == [{"guild_id": GUILD, "league": "winter", "least": 3}]
    assert managed in write(db, forget, CLEO.user_id)
    assert reason(db, ANA) is NightRefusal.NOT_FOUNDER
    opened(db, 1, MANAGER, manages=True)
    opened(db, 1, MANAGER)
    assert points(db, first) == {ANA.user_id: 6, BEN.user_id: 4}, "its round counts on"


@pytest.mark.parametrize(
    "name",
    [
        "WINTER CUP",
        " winter  cup",
        "win\u200bter cup",
        "\uff37inter cup",
        "winter\u00a0cup",
        "winter cup\ufe0f",
        "winter\u2800cup",
        "winter\tcup\ue000",
    ],
)
def test_names_that_look_alike_are_one_league_and_each_night_shows_its_own(db, name: str) -> None:
    opened(db, 1, FOUNDER, name="Winter Cup")
    assert reason(db, ANA, name=name) is NightRefusal.NOT_FOUNDER
    assert night_of(db, opened(db, 1, FOUNDER, name=name)).name == name


def test_other_letters_make_other_leagues_and_invisible_ones_no_name() -> None:
    assert folded("\u200b \u3164\u2800") == ""
    assert folded("Stra\u00dfe") == folded("STRASSE")
    assert folded("Winter Cup") != folded("Winter Cup \u0378"), "Unicode does not know that one yet"


def test_a_league_without_a_name_is_not_founded(db) -> None:
    for name in ("", "\u200b \u3164"):
        assert reason(db, FOUNDER, name=name) is NightRefusal.NO_NAME
    assert not db.execute(select(leagues)).all()
    assert planned(db, name="")


def test_leagues_are_limited_by_founder_and_by_server(db, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("One", "Two", "Three"):
        raced(db, of_league(db, 3, FOUNDER, name=name), CLEO, ANA, BEN)
    assert reason(db, FOUNDER, name="Four") is NightRefusal.TOO_MANY_LEAGUES
    monkeypatch.setattr("bot.nights.leagues.MOST_LEAGUES", 3)
    assert reason(db, ANA, name="Four") is NightRefusal.TOO_MANY_LEAGUES


def test_a_league_of_which_no_round_counted_keeps_nobody_from_its_name(db) -> None:
    assert raced(db, of_league(db, 1, FOUNDER), CLEO).part_of == ""
    called_off = opened(db, 1, ANA)
    write(db, commands.cancel, GUILD, called_off, ANA.user_id, NOW, may_manage=False)
    real = of_league(db, 3, BEN)
    raced(db, real, BEN, ANA, CLEO)
    league = league_of(db, night_of(db, real))
    assert league is not None
    assert (league.founder_id, league.nights) == (BEN.user_id, 1)


def test_who_signs_out_before_the_tables_are_open_brings_no_round_to_count(db) -> None:
    night_id = of_league(db, 3, FOUNDER)
    sign_out(db, night_id, BEN)
    raced(db, night_id, CLEO, ANA, BEN)
    assert points(db, night_id) == {}


async def test_a_league_is_forgotten_with_the_last_of_its_nights(rig: TableRig) -> None:
    night = NightRig(rig)
    night_id = await night.begun(3, form=Form.LEAGUE, name="Winter")
    await night.raced(night_id)
    sweeper = Sweeper(rig.database, rig.clock.now, USUAL_RETENTION)
    for days, left in ((364, 1), (366, 0)):
        await sweeper.sweep(rig.time + days * DAY)
        assert len((await rig.everything())["leagues"]) == left
