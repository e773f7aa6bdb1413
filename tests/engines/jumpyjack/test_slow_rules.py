"""A second Jumpy Jack, written from the booklet and one square at a time, held against the engine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core import Chance, IllegalAction, Row
from engines.jumpyjack.actions import Horse, Move
from engines.jumpyjack.game import JumpyJack

HORSES = ["yellow", "black", "red", "green", "white"]
STOP, DOUBLE, OUT, RESTART, LAST = 5, 10, 16, 21, 24
AWAY = None
"""Where a horse on the podium is."""

JUMPYJACK = JumpyJack.with_edition()


def is_barrier(board: dict, square: int) -> bool:
    there = [horse for horse in HORSES if board[horse] == square]
    return 1 <= square <= LAST and (len(there) >= 2 or (square == STOP and len(there) == 1))


def walked(board: dict, square: int, number: int) -> int | None:
    """Where a horse ends that goes `number` squares one by one, None if a barrier keeps it from that."""
    for _ in range(number):
        square += 1
        if is_barrier(board, square):
            return None
    return square


def stretches(board: dict, horse: str, number: int, double: str) -> list[tuple[int, int]]:
    """The stretches a horse goes before OUT and RESTART act; none if it cannot be moved."""
    start = board[horse]
    if start is AWAY:
        return []
    if start == DOUBLE and double == "leaving":
        end = walked(board, start, number * 2)
        return [] if end is None else [(start, end)]
    end = walked(board, start, number)
    if end is None:
        return []
    if end == DOUBLE and double == "landing":
        onward = walked(board, end, number)
        return [] if onward is None else [(start, end), (end, onward)]
    return [(start, end)]


def moved(board: dict, podium: dict, horse: str, number: int, double: str) -> list[dict]:
    """Move a horse on the board and onto the podium; return what the log tells of it."""
    told = []
    for start, end in stretches(board, horse, number, double):
        told.append({"type": "moved", "horse": horse, "from": start, "to": end})
        board[horse] = end
    if board[horse] > LAST:
        place = min(place for place in range(1, 6) if place not in podium)
        podium[place], board[horse] = horse, AWAY
        told.append({"type": "finished", "horse": horse, "place": place})
    elif board[horse] == OUT:
        place = max(place for place in range(1, 6) if place not in podium)
        podium[place], board[horse] = horse, AWAY
        told.append({"type": "out", "horse": horse, "place": place})
    elif board[horse] == RESTART:
        board[horse] = 0
        told.append({"type": "restarted", "horse": horse})
        told.append({"type": "moved", "horse": horse, "from": RESTART, "to": 0})
    left = [horse for horse in HORSES if board[horse] is not AWAY]
    if len(left) == 1:
        (place,) = set(range(1, 6)) - set(podium)
        podium[place] = left[0]
        told.append({"type": "finished", "horse": left[0], "place": place})
    return told


@st.composite
def situations(draw) -> tuple[dict, dict, int, str]:
    """A board that can come about, with nobody on OUT or RESTART, nor on DOUBLE where that acts on landing."""
    double = draw(st.sampled_from(["leaving", "landing"]))
    closed = {OUT, RESTART} | ({DOUBLE} if double == "landing" else set())
    near = draw(st.integers(0, LAST))
    square = st.integers(0, LAST) | st.integers(max(0, near - 6), min(LAST, near + 6))
    board: dict = {}
    for horse in HORSES:
        taken = [
            other
            for other in set(board.values())
            if is_barrier(board | dict.fromkeys(HORSES[len(board) :]), other)
        ]
        board[horse] = draw(square.filter(lambda each: each not in closed and each not in taken))  # noqa: B023
    podium: dict = {}
    for place in draw(
        st.sampled_from([(), (1,), (5,), (1, 2), (5, 4), (1, 5), (1, 2, 5), (5, 4, 3), (1, 5, 4)])
    ):
        horse = draw(st.sampled_from([horse for horse in HORSES if horse not in podium.values()]))
        podium[place], board[horse] = horse, AWAY
    return board, podium, draw(st.integers(1, 6)), double


@given(situations())
def test_every_horse_moves_as_the_slow_rules_say(race, situation):
    board, podium, number, double = situation
    squares = {horse: square for horse, square in board.items() if square is not AWAY}
    squares |= {horse: LAST + 3 if place < 4 else -1 for place, horse in podium.items()}
    state = race(squares, number, [podium.get(place) for place in range(1, 6)], double=double)
    movable = [horse for horse in HORSES if stretches(board, horse, number, double)]
    choices = JUMPYJACK.choices(state, 0)

    assert movable, "the foremost running horse can always move"
    assert [move.horse for move in choices] == movable
    assert choices.sample(Chance(bytes(32))).horse in movable
    for horse in HORSES:
        assert (Move(Horse(horse)) in choices) == (horse in movable)
        try:
            following, events = JUMPYJACK.apply(state, 0, Move(Horse(horse)), Chance(bytes(32)))
        except IllegalAction:
            assert horse not in movable
            continue
        here, there = dict(board), dict(podium)
        assert [event for event in events if event["type"] != "rolled"] == moved(
            here, there, horse, number, double
        )
        assert following.podium == tuple(there.get(place) for place in range(1, 6))
        for name, square in zip(HORSES, following.places, strict=True):
            assert here[name] is AWAY or square == here[name]


class Retold:
    """A whole game, told again from its decisions and throws alone."""

    def __init__(self, options: dict, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.teams = options["teams"] or seats
        self.totals = [0] * self.teams
        self.race = 0

    def set_up(self, thrown: list[dict]) -> list[dict]:
        told, again, thrown = [], list(range(self.seats)), list(thrown)
        while len(again) > 1:
            round_, thrown = thrown[: len(again)], thrown[len(again) :]
            assert [throw["seat"] for throw in round_] == again
            told += round_
            highest = max(throw["value"] for throw in round_)
            again = [throw["seat"] for throw in round_ if throw["value"] == highest]
        self.first = again[0]
        return told + self.started()

    def started(self) -> list[dict]:
        self.race += 1
        self.board, self.podium = dict.fromkeys(HORSES, 0), {}
        self.predictions, self.guesses = {}, {}
        self.turn = self.first
        return [{"type": "race_started", "race": self.race, "first": self.first}]

    def mates(self, team: int) -> list[int]:
        return [seat for seat in range(self.seats) if seat % self.teams == team]

    def leads(self, seat: int) -> bool:
        """Whether a seat is its team's captain in this race."""
        mates = self.mates(seat % self.teams)
        return seat == mates[(self.race - 1) % len(mates)]

    def predict(self, seat: int, action: dict, thrown: list[dict]) -> list[dict]:
        team = seat % self.teams
        mates = self.mates(team)
        assert self.leads(seat), "the captains take turns"
        assert len(set(action["order"])) == 3
        self.predictions[team] = (seat, action["order"])
        told = [{"type": "predicted", "seat": seat}]
        if self.options["teams"]:
            told.append({"type": "prediction_shown", "seat": seat, "order": action["order"], "to": mates})
        return told + self.throw(thrown) if len(self.predictions) == self.teams else told

    def throw(self, thrown: list[dict]) -> list[dict]:
        self.number = thrown[-1]["value"]
        assert 1 <= self.number <= 6
        return [{"type": "rolled", "seat": self.turn, "value": self.number}]

    def movable(self) -> list[str]:
        return [h for h in HORSES if stretches(self.board, h, self.number, self.options["double"])]

    def move(self, seat: int, action: dict, thrown: list[dict]) -> list[dict]:
        assert seat == self.turn
        assert action["horse"] in self.movable()
        told = moved(self.board, self.podium, action["horse"], self.number, self.options["double"])
        if {1, 2, 3} <= set(self.podium):
            return told if self.options["guessing"] else told + self.settled()
        self.turn = (self.turn + 1) % self.seats
        return told + self.throw(thrown)

    def guess(self, seat: int, action: dict, _: list[dict]) -> list[dict]:
        assert seat not in self.guesses
        assert self.leads(seat), "one guess a team, by its captain"
        self.guesses[seat] = action
        return self.settled() if len(self.guesses) == self.teams else []

    def settled(self) -> list[dict]:
        shown = sorted(self.predictions.values())
        told = [{"type": "prediction_shown", "seat": seat, "order": order} for seat, order in shown]
        points = [0] * self.teams
        for team, (_, order) in self.predictions.items():
            right = sum(self.podium[place] == horse for place, horse in enumerate(order, 1))
            points[team] += {0: 0, 1: 2, 2: 4, 3: 10}[right]
        for seat, guess in sorted(self.guesses.items()):
            if guess["seat"] is None:
                continue
            assert guess["seat"] % self.teams != seat % self.teams
            order = self.predictions[guess["seat"] % self.teams][1]
            right = sum(horse == other for horse, other in zip(order, guess["order"], strict=True))
            points[seat % self.teams] += right or -1
            told.append(
                {"type": "guessed", "seat": seat, "of": guess["seat"], "right": right, "points": right or -1}
            )
        for team in range(self.teams):
            self.totals[team] += points[team]
        scores = [self.totals[seat % self.teams] for seat in range(self.seats)]
        told += [
            {"type": "scored", "seat": seat, "points": points[seat % self.teams], "total": scores[seat]}
            for seat in range(self.seats)
        ]
        order = []
        while len(order) + 1 in self.podium:
            order.append(self.podium[len(order) + 1])
        told.append({"type": "race_over", "race": self.race, "order": order})
        if max(scores) >= self.options["target"]:
            winners = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
            return [*told, {"type": "game_over", "scores": scores, "winners": winners}]
        self.first = (self.first + 1) % self.seats
        return told + self.started()


def check(rows: list[Row], options: dict, seats: int) -> None:
    game = Retold(options, seats)
    for row in rows:
        thrown = [event for event in row.events if event["type"] == "rolled"]
        if row.action is None:
            assert row.events == game.set_up(thrown)
            continue
        if row.action["type"] == "move":
            assert row.auto == (len(game.movable()) == 1), "the only move there is the table makes itself"
        else:
            assert not row.auto
        decide = {"predict": game.predict, "move": game.move, "guess": game.guess}[row.action["type"]]
        assert row.events == decide(row.seat, row.action, thrown)


@pytest.mark.parametrize("player", ["random", "steady"])
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (5, {"double": "landing"}),
        (3, {"guessing": True, "target": 12}),
        (4, {"teams": 2}),
        (6, {"teams": 3, "guessing": True, "double": "landing"}),
        (9, {"teams": 3, "guessing": True, "target": 30}),
        (16, {"teams": 8, "guessing": True}),
    ],
)
def test_whole_games_go_as_the_slow_rules_say(log_of, player, seats, options):
    for number in range(2):
        header, rows = log_of("jumpyjack", seats=seats, number=number, player=player, **options)

        check(rows, header.options, seats)
