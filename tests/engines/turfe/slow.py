"""A second Turfe, written literally from the booklet and the rulings, one step at a time, without the engine."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core import Chance, shuffled

HORSES = ["red", "blue", "yellow", "green", "white", "black"]
CARDS = [f"{horse}+{steps}" for horse in HORSES for steps in (2, 3, 4, 5)] + ["any-2", "any+3"]
LANES, LENGTH = 6, 18
DEALT = {3: 14, 4: 10, 5: 8, 6: 7}

LaneAndSpace = tuple[int, int]


def is_free(spot: LaneAndSpace, taken: list[LaneAndSpace]) -> bool:
    return spot[1] == 0 or spot[1] > LENGTH or spot not in taken


def walks(
    spot: LaneAndSpace, steps: int, way: int, changed: bool, taken: list[LaneAndSpace]
) -> Iterator[list[LaneAndSpace]]:
    """Every way a horse can walk on from `spot`, also short of the full number."""
    yield []
    lane, space = spot
    if steps == 0 or space > LENGTH or space + way < 0:
        return
    for over in (0,) if changed else (0, -1, 1):
        following = lane + over, space + way
        if 1 <= lane + over <= LANES and is_free(following, taken):
            for rest in walks(following, steps - 1, way, changed or over != 0, taken):
                yield [following, *rest]


def ends(card: str, horse: str, spots: dict[str, LaneAndSpace]) -> set[LaneAndSpace | None]:
    """Where a card can bring a horse; None: it stays."""
    if spots[horse][1] > LENGTH:
        return {None}
    number = int(card[-1])
    taken = [spot for other, spot in spots.items() if other != horse]
    every = list(walks(spots[horse], number, -1 if "-" in card else 1, False, taken))
    furthest = max(len(walk) for walk in every)
    if not furthest:
        return {None}
    reached = {walk[-1] for walk in every if len(walk) == furthest}
    return {(spots[horse][0], LENGTH + 1)} if any(space > LENGTH for _, space in reached) else reached


def candidates(card: str, home: list[str]) -> list[str]:
    if card.startswith("any"):
        return [horse for horse in HORSES if horse not in home]
    return [card.partition("+")[0]]


def place(spot: LaneAndSpace) -> dict[str, int]:
    return {"lane": spot[0], "space": spot[1]}


class Retold:
    """A whole game, told again from its decisions and its seed alone."""

    def __init__(self, cards: dict[str, int], races: int, seats: int, chance: Chance) -> None:
        self.pack = [card for card, count in cards.items() for _ in range(count)]
        self.races, self.seats, self.chance = races, seats, chance
        if seats in (4, 5):
            self.pack.remove("any-2")
            self.pack.remove("any+3")
        self.money, self.pot, self.race = [100] * seats, 0, 0

    def set_up(self) -> list[dict]:
        self.banker = self.chance.below(self.seats)
        return self.started()

    def started(self) -> list[dict]:
        self.race += 1
        self.turn = self.banker
        self.spots: dict[str, LaneAndSpace] = {horse: (lane, 0) for lane, horse in enumerate(HORSES, 1)}
        self.home: list[str] = []
        self.pile: list[str] = []
        self.stock: list[str] = []
        self.flipped = ""
        self.asides: dict[int, str] = {}
        self.bets: dict[int, dict] = {}
        self.bettors = [seat for seat in range(self.seats) if self.money[seat] >= 10]
        stock, size = list(shuffled(self.chance, self.pack)), DEALT[self.seats]
        hands = [stock[seat * size : (seat + 1) * size] for seat in range(self.seats)]
        self.hands = [sorted(hand, key=self.pack.index) for hand in hands]
        return [
            {"type": "race_started", "race": self.race, "first": self.banker},
            *({"type": "dealt", "seat": n, "cards": [*hand], "to": [n]} for n, hand in enumerate(self.hands)),
        ]

    def to_act(self) -> list[int]:
        return [seat for seat in self.bettors if seat not in self.bets] or [self.turn]

    def decide(self, seat: int, action: dict) -> list[dict]:
        assert seat in self.to_act()
        what = dict(action)
        return {"bet": self.bet, "play": self.play}[what.pop("type")](seat, what)

    def bet(self, seat: int, bet: dict) -> list[dict]:
        assert seat in self.bettors
        assert bet["kind"] in ("win", "place", "jackpot")
        assert bet["stake"] in ([50] if bet["kind"] == "jackpot" else range(10, self.money[seat] + 1, 10))
        assert bet["stake"] <= self.money[seat]
        coloured = [card for card in self.hands[seat] if not card.startswith("any")]
        alike = [card for card in coloured if card.startswith(bet["horse"])]
        assert alike or not coloured
        if alike:
            aside = bet["card"] if "card" in bet else alike[0]
            assert aside in alike
            assert "card" in bet or len(set(alike)) == 1
            self.hands[seat].remove(aside)
            self.asides[seat] = aside
        self.bets[seat] = bet
        if len(self.bets) < len(self.bettors):
            return []
        return [
            {"type": "bet_placed", "seat": better, "kind": each["kind"], "stake": each["stake"]}
            for better, each in sorted(self.bets.items())
        ]

    def single(self) -> bool:
        """Whether the card that was flipped can be played in one way only."""
        horses = candidates(self.flipped, self.home)
        return sum(len(ends(self.flipped, horse, self.spots)) for horse in horses) == 1

    def play(self, seat: int, play: dict) -> list[dict]:
        card, horse, aside = play["card"], play["horse"], play.get("aside", False)
        assert len(self.bets) == len(self.bettors)
        assert horse in candidates(card, self.home)
        to = play["to"] and (play["to"]["lane"], play["to"]["space"])
        assert to in ends(card, horse, self.spots)
        told = [{"type": "played", "seat": seat, "card": card} | ({"aside": True} if aside else {})]
        if aside:
            assert self.asides.pop(seat) == card
        else:
            assert card == self.flipped or not self.flipped
            if not self.flipped:
                self.hands[seat].remove(card)
            self.pile.append(card)
        if to:
            here, there = place(self.spots[horse]), place(to)
            told.append({"type": "moved", "horse": horse, "from": here, "to": there})
            self.spots[horse] = to
            if to[1] > LENGTH:
                self.home.append(horse)
                told.append({"type": "finished", "horse": horse, "place": len(self.home)})
        if len(self.home) == 2:
            return told + self.settled()
        self.turn = (self.turn + 1) % self.seats
        return told if any(self.hands) or self.asides else told + self.turned_over()

    def turned_over(self) -> list[dict]:
        if not self.flipped:
            self.turn = self.banker
        if not self.stock:
            self.stock, self.pile = list(shuffled(self.chance, self.pile)), []
        self.flipped = self.stock.pop(0)
        return [{"type": "flipped", "seat": self.turn, "card": self.flipped}]

    def settled(self) -> list[dict]:
        first, told, lost = self.home[0], [], 0
        jackpots = [s for s, bet in self.bets.items() if bet["kind"] == "jackpot" and bet["horse"] == first]
        share = 0
        while jackpots and (share + 10) * len(jackpots) <= self.pot:
            share += 10
        for seat, bet in sorted(self.bets.items()):
            net = -bet["stake"]
            if seat in jackpots:
                net = share
            elif bet["kind"] == "win" and bet["horse"] == first:
                net = 5 * bet["stake"]
            elif bet["kind"] == "place" and bet["horse"] in self.home:
                net = 2 * bet["stake"]
            else:
                lost += bet["stake"]
            self.money[seat] += net
            told.append({"type": "bet_shown", "seat": seat, "horse": bet["horse"]})
            told.append({"type": "settled", "seat": seat, "net": net, "money": self.money[seat]})
            if seat in jackpots:
                told.append({"type": "jackpot_paid", "seat": seat, "amount": share})
        self.pot += lost - share * len(jackpots)
        told.append({"type": "pot", "amount": self.pot})
        told.append({"type": "race_over", "race": self.race, "order": [*self.home]})
        if self.race == self.races or max(self.money) < 10:
            winners = [seat for seat in range(self.seats) if self.money[seat] == max(self.money)]
            return [*told, {"type": "game_over", "scores": [*self.money], "winners": winners}]
        self.banker = (self.banker + 1) % self.seats
        return told + self.started()
