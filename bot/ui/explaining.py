"""Translates exceptions into the message a user sees, and logs why a press was refused."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TypeAlias

import discord

from bot.bank import BankRefused
from bot.db.errors import DatabaseUnusable
from bot.games.kit.english import GameTexts
from bot.games.screens import Misread
from bot.metrics import counted
from bot.nights import NightRefused
from bot.outbox import PostError
from bot.tables import Refused, StartRefused
from bot.texts import Texts, texts
from bot.ui.respond import AnsweredElsewhere, is_thinking, say
from engines.core import IllegalAction, Unreadable

log = logging.getLogger(__name__)

RefusedMove: TypeAlias = Misread | Refused | IllegalAction | Unreadable

REFUSALS = (Misread, Refused, IllegalAction, Unreadable)
"""What a decision is refused with: by the reader of the press, by the table, or by the rules of the game."""

TOLD = frozenset(
    {"capacity", "days", "exactly", "held", "least", "left", "most", "owed", "races", "seats", "step"}
)
"""Bounds and sums: the facts of refusals that are logged. Any other may name a card, a bet or a user."""


def refusal(error: RefusedMove, game: GameTexts, t: Texts, what: str) -> str:
    """Say why a decision was not taken; `what` names the press for the log."""
    note_refusal(what, error)
    match error:
        case Misread():
            return str(error) or t.table.unknown_control
        case IllegalAction():
            return game.refusal(str(error.reason), error.facts)
        case Unreadable():
            return t.table.unknown_control
        case Refused():
            return t.refusals.table(error.reason, error.facts)


async def explain(interaction: discord.Interaction, error: BaseException, what: str) -> None:
    """Log why nothing came of `what` a user did, and tell them. Never raises."""
    t = texts(str(interaction.locale))
    try:
        if not isinstance(error, PostError) or isinstance(error, AnsweredElsewhere):
            await say(interaction, _sentence(interaction, error, t, what))
            return
        log.warning("the answer to %s was lost: %s", what, error)
        if is_thinking(interaction):
            await say(interaction, t.table.unanswered)
    except PostError as lost:
        log.warning("the answer to %s was lost: %s", what, lost)


def _sentence(interaction: discord.Interaction, error: BaseException, t: Texts, what: str) -> str:
    match error:
        case Refused() | BankRefused() | NightRefused():
            note_refusal(what, error)
        case AnsweredElsewhere():
            return t.table.answered_elsewhere
        case DatabaseUnusable():
            log.error("%s was not saved: %s", what, error)
            return t.table.busy
        case _:
            log.error("%s failed", what, exc_info=error)
            return t.table.broken
    match error:
        case Refused():
            said = t.refusals.table(error.reason, error.facts)
            return f"{said}\n{t.luck.pressed(interaction.id)}" if isinstance(error, StartRefused) else said
        case BankRefused():
            return t.bank.refused(error.reason, error.facts)
        case NightRefused():
            return t.nights.refused(error.reason, error.facts)


def note_refusal(what: str, error: RefusedMove | BankRefused | NightRefused) -> None:
    """Count a refusal by its reason, and log one line with its numbers."""
    if isinstance(error, Misread | Unreadable):
        reason, facts = type(error).__name__.lower(), dict[str, object]()
    else:
        reason, facts = str(error.reason), _told(error.facts)
    counted.REFUSALS.labels(reason).inc()
    told = "".join(f", {name} {number}" for name, number in facts.items())
    log.info("%s was refused: %s%s", what, reason, told)


def _told(facts: Mapping[str, object]) -> dict[str, object]:
    """Return the facts that may be logged."""
    return {name: fact for name, fact in facts.items() if name in TOLD and isinstance(fact, int)}
