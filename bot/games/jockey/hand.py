"""The hand on a Jockey desk: a button a card that says what it would do, and the cards to keep between races."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.jockey.effects import effect, held_by
from bot.games.jockey.english import JockeyTexts
from bot.games.kit.panels import BLUE, GREEN, Button, HandOfButtons, Option, Panel
from bot.games.kit.suggestion import suggested
from bot.games.screens import Act, Controls, Drafted, Misread, Press
from engines.jockey.actions import Play


class Plays(HandOfButtons[JockeyTexts]):
    """Every card that can be played, once a kind, with the horse where there is a choice."""

    kind = "play"
    facts = ("card", "horse")

    @property
    def idle(self) -> str:
        """Ask for a card that moves nobody."""
        return self.words.throw_away

    def is_useful(self, action: Play) -> bool:
        """Whether a card would move a horse."""
        horse, start, end = effect(self.view, action)
        return horse is not None and start != end

    def offer(self, what: str, action: Play) -> Button:
        """Label a card with what it would do."""
        horse, start, end = effect(self.view, action)
        if horse is None or start == end:
            return self.button(what, self.words.would_stay(action.card, held_by(self.view, action.card, 0)))
        held, is_open = held_by(self.view, action.card, end - start), action.card.startswith("no")
        label = self.words.would_move(action.card, horse, start, end, held, choice=is_open)
        return self.button(what, label, BLUE, emoji=self.words.sign(horse))


class Keeps(Panel[JockeyTexts]):
    """The cards to keep: a sensible choice on a button, any other in a select with the button that decides."""

    def controls(self) -> Sequence[Controls]:
        """Offer the whole hand."""
        picked, most = self.draft.get("keep", []), self.choices.most
        options = [
            Option(label=self.words.card(card), value=value, default=value in picked)
            for value, card in _numbered(self.view.own.hand)
        ]
        keep = (
            [self.button("keep.go", self.words.keep_these(_cards(picked)), GREEN)]
            if picked
            else self._usual()
        )
        none = self.button("keep.none", self.words.keep_none)
        pick = self.select("keep.pick", self.words.keep_placeholder(most), options, least=0, most=most)
        return [(pick,), (*keep, none)]

    def _usual(self) -> Sequence[Button]:
        """Offer in one press what the steady player would keep; its address names the cards."""
        cards = getattr(suggested(self.seating), "cards", ())
        return [self.button(f"keep.{'.'.join(cards)}", self.words.keep_these(cards), GREEN)] if cards else []

    def pressed(self, press: Press) -> Act | Drafted:
        """Pick cards to keep, or decide."""
        offered = dict(_numbered(self.view.own.hand))
        match press.parts:
            case ("keep", "pick") if all(value in offered for value in press.values):
                return Drafted({"keep": list(press.values)})
            case ("keep", "go"):
                return Act({"type": "keep", "cards": _cards(self.draft.get("keep", []))})
            case ("keep", "none"):
                return Act({"type": "keep", "cards": []})
            case ("keep", *cards) if cards and not Counter(cards) - Counter(self.view.own.hand):
                return Act({"type": "keep", "cards": cards})
        raise Misread


def _numbered(hand: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Tell copies of a card apart, as a select wants its values: `red+7`, `red+7#2`; at most 25."""
    seen: Counter[str] = Counter()
    for card in hand[:25]:
        seen[card] += 1
        yield (card if seen[card] == 1 else f"{card}#{seen[card]}"), card


def _cards(picked: Sequence[str]) -> list[str]:
    return [value.partition("#")[0] for value in picked]
