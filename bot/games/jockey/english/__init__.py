"""Jockey: cards, bets, what happened, what is asked, and the rules in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.jockey.english.pictures import JOCKEY
from bot.games.jockey.english.refusals import REFUSALS
from bot.games.jockey.english.rules import pages
from bot.games.kit.english import BettingTexts
from bot.games.title_words import OptionWords
from bot.texts.english.phrases import count, listed, number, signed


class JockeyTexts(BettingTexts):
    """Everything Paddock says about a game of Jockey. Horses and cards come by their names in the race log."""

    name = "Jockey"
    pitch = "three races, secret bets, a hand of cards"
    summary = "three races, four horses, and a hand of cards that makes them run"
    bought_in_for = "round"
    words = JOCKEY
    """The words in its pictures."""

    options: Mapping[str, OptionWords] = {
        "rounds": OptionWords(
            asks="How many rounds of three races",
            label="Rounds",
            hint="Three races each, every round with a fresh capital of 1,000",
        )
    }

    def option_value(self, option: str, value: Any) -> str:
        """Name a value of an option."""
        return str(value)

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe the options in a few words each."""
        rounds = int(options["rounds"])
        return (count(3 * rounds, "race") + ("" if rounds == 1 else f" in {count(rounds, 'round')}"),)

    # ------------------------------------------------------------------------------------ names of things

    def card(self, card: str) -> str:
        """Name a card: `Red +10`, `Red ×3`, `No 2 +13`."""
        for horse in JOCKEY.horses:
            if card.startswith(horse):
                return f"{self.horse(horse)} {card.removeprefix(horse).replace('x', '×')}"
        if card.startswith("no"):
            position, _, steps = card.removeprefix("no").partition("+")
            return f"No {position} +{steps}"
        return card

    def stake_kind(self, kind: str) -> str:
        """Name a kind of bet."""
        return {"place": "Place", "win": "Win", "double": "Double"}[kind]

    def single(self, kind: str, horse: str, stake: int) -> str:
        """Tell a bet on one horse."""
        return f"{stake:,} on {self.horse(horse)} to {'win' if kind == 'win' else 'place'}"

    def double(self, first: str, second: str, stake_first: int, stake_second: int) -> str:
        """Tell a double."""
        return f"{stake_first:,} on {self.horse(first)} first and {stake_second:,} on {self.horse(second)} second"

    # ---------------------------------------------------------------------------------- what has happened

    def played(self, who: str, card: str, horse: str | None, start: int, end: int) -> str:
        """Tell a card and what it did."""
        head = f"{who} played **{self.card(card)}**"
        if horse is None or start == end:
            return f"{head} — nobody moved."
        return f"{head} — {self.sign(horse)} {self.horse(horse)} {start} → {end}."

    def drawn(self, people: Sequence[str], each: int) -> str:
        """Tell that everybody drew."""
        return f"All hands were empty: {listed(people)} drew {count(each, 'card')} each."

    def race_started(self, race: int, races: int, first: str) -> str:
        """Tell that a race is set up."""
        return f"**{self.race(race, races)}** — cards are dealt. {first} will play first."

    def off(self, first: str) -> str:
        """Tell that all bets are placed."""
        return f"All bets are placed, and they are off! {first} plays first."

    # ------------------------------------------------------------------------------------- what is asked

    def ask_keep(self, waiting: Sequence[str]) -> str:
        """Ask who has cards left, in public."""
        desks = "the desk" if len(waiting) == 1 else "their desks"
        return f"**Between races:** {listed(waiting)} may keep up to two cards, in secret, on {desks}."

    def own_bet(self) -> str:
        """Ask for a bet, on a desk."""
        return (
            "**Your bet, please.** Choose the kind, the horse and the stake, then press the green button.\n"
            "Nobody sees it before the race is over."
        )

    def own_turn(self) -> str:
        """Ask for a card, on a desk."""
        return "**Your turn: play a card.** Each button says what it would do; then the next player follows."

    def own_keep(self, cards: int) -> str:
        """Ask which cards to keep, on a desk."""
        return (
            f"**The race is over and you hold {count(cards, 'card')}.** Keep up to two for the next race, or none.\n"
            "You will be dealt that many fewer."
        )

    own_kept = "What you keep is settled. The next race starts once everybody has decided."

    def bet_slip(self, bet: str, loan: int) -> str:
        """Show the own bet."""
        borrowed = f" ({loan:,} of it lent by the bank)" if loan else ""
        return f"**Your bet:** {bet}{borrowed}."

    def capital(self, capital: int) -> str:
        """Show the own capital."""
        return f"-# Your capital: {number(capital)} bills" + (" — a debt to the bank" if capital < 0 else "")

    # -------------------------------------------------------------------------------------- the bet slip

    first_placeholder = "Which horse comes in first?"
    second_placeholder = "Which horse comes in second?"
    stake_first_placeholder = "How much on the first?"
    stake_second_placeholder = "How much on the second?"
    amount_label = "Stake in bills"

    kinds: Mapping[str, str] = {
        "place": "Your horse comes in first or second: you win your stake.",
        "win": "Your horse comes in first: you win three times your stake.",
        "double": "Two horses, first and second in this order: four times both stakes.",
    }

    def amount(self, stake: int, loan: int) -> str:
        """Label a stake."""
        return f"{stake:,} ({loan:,} borrowed)" if loan else f"{stake:,}"

    def confirm(self, bet: str) -> str:
        """Label the button that places the bet; at most 80 characters."""
        return f"Bet {bet}"

    def pays_single(self, kind: str, horse: str, stake: int) -> str:
        """Say what a slip would bring."""
        when = "comes in first" if kind == "win" else "comes in first or second"
        gain = 3 * stake if kind == "win" else stake
        return f"{signed(gain)} if {self.horse(horse)} {when}, otherwise {signed(-stake)}."

    def pays_double(self, first: str, second: str, a: int, b: int) -> str:
        """Say what a slip would bring."""
        return (
            f"Both right {signed(4 * (a + b))}; only {self.horse(first)} first {signed(3 * a - b)}; "
            f"only {self.horse(second)} second {signed(b - a)}; neither {signed(-a - b)}."
        )

    def loan_note(self, loan: int) -> str:
        """Say what a slip borrows."""
        return f"The bank lends you {loan:,} for it."

    # ------------------------------------------------------------------------------------------ the hand

    def would_move(self, card: str, horse: str, start: int, end: int, choice: bool) -> str:
        """Label the button of a card; at most 80 characters."""
        named = f"{self.card(card)} · {self.horse(horse)}" if choice else self.card(card)
        return f"{named}: {start} → {end}"

    def would_stay(self, card: str) -> str:
        """Label the button of a card that moves nothing."""
        return f"{self.card(card)}: no move"

    def keep_placeholder(self, most: int) -> str:
        """Ask for cards to keep."""
        return f"Keep up to {count(most, 'card')}"

    keep_none = "Keep none"

    def keep_these(self, cards: Sequence[str]) -> str:
        """Label the button that keeps cards."""
        return f"Keep {listed(self.card(card) for card in cards)}" if cards else self.keep_none

    # ------------------------------------------------------------------------------------------- results

    def score(self, score: int) -> str:
        """Tell what somebody has won by."""
        return f"{number(score)} bills"

    def settled(self, who: str, bet: str, net: int, capital: int) -> str:
        """Tell what one bet brought."""
        return f"{who}: {bet} → **{signed(net)}** (capital {number(capital)})"

    # ------------------------------------------------------------------------------------------ refusals

    refusals = REFUSALS

    def called(self, fact: str, value: str) -> str:
        """Name what a fact of a refusal is about."""
        return self.card(value) if fact == "card" else super().called(fact, value)

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.card)
