"""The game of `docs/new-game.md`: installed from the page as it stands, examined, and played by presses alone."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.games.kit.english_pictures import CAPTIONS
from bot.games.screens import Act, Press, Seating
from bot.games.titles import title
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import desk_layout, seating_of
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.result_layout import final_layout
from bot.messages.snapshot import Snapshot
from bot.tables import Status, race_commands
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Header
from render import kit
from tests.distributions import forget
from tests.exam.checks import examine, luck
from tests.exam.conftest import Playout
from tests.games.race_days import LAST_ID, race_day, table
from tests.tables.conftest import new_database, rig, steady_luck
from tests.tables.playing import TableRig, with_standing
from tests.ui.limits import components, require_sendable
from tests.undrawn import without_drawing

__all__ = ["new_database", "rig", "steady_luck"]

PAGE = Path(__file__).parents[2] / "docs" / "new-game.md"
FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEY, NAMES = "longshot", ["Ana", "Ben", "Cleo", "Dan"]


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the distribution of the page."""
    files = dict(FILE.findall(PAGE.read_text("utf-8")))
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    about = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = project["entry-points"]["paddock.games"]
    lines = [f"{name} = {value}" for name, value in points.items()]
    about.joinpath("entry_points.txt").write_text("\n".join(["[paddock.games]", *lines, ""]))
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield
    monkeypatch.undo()
    for name in [name for name in sys.modules if name.partition(".")[0] == KEY]:
        del sys.modules[name]
    forget()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command of Paddock that has to work; return what it says."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr()
    assert (ended.value.code, printed.err) == (0, "")
    return printed.out


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("races", [1, 5])
def test_it_passes_the_examination(seats: int, races: int) -> None:
    game = catalog.game(KEY)
    secret = sha256(repr((seats, races)).encode()).digest()
    playout = Playout(Header.of(game, game.options({"races": races}), seats, secret))
    for number, moment in enumerate(playout.moments()):
        examine(game, moment.state, seats, moment.done, luck((seats, races, number)))


def test_the_command_line_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, pictures = tmp_path / "race.jsonl", tmp_path / "pictures"
    assert run(capsys, "simulate", KEY, "--games", "3").startswith("longshot, 4 seats, 3 games")
    run(capsys, "simulate", KEY, "--seed", "7", "--log", str(log))

    assert "verified: longshot" in run(capsys, "verify", str(log))
    told = run(capsys, "replay", str(log))
    assert "wins race 3." in told
    assert re.search(r"Seat 0 backs \w+ with [1-3] points?\.", told)
    drawn = run(capsys, "render", str(log), "--out", str(pictures))
    assert {path.suffix for path in pictures.iterdir()} == {".png", ".webp"}
    assert "replay.webp" in drawn
    assert "With `steady` players" in run(capsys, "simulate", KEY, "--seats", "2", "--report", "-")


def test_its_rules_are_played_before_there_is_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = [text for name, text in FILE.findall(PAGE.read_text("utf-8")) if name == f"{KEY}/title.py"]
    (tmp_path / KEY / "title.py").write_text(first, "utf-8")
    log = tmp_path / "race.jsonl"
    assert run(capsys, "simulate", KEY, "--games", "3").startswith("longshot, 4 seats, 3 games")
    run(capsys, "simulate", KEY, "--log", str(log))
    assert "verified: longshot" in run(capsys, "verify", str(log))


def test_a_win_is_seen_on_the_last_board_and_once_a_race_in_the_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards: list[kit.Board] = []
    monkeypatch.setattr(
        import_module("render.kit.board"), "animated", lambda _, steps, *__: boards.extend(steps)
    )
    day, drawings = race_day(4, 1, game=KEY), title(KEY).screens.drawings
    views = [moment.snapshot.standing.view(None) for moment in day if moment.snapshot.standing]
    drawings.replay(views, NAMES, CAPTIONS)

    assert [board.race for board in boards if any(each.rank for each in board.runners)] == [1, 2, 3]
    throws = [row for moment in day for row in moment.rows if row.action == {"type": "throw"}]
    assert len(boards) == len(throws)
    assert " home as number 1, " in drawings.board(views[-1], NAMES, CAPTIONS).alt


def test_a_bet_is_told_on_the_own_desk_and_in_the_log_alone() -> None:
    with without_drawing():
        for moment in race_day(4, 1, game=KEY):
            standing = moment.snapshot.standing
            assert standing is not None
            bets = [standing.view(seat).own for seat in range(4)]
            for seat, bet in zip(moment.snapshot.table.seats, bets, strict=True):
                desk = desk_layout(moment.snapshot, seat, {}, has_place=True)
                assert ("**Your bet:**" in desk.text) == bool(bet)
            assert " backs " not in board_layout(*moment).text


def test_a_game_in_which_nothing_moved_has_a_result_without_a_replay() -> None:
    with without_drawing():
        *_, moment = race_day(2, 1, game=KEY)
        assert len(final_layout(moment.snapshot, [], []).drawings) == 2


def test_every_screen_of_it_is_one_that_discord_takes() -> None:
    most = max(catalog.game(KEY).seats)
    with without_drawing():
        require_sendable(lobby_layout(Snapshot(table(most, 1, Status.LOBBY, KEY), None, DEFAULT), 10**15))
        for moment in race_day(most, 1, game=KEY):
            require_sendable(board_layout(*moment))
            for seat in moment.snapshot.table.seats:
                require_sendable(desk_layout(moment.snapshot, seat, {}, has_place=True))
        rows = [row for each in race_day(most, 1, game=KEY) for row in each.rows]
        require_sendable(final_layout(moment.snapshot, [], rows))


def pressable(seating: Seating) -> list[str]:
    """Name what can be pressed on a desk."""
    rows = title(KEY).screens.desk(seating, title(KEY).words(DEFAULT)).controls
    sent = components(MessageLayout("desk", controls=rows).build())
    return [str(each["custom_id"]) for each in sent if each.get("custom_id") and not each.get("disabled")]


async def test_it_is_played_to_its_end_by_presses_alone(rig: TableRig) -> None:
    dice, before = Random(3), await rig.worth(2)
    table_id = await rig.race(2, game=KEY, edition=None)
    while (await rig.table(table_id)).status is Status.RUNNING:
        at, standing = await with_standing(rig.tables, table_id)
        assert standing is not None
        snapshot = Snapshot(at, standing, DEFAULT)
        seat = at.seats[dice.choice(sorted(standing.asked))]
        seating = seating_of(snapshot, seat, {})
        address = CustomId.read(dice.choice(pressable(seating)))
        assert address is not None
        meant = title(KEY).screens.pressed(
            seating, Press(tuple(address.what.split("."))), title(KEY).words(DEFAULT)
        )
        assert isinstance(meant, Act)
        await rig.tables.step(race_commands.act, table_id, seat.user_id or LAST_ID, address.n, meant.action)

    assert (await rig.table(table_id)).status is Status.FINISHED
    assert await rig.audit() == []
    assert await rig.worth(2) != before
