"""`paddock soak` counts what stands: one desk a table and person, and every public line once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from benches.soak.books import Books
from benches.soak.posted import desks_twice, lines_twice
from benches.soak.requests import Requests
from sandbox import Sandbox
from sandbox.exchanges import Exchange
from sandbox.snowflakes import moment_of

FIRST, SECOND, THIRD = (str(1_300_000_000_000_000_000 + (number << 32)) for number in range(3))
"""Messages, a quarter of an hour after each other."""

DESK = "### Your desk · Jumpy Jack TABLE2\n-# Anywhere · Downs"


ANA = "5"


def row(message_id: str | None, opened_until: int | None = None) -> tuple[object, ...]:
    """Return what the outbox knows of Ana's desk."""
    return "TABLE2", ANA, message_id, opened_until


class Standing:
    """A sandbox on which messages stand, and the outbox that knows some of them."""

    def __init__(self) -> None:
        self.sandbox = Sandbox()
        self.rows: list[Any] = []
        self.books = Books(SimpleNamespace(read=lambda *_: self.rows))  # type: ignore[arg-type]

    def post(self, channel: str, message_id: str, text: str, **facts: Any) -> None:
        """Have a message of the bot stand in a channel of a server (`race`), or in somebody's direct messages."""
        owner = SimpleNamespace(id=ANA)
        guild_id = "9" if channel == "race" else None
        place = SimpleNamespace(id=channel, guild_id=guild_id, messages={}, other=lambda _: owner)
        usual = {"nonce": message_id[-5:], "answers": None, "visible_to": None, "content": ""}
        components = [{"type": 17, "components": [{"type": 10, "content": text}]}]
        self.sandbox.world.channels.setdefault(channel, place).messages[message_id] = SimpleNamespace(  # type: ignore[arg-type]
            id=message_id, author=self.sandbox.world.bot, components=components, **usual | facts
        )

    def desks(self, *removals: str, killed: float = 0.0) -> list[str]:
        return [*desks_twice(self.books, self.sandbox, removals, [killed])]

    def lines(self) -> list[str]:
        return [*lines_twice(self.books, self.sandbox)]


@pytest.fixture
def standing() -> Standing:
    return Standing()


def test_of_every_person_and_table_one_desk_may_stand(standing: Standing) -> None:
    standing.rows = [row(FIRST), row(SECOND), row(THIRD)]
    standing.post("ana", FIRST, DESK)
    standing.post("ana", SECOND, DESK.replace("TABLE2", "TABLE3"))
    standing.post("ben", THIRD, DESK)
    assert standing.desks() == []


@pytest.mark.parametrize("known", [FIRST, SECOND])
def test_desks_that_are_sent_twice_under_another_name_are_told(standing: Standing, known: str) -> None:
    standing.rows = [row(known)]
    standing.post("ana", FIRST, DESK, nonce="a")
    standing.post("ana", SECOND, DESK, nonce="b")
    assert standing.desks() == ["table TABLE2: 2 desks of one person stand"]


def test_a_copy_that_answers_a_press_is_no_second_desk(standing: Standing) -> None:
    standing.rows = [row(FIRST)]
    standing.post("ana", FIRST, DESK)
    standing.post("ana", SECOND, DESK, nonce=None, answers={"id": "1"}, visible_to="5")
    assert standing.desks() == []


def test_one_before_whose_removal_failed_or_met_a_kill_may_stand(standing: Standing) -> None:
    standing.rows = [row(SECOND)]
    standing.post("ana", FIRST, DESK)
    standing.post("ana", SECOND, DESK)
    sent = moment_of(SECOND)
    assert standing.desks(FIRST) == standing.desks(killed=sent + 1) == []
    for unexplained in (
        standing.desks(SECOND),
        standing.desks(killed=sent - 1),
        standing.desks(killed=sent + 60),
    ):
        assert len(unexplained) == 1


def test_no_kill_explains_a_newer_one_that_the_outbox_does_not_know(standing: Standing) -> None:
    standing.rows = [row(FIRST)]
    standing.post("ana", FIRST, DESK)
    standing.post("ana", SECOND, DESK)
    assert standing.desks(killed=moment_of(SECOND) + 1)


def test_one_that_was_sent_just_before_a_kill_may_stand_while_its_owner_has_another_one_open(
    standing: Standing,
) -> None:
    sent = moment_of(SECOND)
    standing.post("ana", FIRST, DESK)
    standing.post("ana", SECOND, DESK)
    standing.rows = [row(FIRST, opened_until=7)]
    assert standing.desks(killed=sent + 1) == []
    assert standing.desks(killed=sent - 1)
    assert standing.desks(killed=sent + 60)


def test_a_public_line_that_stands_beside_the_one_that_is_known_is_told(standing: Standing) -> None:
    standing.rows = [(FIRST, "TABLE2", "notice")]
    standing.post("race", FIRST, "Ana is away.")
    assert standing.lines() == []
    standing.post("race", SECOND, "Ana is away.")
    assert standing.lines() == ["table TABLE2: 2 messages are its notice, of 1 that there are"]
    standing.rows.append((SECOND, "TABLE2", "notice"))  # she was away twice
    assert standing.lines() == []


def test_boards_that_stay_and_answers_are_no_second_line(standing: Standing) -> None:
    standing.rows = [(SECOND, "TABLE2", "notice")]
    standing.post("race", FIRST, "The board")
    standing.post("race", SECOND, "Ana is away.")
    standing.post("race", THIRD, "Ana is away.", nonce=None, answers={"id": "1"})
    assert standing.lines() == []


async def test_what_was_to_be_removed_is_known_also_where_that_failed() -> None:
    sandbox = Sandbox()
    requests = Requests(sandbox)
    route = "/channels/{channel_id}/messages/{message_id}"
    sandbox.exchanges.note(
        Exchange("DELETE", route, f"/channels/1/messages/{FIRST}", {}, None, {}, 500, None)
    )
    assert requests.removals == {FIRST}
