"""Rate limits in Discord's format, and trouble to order."""

from __future__ import annotations

import asyncio

import pytest

from sandbox import Limits, Sandbox
from sandbox.clock import Clock
from sandbox.interactions import Interaction
from sandbox.limits import RateLimiter, TooMany
from sandbox.model import InteractionKind
from tests.openapi import check
from tests.sandbox.conftest import Api


@pytest.fixture
async def limited(session):
    async with Sandbox(limits=Limits.discord()) as sandbox:
        sandbox.exchanges.keep = True
        yield Api(sandbox, session)
    for exchange in sandbox.exchanges.kept:
        check(exchange)


async def test_the_sixth_message_within_five_seconds_waits(limited):
    channel = limited.sandbox.guild.channel("race-night")
    answers = [await limited.say(channel, content=str(n)) for n in range(6)]
    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["4", "3", "2", "1", "0", "0"]
    refused = answers[5]
    assert refused.body["message"] == "You are being rate limited."
    assert not refused.body["global"]
    assert 0 < refused.body["retry_after"] <= 5
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["Retry-After"]
    assert refused.headers["Via"]
    other = limited.sandbox.guild.channel("paddock-talk")
    elsewhere = await limited.say(other, content="elsewhere")
    assert elsewhere.status == 200
    assert elsewhere.headers["X-RateLimit-Bucket"] == refused.headers["X-RateLimit-Bucket"]
    limited.sandbox.clock.advance(6)
    assert (await limited.say(channel, content="later")).status == 200


async def test_fifty_requests_a_second_are_the_limit_of_all_routes_together():
    clock = Clock()
    limiter = RateLimiter(Limits.discord(), clock)
    for number in range(50):
        limiter.spend("GET", "/channels/{channel_id}", (str(number),))
    with pytest.raises(TooMany) as refused:
        limiter.spend("GET", "/guilds/{guild_id}", ("g",))
    assert refused.value.body["global"]
    assert refused.value.headers["X-RateLimit-Global"] == "true"
    # Interactions are exempt: a busy bot still answers clicks.
    limiter.spend("POST", "/interactions/{interaction_id}/{interaction_token}/callback", ("t",))
    limiter.spend("POST", "/webhooks/{webhook_id}/{webhook_token}", ("w", "t"))
    clock.advance(1.1)
    limiter.spend("GET", "/guilds/{guild_id}", ("g",))


async def test_a_first_answer_has_no_rate_limit_and_what_follows_has_that_of_a_webhook(limited):
    sandbox = limited.sandbox
    channel, ana = sandbox.guild.channel("race-night"), sandbox.world.person("Ana")
    data = {"name": "x", "type": 1, "id": "1"}
    asked = Interaction(sandbox.world.ids.new(), InteractionKind.COMMAND, ana, channel, sandbox.guild, data)
    sandbox.services.interactions.send(asked)
    first = {"type": 4, "data": {"content": "Open"}}
    answer = await limited("POST", f"/interactions/{asked.id}/{asked.token}/callback", first)
    again = await limited("POST", f"/interactions/{asked.id}/{asked.token}/callback", first)
    assert (answer.status, again.code) == (204, 40060)
    assert not [name for each in (answer, again) for name in each.headers if "ratelimit" in name.lower()]
    followed = await limited("POST", f"/webhooks/{sandbox.application_id}/{asked.token}", {"content": "More"})
    assert followed.headers["X-RateLimit-Limit"] == "5"


async def test_messages_older_than_an_hour_are_edited_only_now_and_then(limited):
    channel = limited.sandbox.guild.channel("race-night")
    sent = await limited.say(channel, content="old")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    limited.sandbox.clock.advance(3700)
    edits = [await limited("PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [edit.status for edit in edits] == [200, 200, 200, 429]
    assert edits[3].code == 30046


async def test_without_limits_everything_else_is_refused_as_ever(api, channel):
    answers = [await api.say(channel, content=str(n)) for n in range(20)]
    assert {answer.status for answer in answers} == {200}
    assert (await api.say(channel, content="x" * 2001)).status == 400


async def test_ordered_trouble_strikes_as_often_as_asked_and_before_or_after_the_deed(api, channel, sandbox):
    sandbox.faults.fail("POST", r"/messages$", 502, times=2)
    assert [(await api.say(channel, content="x")).status for _ in range(3)] == [502, 502, 200]
    sandbox.faults.fail("POST", r"/messages$", 500, after=True)
    assert (await api.say(channel, content="done, but nobody knows")).status == 500
    listed = await api("GET", f"/channels/{channel.id}/messages")
    assert [message["content"] for message in listed.body] == ["done, but nobody knows", "x"]


async def test_a_delayed_request_waits_and_others_do_not(api, channel, sandbox):
    sandbox.faults.delay("POST", channel.id, 0.05)
    loop = asyncio.get_running_loop()
    began = loop.time()
    assert (await api.say(channel, content="slow")).status == 200
    assert loop.time() - began >= 0.05
    held = sandbox.faults.hold("POST", channel.id)
    slow = asyncio.create_task(api.say(channel, content="held"))
    await held.arrived.wait()
    await api("GET", "/users/@me")
    assert not slow.done()
    held.let_go.set()
    assert (await slow).status == 200
