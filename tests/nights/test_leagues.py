"""Leagues: who opens their nights, which rounds count, how their names are compared, and when they are forgotten."""

from __future__ import annotations

import pytest

from bot.nights import Form, NightRefusal, NightRefused, Plan, commands, forget, kept_about, league_of
from bot.nights.night import MINUTE
from bot.tables import Visitor
from bot.tables.alike_names import folded
from bot.tables.deadlines import DAY
from bot.tables.retention import USUAL_RETENTION, Sweeper
from tests.databases import on_both, reading, writing
from tests.nights.evenings import STEWARD, NightRig
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, PEOPLE, Person, TableRig

FOUNDER = CLEO


@pytest.fixture
def night(rig: TableRig) -> NightRig:
    return NightRig(rig)


async def opened(
    night: NightRig,
    host: Person,
    name: str = "Winter",
    least: int = 3,
    *,
    manages: bool = False,
    games: int = 1,
) -> int:
    """Plan a night of a league with its host in."""
    plan = Plan(
        name=name,
        form=Form.LEAGUE,
        games=("jockey",) * games,
        role_id=None,
        starts_at=night.rig.time + 10 * MINUTE,
        least=least,
    )
    visitor = Visitor(GUILD, CHANNEL, may_manage=manages)
    facts = (plan, visitor, host, night.rig.interaction(), night.rig.time)
    return (await night.rig.database.write(commands.plan, *facts)).night_id


async def raced(night: NightRig, night_id: int, *people: Person) -> None:
    """Have these people race one round, who come in their order."""
    found = await night.night(night_id)
    signed_up = {each.user_id for each in found.players}
    for person in people:
        if person.user_id not in signed_up:
            await night.sign_up(night_id, person, night.rig.interaction())
    if not found.round:
        await night.start(night_id, found.host_id, may_manage=False)
    await night.settle(night_id)
    (table,) = await night.tables(night_id)
    await night.finish(table, *(person.user_id for person in people))
    await night.settle(night_id)


async def reason(night: NightRig, *args: object, **facts: object) -> NightRefusal:
    with pytest.raises(NightRefused) as refused:
        await opened(night, *args, **facts)  # type: ignore[arg-type]
    return refused.value.reason


@on_both
async def test_solo_nights_bring_nothing_to_a_league_and_nobody_but_its_founder_opens_them(
    night: NightRig,
) -> None:
    real = await opened(night, FOUNDER)
    await raced(night, real, CLEO, ANA, BEN)
    assert await reason(night, ANA) is NightRefusal.NOT_FOUNDER
    for _ in range(3):
        alone = await opened(night, FOUNDER)
        await raced(night, alone, CLEO)
    assert await night.league(real) == {CLEO.user_id: 10, ANA.user_id: 6, BEN.user_id: 4}


async def test_a_round_counts_with_as_many_people_as_its_league_asks_for(night: NightRig) -> None:
    large = await opened(night, FOUNDER, least=5, games=2)
    await raced(night, large, *PEOPLE[:5])
    await night.sign_out(large, PEOPLE[4].user_id)
    found = await night.night(large)
    assert found.round == 2, "its tables are dealt already"
    (table,) = await night.tables(large)
    await night.rig.tables.lobby.leave(table.table_id, PEOPLE[4].user_id)
    await night.finish(await night.rig.table(table.table_id), CLEO.user_id)
    await night.settle(large)
    assert (await night.league(large))[CLEO.user_id] == 4, "of the round with five people only"


@on_both
async def test_who_manages_the_server_opens_nights_and_takes_over_from_a_founder_who_is_forgotten(
    night: NightRig,
) -> None:
    first = await opened(night, FOUNDER)
    await raced(night, first, CLEO, ANA, BEN)
    steward = Person(STEWARD, "Steward")
    managed = await opened(night, steward, manages=True)
    assert await reason(night, steward) is NightRefusal.NOT_FOUNDER, "the league stays its founder's"
    with reading(night.rig.database) as db:
        kept = kept_about(db, CLEO.user_id)
    assert kept["leagues"] == [{"guild_id": GUILD, "league": "winter", "least": 3}]
    with writing(night.rig.database) as db:
        assert managed in forget(db, CLEO.user_id)
    assert await reason(night, ANA) is NightRefusal.NOT_FOUNDER
    await opened(night, steward, manages=True)
    await opened(night, steward)
    assert await night.league(first) == {ANA.user_id: 6, BEN.user_id: 4}, "its round counts on"


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
async def test_names_that_look_alike_are_one_league_and_each_night_shows_its_own(
    night: NightRig, name: str
) -> None:
    await opened(night, FOUNDER, "Winter Cup")
    assert await reason(night, ANA, name) is NightRefusal.NOT_FOUNDER
    again = await opened(night, FOUNDER, name)
    assert (await night.night(again)).name == name


def test_a_name_of_invisible_characters_is_compared_as_none() -> None:
    assert folded("\u200b \u3164\u2800") == ""
    assert folded("Stra\u00dfe") == folded("STRASSE")


async def test_a_letter_that_unicode_does_not_know_yet_makes_another_league(night: NightRig) -> None:
    await opened(night, FOUNDER, "Winter Cup")
    await opened(night, ANA, "Winter Cup \u0378")


async def test_a_league_without_a_name_is_not_founded(night: NightRig) -> None:
    for name in ("", "\u200b \u3164"):
        assert await reason(night, FOUNDER, name) is NightRefusal.NO_NAME
    assert (await night.rig.everything())["leagues"] == []
    assert await night.planned(name="")


async def test_leagues_are_limited_by_founder_and_by_server(
    night: NightRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("One", "Two", "Three"):
        await raced(night, await opened(night, FOUNDER, name), CLEO, ANA, BEN)
    assert await reason(night, FOUNDER, "Four") is NightRefusal.TOO_MANY_LEAGUES
    monkeypatch.setattr("bot.nights.leagues.MOST_LEAGUES", 3)
    assert await reason(night, ANA, "Four") is NightRefusal.TOO_MANY_LEAGUES


@on_both
async def test_a_league_of_which_no_round_counted_keeps_nobody_from_its_name(night: NightRig) -> None:
    alone = await opened(night, FOUNDER)
    await raced(night, alone, CLEO)
    assert (await night.night(alone)).part_of == ""
    called_off = await opened(night, ANA)
    await night.cancel(called_off, ANA.user_id, may_manage=False)
    real = await opened(night, BEN)
    await raced(night, real, BEN, ANA, CLEO)
    found = await night.night(real)
    with reading(night.rig.database) as db:
        league = league_of(db, found)
    assert league is not None
    assert (league.founder_id, league.nights) == (BEN.user_id, 1)


async def test_a_night_of_which_no_round_counted_has_no_podium_and_keeps_the_number_of_its_league(
    night: NightRig,
) -> None:
    await raced(night, await opened(night, FOUNDER, least=5), *PEOPLE[:5])
    few = await opened(night, FOUNDER, least=3)
    await raced(night, few, CLEO, ANA, BEN)
    found = await night.night(few)
    assert (found.least, list(found.podium()), found.best()) == (5, [], None), (
        "the league's first night said 5"
    )


async def test_a_league_is_forgotten_with_the_last_of_its_nights(night: NightRig) -> None:
    await raced(night, await opened(night, FOUNDER), CLEO, ANA, BEN)
    sweeper = Sweeper(night.rig.database, night.rig.clock.now, USUAL_RETENTION)
    await sweeper.sweep(night.rig.time + 364 * DAY)
    assert len((await night.rig.everything())["leagues"]) == 1
    await sweeper.sweep(night.rig.time + 366 * DAY)
    assert (await night.rig.everything())["leagues"] == []
