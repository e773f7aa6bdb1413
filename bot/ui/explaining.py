"""The one place where an error becomes a sentence: what somebody is told of whom nothing came."""

from __future__ import annotations

import logging

import discord

from bot.bank import BankRefused
from bot.db.errors import DatabaseUnusable
from bot.games.kit.english import GameTexts
from bot.games.screens import Misread
from bot.nights import NightRefused
from bot.observing import observer
from bot.outbox import PostError
from bot.tables import Refused, StartRefused
from bot.texts import Texts, texts
from bot.ui.answers import say
from bot.ui.first_answers import AnsweredElsewhere
from engines.core import IllegalAction, Unreadable

log = logging.getLogger(__name__)

REFUSALS = (Misread, Refused, IllegalAction, Unreadable)
"""What a decision is refused with, by who reads the press, by the table, or by the rules of the game."""


def refusal(error: Misread | Refused | IllegalAction | Unreadable, game: GameTexts, t: Texts) -> str:
    """Say why a decision was not taken."""
    observer().refused(reason_of(error))
    match error:
        case Misread():
            return str(error) or t.table.unknown_control
        case IllegalAction():
            return game.refusal(str(error.reason), error.facts)
        case Unreadable():
            return t.table.unknown_control
        case Refused():
            return t.refusals.table(error.reason, error.facts)


def reason_of(error: Misread | Refused | IllegalAction | Unreadable) -> str:
    """Name why a decision was not taken, by a code that tells nothing of it."""
    return str(error.reason) if isinstance(error, Refused | IllegalAction) else type(error).__name__.lower()


async def explain(interaction: discord.Interaction, error: BaseException, what: str) -> None:
    """Log why nothing came of `what` somebody did, and tell them. Never raises."""
    try:
        if isinstance(error, PostError) and not isinstance(error, AnsweredElsewhere):
            raise error
        await say(interaction, _sentence(interaction, error, what))
    except PostError as lost:
        log.warning("the answer to %s was lost: %s", what, lost)


def _sentence(interaction: discord.Interaction, error: BaseException, what: str) -> str:
    t = texts(str(interaction.locale))
    match error:
        case Refused():
            observer().refused(reason_of(error))
            said = t.refusals.table(error.reason, error.facts)
            return f"{said}\n{t.luck.pressed(interaction.id)}" if isinstance(error, StartRefused) else said
        case BankRefused():
            observer().refused(str(error.reason))
            return t.bank.refused(error.reason, error.facts)
        case NightRefused():
            observer().refused(str(error.reason))
            return t.nights.refused(error.reason, error.facts)
        case AnsweredElsewhere():
            return t.table.answered_elsewhere
        case DatabaseUnusable():
            log.error("%s was not saved: %s", what, error)
            return t.table.busy
        case _:
            log.error("%s failed", what, exc_info=error)
            return t.table.broken
