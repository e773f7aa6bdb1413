"""A second Newmarket, written from the booklet with hands as lists of cards, held against the engine's logs."""

from __future__ import annotations

import re
from hashlib import sha256

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import Chance, Header, Match
from engines.newmarket.game import Newmarket
from tests.followed import next_act

HORSES = ["blue13", "red12", "yellow11", "green10"]
ALL = [f"{colour}{number}" for colour in ("blue", "red", "yellow", "green") for number in range(1, 14)]


def colour(card: str) -> str:
    return re.match("[a-z]+", card).group()


def number(card: str) -> int:
    return int(re.search("[0-9]+", card).group())


def opposite(card: str) -> list[str]:
    return ["yellow", "green"] if colour(card) in {"blue", "red"} else ["blue", "red"]


class Slow:
    """A game followed step by step; each method returns the events there must be."""

    def __init__(self, seats: int, deals: int, manual: bool, dealer: int) -> None:
        self.seats, self.deals, self.manual, self.dealer = seats, deals, manual, dealer
        self.chips = [40] * seats
        self.on = dict.fromkeys(HORSES, 0)
        self.race = 1
        self.over = self.window = False
        self.betting()

    def betting(self) -> None:
        self.bets: dict[int, str] = {}
        self.hands: list[list[str]] = []
        self.waiting = list(range(self.seats))
        self.allowed = [{"type": "back", "horse": horse} for horse in HORSES]

    def do(self, seat: int, action: dict, dealt: list[dict]) -> list[dict]:
        assert seat in (self.holders if self.window else self.waiting)
        if action["type"] == "bid":
            assert action["points"] is None or self.best < action["points"] <= self.chips[seat]
        else:
            assert action in self.allowed
        return getattr(self, action["type"])(seat, action, dealt)

    def table_does(self, seat: int, action: dict) -> bool:
        if action["type"] == "bid":
            return self.chips[seat] <= self.best
        return action["type"] == "follow" and not self.manual

    # bets, hands, the spare hand

    def back(self, seat: int, action: dict, dealt: list[dict]) -> list[dict]:
        self.bets[seat] = action["horse"]
        self.waiting.remove(seat)
        if self.waiting:
            return []
        events = []
        for better in range(self.seats):
            self.chips[better] -= 5
            self.on[self.bets[better]] += 5
            events.append({"type": "backed", "seat": better, "horse": self.bets[better], "points": 5})
        self.hands = [list(event["cards"]) for event in dealt]
        in_hands = [card for hand in self.hands for card in hand]
        assert len(set(in_hands)) == len(in_hands)
        self.spare = [card for card in ALL if card not in in_hands]
        sizes = [len(self.hands[(self.dealer + 1 + turn) % self.seats]) for turn in range(self.seats)]
        assert [*sizes, len(self.spare)] == [
            len(range(turn, 52, self.seats + 1)) for turn in range(self.seats + 1)
        ]
        self.waiting = [self.dealer]
        self.allowed = [{"type": "hand", "take": "own"}, {"type": "hand", "take": "spare"}]
        return events + [
            {"type": "dealt", "seat": each, "cards": [card for card in ALL if card in hand], "to": [each]}
            for each, hand in enumerate(self.hands)
        ]

    def hand(self, seat: int, action: dict, _: list[dict]) -> list[dict]:
        if action["take"] == "own":
            self.allowed = [{"type": "auction", "open": True}, {"type": "auction", "open": False}]
            return []
        taken = self.take_spare(seat)
        self.start()
        return [{"type": "swapped", "seat": seat}, taken]

    def take_spare(self, seat: int) -> dict:
        self.hands[seat] = list(self.spare)
        return {"type": "taken", "seat": seat, "cards": list(self.spare), "to": [seat]}

    def auction(self, seat: int, action: dict, _: list[dict]) -> list[dict]:
        if not action["open"]:
            self.start()
            return []
        self.best, self.bidder = 0, None
        self.passed = [seat]
        self.waiting = [(seat + 1) % self.seats]
        self.allowed = []
        return [{"type": "auction_opened"}]

    def bid(self, seat: int, action: dict, _: list[dict]) -> list[dict]:
        events = [{"type": "bid", "seat": seat, "points": action["points"]}]
        if action["points"] is None:
            self.passed.append(seat)
        else:
            self.best, self.bidder = action["points"], seat
        still = [each for each in range(self.seats) if each not in self.passed]
        if still in ([], [self.bidder]):
            if still:
                self.chips[self.bidder] -= self.best
                self.chips[self.dealer] += self.best
                events.append(
                    {"type": "sold", "seat": self.dealer, "points": self.best, "to_seat": self.bidder}
                )
                events.append(self.take_spare(self.bidder))
            self.start()
            return events
        bidder = (seat + 1) % self.seats
        while bidder in self.passed:
            bidder = (bidder + 1) % self.seats
        self.waiting = [bidder]
        return events

    # the play

    def start(self) -> None:
        left = (self.dealer + 1) % self.seats
        low = min(number(card) for card in self.hands[left])
        self.waiting = [left]
        self.allowed = [{"type": "lead", "card": card} for card in self.hands[left] if number(card) == low]

    def lead(self, seat: int, action: dict, _: list[dict]) -> list[dict]:
        return self.put_down(seat, action["card"])

    def follow(self, seat: int, action: dict, _: list[dict]) -> list[dict]:
        self.window = False
        return self.put_down(seat, action["card"])

    def missed(self) -> list[dict]:
        assert self.window
        self.window = False
        return self.stopped()

    def put_down(self, seat: int, card: str) -> list[dict]:
        self.hands[seat].remove(card)
        self.last, self.player = card, seat
        events: list[dict] = [{"type": "played", "seat": seat, "card": card}]
        if self.on.get(card):
            events.append({"type": "claimed", "seat": seat, "horse": card, "points": self.on[card]})
            self.chips[seat] += self.on[card]
            self.on[card] = 0
        if not self.hands[seat]:
            return events + self.paying(seat)
        following = f"{colour(card)}{number(card) + 1}"
        holders = [seat for seat, hand in enumerate(self.hands) if following in hand]
        if self.manual and following in ALL:
            self.window, self.waiting = True, list(range(self.seats))
        elif holders:
            self.waiting = holders
        else:
            return events + self.stopped()
        self.holders, self.allowed = holders, [{"type": "follow", "card": following}]
        return events

    def stopped(self) -> list[dict]:
        events: list[dict] = []
        for steps in range(self.seats):
            leader = (self.player - steps) % self.seats
            self.waiting, self.allowed = [leader], []
            for suit in opposite(self.last):
                own = sorted(number(card) for card in self.hands[leader] if colour(card) == suit)
                self.allowed += [{"type": "lead", "card": f"{suit}{own[0]}"}] if own else []
            if self.allowed:
                return events
            events.append({"type": "lead_passed", "seat": leader})
        return events + self.ending()

    def paying(self, winner: int) -> list[dict]:
        events: list[dict] = [{"type": "out", "seat": winner}]
        for seat in range(self.seats):
            due = 0
            for _ in self.hands[seat]:
                if self.chips[seat]:
                    self.chips[seat] -= 1
                    self.chips[winner] += 1
                    due += 1
            if due:
                events.append({"type": "paid", "from": seat, "to_seat": winner, "points": due})
        return events + self.ending()

    def ending(self) -> list[dict]:
        events = [
            {"type": "deal_over", "unclaimed": dict(self.on)},
            {"type": "race_over", "race": self.race, "order": []},
        ]
        if self.race == self.deals or any(chips < 5 for chips in self.chips):
            self.waiting, self.over = [], True
            most = max(self.chips)
            winners = [seat for seat in range(self.seats) if self.chips[seat] == most]
            return [*events, {"type": "game_over", "scores": list(self.chips), "winners": winners}]
        self.race += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.betting()
        return [*events, {"type": "race_started", "race": self.race, "first": self.dealer}]


@settings(max_examples=25)
@given(
    seats=st.integers(3, 8),
    secret=st.integers(0, 10**9),
    deals=st.integers(1, 6),
    calling=st.sampled_from(["auto", "manual"]),
)
def test_whole_games_go_as_the_slow_rules_say(seats, secret, deals, calling):
    game = Newmarket.with_edition()
    options = game.options({"deals": deals, "calling": calling})
    header = Header.of(game, options, seats, sha256(b"%d" % secret).digest())
    luck = Chance(sha256(b"play %d" % secret).digest())
    match, (opening, *_) = Match.start(game, header)
    slow = Slow(seats, deals, calling == "manual", opening.events[0]["first"])
    while not slow.over:
        assert sorted(match.to_act()) == slow.waiting
        assert list(match.able()) == (slow.holders if slow.window else slow.waiting)
        if slow.allowed and match.able():
            choices = game.choices(match.state, match.able()[0])
            assert sorted(map(str, map(game.dump_action, choices))) == sorted(map(str, slow.allowed))
        match, rows = match.act(*next_act(game, match.state, luck))
        for row in rows:
            dealt = [event for event in row.events if event["type"] == "dealt"]
            if row.seat is None:
                assert (row.action, bool(row.auto)) == ({"type": "missed"}, False)
                assert row.events == slow.missed()
                continue
            assert bool(row.auto) == slow.table_does(row.seat, row.action)
            assert row.events == slow.do(row.seat, row.action, dealt)
    assert match.outcome is not None
