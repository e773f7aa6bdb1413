"""The tote at tables: when it is open, who may bet, and what becomes of bets with the table's own steps."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace as View
from typing import Any

import pytest
from sqlalchemy import select, update

from bot import bank
from bot.bank import By, Since, tote
from bot.bank.standings import board, names_of
from bot.bank.tote import Pool, RaceStatus, Returned, betting
from bot.db.schema import accounts, movements, outbox, tote_bets, tote_races
from bot.games.kit.tote_runners import Runners
from bot.games.titles import runners_of, titles
from bot.outbox import PostKind
from bot.servers import ServerSettings
from bot.tables import (
    day_commands,
    erasure,
    guild_commands,
    lobby_commands,
    seat_commands,
    tote_commands,
)
from bot.tables.deadlines import DAY
from bot.tables.refusals import Refusal, Refused
from bot.tables.retention import USUAL_RETENTION, Sweeper
from bot.tables.table import Person, Status
from engines import catalog
from engines.core import Chance, Header, Match, Public
from tests.counting import counting
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, SHORT_EDITIONS, TableRig, with_standing

DORA, EMIL = PEOPLE[3:5]
WITH_TOTE = ("jockey", "jumpyjack", "sulkydrom", "turfe")


@pytest.fixture(autouse=True)
async def _played(rig: TableRig) -> None:
    """Nobody who bets is a newcomer."""
    await rig.played(*PEOPLE[1:8])


async def bet(
    rig: TableRig,
    table_id: str,
    who=DORA,
    pool: Pool = Pool.WIN,
    horses: Sequence[str] | None = None,
    stake: int = 100,
    key: int | None = None,
) -> None:
    named = horses or (await rig.open_tote(table_id)).offer.horses[: pool.horses]
    await rig.tables.step(
        tote_commands.bet, table_id, who.user_id, pool, named, stake, key or rig.interaction()
    )


async def refusal(wanted) -> Refusal:
    with pytest.raises(Refused) as refused:
        await wanted
    return refused.value.reason


async def wallet(rig: TableRig, person) -> int:
    with reading(rig.database) as db:
        key = f"wallet:{GUILD}:{person.user_id}"
        return db.scalar(select(accounts.c.balance).where(accounts.c.account_id == key))


async def tote_profit(rig: TableRig, person, game: str) -> int:
    """Return what the leaderboard of tote profit says of somebody, of one game and for ever."""
    with reading(rig.database) as db:
        found = board(db, GUILD, By.TOTE, game, Since.ALL, 1, person.user_id, rig.time)
        return found.own.value


async def play_until(rig: TableRig, table_id: str, luck: Random, is_there) -> None:
    """Play at random until something holds of the race's view for everyone, or the table is over."""
    for _ in range(4000):
        table, standing = await with_standing(rig.tables, table_id)
        if table.status is not Status.RUNNING or is_there(standing.view(None)):
            return
        assert await rig.decide(table_id, luck) is not None
    pytest.fail("it never came to that")


def test_every_game_with_horses_has_a_tote_and_newmarket_has_none() -> None:
    assert {title.key for title in titles() if title.runners} == {*WITH_TOTE}
    assert runners_of("newmarket") is None


@pytest.mark.parametrize("game", WITH_TOTE)
async def test_it_is_open_from_the_lobby_until_the_first_move_and_settles_with_the_race(
    rig: TableRig, game: str
) -> None:
    luck, runners = Random(3), runners_of(game)
    await rig.played(DORA, EMIL)
    table_id = await rig.lobby(people=3, game=game, options={})
    entered = (await rig.open_tote(table_id)).offer
    assert entered.race == 1
    assert len(entered.horses) >= 4
    await rig.start(table_id)
    offer = (await rig.open_tote(table_id)).offer
    for horse in offer.horses:
        await bet(rig, table_id, horses=[horse], stake=200)
    await play_until(rig, table_id, luck, lambda view: runners.open_race(view) is None)
    assert await refusal(bet(rig, table_id, horses=[offer.horses[0]])) is Refusal.TOTE_CLOSED
    assert (await rig.tables.database.read(tote_commands.odds, table_id)).status is RaceStatus.CLOSED
    assert await wallet(rig, DORA) == 5000 - 200 * len(offer.horses)

    await play_until(rig, table_id, luck, lambda view: view.result is not None)

    report = await rig.tables.database.read(tote_commands.report, table_id, 1)
    gross = 200 * len(offer.horses)
    dividend = (
        20 * (gross - gross // 10) // 200
    )  # what the pool is without its tenth, for each coin on the winner
    assert report.status is RaceStatus.SETTLED
    assert await wallet(rig, DORA) == 5000 - gross + 200 * dividend // 20
    assert report.pools[Pool.WIN].dividends[f'["{report.finish[0][0]}"]'] == dividend
    assert (await rig.table(table_id)).tote == 0
    assert await tote_profit(rig, DORA, game) == 200 * dividend // 20 - gross
    assert await rig.audit() == []


BEFORE_THE_RACE = {
    "race_started", "owners", "lanes", "surplus", "stacked", "predicted", "bet_placed", "kept",
}  # fmt: skip
"""What may be public of a race that is bet on: who begins and where, and that players have decided, but not what."""


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("jockey", {}),
        ("turfe", {"races": 3}),
        ("jumpyjack", {"target": 24, "teams": 2, "guessing": True}),
        ("jumpyjack", {}),
        ("sulkydrom", {"goal": "minor"}),
    ],
)
def test_nothing_that_happens_in_a_race_is_public_while_it_can_be_bet_on(game: str, options) -> None:
    rules, runners, luck = catalog.game(game), runners_of(game), Chance(bytes(32))
    match, rows = Match.start(rules, Header.of(rules, rules.options(options), 4, bytes(range(32))))
    bet_on, known = set[int](), list[str]()
    while True:
        for event in (event for row in rows for event in row.events if isinstance(event, Public)):
            known = [] if event["type"] in {"race_started", "race_over"} else [*known, event["type"]]
        race = runners.open_race(rules.view(match.state, None))
        if race is not None:
            bet_on.add(race)
            assert {*known} <= BEFORE_THE_RACE
        if match.outcome is not None:
            break
        seat = match.to_act()[0]
        match, rows = match.act(seat, rules.choices(match.state, seat).sample(luck))
    assert bet_on == {*range(1, rules.interim(match.state).races + 1)}
    assert len(bet_on) > 1


async def test_the_tote_of_jumpy_jack_closes_in_the_step_that_shows_the_first_throw(rig: TableRig) -> None:
    luck = Random(2)
    table_id = await rig.race(people=3, game="jumpyjack", options={"target": 30}, edition=None)
    for race in (1, 2):
        await bet(rig, table_id)
        await play_until(rig, table_id, luck, lambda view: view.value is not None)

        report = await rig.tables.database.read(tote_commands.report, table_id, race)
        assert report.status is RaceStatus.CLOSED
        assert await refusal(bet(rig, table_id, who=EMIL, horses=["red"])) is Refusal.TOTE_CLOSED
        await play_until(rig, table_id, luck, lambda view, race=race: view.race > race)


async def test_place_pays_and_pairs_are_returned_where_the_game_ended_before_a_second_horse_came_home(
    rig: TableRig,
) -> None:
    """The points of a first place are the goal, so the first horse home ends race and game."""
    await rig.played(DORA)
    edition = {**SHORT_EDITIONS["sulkydrom"], "points": [64, 32, 16, 8, 4, 2, 1, 0]}
    table_id = await rig.race(people=3, game="sulkydrom", options={"goal": "minor"}, edition=edition)
    horses = (await rig.open_tote(table_id)).offer.horses
    for horse in horses:
        await bet(rig, table_id, horses=[horse], stake=200)
        await bet(rig, table_id, horses=[horse], pool=Pool.PLACE)
    await bet(rig, table_id, horses=horses[:2], pool=Pool.EXACTA)
    await bet(rig, table_id, horses=horses[:2], pool=Pool.QUINELLA)
    await play_until(rig, table_id, Random(3), lambda _: False)

    assert (await rig.table(table_id)).status is Status.FINISHED
    report = await rig.tables.database.read(tote_commands.report, table_id, 1)
    ((first,),) = report.finish
    assert report.status is RaceStatus.SETTLED
    paid = {pool: {key: each for key, each in report.pools[pool].dividends.items() if each} for pool in Pool}
    assert paid[Pool.WIN] == {f'["{first}"]': 20 * 540 // 200}
    assert paid[Pool.PLACE] == {f'["{first}"]': 20 * 270 // 100}
    assert [pool for pool, each in report.pools.items() if each.is_refunded] == [Pool.EXACTA, Pool.QUINELLA]
    assert await rig.audit() == []


async def test_the_tote_of_the_next_race_opens_with_the_end_of_the_one_before(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    await bet(rig, table_id)
    await play_until(rig, table_id, luck, lambda view: view.race == 2)

    assert (await rig.open_tote(table_id)).offer.race == 2
    await bet(rig, table_id, stake=50)
    assert (await rig.tables.database.read(tote_commands.odds, table_id)).race == 2
    await play_until(rig, table_id, luck, lambda _: False)

    assert [
        (await rig.tables.database.read(tote_commands.report, table_id, race)).status for race in (1, 2)
    ] == [RaceStatus.SETTLED] * 2
    assert await rig.audit() == []


async def test_who_has_a_seat_bets_on_nothing(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    assert await refusal(bet(rig, table_id, BEN)) is Refusal.TOTE_NOT_FOR_YOU
    await rig.start(table_id)
    assert await refusal(bet(rig, table_id, BEN)) is Refusal.TOTE_NOT_FOR_YOU


@pytest.mark.parametrize("game", ["jockey", "turfe"])
@pytest.mark.parametrize("ending", ["handed back", "taken back", "left"])
async def test_whoever_had_a_seat_in_their_hands_and_saw_its_cards_bets_on_nothing_there(
    rig: TableRig, game: str, ending: str
) -> None:
    table_id = await rig.race(people=3, game=game, **({} if game == "jockey" else {"edition": None}))
    await rig.hand_over(table_id, ANA.user_id, DORA.user_id)
    assert await refusal(bet(rig, table_id, DORA)) is Refusal.TOTE_NOT_FOR_YOU
    match ending:
        case "handed back":
            await rig.hand_over(table_id, DORA.user_id, ANA.user_id)
        case "taken back":
            await rig.tables.step(seat_commands.come_back, table_id, ANA.user_id)
        case _:
            await rig.tables.step(seat_commands.stand_up, table_id, DORA.user_id)

    assert await refusal(bet(rig, table_id, DORA)) is Refusal.TOTE_STOOD_IN
    await bet(rig, table_id, EMIL)
    assert (await refusal(bet(rig, table_id, ANA))) is Refusal.TOTE_NOT_FOR_YOU


async def test_who_stood_in_during_a_race_bets_on_none_that_follows_it_for_cards_may_be_kept(
    rig: TableRig,
) -> None:
    table_id, luck = await rig.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    for _ in range(2):  # noted once
        await rig.hand_over(table_id, ANA.user_id, DORA.user_id)
        await rig.hand_over(table_id, DORA.user_id, ANA.user_id)
    assert len((await rig.everything())["stood_in"]) == 1
    await play_until(rig, table_id, luck, lambda view: view.race == 2)
    assert await refusal(bet(rig, table_id, DORA)) is Refusal.TOTE_STOOD_IN
    elsewhere = await rig.lobby(people=2)
    await bet(rig, elsewhere, DORA)


async def test_that_somebody_stood_in_is_in_their_export_and_goes_with_their_data(rig: TableRig) -> None:
    left, held = await rig.race(people=2), await rig.race(people=2)
    await rig.hand_over(left, ANA.user_id, DORA.user_id)
    await rig.hand_over(left, DORA.user_id, ANA.user_id)
    await rig.hand_over(held, ANA.user_id, DORA.user_id)
    with reading(rig.database) as db:
        assert kept_about(db, DORA.user_id)["stood_in"] == [left]
        assert kept_about(db, ANA.user_id)["stood_in"] == []
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, DORA.user_id, rig.time, lambda _, seat: f"Player {seat}")
    assert (await rig.everything())["stood_in"] == []


async def test_a_driver_bets_on_the_own_horse_alone(rig: TableRig) -> None:
    table_id = await rig.lobby(people=3, game="sulkydrom", options={})
    assert await refusal(bet(rig, table_id, BEN)) is Refusal.TOTE_NOT_FOR_YOU
    await rig.start(table_id)
    _, standing = await with_standing(rig.tables, table_id)
    own, other = standing.view(None).horses[1], standing.view(None).horses[0]

    assert await refusal(bet(rig, table_id, BEN, horses=[other])) is Refusal.TOTE_NOT_FOR_YOU
    assert await refusal(bet(rig, table_id, BEN, Pool.EXACTA, [own, other])) is Refusal.TOTE_NOT_FOR_YOU
    await bet(rig, table_id, BEN, horses=[own])


async def test_whoever_sits_down_gets_their_bets_back_at_once(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await bet(rig, table_id, CLEO, stake=300)
    await bet(rig, table_id, DORA, stake=100)

    await rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction())

    assert await wallet(rig, CLEO) == 5000
    assert (await rig.tables.database.read(tote_commands.odds, table_id)).pools[Pool.WIN].gross == 100
    (slip,) = await rig.tables.database.read(tote_commands.slips, table_id, 1, CLEO.user_id)
    assert (slip.returned, slip.paid) == (Returned.SEATED, 300)
    assert await rig.audit() == []


async def test_a_seat_is_not_handed_to_somebody_with_a_bet_on_a_race_that_is_run(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id, CLEO)
    await bet(rig, table_id, DORA, stake=70)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    assert await wallet(rig, CLEO) == 5000
    await play_until(rig, table_id, Random(1), lambda view: view.phase == "racing" and view.last)

    handed = rig.hand_over(table_id, ANA.user_id, DORA.user_id)

    assert await refusal(handed) is Refusal.TOTE_BETS
    assert await rig.tables.step(seat_commands.offer, table_id, ANA.user_id, DORA.user_id), (
        "who offers hears of no bets"
    )
    await rig.hand_over(table_id, ANA.user_id, EMIL.user_id)


async def test_an_offered_seat_costs_nobody_a_bet_before_they_accept_it(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id, CLEO)
    for _ in range(3):
        await rig.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    assert await wallet(rig, CLEO) == 4900
    await rig.tables.step(seat_commands.end_offer, table_id, CLEO.user_id, 1)
    await bet(rig, table_id, CLEO)
    assert await refusal(rig.tables.step(seat_commands.accept, table_id, CLEO.user_id, 1)) is Refusal.NO_OFFER
    assert await wallet(rig, CLEO) == 4800
    await rig.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    await rig.tables.step(seat_commands.accept, table_id, CLEO.user_id, 1)
    assert await wallet(rig, CLEO) == 5000


async def test_a_seat_is_handed_to_whoever_had_all_their_bets_back(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await bet(rig, table_id, CLEO)
    await bet(rig, table_id, DORA)
    await rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction())
    await rig.tables.step(lobby_commands.leave, table_id, CLEO.user_id)
    await rig.start(table_id)
    await play_until(rig, table_id, Random(1), lambda view: view.phase == "racing" and view.last)

    await rig.hand_over(table_id, ANA.user_id, CLEO.user_id)

    assert (await rig.table(table_id)).seat_of(CLEO.user_id)


async def test_bets_on_horses_that_do_not_run_go_back_with_the_start(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2, game="sulkydrom", options={})
    letters = (await rig.open_tote(table_id)).offer.horses
    for letter in letters:
        await bet(rig, table_id, horses=[letter], stake=10)
    await bet(rig, table_id, EMIL, Pool.PLACE, [letters[0]], stake=500)

    await rig.start(table_id)

    assert len(letters) == 8
    assert (await rig.tables.database.read(tote_commands.odds, table_id)).pools[Pool.WIN].gross == 20
    assert await wallet(rig, DORA) == 5000 - 20
    offer = (await rig.open_tote(table_id)).offer
    assert [*offer.pools] == [Pool.WIN, Pool.EXACTA]  # of two runners both are placed: nothing could be lost
    assert await rig.audit() == []


@pytest.mark.parametrize("is_run", [False, True], ids=["in the lobby", "in the race"])
async def test_a_table_that_is_called_off_gives_every_bet_back(rig: TableRig, is_run: bool) -> None:
    await rig.played(DORA, EMIL)
    table_id = await rig.lobby(people=2)
    await bet(rig, table_id, DORA, stake=1234)
    await bet(rig, table_id, EMIL, Pool.QUINELLA)
    if is_run:
        await rig.start(table_id)
    await rig.tables.step(
        day_commands.cancel, table_id, ANA.user_id, may_manage=True
    ) if is_run else await rig.tables.step(lobby_commands.leave, table_id, ANA.user_id)
    if not is_run:
        assert (await rig.tables.database.read(tote_commands.odds, table_id)).pools[
            Pool.WIN
        ].gross == 1234  # Ben is there yet
        await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    assert await wallet(rig, DORA) == 5000
    assert await wallet(rig, EMIL) == 5000
    assert (await rig.tables.database.read(tote_commands.report, table_id, 1)).status is RaceStatus.REFUNDED
    assert (await rig.table(table_id)).tote == 0
    assert await rig.audit() == []


@pytest.mark.parametrize("game", WITH_TOTE)
@pytest.mark.parametrize("ending", ["host", "manager", "agreed", "homeless"])
async def test_a_race_that_is_off_is_settled_as_its_horses_stand_whatever_ends_the_table(
    rig: TableRig, game: str, ending: str
) -> None:
    table_id = await rig.race(people=2, computers=1, game=game, edition=None)
    runners = runners_of(game)
    horses = (await rig.open_tote(table_id)).offer.horses
    for horse in horses:
        await bet(rig, table_id, DORA, horses=[horse], stake=100)
    await play_until(rig, table_id, Random(4), lambda view: stands(runners, view, is_level=False))
    view = (await rig.standing(table_id)).view(None)
    assert view.result is None, "the race is being run"

    await end(rig, table_id, ending)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    report = await rig.tables.database.read(tote_commands.report, table_id, 1)
    assert report.status is RaceStatus.SETTLED
    assert {horse for group in report.finish for horse in group} == {*map(str, horses)}
    assert [[*group] for group in report.finish] == [*map(list, runners.as_they_stand(view))]
    assert {*report.pools[Pool.WIN].dividends} >= {f'["{horse}"]' for horse in report.finish[0]}
    assert await wallet(rig, DORA) < 5000
    assert (await rig.table(table_id)).tote == 0
    assert await rig.audit() == []


def stands(runners: Runners, view: Any, *, is_level: bool) -> bool:
    """Whether a race is run whose leaders are level, or that has one leader."""
    return runners.open_race(view) is None and (len(runners.as_they_stand(view)[0]) > 1) is is_level


@pytest.mark.parametrize("game", ["jockey", "jumpyjack", "turfe"])  # in Sulkydrom no two are level
@pytest.mark.parametrize("ending", ["host", "manager", "agreed", "homeless"])
async def test_a_race_that_is_broken_off_while_its_leaders_are_level_gives_every_bet_back(
    rig: TableRig, game: str, ending: str
) -> None:
    table_id = await rig.race(people=2, computers=1, game=game, edition=None)
    runners = runners_of(game)
    horses = (await rig.open_tote(table_id)).offer.horses
    for horse, stake in zip(horses, [4000, *[100] * 9], strict=False):
        await bet(rig, table_id, DORA, horses=[horse], stake=stake)
    await bet(rig, table_id, EMIL, Pool.EXACTA)
    await play_until(rig, table_id, Random(4), lambda view: stands(runners, view, is_level=True))

    await end(rig, table_id, ending)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert (await rig.tables.database.read(tote_commands.report, table_id, 1)).status is RaceStatus.REFUNDED
    assert [await wallet(rig, person) for person in (DORA, EMIL)] == [5000, 5000]
    assert {
        slip.returned
        for slip in await rig.tables.database.read(tote_commands.slips, table_id, 1, DORA.user_id)
    } == {Returned.NOT_RUN}
    assert await rig.audit() == []


async def test_who_has_bet_on_a_race_that_is_run_does_not_end_it(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id, DORA)
    other = await rig.race(people=2)
    await bet(rig, other, EMIL)
    for each in (table_id, other):
        await play_until(rig, each, Random(1), lambda view: view.phase == "racing" and view.last)

    wanted = rig.tables.step(day_commands.cancel, table_id, DORA.user_id, may_manage=True)
    assert await refusal(wanted) is Refusal.TOTE_HAS_BET
    assert (await rig.table(table_id)).status is Status.RUNNING
    assert await wallet(rig, DORA) == 4900
    await rig.tables.step(day_commands.cancel, table_id, EMIL.user_id, may_manage=True)
    assert (await rig.table(table_id)).status is Status.CANCELLED


async def test_a_driver_who_has_bet_on_a_race_that_is_run_does_not_agree_to_end_it(rig: TableRig) -> None:
    table_id = await rig.race(people=2, computers=1, game="sulkydrom", edition=None)
    own = (await rig.standing(table_id)).view(None).horses[0]
    await rig.played(ANA)
    await bet(rig, table_id, ANA, horses=[own])
    await play_until(rig, table_id, Random(1), lambda view: runners_of("sulkydrom").open_race(view) is None)

    assert (
        await refusal(rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id))
        is Refusal.TOTE_HAS_BET
    )
    await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
    assert await refusal(end(rig, table_id, "host alone")) is Refusal.TOTE_HAS_BET


async def test_who_has_bet_on_a_race_that_is_not_off_yet_may_end_its_table(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id, DORA)
    await rig.tables.step(day_commands.cancel, table_id, DORA.user_id, may_manage=True)
    assert await wallet(rig, DORA) == 5000


@pytest.mark.parametrize("game", WITH_TOTE)
async def test_the_tote_takes_no_bets_at_a_table_with_fewer_than_two_people(rig: TableRig, game: str) -> None:
    table_id = await rig.lobby(people=1, computers=3, game=game, options={})
    horses = runners_of(game).entered((await rig.table(table_id)).edition)
    assert await rig.open_tote(table_id) is None
    assert await refusal(bet(rig, table_id, horses=horses[:1])) is Refusal.TOTE_TOO_FEW

    await rig.start(table_id)

    running = runners_of(game).running((await rig.standing(table_id)).view(None))
    assert await rig.open_tote(table_id) is None
    assert await refusal(bet(rig, table_id, horses=running[:1])) is Refusal.TOTE_TOO_FEW


@pytest.mark.parametrize("game", WITH_TOTE)
async def test_bets_go_back_when_a_race_starts_with_fewer_than_two_people(rig: TableRig, game: str) -> None:
    table_id = await rig.lobby(people=2, computers=2, game=game, options={})
    for horse in (await rig.open_tote(table_id)).offer.horses:
        await bet(rig, table_id, horses=[horse], stake=50)
    await bet(rig, table_id, EMIL, Pool.EXACTA)
    await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    assert await wallet(rig, EMIL) == 4900
    await rig.start(table_id)

    assert [await wallet(rig, person) for person in (DORA, EMIL)] == [5000, 5000]
    (slip,) = await rig.tables.database.read(tote_commands.slips, table_id, 1, EMIL.user_id)
    assert slip.returned is Returned.TOO_FEW
    await play_until(rig, table_id, Random(2), lambda view: runners_of(game).open_race(view) is None)
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
    assert [await wallet(rig, person) for person in (DORA, EMIL)] == [5000, 5000]
    assert await rig.audit() == []


async def test_whoever_joins_a_lobby_that_others_left_gets_their_bets_back(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await bet(rig, table_id, CLEO)
    await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    await rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction())
    assert await wallet(rig, CLEO) == 5000


async def end(rig: TableRig, table_id: str, ending: str) -> None:
    """End a table of Ana's that runs, in one of all ways; Ben, who plays too, agrees where it takes that."""
    if ending in {"host", "agreed"} and len((await rig.table(table_id)).people) > 1:
        await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
    match ending:
        case "host" | "host alone":
            await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
        case "manager":
            await rig.tables.step(day_commands.cancel, table_id, CLEO.user_id, may_manage=True)
        case "agreed":
            await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        case "homeless":
            await guild_commands.bot_left(rig.tables, GUILD)
            await rig.run_out(table_id, "homeless")


def test_horses_at_home_come_first_those_level_are_a_dead_heat_and_those_out_come_last() -> None:
    stand = {game: runners_of(game).as_they_stand for game in WITH_TOTE}
    spots = [View(lane=lane, space=space) for lane, space in ((1, 9), (2, 4), (3, 9), (4, 12))]
    assert stand["turfe"](View(horses="abcd", places=spots, home="d")) == [["d"], ["a", "c"], ["b"]]
    assert stand["jumpyjack"](
        View(horses="abcde", places=(30, 7, -1, 12, 12), podium=("a", None, None, None, "c"))
    ) == [["a"], ["d", "e"], ["b"], ["c"]]
    for game in ("jockey", "sulkydrom"):
        assert stand[game](View(horses="abc", positions=(2, 1, 2))) == [["b"], ["a", "c"]]


async def test_bets_on_a_race_that_has_not_begun_go_back_also_after_another_one(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=2, computers=1, game="turfe", edition=None), Random(1)
    await play_until(rig, table_id, luck, lambda view: view.race == 2)
    await bet(rig, table_id)
    await end(rig, table_id, "host")
    assert (await rig.tables.database.read(tote_commands.report, table_id, 2)).status is RaceStatus.REFUNDED
    assert await wallet(rig, DORA) == 5000
    assert await rig.audit() == []


async def test_a_host_who_has_company_does_not_end_a_race_alone_that_was_bet_on(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id)
    await play_until(
        rig, table_id, Random(1), lambda view: stands(runners_of("jockey"), view, is_level=False)
    )
    assert await refusal(end(rig, table_id, "host alone")) is Refusal.NEEDS_EVERYBODY
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    assert (await rig.table(table_id)).status is Status.RUNNING
    await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
    assert (await rig.tables.database.read(tote_commands.report, table_id, 1)).status is RaceStatus.SETTLED


async def test_a_press_that_comes_twice_bets_once(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    for _ in range(3):
        await bet(rig, table_id, stake=100, key=77)
    assert await wallet(rig, DORA) == 4900


async def test_a_bet_that_is_refused_leaves_nothing(rig: TableRig) -> None:
    await rig.played(DORA, EMIL)
    table_id = await rig.lobby(people=2)
    before = await rig.everything()
    assert await refusal(bet(rig, table_id, stake=5001)) is Refusal.TOTE_WALLET
    assert await refusal(bet(rig, table_id, stake=0)) is Refusal.TOTE_STAKE
    assert await refusal(bet(rig, table_id, stake=10**15 + 1)) is Refusal.TOTE_STAKE
    assert await refusal(bet(rig, table_id, horses=["nobody"])) is Refusal.TOTE_NO_SUCH_BET
    assert await rig.everything() == before


async def test_a_newcomer_bets_only_what_they_have_won(rig: TableRig) -> None:
    new = Person(999, "Nina")
    table_id = await rig.lobby(people=2)
    with pytest.raises(Refused) as refused:
        await bet(rig, table_id, new, stake=1)
    assert (refused.value.reason, refused.value.facts) == (Refusal.TOTE_NEWCOMER, {"days": 3, "left": 0})
    with writing(rig.database) as db:
        granted = bank.Act(1, GUILD, 1, new.user_id, bank.ActKind.GRANT, 300, "", rig.time)
        bank.grant(db, granted)
    await bet(rig, table_id, new, stake=200, key=7)
    await bet(rig, table_id, new, stake=200, key=7)  # the same press
    with pytest.raises(Refused) as refused:
        await bet(rig, table_id, new, stake=101)
    assert refused.value.facts["left"] == 100

    await rig.played(new)

    await bet(rig, table_id, new, stake=5100)
    assert await wallet(rig, new) == 0
    assert await rig.audit() == []


async def test_neither_leaderboard_nor_profile_tells_who_has_bet_or_how_much(rig: TableRig) -> None:
    await rig.played(DORA, EMIL)

    async def seen() -> list[object]:
        with reading(rig.database) as db:
            profile = bank.balance(db, GUILD, DORA.user_id).worth
            worths = board(db, GUILD, By.WORTH, "", Since.ALL, 1, EMIL.user_id, rig.time)
        return [profile, worths]

    with writing(rig.database) as db:
        for person in (DORA, EMIL):
            act = bank.Act(person.user_id, GUILD, 1, person.user_id, bank.ActKind.GRANT, 1, "", rig.time)
            bank.grant(db, act)
    table_id, other = await rig.race(people=2), await rig.lobby(people=2)
    before = await seen()
    await bet(rig, table_id, stake=700)
    await bet(rig, other, stake=20)
    await bet(rig, table_id, EMIL)
    assert await seen() == before
    await play_until(rig, table_id, Random(1), lambda view: view.phase == "racing" and view.last)
    assert await seen() == before, "the race is run, and nobody has won or lost yet"
    with reading(rig.database) as db:
        assert bank.balance(db, GUILD, DORA.user_id)[:] == (4281, 0, 0, 720)

    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)

    assert await seen() == before


async def test_nobody_loses_first_coins_to_a_friend_again_and_again_by_being_forgotten(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await bet(rig, table_id, EMIL, horses=["blue"], stake=10)
    for _ in range(3):
        with writing(rig.database) as db:
            erasure.erase(db, rig.tables.games, DORA.user_id, rig.time, lambda _, seat: f"Player {seat}")
        assert await refusal(bet(rig, table_id, horses=["red"], stake=1)) is Refusal.TOTE_NEWCOMER
    pool = (await rig.tables.database.read(tote_commands.odds, table_id)).pools[Pool.WIN]
    assert pool.gross == 10
    assert await rig.audit() == []


async def test_no_tote_where_there_are_no_coins_or_no_horses(rig: TableRig) -> None:
    newmarket = await rig.lobby(people=3, game="newmarket", options={})
    assert await rig.open_tote(newmarket) is None
    assert await refusal(bet(rig, newmarket, horses=["x"])) is Refusal.NO_TOTE
    table_id = await rig.lobby(people=2)
    await rig.set_up_server(money=False)
    assert await rig.open_tote(table_id) is None
    assert await refusal(bet(rig, table_id, horses=["red"])) is Refusal.NO_TOTE


async def test_the_takeout_is_what_the_server_had_set_with_the_first_bet(rig: TableRig) -> None:
    assert ServerSettings().takeout == 10
    await rig.set_up_server(takeout=20)
    table_id = await rig.lobby(people=2)
    await bet(rig, table_id)
    await rig.set_up_server(takeout=0)

    assert (await rig.open_tote(table_id)).takeout == 20
    with pytest.raises(ValueError, match="takeout"):
        ServerSettings(takeout=21)


def locks_in(statements: Sequence[str]) -> int:
    """Count the locks that are statements of their own: PostgreSQL's on a server's books."""
    return sum("pg_advisory_xact_lock" in each for each in statements)


async def test_a_move_asks_nothing_for_the_tote_while_nobody_has_bet(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    with counting(rig.database) as counted:
        await rig.decide(table_id, Random(1))
    assert not [each for each in counted.statements if "tote_" in each]


async def test_nothing_of_the_odds_or_the_close_follows_from_what_players_bet_in_secret(
    rig: TableRig,
) -> None:
    """Whatever is bet at the table, the pools show spectators' bets alone, and close with the first card."""
    seen = []
    for seed in range(3):
        table_id = await rig.race(people=2)
        await bet(rig, table_id, EMIL, horses=["red"], stake=10)
        shown = []
        while (await rig.tables.database.read(tote_commands.odds, table_id)).status is RaceStatus.OPEN:
            shown.append(await rig.tables.database.read(tote_commands.odds, table_id))
            await rig.decide(table_id, Random(seed))
        seen.append(shown)
    assert all(shown == seen[0] for shown in seen)
    assert len(seen[0]) == 3  # the start, and two secret bets: the third row is a card


async def test_what_a_person_has_bet_is_in_the_export_and_leads_to_nobody_once_it_is_erased(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id, DORA, stake=100, horses=["red"])
    await bet(rig, table_id, EMIL, stake=100, horses=["blue"])
    with reading(rig.database) as db:
        (told,) = kept_about(db, DORA.user_id)["bets"]
    assert (told["pool"], told["combination"], told["stake"], told["race"]) == ("win", ["red"], 100, 1)

    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, DORA.user_id, rig.time, lambda _, seat: f"Player {seat}")
    before = await rig.tables.database.read(tote_commands.odds, table_id)
    assert before.pools[Pool.WIN].gross == 100
    assert str(DORA.user_id) not in str((await rig.everything())["tote_bets"])
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)

    assert await wallet(rig, EMIL) == 5000
    assert await rig.audit() == []
    with reading(rig.database) as db:
        assert kept_about(db, DORA.user_id)["bets"] == []


async def test_bets_go_with_the_log_of_their_race_and_the_books_still_add_up(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await bet(rig, table_id, DORA)
    await rig.play_out(table_id, Random(3))
    with writing(rig.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    rig.time += 366 * DAY
    await Sweeper(rig.database, rig.clock.now, USUAL_RETENTION).sweep(rig.clock.now())

    kept = await rig.everything()
    assert [len(kept[name]) for name in ("tote_bets", "tote_sums", "tote_races")] == [0, 0, 1]
    assert await rig.audit() == []


async def test_a_day_that_moved_coins_of_the_tote_alone_is_known_by_its_game_for_ever(rig: TableRig) -> None:
    table_id, luck = (
        await rig.race(people=2, computers=1, game="turfe", options={"races": 2}, edition=None),
        Random(1),
    )
    horses = (await rig.open_tote(table_id)).offer.horses
    for person, horse in zip(PEOPLE[3:8], horses, strict=False):
        await bet(rig, table_id, person, horses=[horse])
    await play_until(rig, table_id, luck, lambda view: view.race > 1)
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    with writing(rig.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    rig.time += 366 * DAY
    await Sweeper(rig.database, rig.clock.now, USUAL_RETENTION).sweep(rig.clock.now())

    kept = await rig.everything()
    assert [len(kept[name]) for name in ("tables", "results", "tote_races")] == [1 + 3, 3 * 7, 1]
    assert await rig.audit() == []


async def test_bets_of_several_pools_are_each_their_own_account_until_they_are_settled(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    for pool in Pool:
        await bet(rig, table_id, DORA, pool, stake=10)
    with reading(rig.database) as db:
        held = dict(db.execute(select(accounts.c.account_id, accounts.c.balance)).all())
        made = db.scalars(select(movements.c.table_id).where(movements.c.reason == "bet"))
        assert {*made} == {None}  # else whatever a table's money is read by would read every bet
        assert len(db.execute(select(tote_bets)).all()) == 4
        assert len(db.execute(select(tote_races)).all()) == 1
    assert {held[f"tote:{GUILD}:{table_id}:1:{pool}"] for pool in Pool} == {10}
    assert tote.MOST == 10**15


async def test_however_many_have_bet_everybody_is_to_be_told_once_a_race(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    for race in (1, 2):
        for person in PEOPLE[3:8]:
            await bet(rig, table_id, person)
            await bet(rig, table_id, person)
        await play_until(rig, table_id, luck, lambda view, race=race: view.race > race)

        told = {post.user_id: post for post in await rig.posts(table_id) if post.kind is PostKind.TOTE}
        assert {*told} == {person.user_id for person in PEOPLE[3:8]}
        assert {(post.requested, post.moment) for post in told.values()} == {(race, race)}


async def test_nobody_who_is_forgotten_is_to_be_told(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=2), Random(3)
    await bet(rig, table_id, DORA)
    await bet(rig, table_id, EMIL)
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, EMIL.user_id, rig.time, lambda _, seat: f"Player {seat}")
    await play_until(rig, table_id, luck, lambda view: view.result is not None)

    told = [post.user_id for post in await rig.posts(table_id) if post.kind is PostKind.TOTE]
    assert told == [DORA.user_id]
    assert (await rig.tables.database.read(tote_commands.outcome, table_id, 1))[0].pools[
        Pool.WIN
    ].gross == 100


async def test_who_has_only_bet_is_called_as_the_last_time_they_did_until_they_are_forgotten(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(2)
    for name in ("Dora", "Dora the Brave"):
        horses = (await rig.open_tote(table_id)).offer.horses[:1]
        at = (table_id, DORA.user_id, Pool.WIN, horses, 100, rig.interaction())
        await rig.tables.step(tote_commands.bet, *at, name=name)

    async def called(guild: int) -> object:
        with reading(rig.database) as db:
            return names_of(db, guild, {ANA.user_id, DORA.user_id})

    assert await called(GUILD) == {DORA.user_id: "Dora the Brave"}
    assert await called(GUILD + 1) == {}
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, DORA.user_id, rig.time, lambda _, seat: f"Player {seat}")
    assert "Dora" not in repr(await rig.everything())


async def test_one_person_makes_a_bounded_number_of_bets_on_a_race_and_everybody_else_bets_on(
    rig: TableRig,
) -> None:
    table_id, last = await rig.lobby(people=2), 0
    for _ in range(tote.MOST_BETS):
        last = rig.interaction()
        await bet(rig, table_id, stake=1, key=last)
    before = await rig.everything()
    assert await refusal(bet(rig, table_id, stake=1)) is Refusal.TOTE_ENOUGH
    await bet(rig, table_id, stake=1, key=last)  # Discord sends a press twice
    assert await rig.everything() == before
    await bet(rig, table_id, EMIL, stake=1)


async def test_a_race_takes_a_bounded_number_of_bets_of_all_people_together(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(betting, "MOST_ON_A_RACE", 4)
    table_id, last = await rig.lobby(people=2), 0
    for who in (DORA, EMIL, PEOPLE[5]):
        last = rig.interaction()
        await bet(rig, table_id, who, horses=["red"], stake=1, key=last)
    await rig.tables.step(
        lobby_commands.join, table_id, DORA, rig.interaction()
    )  # a bet that goes back counts
    await bet(rig, table_id, EMIL, horses=["blue"], stake=1)
    before = await rig.everything()
    assert await refusal(bet(rig, table_id, PEOPLE[6], stake=1)) is Refusal.TOTE_FULL
    await bet(rig, table_id, PEOPLE[5], horses=["red"], stake=1, key=last)  # Discord sends a press twice
    assert await rig.everything() == before
    assert await rig.audit() == []
    other = await rig.lobby(people=2)
    await bet(rig, other, PEOPLE[6], stake=1)
