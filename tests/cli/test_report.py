"""`paddock simulate all` and `--report`: what is measured, and that it is the same for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.report import format_of, head, measured
from bot.cli.series import Series, pieces, workers
from bot.games.jumpyjack.measures import Round
from bot.games.kit.tally import Tally
from bot.games.titles import title, titles
from bot.games.turfe.measures import Track
from engines import catalog
from engines.jumpyjack.game import JumpyJack

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


def test_a_move_meets_a_horse_that_stands_straight_on():
    track = Track(["red", "blue", "white"], 18)
    track.places |= {"red": (2, 5), "blue": (2, 8), "white": (3, 6)}

    assert [track.meets("red", steps) for steps in (2, 3, 5, -2)] == [False, True, True, False]
    assert [track.meets("blue", steps) for steps in (-2, -3, 5)] == [False, True, False]
    assert track.reach("red", -6) == -5
    assert track.reach("blue", 20) == 11
    track.places |= {"red": (2, 0), "blue": (2, 19)}
    assert not track.meets("red", 19)


def test_stop_is_in_the_way_of_a_throw_that_reaches_it():
    game = JumpyJack.with_edition()
    race, tally = Round(game.setup.courses["leaving"], game.edition.horses), Tally()
    race.moved("red", 0, 5)
    race.moved("black", 0, 3)
    for horse in ("yellow", "green", "white"):
        race.moved(horse, 0, 12)

    race.rolled(tally, 1)
    assert "stop blocks" not in race.met
    race.rolled(tally, 2)
    assert "stop blocks" in race.met
    assert tally.counts == {"throws": 2, "blocked": 1, "forced": 0}


def test_the_spread_of_a_figure_names_its_outer_twentieths():
    tally = Tally()
    for value in range(1, 101):
        tally.note("throws", value)

    assert [tally.quantile("throws", part) for part in (0.05, 0.5, 0.95, 1)] == [5, 50, 95, 100]


def test_pieces_of_work_cover_every_game_once_and_go_round():
    for games, jobs in [(1, 4), (7, 2), (100, 3), (5000, 8)]:
        cut = list(pieces(games, jobs))
        assert [number for piece in cut for number in piece] == list(range(games))
        assert len(cut) >= min(games, jobs)
        assert max(map(len, cut)) <= 32


def test_work_is_given_out_a_little_ahead_and_comes_back_in_order():
    taken = []

    def items():
        for number in range(40):
            taken.append(number)
            yield number

    with workers(2) as spread_over:
        results = spread_over(abs, items())
        assert next(results) == 0
        assert len(taken) <= 8
        assert list(results) == list(range(1, 40))


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


def test_the_page_in_the_documentation_says_what_a_report_says_now():
    page = (Path(__file__).parents[2] / "docs" / "editions.md").read_text("utf-8")

    for said in (head(), *(format_of(key) for key in catalog.GAMES)):
        for part in re.split(r"\{\w+\}", said):
            assert part in page
    for game in titles():
        for figure in game.measures.figures:
            assert f"| {figure.label} |" in page
    assert "`paddock simulate all --games " in page
