"""What the operator decides, and what follows where they have not."""

from __future__ import annotations

import pytest

from bot.environment import BadEnvironment, read_environment
from bot.tables.retention import USUAL_RETENTION, Retention


@pytest.mark.parametrize(
    ("render", "workers", "cores", "is_sandbox", "painters"),
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
    render: str, workers: str, cores: int, is_sandbox: bool, painters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PADDOCK_RENDER", render)
    monkeypatch.setenv("PADDOCK_RENDER_WORKERS", workers)
    assert read_environment().painters(cores, is_sandbox=is_sandbox) == painters


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


def test_what_is_over_is_kept_for_as_long_as_where_nobody_asks_the_settings() -> None:
    assert Retention(*read_environment().retention) == USUAL_RETENTION
