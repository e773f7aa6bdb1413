"""Which change of a server's settings a click means, and the forms for what has to be typed: a time, the buy-ins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui
from pydantic import ValidationError

from bot.games.kit.amounts import MOST_TYPED, whole_number
from bot.games.screens import Misread
from bot.games.title import LEAST_BUY_IN, MOST_BUY_IN, Title
from bot.games.titles import by_name, title
from bot.messages.custom_ids import GuildId
from bot.servers import DAY_SECONDS, Pace, ServerSettings
from bot.tables.guild_commands import Change
from bot.texts import LANGUAGES, Texts
from bot.ui.forms import StillModal, labelled, line_form

SHORTEST, LONGEST = 30, 7 * DAY_SECONDS
AS_DISCORD_SAYS = "discord"
"""What is chosen for the language that Discord names."""

AS_USUAL = "usual"
"""What is chosen for the pace that is usual for this bot."""

Facts = dict[str, Any]
"""Settings by their names, as a press gives them."""

MOST_FIELDS = 5
"""Of a modal."""

_SPAN = re.compile(r"(\d{1,6})\s*(?!mo)([^\W\d_])[^\W\d_]{0,7}\.?\s*")  # no months
_TIME = re.compile(f"(?:{_SPAN.pattern})+")
_SECONDS = {"s": 1, "m": 60, "h": 60 * 60, "d": DAY_SECONDS}


def change_of(parts: Sequence[str], chosen: Sequence[str], fields: Mapping[str, str], t: Texts) -> Change:
    """Read what is to change from a press; raise `Misread` for what cannot be read, or is out of bounds."""
    match tuple(parts):
        case ("reset",):
            return lambda settings: ServerSettings(locale=settings.locale)
        case ("buy_ins",) if fields:
            read = buy_ins_from(fields, t)
            return lambda settings: with_buy_ins(settings, read)
        case ("clock",) if fields:
            facts: Facts | None = {"clock": clock_from(fields, t)}
        case _:
            facts = _pressed(parts) or _chosen(parts, chosen)
    if facts is None:
        raise Misread(t.settings.unreadable)
    try:
        ServerSettings.model_validate(facts)
    except ValidationError as error:
        raise Misread(t.settings.unreadable) from error
    return lambda settings: ServerSettings.model_validate(settings.model_dump() | facts)


def _pressed(parts: Sequence[str]) -> Facts | None:
    """Read what a button sets, whose last part is the value; None where it is none of these."""
    match tuple(parts):
        case ("boards" as setting, "posted" | "edited" as word):
            return {setting: word}
        case ("pictures" | "money" | "computers" | "tote" as setting, "on" | "off" as word):
            return {setting: word}
    return None


def _chosen(parts: Sequence[str], chosen: Sequence[str]) -> Facts | None:
    """Read what is chosen from a list; None where there is no such list, or nothing that it offers."""
    match tuple(parts), tuple(chosen):
        case ("language",), (language,) if language in {AS_DISCORD_SAYS, *LANGUAGES}:
            return {"language": "" if language == AS_DISCORD_SAYS else language}
        case ("pace",), (pace,) if pace in {AS_USUAL, *Pace}:
            return {"pace": None if pace == AS_USUAL else Pace(pace)}
        case ("clock" | "most_tables" | "most_hosted" | "takeout" as setting,), (value,):
            return {setting: value}
        case ("channels" | "openers" as setting,), _:
            return {setting: tuple(chosen)}
    return None


def clock_form(t: Texts) -> ui.Modal:
    """Ask how long a decision may take."""
    words = t.settings
    at = GuildId("settings.clock")
    return line_form(at, words.clock_title, words.clock_label, words.clock_hint, "clock", 12)


def clock_from(fields: Mapping[str, str], t: Texts) -> int:
    """Read a time as seconds, such as `45 s`, `2 h` or `1h30m`; raise `Misread` for what is none."""
    typed = fields.get("clock", "").strip().lower()
    spans = _SPAN.findall(typed) if _TIME.fullmatch(typed) else []
    seconds = sum(int(number) * _SECONDS.get(unit, LONGEST + 1) for number, unit in spans)
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
        labelled(
            each.words(t).name,
            words.buy_in_hint(each.buy_in, each.words(t).bought_in_for),
            ui.TextInput[ui.Modal](
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
    wrong = [each.words(t).name for each in asked if not LEAST_BUY_IN <= read[each.key] <= MOST_BUY_IN]
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
