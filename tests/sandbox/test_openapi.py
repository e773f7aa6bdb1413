"""The checker itself: it has to find what is wrong."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from tests import openapi
from tests.openapi import BESIDE, Mismatch, check, described_in


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


def test_discords_description_is_always_at_hand_with_its_licence():
    description = described_in(BESIDE)

    assert description["info"]["title"] == "Discord HTTP API (Preview)"
    assert len(description["paths"]) > 100
    licence = BESIDE.with_name("discord-openapi.LICENSE").read_text()
    assert description["info"]["license"]["name"] == "MIT"
    assert licence.startswith("MIT License\n\nCopyright 2023 Discord")


@pytest.fixture
def afresh(monkeypatch: pytest.MonkeyPatch):
    """Forget what was read, before the test and after it."""
    caches = [each for each in vars(openapi).values() if hasattr(each, "cache_clear")]
    monkeypatch.setattr(openapi, "_passed", set())
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


async def test_whoever_names_another_description_is_checked_against_it(
    exchange, afresh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    other = described_in(BESIDE)
    del other["paths"][exchange.route][exchange.method.lower()]
    (tmp_path / "other.json").write_text(json.dumps(other))
    monkeypatch.setenv("PADDOCK_OPENAPI", str(tmp_path / "other.json"))

    with pytest.raises(Mismatch, match="Discord has no"):
        check(exchange)


async def test_a_description_that_is_not_there_is_no_reason_to_check_nothing(
    exchange, afresh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PADDOCK_OPENAPI", str(tmp_path / "misspelt.json"))

    with pytest.raises(FileNotFoundError, match="misspelt"):
        check(exchange)
