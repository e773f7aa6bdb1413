from __future__ import annotations

import pytest

from bot import bank
from bot.bank import Member
from bot.bank.ledger import Memo, Reason

GUILD, ANN, BEN, CAT, DAN = 1, 11, 22, 33, 44
NOW = 1_789_000_000_000


async def win(db, user: int, amount: int, guild: int = GUILD) -> None:
    memo = Memo(f"win {guild} {user}", Reason.PAY_OUT, NOW)
    await bank.wallets.credit(db, bank.accounts.house(guild), bank.accounts.wallet(guild, user), amount, memo)


async def test_players_are_ranked_by_worth_and_equals_share_the_better_rank(db):
    for user, amount in [(DAN, 10), (ANN, 50), (CAT, 50), (BEN, 70)]:
        await win(db, user, amount)
    await win(db, BEN, 9999, guild=2)
    board = await bank.leaderboard(db, GUILD, 10)
    assert [(at.rank, at.user, at.worth) for at in board] == [
        (1, BEN, 5070),
        (2, ANN, 5050),
        (2, CAT, 5050),
        (4, DAN, 5010),
    ]
    assert await bank.leaderboard(db, GUILD, 2, 1) == board[1:3]
    assert await bank.rank_of(db, GUILD, DAN) == board[3]
    assert await bank.rank_of(db, GUILD, 99) is None
    assert await bank.members(db, GUILD) == 4


async def test_sitting_down_moves_nobody_down_and_borrowing_nobody_up(db):
    await win(db, ANN, 1)
    await win(db, BEN, 2)
    await bank.buy_in(db, GUILD, "T", [BEN, None], 7000, now=NOW)
    assert all(type(fact) is int for at in await bank.leaderboard(db, GUILD, 10) for fact in at)
    assert await bank.leaderboard(db, GUILD, 10) == [
        Member(1, BEN, worth=5002, wallet=0, owed=1998, in_play=7000, games=0, wins=0),
        Member(2, ANN, worth=5001, wallet=5001, owed=0, in_play=0, games=0, wins=0),
    ]


async def test_games_and_wins_are_counted_per_guild_and_shared_wins_count_for_all(db, put_table):
    for guild, table in [(GUILD, "A"), (GUILD, "B"), (2, "C")]:
        await put_table(db, guild, table, "finished")
    await win(db, ANN, 1)
    await win(db, BEN, 2)
    await bank.record_results(
        db, GUILD, "A", game="jockey", users=[ANN, BEN, None], scores=[5, 5, 3], merits=[5, 5, 3], now=NOW
    )
    await bank.record_results(
        db, GUILD, "B", game="jockey", users=[ANN, BEN, None], scores=[5, 6, 7], merits=[5, 6, 7], now=NOW
    )
    await bank.record_results(db, 2, "C", game="jockey", users=[ANN], scores=[5], merits=[5], now=NOW)
    board = await bank.leaderboard(db, GUILD, 10)
    assert {at.user: (at.games, at.wins) for at in board} == {ANN: (2, 1), BEN: (2, 1)}


async def test_a_game_that_nobody_won_is_counted_for_all_and_won_by_none(db, put_table):
    await put_table(db, GUILD, "A", "finished")
    for user in (ANN, BEN):
        await win(db, user, 1)
    await bank.record_results(
        db, GUILD, "A", game="turfe", users=[ANN, BEN], scores=[0, 0], merits=[0, 0], is_won=False, now=NOW
    )
    assert [(at.games, at.wins) for at in await bank.leaderboard(db, GUILD, 10)] == [(1, 0)] * 2


async def test_results_are_written_once(db, put_table):
    await put_table(db, GUILD, "A", "finished")
    facts = {"game": "jockey", "users": [ANN, None], "scores": [-5, 3], "merits": [-5, 3], "now": NOW}
    for _ in range(2):
        await bank.record_results(db, GUILD, "A", **facts)
    with pytest.raises(bank.ledger.KeyReusedError):
        await bank.record_results(db, GUILD, "A", **facts | {"scores": [-5, 4]})
