"""What is kept of people: their games, streaks, horses, nemesis and achievements, each for one server alone."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert

from bot import bank
from bot.bank import profiles
from bot.bank.curve import CURVED, POINTS, Move, Point, curve, thinned
from bot.bank.ledger import Memo, Reason
from bot.bank.playing import DAY
from bot.bank.profiles import Achieved, Career, Often, Placed
from bot.db.schema import tote_bets, tote_races, tote_sums
from tests.bank.books import NOW, put_table
from tests.exported import kept_in_books

ANN, BEN, CLEO = 990_000_000_000_000_011, 990_000_000_000_000_022, 990_000_000_000_000_033
TABLE = "K7QH2M"
NUMBERS = count()


def end(db, *placed: Placed, guild=1, game="turfe", backed=None, table=TABLE):
    return profiles.note_ended(db, guild, table, game, placed, backed or {})


def profile(db, user, guild=1, is_own=True):
    return profiles.profile(db, guild, user, is_own=is_own)


def test_games_are_counted_by_game_and_all_together(db):
    end(db, Placed(ANN, 1, 300), Placed(BEN, 2, -300))
    noted = end(db, Placed(ANN, 3, -500), Placed(BEN, 1, 500), game="jockey", table="ZZZZZZ")

    found = profile(db, ANN)

    assert found.games == {
        "": Career(2, 1, 1, -200, 0, 1, " turfe ", 300, TABLE, "turfe"),
        "turfe": Career(1, 1, 1, 300, 1, 1, " turfe ", 300, TABLE, "turfe"),
        "jockey": Career(1, 0, 3, -500, 0, 0, "", -500, "ZZZZZZ", "jockey"),
    }
    assert noted[ANN] == found.games[""]
    assert noted[BEN].won.split() == ["jockey"]
    assert noted[BEN].best_table == "ZZZZZZ"


def test_a_table_that_was_not_for_coins_is_nobodys_best(db):
    end(db, Placed(ANN, 1, None), Placed(BEN, 2, None))
    assert profile(db, ANN).games[""].best_profit is None
    end(db, Placed(ANN, 2, -10), Placed(BEN, 1, 10), table="ZZZZZZ")
    assert profile(db, ANN).games[""].best_table == "ZZZZZZ"
    end(db, Placed(ANN, 1, None), Placed(BEN, 2, None), table="YYYYYY")
    assert profile(db, ANN).games[""].best_table == "ZZZZZZ"


def streaks(places: list[int]) -> tuple[int, int]:
    """Return the wins in a row at the end, and the most there ever were."""
    won = "".join("w" if place == 1 else " " for place in places)
    runs = [len(run) for run in won.split(" ")]
    return runs[-1], max(runs)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=st.lists(st.sampled_from([1, 1, 1, 2, 3]), min_size=1, max_size=12))
def test_a_streak_is_the_wins_since_the_last_game_that_was_not_won(db, places: list[int]):
    user = next(NUMBERS) + 1
    for place in places:
        noted = end(db, Placed(user, place, None))

    career = noted[user]
    assert (career.streak, career.best_streak) == streaks(places)
    assert (career.games, career.wins, career.best_place) == (len(places), places.count(1), min(places))


def test_the_favourite_horse_is_the_one_that_was_bet_on_most(db):
    end(db, Placed(ANN, 1, 0), Placed(BEN, 2, 0), backed={(ANN, "red"): 2, (BEN, "blue"): 3})
    assert profile(db, ANN).horse == Often("turfe:red", 2)
    end(db, Placed(ANN, 1, 0), Placed(BEN, 2, 0), game="jockey", backed={(ANN, "blue"): 3})
    assert profile(db, ANN).horse == Often("jockey:blue", 3)
    end(db, Placed(ANN, 1, 0), Placed(BEN, 2, 0), backed={(ANN, "red"): 2})
    assert profile(db, ANN).horse == Often("turfe:red", 4)


def test_a_nemesis_was_ahead_three_times_and_not_level(db):
    for _ in range(2):
        end(db, Placed(ANN, 2, 0), Placed(BEN, 1, 0), Placed(CLEO, 2, 0))
    assert profile(db, ANN).nemesis is None
    end(db, Placed(ANN, 3, 0), Placed(BEN, 1, 0), Placed(CLEO, 2, 0))
    assert profile(db, ANN).nemesis == Often(str(BEN), 3)
    assert profile(db, BEN).nemesis is None


def test_something_is_achieved_once_by_a_person_in_a_server(db):
    first = profiles.achieve(db, 1, TABLE, [(0, ANN, "hat_trick"), (1, BEN, "hat_trick")], NOW)
    again = profiles.achieve(db, 1, "ZZZZZZ", [(0, ANN, "hat_trick"), (0, ANN, "regular")], NOW + 1)
    elsewhere = profiles.achieve(db, 2, "YYYYYY", [(3, ANN, "hat_trick")], NOW + 2)

    assert first == [(0, "hat_trick"), (1, "hat_trick")]
    assert again == [(0, "regular")]
    assert elsewhere == [(3, "hat_trick")]
    assert profile(db, ANN).achieved == [
        Achieved("hat_trick", TABLE, NOW),
        Achieved("regular", "ZZZZZZ", NOW + 1),
    ]


def test_another_server_sees_nothing_and_others_neither_horse_nor_nemesis(db):
    for _ in range(3):
        end(db, Placed(ANN, 2, 5), Placed(BEN, 1, 0), backed={(ANN, "red"): 2})
    profiles.achieve(db, 1, TABLE, [(0, ANN, "hat_trick")], NOW)
    move(db, Reason.GRANT, 500, NOW)

    assert profile(db, ANN, guild=2) == ({}, [], None, None)
    assert profiles.wallet_moves(db, 2, ANN) == ([], set())
    others = profile(db, ANN, is_own=False)
    assert (others.horse, others.nemesis, others.games[""].games) == (None, None, 3)
    own = profile(db, ANN)
    assert (own.horse, own.nemesis) == (Often("turfe:red", 6), Often(str(BEN), 3))


def test_an_export_holds_all_and_erasing_leaves_nothing_also_not_with_those_they_were_ahead_of(db):
    for guild in (1, 2):
        for _ in range(3):
            end(db, Placed(ANN, 1, 0), Placed(BEN, 2, 0), guild=guild, backed={(ANN, "red"): 2})
        profiles.achieve(db, guild, TABLE, [(0, ANN, "hat_trick"), (1, BEN, "regular")], NOW)
    assert profile(db, BEN).nemesis == Often(str(ANN), 3)
    about = kept_in_books(db, ANN)
    assert [row["games"] for row in about["careers"]] == [3, 3, 3, 3]
    assert about["tallies"][0] == {"guild_id": 1, "what": "horse", "of": "turfe:red", "times": 6}
    assert [row["feat"] for row in about["achievements"]] == ["hat_trick", "hat_trick"]
    assert kept_in_books(db, BEN)["tallies"][0] == {"guild_id": 1, "what": "ahead", "times": 3}
    assert str(ANN) not in json.dumps(kept_in_books(db, BEN)), "nobody else is named"

    bank.forget(db, ANN, NOW)

    for guild in (1, 2):
        assert profile(db, ANN, guild=guild) == ({}, [], None, None)
        kept = profile(db, BEN, guild=guild)
        assert kept.nemesis is None
        assert kept.games[""].games == 3
        assert [each.feat for each in kept.achieved] == ["regular"]
    about = kept_in_books(db, ANN)
    assert [about[theme] for theme in ("careers", "tallies", "achievements")] == [[], [], []]


@pytest.mark.parametrize(("dividend", "lucky"), [(2020, [ANN]), (2019, [])])
def test_a_hundred_to_one_is_an_exacta_that_brings_the_stake_and_a_hundred_times_as_much(
    db, dividend: int, lucky: list[int]
):
    put_table(db, 1, TABLE)
    race = {"table_id": TABLE, "race": 1}
    opened = {"guild_id": 1, "takeout": 10, "status": "settled", "runners": "[]"}
    db.execute(insert(tote_races).values(**race, **opened))
    for pool, combination in (("exacta", '["a","b"]'), ("exacta", '["b","a"]'), ("quinella", '["a","b"]')):
        brings = dividend if pool == "quinella" or combination == '["a","b"]' else 0
        same = {**race, "pool": pool, "combination": combination, "stake": 10}
        db.execute(insert(tote_sums).values(**same, dividend=brings))
        for user, returned in (
            (ANN if brings and pool == "exacta" else BEN, False),
            (CLEO, True),
            (None, False),
        ):
            key = f"bet {next(NUMBERS)}"
            db.execute(insert(tote_bets).values(**same, user_id=user, at=NOW, key=key, returned=returned))

    assert profiles.long_shots(db, TABLE, 1, "exacta", 2020) == lucky
    assert profiles.long_shots(db, TABLE, 2, "exacta", 2020) == []


def move(db, reason: Reason, amount: int, at: int, table: str | None = None, user=ANN):
    mine, house = bank.accounts.wallet(1, user), bank.accounts.house(1)
    ends = (house, mine) if amount > 0 else (mine, house)
    memo = Memo(f"move {next(NUMBERS)}", reason, at, table)
    bank.ledger.move(db, *ends, abs(amount), memo)


def points(db, user=ANN) -> list[Point]:
    moves, playing = profiles.wallet_moves(db, 1, user)
    return curve(moves, playing, bank.balance(db, 1, user).worth)


def test_a_curve_tells_what_somebody_was_worth_after_each_table_and_gift(db):
    move(db, Reason.GRANT, 500, NOW)
    for number, finals in enumerate([(1700, 300), (-200, 2200)]):
        table = f"AAAAA{number}"
        put_table(db, 1, table)
        bank.buy_in(db, 1, table, [ANN, BEN], 1000, now=NOW + 2 * number + 1)
        bank.pay_out(db, 1, table, finals, NOW + 2 * number + 2)
    put_table(db, 1, TABLE)
    bank.buy_in(db, 1, TABLE, [ANN, BEN], 1000, now=NOW + 9)

    assert [each.worth for each in points(db)] == [5000, 5500, 6200, 5000]
    assert points(db)[-1].worth == bank.balance(db, 1, ANN).worth


def test_what_the_house_lends_changes_no_curve(db):
    put_table(db, 1, TABLE)
    bank.buy_in(db, 1, TABLE, [ANN, BEN], 8000, now=NOW)
    bank.pay_out(db, 1, TABLE, [9000, 7000], NOW + 1)
    assert [[each.worth for each in points(db, user)] for user in (ANN, BEN)] == [[5000, 6000], [5000, 4000]]


def test_a_curve_is_of_the_newest_movements_and_knows_what_their_tables_cost(db):
    put_table(db, 1, TABLE)
    bank.buy_in(db, 1, TABLE, [ANN, BEN], 1000, now=NOW)
    for number in range(CURVED):
        move(db, Reason.GRANT, 1, NOW + number)
    bank.pay_out(db, 1, TABLE, [1500, 500], NOW + DAY)

    found = points(db)

    assert found[-1].worth == 5000 + CURVED + 500
    assert found[0].worth == 5002, "the first of those movements is the second grant"
    assert len(found) <= POINTS + 2


@given(worths=st.lists(st.integers(-9999, 9999), min_size=1, max_size=700))
def test_a_thinned_curve_keeps_its_ends_its_highest_and_its_lowest(worths: list[int]):
    whole = [Point(at, worth) for at, worth in enumerate(worths)]
    kept = thinned(whole)

    assert len(kept) <= POINTS + 2
    assert kept == sorted(kept)
    assert (kept[0], kept[-1]) == (whole[0], whole[-1])
    assert max(point.worth for point in kept) == max(worths)
    assert min(point.worth for point in kept) == min(worths)


def test_where_nothing_or_one_thing_moved_there_is_no_curve():
    assert curve([], (), 5000) == []
    assert curve([Move(1, NOW, 5000, Reason.OPENING, None)], (), 5000) == []
