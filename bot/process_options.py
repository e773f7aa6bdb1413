"""How one process of the bot runs, as its operator decides."""

from __future__ import annotations

from dataclasses import dataclass

from bot.servers import Pace
from bot.shards import Shards
from bot.tables.retention import USUAL_RETENTION, Retention


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessOptions:
    """What may differ between one process and another of the same bot."""

    shards: Shards | None = None
    """Which of Discord's shards it serves; None: all."""
    retention: Retention = USUAL_RETENTION
    """How long it keeps what is over."""
    pace: Pace = Pace.AT_ONCE
    """How much time computer players take where a server has set nothing."""
    render_workers: int = 0
    """How many processes draw its pictures; 0: threads of its own do."""


DEFAULTS = ProcessOptions()
"""A process that serves everybody, with threads that draw."""
