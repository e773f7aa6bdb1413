"""Every row of a race log is told in public once and in its order, however moves and posts fall together."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from bot.games.kit.story import Story
from bot.games.kit.told import ToldPassage
from bot.messages.layout import MessageLayout
from bot.outbox import Post, Posted, Retryable
from bot.outbox import notes as outbox_notes
from bot.outbox.worker import OutboxWorker
from bot.pictures.pool import Pictures
from bot.servers import Pace
from bot.tables import Status, day_commands
from bot.tables.deadlines import MINUTE
from bot.tables.standing import read_log
from bot.ui.screens.table_looks import TableLook
from engines import catalog
from engines.core import Row
from tests.databases import reading
from tests.tables.playing import CHANNEL, PEOPLE, SHORT, SHORT_DAYS, SHORT_EDITIONS, TableRig
from tests.ui.limits import require_sendable
from tests.ui.wall import THREAD, Painted, Wall, render_pool

pytestmark = pytest.mark.long

__all__ = ["render_pool"]

HOUR = 3600.0

Meanwhile = Callable[[], Awaitable[None]]
"""What happens while a post is made."""


async def nothing() -> None:
    """Let nothing happen."""


games = pytest.mark.parametrize("game", SHORT_DAYS)


def label(row: Row, event: Any) -> str:
    """Stand for the sentence about an event."""
    return f"⟨{row.n} {event['type']}⟩"


@pytest.fixture(autouse=True)
def _by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have boards and results tell rows by their numbers, so that none can be told in another's words."""

    def numbered(_: Any, rows: Any, *__: Any) -> list[ToldPassage]:
        return [told("".join(label(row, event) for event in row.events)) for row, _ in rows if row.events]

    monkeypatch.setattr(Story, "told", numbered)


def told(sentence: str) -> ToldPassage:
    """Tell one move in one sentence."""
    return ToldPassage([sentence], 1, {}, is_kept=False)


class Killed(BaseException):
    """The process ends here, and whoever comes next begins with what is written."""


class SlowWall(Wall):
    """A Discord in which things happen while it takes a post, which may fail, and which knows posts by their names."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Meanwhile = nothing
        self.after: Meanwhile = nothing
        self.said: list[tuple[Posted, MessageLayout]] = []
        """All that messages ever said, in order."""
        self._named: dict[str, Posted] = {}

    async def send(
        self, channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False
    ) -> Posted:
        await self.before()
        if place := self._named.get(name):
            self._show(place, layout)
            return place
        place = self._named[name] = await super().send(channel_id, layout, name, silent=silent)
        self.said.append((place, layout))
        await self.after()
        return place

    async def edit(self, place: Posted, layout: MessageLayout) -> None:
        await super().edit(place, layout)
        await self.after()

    async def edit_words(self, place: Posted, layout: MessageLayout) -> None:
        await super().edit_words(place, layout)
        await self.after()

    def _show(self, place: Posted, layout: MessageLayout) -> None:
        super()._show(place, layout)
        self.said.append((place, layout))

    def told(self) -> list[str]:
        """Return the rows that messages in public told when they told them first; desks tell theirs again."""
        public = [(place, layout) for place, layout in self.said if place.channel_id in {THREAD, CHANNEL}]
        found = dict.fromkeys((place, row) for place, layout in public for row in rows_in(layout))
        return [row for _, row in found]


def rows_in(layout: MessageLayout) -> list[str]:
    """Return the rows that a message tells."""
    return re.findall(r"⟨(.*?)⟩", layout.text)


async def happened(rig: TableRig, table_id: str) -> list[str]:
    """Return what there is to tell of a table; of a game that is over up to the end of its last race."""
    table = await rig.table(table_id)
    with reading(rig.database) as db:
        rows = read_log(db, table)
    every = [label(row, event)[1:-1] for row in rows for event in row.events]
    while table.status is Status.FINISHED and not every[-1].endswith("race_over"):
        every.pop()
    return list(dict.fromkeys(every))


def options(game: str) -> dict[str, Any]:
    return catalog.game(game).options(SHORT_DAYS[game]).model_dump(mode="json")


async def play(rig: TableRig, wall: SlowWall, render_pool: Pictures, table_id: str, luck: Random) -> None:
    """Play a table to its end while posts are made: moves come before, between and during them."""
    painted = Hasty(rig, wall, render_pool)
    while (await rig.table(table_id)).status.is_open:
        await rig.decide(table_id, luck)
        is_killed = await painted.post_public(table_id)
        rig.pass_minutes(10 * luck.random())
        if is_killed or luck.random() < 0.1:
            painted = Hasty(rig.restarted(), wall, render_pool)


async def post_rest(rig: TableRig, wall: SlowWall, render_pool: Pictures, table_id: str) -> None:
    """Post in peace what is left."""
    wall.before = wall.after = nothing
    for _ in range(10):
        rig.pass_minutes(10)
        await Hasty(rig, wall, render_pool).post_public(table_id)
    assert not [post for post in await rig.posts(table_id) if post.is_due and not post.kind.is_private]
    assert not [post for post in await rig.posts(table_id) if post.problem]


class Hasty(Painted):
    """Posts while something happens between any two looks at a table."""

    wall: SlowWall

    def __init__(self, rig: TableRig, wall: SlowWall, render_pool: Pictures) -> None:
        super().__init__(rig, wall, render_pool)
        self._outbox = OutboxWorker(
            rig.database, self._show, lambda: rig.time, self.screens.look, self.screens.notes
        )

    async def _show(self, post: Post, look: TableLook) -> None:
        await self.wall.before()
        await self.screens.show(post, look)

    async def post_public(self, table_id: str) -> bool:
        """Post what everybody sees, and say whether the process was killed meanwhile."""
        try:
            await self._outbox._post_public(table_id)
            await self._outbox.close()
        except Killed:
            return True
        return False

    async def post_unnoted(self, table_id: str) -> None:
        """Post what everybody sees, and let what is noted of it wait."""
        await self._outbox._post_public(table_id)

    async def leave_desks(self) -> None:
        """Make no desks: they would go on, and have everything noted, after the process was killed."""
        await self._outbox._private.close(0)


def hasty(rig: TableRig, table_id: str, luck: Random, haste: float) -> Meanwhile:
    """Have moves come, and Discord refuse for now."""

    async def meanwhile() -> None:
        while luck.random() < haste:
            await rig.decide(table_id, luck)
        if luck.random() < haste / 4:
            raise Retryable("503")

    return meanwhile


@pytest.mark.parametrize(
    ("haste", "boards", "pace"),
    [
        (0.2, "posted", Pace.AT_ONCE),
        (0.7, "posted", Pace.AT_ONCE),
        (0.5, "edited", Pace.AT_ONCE),
        (0.1, "posted", Pace.STEADY),
        (0.7, "posted", Pace.STEADY),
        (0.5, "edited", Pace.STEADY),
    ],
)
@games
async def test_every_row_is_told_once_and_in_its_order_however_moves_and_posts_fall_together(
    rig: TableRig, render_pool: Pictures, game: str, haste: float, boards: str, pace: Pace
) -> None:
    await rig.set_up_server(boards=boards, pace=pace)
    luck, wall = Random(f"{game} {haste}"), SlowWall()
    table_id = await rig.race(
        2, computers=2, game=game, options=options(game), edition=SHORT_EDITIONS.get(game)
    )
    wall.before = hasty(rig, table_id, luck, haste)
    await play(rig, wall, render_pool, table_id, luck)
    await post_rest(rig, wall, render_pool, table_id)

    assert wall.told() == await happened(rig, table_id)
    if boards == "posted":
        assert standing(wall) == await happened(rig, table_id)


def standing(wall: SlowWall) -> list[str]:
    """Return the rows that are to be read in the thread in the end."""
    return [row for layout in wall.public() for row in dict.fromkeys(rows_in(layout))]


@pytest.mark.parametrize("pace", [Pace.AT_ONCE, Pace.STEADY])
@games
async def test_every_row_is_told_once_also_if_answers_of_discord_are_lost(
    rig: TableRig, render_pool: Pictures, game: str, pace: Pace
) -> None:
    await rig.set_up_server(pace=pace)
    luck, wall = Random(game), SlowWall()
    table_id = await rig.race(
        2, computers=2, game=game, options=options(game), edition=SHORT_EDITIONS.get(game)
    )
    wall.before = wall.after = hasty(rig, table_id, luck, 0.4)
    await play(rig, wall, render_pool, table_id, luck)
    await post_rest(rig, wall, render_pool, table_id)
    assert standing(wall) == await happened(rig, table_id)


@pytest.mark.parametrize("pace", [Pace.AT_ONCE, Pace.STEADY])
@games
async def test_every_row_is_told_once_also_if_the_bot_is_killed_before_it_notes_what_it_posted(
    rig: TableRig, render_pool: Pictures, game: str, pace: Pace
) -> None:
    await rig.set_up_server(pace=pace)
    luck, wall = Random(game), SlowWall()
    table_id = await rig.race(
        2, computers=2, game=game, options=options(game), edition=SHORT_EDITIONS.get(game)
    )

    async def kill_now_and_then() -> None:
        if luck.random() < 0.3:
            for _ in range(luck.randrange(30)):  # the next life plays on before it posts
                await rig.decide(table_id, luck)
            raise Killed

    wall.after = kill_now_and_then
    await play(rig, wall, render_pool, table_id, luck)
    await post_rest(rig, wall, render_pool, table_id)
    assert standing(wall) == await happened(rig, table_id)


@pytest.mark.parametrize("pace", [Pace.AT_ONCE, Pace.STEADY])
@games
async def test_every_row_is_told_once_also_if_boards_follow_each_other_and_the_bot_is_killed_before_it_notes_any(
    rig: TableRig, render_pool: Pictures, game: str, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_notes, "WITHIN", HOUR)
    await rig.set_up_server(pace=pace)
    luck, wall = Random(game), SlowWall()
    table_id = await rig.race(
        2, computers=2, game=game, options=options(game), edition=SHORT_EDITIONS.get(game)
    )
    while (await rig.table(table_id)).status.is_open:
        painted = Hasty(rig.restarted(), wall, render_pool)
        await painted.leave_desks()
        async with painted.screens.notes.gathering(table_id, lambda: True):
            for _ in range(luck.randint(1, 5)):
                await painted.post_unnoted(table_id)
                await rig.decide(table_id, luck)
    await post_rest(rig, wall, render_pool, table_id)
    assert standing(wall) == await happened(rig, table_id)


@games
async def test_every_row_is_told_once_also_where_boards_cannot_be_edited_for_a_while(
    rig: TableRig, render_pool: Pictures, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck, wall = Random(game), SlowWall()
    monkeypatch.setattr(wall, "may_edit", lambda *_: rig.time // MINUTE % 2 == 0)
    table_id = await rig.race(
        2, computers=2, game=game, options=options(game), edition=SHORT_EDITIONS.get(game)
    )
    wall.before = hasty(rig, table_id, luck, 0.2)
    await play(rig, wall, render_pool, table_id, luck)
    await post_rest(rig, wall, render_pool, table_id)
    assert standing(wall) == await happened(rig, table_id)


@pytest.mark.parametrize("end", ["stopped", "cancelled"])
async def test_a_board_that_was_not_noted_makes_room_for_the_word_that_the_table_is_over(
    rig: TableRig, render_pool: Pictures, end: str
) -> None:
    luck, wall = Random(end), SlowWall()
    table_id = await rig.race(3, edition=SHORT)

    async def kill() -> None:
        if len(wall.public()) > stood:
            raise Killed

    await Hasty(rig, wall, render_pool).post_public(table_id)
    for _ in range(5):
        await rig.decide(table_id, luck)
    wall.after, stood = kill, len(wall.public())
    assert await Hasty(rig, wall, render_pool).post_public(table_id)
    assert len(wall.boards()) == 1
    if end == "stopped":
        for person in PEOPLE[:3]:
            await rig.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    else:
        await rig.tables.step(day_commands.cancel, table_id, PEOPLE[0].user_id, may_manage=True)
    await post_rest(rig, wall, render_pool, table_id)
    assert standing(wall) == await happened(rig, table_id)
    assert not wall.boards()


@games
async def test_what_was_played_before_a_table_is_ended_is_told_above_that(
    rig: TableRig, render_pool: Pictures, game: str
) -> None:
    luck, wall = Random(game), SlowWall()
    table_id = await rig.race(3, game=game, options=options(game), edition=SHORT_EDITIONS.get(game))
    for count in (10, 20):
        for _ in range(count):
            await rig.decide(table_id, luck)
        if count == 10:
            await post_rest(rig, wall, render_pool, table_id)
    for person in PEOPLE[:3]:
        await rig.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    await post_rest(rig, wall, render_pool, table_id)
    assert wall.told() == await happened(rig, table_id)


async def test_a_message_without_room_for_all_that_happened_says_how_much_it_leaves_out(
    rig: TableRig, render_pool: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck, wall = Random(1), SlowWall()
    monkeypatch.setattr(
        Story, "told", lambda _, rows, *__: [told(f"{row.n}: {'x' * 300}") for row, _ in rows]
    )
    table_id = await rig.race(1, computers=3, edition=None)
    await rig.play_races(table_id, 1, luck)
    await post_rest(rig, wall, render_pool, table_id)
    result = wall.public()[0]
    require_sendable(result)
    lines = [line for line in result.text.splitlines() if line.endswith("x" * 300)]
    assert len(lines) >= 5
    assert f"… and {int(lines[0].split(':')[0])} moves before" in result.text.splitlines()[0]
