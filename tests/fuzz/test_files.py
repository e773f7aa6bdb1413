"""Race logs, editions and settings that were tampered with: a command does it, or says in clear lines why not."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import strategies as st

from bot.environment import BadEnvironment, Environment, read_environment
from engines import catalog
from tests.cli.test_mutated_logs import editions, mutated, paddock, require_a_clear_end
from tests.fuzz.conftest import Trying
from tests.fuzz.hostile import odd_text
from tests.undrawn import without_drawing

NAMES = [name.upper() for name in Environment.model_fields]
LINES_OF_A_VERDICT = 6


def logs() -> st.SearchStrategy[bytes]:
    """Logs in which something was changed, and bytes that never were one."""
    return mutated() | mutated() | mutated() | st.binary(max_size=200)


@pytest.mark.parametrize("command", ["verify", "replay", "render"])
def test_a_log_of_any_bytes_is_told_or_refused_in_clear_lines(
    command: str, trying: Trying, tmp_path: Path
) -> None:
    more = ("--out", tmp_path) if command == "render" else ()

    def each(log: bytes) -> None:
        trying.tried += 1
        with without_drawing():
            ran = paddock(command, "-", *more, stdin=log)
        require_a_clear_end(ran, lines=LINES_OF_A_VERDICT)

    trying.all_of(0.02, f"logs for {command}", each, logs(), least=80)


def test_an_edition_of_any_text_is_played_or_refused_in_one_clear_line(trying: Trying) -> None:
    anything = st.tuples(st.sampled_from(list(catalog.GAMES)), odd_text())

    def each(edition: tuple[str, str]) -> None:
        trying.tried += 1
        key, text = edition
        raw = text.encode("utf-8", "surrogatepass")
        require_a_clear_end(paddock("simulate", key, "--seed", "1", "--edition", "-", stdin=raw))

    trying.all_of(0.03, "editions", each, editions() | editions() | anything, least=60)


def _environments() -> st.SearchStrategy[tuple[dict[str, str], bytes]]:
    values = odd_text() | st.sampled_from(
        [
            "http://",
            "https://a:99999",
            "127.0.0.1:²",
            ":80",
            "[::1]:8090",
            "sqlite://",
            "sqlite+aiosqlite:////",
            "postgresql://x",
        ]
    )
    variables = st.dictionaries(st.sampled_from(NAMES), values, min_size=1, max_size=4)
    settable = variables.map(
        lambda found: {name: value for name, value in found.items() if _may_be_set(value)}
    )
    line = st.tuples(st.sampled_from([*NAMES, "", "export X", "🐎"]), values).map("=".join)
    file = st.lists(line, max_size=4).map(lambda lines: "\n".join(lines).encode("utf-8", "replace"))
    return st.tuples(settable, file | st.binary(max_size=80))


def _may_be_set(value: str) -> bool:
    return "\0" not in value and value.isprintable()


def test_settings_of_any_value_are_taken_or_refused_in_one_sentence_without_the_token(
    trying: Trying, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    token = "s3cret.t0ken"

    def each(given: tuple[dict[str, str], bytes]) -> None:
        trying.tried += 1
        variables, file = given
        Path(".env").write_bytes(file)
        with patch.dict(os.environ, {"DISCORD_TOKEN": token, **variables}):
            try:
                assert token not in repr(read_environment())
            except BadEnvironment as refused:
                said = str(refused)
                assert said.isprintable()
                assert said.endswith(".")
                assert token not in said

    trying.all_of(0.05, "settings", each, _environments())


def test_a_database_of_any_address_is_opened_or_refused_in_one_line(
    trying: Trying, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    odd = odd_text() | st.tuples(
        st.sampled_from(["sqlite://", "sqlite:///", "sqlite+aiosqlite:///"]), odd_text()
    ).map("".join)

    def each(address: str) -> None:
        trying.tried += 1
        require_a_clear_end(paddock("bank", "audit", "--database", address))

    trying.all_of(0.01, "addresses", each, odd)
