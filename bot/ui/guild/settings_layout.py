"""The settings of a server as a screen: what holds, in words, and the controls to change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.games.screens import OTHER
from bot.games.titles import by_name
from bot.servers import Boards, ServerSettings
from bot.servers.settings import DAY
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.guild.guild_ids import GuildId
from bot.ui.guild.settings_forms import buy_in_pages
from bot.ui.message_layout import MessageLayout, button, select

HOUR = 60 * 60
CLOCKS = (30, 60, 2 * 60, 3 * 60, 5 * 60, 10 * 60, 30 * 60, HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY)
MOST_TABLES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
AS_DISCORD_SAYS = "discord"
MOST_CHOSEN = 25

TABLE_CHANNELS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]
"""Where tables can be, and what has threads that they can be in."""


class Place(NamedTuple):
    """What the server has of its own: its language, and the channels and roles that still are there."""

    locale: str
    channels: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()


def settings_layout(settings: ServerSettings, place: Place, t: Texts) -> MessageLayout:
    """Lay the settings out."""
    return MessageLayout("\n".join(_lines(settings, place, t)), rows=_controls(settings, place, t))


def _lines(settings: ServerSettings, place: Place, t: Texts) -> Sequence[str]:
    words = t.settings
    spoken = texts(settings.language or place.locale).settings.own_name
    groups = (
        (
            words.at_once,
            words.language_line(spoken, is_own=bool(settings.language)),
            words.boards_line(is_edited=settings.boards is Boards.EDITED),
            words.pictures_line(are_on=settings.pictures),
        ),
        (
            words.for_tables,
            words.channels_line(settings.channels),
            words.openers_line(settings.openers),
            words.most_tables_line(settings.most_tables, settings.most_hosted),
            words.computers_line(may_sit=settings.computers),
        ),
        (
            words.for_races,
            words.clock_line(settings.clock),
            words.money_line(
                [
                    (
                        title.words(t).name,
                        settings.buy_in(title.key, title.buy_in),
                        title.words(t).bought_in_for,
                    )
                    for title in by_name(t)
                ],
                is_on=settings.money,
            ),
        ),
    )
    told = [line for head, *lines in groups for line in (head, *(f"- {each}" for each in lines))]
    return [words.title, words.asks, words.follows, *told]


def _controls(settings: ServerSettings, place: Place, t: Texts) -> Sequence[Sequence[ui.Item[ui.LayoutView]]]:
    words = t.settings
    return (
        (_clock(settings, t),),
        (_language(settings, t),),
        (_channels(settings, place, t),),
        (_openers(settings, place, t),),
        (_most_tables(settings, t),),
        (_most_hosted(settings, t),),
        (
            _switch("boards", "posted" if settings.boards is Boards.EDITED else "edited", t),
            _switch("pictures", _other(is_on=settings.pictures), t),
            _switch("money", _other(is_on=settings.money), t),
            _switch("computers", _other(is_on=settings.computers), t),
        ),
        (
            *_buy_ins(t),
            button(GuildId("settings.defaults"), words.defaults, discord.ButtonStyle.danger),
        ),
    )


def _buy_ins(t: Texts) -> Iterator[ui.Button[ui.LayoutView]]:
    """Make a button for every form of buy-ins; of several each says which games it is for."""
    pages = buy_in_pages(t)
    for number, (first, *others) in enumerate(pages, start=1):
        last = (others or [first])[-1]
        label = t.settings.buy_ins_of(first.words(t).name, last.words(t).name)
        what = "settings.buy_ins" if number == 1 else f"settings.buy_ins.{number}"
        yield button(GuildId(what), label[:80] if len(pages) > 1 else t.settings.buy_ins)


def _other(*, is_on: bool) -> str:
    return "off" if is_on else "on"


def _switch(setting: str, to: str, t: Texts) -> ui.Button[ui.LayoutView]:
    """Make a button that says, and carries, what it switches to: pressed twice it does not switch back."""
    return button(GuildId(f"settings.{setting}.{to}"), t.settings.switches[f"{setting}.{to}"])


def _clock(settings: ServerSettings, t: Texts) -> ui.Select[ui.LayoutView]:
    words = t.settings
    options = _options(sorted({*CLOCKS, settings.clock}), settings.clock, words.clock_option)
    other = discord.SelectOption(label=words.other, value=OTHER)
    return select(GuildId("settings.clock"), words.clock, [*options, other])


def _most_tables(settings: ServerSettings, t: Texts) -> ui.Select[ui.LayoutView]:
    most = settings.most_tables
    options = _options(sorted({*MOST_TABLES, most}), most, t.settings.most_tables_option)
    return select(GuildId("settings.most_tables"), t.settings.most_tables, options)


def _most_hosted(settings: ServerSettings, t: Texts) -> ui.Select[ui.LayoutView]:
    most = settings.most_hosted
    options = _options(sorted({*MOST_TABLES, most}), most, t.settings.most_hosted_option)
    return select(GuildId("settings.most_hosted"), t.settings.most_hosted, options)


def _options(values: Iterable[int], chosen: int, label: object) -> list[discord.SelectOption]:
    assert callable(label)
    return [
        discord.SelectOption(label=label(value), value=str(value), default=value == chosen)
        for value in values
    ]


def _language(settings: ServerSettings, t: Texts) -> ui.Select[ui.LayoutView]:
    named = {AS_DISCORD_SAYS: t.settings.as_discord_says}
    named |= {locale: spoken.settings.own_name for locale, spoken in LANGUAGES.items()}
    chosen = settings.language or AS_DISCORD_SAYS
    options = [
        discord.SelectOption(label=t.settings.language_option(name), value=locale, default=locale == chosen)
        for locale, name in named.items()
    ]
    return select(GuildId("settings.language"), t.settings.language, options)


def _channels(settings: ServerSettings, place: Place, t: Texts) -> ui.ChannelSelect[ui.LayoutView]:
    return ui.ChannelSelect(
        custom_id=str(GuildId("settings.channels")),
        placeholder=t.settings.channels,
        channel_types=TABLE_CHANNELS,
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in settings.channels
            if each in place.channels
        ],
    )


def _openers(settings: ServerSettings, place: Place, t: Texts) -> ui.RoleSelect[ui.LayoutView]:
    return ui.RoleSelect(
        custom_id=str(GuildId("settings.openers")),
        placeholder=t.settings.openers,
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.role)
            for each in settings.openers
            if each in place.roles
        ],
    )


def sure_layout(t: Texts) -> MessageLayout:
    """Ask once more before everything is put back."""
    words = t.settings
    return MessageLayout(
        "\n".join([words.sure_title, words.sure_asks, words.sure_follows]),
        rows=(
            (
                button(GuildId("settings.reset"), words.reset, discord.ButtonStyle.danger),
                button(GuildId("settings"), words.keep),
            ),
        ),
    )
