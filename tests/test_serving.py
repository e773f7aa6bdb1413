"""What stops the start of a bot, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.serving import BotError, run_bot
from bot.store import StoreError
from render.parts import typefaces
from tests.distributions import Bring


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
