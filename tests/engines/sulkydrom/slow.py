"""A second Sulkydrom, written step by step from the booklet with exact fractions, without the engine."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

CURVES = [(12, 0), (8, 1), (10, 0), (8, 1), (10, 0)]
JOKER = 4
POINTS = [32, 24, 18, 12, 8, 5, 3, 1]


@cache
def lane_of(lane: int) -> list[Fraction]:
    """The progress of every space of a lane from its start to its last space."""
    spaces = [Fraction(0)]
    for section, (count, widen) in enumerate(CURVES):
        c = count + (lane - 1) * widen
        spaces += [section + Fraction(i, c) for i in range(1, c + 1)]
    return spaces


def is_home(at: tuple[int, int]) -> bool:
    return at[1] == len(lane_of(at[0]))


def beside(at: tuple[int, int], lane: int) -> tuple[int, int]:
    """The space of another lane that is level, or else the next lower one."""
    progress = lane_of(at[0])[at[1]]
    space = max(space for space, other in enumerate(lane_of(lane)) if other <= progress)
    return lane, space


def driven(
    at: tuple[int, int], path: str, most: int, others: set[tuple[int, int]], lane_change: str = "sideways"
) -> tuple[int, int] | None:
    """Where a path ends; None if it may not be driven."""
    left = most
    for step in path:
        if is_home(at):
            return None
        if step == "F":
            left -= 1
        else:
            left -= 2
            lane = at[0] - 1 if step == "L" else at[0] + 1
            if not 1 <= lane <= 8:
                return None
            at = beside(at, lane)
            if lane_change == "sideways" and at in others:
                return None
        at = (at[0], at[1] + 1)
        if not is_home(at) and at in others:
            return None
        if left < 0:
            return None
    return at


def by_position(running: dict[str, tuple[int, int]]) -> list[str]:
    """Further on first; of level ones the inner lane first."""
    return sorted(
        running, key=lambda horse: (-lane_of(running[horse][0])[running[horse][1]], running[horse][0])
    )


class Umpire:
    """Follows a race log row by row and says what each row's events have to be."""

    def __init__(self, edition: dict, seats: int, goal: str, lane_change: str = "sideways") -> None:
        self.edition, self.seats, self.goal, self.lane_change = edition, seats, goal, lane_change
        self.race = 0
        self.total, self.wins = [0] * seats, [0] * seats

    def set_up(self, events: list[dict]) -> None:
        self.owners = events[0]["horses"]
        assert events[0] == {"type": "owners", "horses": self.owners}
        assert len(set(self.owners)) == self.seats
        self.opened(events[1:])

    def opened(self, events: list[dict]) -> None:
        self.race += 1
        started, lanes, *rest = events
        self.lanes = lanes["order"]
        assert sorted(self.lanes) == sorted(self.owners)
        first = self.owners.index(self.lanes[-1])
        assert started == {"type": "race_started", "race": self.race, "first": first}
        self.running = {horse: (lane, 0) for lane, horse in enumerate(self.lanes, 1)}
        self.home: list[str] = []
        self.jokers, self.galopps, self.galopped = set(), set(), set()
        self.turn, self.deals = first, 0
        self.dealt(rest)

    def dealt(self, events: list[dict]) -> None:
        self.deals += 1
        seats = [seat for seat, horse in enumerate(self.owners) if horse in self.running]
        hands = events[: len(seats)]
        assert [(hand["type"], hand["seat"], hand["to"]) for hand in hands] == [
            ("dealt", seat, [seat]) for seat in seats
        ]
        surplus = events[len(seats) :]
        assert [event["type"] for event in surplus] == ["surplus"] * len(surplus)
        for deck in ("horse", "position"):
            pack = self.edition[f"{deck}_cards"]
            assert {len(hand[deck]) for hand in hands} == {len(pack) // len(seats)}
            out = [card for hand in (*hands, *surplus) for card in hand[deck]]
            assert sorted(out) == sorted(pack)
        self.hands = {hand["seat"]: {deck: hand[deck] for deck in ("horse", "position")} for hand in hands}
        self.stacks: dict[int, dict[str, list[str]]] = {}
        self.queue: list[str] = []
        self.stopped, self.special = None, False

    def row(self, seat: int, action: dict, events: list[dict]) -> None:
        getattr(self, action["type"])(seat, action, events)

    def stack(self, seat: int, action: dict, events: list[dict]) -> None:
        laid = {deck: list(action[deck]) for deck in ("horse", "position")}
        assert {deck: sorted(cards) for deck, cards in laid.items()} == {
            deck: sorted(cards) for deck, cards in self.hands.pop(seat).items()
        }
        self.stacks[seat] = laid
        assert events == [{"type": "stacked", "seat": seat}]

    def galopp(self, seat: int, action: dict, events: list[dict]) -> None:
        horse = action["horse"]
        assert seat == self.turn
        assert not self.special
        assert seat not in self.galopps
        assert horse in self.running
        assert horse != self.owners[seat]
        assert horse not in self.galopped
        self.galopps.add(seat)
        self.galopped.add(horse)
        self.stopped, self.special = horse, True
        assert events == [{"type": "galopp", "seat": seat, "horse": horse}]

    def joker(self, seat: int, action: dict, events: list[dict]) -> None:
        assert seat == self.turn
        assert not self.special
        assert seat not in self.jokers
        assert action["path"]
        self.jokers.add(seat)
        self.special = True
        assert events[0] == {"type": "joker", "seat": seat}
        self.moves(self.owners[seat], action["path"], JOKER, events[1:], ends_turn=False)

    def tempo(self, seat: int, action: dict, events: list[dict]) -> None:
        assert seat == self.turn
        assert not self.hands
        deck = action["deck"]
        card = self.stacks[seat][deck].pop(0)
        face = self.edition[f"{deck}_cards"][card]
        self.queue = by_position(self.running)
        self.allowances = {}
        for position, horse in enumerate(self.queue, len(self.home) + 1):
            shown = face["ABCDEFGH".index(horse)] if deck == "horse" else face[position - 1]
            self.allowances[horse] = 0 if horse == self.stopped else shown
        told = {"deck": deck, "card": card, "allowances": self.allowances, "order": self.queue}
        assert events == [{"type": "tempo", "seat": seat, **told}]

    def drive(self, seat: int, action: dict, events: list[dict]) -> None:
        horse = self.queue[0]
        self.queue = self.queue[1:]
        assert seat == self.owners.index(horse)
        self.moves(horse, action["path"], self.allowances[horse], events, ends_turn=not self.queue)

    def moves(self, horse: str, path: list[str], most: int, events: list[dict], ends_turn: bool) -> None:
        at = self.running[horse]
        others = {place for other, place in self.running.items() if other != horse}
        to = driven(at, "".join(path), most, others, self.lane_change)
        assert to is not None
        due = []
        if path:
            places = [{"lane": lane, "space": space} for lane, space in (at, to)]
            due.append({"type": "moved", "horse": horse, "from": places[0], "to": places[1]})
            self.running[horse] = to
            if is_home(to):
                del self.running[horse]
                due += self.arrives(horse)
        assert events[: len(due)] == due
        self.goes_on(events[len(due) :], ends_turn)

    def arrives(self, horse: str) -> list[dict]:
        """A horse gets its place, and its chit goes up at once."""
        self.home.append(horse)
        seat, place = self.owners.index(horse), len(self.home)
        self.total[seat] += POINTS[place - 1]
        self.wins[seat] += place == 1
        brought = {"points": POINTS[place - 1], "total": self.total[seat], "wins": self.wins[seat]}
        return [
            {"type": "finished", "horse": horse, "place": place},
            {"type": "points", "seat": seat, **brought},
        ]

    def goes_on(self, events: list[dict], ends_turn: bool) -> None:
        if len(self.running) == 1 or self.winner() is not None:
            self.over(events)
        elif ends_turn:
            self.stopped, self.special = None, False
            self.turn = (self.turn + 1) % self.seats
            while self.owners[self.turn] not in self.running:
                self.turn = (self.turn + 1) % self.seats
            if any(self.stacks[self.turn].values()):
                assert events == []
            elif self.deals == 1:
                self.dealt(events)
            else:
                self.over(events)
        else:
            assert events == []

    def over(self, events: list[dict]) -> None:
        due = []
        for horse in by_position(self.running):
            if self.winner() is None or self.goal == "first":
                due += self.arrives(horse)
        due.append({"type": "race_over", "race": self.race, "order": self.home})
        if (winner := self.winner()) is not None:
            due.append({"type": "game_over", "scores": self.total, "winners": [winner]})
            assert events == due
            self.race = -1
            return
        assert events[: len(due)] == due
        last_first = self.home[::-1]
        self.opened(events[len(due) :])
        assert self.lanes == last_first

    def winner(self) -> int | None:
        """The seat that has reached the goal, if any has."""
        reached = {
            "first": [seat for seat in range(self.seats) if self.wins[seat] == 1],
            "minor": [seat for seat in range(self.seats) if self.total[seat] >= 64],
            "major": [seat for seat in range(self.seats) if self.total[seat] >= 128],
            "victories": [seat for seat in range(self.seats) if self.wins[seat] == 2],
        }[self.goal]
        assert len(reached) < 2, "the game is over as soon as the first seat has reached the goal"
        return reached[0] if reached else None
