from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot import bank
from bot.db import DatabaseUnusable
from bot.db.errors import DatabaseBusy
from bot.messages.layout import MessageLayout
from bot.outbox import Posted
from bot.tables import erasure
from bot.texts import DEFAULT
from bot.ui.clicks.click import read
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from tests.databases import reading
from tests.exported import kept_about
from tests.tables.playing import ANA, GUILD, TableRig
from tests.tables.test_erasure import DORA, race, require_forgotten
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.screens.test_calls import off
from tests.ui.wall import THREAD, Painted, Wall, clicks_on, painted, render_pool, wall
from tests.waiting import until

__all__ = ["painted", "render_pool", "wall"]


async def test_what_was_erased_is_cut_from_the_log_as_soon_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.001)
    answers = [DatabaseUnusable("in use by another program"), False, True]
    is_cut = asyncio.Event()

    async def tidy() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, DatabaseUnusable):
            raise answer
        if answer:
            is_cut.set()
        return answer

    nobody: Any = None
    store: Any = SimpleNamespace(tidy=tidy)
    presses = PrivacyClicks(store, nobody, nobody, nobody, lambda: 0)
    await presses._tidy_soon()
    await is_cut.wait()
    await presses.close()
    assert not answers


async def test_a_desk_that_is_not_noted_yet_is_closed_when_its_owner_is_forgotten(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, notes = await rig.race(), painted.screens.notes
    async with notes.gathering(table_id):
        await painted._outbox._post_public(table_id)
        await painted._outbox._post_private(table_id)
        (desk,) = (place for place in wall.messages if place.channel_id == ANA.user_id)
        assert notes._pending, "nothing was left to be noted, so this shows nothing"
        poster: Any = wall
        presses = PrivacyClicks(rig.database, rig.tables, poster, notes, lambda: rig.time)
        press: Any = Pressed(ANA.user_id, "s:privacy.erase.now", desk)
        rig.announced.clear()
        await presses.take(read(press))

    assert rig.announced == [table_id], "another process that keeps the table heard nothing of it"
    assert wall.messages[desk].text == DEFAULT.privacy.desk_erased
    assert not [post for post in await rig.posts(table_id) if post.user_id == ANA.user_id]


async def test_a_desk_that_somebody_has_opened_is_closed_and_its_token_gone_when_they_are_forgotten(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, _ = await off(painted)
    opened: Any = Pressed(ANA.user_id, f"p:{table_id}:0:desk", Posted(THREAD, 1), guild=GUILD)
    await clicks_on(painted).take(opened)
    assert opened.token in str(await rig.everything())
    poster: Any = wall
    presses = PrivacyClicks(rig.database, rig.tables, poster, painted.screens.notes, lambda: rig.time)
    with reading(rig.database) as db:
        exported = str(kept_about(db, ANA.user_id))
    press: Any = Pressed(ANA.user_id, "s:privacy.erase.now", wall.opened[opened.token])
    await presses.take(read(press))

    assert wall.messages[wall.opened[opened.token]].text == DEFAULT.privacy.desk_erased
    assert opened.token not in str(await rig.everything())
    assert "opened_until" in exported
    assert opened.token not in exported


async def test_a_desk_that_a_killed_process_sent_and_did_not_note_is_found_by_its_name_and_deleted(
    rig: TableRig, painted: Painted, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, sent = wall.send, dict[str, Posted]()

    async def once(channel_id: int, layout: MessageLayout, name: str, **how: Any) -> Posted:
        """Hand back what was sent under a name, as Discord does."""
        if name not in sent:
            sent[name] = await send(channel_id, layout, name, **how)
        return sent[name]

    monkeypatch.setattr(wall, "send", once)
    table_id, notes = await rig.race(), painted.screens.notes
    async with notes.gathering(table_id):
        await painted._outbox._post_public(table_id)
        await painted._outbox._post_private(table_id)
        notes._pending.clear()  # as if killed
    (desk,) = (place for place in wall.messages if place.channel_id == ANA.user_id)
    poster: Any = wall
    presses = PrivacyClicks(rig.database, rig.tables, poster, notes, lambda: rig.time)
    press: Any = Pressed(ANA.user_id, "s:privacy.erase.now", desk)
    await presses.take(read(press))

    assert not [place for place in wall.messages if place.channel_id == ANA.user_id]


def privacy_clicks(rig: TableRig, painted: Painted, wall: Wall) -> PrivacyClicks:
    poster: Any = wall
    return PrivacyClicks(rig.database, rig.tables, poster, painted.screens.notes, lambda: rig.time)


async def test_an_erasing_that_is_cut_off_half_way_is_finished_by_the_next_start(
    rig: TableRig, painted: Painted, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.statements.AT_ONCE", 1)
    for seed in range(3):
        await rig.play_out(await race(rig), Random(seed))
    forgotten, pieces = bank.forget_bets, list[list[str]]()

    class Killed(BaseException):
        """The process ends at once."""

    def killed_at_the_second(db: Any, user: int, over: list[str]) -> None:
        forgotten(db, user, over)
        pieces.append(over)
        if len(pieces) == 2:
            raise Killed

    monkeypatch.setattr(bank, "forget_bets", killed_at_the_second)
    press: Any = Pressed(DORA.user_id, "s:privacy.erase.now", None)
    with pytest.raises(Killed):
        await privacy_clicks(rig, painted, wall).take(read(press))
    seats = [row.user_id for row in (await rig.everything())["seats"]]
    assert seats.count(DORA.user_id) == 2, "a piece is done whole or not at all"
    assert [row.user_id for row in (await rig.everything())["erasures"]] == [DORA.user_id]

    await privacy_clicks(rig, painted, wall).resume()

    assert max(map(len, pieces)) == 1
    await require_forgotten(rig)


async def test_who_plays_again_after_an_erasing_loses_nothing_to_one_that_is_made_again(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    clicks = privacy_clicks(rig, painted, wall)
    press: Any = Pressed(ANA.user_id, "s:privacy.erase.now", None)
    await clicks.take(read(press))
    table_id = await rig.race(people=2)
    await clicks.resume()

    assert (await rig.table(table_id)).host_id == ANA.user_id


async def test_an_erasing_that_fails_goes_on_by_itself_and_the_person_is_told_that_it_does(
    rig: TableRig, painted: Painted, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.001)
    await rig.play_out(await race(rig), Random(1))
    forget, failures = bank.forget, [DatabaseBusy("busy"), DatabaseBusy("busy"), DatabaseBusy("busy")]

    def busy(*what: Any) -> Any:
        if failures:
            raise failures.pop()
        return forget(*what)

    monkeypatch.setattr(bank, "forget", busy)
    clicks = privacy_clicks(rig, painted, wall)
    press: Any = Pressed(DORA.user_id, "s:privacy.erase.now", None)
    await clicks.take(read(press))
    assert press.said == [DEFAULT.privacy.erasing]

    await until(lambda: _is_done(rig))
    await clicks.close()
    await require_forgotten(rig)


async def _is_done(rig: TableRig) -> bool:
    return not await erasure.unfinished(rig.database)


async def test_an_erasing_that_fails_keeps_no_other_waiting(
    rig: TableRig, painted: Painted, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rig.play_out(await race(rig), Random(1))
    for person in (ANA, DORA):
        await erasure.begin(rig.database, person.user_id, rig.time)
        rig.pass_minutes(1)
    forget = bank.forget

    def not_ana(db: Any, user_id: int, now: int) -> Any:
        if user_id == ANA.user_id:
            raise DatabaseBusy("busy")
        return forget(db, user_id, now)

    monkeypatch.setattr(bank, "forget", not_ana)
    with pytest.raises(DatabaseBusy):
        await privacy_clicks(rig, painted, wall).resume()
    assert await erasure.unfinished(rig.database) == [ANA.user_id]
    await require_forgotten(rig)
