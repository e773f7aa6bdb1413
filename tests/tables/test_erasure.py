"""Somebody wants to read what is stored about them, or to be forgotten: in a lobby, in a race, after it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from bot import bank, outbox
from bot.db.schema import seats, tables
from bot.db.sqlite import SQLite
from bot.outbox import LOBBY, Notice, Posted
from bot.tables import (
    Opening,
    Person,
    Refused,
    Status,
    Visitor,
    day_commands,
    erasure,
    lobby_commands,
    seat_commands,
)
from bot.tables.autoplay import following
from bot.tables.erasure import Erased
from tests.counting import counting
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, HERE, TableRig, with_standing

DORA = Person(987_654_321_012_345_678, "Dorothea Quixote")
"""Whose id and name occur nowhere by chance."""


def named(locale: str, number: int) -> str:
    return f"Player {number + 1}"


async def erase(rig: TableRig, person: Person = DORA) -> Erased:
    erased = await rig.database.write(erasure.erase, rig.tables.games, person.user_id, rig.time, named)
    for table_id in erased.tables:
        rig.tables.tell(table_id)
    return erased


async def exported(rig: TableRig, person: Person = DORA) -> dict:
    with reading(rig.database) as db:
        return kept_about(db, person.user_id)


async def lobby(rig: TableRig, people: int = 2) -> str:
    """Seat the first people, and Dora after them."""
    table_id = await rig.lobby(people)
    await rig.tables.step(lobby_commands.join, table_id, DORA, rig.interaction())
    return table_id


async def race(rig: TableRig, people: int = 2) -> str:
    table_id = await lobby(rig, people)
    await rig.start(table_id)
    return table_id


async def act_once(rig: TableRig, table_id: str, luck: Random) -> None:
    while await rig.decide(table_id, luck) != 2:
        pass


async def play_out(rig: TableRig, table_id: str, luck: Random) -> None:
    await rig.play_out(table_id, luck)
    assert (await rig.table(table_id)).status is Status.FINISHED


async def require_forgotten(rig: TableRig, person: Person = DORA) -> None:
    """Search every cell of every table, then every byte of the file where there is one."""
    everything = await rig.everything()
    for name, rows in everything.items():
        assert str(person.user_id) not in repr(rows), name
        assert person.name not in repr(rows), name
    assert await rig.audit() == []
    await rig.database.tidy()
    if not isinstance(rig.database.backend, SQLite):
        return
    main = rig.database.backend.file
    raw = b"".join(file.read_bytes() for file in main.parent.glob(f"{main.name}*"))
    assert b"sqlite" in raw.lower()
    for trace in (str(person.user_id).encode(), person.user_id.to_bytes(8, "big"), person.name.encode()):
        assert trace not in raw


async def test_presses_lead_to_nobody_and_words_go_where_no_cards_were_dealt_from_them(
    rig: TableRig,
) -> None:
    open_one, left, over = await lobby(rig), await lobby(rig), await lobby(rig)
    for table_id in (open_one, left, over):
        await rig.tables.step(
            lobby_commands.add_words, table_id, DORA.user_id, f"by {DORA.name}", rig.interaction()
        )
    await rig.tables.step(lobby_commands.leave, left, DORA.user_id)
    await rig.tables.step(day_commands.cancel, over, ANA.user_id, may_manage=False)
    presses = [(await rig.table(table_id)).salt for table_id in (open_one, left, over)]
    shown = (await rig.requested(left))[LOBBY]

    assert left in (await erase(rig)).tables
    await require_forgotten(rig)
    for table_id, salt in zip((open_one, left, over), presses, strict=True):
        assert (await rig.table(table_id)).salt == (*salt[:-1], salt[-1].partition(" ")[0])
    assert (await rig.requested(left))[LOBBY] > shown


async def test_words_of_a_race_stay_in_its_log_and_lead_to_nobody(rig: TableRig) -> None:
    table_id = await lobby(rig)
    await rig.tables.step(lobby_commands.add_words, table_id, DORA.user_id, "lucky", rig.interaction())
    await rig.start(table_id)
    salt = (await rig.table(table_id)).salt
    await erase(rig)

    assert (await rig.table(table_id)).salt == salt
    assert DORA.user_id not in {row.user_id for row in (await rig.everything())["presses"]}
    await require_forgotten(rig)


async def test_a_lobby_is_left_and_passes_to_the_next_or_closes(rig: TableRig) -> None:
    shared, alone = await lobby(rig), await rig.lobby(1)
    await rig.tables.step(lobby_commands.join, alone, DORA, rig.interaction())
    await rig.tables.step(lobby_commands.leave, alone, ANA.user_id)
    assert (await rig.table(alone)).host_id == DORA.user_id

    erased = await erase(rig)

    assert set(erased.tables) == {shared, alone}
    assert [seat.name for seat in (await rig.table(shared)).seats] == ["Ana", "Ben"]
    closed = await rig.table(alone)
    assert (closed.status, closed.host_id) == (Status.CANCELLED, erasure.NOBODY)
    assert [(seat.user_id, seat.owner_id, seat.name) for seat in closed.seats] == [(None, None, "Player 1")]
    await require_forgotten(rig)


async def test_a_race_goes_on_under_a_neutral_name_and_what_it_brings_is_the_houses(
    rig: TableRig,
) -> None:
    luck = Random(7)
    table_id = await race(rig)
    await act_once(rig, table_id, luck)
    before = await rig.table(table_id)
    with writing(rig.database) as db:
        desk = outbox.find(db, table_id, outbox.desk_of(DORA.user_id))
        assert desk
        outbox.note_shown(db, desk, Posted(71, 72))

    erased = await erase(rig)

    assert erased == Erased({table_id: GUILD}, [Posted(71, 72)])
    await require_forgotten(rig)
    table, standing = await with_standing(rig.tables, table_id)
    assert standing is not None
    assert table.names == ("Ana", "Ben", "Player 3")
    assert (table.length, table.host_id) == (before.length, ANA.user_id)
    asked = standing.asked.get(2)
    assert asked is None or following(table, standing)
    assert Notice.GONE in await rig.notices(table_id)
    await play_out(rig, table_id, luck)
    await require_forgotten(rig)
    assert [row.user_id for row in (await rig.everything())["results"]] == [ANA.user_id, BEN.user_id, None]
    assert sum(wallet for wallet, *_ in await rig.worth(2)) != 0


async def test_after_a_race_nothing_leads_back_and_everybody_else_keeps_what_they_have(
    rig: TableRig,
) -> None:
    table_id = await race(rig)
    await play_out(rig, table_id, Random(3))
    worth = await rig.worth(2)
    log = (await rig.everything())["log"]

    assert (await erase(rig)).tables == {}

    await require_forgotten(rig)
    assert await rig.worth(2) == worth
    kept = [row._replace(decided_by=None) for row in log if row.decided_by == DORA.user_id]
    assert kept
    others = [row for row in log if row.decided_by != DORA.user_id]
    after = (await rig.everything())["log"]
    assert sorted(after, key=repr) == sorted(kept + others, key=repr), "the log can still be verified"
    assert (await rig.table(table_id)).names == ("Ana", "Ben", "Player 3")


async def test_the_host_of_a_race_hands_it_on_and_with_the_last_person_computers_end_it(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(1, computers=1)
    await rig.tables.step(lobby_commands.join, table_id, DORA, rig.interaction())
    with writing(rig.database) as db:
        db.execute(update(tables).values(host_id=DORA.user_id))
    await rig.tables.start(table_id, DORA.user_id, rig.interaction())

    await erase(rig)
    assert (await rig.table(table_id)).host_id == ANA.user_id
    await erase(rig, ANA)
    table = await rig.table(table_id)
    assert (table.host_id, table.people) == (erasure.NOBODY, ())
    await play_out(rig, table_id, Random(1))
    assert await rig.audit() == []


async def test_a_seat_in_other_hands_stays_there_or_returns_to_its_owner(rig: TableRig) -> None:
    table_id = await race(rig)
    await rig.hand_over(table_id, DORA.user_id, CLEO.user_id)
    await erase(rig)
    table = await rig.table(table_id)
    assert [(seat.user_id, seat.owner_id, seat.name) for seat in table.seats][2] == (
        CLEO.user_id,
        None,
        "Player 3",
    )
    await require_forgotten(rig)

    await rig.hand_over(table_id, BEN.user_id, DORA.user_id)
    await erase(rig)
    table = await rig.table(table_id)
    assert [(seat.user_id, seat.owner_id, seat.name) for seat in table.seats][1] == (
        BEN.user_id,
        BEN.user_id,
        "Ben",
    )
    await require_forgotten(rig)


async def test_where_only_absent_people_are_left_the_table_sleeps_until_one_is_back(rig: TableRig) -> None:
    table_id = await race(rig, people=1)
    with writing(rig.database) as db:
        db.execute(update(seats).where(seats.c.user_id == ANA.user_id).values(attendance="away", missed=2))
    await erase(rig)
    assert (await rig.table(table_id)).is_asleep


async def test_it_works_twice_and_who_plays_again_is_somebody_new(rig: TableRig) -> None:
    for _ in range(2):
        await rig.tables.database.write(seat_commands.ask_always, DORA.user_id, is_wanted=True)
        table_id = await race(rig)
        await erase(rig)
        await erase(rig)
        await require_forgotten(rig)
        await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    assert await rig.worth(2) == [(5000, 0, 0)] * 2
    await require_forgotten(rig)


async def test_of_two_at_once_everybody_else_may_decide_meanwhile(rig: TableRig) -> None:
    table_id = await race(rig)
    luck = Random(5)
    steps = (erase(rig), rig.decide(table_id, luck), erase(rig, BEN))
    done = await asyncio.gather(*steps, return_exceptions=True)
    assert {type(each) for each in done} <= {Erased, int, Refused}
    await require_forgotten(rig)
    await play_out(rig, table_id, luck)
    assert await rig.audit() == []


async def test_what_is_stored_is_told_whole_and_without_anybody_else(rig: TableRig) -> None:
    luck = Random(11)
    over = await race(rig)
    await play_out(rig, over, luck)
    rig.pass_minutes(1)
    table_id = await lobby(rig)
    await rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "not hers", rig.interaction())
    await rig.tables.step(lobby_commands.add_words, table_id, DORA.user_id, "hers", rig.interaction())
    await rig.start(table_id)
    await act_once(rig, table_id, luck)
    await rig.tables.database.write(seat_commands.ask_always, DORA.user_id, is_wanted=True)

    kept = json.loads(json.dumps(await exported(rig)))

    assert kept["preferences"] == {"asked_always": True, "zone": None}
    assert {(seat["table_id"], seat["name"], seat["owns"]) for seat in kept["seats"]} == {
        (over, DORA.name, True),
        (table_id, DORA.name, True),
    }
    assert {each["guild_id"] for each in kept["seats"]} == {GUILD}
    assert {(each["table_id"], each["kind"], each["words"]) for each in kept["presses"]} == {
        (over, "joined", None),
        (table_id, "joined", None),
        (table_id, "words", "hers"),
    }
    assert {each["seat"] for each in kept["decisions"]} == {2}
    assert {each["table_id"] for each in kept["decisions"]} == {over, table_id}
    assert [each["place"] for each in kept["results"]]
    assert sorted(each["kind"] for each in kept["messages"]) == ["call", "call", "desk", "desk"]
    assert {each["reason"] for each in kept["movements"]} >= {"opening", "buy_in"}
    for other in (ANA.name, BEN.name, "not hers"):
        assert other not in json.dumps(kept)


async def test_a_seat_in_other_hands_is_told_to_both_without_the_other(rig: TableRig) -> None:
    table_id = await race(rig)
    await rig.hand_over(table_id, ANA.user_id, CLEO.user_id)
    owner, stands_in = await exported(rig, ANA), await exported(rig, CLEO)
    assert [(each["owns"], each["decides"], each["name"]) for each in owner["seats"]] == [
        (True, False, "Ana")
    ]
    assert [(each["owns"], each["decides"]) for each in stands_in["seats"]] == [(False, True)]
    assert "Ana" not in json.dumps(stands_in)


async def test_the_documentation_names_all_that_the_export_holds(rig: TableRig) -> None:
    page = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text()
    told = page.split("## What the export holds")[1].split("\n## ")[0]
    assert [name for name in await exported(rig) if name != "user_id" and f"`{name}`" not in told] == []


async def test_of_who_never_played_there_is_nothing(rig: TableRig) -> None:
    kept = await exported(rig)
    assert kept.pop("user_id") == DORA.user_id
    assert not any(kept.values())
    before = await rig.everything()
    assert await erase(rig) == Erased({}, [])
    assert await rig.everything() == before


async def test_tables_they_opened_or_were_sent_away_from_name_them_to_themselves_and_then_to_nobody(
    rig: TableRig,
) -> None:
    opened = await rig.tables.open(
        Opening(
            visitor=HERE,
            host=DORA,
            game="jockey",
            options={"rounds": 1},
            capacity=4,
            interaction_id=rig.interaction(),
        )
    )
    await rig.tables.step(lobby_commands.join, opened.table_id, ANA, rig.interaction())
    await rig.tables.step(lobby_commands.leave, opened.table_id, DORA.user_id)
    sent_away_from = await lobby(rig)
    await rig.tables.step(lobby_commands.send_away, sent_away_from, ANA.user_id, DORA.user_id)

    kept = await exported(rig)
    assert [table["table_id"] for table in kept["hosted"]] == [opened.table_id]
    assert kept["sent_away"] == [sent_away_from]
    assert (await exported(rig, BEN))["sent_away"] == []

    await erase(rig)
    await require_forgotten(rig)


async def race_in(rig: TableRig, guild_id: int) -> str:
    """Have Ana and Ben start a race in a server, a minute after what was before."""
    rig.pass_minutes(1)
    opening = Opening(
        visitor=Visitor(guild_id, CHANNEL),
        host=ANA,
        game="jockey",
        options={"rounds": 1},
        capacity=4,
        interaction_id=rig.interaction(),
    )
    table_id = (await rig.tables.open(opening)).table_id
    await rig.tables.step(lobby_commands.join, table_id, BEN, rig.interaction())
    await rig.start(table_id)
    return table_id


async def test_tables_of_several_servers_that_end_with_them_pay_back_by_the_order_of_servers(
    rig: TableRig,
) -> None:
    """The tables come in the order in which they were opened; were the books taken with them, not in theirs."""
    ids = [await race_in(rig, guild_id) for guild_id in (9, 3)]
    for table_id in ids:
        await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)

    await erase(rig, ANA)

    assert [(await rig.table(table_id)).status for table_id in ids] == [Status.CANCELLED] * 2
    with reading(rig.database) as db:
        assert bank.audit(db) == []


async def test_a_table_that_rests_and_has_lost_everybody_goes_on_so_that_it_comes_to_an_end(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=1, computers=2)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await erase(rig, ANA)

    table = await rig.table(table_id)
    assert (table.status, table.paused_at, table.people) == (Status.RUNNING, None, ())
    await rig.play_out(table_id, Random(1))
    assert (await rig.table(table_id)).status is Status.FINISHED


async def test_what_was_long_ago_is_forgotten_in_pieces_before_the_rest(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.statements.AT_ONCE", 1)
    over = [await race(rig) for _ in range(3)]
    for seed, table_id in enumerate(over):
        await play_out(rig, table_id, Random(seed))
    going_on = await race(rig)
    with counting(rig.database) as statements:
        await erasure.forget_past(rig.database, DORA.user_id, named)

    assert statements.writing == len(over) + 1
    everything = await rig.everything()
    assert {row.table_id for row in everything["seats"] if row.user_id == DORA.user_id} == {going_on}
    assert {row.table_id for row in everything["log"] if row.decided_by == DORA.user_id} <= {going_on}
    await erase(rig)
    await require_forgotten(rig)
