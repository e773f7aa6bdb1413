from __future__ import annotations

import pytest
from sqlalchemy import update

from bot import bank
from bot.bank import Member
from bot.bank.ledger import Memo, Reason
from bot.db.schema import accounts, tables
from tests import coins
from tests.bank.conftest import put_result

GUILD, ANN, BEN, CAT, DAN = 1, 11, 22, 33, 44
NOW = 1_789_000_000_000


def win(db, user: int, amount: int, guild: int = GUILD) -> None:
    memo = Memo(f"win {guild} {user}", Reason.PAY_OUT, NOW)
    coins.credit(db, bank.accounts.house(guild), bank.accounts.wallet(guild, user), amount, memo)


def won(db, user: int, amount: int, guild: int = GUILD) -> None:
    """Have somebody finish a game for coins, and win so many."""
    put_result(db, guild, user, days=1)
    win(db, user, amount, guild)


def test_players_are_ranked_by_worth_and_equals_share_the_better_rank(db):
    for user, amount in [(DAN, 10), (ANN, 50), (CAT, 50), (BEN, 70)]:
        won(db, user, amount)
    won(db, BEN, 9999, guild=2)
    board = bank.leaderboard(db, GUILD, 10)
    assert [(at.rank, at.user, at.worth) for at in board] == [
        (1, BEN, 5070),
        (2, CAT, 5050),
        (2, ANN, 5050),
        (4, DAN, 5010),
    ]
    assert bank.leaderboard(db, GUILD, 2, 1) == board[1:3]
    assert bank.rank_of(db, GUILD, DAN) == board[3]
    assert bank.rank_of(db, GUILD, 99) is None
    assert bank.members(db, GUILD) == 4


def test_sitting_down_moves_nobody_down_and_borrowing_nobody_up(db):
    won(db, ANN, 1)
    won(db, BEN, 2)
    bank.buy_in(db, GUILD, "T", [BEN, None], 7000, now=NOW)
    assert all(type(fact) is int for at in bank.leaderboard(db, GUILD, 10) for fact in at)
    assert bank.leaderboard(db, GUILD, 10) == [
        Member(1, BEN, worth=5002, wallet=0, owed=1998, in_play=7000, games=0, wins=0),
        Member(2, ANN, worth=5001, wallet=5001, owed=0, in_play=0, games=0, wins=0),
    ]


def test_games_and_wins_are_counted_per_guild_and_shared_wins_count_for_all(db, put_table):
    for guild, table in [(GUILD, "A"), (GUILD, "B"), (2, "C")]:
        put_table(db, guild, table, "finished")
    win(db, ANN, 1)
    win(db, BEN, 2)
    bank.record_results(
        db, GUILD, "A", game="jockey", users=[ANN, BEN, None], scores=[5, 5, 3], merits=[5, 5, 3], now=NOW
    )
    bank.record_results(
        db, GUILD, "B", game="jockey", users=[ANN, BEN, None], scores=[5, 6, 7], merits=[5, 6, 7], now=NOW
    )
    bank.record_results(db, 2, "C", game="jockey", users=[ANN, CAT], scores=[5, 4], merits=[5, 4], now=NOW)
    board = bank.leaderboard(db, GUILD, 10)
    assert {at.user: (at.games, at.wins) for at in board} == {ANN: (2, 1), BEN: (2, 1)}


def test_a_game_that_nobody_won_is_counted_for_all_and_won_by_none(db, put_table):
    put_table(db, GUILD, "A", "finished")
    for user in (ANN, BEN):
        win(db, user, 1)
    bank.record_results(
        db, GUILD, "A", game="turfe", users=[ANN, BEN], scores=[0, 0], merits=[0, 0], is_won=False, now=NOW
    )
    assert [(at.games, at.wins) for at in bank.leaderboard(db, GUILD, 10)] == [(1, 0)] * 2


def test_neither_gifts_grants_bets_nor_practice_put_anybody_on_it(db, put_table):
    won(db, ANN, 10)
    bank.give(db, GUILD, ANN, BEN, 5, key=1, now=NOW)
    bank.grant(db, bank.Act(7, GUILD, DAN, CAT, bank.ActKind.GRANT, 9000, "a prize", NOW))
    put_table(db, GUILD, "A", "finished")
    db.execute(update(tables).where(tables.c.table_id == "A").values(stakes=False))
    facts = {"game": "jockey", "users": [CAT], "scores": [5], "merits": [5], "now": NOW}
    bank.record_results(db, GUILD, "A", **facts)
    assert [at.user for at in bank.leaderboard(db, GUILD, 10)] == [ANN]
    assert bank.members(db, GUILD) == 1
    assert bank.rank_of(db, GUILD, CAT) is None


def test_who_had_their_data_erased_is_on_it_no_more(db):
    won(db, ANN, 10)
    won(db, BEN, 20)
    bank.forget(db, BEN, NOW)
    assert [(at.rank, at.user) for at in bank.leaderboard(db, GUILD, 10)] == [(1, ANN)]
    assert bank.members(db, GUILD) == 1


def test_results_are_written_once(db, put_table):
    put_table(db, GUILD, "A", "finished")
    facts = {"game": "jockey", "users": [ANN, None], "scores": [-5, 3], "merits": [-5, 3], "now": NOW}
    for _ in range(2):
        bank.record_results(db, GUILD, "A", **facts)
    with pytest.raises(bank.ledger.KeyReusedError):
        bank.record_results(db, GUILD, "A", **facts | {"scores": [-5, 4]})


def test_what_is_kept_of_somebodys_worth_is_held_against_their_coins(db, put_table):
    won(db, ANN, 10)
    won(db, BEN, 20)
    put_table(db, GUILD, "T")
    bank.buy_in(db, GUILD, "T", [ANN, BEN], 6000, now=NOW)
    assert bank.audit(db) == []
    home = bank.accounts.wallet(GUILD, ANN).id
    db.execute(update(accounts).where(accounts.c.account_id == home).values(worth=5011))
    assert bank.audit(db) == [f"The owner of {home} is kept as worth 5011, but should be 5010."]
    db.execute(update(accounts).where(accounts.c.account_id == home).values(worth=None))
    assert bank.audit(db) == [f"The owner of {home} is kept as worth None, but should be 5010."]
    bank.standings.counts_again(db, GUILD)
    assert bank.audit(db) == []
