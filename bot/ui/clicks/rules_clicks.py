"""Clicks on the games under `/race rules`."""

from __future__ import annotations

from bot.ui.clicks.click import Click
from bot.ui.guild.rules import rules_of
from bot.ui.respond import acknowledge, say_pages


async def tell_rules(click: Click) -> None:
    """Tell the rules of the game that was chosen, to whoever chose it."""
    await acknowledge(click.interaction, answer=True)
    await say_pages(click.interaction, rules_of(click.argument, click.t))
