"""Any choices that the rules list: as buttons, as selects where they are many, or fact by fact."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from bot.games.kit.english import GameTexts
from bot.games.kit.panels import BLUE, MOST_SELECTS, SIDE_BY_SIDE, Option, Panel, chunks, side_by_side
from bot.games.kit.slips import SlipPanel
from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.messages.layout import MOST_OPTIONS, option

W = TypeVar("W", bound=GameTexts)

Plain = Mapping[str, Any]
"""An action as plain data."""

MOST_BUTTONS = MOST_SELECTS * SIDE_BY_SIDE
"""More choices than these are put into selects."""

_READABLE = re.compile(r"[a-z0-9_.+-]{1,60}")

_PLAIN = re.compile(r"[a-z0-9_]{1,30}")


class ChoiceList(Panel[W]):
    """Every listed choice: up to 20 as buttons, up to 100 in selects, more on several pages."""

    def __init__(self, seating: Seating, words: W) -> None:
        super().__init__(seating, words)
        plain = plain_choices(seating)
        self.actions = dict(zip(addresses(plain), plain, strict=True))
        """Each choice, by its address."""

    def controls(self) -> Sequence[Controls]:
        """Lay the choices out."""
        if len(self.actions) <= MOST_BUTTONS:
            return side_by_side(
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
        options = [option(self._label(self.actions[name]), name) for name in names]
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
        raise Misread


class ChoiceSlip(SlipPanel[W]):
    """Listed choices of one kind, chosen fact by fact: a select for the horse, one for the chips, and a button.

    Facts have to go together in every way; a value that does not go with the others cannot be sealed. What does not
    fit into selects of facts, or has unlike facts, is listed whole.
    """

    def __init__(self, seating: Seating, words: W) -> None:
        Panel.__init__(self, seating, words)
        self.actions = plain_choices(seating)
        self.kind = self.actions[0]["type"]
        self.fields = [fact for fact in self.actions[0] if fact != "type"]
        is_alike = len({(action["type"], *action) for action in self.actions}) == 1
        is_alike &= all(map(_PLAIN.fullmatch, (self.kind, *self.fields)))
        self.names = {fact: self._names(fact) for fact in self.fields} if is_alike else {}
        fits = 0 < len(self.names) <= MOST_SELECTS and max(map(len, self.names.values())) <= MOST_OPTIONS
        self.list = None if fits else ChoiceList(seating, words)
        super().__init__(seating, words)

    def _names(self, fact: str) -> Mapping[str, str]:
        """Name every value of a fact, by its text, as an option of a select."""
        values = {_text(action[fact]): {fact: action[fact]} for action in self.actions}
        return dict(zip(values, addresses([*values.values()]), strict=True))

    def drafted(self, action: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the draft of a slip that decides so."""
        return {} if self.list else {fact: names[_text(action[fact])] for fact, names in self.names.items()}

    def controls(self) -> Sequence[Controls]:
        """Lay out a select a fact, or every choice."""
        return self.list.controls() if self.list else super().controls()

    def pressed(self, press: Press) -> Act | Drafted:
        """Fill one fact in, or decide."""
        return self.list.pressed(press) if self.list else super().pressed(press)

    def placeholder(self, field: str) -> str:
        """Ask for a fact."""
        return self.words.ask_fact(field)

    def options(self, field: str) -> Sequence[Option]:
        """Offer every value of a fact."""
        return [
            Option(label=self._label(field, text), value=name, default=self[field] == name)
            for text, name in self.names[field].items()
        ]

    def _label(self, field: str, text: str) -> str:
        return self.words.value(field, json.loads(text)).strip()[:100] or "?"

    def _chosen(self) -> Plain | None:
        def is_chosen(action: Plain) -> bool:
            return all(names[_text(action[fact])] == self[fact] for fact, names in self.names.items())

        return next(filter(is_chosen, self.actions), None)

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


def _text(plain: Any) -> str:
    return json.dumps(plain, sort_keys=True)


def _digest(action: Plain) -> str:
    return sha256(_text(action).encode()).hexdigest()[:24]
