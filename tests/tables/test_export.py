"""Somebody reads what they decided: in their own seat, in another's, and what others decided in theirs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

import bot.bank.erasure
import bot.db.statements
from bot.db.schema import log
from bot.tables import (
    Person,
    day_commands,
    erasure,
    lobby_commands,
    luck,
    race_commands,
    seat_commands,
)
from bot.tables.export import pages
from bot.tables.table import Taken
from tests.databases import reading, writing
from tests.exported import gathered, kept_about
from tests.tables.playing import ANA, BEN, CLEO, TableRig, sampled


async def told(rig: TableRig, person: Person) -> list[dict[str, Any]]:
    """Return the decisions that the export of a person lists."""
    with reading(rig.database) as db:
        kept = kept_about(db, person.user_id)
    return json.loads(json.dumps(kept))["decisions"]


async def rows(rig: TableRig, table_id: str) -> list[dict[str, Any]]:
    """Return what was decided by a person or for one, as it is stored."""
    found = (await rig.everything())["log"]
    every = [row._asdict() for row in found if row.table_id == table_id and row.action and not row.auto]
    return sorted(every, key=lambda row: row["n"])


async def play(rig: TableRig, table_id: str, luck: Random, until: int) -> None:
    """Play at random until so many rows are in the log."""
    while (await rig.table(table_id)).length < until:
        assert await rig.decide(table_id, luck) is not None


async def handed_to_and_fro(rig: TableRig, luck: Random) -> tuple[str, list[tuple[int, int]]]:
    """Have Cleo play for Ben for a while; return the table, and between which rows who held the seat."""
    table_id = await rig.race(people=2)
    await play(rig, table_id, luck, 6)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    first = (await rig.table(table_id)).length
    await play(rig, table_id, luck, first + 8)
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
    then = (await rig.table(table_id)).length
    await play(rig, table_id, luck, then + 6)
    return table_id, [(0, first), (first, then), (then, then + 100)]


def numbers(decisions: list[dict[str, Any]], by: str) -> set[int]:
    return {each["n"] for each in decisions if each["by"] == by}


async def test_everybody_is_told_what_they_decided_in_a_seat_that_went_to_and_fro(
    rig: TableRig,
) -> None:
    table_id, spans = await handed_to_and_fro(rig, Random(4))
    in_seat = [row["n"] for row in await rows(rig, table_id) if row["seat"] == 1]
    before, meanwhile, after = ({n for n in in_seat if start <= n < end} for start, end in spans)
    assert before
    assert meanwhile
    assert after

    ben, cleo = await told(rig, BEN), await told(rig, CLEO)

    assert numbers(ben, "you") == before | after
    assert numbers(ben, "somebody else") == meanwhile
    assert numbers(cleo, "you") == meanwhile
    assert len(cleo) == len(meanwhile)


async def test_what_somebody_else_decided_is_not_told_beside_that_they_did(rig: TableRig) -> None:
    table_id, _ = await handed_to_and_fro(rig, Random(4))

    ben = await told(rig, BEN)

    for each in ben:
        own = {"table_id", "n", "seat", "at", "by", "action"}
        assert set(each) == (own if each["by"] == "you" else own - {"action"})
    stored = {row["n"]: row["action"] for row in await rows(rig, table_id)}
    assert {each["n"]: each["action"] for each in ben if "action" in each} == {
        each["n"]: json.loads(stored[each["n"]]) for each in ben if each["by"] == "you"
    }


async def test_who_only_owns_a_seat_that_others_play_is_told_none_of_their_moves(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await play(rig, table_id, Random(2), 10)

    ben = await told(rig, BEN)

    assert {each["by"] for each in ben} == {"somebody else"}
    assert not any("action" in each for each in ben)


async def decided_for(rig: TableRig, table_id: str, number: int, taken: Taken) -> None:
    """Have the table decide in a seat's place."""
    standing = await rig.standing(table_id)
    action = sampled(standing, number, Random(1))
    await rig.tables.step(race_commands.act_for, table_id, number, standing.asked[number], action, taken)


async def test_what_the_clock_took_is_told_with_why_while_the_seat_was_never_in_other_hands(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2)
    await decided_for(rig, table_id, 1, Taken.CLOCK)
    (mine,) = await told(rig, BEN)
    assert mine["by"] == "clock"
    assert mine["action"]["type"] == "bet"

    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)

    (mine,) = await told(rig, BEN)
    assert mine["by"] == "somebody else", "whose time was over is not told any more"
    assert "action" not in mine
    assert await told(rig, CLEO) == []


async def test_moves_of_computer_players_and_of_others_are_nobodys(rig: TableRig) -> None:
    table_id = await rig.race(people=1, computers=2)
    await play(rig, table_id, Random(9), 20)

    assert {row["decided_by"] for row in await rows(rig, table_id) if row["seat"] != 0} == {None}
    assert {each["seat"] for each in await told(rig, ANA)} == {0}


async def test_who_is_forgotten_leaves_no_mark_on_what_they_decided_for_others(rig: TableRig) -> None:
    table_id, _ = await handed_to_and_fro(rig, Random(4))
    before = await told(rig, BEN)
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, CLEO.user_id, rig.time, lambda *_: "Player")

    assert CLEO.user_id not in {row["decided_by"] for row in await rows(rig, table_id)}
    assert await told(rig, CLEO) == []
    after = await told(rig, BEN)
    assert numbers(after, "you") == numbers(before, "you")
    assert numbers(after, "not known") == numbers(before, "somebody else")
    assert not any("action" in each for each in after if each["by"] != "you")


async def test_of_rows_from_before_this_was_stored_nothing_is_told_that_nobody_knows(
    rig: TableRig,
) -> None:
    await handed_to_and_fro(rig, Random(4))
    with writing(rig.database) as db:
        db.execute(update(log).values(decided_by=None))

    assert {each["by"] for each in await told(rig, BEN)} == {"not known"}
    assert await told(rig, CLEO) == []
    assert {each["seat"] for each in await told(rig, ANA)} == {0}
    assert not any("action" in each for each in await told(rig, ANA) + await told(rig, BEN))


async def test_how_attentive_somebody_is_who_plays_for_another_is_told_to_them_alone(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await rig.tables.step(day_commands.vote_to_stop, table_id, CLEO.user_id)
    of_cleo = {"attendance", "missed", "orders", "would_stop"}
    with reading(rig.database) as db:
        (ben,) = kept_about(db, BEN.user_id)["seats"]
        (cleo,) = kept_about(db, CLEO.user_id)["seats"]

    assert not of_cleo & set(ben)
    assert of_cleo <= set(cleo)
    assert cleo["would_stop"]


async def test_presses_are_told_with_their_words_however_many_one_lobby_holds(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    for number in range(luck.MOST_JOINS):
        await rig.tables.step(lobby_commands.join, table_id, BEN, rig.interaction())
        if number < luck.MOST_WORDS:
            await rig.tables.step(
                lobby_commands.add_words, table_id, BEN.user_id, f"take {number}", rig.interaction()
            )
        await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    with reading(rig.database) as db:
        told = kept_about(db, BEN.user_id)["presses"]

    assert [each["words"] for each in told if each["kind"] == "words"] == ["take 0", "take 1", "take 2"]
    assert [each["words"] for each in told if each["kind"] == "joined"] == [None] * luck.MOST_JOINS


async def test_an_export_is_the_same_in_however_small_pages_it_is_read(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(3):
        await rig.play_out(await rig.race(people=2), Random(seed))
    await handed_to_and_fro(rig, Random(4))
    whole = await gathered(pages(rig.database.read, BEN.user_id))
    assert {theme for theme, rows in whole.items() if rows} >= {"seats", "decisions", "movements", "results"}
    monkeypatch.setattr(bot.db.statements, "A_PAGE", 2)
    monkeypatch.setattr(bot.bank.erasure, "A_PAGE", 2)
    monkeypatch.setattr(bot.db.statements, "AT_ONCE", 1)

    sizes: dict[str, int] = {}
    async for theme, page in pages(rig.database.read, BEN.user_id):
        if isinstance(page, list):
            sizes[theme] = max(len(page), sizes.get(theme, 0))

    assert await gathered(pages(rig.database.read, BEN.user_id)) == whole
    assert sizes["movements"] == sizes["messages"] == 2, "a page grows with the history"
    assert sizes["seats"] == sizes["results"] == 1
