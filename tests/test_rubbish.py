"""What stays is not looked through for rubbish again and again, and yet no rubbish stays for ever."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from bot import rubbish


class Ring:
    """Something that only a look for rubbish lets go."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_stays_is_set_aside_and_what_was_rubbish_before_is_gone() -> None:
    kept, gone = Ring(), Ring()
    seen = weakref.ref(gone)
    del gone
    rubbish.set_aside()
    assert seen() is None
    assert not any(each is kept for each in gc.get_objects())


def test_what_was_set_aside_and_became_rubbish_goes_the_next_time() -> None:
    ring = Ring()
    rubbish.set_aside()
    seen = weakref.ref(ring)
    del ring
    gc.collect()
    assert seen() is not None
    rubbish.set_aside_anew()
    assert seen() is None


async def test_nothing_is_set_aside_before_everything_is_taken_up(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    twice = asyncio.Event()

    def anew() -> None:
        done.append("anew")
        twice.set()

    monkeypatch.setattr(rubbish, "set_aside", lambda: done.append("first"))
    monkeypatch.setattr(rubbish, "set_aside_anew", anew)
    monkeypatch.setattr(rubbish, "BETWEEN", 0.001)
    is_up = asyncio.Event()
    keeping = asyncio.create_task(rubbish.kept_small(is_up))
    await asyncio.sleep(0)
    assert done == []
    is_up.set()
    async with asyncio.timeout(60):
        await twice.wait()
    keeping.cancel()
    assert done[:2] == ["first", "anew"]


async def test_what_a_look_through_everything_leaves_is_not_looked_through_again() -> None:
    is_up = asyncio.Event()
    is_up.set()
    keeping = asyncio.create_task(rubbish.kept_small(is_up))
    await asyncio.sleep(0)
    kept, young = Ring(), Ring()
    gc.collect(1)
    assert any(each is kept for each in gc.get_objects()), "a look at what is young sets nothing aside"
    gone = weakref.ref(young)
    del young
    gc.collect()
    assert gone() is None
    assert not any(each is kept for each in gc.get_objects())
    keeping.cancel()
    await asyncio.wait({keeping})
    later = Ring()
    gc.collect()
    assert any(each is later for each in gc.get_objects()), "only while the bot serves"
