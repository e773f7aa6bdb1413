"""What painters are asked to do in tests: functions of a module, as pictures are drawn by."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

from render.picture import Drawn, Parts


def painted(text: str) -> Drawn:
    """Draw nothing but the text."""
    return Drawn(text.encode(), 1, 1)


def painted_by_number(_which: int = 0) -> Drawn:
    """Draw the number of the process."""
    return painted(str(os.getpid()))


def numbered_in_parts(_which: int = 0) -> Parts:
    """Do so in a second part."""
    yield
    return painted_by_number()


def counted(folder: str, text: str) -> Drawn:
    """Do so, and leave a file in a folder for each time it is done."""
    Path(folder, f"{text} {time.monotonic_ns()}").touch()
    return painted(text)


def number() -> int:
    """Return the number of the process."""
    return os.getpid()


def die() -> NoReturn:
    """End as if killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def leave(code: int) -> NoReturn:
    """End with an exit code."""
    os._exit(code)


def fall_silent(seconds: float) -> NoReturn:
    """Close where the answers go, and end a while later."""
    os.closerange(3, 64)
    time.sleep(seconds)
    os._exit(0)


def die_once(flag: str) -> str:
    """End as if killed the first time."""
    try:
        Path(flag).touch(exist_ok=False)
    except FileExistsError:
        return "drawn"
    die()


def hang() -> None:
    """Never come to an end."""
    while True:
        time.sleep(60)


def fail(secret: str) -> NoReturn:
    """Raise an error that names a secret."""
    raise KeyError(secret)


def chat() -> str:
    """Print where the answers go."""
    sys.stdout.write("a word\n")
    sys.stdout.flush()
    os.write(1, b"another word\n")
    return "drawn"


def surroundings() -> dict[str, str]:
    """Return the environment."""
    return dict(os.environ)


def ignores() -> bool:
    """Be told to end, as a terminal tells all its processes, and stay."""
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGTERM)
    return True


def in_parts(flag: str, text: str = "in parts") -> Parts:
    """Draw part after part until a file is there, which somebody else makes."""
    while not Path(flag).exists():
        yield
    return painted(text)


def make(flag: str) -> Drawn:
    """Make that file."""
    Path(flag).touch()
    return painted("made")


def fail_in_parts(secret: str) -> Parts:
    """Raise an error that names a secret in the second part."""
    yield
    return fail(secret)


def die_in_parts(flag: str) -> Parts:
    """End as if killed in the second part, the first time."""
    yield
    yield
    return painted(die_once(flag))
