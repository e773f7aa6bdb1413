"""Jockey: cards, bets, what happened, what is asked, and the rules in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.texts.english.jockey_rules import pages
from bot.texts.english.phrases import count, listed, number, on_desks, signed
from bot.texts.english.pictures import JOCKEY

_HORSES = {"brown": "Brown", "yellow": "Yellow", "blue": "Blue", "red": "Red"}
_SIGNS = {"brown": "🟤", "yellow": "🟡", "blue": "🔵", "red": "🔴"}
_ORDINALS = ("first", "second", "third", "fourth")


class JockeyTexts:
    """Everything Paddock says about a game of Jockey. Horses and cards come by their names in the race log."""

    name = "Jockey"
    words = JOCKEY
    """The words in its pictures."""

    options: Mapping[str, tuple[str, str]] = {
        "rounds": ("Rounds", "Three races each, every round with a fresh capital of 1,000")
    }

    def facts(self, rounds: int) -> Sequence[str]:
        """Describe the options in a few words each."""
        return (count(3 * rounds, "race") + ("" if rounds == 1 else f" in {count(rounds, 'round')}"),)

    # ------------------------------------------------------------------------------------ names of things

    def horse(self, horse: str) -> str:
        """Name a horse: `Red`."""
        return _HORSES.get(horse, horse.capitalize())

    def sign(self, horse: str) -> str:
        """Give the emoji of a horse."""
        return _SIGNS.get(horse, "🏇")

    def card(self, card: str) -> str:
        """Name a card: `Red +10`, `Red ×3`, `No 2 +13`."""
        for horse in _HORSES:
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

    def race(self, race: int, races: int) -> str:
        """Tell which race it is."""
        return f"Race {race} of {races}"

    # ---------------------------------------------------------------------------------- what has happened

    def played(self, who: str, card: str, horse: str | None, start: int, end: int) -> str:
        """Tell a card and what it did."""
        head = f"{who} played **{self.card(card)}**"
        if horse is None or start == end:
            return f"{head} — nobody moved."
        return f"{head} — {self.sign(horse)} {self.horse(horse)} {start} → {end}."

    def finished(self, horse: str, place: int) -> str:
        """Tell who came home."""
        return f"🏁 {self.horse(horse)} is home {_ORDINALS[place - 1]}!"

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

    def ask_bets(self, waiting: Sequence[str], placed: int, seats: int) -> str:
        """Ask everybody for a bet, in public."""
        return f"**Secret bets:** {placed} of {seats} placed. Waiting for {on_desks(waiting)}."

    def ask_turn(self, who: str) -> str:
        """Ask one seat for a card, in public."""
        return f"**{who} is to play a card**, from the desk."

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

    own_bet_stands = "Your bet stands. They are off as soon as everybody's is placed."
    own_kept = "What you keep is settled. The next race starts once everybody has decided."
    own_wait = "Nothing to do for you just now: the board says what the table waits for."

    def bet_slip(self, bet: str, loan: int) -> str:
        """Show the own bet."""
        borrowed = f" ({loan:,} of it lent by the bank)" if loan else ""
        return f"**Your bet:** {bet}{borrowed}."

    def capital(self, capital: int) -> str:
        """Show the own capital."""
        return f"-# Your capital: {number(capital)} bills" + (" — a debt to the bank" if capital < 0 else "")

    # -------------------------------------------------------------------------------------- the bet slip

    kind_placeholder = "What kind of bet?"
    horse_placeholder = "Which horse?"
    first_placeholder = "Which horse comes in first?"
    second_placeholder = "Which horse comes in second?"
    stake_placeholder = "How much?"
    stake_first_placeholder = "How much on the first?"
    stake_second_placeholder = "How much on the second?"
    other_amount = "Another amount …"
    amount_title = "Your stake"
    amount_label = "Stake in bills"

    kinds: Mapping[str, str] = {
        "place": "Your horse comes in first or second: you win your stake.",
        "win": "Your horse comes in first: you win three times your stake.",
        "double": "Two horses, first and second in this order: four times both stakes.",
    }

    def amount_hint(self, least: int, most: int, step: int) -> str:
        """Say which amounts can be entered."""
        return f"{least:,} to {most:,}, in steps of {step:,}"

    def amount_wrong(self, least: int, most: int, step: int) -> str:
        """Refuse an amount that was typed."""
        return f"Please enter a number from {least:,} to {most:,} in steps of {step:,}."

    def amount(self, stake: int, loan: int) -> str:
        """Label a stake."""
        return f"{stake:,} ({loan:,} borrowed)" if loan else f"{stake:,}"

    slip_incomplete = "Choose what is still open above"

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

    def result_title(self, race: int, races: int) -> str:
        """Head the result of a race."""
        return f"## 🏁 {self.race(race, races)}"

    def order(self, horses: Sequence[str]) -> str:
        """Tell the order of finish."""
        medals = ("🥇", "🥈", "🥉")
        return " · ".join(f"{medals[i]} {self.sign(h)} {self.horse(h)}" for i, h in enumerate(horses[:3]))

    def settled(self, who: str, bet: str, net: int, capital: int) -> str:
        """Tell what one bet brought."""
        return f"{who}: {bet} → **{signed(net)}** (capital {number(capital)})"

    def final_title(self) -> str:
        """Head the result of a game."""
        return "## 🏆 The race day is over"

    def winners(self, names: Sequence[str], score: int) -> str:
        """Name who won the game."""
        verb = "wins" if len(names) == 1 else "share the win"
        return f"**{listed(names)} {verb}** with {number(score)} bills."

    def standing(self, place: int, who: str, score: int) -> str:
        """One line of the final standing."""
        return f"{place}. {who} — {number(score)}"

    # ------------------------------------------------------------------------------------------ refusals

    def refusal(self, reason: str, facts: Mapping[str, Any]) -> str:
        """Say why the rules refused, and what would be accepted."""
        match reason:
            case "unknown_horse":
                return f"There is no such horse. The horses are {self._horses(facts['horses'])}."
            case "same_horse":
                return "A double needs two different horses. Choose another for one of the two."
            case "stake_not_in_steps":
                return f"Stakes go in steps of {facts['step']:,}. Choose another amount."
            case "stake_too_small":
                return f"The smallest stake is {facts['least']:,}. Choose a larger amount."
            case "stake_too_large":
                return f"That is more than you may stake: your limit is {facts['most']:,} in all."
            case "card_not_in_hand":
                return "That card is not in your hand any more. Choose one that your desk shows."
            case "horse_needed":
                return f"Several horses share that position: choose {self._horses(facts['horses'], 'or')}."
            case "wrong_horse":
                return (
                    f"{self.card(facts['card'])} cannot move {self.horse(facts['horse'])} now. "
                    "Each button on your desk says what its card would do."
                )
            case "too_many_kept":
                return f"You may keep {count(facts['most'], 'card')} at the most. Pick fewer."
            case "not_your_turn":
                return "It is not your turn. Your desk wakes up when it is."
            case "game_over":
                return "This race day is over. **Rematch** under its result opens another."
            case "wrong_phase":
                return "The race has moved on, and that is not asked any more. Your desk shows what is."
        return "That cannot be done now. Your desk shows what can."

    def _horses(self, horses: Sequence[str], word: str = "and") -> str:
        return listed(map(self.horse, horses), word)

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.card)
