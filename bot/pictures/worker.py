"""What runs in a process that draws: it knows nothing of the bot, and its errors tell nothing private."""

from __future__ import annotations

import ctypes
import os
import pickle
from contextlib import suppress
from importlib import import_module
from traceback import walk_tb

from engines.catalog import GAMES
from render.picture import Drawn

NICENESS = 5
"""By how much the bot goes first where both want the same core: a press waits for nothing that is being drawn."""

INHERITED = {"PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ"}
"""What a process keeps of the environment, in which the bot may have secrets."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""What glibc calls the sizes from which memory is handed back, and got apart: its `malloc.h`."""

LARGE = 256 * 1024
"""Bytes from which the memory of an image is handed back as soon as it is let go: half of what a process has."""

for _game in GAMES:  # ahead of the first picture, and once for all processes where those are forked
    import_module(f"render.{_game}")


class DrawingFailed(Exception):
    """A drawing raised an error; the message names its kind and its place, and nothing private."""


def start() -> None:
    """Prepare a process that draws: it gives way to the bot, and forgets the bot's environment."""
    for name in os.environ.keys() - INHERITED:
        del os.environ[name]
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(AttributeError, OSError, TypeError):  # other C libraries know no such settings
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_TRIM_THRESHOLD, LARGE)
        mallopt(M_MMAP_THRESHOLD, LARGE)


def ready() -> None:
    """Do nothing: a pool starts its processes when something is scheduled."""


def draw(recipe: bytes) -> Drawn:
    """Draw a picture from its recipe; raises `DrawingFailed`."""
    try:
        drawn: Drawn = pickle.loads(recipe)()  # noqa: S301 - the bot itself has written it
    except Exception as error:  # noqa: BLE001 - an error may name a card
        raise DrawingFailed(_place(error)) from None
    return drawn


def _place(error: Exception) -> str:
    """Name the kind of an error and where it was raised."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    module = frame.f_globals.get("__name__", "?")
    return f"{type(error).__name__} in {module}.{frame.f_code.co_qualname}, line {line}"
