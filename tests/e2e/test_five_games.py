"""Whole games of every kind by random clickers, from `/race new` to the payout; Jockey's are in `test_whole_games`."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from bot import bank
from bot.client import Paddock
from bot.games.titles import title
from bot.servers import ServerSettings, write_settings
from bot.tables.stakes import merits, purse
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Outcome
from engines.verify import Log, logs, verify
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.bank.books import put_result
from tests.databases import reading, writing
from tests.e2e.eavesdropping import all_heard, states, words
from tests.e2e.overhearing import assert_nothing_was_overheard, heard, learned
from tests.e2e.players import all_noted, all_posted, desk_of, lobby_shows, play_out, start_table

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.drawn, pytest.mark.timeout(1200)]

PEOPLE = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")

GAMES: list[tuple[str, int, int, bool, dict[str, Any]]] = [
    ("turfe", 2, 1, True, {"races": 1}),
    ("turfe", 6, 0, False, {"races": 1}),
    ("jumpyjack", 8, 0, True, {"target": 2, "teams": 2, "guessing": True}),
    ("sulkydrom", 2, 1, True, {"goal": "first"}),
    ("sulkydrom", 8, 0, False, {"goal": "first"}),
    ("newmarket", 3, 1, True, {"deals": 2}),
    ("newmarket", 8, 0, False, {"deals": 1, "calling": "manual", "window": 5}),
]
"""What is played, by how many people and computer players, whether with pictures, and with which options."""


@pytest.mark.parametrize(
    ("game", "persons", "computers", "pictures", "options"),
    GAMES,
    ids=[f"{game}-{persons}-{computers}" for game, persons, computers, _, _ in GAMES],
)
async def test_a_whole_game_is_played_to_its_payout(
    sandbox: Sandbox,
    bot: Paddock,
    game: str,
    persons: int,
    computers: int,
    pictures: bool,
    options: dict[str, Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    await settle(sandbox, bot, pictures=pictures)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:persons]]
        watcher = await stack.enter_async_context(sandbox.user("Watcher"))
        with writing(bot.database) as db:
            for person in people:  # what newcomers lose goes to nobody
                put_result(db, int(sandbox.guild.id), int(person.id))
        table = await start_table(*people, game=game, computers=computers, **options)
        final = await play_out(people, table, Random(f"{game} {persons}"))
        for person in people:
            await desk_of(person, table, "This race day is over.")
        await all_posted()
        await all_heard(sandbox, *people, watcher)

        log = await race_log(people[0], final)
        verdict = verify(log)
        assert verdict, verdict.problems
        assert verdict.outcome
        lobby = await lobby_shows(people[0], table, "This race day is over.")
        assert log.header.commitment in lobby.text
        assert_winners_are_named(final, people, computers, verdict.outcome)
        await assert_books(sandbox, bot, people, final, log, verdict.outcome)
        await all_noted(bot, table)
        await assert_nothing_was_given_away(bot, table, log, people, watcher, caplog.text)
        if options.get("teams"):
            await assert_teams_read_along(bot, table, log, people)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    for person in people:
        assert DEFAULT.table.broken not in "".join(words(message) for message in states(person))


async def assert_nothing_was_given_away(
    bot: Paddock, table: str, log: Log, people: Sequence[UserClient], watcher: UserClient, logged: str
) -> None:
    """Nobody ever saw what they could not know at that moment, and who had another seat would have."""
    known = await learned(bot, table, log, people)
    surprised = 0
    for seat, person in enumerate(people):
        everything = [*heard(person)]
        assert_nothing_was_overheard(person, seat, known, everything)
        neighbour = (seat + 1) % len(people)
        surprised += any(known.unknown(each.text, neighbour, each.at) for each in everything)
    assert surprised, "whoever read another's desk would learn something"
    public = [*heard(watcher)]
    assert_nothing_was_overheard(watcher, None, known, public)
    names_secrets = any(known.unknown(each.text, None, 0) for each in public)
    assert names_secrets == (log.header.game != "sulkydrom"), "played cards are told by name, but tempo cards"
    assert not [*known.knowledge.given_away(logged)]


async def assert_teams_read_along(bot: Paddock, table: str, log: Log, people: Sequence[UserClient]) -> None:
    """What a captain has predicted stands on every desk of the team, and on no opponent's, before it is shown."""
    known = await learned(bot, table, log, people)
    for row in log.rows():
        if row.action and row.action["type"] == "predict" and row.seat is not None:
            (predicted,) = {secret for seats, secret in known.knowledge.learned(row) if seats is not None}
            shown, learnt = known.since(None, predicted), known.since(row.seat, predicted)
            assert shown is not None
            assert learnt is not None
            if learnt >= shown:
                continue  # the other team predicted just that in an earlier race: everybody has read it
            early = {
                seat
                for seat, person in enumerate(people)
                for each in heard(person)
                if each.at < shown and predicted in known.knowledge.given_away(each.text)
            }
            assert early >= set(range(row.seat % 2, len(people), 2)), early


async def settle(sandbox: Sandbox, bot: Paddock, **settings: Any) -> None:
    """Have the server settle on something."""
    with writing(bot.database) as db:
        write_settings(db, int(sandbox.guild.id), ServerSettings(**settings))


async def race_log(person: UserClient, final: SeenMessage) -> Log:
    """Read the log that is attached to the end of a game."""
    (file,) = [file for file in final.attachments if file["filename"].endswith(".jsonl")]
    (log,) = logs((await person.fetch(file)).decode())
    return log


def assert_winners_are_named(
    final: SeenMessage, people: Sequence[UserClient], computers: int, outcome: Outcome
) -> None:
    """One line names who has won, and nobody else."""
    (line,) = [line for line in final.text.splitlines() if re.match(r"\*\*.* (wins|share the win)\*\*", line)]
    names = [
        *(f"<@{person.id}>" for person in people),
        *DEFAULT.lobby.computer_names[:computers],
    ]
    assert [seat for seat, name in enumerate(names) if name in line] == sorted(outcome.winners)


async def assert_books(
    sandbox: Sandbox,
    bot: Paddock,
    people: Sequence[UserClient],
    final: SeenMessage,
    log: Log,
    outcome: Outcome,
) -> None:
    """Every coin is where it belongs, every purse is paid out whole, and the last message says so."""
    guild, buy_in = int(sandbox.guild.id), title(log.header.game).buy_in
    paid = payouts(log, outcome)
    with reading(bot.database) as db:
        assert bank.audit(db) == []
        for person, coins in zip(people, paid, strict=False):
            wallet = 5000 - buy_in + coins
            assert bank.balance(db, guild, int(person.id)) == bank.Balance(wallet, 0, 0)
            told = DEFAULT.table.bankroll(f"<@{person.id}>", coins - buy_in, coins, 0, 0, 0, wallet)
            assert told in final.text
    game = catalog.game(log.header.game)
    money = game.starting_money(game.options(log.header.options))
    handed_out = money.amount if money else 0
    worth = DEFAULT.table.worth_of_the_rest(handed_out, buy_in)
    assert (worth in final.text) is (money is not None and handed_out != buy_in)


def payouts(log: Log, outcome: Outcome) -> list[int]:
    """Say what every seat gets: its money in coins, or its share of the purse."""
    match log.header.game:
        case "turfe":
            return [score * 10 for score in outcome.scores]
        case "newmarket":
            return [score * 25 for score in outcome.scores]
        case brought if brought not in catalog.GAMES:
            game = catalog.game(brought)
            if money := game.starting_money(game.options(log.header.options)):
                return [score * title(brought).buy_in // money.amount for score in outcome.scores]
    stakes = title(log.header.game).buy_in * log.header.seats
    paid = purse(stakes, merits(outcome))
    assert sum(paid) == stakes
    return paid
