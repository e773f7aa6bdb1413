"""Imports point one way: core, parts, games, catalog, agents; and nothing of the bot, pictures or the sandbox."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINES = Path(__file__).parents[2] / "engines"
GAMES = {path.parent.name for path in ENGINES.glob("*/edition.json")}
MODULES = sorted(ENGINES.rglob("*.py"))
FORBIDDEN = {"asyncio", "bot", "datetime", "discord", "PIL", "random", "render", "sandbox", "secrets", "time"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def rooms(path: Path) -> set[str]:
    parts = (name.split(".") for name in imported(path) if name.startswith("engines."))
    return {part[1] for part in parts}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINES)))
def test_engines_know_no_clock_no_luck_of_their_own_and_no_other_room(path):
    assert not {name.split(".")[0] for name in imported(path)} & FORBIDDEN


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINES)))
def test_each_part_of_the_engines_imports_only_what_comes_before_it(path):
    home = path.relative_to(ENGINES).parts[0]
    allowed = {
        "core": {"core"},
        "parts": {"core", "parts"},
        **{game: {"core", "parts", game} for game in GAMES},
        "entry_points.py": {"core"},
        "catalog.py": {"core", "entry_points"},
        "verify.py": {"core", "catalog"},
        "agents.py": {"core", "catalog"},
        "__init__.py": set(),
    }

    assert rooms(path) <= allowed[home]
