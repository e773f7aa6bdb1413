"""What the table decides by itself follows from what everybody sees; else somebody is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.outbox import call_of
from bot.tables import Standing, Table, race_commands, seat_commands
from bot.tables.autoplay import following
from bot.tables.table import Taken
from engines import catalog
from engines.core import Chance
from tests.games.race_days import table
from tests.tables.playing import TableRig, sampled, with_standing

MOST = [pytest.param(game.key, max(game.seats), id=game.key) for game in catalog.games()]
"""Every game with the most seats it has."""

FEWEST = [pytest.param(game.key, min(game.seats), id=f"{game.key}-fewest") for game in catalog.games()]
"""Every game with the fewest: only there is somebody down to a last card before the others are."""


def asked_moments(game: str, seats: int, days: int = 2) -> Iterator[tuple[Table, Standing]]:
    """Play some whole games at random; give every moment in which somebody is asked."""
    rules = catalog.game(game)
    at = table(seats, game=game, edition=rules.edition.model_dump(mode="json"))
    for day in range(days):
        luck = Random(day)
        standing, _ = Standing.begin(replace(at, secret=luck.randbytes(32)))
        while standing.asked:
            yield at, standing
            seat = luck.choice(sorted(standing.asked))
            standing, _ = standing.after(seat, standing.choices(seat).sample(Chance(luck.randbytes(32))))


def worlds(standing: Standing, luck: Random, many: int) -> Iterator[Standing]:
    """The same moment, with whatever is hidden from everybody drawn anew."""
    game, match = standing.match.game, standing.match
    for _ in range(many):
        imagined = game.imagine(standing.view(None), Chance(luck.randbytes(32)))
        asked = dict.fromkeys(game.to_act(imagined), match.length)
        yield Standing(replace(match, state=imagined), asked)


def is_single(standing: Standing, number: int) -> bool:
    """Whether a seat has one legal action, as only its owner may know."""
    choices = standing.choices(number)
    return isinstance(choices, Iterable) and len(list(islice(choices, 2))) == 1


@pytest.mark.parametrize(("game", "seats"), MOST + FEWEST)
def test_an_only_move_is_the_only_one_in_every_world_that_looks_the_same(game: str, seats: int) -> None:
    luck, taken = Random(16), 0
    for at, standing in asked_moments(game, seats):
        found = following(at, standing)
        if found is None:
            continue
        taken += 1
        assert found.taken is Taken.ONLY
        assert all(is_single(world, found.number) for world in (standing, *worlds(standing, luck, 40)))
    assert taken or (game, seats) not in {("jockey", 2), ("newmarket", 3)}


@pytest.mark.parametrize(("game", "seats"), MOST + FEWEST)
def test_whether_the_table_decides_by_itself_depends_on_nothing_hidden(game: str, seats: int) -> None:
    luck = Random(17)
    for at, standing in list(asked_moments(game, seats, days=1))[::2]:
        for world in worlds(standing, luck, 3):
            assert following(at, world) == following(at, standing)


def test_a_last_card_waits_for_its_owner_where_another_one_would_have_left_a_choice() -> None:
    """What a few imagined hands miss: a card, one in many, that could be played for either of two horses."""
    waits = 0
    for at, standing in asked_moments("jockey", 2, days=12):
        view = standing.view(None)
        (number, *_) = standing.asked
        if view.phase != "racing" or view.hand_counts[number] != 1 or not is_single(standing, number):
            continue
        if following(at, standing) is None:
            waits += 1
            assert not all(is_single(world, number) for world in worlds(standing, Random(18), 400))
    assert waits


async def test_who_is_asked_for_their_one_move_has_a_clock_and_a_call_like_anybody_else(
    rig: TableRig,
) -> None:
    """So a table goes on by its clock where nobody presses what only its owner knows to be the one thing to do."""
    table_id, luck, single = await rig.race(people=7, game="newmarket", edition=None), Random(6), 0
    called = dict[int, int]()
    """Since when somebody is in turn with whom a turn began that the table has not ended."""
    while single < 5:
        at, standing = await with_standing(rig.tables, table_id)
        assert standing is not None
        number = luck.choice(sorted(standing.asked))
        asked = standing.asked[number]
        if following(at, standing):
            called = {number: called.get(number, asked)}
            only = sampled(standing, number, luck)
            await rig.tables.step(race_commands.act_for, table_id, number, asked, only, Taken.ONLY)
            continue
        if not is_single(standing, number):
            await rig.decide(table_id, luck)
            called.clear()
            continue
        single += 1
        clocks = [row.kind for row in (await rig.everything())["deadlines"]]
        assert {f"turn:{number}", f"half:{number}"} <= set(clocks)
        call = call_of(at.seats[number].user_id)
        assert [post.moment for post in await rig.posts(table_id) if post.key == call] == [
            called.get(number, asked)
        ]
        called.clear()
        late = sampled(standing, number, luck)
        await rig.tables.step(race_commands.act_for, table_id, number, asked, late, Taken.CLOCK)
        if (await rig.table(table_id)).seats[number].is_played_for:
            await rig.tables.step(seat_commands.come_back, table_id, at.seats[number].user_id)
