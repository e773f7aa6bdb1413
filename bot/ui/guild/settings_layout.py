"""The settings of a server as a screen: what holds, in words, and the controls to change it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.games.screens import OTHER, Controls
from bot.games.titles import by_name
from bot.messages.custom_ids import GuildId
from bot.messages.layout import MOST_OPTIONS, MessageLayout, button, select
from bot.servers import DAY_SECONDS, BoardManner, Pace, ServerSettings
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.guild.settings_changes import AS_DISCORD_SAYS, AS_USUAL, buy_in_pages

HOUR = 60 * 60
CLOCKS = (
    30,
    60,
    2 * 60,
    3 * 60,
    5 * 60,
    10 * 60,
    30 * 60,
    HOUR,
    8 * HOUR,
    DAY_SECONDS,
    3 * DAY_SECONDS,
    7 * DAY_SECONDS,
)
MOST_TABLES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
TAKEOUTS = (0, 5, 10, 15, 20)

TABLE_CHANNELS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]
"""Where tables can be, and what has threads that they can be in."""


class ServerFacts(NamedTuple):
    """What the server has of its own: its language, and the channels and roles that still are there."""

    locale: str
    channels: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()


def facts_of(interaction: discord.Interaction) -> ServerFacts:
    """Look up what the server has of its own, as far as the bot knows it."""
    guild = interaction.guild
    if guild is None:
        return ServerFacts(str(interaction.guild_locale or ""))
    channels = frozenset(channel.id for channel in guild.channels)
    return ServerFacts(str(guild.preferred_locale), channels, frozenset(role.id for role in guild.roles))


def settings_layout(settings: ServerSettings, facts: ServerFacts, t: Texts) -> MessageLayout:
    """Lay the settings out."""
    return MessageLayout("\n".join(_lines(settings, facts, t)), controls=_controls(settings, facts, t))


def _lines(settings: ServerSettings, facts: ServerFacts, t: Texts) -> Sequence[str]:
    words = t.settings
    spoken = texts(settings.language or facts.locale).settings.own_name
    titles = [(title, title.words(t)) for title in by_name(t)]
    buy_ins = [
        (said.name, settings.buy_in(title.key, title.buy_in), said.bought_in_for) for title, said in titles
    ]
    groups = (
        (
            words.at_once,
            words.language_line(spoken, is_own=bool(settings.language)),
            words.boards_line(is_edited=settings.boards is BoardManner.EDITED),
            words.pictures_line(are_on=settings.pictures),
        ),
        (
            words.for_tables,
            words.channels_line(settings.channels),
            words.openers_line(settings.openers),
            words.most_tables_line(settings.most_tables, settings.most_hosted),
            words.computers_line(may_sit=settings.computers),
            words.pace_line(settings.pace),
        ),
        (
            words.for_races,
            words.clock_line(settings.clock),
            words.money_line(buy_ins, is_on=settings.money),
            words.tote_line(settings.takeout, is_on=settings.money and settings.tote),
        ),
    )
    told = [line for head, *lines in groups for line in (head, *(f"- {each}" for each in lines))]
    return [words.title, words.asks, words.follows, *told]


def _controls(settings: ServerSettings, facts: ServerFacts, t: Texts) -> Sequence[Controls]:
    words = t.settings
    boards = "posted" if settings.boards is BoardManner.EDITED else "edited"
    switches = {
        "pictures": settings.pictures,
        "money": settings.money,
        "computers": settings.computers,
        "tote": settings.tote,
    }
    clock = _number("clock", words.clock, CLOCKS, settings.clock, words.clock_option)
    clock.append_option(discord.SelectOption(label=words.other, value=OTHER))
    most, hosted = settings.most_tables, settings.most_hosted
    return (
        (clock,),
        (_language(settings, t),),
        (_channels(settings, facts, t),),
        (_openers(settings, facts, t),),
        (_pace(settings, t),),
        (_number("most_tables", words.most_tables, MOST_TABLES, most, words.most_tables_option),),
        (_number("most_hosted", words.most_hosted, MOST_TABLES, hosted, words.most_hosted_option),),
        (_number("takeout", words.takeout, TAKEOUTS, settings.takeout, words.takeout_option),),
        (
            _switch("boards", boards, t),
            *(_switch(setting, "off" if is_on else "on", t) for setting, is_on in switches.items()),
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


def _switch(setting: str, to: str, t: Texts) -> ui.Button[ui.LayoutView]:
    """Make a button that says, and carries, what it switches to: pressed twice it does not switch back."""
    return button(GuildId(f"settings.{setting}.{to}"), t.settings.switches[f"{setting}.{to}"])


def _number(
    setting: str, placeholder: str, values: Iterable[int], chosen: int, label: Callable[[int], str]
) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(label=label(value), value=str(value), default=value == chosen)
        for value in sorted({*values, chosen})
    ]
    return select(GuildId(f"settings.{setting}"), placeholder, options)


def _pace(settings: ServerSettings, t: Texts) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=t.settings.pace_option(pace), value=pace or AS_USUAL, default=pace is settings.pace
        )
        for pace in (None, *Pace)
    ]
    return select(GuildId("settings.pace"), t.settings.pace, options)


def _language(settings: ServerSettings, t: Texts) -> ui.Select[ui.LayoutView]:
    named = {AS_DISCORD_SAYS: t.settings.as_discord_says}
    named |= {locale: spoken.settings.own_name for locale, spoken in LANGUAGES.items()}
    chosen = settings.language or AS_DISCORD_SAYS
    options = [
        discord.SelectOption(label=t.settings.language_option(name), value=locale, default=locale == chosen)
        for locale, name in named.items()
    ]
    return select(GuildId("settings.language"), t.settings.language, options)


def _channels(settings: ServerSettings, facts: ServerFacts, t: Texts) -> ui.ChannelSelect[ui.LayoutView]:
    return ui.ChannelSelect(
        custom_id=str(GuildId("settings.channels")),
        placeholder=t.settings.channels,
        channel_types=TABLE_CHANNELS,
        min_values=0,
        max_values=MOST_OPTIONS,
        default_values=_chosen(settings.channels, facts.channels, discord.SelectDefaultValueType.channel),
    )


def _openers(settings: ServerSettings, facts: ServerFacts, t: Texts) -> ui.RoleSelect[ui.LayoutView]:
    return ui.RoleSelect(
        custom_id=str(GuildId("settings.openers")),
        placeholder=t.settings.openers,
        min_values=0,
        max_values=MOST_OPTIONS,
        default_values=_chosen(settings.openers, facts.roles, discord.SelectDefaultValueType.role),
    )


def _chosen(
    ids: Iterable[int], known: Container[int], kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=each, type=kind) for each in ids if each in known]


def sure_layout(t: Texts) -> MessageLayout:
    """Ask once more before everything is put back."""
    words = t.settings
    reset = button(GuildId("settings.reset"), words.reset, discord.ButtonStyle.danger)
    keep = button(GuildId("settings"), words.keep)
    return MessageLayout(
        "\n".join([words.sure_title, words.sure_asks, words.sure_follows]), controls=((reset, keep),)
    )
