"""The command line as a whole: help for every command, one clear line for bad input, settings that are wrong."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

import click
import pytest

from bot.__main__ import COMMANDS, main, paddock
from bot.db.sqlite_file import LEAST
from bot.environment import Environment, read_environment


class Ran(NamedTuple):
    code: int
    out: str
    error: str


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Ran]:
    """Run the command line in an empty folder, without settings of its own."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DISCORD_API_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as exit_:
            main(arguments)
        printed = capsys.readouterr()
        return Ran(int(exit_.value.code or 0), printed.out, printed.err)

    return run


def every_command() -> Iterator[tuple[str, ...]]:
    """Name every command, those of groups as well."""
    context = click.Context(paddock)
    for name in paddock.list_commands(context):
        command = paddock.get_command(context, name)
        yield (name,)
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.list_commands(click.Context(command)))


commands = pytest.mark.parametrize("command", list(every_command()), ids=" ".join)


def test_paddock_alone_lists_every_command(run: Callable[..., Ran]) -> None:
    for arguments in ((), ("--help",), ("-h",)):
        ran = run(*arguments)
        assert (ran.code, ran.error) == (0, "")
        listed = re.findall(r"^  ([\w-]+) {2,}\S", ran.out.partition("Commands:")[2], re.MULTILINE)
        assert listed == list(COMMANDS)


def test_paddock_says_its_version(run: Callable[..., Ran]) -> None:
    assert re.fullmatch(r"paddock, version \d+\.\d+\S*\n", run("--version").out)


@commands
def test_help_is_a_line_and_examples(run: Callable[..., Ran], command: tuple[str, ...]) -> None:
    ran = run(*command, "--help")
    paragraphs = [" ".join(block.split()) for block in ran.out.split("\n\n")]
    examples = re.findall(rf"^    .*paddock {' '.join(command)}", ran.out, re.MULTILINE)

    assert (ran.code, ran.error) == (0, "")
    assert re.fullmatch(r"[A-Z][^.]{10,90}\.", paragraphs[1])
    assert re.search(r"^  Examples?:$", ran.out, re.MULTILINE)
    assert examples
    assert "\\b" not in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_its_own_help_says(run: Callable[..., Ran], name: str) -> None:
    own = " ".join(run(name, "--help").out.split("\n\n")[1].split())
    assert own.split()[0] == COMMANDS[name].split()[0]


@commands
def test_an_unknown_option_is_answered_with_one_line(
    run: Callable[..., Ran], command: tuple[str, ...]
) -> None:
    ran = run(*command, "--no-such-option")
    assert (ran.code, ran.out, ran.error.count("\n")) == (2, "", 1)
    assert ran.error.startswith("paddock: No such option '--no-such-option'.")


@pytest.mark.parametrize("arguments", [("gallop",), ("bank", "gallop"), ("bench", "gallop")], ids=" ".join)
def test_an_unknown_command_is_answered_with_one_line(
    run: Callable[..., Ran], arguments: tuple[str, ...]
) -> None:
    assert run(*arguments) == (2, "", "paddock: No such command 'gallop'.\n")


@pytest.mark.parametrize("group", ["bank", "bench"])
def test_a_group_alone_shows_its_help(run: Callable[..., Ran], group: str) -> None:
    assert run(group) == run(group, "--help")


@pytest.mark.parametrize(
    "arguments",
    [("simulate",), ("replay",), ("verify",), ("render",), ("backup",), ("sandbox", "--port", "70000")],
    ids=" ".join,
)
def test_what_is_missing_or_wrong_is_named_in_one_line(
    run: Callable[..., Ran], arguments: tuple[str, ...]
) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.error.count("\n")) == (2, "", 1)
    assert re.match(r"paddock: (Missing argument|Invalid value)", ran.error)


@pytest.mark.parametrize("command", ["run", "sandbox"])
@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("PADDOCK_LOG_LEVEL", "loud", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("PADDOCK_SANDBOX_PORT", "70000", "less than or equal to 65535"),
        ("PADDOCK_SANDBOX_PORT", "-1", "greater than or equal to 0"),
        ("PADDOCK_SANDBOX_PORT", "http", "a valid integer"),
        ("DISCORD_API_URL", "discord", "an address such as https://discord.com/api/v10"),
        ("DISCORD_API_URL", "ftp://discord.com", "an address such as https://discord.com/api/v10"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_expected_and_without_what_it_is(
    run: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    name: str,
    value: str,
    expected: str,
) -> None:
    monkeypatch.setenv(name, value)
    ran = run(command)

    assert (ran.code, ran.out, ran.error.count("\n")) == (2, "", 1)
    assert ran.error.startswith(f"paddock: {name}: ")
    assert expected in ran.error
    assert value not in ran.error.replace(expected, "")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mysql://localhost/paddock", "names neither SQLite nor PostgreSQL"),
        ("nonsense", "The database address cannot be read"),
        ("sqlite+aiosqlite:///no/such/folder/paddock.db", "does not exist"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_in_one_line(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, url: str, expected: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    monkeypatch.setenv("PADDOCK_DATABASE_URL", url)
    ran = run("run")

    assert (ran.code, ran.out) == (2, "")
    assert ran.error.startswith("paddock: ")
    assert ran.error.count("\n") == 1
    assert expected in ran.error


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PADDOCK_EDITIONS", "/no/such/folder"),
        ("PADDOCK_HEALTH", "192.0.2.1:8090"),
        ("PADDOCK_HEALTH", ".example:8090"),
    ],
)
def test_a_setting_that_names_nothing_ends_a_run_with_the_exit_code_that_keeps_systemd_from_restarting_it(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    monkeypatch.setenv("PADDOCK_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/paddock.db")
    monkeypatch.setenv(name, value)
    ran = run("run")

    assert ran.code == 2
    assert ran.error.splitlines()[-1].startswith(f"paddock: {name}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("run",),
        ("sandbox",),
        ("bank", "audit"),
        ("backup", "copy.db"),
        ("migrate-data", "sqlite+aiosqlite:///from.db", "sqlite+aiosqlite:///to.db"),
        *(("bench", each) for each in ("bot", "history", "store", "bank", "herd")),
        ("soak", "--minutes", "1"),
    ],
    ids=" ".join,
)
def test_a_sqlite_that_is_too_old_is_named_in_one_line_before_anything_is_made(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    ran = run(*arguments)

    assert (ran.code, ran.out, ran.error.count("\n")) == (2, "", 1)
    assert ran.error.startswith("paddock: SQLite 3.34.1 is too old: Paddock needs SQLite 3.35 or newer.")
    assert not list(tmp_path.iterdir())


def test_the_page_that_says_how_to_start_names_the_oldest_sqlite() -> None:
    root = Path(__file__).parents[2]
    for page in ("README.md", "docs/operations.md"):
        assert f"SQLite {'.'.join(map(str, LEAST[:2]))} or newer" in (root / page).read_text(
            encoding="utf-8"
        ), page


def test_settings_are_read_from_a_file_in_the_working_directory(
    run: Callable[..., Ran], tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("PADDOCK_LOG_LEVEL=loud\nOTHER_PEOPLES_SETTING=1\n", encoding="utf-8")
    assert run("run").error.startswith("paddock: PADDOCK_LOG_LEVEL: ")


def test_every_setting_stands_in_the_example_file() -> None:
    example = (Path(__file__).parents[2] / ".env.example").read_text(encoding="utf-8")
    named = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)
    of_compose = ["POSTGRES_PASSWORD"]
    assert sorted(named) == sorted([*of_compose, *(name.upper() for name in Environment.model_fields)])


def test_a_token_never_shows_in_a_setting_that_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    assert "secret-token" not in repr(read_environment())


def test_whoever_reads_the_output_may_stop_reading() -> None:
    code = "from bot.__main__ import main; main(['simulate', 'jockey', '--games', '20', '--log', '-'])"
    talking = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert talking.stdout is not None
    talking.stdout.readline()
    talking.stdout.close()
    assert talking.stderr is not None
    error = talking.stderr.read()
    talking.stderr.close()
    assert (talking.wait(60), error) == (1, "")


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race log whose story has letters that few terminals know."""
    log = tmp_path_factory.mktemp("race") / "race.jsonl"
    with pytest.raises(SystemExit):
        main(("simulate", "jockey", "--seed", "7", "--log", str(log)))
    return log


def printing(arguments: Sequence[str], output: IO[bytes] | int = subprocess.PIPE, **settings: str) -> Ran:
    """Run a command in a process of its own; what it printed is read as if a terminal knew only ASCII."""
    ran = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env={**os.environ, **settings},
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
    )
    printed = (ran.stdout or b"").decode("ascii", "replace")
    return Ran(ran.returncode, printed, ran.stderr.decode("ascii", "replace"))


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "cp437", "shift_jis", "ascii"])
@pytest.mark.parametrize("arguments", [("run", "--help"), ("replay", "-")], ids=" ".join)
def test_a_terminal_that_lacks_some_letters_is_shown_the_others(
    race: Path, arguments: tuple[str, ...], encoding: str
) -> None:
    asked = [str(race) if word == "-" else word for word in arguments]
    ran = printing(asked, PYTHONIOENCODING=encoding)
    assert (ran.code, ran.error) == (0, "")
    assert len(ran.out.splitlines()) > 10


def test_a_race_log_is_written_in_utf_8_whatever_the_terminal_knows(race: Path) -> None:
    asked = ["simulate", "jockey", "--seed", "7", "--log", "-"]
    written = subprocess.run(
        [sys.executable, "-m", "bot", *asked],
        env={**os.environ, "PYTHONIOENCODING": "utf-16"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert written.stdout == race.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [("--help",), (), ("--version",), ("bench",), ("simulate", "jockey"), ("replay", "-"), ("verify", "-")],
    ids=" ".join,
)
def test_an_output_that_is_full_is_told_in_one_line(race: Path, arguments: tuple[str, ...]) -> None:
    asked = [str(race) if word == "-" else word for word in arguments]
    with Path("/dev/full").open("wb") as full:
        ran = printing(asked, full)
    assert (ran.code, ran.error) == (1, "paddock: The output cannot be written: No space left on device.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lengths", "jumpyjack", "--data", "none/lengths.json"), "none/lengths.json: No such file"),
        (("simulate", "jockey", "--report", "none/page.md"), "none/page.md: No such file"),
        (("bank", "export", str(2**63)), "Invalid value for 'GUILD'"),
    ],
    ids=["lengths", "simulate", "bank export"],
)
def test_a_file_or_number_that_cannot_be_is_named_before_anything_is_done(
    run: Callable[..., Ran], arguments: tuple[str, ...], said: str
) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.error.count("\n")) == (2, "", 1)
    assert ran.error.startswith(f"paddock: {said}")


@pytest.mark.parametrize("command", ["verify", "replay", "render"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda log: b"\xef\xbb\xbf" + log, "line 1: a byte order mark"),
        (lambda log: log.replace(b"\n", b"\r\n"), "line 1: ends with CR;"),
        (lambda log: log.replace(b"\n", b"\r\n").replace(b"\r\n", b"\n", 2), "line 3: ends with CR;"),
    ],
    ids=["a mark", "CR LF", "CR LF later"],
)
def test_a_log_that_an_editor_saved_otherwise_is_told_what_is_wrong_with_it(
    run: Callable[..., Ran],
    race: Path,
    tmp_path: Path,
    command: str,
    change: Callable[[bytes], bytes],
    said: str,
) -> None:
    (tmp_path / "saved.jsonl").write_bytes(change(race.read_bytes()))
    ran = run(command, "saved.jsonl", *(["--out", "pictures"] if command == "render" else []))
    assert (ran.code, ran.out, ran.error.count("\n")) == (2, "", 1)
    assert ran.error.startswith(f"paddock: saved.jsonl: {said}")


def test_simulating_loads_neither_discord_nor_a_database_nor_pictures() -> None:
    code = (
        "import sys\n"
        "from bot.__main__ import main\n"
        "try: main(['simulate', 'jockey'])\n"
        "except SystemExit: pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"discord", "sqlalchemy", "aiohttp", "PIL", "sandbox"}.isdisjoint(ran.stderr.split())


def test_no_sandbox_opens_where_a_bot_with_a_server_of_databases_has_lost_its_token(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PADDOCK_DATABASE_URL", "postgresql+asyncpg://paddock@127.0.0.1:9/paddock")
    ran = run("run")

    assert (ran.code, ran.out) == (2, "")
    assert ran.error == (
        "paddock: DISCORD_TOKEN: a bot with a server of databases needs its token; `paddock sandbox` plays without.\n"
    )
