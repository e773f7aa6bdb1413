"""What everybody may know of a game by its log, and which of its secrets a text gives away.

A secret is a tuple that names its kind first: `("card", "red+3")`, `("bet", 50, "red", "win")`,
`("order", ((1, "red"), (2, "black")))`. A game says who learns which from a row of its log, and finds them in texts.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, TypeAlias

from bot.games.jockey import spoken as jockey_words
from bot.games.jumpyjack import spoken as jumpyjack_words
from bot.games.newmarket import spoken as newmarket_words
from bot.games.turfe import spoken as turfe_words
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Event, Header, Private, Row
from engines.jumpyjack.options import Options
from engines.jumpyjack.teams import team_of

Secret: TypeAlias = tuple[Any, ...]

Seats: TypeAlias = Collection[int] | None

Lesson: TypeAlias = tuple[Seats, Secret]
"""Which seats learn a secret; None: everyone."""


class Knowledge(ABC):
    """One game's secrets, row by row."""

    def __init__(self, header: Header) -> None:
        self.header = header

    @abstractmethod
    def given_away(self, text: str) -> Iterator[Secret]:
        """Find the secrets that a text names, whoever it is for."""

    @abstractmethod
    def learned(self, row: Row) -> Iterator[Lesson]:
        """Say who learns what from a row, in the order of the log."""

    def filled_in(self, seat: int, decision: str, what: str, values: Sequence[str]) -> Iterator[Lesson]:
        """Say who learns what from a field of a slip that a seat fills in."""
        return iter(())


def either(names: Sequence[str]) -> str:
    """Return an expression for any of these names."""
    return "|".join(map(re.escape, names))


def readers(event: Event) -> Seats:
    """Say who is told of an event; None: everyone."""
    return event.seats if isinstance(event, Private) else None


# ---------------------------------------------------------------------------------------------- Jockey


class OfJockey(Knowledge):
    """Cards, and bets: those of slips as well, which nobody but their owner reads."""

    _words: ClassVar = jockey_words(DEFAULT)
    _named: ClassVar = either([*map(jockey_words(DEFAULT).horse, catalog.game("jockey").setup.horses)])
    _bets = re.compile(rf"[\d,]+ on (?:{_named}) (?:to win|to place|first and [\d,]+ on (?:{_named}) second)")

    @classmethod
    @cache
    def _cards(cls) -> tuple[re.Pattern[str], dict[str, str]]:
        """Return what finds a card as the log or as a person reads it, and which it is."""
        names = {
            name: card for card in catalog.game("jockey").setup.pack for name in (card, cls._words.card(card))
        }
        return re.compile("|".join(re.escape(name) + r"(?!\d)" for name in sorted(names))), names

    def given_away(self, text: str) -> Iterator[Secret]:
        """Find cards and bets."""
        pattern, names = self._cards()
        yield from (("card", names[found]) for found in pattern.findall(text))
        yield from (("bet", found) for found in self._bets.findall(text))

    def learned(self, row: Row) -> Iterator[Lesson]:
        """Cards are known to who was dealt them, and to everyone once they are played; bets once they are shown."""
        if row.action and row.action["type"] == "bet":
            assert row.seat is not None
            yield [row.seat], ("bet", self._words.bet(row.action))
        for event in row.events:
            match event["type"]:
                case "dealt" | "drawn":
                    yield from ((readers(event), ("card", card)) for card in event["cards"])
                case "played":
                    yield None, ("card", event["card"])
                case "bet_shown":
                    yield None, ("bet", self._words.bet(event["bet"]))


# ----------------------------------------------------------------------------------------------- Turfe


class OfTurfe(Knowledge):
    """Cards and the horses of bets."""

    _horses: ClassVar = {name: horse for horse, name in turfe_words(DEFAULT).captions.horses.items()}
    _named: ClassVar = either([*_horses, turfe_words(DEFAULT).captions.any_horse])
    _raw = re.compile(rf"\b(?:{either([*_horses.values()])})\+\d|\bany[+-]\d")
    _cards = re.compile(rf"({_named}) ((?:[+−-]\d(?:)?)+)")
    _bets = re.compile(rf"([\d,]+) on ({_named})(?: (?:to|for the)|,) (win|place|jackpot)")
    _slip = re.compile(rf"Bet [\d,]+ on ({_named}) ")

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self._placed: dict[int, Secret] = {}

    def given_away(self, text: str) -> Iterator[Secret]:
        """Find cards, bets, and the horse on the button of a slip."""
        yield from (("card", card) for card in self._raw.findall(text))
        for name, steps in self._cards.findall(text):
            horse = self._horses.get(name, "any")
            yield from (
                ("card", f"{horse}{step}".replace("−", "-")) for step in re.findall(r"[+−-]\d", steps)
            )
        yield from (("slip", self._horses[name]) for name in self._slip.findall(text))
        for stake, name, kind in self._bets.findall(self._slip.sub("", text)):
            yield "bet", int(stake.replace(",", "")), self._horses[name], kind

    def learned(self, row: Row) -> Iterator[Lesson]:
        """Who bets knows the bet; everyone does once its horse is shown."""
        if row.action and row.action["type"] == "bet":
            assert row.seat is not None
            bet = row.action
            self._placed[row.seat] = ("bet", bet["stake"], bet["horse"], bet["kind"])
            yield [row.seat], self._placed[row.seat]
        for event in row.events:
            match event["type"]:
                case "dealt":
                    yield from ((readers(event), ("card", card)) for card in event["cards"])
                case "played" | "flipped":
                    yield None, ("card", event["card"])
                case "bet_shown":
                    yield None, self._placed[event["seat"]]

    def filled_in(self, seat: int, decision: str, what: str, values: Sequence[str]) -> Iterator[Lesson]:
        """A horse that is chosen stands on the slip."""
        if what == "bet.horse":
            yield [seat], ("slip", values[0])


# ------------------------------------------------------------------------------------------ Jumpy Jack

PLACES = ("first", "second", "third")


class OfJumpyJack(Knowledge):
    """Who is thought to come in first, second and third."""

    _horses: ClassVar = {
        jumpyjack_words(DEFAULT).horse(horse): horse for horse in catalog.game("jumpyjack").edition.horses
    }
    _named: ClassVar = either([*_horses])
    _orders = re.compile(rf"\b({_named}), ({_named}), ({_named})\b(?!,| and)")
    _places = re.compile(rf"\d\. [^\w\s]\S* (?:{_named})(?: · \d\. [^\w\s]\S* (?:{_named}))*")
    _place = re.compile(rf"(\d)\. [^\w\s]\S* ({_named})")

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self._options = Options.model_validate(header.options)
        self._podium: dict[int, str] = {}
        self._slips: dict[tuple[str, int], dict[str, str]] = {}

    def given_away(self, text: str) -> Iterator[Secret]:
        """Find orders, and what is known of a podium."""
        for names in self._orders.findall(text):
            yield _order({place: self._horses[name] for place, name in enumerate(names, 1)})
        for told in self._places.findall(text):
            order = _order({int(place): self._horses[name] for place, name in self._place.findall(told)})
            if order != _order({}):
                yield order

    def learned(self, row: Row) -> Iterator[Lesson]:
        """A team knows its captain's prediction; everyone knows the podium, and predictions once they are shown."""
        if row.action and "order" in row.action:
            yield self._readers(row.seat, row.action["type"]), _order(dict(enumerate(row.action["order"], 1)))
        for event in row.events:
            match event["type"]:
                case "race_started":
                    self._podium = {}
                case "finished" | "out":
                    self._podium[event["place"]] = event["horse"]
                    yield None, _order(self._podium)
                case "prediction_shown":
                    yield readers(event), _order(dict(enumerate(event["order"], 1)))

    def filled_in(self, seat: int, decision: str, what: str, values: Sequence[str]) -> Iterator[Lesson]:
        """A team sees its captain's slip, and nobody else that of a guess; two places may change their horses."""
        kind, _, place = what.partition(".")
        if place not in PLACES:
            return
        slip, (horse,) = self._slips.setdefault((decision, seat), {}), values
        before, stood = slip.pop(place, None), next((p for p, other in slip.items() if other == horse), None)
        if stood:
            del slip[stood]
            slip |= {stood: before} if before else {}
        slip[place] = horse
        yield self._readers(seat, kind), _order({PLACES.index(at) + 1: each for at, each in slip.items()})

    def _readers(self, seat: int | None, kind: str) -> Collection[int]:
        assert seat is not None
        return team_of(seat, self._options, self.header.seats) if kind == "predict" else [seat]


def _order(places: dict[int, str]) -> Secret:
    return "order", tuple(sorted((place, horse) for place, horse in places.items() if place <= len(PLACES)))


# ------------------------------------------------------------------------------------------- Sulkydrom


class OfSulkydrom(Knowledge):
    """Tempo cards; in which order they lie, no screen says once they do."""

    _cards = re.compile(r"(?<![\w/])([hp]\d\d)(?!\w)", re.IGNORECASE)

    def given_away(self, text: str) -> Iterator[Secret]:
        """Find cards by their numbers."""
        yield from (("card", card.lower()) for card in self._cards.findall(text))

    def learned(self, row: Row) -> Iterator[Lesson]:
        """Cards are known to who was dealt them, and to everyone once they are turned or laid open."""
        for event in row.events:
            match event["type"]:
                case "dealt" | "surplus":
                    cards = [*event["horse"], *event["position"]]
                    yield from ((readers(event), ("card", card)) for card in cards)
                case "tempo":
                    yield None, ("card", event["card"])


# ------------------------------------------------------------------------------------------- Newmarket


class OfNewmarket(Knowledge):
    """Cards in hand, and who has backed which horse."""

    _colours: ClassVar = {name: colour for colour, name in newmarket_words(DEFAULT).captions.colours.items()}
    _named: ClassVar = either([*_colours])
    _raw = re.compile(rf"\b(?:{either([*_colours.values()])})\d+\b")
    _cards = re.compile(rf"({_named}) (\d+(?:–\d+)?(?:(?:, | and )\d+)*)")
    _stake = re.compile(rf"(?:a stake on|Your horse:)\W+({_named}) (\d+)")
    _backed = re.compile(r"The stakes are down|Backed: ")

    def given_away(self, text: str) -> Iterator[Secret]:
        """Find cards, stretches of them, the own stake, and that stakes are told."""
        yield from (("card", card) for card in self._raw.findall(text))
        for name, numbers in self._cards.findall(text):
            for first, last in re.findall(r"(\d+)(?:–(\d+))?", numbers):
                cards = range(int(first), int(last or first) + 1)
                yield from (("card", f"{self._colours[name]}{number}") for number in cards)
        for name, number in self._stake.findall(text):
            yield "stake", f"{self._colours[name]}{number}"
        if self._backed.search(text):
            yield ("stakes",)

    def learned(self, row: Row) -> Iterator[Lesson]:
        """Racehorses are no secret, nor is which card follows the one just played."""
        if row.action is None:
            yield from ((None, ("card", card)) for card in self.header.edition["racehorses"])
        elif row.action["type"] == "back":
            assert row.seat is not None
            yield [row.seat], ("stake", row.action["horse"])
        for event in row.events:
            match event["type"]:
                case "dealt" | "taken":
                    yield from ((readers(event), ("card", card)) for card in event["cards"])
                case "played":
                    colour, number = re.findall(r"\D+|\d+", event["card"])
                    yield None, ("card", event["card"])
                    yield None, ("card", f"{colour}{int(number) + 1}")
                case "backed":
                    yield None, ("stakes",)


OF: dict[str, type[Knowledge]] = {
    "jockey": OfJockey,
    "turfe": OfTurfe,
    "jumpyjack": OfJumpyJack,
    "sulkydrom": OfSulkydrom,
    "newmarket": OfNewmarket,
}
"""By game."""


FOR_ONE = re.compile(
    r"\bYour (hand|bet|stacks|cards|prediction|team.s|slip|guess|money|points|score|horse|turn|lead)\b"
    r"|\bYou (have|hold|laid|drive|predict|deal|are the captain)\b|The slip so far|Horse cards|Position cards"
)
"""What only a desk says."""

IN_PUBLIC = {
    "jockey": r"(?!)",
    "turfe": r"play\.|any\.",
    "jumpyjack": r"move\.",
    "sulkydrom": r"tempo\.|drive\.",
    "newmarket": r"bid\.",
}
"""What may be decided under the board, by game."""


class Learned:
    """When everybody learned what: in milliseconds since 1970, by seat; None is everyone."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._since: dict[int | None, dict[Secret, float]] = {}

    def note(self, seats: Seats, secret: Secret, at: float) -> None:
        """Note that these seats know a secret from now on."""
        for seat in (None,) if seats is None else seats:
            known = self._since.setdefault(seat, {})
            known[secret] = min(at, known.get(secret, at))

    def unknown(self, text: str, seat: int | None, at: float) -> list[Secret]:
        """Return the secrets in a text that neither everyone nor this seat could know by then."""
        told = [self._since.get(reader, {}) for reader in {None, seat}]
        return [
            secret
            for secret in self.knowledge.given_away(text)
            if not any(since.get(secret, at + 1) <= at for since in told)
        ]

    def since(self, seat: int | None, secret: Secret) -> float | None:
        """Say since when a seat knows a secret by itself."""
        return self._since.get(seat, {}).get(secret)
