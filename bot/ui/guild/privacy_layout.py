"""The screens about a person's own data, and about what they wish everywhere."""

from __future__ import annotations

import discord

from bot.messages.custom_ids import GuildId
from bot.messages.layout import MessageLayout, button
from bot.texts import Texts


def privacy_layout(t: Texts) -> MessageLayout:
    """Say what is stored, and offer to export or erase it."""
    words = t.privacy
    export = button(GuildId("privacy.export"), words.export, discord.ButtonStyle.primary)
    erase = button(GuildId("privacy.erase"), words.erase, discord.ButtonStyle.danger)
    return MessageLayout(
        "\n".join([words.title, words.asks, words.follows, *words.told]), controls=((export, erase),)
    )


def sure_to_erase_layout(t: Texts) -> MessageLayout:
    """Say what erasing does, and ask once more."""
    words = t.privacy
    erase = button(GuildId("privacy.erase.now"), words.sure, discord.ButtonStyle.danger)
    keep = button(GuildId("privacy"), words.keep)
    return MessageLayout(
        "\n".join([words.sure_title, words.sure_asks, words.sure_follows, *words.sure_told]),
        controls=((erase, keep),),
    )


def preferences_layout(t: Texts, *, is_always: bool) -> MessageLayout:
    """Say what a person wishes everywhere, and offer the contrary."""
    words = t.preferences
    holds = words.always if is_always else words.only_where_it_matters
    label = words.ask_less if is_always else words.ask_always
    switch = button(GuildId(f"preferences.{'less' if is_always else 'always'}"), label)
    return MessageLayout("\n".join([words.title, words.asks, words.follows, holds]), controls=((switch,),))
