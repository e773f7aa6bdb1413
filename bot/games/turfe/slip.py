"""The bet slip of a Turfe desk: a draft, what can be chosen next, and the bet it amounts to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.games.kit.amounts import typed_amount
from bot.games.screens import OTHER, Act, Controls, Drafted, Form, Misread, Press, Seating
from bot.games.turfe.words import spoken
from bot.texts import Texts
from bot.ui.message_layout import button, select
from engines.turfe import Bet, Bets, Card, Horse, Kind
from engines.turfe.bets import brings

_KINDS: tuple[Kind, ...] = ("place", "win", "jackpot")
_QUICK = (10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10000)


class Slip:
    """A slip as filled in so far. `bets` says what this seat may bet."""

    def __init__(self, draft: Mapping[str, Any], bets: Bets) -> None:
        self.bets = bets
        self.kind: Kind = draft.get("kind", "place")
        self.horse: Horse | None = draft.get("horse")
        self._draft = draft

    @property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of card that can be laid aside for the horse, as far as one is chosen."""
        return self.bets.horses[self.horse] if self.horse else ()

    @property
    def card(self) -> Card | None:
        """The card laid aside: unless another is chosen the first, which mostly goes least far."""
        chosen = self._draft.get("card")
        return Card(chosen) if chosen else next(iter(self.cards), None)

    @property
    def stake(self) -> int | None:
        """The stake; that on the jackpot cannot be chosen."""
        return self.bets.jackpot if self.kind == "jackpot" else self._draft.get("stake")

    def bet(self) -> Bet | None:
        """Return the bet, None as long as something is missing."""
        if self.horse is None or self.stake is None:
            return None
        return Bet(self.kind, self.horse, self.stake, self.card)


def pays(seating: Seating, t: Texts) -> str:
    """Tell what the slip would bring; nothing while it is not complete."""
    bets: Bets = seating.choices
    bet = Slip(seating.draft, bets).bet()
    if bet is None:
        return ""
    alone = seating.view.pot // bets.step * bets.step
    return spoken(t).pays(bet.kind, bet.horse, bet.stake, brings(bet, alone))


# ---------------------------------------------------------------------------------------- what is offered


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Lay the slip out: a select for all that can be chosen, then the button that places the bet."""
    slip = Slip(seating.draft, seating.choices)
    fields = [_kinds(seating, slip, t), _horses(seating, slip, t)]
    if len(slip.cards) > 1:
        fields.append(_cards(seating, slip, t))
    if slip.kind != "jackpot":
        fields.append(_stakes(seating, slip, t))
    return [*((field,) for field in fields), (_place(seating, slip, t),)]


Select = discord.ui.Select[discord.ui.LayoutView]


def _kinds(seating: Seating, slip: Slip, t: Texts) -> Select:
    options = [
        discord.SelectOption(
            label=spoken(t).stake_kind(kind),
            value=kind,
            description=spoken(t).kind_hint(kind, seating.view.pot),
            default=kind == slip.kind,
        )
        for kind in _KINDS
        if kind in slip.bets.kinds
    ]
    return select(seating.control("bet.kind"), spoken(t).kind_placeholder, options)


def _horses(seating: Seating, slip: Slip, t: Texts) -> Select:
    options = [
        discord.SelectOption(
            label=spoken(t).horse(horse),
            value=horse,
            emoji=spoken(t).sign(horse),
            description=spoken(t).held([card for card in slip.bets.hand if card in cards]) if cards else None,
            default=horse == slip.horse,
        )
        for horse, cards in slip.bets.horses.items()
    ]
    return select(seating.control("bet.horse"), spoken(t).horse_placeholder, options)


def _cards(seating: Seating, slip: Slip, t: Texts) -> Select:
    assert slip.horse is not None
    options = [
        discord.SelectOption(
            label=spoken(t).lay_aside(card),
            value=card,
            description=spoken(t).lay_aside_hint,
            default=card == slip.card,
        )
        for card in slip.cards
    ]
    return select(seating.control("bet.card"), spoken(t).card_placeholder(slip.horse), options)


def _stakes(seating: Seating, slip: Slip, t: Texts) -> Select:
    most, chosen = slip.bets.most, slip.stake
    half = most // 2 // slip.bets.step * slip.bets.step
    amounts = {
        amount for amount in (*_QUICK, half, most, chosen or most) if slip.bets.least <= amount <= most
    }
    options = [
        discord.SelectOption(
            label=spoken(t).amount(amount, seating.choices.money), value=str(amount), default=amount == chosen
        )
        for amount in sorted(amounts)
    ]
    other = discord.SelectOption(label=spoken(t).other_amount, value=OTHER)
    return select(seating.control("bet.stake"), spoken(t).stake_placeholder, [*options, other])


def _place(seating: Seating, slip: Slip, t: Texts) -> discord.ui.Button[discord.ui.LayoutView]:
    bet = slip.bet()
    label = (
        spoken(t).confirm(spoken(t).bet(bet.kind, bet.horse, bet.stake), bet.card)
        if bet
        else spoken(t).slip_incomplete
    )
    green = discord.ButtonStyle.success
    return button(seating.control("bet.place"), label, green, disabled=bet is None)


def form(seating: Seating, press: Press, t: Texts) -> Form | None:
    """Ask for a stake to be typed; None where the press is about something else."""
    if press.parts != ("bet", "stake"):
        return None
    bets: Bets = seating.choices
    hint = spoken(t).amount_hint(bets.least, bets.most, bets.step)
    return Form("bet.stake", spoken(t).amount_title, spoken(t).amount_label, hint)


# -------------------------------------------------------------------------------------- what a press means


def pressed(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Fill one field in, or place the bet; a card that does not go with another horse is taken out."""
    slip, draft = Slip(seating.draft, seating.choices), dict(seating.draft)
    match press.parts, press.values:
        case ("bet", "place"), ():
            return _placed(slip, t)
        case ("bet", "stake"), (text,):
            return Drafted(draft | {"stake": _amount(text, slip.bets, t)})
        case ("bet", "kind"), (kind,) if kind in slip.bets.kinds:
            return Drafted(draft | {"kind": kind})
        case ("bet", "card"), (card,) if card in slip.cards:
            return Drafted(draft | {"card": card})
        case ("bet", "horse"), (horse,) if horse in slip.bets.horses:
            if horse != slip.horse:
                draft.pop("card", None)
            return Drafted(draft | {"horse": horse})
    raise Misread(t.table.unknown_control)


def _placed(slip: Slip, t: Texts) -> Act:
    bet = slip.bet()
    if bet is None:
        raise Misread(spoken(t).slip_incomplete)
    action = {"type": "bet", "kind": bet.kind, "horse": bet.horse, "stake": bet.stake}
    return Act(action | {"card": bet.card} if bet.card else action)


def _amount(text: str, bets: Bets, t: Texts) -> int:
    amount = typed_amount(text, bets.least, bets.most, bets.step)
    if amount is None:
        raise Misread(spoken(t).amount_wrong(bets.least, bets.most, bets.step))
    return amount
