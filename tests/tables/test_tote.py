"""The tote at tables: when it is open, who may bet, and what becomes of bets with the table's own steps."""

from __future__ import annotations

import asyncio
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
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, SHORT_EDITIONS, with_standing
from tests.tables.rules import Rules, at_once

DORA, EMIL = PEOPLE[3:5]
WITH_TOTE = ("jockey", "jumpyjack", "sulkydrom", "turfe")


@pytest.fixture(autouse=True)
def _played(rules: Rules) -> None:
    """Nobody who bets is a newcomer."""
    rules.played(*PEOPLE[1:8])


def bet(
    rules: Rules,
    table_id: str,
    who=DORA,
    pool: Pool = Pool.WIN,
    horses: Sequence[str] | None = None,
    stake: int = 100,
    key: int | None = None,
) -> None:
    named = horses or rules.open_tote(table_id).offer.horses[: pool.horses]
    rules.tables.step(
        tote_commands.bet, table_id, who.user_id, pool, named, stake, key or rules.interaction()
    )


def refusal(wanted, *facts: Any, **named: Any) -> Refusal:
    with pytest.raises(Refused) as refused:
        wanted(*facts, **named)
    return refused.value.reason


def wallet(rules: Rules, person) -> int:
    with reading(rules.database) as db:
        key = f"wallet:{GUILD}:{person.user_id}"
        return db.scalar(select(accounts.c.balance).where(accounts.c.account_id == key))


def tote_profit(rules: Rules, person, game: str) -> int:
    """Return what the leaderboard of tote profit says of somebody, of one game and for ever."""
    with reading(rules.database) as db:
        found = board(db, GUILD, By.TOTE, game, Since.ALL, 1, person.user_id, rules.time)
        return found.own.value


def play_until(rules: Rules, table_id: str, luck: Random, is_there) -> None:
    """Play at random until something holds of the race's view for everyone, or the table is over."""
    for _ in range(4000):
        table, standing = at_once(with_standing(rules.tables.whole, table_id))
        if table.status is not Status.RUNNING or is_there(standing.view(None)):
            return
        assert rules.decide(table_id, luck) is not None
    pytest.fail("it never came to that")


def test_every_game_with_horses_has_a_tote_and_newmarket_has_none() -> None:
    assert {title.key for title in titles() if title.runners} == {*WITH_TOTE}
    assert runners_of("newmarket") is None


@pytest.mark.parametrize("game", WITH_TOTE)
def test_it_is_open_from_the_lobby_until_the_first_move_and_settles_with_the_race(
    rules: Rules, game: str
) -> None:
    luck, runners = Random(3), runners_of(game)
    rules.played(DORA, EMIL)
    table_id = rules.lobby(people=3, game=game, options={})
    entered = rules.open_tote(table_id).offer
    assert entered.race == 1
    assert len(entered.horses) >= 4
    rules.start(table_id)
    offer = rules.open_tote(table_id).offer
    for horse in offer.horses:
        bet(rules, table_id, horses=[horse], stake=200)
    play_until(rules, table_id, luck, lambda view: runners.open_race(view) is None)
    assert refusal(bet, rules, table_id, horses=[offer.horses[0]]) is Refusal.TOTE_CLOSED
    assert rules.tables.database.read(tote_commands.odds, table_id).status is RaceStatus.CLOSED
    assert wallet(rules, DORA) == 5000 - 200 * len(offer.horses)

    play_until(rules, table_id, luck, lambda view: view.result is not None)

    report = rules.tables.database.read(tote_commands.report, table_id, 1)
    gross = 200 * len(offer.horses)
    dividend = (
        20 * (gross - gross // 10) // 200
    )  # what the pool is without its tenth, for each coin on the winner
    assert report.status is RaceStatus.SETTLED
    assert wallet(rules, DORA) == 5000 - gross + 200 * dividend // 20
    assert report.pools[Pool.WIN].dividends[f'["{report.finish[0][0]}"]'] == dividend
    assert rules.table(table_id).tote == 0
    assert tote_profit(rules, DORA, game) == 200 * dividend // 20 - gross
    assert rules.audit() == []


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


def test_the_tote_of_jumpy_jack_closes_in_the_step_that_shows_the_first_throw(rules: Rules) -> None:
    luck = Random(2)
    table_id = rules.race(people=3, game="jumpyjack", options={"target": 30}, edition=None)
    for race in (1, 2):
        bet(rules, table_id)
        play_until(rules, table_id, luck, lambda view: view.value is not None)

        report = rules.tables.database.read(tote_commands.report, table_id, race)
        assert report.status is RaceStatus.CLOSED
        assert refusal(bet, rules, table_id, who=EMIL, horses=["red"]) is Refusal.TOTE_CLOSED
        play_until(rules, table_id, luck, lambda view, race=race: view.race > race)


def test_place_pays_and_pairs_are_returned_where_the_game_ended_before_a_second_horse_came_home(
    rules: Rules,
) -> None:
    """The points of a first place are the goal, so the first horse home ends race and game."""
    rules.played(DORA)
    edition = {**SHORT_EDITIONS["sulkydrom"], "points": [64, 32, 16, 8, 4, 2, 1, 0]}
    table_id = rules.race(people=3, game="sulkydrom", options={"goal": "minor"}, edition=edition)
    horses = rules.open_tote(table_id).offer.horses
    for horse in horses:
        bet(rules, table_id, horses=[horse], stake=200)
        bet(rules, table_id, horses=[horse], pool=Pool.PLACE)
    bet(rules, table_id, horses=horses[:2], pool=Pool.EXACTA)
    bet(rules, table_id, horses=horses[:2], pool=Pool.QUINELLA)
    play_until(rules, table_id, Random(3), lambda _: False)

    assert rules.table(table_id).status is Status.FINISHED
    report = rules.tables.database.read(tote_commands.report, table_id, 1)
    ((first,),) = report.finish
    assert report.status is RaceStatus.SETTLED
    paid = {pool: {key: each for key, each in report.pools[pool].dividends.items() if each} for pool in Pool}
    assert paid[Pool.WIN] == {f'["{first}"]': 20 * 540 // 200}
    assert paid[Pool.PLACE] == {f'["{first}"]': 20 * 270 // 100}
    assert [pool for pool, each in report.pools.items() if each.is_refunded] == [Pool.EXACTA, Pool.QUINELLA]
    assert rules.audit() == []


def test_the_tote_of_the_next_race_opens_with_the_end_of_the_one_before(rules: Rules) -> None:
    table_id, luck = rules.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    bet(rules, table_id)
    play_until(rules, table_id, luck, lambda view: view.race == 2)

    assert rules.open_tote(table_id).offer.race == 2
    bet(rules, table_id, stake=50)
    assert rules.tables.database.read(tote_commands.odds, table_id).race == 2
    play_until(rules, table_id, luck, lambda _: False)

    assert [rules.tables.database.read(tote_commands.report, table_id, race).status for race in (1, 2)] == [
        RaceStatus.SETTLED
    ] * 2
    assert rules.audit() == []


def test_who_has_a_seat_bets_on_nothing(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    assert refusal(bet, rules, table_id, BEN) is Refusal.TOTE_NOT_FOR_YOU
    rules.start(table_id)
    assert refusal(bet, rules, table_id, BEN) is Refusal.TOTE_NOT_FOR_YOU


@pytest.mark.parametrize("game", ["jockey", "turfe"])
@pytest.mark.parametrize("ending", ["handed back", "taken back", "left"])
def test_whoever_had_a_seat_in_their_hands_and_saw_its_cards_bets_on_nothing_there(
    rules: Rules, game: str, ending: str
) -> None:
    table_id = rules.race(people=3, game=game, **({} if game == "jockey" else {"edition": None}))
    rules.hand_over(table_id, ANA.user_id, DORA.user_id)
    assert refusal(bet, rules, table_id, DORA) is Refusal.TOTE_NOT_FOR_YOU
    match ending:
        case "handed back":
            rules.hand_over(table_id, DORA.user_id, ANA.user_id)
        case "taken back":
            rules.tables.step(seat_commands.come_back, table_id, ANA.user_id)
        case _:
            rules.tables.step(seat_commands.stand_up, table_id, DORA.user_id)

    assert refusal(bet, rules, table_id, DORA) is Refusal.TOTE_STOOD_IN
    bet(rules, table_id, EMIL)
    assert (refusal(bet, rules, table_id, ANA)) is Refusal.TOTE_NOT_FOR_YOU


def test_who_stood_in_during_a_race_bets_on_none_that_follows_it_for_cards_may_be_kept(
    rules: Rules,
) -> None:
    table_id, luck = rules.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    for _ in range(2):  # noted once
        rules.hand_over(table_id, ANA.user_id, DORA.user_id)
        rules.hand_over(table_id, DORA.user_id, ANA.user_id)
    assert len(rules.everything()["stood_in"]) == 1
    play_until(rules, table_id, luck, lambda view: view.race == 2)
    assert refusal(bet, rules, table_id, DORA) is Refusal.TOTE_STOOD_IN
    elsewhere = rules.lobby(people=2)
    bet(rules, elsewhere, DORA)


def test_that_somebody_stood_in_is_in_their_export_and_goes_with_their_data(rules: Rules) -> None:
    left, held = rules.race(people=2), rules.race(people=2)
    rules.hand_over(left, ANA.user_id, DORA.user_id)
    rules.hand_over(left, DORA.user_id, ANA.user_id)
    rules.hand_over(held, ANA.user_id, DORA.user_id)
    with reading(rules.database) as db:
        assert kept_about(db, DORA.user_id)["stood_in"] == [left]
        assert kept_about(db, ANA.user_id)["stood_in"] == []
    with writing(rules.database) as db:
        erasure.erase(db, rules.tables.games, DORA.user_id, rules.time, lambda _, seat: f"Player {seat}")
    assert rules.everything()["stood_in"] == []


def test_a_driver_bets_on_the_own_horse_alone(rules: Rules) -> None:
    table_id = rules.lobby(people=3, game="sulkydrom", options={})
    assert refusal(bet, rules, table_id, BEN) is Refusal.TOTE_NOT_FOR_YOU
    rules.start(table_id)
    _, standing = at_once(with_standing(rules.tables.whole, table_id))
    own, other = standing.view(None).horses[1], standing.view(None).horses[0]

    assert refusal(bet, rules, table_id, BEN, horses=[other]) is Refusal.TOTE_NOT_FOR_YOU
    assert refusal(bet, rules, table_id, BEN, Pool.EXACTA, [own, other]) is Refusal.TOTE_NOT_FOR_YOU
    bet(rules, table_id, BEN, horses=[own])


def test_whoever_sits_down_gets_their_bets_back_at_once(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    bet(rules, table_id, CLEO, stake=300)
    bet(rules, table_id, DORA, stake=100)

    rules.tables.step(lobby_commands.join, table_id, CLEO, rules.interaction())

    assert wallet(rules, CLEO) == 5000
    assert rules.tables.database.read(tote_commands.odds, table_id).pools[Pool.WIN].gross == 100
    (slip,) = rules.tables.database.read(tote_commands.slips, table_id, 1, CLEO.user_id)
    assert (slip.returned, slip.paid) == (Returned.SEATED, 300)
    assert rules.audit() == []


def test_a_seat_is_not_handed_to_somebody_with_a_bet_on_a_race_that_is_run(rules: Rules) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id, CLEO)
    bet(rules, table_id, DORA, stake=70)
    rules.hand_over(table_id, BEN.user_id, CLEO.user_id)
    assert wallet(rules, CLEO) == 5000
    play_until(rules, table_id, Random(1), lambda view: view.phase == "racing" and view.last)

    assert refusal(rules.hand_over, table_id, ANA.user_id, DORA.user_id) is Refusal.TOTE_BETS
    assert rules.tables.step(seat_commands.offer, table_id, ANA.user_id, DORA.user_id), (
        "who offers hears of no bets"
    )
    rules.hand_over(table_id, ANA.user_id, EMIL.user_id)


def test_an_offered_seat_costs_nobody_a_bet_before_they_accept_it(rules: Rules) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id, CLEO)
    for _ in range(3):
        rules.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    assert wallet(rules, CLEO) == 4900
    rules.tables.step(seat_commands.end_offer, table_id, CLEO.user_id, 1)
    bet(rules, table_id, CLEO)
    assert refusal(rules.tables.step, seat_commands.accept, table_id, CLEO.user_id, 1) is Refusal.NO_OFFER
    assert wallet(rules, CLEO) == 4800
    rules.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    rules.tables.step(seat_commands.accept, table_id, CLEO.user_id, 1)
    assert wallet(rules, CLEO) == 5000


def test_a_seat_is_handed_to_whoever_had_all_their_bets_back(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    bet(rules, table_id, CLEO)
    bet(rules, table_id, DORA)
    rules.tables.step(lobby_commands.join, table_id, CLEO, rules.interaction())
    rules.tables.step(lobby_commands.leave, table_id, CLEO.user_id)
    rules.start(table_id)
    play_until(rules, table_id, Random(1), lambda view: view.phase == "racing" and view.last)

    rules.hand_over(table_id, ANA.user_id, CLEO.user_id)

    assert rules.table(table_id).seat_of(CLEO.user_id)


def test_bets_on_horses_that_do_not_run_go_back_with_the_start(rules: Rules) -> None:
    table_id = rules.lobby(people=2, game="sulkydrom", options={})
    letters = rules.open_tote(table_id).offer.horses
    for letter in letters:
        bet(rules, table_id, horses=[letter], stake=10)
    bet(rules, table_id, EMIL, Pool.PLACE, [letters[0]], stake=500)

    rules.start(table_id)

    assert len(letters) == 8
    assert rules.tables.database.read(tote_commands.odds, table_id).pools[Pool.WIN].gross == 20
    assert wallet(rules, DORA) == 5000 - 20
    offer = rules.open_tote(table_id).offer
    assert [*offer.pools] == [Pool.WIN, Pool.EXACTA]  # of two runners both are placed: nothing could be lost
    assert rules.audit() == []


@pytest.mark.parametrize("is_run", [False, True], ids=["in the lobby", "in the race"])
def test_a_table_that_is_called_off_gives_every_bet_back(rules: Rules, is_run: bool) -> None:
    rules.played(DORA, EMIL)
    table_id = rules.lobby(people=2)
    bet(rules, table_id, DORA, stake=1234)
    bet(rules, table_id, EMIL, Pool.QUINELLA)
    if is_run:
        rules.start(table_id)
    rules.tables.step(
        day_commands.cancel, table_id, ANA.user_id, may_manage=True
    ) if is_run else rules.tables.step(lobby_commands.leave, table_id, ANA.user_id)
    if not is_run:
        assert (
            rules.tables.database.read(tote_commands.odds, table_id).pools[Pool.WIN].gross == 1234
        )  # Ben is there yet
        rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    assert wallet(rules, DORA) == 5000
    assert wallet(rules, EMIL) == 5000
    assert rules.tables.database.read(tote_commands.report, table_id, 1).status is RaceStatus.REFUNDED
    assert rules.table(table_id).tote == 0
    assert rules.audit() == []


@pytest.mark.parametrize("game", WITH_TOTE)
@pytest.mark.parametrize("ending", ["host", "manager", "agreed", "homeless"])
def test_a_race_that_is_off_is_settled_as_its_horses_stand_whatever_ends_the_table(
    rules: Rules, game: str, ending: str
) -> None:
    table_id = rules.race(people=2, computers=1, game=game, edition=None)
    runners = runners_of(game)
    horses = rules.open_tote(table_id).offer.horses
    for horse in horses:
        bet(rules, table_id, DORA, horses=[horse], stake=100)
    play_until(rules, table_id, Random(4), lambda view: stands(runners, view, is_level=False))
    view = rules.standing(table_id).view(None)
    assert view.result is None, "the race is being run"

    end(rules, table_id, ending)

    assert rules.table(table_id).status is Status.CANCELLED
    report = rules.tables.database.read(tote_commands.report, table_id, 1)
    assert report.status is RaceStatus.SETTLED
    assert {horse for group in report.finish for horse in group} == {*map(str, horses)}
    assert [[*group] for group in report.finish] == [*map(list, runners.as_they_stand(view))]
    assert {*report.pools[Pool.WIN].dividends} >= {f'["{horse}"]' for horse in report.finish[0]}
    assert wallet(rules, DORA) < 5000
    assert rules.table(table_id).tote == 0
    assert rules.audit() == []


def stands(runners: Runners, view: Any, *, is_level: bool) -> bool:
    """Whether a race is run whose leaders are level, or that has one leader."""
    return runners.open_race(view) is None and (len(runners.as_they_stand(view)[0]) > 1) is is_level


@pytest.mark.parametrize("game", ["jockey", "jumpyjack", "turfe"])  # in Sulkydrom no two are level
@pytest.mark.parametrize("ending", ["host", "manager", "agreed", "homeless"])
def test_a_race_that_is_broken_off_while_its_leaders_are_level_gives_every_bet_back(
    rules: Rules, game: str, ending: str
) -> None:
    table_id = rules.race(people=2, computers=1, game=game, edition=None)
    runners = runners_of(game)
    horses = rules.open_tote(table_id).offer.horses
    for horse, stake in zip(horses, [4000, *[100] * 9], strict=False):
        bet(rules, table_id, DORA, horses=[horse], stake=stake)
    bet(rules, table_id, EMIL, Pool.EXACTA)
    play_until(rules, table_id, Random(4), lambda view: stands(runners, view, is_level=True))

    end(rules, table_id, ending)

    assert rules.table(table_id).status is Status.CANCELLED
    assert rules.tables.database.read(tote_commands.report, table_id, 1).status is RaceStatus.REFUNDED
    assert [wallet(rules, person) for person in (DORA, EMIL)] == [5000, 5000]
    assert {
        slip.returned for slip in rules.tables.database.read(tote_commands.slips, table_id, 1, DORA.user_id)
    } == {Returned.NOT_RUN}
    assert rules.audit() == []


def test_who_has_bet_on_a_race_that_is_run_does_not_end_it(rules: Rules) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id, DORA)
    other = rules.race(people=2)
    bet(rules, other, EMIL)
    for each in (table_id, other):
        play_until(rules, each, Random(1), lambda view: view.phase == "racing" and view.last)

    cancel = rules.tables.step, day_commands.cancel, table_id, DORA.user_id
    assert refusal(*cancel, may_manage=True) is Refusal.TOTE_HAS_BET
    assert rules.table(table_id).status is Status.RUNNING
    assert wallet(rules, DORA) == 4900
    rules.tables.step(day_commands.cancel, table_id, EMIL.user_id, may_manage=True)
    assert rules.table(table_id).status is Status.CANCELLED


def test_a_driver_who_has_bet_on_a_race_that_is_run_does_not_agree_to_end_it(rules: Rules) -> None:
    table_id = rules.race(people=2, computers=1, game="sulkydrom", edition=None)
    own = rules.standing(table_id).view(None).horses[0]
    rules.played(ANA)
    bet(rules, table_id, ANA, horses=[own])
    play_until(rules, table_id, Random(1), lambda view: runners_of("sulkydrom").open_race(view) is None)

    assert (
        refusal(rules.tables.step, day_commands.vote_to_stop, table_id, ANA.user_id) is Refusal.TOTE_HAS_BET
    )
    rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
    assert refusal(end, rules, table_id, "host alone") is Refusal.TOTE_HAS_BET


def test_who_has_bet_on_a_race_that_is_not_off_yet_may_end_its_table(rules: Rules) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id, DORA)
    rules.tables.step(day_commands.cancel, table_id, DORA.user_id, may_manage=True)
    assert wallet(rules, DORA) == 5000


@pytest.mark.parametrize("game", WITH_TOTE)
def test_the_tote_takes_no_bets_at_a_table_with_fewer_than_two_people(rules: Rules, game: str) -> None:
    table_id = rules.lobby(people=1, computers=3, game=game, options={})
    horses = runners_of(game).entered(rules.table(table_id).edition)
    assert rules.open_tote(table_id) is None
    assert refusal(bet, rules, table_id, horses=horses[:1]) is Refusal.TOTE_TOO_FEW

    rules.start(table_id)

    running = runners_of(game).running(rules.standing(table_id).view(None))
    assert rules.open_tote(table_id) is None
    assert refusal(bet, rules, table_id, horses=running[:1]) is Refusal.TOTE_TOO_FEW


@pytest.mark.parametrize("game", WITH_TOTE)
def test_bets_go_back_when_a_race_starts_with_fewer_than_two_people(rules: Rules, game: str) -> None:
    table_id = rules.lobby(people=2, computers=2, game=game, options={})
    for horse in rules.open_tote(table_id).offer.horses:
        bet(rules, table_id, horses=[horse], stake=50)
    bet(rules, table_id, EMIL, Pool.EXACTA)
    rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    assert wallet(rules, EMIL) == 4900
    rules.start(table_id)

    assert [wallet(rules, person) for person in (DORA, EMIL)] == [5000, 5000]
    (slip,) = rules.tables.database.read(tote_commands.slips, table_id, 1, EMIL.user_id)
    assert slip.returned is Returned.TOO_FEW
    play_until(rules, table_id, Random(2), lambda view: runners_of(game).open_race(view) is None)
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
    assert [wallet(rules, person) for person in (DORA, EMIL)] == [5000, 5000]
    assert rules.audit() == []


def test_whoever_joins_a_lobby_that_others_left_gets_their_bets_back(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    bet(rules, table_id, CLEO)
    rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    rules.tables.step(lobby_commands.join, table_id, CLEO, rules.interaction())
    assert wallet(rules, CLEO) == 5000


def end(rules: Rules, table_id: str, ending: str) -> None:
    """End a table of Ana's that runs, in one of all ways; Ben, who plays too, agrees where it takes that."""
    if ending in {"host", "agreed"} and len(rules.table(table_id).people) > 1:
        rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
    match ending:
        case "host" | "host alone":
            rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
        case "manager":
            rules.tables.step(day_commands.cancel, table_id, CLEO.user_id, may_manage=True)
        case "agreed":
            rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        case "homeless":
            at_once(guild_commands.bot_left(rules.tables.whole, GUILD))
            rules.run_out(table_id, "homeless")


def test_horses_at_home_come_first_those_level_are_a_dead_heat_and_those_out_come_last() -> None:
    stand = {game: runners_of(game).as_they_stand for game in WITH_TOTE}
    spots = [View(lane=lane, space=space) for lane, space in ((1, 9), (2, 4), (3, 9), (4, 12))]
    assert stand["turfe"](View(horses="abcd", places=spots, home="d")) == [["d"], ["a", "c"], ["b"]]
    assert stand["jumpyjack"](
        View(horses="abcde", places=(30, 7, -1, 12, 12), podium=("a", None, None, None, "c"))
    ) == [["a"], ["d", "e"], ["b"], ["c"]]
    for game in ("jockey", "sulkydrom"):
        assert stand[game](View(horses="abc", positions=(2, 1, 2))) == [["b"], ["a", "c"]]


def test_bets_on_a_race_that_has_not_begun_go_back_also_after_another_one(rules: Rules) -> None:
    table_id, luck = rules.race(people=2, computers=1, game="turfe", edition=None), Random(1)
    play_until(rules, table_id, luck, lambda view: view.race == 2)
    bet(rules, table_id)
    end(rules, table_id, "host")
    assert rules.tables.database.read(tote_commands.report, table_id, 2).status is RaceStatus.REFUNDED
    assert wallet(rules, DORA) == 5000
    assert rules.audit() == []


def test_a_host_who_has_company_does_not_end_a_race_alone_that_was_bet_on(rules: Rules) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id)
    play_until(rules, table_id, Random(1), lambda view: stands(runners_of("jockey"), view, is_level=False))
    assert refusal(end, rules, table_id, "host alone") is Refusal.NEEDS_EVERYBODY
    rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    assert rules.table(table_id).status is Status.RUNNING
    rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
    assert rules.tables.database.read(tote_commands.report, table_id, 1).status is RaceStatus.SETTLED


def test_a_press_that_comes_twice_bets_once(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    for _ in range(3):
        bet(rules, table_id, stake=100, key=77)
    assert wallet(rules, DORA) == 4900


def test_a_bet_that_is_refused_leaves_nothing(rules: Rules) -> None:
    rules.played(DORA, EMIL)
    table_id = rules.lobby(people=2)
    before = rules.everything()
    assert refusal(bet, rules, table_id, stake=5001) is Refusal.TOTE_WALLET
    assert refusal(bet, rules, table_id, stake=0) is Refusal.TOTE_STAKE
    assert refusal(bet, rules, table_id, stake=10**15 + 1) is Refusal.TOTE_STAKE
    assert refusal(bet, rules, table_id, horses=["nobody"]) is Refusal.TOTE_NO_SUCH_BET
    assert rules.everything() == before


def test_a_newcomer_bets_only_what_they_have_won(rules: Rules) -> None:
    new = Person(999, "Nina")
    table_id = rules.lobby(people=2)
    with pytest.raises(Refused) as refused:
        bet(rules, table_id, new, stake=1)
    assert (refused.value.reason, refused.value.facts) == (Refusal.TOTE_NEWCOMER, {"days": 3, "left": 0})
    with writing(rules.database) as db:
        granted = bank.Act(1, GUILD, 1, new.user_id, bank.ActKind.GRANT, 300, "", rules.time)
        bank.grant(db, granted)
    bet(rules, table_id, new, stake=200, key=7)
    bet(rules, table_id, new, stake=200, key=7)  # the same press
    with pytest.raises(Refused) as refused:
        bet(rules, table_id, new, stake=101)
    assert refused.value.facts["left"] == 100

    rules.played(new)

    bet(rules, table_id, new, stake=5100)
    assert wallet(rules, new) == 0
    assert rules.audit() == []


def test_neither_leaderboard_nor_profile_tells_who_has_bet_or_how_much(rules: Rules) -> None:
    rules.played(DORA, EMIL)

    def seen() -> list[object]:
        with reading(rules.database) as db:
            profile = bank.balance(db, GUILD, DORA.user_id).worth
            worths = board(db, GUILD, By.WORTH, "", Since.ALL, 1, EMIL.user_id, rules.time)
        return [profile, worths]

    with writing(rules.database) as db:
        for person in (DORA, EMIL):
            act = bank.Act(person.user_id, GUILD, 1, person.user_id, bank.ActKind.GRANT, 1, "", rules.time)
            bank.grant(db, act)
    table_id, other = rules.race(people=2), rules.lobby(people=2)
    before = seen()
    bet(rules, table_id, stake=700)
    bet(rules, other, stake=20)
    bet(rules, table_id, EMIL)
    assert seen() == before
    play_until(rules, table_id, Random(1), lambda view: view.phase == "racing" and view.last)
    assert seen() == before, "the race is run, and nobody has won or lost yet"
    with reading(rules.database) as db:
        assert bank.balance(db, GUILD, DORA.user_id)[:] == (4281, 0, 0, 720)

    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)

    assert seen() == before


def test_nobody_loses_first_coins_to_a_friend_again_and_again_by_being_forgotten(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    bet(rules, table_id, EMIL, horses=["blue"], stake=10)
    for _ in range(3):
        with writing(rules.database) as db:
            erasure.erase(db, rules.tables.games, DORA.user_id, rules.time, lambda _, seat: f"Player {seat}")
        assert refusal(bet, rules, table_id, horses=["red"], stake=1) is Refusal.TOTE_NEWCOMER
    pool = rules.tables.database.read(tote_commands.odds, table_id).pools[Pool.WIN]
    assert pool.gross == 10
    assert rules.audit() == []


def test_no_tote_where_there_are_no_coins_or_no_horses(rules: Rules) -> None:
    newmarket = rules.lobby(people=3, game="newmarket", options={})
    assert rules.open_tote(newmarket) is None
    assert refusal(bet, rules, newmarket, horses=["x"]) is Refusal.NO_TOTE
    table_id = rules.lobby(people=2)
    rules.set_up_server(money=False)
    assert rules.open_tote(table_id) is None
    assert refusal(bet, rules, table_id, horses=["red"]) is Refusal.NO_TOTE


def test_the_takeout_is_what_the_server_had_set_with_the_first_bet(rules: Rules) -> None:
    assert ServerSettings().takeout == 10
    rules.set_up_server(takeout=20)
    table_id = rules.lobby(people=2)
    bet(rules, table_id)
    rules.set_up_server(takeout=0)

    assert rules.open_tote(table_id).takeout == 20
    with pytest.raises(ValueError, match="takeout"):
        ServerSettings(takeout=21)


def test_nothing_of_the_odds_or_the_close_follows_from_what_players_bet_in_secret(
    rules: Rules,
) -> None:
    """Whatever is bet at the table, the pools show spectators' bets alone, and close with the first card."""
    seen = []
    for seed in range(3):
        table_id = rules.race(people=2)
        bet(rules, table_id, EMIL, horses=["red"], stake=10)
        shown = []
        while rules.tables.database.read(tote_commands.odds, table_id).status is RaceStatus.OPEN:
            shown.append(rules.tables.database.read(tote_commands.odds, table_id))
            rules.decide(table_id, Random(seed))
        seen.append(shown)
    assert all(shown == seen[0] for shown in seen)
    assert len(seen[0]) == 3  # the start, and two secret bets: the third row is a card


def test_what_a_person_has_bet_is_in_the_export_and_leads_to_nobody_once_it_is_erased(
    rules: Rules,
) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id, DORA, stake=100, horses=["red"])
    bet(rules, table_id, EMIL, stake=100, horses=["blue"])
    with reading(rules.database) as db:
        (told,) = kept_about(db, DORA.user_id)["bets"]
    assert (told["pool"], told["combination"], told["stake"], told["race"]) == ("win", ["red"], 100, 1)

    with writing(rules.database) as db:
        erasure.erase(db, rules.tables.games, DORA.user_id, rules.time, lambda _, seat: f"Player {seat}")
    before = rules.tables.database.read(tote_commands.odds, table_id)
    assert before.pools[Pool.WIN].gross == 100
    assert str(DORA.user_id) not in str(rules.everything()["tote_bets"])
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)

    assert wallet(rules, EMIL) == 5000
    assert rules.audit() == []
    with reading(rules.database) as db:
        assert kept_about(db, DORA.user_id)["bets"] == []


def test_bets_go_with_the_log_of_their_race_and_the_books_still_add_up(rules: Rules) -> None:
    table_id = rules.race(people=2)
    bet(rules, table_id, DORA)
    rules.play_out(table_id, Random(3))
    with writing(rules.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    rules.time += 366 * DAY
    asyncio.run(Sweeper(rules.database.whole, rules.clock.now, USUAL_RETENTION).sweep(rules.clock.now()))

    kept = rules.everything()
    assert [len(kept[name]) for name in ("tote_bets", "tote_sums", "tote_races")] == [0, 0, 1]
    assert rules.audit() == []


def test_a_day_that_moved_coins_of_the_tote_alone_is_known_by_its_game_for_ever(rules: Rules) -> None:
    table_id, luck = (
        rules.race(people=2, computers=1, game="turfe", options={"races": 2}, edition=None),
        Random(1),
    )
    horses = rules.open_tote(table_id).offer.horses
    for person, horse in zip(PEOPLE[3:8], horses, strict=False):
        bet(rules, table_id, person, horses=[horse])
    play_until(rules, table_id, luck, lambda view: view.race > 1)
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    with writing(rules.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    rules.time += 366 * DAY
    asyncio.run(Sweeper(rules.database.whole, rules.clock.now, USUAL_RETENTION).sweep(rules.clock.now()))

    kept = rules.everything()
    assert [len(kept[name]) for name in ("tables", "results", "tote_races")] == [1 + 3, 3 * 7, 1]
    assert rules.audit() == []


def test_bets_of_several_pools_are_each_their_own_account_until_they_are_settled(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    for pool in Pool:
        bet(rules, table_id, DORA, pool, stake=10)
    with reading(rules.database) as db:
        held = dict(db.execute(select(accounts.c.account_id, accounts.c.balance)).all())
        made = db.scalars(select(movements.c.table_id).where(movements.c.reason == "bet"))
        assert {*made} == {None}  # else whatever a table's money is read by would read every bet
        assert len(db.execute(select(tote_bets)).all()) == 4
        assert len(db.execute(select(tote_races)).all()) == 1
    assert {held[f"tote:{GUILD}:{table_id}:1:{pool}"] for pool in Pool} == {10}
    assert tote.MOST == 10**15


def test_however_many_have_bet_everybody_is_to_be_told_once_a_race(rules: Rules) -> None:
    table_id, luck = rules.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    for race in (1, 2):
        for person in PEOPLE[3:8]:
            bet(rules, table_id, person)
            bet(rules, table_id, person)
        play_until(rules, table_id, luck, lambda view, race=race: view.race > race)

        told = {post.user_id: post for post in rules.posts(table_id) if post.kind is PostKind.TOTE}
        assert {*told} == {person.user_id for person in PEOPLE[3:8]}
        assert {(post.requested, post.moment) for post in told.values()} == {(race, race)}


def test_nobody_who_is_forgotten_is_to_be_told(rules: Rules) -> None:
    table_id, luck = rules.race(people=2), Random(3)
    bet(rules, table_id, DORA)
    bet(rules, table_id, EMIL)
    with writing(rules.database) as db:
        erasure.erase(db, rules.tables.games, EMIL.user_id, rules.time, lambda _, seat: f"Player {seat}")
    play_until(rules, table_id, luck, lambda view: view.result is not None)

    told = [post.user_id for post in rules.posts(table_id) if post.kind is PostKind.TOTE]
    assert told == [DORA.user_id]
    assert rules.tables.database.read(tote_commands.outcome, table_id, 1)[0].pools[Pool.WIN].gross == 100


def test_who_has_only_bet_is_called_as_the_last_time_they_did_until_they_are_forgotten(
    rules: Rules,
) -> None:
    table_id = rules.lobby(2)
    for name in ("Dora", "Dora the Brave"):
        horses = rules.open_tote(table_id).offer.horses[:1]
        at = (table_id, DORA.user_id, Pool.WIN, horses, 100, rules.interaction())
        rules.tables.step(tote_commands.bet, *at, name=name)

    def called(guild: int) -> object:
        with reading(rules.database) as db:
            return names_of(db, guild, {ANA.user_id, DORA.user_id})

    assert called(GUILD) == {DORA.user_id: "Dora the Brave"}
    assert called(GUILD + 1) == {}
    with writing(rules.database) as db:
        erasure.erase(db, rules.tables.games, DORA.user_id, rules.time, lambda _, seat: f"Player {seat}")
    assert "Dora" not in repr(rules.everything())


def test_one_person_makes_a_bounded_number_of_bets_on_a_race_and_everybody_else_bets_on(
    rules: Rules,
) -> None:
    table_id, last = rules.lobby(people=2), 0
    for _ in range(tote.MOST_BETS):
        last = rules.interaction()
        bet(rules, table_id, stake=1, key=last)
    before = rules.everything()
    assert refusal(bet, rules, table_id, stake=1) is Refusal.TOTE_ENOUGH
    bet(rules, table_id, stake=1, key=last)  # Discord sends a press twice
    assert rules.everything() == before
    bet(rules, table_id, EMIL, stake=1)


def test_a_race_takes_a_bounded_number_of_bets_of_all_people_together(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(betting, "MOST_ON_A_RACE", 4)
    table_id, last = rules.lobby(people=2), 0
    for who in (DORA, EMIL, PEOPLE[5]):
        last = rules.interaction()
        bet(rules, table_id, who, horses=["red"], stake=1, key=last)
    rules.tables.step(lobby_commands.join, table_id, DORA, rules.interaction())  # a bet that goes back counts
    bet(rules, table_id, EMIL, horses=["blue"], stake=1)
    before = rules.everything()
    assert refusal(bet, rules, table_id, PEOPLE[6], stake=1) is Refusal.TOTE_FULL
    bet(rules, table_id, PEOPLE[5], horses=["red"], stake=1, key=last)  # Discord sends a press twice
    assert rules.everything() == before
    assert rules.audit() == []
    other = rules.lobby(people=2)
    bet(rules, other, PEOPLE[6], stake=1)
