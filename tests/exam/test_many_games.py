"""Ten thousand random games, at every number of seats, with all options drawn; more with `--games`.

Each is played to its end and looked at closely at one moment; every fourth is then played once more from what was
decided. Every twentieth is played by way of its race log, which then has to verify.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple

import pytest

from engines import catalog
from engines.core import Chance, Header, IllegalAction, Match
from engines.newmarket.actions import Time
from engines.verify import logs, verify
from tests.exam.checks import chosen_by_who_acts, events_survive_json, examine
from tests.exam.conftest import GAMES
from tests.exam.domains import drawn, offered, values
from tests.exam.wholeness import require_whole
from tests.followed import followed, next_act

pytestmark = pytest.mark.long

TABLES = [(game.key, seats) for game in catalog.games() for seats in game.seats]

WEIGHTS = {"jockey": 40, "turfe": 30, "jumpyjack": 18, "sulkydrom": 8, "newmarket": 60}
"""How many of the games each table of a game plays, in proportion: more where a game takes less time."""
OF_OTHERS = 20
"""The same for a game that another distribution brings."""

AGAIN = 4
"""Every so many games one is played again."""

LOGGED = 20
"""Every so many games one is played by way of its log."""

ENDLESS = 20_000
"""No game takes so many decisions."""


class Drawn(NamedTuple):
    """A game to be played: all that fixes it."""

    game: catalog.AnyGame
    options: dict[str, Any]
    seats: int
    secret: bytes

    @classmethod
    def of(cls, key: str, seats: int, number: int) -> Drawn:
        game, secret = catalog.game(key), sha256(f"{key} {seats} {number}".encode()).digest()
        return cls(game, drawn(game, seats, Chance(sha256(b"options" + secret).digest())), seats, secret)

    @property
    def luck(self) -> Chance:
        """What decides for all seats."""
        return Chance(sha256(b"decisions" + self.secret).digest())


def decisions(game: catalog.AnyGame, state: Any, luck: Chance) -> Iterator[tuple[int | None, Any]]:
    """What may happen next: now and then the clock tries to, and then somebody who has to act does."""
    if game.key == "newmarket" and not luck.below(50):
        yield None, Time()
    yield next_act(game, state, luck)


def played(one: Drawn, *, is_again: bool) -> None:
    """Play a game by itself, look at a moment of it, and play it again from its decisions if that is wanted."""
    game, luck, chance = one.game, one.luck, Chance(one.secret)
    state, events = game.new(game.options(one.options), one.seats, chance)
    done: list[tuple[int | None, Any]] = []
    snapshot = luck.below(60)
    while game.outcome(state) is None:
        if len(done) == snapshot:
            events_survive_json(game, events, one.seats)
            examine(game, state, one.seats, done, luck)
        for seat, action in decisions(game, state, luck):
            try:
                state, events = game.apply(state, seat, action, chance)
            except IllegalAction:
                assert seat is None
                continue
            done.append((seat, action))
            break
        if any(event["type"] == "race_over" for event in events):
            require_whole(game, state, events)
        assert len(done) < ENDLESS, "the game does not end"
    assert events[-1]["type"] == "game_over"
    assert game.outcome(state).winners
    chosen_by_who_acts(game, state, one.seats)
    assert not is_again or played_again(one, done) == (state, chance.position, events)


def played_again(one: Drawn, done: list[tuple[int | None, Any]]) -> tuple[Any, int, Any]:
    chance = Chance(one.secret)
    state, events = one.game.new(one.game.options(one.options), one.seats, chance)
    for seat, action in done:
        state, events = one.game.apply(state, seat, action, chance)
    return state, chance.position, events


def logged(one: Drawn) -> None:
    """Play a game by way of its race log, and check the log as anybody can."""
    game, luck = one.game, one.luck
    header = Header.of(game, game.options(one.options), one.seats, one.secret, ["1", "2"])
    match, rows = Match.start(game, header)
    while match.outcome is None:
        match, news = match.act(*next_act(game, match.state, luck))
        rows += news
        assert len(rows) < ENDLESS, "the game does not end"
    (log,) = logs("".join(f"{line.line()}\n" for line in (header, *rows)))
    verdict = verify(log)
    assert verdict.problems == ()
    assert verdict.outcome == match.outcome
    assert followed(game, header, rows) == match


def share(key: str, games: int) -> int:
    """How many of so many games are played at each table of one game."""
    return ceil(
        games * WEIGHTS.get(key, OF_OTHERS) / sum(WEIGHTS.get(table, OF_OTHERS) for table, _ in TABLES)
    )


def test_at_least_ten_thousand_games_are_played_with_every_value_of_every_option(games):
    if games < GAMES:
        pytest.skip("fewer games were asked for")
    assert sum(share(key, games) for key, _ in TABLES) >= games >= 10_000

    for game in catalog.games():
        tables = [Drawn.of(game.key, seats, n) for seats in game.seats for n in range(share(game.key, GAMES))]
        for name, option in offered(game).items():
            offers = {repr(value) for seats in game.seats for value in values(option, seats)}
            assert offers == {repr(one.options[name]) for one in tables}


@pytest.mark.timeout(0)  # with --games it takes as long as one asks for
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_games_end_replay_and_hide_what_they_should(key, seats, games, record_property):
    numbers = range(share(key, games))
    for number in numbers:
        one = Drawn.of(key, seats, number)
        if number % LOGGED:
            played(one, is_again=number % AGAIN == 1)
        else:
            logged(one)
    record_property("games", len(numbers))
