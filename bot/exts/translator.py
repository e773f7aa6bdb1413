"""Hands Discord the commands' names and descriptions in the languages that `bot.texts.command_translations` speaks."""

from __future__ import annotations

from discord import Locale, app_commands

from bot.texts.command_translations import COMMANDS

_NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}


def named(key: str, english: str) -> app_commands.locale_str:
    """Mark a name or a description as translatable under `key`, such as `race.new.jockey`."""
    return app_commands.locale_str(english, key=key)


class Translator(app_commands.Translator):
    """Looks a marked string up; what is not translated stays English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the string in `locale`, None where there is none."""
        key = string.extras.get("key")
        found = COMMANDS.get(str(locale), {}).get(str(key))
        if found is None:
            return None
        return found.name if context.location in _NAMES else found.description
