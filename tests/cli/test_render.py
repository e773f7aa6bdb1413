from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from bot.cli.render import command
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header


@pytest.fixture(scope="module")
def log() -> str:
    game = catalog.game("jockey")
    header = Header.of(game, game.options({}), 3, bytes(32))
    rows, _ = play_out(game, header, [agent("random", "jockey")] * 3)
    return "".join(f"{line}\n" for line in (header.line(), *(row.line() for row in rows)))


def run(folder: Path, text: str, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, ["-", "--out", str(folder), *arguments], input=text.encode())
    return done.exit_code, done.output


def test_a_whole_log_gives_board_results_standing_and_replay(tmp_path: Path, log: str) -> None:
    code, told = run(tmp_path, log, "--name", "Anna")
    assert code == 0, told
    names = {path.name for path in tmp_path.iterdir()}
    assert {"result-1.png", "result-2.png", "result-3.png", "final.png", "replay.webp"} < names
    assert len([name for name in names if name.startswith("board-")]) == 1
    assert len(told.splitlines()) == len(names)
    for path in tmp_path.iterdir():
        with Image.open(path) as image:
            image.load()


@pytest.mark.parametrize(
    ("game", "options", "races"),
    [
        ("turfe", {"races": 2}, 2),
        ("newmarket", {"deals": 2}, 2),
        ("jumpyjack", {"target": 2}, 1),
        ("sulkydrom", {}, 1),
    ],
)
def test_the_logs_of_other_games_are_drawn_too(
    tmp_path: Path, game: str, options: dict[str, int], races: int
) -> None:
    rules = catalog.game(game)
    header = Header.of(rules, rules.options(options), 4, bytes(32))
    rows, _ = play_out(rules, header, [agent("random", game)] * 4)
    code, told = run(
        tmp_path, "".join(f"{line}\n" for line in (header.line(), *(row.line() for row in rows)))
    )
    assert code == 0, told
    names = {path.name for path in tmp_path.iterdir() if not path.name.startswith("board-")}
    results = {f"result-{race}.png" for race in range(1, races + 1)}
    assert names == results | {"final.png", "replay.webp"}


def test_every_line_can_have_its_board(tmp_path: Path, log: str) -> None:
    lines = log.splitlines(keepends=True)[:6]
    code, _ = run(tmp_path, "".join(lines), "--every")
    assert code == 0
    assert {path.name for path in tmp_path.glob("board-*")} == {f"board-{n:04}.png" for n in range(5)}


def test_each_of_several_logs_gets_a_folder(tmp_path: Path, log: str) -> None:
    begun = "".join(log.splitlines(keepends=True)[:2])
    assert run(tmp_path, begun * 2)[0] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"1", "2"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('{"log":1', '{"log":7', "line 1"),
        ('"seats":3', '"seats":9', "seat"),
        ('"type":"play"', '"type":"pray"', "line 6"),
        ('{"n":1,"seat":0', '{"n":1,"seat":2', "line 5"),
    ],
)
def test_a_log_that_cannot_be_gets_one_line(tmp_path: Path, log: str, old: str, new: str, said: str) -> None:
    assert old in log
    code, told = run(tmp_path, log.replace(old, new, 1))
    assert code == 2
    assert said in told
    assert "Traceback" not in told


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, log: str) -> None:
    (tmp_path / "taken").write_text("")
    code, told = run(tmp_path / "taken" / "in", log)
    assert code == 2
    assert "taken" in told
