"""Whole games of Jockey, played by random clickers, from `/race new jockey` to the payout."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random

import pytest

from bot import bank
from bot.client import Paddock
from bot.games.jockey import spoken as jockey_words
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Match, Outcome
from engines.jockey.view import View
from engines.verify import Log, logs, verify
from render import jockey as pictures
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.databases import reading
from tests.e2e.eavesdropping import all_heard, assert_nothing_leaked, cards, states, words
from tests.e2e.players import (
    all_noted,
    all_posted,
    desk_of,
    lobby_shows,
    play_out,
    start_table,
)

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(1200)]


@pytest.mark.parametrize(("persons", "computers"), [pytest.param(2, 2, marks=pytest.mark.drawn), (6, 0)])
async def test_a_race_day_is_played_to_its_payout_and_gives_nothing_away(
    sandbox: Sandbox,
    bot: Paddock,
    persons: int,
    computers: int,
    caplog: pytest.LogCaptureFixture,
    request: pytest.FixtureRequest,
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    async with AsyncExitStack() as stack:
        names = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")[:persons]
        people = [await stack.enter_async_context(sandbox.user(name)) for name in names]
        watcher = await stack.enter_async_context(sandbox.user("Gus"))
        table = await start_table(*people, computers=computers)
        final = await play_out(people, table, Random(persons))
        for person in people:
            await desk_of(person, table, "This race day is over.")
        await all_posted()
        await all_heard(sandbox, watcher)

        log = await _race_log(people[0], final)
        verdict = verify(log)
        assert verdict, verdict.problems
        assert verdict.outcome
        lobby = await lobby_shows(people[0], table, "This race day is over.")
        assert log.header.commitment in lobby.text
        _assert_result(final, people, verdict.outcome)
        _assert_every_race_was_told(watcher)
        await _assert_books(sandbox, bot, people, verdict.outcome)
        await all_noted(bot, table)
        seats = [*people, *[None] * computers]
        assert_nothing_leaked(seats, log, [watcher])
        if request.node.get_closest_marker("drawn"):
            await _assert_boards_were_drawn_for_everyone(watcher, log, lobby_names(people, computers))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not cards().search(caplog.text)
    for person in people:
        assert DEFAULT.table.broken not in "".join(words(message) for message in states(person))


def lobby_names(people: list[UserClient], computers: int) -> list[str]:
    """Name who sits at the table, in seat order."""
    return [*(person.name for person in people), *("Clockwork", "Tin Lizzie")[:computers]]


async def _assert_boards_were_drawn_for_everyone(watcher: UserClient, log: Log, names: list[str]) -> None:
    """The pictures of the first race are those that the log gives when drawn from what everyone may know."""
    posted = {
        file["id"]: file
        for message in states(watcher)
        for file in message.attachments
        if file["filename"].startswith("jockey-race1-")
    }
    drawn = {
        pictures.board(view, names, jockey_words(DEFAULT).captions).data
        for view in _public_views(log, race=1)
    }
    assert len(posted) > 5
    for file in posted.values():
        assert await watcher.fetch(file) in drawn


def _public_views(log: Log, race: int) -> Iterator[View]:
    """What everyone could know, after each row of one race."""
    game = catalog.game(log.header.game, edition=log.header.edition)
    match, _ = Match.start(game, log.header)
    yield game.view(match.state, None)
    for row in log.rows():
        if row.action and not row.auto:
            match, _ = match.act(row.seat, game.read_action(row.action))
        view = game.view(match.state, None)
        if view.race == race:
            yield view


async def _race_log(person: UserClient, final: SeenMessage) -> Log:
    files = await person.attachments(final)
    (name,) = [name for name in files if name.endswith(".jsonl")]
    (log,) = logs(files[name].decode())
    return log


def _assert_result(final: SeenMessage, people: list[UserClient], outcome: Outcome) -> None:
    """The message that ends a race day names the winners, every score, and what became of the bankrolls."""
    assert "The race day is over" in final.text
    for person, score in zip(people, outcome.scores, strict=False):
        assert f"<@{person.id}> — {score:,}".replace("-", "−") in final.text
        paid = f"is paid {score:,} coins" if score > 0 else f"pays {-score:,} coins of debt"
        assert score == 0 or f"<@{person.id}> {paid} → wallet {4000 + score:,}" in final.text
    best = [person.id for seat, person in enumerate(people) if seat in outcome.winners]
    assert all(f"<@{winner}>" in final.text.split("The race day is over")[1] for winner in best)
    assert any(file["filename"].endswith((".webp", ".gif", ".png")) for file in final.attachments)


def _assert_every_race_was_told(watcher: UserClient) -> None:
    """Who only watches read the result of every race, and no message was posted twice."""
    for race in (1, 2, 3):
        for heading in (f"## 🏁 Race {race} of 3", f"**Race {race} of 3.** "):
            assert len({message.id for message in states(watcher) if heading in message.text}) == 1


async def _assert_books(sandbox: Sandbox, bot: Paddock, people: list[UserClient], outcome: Outcome) -> None:
    """Every coin is where it belongs, and all of them together are none."""
    guild = int(sandbox.guild.id)
    with reading(bot.database) as db:
        assert bank.audit(db) == []
        for person, score in zip(people, outcome.scores, strict=False):
            assert bank.balance(db, guild, int(person.id)) == bank.Balance(4000 + score, 0, 0)
        best = bank.standings.board(db, guild, bank.By.WORTH, "", bank.Since.ALL, 1, 0, 0)
    ranked = sorted(zip(outcome.scores, people, strict=False), key=lambda pair: -pair[0])
    assert {best.lines[0].user} <= {int(p.id) for score, p in ranked if score == ranked[0][0]}
