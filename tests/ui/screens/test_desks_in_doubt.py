"""One desk a person stands in their direct messages, however often Discord takes one and its answer is lost."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, NamedTuple

import pytest

from bot import work_queue
from bot.messages.layout import MessageLayout
from bot.outbox import Found, Posted, PostError, PostKind, Retryable, notes, post_anew
from bot.pictures.pool import Pictures
from bot.servers import BoardManner
from bot.tables import day_commands, guild_commands, race_commands
from bot.ui.clicks.dispatch import Clicks
from bot.ui.screens import removals
from bot.ui.screens.removed_desks import RemovedDesks
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CHANNEL, HERE, PEOPLE, TableRig
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.screens.test_calls import asked, begun, off
from tests.ui.screens.test_opened_desks import ELSEWHERE, opened, played, steady
from tests.ui.wall import THREAD, Painted, Wall, clicks_on, painted, render_pool
from tests.waiting import PATIENCE, until

__all__ = ["painted", "render_pool", "steady"]

REMEMBERED = 300_000
"""Milliseconds for which Discord knows the name of a message."""


class Named(NamedTuple):
    """A message that was sent under a name, when, and whether it notified nobody."""

    place: Posted
    at: int
    silent: bool


class Killed(BaseException):
    """The process ends here."""


class BadLine(Wall):
    """A wall on which answers get lost: what was sent stands, and nobody is told."""

    def __init__(self, rig: TableRig) -> None:
        super().__init__()
        self._rig = rig
        self._named: dict[str, Named] = {}
        self.luck = Random(0)
        self.lost = 0.0
        """The share of messages whose sending is not answered."""
        self.dies_after_sending = False
        """Whether the bot is killed as soon as it has sent a direct message."""
        self.heard_since = 0
        """The last message of which a run before heard."""
        self.sent_twice = 0
        """How many messages were sent though one of that name stands."""

    async def send(
        self, channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False
    ) -> Posted:
        known = self._named.get(name)
        is_there = known is not None and known.place in self.messages
        if known and is_there and self._rig.time - known.at < REMEMBERED:
            says_it = self.messages[known.place].text == layout.text
            await self.edit(known.place, layout)
            place = known.place if says_it and known.silent <= silent else Found(*known.place)
        else:
            self.sent_twice += is_there
            place = await super().send(channel_id, layout, name, silent=silent)
            self._named[name] = Named(place, self._rig.time, silent)
        if channel_id != THREAD and self.luck.random() < self.lost:
            raise Retryable("the connection broke")
        if channel_id != THREAD and self.dies_after_sending:
            raise Killed
        return place

    def is_on_top(self, place: Posted) -> bool:
        """Say whether nothing stands below it that this run has heard of: what it sends, answered or not."""
        there = [other.message_id for other in self.messages if other.channel_id == place.channel_id]
        return not any(message_id > max(place.message_id, self.heard_since) for message_id in there)

    def places(self, user_id: int) -> list[Posted]:
        """Return where something stands in somebody's direct messages, the oldest first."""
        return [place for place in self.messages if place.channel_id == user_id]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what could not be removed be tried again at once."""
    monkeypatch.setattr(work_queue, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(work_queue, "LONGEST_PAUSE", 0.05)


@pytest.fixture
def wall(rig: TableRig) -> BadLine:
    return BadLine(rig)


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


async def lost_on_her(painted: Painted, wall: BadLine) -> tuple[str, Random, Posted]:
    """Have Ana's desk sent anew, and the answer to that lost; return the desk nobody knows of."""
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    wall.messages[Posted(ANA.user_id, 5000)] = MessageLayout(("something else",))  # so that it is sent anew
    wall.lost = 1
    await played(painted, table_id, luck, ANA.user_id)
    wall.lost = 0
    del wall.messages[Posted(ANA.user_id, 5000)]
    before, lost = wall.places(ANA.user_id)
    assert before.message_id < lost.message_id
    return table_id, luck, lost


async def calm(painted: Painted, table_id: str) -> None:
    """Wait until all is posted."""
    for _ in range(12):
        painted.rig.time += 60_000
        await painted.paint(table_id)


async def test_a_lost_desk_is_put_aside_though_that_fails_as_its_owner_opens_another(
    painted: Painted, wall: BadLine, clicks: Clicks
) -> None:
    table_id, luck, _ = await lost_on_her(painted, wall)
    wall.lost = 1
    await opened(clicks, wall, table_id, ANA.user_id)
    wall.lost = 0
    painted.rig.time += 10_000
    await painted.paint(table_id)
    (aside,) = wall.desks(ANA.user_id)
    assert ELSEWHERE in aside.text
    painted.rig.time += REMEMBERED
    await played(painted, table_id, luck, BEN.user_id)
    assert len(wall.desks(ANA.user_id)) == 1
    assert not wall.sent_twice


async def test_a_lost_desk_is_found_though_its_owner_goes_on_with_the_one_before(
    painted: Painted, wall: BadLine, clicks: Clicks
) -> None:
    table_id, _, lost = await lost_on_her(painted, wall)
    before, _ = wall.places(ANA.user_id)
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", before))
    painted.rig.time += 10_000
    await painted.paint(table_id)
    assert wall.places(ANA.user_id) == [lost]
    assert not wall.sent_twice


async def test_a_lost_desk_that_is_pressed_is_the_live_one_from_then_on(
    painted: Painted, wall: BadLine, clicks: Clicks
) -> None:
    table_id, luck, lost = await lost_on_her(painted, wall)
    painted.rig.time += REMEMBERED  # the bot was away: nothing was tried again
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", lost))
    await painted.paint(table_id)
    assert wall.places(ANA.user_id) == [lost]
    await played(painted, table_id, luck, BEN.user_id)
    assert len(wall.places(ANA.user_id)) == 1


async def sent_while_nothing_can_be_removed(painted: Painted, wall: BadLine) -> tuple[str, Posted]:
    """Have Ana's desk sent anew, and the one before stay; return its table, and where that one is."""
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    (before,) = wall.places(ANA.user_id)
    above = Posted(ANA.user_id, 5000)
    wall.messages[above] = MessageLayout(("something else",))  # so that it is sent anew
    wall.heard.clear()
    wall.trouble["delete"] = Retryable("503")
    await played(painted, table_id, luck, ANA.user_id)
    del wall.messages[above]
    return table_id, before


async def test_a_desk_makes_room_for_the_next_though_discord_could_not_remove_it_at_first(
    painted: Painted, wall: BadLine
) -> None:
    _, before = await sent_while_nothing_can_be_removed(painted, wall)
    assert len(wall.places(ANA.user_id)) == 2

    wall.trouble.clear()
    await until(lambda: len(wall.places(ANA.user_id)) == 1)
    assert wall.places(ANA.user_id) != [before]
    assert [user for user, _ in wall.heard].count(ANA.user_id) == 1
    assert not wall.sent_twice


async def test_a_desk_is_heard_once_though_discord_never_removes_the_one_before(
    painted: Painted, wall: BadLine
) -> None:
    table_id, before = await sent_while_nothing_can_be_removed(painted, wall)
    for tries in range(10):
        painted.rig.time += 1000 * 2**tries
        await painted.paint(table_id)

    assert [user for user, _ in wall.heard].count(ANA.user_id) == 1
    assert not wall.sent_twice
    assert not [post for post in await painted.rig.posts(table_id) if post.is_due]
    wall.trouble.clear()
    await until(lambda: before not in wall.messages)


async def test_a_lost_desk_that_is_pressed_is_the_only_one_though_the_other_could_not_be_removed_at_first(
    painted: Painted, wall: BadLine, clicks: Clicks
) -> None:
    table_id, _, lost = await lost_on_her(painted, wall)
    wall.trouble["delete"] = Retryable("503")
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", lost))
    assert len(wall.places(ANA.user_id)) == 2

    wall.trouble.clear()
    await until(lambda: wall.places(ANA.user_id) == [lost])


async def test_a_desk_that_is_shown_again_and_again_is_heard_once_though_the_one_before_cannot_be_removed(
    painted: Painted, wall: BadLine
) -> None:
    table_id, _ = await sent_while_nothing_can_be_removed(painted, wall)
    for _ in range(40):
        painted.rig.time += 30_000
        await painted.rig.tables.step(race_commands.show_desks, table_id, [ANA.user_id])
        await painted.paint(table_id)

    assert [user for user, _ in wall.heard].count(ANA.user_id) == 1
    assert not wall.sent_twice


@pytest.mark.parametrize(
    "trouble", [{}, {"delete": Retryable("503")}], ids=["calm", "nothing can be removed"]
)
async def test_everybody_is_called_once_a_turn_also_while_nothing_can_be_removed(
    painted: Painted, wall: BadLine, trouble: dict[str, PostError]
) -> None:
    await painted.rig.set_up_server(boards=BoardManner.EDITED)
    table_id, luck = await off(painted, people=2)
    turns, called = list[int](), list[int]()
    wall.trouble |= trouble
    wall.heard.clear()
    for _ in range(12):
        (before,) = await asked(painted.rig, table_id)
        await painted.rig.decide(table_id, luck)
        turns += await asked(painted.rig, table_id) - {before}
        for _ in range(3):
            painted.rig.time += 2_000
            await painted.paint(table_id)
        called += [user for user, place in wall.heard if place.channel_id == user]
        wall.heard.clear()
    assert len(turns) > 8
    assert called == turns


async def test_a_word_beside_an_open_desk_is_heard_once_though_discord_never_removes_the_one_before(
    painted: Painted, wall: BadLine, clicks: Clicks
) -> None:
    await painted.rig.set_up_server(boards=BoardManner.EDITED)
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    await opened(clicks, wall, table_id, ANA.user_id)
    wall.heard.clear()
    wall.trouble["delete"] = Retryable("503")
    await painted.rig.decide(table_id, luck)
    for _ in range(40):
        await painted.paint(table_id)
        painted.rig.time += 30_000

    assert [user for user, _ in wall.heard].count(ANA.user_id) == 1
    assert not wall.sent_twice
    assert not [post for post in await painted.rig.posts(table_id) if post.is_due]


async def test_nobody_waits_for_a_removal_that_takes_long(
    painted: Painted, wall: BadLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removals, "A_MOMENT", 0.01)
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    (before,) = wall.places(ANA.user_id)
    wall.messages[Posted(ANA.user_id, 5000)] = MessageLayout(("something else",))  # so that it is sent anew
    delete, answers = wall.delete, asyncio.Event()

    async def takes_long(place: Posted) -> None:
        await answers.wait()
        await delete(place)

    wall.delete = takes_long  # type: ignore[method-assign]
    async with asyncio.timeout(PATIENCE):
        await played(painted, table_id, luck, ANA.user_id)
    assert not [post for post in await painted.rig.posts(table_id) if post.is_due]
    assert before in wall.messages
    answers.set()
    await until(lambda: before not in wall.messages)


async def test_what_is_asked_to_be_removed_twice_is_removed_once_and_both_hear_of_it(
    painted: Painted, wall: BadLine
) -> None:
    place, gone = Posted(1, 2), list[str]()
    wall.messages[place] = MessageLayout(("old",))
    wall.trouble["delete"] = Retryable("503")
    await painted.screens.removals.remove(place, lambda: gone.append("first"))
    await painted.screens.removals.remove(place, lambda: gone.append("second"))
    wall.trouble.clear()
    await until(lambda: len(gone) == 2)
    assert place not in wall.messages
    await until(lambda: not painted.screens.removals._left)


def test_a_desk_that_is_removed_late_leaves_it_known_that_a_newer_one_was() -> None:
    removed = RemovedDesks()
    for message_id in (7, 5):
        removed.note("T", ANA.user_id, Posted(ANA.user_id, message_id))
    assert removed.was_pressed("T", ANA.user_id, Pressed(ANA.user_id, "p:T:0:desk", Posted(ANA.user_id, 6)))


async def test_a_race_begins_at_once_though_the_lobby_it_was_brought_from_cannot_be_removed(
    painted: Painted, wall: BadLine
) -> None:
    table_id = await painted.rig.lobby(people=3)
    await painted.paint(table_id)
    (before,) = [place for place in wall.messages if place.channel_id == CHANNEL]
    wall.trouble["delete"] = Retryable("503")
    await painted.rig.tables.step(
        guild_commands.bring_board, table_id, ANA.user_id, HERE._replace(channel_id=55)
    )
    await painted.paint(table_id)
    await painted.rig.start(table_id)
    await painted.paint(table_id)
    assert wall.boards()

    wall.trouble.clear()
    await until(lambda: before not in wall.messages)


async def test_a_lost_desk_is_found_though_nothing_is_asked_of_its_owner_any_more(
    painted: Painted, wall: BadLine
) -> None:
    table_id, luck, lost = await lost_on_her(painted, wall)
    await painted.rig.decide(table_id, luck)  # somebody played for her, before it was tried again
    painted.rig.time += 10_000
    await painted.paint(table_id)
    assert wall.places(ANA.user_id) == [lost]
    assert not wall.sent_twice


async def test_a_lost_desk_is_found_though_the_table_is_paused_before_it_is_tried_again(
    painted: Painted, wall: BadLine
) -> None:
    table_id, luck, lost = await lost_on_her(painted, wall)
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    painted.rig.time += 10_000
    await painted.paint(table_id)
    assert wall.places(ANA.user_id) == [lost]
    painted.rig.time += REMEMBERED
    await painted.rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await played(painted, table_id, luck, BEN.user_id)
    assert len(wall.places(ANA.user_id)) == 1


async def test_one_desk_stands_after_a_kill_though_two_were_sent_before_either_was_noted(
    rig: TableRig, painted: Painted, wall: BadLine, render_pool: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "WITHIN", 3600)
    table_id = await begun(painted, people=2)
    async with painted.screens.notes.gathering(table_id, lambda: True):
        for _ in range(2):
            with writing(rig.database) as db:
                post_anew(db, table_id, PostKind.DESK)
            await painted._outbox._post_private(table_id)
    (last,) = wall.places(ANA.user_id)

    await Painted(rig.restarted(), wall, render_pool).paint(table_id)
    assert wall.places(ANA.user_id) == [last]


async def killed_over_her_desk(painted: Painted, wall: BadLine) -> tuple[str, Random, Painted, list[Posted]]:
    """Have Ana's desk sent anew, and the bot killed before that is noted; return the next run, and her desks."""
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    wall.messages[Posted(ANA.user_id, 5000)] = MessageLayout(("something else",))  # so that it is sent anew
    wall.dies_after_sending = True
    with pytest.raises(Killed):
        await played(painted, table_id, luck, ANA.user_id)
    wall.dies_after_sending = False
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others, return_exceptions=True)  # what else was under way ends with the process
    del wall.messages[Posted(ANA.user_id, 5000)]
    assert len(wall.places(ANA.user_id)) == 2
    return table_id, luck, restarted(painted, wall), wall.places(ANA.user_id)


def restarted(painted: Painted, wall: BadLine) -> Painted:
    """Begin the next run, which has not heard of any message."""
    wall.heard_since = max(place.message_id for place in wall.messages)
    return Painted(painted.rig.restarted(), wall, painted.pictures)


async def test_a_desk_that_was_sent_before_a_kill_is_found_though_its_owner_is_not_called_any_more(
    painted: Painted, wall: BadLine
) -> None:
    table_id, luck, after, (_, last) = await killed_over_her_desk(painted, wall)
    await after.screens.doubt_desks(None)
    await after.rig.decide(table_id, luck)  # somebody played for her while the bot was away
    await after.paint(table_id)
    assert wall.places(ANA.user_id) == [last]
    assert not wall.sent_twice


async def test_a_desk_that_was_sent_before_a_kill_is_put_aside_though_its_owner_opens_another_first(
    painted: Painted, wall: BadLine
) -> None:
    table_id, _, after, (_, last) = await killed_over_her_desk(painted, wall)
    await after.screens.doubt_desks(None)
    await opened(clicks_on(after), wall, table_id, ANA.user_id)
    await after.paint(table_id)
    assert wall.places(ANA.user_id) == [last]
    assert ELSEWHERE in wall.messages[last].text


@pytest.mark.parametrize("is_open_elsewhere", [False, True])
async def test_one_desk_stands_after_a_kill_while_the_one_before_was_being_deleted(
    painted: Painted, wall: BadLine, clicks: Clicks, is_open_elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removals, "A_MOMENT", 60)
    await painted.rig.set_up_server(boards=BoardManner.EDITED)
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    if is_open_elsewhere:
        await opened(clicks, wall, table_id, ANA.user_id)
        await painted.paint(table_id)
    wall.messages[Posted(ANA.user_id, 5000)] = MessageLayout(("something else",))  # so that it is sent anew
    delete, begun = wall.delete, asyncio.Event()

    async def takes_long(_place: Posted) -> None:
        await painted.screens.notes.settle_all()  # what was noted is written, for Discord takes its time
        begun.set()
        await asyncio.Event().wait()

    wall.delete = takes_long  # type: ignore[method-assign]
    playing = asyncio.create_task(played(painted, table_id, luck, ANA.user_id))
    await asyncio.wait_for(begun.wait(), PATIENCE)
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(playing, *others, return_exceptions=True)
    wall.delete = delete  # type: ignore[method-assign]
    del wall.messages[Posted(ANA.user_id, 5000)]
    after = restarted(painted, wall)
    await after.screens.doubt_desks(None)
    await calm(after, table_id)
    assert len(wall.places(ANA.user_id)) == 1


async def test_a_desk_that_was_noted_before_a_kill_stays_where_it_is(painted: Painted, wall: BadLine) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, ANA.user_id)
    before = wall.places(ANA.user_id)
    after = Painted(painted.rig.restarted(), wall, painted.pictures)
    await after.screens.doubt_desks(None)
    await after.rig.decide(table_id, luck)
    await after.paint(table_id)
    assert wall.places(ANA.user_id) == before


@pytest.mark.parametrize("seed", range(12))
async def test_one_desk_stands_whatever_is_pressed_opened_and_lost(
    rig: TableRig, painted: Painted, wall: BadLine, clicks: Clicks, seed: int
) -> None:
    luck = Random(seed)
    table_id = await begun(painted, people=3)
    people = [person.user_id for person in PEOPLE[:3]]
    for _ in range(25):
        wall.luck, wall.lost = luck, luck.choice([0, 0, 0.7])
        await _something(painted, wall, clicks, table_id, luck, luck.choice(people))
        if await rig.decide(table_id, luck) is None:
            break
        rig.time += luck.choice([0, 1_000, 20_000, 100_000])
        await (painted.paint if luck.random() < 0.5 else painted.paint_desks_first)(table_id)
    wall.lost = 0
    await calm(painted, table_id)
    for user_id in people:
        assert len(wall.places(user_id)) == 1
    assert not await painted.problems(table_id)
    await painted.screens.opened.close()


async def _something(
    painted: Painted, wall: BadLine, clicks: Clicks, table_id: str, luck: Random, user_id: int
) -> None:
    """Have somebody open their desk, press one of those that stand, or dismiss the opened one."""
    what, desk = luck.random(), f"p:{table_id}:0:desk"
    if what < 0.3:
        await clicks.take(Pressed(user_id, desk, Posted(THREAD, 1), guild=1))
    elif what < 0.7 and (standing := wall.places(user_id)):
        await clicks.take(Pressed(user_id, desk, luck.choice(standing)))


async def test_before_an_opened_desk_is_noted_as_shown_the_other_one_that_may_stand_is_found(
    painted: Painted, wall: BadLine, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, luck = await off(painted, people=2)
    await opened(clicks, wall, table_id, ANA.user_id)
    painted.screens._in_doubt.doubt([(table_id, ANA.user_id, True)])
    desks, in_doubt = painted.screens.opened, list[bool]()
    edit = desks.edit

    async def killed_after_this(*desk: Any, **facts: Any) -> None:
        in_doubt.append((table_id, ANA.user_id) in painted.screens._in_doubt._desks)
        await edit(*desk, **facts)

    monkeypatch.setattr(desks, "edit", killed_after_this)
    for _ in range(4):
        await painted.rig.decide(table_id, luck)
        await painted.paint(table_id)
    assert in_doubt
    assert not any(in_doubt)
