"""Drawings for tests: functions of a module, as recipes name them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import NoReturn

from render.picture import Drawn


def drawn(text: str) -> Drawn:
    """Draw nothing but the text."""
    return Drawn(text.encode(), 1, 1)


def number(_which: int = 0) -> Drawn:
    """Draw the number of the process."""
    return drawn(str(os.getpid()))


def noted(folder: str, text: str) -> Drawn:
    """Draw the text, and leave a file in a folder for each time."""
    Path(folder, f"{time.monotonic_ns()} {text}").touch()
    return drawn(text)


def waiting(flag: str, text: str) -> Drawn:
    """Draw the text once somebody has made a file."""
    while not Path(flag).exists():
        time.sleep(0.001)
    return drawn(text)


def made(flag: str) -> Drawn:
    """Make that file."""
    Path(flag).touch()
    return drawn("made")


def die(folder: str, times: int = 9) -> Drawn:
    """End the process as if killed, so many times."""
    if len(list(Path(folder).iterdir())) < times:
        noted(folder, "died")
        os.kill(os.getpid(), signal.SIGKILL)
    return drawn("drawn")


def hang(folder: str) -> NoReturn:
    """Never come to an end."""
    noted(folder, str(os.getpid()))
    while True:
        time.sleep(60)


def fail(secret: str) -> NoReturn:
    """Raise an error that names a secret."""
    raise KeyError(secret)


def surroundings() -> Drawn:
    """Draw the environment, and by how much others go first."""
    return drawn(f"{dict(os.environ)} nice {os.getpriority(os.PRIO_PROCESS, 0)}")
