from __future__ import annotations

import pytest

from bot.games.command_limits import is_name


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("neu", True),
        ("plätze", True),
        ("classificação", True),
        ("Neu", False),
        ("a b", False),
        ("", False),
        ("x" * 33, False),
        ("new!", False),
        ("new\n", False),
    ],
)
def test_what_a_name_is(name: str, is_one: bool) -> None:
    assert is_name(name) is is_one
