"""The people of `paddock soak`: as many to a table as the game seats, who press whatever their screens offer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from benches.guests import Guests
from benches.soak.books import Books, Race
from benches.soak.short_games import short_options
from engines import catalog
from sandbox import Sandbox, UserClient
from sandbox.client import Attempt, RefusedByDiscord, SeenMessage

ON_THE_BOARD = 0.25
"""How often somebody decides under the board what can be decided there as well as on the desk."""

ON_A_WHIM = 0.02
"""How often somebody who is not asked presses something all the same."""

SPENDS_EVERY = 4
"""After so many presses, on average, somebody without a seat bets, and now and then somebody who plays moves coins."""

ANSWERS_WITHIN = 5.0
"""Seconds for which somebody waits for a slip of the tote."""

ON_A_COPY = 0.03
"""How often somebody who is asked opens another desk first, by the button under a board."""

OLD = 0.05
"""How often somebody presses on an older message than the newest."""

MOST_KEPT = 60
"""Messages that somebody still presses on; older ones are out of sight."""

MOST_SEEN = 400
"""Messages that somebody's client keeps: an hour's of all clients would fill the memory."""

SECRETARY_LOOKS = 0.5
"""Seconds between two looks whether a table is open and everybody sits."""


COMPUTERS = (0, 0, 1, 2)
"""How many computer players a host asks for, each as often as it stands here; so many people look on."""

STARTS_WITHIN = 10.0
"""Seconds after which a Start that shows nothing is pressed again."""


class Pressed(NamedTuple):
    """A press, by the monotonic clock."""

    began: float
    acknowledged: float | None
    """Seconds; None: the bot was given up."""


class Presser:
    """One person, who presses at random, wherever something can be pressed."""

    def __init__(self, client: UserClient, luck: Random) -> None:
        self.client = client
        self.luck = luck
        self._open: dict[str, SeenMessage] = {}
        self.pressed: list[Pressed] = []

    def _look(self) -> None:
        """Take in what has arrived: messages that can be pressed are kept, newest state only."""
        for event in self.client.received:
            if event["t"] in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                message = self.client.seen(event["d"]["id"])
                if message and any(c.get("custom_id") for c in message.components):
                    self._open[message.id] = message
                else:
                    self._open.pop(event["d"]["id"], None)
            elif event["t"] == "MESSAGE_DELETE":
                self._open.pop(event["d"]["id"], None)
        self.client.received.clear()
        for old in self._newest_first()[MOST_KEPT:]:
            del self._open[old.id]

    def find(self, table_id: str, what: str) -> tuple[SeenMessage, str] | None:
        """Return the newest message on which this can be pressed, and its control."""
        self._look()
        wanted = re.compile(rf"p:{table_id}:0:{what}(\..+)?")
        found = ((m, c) for m in self._newest_first() for c in _controls(m) if wanted.fullmatch(c))
        return next(found, None)

    async def press_if_offered(self, table_id: str, what: str) -> bool:
        """Press a button of a table if any message offers it; return whether one does."""
        offered = self.find(table_id, what)
        if offered:
            await self.press(*offered)
        return offered is not None

    def _newest_first(self) -> list[SeenMessage]:
        return sorted(self._open.values(), key=lambda message: int(message.id), reverse=True)

    async def press(self, message: SeenMessage, control: str) -> Attempt | None:
        """Press a button, whatever becomes of it; None where it changed under the finger."""
        return await self._tried(lambda: self.client.click(message, control))

    async def command(self, line: str, place: str, **options: Any) -> Attempt | None:
        """Use a command, whatever becomes of it; None where there is no bot that knows it."""
        return await self._tried(lambda: self.client.command(line, place, **options))

    async def _tried(self, trying: Callable[[], Awaitable[Attempt]]) -> Attempt | None:
        began = monotonic()
        try:
            attempt = await trying()
        except (RefusedByDiscord, LookupError, TimeoutError):
            return None
        self.pressed.append(Pressed(began, attempt.acknowledged_after))
        return None if attempt.failed else attempt

    async def press_something(self, table_id: str) -> None:
        """Decide something if anything is asked; otherwise, now and then, press what is there."""
        self._look()
        mine = [m for m in self._newest_first() if any(f"p:{table_id}:" in c for c in _controls(m))]
        desks = [m for m in mine if self._is_private(m) and _decisions(m, table_id)]
        boards = [m for m in mine if not self._is_private(m)]
        if await self.press_if_offered(table_id, "back"):
            return
        if desks:
            await self._decide(desks, boards, table_id)
        elif boards and self.luck.random() < ON_A_WHIM:
            board = self.luck.choice(boards)
            can = [c for c in _controls(board) if _is_harmless(c)]
            if can:
                await self.press(board, self.luck.choice(can))

    async def move_coins(self, place: str, others: Sequence[Presser]) -> None:
        """Draw the coins of the day, or give some to somebody, whatever becomes of it."""
        what = self.luck.random()
        if what < 0.1:
            await self.command("bank daily", place)
        elif what < 0.33:
            friend = self.luck.choice(others).client
            await self.command("bank give", place, player=friend.id, amount=self.luck.randint(1, 300))

    async def bet(self, table_id: str) -> None:
        """Open the tote where something offers it, choose a horse, and bet on it what the slip says."""
        offered = self.find(table_id, "tote")
        attempt = await self.press(*offered) if offered else None
        if attempt is None:
            return
        with suppress(TimeoutError):
            slip = await attempt.answer(ANSWERS_WITHIN)
            horses = next((each for each in slip.selects if ":tote.first." in each["custom_id"]), None)
            if horses is None:
                return
            chosen = self.luck.choice(horses["options"])["value"]
            await self._tried(lambda: self.client.select(slip, horses["custom_id"], [chosen]))
            await asyncio.sleep(1)
            slip = self.client.seen(slip.id) or slip
            if bet := next((each for each in _controls(slip) if ":tote.bet." in each), None):
                await self.press(slip, bet)

    async def _decide(
        self, desks: Sequence[SeenMessage], boards: Sequence[SeenMessage], table_id: str
    ) -> None:
        luck = self.luck
        desk = luck.choice(desks) if luck.random() < OLD else desks[0]
        decision = _decisions(desk, table_id)[0].rpartition(":")[0] + ":"
        board = next((m for m in boards if any(c.startswith(decision) for c in _controls(m))), None)
        if board and luck.random() < ON_THE_BOARD:
            await self._press_at_random(board, table_id)
        elif luck.random() >= ON_A_COPY or not await self.press_if_offered(table_id, "desk"):
            await self._press_at_random(desk, table_id)

    async def _press_at_random(self, message: SeenMessage, table_id: str) -> None:
        """Press something that brings the game on, or now and then the button of a standing order."""
        can, luck = set(_decisions(message, table_id)), self.luck
        selects = [s for s in message.selects if s["custom_id"] in can]
        buttons = [b["custom_id"] for b in message.buttons if b["custom_id"] in can]
        order = next((c for c in _controls(message) if ":0:order." in c), None)
        if order and luck.random() < (0.3 if order.endswith(".on") else 0.05):
            await self.press(message, order)
        elif not buttons:
            empty = [s for s in selects if not any(option.get("default") for option in s["options"])]
            await self._choose_at_random(message, empty or selects)
        elif selects and luck.random() < 0.3:
            await self._choose_at_random(message, selects)
        else:
            await self._fill_in(await self.press(message, luck.choice(buttons)))

    async def _choose_at_random(self, message: SeenMessage, selects: Sequence[Mapping[str, Any]]) -> None:
        """Choose any values of one of these fields."""
        select = self.luck.choice(selects)
        values = [option["value"] for option in select["options"]]
        many = self.luck.randint(max(1, select["min_values"]), select["max_values"])
        picked = self.luck.sample(values, many)
        await self._fill_in(
            await self._tried(lambda: self.client.select(message, select["custom_id"], picked))
        )

    async def _fill_in(self, attempt: Attempt | None) -> None:
        """Fill in the form that a press has opened, with an amount that it says is right."""
        if attempt is None or attempt.modal is None:
            return
        (field,) = attempt.modal.fields
        told = map(int, re.findall(r"\d+", field["placeholder"].replace(",", "")))
        least, most, step = [*told, 1][:3]
        amount = str(self.luck.randrange(least, most + 1, step))
        await self._tried(lambda: self.client.submit(attempt, {field["custom_id"]: amount}))

    def _is_private(self, message: SeenMessage) -> bool:
        direct = (channel["id"] for channel in self.client.channels if "recipients" in channel)
        return message.ephemeral or message.channel_id in direct


def _controls(message: SeenMessage) -> list[str]:
    """List what can be pressed or chosen on a message."""
    return [str(c["custom_id"]) for c in message.components if c.get("custom_id") and not c.get("disabled")]


def _decisions(message: SeenMessage, table_id: str) -> list[str]:
    """List what decides something, or fills a slip in: controls of a moment of the race."""
    decision = re.compile(rf"p:{table_id}:[1-9]\d*:.+")
    return [control for control in _controls(message) if decision.fullmatch(control)]


def _is_harmless(control: str) -> bool:
    """Whether a press there ends nothing and sends nobody away."""
    return not control.startswith("p:") or control.endswith(":desk") or not re.match(r"p:\w+:0:", control)


class Party(Guests):
    """People of one server who play one race day after another."""

    def __init__(self, sandbox: Sandbox, game: str, seats: int, seed: str, server: str = "") -> None:
        names = [f"{game.capitalize()} {number}" for number in range(1, seats + 1)]
        super().__init__(sandbox, server or f"{game.capitalize()} Downs", names, f"{seed} {game}")
        self.game = game
        for client in self._clients:
            client.most_messages = MOST_SEEN
        self.people = [
            Presser(client, Random(f"{seed} {game} {client.name}"))  # noqa: S311 - nobody's coins depend on it
            for client in self._clients
        ]
        self._start_pressed = "", 0.0
        """The Start that was pressed last, and until when nobody presses it again."""
        self.is_silent = False
        """Whether nobody presses anything for the time being."""
        self._computers: dict[str, int] = {}
        """By table, how many computer players its host asks for."""

    async def answers(self, patience: float) -> bool:
        """Whether the bot answers the host's `/race desk`, with whatever there is to say."""
        attempt = await self.people[0].command("race desk", self._channel)
        if attempt is None:
            return False
        with suppress(TimeoutError):
            await attempt.answer(patience)
            return True
        return False

    async def play(self, books: Books, pace: float) -> None:
        """Play until cancelled: somebody sees to it that a table is open, and everybody presses."""
        race: Race | None = None

        async def keep_the_table() -> None:
            nonlocal race
            while True:
                race = await asyncio.to_thread(books.newest, self.guild.id)
                if not self.is_silent:
                    await self._keep(race, books)
                await asyncio.sleep(SECRETARY_LOOKS)

        async def press(person: Presser) -> None:
            while True:
                await asyncio.sleep(pace * person.luck.uniform(0.5, 1.5))
                if race and race.status == "running" and not self.is_silent:
                    await person.press_something(race.table_id)

        async def spend(person: Presser) -> None:
            while True:
                await asyncio.sleep(pace * SPENDS_EVERY * person.luck.uniform(0.5, 1.5))
                if race is None or self.is_silent:
                    continue
                if person.client.id in await asyncio.to_thread(books.seated, race.table_id):
                    others = [each for each in self.people if each is not person]
                    await person.move_coins(self._channel, others)
                else:
                    await person.bet(race.table_id)

        async with asyncio.TaskGroup() as group:
            group.create_task(keep_the_table())
            for person in self.people:
                group.create_task(press(person))
                group.create_task(spend(person))

    async def _keep(self, race: Race | None, books: Books) -> None:
        """Do the next thing that brings a race about, if none is run."""
        host = self.people[0]
        if race is None or race.status not in {"lobby", "running"}:
            wants_the_same = race is not None and self.luck.random() < 0.5
            if not (race and wants_the_same and await host.press_if_offered(race.table_id, "rematch")):
                options = short_options(catalog.game(self.game), len(self.people), self.luck)
                await host.command(f"race new {self.game}", self._channel, **options)
        elif race.status == "lobby":
            await self._fill(race.table_id, await asyncio.to_thread(books.seats, race.table_id))

    async def _fill(self, table_id: str, seats: Sequence[str | None]) -> None:
        """Have a computer player asked for, or everybody sit down for whom there is room; start a full table."""
        wanted = self._computers.setdefault(table_id, self.luck.choice(COMPUTERS))
        room = len(self.people) - len(seats)
        if (
            room
            and seats.count(None) < wanted
            and await self.people[0].press_if_offered(table_id, "computer")
        ):
            return
        waiting = [person for person in self.people if person.client.id not in seats]
        await asyncio.gather(
            *(person.press_if_offered(table_id, "join") for person in waiting[: max(0, room)])
        )
        if room <= 0:
            await self._start(table_id)

    async def _start(self, table_id: str) -> None:
        """Press Start once a state of the lobby: a refused one is part of the luck, which the next has to name."""
        offered = self.people[0].find(table_id, "start")
        if offered and (offered[1] != self._start_pressed[0] or monotonic() > self._start_pressed[1]):
            self._start_pressed = offered[1], monotonic() + STARTS_WITHIN
            await self.people[0].press(*offered)
