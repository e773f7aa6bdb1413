"""Which presses and commands are taken: each once, and of one user only so many.

Limits are kept in memory, a process for itself. They guard the processor, the database and Discord's patience with this
process: a restart may forget them, and where several processes share the servers a user has as much in each.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Hashable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from structlog.contextvars import bind_contextvars

from bot.messages.custom_ids import CustomId, GuildId
from bot.metrics import counted
from bot.outbox import urgency
from bot.remembered import Remembered
from bot.shards import shard_of
from bot.texts import texts
from bot.ui.respond import ARRIVED, WAYS, say_if_possible

REMEMBERED = 10_000
"""Interactions that are known to have been taken: many more than come in the time in which Discord repeats one."""

IN_LINE = 2.0
"""Seconds to wait for the same user's earlier presses: Discord waits for three."""

WIND_DOWN = 3.0
"""Seconds that presses under way get to finish when the bot is told to stop."""


class Cost(StrEnum):
    """What something costs, by what it takes."""

    PLAY = "play"
    """A decision, or anything else that a race waits for. Quicker than anybody can press."""
    READ = "read"
    """Something is read, and perhaps drawn, for one person."""
    TYPE = "type"
    """Tables are offered while a name is typed."""
    CHECK = "check"
    """A whole log is read, or checked."""
    REPLAY = "replay"
    """A whole game is drawn."""
    OPEN = "open"
    """Something new is posted for everybody."""
    ROUND = "round"
    """A round of a race night begins: a table is opened for everybody who is in."""
    SETTINGS = "settings"
    """A server's settings are read or changed, and its lobbies drawn anew."""
    DATA = "data"
    """All that is stored about a person is gathered, or erased."""


class Limit(NamedTuple):
    """So many at once, and one more after every so many seconds."""

    at_once: int
    seconds: float


OF_A_PERSON: Mapping[Cost, Limit] = {
    Cost.PLAY: Limit(100, 0.05),
    Cost.READ: Limit(30, 0.2),
    Cost.TYPE: Limit(40, 0.1),
    Cost.CHECK: Limit(10, 3),
    Cost.REPLAY: Limit(5, 10),
    Cost.OPEN: Limit(10, 5),
    Cost.ROUND: Limit(5, 60),
    Cost.SETTINGS: Limit(20, 0.5),
    Cost.DATA: Limit(5, 60),
}
"""A person presses five times a second at most: what a race waits for may come four times as fast.

A round of a race night may open as many tables as twelve presses that open one.
"""

OF_A_SERVER: Mapping[Cost, Limit] = {Cost.OPEN: Limit(60, 1)}
"""What everybody of a server together may have posted there."""

AT_A_TIME = 4
"""Presses and commands of one user that are worked on at the same time: of play, and of everything else."""

FORGET_FROM = 1000
"""From how many people on those are looked for who may be forgotten."""

COMMANDS: Mapping[str, Cost] = {
    **dict.fromkeys(
        [
            *("race join", "race leave", "race back", "race hand-over", "race remove", "race invite"),
            *("race pause", "race resume", "race stop", "race cancel", "race hints"),
            *("bank give", "bank daily", "bank admin", "season start", "season close"),
        ],
        Cost.PLAY,
    ),
    **dict.fromkeys(
        [
            "race desk",
            "race hint",
            "race learn",
            "race tables",
            "race rules",
            "race luck",
            "bank balance",
            "bank history",
            "leaderboard",
            "season show",
            "season fame",
            "profile",
            "help",
            "privacy",
        ],
        Cost.READ,
    ),
    "preferences": Cost.READ,
    "bank export": Cost.CHECK,
    "race log": Cost.CHECK,
    "race verify": Cost.CHECK,
    "race replay": Cost.REPLAY,
    "race board": Cost.OPEN,
    "race new": Cost.OPEN,
    "race night": Cost.READ,
    "settings": Cost.SETTINGS,
}
"""By command, or by group."""

_AT_A_TABLE: Mapping[str, Cost] = {
    "desk": Cost.READ,
    "hint": Cost.READ,
    "rules": Cost.READ,
    "luck": Cost.READ,
    "rematch": Cost.OPEN,
}
_ELSEWHERE: Mapping[str, Cost] = {
    "privacy": Cost.READ,
    "privacy.erase": Cost.READ,
    "privacy.export": Cost.DATA,
    "privacy.erase.now": Cost.DATA,
    "nights.plan": Cost.OPEN,
    "nights.start": Cost.ROUND,
    "nights.on": Cost.ROUND,
    "preferences": Cost.READ,
}

_BY_SCREEN: Mapping[str, Cost] = {
    "settings": Cost.SETTINGS,
    "nights": Cost.PLAY,
    "open": Cost.OPEN,
}
"""What any other control of a screen costs, by its first part."""


def cost_of(interaction: discord.Interaction[Any]) -> Cost:
    """Tell what a press, a form or a command costs."""
    if interaction.type is discord.InteractionType.autocomplete:
        return Cost.TYPE
    if interaction.type is discord.InteractionType.application_command:
        command = interaction.command
        name = command.qualified_name if isinstance(command, app_commands.Command) else ""
        return COMMANDS.get(name) or COMMANDS.get(name.rpartition(" ")[0], Cost.READ)
    data: Mapping[str, Any] = interaction.data or {}
    return cost_of_control(str(data.get("custom_id", "")))


def cost_of_control(custom_id: str) -> Cost:
    """Tell what a press of a control costs; one that is none of ours costs a look."""
    if at := CustomId.read(custom_id):
        return _AT_A_TABLE.get(at.what, Cost.PLAY)
    if elsewhere := GuildId.read(custom_id):
        screen, *action = elsewhere.what.split(".")
        usual = _BY_SCREEN.get(screen, Cost.READ)
        return _ELSEWHERE.get(elsewhere.what) or _ELSEWHERE.get(".".join([screen, *action[:1]]), usual)
    return Cost.READ


class Bucket:
    """Lets so many through at once, and then one after every so many seconds, for each key on its own.

    A token bucket, kept as one number a key: when it will be full again (the generic cell rate algorithm, ITU-T I.371).
    """

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._full_at: dict[int, float] = {}
        self._tidy_from = FORGET_FROM

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: int, now: float) -> float:
        """Return for how many seconds a key has to wait; 0: not at all."""
        at_once, seconds = self._limit
        return max(0.0, self._full_at.get(key, now) - now - (at_once - 1) * seconds)

    def take(self, key: int, now: float) -> None:
        """Let a key through that need not wait."""
        self._full_at[key] = max(self._full_at.get(key, now), now) + self._limit.seconds
        if len(self._full_at) >= self._tidy_from:
            self._full_at = {each: at for each, at in self._full_at.items() if at > now}
            self._tidy_from = max(FORGET_FROM, 2 * len(self._full_at))


class RateLimits:
    """Counts what everybody asks for."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._of_a_person = {cost: Bucket(limit) for cost, limit in OF_A_PERSON.items()}
        self._of_a_server = {cost: Bucket(limit) for cost, limit in OF_A_SERVER.items()}

    def wait(self, cost: Cost, user_id: int, guild_id: int | None) -> float:
        """Return for how many seconds somebody has to wait; 0: what they ask for is counted, and may be done."""
        now = self._now()
        asked = [(self._of_a_person[cost], user_id)]
        if guild_id is not None and cost in self._of_a_server:
            asked.append((self._of_a_server[cost], guild_id))
        wait = max(bucket.wait(key, now) for bucket, key in asked)
        if not wait:
            for bucket, key in asked:
                bucket.take(key, now)
        return wait


class Admission:
    """Decides which presses and commands are taken, and knows which are under way."""

    def __init__(self, kind: Callable[[discord.Interaction], str], shards: Callable[[], int]) -> None:
        """`kind` names the control or the command; `shards` tells how many there are in all."""
        self.rate_limits = RateLimits()
        self._kind = kind
        self._shards = shards
        self._turns: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()
        """By user, and whether it is play: kept by the tasks that wait or work."""
        self._under_way: set[asyncio.Task[object]] = set()
        self._taken = Remembered[int, None](REMEMBERED)
        """The ids of the last interactions that were taken."""
        self._is_closed = False

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether a press or command is taken; it is then under way until its task ends.

        One that was taken before is not: Discord may send an event twice (its documentation, "Consistency"). Returns
        when it is its turn. Play does not wait for pictures and files. A user whose turn does not come in time is told.
        """
        if interaction.id in self._taken:
            return False
        self._taken[interaction.id] = None
        cost, words = cost_of(interaction), texts(str(interaction.locale))
        if self._is_closed:
            await say_if_possible(interaction, words.table.restarting)
            return False
        if wait := self.rate_limits.wait(cost, interaction.user.id, interaction.guild_id):
            counted.REFUSALS.labels("too_often").inc()
            await say_if_possible(interaction, words.answers.wait(math.ceil(wait)))
            return False
        task = asyncio.current_task()
        assert task is not None
        is_inside = task in self._under_way
        self._follow(interaction, task)
        if is_inside:
            return True
        try:
            await self._wait_for_turn((interaction.user.id, cost is Cost.PLAY), task)
        except TimeoutError:
            counted.REFUSALS.labels("busy").inc()
            await say_if_possible(interaction, words.answers.still_busy)
            return False
        return True

    async def close(self) -> None:
        """Take no more, and let what is under way finish."""
        self._is_closed = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=WIND_DOWN)

    def _follow(self, interaction: discord.Interaction, task: asyncio.Task[object]) -> None:
        """Count a press as under way until its task ends."""
        if (shards := self._shards()) > 1:
            bind_contextvars(shard=shard_of(interaction.guild_id or 0, shards))
        counted.press_began(task, lambda: self._kind(interaction), WAYS[interaction.type])
        interaction.extras[ARRIVED] = time.perf_counter()
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        urgency.somebody_waits()

    async def _wait_for_turn(self, whose: Hashable, task: asyncio.Task[object]) -> None:
        """Wait until few presses of a user are under way; the turn lasts until `task` ends. Raises `TimeoutError`."""
        turns = self._turns.get(whose) or asyncio.Semaphore(AT_A_TIME)
        self._turns[whose] = turns
        async with asyncio.timeout(IN_LINE):
            await turns.acquire()
        task.add_done_callback(lambda _: turns.release())
