"""The gateway: what a shard is told, in which packing, and how it comes back after trouble."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib

import discord
import pytest
import zstandard
from aiohttp import WSMsgType

from sandbox import Limits, Permission, Sandbox
from sandbox.gateway.intents import Intent
from sandbox.interactions import Interaction
from sandbox.limits import Rule
from sandbox.model import InteractionKind
from tests.sandbox.conftest import PATIENCE, TinyBot
from tests.waiting import until


class Raw:
    """A gateway connection without discord.py."""

    def __init__(self, socket, compress=None):
        self.socket = socket
        self.inflate = {
            "zlib-stream": zlib.decompressobj().decompress,
            "zstd-stream": zstandard.ZstdDecompressor().decompressobj().decompress,
        }.get(compress)
        self.sequence = None
        self.session = None

    async def receive(self):
        frame = await asyncio.wait_for(self.socket.receive(), PATIENCE)
        if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            return frame
        payload = json.loads(self.inflate(frame.data) if self.inflate else frame.data)
        self.sequence = payload.get("s") or self.sequence
        return payload

    async def until(self, name):
        seen = []
        while True:
            payload = await self.receive()
            seen.append(payload["t"])
            if payload["t"] == name:
                return payload["d"], seen

    async def close_code(self):
        while not self.socket.closed:
            await self.receive()
        return self.socket.close_code

    async def identify(self, sandbox, **more):
        assert (await self.receive())["op"] == 10
        data = {"token": sandbox.token, "intents": int(Intent.GUILDS), "properties": {}, **more}
        await self.socket.send_json({"op": 2, "d": data})


@pytest.fixture
def dial(sandbox, session):
    async def connect(compress=None, **query):
        query = {"v": "10", "encoding": "json", **query, **({"compress": compress} if compress else {})}
        return Raw(await session.ws_connect(sandbox.gateway_url, params=query), compress)

    return connect


async def test_every_frame_has_all_four_fields(dial, sandbox):
    shard = await dial()
    hello = await shard.receive()
    await shard.socket.send_json({"op": 1, "d": None})
    acknowledged = await shard.receive()
    sandbox.gateway.sessions.clear()
    await shard.socket.send_json({"op": 6, "d": {"token": sandbox.token, "session_id": "x", "seq": 1}})
    for frame in (hello, acknowledged, await shard.receive()):
        assert {*frame} == {"t", "s", "op", "d"}
        assert (frame["t"], frame["s"]) == (None, None)
    await shard.socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 1}})
    ready = await shard.receive()
    assert ({*ready}, ready["op"], ready["s"]) == ({"t", "s", "op", "d"}, 0, 1)


async def test_a_frame_may_be_binary_and_a_token_begin_as_in_rest(dial, sandbox):
    shard = await dial()
    await shard.receive()
    data = {"token": f"Bot {sandbox.token}", "intents": int(Intent.GUILDS)}
    await shard.socket.send_bytes(json.dumps({"op": 2, "d": data}).encode())
    ready, _ = await shard.until("READY")
    sandbox.gateway.drop()
    again = await dial()
    await again.receive()
    resume = {"token": f"Bot {sandbox.token}", "session_id": ready["session_id"], "seq": 2}
    await again.socket.send_bytes(json.dumps({"op": 6, "d": resume}).encode())
    await again.until("RESUMED")


def test_the_token_begins_with_the_id_of_the_application(sandbox):
    first, *rest = sandbox.token.split(".")
    assert base64.b64decode(first + "=" * (-len(first) % 4)).decode() == sandbox.application_id
    assert len(rest) == 2


async def test_sessions_of_one_rate_limit_key_begin_five_seconds_apart(session):
    async with Sandbox(shards=4, max_concurrency=2) as sandbox:
        headers = {"Authorization": f"Bot {sandbox.token}"}

        async def started(shard):
            connection = Raw(await session.ws_connect(sandbox.gateway_url))
            await connection.identify(sandbox, shard=[shard, 4])
            return connection

        async def limit():
            async with session.get(f"{sandbox.api_url}/gateway/bot", headers=headers) as answer:
                return (await answer.json())["session_start_limit"]

        whole = await limit()
        assert whole["max_concurrency"] == 2
        for shard in (0, 1):
            await (await started(shard)).until("READY")
        refused = await started(2)
        answer = await refused.receive()
        assert (answer["op"], answer["d"]) == (9, False)
        assert (len(sandbox.gateway.sessions), sandbox.gateway.too_soon) == (2, 1)
        sandbox.clock.advance(5)
        await refused.socket.send_json(
            {"op": 2, "d": {"token": sandbox.token, "intents": 1, "shard": [2, 4]}}
        )
        await refused.until("READY")
        assert (await limit())["remaining"] == whole["remaining"] - 3


async def test_a_session_that_was_declared_invalid_is_followed_by_another_on_its_connection(dial, sandbox):
    shard = await dial()
    await shard.identify(sandbox)
    first, _ = await shard.until("READY")
    sandbox.gateway.invalidate()
    while (await shard.receive())["op"] != 9:
        pass
    await shard.socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 1}})
    second, _ = await shard.until("READY")
    assert second["session_id"] != first["session_id"]


async def test_who_joins_a_thread_is_told_with_their_membership_to_whom_it_concerns(dial, sandbox, channel):
    sandbox.services.privileged = int(Intent.GUILD_MEMBERS)
    knowing, other = await dial(), await dial()
    await knowing.identify(sandbox, intents=int(Intent.GUILDS | Intent.GUILD_MEMBERS))
    await other.identify(sandbox)
    await knowing.until("READY")
    await other.until("READY")
    thread = sandbox.world.add_thread("Race", channel, sandbox.world.bot)
    sandbox.world.join_thread(thread, sandbox.world.person("Ben"))
    sandbox.world.add_channel("end", sandbox.guild)
    for shard, names in ((knowing, ["Paddock", "Ben"]), (other, ["Paddock"])):
        told = []
        while (payload := await shard.receive())["t"] != "CHANNEL_CREATE":
            if payload["t"] == "THREAD_MEMBERS_UPDATE":
                told += [each["member"]["user"] for each in payload["d"]["added_members"]]
        assert [user["global_name"] or user["username"] for user in told] == names


async def test_the_application_says_which_privileged_intents_it_has(dial, sandbox, api):
    sandbox.services.privileged = int(Intent.GUILD_MEMBERS | Intent.MESSAGE_CONTENT)
    shard = await dial()
    await shard.identify(sandbox, intents=int(Intent.GUILD_MEMBERS))
    ready, _ = await shard.until("READY")
    assert ready["application"]["flags"] == 1 << 15 | 1 << 19
    assert (await api("GET", "/applications/@me")).body["flags"] == ready["application"]["flags"]


@pytest.mark.parametrize("compress", [None, "zlib-stream", "zstd-stream"])
async def test_every_packing_tells_the_same(dial, sandbox, compress):
    shard = await dial(compress)
    await shard.identify(sandbox)
    ready, _ = await shard.until("READY")
    assert ready["user"]["id"] == sandbox.application_id
    guild, _ = await shard.until("GUILD_CREATE")
    assert guild["channels"][0]["name"] == "race-night"
    assert [member["user"]["id"] for member in guild["members"]] == [sandbox.application_id]
    sandbox.world.add_channel("winners-circle", sandbox.guild)
    assert (await shard.until("CHANNEL_CREATE"))[0]["name"] == "winners-circle"


async def test_a_heartbeat_is_acknowledged_even_before_identifying(dial):
    shard = await dial()
    await shard.receive()
    await shard.socket.send_json({"op": 1, "d": None})
    assert (await shard.receive())["op"] == 11


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"op": 3, "d": {}}, 4003),
        ("not json", 4002),
        ({"op": 2, "d": {"token": "wrong", "intents": 1}}, 4004),
        ('{"op": 2, "d": null}', 4002),
        ({"op": 2, "d": {"token": None, "intents": 1, "shard": [2, 2]}}, 4010),
        ({"op": 2, "d": {"token": None, "intents": 1 << 40}}, 4013),
        ({"op": 2, "d": {"token": None, "intents": int(Intent.MESSAGE_CONTENT)}}, 4014),
        ({"op": 2, "d": {"token": None, "intents": int(Intent.GUILD_MEMBERS)}}, 4014),
    ],
)
async def test_what_discord_closes_a_connection_for(dial, sandbox, sent, code):
    shard = await dial()
    await shard.receive()
    if isinstance(sent, dict) and "token" in sent["d"]:
        sent["d"]["token"] = sent["d"]["token"] or sandbox.token
    await shard.socket.send_str(sent if isinstance(sent, str) else json.dumps(sent))
    assert await shard.close_code() == code


async def test_who_sends_no_heartbeat_is_cut_off(dial, sandbox):
    sandbox.gateway.silence_seconds = 0.1
    shard = await dial()
    await shard.receive()
    assert await shard.close_code() == 4009


async def test_events_need_their_intent_and_a_sight_of_the_channel(dial, sandbox, channel):
    shard = await dial()
    await shard.identify(sandbox, intents=int(Intent.GUILDS | Intent.GUILD_MESSAGES))
    hidden = sandbox.guild.channel("paddock-talk")
    sandbox.world.deny(sandbox.world.bot, Permission.VIEW_CHANNEL, hidden)
    async with sandbox.user("Ana") as ana:
        await ana.say(hidden, "unseen")
        await ana.say(await ana.open_direct(), "unheard, for want of the intent")
        await ana.say(channel, "seen, but not read")
        await ana.say(channel, f"<@{sandbox.application_id}> read")
    sandbox.world.add_channel("end", sandbox.guild)
    contents = []
    while True:
        payload = await shard.receive()
        if payload["t"] == "MESSAGE_CREATE":
            contents.append(payload["d"]["content"])
        if payload["t"] == "CHANNEL_CREATE":
            break
    assert contents == ["", f"<@{sandbox.application_id}> read"]


async def test_a_guild_is_told_to_its_shard_only_and_direct_messages_to_the_first(dial, sandbox):
    home = (int(sandbox.guild.id) >> 22) % 2
    intents = int(Intent.GUILDS | Intent.DIRECT_MESSAGES)
    shards = [await dial(), await dial()]
    guilds = []
    for number, shard in enumerate(shards):
        await shard.identify(sandbox, shard=[number, 2], intents=intents)
        ready, _ = await shard.until("READY")
        guilds.append([guild["id"] for guild in ready["guilds"]])
    assert guilds[home] == [sandbox.guild.id]
    assert guilds[1 - home] == []
    await shards[home].until("GUILD_CREATE")
    async with sandbox.user("Ana") as ana:
        await ana.say(await ana.open_direct(sandbox.world.person("Ben").id), "between two people")
        await ana.say(await ana.open_direct(), "hello")
    assert (await shards[0].until("MESSAGE_CREATE"))[0]["content"] == "hello"
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(shards[1].receive(), 0.1)


async def test_a_resume_replays_what_was_missed_in_order(dial, sandbox):
    shard = await dial()
    await shard.identify(sandbox)
    ready, _ = await shard.until("READY")
    await shard.until("GUILD_CREATE")
    sandbox.gateway.drop()
    await shard.close_code()
    for name in ("one", "two"):
        sandbox.world.add_channel(name, sandbox.guild)
    again = await dial("zlib-stream")
    await again.receive()
    resume = {"token": sandbox.token, "session_id": ready["session_id"], "seq": shard.sequence}
    await again.socket.send_json({"op": 6, "d": resume})
    assert (await again.until("RESUMED"))[1] == ["CHANNEL_CREATE", "CHANNEL_CREATE", "RESUMED"]


async def test_an_unknown_or_old_session_is_invalid(dial, sandbox):
    shard = await dial()
    await shard.identify(sandbox)
    ready, _ = await shard.until("READY")
    sandbox.gateway.drop()
    await shard.close_code()
    sandbox.clock.advance(600)
    for session_id in (ready["session_id"], "nonsense"):
        again = await dial()
        await again.receive()
        await again.socket.send_json(
            {"op": 6, "d": {"token": sandbox.token, "session_id": session_id, "seq": 1}}
        )
        assert await again.receive() == {"t": None, "s": None, "op": 9, "d": False}


async def test_members_are_sent_on_request(dial, sandbox):
    shard = await dial()
    await shard.identify(sandbox)
    await shard.until("GUILD_CREATE")
    request = {"guild_id": sandbox.guild.id, "query": "an", "limit": 5, "nonce": "n"}
    await shard.socket.send_json({"op": 8, "d": request})
    chunk, _ = await shard.until("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["username"] for member in chunk["members"]] == ["ana"]
    assert chunk["nonce"] == "n"


async def test_joining_and_leaving_a_server_is_told(dial, sandbox):
    shard = await dial()
    await shard.identify(sandbox)
    await shard.until("GUILD_CREATE")
    sandbox.world.remove_bot(sandbox.guild)
    assert (await shard.until("GUILD_DELETE"))[0]["id"] == sandbox.guild.id
    sandbox.world.add_bot(sandbox.guild)
    assert (await shard.until("GUILD_CREATE"))[0]["name"] == "Paddock Downs"


async def test_discord_py_begins_its_session_once_another_process_has_begun_its_own(connected):
    limits = Limits(identifies=Rule(1, 2))
    async with Sandbox(limits=limits, shards=2) as sandbox:
        bots = [TinyBot(shard_count=2, shard_ids=[number]) for number in range(2)]
        async with connected(bots[0], sandbox), connected(bots[1], sandbox):
            assert sorted(session.shard for session in sandbox.gateway.sessions.values()) == [0, 1]
            assert sandbox.services.limiter.session_start_limit()["remaining"] == 998


@pytest.mark.parametrize("trouble", ["drop", "reconnect", "invalidate"])
async def test_discord_py_comes_back_after_trouble(sandbox, connected, trouble):
    bot = TinyBot()
    back = asyncio.Event()

    async def note(*_):
        back.set()

    bot.on_shard_resumed = bot.on_shard_ready = note
    async with connected(bot, sandbox):
        back.clear()
        getattr(sandbox.gateway, trouble)()
        sandbox.world.add_channel("meanwhile", sandbox.guild)
        await asyncio.wait_for(back.wait(), PATIENCE)
        await until(lambda: "meanwhile" in [channel.name for channel in bot.guilds[0].channels])


async def test_discord_py_reads_zlib_and_zstd(sandbox, connected, monkeypatch):
    class Inflate:
        COMPRESSION_TYPE = "zlib-stream"

        def __init__(self):
            self.context = zlib.decompressobj()

        def decompress(self, data):
            return self.context.decompress(data).decode()

    assert discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream"
    async with connected(TinyBot(), sandbox):
        pass
    monkeypatch.setattr(discord.utils, "_ActiveDecompressionContext", Inflate)
    async with connected(TinyBot(), sandbox):
        pass


async def test_two_processes_share_the_shards(sandbox, connected):
    """Each event reaches the process that holds the guild's shard."""
    home = (int(sandbox.guild.id) >> 22) % 2
    bots = [TinyBot(shard_count=2, shard_ids=[number]) for number in range(2)]
    async with connected(bots[0], sandbox), connected(bots[1], sandbox):
        assert [len(bot.guilds) for bot in bots] == [1 - home, home]
        sandbox.services.interactions.send(
            Interaction(
                "1",
                InteractionKind.COMMAND,
                sandbox.world.person("Ana"),
                sandbox.guild.channel("race-night"),
                sandbox.guild,
                {"name": "x", "type": 1, "id": "1"},
            )
        )
        received = await bots[home].wait_for("interaction", timeout=PATIENCE)
        assert received.guild_id == int(sandbox.guild.id)


async def test_the_default_world_has_the_same_ids_in_every_run():
    async with Sandbox() as one, Sandbox() as other:
        assert one.guild.id == other.guild.id
        assert list(one.world.users) == list(other.world.users)
        assert list(one.guild.channels) == list(other.guild.channels)
        assert one.application_id == other.application_id
