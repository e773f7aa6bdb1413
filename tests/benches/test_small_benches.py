"""The benches of one part alone tell their figures."""

from __future__ import annotations

import json
from functools import partial
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from benches import bank, pictures, render, replays
from benches.shown_pictures import REPLAY
from bot.painters import painter
from engines import catalog
from render.picture import Picture
from tests.painters.tasks import painted


def test_pictures_are_measured_in_threads_and_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [Picture(f"{number}.png", "", partial(painted, str(number))) for number in range(60)]
    monkeypatch.setattr(pictures, "_pictures", lambda *_: iter(some))
    monkeypatch.setattr(pictures, "_at_a_table", lambda *_: (("board", each) for each in some))
    monkeypatch.setattr(pictures, "catalog", SimpleNamespace(GAMES=("jockey",)))
    told = CliRunner().invoke(pictures.command, ["--pictures", "20", "--workers", "1", "--json"])
    cases = [json.loads(line)["case"] for line in told.output.splitlines()]
    assert set(cases) == {"threads", "processes", "jockey board"}
    memory = [each for each in map(json.loads, told.output.splitlines()) if each["figure"] == "memory"]
    assert [each["case"] for each in memory] == ["processes"]


@pytest.mark.long
def test_each_kind_of_picture_is_measured_beside_the_encoder_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "FEW", {REPLAY: 1})
    asked = ["--games", "newmarket", "--pictures", "8", "--json"]
    asked += ["--case", "hand", "--case", "board", "--case", "replay"]
    told = CliRunner().invoke(render.command, asked, catch_exceptions=False)
    figures = [json.loads(line) for line in told.output.splitlines()]
    assert {each["case"] for each in figures} == {
        *(f"newmarket {kind}" for kind in ("hand", "board", "replay")),
        "newmarket",
    }
    assert all(each["bench"] == "render" and each["value"] >= 0 for each in figures)
    hand = {each["figure"]: each for each in figures if each["case"] == "newmarket hand"}
    assert set(hand) == {"p50", "p99", "encoder alone", "bytes", "first"}
    assert hand["p50"]["value"] <= hand["p99"]["value"]
    assert hand["p50"]["ratio"] == pytest.approx(
        hand["p50"]["value"] / hand["encoder alone"]["value"], rel=0.1
    )
    assert {each["figure"] for each in figures if each["case"] == "newmarket"} == {
        "memory",
        "late max, eight boards",
    }


def test_pictures_whose_painters_all_grow_too_large_are_measured_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(painter, "MOST_MEMORY", 0)
    asked = ["--games", "newmarket", "--pictures", "8", "--case", "board", "--json"]
    told = CliRunner().invoke(render.command, asked, catch_exceptions=False)
    figures = {json.loads(line)["figure"] for line in told.output.splitlines()}
    assert {"p50", "first", "late max, eight boards"} <= figures
    assert "memory" not in figures, "nobody was there to be looked at"


def test_pictures_of_no_game_are_not_measured() -> None:
    told = CliRunner().invoke(render.command, ["--games", "jockey,chess"])
    assert told.exit_code == 2
    assert "There is no game 'chess'; there are jockey, " in told.output


def test_the_bank_tells_what_bets_cost_and_that_a_bet_costs_no_more_than_ten_statements() -> None:
    told = CliRunner().invoke(bank.command, ["--case", "tote", "--bets", "570", "--people", "57", "--json"])
    figures = [json.loads(line) for line in told.output.splitlines()]
    assert {each["case"] for each in figures} == {"tote_bet", "tote_settle", "tote_refund", "tote_odds"}
    (most,) = [each["value"] for each in figures if each["figure"] == "statements, most"]
    assert most <= 10


def test_every_board_of_a_large_server_is_timed() -> None:
    asked = ["--case", "leaderboard", "--members", "30", "--movements", "800", "--json"]
    told = CliRunner().invoke(bank.command, asked)
    figures = [json.loads(line) for line in told.output.splitlines()]
    assert {(each["bench"], each["case"], each["unit"]) for each in figures} == {
        ("bank", "leaderboard", "ms")
    }
    named = {each["figure"].removesuffix(", median") for each in figures}
    spans = ("today", "week", "month", "season", "all")
    assert named == {
        "worth all",
        "rating jockey all",
        *(f"{by} {since}" for by in ("profit", "wins", "tote") for since in spans),
        *(f"{by} jockey {since}" for by in ("profit", "wins", "tote") for since in spans),
    }
    assert all(each["value"] > 0 for each in figures)


def test_replays_are_measured_in_both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "catalog", SimpleNamespace(GAMES=("jockey",), game=catalog.game))
    told = CliRunner().invoke(replays.command, ["--races", "2", "--json"])
    assert told.exit_code == 0, told.output
    figures = [json.loads(line) for line in told.output.splitlines()]
    assert {figure["case"] for figure in figures} == {"jockey webp", "jockey gif"}
    longest = [figure["value"] for figure in figures if figure["figure"] == "longest"]
    assert all(12 <= value <= 20 for value in longest)
