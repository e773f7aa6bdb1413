"""What has to be typed for a server's settings: a time, and the buy-ins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from discord import ui

from bot.games.kit.amounts import MOST_TYPED, whole_number
from bot.games.screens import Misread
from bot.games.title import Title
from bot.games.titles import by_name, title
from bot.servers import ServerSettings
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


def buy_in_pages(t: Texts) -> Sequence[Sequence[Title]]:
    """Return the titles by the forms that ask for their buy-ins: as many in each as fit."""
    every = by_name(t)
    return [every[start : start + MOST_FIELDS] for start in range(0, len(every), MOST_FIELDS)]


def buy_ins_form(settings: ServerSettings, t: Texts, page: int = 1) -> ui.Modal:
    """Ask what a seat of each game of a page costs; what is set already stands there."""
    words, pages = t.settings, buy_in_pages(t)
    labels = [
        ui.Label(
            text=each.words(t).name[:45],
            description=words.buy_in_hint(each.buy_in, each.words(t).bought_in_for),
            component=ui.TextInput[ui.Modal](
                custom_id=each.key,
                default=str(settings.buy_in(each.key, each.buy_in)),
                required=False,
                max_length=MOST_TYPED,
            ),
        )
        for each in pages[min(page, len(pages)) - 1]
    ]
    return StillModal(GuildId("settings.buy_ins"), words.buy_ins_title, *labels)


def buy_ins_from(fields: Mapping[str, str], t: Texts) -> dict[str, int]:
    """Read the buy-ins that a form has; raise `Misread` naming the games that have none."""
    asked = [each for each in by_name(t) if each.key in fields]
    read = {each.key: _coins(fields[each.key], each.buy_in) for each in asked}
    wrong = [each.words(t).name for each in asked if not LEAST <= read[each.key] <= MOST]
    if wrong:
        raise Misread(t.settings.no_buy_in(wrong))
    return read


def with_buy_ins(settings: ServerSettings, read: Mapping[str, int]) -> ServerSettings:
    """Return settings with other buy-ins, of which those are kept that are not the usual ones."""
    usual = {key: title(key).buy_in for key in read}
    held = {**settings.buy_ins, **read}
    differing = {key: amount for key, amount in held.items() if amount != usual.get(key)}
    return settings.model_copy(update={"buy_ins": differing})


def _coins(text: str, usual: int) -> int:
    """Read an amount; nothing is the usual one, and nonsense is zero."""
    return (whole_number(text) or 0) if text.strip() else usual
