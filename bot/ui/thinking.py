"""Whether somebody reads “thinking…” below what they did: then the answer takes its place, and never comes beside it.

Source: Discord's documentation, "Receiving and Responding": a follow-up that completes a deferral is deprecated.
"""

from __future__ import annotations

from typing import Protocol

import discord

_IS_THINKING = "is thinking"
_WITNESS = "witness"


class Witness(Protocol):
    """Hears who is promised an answer, and when it is there."""

    def promised(self, interaction: discord.Interaction) -> None:
        """Note that “thinking…” shows from now on."""

    def kept(self, interaction: discord.Interaction) -> None:
        """Note that the answer shows in its place."""


def witnessed(interaction: discord.Interaction, witness: Witness) -> None:
    """Have somebody hear what this interaction is promised."""
    interaction.extras[_WITNESS] = witness


def promise(interaction: discord.Interaction) -> None:
    """Note that “thinking…” is shown."""
    interaction.extras[_IS_THINKING] = True
    if witness := interaction.extras.get(_WITNESS):
        witness.promised(interaction)


def is_thinking(interaction: discord.Interaction) -> bool:
    """Whether “thinking…” is shown, and the answer has to take its place."""
    return _IS_THINKING in interaction.extras


def keep(interaction: discord.Interaction) -> None:
    """Note that the answer is shown, if there was one to wait for."""
    if interaction.extras.pop(_IS_THINKING, None) and (witness := interaction.extras.get(_WITNESS)):
        witness.kept(interaction)
