"""What has to be typed for a server's settings: a time, and the buy-ins."""

from __future__ import annotations

import re
from collections.abc import Mapping

from discord import ui

from bot.games.kit.amounts import MOST_TYPED, whole_number
from bot.games.registry import SCREENS
from bot.games.screens import Misread
from bot.servers import BUY_INS, ServerSettings
from bot.servers.settings import DAY
from bot.texts import Texts
from bot.ui.forms import StillModal
from bot.ui.guild.guild_ids import GuildId

SHORTEST, LONGEST = 30, 7 * DAY
LEAST, MOST = 10, 100_000
"""Coins."""

MOST_FIELDS = 5
"""Of a modal."""

_TIME = re.compile(r"(\d{1,6})\s*([^\W\d_]{1,8})\.?")
_SECONDS = {"s": 1, "m": 60, "h": 60 * 60, "d": DAY}


def clock_form(t: Texts) -> ui.Modal:
    """Ask how long a decision may take."""
    words = t.settings
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="clock", max_length=12)
    label = ui.Label(text=words.clock_label, description=words.clock_hint, component=field)
    return StillModal(GuildId("settings.clock"), words.clock_title, label)


def clock_from(fields: Mapping[str, str], t: Texts) -> int:
    """Read a time as seconds, such as `45 s` or `2 h`; raise `Misread` for what is none."""
    match = _TIME.fullmatch(fields.get("clock", "").strip().lower())
    seconds = int(match[1]) * _SECONDS.get(match[2][0], 0) if match else 0
    if not SHORTEST <= seconds <= LONGEST:
        raise Misread(t.settings.no_clock)
    return seconds


def buy_ins_form(settings: ServerSettings, t: Texts) -> ui.Modal:
    """Ask what a seat of each game costs; what is set already stands there."""
    words = t.settings
    labels = [
        ui.Label(
            text=screens.name(t)[:45],
            description=words.buy_in_hint(BUY_INS[game], is_a_round=game == "jockey"),
            component=ui.TextInput[ui.Modal](
                custom_id=game, default=str(settings.buy_in(game)), required=False, max_length=MOST_TYPED
            ),
        )
        for game, screens in list(SCREENS.items())[:MOST_FIELDS]
    ]
    return StillModal(GuildId("settings.buy_ins"), words.buy_ins_title, *labels)


def buy_ins_from(fields: Mapping[str, str], t: Texts) -> dict[str, int]:
    """Read the buy-ins that differ from the usual ones; raise `Misread` naming the games that have none."""
    read = {game: _coins(fields.get(game, ""), usual) for game, usual in BUY_INS.items()}
    wrong = [SCREENS[game].name(t) for game, amount in read.items() if not LEAST <= amount <= MOST]
    if wrong:
        raise Misread(t.settings.no_buy_in(wrong))
    return {game: amount for game, amount in read.items() if amount != BUY_INS[game]}


def _coins(text: str, usual: int) -> int:
    """Read an amount; nothing is the usual one, and nonsense is zero."""
    return (whole_number(text) or 0) if text.strip() else usual


__all__ = ["buy_ins_form", "buy_ins_from", "clock_form", "clock_from"]
