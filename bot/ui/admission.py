"""Which presses and commands are taken: each once, a few of a person at a time, and none while the bot stops."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

import discord
from structlog.contextvars import bind_contextvars

from bot.observing import observer
from bot.outbox import urgency
from bot.shards import shard_of
from bot.texts import texts
from bot.ui.answers import tell_if_possible
from bot.ui.late_answers import LateAnswers
from bot.ui.rate_limits import Cost, Lanes, RateLimits, cost_of

REMEMBERED = 10_000
"""Interactions of which it is known that they were taken: many more than come in the time that Discord repeats one."""

WAYS = {
    discord.InteractionType.component: "component",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.ping: "ping",
}
"""How something that somebody did comes to us, in a word."""

IN_LINE = 2.0
"""Seconds that something waits for its turn behind what the same person did before: Discord waits for three."""

WIND_DOWN = 3.0
"""Seconds that presses under way get to finish when the bot is told to stop."""


class Admission:
    """Decides what is taken, and knows what is under way."""

    def __init__(
        self,
        late_answers: LateAnswers,
        kind: Callable[[discord.Interaction], str],
        shards: Callable[[], int],
    ) -> None:
        """`kind` names the control or the command; `shards` tells how many there are in all."""
        self.rate_limits = RateLimits()
        self._late_answers = late_answers
        self._kind = kind
        self._shards = shards
        self._observer = observer()
        self._lanes = Lanes()
        self._under_way: set[asyncio.Task[object]] = set()
        self._taken: dict[int, None] = {}
        """The ids of the last interactions that were taken."""
        self._is_closed = False

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether a press or command is taken; it then counts as under way until its task ends.

        One that was taken before is not: Discord may send an event more than once (its documentation, "Consistency").
        Returns once it is its turn: of one person only a few are worked on at a time. What a race waits for
        stands in no row with pictures and files. Whose turn does not come in time is told so, and nothing is done.
        """
        if self._was_taken(interaction.id):
            return False
        cost = cost_of(interaction)
        if why_not := self._refusal(interaction, cost):
            await tell_if_possible(interaction, why_not)
            return False
        task = asyncio.current_task()
        assert task is not None
        self._follow(interaction, task)
        try:
            async with asyncio.timeout(IN_LINE):
                await self._lanes.enter((interaction.user.id, cost is Cost.PLAY), task)
        except TimeoutError:
            self._observer.refused("busy")
            await tell_if_possible(interaction, texts(str(interaction.locale)).answers.still_busy)
            return False
        return True

    async def close(self) -> None:
        """Take no more, and let what is under way finish."""
        self._is_closed = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=WIND_DOWN)

    def _was_taken(self, interaction_id: int) -> bool:
        if interaction_id in self._taken:
            return True
        self._taken[interaction_id] = None
        if len(self._taken) > REMEMBERED:
            del self._taken[next(iter(self._taken))]
        return False

    def _refusal(self, interaction: discord.Interaction, cost: Cost) -> str | None:
        """Say why something is not taken; None: it is."""
        words = texts(str(interaction.locale))
        if self._is_closed:
            return words.table.restarting
        if wait := self.rate_limits.wait(cost, interaction.user.id, interaction.guild_id):
            self._observer.refused("too_often")
            return words.answers.wait(math.ceil(wait))
        return None

    def _follow(self, interaction: discord.Interaction, task: asyncio.Task[object]) -> None:
        """Count it as under way, and see to it that it is answered, until its task ends."""
        if (shards := self._shards()) > 1:
            bind_contextvars(shard=shard_of(interaction.guild_id or 0, shards))
        self._observer.press_began(task, lambda: self._kind(interaction), WAYS[interaction.type])
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        urgency.somebody_waits()
        self._late_answers.follow(interaction)
        task.add_done_callback(lambda _: self._late_answers.abandoned(interaction))
