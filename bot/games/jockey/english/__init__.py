"""Jockey: cards, bets, what happened, what is asked, and the rules in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.games.jockey.english.hints import JockeyHints
from bot.games.jockey.english.lesson import LESSON
from bot.games.jockey.english.pictures import JOCKEY
from bot.games.jockey.english.rules import pages
from bot.games.options import OptionWords
from bot.texts.english.phrases import at_desks, count, listed, number, signed
from bot.texts.feat_words import FeatWords
from engines.jockey.cards import AHEAD, BEHIND


class JockeyTexts(JockeyHints):
    """Everything Paddock says about a game of Jockey. Horses and cards come by their names in the race log."""

    name = "Jockey"
    feats = MappingProxyType(
        {"jockey.double": FeatWords("Straight double", "named the first two of a Jockey race in their order")}
    )
    pitch = "three races, secret bets, a hand of cards"
    summary = "bet on one of four horses in secret, and play cards that move any of them"
    bought_in_for = "round"
    lesson = LESSON
    captions = JOCKEY
    """What is written in its pictures."""

    tempers: Mapping[str, str] = {
        "bold": "bold: to win, and doubles",
        "careful": "careful: mostly to place, and little",
        "contrary": "contrary: what its hand speaks against",
    }

    options: Mapping[str, OptionWords] = {
        "rounds": OptionWords(
            asks="How many rounds of three races",
            label="Rounds",
            hint="Three races each, every round with 1,000 new bills",
        )
    }

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe the options in a few words each."""
        rounds = int(options["rounds"])
        return (count(3 * rounds, "race") + ("" if rounds == 1 else f" in {count(rounds, 'round')}"),)

    # ------------------------------------------------------------------------------------ names of things

    def card(self, card: str) -> str:
        """Name a card: `Red +10`, `Red ×3`, `No. 2 +13`."""
        for horse in JOCKEY.horses:
            if card.startswith(horse):
                return f"{self.horse(horse)} {card.removeprefix(horse).replace('x', '×')}"
        if card.startswith("no"):
            position, _, steps = card.removeprefix("no").partition("+")
            return f"No. {position} +{steps}"
        return card

    def stake_kind(self, kind: str) -> str:
        """Name a kind of bet."""
        return {"place": "Place", "win": "Win", "double": "Double"}[kind]

    def bet(self, bet: Mapping[str, Any]) -> str:
        """Tell a bet, as the race log has it."""
        if bet["kind"] == "double":
            first, second = self.horse(bet["first"]), self.horse(bet["second"])
            return f"{bet['stake_first']:,} on {first} first and {bet['stake_second']:,} on {second} second"
        return (
            f"{bet['stake']:,} on {self.horse(bet['horse'])} to {'win' if bet['kind'] == 'win' else 'place'}"
        )

    # ---------------------------------------------------------------------------------- what has happened

    def bets(self, who: str, bet: Mapping[str, Any]) -> str:
        """Tell a secret bet, in a log."""
        return f"{who} bets {self.bet(bet)}."

    def lent(self, who: str, amount: int) -> str:
        """Tell what somebody owes if a bet is lost that is more than they have, in a log."""
        return f"{who} owes the bank {amount:,} bills if the bet is lost."

    def keeps(self, who: str, cards: Sequence[str]) -> str:
        """Tell which cards somebody keeps, in a log."""
        return f"{who} keeps {self.listed_cards(cards)}."

    def draws(self, who: str, cards: Sequence[str]) -> str:
        """Tell which cards somebody drew, in a log."""
        return f"{who} draws {self.listed_cards(cards)}."

    held: Mapping[str, str] = {
        "behind": f"has to stay {BEHIND} behind the leader",
        "ahead": f"at most {AHEAD} ahead of the leader",
        "lead": "needs a lead",
        "position": "nobody in that position",
        "home": "home already",
    }
    """Why a card does less than it says, in a few words."""

    def _why(self, held: str | None, before: str = ", ") -> str:
        return before + self.held[held] if held else ""

    def played(
        self, who: str, card: str, horse: str | None, start: int, end: int, held: str | None = None
    ) -> str:
        """Tell a card and what it did; `held`: why that is less than the card says."""
        head = f"{who} played **{self.card(card)}**"
        if horse is None or start == end:
            return f"{head} — nobody moved{self._why(held, ': ')}."
        return f"{head} — {self.sign(horse)} {self.horse(horse)} {start} → {end}{self._why(held)}."

    def drawn(self, people: Sequence[str], each: int) -> str:
        """Tell that everybody drew."""
        return f"All hands were empty: {listed(people)} drew {count(each, 'card')} each."

    def race_started(self, race: int, races: int, first: str) -> str:
        """Tell that a race is set up."""
        return f"**{self.race(race, races)}.** {first} will play first."

    off = "All bets are placed, and they are off!"

    # ------------------------------------------------------------------------------------- what is asked

    def ask_keep(self, waiting: Sequence[str]) -> str:
        """Ask who has cards left, in public."""
        return f"**Between races:** {listed(waiting)} may keep up to two cards, in secret{at_desks(waiting)}."

    own_bet = (
        "**Your bet, please.**\nThe green button places what it says. Nobody sees it before the race is over."
    )
    own_turn = "**Your turn: play a card.**\nEach button says where its horse would go; then the next player follows."

    def own_last(self, card: str) -> str:
        """Ask for the only move there is."""
        return (
            f"**Your turn. {self.card(card)}: that is all you have to play.**\nThen the next player follows."
        )

    def own_keep(self, cards: int) -> str:
        """Ask which cards to keep, on a desk."""
        return (
            f"**Keep up to two of your {count(cards, 'card')} for the next race, or none.**\n"
            "You will be dealt that many fewer."
        )

    own_kept = "The next race starts once everybody has decided."

    def bet_slip(self, bet: str, loan: int) -> str:
        """Show the own bet."""
        owed = f" (if lost, you owe the bank {loan:,})" if loan else ""
        return f"**Your bet:** {bet}{owed}."

    def capital(self, capital: int) -> str:
        """Show the own capital."""
        if capital < 0:
            return f"-# You owe the bank {number(-capital)} bills."
        return f"-# You have {number(capital)} bills."

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
        return f"{stake:,} (if lost, you owe the bank {loan:,})" if loan else f"{stake:,}"

    def pays(self, bet: Mapping[str, Any], loan: int) -> str:
        """Say what a slip would bring, and what somebody owes who loses it."""
        owed = f" If you lose it all, you owe the bank {loan:,}." if loan else ""
        if bet["kind"] == "double":
            first, second, a, b = (bet[field] for field in ("first", "second", "stake_first", "stake_second"))
            return (
                f"Both right {signed(4 * (a + b))}; only {self.horse(first)} first {signed(3 * a - b)}; "
                f"only {self.horse(second)} second {signed(b - a)}; neither {signed(-a - b)}.{owed}"
            )
        is_win, stake = bet["kind"] == "win", bet["stake"]
        when = "comes in first" if is_win else "comes in first or second"
        gain = signed(3 * stake if is_win else stake)
        return f"{gain} if {self.horse(bet['horse'])} {when}, otherwise {signed(-stake)}.{owed}"

    # ------------------------------------------------------------------------------------------ the hand

    def would_move(
        self, card: str, horse: str, start: int, end: int, held: str | None, *, choice: bool
    ) -> str:
        """Label the button of a card; `held`: why it does less than it says. At most 80 characters."""
        named = f"{self.card(card)} · {self.horse(horse)}" if choice else self.card(card)
        return f"{named}: {start} → {end}{self._why(held)}"

    def would_stay(self, card: str, held: str | None) -> str:
        """Label the button of a card that moves nothing, with why."""
        return f"{self.card(card)}: no move{self._why(held)}"

    throw_away = "Throw a card away: it moves nobody"

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
        return f"{who}: {bet} → **{signed(net)}** (has {number(capital)} bills)"

    # ------------------------------------------------------------------------------------------ refusals

    refusals: Mapping[str, str] = {
        "same_horse": "A double needs two different horses: change one.",
        "stake_too_large": "Your limit is {most:,} in all: stake less.",
        "horse_needed": "Several horses share that position: choose {horses:or}.",
        "wrong_horse": "{card} cannot move {horse} now: each button says what its card does.",
        "too_many_kept": "You may keep {most:card} at most: pick fewer.",
    }

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.card, self.horse)
