"""A game that says next to nothing of itself is played from its lobby to its end, by presses alone."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.cli.replay import viewed
from bot.games.kit.english import OTHERWISE
from bot.games.screens import Misread, Press, Seating
from bot.games.titles import title
from bot.messages.layouts.desk_layout import MORE, seating_of
from bot.tables.standing import header_of, read_log
from bot.texts import DEFAULT
from bot.texts.markup import mention
from bot.ui.clicks.dispatch import Clicks
from engines.verify import Log
from tests.databases import reading
from tests.distributions import Bring
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, TableRig
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.conftest import new_database, rig, steady_luck
from tests.ui.limits import require_sendable
from tests.ui.wall import Painted, Wall, clicks_on, painted, render_pool, wall

__all__ = ["new_database", "painted", "render_pool", "rig", "steady_luck", "wall"]

PROGRAM = Path(__file__).with_name("coin_race.py").read_text()


@pytest.fixture(autouse=True)
def coin_race(bring: Bring) -> None:
    """Install the game, as another distribution would bring it."""
    bring("coinrace = quoits.game:TITLE", PROGRAM, edition='{"chips":20}')


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


def pressable(layout: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Return every control of a message that does something at the table, with the values that a select offers."""
    found = []
    for item in (item for row in layout.controls for item in row):
        if isinstance(item, discord.ui.Select):
            found += [(str(item.custom_id), (option.value,)) for option in item.options]
        elif not item.disabled and not str(item.custom_id).endswith(MORE):
            found.append((str(item.custom_id), ()))
    return found


async def test_it_is_played_from_lobby_to_end_by_presses_alone(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    luck = Random(3)
    table_id = await rig.lobby(people=1, game="coinrace", options={"races": 2}, capacity=3)
    await painted.paint(table_id)
    for person in (BEN, CLEO):
        lobby = next(iter(wall.messages.values()))
        (join,) = [name for name, _ in pressable(lobby) if ":join" in name]
        await clicks.take(Pressed(person.user_id, join, None, guild=GUILD))
    await painted.paint(table_id)
    lobby = next(iter(wall.messages.values()))
    (start,) = [name for name, _ in pressable(lobby) if ":start" in name]
    await clicks.take(Pressed(ANA.user_id, start, None, guild=GUILD))
    presses = 0
    while (await rig.table(table_id)).status == "running":
        await painted.paint(table_id)
        standing = await rig.standing(table_id)
        user = PEOPLE[luck.choice(sorted(standing.asked))].user_id
        (place,) = [place for place in wall.messages if place.channel_id == user]
        desk = wall.messages[place]
        require_sendable(desk)
        name, values = luck.choice(pressable(desk))
        press = Pressed(user, name, place, *values)
        await clicks.take(press)
        assert press.said == []
        presses += 1
    await painted.paint(table_id)

    assert presses > 10
    assert not await painted.problems(table_id)
    texts = [layout.text for layout in wall.public()]
    assert any("tossed **Heads**" in text for text in texts)
    final = texts[-1]
    assert "The race day is over" in final
    assert any(mention(person.user_id) in final for person in (ANA, BEN, CLEO))
    assert not await rig.audit()


async def desk_of(painted: Painted, table_id: str, **draft: str) -> Seating:
    """Return Ana's side of a table at which she has filled in so much."""
    snapshot = await painted.screens.snapshots.load(table_id)
    return seating_of(snapshot, snapshot.table.seats[0], draft)


async def begun(rig: TableRig) -> str:
    table_id = await rig.lobby(people=2, game="coinrace", options={"races": 1}, capacity=2)
    await rig.start(table_id)
    return table_id


async def test_a_bet_is_chosen_fact_by_fact_and_sealed(rig: TableRig, painted: Painted) -> None:
    screens, table_id = title("coinrace").screens, await begun(rig)
    filled = await desk_of(painted, table_id, horse="heads", chips="2")
    (horse,), (chips,), (seal,) = screens.desk(filled, screens.spoken(DEFAULT)).controls

    assert [option.label for option in horse.options if option.default] == ["Heads"]
    assert [option.value for option in chips.options] == ["1", "2", "3"]
    assert (seal.label, seal.disabled) == ("Bet Heads 2", False)
    assert screens.pressed(filled, Press(("bet", "go")), screens.spoken(DEFAULT)).action == {
        "type": "bet",
        "horse": "heads",
        "chips": 2,
    }


async def test_what_is_open_on_a_slip_cannot_be_sealed(rig: TableRig, painted: Painted) -> None:
    screens, table_id = title("coinrace").screens, await begun(rig)
    open_ = await desk_of(painted, table_id, horse="heads")

    (seal,) = screens.desk(open_, screens.spoken(DEFAULT)).controls[-1]
    assert seal.disabled
    for press in (Press(("bet", "go")), Press(("bet", "chips"), ("4",)), Press(("bet", "x"), ("1",))):
        with pytest.raises(Misread):
            screens.pressed(open_, press, screens.spoken(DEFAULT))


async def test_what_the_rules_refuse_is_said_in_the_words_of_the_game_or_in_general(
    rig: TableRig, painted: Painted
) -> None:
    screens = title("coinrace").screens

    assert (
        screens.spoken(DEFAULT).refusal("unfit_bet", {"most": 3})
        == "Back heads or tails with 3 chips at most."
    )
    assert screens.spoken(DEFAULT).refusal("strange", {}) == OTHERWISE


async def test_nobody_is_told_a_bet_and_everybody_every_toss(rig: TableRig, painted: Painted) -> None:
    table_id = await begun(rig)
    await rig.play_out(table_id, Random(1))
    table = await rig.table(table_id)
    with reading(rig.database) as db:
        rows = read_log(db, table)
    log = Log(1, header_of(table), tuple(row.line() for row in rows))
    story = title("coinrace").story
    board = story.lines(viewed(log, []), "seat {}".format, DEFAULT)
    full = [line for _, lines in story.in_full(viewed(log, []), "seat {}".format, DEFAULT) for line in lines]

    assert sum("tossed **" in line for line in board) == sum(row.action == {"type": "toss"} for row in rows)
    assert "bet_placed: seat 0" in board
    assert not any("horse" in line for line in board)
    assert sum(line.startswith("seat 0 bet: horse ") for line in full) == 1


def test_the_example_in_the_documentation_is_the_game_that_is_played_here() -> None:
    page = (Path(__file__).parents[3] / "docs" / "kit.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)

    assert example.strip() == PROGRAM.partition("# The screens\n")[2].strip()
