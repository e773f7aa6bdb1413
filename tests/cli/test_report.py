"""`paddock simulate all` and `--report`: what is measured, and that it is the same for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.report import measured
from bot.cli.series import Series
from bot.games.titles import title
from engines import catalog

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit_:
            main(["simulate", *map(str, arguments)])
        printed = capsys.readouterr()
        return int(exit_.value.code or 0), printed.out, printed.err

    return run


def cells(page: str, label: str) -> list[str]:
    (line,) = [line for line in page.splitlines() if line.startswith(f"| {label} |")]
    return line.strip("| ").split(" | ")[1:]


def test_all_games_are_played_one_after_another(simulate: Run, tmp_path: Path):
    code, out, error = simulate("all", "--games", 2, "--seed", 7)
    simulate("all", "--games", 2, "--seed", 7, "--log", f"{tmp_path}/")

    assert (code, error) == (0, "")
    assert re.findall(r"^(\w+), 4 seats, 2 games", out, re.MULTILINE) == list(catalog.GAMES)
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{key}-{n}.jsonl" for key in catalog.GAMES for n in (1, 2)
    }


def test_a_report_is_the_same_however_many_processes_play(simulate: Run):
    asked = ("newmarket", "--seats", 3, "--games", 9, "--report", "-", "--seed")

    code, alone, _ = simulate(*asked, "7")

    assert code == 0
    assert simulate(*asked, "7", "--jobs", 3)[1] == alone
    assert simulate(*asked, "8")[1] != alone
    assert "`paddock simulate newmarket --games 9 --seats 3 --seed 7 --report -` wrote this page" in alone
    assert "With `random` players" in alone
    assert "With `steady` players" in alone


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_report_has_every_figure_for_every_number_of_seats(key: str, simulate: Run, tmp_path: Path):
    game, file = catalog.game(key), tmp_path / "page.md"

    code, out, error = simulate(key, "--games", 1, "--seed", 1, "--agent", "random", "--report", file)
    page = file.read_text()

    assert (code, out, error) == (0, "", "")
    assert cells(page, "seats") == [str(seats) for seats in game.seats]
    for figure in title(key).measures.figures:
        assert len(cells(page, figure.label)) == len(game.seats)
    whole = cells(page, "games won by seat 0")
    assert all(cell.endswith(" %") for cell in whole)
    assert ("should be about" in page) == any(figure.aims for figure in title(key).measures.figures)
    assert not re.search(r"\{(tables|command|games)\}", page)


def test_what_a_report_should_come_near_to_is_told_of_the_packaged_edition_alone(
    simulate: Run, tmp_path: Path
):
    (tmp_path / "own.json").write_text(catalog.game("turfe").edition.model_dump_json())
    asked = ("turfe", "--seats", 3, "--seed", 1, "--agent", "random", "--report", "-")

    assert "should be about |" in simulate(*asked)[1]
    assert "should be about |" not in simulate(*asked, "--edition", tmp_path / "own.json")[1]
    assert "should be about |" not in simulate(*asked, "--option", "races=2")[1]


def test_wins_add_up_to_one_game_each():
    tally = measured(Series("jumpyjack", None, {"target": 2}, 5, bytes(32), ("random",) * 5), range(20))

    assert tally.counts["games"] == 20
    assert sum(tally.counts[f"seat {seat}"] for seat in range(5)) == tally.counts["wins"]
    assert (
        sum(tally.counts[f"horse {horse}"] for horse in catalog.game("jumpyjack").edition.horses)
        == (tally.counts["races"])
    )


def test_cards_are_counted_as_they_were_played():
    tally = measured(Series("turfe", None, {"races": 3}, 4, bytes(32), ("steady",) * 4), range(4))

    assert tally.counts["dealt"] == 40 * tally.counts["races"]
    assert tally.counts["moves"] + tally.counts["spent"] == tally.counts["played"]
    assert 0 < tally.counts["met"] < tally.counts["moves"]


def test_progress_is_shown_where_it_is_asked_for(simulate: Run):
    assert simulate("newmarket", "--games", 3)[2] == ""

    _, out, error = simulate("newmarket", "--games", 3, "--progress")

    assert "3/3" in error
    assert "3/3" not in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["all", "--option", "rounds=2"], "for one game"),
        (["all", "--edition", "own.json"], "for one game"),
        (["all", "--seats", "2"], "3 to 6 seats"),
        (["chess", "--report", "-"], "newmarket, or all"),
        (["jockey", "--report", "-", "--log", "-"], "do not go together"),
        (["jockey", "--games", "1000000", "--report", "no/such/page.md"], "no/such/page.md: No such file"),
        (["jockey", "--report", "-", "--agent", "lucky"], "random, steady"),
        (["jockey", "--report", "-", "--agent", "random", "--agent", "steady"], "once for each of the"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(arguments, told, simulate: Run):
    code, out, error = simulate(*arguments)

    assert (code, out, error.count("\n")) == (2, "", 1)
    assert told in error
