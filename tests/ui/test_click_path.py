"""docs/architecture.md draws the way of a click and that of a view; here both are gone, over the real objects."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Iterator
from itertools import groupby
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord
import pytest
from discord.http import MultipartParameters

from bot.client import Paddock
from bot.outbox import BOARD, Posted
from bot.tables import seat_commands
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, TableRig, sampled, with_standing
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.way import ROOT, Passed, Way

FUNCTION = re.compile(r"([\w/]+\.py):([\w.]+)( again)?")
BRANCH = re.compile(r"[├└]─ ([\w’' ]+)")


class Step(NamedTuple):
    """A function of a drawing; one that is passed `again` is asked whenever it is needed."""

    passed: Passed
    again: bool


class Drawing:
    """A drawing of the document under a heading: what every way begins with, and how it goes on, by name."""

    def __init__(self, heading: str) -> None:
        text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
        _, _, part = text.partition(f"\n## {heading}\n")
        self.trunk: list[Step] = []
        self.branches: dict[str, list[Step]] = {}
        steps = self.trunk
        for line in part.split("```")[1].splitlines():
            if branch := BRANCH.search(line):
                steps = self.branches.setdefault(branch[1].strip(), [])
            steps += [Step(Passed(file, name), bool(again)) for file, name, again in FUNCTION.findall(line)]

    def way(self, name: str) -> list[Step]:
        return [*self.trunk, *self.branches[name]]


CLICK, VIEW = Drawing("The life of a click"), Drawing("The life of a view")


@pytest.fixture
def way() -> Iterator[Way]:
    with Way().listening() as heard:
        yield heard


@pytest.fixture
async def bot(way: Way, rig: TableRig) -> AsyncIterator[Paddock]:
    made = Paddock(rig.database)
    yield made
    await made.stop()


def click(user: int, custom_id: str, *values: str, guild: int | None = None) -> Any:
    press: Any = Pressed(user, custom_id, Posted(CHANNEL, 2), *values, guild=guild)
    everything = discord.Permissions.all()
    press.token, press.channel_id, press.channel, press.guild = "", CHANNEL, None, None
    press.permissions, press.app_permissions, press.guild_locale = everything, everything, "en-US"
    return press


class Clicked:
    """Makes the clicks that the drawing names, each where it means something."""

    def __init__(self, rig: TableRig) -> None:
        self._rig = rig

    async def a_card(self) -> Any:
        table_id = await self._rig.race()
        await self._rig.play_until(table_id, "racing", Random(3))
        standing = await self._rig.standing(table_id)
        ((seat, asked),) = standing.asked.items()
        card = sampled(standing, seat, Random(1))["card"]
        return click((ANA, BEN)[seat].user_id, f"p:{table_id}:{asked}:play.{card}")

    async def a_bet_that_is_filled_in(self) -> Any:
        return click(ANA.user_id, f"p:{await self._rig.race()}:1:bet.horse", "red")

    async def a_stake_to_be_typed(self) -> Any:
        return click(ANA.user_id, f"p:{await self._rig.race()}:1:bet.stake", "other")

    async def join(self) -> Any:
        return click(CLEO.user_id, f"p:{await self._rig.lobby()}:0:join", guild=GUILD)

    async def options(self) -> Any:
        return click(ANA.user_id, f"p:{await self._rig.lobby()}:0:options", guild=GUILD)

    async def pace(self) -> Any:
        return click(ANA.user_id, f"p:{await self._rig.lobby()}:0:pace", guild=GUILD)

    async def luck(self) -> Any:
        return click(ANA.user_id, f"p:{await self._rig.lobby()}:0:luck", guild=GUILD)

    async def desk(self) -> Any:
        return click(ANA.user_id, f"p:{await self._rig.race()}:0:desk", guild=GUILD)

    async def i_am_back(self) -> Any:
        table_id = await self._rig.race(people=3)
        await self._rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        return click(BEN.user_id, f"p:{table_id}:0:back")

    async def rematch(self) -> Any:
        table_id = await self._rig.race()
        await self._rig.play_out(table_id, Random(1))
        return click(ANA.user_id, f"p:{table_id}:0:rematch", guild=GUILD)

    async def a_setting(self) -> Any:
        return click(ANA.user_id, "s:settings.pictures.off", guild=GUILD)

    async def privacy(self) -> Any:
        return click(ANA.user_id, "s:privacy")

    async def preferences(self) -> Any:
        return click(ANA.user_id, "s:preferences.always")


async def passed_by(way: Way, work: Awaitable[object]) -> list[Passed]:
    """Return which functions a piece of work passes; what stands inside of another function is none of its own."""

    async def run() -> list[Passed]:
        with way.during() as passed:
            await work
        return passed

    return [each for each in await asyncio.create_task(run()) if "<" not in each.function]


def entered(passed: list[Passed], drawn: list[Step]) -> list[str]:
    """Return the files of a drawing in the order in which they are entered, until the last of them is reached."""
    files = {step.passed.file for step in drawn}
    way_there = passed[: passed.index(drawn[-1].passed) + 1]
    return [file for file, _ in groupby(each.file for each in way_there if each.file in files)]


@pytest.mark.parametrize("kind", CLICK.branches)
async def test_a_click_passes_the_functions_of_its_drawing_in_their_order_and_enters_files_where_they_are_drawn(
    way: Way, bot: Paddock, rig: TableRig, kind: str
) -> None:
    drawn = CLICK.way(kind)
    press = await getattr(Clicked(rig), kind.lower().replace(" ", "_"))()
    prefix, table_id, *_ = press.data["custom_id"].split(":")
    if prefix == "p":
        await with_standing(bot.tables, table_id)  # it is remembered, as it mostly is

    passed = await passed_by(way, bot.on_interaction(press))

    named = {step.passed for step in drawn}
    assert [each for each in passed if each in named] == [step.passed for step in drawn]
    # Rules are asked at every turn.
    ours = [step for step in drawn if not step.passed.file.startswith("engines/")]
    assert entered(passed, ours) == [step.passed.file for step in ours]


@pytest.mark.parametrize("kind", VIEW.branches)
async def test_a_view_becomes_a_post_by_the_functions_of_its_drawing_in_their_order(
    way: Way, bot: Paddock, rig: TableRig, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await rig.race()
    _stand_in_for_discord(bot, monkeypatch)

    async def posted() -> None:
        look = await bot.screens.look(table_id)
        await bot.screens.show(look.posts[BOARD], look)

    passed = await passed_by(way, posted())

    drawn = VIEW.way(kind)
    first = sorted((step.passed for step in drawn), key=passed.index)
    assert first == [step.passed for step in drawn]
    assert [step.passed for step in drawn if passed.count(step.passed) > 1] == [
        step.passed for step in drawn if step.again
    ]


def _stand_in_for_discord(bot: Paddock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a server of which the bot knows nothing, and whose channels take every message."""

    async def taken(*_: object, params: MultipartParameters) -> Any:
        asked = params.payload or json.loads((params.multipart or [{}])[0]["value"])
        return {"id": "5", "components": asked["components"]}

    unknown = SimpleNamespace(
        unavailable=False,
        me=None,
        preferred_locale="en-US",
        get_channel_or_thread=lambda _: None,
        get_thread=lambda _: None,
    )
    monkeypatch.setattr(bot, "get_guild", lambda _: unknown)
    monkeypatch.setattr(bot.http, "send_message", taken)
    monkeypatch.setattr(bot.http, "edit_message", taken)


def test_every_function_that_is_drawn_is_there() -> None:
    steps = [step for drawing in (CLICK, VIEW) for name in drawing.branches for step in drawing.way(name)]
    assert len(steps) > 50
    for (file, function), _ in steps:
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"def {function.split('.')[-1]}\(", source), f"{file}:{function}"
