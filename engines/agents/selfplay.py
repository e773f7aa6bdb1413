"""A whole game among computer players."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engines.core import Agent, AnyGame, Chance, Header, Match, Outcome, Row


def play_out(game: AnyGame, header: Header, agents: Sequence[Agent]) -> tuple[list[Row], Outcome]:
    """Let one agent a seat play the game of `header` to its end; return the rows of its log and the outcome.

    Where several seats decide at once they do so in seat order. The agents' luck is apart from the table's
    and follows from the secret: seed SHA-256(secret ‖ "agents").
    """
    luck = Chance(sha256(bytes.fromhex(header.secret) + b"agents").digest())
    match, rows = Match.start(game, header)
    while (outcome := match.outcome) is None:
        seat = match.to_act()[0]
        view = game.view(match.state, seat)
        action = agents[seat].decide(view, game.choices(match.state, seat), luck)
        match, news = match.act(seat, action)
        rows += news
    return rows, outcome
