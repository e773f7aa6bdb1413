"""Many games among computer players: which are played, by how many processes, and what is shown meanwhile."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, TextIO, TypeVar

import click

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Outcome, Row

Item = TypeVar("Item")
Result = TypeVar("Result")
Map = Callable[[Callable[[Item], Result], Iterable[Item]], Iterator[Result]]

LARGEST = 32
"""So many games at most are one piece of work."""

AHEAD = 4
"""So many pieces of work a process are under way or waiting: memory stays bounded, nobody runs dry."""


@dataclass(frozen=True)
class Series:
    """Games to be played: plain data, so that it can be sent to another process."""

    game: str
    edition: Mapping[str, Any] | None
    """None: the usual one."""
    options: Mapping[str, Any]
    seats: int
    secret: bytes
    agents: tuple[str, ...]
    """One name a seat."""

    def secret_of(self, number: int) -> bytes:
        """Return the secret of game `number`: the given one for 0, then SHA-256(secret ‖ number, 8 bytes)."""
        return sha256(self.secret + number.to_bytes(8, "big")).digest() if number else self.secret

    def play(self, numbers: Iterable[int]) -> Iterator[tuple[Header, list[Row], Outcome]]:
        """Play the games with these numbers one after another."""
        game = catalog.game(self.game, self.edition)
        options, players = game.options(self.options), [agent(name, self.game) for name in self.agents]
        for number in numbers:
            header = Header.of(game, options, self.seats, self.secret_of(number))
            yield header, *play_out(game, header, players)


def pieces(games: int, jobs: int) -> Iterator[range]:
    """Cut the numbers of so many games into pieces of work: small ones where there are few to go round."""
    size = max(1, min(LARGEST, games // (jobs * AHEAD)))
    return (range(start, min(start + size, games)) for start in range(0, games, size))


class Crew(NamedTuple):
    """Who plays: so many processes, what spreads pieces of work over them, and who is told of games played."""

    jobs: int
    spread_over: Map[Any, Any]
    played: Callable[[int], object]


@contextmanager
def workers(jobs: int) -> Iterator[Map[Any, Any]]:
    """Give what maps a function over pieces of work, in their order: here, or spread over several processes."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(
        jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as pool:

        def in_order(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
            waiting: deque[Future[Result]] = deque()
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) == jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

        yield in_order


@contextmanager
def progress(games: int, wanted: bool | None) -> Iterator[Callable[[int], object]]:
    """Show on standard error how far so many games are; give what is told of games that were played.

    Unless it is asked for (or asked to be away), the bar is shown where somebody sits at a terminal.
    """
    shown = sys.stderr.isatty() if wanted is None else wanted
    file = AsTerminal(sys.stderr) if shown else sys.stderr
    with click.progressbar(length=games, label="games", file=file, hidden=not shown, show_pos=True) as bar:  # type: ignore[arg-type]
        yield bar.update


class AsTerminal:
    """A stream on which a progress bar moves even if it is no terminal: somebody asked for it."""

    def __init__(self, stream: TextIO) -> None:
        self.write = stream.write
        self.flush = stream.flush

    def isatty(self) -> bool:
        """Say yes."""
        return True
