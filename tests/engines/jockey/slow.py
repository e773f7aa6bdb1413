"""A second Jockey, written literally from the booklet and the rulings, one square at a time, without the engine."""

from __future__ import annotations

import re

from engines.core import Chance, shuffled

HORSES = ["brown", "yellow", "blue", "red"]
CARDS = [f"{horse}{what}" for horse in HORSES for what in ("+7", "+10", "x3", "+30")] + [
    "no2+13",
    "no4+20",
    "no3+18",
]
DEALT = {2: 15, 3: 12, 4: 10, 5: 9, 6: 9}


def position(horse: str, squares: dict[str, int]) -> int:
    """1 and one more for every horse in front."""
    return 1 + sum(squares[other] > squares[horse] for other in HORSES)


def candidates(card: str, squares: dict[str, int]) -> list[str]:
    if card.startswith("no"):
        return [horse for horse in HORSES if position(horse, squares) == int(card[2])]
    return [re.split(r"[+x]", card)[0]]


def moved(card: str, horse: str, squares: dict[str, int], home: list[str]) -> int:
    """The square on which `horse` ends, walked one square at a time."""
    here = squares[horse]
    others = [squares[other] for other in HORSES if other != horse]
    if horse in home:
        return here
    if card.endswith("x3"):
        if home or any(here <= other for other in others):
            return here
        lead = 0
        while here - lead not in others:
            lead += 1
        return here + lead + lead
    for _ in range(int(card.rpartition("+")[2])):
        if card.endswith("+30") and not home and max(others) - (here + 1) < 5:
            break
        if card == "no3+18" and not home and here == max(others) + 1:
            break
        here += 1
    return here


def limit(capital: int) -> int:
    """The most a seat may stake in all."""
    return min(capital, 5000) if capital >= 1000 else min(1000, max(100, capital + 1000))


def stakes(bet: dict) -> list[int]:
    return [bet["stake_first"], bet["stake_second"]] if bet["kind"] == "double" else [bet["stake"]]


def net(bet: dict, first: str, second: str) -> int:
    if bet["kind"] == "place":
        return bet["stake"] if bet["horse"] in (first, second) else -bet["stake"]
    if bet["kind"] == "win":
        return 3 * bet["stake"] if bet["horse"] == first else -bet["stake"]
    on_first, on_second = stakes(bet)
    match bet["first"] == first, bet["second"] == second:
        case True, True:
            return 4 * (on_first + on_second)
        case True, False:
            return 3 * on_first - on_second
        case False, True:
            return on_second - on_first
        case _:
            return -on_first - on_second


class Retold:
    """A whole game, told again from its decisions and its seed alone."""

    def __init__(self, cards: dict[str, int], rounds: int, seats: int, chance: Chance) -> None:
        self.pack = [card for card, count in cards.items() for _ in range(count)]
        self.races, self.seats, self.chance = 3 * rounds, seats, chance
        self.scores = [0] * seats
        self.kept: dict[int, list[str]] = {}
        self.race = 0

    def set_up(self) -> list[dict]:
        self.dealer = self.chance.below(self.seats)
        return self.started()

    def listed(self, cards: list[str]) -> list[str]:
        return sorted(cards, key=self.pack.index)

    def started(self) -> list[dict]:
        self.race += 1
        if self.race % 3 == 1:
            self.capitals = [1000] * self.seats
        self.turn = (self.dealer + 1) % self.seats
        self.squares, self.home = dict.fromkeys(HORSES, 0), []
        self.bets, self.keeping, self.played = {}, None, []
        pack = list(self.pack)
        for seat in range(self.seats):
            for card in self.kept.get(seat, []):
                pack.remove(card)
        self.aside = list(shuffled(self.chance, pack))
        self.hands = []
        told = [{"type": "race_started", "race": self.race, "first": self.turn}]
        for seat in range(self.seats):
            kept = self.kept.get(seat, [])
            new = [self.aside.pop(0) for _ in range(DEALT[self.seats] - len(kept))]
            self.hands.append(kept + new)
            told.append({"type": "dealt", "seat": seat, "cards": self.listed(new), "to": [seat]})
        return told

    def to_act(self) -> list[int]:
        if self.keeping is not None:
            return [seat for seat in range(self.seats) if self.hands[seat] and seat not in self.keeping]
        waiting = [seat for seat in range(self.seats) if seat not in self.bets]
        return waiting or [self.turn]

    def decide(self, seat: int, action: dict) -> list[dict]:
        assert seat in self.to_act()
        what = dict(action)
        return {"bet": self.bet, "play": self.play, "keep": self.keep}[what.pop("type")](seat, what)

    def bet(self, seat: int, bet: dict) -> list[dict]:
        assert seat not in self.bets
        assert all(stake >= 100 and stake % 100 == 0 for stake in stakes(bet))
        assert sum(stakes(bet)) <= limit(self.capitals[seat])
        assert bet["kind"] != "double" or bet["first"] != bet["second"]
        self.bets[seat] = bet
        missing = sum(stakes(bet)) - self.capitals[seat]
        lent = [{"type": "loan", "seat": seat, "amount": missing, "to": [seat]}] if missing > 0 else []
        return [*lent, {"type": "bet_placed", "seat": seat}]

    def play(self, seat: int, play: dict) -> list[dict]:
        card, valid = play["card"], candidates(play["card"], self.squares)
        assert len(self.bets) == self.seats
        assert play["horse"] in valid if len(valid) > 1 else play["horse"] in (None, *valid)
        self.hands[seat].remove(card)
        self.played.append(card)
        told = [{"type": "played", "seat": seat, "card": card}]
        for horse in [play["horse"]] if play["horse"] else valid:
            here, there = self.squares[horse], moved(card, horse, self.squares, self.home)
            if there == here:
                continue
            self.squares[horse] = there
            told.append({"type": "moved", "horse": horse, "from": here, "to": there})
            if there > 80:
                self.home.append(horse)
                told.append({"type": "finished", "horse": horse, "place": len(self.home)})
        if len(self.home) == 2:
            return told + self.settled()
        self.turn = (self.turn + 1) % self.seats
        return told if any(self.hands) else told + self.drawn()

    def drawn(self) -> list[dict]:
        told = []
        for step in range(self.seats):
            seat = (self.turn + step) % self.seats
            new = [(self.aside or self.played).pop(0) for _ in range(2)]
            self.hands[seat] += new
            told.append({"type": "drawn", "seat": seat, "cards": self.listed(new), "to": [seat]})
        return told

    def settled(self) -> list[dict]:
        told: list[dict] = []
        for seat, bet in sorted(self.bets.items()):
            brought = net(bet, *self.home)
            self.capitals[seat] += brought
            told += [
                {"type": "bet_shown", "seat": seat, "bet": bet},
                {"type": "settled", "seat": seat, "net": brought, "capital": self.capitals[seat]},
            ]
        told.append({"type": "race_over", "race": self.race, "order": self.home})
        if self.race % 3 == 0:
            self.scores = [had + new for had, new in zip(self.scores, self.capitals, strict=True)]
        if self.race == self.races:
            winners = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
            return [*told, {"type": "game_over", "scores": self.scores, "winners": winners}]
        self.keeping = {}
        return told if self.to_act() else told + self.passed_on()

    def keep(self, seat: int, keep: dict) -> list[dict]:
        assert len(keep["cards"]) <= 2
        assert all(keep["cards"].count(card) <= self.hands[seat].count(card) for card in keep["cards"])
        self.keeping[seat] = keep["cards"]
        told = [{"type": "kept", "seat": seat, "count": len(keep["cards"])}]
        return told if self.to_act() else told + self.passed_on()

    def passed_on(self) -> list[dict]:
        self.kept, self.dealer = self.keeping, (self.dealer + 1) % self.seats
        return self.started()
