"""What the steady computer player would do in a seat's place: a slip is filled in with that to begin with."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from bot.games.screens import Seating
from engines import catalog
from engines.catalog import STEADY
from engines.core import Agent, Chance, Unreadable

log = logging.getLogger(__name__)


def suggestion(seating: Seating) -> Mapping[str, Any] | None:
    """Return the action that is suggested to a seat, as JSON data; None where no steady player has one."""
    action = suggested(seating)
    return None if action is None or seating.game is None else dict(seating.game.dump_action(action))


def suggested(seating: Seating) -> Any | None:
    """Return the action that is suggested to a seat; None where the game has no steady player that can.

    It follows from what the seat itself may know, and is the same whenever the same decision is looked at: ties are
    broken by a luck of its own, which nothing of the table's comes from. Nobody is advised to stake all they have.
    """
    game = seating.game
    computers = _computers(game.key) if game else {}
    if game is None or STEADY not in computers:
        return None
    drawn_for = seating.suggested_for or seating.table_id
    luck = Chance(sha256(f"suggested {drawn_for} {seating.seat} {seating.asked}".encode()).digest())
    try:
        action = _with_something_left(
            computers[STEADY]().decide(seating.view, seating.choices, luck), seating.choices
        )
        is_legal = action in seating.choices
    except Exception:
        log.exception("table %s: the steady player failed; nothing is suggested", seating.table_id)
        return None
    return action if is_legal else None


def _with_something_left(action: Any, choices: Any) -> Any:
    """Halve a stake that is all the capital of a seat, down to a step; others are left as they are."""
    stake, capital = getattr(action, "stake", None), getattr(choices, "capital", None)
    if stake is None or capital is None or not 0 < capital <= stake:
        return action
    return replace(action, stake=max(choices.least, capital // 2 // choices.step * choices.step))


def _computers(game: str) -> Mapping[str, type[Agent]]:
    """Return the computer players of a game; none of one that is not here."""
    try:
        return catalog.computers(game)
    except Unreadable:
        return {}
