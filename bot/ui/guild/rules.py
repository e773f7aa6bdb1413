"""The rules of the games: which one is asked for, and its pages."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.games.titles import by_name, is_here, title
from bot.messages.custom_ids import GuildId
from bot.messages.layout import MessageLayout, button
from bot.texts import Texts
from engines import catalog

IN_A_ROW = 5
"""Buttons. Source: Discord's documentation, "Action Row"."""


def which_rules_layout(t: Texts) -> MessageLayout:
    """Ask of which game, with a button for each."""
    games = [
        button(GuildId(f"rules.{each.key}"), each.words(t).name, discord.ButtonStyle.primary)
        for each in by_name(t)
    ]
    rows = [tuple(games[begin : begin + IN_A_ROW]) for begin in range(0, len(games), IN_A_ROW)]
    return MessageLayout(t.answers.which_rules, controls=rows)


def rules_of(game: str, t: Texts) -> Sequence[str]:
    """Tell the rules of a game in pages; of one that is not here, that it is not."""
    if not is_here(game):
        return (t.answers.absent_rules,)
    *pages, last = title(game).words(t).rules(catalog.game(game).edition.model_dump(mode="json"))
    return (*pages, f"{last}\n{t.lessons.offer('`/race learn`')}")
