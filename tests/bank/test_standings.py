"""Leaderboards and seasons: who stands where, by what, in which period, and what erasure changes."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import insert, select

from bot import bank
from bot.bank import BankRefusal, BankRefused, By, Since
from bot.bank.playing import DAY
from bot.bank.standings import Fame, board, close, fame, names_of, season_count, start
from bot.bank.standings.boards import period_of
from bot.db.schema import fame as hall
from bot.db.schema import profits, ratings, results, seats
from tests.bank.books import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    NOW,
    OTHER,
    balances,
    play,
    put_result,
    put_table,
    race_on,
    shown,
    win,
)
from tests.exported import kept_in_books


def test_a_game_counts_for_its_day_its_week_its_month_and_all_time_in_its_game_and_in_all(db):
    play(db, "A", [ANN, BEN, None], [1500, 900, 600], stake=1000)
    play(db, "B", [ANN, BEN], [400, 1600], stake=1000, now=NOW - DAY)
    play(db, "C", [BEN, ANN], [5, 4], game="turfe", now=NOW - 3 * DAY)
    play(db, "D", [BEN, ANN], [5, 4], now=NOW - 40 * DAY)

    assert shown(db, By.PROFIT) == [(1, BEN, 500), (2, ANN, -100)]
    assert shown(db, By.PROFIT, Since.TODAY) == [(1, ANN, 500), (2, BEN, -100)]
    assert shown(db, By.WINS, Since.TODAY) == [(1, ANN, 1), (2, BEN, 0)]
    assert shown(db, By.WINS, Since.WEEK) == [(1, BEN, 1), (1, ANN, 1)]
    assert shown(db, By.WINS, Since.MONTH) == [(1, BEN, 2), (2, ANN, 1)]
    assert shown(db, By.WINS, Since.ALL) == [(1, BEN, 3), (2, ANN, 1)]
    assert shown(db, By.WINS, Since.ALL, "turfe") == [(1, BEN, 1), (2, ANN, 0)]
    assert shown(db, By.PROFIT, Since.ALL, "turfe") == [], "it was not played for coins"
    assert shown(db, By.WINS, Since.TODAY, now=NOW + DAY) == []
    assert board(db, GUILD, By.WINS, "", Since.SEASON, 1, ANN, NOW) is None
    lines = board(db, GUILD, By.PROFIT, "", Since.TODAY, 1, ANN, NOW).lines
    assert [(line.user, line.games, line.wins) for line in lines] == [(ANN, 1, 1), (BEN, 1, 0)]


@pytest.mark.parametrize(
    ("since", "begin", "end"),
    [
        (Since.TODAY, "2026-11-25", "2026-11-26"),
        (Since.WEEK, "2026-11-23", "2026-11-30"),  # from Monday
        (Since.MONTH, "2026-11-01", "2026-12-01"),
    ],
)
def test_days_weeks_and_months_are_those_of_utc(db, since, begin, end):
    first, after = period_of(since, NOW)
    days = [datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp() * 1000 for day in (begin, end)]
    assert [first, after] == days
    play(db, "A", [ANN, BEN], [2, 1], now=first)
    play(db, "B", [BEN, ANN], [2, 1], now=first - 1)
    play(db, "C", [BEN, ANN], [2, 1], now=after)
    assert shown(db, By.WINS, since) == [(1, ANN, 1), (2, BEN, 0)]
    assert shown(db, By.WINS, since, now=first - 1)[0] == (1, BEN, 1)


def test_a_game_of_one_person_is_practice_and_counts_for_no_games_or_wins(db):
    play(db, "A", [ANN, None, None], [1500, 900, 600])
    play(db, "B", [ANN, BEN], [1, 2])
    lines = board(db, GUILD, By.WINS, "", Since.ALL, 1, ANN, NOW).lines
    assert [(line.user, line.value, line.games) for line in lines] == [(BEN, 1, 1), (ANN, 0, 1)]
    bank.forget(db, BEN, NOW)
    assert shown(db, By.WINS) == [(1, ANN, 0)], "a game against somebody whose data is erased was no practice"


def test_shared_wins_count_for_all_and_a_game_that_nobody_won_for_nobody(db):
    play(db, "A", [ANN, BEN, None], [5, 5, 3])
    play(db, "B", [ANN, CAT], [0, 0], is_won=False)
    lines = board(db, GUILD, By.WINS, "", Since.ALL, 1, ANN, NOW).lines
    assert {line.user: (line.games, line.wins) for line in lines} == {ANN: (2, 1), BEN: (1, 1), CAT: (1, 0)}


def test_a_table_that_ends_early_counts_for_profit_and_as_no_game(db):
    put_table(db, GUILD, "A")
    bank.buy_in(db, GUILD, "A", [ANN, BEN], 1000, now=NOW)
    for _ in range(2):
        bank.pay_out(db, GUILD, "A", [1400, -200], NOW)
    assert shown(db, By.PROFIT) == [(1, ANN, 400), (2, BEN, -1200)]
    assert shown(db, By.WINS) == []


def test_what_is_given_back_or_done_again_counts_nothing(db):
    put_table(db, GUILD, "A")
    bank.buy_in(db, GUILD, "A", [ANN, BEN], 1000, now=NOW)
    bank.give_back(db, GUILD, "A", NOW)
    assert shown(db, By.PROFIT) == []
    for _ in range(2):
        play(db, "B", [ANN, BEN], [2500, -500], stake=1000)
    assert shown(db, By.PROFIT) == [(1, ANN, 1500), (2, BEN, -1500)]


def test_results_are_written_once(db):
    play(db, "A", [ANN, None], [-5, 3])
    play(db, "A", [ANN, None], [-5, 3])
    with pytest.raises(bank.ledger.KeyReusedError):
        play(db, "A", [ANN, None], [-5, 4])


def test_a_board_is_paged_and_ones_own_place_is_always_known(db):
    people = list(range(101, 128))
    for number, user in enumerate(people):
        play(db, f"T{number}", [user, None], [number // 2, -1], stake=10)
    whole = [(1 + sum(other // 2 > n // 2 for other in range(27)), n // 2 - 10) for n in reversed(range(27))]
    seen = []
    for page in (1, 2, 3):
        found = board(db, GUILD, By.PROFIT, "", Since.ALL, page, people[0], NOW)
        assert (found.total, found.pages, found.page) == (27, 3, page)
        assert (found.own.place, found.own.value) == whole[-1]
        seen += [(line.place, line.value) for line in found.lines]
    assert seen == whole
    beyond = board(db, GUILD, By.PROFIT, "", Since.ALL, 99, 999, NOW)
    assert (beyond.page, beyond.own, len(beyond.lines)) == (3, None, 7)


def test_nothing_of_one_server_shows_in_another(db):
    play(db, "A", [ANN, BEN], [1500, 500], stake=1000)
    race_on(db, "B", {ANN: ("red", 100), BEN: ("blue", 50)}, "blue")
    start(db, GUILD, "Ours", NOW)
    close(db, GUILD, NOW)
    for by in By:
        game = "jockey" if by is By.RATING else ""
        assert shown(db, by, game=game) != []
        assert shown(db, by, game=game, guild=OTHER) == []
    assert fame(db, OTHER, 9, 9) == []
    assert bank.standings.most_rated(db, OTHER) is None
    assert names_of(db, OTHER, [ANN]) == {}


def test_people_are_called_what_they_were_called_last(db):
    for table, name, at in (("A", "Anna", NOW), ("B", "Ann", NOW + 1)):
        play(db, table, [ANN, BEN], [1500, 500], stake=1000, now=at)
        db.execute(insert(seats).values(table_id=table, seat=0, owner_id=ANN, name=name))
    put_table(db, GUILD, "C")
    bank.buy_in(db, GUILD, "C", [CAT], 1000, now=NOW)
    bank.pay_out(db, GUILD, "C", [900], NOW)
    db.execute(insert(seats).values(table_id="C", seat=0, owner_id=CAT, name="Cat"))
    assert names_of(db, GUILD, [ANN, BEN, CAT, DAN]) == {ANN: "Ann", CAT: "Cat"}


# ------------------------------------------------------------------------------------------------ by worth


def test_players_are_ranked_by_worth_and_equals_share_the_better_place(db):
    for user, amount in [(DAN, 10), (ANN, 50), (CAT, 50), (BEN, 70)]:
        put_result(db, GUILD, user, days=1)
        win(db, user, amount)
    put_result(db, OTHER, BEN, days=1)
    win(db, BEN, 9999, OTHER)
    assert shown(db, By.WORTH) == [(1, BEN, 5070), (2, CAT, 5050), (2, ANN, 5050), (4, DAN, 5010)]


def test_sitting_down_moves_nobody_down_and_borrowing_nobody_up(db):
    for user, amount in ((ANN, 1), (BEN, 2)):
        put_result(db, GUILD, user, days=1)
        win(db, user, amount)
    bank.buy_in(db, GUILD, "T", [BEN, None], 7000, now=NOW)
    assert balances(db, BEN) == [bank.Balance(wallet=0, owed=1998, in_play=7000)]
    assert shown(db, By.WORTH) == [(1, BEN, 5002), (2, ANN, 5001)]


def test_neither_gifts_grants_bets_nor_practice_put_anybody_on_it(db):
    put_result(db, GUILD, ANN)
    bank.give(db, GUILD, ANN, BEN, 5, key=1, now=NOW)
    bank.grant(db, bank.Act(7, GUILD, DAN, CAT, bank.ActKind.GRANT, 9000, "a prize", NOW))
    race_on(db, "B", {CAT: ("red", 100)}, "red")
    play(db, "A", [CAT], [5])
    assert [user for _, user, _ in shown(db, By.WORTH)] == [ANN]
    assert board(db, GUILD, By.WORTH, "", Since.ALL, 1, CAT, NOW).own is None


def test_a_bet_changes_no_worth_until_its_race_is_settled(db):
    put_result(db, GUILD, ANN)
    race = bank.tote.Race(GUILD, "B", 1)
    put_table(db, GUILD, "B")
    bank.tote.open_race(db, race, ("red", "blue"), 10)
    bank.tote.bet(db, bank.tote.Bet(race, ANN, bank.tote.Pool.WIN, '["red"]', 100, "a"), NOW)
    bank.tote.bet(db, bank.tote.Bet(race, BEN, bank.tote.Pool.WIN, '["blue"]', 100, "b"), NOW)
    assert shown(db, By.WORTH) == [(1, ANN, 5000)]
    bank.tote.settle(db, race, [["red"], ["blue"]], NOW)
    assert shown(db, By.WORTH) == [(1, ANN, 5080)]


# ------------------------------------------------------------------------------------------------- seasons


def test_a_season_counts_from_its_start_and_keeps_its_best_for_ever(db):
    play(db, "A", [BEN, ANN], [1900, 100], stake=1000)
    season = start(db, GUILD, "Winter", NOW)
    assert shown(db, By.WINS, Since.SEASON) == []
    play(db, "B", [ANN, BEN, CAT], [1500, 750, 750], stake=1000, now=NOW - 5)  # its clock is behind
    assert shown(db, By.PROFIT, Since.SEASON) == [(1, ANN, 500), (2, CAT, -250), (2, BEN, -250)]
    for number in range(4):
        play(db, f"C{number}", [ANN, BEN], [2, 1], now=NOW + number * DAY)

    closed = close(db, GUILD, NOW + DAY)

    assert closed == season._replace(closed_at=NOW + DAY)
    ((told, lines),) = fame(db, GUILD, 10, 5)
    assert told == closed
    kept = [(1, ANN, 5), (2, CAT, 0), (2, BEN, 0)]
    assert [(line.place, line.user, line.value) for line in lines if line.by is By.WINS] == kept
    assert {(line.user, line.game) for line in lines if line.by is By.RATING} == {
        (ANN, "jockey"),
        (BEN, "jockey"),
    }
    play(db, "D", [BEN, ANN], [2, 1])
    assert fame(db, GUILD, 10, 5)[0][1] == lines
    assert board(db, GUILD, By.WINS, "", Since.SEASON, 1, ANN, NOW) is None
    assert season_count(db, GUILD) == 1


def test_one_season_at_a_time(db):
    with pytest.raises(BankRefused) as none:
        close(db, GUILD, NOW)
    start(db, GUILD, "", NOW)
    start(db, OTHER, "", NOW)
    with pytest.raises(BankRefused) as two:
        start(db, GUILD, "", NOW)
    assert (none.value.reason, two.value.reason) == (BankRefusal.NO_SEASON, BankRefusal.SEASON_OPEN)


def test_a_season_counts_what_comes_after_its_start_though_somebody_was_erased_meanwhile(db):
    play(db, "A", [BEN, ANN], [1900, 100], stake=1000)
    start(db, GUILD, "", NOW)
    bank.forget(db, ANN, NOW)
    play(db, "B", [BEN, CAT], [1100, 900], stake=1000)
    assert shown(db, By.PROFIT, Since.SEASON) == [(1, BEN, 100), (2, CAT, -100)]


# ------------------------------------------------------------------------------------------------- erasure


def test_who_is_erased_stands_nowhere_and_others_stand_as_before(db):
    start(db, GUILD, "", NOW)
    for number in range(6):
        play(db, f"A{number}", [ANN, BEN, CAT], [2100, 600, 300], stake=1000, now=NOW + number * DAY)
    close(db, GUILD, NOW)
    before = {by: shown(db, by, game="jockey" * (by is By.RATING)) for by in By}
    kept = kept_in_books(db, ANN)
    assert all(kept[name] for name in ("profits", "ratings", "fame", "results"))
    assert str(BEN) not in repr([kept[name] for name in ("profits", "ratings", "fame")])

    bank.forget(db, ANN, NOW)

    for by, lines in before.items():
        left = [line[1:] for line in shown(db, by, game="jockey" * (by is By.RATING))]
        assert left == [line[1:] for line in lines if line[1] != ANN]
    for table in (profits, ratings, hall, results):
        assert ANN not in {*db.scalars(select(table.c.user_id))}
    kept = kept_in_books(db, ANN)
    assert not any(kept[name] for name in ("profits", "ratings", "fame", "results"))
    ((_, lines),) = fame(db, GUILD, 1, 1)
    assert lines[0] == Fame(By.PROFIT, "", 1, None, 6600)
    assert bank.audit(db) == []
