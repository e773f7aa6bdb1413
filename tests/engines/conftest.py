from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Chance, Header, Row


@pytest.fixture
def chance() -> Chance:
    return Chance(bytes(32))


@pytest.fixture(scope="session")
def log_of() -> Callable[..., tuple[Header, list[Row]]]:
    """Play a whole game at random and return its log."""

    def played(
        key: str = "jockey", seats: int = 3, number: int = 0, player: str = "random", **options: object
    ):
        game = catalog.game(key)
        secret = sha256(str(number).encode()).digest()
        header = Header.of(game, game.options(options), seats, secret, ["1", "22"])
        rows, _ = play_out(game, header, [agent(player, key)] * seats)
        return header, rows

    return played
