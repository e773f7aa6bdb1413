"""The checker itself: it has to find what is wrong."""

from __future__ import annotations

import dataclasses

import pytest

from tests.openapi import AVAILABLE, Mismatch, check

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="Discord's OpenAPI description is not at hand")


@pytest.fixture
async def exchange(api, channel, sandbox):
    components = [{"type": 10, "content": "hello"}, {"type": 14}]
    await api.say(channel, flags=1 << 15, components=components)
    return sandbox.exchanges.kept[-1]


def without(answer, key):
    return {k: v for k, v in answer.items() if k != key}


async def test_what_the_sandbox_answers_passes(exchange):
    check(exchange)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda e: {"answer": without(e.answer, "mentions")},
        lambda e: {"answer": e.answer | {"id": 5}},
        lambda e: {"answer": e.answer | {"components": [{"type": 10, "id": 1}]}},
        lambda e: {"answer": e.answer | {"components": [{"type": 99, "id": 1}]}},
        lambda e: {"body": e.body | {"content": "x" * 4001}},
        lambda e: {"body": e.body | {"components": [{"type": 10, "content": ""}]}},
        lambda e: {"route": "/nowhere"},
        lambda e: {"method": "PUT"},
        lambda e: {"status": 302},
    ],
)
async def test_what_differs_from_discord_is_found(exchange, spoil):
    with pytest.raises(Mismatch):
        check(dataclasses.replace(exchange, **spoil(exchange)))


async def test_what_is_wrong_is_found_after_the_like_of_it_has_passed(exchange):
    check(exchange)
    for wrong in ({"id": "x" * len(exchange.answer["id"])}, {"flags": "32768"}, {"tts": 0}):
        with pytest.raises(Mismatch):
            check(dataclasses.replace(exchange, answer=exchange.answer | wrong))
