"""Own editions: a file of one's own, and the folder `PADDOCK_EDITIONS` of a bot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from bot.editions import read_edition, read_folder
from engines import catalog
from engines.core import Unreadable
from tests.distributions import Bring


def packaged(key: str) -> str:
    return resources.files(f"engines.{key}").joinpath("edition.json").read_text()


@pytest.fixture
def adopted() -> Iterator[None]:
    yield
    catalog.adopt({})


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_copy_of_the_packaged_edition_is_that_edition(key, tmp_path: Path):
    (tmp_path / "own.json").write_text("\ufeff" + packaged(key))

    assert read_edition(key, tmp_path / "own.json").edition == catalog.game(key).edition


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: not JSON (Expecting value)"),
        ("\n\n[1,\n2", "line 4: not JSON (Expecting ',' delimiter)"),
        ("\n[]", "line 2: Input should be an object"),
        ("\n\n7", "line 3: Input should be an object"),
        ("[" * 100_000, "line 1: not JSON"),
        ('{"a":' * 400 + "1" + "}" * 400, "line 1: "),
        ('{"squares": ' + "9" * 5000 + "}", "line 1: not JSON (Exceeds"),
        ('{"horses":\n\n{"a":1,\n"a":2}}', "line 4: a stands here a second time"),
        ('{"squares":\nNaN}', "line 1: "),
        ('{"horses": ["brown","yellow",\n"Blue",\n"red"],"squares":80,"cards":{}}', "line 2: horses.2: "),
    ],
)
def test_whatever_a_file_holds_there_is_a_line_and_a_reason(text, told, tmp_path: Path):
    (tmp_path / "own.json").write_text(text)

    with pytest.raises(Unreadable) as refusal:
        read_edition("jockey", tmp_path / "own.json")

    assert str(refusal.value).startswith(f"{tmp_path / 'own.json'}: {told}")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    (tmp_path / "latin.json").write_bytes(b'{"horses": ["M\xe4hre"]}')

    with pytest.raises(Unreadable, match=r"latin\.json: not UTF-8 text"):
        read_edition("jockey", tmp_path / "latin.json")
    with pytest.raises(Unreadable, match=r"none\.json: No such file"):
        read_edition("jockey", tmp_path / "none.json")


def test_a_folder_holds_an_edition_for_some_of_the_games(tmp_path: Path):
    short = json.loads(packaged("jockey")) | {"squares": 40}
    (tmp_path / "jockey.json").write_text(json.dumps(short))
    (tmp_path / "notes.txt").write_text("ours is shorter")

    own = read_folder(tmp_path)

    assert list(own) == ["jockey"]
    assert own["jockey"].edition.model_dump(mode="json") == short


@pytest.mark.parametrize("key", catalog.GAMES)
def test_an_adopted_edition_is_the_usual_one_until_another_is(key, adopted):
    own = catalog.game(key, packaged(key))

    catalog.adopt({key: own})
    assert catalog.game(key) is own
    assert catalog.game(key, edition=json.loads(packaged(key))) is not own
    catalog.adopt({})
    assert catalog.game(key) is not own


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("chess", "no game is called 'chess'; there are: jockey, "),
        ("quoits", "line 1: horses: Field required"),
    ],
)
def test_an_edition_of_a_game_that_is_not_of_this_house_keeps_no_other_away(
    name, told, bring: Bring, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    bring("quoits = quoits.game:QUOITS")
    folder = tmp_path / "editions"
    folder.mkdir()
    (folder / f"{name}.json").write_text("{}")
    (folder / "jockey.json").write_text(packaged("jockey"))

    assert list(read_folder(folder)) == ["jockey"]
    ((record),) = caplog.records
    assert record.levelname == "WARNING"
    assert record.message.startswith(f"PADDOCK_EDITIONS: {folder / name}.json: ")
    assert told in record.message
