"""The people's side: what they see, what they may do, and who else may come in."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import pytest

from sandbox import Permission
from sandbox.client import RefusedByDiscord
from sandbox.client.inbox import Inbox
from sandbox.model import ChannelKind
from tests.sandbox.conftest import PATIENCE


async def test_the_world_is_shown_to_the_page(session, sandbox):
    async with session.get(f"{sandbox.url}/user/world") as response:
        world = await response.json()
    assert [user["global_name"] for user in world["users"]] == ["Ana", "Ben", "Cleo", "Dora"]
    assert world["guilds"] == [{"id": sandbox.guild.id, "name": "Paddock Downs"}]
    assert world["bot"]["bot"]


async def test_a_newcomer_joins_and_the_others_hear_of_it(sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Zoë") as zoe:
        assert zoe.id in sandbox.guild.members
        arrived = lambda: [e for e in ana.received if e["t"] == "GUILD_MEMBER_ADD"] or None  # noqa: E731
        assert "Zoë" in str(await ana.wait_for(arrived, PATIENCE, "the newcomer"))
        assert {channel["name"] for channel in zoe.channels} == {
            "race-night",
            "paddock-talk",
            "weighing-room",
        }
    async with sandbox.user("Zoë") as again:
        assert again.id == zoe.id


async def test_people_talk_and_read_what_was_said_before_they_came(sandbox, channel):
    async with sandbox.user("Ana") as ana:
        await ana.say("#race-night", "anybody here?")
        async with sandbox.user("Ben") as ben:
            assert [message.content for message in await ben.history(channel)] == ["anybody here?"]
            said = await ben.say(channel, "me")
            assert (await ana.wait_message(lambda m: m.content == "me")).author_id == ben.id
            with pytest.raises(RefusedByDiscord):
                await ben.ask(
                    "DELETE", f"/user/{ben.id}/channels/{channel.id}/messages/{ana.messages()[0].id}"
                )
            # Ana owns the server.
            await ana.ask("DELETE", f"/user/{ana.id}/channels/{channel.id}/messages/{said.id}")
            await ben.wait_for(lambda: ben.seen(said.id) is None or None, PATIENCE, "the message to go")


async def test_who_may_not_see_or_speak_does_not(sandbox, channel):
    world, ben = sandbox.world, sandbox.world.person("Ben")
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as client:
        world.deny(ben, Permission.SEND_MESSAGES, channel)
        with pytest.raises(RefusedByDiscord) as refused:
            await client.say(channel, "hello")
        assert refused.value.code == 50013
        world.deny(ben, Permission.VIEW_CHANNEL, channel)
        await ana.say(channel, "behind his back")
        with pytest.raises(RefusedByDiscord) as refused:
            await client.history(channel)
        assert refused.value.code == 50001
        world.permit(ben, Permission.VIEW_CHANNEL, channel)
        await ana.say(channel, "to his face")
        await client.wait_message(lambda m: m.content == "to his face")
        assert "behind his back" not in str(client.received)


async def test_roles_and_overwrites_are_computed_as_discord_does(sandbox, channel):
    world, guild = sandbox.world, sandbox.guild
    ben = world.person("Ben")
    everyone, stewards = guild.roles[guild.id], world.add_role("Stewards", guild, Permission.MANAGE_MESSAGES)
    assert not world.may(ben, channel, Permission.MANAGE_MESSAGES)
    world.give_role(stewards, ben, guild)
    assert world.may(ben, channel, Permission.MANAGE_MESSAGES)
    world.deny(everyone, Permission.SEND_MESSAGES, channel)
    assert not world.may(ben, channel, Permission.SEND_MESSAGES)
    # Without the permission to speak there is nothing to attach to.
    assert not world.may(ben, channel, Permission.ATTACH_FILES)
    world.permit(stewards, Permission.SEND_MESSAGES, channel)
    assert world.may(ben, channel, Permission.SEND_MESSAGES)
    world.deny(ben, Permission.SEND_MESSAGES, channel)
    assert not world.may(ben, channel, Permission.SEND_MESSAGES)
    assert world.may(world.person("Ana"), channel, Permission.SEND_MESSAGES)


async def test_a_private_thread_is_for_those_in_it(sandbox, channel, api):
    sandbox.world.permit(sandbox.world.bot, Permission.CREATE_PRIVATE_THREADS, channel)
    made = await api("POST", f"/channels/{channel.id}/threads", {"name": "Stewards", "type": 12})
    thread = sandbox.world.channels[made.body["id"]]
    assert thread.kind == ChannelKind.PRIVATE_THREAD
    async with sandbox.user("Ben") as ben, sandbox.user("Cleo") as cleo:
        assert (await api("PUT", f"/channels/{thread.id}/thread-members/{ben.id}")).status == 204
        assert (await api.say(thread, content="a word with you")).status == 200
        await ben.wait_message(lambda m: m.content == "a word with you")
        assert "a word with you" not in str(cleo.received)
        with pytest.raises(RefusedByDiscord):
            await cleo.history(thread.id)


async def test_leaving_people_and_deleted_channels_are_gone_for_everybody(sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        sandbox.world.remove_member(sandbox.world.person("Ben"), sandbox.guild)
        sandbox.world.delete_channel(sandbox.guild.channel("paddock-talk"))
        gone = lambda: all(c["name"] != "paddock-talk" for c in ana.channels) or None  # noqa: E731
        await ana.wait_for(gone, PATIENCE, "the channel to go")
        assert "GUILD_MEMBER_REMOVE" in [event["t"] for event in ana.received]
        await ben.wait_for(
            lambda: "GUILD_DELETE" in [e["t"] for e in ben.received] or None, PATIENCE, "farewell"
        )
        assert "CHANNEL_DELETE" not in [event["t"] for event in ben.received]


async def test_the_bot_need_not_be_in_a_server(sandbox, api, channel):
    sandbox.world.remove_bot(sandbox.guild)
    assert (await api.say(channel, content="x")).code == 50001
    assert (await api("GET", f"/guilds/{sandbox.guild.id}")).code == 10004
    sandbox.world.add_bot(sandbox.guild)
    assert (await api.say(channel, content="x")).status == 200


async def test_two_people_write_to_each_other_and_the_bot_does_not_see_it(sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben, sandbox.user("Cleo") as cleo:
        place = await ana.open_direct(ben.id)
        await ana.say(place, "psst")
        await ben.wait_message(lambda m: m.content == "psst")
        assert "psst" not in str(cleo.received)
        with pytest.raises(RefusedByDiscord) as refused:
            await cleo.say(place, "me too")
        assert refused.value.code == 50001


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "192.168.1.4", ""])
async def test_only_loopback_is_a_host(session, sandbox, host):
    async with session.get(f"{sandbox.url}/user/world", headers={"Host": host}) as response:
        assert response.status == HTTPStatus.FORBIDDEN
        assert (await response.json())["code"] == 0


async def test_another_sites_page_can_neither_write_nor_listen(session, sandbox):
    evil = {"Origin": "http://evil.example"}
    async with session.post(f"{sandbox.url}/user/users", json={"name": "Eve"}, headers=evil) as response:
        assert response.status == HTTPStatus.FORBIDDEN
    assert sandbox.world.person("Eve") is None
    ana = sandbox.world.person("Ana").id
    async with session.get(f"{sandbox.url}/user/{ana}/gateway", headers=evil) as response:
        assert response.status == HTTPStatus.FORBIDDEN
    own = {"Origin": sandbox.url}
    async with session.post(f"{sandbox.url}/user/users", json={"name": "Eve"}, headers=own) as response:
        assert response.status == HTTPStatus.CREATED


async def test_nonsense_is_refused_kindly(session, sandbox):
    async with session.post(f"{sandbox.url}/user/users", data=b"{") as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    for path in ("/user/1/gateway", "/user/1/channels/2/messages", "/cdn/attachments/1/2/x.png"):
        async with session.get(sandbox.url + path) as response:
            assert response.status == HTTPStatus.NOT_FOUND


async def test_a_closing_sandbox_does_not_wait_for_its_guests(sandbox):
    async with sandbox.user("Ana"):
        async with asyncio.timeout(PATIENCE / 2):  # a guest would be waited for for a minute
            await sandbox.__aexit__(None, None, None)


def test_a_client_keeps_the_newest_messages_where_it_is_told_how_many():
    client = Inbox("Ana")
    client.most_messages = 2
    for number in "1231":
        client.take("MESSAGE_CREATE", {"id": number})
    assert [message.id for message in client.messages()] == ["1", "3"]
    client.take("MESSAGE_UPDATE", {"id": "3"})
    assert client.seen("3").revision == 1
