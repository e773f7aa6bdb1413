"""`paddock simulate` with an edition of one's own, and beside a game whose program is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.editions import read_edition
from engines import catalog
from engines.core import Unreadable
from tests.distributions import Bring
from tests.test_editions import packaged

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
    told = capsys.readouterr().err
    assert "cannot be loaded (AttributeError" in told
    assert "or all" not in told


def test_a_log_of_an_own_edition_is_verified_and_its_differences_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    own, logs = tmp_path / "own.json", tmp_path / "log.jsonl"
    own.write_text(packaged("jockey").replace('"brown+30": 2', '"brown+30": 4'))
    for arguments in (["--edition", str(own)], []):
        with pytest.raises(SystemExit):
            main(["simulate", "jockey", "--seed", "3", "--log", str(logs), *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main(["verify", str(logs)])
        told = capsys.readouterr().out
        assert ("own edition: brown has four +30, not two" in told) is bool(arguments)
