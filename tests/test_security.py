"""docs/security.md names a test for all that could go wrong: they are there; and those that stand nowhere else."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from bot.cli import logfiles
from bot.db import Database, DatabaseUnusable
from bot.editions import LARGEST, read_edition
from bot.environment import Environment, read_environment
from bot.messages.layout import MessageLayout
from bot.outbox import Opened
from bot.tables import Person, day_commands, lobby_commands
from bot.texts.markup import plain
from bot.ui.limits import OF_A_PERSON, OF_A_SERVER, Cost, Limit
from engines.core import Unreadable
from sandbox import Sandbox
from tests.cli.test_mutated_logs import good, paddock, require_a_clear_end
from tests.tables.conftest import new_database, rig, steady_luck
from tests.tables.playing import ANA, TableRig
from tests.ui.wall import Painted, Wall, painted, render_pool, wall
from tests.undrawn import without_drawing

__all__ = ["new_database", "painted", "render_pool", "rig", "steady_luck", "wall"]

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
HOSTILE = "@everyone <@1> <@&2> **big** [a](https://b.example) `c` ~~d~~ ||e|| # f"


def threats() -> list[tuple[str, str, str]]:
    """Return every line of the list: who wants what, what prevents it, and the tests."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [
        (row[0].strip(), row[1].strip(), row[2]) for row in rows if len(row) == 3 and NAMED.search(row[2])
    ]


def covered_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("threat", threats(), ids=lambda threat: threat[0])
def test_every_test_that_is_named_is_there(threat: tuple[str, str, str]) -> None:
    _, _, tests = threat
    assert [f"{file}::{name}" for file, name in NAMED.findall(tests) if name not in covered_in(file)] == []


def test_every_threat_says_what_prevents_it_and_names_a_test() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    listed, _, _ = text.partition("\n## Limits")
    rows = [
        line
        for line in listed.splitlines()
        if line.startswith("| ") and not line.startswith(("| who", "| ---"))
    ]
    assert len(threats()) == len(rows) >= 25
    assert all(who and prevented for who, prevented, _ in threats())


def test_the_limits_that_are_told_are_those_that_hold() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| .+ \| (\d+) \| ([\d.]+) s \|$", text, re.MULTILINE)
    of_a_server = re.search(r"of a whole server (\d+), then one a second", text)

    assert [Limit(int(at_once), float(seconds)) for at_once, seconds in told] == [*OF_A_PERSON.values()]
    assert of_a_server
    assert {Cost.OPEN: Limit(int(of_a_server[1]), 1)} == OF_A_SERVER


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+asyncpg://paddock:hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:hush@127.0.0.1:9/",
        "postgresql+asyncpg://paddock:hush@127.0.0.1:port/paddock",
        "postgresql+asyncpg://paddock:hush@127.0.0.1:9/paddock?connections=many",
        "postgresql+asyncpg://paddock:hush@127.0.0.1:9/paddock?color=red",
        "mysql://paddock:hush@127.0.0.1/paddock",
        "hush://127.0.0.1/paddock",
        "postgresql+asyncpg://paddock:a@hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@hush/b@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b/hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b:hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b?hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b/c?hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b/c?hush=1@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b/c?port=hush@127.0.0.1:9/paddock",
        "postgresql+asyncpg://paddock:a@b/c?ssl=hush@127.0.0.1:9/paddock",
    ],
)
async def test_the_databases_password_shows_in_no_text(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PADDOCK_DATABASE_URL", address)
    environment = read_environment()
    with pytest.raises(DatabaseUnusable) as refused:
        await Database.open_existing(environment.paddock_database_url)

    assert "hush" not in f"{environment!r} {environment} {refused.value} {caplog.text}"


async def test_whatever_somebody_is_called_is_no_markup_and_mentions_nobody(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    with without_drawing():
        table_id = await rig.lobby(people=1)
        await rig.tables.step(lobby_commands.join, table_id, Person(777, HOSTILE), rig.interaction())
        await painted.paint(table_id)
        await rig.start(table_id)
        await rig.play_until(table_id, "racing", Random(1))
        await rig.hand_over(table_id, 777, 778)
        await painted.paint(table_id)
        await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
        await painted.paint(table_id)

    said = [layout.text + layout.footer for layout in wall.messages.values()]
    told = [drawing.alt for layout in wall.messages.values() for drawing in layout.drawings]
    said += [MessageLayout(alt).text if not alt else plain(alt) for alt in told]
    shown = [text for text in said if "everyone" in text]
    assert shown, "the name is shown somewhere"
    for text in shown:
        assert "@everyone" not in text
        assert "](https://" not in text
        assert "**big**" not in text
        assert "<@1>" not in text


def test_a_message_notifies_nobody_but_whom_it_calls() -> None:
    told = MessageLayout("@everyone <@&5> <@7> <@8>", pings=[7]).mentions().to_dict()
    assert told == {"parse": [], "users": [7], "replied_user": False} or (
        told["parse"] == [] and [int(user) for user in told["users"]] == [7] and "roles" not in told
    )


def test_no_statement_is_put_together_from_text() -> None:
    chosen = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "S" in chosen["select"]
    assert not [rule for rule in chosen["ignore"] if rule.startswith("S6")]
    excused = {
        path.relative_to(ROOT).as_posix()
        for room in ("bot", "engines", "render", "sandbox")
        for path in (ROOT / room).rglob("*.py")
        if "noqa: S608" in path.read_text(encoding="utf-8") and "migrations" not in path.parts
    }
    assert excused <= {"bot/db/postgresql.py"}, "which names a sequence that it has asked the database for"


def test_the_token_of_an_opened_desk_shows_in_no_text_of_it() -> None:
    opened = Opened(1, 2, "s3cret", 3)
    assert "s3cret" not in f"{opened} {opened!r} {[opened]}"


def test_nothing_is_served_unless_somebody_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PADDOCK_HEALTH", raising=False)
    assert Environment().health_address is None


def test_a_log_that_is_larger_than_memory_bears_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    log = "\n".join(good("jockey")).encode()
    monkeypatch.setattr(logfiles, "LARGEST", len(log) - 1)
    ran = paddock("verify", "-", stdin=log)
    require_a_clear_end(ran)
    assert ran.code == 2
    assert "larger than" in ran.error


def test_an_edition_that_is_larger_than_any_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "jockey.json"
    file.write_text(" " * (LARGEST + 1))
    with pytest.raises(Unreadable, match="larger than"):
        read_edition("jockey", file)


@pytest.mark.parametrize("game", ["../../jockey", "/tmp/jockey", "..", "jockey/../turfe", "C:\\jockey"])
def test_a_log_names_no_file_that_is_written(game: str, tmp_path: Path) -> None:
    header, *rows = good("jockey")
    forged = "\n".join([header.replace('"game":"jockey"', f'"game":"{game}"'.replace("\\", "\\\\")), *rows])
    inside = tmp_path / "out" / "pictures"
    inside.mkdir(parents=True)

    with without_drawing():
        ran = paddock("render", "-", "--out", inside, stdin=forged.encode())

    require_a_clear_end(ran)
    assert ran.code == 2
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


async def test_the_sandbox_serves_no_file_but_its_own() -> None:
    import aiohttp
    from yarl import URL

    async with Sandbox(0) as sandbox, aiohttp.ClientSession() as web:
        for path in (
            "/page/../server.py",
            "/page/%2e%2e/server.py",
            "/page/..%2fserver.py",
            "/page//etc/passwd",
            "/cdn/attachments/1/..%2f..%2fserver.py/x",
        ):
            async with web.get(URL(f"{sandbox.url}{path}", encoded=True)) as answer:
                assert answer.status in {400, 403, 404}, path


def test_everything_is_installed_by_its_hash() -> None:
    told = [(ROOT / name).read_text() for name in ("Makefile", "Dockerfile")]
    installs = [
        line for text in told for line in text.splitlines() if "install" in line and "-r requirements" in line
    ]
    assert len(installs) >= 3
    assert [line for line in installs if "--require-hashes" not in line] == []
