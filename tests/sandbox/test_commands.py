"""Application commands and forms, as Discord takes and refuses them."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.errors import DiscordError
from sandbox.validation.emoji import is_emoji
from sandbox.validation.form import Form
from sandbox.validation.modals import read_modal


def command(name="race", **more):
    return {"name": name, "description": "Races", **more}


def option(name="seats", kind=4, **more):
    return {"name": name, "description": "d", "type": kind, **more}


@pytest.fixture
def path(sandbox):
    return f"/applications/{sandbox.application_id}/commands"


async def test_commands_are_overwritten_listed_read_changed_and_deleted(api, path):
    put = await api(
        "PUT", path, [command(options=[option("new", 1, options=[option(required=True, min_value=2)])])]
    )
    assert put.status == 200
    one = f"{path}/{put.body[0]['id']}"
    again = await api("PUT", path, [command(description="Races!"), command("bank")])
    assert again.body[0]["id"] == put.body[0]["id"]
    assert again.body[0]["version"] != put.body[0]["version"]
    assert (await api("PATCH", one, {"description": "New"})).body["description"] == "New"
    assert (await api("GET", one)).body["name"] == "race"
    assert [c["name"] for c in (await api("GET", path)).body] == ["race", "bank"]
    assert (await api("DELETE", one)).status == 204
    assert (await api("GET", one)).code == 10063


async def test_a_command_of_a_name_is_made_once_then_replaced(api, path):
    assert (await api("POST", path, command())).status == 201
    assert (await api("POST", path, command(description="x"))).status == 200
    assert len((await api("GET", path)).body) == 1


async def test_a_guild_has_commands_of_its_own_and_people_see_both(api, path, sandbox):
    await api("PUT", path, [command()])
    of_guild = f"/applications/{sandbox.application_id}/guilds/{sandbox.guild.id}/commands"
    assert (await api("PUT", of_guild, [command("bank")])).body[0]["guild_id"] == sandbox.guild.id
    async with sandbox.user("Ana") as ana:
        names = {place: [c["name"] for c in commands] for place, commands in ana.ready["commands"].items()}
    assert names == {"global": ["race"], sandbox.guild.id: ["bank"]}


async def test_whoever_uses_a_command_waits_until_it_is_registered(api, path, sandbox):
    sandbox.services.interactions.patience = 0.01  # nobody is there to answer it
    async with sandbox.user("Ana") as ana:
        using = asyncio.create_task(ana.command("bank", "race-night"))
        await asyncio.sleep(0)
        assert not using.done()
        await api("PUT", path, [command("bank")])
        assert (await using).failed


async def test_translations_come_on_request(api, path):
    body = [command(name_localizations={"de": "rennen"}, description_localizations={"de": "Rennen"})]
    assert (await api("PUT", path, body)).status == 200
    assert "name_localizations" not in (await api("GET", path)).body[0]
    full = await api("GET", f"{path}?with_localizations=true")
    assert full.body[0]["name_localizations"] == {"de": "rennen"}


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        (command("Race"), ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
        (command("new race"), ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
        (command("x" * 33), ("name",), "BASE_TYPE_BAD_LENGTH"),
        (command(description=""), ("description",), "BASE_TYPE_REQUIRED"),
        (command(description="x" * 101), ("description",), "BASE_TYPE_BAD_LENGTH"),
        (command(name_localizations={"xx": "a"}), ("name_localizations", "xx"), "BASE_TYPE_CHOICES"),
        (
            command(name_localizations={"de": "Rennen"}),
            ("name_localizations", "de"),
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
        (command(options=[option(str(n)) for n in range(26)]), ("options",), "BASE_TYPE_MAX_LENGTH"),
        (
            command(options=[option("a"), option("b", required=True)]),
            ("options", "1", "required"),
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(options=[option("a"), option("a")]),
            ("options", "1", "name"),
            "APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME",
        ),
        (
            command(options=[option("a", 1), option("b", 3)]),
            ("options",),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(options=[option("a", 2, options=[option("b", 3)])]),
            ("options", "0", "options", "0", "type"),
            "BASE_TYPE_CHOICES",
        ),
        (
            command(options=[option(kind=3, choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
            ("options", "0", "choices"),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            command(options=[option(kind=3, autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
            ("options", "0", "autocomplete"),
            "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID",
        ),
    ],
)
async def test_a_command_that_discord_would_refuse_is_refused_at_its_field(api, path, body, where, code):
    answer = await api("PUT", path, [body])
    assert (answer.status, answer.code) == (400, 50035)
    assert code in answer.errors_at("0", *where)


async def test_a_command_is_too_large_over_8000_characters_and_names_are_unique(api, path):
    choices = [{"name": "x" * 100, "value": "y" * 100} for _ in range(25)]
    answer = await api("PUT", path, [command(options=[option(str(n), 3, choices=choices) for n in range(2)])])
    assert answer.errors_at("0") == ["APPLICATION_COMMAND_TOO_LARGE"]
    twice = await api("PUT", path, [command(), command()])
    assert twice.errors_at("1", "name") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    many = await api("PUT", path, [command(f"c{n}") for n in range(101)])
    assert many.code == 30032


def text_input(custom_id="stake", **more):
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def label(component, **more):
    return {"type": 18, "label": "Stake", "component": component, **more}


def modal(*components, **more):
    return {"custom_id": "bet", "title": "Bet", "components": list(components), **more}


def refused(body):
    with pytest.raises(DiscordError) as error:
        read_modal(Form.of(body))
    return error.value.errors


def test_a_form_may_hold_every_field_a_modal_knows():
    options = [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]
    shape = read_modal(
        Form.of(
            modal(
                label(text_input()),
                {"type": 10, "content": "Mind the odds"},
                label({"type": 21, "custom_id": "radio", "options": options}),
                label({"type": 22, "custom_id": "boxes", "options": options}),
                label({"type": 5, "custom_id": "who", "required": False}),
            )
        )
    )
    assert [component["type"] for component in shape["components"]] == [18, 10, 18, 18, 18]
    assert shape["components"][3]["component"]["max_values"] == 2


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (modal(label(text_input()), title="x" * 46), ("title",)),
        (modal(), ("components",)),
        (modal(*(label(text_input(str(n))) for n in range(6))), ("components",)),
        (
            modal(label(text_input("a")), label(text_input("a"))),
            ("components", "1", "component", "custom_id"),
        ),
        (
            modal(label(text_input(min_length=5, max_length=4))),
            ("components", "0", "component", "min_length"),
        ),
        (modal(label(text_input(placeholder="x" * 101))), ("components", "0", "component", "placeholder")),
        (modal(label(text_input(), label="x" * 46)), ("components", "0", "label")),
        (
            modal({"type": 1, "components": [{"type": 2, "custom_id": "a"}]}),
            ("components", "0", "components", "0", "type"),
        ),
        (modal({"type": 1, "components": [text_input()]}), ("components", "0", "components", "0", "label")),
        (modal(text_input()), ("components", "0", "type")),
    ],
)
def test_a_form_that_discord_would_refuse_is_refused_at_its_field(body, where):
    errors = refused(body)
    for key in where:
        errors = errors[key]
    assert errors["_errors"]


@pytest.mark.parametrize("text", ["🐎", "🏇🏽", "🇬🇧", "1️⃣", "❤️", "👩‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🃏", "♟️", "▶️", "🥇"])
def test_an_emoji_is_one(text):
    assert is_emoji(text)


@pytest.mark.parametrize("text", ["", "a", "1", "🂡", "♞", "🐎🐎", "🇽🇽", "🐎 ", "⛳x", "★", "→"])
def test_what_looks_like_an_emoji_but_is_none_to_discord(text):
    assert not is_emoji(text)
