"""A painter, the process: it reads calls from its standard input and writes what they return to its output.

It is run by its path and imports nothing of Paddock until a call names it. It ends with its input, so also when the bot
is killed. Nothing private leaves it: of what went wrong it tells the kind and the place.

A message is its length in 4 bytes, big-endian, and a pickle. First comes the path for imports, then calls without
arguments. Each is answered by whether it returned, what it returned or what went wrong, and the bytes of memory that
are the painter's own; 0 where that is not known.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from pathlib import Path
from traceback import walk_tb
from typing import Any, BinaryIO

LENGTH = struct.Struct("!I")


def main() -> None:
    """Serve until the input ends."""
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # it is the bot that ends its painters
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)  # nothing that is printed gets between the answers
    os.dup2(silence, 2)
    sys.path[:] = pickle.loads(_received(asked) or b"")  # noqa: S301 - the bot itself says it
    while message := _received(asked):
        answer = pickle.dumps((*_answered(message), own_memory()), pickle.HIGHEST_PROTOCOL)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _received(asked: BinaryIO) -> bytes | None:
    head = asked.read(LENGTH.size)
    return asked.read(*LENGTH.unpack(head)) if len(head) == LENGTH.size else None


def _answered(message: bytes) -> tuple[bool, Any]:
    try:
        return True, pickle.loads(message)()  # noqa: S301 - the same
    except Exception as error:  # noqa: BLE001 - it is the bot's to judge
        return False, told(error)


def told(error: BaseException) -> str:
    """Name an error and where it came from; what it says for itself may be private."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    module = frame.f_globals.get("__name__", "?")
    return f"{type(error).__name__} in {module}.{frame.f_code.co_qualname}, line {line}"


def own_memory() -> int:
    """Return the bytes of memory that this process shares with no file and no other process."""
    try:
        _, resident, with_files, *_ = map(int, Path("/proc/self/statm").read_bytes().split())
    except OSError:
        return 0
    return (resident - with_files) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
