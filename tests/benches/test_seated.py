"""People in a throng press what is asked, play on when a day is over, and say what they have waited for in vain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from benches import seated as room
from benches.copies import Copy, Course
from benches.seated import News, Seated
from sandbox.clock import Clock
from sandbox.model import Channel, Message, User
from sandbox.world import World

TABLE, REMATCH = "ZZAAAA", "ZZAAAB"
PLAY = "play.red+1"

Answer = Callable[[User, str], None]
"""What the bot does about a press."""


class Stand:
    """A course, a table on it, and a bot that does what a test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = World(Clock())
        self.course = Course.add(self.world, 1, 2)
        self.thread = self.world.add_thread("race", self.course.channel, self.world.bot)
        self.pressed: list[str] = []
        self.answer: Answer = lambda _user, _custom_id: None
        sandbox: Any = SimpleNamespace(services=None, world=self.world)
        news = News(sandbox)
        monkeypatch.setattr(news, "press", self._press)
        self.people = Seated(news, Copy(TABLE, self.course, self.thread), 1)

    def show(self, channel: Channel, *controls: str, table: str = TABLE, **facts: Any) -> Message:
        buttons = [{"type": 2, "custom_id": f"p:{table}:3:{each}", "label": each} for each in controls]
        message = Message(self.world.ids.new(), channel.id, self.world.bot, "", components=buttons, **facts)
        self.world.add_message(message)
        return message

    def _press(self, user: User, message: Message, custom_id: str, values: list[str]) -> Any:
        number = int(self.world.ids.new())
        acknowledged = asyncio.get_running_loop().create_future()
        acknowledged.set_result(room.monotonic())
        self.pressed.append(f"{user.username}: {custom_id}")
        asyncio.get_running_loop().call_soon(self.answer, user, custom_id)
        return number, acknowledged


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Stand:
    return Stand(monkeypatch)


async def test_a_card_is_shown_once_something_younger_than_the_press_stands_in_public(stand: Stand) -> None:
    desk = stand.show(stand.course.direct[0], PLAY)

    def bot(_user: User, _custom_id: str) -> None:
        stand.show(stand.thread, "desk")
        desk.edited = "now"
        stand.world.message_event("MESSAGE_UPDATE", desk)

    stand.answer = bot
    clicked = await stand.people.press()
    assert clicked
    assert clicked.is_move
    assert clicked.shown is not None


async def test_of_a_refusal_which_the_bot_tells_in_private_no_board_is_expected(stand: Stand) -> None:
    channel = stand.course.direct[0]
    stand.show(channel, PLAY)
    stand.answer = lambda user, _: void(stand.show(channel, visible_to=user.id))
    clicked = await stand.people.press()
    assert clicked
    assert clicked.acknowledged is not None
    assert clicked.shown is None


@pytest.mark.parametrize(
    ("control", "shows_a_board", "what"),
    [
        (PLAY, False, f"the board after p:{TABLE}:3:{PLAY}"),
        (PLAY, True, f"the desk to change after p:{TABLE}:3:{PLAY}"),
        ("bet", False, f"the desk to change after p:{TABLE}:3:bet"),
    ],
)
async def test_whoever_waits_in_vain_says_for_what(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, control: str, shows_a_board: bool, what: str
) -> None:
    monkeypatch.setattr(room, "PATIENCE", 0.05)
    stand.show(stand.course.direct[0], control)
    if shows_a_board:
        stand.answer = lambda _user, _custom_id: void(stand.show(stand.thread, "desk"))
    with pytest.raises(TimeoutError) as raised:
        await stand.people.press()
    assert str(raised.value) == f"table {TABLE} waited 0 s in vain for {what}"


async def test_when_a_day_is_over_they_press_rematch_join_and_start_and_play_there(stand: Stand) -> None:
    host, guest = stand.course.people
    stand.show(stand.thread, "rematch")

    def bot(user: User, custom_id: str) -> None:
        match custom_id.rpartition(":")[2]:
            case "rematch":
                lobby = stand.show(stand.course.channel, "join", table=REMATCH)
                lobby.components.append({"type": 10, "content": f"<@{host.id}>"})
            case "join":
                lobby = next(m for m in stand.course.channel.messages.values())
                lobby.components[-1]["content"] += f"<@{user.id}>"
                lobby.components.append({"type": 2, "custom_id": f"p:{REMATCH}:0:start.1", "label": "Start"})
                stand.world.message_event("MESSAGE_UPDATE", lobby)
            case "start.1":
                stand.course.channel.messages.clear()
                stand.show(stand.course.direct[1], "bet", table=REMATCH)
            case _:
                desk = next(m for m in stand.course.direct[1].messages.values())
                desk.edited = "now"
                stand.world.message_event("MESSAGE_UPDATE", desk)

    stand.answer = bot
    for _ in range(4):
        clicked = await stand.people.press()
        assert clicked
        assert clicked.acknowledged is not None
    assert stand.pressed == [
        f"{host.username}: p:{TABLE}:3:rematch",
        f"{guest.username}: p:{REMATCH}:3:join",
        f"{host.username}: p:{REMATCH}:0:start.1",
        f"{guest.username}: p:{REMATCH}:3:bet",
    ]


def void(_: object) -> None:
    """Do something for what comes of it."""
