"""Hands Discord the commands' names and descriptions in the languages that the bot and its titles speak."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from discord import Locale, app_commands

from bot.games.titles import titles
from bot.texts.command_translations import COMMANDS, Named

_NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}


@cache
def translations(locale: str) -> Mapping[str, Named]:
    """Return what commands and options are called in a language, by the keys that mark them."""
    own = {
        f"race.new.{title.key}.{name}".removesuffix("."): said
        for title in titles()
        for name, said in title.translations.get(locale, {}).items()
    }
    return {**COMMANDS.get(locale, {}), **own}


class Translator(app_commands.Translator):
    """Looks a marked string up; what is not translated stays English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the string in `locale`, None where there is none."""
        found = translations(str(locale)).get(str(string.extras.get("key")))
        if found is None:
            return None
        return found.name if context.location in _NAMES else found.description
