"""Small pieces of English that several themes use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.texts.markup import Deskless

OUTDATED = "The rules have been put right since this race began, so it ends here and every stake goes back"
"""Why a table ends whose rules are gone; to everybody there, and to whoever presses something meanwhile."""


_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 card`, `2 cards`, `no cards`."""
    many = plural or f"{noun}s"
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {many}" if number else f"no {many}"


def ordinal(number: int) -> str:
    """`1st`, `22nd`, `113th`."""
    teens = 10 < number % 100 < 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def nth(number: int) -> str:
    """Write a rank: `1st`, `2nd`, `3rd`, `11th`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in {11, 12, 13} else 0, "th")
    return f"{number}{ending}"


def in_words(number: int) -> str:
    """`five`; from thirteen on, digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def coins(amount: int) -> str:
    """`1,000 coins`."""
    return count(amount, "coin")


def number(amount: int) -> str:
    """`1,000`, `−300`."""
    return f"−{-amount:,}" if amount < 0 else f"{amount:,}"


def signed(amount: int) -> str:
    """`+900`, `−300`, `±0`."""
    return f"+{amount:,}" if amount > 0 else f"−{-amount:,}" if amount < 0 else "±0"


def listed(things: Iterable[str], word: str = "and") -> str:
    """`Ana, Ben and Cleo`."""
    *most, last = list(things) or ["nobody"]
    return f"{', '.join(most)} {word} {last}" if most else last


def on_desks(whom: Sequence[str]) -> str:
    """Name who decides in private, and where: `Ana and Ben, on their desks`, `Ana, on the desk, and 🤖 Abacus`."""
    people = [who for who in whom if not isinstance(who, Deskless)]
    others = [who for who in whom if isinstance(who, Deskless)]
    if people and others:
        return f"{on_desks(people)}, and {listed(others)}"
    return f"{listed(whom)}{at_desks(whom)}"


def at_desks(whom: Sequence[str], way: str = "on") -> str:
    """Say where somebody decides, behind what they do: `, from the desk`; nothing of those who have no desk."""
    people = sum(not isinstance(who, Deskless) for who in whom)
    return f", {way} {'the desk' if people == 1 else 'their desks'}" if people else ""


def counted_races(races: int, *, stakes: bool) -> str:
    """Say what became of a race day that ended early after so many races, in a sentence."""
    if not stakes:
        return f"It ends after race {races}; no coins moved."
    return f"Coins were paid as they stood after race {races}."


def ended_early(races: int, *, stakes: bool) -> str:
    """Say that a race day ended early after so many races, and what became of it."""
    return f"This race day ended early. {counted_races(races, stakes=stakes)}"


class Several(list[str]):
    """Names in a sentence: `{horses}` lists them with *and*, `{horses:or}` with another word."""

    def __format__(self, word: str) -> str:
        return listed(self, word or "and")


class Amount(int):
    """A number in a sentence: `{most:card}` counts things, anything else is a format of numbers."""

    def __format__(self, spec: str) -> str:
        return count(int(self), spec) if spec[:1].isalpha() else format(int(self), spec)
