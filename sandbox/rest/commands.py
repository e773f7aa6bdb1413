"""Application commands, global and of a guild."""

from __future__ import annotations

from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Json
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.validation.commands import MOST, read_command, read_commands
from sandbox.validation.form import Form

routes = Routes()
_GLOBAL, _OF_GUILD = (
    "/applications/{application_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands",
)


def _place(call: Call) -> str | None:
    """Return the guild whose commands are meant, None for the global ones."""
    if call.params["application_id"] != call.bot.id:
        raise DiscordError(ErrorCode.UNKNOWN_APPLICATION)
    if "guild_id" not in call.params:
        return None
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None or call.bot.id not in guild.members:
        raise DiscordError(ErrorCode.MISSING_ACCESS)
    return guild.id


def _here(call: Call) -> dict[str, Json]:
    return call.world.commands.setdefault(_place(call), {})


def _one(call: Call) -> Json:
    command = _here(call).get(call.params["command_id"])
    if command is None:
        raise DiscordError(ErrorCode.UNKNOWN_COMMAND)
    return command


def _registered(call: Call, command: Json, old: Json | None) -> Json:
    """Complete a command with its ids; one that replaces another of its name keeps the other's."""
    place = _place(call)
    whole = {
        "id": old["id"] if old else call.world.ids.new(),
        "application_id": call.bot.id,
        "version": call.world.ids.new(),
        **command,
    }
    if place:
        whole["guild_id"] = place
        whole.pop("contexts", None)
    else:
        whole.setdefault("dm_permission", True)
    return whole


def _announce(call: Call) -> None:
    place = _place(call)
    commands = list(call.world.commands.get(place, {}).values())
    call.world.publish("COMMANDS_UPDATE", {"guild_id": place, "commands": commands}, place)


def _shown(call: Call, command: Json) -> Json:
    """Return a command as asked for: translations only on request, in lists."""
    if call.query.get("with_localizations", "").lower() in ("true", "1"):
        return command
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}


@routes.on("GET", _GLOBAL)
@routes.on("GET", _OF_GUILD)
def list_commands(call: Call) -> Answer:
    """Return all commands of a place."""
    return 200, [_shown(call, command) for command in _here(call).values()]


@routes.on("PUT", _GLOBAL)
@routes.on("PUT", _OF_GUILD)
def overwrite_commands(call: Call) -> Answer:
    """Replace all commands of a place."""
    commands = read_commands(call.body or [])
    _refuse_too_many(commands)
    here = _here(call)
    old = {(command["type"], command["name"]): command for command in here.values()}
    fresh = [_registered(call, command, old.get((command["type"], command["name"]))) for command in commands]
    here.clear()
    here.update({command["id"]: command for command in fresh})
    _announce(call)
    return 200, fresh


def _refuse_too_many(commands: list[Json]) -> None:
    for kind, most in MOST.items():
        if sum(command["type"] == kind for command in commands) > most:
            raise DiscordError(ErrorCode.TOO_MANY_COMMANDS)


@routes.on("POST", _GLOBAL)
@routes.on("POST", _OF_GUILD)
def create_command(call: Call) -> Answer:
    """Add a command, or replace the one of its name."""
    form = Form.of(call.body)
    command = read_command(form)
    form.settle()
    here = _here(call)
    same = (command["type"], command["name"])
    old = next((c for c in here.values() if (c["type"], c["name"]) == same), None)
    if old is None:
        _refuse_too_many([*here.values(), command])
    whole = _registered(call, command, old)
    here[whole["id"]] = whole
    _announce(call)
    return (200 if old else 201), whole


@routes.on("GET", f"{_GLOBAL}/{{command_id}}")
@routes.on("GET", f"{_OF_GUILD}/{{command_id}}")
def get_command(call: Call) -> Answer:
    """Return a command."""
    return 200, _one(call)


@routes.on("PATCH", f"{_GLOBAL}/{{command_id}}")
@routes.on("PATCH", f"{_OF_GUILD}/{{command_id}}")
def edit_command(call: Call) -> Answer:
    """Change some of a command."""
    old = _one(call)
    form = Form.of(call.body)
    form.data = {**old, **form.data}
    command = read_command(form)
    form.settle()
    whole = _registered(call, command, old)
    _here(call)[whole["id"]] = whole
    _announce(call)
    return 200, whole


@routes.on("DELETE", f"{_GLOBAL}/{{command_id}}")
@routes.on("DELETE", f"{_OF_GUILD}/{{command_id}}")
def delete_command(call: Call) -> Answer:
    """Delete a command."""
    del _here(call)[_one(call)["id"]]
    _announce(call)
    return NO_CONTENT
