"""Presses at the edges: on messages that are being replaced, on past turns, twice at once, unanswered."""

from __future__ import annotations

import asyncio
import logging
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.db import DatabaseUnusable
from bot.games.jockey.screens import JockeyScreens
from bot.games.screens import OTHER, Drafted
from bot.outbox import Forbidden, Posted, PostKey, PostKind, Retryable, post_anew, show_again
from bot.pictures.pool import Pictures
from bot.tables import day_commands, race_commands, seat_commands
from bot.tables.drafts import write_draft
from bot.tables.reading import open_in
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from tests.databases import writing
from tests.tables.playing import ANA, BEN, GUILD, TableRig, draft_of, sampled
from tests.ui.screens.test_calls import _begins, asked, begun, heard, off
from tests.ui.test_manner_form import standing_in
from tests.ui.wall import ANSWERS, THREAD, Painted, Wall, clicks_on, controls, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

STALE = "That was already played: your desk has the newest buttons."
_ids = count(9000)


class Pressed:
    """An interaction as Discord sends it for a press on a message, and what was answered to it."""

    def __init__(
        self, user: int, custom_id: str, place: Posted | None, *values: str, guild: int | None = None
    ):
        self.id = next(_ids)
        self.type = discord.InteractionType.component
        self.locale = "en-US"
        self.user = SimpleNamespace(id=user, display_name="Somebody")
        self.guild_id = guild
        self.channel_id = place.channel_id if place and place.channel_id != ANSWERS else THREAD
        self.token = f"token {self.id}"
        self.data = {"custom_id": custom_id, "values": list(values)}
        flags = SimpleNamespace(ephemeral=place is not None and place.channel_id == ANSWERS)
        self.message = place and SimpleNamespace(
            id=place.message_id, channel_id=place.channel_id, flags=flags
        )
        self.extras: dict[Any, Any] = {}
        self.said: list[str] = []
        self.modal: discord.ui.Modal | None = None
        self.first: str | None = None
        self.trouble: Exception | None = None
        self.response = SimpleNamespace(
            defer=self._defer,
            send_message=self._send,
            send_modal=self._send_modal,
            is_done=lambda: self.first is not None,
        )
        self.followup = SimpleNamespace(send=self._follow)

    def _answer(self, what: str) -> None:
        if self.trouble:
            raise self.trouble
        assert self.first is None, "answered twice"
        self.first = what

    async def _defer(self, **_: object) -> None:
        self._answer("defer")

    async def _send(self, *, view: discord.ui.LayoutView, **_: object) -> None:
        self._answer("message")
        self._hear(view)

    async def _send_modal(self, modal: discord.ui.Modal) -> None:
        self._answer("modal")
        self.modal = modal

    async def _follow(self, *, view: discord.ui.LayoutView, **_: object) -> None:
        assert self.first == "defer"
        self._hear(view)

    async def edit_original_response(self, *, view: discord.ui.LayoutView, **_: object) -> SimpleNamespace:
        assert self.first == "defer"
        self._hear(view)
        return SimpleNamespace(id=self.id)

    def _hear(self, view: discord.ui.LayoutView) -> None:
        self.said += [
            item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)
        ]


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


def desk_place(wall: Wall, user_id: int) -> Posted:
    """Say where somebody's desk stands."""
    (place,) = [place for place in wall.messages if place.channel_id == user_id]
    return place


async def moved_up(rig: TableRig, painted: Painted, table_id: str, user_id: int) -> None:
    """Have a desk replaced by a newer one."""
    with writing(rig.database) as db:
        post_anew(db, table_id, PostKind.DESK, user_id)
    await painted.paint(table_id)


async def test_what_is_filled_in_on_a_desk_that_was_just_replaced_shows_on_the_new_one(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    old = desk_place(wall, ANA.user_id)
    await moved_up(rig, painted, table_id, ANA.user_id)
    press = Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", old, "red")
    await clicks.take(press)
    await painted.paint(table_id)

    assert press.first == "defer"
    (desk,) = wall.desks(ANA.user_id)
    select = next(item for row in desk.controls for item in row if str(item.custom_id).endswith("bet.horse"))
    assert [option.value for option in select.options if option.default] == ["red"]
    assert press.said == []
    assert wall.missed == [], "a desk that was deleted is not edited"


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_press_on_a_desk_that_was_just_replaced_is_nothing_to_warn_of(
    rig: TableRig,
    painted: Painted,
    wall: Wall,
    render_pool: Pictures,
    caplog: pytest.LogCaptureFixture,
    is_known: bool,
) -> None:
    caplog.set_level(logging.WARNING, "bot")
    table_id = await begun(painted, people=2)
    old = desk_place(wall, ANA.user_id)
    await moved_up(rig, painted, table_id, ANA.user_id)
    asked = painted if is_known else Painted(rig.restarted(), wall, render_pool)
    press = Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", old, "red")
    await clicks_on(asked).take(press)

    assert press.first == "defer"
    assert caplog.messages == []


async def test_a_desk_that_could_not_be_deleted_is_still_brought_up_to_date(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    old = desk_place(wall, ANA.user_id)
    wall.trouble["delete"] = Forbidden("403")
    await moved_up(rig, painted, table_id, ANA.user_id)
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", old, "red"))

    select = next(
        item
        for row in wall.messages[old].controls
        for item in row
        if str(item.custom_id).endswith("bet.horse")
    )
    assert [option.value for option in select.options if option.default] == ["red"]


async def test_who_presses_on_their_desk_needs_no_reminder_and_gets_no_new_one_for_it_later(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    place = desk_place(wall, ANA.user_id)
    with writing(rig.database) as db:
        post_anew(db, table_id, PostKind.DESK, ANA.user_id)
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", place, "red"))
    await painted.paint(table_id)
    with writing(rig.database) as db:
        show_again(db, table_id, PostKind.DESK, ANA.user_id)
    await painted.paint(table_id)

    assert desk_place(wall, ANA.user_id) == place
    assert wall.heard == []


async def test_a_desk_that_could_not_be_marked_is_brought_up_to_date_once_the_database_can_be_used(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.backoff.Backoff.pause", lambda *_: 0.001)
    table_id = await begun(painted, people=2)
    old = desk_place(wall, ANA.user_id)
    await moved_up(rig, painted, table_id, ANA.user_id)
    step, failures = rig.tables.step, [DatabaseUnusable("the disk is full")] * 3
    marked = asyncio.Event()

    async def failing(command: Any, *arguments: Any) -> Any:
        if command is not race_commands.show_desks:
            return await step(command, *arguments)
        if failures:
            raise failures.pop()
        answer = await step(command, *arguments)
        marked.set()
        return answer

    monkeypatch.setattr(rig.tables, "step", failing)
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", old, "red"))
    await marked.wait()
    assert not failures
    await clicks.close()


async def test_a_refused_press_on_a_desk_that_was_just_replaced_is_told_why(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    old = desk_place(wall, ANA.user_id)
    await rig.tables.step(
        race_commands.act, table_id, ANA.user_id, 1, sampled(await rig.standing(table_id), 0, Random(1))
    )
    await moved_up(rig, painted, table_id, ANA.user_id)
    press = Pressed(ANA.user_id, f"p:{table_id}:1:bet.place", old)
    await clicks.take(press)

    assert press.said == [STALE]
    assert wall.missed == []


async def test_what_was_decided_is_never_said_to_have_changed_nothing(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, _ = await off(painted, people=2)
    ((seat, asked),) = (await rig.standing(table_id)).asked.items()
    user = (ANA, BEN)[seat].user_id
    place = desk_place(wall, user)
    card = next(control for control in controls(wall.messages[place]) if ":play." in control)
    monkeypatch.setattr("bot.ui.screens.desk_posts.desk_layout", _failing)
    press = Pressed(user, card, place)
    await clicks.take(press)

    assert (await rig.table(table_id)).length > asked
    assert press.said == []


def _failing(*_: object, **__: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("guild", [None, GUILD])
async def test_a_press_whose_acknowledgement_fails_is_not_taken(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, guild: int | None
) -> None:
    table_id, _ = await off(painted, people=2)
    ((seat, asked),) = (await rig.standing(table_id)).asked.items()
    user = (ANA, BEN)[seat].user_id
    place = desk_place(wall, user)
    card = next(control for control in controls(wall.messages[place]) if ":play." in control)
    press = Pressed(user, card, place, guild=guild)
    press.trouble = OSError("the network")
    await clicks.take(press)

    assert (await rig.table(table_id)).length == asked
    assert press.said == []


async def test_of_two_presses_of_one_person_at_once_one_counts_and_the_other_is_told(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    ((seat, asked),) = (await rig.standing(table_id)).asked.items()
    user = (ANA, BEN)[seat].user_id
    place = desk_place(wall, user)
    card = next(control for control in controls(wall.messages[place]) if ":play." in control)
    presses = [Pressed(user, card, place) for _ in range(2)]
    await asyncio.gather(*map(clicks.take, presses))

    assert (await rig.table(table_id)).length == asked + 1
    assert sorted(len(press.said) for press in presses) == [0, 1]


async def test_a_form_for_a_decision_that_is_settled_is_not_opened_and_the_desk_brought_up_to_date(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    place = desk_place(wall, ANA.user_id)
    await rig.tables.step(
        race_commands.act, table_id, ANA.user_id, 1, sampled(await rig.standing(table_id), 0, Random(1))
    )
    press = Pressed(ANA.user_id, f"p:{table_id}:1:bet.stake", place, "other")
    await clicks.take(press)

    assert press.modal is None
    assert press.said == [STALE]
    assert not any(":1:" in control for control in controls(wall.messages[place]))


async def test_i_am_back_on_an_old_desk_brings_it_up_to_date_and_says_that_nobody_plays(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=3)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await painted.paint(table_id)
    place = desk_place(wall, BEN.user_id)
    assert controls(wall.messages[place]) == [f"p:{table_id}:0:back"]
    presses = [Pressed(BEN.user_id, f"p:{table_id}:0:back", place) for _ in range(2)]
    for press in presses:
        await clicks.take(press)

    assert [len(press.said) for press in presses] == [0, 1]
    assert f"p:{table_id}:0:back" not in controls(wall.messages[place])


async def test_a_desk_that_discord_does_not_take_at_once_is_shown_later(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    place = desk_place(wall, ANA.user_id)
    wall.trouble["edit_answer"] = Retryable("503")
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", place, "red"))
    wall.trouble.clear()
    await painted.paint(table_id)

    select = next(
        item
        for row in wall.messages[desk_place(wall, ANA.user_id)].controls
        for item in row
        if str(item.custom_id).endswith("bet.horse")
    )
    assert [option.value for option in select.options if option.default] == ["red"]


@pytest.mark.parametrize("control", ["ready", "options.red", "leave.twice", "luck.bad"])
async def test_a_control_that_is_none_changes_nothing_and_whoever_pressed_it_is_told(
    rig: TableRig, painted: Painted, clicks: Clicks, control: str
) -> None:
    table_id = await rig.lobby(people=2)
    before = await rig.everything()
    press = Pressed(ANA.user_id, f"p:{table_id}:0:{control}", Posted(1, 2), guild=GUILD)
    await clicks.take(press)

    assert press.said == [DEFAULT.table.unknown_control]
    assert await rig.everything() == before


async def test_a_choice_that_is_called_other_is_taken_like_any_choice(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await begun(painted, people=2)
    asked = (await rig.standing(table_id)).asked[0]
    monkeypatch.setattr(JockeyScreens, "pressed", lambda *_: Drafted({"horse": "red"}))
    press = Pressed(
        ANA.user_id, f"p:{table_id}:{asked}:bet.horse", desk_place(wall, ANA.user_id), OTHER, guild=GUILD
    )
    await clicks.take(press)

    assert (press.first, press.said) == ("defer", [])
    assert await draft_of(rig.database, table_id, ANA.user_id, asked) == {"horse": "red"}


async def test_a_stake_of_all_there_is_counts_with_a_second_press_also_after_a_restart(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    slip = {"kind": "win", "horse": "red", "stake": 1000}
    with writing(rig.database) as db:
        write_draft(db, table_id, ANA.user_id, 1, slip)
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:1:bet.place", desk_place(wall, ANA.user_id)))

    assert (await rig.table(table_id)).length == 1
    assert await draft_of(rig.database, table_id, ANA.user_id, 1) == {**slip, "sure": True}
    sure = Pressed(ANA.user_id, f"p:{table_id}:1:bet.sure", desk_place(wall, ANA.user_id))
    await clicks_on(painted).take(sure)
    assert (await rig.table(table_id)).length == 2


async def test_a_press_in_public_that_asks_once_more_says_so_in_private_and_shows_the_desk(
    rig: TableRig, painted: Painted, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await begun(painted, people=2)
    monkeypatch.setattr(JockeyScreens, "pressed", lambda *_: Drafted({"sure": 30}, "All of it?"))
    before = await rig.requested(table_id)
    press = Pressed(ANA.user_id, f"p:{table_id}:1:bid.30", Posted(1, 2), guild=GUILD)
    await clicks.take(press)

    assert press.said == ["All of it?"]
    desk = PostKey(PostKind.DESK, ANA.user_id)
    assert (await rig.requested(table_id))[desk] > before[desk]


@pytest.mark.parametrize(
    ("custom_id", "kind"),
    [
        ("p:ABCDEF:0:join", "join"),
        ("p:ABCDEF:0:options.set", "options.set"),
        ("p:ABCDEF:0:ready.3", "ready"),
        ("p:ABCDEF:0:start.0123456789abcdef", "start"),
        ("p:ABCDEF:0:order.play.on", "order"),
        ("p:ABCDEF:0:leave.somebody", "unknown"),
        ("p:ABCDEF:0:desk", "desk"),
        ("p:ABCDEF:41:play.red+10", "game"),
        ("p:ABCDEF:41:back.red", "game"),
        ("s:settings.pictures.off", "settings"),
        ("s:1234567890", "unknown"),
        ("Anastasia", "unknown"),
        ("", "unknown"),
    ],
)
def test_the_kind_of_a_click_is_one_of_a_few_words_whatever_its_custom_id_says(
    clicks: Clicks, custom_id: str, kind: str
) -> None:
    assert clicks.kind(Pressed(1, custom_id, None)) == kind  # type: ignore[arg-type]


@pytest.mark.parametrize("is_posted_first", [True, False])
async def test_whoever_looks_at_their_desk_while_a_table_rests_is_called_when_it_goes_on(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, *, is_posted_first: bool
) -> None:
    table_id, luck = await off(painted)
    heard(wall)
    before = await asked(rig, table_id)
    await rig.decide(table_id, luck)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    if is_posted_first:
        await painted.paint(table_id)
    (called,) = _begins(await asked(rig, table_id), before)
    look = Pressed(called, f"p:{table_id}:0:desk", Posted(THREAD, 2), guild=GUILD)
    await clicks.take(look)
    assert any("This table rests" in layout.text for layout in wall.messages.values())
    await painted.paint(table_id)
    assert heard(wall) == []

    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await painted.paint(table_id)
    assert heard(wall) == [called]
    await painted.paint(table_id)
    assert heard(wall) == []


async def test_a_form_of_pace_that_could_not_be_read_keeps_what_its_host_typed_until_it_can(
    rig: TableRig, clicks: Clicks
) -> None:
    table_id = await rig.lobby()
    other = await rig.lobby()

    async def shown(table: str = table_id) -> dict[str, object]:
        press = Pressed(ANA.user_id, f"p:{table}:0:pace", Posted(THREAD, 2), guild=GUILD)
        await clicks.take(press)
        assert press.modal is not None
        return standing_in(press.modal)

    async def sent(hours: str) -> Pressed:
        form = Pressed(ANA.user_id, f"p:{table_id}:0:pace.set", Posted(THREAD, 2), guild=GUILD)
        typed = {"pace": "leisurely", "hours": hours, "zone": "UTC", "hints": "yes"}
        form.data["components"] = [{"custom_id": name, "value": value} for name, value in typed.items()]
        await clicks.take(form)
        return form

    before = await shown()
    assert "Press **Pace** again: your text is still there." in (await sent("evenings")).said[0]
    assert await shown() == {"pace": ["leisurely"], "hours": "evenings", "zone": "UTC", "hints": ["yes"]}
    assert await shown(other) == before
    assert not (await sent("18-23")).said
    assert (await shown())["hours"] == "18:00–23:00"


async def test_rematch_on_a_desk_of_an_older_version_is_answered_with_where_to_press(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await rig.play_out(table_id, luck)
    await painted.paint(table_id)
    press = Pressed(ANA.user_id, f"p:{table_id}:0:rematch", desk_place(wall, ANA.user_id))
    await clicks.take(press)

    assert press.said == [f"Press **Rematch** under the result in <#{THREAD}>."]
    assert not await rig.tables.database.read(open_in, GUILD)
