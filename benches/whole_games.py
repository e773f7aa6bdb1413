"""What a whole usual game asks of one person against computer players: presses, posts and words; counted, not timed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from statistics import mean

import click

from benches.crowd import Control, is_about, offers, table_of
from benches.figures import Measured
from benches.ground import new_ground
from benches.guests import Guests
from benches.measured_process import HERE, Checkout
from sandbox import Sandbox
from sandbox.client import RefusedByDiscord, SeenMessage
from sandbox.validation.layout import Kind

GAMES: Mapping[str, int] = {"jockey": 3, "jumpyjack": 3, "newmarket": 3, "sulkydrom": 3, "turfe": 3}
"""What is played with its usual options, against how many computer players."""

ROUNDS = 3
"""How often each game is played: what is dealt differs."""

PATIENCE = 60.0
"""Seconds that the person waits for a message before the bench gives up."""

ASIDE = ("change", "clear", "more", "hint")
"""Buttons of a decision that do not make it."""

COUNTED = ("presses", "presses to the first desk", "posts", "words above a desk's picture")

Counted = Mapping[str, float]


async def measure(checkouts: Sequence[Checkout] = (HERE,), rounds: int = ROUNDS) -> list[Measured]:
    """Count what each game asks of somebody who takes any of what is offered."""
    figures: list[Measured] = []
    for game, computers in GAMES.items():
        before: Counted = {}
        for checkout in reversed(checkouts):  # what it is held beside comes first
            counted = await _played(checkout, game, computers, rounds)
            case = " ".join(filter(None, (game, checkout.name)))
            for what in COUNTED:
                ratio = counted[what] / before[what] if before.get(what) else None
                figures.append(Measured("bot", case, what, counted[what], "", ratio))
            before = counted
    return figures


async def _played(checkout: Checkout, game: str, computers: int, rounds: int) -> Counted:
    """Play a game some times over; return what it asked for on average."""
    async with new_ground() as ground, Loner(ground.sandbox) as person:
        subject = await ground.start(checkout=checkout)
        games = [await person.play(game, computers) for _ in range(rounds)]
        await subject.stop()
    return {what: mean(each[what] for each in games) for what in COUNTED}


class Loner(Guests):
    """One person in a server of their own, who takes any of what is offered."""

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__(sandbox, "Course", ["Host"], 1)
        self._presses = 0

    async def play(self, game: str, computers: int) -> Counted:
        """Open a table, start against computer players, and play to the end of the game."""
        self._presses = 0
        known = {message.id for message in self.host.messages()}
        table = await self._start(game, computers)
        first, words = self._presses, list[int]()
        while desk := await self._asked(table):
            words.append(_words_above_the_picture(desk))
            await self._answer(desk)
        direct = {message.channel_id for message in self.host.direct_messages}
        posts = [
            message
            for message in self.host.messages()
            if message.id not in known and message.channel_id not in direct and not message.ephemeral
        ]
        return dict(zip(COUNTED, (self._presses, first, len(posts), mean(words)), strict=True))

    async def _start(self, game: str, computers: int) -> str:
        """Start by the shortest way there is: one button that fills the seats, or one for each of them."""
        host = self.host
        known = {table_of(message) for message in host.messages(self._channel)}
        await host.command(f"race new {game}", self._channel, seats=computers + 1)
        lobby = await self._seen(lambda m: table_of(m) not in known and offers(m, "join"))
        table = table_of(lobby)
        if offers(lobby, "now"):
            await self._press(lobby, next(each for each in lobby.buttons if is_about(each, "now")))
            return table
        for seated in range(computers):
            lobby = await self._seats(lobby, seated)
            await self._press(lobby, next(each for each in lobby.buttons if is_about(each, "computer")))
        lobby = await self._seats(lobby, computers)
        await self._press(lobby, next(each for each in lobby.buttons if is_about(each, "start")))
        return table

    async def _seats(self, lobby: SeenMessage, computers: int) -> SeenMessage:
        """Wait until a lobby shows so many computer players."""
        return await self._seen(lambda m: m.id == lobby.id and m.text.count("🤖") >= computers)

    async def _seen(self, fits: Callable[[SeenMessage], bool]) -> SeenMessage:
        return await self.host.wait_message(fits, PATIENCE, self._channel)

    async def _asked(self, table: str) -> SeenMessage | None:
        """Wait for the desk to ask something; None once the game is over."""
        host = self.host

        def find() -> SeenMessage | bool | None:
            desk = next((m for m in reversed(host.direct_messages) if table_of(m) == table), None)
            if desk and _deciding(desk.buttons) + _deciding(desk.selects):
                return desk
            return any(table_of(m) == table and offers(m, "rematch") for m in host.messages()) or None

        found = await host.wait_for(find, PATIENCE, f"a question or the end of table {table}")
        return found if isinstance(found, SeenMessage) else None

    async def _answer(self, desk: SeenMessage) -> None:
        """Press any of what is offered; fill a slip in where nothing can be pressed yet."""
        try:
            if buttons := [each for each in _deciding(desk.buttons) if not _is_aside(each)]:
                if not await self._press(desk, self.luck.choice(buttons)):
                    return  # it opened a form, which is closed again
            else:
                field = next(each for each in _deciding(desk.selects) if not _is_chosen(each))
                await self._choose(desk, field)
        except RefusedByDiscord:
            return  # it was just being replaced
        await self.host.wait_for(lambda: self._has_changed(desk), PATIENCE, "the desk to change")

    def _has_changed(self, desk: SeenMessage) -> bool | None:
        now = self.host.seen(desk.id)
        return True if now is None or now.revision > desk.revision else None

    async def _press(self, message: SeenMessage, button: Control) -> bool:
        """Press a button; False: all it brings is a form."""
        self._presses += 1
        attempt = await self.host.click(message, button["custom_id"])
        if attempt.failed:
            raise click.ClickException(f"{button['custom_id']} was not acknowledged.")
        return attempt.modal is None

    async def _choose(self, message: SeenMessage, field: Control) -> None:
        self._presses += 1
        values = [each["value"] for each in field["options"] if each["value"] != "other"]
        picked = self.luck.sample(values, max(1, field.get("min_values", 1)))
        await self.host.select(message, field["custom_id"], picked)


def _deciding(controls: Sequence[Control]) -> list[Control]:
    """List the controls of a decision that can be used."""
    usable = (each for each in controls if not each.get("disabled"))
    return [each for each in usable if each["custom_id"].split(":")[2] != "0"]


def _is_aside(button: Control) -> bool:
    what = str(button["custom_id"]).rpartition(":")[2].split(".")
    return any(part in ASIDE for part in what)


def _is_chosen(field: Control) -> bool:
    return any(option.get("default") for option in field["options"])


def _words_above_the_picture(desk: SeenMessage) -> int:
    above = takewhile(lambda each: each["type"] != Kind.MEDIA_GALLERY, desk.components)
    return sum(words_in(str(each.get("content", ""))) for each in above)


def words_in(text: str) -> int:
    """Count the words and numbers of a text: what stands between spaces and has a letter or a digit in it."""
    return sum(any(map(str.isalnum, each)) for each in text.split())
