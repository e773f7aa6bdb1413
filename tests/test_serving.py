"""What stops the start of a bot, and what does not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import bank, serving
from bot.serving import BotError, run_bot
from bot.store import Store, StoreError
from render.parts import typefaces
from tests.distributions import Bring
from tests.waiting import until


async def test_a_wrong_edition_stops_the_start_before_anything_is_opened(tmp_path: Path):
    (tmp_path / "jockey.json").write_text('{\n"squares": "x"')

    with pytest.raises(BotError) as refusal:
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db", tmp_path)

    assert str(refusal.value).startswith(f"PADDOCK_EDITIONS: {tmp_path / 'jockey.json'}: ")
    assert "line 2: not JSON" in str(refusal.value)


async def test_a_folder_that_is_not_there_stops_the_start(tmp_path: Path):
    with pytest.raises(BotError, match=r"PADDOCK_EDITIONS: .*none: No such file"):
        await run_bot("token", "http://127.0.0.1:9", "sqlite:///none/paddock.db", tmp_path / "none")


async def test_the_start_names_a_game_whose_program_is_broken_and_goes_on(
    bring: Bring, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    bring("quoits = quoits.game:NOTHING")

    with pytest.raises(StoreError):
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db")

    (told,) = [record for record in caplog.records if "quoits" in record.message]
    assert (told.levelname, told.exc_info) == ("WARNING", None)
    assert told.message.startswith("the game 'quoits' of paddock-quoits cannot be loaded (AttributeError: ")


@pytest.mark.parametrize("shapes", [True, False])
async def test_the_start_says_where_letters_that_join_are_drawn_one_by_one(
    shapes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(typefaces, "SHAPES", shapes)

    with pytest.raises(StoreError):
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db")

    told = [record.message for record in caplog.records if "libfribidi0" in record.message]
    assert len(told) == (0 if shapes else 1)


async def nothing(_is_up: asyncio.Event) -> None:
    """Leave the memory of the tests as it is."""


async def test_books_that_cannot_be_looked_through_for_a_fault_of_ours_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(_db: object) -> None:
        raise KeyError

    monkeypatch.setattr(serving, "kept_small", nothing)
    monkeypatch.setattr(bank, "guilds", broken)
    store, is_up = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/paddock.db"), asyncio.Event()
    is_up.set()
    async with serving._looked_after(store, is_up):
        await until(lambda: any(record.levelname == "ERROR" for record in caplog.records))
    await store.close()

    (told,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert told.message == "the bank's books were not looked through"


@pytest.mark.parametrize("is_soon_up", [True, False])
async def test_the_books_wait_until_everything_is_taken_up_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_soon_up: bool
):
    looked: list[int] = []
    done, is_up = asyncio.Event(), asyncio.Event()

    async def guilds(_db: Any) -> list[int]:
        return [1, 2]

    async def audit(_db: Any, guild: int) -> list[str]:
        looked.append(guild)
        if guild == 2:
            done.set()
        return []

    monkeypatch.setattr(serving, "kept_small", nothing)
    monkeypatch.setattr(bank, "guilds", guilds)
    monkeypatch.setattr(bank, "audit", audit)
    monkeypatch.setattr(serving, "SOON", 3600.0 if is_soon_up else 0.01)
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/paddock.db")
    async with asyncio.timeout(60), serving._looked_after(store, is_up):
        await asyncio.sleep(0)
        assert looked == []
        if is_soon_up:
            is_up.set()
        await done.wait()
    assert looked == [1, 2]
    await store.close()
