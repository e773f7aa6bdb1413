"""Whether somebody reads “thinking…” below what they did: then the answer takes its place, and never comes beside it.

Source: Discord's documentation, "Receiving and Responding": a follow-up that completes a deferral is deprecated.
"""

from __future__ import annotations

from typing import Protocol

import discord

_IS_THINKING = "is thinking"
_LISTENER = "listener"


class Listener(Protocol):
    """Told who waits for an answer, and when it is there."""

    def waits(self, interaction: discord.Interaction) -> None:
        """Note that “thinking…” shows from now on."""

    def answered(self, interaction: discord.Interaction) -> None:
        """Note that the answer shows in its place."""


def listen(interaction: discord.Interaction, listener: Listener) -> None:
    """Have `listener` told of the answer to this interaction."""
    interaction.extras[_LISTENER] = listener


def begin(interaction: discord.Interaction) -> None:
    """Note that “thinking…” is shown."""
    interaction.extras[_IS_THINKING] = True
    if listener := interaction.extras.get(_LISTENER):
        listener.waits(interaction)


def is_thinking(interaction: discord.Interaction) -> bool:
    """Whether “thinking…” is shown, and the answer has to take its place."""
    return _IS_THINKING in interaction.extras


def end(interaction: discord.Interaction) -> None:
    """Note that the answer is shown, if there was one to wait for."""
    if interaction.extras.pop(_IS_THINKING, None) and (listener := interaction.extras.get(_LISTENER)):
        listener.answered(interaction)
