"""What the operator decides, and what follows where they have not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.environment import BadEnvironment, read_environment
from bot.tables.retention import USUAL_RETENTION, Retention


@pytest.mark.parametrize(
    ("render", "workers", "cores", "is_sandbox", "expected"),
    [
        ("", "", 4, False, 4),
        ("", "", 1, False, 0),
        ("", "", 4, True, 0),
        ("processes", "", 1, True, 1),
        ("processes", "2", 8, False, 2),
        ("threads", "2", 8, False, 0),
        ("", "3", 8, False, 3),
    ],
)
def test_processes_draw_on_discord_where_there_are_cores_for_them_unless_it_is_set_otherwise(
    render: str, workers: str, cores: int, is_sandbox: bool, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PADDOCK_RENDER", render)
    monkeypatch.setenv("PADDOCK_RENDER_WORKERS", workers)
    assert read_environment().render_workers(cores, is_sandbox=is_sandbox) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [("PADDOCK_RENDER", "gpu"), ("PADDOCK_RENDER_WORKERS", "0"), ("PADDOCK_RENDER_WORKERS", "many")],
)
def test_a_setting_that_cannot_be_used_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadEnvironment, match=f"^{name}: "):
        read_environment()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('"secret-token"', "quotes"),
        ("'secret-token'", "quotes"),
        ('""', "quotes"),
        ("secret-token # from the portal", "comment"),
        ("secret-token #", "comment"),
        ("secret\ntoken", "line break"),
        ("secret-token\r", "line break"),
    ],
)
@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "PADDOCK_DATABASE_URL", "PADDOCK_KEEP_LOGS"])
def test_what_only_a_shell_would_have_taken_away_is_named_without_the_value(
    name: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadEnvironment, match=f"^{name}: the value has .*{expected}") as refusal:
        read_environment()
    assert "secret" not in str(refusal.value)


def test_quotes_and_comments_in_the_settings_file_are_no_part_of_a_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("PADDOCK_LOG_LEVEL='DEBUG' # while it is new\n", encoding="utf-8")
    assert read_environment().paddock_log_level == "DEBUG"


def test_what_is_over_is_kept_for_as_long_as_where_nobody_asks_the_settings() -> None:
    assert Retention(*read_environment().retention) == USUAL_RETENTION
