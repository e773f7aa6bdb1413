"""Makes a database with tables of all five games in the middle of a race, for programs that come after.

    python -m tests.outbox.open_tables FOLDER

plays them with whatever program is at hand and writes two files: the database, and what that program posted next on
each of its tables. Those in `tests/golden/databases/` were made by the last program whose database was of version 0008,
and the database was then brought to version 0028, the oldest that is still upgraded;
what is posted next on them is what this program posts: other names of posts that tell of a race, the board that stands
put right before anything is told below it, desks with a board on them. Races of games whose rules were corrected since
end, which their boards, threads and desks tell.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.db import Database
from bot.messages.layout import MessageLayout
from bot.outbox import DirectMessagesClosed, Forbidden, NotFound, Posted, Retryable
from bot.pictures.pool import Pictures
from bot.tables import day_commands, guild_commands, lobby_commands, opening_commands, seat_commands
from bot.tables.deadlines import Clock
from engines import catalog
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, HERE, PEOPLE, SHORT, TableRig, with_standing
from tests.ui.screens.test_calls import follow
from tests.ui.wall import Painted, Wall
from tests.undrawn import without_drawing

FOLDER = Path(__file__).parents[1] / "golden" / "databases"
DATABASE, POSTED_NEXT = "open_tables.sql.xz", "open_tables.posted_next.json"
MADE_AT = 1_770_000_000_000
READ_AT = MADE_AT + 10 * 60_000
"""When the next program reads it: posts that had to wait are tried again."""

SHORTEST: Mapping[str, Mapping[str, Any]] = {
    "turfe": {"races": 3},
    "newmarket": {"deals": 3},
    "jumpyjack": {"target": 8},
}
"""Options with which games are over soon."""

STANDS = MessageLayout("a message of an earlier run")
ELSEWHERE = 31
FIRST_THREAD = 7000


class Recorder(Wall):
    """A wall that writes down what is done to each channel, in order.

    Messages are numbered by channel, so that it does not matter which of two desks is sent first.
    """

    def __init__(self, stands: Sequence[Posted] = ()) -> None:
        super().__init__()
        self.done: dict[int, list[str]] = defaultdict(list)
        self.names: list[str] = []
        self._threads = count(FIRST_THREAD)
        self._numbers: dict[int, count[int]] = {}
        for place in stands:
            self.messages[place] = STANDS
            self.pictures[place] = 1
            self._numbers[place.channel_id] = count(place.message_id + 1)

    async def open_thread(self, *_: object) -> int:
        return next(self._threads)

    async def send(
        self, channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False
    ) -> Posted:
        self._ids = self._numbers.setdefault(channel_id, count(channel_id * 1000))  # type: ignore[assignment]
        place = await super().send(channel_id, layout, name, silent=silent)
        self._note(place, "post", name, "silent" if silent else "heard", *sorted(layout.pings))
        self.names.append(name)
        return place

    async def edit(self, place: Posted, layout: MessageLayout) -> None:
        await super().edit(place, layout)
        self._note(place, "edit")

    async def edit_words(self, place: Posted, layout: MessageLayout) -> None:
        if self.messages.get(place) is STANDS:
            self.messages[place] = layout.bare()
        await super().edit_words(place, layout)
        self._note(place, "edit words")

    async def delete(self, place: Posted) -> None:
        await super().delete(place)
        self._note(place, "delete")

    def _note(self, place: Posted, *facts: object) -> None:
        self.done[place.channel_id].append(" ".join(map(str, [place.message_id, *facts])))


class Evening:
    """A server on which everything happens at once that can be under way at a table."""

    def __init__(self, rig: TableRig, wall: Recorder, painted: Painted) -> None:
        self.rig, self.wall, self.painted = rig, wall, painted
        self.luck = Random("evening")

    async def begun(self, game: str, people: int, computers: int = 0, **options: Any) -> str:
        """Start a race, with everything posted that belongs to it."""
        chosen = catalog.game(game).options(SHORTEST.get(game, {}) | options).model_dump()
        edition = SHORT if game == "jockey" else None
        table_id = await self.rig.race(people, computers, game=game, options=chosen, edition=edition)
        await self.post(table_id)
        return table_id

    async def post(self, *table_ids: str) -> None:
        """Post what is due."""
        for table_id in table_ids:
            await follow(self.rig, table_id)
            await self.painted.paint(table_id)

    async def move(self, table_id: str, moves: int) -> None:
        """Let so many decisions be made, and nothing of it be posted."""
        for _ in range(moves):
            await self.rig.decide(table_id, self.luck)
            self.rig.time += 1000

    async def play(self, table_id: str, moves: int) -> None:
        """Let so many decisions be made, and each be posted."""
        for _ in range(moves):
            await self.move(table_id, 1)
            await self.post(table_id)

    async def race_over(self, table_id: str, races: int = 1) -> None:
        """Play until so many races are over, and post nothing of it."""
        await self.rig.play_races(table_id, races, self.luck)

    @contextmanager
    def trouble(self, name: str, error: Exception):
        """Have posts fail for a while."""
        self.wall.trouble[name] = error  # type: ignore[assignment]
        yield
        del self.wall.trouble[name]

    async def asked(self, table_id: str) -> int:
        """Return a seat whose person has to decide."""
        table, standing = await with_standing(self.rig.tables, table_id)
        assert standing is not None
        return next(number for number in sorted(standing.asked) if table.seats[number].user_id)

    # ------------------------------------------------------------------------------------------- the tables

    async def full(self, game: str) -> str:
        """Seat as many as can practically play; two moves have been made that nobody has seen yet."""
        table_id = await self.begun(game, {"jockey": 6, "turfe": 6}.get(game, 8))
        await self.play(table_id, 12)
        await self.move(table_id, 2)
        return table_id

    async def all_shown(self) -> str:
        table_id = await self.begun("jockey", 2, computers=2)
        await self.race_over(table_id)
        await self.post(table_id)
        await self.play(table_id, 5)
        return table_id

    async def result_due(self) -> str:
        table_id = await self.begun("jockey", 3)
        await self.play(table_id, 6)
        await self.race_over(table_id)
        return table_id

    async def second_result_due(self) -> str:
        table_id = await self.begun("turfe", 3)
        await self.race_over(table_id)
        await self.post(table_id)
        await self.race_over(table_id, 2)
        await self.move(table_id, 1)
        return table_id

    async def resting(self) -> str:
        table_id = await self.begun("jumpyjack", 4)
        await self.play(table_id, 9)
        await self.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        return table_id

    async def resting_and_shown(self) -> str:
        table_id = await self.begun("turfe", 3)
        await self.play(table_id, 4)
        await self.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        await self.post(table_id)
        return table_id

    async def clocks_moved(self) -> str:
        table_id = await self.begun("newmarket", 3)
        await self.play(table_id, 4)
        await self.rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)
        await self.post(table_id)
        self.rig.time += 1000
        await self.rig.tables.step(seat_commands.come_back, table_id, CLEO.user_id)
        return table_id

    async def handed_over(self) -> str:
        table_id = await self.begun("sulkydrom", 4)
        await self.play(table_id, 6)
        number = await self.asked(table_id)
        user_id = (await self.rig.table(table_id)).seats[number].user_id
        assert user_id
        await self.rig.hand_over(table_id, user_id, PEOPLE[9].user_id)
        await self.post(table_id)
        await self.play(table_id, 3)
        await self.rig.hand_over(table_id, PEOPLE[9].user_id, user_id)
        return table_id

    async def reminded(self) -> str:
        table_id = await self.begun("newmarket", 4)
        await self.play(table_id, 5)
        number = await self.asked(table_id)
        await self.rig.run_out(table_id, Clock.HALF.seat(number))
        return table_id

    async def would_stop(self) -> str:
        table_id = await self.begun("jockey", 3)
        await self.race_over(table_id)
        await self.post(table_id)
        await self.rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
        return table_id

    async def closed(self) -> str:
        with self.trouble(str(BEN.user_id), DirectMessagesClosed("50007")):
            table_id = await self.begun("sulkydrom", 3)
            await self.post(table_id)
            await self.play(table_id, 7)
        return table_id

    async def closed_untold(self) -> str:
        with self.trouble(str(BEN.user_id), DirectMessagesClosed("50007")):
            table_id = await self.begun("newmarket", 3)
            await self.move(table_id, 3)
            with self.trouble("edit", Retryable("503")), self.trouble("send", Retryable("503")):
                await self.post(table_id)
                await self.post(table_id)
        return table_id

    async def board_brought(self) -> str:
        table_id = await self.begun("jumpyjack", 2, computers=2)
        await self.play(table_id, 8)
        await self.rig.tables.step(
            guild_commands.bring_board, table_id, BEN.user_id, HERE._replace(channel_id=ELSEWHERE)
        )
        return table_id

    async def board_denied(self) -> str:
        table_id = await self.begun("turfe", 2, computers=1)
        await self.play(table_id, 6)
        place = (await self.rig.table(table_id)).thread_id
        await self.move(table_id, 2)
        with self.trouble(str(place), Forbidden("50013")), self.trouble(str(CHANNEL), NotFound("10003")):
            await self.post(table_id)
            await self.post(table_id)
        return table_id

    async def just_started(self) -> str:
        return await self.rig.race(5, 1)

    async def over(self) -> str:
        table_id = await self.begun("jockey", 2, computers=1)
        await self.rig.play_out(table_id, self.luck)
        return table_id

    async def over_and_shown(self) -> str:
        table_id = await self.begun("newmarket", 2, computers=1)
        await self.rig.play_out(table_id, self.luck)
        await self.post(table_id)
        return table_id

    async def cancelled(self) -> str:
        table_id = await self.begun("sulkydrom", 2, computers=1)
        await self.play(table_id, 5)
        await self.rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
        return table_id

    async def in_a_lobby(self) -> str:
        table_id = await self.rig.lobby(3)
        await self.painted.paint(table_id)
        return table_id

    async def lobby_changed(self) -> str:
        options = catalog.game("turfe").options({}).model_dump()
        table_id = await self.rig.lobby(3, game="turfe", options=options)
        await self.painted.paint(table_id)
        await self.rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)
        return table_id

    async def lobby_brought(self) -> str:
        table_id = await self.rig.lobby(2)
        await self.painted.paint(table_id)
        await self.rig.tables.step(
            guild_commands.bring_board, table_id, BEN.user_id, HERE._replace(channel_id=ELSEWHERE)
        )
        return table_id

    async def lobby_unseen(self) -> str:
        table_id = await self.rig.lobby(1)
        with self.trouble("send", Retryable("503")):
            await self.painted.paint(table_id)
        return table_id

    @property
    def tables(self) -> Mapping[str, Callable[[], Awaitable[str]]]:
        """Everything there is, by what is going on there."""
        full = {f"a full table of {game}": lambda game=game: self.full(game) for game in catalog.GAMES}
        return full | {
            "everything is shown": self.all_shown,
            "the first race is over": self.result_due,
            "two races are over": self.second_result_due,
            "begins to rest": self.resting,
            "rests": self.resting_and_shown,
            "somebody left and is back": self.clocks_moved,
            "a seat was handed over and back": self.handed_over,
            "somebody is reminded": self.reminded,
            "somebody would stop": self.would_stop,
            "somebody takes no direct messages": self.closed,
            "nobody knows yet who takes no direct messages": self.closed_untold,
            "the board was brought elsewhere": self.board_brought,
            "the board cannot be posted": self.board_denied,
            "has just started": self.just_started,
            "is over": self.over,
            "is over and shown": self.over_and_shown,
            "was cancelled": self.cancelled,
            "a lobby": self.in_a_lobby,
            "a lobby that changed": self.lobby_changed,
            "a lobby that was brought elsewhere": self.lobby_brought,
            "a lobby that could not be posted": self.lobby_unseen,
        }


def unpack(file: Path) -> dict[str, Any]:
    """Write the database that is kept to a file; return what was posted next on its tables, by what goes on there."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(lzma.decompress((FOLDER / DATABASE).read_bytes()).decode())
    told: dict[str, Any] = json.loads((FOLDER / POSTED_NEXT).read_text())
    return told


def standing_messages(file: Path) -> list[Posted]:
    """Return where messages stand that a database knows; it has to be of the newest version by now."""
    with closing(sqlite3.connect(file)) as db:
        rows = db.execute("SELECT channel_id, message_id FROM outbox WHERE message_id IS NOT NULL ORDER BY 2")
        return [Posted(*row) for row in rows]


async def posted_next(rig: TableRig, wall: Recorder, tables: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Post what is due at all tables, and write down what was done for which, by channel."""
    pool = Pictures()
    painted, done = Painted(rig, wall, pool), {}
    for what, table_id in tables.items():
        wall.done.clear()
        await painted.paint(table_id)
        await painted.paint(table_id)
        done[what] = {str(channel_id): facts for channel_id, facts in sorted(wall.done.items())}
    await pool.close()
    return done


async def make(file: Path) -> dict[str, str]:
    """Make the database; return its tables by what is going on there."""
    luck = Random("open tables")
    with pytest.MonkeyPatch.context() as patch, without_drawing():
        patch.setattr(opening_commands.secrets, "token_bytes", luck.randbytes)
        patch.setattr(opening_commands.secrets, "choice", luck.choice)
        store, pool = await Database.open(f"sqlite+aiosqlite:///{file}"), Pictures()
        rig, wall = TableRig(store, MADE_AT - 30 * 60_000), Recorder()
        await rig.set_up_server(most_tables=50, most_hosted=50)
        evening = Evening(rig, wall, Painted(rig, wall, pool))
        tables = {what: await made() for what, made in evening.tables.items()}
        assert rig.time < MADE_AT
        await store.close()
        await pool.close()
    return tables


async def follow_up(file: Path, tables: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Have the program at hand post what is due in a database that was made."""
    with without_drawing():
        store = await Database.open(f"sqlite+aiosqlite:///{file}")
        done = await posted_next(TableRig(store, READ_AT), Recorder(standing_messages(file)), tables)
        await store.close()
    return done


def main(folder: Path) -> None:
    """Write both files."""
    with TemporaryDirectory() as temporary:
        file = Path(temporary, "paddock.db")
        tables = asyncio.run(make(file))
        with closing(sqlite3.connect(file)) as db:
            statements = "\n".join(db.iterdump())
        done = asyncio.run(follow_up(file, tables))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DATABASE).write_bytes(lzma.compress(statements.encode(), preset=9 | lzma.PRESET_EXTREME))
    told = {what: {"table": tables[what], "done": done[what]} for what in tables}
    (folder / POSTED_NEXT).write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
