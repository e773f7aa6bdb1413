"""Race nights on the sandbox: planned by a form, begun, played, killed in between, and ended with a podium."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bot.client import Paddock
from bot.db.errors import DatabaseUnusable
from bot.nights import Cancelled, Night, NightStatus, active, commands, find, forget
from bot.tables.loading import load
from bot.ui.guild import night_keeper
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.errors import DiscordError, ErrorCode
from sandbox.permissions import Permission
from sandbox.rest import guilds
from tests.databases import reading, writing
from tests.e2e.conftest import connected
from tests.e2e.eavesdropping import all_heard
from tests.e2e.full_tables import PEOPLE
from tests.e2e.players import CHANNEL, PATIENCE, all_posted, hurry, press, told
from tests.waiting import until

pytestmark = pytest.mark.e2e


@asynccontextmanager
async def people(sandbox: Sandbox, number: int) -> AsyncIterator[list[UserClient]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:number]]


async def plan(host: UserClient, when: str = "in 3 h", zone: str | None = None, **fields: Any) -> str:
    """Plan a night, and return what its host is told."""
    named = {} if zone is None else {"zone": zone}
    form = await host.command("race night", CHANNEL, **named)
    answers = {"when": when, "games": ["jockey"], "form": ["evening"], "name": "", "role": []} | fields
    return (await (await host.submit(form, answers)).answer(PATIENCE)).text


async def post_of(person: UserClient, *texts: str) -> SeenMessage:
    """Wait for the post of the night, and until it says something."""
    return await person.wait_message(
        lambda m: m.text.startswith("## 🏇") and all(text in m.text for text in texts), PATIENCE
    )


def said(person: UserClient, text: str) -> list[SeenMessage]:
    return [message for message in person.messages() if text in message.text and not message.ephemeral]


async def everybody_in(people: Sequence[UserClient]) -> SeenMessage:
    for person in people[1:]:  # who plans is in
        await press(person, await post_of(person), "I'm in")
    return await post_of(people[0], f"In ({len(people)})")


async def night_of(bot: Paddock) -> Night:
    with reading(bot.database) as db:
        ids = [night_id for night_id, _ in active(db)]
    found = await bot.database.read(find, ids[-1])
    assert found is not None
    return found


async def begin(bot: Paddock, night: Night, host: UserClient) -> None:
    facts = (night.guild_id, night.night_id, int(host.id), bot.time.now())
    await bot.database.write(commands.start, *facts, may_manage=False)


async def lobbies(bot: Paddock, number: int) -> list[str]:
    """Wait until all tables of a round are opened; return them."""
    found: list[str] = []

    async def are_opened() -> bool:
        night = await night_of(bot)
        found[:] = [each.table_id for each in night.now_at if each.round == number and each.table_id]
        return bool(found) and len(found) == len(night.now_at)

    await until(are_opened)
    return found


async def shown(bot: Paddock) -> None:
    """Wait until the post of a night says what it shall, and every word is posted."""

    async def is_shown() -> bool:
        night = await night_of(bot)
        return night.requested == night.shown and not night.owed

    await until(is_shown)


async def run(bot: Paddock, table: str) -> None:
    """Have the table of a night started by its host, and played to its end."""
    found = await bot.tables.database.read(load, table)
    newest = max(int(each.split()[0]) for each in found.salt)
    await bot.tables.start(table, found.host_id, newest)
    await hurry(bot, table)


async def test_an_evening_of_two_games_killed_in_between_is_told_once_and_ends_with_a_podium(
    sandbox: Sandbox, database: Path
) -> None:
    async with people(sandbox, 5) as five:
        ana = five[0]
        async with connected(sandbox, database):
            answer = await plan(ana, games=["jockey", "turfe"], name="Friday")
            assert answer.startswith("Planned for <t:")
            assert answer.endswith(":F> on your clock.")
            post = await everybody_in(five)
            assert "Jockey → Turfe" in post.text
        async with connected(sandbox, database) as bot:
            await press(ana, post, "Start now")
            (first,) = await lobbies(bot, 1)
            await ana.wait_message(lambda m: "round 1" in m.text and f"table {first}" in m.text, PATIENCE)
        async with connected(sandbox, database) as bot:
            seated = {each.user_id for each in (await bot.tables.database.read(load, first)).people}
            assert seated == {int(person.id) for person in five}
            await run(bot, first)
            (second,) = await lobbies(bot, 2)
            assert second != first
            await ana.wait_message(lambda m: "round 2" in m.text, PATIENCE)
        async with connected(sandbox, database) as bot:
            await run(bot, second)
            podium = await ana.wait_message(lambda m: "🏆 Friday" in m.text, PATIENCE)
            await post_of(ana, "This night is over", "### Standing")
            await all_posted()
        async with connected(sandbox, database) as bot:
            await all_heard(sandbox, ana)
        assert "Best race" in podium.text
        assert [len(said(ana, text)) for text in ("round 1", "round 2", "🏆 Friday")] == [1, 1, 1]
        assert len([m for m in ana.messages() if "Sealed luck" in m.text]) <= 2


async def test_what_a_killed_process_posted_and_could_not_note_is_not_posted_twice(
    sandbox: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> None:
        raise DatabaseUnusable("the plug was pulled")

    async with people(sandbox, 2) as (ana, ben):
        monkeypatch.setattr(night_keeper, "note_shown", lost)
        async with connected(sandbox, database):
            await plan(ana)
            await post_of(ana)
        monkeypatch.undo()
        async with connected(sandbox, database) as bot:
            await shown(bot)
            post = await everybody_in([ana, ben])
            await shown(bot)
            monkeypatch.setattr(night_keeper, "note_shown", lost)
            await press(ana, post, "Start now")
            await lobbies(bot, 1)
        monkeypatch.undo()
        async with connected(sandbox, database) as bot:
            await shown(bot)
            assert len(await lobbies(bot, 1)) == 1
            await ana.wait_message(lambda m: "round 1" in m.text, PATIENCE)
        posts = [message for message in ana.messages() if message.text.startswith("## 🏇 Race night")]
        assert len(posts) == len(said(ana, "round 1")) == 1


async def test_a_role_is_called_once_when_it_begins_and_only_by_who_may(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    role = sandbox.world.add_role("racers", sandbox.guild, Permission(0))
    bot_role = sandbox.world.bot_role(sandbox.guild)
    sandbox.world.set_role_permissions(
        bot_role, Permission(bot_role.permissions) | Permission.MENTION_EVERYONE, sandbox.guild
    )
    await until(lambda: bot.guilds[0].get_role(int(role.id)) is not None)
    everyone = sandbox.guild.roles[sandbox.guild.id]
    sandbox.world.set_role_permissions(
        everyone, Permission(everyone.permissions) & ~Permission.MENTION_EVERYONE, sandbox.guild
    )
    assert "everybody has that role. Nobody is called" in await plan(ana, role=[everyone.id], name="All")
    night = await night_of(bot)
    assert night.role_id is None
    await press(ana, await post_of(ana, "## 🏇 All"), "Cancel")
    assert "is not called: you may not mention it here" in await plan(ben, role=[role.id], name="Ben's")
    assert "is not called" not in await plan(ana, role=[role.id], name="Ana's")
    for person, name in ((ben, "Ben's"), (ana, "Ana's")):
        post = await ana.wait_message(lambda m, name=name: m.text.startswith(f"## 🏇 {name}"), PATIENCE)
        await press(person, post, "Start now")
        call = await ana.wait_message(lambda m, name=name: f"{name}**, round 1" in m.text, PATIENCE)
        assert call.raw["mention_roles"] == ([role.id] if person is ana else [])
        assert [user["id"] for user in call.raw["mentions"]] == [person.id]


async def test_a_zone_is_chosen_from_those_that_are_offered_and_an_abbreviation_is_asked_back(
    bot: Paddock, ana: UserClient
) -> None:
    offered = (await ana.autocomplete("race night", CHANNEL, "zone", "new y")).choices
    assert [each["value"] for each in offered or ()] == ["America/New_York"]
    refused = await (await ana.command("race night", CHANNEL, zone="EST")).answer(PATIENCE)
    assert "`America/New_York`" in refused.text
    asked_back = await plan(ana, "tomorrow 20:00 EST")
    assert "can mean several time zones" in asked_back
    assert "Without a city it is UTC" in str((await ana.command("race night", CHANNEL)).modal)


async def test_a_zone_that_the_command_names_is_remembered_once_its_form_is_sent_and_accepted(
    bot: Paddock, ana: UserClient
) -> None:
    form = await ana.command("race night", CHANNEL, zone="America/New_York")
    assert "Without a city it is New York time" in str(form.modal)
    again = await ana.command("race night", CHANNEL)
    assert "Without a city it is UTC" in str(again.modal), "nobody sent the first form"
    assert "A league needs a name" in await plan(
        ana, "tomorrow 20:00", "America/New_York", form=["league.5"], name=""
    )
    again = await ana.command("race night", CHANNEL)
    assert "Without a city it is New York time" in str(again.modal), "what was typed is still there"
    assert await bot.database.read(commands.zone_of, int(ana.id)) is None
    assert "read your line as New York time" in await plan(ana, "tomorrow 20:00", "America/New_York")
    assert "read your line as New York time" in await plan(ana, "tomorrow 21:00")
    assert "read your line as Tokyo time" in await plan(ana, "tomorrow 22:00 Tokyo", "America/New_York")
    assert "Without a city it is Tokyo time" in str((await ana.command("race night", CHANNEL)).modal)


async def test_what_cannot_be_read_is_said_to_be_so_and_only_the_host_decides(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    assert "I cannot read “someday” as a time" in await plan(ana, "someday")
    assert "is past" in await plan(ana, "2020-01-01 20:00", name="Derby", games=["turfe"], form=["league"])
    again = str(
        (await ana.command("race night", CHANNEL)).modal
    )  # what was typed stands there, to be put right
    assert "'value': '2020-01-01 20:00'" in again
    assert "'value': 'Derby'" in again
    assert again.count("'default': True") == 2
    unnamed = await plan(ana, "in 2 days", games=["turfe"], form=["league.5"], name="")
    assert "A league needs a name. Run `/race night` again: what you typed is still there." in unnamed
    again = (await ana.command("race night", CHANNEL)).modal
    assert "'value': 'in 2 days'" in str(again)
    assert str(again).count("'default': True") == 2
    await plan(ana, "in 2 days")
    assert "Derby" not in str((await ana.command("race night", CHANNEL)).modal)
    await plan(ben, "in 2 days")
    post = await post_of(ben, f"Host: <@{ben.id}>")
    assert "<t:" in post.text
    refused = await told(await press(cleo, await post_of(cleo), "Start now"))
    assert refused == f"Only <@{ben.id}> or a server manager can do that."
    assert "You are not in" in await told(await press(cleo, await post_of(cleo), "I'm out"))
    await press(cleo, await post_of(cleo), "I'm in")
    await post_of(cleo, "In (2)", f"<@{cleo.id}>")
    assert "You are in already" in await told(await press(cleo, await post_of(cleo), "I'm in"))
    await press(cleo, await post_of(cleo), "I'm out")
    await post_of(cleo, "In (1)")
    await press(ana, await post_of(ana), "Cancel")  # she manages the server
    gone = await post_of(ana, "Called off")
    assert not gone.buttons
    assert "night is over" in await told(
        await press(ben, gone, post.button("I'm in")["custom_id"], force=True)
    )


@pytest.mark.refused
async def test_who_left_the_server_or_closed_their_messages_holds_nobody_up(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    await plan(ana)
    await cleo.change(dms_open=False)
    post = await everybody_in([ana, ben, cleo])
    sandbox.world.remove_member(sandbox.world.users[ben.id], sandbox.guild)
    await press(ana, post, "Start now")
    (table,) = await lobbies(bot, 1)
    people = {str(each.user_id) for each in (await bot.tables.database.read(load, table)).people}
    assert people == {ana.id, cleo.id}
    await run(bot, table)
    podium = await ana.wait_message(lambda m: "🏆 Race night" in m.text, PATIENCE)
    assert f"<@{ben.id}>" not in podium.text


@pytest.mark.refused
async def test_one_player_who_cannot_be_looked_up_does_not_keep_those_who_left_in_the_night(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    await plan(ana)
    post = await everybody_in([ana, ben, cleo])
    sandbox.faults.fail("GET", rf"/members/{ana.id}$", 403)
    sandbox.world.remove_member(sandbox.world.users[ben.id], sandbox.guild)
    await press(ana, post, "Start now")
    (table,) = await lobbies(bot, 1)
    people = {str(each.user_id) for each in (await bot.tables.database.read(load, table)).people}
    assert people == {ana.id, cleo.id}


@pytest.mark.refused
async def test_nobody_is_taken_to_have_left_because_the_server_is_not_found(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is for a moment where the bot was removed: Discord says that before the gateway does."""

    def not_found(*_: object) -> NoReturn:
        raise DiscordError(ErrorCode.UNKNOWN_GUILD)

    monkeypatch.setattr(guilds, "_member", not_found)
    await plan(ana)
    post = await everybody_in([ana, ben])
    await press(ana, post, "Start now")
    (table,) = await lobbies(bot, 1)
    people = {str(each.user_id) for each in (await bot.tables.database.read(load, table)).people}
    assert people == {ana.id, ben.id}


async def test_what_was_planned_in_vain_in_one_server_is_not_put_into_the_form_of_another(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    role = sandbox.world.add_role("racers", sandbox.guild, Permission(0))
    assert "is past" in await plan(ana, "2020-01-01 20:00", name="Derby", role=[role.id])
    other = sandbox.world.add_guild("Longchamp", sandbox.world.users[ana.id])
    channel = sandbox.world.add_channel("tribune", other)
    await ana.wait_for(lambda: channel.id in str(ana.channels) or None, PATIENCE, "the other server")
    form = str((await ana.command("race night", channel.id)).modal)
    assert "Derby" not in form
    assert role.id not in form, "a role that is not there"
    assert "Derby" in str((await ana.command("race night", CHANNEL)).modal)


@pytest.mark.refused
async def test_a_night_whose_channel_is_deleted_is_called_off_and_opens_no_tables_there(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    channel = sandbox.world.add_channel("tribune", sandbox.guild)
    await ana.wait_for(lambda: channel.id in str(ana.channels) or None, PATIENCE, "the channel")
    form = await ana.command("race night", channel.id)
    await ana.submit(
        form, {"when": "in 3 h", "games": ["jockey"], "form": ["evening"], "name": "", "role": []}
    )
    await post_of(ana)
    await shown(bot)
    night = await night_of(bot)
    sandbox.world.delete_channel(channel)
    await until(lambda: bot.guilds[0].get_channel(int(channel.id)) is None)
    await begin(bot, night, ana)
    bot.nights.ask(night.night_id)

    async def is_called_off() -> bool:
        found = await bot.database.read(find, night.night_id)
        return found is not None and not found.is_open

    await until(is_called_off)
    found = await bot.database.read(find, night.night_id)
    assert found is not None
    assert (found.why, found.tables) == (Cancelled.NO_CHANNEL, [])


@pytest.mark.refused
async def test_a_night_that_is_over_and_whose_post_was_deleted_is_not_posted_again_for_who_is_forgotten(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    await plan(ana)
    post = await everybody_in([ana, ben])
    await press(ana, post, "Start now")
    (table,) = await lobbies(bot, 1)
    night_id = (await night_of(bot)).night_id
    await run(bot, table)
    await post_of(ana, "This night is over")
    await all_posted()
    sandbox.world.delete_message(sandbox.guild.channel(CHANNEL).messages[post.id])
    with writing(bot.database) as db:
        forget(db, int(ben.id))
    bot.nights.ask(night_id)

    async def is_seen_to() -> bool:
        found = await bot.database.read(find, night_id)
        return found is not None and found.requested == found.shown

    await until(is_seen_to)
    there = sandbox.guild.channel(CHANNEL).messages.values()
    assert not [message for message in there if "This night is over" in str(message.components)]


@pytest.mark.refused
async def test_a_night_that_is_called_off_while_it_is_looked_who_is_there_is_nobodys_fault(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, caplog: pytest.LogCaptureFixture
) -> None:
    await plan(ana)
    post = await everybody_in([ana, ben])
    sandbox.world.remove_member(sandbox.world.users[ben.id], sandbox.guild)
    looked = sandbox.faults.hold("GET", rf"/members/{ben.id}$")
    await press(ana, post, "Start now")
    await looked.arrived.wait()
    await press(ana, post, "Cancel")
    await until(lambda: _is_cancelled(bot))
    looked.let_go.set()
    await post_of(ana, "Called off")
    await all_posted()
    assert not [line for line in caplog.records if line.levelname == "ERROR"]


async def _is_cancelled(bot: Paddock) -> bool:
    return (await night_of(bot)).status is NightStatus.CANCELLED


async def test_while_the_bot_is_not_in_the_server_a_night_rests(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    await plan(ana)
    await shown(bot)
    night = await night_of(bot)
    sandbox.world.remove_bot(sandbox.guild)
    await until(lambda: not bot.guilds)
    await begin(bot, night, ana)
    bot.nights.ask(night.night_id)
    await bot.nights.look()
    await all_posted()
    assert (await night_of(bot)).status is NightStatus.PLANNED


async def test_a_forged_night_is_none_and_a_late_press_ends_no_other_round(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    cleo: UserClient,
    caplog: pytest.LogCaptureFixture,
) -> None:
    steward = sandbox.world.add_role("steward", sandbox.guild, Permission.MANAGE_GUILD)
    sandbox.world.give_role(steward, sandbox.world.users[cleo.id], sandbox.guild)
    await plan(ana, games=["jockey", "turfe"])
    post = await everybody_in([ana, ben])
    await press(ana, post, "Start now")
    await lobbies(bot, 1)
    night_id = (await night_of(bot)).night_id
    for forged in (f"in.{2**63}", "in.", f"on.{night_id}.{10**30}", f"on.{night_id}.1.1", "in.x"):
        await (await ben.click(post, f"s:nights.{forged}", force=True)).answer(PATIENCE)
    assert "can't end a race of others" in await told(
        await ana.click(post, f"s:nights.on.{night_id}.1", force=True)
    )
    for _ in range(2):
        await cleo.click(post, f"s:nights.on.{night_id}.1", force=True)
    await lobbies(bot, 2)
    await cleo.click(post, f"s:nights.on.{night_id}.1", force=True)
    await cleo.wait_message(lambda m: m.ephemeral and "Round 2 has begun" in m.text, PATIENCE)
    assert (await night_of(bot)).round == 2
    assert not [line for line in caplog.records if line.levelname == "ERROR"]
