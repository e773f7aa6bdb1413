"""Guilds, channels and threads over REST; every answer is checked against Discord's description."""

from __future__ import annotations

import pytest

from sandbox import Limits, Permission, Sandbox
from sandbox.gateway.intents import Intent
from tests.openapi import check
from tests.sandbox.conftest import PATIENCE, Api


async def test_everything_a_bot_may_read_is_answered(api, sandbox, channel):
    guild, ana = f"/guilds/{sandbox.guild.id}", sandbox.world.person("Ana")
    paths = [
        "/users/@me",
        "/users/@me/guilds",
        f"/users/{ana.id}",
        "/gateway",
        "/gateway/bot",
        "/applications/@me",
        "/soundboard-default-sounds",
        "/users/@me/guilds?with_counts=true&limit=1",
    ]
    paths += [
        "/oauth2/applications/@me",
        guild,
        f"{guild}?with_counts=true",
        f"{guild}/channels",
        f"{guild}/roles",
    ]
    paths += [f"{guild}/members/{ana.id}", f"{guild}/members/search?query=an", f"{guild}/threads/active"]
    paths += [f"/channels/{channel.id}", f"/channels/{channel.id}/threads/archived/public"]
    for path in paths:
        assert (await api("GET", path)).status == 200, path


async def test_listing_members_needs_the_privileged_intent(api, sandbox, session):
    path = f"/guilds/{sandbox.guild.id}/members?limit=10"
    assert (await api("GET", path)).code == 50001
    async with Sandbox(limits=Limits.off(), privileged_intents=int(Intent.GUILD_MEMBERS)) as other:
        members = await Api(other, session)("GET", path)
    assert len(members.body) == 5


async def test_a_channel_is_made_changed_and_deleted_with_permission(api, sandbox, channel):
    path = f"/guilds/{sandbox.guild.id}/channels"
    assert (await api("POST", path, {"name": "x"})).code == 50013
    role = sandbox.world.bot_role(sandbox.guild)
    more = Permission(role.permissions) | Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES
    sandbox.world.set_role_permissions(role, more, sandbox.guild)
    made = await api("POST", path, {"name": "stables"})
    one = f"/channels/{made.body['id']}"
    assert (await api("PATCH", one, {"topic": "Hay"})).body["topic"] == "Hay"
    overwrite = f"{one}/permissions/{sandbox.guild.id}"
    assert (await api("PUT", overwrite, {"type": 0, "deny": str(1 << 11)})).status == 204
    assert (await api("GET", one)).body["permission_overwrites"][0]["deny"] == str(1 << 11)
    assert (await api("DELETE", overwrite)).status == 204
    assert (await api("DELETE", overwrite)).code == 10009
    assert (await api("DELETE", one)).status == 200
    assert (await api("GET", one)).code == 10003


async def test_roles_are_given_only_below_ones_own(api, sandbox):
    guild = sandbox.guild
    ben, own = sandbox.world.person("Ben"), sandbox.world.bot_role(guild)
    winners = sandbox.world.add_role("Winners", guild)
    path = f"/guilds/{guild.id}/members/{ben.id}/roles/{winners.id}"
    assert (await api("PUT", path)).code == 50013
    more = Permission(own.permissions) | Permission.MANAGE_ROLES
    sandbox.world.set_role_permissions(own, more, guild)
    assert (await api("PUT", path)).code == 50013
    own.position = 5
    assert (await api("PUT", path)).status == 204
    assert guild.members[ben.id].role_ids == [winners.id]
    assert (await api("DELETE", path)).status == 204
    assert (await api("PUT", path.replace(winners.id, "1"))).code == 10011
    sandbox.world.give_role(winners, ben, guild)
    sandbox.world.delete_role(winners, guild)
    assert guild.members[ben.id].role_ids == []


async def test_a_thread_is_opened_on_a_message_once_and_bears_its_id(api, channel):
    sent = await api.say(channel, content="Lobby")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    thread = await api("POST", f"{path}/threads", {"name": "Race", "auto_archive_duration": 60})
    assert thread.status == 201
    assert thread.body["id"] == sent.body["id"]
    assert (await api("GET", path)).body["thread"]["name"] == "Race"
    assert (await api("POST", f"{path}/threads", {"name": "Again"})).code == 160004
    long = await api("POST", f"{path}/threads", {"name": "x" * 101, "auto_archive_duration": 61})
    assert long.code in (160004, 50035)


async def test_the_bot_needs_permission_to_open_a_thread_and_to_speak_in_it(api, sandbox, channel):
    sent = await api.say(channel, content="Lobby")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}/threads"
    sandbox.world.deny(sandbox.world.bot, Permission.CREATE_PUBLIC_THREADS, channel)
    assert (await api("POST", path, {"name": "Race"})).code == 50013
    sandbox.world.permit(sandbox.world.bot, Permission.CREATE_PUBLIC_THREADS, channel)
    thread = sandbox.world.channels[(await api("POST", path, {"name": "Race"})).body["id"]]
    assert (await api("POST", f"/channels/{thread.id}/threads", {"name": "Nested"})).code == 50024
    sandbox.world.deny(sandbox.world.bot, Permission.SEND_MESSAGES_IN_THREADS, channel)
    assert (await api.say(thread, content="x")).code == 50013


async def test_a_thread_of_no_message_is_told_of_in_its_channel(api, channel):
    made = await api("POST", f"/channels/{channel.id}/threads", {"name": "Race", "type": 11})
    (told,) = (await api("GET", f"/channels/{channel.id}/messages")).body
    assert (told["type"], told["content"]) == (18, "Race")
    assert told["message_reference"]["channel_id"] == made.body["id"]
    assert "referenced_message" not in told


async def test_a_thread_on_a_message_begins_with_a_reference_to_it_that_counts_for_nothing(api, channel):
    sent = await api.say(channel, content="Lobby")
    made = await api("POST", f"/channels/{channel.id}/messages/{sent.body['id']}/threads", {"name": "Race"})
    thread = f"/channels/{made.body['id']}"
    await api("POST", f"{thread}/messages", {"content": "They are off"})
    await api("POST", f"{thread}/messages", {"content": "Photo finish"})
    last, first, starter = (await api("GET", f"{thread}/messages")).body
    assert (starter["type"], starter["content"]) == (21, "")
    assert starter["message_reference"] == {
        "type": 0,
        "guild_id": channel.guild_id,
        "channel_id": channel.id,
        "message_id": sent.body["id"],
    }
    assert starter["referenced_message"]["content"] == "Lobby"
    assert starter["position"] <= first["position"] < last["position"]
    assert "position" not in sent.body
    counted = (await api("GET", thread)).body
    assert (counted["message_count"], counted["total_message_sent"]) == (2, 2)


async def test_members_of_a_thread_are_listed_in_pages_with_who_they_are(api, sandbox, channel):
    made = await api("POST", f"/channels/{channel.id}/threads", {"name": "Race", "type": 11})
    thread = sandbox.world.channels[made.body["id"]]
    people = [sandbox.world.person(name) for name in ("Ana", "Ben", "Cleo")]
    for person in people:
        sandbox.world.join_thread(thread, person)
    members = f"/channels/{thread.id}/thread-members"
    assert (await api("GET", members)).code == 50001
    sandbox.services.privileged = int(Intent.GUILD_MEMBERS)
    everybody = sorted([sandbox.application_id, *(person.id for person in people)], key=int)
    assert sorted((each["user_id"] for each in (await api("GET", members)).body), key=int) == everybody
    first = (await api("GET", f"{members}?with_member=true&limit=3")).body
    rest = (await api("GET", f"{members}?with_member=true&after={first[-1]['user_id']}")).body
    assert [each["member"]["user"]["id"] for each in (*first, *rest)] == everybody
    assert len(first) == 3
    alone = (await api("GET", f"{members}/{people[0].id}?with_member=true")).body
    assert alone["member"]["user"]["global_name"] == "Ana"
    assert "member" not in (await api("GET", f"{members}/{people[0].id}")).body


async def test_guilds_of_the_bot_are_listed_in_pages(api, sandbox):
    world = sandbox.world
    guilds = [sandbox.guild, *(world.add_guild(name, world.person("Ana")) for name in ("Ascot", "Epsom"))]
    ids = sorted((guild.id for guild in guilds), key=int)

    async def listed(query):
        return [guild["id"] for guild in (await api("GET", f"/users/@me/guilds?{query}")).body]

    assert await listed("limit=2") == ids[:2]
    assert await listed(f"after={ids[0]}") == ids[1:]
    assert await listed(f"before={ids[2]}&limit=1") == [ids[1]]


async def test_people_come_and_go_in_a_thread(api, sandbox, channel):
    sandbox.services.privileged = int(Intent.GUILD_MEMBERS)
    made = await api("POST", f"/channels/{channel.id}/threads", {"name": "Race", "type": 11})
    members, ben = f"/channels/{made.body['id']}/thread-members", sandbox.world.person("Ben")
    assert (await api("PUT", f"{members}/{ben.id}")).status == 204
    assert {m["user_id"] for m in (await api("GET", members)).body} == {ben.id, sandbox.application_id}
    assert (await api("GET", f"{members}/{ben.id}")).body["user_id"] == ben.id
    assert (await api("DELETE", f"{members}/{ben.id}")).code == 50013
    assert (await api("DELETE", f"{members}/@me")).status == 204
    assert (await api("PUT", f"{members}/@me")).status == 204
    cleo = sandbox.world.person("Cleo")
    thread = sandbox.world.channels[made.body["id"]]
    await api.say(thread, content=f"Your turn, <@{cleo.id}>")
    assert cleo.id in thread.thread.members


async def test_its_owner_archives_and_wakes_a_thread_but_only_a_moderator_locks_it(api, sandbox, channel):
    made = await api("POST", f"/channels/{channel.id}/threads", {"name": "Race", "type": 11})
    path, thread = f"/channels/{made.body['id']}", sandbox.world.channels[made.body["id"]]
    sent = await api.say(thread, content="x")
    message = f"{path}/messages/{sent.body['id']}"
    assert (await api("PATCH", path, {"locked": True})).code == 50013
    assert (await api("PATCH", path, {"name": "Finished", "archived": True})).body["thread_metadata"][
        "archived"
    ]
    assert [
        t["id"] for t in (await api("GET", f"/channels/{channel.id}/threads/archived/public")).body["threads"]
    ]
    for method, where, body in (("PATCH", message, {"content": "y"}), ("PATCH", path, {"name": "z"})):
        assert (await api(method, where, body)).code == 50083
    assert (await api("DELETE", message)).status == 204
    assert not (await api("PATCH", path, {"archived": False})).body["thread_metadata"]["archived"]
    sandbox.world.lock_thread(thread)
    assert (await api("PATCH", path, {"archived": True})).code == 160005
    assert (await api("DELETE", path)).code == 50013
    sandbox.world.permit(sandbox.world.bot, Permission.MANAGE_THREADS, channel)
    assert (await api("PATCH", path, {"archived": True, "locked": True})).status == 200
    assert (await api.say(thread, content="a moderator speaks")).status == 200
    assert (await api("DELETE", path)).status == 200


async def test_typing_is_shown(api, sandbox, channel):
    async with sandbox.user("Ana") as ana:
        assert (await api("POST", f"/channels/{channel.id}/typing")).status == 204
        await ana.wait_for(
            lambda: "TYPING_START" in [e["t"] for e in ana.received] or None, PATIENCE, "typing"
        )


async def test_the_bot_leaves_a_server_on_its_own(api, sandbox):
    assert (await api("DELETE", f"/users/@me/guilds/{sandbox.guild.id}")).status == 204
    assert (await api("GET", f"/guilds/{sandbox.guild.id}")).code == 10004


HALF_A_CHARACTER = b'{"content": "\\ud83d"}'
FAR_TOO_DEEP = b'{"embeds": ' + b"[" * 100_000


@pytest.mark.parametrize(
    "body", [b"{", b'"text"', b"[]", b'{"content": "\xff"}', HALF_A_CHARACTER, FAR_TOO_DEEP]
)
async def test_a_body_that_is_no_object_is_refused(sandbox, session, channel, body):
    headers = {"Authorization": f"Bot {sandbox.token}", "Content-Type": "application/json"}
    url = f"{sandbox.api_url}/channels/{channel.id}/messages"
    async with session.post(url, data=body, headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["code"] in (50035, 50109)
    for exchange in sandbox.exchanges.kept:
        check(exchange)
