"""A table is copied with everything that belongs to it, under other names."""

from __future__ import annotations

from random import Random

from benches.copies import Renamed, copy_rows
from bot.tables.opening_commands import Opening
from tests.tables.conftest import new_database, rig, steady_luck
from tests.tables.playing import ANA, BEN, HERE, TableRig

__all__ = ["new_database", "rig", "steady_luck"]

FAR = 10**17
"""Ids as long as Discord's are: no other number is taken for one."""

HOST, GUEST = (person._replace(user_id=FAR + person.user_id) for person in (ANA, BEN))
NAMES = {str(FAR + number): str(FAR + number + 100) for number in (HERE.guild_id, ANA.user_id, BEN.user_id)}


async def begun(rig: TableRig) -> str:
    """Start a race of two in a server of its own; return the table."""
    here = HERE._replace(guild_id=FAR + HERE.guild_id)
    opening = Opening(
        visitor=here,
        host=HOST,
        game="jockey",
        options={"rounds": 1},
        capacity=2,
        interaction_id=rig.interaction(),
    )
    table_id = (await rig.tables.opening.open(opening)).table_id
    await rig.tables.lobby.join(table_id, GUEST, rig.interaction())
    await rig.tables.race.start(table_id, HOST.user_id, rig.interaction())
    return table_id


def copy(url: str, table_id: str, *, with_money: bool = True) -> None:
    copy_rows(url, [NAMES | {table_id: "ZZAAAA"}], with_money=with_money)


def test_ids_are_renamed_as_numbers_as_text_and_within_text() -> None:
    renamed = Renamed({"123456": "7", "N48CY8": "ZZAAAA"})
    plain = {"id": 123456, "press": "p:N48CY8:0:join", "words": ["<@123456>", 12345, None, True]}
    assert renamed.plain(plain) == {"id": 7, "press": "p:ZZAAAA:0:join", "words": ["<@7>", 12345, None, True]}


async def test_a_copied_table_is_played_on_beside_its_original_and_every_coin_is_accounted_for(
    rig: TableRig, new_url: str
) -> None:
    table_id, luck = await begun(rig), Random(3)
    for _ in range(5):
        await rig.decide(table_id, luck)
    before = await rig.standing(table_id)
    copy(new_url, table_id)

    copied = await rig.table("ZZAAAA")
    assert [seat.user_id for seat in copied.seats] == [HOST.user_id + 100, GUEST.user_id + 100]
    assert (await rig.standing("ZZAAAA")).match.state == before.match.state
    await rig.play_races("ZZAAAA", 1, luck)
    assert (await rig.standing(table_id)).length == before.length
    assert await rig.audit() == []


async def test_copies_without_money_leave_the_books_as_they_are(rig: TableRig, new_url: str) -> None:
    table_id = await begun(rig)
    copy(new_url, table_id, with_money=False)
    assert not (await rig.table("ZZAAAA")).stakes
    assert await rig.audit() == []
