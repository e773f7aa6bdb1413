"""Kept sums, boards, ratings and seasons: what is kept is what results and movements say, whatever the order."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from sqlalchemy import select, update

from bot import bank
from bot.bank import BankRefusal, BankRefused, tote
from bot.bank.standings import By, Fame, Since, board
from bot.bank.standings import seasons as season_rows
from bot.bank.standings.checking import summed_again, wrong_standings
from bot.bank.standings.ratings import NEW, Placed, Rating, rated, rated_again, rates_again
from bot.bank.tote import Bet, Pool, Race
from bot.db import Database
from bot.db.schema import fame, ratings, results, standings, tables
from tests import coins
from tests.bank.conftest import put_result, put_table
from tests.databases import reading, writing
from tests.exported import kept_in_books

GUILD, OTHER = 1, 2
ANN, BEN, CAT, DAN = 11, 22, 33, 44
NOW = int(datetime(2026, 11, 25, 12, tzinfo=UTC).timestamp() * 1000)  # a Wednesday
DAY = 24 * 60 * 60_000


def play(
    db,
    table: str,
    users: Sequence[int | None],
    scores: Sequence[int],
    *,
    guild: int = GUILD,
    game: str = "jockey",
    stake: int = 0,
    sides: Sequence[int] | None = None,
    now: int = NOW,
) -> None:
    """Play a game from its buy-ins to its result; each final capital is the score."""
    put_table(db, guild, table, stakes=bool(stake))
    if stake:
        bank.buy_in(db, guild, table, users, stake, now=now - 1000)
        bank.pay_out(db, guild, table, scores, now)
    bank.record_results(
        db, guild, table, game=game, users=users, scores=scores, merits=scores, sides=sides, now=now
    )
    put_table(db, guild, table, "finished")


def race_on(
    db,
    table: str,
    bets: dict[int, tuple[str, int]],
    winner: str,
    *,
    guild: int = GUILD,
    game: str = "jockey",
    number: int = 1,
    now: int = NOW,
) -> None:
    """Bet on the Win pool of a race of two horses, run it, and settle it."""
    put_table(db, guild, table)
    db.execute(update(tables).where(tables.c.table_id == table).values(game=game))
    race, horses = Race(guild, table, number), ("red", "blue")
    tote.open_race(db, race, horses, 10)
    for user, (horse, stake) in bets.items():
        made = Bet(race, user, Pool.WIN, tote.combination(Pool.WIN, [horse], horses), stake, f"{race} {user}")
        tote.bet(db, made, now)
    tote.settle(db, race, [[winner], [*{*horses} - {winner}]], now)


def whole_board(db, by: By):
    found = board(db, GUILD, by, "", Since.ALL, 1, ANN, NOW)
    assert found is not None
    return found


def values(db, by: By, since: Since = Since.ALL, game: str = "", guild: int = GUILD, now: int = NOW):
    found = board(db, guild, by, game, since, 1, ANN, now)
    assert found is not None
    return [(line.place, line.user, line.value) for line in found.lines]


def test_a_game_counts_for_its_day_its_week_its_month_and_all_time_in_its_game_and_in_all(db):
    play(db, "A", [ANN, BEN, None], [1500, 900, 600], stake=1000)
    play(db, "B", [ANN, BEN], [400, 1600], stake=1000, now=NOW - DAY)
    play(db, "C", [BEN, ANN], [5, 4], game="turfe", now=NOW - 3 * DAY)
    play(db, "D", [BEN, ANN], [5, 4], now=NOW - 40 * DAY)

    assert values(db, By.PROFIT) == [(1, BEN, 500), (2, ANN, -100)]
    assert values(db, By.PROFIT, Since.TODAY) == [(1, ANN, 500), (2, BEN, -100)]
    assert values(db, By.WINS, Since.TODAY) == [(1, ANN, 1), (2, BEN, 0)]
    assert values(db, By.WINS, Since.WEEK) == [(1, BEN, 1), (1, ANN, 1)]
    assert values(db, By.WINS, Since.MONTH) == [(1, BEN, 2), (2, ANN, 1)]
    assert values(db, By.WINS, Since.ALL) == [(1, BEN, 3), (2, ANN, 1)]
    assert values(db, By.WINS, Since.ALL, "turfe") == [(1, BEN, 1), (2, ANN, 0)]
    assert values(db, By.PROFIT, Since.ALL, "turfe") == [], "it was not played for coins"
    assert values(db, By.WINS, Since.TODAY, now=NOW + DAY) == []
    assert board(db, GUILD, By.WINS, "", Since.SEASON, 1, ANN, NOW) is None
    assert bank.audit(db) == []


def test_a_game_of_one_person_is_practice_and_counts_for_no_games_or_wins(db):
    play(db, "A", [ANN, None, None], [1500, 900, 600])
    play(db, "B", [ANN, BEN], [1, 2])
    assert [(line.user, line.value, line.games) for line in whole_board(db, By.WINS).lines] == [
        (BEN, 1, 1),
        (ANN, 0, 1),
    ]
    assert bank.audit(db) == []

    bank.forget(db, BEN, NOW)
    assert [(line.user, line.games) for line in whole_board(db, By.WINS).lines] == [(ANN, 1)]
    assert bank.audit(db) == [], "a game against somebody whose data is erased was no practice"


def test_the_days_and_weeks_of_utc_divide_and_weeks_begin_on_monday(db):
    monday = NOW - 2 * DAY - 12 * 60 * 60_000
    play(db, "A", [ANN, BEN], [2, 1], now=monday)
    play(db, "B", [BEN, ANN], [2, 1], now=monday - 1)
    assert values(db, By.WINS, Since.WEEK) == [(1, ANN, 1), (2, BEN, 0)]
    assert values(db, By.WINS, Since.TODAY, now=monday) == [(1, ANN, 1), (2, BEN, 0)]
    assert values(db, By.WINS, Since.TODAY, now=monday - 1) == [(1, BEN, 1), (2, ANN, 0)]


def test_a_table_that_ends_early_counts_for_profit_and_as_no_game(db):
    put_table(db, GUILD, "A")
    bank.buy_in(db, GUILD, "A", [ANN, BEN], 1000, now=NOW)
    for _ in range(2):
        bank.pay_out(db, GUILD, "A", [1400, -200], NOW)
    put_table(db, GUILD, "A", "cancelled")
    assert values(db, By.PROFIT) == [(1, ANN, 400), (2, BEN, -1200)]
    assert values(db, By.WINS) == []
    assert bank.audit(db) == []


def test_what_is_given_back_or_done_again_counts_nothing(db):
    put_table(db, GUILD, "A")
    bank.buy_in(db, GUILD, "A", [ANN, BEN], 1000, now=NOW)
    bank.give_back(db, GUILD, "A", NOW)
    put_table(db, GUILD, "A", "cancelled")
    assert values(db, By.PROFIT) == []
    for _ in range(2):
        play(db, "B", [ANN, BEN], [2500, -500], stake=1000)
    assert values(db, By.PROFIT) == [(1, ANN, 1500), (2, BEN, -1500)]
    assert bank.audit(db) == []


def test_a_board_is_paged_and_ones_own_place_is_always_known(db):
    people = list(range(101, 128))
    for number, user in enumerate(people):
        play(db, f"T{number}", [user, None], [number // 2, -1], stake=10)
    whole = [(1 + sum(other // 2 > n // 2 for other in range(27)), n // 2 - 10) for n in reversed(range(27))]
    seen = []
    for page in (1, 2, 3):
        found = board(db, GUILD, By.PROFIT, "", Since.ALL, page, people[0], NOW)
        assert found is not None
        assert (found.total, found.pages, found.page) == (27, 3, page)
        assert (found.own.place, found.own.value) == whole[-1]
        seen += [(line.place, line.value) for line in found.lines]
    assert seen == whole
    beyond = board(db, GUILD, By.PROFIT, "", Since.ALL, 99, 999, NOW)
    assert beyond is not None
    assert (beyond.page, beyond.own) == (3, None)


def test_by_worth_everybody_is_there_with_their_own_place(db):
    for number, user in enumerate(range(101, 125)):
        memo = bank.ledger.Memo(f"win {user}", bank.Reason.PAY_OUT, NOW)
        house, theirs = bank.accounts.house(GUILD), bank.accounts.wallet(GUILD, user)
        coins.credit(db, house, theirs, 1 + number, memo)
        put_result(db, GUILD, user)
    second = board(db, GUILD, By.WORTH, "", Since.ALL, 2, 124, NOW)
    assert second is not None
    assert [line.place for line in second.lines] == list(range(11, 21))
    assert (second.own.place, second.own.value, second.pages) == (1, 5024, 3)


def test_the_tote_has_a_board_of_its_own(db):
    race_on(db, "A", {ANN: ("red", 100), BEN: ("blue", 50)}, "blue", game="turfe")
    race_on(db, "B", {ANN: ("red", 60), BEN: ("blue", 40)}, "red", game="turfe")
    # 150 - 15 on 50: 2.70 a coin; 100 - 10 on 60: 1.50.
    assert values(db, By.TOTE, Since.TODAY, "turfe") == [(1, BEN, 85 - 40), (2, ANN, 30 - 100)]
    assert values(db, By.PROFIT) == values(db, By.WINS) == []
    assert bank.audit(db) == []


def test_nothing_of_one_server_shows_in_another(db):
    play(db, "A", [ANN, BEN], [1500, 500], stake=1000)
    bank.standings.start(db, GUILD, "Ours", NOW)
    bank.standings.close(db, GUILD, NOW)
    for by in By:
        assert values(db, by, game="jockey" if by is By.RATING else "", guild=OTHER) == []
    assert bank.standings.fame(db, OTHER, 9, 9) == []
    assert bank.standings.most_rated(db, OTHER) is None
    assert bank.standings.names_of(db, OTHER, [ANN]) == {}


# ------------------------------------------------------------------------------------------------- ratings


def test_ratings_are_those_of_plackett_luce_with_teams_and_without_computers() -> None:
    model = PlackettLuce()
    new = [model.rating(), model.rating(), model.rating()]
    seats = [Placed(ANN, None, 1), Placed(None, None, 2), Placed(BEN, None, 3), Placed(CAT, None, 4)]
    ours = rated(seats, {})
    theirs = [each for (each,) in model.rate([[each] for each in new], ranks=[1, 2, 3])]
    assert [(each.mu, each.sigma) for each in ours.values()] == [
        pytest.approx((each.mu, each.sigma), abs=1e-6) for each in theirs
    ]
    assert ours[ANN].shown > NEW.shown == 1000 > ours[CAT].shown

    teams = rated([Placed(ANN, 0, 1), Placed(BEN, 1, 3), Placed(CAT, 0, 1), Placed(DAN, 1, 3)], {})
    assert teams[ANN] == teams[CAT] != teams[BEN] == teams[DAN]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    st.lists(st.lists(st.tuples(st.floats(-10, 60), st.floats(0.5, 8)), min_size=1, max_size=3), min_size=2)
)
def test_without_ties_ratings_are_those_of_openskill(sides) -> None:
    seats, known = [], {}
    for place, side in enumerate(sides[:8], 1):
        for mu, sigma in side:
            known[len(seats)] = Rating(mu, sigma, 9)
            seats.append(Placed(len(seats), place, place))
    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides[:8]]
    theirs = [each for team in model.rate(teams) for each in team]
    ours = rated(seats, known)
    assert [(ours[seat].mu, ours[seat].sigma) for seat in sorted(ours)] == [
        (pytest.approx(each.mu, abs=1e-5), pytest.approx(each.sigma, abs=1e-5)) for each in theirs
    ]


def test_of_six_newcomers_the_fourth_gains_less_than_both_seconds() -> None:
    places = [2, 4, 1, 2, 5, 6]
    shown = [each.shown for each in rated([Placed(n, None, at) for n, at in enumerate(places)], {}).values()]
    assert shown[2] > shown[0] == shown[3] > shown[1] > shown[4] > shown[5]


strengths = st.builds(
    Rating,
    st.floats(-10, 60).map(lambda mu: round(mu, 6)),
    st.floats(0.5, NEW.sigma).map(lambda sigma: round(sigma, 6)),
    st.sampled_from([0, 4, 5, 90]),
)
fields = st.lists(st.tuples(st.integers(1, 8), strengths), min_size=2, max_size=8)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(fields, strengths, st.lists(st.integers(1, 8), min_size=2, max_size=4))
def test_among_equals_a_later_place_never_gains_more_and_equal_places_gain_the_same(
    others, strength: Rating, places
) -> None:
    equals = dict(enumerate(places))
    field = [(place, strength) for place in places] + others[: 8 - len(places)]
    seats = [Placed(number, None, place) for number, (place, _) in enumerate(field)]
    known = {number: each for number, (_, each) in enumerate(field)}
    after = known | rated(seats, known)
    for one, other in permutations(equals, 2):
        if equals[one] == equals[other]:
            assert after[one] == after[other]
        elif equals[one] < equals[other]:
            assert after[one].mu >= after[other].mu
            assert after[one].shown >= after[other].shown


@settings(max_examples=300, deadline=None, derandomize=True)
@given(fields)
def test_who_comes_first_alone_never_loses_and_who_comes_last_alone_never_gains(field) -> None:
    seats = [Placed(number, None, place) for number, (place, _) in enumerate(field)]
    known = {number: each for number, (_, each) in enumerate(field)}
    places = sorted(place for place, _ in field)
    for player, new in rated(seats, known).items():
        if field[player][0] == places[0] < places[1]:
            assert new.mu >= known[player].mu
        if field[player][0] == places[-1] > places[-2]:
            assert new.mu <= known[player].mu


def test_a_pairing_moves_ratings_once_a_day_in_each_game(db):
    def shown(game: str = "jockey") -> dict[int, int]:
        found = board(db, GUILD, By.RATING, game, Since.ALL, 1, ANN, NOW)
        assert found is not None
        return {line.user: line.value for line in found.lines}

    play(db, "A", [ANN, BEN], [2, 1])
    once = shown()
    for number in range(20):
        play(db, f"B{number}", [ANN, BEN], [2, 1])
    assert shown() == once
    play(db, "C", [ANN, BEN], [2, 1], game="turfe")
    assert shown("turfe") == once

    play(db, "D", [ANN, BEN, CAT], [3, 2, 1])
    assert shown()[ANN] > once[ANN], "against Cat it was the first time"
    before = shown()
    play(db, "E", [ANN, BEN], [2, 1], now=NOW + DAY)
    assert shown()[ANN] > before[ANN]
    assert bank.audit(db) == []


def test_people_of_one_team_have_not_met(db):
    play(db, "A", [ANN, BEN, CAT, DAN], [2, 1, 2, 1], sides=[0, 1, 0, 1])
    before = {row.user_id: row.mu for row in db.execute(select(ratings))}
    play(db, "B", [ANN, CAT], [2, 1])
    play(db, "C", [ANN, DAN], [2, 1])
    after = {row.user_id: row.mu for row in db.execute(select(ratings))}
    assert after[ANN] > before[ANN] > after[CAT]
    assert after[DAN] == before[DAN]
    assert bank.audit(db) == []


def test_new_accounts_do_not_lift_an_old_one(db):
    for number in range(5):
        play(db, f"A{number}", [ANN, BEN], [2, 1], now=NOW + number * DAY)
    old = [*db.execute(select(ratings).where(ratings.c.user_id == ANN))]
    for number in range(10):
        play(db, f"B{number}", [ANN, CAT], [2, 1], now=NOW + (10 + number) * DAY)
        bank.forget(db, CAT, NOW + (10 + number) * DAY)
    assert [*db.execute(select(ratings).where(ratings.c.user_id == ANN))] == old
    assert bank.audit(db) == []


@pytest.mark.parametrize(
    "seats",
    [
        [Placed(ANN, None, 1), Placed(None, None, 2)],
        [Placed(None, None, 1), Placed(None, None, 2)],
        [Placed(ANN, 0, 1), Placed(None, 1, 2), Placed(BEN, 0, 1), Placed(None, 1, 2)],
    ],
)
def test_who_has_beaten_nobody_is_not_rated(seats: list[Placed]) -> None:
    assert rated(seats, {}) == {}


def test_a_rating_is_provisional_below_five_games_and_of_one_game(db):
    for number in range(5):
        play(db, f"A{number}", [ANN, BEN], [2, 1], now=NOW + number * DAY)
    play(db, "B", [ANN, CAT, BEN], [1, 2, 3], now=NOW + 6 * DAY)
    found = board(db, GUILD, By.RATING, "jockey", Since.ALL, 1, ANN, NOW)
    assert found is not None
    assert {line.user: (line.games, line.is_provisional) for line in found.lines} == {
        ANN: (6, False),
        BEN: (6, False),
        CAT: (1, True),
    }
    assert values(db, By.RATING, game="turfe") == []
    assert bank.standings.most_rated(db, GUILD) == "jockey"


def test_ratings_can_be_put_right_from_the_results(db):
    play(db, "A", [ANN, BEN], [2, 1])
    play(db, "B", [BEN, CAT, ANN], [1, 2, 2])
    right = [*db.execute(select(ratings).order_by(ratings.c.user_id))]
    db.execute(update(ratings).where(ratings.c.user_id == BEN).values(mu=99.0))
    (problem,) = bank.audit(db)
    assert problem.startswith(f"The rating of {BEN} in guild 1 (jockey) is Rating(mu=99.0")
    rates_again(db, GUILD)
    assert [*db.execute(select(ratings).order_by(ratings.c.user_id))] == right
    assert bank.audit(db) == []


def test_sums_can_be_put_right_from_results_and_movements(db):
    play(db, "A", [ANN, BEN], [1500, 500], stake=1000)
    race_on(db, "B", {ANN: ("red", 70), BEN: ("blue", 30)}, "red")
    db.execute(update(standings).values(games=9, wins=9, profit=9, bets=9, tote_profit=9))
    assert bank.audit(db) != []
    bank.standings.counts_again(db, GUILD)
    assert bank.audit(db) == []
    assert values(db, By.TOTE) == [(1, ANN, 17), (2, BEN, -30)]
    assert bank.standings.names_of(db, GUILD, [ANN, BEN]) == {}


def test_a_sum_that_is_not_what_the_results_say_is_found(db):
    play(db, "A", [ANN, BEN], [2, 1])
    of_ann = (standings.c.user_id == ANN, standings.c.span == "all", standings.c.game == "")
    db.execute(update(standings).where(*of_ann).values(wins=7))
    assert wrong_standings(db, None) == [
        "The sums of 11 in guild 1 (all, all games) are games 1, wins 7, paid 0, profit 0, bets 0, tote_profit 0, "
        "but should be games 1, wins 1, paid 0, profit 0, bets 0, tote_profit 0."
    ]
    assert wrong_standings(db, OTHER) == []


def test_sums_of_days_that_are_over_are_found_and_the_books_are_in_order_without_them(db):
    play(db, "A", [ANN, BEN], [2, 1], now=NOW - 40 * DAY)
    play(db, "B", [ANN, CAT], [2, 1], game="turfe")
    bank.standings.start(db, GUILD, "Winter", NOW)
    play(db, "C", [ANN, BEN], [2, 1], guild=OTHER, now=NOW - 40 * DAY)
    shown = [values(db, By.WINS, since) for since in Since]
    passed = set()
    while found := bank.standings.some_passed(db, NOW):
        passed.add(found)
        bank.standings.forget_passed(db, *found)
    assert passed == {
        (guild, span)
        for guild in (GUILD, OTHER)
        for span in ("day:2026-10-16", "month:2026-10", "week:2026-W42")
    }
    assert [values(db, By.WINS, since) for since in Since] == shown
    assert bank.audit(db) == []


def test_sums_of_the_day_before_yesterday_stay(db):
    for days in (0, 1, 2, 3):
        play(db, f"A{days}", [ANN, BEN], [2, 1], now=NOW - days * DAY)
    assert bank.standings.some_passed(db, NOW) is None
    assert bank.standings.some_passed(db, NOW + DAY) == (GUILD, "day:2026-11-22")


# ------------------------------------------------------------------------------------------------- seasons


def test_a_season_counts_from_its_start_and_keeps_its_best_for_ever(db):
    play(db, "A", [BEN, ANN], [1900, 100], stake=1000)
    season = bank.standings.start(db, GUILD, "Winter", NOW)
    assert values(db, By.WINS, Since.SEASON) == []
    play(db, "B", [ANN, BEN, CAT], [1500, 750, 750], stake=1000, now=NOW - 5)  # its clock is behind
    assert values(db, By.PROFIT, Since.SEASON) == [(1, ANN, 500), (2, CAT, -250), (2, BEN, -250)]
    assert bank.audit(db) == []
    for number in range(4):
        play(db, f"C{number}", [ANN, BEN], [2, 1], now=NOW + number * DAY)

    closed = bank.standings.close(db, GUILD, NOW + DAY)

    assert closed == season._replace(closed_at=NOW + DAY)
    kept = [(ANN, 5), (CAT, 0), (BEN, 0)]
    ((told, lines),) = bank.standings.fame(db, GUILD, 10, 5)
    assert told == closed
    assert [(line.user, line.value) for line in lines if line.by is By.WINS] == kept
    assert [line.place for line in lines if line.by is By.WINS] == [1, 2, 2]
    assert {(line.user, line.game) for line in lines if line.by is By.RATING} == {
        (ANN, "jockey"),
        (BEN, "jockey"),
    }
    play(db, "D", [BEN, ANN], [2, 1])
    assert bank.standings.fame(db, GUILD, 10, 5)[0][1] == lines
    assert board(db, GUILD, By.WINS, "", Since.SEASON, 1, ANN, NOW) is None
    assert bank.standings.season_count(db, GUILD) == 1
    assert bank.audit(db) == []


def test_one_season_at_a_time(db):
    with pytest.raises(BankRefused) as none:
        bank.standings.close(db, GUILD, NOW)
    bank.standings.start(db, GUILD, "", NOW)
    bank.standings.start(db, OTHER, "", NOW)
    with pytest.raises(BankRefused) as two:
        bank.standings.start(db, GUILD, "", NOW)
    assert (none.value.reason, two.value.reason) == (BankRefusal.NO_SEASON, BankRefusal.SEASON_OPEN)


# ------------------------------------------------------------------------------------------------- erasure


def test_who_is_erased_stands_nowhere_and_the_ratings_of_others_stay_what_they_were(db):
    bank.standings.start(db, GUILD, "", NOW)
    for number in range(6):
        play(db, f"A{number}", [ANN, BEN, CAT], [2100, 600, 300], stake=1000)
    bank.standings.close(db, GUILD, NOW)
    before = {key: each for key, each in rated_again(db, GUILD).items() if key[1] != ANN}
    assert {*kept_in_books(db, ANN)} >= {"standings", "ratings", "fame"}
    kept = kept_in_books(db, ANN)
    assert all(kept[name] for name in ("standings", "ratings", "fame"))
    assert str(BEN) not in repr([kept[name] for name in ("standings", "ratings", "fame")])

    bank.forget(db, ANN, NOW)

    assert rated_again(db, GUILD) == before
    assert bank.audit(db) == []
    assert [user for _, user, _ in values(db, By.PROFIT)] == [BEN, CAT]
    for table in (standings, ratings, fame, results):
        assert ANN not in {*db.scalars(select(table.c.user_id))}
    kept = kept_in_books(db, ANN)
    assert not any(kept[name] for name in ("standings", "ratings", "fame", "results"))
    ((_, lines),) = bank.standings.fame(db, GUILD, 1, 1)
    assert lines[0] == Fame(By.PROFIT, "", 1, None, 6600)
    play(db, "B", [ANN, BEN], [2, 1])
    assert bank.audit(db) == []


# ------------------------------------------------------------------------------------------- any evenings


PEOPLE = (ANN, BEN, CAT, DAN, None)

games = st.fixed_dictionaries(
    {
        "guild": st.sampled_from([GUILD, OTHER]),
        "game": st.sampled_from(["jockey", "turfe"]),
        "users": st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True),
        "scores": st.lists(st.sampled_from([-500, 0, 100, 1000, 2500]), min_size=4, max_size=4),
        "stake": st.sampled_from([0, 1000]),
        "teams": st.booleans(),
        "day": st.integers(-40, 40),
        "again": st.booleans(),
    }
)
steps = st.lists(
    st.one_of(
        games,
        st.tuples(st.just("tote"), st.integers(0, 999)),
        st.sampled_from([("erase", ANN), ("erase", BEN), ("season", GUILD), ("season", OTHER)]),
    ),
    max_size=14,
)


@pytest.mark.sqlite
@pytest.mark.long
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(steps)
def test_whatever_happens_in_whatever_order_sums_and_ratings_are_those_of_a_replay(
    tmp_path: Path, new_database: Path, what
) -> None:
    asyncio.run(_evening(shutil.copy(new_database, tmp_path), what))


async def _evening(file: Path, what) -> None:
    store = Database(f"sqlite+aiosqlite:///{file}")
    wins: Counter[tuple[int, int]] = Counter()
    try:
        for number, step in enumerate(what):
            with writing(store) as db:
                if isinstance(step, tuple):
                    kind, whose = step
                    if kind == "tote":
                        _bet(db, f"T{number}", Random(whose))
                    else:
                        _season(db, whose) if kind == "season" else bank.forget(db, whose, NOW)
                    if kind == "erase":
                        wins = Counter({key: many for key, many in wins.items() if key[1] != whose})
                    continue
                users = step["users"]
                scores = step["scores"][: len(users)]
                if step["teams"]:
                    scores = [scores[seat % 2] for seat in range(len(users))]
                for _ in range(1 + step["again"]):
                    play(
                        db,
                        f"T{number}",
                        users,
                        scores,
                        guild=step["guild"],
                        game=step["game"],
                        stake=step["stake"],
                        sides=[seat % 2 for seat in range(len(users))] if step["teams"] else None,
                        now=NOW + step["day"] * DAY,
                    )
                if len({*users} - {None}) < 2:
                    continue
                best = [u for u, score in zip(users, scores, strict=True) if score == max(scores) and u]
                wins.update((step["guild"], user) for user in best)
        with reading(store) as db:
            assert bank.audit(db) == []
            for guild in (GUILD, OTHER):
                sums = summed_again(db, guild)
                told = {
                    user: change.wins
                    for (span, of, user), change in sums.items()
                    if (span, of) == ("all", "")
                }
                assert {user: many for user, many in told.items() if many} == {
                    user: many for (where, user), many in wins.items() if where == guild
                }
    finally:
        await store.close()


def _bet(db, table: str, luck: Random) -> None:
    """Run one to three races, on each of which everybody bets."""
    game, day = luck.choice(["jockey", "turfe"]), luck.randint(-40, 40)
    for number in range(luck.randint(1, 3)):
        bets = {user: (luck.choice(["red", "blue"]), luck.choice([1, 33, 100])) for user in (ANN, BEN, CAT)}
        race = {"game": game, "number": number + 1, "now": NOW + day * DAY}
        race_on(db, table, bets, luck.choice(["red", "blue"]), **race)


def _season(db, guild: int) -> None:
    if season_rows.open_season(db, guild):
        season_rows.close(db, guild, NOW)
    else:
        season_rows.start(db, guild, "", NOW)
