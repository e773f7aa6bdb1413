"""Any choices that the rules list: as buttons, as selects where they are many, or fact by fact."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from bot.games.kit.english import GameTexts
from bot.games.kit.panels import A_ROW, BLUE, MOST_OPTIONS, MOST_SELECTS, Option, Panel, chunks, in_rows
from bot.games.kit.slips import Slip
from bot.games.screens import Act, Controls, Drafted, Press, Seating
from bot.texts import Texts

W = TypeVar("W", bound=GameTexts)

Plain = Mapping[str, Any]
"""An action as plain data."""

MOST_BUTTONS = MOST_SELECTS * A_ROW
"""More choices than these are put into selects."""

_READABLE = re.compile(r"[a-z0-9_.+-]{1,60}")


class ChoiceList(Panel[W]):
    """Every listed choice: up to 20 as buttons, up to 100 in selects, more on several pages."""

    def __init__(self, seating: Seating, t: Texts, words: W) -> None:
        super().__init__(seating, t, words)
        plain = plain_choices(seating)
        self.actions = dict(zip(addresses(plain), plain, strict=True))
        """Each choice, by its address."""

    def rows(self) -> Sequence[Controls]:
        """Lay the choices out."""
        if len(self.actions) <= MOST_BUTTONS:
            return in_rows(
                [
                    self.button(f"do.{name}", self._label(action), BLUE)
                    for name, action in self.actions.items()
                ]
            )
        parts = chunks(list(self.actions), MOST_OPTIONS)
        pages = chunks(range(len(parts)), MOST_SELECTS)
        page = pages[int(self.draft.get("page", 0)) % len(pages)]
        more = [(self.button("more", self.words.more_choices),)] if len(pages) > 1 else []
        return [*((self._list(number, parts[number]),) for number in page), *more]

    def _list(self, number: int, names: Sequence[str]) -> Any:
        first = number * MOST_OPTIONS + 1
        asked = self.words.choose(first, first + len(names) - 1, len(self.actions))
        options = [Option(label=self._label(self.actions[name])[:100], value=name) for name in names]
        return self.select(f"any.{number}", asked, options)

    def _label(self, action: Plain) -> str:
        return self.words.label(action).strip() or "?"

    def pressed(self, press: Press) -> Act | Drafted:
        """Decide, or turn the page."""
        match press.parts, press.values:
            case ("more",), ():
                return Drafted({"page": int(self.draft.get("page", 0)) + 1})
            case ("any", _), (name,) if name in self.actions:
                return Act(self.actions[name])
            case ("do", *parts), () if (name := ".".join(parts)) in self.actions:
                return Act(self.actions[name])
        raise self.unknown()


class ChoiceSlip(Slip[W]):
    """Listed choices of one kind, chosen fact by fact: a select for the horse, one for the chips, and a button.

    Facts have to go together in every way; a value that does not go with the others cannot be sealed.
    """

    def __init__(self, seating: Seating, t: Texts, words: W) -> None:
        super().__init__(seating, t, words)
        self.actions = plain_choices(seating)
        self.facts = {
            fact: list(dict.fromkeys(action[fact] for action in self.actions))
            for fact in self.actions[0]
            if fact != "type"
        }
        self.kind = self.actions[0]["type"]
        self.fields = list(self.facts)

    def placeholder(self, field: str) -> str:
        """Ask for a fact."""
        return self.words.ask_fact(field)

    def options(self, field: str) -> Sequence[Option]:
        """Offer every value of a fact."""
        return [
            Option(label=self.words.value(field, value), value=str(value), default=self[field] == str(value))
            for value in self.facts[field]
        ]

    def _chosen(self) -> Plain | None:
        wanted = [self[field] for field in self.fields]
        return next((each for each in self.actions if [str(each[f]) for f in self.fields] == wanted), None)

    def missing(self) -> str | None:
        """Say whether something is open yet."""
        return None if self._chosen() else self.words.slip_incomplete

    def label(self) -> str:
        """Label the button with the choice."""
        return self.words.label(self.action())

    def action(self) -> Plain:
        """Return the choice."""
        chosen = self._chosen()
        assert chosen is not None
        return chosen


def plain_choices(seating: Seating) -> list[Plain]:
    """Return what a seat may do as plain data."""
    assert seating.game is not None
    return [seating.game.dump_action(action) for action in seating.choices]


def addresses(actions: Sequence[Plain]) -> list[str]:
    """Name actions for custom ids, each differently: by their facts, or where that does not do by a digest."""
    names = [".".join(map(str, action.values())) for action in actions]
    times = Counter(names)
    return [
        name if times[name] == 1 and _READABLE.fullmatch(name) else _digest(action)
        for name, action in zip(names, actions, strict=True)
    ]


def _digest(action: Plain) -> str:
    return sha256(json.dumps(action, sort_keys=True).encode()).hexdigest()[:24]
