"""One edition of Sulkydrom: the horses, the oval, the points, and what every tempo card shows."""

from __future__ import annotations

from typing import Annotated, Final, Self, get_args

from pydantic import Field, StringConstraints, model_validator

from engines import core
from engines.core import Misfit
from engines.sulkydrom.actions import Card, Deck, Letter
from engines.sulkydrom.course import Course, Section

LETTERS: Final[tuple[Letter, ...]] = get_args(Letter)
"""The horses by their letters; a full table has them all."""

Name = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Za-z ]{1,19}$")]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,8}$")]
Face = Annotated[
    tuple[Annotated[int, Field(ge=0, le=12)], ...],
    Field(min_length=len(LETTERS), max_length=len(LETTERS)),
]
"""What a tempo card shows, in half lengths: for horses A to H, or for positions P1 to P8."""


class Edition(core.Edition):
    """The data of `edition.json`, checked."""

    horses: dict[Letter, Name]
    lanes: Annotated[int, Field(ge=len(LETTERS), le=16)]
    joker: Annotated[int, Field(ge=1, le=8)]
    points: Annotated[
        tuple[Annotated[int, Field(ge=0, le=1000)], ...],
        Field(min_length=len(LETTERS), max_length=len(LETTERS)),
    ]
    course: Annotated[tuple[Section, ...], Field(min_length=1, max_length=20)]
    horse_cards: Annotated[dict[Id, Face], Field(min_length=len(LETTERS), max_length=200)]
    position_cards: Annotated[dict[Id, Face], Field(min_length=len(LETTERS), max_length=200)]

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if tuple(self.horses) != LETTERS:
            raise Misfit(f"horses are {', '.join(LETTERS)}, in this order", "horses")
        for number, section in enumerate(self.course):
            if section.kind == "straight" and section.widen:
                raise Misfit("a straight is as long in every lane: its widen is 0", "course", number)
        if list(self.points) != sorted(self.points, reverse=True) or not self.points[0]:
            raise Misfit("points fall from the first place to the last, and the first brings some", "points")
        if twice := sorted(self.horse_cards.keys() & self.position_cards.keys()):
            raise Misfit(f"in both packs: {', '.join(twice)}", "position_cards", twice[0])
        return self


class Setup(core.Setup):
    """An edition unpacked for play."""

    def __init__(self, edition: Edition) -> None:
        decks: dict[Deck, dict[str, tuple[int, ...]]] = {
            "horse": edition.horse_cards,
            "position": edition.position_cards,
        }
        self.names: Final = edition.horses
        self.course: Final = Course(edition.course, edition.lanes)
        self.joker: Final = edition.joker
        """How far a Joker takes a horse, in half lengths."""
        self.points: Final = edition.points
        """By place: what it brings."""
        self.packs: Final = {deck: tuple(map(Card, cards)) for deck, cards in decks.items()}
        """The two packs, in the edition's order."""
        self.faces: Final = {Card(name): face for cards in decks.values() for name, face in cards.items()}
        """By card: half lengths for each horse, or for each position."""
        self.index: Final = {letter: at for at, letter in enumerate(LETTERS)}
        """By horse: where a horse card shows its number."""
