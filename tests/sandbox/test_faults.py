"""Every fault that can be ordered, and the weather, as a bot without any library sees them."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from sandbox import Limits, Sandbox
from sandbox.faults import Kind, Weather
from sandbox.interactions import Interaction
from sandbox.limits import Rule
from sandbox.model import InteractionKind
from tests.sandbox.conftest import PATIENCE, Api, TinyBot
from tests.sandbox.test_gateway import dial  # noqa: F401 - a fixture
from tests.waiting import until

MESSAGES = r"/messages$"


async def contents(api, channel):
    listed = await api("GET", f"/channels/{channel.id}/messages")
    return [message["content"] for message in listed.body]


def pressed(sandbox: Sandbox) -> Interaction:
    """Send the bot a command of Ana's."""
    interaction = Interaction(
        sandbox.world.ids.new(),
        InteractionKind.COMMAND,
        sandbox.world.person("Ana"),
        sandbox.guild.channel("race-night"),
        sandbox.guild,
        {"name": "x", "type": 1, "id": "1"},
    )
    sandbox.services.interactions.send(interaction)
    return interaction


def callback(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


# ---------------------------------------------------------------------------------------------- requests


@pytest.mark.parametrize(("scope", "is_global"), [("user", False), ("shared", False), ("global", True)])
async def test_a_rate_limit_is_told_in_all_of_discords_form(api, channel, sandbox, scope, is_global):
    sandbox.faults.limit("POST", MESSAGES, 0.25, scope=scope)
    refused = await api.say(channel, content="x")
    assert (refused.status, refused.body["retry_after"], refused.body["global"]) == (429, 0.25, is_global)
    assert refused.headers["Retry-After"] == "1"
    assert refused.headers["X-RateLimit-Scope"] == scope
    assert refused.headers.get("X-RateLimit-Global") == ("true" if is_global else None)
    bucket = {
        name: refused.headers.get(f"X-RateLimit-{name}") for name in ("Remaining", "Reset-After", "Bucket")
    }
    assert all(value is None for value in bucket.values()) if is_global else bucket["Remaining"] == "0"
    assert (await api.say(channel, content="later")).status == 200
    assert await contents(api, channel) == ["later"]


async def test_limits_of_buckets_and_of_all_routes_together_are_as_wide_as_they_are_made(session):
    rules = {("POST", "/channels/{channel_id}/messages"): Rule(2, 60)}
    async with Sandbox(limits=Limits(rules=rules, together=Rule(4, 60))) as sandbox:
        api, channel = Api(sandbox, session), sandbox.guild.channel("race-night")
        assert [(await api.say(channel, content="x")).status for _ in range(3)] == [200, 200, 429]
        answers = [await api("GET", "/users/@me") for _ in range(3)]
        assert [answer.headers.get("X-RateLimit-Scope") for answer in answers] == [None, None, "global"]


@pytest.mark.parametrize(
    ("order", "status"),
    [
        (lambda faults: faults.ban("POST", MESSAGES), 429),
        (lambda faults: faults.fail("POST", MESSAGES, 502, html=True), 502),
        (lambda faults: faults.fail("POST", MESSAGES, 504, html=True, after=True), 504),
    ],
)
async def test_where_discord_does_not_answer_cloudflare_does_in_html(
    api, channel, sandbox, session, order, status
):
    order(sandbox.faults)
    sandbox.exchanges.keep = False
    url, headers = (
        f"{sandbox.api_url}/channels/{channel.id}/messages",
        {"Authorization": f"Bot {sandbox.token}"},
    )
    async with session.post(url, json={"content": "x"}, headers=headers) as answer:
        assert (answer.status, answer.content_type) == (status, "text/html")
        assert "cloudflare" in await answer.text()
        assert "Via" not in answer.headers
    assert await contents(api, channel) == (["x"] if status == 504 else [])


@pytest.mark.parametrize("after", [False, True])
async def test_a_connection_is_reset_or_closed_in_mid_answer_with_or_without_the_deed(
    api, channel, sandbox, after
):
    sandbox.exchanges.keep = False
    sandbox.faults.reset("POST", MESSAGES, after=after)
    with pytest.raises((aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)):
        await api.say(channel, content="reset")
    sandbox.faults.cut("POST", MESSAGES, after=after)
    with pytest.raises(aiohttp.ClientError):
        await api.say(channel, content="cut")
    assert await contents(api, channel) == (["cut", "reset"] if after else [])


async def test_an_answer_is_late_though_the_deed_is_done(api, channel, sandbox):
    sandbox.faults.delay("POST", MESSAGES, 600, after=True)
    waiting = asyncio.create_task(api.say(channel, content="done"))
    await until(lambda: channel.messages)
    assert not waiting.done()
    waiting.cancel()


async def test_a_token_runs_out_as_it_is_used(api, sandbox):
    interaction = pressed(sandbox)
    sandbox.faults.expire("callback")
    assert (await api("POST", callback(interaction), {"type": 5})).code == 10062
    interaction = pressed(sandbox)
    assert (await api("POST", callback(interaction), {"type": 5})).status == 204
    assert sandbox.services.interactions.unfinished == [interaction]
    sandbox.faults.expire("@original")
    original = f"/webhooks/{sandbox.application_id}/{interaction.token}/messages/@original"
    for _ in range(2):  # once it has run out it stays so
        refused = await api("PATCH", original, {"content": "too late"})
        assert (refused.status, refused.code) == (401, 50027)
    assert sandbox.services.interactions.unfinished == []


async def test_a_first_answer_that_counts_is_told_to_be_the_second(api, sandbox):
    interaction = pressed(sandbox)
    sandbox.faults.acknowledge_twice()
    refused = await api("POST", callback(interaction), {"type": 5})
    assert (refused.status, refused.code) == (400, 40060)
    assert interaction.answered


async def test_whoever_ends_in_mid_request_has_done_nothing_and_is_not_logged(sandbox, channel, caplog):
    host, port = sandbox.url.removeprefix("http://").split(":")
    held = sandbox.faults.hold("POST", MESSAGES)
    _, writer = await asyncio.open_connection(host, int(port))
    head = f"POST /api/v10/channels/{channel.id}/messages HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99\r\n"
    writer.write(
        f"{head}Authorization: Bot {sandbox.token}\r\nContent-Type: application/json\r\n\r\n{{".encode()
    )
    await held.arrived.wait()
    writer.transport.abort()
    await asyncio.sleep(0)
    held.let_go.set()
    async with sandbox.user("Ana"):  # by now the sandbox has served others
        assert not channel.messages
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# ------------------------------------------------------------------------------------- events and gateway


async def hears(shard, names):
    """Return the names of channels that were made, as they are heard, until the last of some names."""
    heard = []
    while not heard or heard[-1] != names[-1]:
        payload = await shard.receive()
        if payload["t"] == "CHANNEL_CREATE":
            heard.append(payload["d"]["name"])
    return heard


async def test_events_come_twice_late_or_never(dial, sandbox):  # noqa: F811
    shard = await dial()
    await shard.identify(sandbox)
    await shard.until("GUILD_CREATE")
    sandbox.faults.lose("CHANNEL_CREATE")
    sandbox.faults.double("CHANNEL_CREATE")
    sandbox.faults.reorder("CHANNEL_CREATE", times=2)
    for name in ("lost", "doubled", "late", "later", "last"):
        sandbox.world.add_channel(name, sandbox.guild)
    assert await hears(shard, ["later"]) == ["doubled", "doubled", "last", "late", "later"]
    sandbox.faults.reorder("CHANNEL_CREATE")
    sandbox.world.add_channel("alone", sandbox.guild)
    assert await hears(shard, ["alone"]) == ["alone"]


async def test_a_session_that_is_forgotten_cannot_be_resumed(dial, sandbox):  # noqa: F811
    shard = await dial()
    await shard.identify(sandbox)
    ready, _ = await shard.until("READY")
    sandbox.faults.drop(resumable=False)
    await shard.close_code()
    again = await dial()
    await again.receive()
    resume = {"token": sandbox.token, "session_id": ready["session_id"], "seq": shard.sequence}
    await again.socket.send_json({"op": 6, "d": resume})
    assert await again.receive() == {"t": None, "s": None, "op": 9, "d": False}


async def test_a_frozen_connection_sends_nothing_and_what_it_kept_back_comes_with_the_resume(
    sandbox, connected
):
    sandbox.gateway.heartbeat_ms = 50
    bot = TinyBot(heartbeat_timeout=0.3)
    resumed = asyncio.Event()

    async def note(*_):
        resumed.set()

    bot.on_shard_resumed = note
    async with connected(bot, sandbox):
        sandbox.faults.freeze()
        sandbox.world.add_channel("meanwhile", sandbox.guild)
        await asyncio.wait_for(resumed.wait(), PATIENCE)
        await until(lambda: "meanwhile" in [channel.name for channel in bot.guilds[0].channels])


# ------------------------------------------------------------------------------------------------ weather


def test_the_same_seed_draws_the_same_weather():
    def drawn(seed):
        weather = Weather(seed, times=3)
        faults = [weather.request("/channels/1/messages") for _ in range(300)]
        return [(f.kind, f.status, f.seconds) if f else None for f in faults], [
            weather.event() for _ in range(300)
        ]

    assert drawn("a") == drawn("a") != drawn("b")


def test_weather_strikes_about_as_often_as_it_says_and_every_kind_where_it_can():
    kinds = [kind for kind in Kind if kind.is_of_requests]
    weather = Weather(1, {kind: 1 / len(kinds) for kind in kinds})
    for _ in range(3_000):
        weather.request("/interactions/1/t/callback")
    assert set(weather.struck) == set(kinds)
    assert max(weather.struck.values()) < 2 * min(weather.struck.values())
    elsewhere = Weather(1, {Kind.EXPIRED: 0.5, Kind.ACKNOWLEDGED: 0.5})
    assert not any(elsewhere.request("/channels/1/messages") for _ in range(20))
    assert Weather(1, {}).request("/interactions/1/t/callback") is None


async def test_weather_befalls_requests_and_the_gateway_until_it_is_cleared(api, channel, sandbox):
    sandbox.faults.weather = Weather(1, {Kind.LIMITED: 1.0, Kind.DROPPED: 1.0})
    assert (await api.say(channel, content="x")).status == 429
    sandbox.world.add_channel("heard by nobody", sandbox.guild)
    sandbox.faults.clear()
    assert (await api.say(channel, content="x")).status == 200


# ------------------------------------------------------------------------------------- from another process


async def test_faults_are_switched_on_from_outside_only_where_that_is_allowed(session, sandbox):
    async with session.post(f"{sandbox.url}/faults", json={"switch": "drop"}) as answer:
        assert answer.status == 404
    async with Sandbox(limits=Limits.off(), allow_faults=True) as open_one:
        api, channel = Api(open_one, session), open_one.guild.channel("race-night")

        async def switch(**wish):
            async with session.post(f"{open_one.url}/faults", json=wish) as answer:
                return answer.status, await answer.text()

        assert await switch(switch="limit", method="POST", path=MESSAGES, seconds=0.5, scope="shared") == (
            204,
            "",
        )
        assert (await api.say(channel, content="x")).headers["X-RateLimit-Scope"] == "shared"
        assert (await switch(switch="weather", seed=1, chances={"limited": 1.0}))[0] == 204
        assert (await api.say(channel, content="x")).status == 429
        async with session.get(f"{open_one.url}/faults") as answer:
            assert await answer.json() == {"struck": {"limited": 1}}
        assert (await switch(switch="clear"))[0] == 204
        assert (await api.say(channel, content="x")).status == 200
        for wrong in ({"switch": "attach"}, {"switch": "fail"}, {"switch": "lose", "name": "("}, {}):
            status, told = await switch(**wrong)
            assert status == 400
            assert "message" in told
