"""The bet slip of a Turfe desk: a kind, a horse, the card laid aside for it, and a stake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.kit.panels import Option
from bot.games.kit.slips import BetSlip
from bot.games.turfe.english import TurfeTexts
from engines.turfe.actions import Bet, Card
from engines.turfe.bets import brings


class TurfeSlip(BetSlip[TurfeTexts]):
    """A bet to place, to win or on the jackpot; the stake on the jackpot cannot be chosen."""

    fields = ("kind", "horse", "card", "stake")
    usual = (10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10000)

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of bet, the easiest one first."""
        return [kind for kind in ("place", "win", "jackpot") if kind in self.choices.kinds]

    @property
    def cards(self) -> Sequence[Card]:
        """The kinds of card that can be laid aside for the horse, as far as one is chosen."""
        cards: Sequence[Card] = self.choices.horses[self["horse"]] if self["horse"] else ()
        return cards

    def __getitem__(self, field: str) -> Any:
        match field:
            case "stake" if self["kind"] == "jackpot":
                return self.choices.jackpot
            case "card":  # unless another is chosen the first, which mostly goes least far
                return self.draft.get("card", next(iter(self.cards), None))
        return super().__getitem__(field)

    def shown(self) -> Sequence[str]:
        """Ask for the card and the stake only where there is a choice."""
        card = ("card",) if len(self.cards) > 1 else ()
        stake = () if self["kind"] == "jackpot" else ("stake",)
        return ("kind", "horse", *card, *stake)

    def bet(self) -> Bet | None:
        """Return the bet, None as long as something is missing."""
        if self["horse"] is None or self["stake"] is None:
            return None
        return Bet(self["kind"], self["horse"], self["stake"], self["card"])

    def everything(self) -> int | None:
        """Return the stake of a bet after which nothing is left for another one."""
        least, money = self.choices.least, self.view.money[self.seating.seat]
        is_all = money - self["stake"] < least < self.choices.most
        return int(self["stake"]) if is_all else None

    def label(self) -> str:
        """Label the button with the bet and the card that goes aside."""
        return self.words.confirm(self.words.bet(self["kind"], self["horse"], self["stake"]), self["card"])

    def action(self) -> Mapping[str, Any]:
        """Return the bet; who has no coloured card lays none aside."""
        bet = {"type": "bet", **{field: self[field] for field in ("kind", "horse", "stake")}}
        return bet | {"card": self["card"]} if self["card"] else bet

    def filled(self, field: str, value: Any) -> Mapping[str, Any]:
        """Fill one field in; a card that does not go with another horse is taken out."""
        draft = {**self.draft, field: value}
        if field == "horse" and value != self["horse"]:
            draft.pop("card", None)
        return draft

    def placeholder(self, field: str) -> str:
        """Ask for a field."""
        return self.words.card_placeholder(self["horse"]) if field == "card" else super().placeholder(field)

    def options(self, field: str) -> Sequence[Option]:
        """Offer what can be chosen for a field."""
        if field == "card":
            return [self.option(field, card, self.words.lay_aside(card)) for card in self.cards]
        return super().options(field)

    def hint(self, field: str, value: str) -> str | None:
        """Say what a kind of bet means, which cards of a horse are held, and what becomes of the one laid aside."""
        match field:
            case "kind":
                return self.words.kind_hint(value, self.view.pot)
            case "card":
                return self.words.lay_aside_hint
        cards = self.choices.horses[value]
        return self.words.held([card for card in self.choices.hand if card in cards]) if cards else None

    def offered(self, field: str) -> Iterable[int]:
        """Offer half of all there is as well."""
        half = self.choices.most // 2 // self.choices.step * self.choices.step
        return (*super().offered(field), half)

    def amount(self, amount: int) -> str:
        """Label a stake."""
        return self.words.amount(amount, self.choices.money)

    def pays(self) -> str:
        """Tell what the bet would bring; nothing while it is not complete."""
        bet = self.bet()
        if bet is None:
            return ""
        alone = self.view.pot // self.choices.step * self.choices.step
        return self.words.pays(bet.kind, bet.horse, bet.stake, brings(bet, alone))
