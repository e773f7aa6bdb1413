"""Coins: buy-ins, markers, payouts, debts, and games that are only practice."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from bot import bank
from bot.client import Paddock
from bot.tables import race_commands
from engines.jockey.bets import limit
from engines.jockey.view import View
from sandbox import Sandbox, UserClient
from tests.databases import reading
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    desk_of,
    final_of,
    hurry,
    public,
    start_table,
)
from tests.tables.playing import with_standing

pytestmark = pytest.mark.e2e


async def held_by(bot: Paddock, sandbox: Sandbox, person: UserClient) -> bank.Balance:
    """Return what somebody has and owes."""
    with reading(bot.database) as db:
        return bank.balance(db, int(sandbox.guild.id), int(person.id))


async def bet_it_all(bot: Paddock, table: str, race: int) -> None:
    """Let seat i bet on horse i to win: all it may while it has not won yet, else the least."""
    await hurry(bot, table, lambda view: view.phase == "betting" and view.race == race)
    view: View = await public(bot, table)
    for seat, horse in enumerate(view.horses):
        capital = view.capitals[seat]
        stake = 100 if capital > 1000 else limit(capital)
        _, standing = await with_standing(bot.tables, table)
        assert standing
        bet = {"type": "bet", "kind": "win", "horse": horse, "stake": stake}
        await bot.tables.step(race_commands.act_for, table, seat, standing.asked[seat], bet)


async def test_who_cannot_pay_gets_a_marker_pays_it_back_first_and_who_ends_below_zero_owes(
    sandbox: Sandbox, bot: Paddock
) -> None:
    async with AsyncExitStack() as stack:
        names = ("Ana", "Ben", "Cleo", "Dora")
        people = [await stack.enter_async_context(sandbox.user(name)) for name in names]
        dear = await start_table(*people, rounds=5)
        assert {(await held_by(bot, sandbox, person)).wallet for person in people} == {0}
        table = await start_table(*people)
        assert {await held_by(bot, sandbox, person) for person in people} == {bank.Balance(0, 1000, 6000)}
        for race in (1, 2, 3):
            await bet_it_all(bot, table, race)
        await hurry(bot, table)
        final = (await final_of(people[0], table)).text
        scores = (await public(bot, table)).scores
        assert max(scores) > 1000, "three winners at the most share all that was staked"
        assert min(scores) < 0, "one of four backed no winner in three races"
        for person, score in zip(people, scores, strict=True):
            held = await held_by(bot, sandbox, person)
            assert held == told_of(score)
            assert line_of(person, score) in final
        answer = await (await people[0].command("bank balance", CHANNEL)).answer(PATIENCE)
        assert ("owed to the house, paid back" in answer.text) == (scores[0] < 1000)
        await people[0].command("race cancel", CHANNEL, table=dear)
        await desk_of(people[3], dear, "Your stake is back in your wallet.")
        for person, score in zip(people, scores, strict=True):
            assert (await held_by(bot, sandbox, person)).wallet == 5000 + told_of(score).wallet
        with reading(bot.database) as db:
            assert bank.audit(db) == []


def told_of(score: int) -> bank.Balance:
    """What somebody has after a game that was bought into with a marker of 1,000, with 5,000 on another table."""
    return bank.Balance(max(score - 1000, 0), max(1000 - score, 0), 5000)


def line_of(person: UserClient, score: int) -> str:
    """The line that tells it."""
    held = told_of(score)
    owed = f", {held.owed:,} coins owed to the house" if held.owed else ""
    if score < 0:
        return f"<@{person.id}> pays {-score:,} coins of debt → wallet 0{owed}"
    repaid = min(score, 1000)
    back = f", of which {repaid:,} coins went back to the house" if repaid else ""
    paid = f"{score:,} coins" if score else "no coins"
    return f"<@{person.id}> is paid {paid}{back} → wallet {held.wallet:,}{owed}"
