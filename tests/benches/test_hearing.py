"""`paddock soak` hears what is told to whom: what nobody may know, what nobody was told, and what stands."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benches.soak.books import Books
from benches.soak.databases import InFile
from benches.soak.hearing import Hearing, Played
from benches.soak.posted import not_standing, standing_twice, wrong_statuses
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header
from engines.verify import Log
from sandbox import Sandbox
from sandbox.model import Event, Flag

THREAD, TABLE = "77", "TABLE1"
ANA, BEN = "1", "2"


def played(game: str, *, is_finished: bool = True, told_to: int = 0, at: float | None = None) -> Played:
    """A whole game of two, all of it written at one moment."""
    engine = catalog.game(game)
    header = Header.of(engine, engine.options({}), max(2, engine.seats[0]), bytes(32))
    rows, _ = play_out(engine, header, [agent("random", game)] * header.seats)
    log = Log(1, header, tuple(row.line() for row in rows))
    moment = int((time.time() if at is None else at) * 1000)
    times = [moment] * len(log.lines)
    return Played(TABLE, log, times, THREAD, {ANA: 0, BEN: 1}, is_finished, told_to)


def hear(hearing: Hearing, text: str, reader: str | None = None, *, id: str = "m", flags: int = 0) -> None:  # noqa: A002
    """Let a message be read."""
    data = {"id": id, "channel_id": THREAD, "flags": flags, "content": "", "attachments": []}
    data["components"] = [{"content": text}]
    hearing.note(Event("MESSAGE_CREATE", data), reader)


def overheard(table: Played, text: str, reader: str | None, people: Iterable[Any] = ()) -> list[str]:
    hearing = Hearing()
    hear(hearing, text, reader)
    return [*hearing.overheard([table], list(people))]


def dealt_at_first(table: Played) -> tuple[str, int]:
    """A card that one seat alone is dealt with the first row, and which."""
    hands = {
        event["seat"]: event["cards"] for event in next(iter(table.log.rows())).events if "cards" in event
    }
    return next(
        (card, seat)
        for seat, hand in hands.items()
        for card in hand
        if not any(card in other for number, other in hands.items() if number != seat)
    )


@pytest.mark.parametrize("game", ["jockey", "turfe"])
def test_a_card_is_told_to_nobody_but_its_owner_before_it_is_played(game: str) -> None:
    table = played(game)
    card, seat = dealt_at_first(table)
    table = table._replace(seats={ANA: seat, BEN: (seat + 1) % table.log.header.seats})
    to_come = int((time.time() + 3600) * 1000)
    hidden = table._replace(times=[table.times[0], *[to_come] * (len(table.times) - 1)])
    assert overheard(hidden, card, ANA) == []
    assert overheard(hidden, card, BEN) == [
        f"table TABLE1, told to user {BEN}: 1 secrets, the first of kind card"
    ]
    assert overheard(hidden, card, None) == [
        "table TABLE1, told to everyone: 1 secrets, the first of kind card"
    ]
    assert overheard(table, card, None) == [], "once it was played everyone may know"


def test_what_stands_on_a_slip_that_is_filled_in_is_its_owners_but_no_card_on_it_is_anothers() -> None:
    table = played("jockey", at=time.time() + 3600)
    slip = "p:TABLE1:12:bet.horse\n100 on Red to place"
    assert overheard(table, slip, ANA) == []
    assert overheard(table, "Ben bets 100 on Red to place", ANA)
    assert overheard(table, f"{slip}\nred+10", ANA)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Your bet, please", "it says “Your bet”, as only a desk does"),
        ("p:TABLE1:12:bet.horse", "it offers bet, as only a desk does"),
        ("p:TABLE1:0:desk", None),
    ],
)
def test_words_and_controls_of_desks_are_read_by_one_person_only(text: str, told: str | None) -> None:
    table = played("jockey")
    assert overheard(table, text, ANA) == []
    found = overheard(table, text, None)
    assert found == ([f"table TABLE1, told to everyone: {told}"] if told else [])


def test_every_row_of_a_finished_race_is_told_once() -> None:
    table, hearing = played("turfe"), Hearing()
    decided = [row.n for row in table.log.rows() if row.action]
    hear(hearing, f"⟨TABLE1 {' '.join(map(str, decided[:-1]))}⟩")
    assert [*hearing.untold([table])] == [f"table TABLE1: rows [{decided[-1]}] were told to nobody"]
    assert [*hearing.untold([table._replace(is_finished=False, told_to=decided[-1])])] == []
    hear(hearing, f"⟨TABLE1 {decided[-1]}⟩", ANA, id="a desk", flags=Flag.EPHEMERAL)
    assert [*hearing.untold([table])], "what one person reads is told to nobody else"
    hear(hearing, f"⟨TABLE1 {decided[-1]}⟩", id="n")
    assert [*hearing.untold([table])] == []
    hear(hearing, f"⟨TABLE1 {decided[0]}⟩", id="again")
    assert [*hearing.untold([table])] == [
        f"table TABLE1: rows [{decided[0]}] were told more than once, by messages again, m"
    ]


# ---------------------------------------------------------------------------------------- what stands


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A finished table, whose final stands in message 5, and one that runs, at which 8 has opened a desk in 10."""
    file = tmp_path / "soak.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(
            "CREATE TABLE tables (table_id TEXT, status TEXT);"
            "CREATE TABLE seats (table_id TEXT, user_id INT);"
            "CREATE TABLE outbox (table_id TEXT, kind TEXT, user_id INT, channel_id INT, message_id INT,"
            " opened_channel_id INT, opened_message_id INT);"
            "INSERT INTO tables VALUES ('A', 'finished'), ('B', 'running'), ('C', 'cancelled');"
            "INSERT INTO seats VALUES ('B', 7), ('B', 8);"
            "INSERT INTO outbox VALUES ('A', 'lobby', NULL, 3, 4, NULL, NULL), ('A', 'final', NULL, 3, 5, NULL, NULL),"
            " ('B', 'lobby', NULL, 3, 6, NULL, NULL), ('B', 'board', NULL, 3, 8, NULL, NULL),"
            " ('B', 'desk', 7, NULL, NULL, NULL, NULL), ('B', 'desk', 8, NULL, NULL, 3, 10);"
        )
    return file


def test_posts_that_do_not_stand_and_tables_that_are_lost_are_named(database: Path) -> None:
    sandbox = Sandbox()
    rematch = [{"components": [{"custom_id": "p:A:0:rematch"}]}]
    final = SimpleNamespace(components=rematch, visible_to=None)
    messages = {str(number): SimpleNamespace(components=[], visible_to=None) for number in (4, 6, 10)}
    sandbox.world.channels["3"] = SimpleNamespace(messages=messages | {"5": final}, guild_id="1")
    sandbox.world.channels["7"] = SimpleNamespace(messages={"8": final}, guild_id=None)  # a desk
    books = Books(InFile(database))
    assert [*wrong_statuses(books)] == ["table C is cancelled"]
    assert [*not_standing(books, sandbox)] == [
        "table B: its board was posted and does not stand",
        "table B, running: no board, desk 7 stands",
    ]
    assert [*standing_twice(sandbox)] == []
    sandbox.world.channels["4"] = SimpleNamespace(messages={"9": final}, guild_id="1")
    assert [*standing_twice(sandbox)] == ["2 messages carry p:A:0:rematch"]
