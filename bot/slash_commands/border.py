"""Whether what a command was given is what Discord says it sends: types, choices and bounds, before anything happens.

Discord checks all that itself, against the command as it knows it. That may be another version's, and whoever stands in
for Discord may check nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

import discord
from discord import app_commands

from bot.texts.markup import storable

LARGEST = 2**53
"""Of whole numbers, either way. Source: Discord, "Application Commands", option type INTEGER."""
LONGEST = 6000
"""Characters of a text."""

_PATH = {
    discord.AppCommandOptionType.subcommand.value,
    discord.AppCommandOptionType.subcommand_group.value,
}


def require_well_formed(interaction: discord.Interaction[Any]) -> None:
    """Raise `CommandSignatureMismatch` for an option that the command, as we told it, could not have.

    Raises `NoPrivateMessage` for a command of servers that was not used in one.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    if (command.root_parent or command).guild_only and interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    data: Mapping[str, Any] = interaction.data or {}
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
    is_typing = interaction.type is discord.InteractionType.autocomplete
    for option in _given(data.get("options") or ()):
        parameter = parameters.get(option["name"])
        if parameter is None or not (
            _is_text(option.get("value"))
            if is_typing and option.get("focused")
            else _fits(parameter, option, data)
        ):
            raise app_commands.CommandSignatureMismatch(command)


def _given(options: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the options of the command itself, past the names of its groups."""
    while options and options[0].get("type") in _PATH:
        options = options[0].get("options") or ()
    yield from options


def _fits(parameter: app_commands.Parameter, option: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    value, kinds = option.get("value"), discord.AppCommandOptionType
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    match parameter.type:
        case kinds.string:
            return _is_text(value) and _within(parameter, len(value), 0, LONGEST)
        case kinds.integer:
            return type(value) is int and _within(parameter, value, -LARGEST, LARGEST)
        case kinds.boolean:
            return isinstance(value, bool)
        case kinds.user:
            return isinstance(value, str) and value in data.get("resolved", {}).get("users", {})
        case kinds.channel:
            return isinstance(value, str) and value in data.get("resolved", {}).get("channels", {})
    return True


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and storable(value) == value


def _within(parameter: app_commands.Parameter, size: int, least: int, most: int) -> bool:
    lower = least if parameter.min_value is None else int(parameter.min_value)
    upper = most if parameter.max_value is None else int(parameter.max_value)
    return lower <= size <= upper
