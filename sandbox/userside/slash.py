"""A person's slash command, checked against what the bot registered."""

from __future__ import annotations

from typing import Any

from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Channel, Json, User
from sandbox.permissions import Permission
from sandbox.userside.fields import Resolved
from sandbox.validation.commands import Option
from sandbox.validation.form import REQUIRED, Form
from sandbox.world import World

IN_GUILD, IN_BOT_DM = 0, 1


def find(world: World, channel: Channel, command_id: str) -> Json:
    """Return a command that exists where the person is."""
    for place in (channel.guild_id, None):
        if command := world.commands.get(place, {}).get(command_id):
            return command
    raise DiscordError(ErrorCode.UNKNOWN_COMMAND)


def refuse_unless_usable(world: World, user: User, channel: Channel, command: Json) -> None:
    """Refuse a command in the wrong place or from somebody who may not use it."""
    context = IN_BOT_DM if channel.guild_id is None else IN_GUILD
    if context not in (command.get("contexts") or _old_contexts(command)):
        raise DiscordError(ErrorCode.UNKNOWN_COMMAND)
    if channel.guild_id is None:
        return
    if world.bot.id not in world.guilds[channel.guild_id].members:
        raise DiscordError(ErrorCode.MISSING_ACCESS)
    if channel.thread and channel.thread.archived:
        raise DiscordError(ErrorCode.THREAD_ARCHIVED)
    needed = Permission.USE_APPLICATION_COMMANDS | Permission(int(command["default_member_permissions"] or 0))
    if not world.may(user, channel, needed):
        raise DiscordError(ErrorCode.MISSING_PERMISSIONS)


def _old_contexts(command: Json) -> tuple[int, ...]:
    return (IN_GUILD, IN_BOT_DM) if command.get("dm_permission", False) else (IN_GUILD,)


def full_name(data: Json) -> str:
    """Return a used command's name with its groups: `race new`."""
    names, options = [data["name"]], data["options"]
    while options and options[0]["type"] <= Option.GROUP:
        names.append(options[0]["name"])
        options = options[0].get("options", [])
    return " ".join(names)


def read_options(form: Form, command: Json, resolved: Resolved, *, typing: bool) -> list[Json]:
    """Read the options of a command or subcommand; while somebody is typing, nothing is required yet."""
    known = command.get("options", [])
    given = {option.data.get("name"): option for option in form.children("options", 25)}
    for name, option in given.items():
        if all(each["name"] != name for each in known):
            option.complain("APPLICATION_COMMAND_OPTION_UNKNOWN", "Unknown option", "name")
    if known and known[0]["type"] <= Option.GROUP and len(given) != 1:
        form.complain(*REQUIRED, "options")
    options = []
    for each in known:
        if found := given.get(each["name"]):
            options.append(_read_option(found, each, resolved, typing=typing))
        elif each.get("required") and not typing:
            form.complain(*REQUIRED, "options", each["name"])
    return options


def _read_option(form: Form, known: Json, resolved: Resolved, *, typing: bool) -> Json:
    option: Json = {"name": known["name"], "type": known["type"]}
    if known["type"] <= Option.GROUP:
        return option | {"options": read_options(form, known, resolved, typing=typing)}
    value = form.data.get("value")
    focused = typing and form.flag("focused")
    option["value"] = value
    if focused:
        option["focused"] = True
        if not known.get("autocomplete"):
            form.complain(
                "APPLICATION_COMMAND_OPTION_NO_AUTOCOMPLETE", "This option has no autocomplete", "focused"
            )
    elif not _fits(known, value, resolved):
        form.complain("APPLICATION_COMMAND_OPTION_VALUE_INVALID", f'Value "{value}" is invalid.', "value")
    return option


def _fits(known: Json, value: Any, resolved: Resolved) -> bool:
    if "choices" in known and all(choice["value"] != value for choice in known["choices"]):
        return False
    match known["type"]:
        case Option.STRING:
            least, most = known.get("min_length", 0), known.get("max_length", 6000)
            return isinstance(value, str) and least <= len(value) <= most
        case Option.INTEGER | Option.NUMBER:
            kinds = int if known["type"] == Option.INTEGER else (int, float)
            return isinstance(value, kinds) and not isinstance(value, bool) and _between(known, value)
        case Option.BOOLEAN:
            return isinstance(value, bool)
        case Option.USER:
            return resolved.user(str(value))
        case Option.CHANNEL:
            return resolved.channel(str(value))
        case Option.ROLE:
            return resolved.role(str(value))
        case Option.MENTIONABLE:
            return resolved.mentionable(str(value))
    return False


def _between(known: Json, value: float) -> bool:
    least, most = known.get("min_value"), known.get("max_value")
    return (least is None or value >= least) and (most is None or value <= most)
