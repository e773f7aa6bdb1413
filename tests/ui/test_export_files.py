"""The file in which a person gets their data: one JSON object, sent whole, compressed, or in parts."""

from __future__ import annotations

import json
import zipfile
from collections.abc import AsyncIterator
from io import BytesIO
from random import Random
from typing import Any

import pytest

from bot.ui import export_files
from bot.ui.export_files import LARGEST, Part, written


async def sent(*pages: tuple[str, Any]) -> list[Part]:
    async def each() -> AsyncIterator[tuple[str, Any]]:
        for page in pages:
            yield page

    return list((await written(each())).parts())


async def test_pages_of_a_theme_become_one_list() -> None:
    (part,) = await sent(
        ("user_id", 1),
        ("lesson", None),
        ("bets", []),
        ("seats", []),
        ("seats", [{"n": 1}]),
        ("seats", ["ü", 3]),
    )
    assert part.name == "paddock-data.json"
    told = {"user_id": 1, "lesson": None, "bets": [], "seats": [{"n": 1}, "ü", 3]}
    assert json.loads(part.content) == told


async def test_what_is_too_large_is_sent_compressed() -> None:
    (part,) = await sent(("decisions", ["x" * LARGEST]))
    assert (part.name, part.number, part.of) == ("paddock-data.json.zip", 1, 1)
    assert len(part.content) < LARGEST
    with zipfile.ZipFile(BytesIO(part.content)) as archive:
        assert archive.namelist() == ["paddock-data.json"]


async def test_what_is_too_large_even_so_is_sent_in_parts_that_make_up_the_archive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(export_files, "LARGEST", 10_000)
    rows = [Random(number).randbytes(100).hex() for number in range(300)]
    parts = await sent(("decisions", rows[:150]), ("decisions", rows[150:]))

    assert len(parts) > 2
    assert [part.name for part in parts[:2]] == ["paddock-data.json.zip.001", "paddock-data.json.zip.002"]
    assert {part.of for part in parts} == {len(parts)}
    assert max(len(part.content) for part in parts) <= 10_000
    with zipfile.ZipFile(BytesIO(b"".join(part.content for part in parts))) as archive:
        assert json.loads(archive.read("paddock-data.json")) == {"decisions": rows}
