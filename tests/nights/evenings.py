"""Race nights without Discord: planned, advanced, and their tables brought to an end with chosen places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update

from bot.db.schema import outbox, results, seats, tables
from bot.nights import Form, Night, Nights, Plan, commands, league_of
from bot.nights import find as find_night
from bot.nights.night import MINUTE
from bot.outbox import LOBBY, Posted, find
from bot.shards import DISCORD_EPOCH
from bot.tables import Person, Status, Table
from bot.tables.loading import load
from engines import catalog
from tests.databases import reading, writing
from tests.tables.playing import ANA, GUILD, HERE, PEOPLE, TableRig

STEWARD = 99
"""Manages the server, and is in no night."""

NAMES = ("Tin", "Brass", "Iron", "Zinc")


def options(game: str) -> Mapping[str, Any] | None:
    if game not in catalog.GAMES:
        return None
    return {"rounds": 1} if game == "jockey" else {}


class NightRig:
    """Race nights of one process."""

    def __init__(self, rig: TableRig) -> None:
        self.rig = rig
        self.nights = Nights(rig.database, rig.tables, rig.clock.now, options, NAMES)

    def restarted(self) -> NightRig:
        """Another process on the same database, which remembers nothing."""
        return NightRig(self.rig.restarted())

    async def planned(
        self,
        people: int = 2,
        form: Form = Form.EVENING,
        games: Sequence[str] = ("jockey",),
        name: str = "Friday",
        minutes: int = 60,
        zone: str | None = None,
    ) -> int:
        """Plan a night with Ana as its host and so many in; return its id."""
        at = self.rig.time + minutes * MINUTE
        plan = Plan(name=name, form=form, games=games, role_id=None, starts_at=at)
        facts = (plan, HERE, ANA, self.rig.interaction(), self.rig.time, zone)
        night_id = (await self.rig.database.write(commands.plan, *facts)).night_id
        for person in PEOPLE[1:people]:
            await self.sign_up(night_id, person)
        return night_id

    async def sign_up(self, night_id: int, person: Person, press: int | None = None) -> None:
        press = self.rig.interaction() if press is None else press
        await self.rig.database.write(commands.sign_up, GUILD, night_id, person, press)

    async def sign_out(self, night_id: int, user_id: int) -> None:
        await self.rig.database.write(commands.sign_out, GUILD, night_id, user_id)

    async def start(self, night_id: int, user_id: int = ANA.user_id, *, may_manage: bool = False) -> None:
        facts = (GUILD, night_id, user_id, self.rig.time)
        await self.rig.database.write(commands.start, *facts, may_manage=may_manage)

    async def cancel(
        self, night_id: int, user_id: int = STEWARD, *, may_manage: bool = True, guild: int = GUILD
    ) -> None:
        facts = (guild, night_id, user_id, self.rig.time)
        await self.rig.database.write(commands.cancel, *facts, may_manage=may_manage)

    def press(self) -> int:
        """Name a press as Discord would now."""
        return (self.rig.time - DISCORD_EPOCH << 22) + self.rig.interaction()

    async def go_on(
        self, night_id: int, user_id: int = STEWARD, number: int | None = None, *, may_manage: bool = True
    ) -> None:
        """End a round; by default as a server manager who is not in the night."""
        await self.rig.database.write(commands.go_on, GUILD, night_id, user_id, number, may_manage=may_manage)

    async def begun(self, people: int = 2, **facts: Any) -> int:
        """Plan a night, and have the tables of its first round opened."""
        night_id = await self.planned(people, **{"minutes": 10} | facts)
        await self.start(night_id)
        await self.settle(night_id)
        return night_id

    async def settle(self, night_id: int, minutes: int = 0) -> Night:
        """Let time pass, do all that is due then, and read the night."""
        self.rig.pass_minutes(minutes)
        for _ in range(20):
            at = await self.nights.advance(night_id)
            if at is None or at > self.nights.now():
                return await self.night(night_id)
        raise AssertionError("it is never done")

    async def one_table(self, people: int = 2, **facts: Any) -> tuple[int, Table]:
        """Plan a night, and have the only table of its first round opened."""
        night_id = await self.begun(people, **facts)
        (table,) = await self.tables(night_id)
        return night_id, table

    async def raced(self, night_id: int, *best_first: int) -> Night:
        """End all tables of the round as `finish` does, and settle."""
        for table in await self.tables(night_id):
            await self.finish(table, *best_first)
        return await self.settle(night_id)

    async def night(self, night_id: int) -> Night:
        found = await self.rig.database.read(find_night, night_id)
        assert found is not None
        return found

    async def tables(self, night_id: int) -> list[Table]:
        """Read the tables of this round that are opened."""
        now_at = (await self.night(night_id)).now_at
        return [await self.rig.tables.database.read(load, each.table_id) for each in now_at if each.table_id]

    async def finish(self, table: Table, *best_first: int) -> None:
        """End a table as if it had been played: these users came in this order, then the others by their seats."""
        users = [seat.owner_id for seat in table.seats]
        order = [*best_first, *(user for user in users if user not in best_first)]
        rows_ = [
            {
                "table_id": table.table_id,
                "seat": seat,
                "guild_id": GUILD,
                "user_id": user,
                "game": table.game,
                "score": 0,
                "place": order.index(user) + 1,
                "ended_at": self.rig.time,
            }
            for seat, user in enumerate(users)
        ]
        with writing(self.rig.database) as db:
            db.execute(insert(results), rows_)
            self._write(db, table, status=Status.FINISHED, ended_at=self.rig.time)

    async def write(self, table: Table, **facts: Any) -> None:
        with writing(self.rig.database) as db:
            self._write(db, table, **facts)

    def _write(self, db: Any, table: Table, **facts: Any) -> None:
        this = update(tables).where(tables.c.table_id == table.table_id)
        db.execute(this.values(version=tables.c.version + 1, **facts))

    async def seat(self, table: Table, person: Person, **facts: Any) -> None:
        """Write facts of somebody's seat."""
        mine = update(seats).where(seats.c.table_id == table.table_id, seats.c.user_id == person.user_id)
        with writing(self.rig.database) as db:
            db.execute(mine.values(**facts))

    async def post_lobby(self, table: Table, message_id: int) -> None:
        """Have the lobby of a table posted."""
        with writing(self.rig.database) as db:
            post = find(db, table.table_id, LOBBY)
            assert post
            this = update(outbox).where(outbox.c.post_id == post.post_id)
            db.execute(this.values(channel_id=2, message_id=message_id))

    async def points(self, night_id: int) -> dict[str, int]:
        """Read the standing, by name."""
        names = {person.user_id: person.name for person in PEOPLE}
        return {names[line.user_id]: line.points for line in (await self.night(night_id)).standing()}

    async def league(self, night_id: int) -> dict[int, int]:
        night = await self.night(night_id)
        with reading(self.rig.database) as db:
            league = league_of(db, night)
        return {line.user_id: line.points for line in league.lines} if league else {}

    async def opened(self) -> int:
        """Count the tables that were ever opened."""
        with reading(self.rig.database) as db:
            return len(list(db.scalars(select(tables.c.table_id))))


__all__ = ["NightRig", "Posted"]
