"""A painter, the process: it reads calls from its standard input and writes what they return to its output.

It is run by its path and imports nothing of Paddock until a call names it. It ends with its input, so also when the bot
is killed. Nothing private leaves it: of what went wrong it tells the kind and the place.

A message is a number and its length, in 4 bytes each, big-endian, and a pickle. First comes the path for imports, then
calls without arguments. A call that returns a generator is made in parts, and between them what was called meanwhile.
Each is answered by its number, whether it returned, what it returned or what went wrong, and the bytes of memory that
are the painter's own; 0 where that is not known.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
import sys
from collections.abc import Generator
from io import FileIO
from pathlib import Path
from traceback import walk_tb
from types import GeneratorType
from typing import Any, BinaryIO

HEAD = struct.Struct("!II")

NICENESS = 5
"""By how much the bot goes first where both want the same core: a press waits for nothing that is being drawn."""

Parts = Generator[None, None, Any]


def main() -> None:
    """Serve until the input ends."""
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # it is the bot that ends its painters
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked, answers = FileIO(0, closefd=False), os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)  # nothing that is printed gets between the answers
    os.dup2(silence, 2)
    _, path = _received(asked) or (0, pickle.dumps([]))
    sys.path[:] = pickle.loads(path)  # noqa: S301 - the bot itself says it
    _serve(asked, answers)


def _serve(asked: FileIO, answers: BinaryIO) -> None:
    begun: dict[int, Parts] = {}
    while True:
        if not begun or _is_called(asked):
            if (message := _received(asked)) is None:
                return
            number, call = message
            is_made, what = _made(call)
            if isinstance(what, GeneratorType):
                begun[number] = what
            else:
                _answer(answers, number, is_made, what)
        if begun:  # also after a call: however many there are, what is begun comes to its end
            number = next(iter(begun))
            if end := _next_part(begun[number]):
                del begun[number]
                _answer(answers, number, *end)


def _is_called(asked: FileIO) -> bool:
    """Whether a message waits, or the input has ended; not known on Windows, which cannot look at a pipe."""
    return sys.platform != "win32" and bool(select.select([asked], [], [], 0)[0])


def _received(asked: FileIO) -> tuple[int, bytes] | None:
    head = _read(asked, HEAD.size)
    if len(head) < HEAD.size:
        return None
    number, length = HEAD.unpack(head)
    return number, _read(asked, length)


def _read(asked: FileIO, length: int) -> bytes:
    """Read so many bytes, fewer at the end; nothing is read ahead, or it could not be told whether more waits."""
    read = bytearray()
    while len(read) < length and (more := asked.read(length - len(read))):
        read += more
    return bytes(read)


def _made(call: bytes) -> tuple[bool, Any]:
    try:
        return True, pickle.loads(call)()  # noqa: S301 - the same
    except Exception as error:  # noqa: BLE001 - it is the bot's to judge
        return False, told(error)


def _next_part(parts: Parts) -> tuple[bool, Any] | None:
    """Make the next part; return whether all of it went well and what it returns once it is the last."""
    try:
        next(parts)
    except StopIteration as end:
        return True, end.value
    except Exception as error:  # noqa: BLE001 - the same
        return False, told(error)
    return None


def _answer(answers: BinaryIO, number: int, is_made: bool, what: object) -> None:
    answer = pickle.dumps((is_made, what, own_memory()), pickle.HIGHEST_PROTOCOL)
    answers.write(HEAD.pack(number, len(answer)) + answer)
    answers.flush()


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
