"""Distributions that bring games, and games that are taken away, as if a process had just started with them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from engines import catalog, entry_points

EDITION = Path(catalog.__file__).with_name("jockey").joinpath("edition.json")

RULES = """
from types import SimpleNamespace
from engines.jockey import COMPUTERS, Jockey

class Quoits(Jockey):
    key = "quoits"

QUOITS = SimpleNamespace(engine=Quoits, computers={"random": COMPUTERS["random"]})
"""

TITLE = """
from dataclasses import replace
from bot.games.jockey.english import JockeyTexts
from bot.games.jockey.screens import JockeyScreens
from bot.games.jockey.title import TITLE as JOCKEY
from bot.texts import Spoken

class Quoits(JOCKEY.engine):
    key = "quoits"

class Words(JockeyTexts):
    name = "Quoits"
    pitch = "rings on a pin"
    summary = "throw rings at a pin"

class Screens(JockeyScreens):
    spoken = Spoken({"en-US": Words()})

TITLE = replace(JOCKEY, engine=Quoits, screens=Screens(), translations={})
"""
"""A whole title, played as Jockey is."""

POINT = "quoits = quoits.game:TITLE"

Bring = Callable[..., None]
TakeAway = Callable[[str], None]

KEPT = {
    "bot.games.titles": ("title", "titles"),
    "bot.slash_commands.translator": ("translations",),
}
"""What a process knows of its games once it was asked, by module."""


def forget() -> None:
    """Have whoever asks for a game look for it anew."""
    invalidate_caches()
    for kept in (entry_points.found, entry_points.load, catalog._packaged):
        kept.cache_clear()
    for module, names in KEPT.items():
        for name in names if module in sys.modules else ():
            getattr(sys.modules[module], name).cache_clear()


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Install a distribution, or another version: its package has the program given, its entry points are these."""
    before = set(sys.modules)

    def bring(points: str, program: str = RULES, package: str = "quoits", edition: str | None = None) -> None:
        room = tmp_path / package
        room.mkdir(exist_ok=True)
        shutil.rmtree(room / "__pycache__", ignore_errors=True)
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]
        room.joinpath("__init__.py").write_text("")
        room.joinpath("game.py").write_text(program)
        room.joinpath("edition.json").write_text(edition or EDITION.read_text())
        about = tmp_path / f"paddock_{package}-1.0.dist-info"
        about.mkdir(exist_ok=True)
        about.joinpath("METADATA").write_text(
            f"Metadata-Version: 2.1\nName: paddock-{package}\nVersion: 1.0\n"
        )
        about.joinpath("entry_points.txt").write_text(f"[paddock.games]\n{points}\n")
        forget()

    monkeypatch.syspath_prepend(str(tmp_path))
    yield bring
    monkeypatch.undo()
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in {path.name for path in tmp_path.iterdir()}:
            del sys.modules[name]
    forget()


@pytest.fixture
def take_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[TakeAway]:
    """Have the program start without a game."""

    def take_away(key: str) -> None:
        monkeypatch.setattr(catalog, "GAMES", tuple(each for each in catalog.GAMES if each != key))
        forget()

    yield take_away
    monkeypatch.undo()
    forget()


@pytest.fixture
def give_back(monkeypatch: pytest.MonkeyPatch) -> TakeAway:
    """Have the program start with a game again that was taken away."""

    def give_back(key: str) -> None:
        monkeypatch.setattr(catalog, "GAMES", (*catalog.GAMES, key))
        forget()

    return give_back
