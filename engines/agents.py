"""Computer players, each of which gets a view and its choices, never a state; and whole games among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from engines import catalog
from engines.core import Agent, AnyGame, Chance, Header, Match, Outcome, Row, Seat, Unreadable


def agent(name: str, game: str) -> Agent:
    """Return the computer player called `name` for a game; raise Unreadable."""
    known = catalog.computers(game)
    if name not in known:
        raise Unreadable(f"no computer player of {game} is called {name!r}; there are: {', '.join(known)}")
    return known[name]()


def play_out(game: AnyGame, header: Header, agents: Sequence[Agent]) -> tuple[list[Row], Outcome]:
    """Let one agent a seat play the game of `header` to its end; return the rows of its log and the outcome.

    Where several seats decide at once they do so in seat order. The time of a window passes only where no seat
    has an answer. The agents' luck is apart from the table's and follows from the secret: seed
    SHA-256(secret ‖ "agents").
    """
    luck = luck_of(header)
    match, rows = Match.start(game, header)
    while (outcome := match.outcome) is None:
        match, news = _next(match, agents, luck)
        rows += news
    return rows, outcome


def luck_of(header: Header) -> Chance:
    """Return the luck of the agents who play the game of `header`."""
    return Chance(sha256(bytes.fromhex(header.secret) + b"agents").digest())


def in_play(game: AnyGame, header: Header, agents: Sequence[Agent]) -> Iterator[tuple[Match, Seat]]:
    """Play the same game; give the match before every decision, with the seat that takes it."""
    luck, (match, _) = luck_of(header), Match.start(game, header)
    while match.outcome is None:
        if able := match.able():
            yield match, able[0]
        match, _ = _next(match, agents, luck)


def _next(match: Match, agents: Sequence[Agent], luck: Chance) -> tuple[Match, list[Row]]:
    """Let the first seat that can decide do so, or the time of a window pass in which none can."""
    able = match.able()
    if not able:
        return match.let_pass()
    game, seat = match.game, able[0]
    choices = game.choices(match.state, seat)
    return match.act(seat, agents[seat].decide(game.view(match.state, seat), choices, luck))
