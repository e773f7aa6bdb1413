"""Own editions: `paddock simulate --edition FILE`, and the folder `PADDOCK_EDITIONS` of a bot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.editions import read_edition, read_folder
from bot.serving import BotError, run_bot
from bot.store import StoreError
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


WRONG = [
    ("jockey", '"squares": 80', '"squares": 80.5', 3, "squares: Input should be a valid integer"),
    ("jockey", '"squares": 80,', '"squares": 80', 4, "not JSON (Expecting ',' delimiter)"),
    ("jockey", '"squares": 80,', '"squares": 80, "squares": 81,', 3, "squares stands here a second time"),
    ("jockey", '"squares": 80,', "", 1, "squares: Field required"),
    ("jockey", '"red+7": 2', '"red+8": 2', 8, "cards.red+8: no such card: red+8"),
    ("jockey", '"blue"', '"red"', 2, "horses: two horses have the same name"),
    ("turfe", '"any-2": 6', '"any-2": 7', 4, "cards: a pack has 42 cards, not 43"),
    ("turfe", '"length": 18', '"lenght": 18', 1, "length: Field required; line 3: lenght: Extra inputs"),
    ("jumpyjack", '"out": 16', '"out": 10', 5, "hedges.out: two hedges are on one square"),
    ("jumpyjack", '"restart": 21', '"restart": 25', 5, "hedges.restart: hedges are on squares up to 24"),
    ("sulkydrom", '"points": [32, 24', '"points": [24, 32', 5, "points: points fall"),
    ("newmarket", '"green10"', '"green14"', 3, "racehorses.3: no such card: green14"),
    ("newmarket", '"stake": 5', '"stake": 50', 5, "stake: 40 points are too few for a stake of 50"),
]


@pytest.mark.parametrize(("key", "right", "wrong", "line", "why"), WRONG)
def test_a_wrong_edition_is_refused_with_the_file_the_line_and_the_reason(
    key, right, wrong, line, why, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file, text = tmp_path / "own.json", packaged(key)
    assert text.count(right) == 1
    file.write_text(text.replace(right, wrong))

    with pytest.raises(Unreadable) as refusal:
        read_edition(key, file)
    with pytest.raises(SystemExit) as exit_:
        main(["simulate", key, "--edition", str(file)])

    assert str(refusal.value).startswith(f"{file}: line {line}: {why}")
    assert exit_.value.code == 2
    assert capsys.readouterr().err == f"paddock: {refusal.value}\n"


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
    ("name", "text", "told"),
    [
        ("jockey.json", '{\n"squares": "x"', "line 2: not JSON"),
        ("jokey.json", "{}", "no game is called 'jokey'"),
    ],
)
async def test_a_wrong_edition_stops_the_start_before_anything_is_opened(name, text, told, tmp_path: Path):
    (tmp_path / name).write_text(text)

    with pytest.raises(BotError) as refusal:
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db", tmp_path)

    assert str(refusal.value).startswith(f"PADDOCK_EDITIONS: {tmp_path / name}: ")
    assert told in str(refusal.value)


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


def test_every_other_game_is_simulated_beside_one_whose_program_is_broken(
    bring: Bring, capsys: pytest.CaptureFixture[str]
):
    bring("quoits = quoits.game:NOTHING")

    with pytest.raises(SystemExit, match="0"):
        main(["simulate", "all", "--seats", "3", "--seed", "1"])
    told = capsys.readouterr().out
    assert all(f"{key}, 3 seats" in told for key in catalog.GAMES)
    assert "quoits" not in told
    with pytest.raises(SystemExit, match="2"):
        main(["simulate", "quoits"])
    assert "cannot be loaded (AttributeError" in capsys.readouterr().err
