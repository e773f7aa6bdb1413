"""Whether somebody reads “thinking…” below what they did: then the answer takes its place, and never comes beside it.

Source: Discord's documentation, "Receiving and Responding": a follow-up that completes a deferral is deprecated.
"""

from __future__ import annotations

from collections.abc import Callable

import discord

Note = Callable[[discord.Interaction], None]

_IS_THINKING = "is thinking"
_NOTES = "notes"


def listen(interaction: discord.Interaction, waits: Note, answered: Note) -> None:
    """Have it noted when “thinking…” shows from now on, and when the answer shows in its place."""
    interaction.extras[_NOTES] = waits, answered


def begin(interaction: discord.Interaction) -> None:
    """Note that “thinking…” is shown."""
    interaction.extras[_IS_THINKING] = True
    if notes := interaction.extras.get(_NOTES):
        waits, _ = notes
        waits(interaction)


def is_thinking(interaction: discord.Interaction) -> bool:
    """Whether “thinking…” is shown, and the answer has to take its place."""
    return _IS_THINKING in interaction.extras


def end(interaction: discord.Interaction) -> None:
    """Note that the answer is shown, if there was one to wait for."""
    if interaction.extras.pop(_IS_THINKING, None) and (notes := interaction.extras.get(_NOTES)):
        _, answered = notes
        answered(interaction)
