"""Shortcuts to what a test is about: tables of any game set up without clicks, and clocks that run out when told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.client import Paddock
from bot.cluster.heartbeat import wall_clock as now
from bot.tables import Opening, Person, Standing, Visitor, deadlines, lobby_commands, seat_commands
from bot.tables.deadlines import Clock
from engines import catalog
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.databases import writing
from tests.e2e.players import CHANNEL, PATIENCE
from tests.tables.playing import with_standing

KEY = 1
"""An interaction's id, where nobody pressed anything."""


async def seated(
    sandbox: Sandbox, bot: Paddock, game: str, people: Sequence[UserClient], **options: Any
) -> str:
    """Open a table of any game for these people; return its id."""
    host, *guests = (Person(int(person.id), person.name) for person in people)
    rules = catalog.game(game)
    opening = Opening(
        visitor=Visitor(int(sandbox.guild.id), int(sandbox.guild.channel(CHANNEL).id)),
        host=host,
        game=game,
        options=rules.options(options).model_dump(mode="json"),
        capacity=rules.seats[-1],
        interaction_id=KEY,
    )
    table = (await bot.tables.open(opening)).table_id
    for guest in guests:
        await bot.tables.step(lobby_commands.join, table, guest, KEY)
    return table


async def running(
    sandbox: Sandbox, bot: Paddock, game: str, people: Sequence[UserClient], **options: Any
) -> str:
    """Open a table of any game for these people, and start; return its id."""
    table = await seated(sandbox, bot, game, people, **options)
    await bot.tables.start(table, int(people[0].id), KEY)
    return table


async def asked_always(bot: Paddock, *people: UserClient) -> None:
    """Have the table make no move for these people where it is the only one: there would be nothing to press."""
    for person in people:
        await bot.tables.database.write(seat_commands.ask_always, int(person.id), is_wanted=True)


async def ring(bot: Paddock, table: str, *clocks: str, in_ms: int = 0) -> None:
    """Have clocks of a table run out now, or in a while; those that do not run do not matter."""
    with writing(bot.database) as db:
        for clock in set(clocks) & set(deadlines.of_table(db, table)):
            deadlines.put(db, table, clock, now() + in_ms, now=now())
    bot.tables.tell(table)


def turn_of(seat: int) -> str:
    """Name the clock of a decision."""
    return Clock.TURN.seat(seat)


async def standing_of(bot: Paddock, table: str) -> Standing:
    """Return where a table stands: its match and who is asked, of one moment.

    A table that moves by itself may have moved on by a second reading: whatever has to agree is asked of one.
    """
    _, standing = await with_standing(bot.tables, table)
    assert standing is not None
    return standing


async def desk_at(
    person: UserClient, table: str, fits: Callable[[SeenMessage], object] = lambda desk: True
) -> SeenMessage:
    """Wait for somebody's desk at a table of any game, and until it is as wished."""

    def find() -> SeenMessage | None:
        found = [m for m in person.direct_messages if "Your desk · " in m.text and table in m.text]
        return found[-1] if found and fits(found[-1]) else None

    return await person.wait_for(find, PATIENCE, f"a desk at {table}")
