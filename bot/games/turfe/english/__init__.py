"""Turfe: horses and cards, what happened, what is asked, the bet slip, and what everything came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.games.options import OptionWords
from bot.games.turfe.english.hints import TurfeHints
from bot.games.turfe.english.lesson import LESSON
from bot.games.turfe.english.pictures import TURFE
from bot.games.turfe.english.refusals import REFUSALS, way
from bot.games.turfe.english.rules import pages
from bot.texts.english.phrases import count, listed, number, signed
from bot.texts.feat_words import FeatWords

_KINDS = {"place": "to place", "win": "to win", "jackpot": "on the jackpot"}

Spot = tuple[int, int]
"""A lane and a space of it."""


class TurfeTexts(TurfeHints):
    """Everything Paddock says about a game of Turfe.

    Horses and cards come by their names in the race log: `red`, `red+3`, `any-2`. Amounts are whole dollars.
    Where a sentence takes an `end`, None is over the line.
    """

    name = "Turfe"
    feats = MappingProxyType({"turfe.jackpot": FeatWords("Jackpot", "won the jackpot of Turfe")})
    pitch = "six lanes, win, place and the jackpot that grows"
    summary = "bet on one of six horses in secret, play cards that move any, and win the jackpot of lost bets"
    lesson = LESSON
    captions = TURFE
    """What is written in its pictures."""

    options: Mapping[str, OptionWords] = {
        "races": OptionWords(
            asks="How many races", label="Races", hint="How many, unless everybody is broke before"
        )
    }

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe the options in a few words each."""
        return (count(options["races"], "race"),)

    def suggested(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Say how many races the booklet suggests."""
        return () if options["races"] == 8 else ("the booklet suggests 8 races",)

    # ------------------------------------------------------------------------------------ names of things

    def steps(self, card: str) -> str:
        """Tell how far a card goes: `+3`, `−2`."""
        return card[_cut(card) :].replace("-", "−")

    def card(self, card: str) -> str:
        """Name a card: `Red +3`, `Any horse −2`."""
        horse = card[: _cut(card)]
        return f"{self.captions.any_horse if horse == 'any' else self.horse(horse)} {self.steps(card)}"

    def stake_kind(self, kind: str) -> str:
        """Name a kind of bet."""
        return {"place": "Place", "win": "Win", "jackpot": "Jackpot"}[kind]

    def bet(self, kind: str, horse: str, stake: int) -> str:
        """Tell a bet."""
        hope = "for the jackpot" if kind == "jackpot" else _KINDS[kind]
        return f"{stake:,} on {self.horse(horse)} {hope}"

    def stake(self, kind: str, stake: int) -> str:
        """Tell what everyone may know of a bet."""
        return f"{stake:,} {_KINDS[kind]}"

    # ---------------------------------------------------------------------------------- what has happened

    def race_started(self, race: int, races: int, banker: str, broke: Sequence[str]) -> str:
        """Tell that a race is set up, and who has no money to bet."""
        told = f"**{self.race(race, races)}.** {banker} will play first."
        return f"{told} Too broke to bet: {listed(broke)}." if broke else told

    def off(self, bets: Sequence[tuple[str, str, int]]) -> str:
        """Tell that all bets are placed: who, which kind, how much. The horses stay secret."""
        told = " · ".join(f"{who} {self.stake(kind, stake)}" for who, kind, stake in bets)
        return f"The bets are down, and they are off! {told}."

    def played(self, who: str, card: str, aside: bool, move: str) -> str:
        """Tell a card and what it did."""
        if aside:
            return f"{who} turned up the card laid aside, **{self.card(card)}**, which is the bet — {move}"
        return f"{who} played **{self.card(card)}** — {move}"

    def moved(self, horse: str, start: Spot, end: Spot | None, blocked: bool) -> str:
        """Tell a move; `blocked`: others were in its way, and it went less far than its card says."""
        held_up = ", held up" if blocked else ""
        return f"{self.signed(horse)} {self._way(start, end)}{held_up}."

    nobody_moved = "nobody moved."

    def flipped(self, who: str, card: str, *, is_first: bool) -> str:
        """Tell which card is turned over; with the first one, why."""
        why = "All hands have run out, so the cards played are shuffled. " if is_first else ""
        return f"{why}{who} turns over **{self.card(card)}**."

    def bets(self, who: str, kind: str, horse: str, stake: int, card: str | None) -> str:
        """Tell a secret bet and the card that marks it, in a log."""
        marker = f", and lays {self.card(card)} aside" if card else ""
        return f"{who} bets {self.bet(kind, horse, stake)}{marker}."

    def jackpot_paid(self, who: str, amount: int) -> str:
        """Tell who has won of the jackpot how much, in a log."""
        return f"{who} wins {number(amount)} of the jackpot."

    # ------------------------------------------------------------------------------- what is asked in public

    def ask_flipped(self, who: str, card: str) -> str:
        """Ask one seat for the move of a card that everybody sees."""
        return f"**{who} plays {self.card(card)}.**"

    # --------------------------------------------------------------------------------- what a desk asks

    own_bet = (
        "**Your bet, please,** on a horse you hold a card of; the card goes aside.\n"
        "The green button places what it says. Everybody will see kind and stake, nobody the horse before the race is "
        "over."
    )
    own_broke = "You have less than 10 dollars, so you cannot bet. You still play your cards."

    own_turn = (
        "**Your turn: play a card.**\n"
        "One press plays a card. Its horse keeps to its lane unless the button names another."
    )
    own_other_lane = "**Which card? You choose its lane next.**"
    other_lanes = "Other lanes …"
    all_cards = "All cards"
    throw_away = "Throw a card away: it moves nobody"

    def own_flipped(self, card: str) -> str:
        """Ask which horse a flipped card is for."""
        return (
            f"**You turned over {self.card(card)}: which horse?**\n"
            "No cards are left in hand. A horse keeps to its lane unless its line names another."
        )

    def own_lane(self, name: str, start: Spot) -> str:
        """Ask for one of several ends of a move."""
        return (
            f"**{name}, from {self.square(start) if start[1] else 'the start'}: where to?**\n"
            "The picture names the squares. One press plays the card; then the next player follows."
        )

    def own_last(self, name: str) -> str:
        """Ask for the only move there is."""
        return f"**Your turn. {name}: that is all you have to play.**\nThen the next player follows."

    def own_aside(self, card: str, horse: str) -> str:
        """Ask whether to show the card laid aside."""
        return (
            f"**{self.card(card)} marks your bet:** whoever sees it knows that you backed {self.horse(horse)}.\n"
            f"It moves the horse like any other; then the next player follows."
        )

    # ------------------------------------------------------------------------------ what every desk says

    def bet_slip(self, bet: str, aside: str | None) -> str:
        """Show the own bet and the card laid aside for it, while there is one face down."""
        marked = f", {self.card(aside)} aside" if aside else ""
        more = "\nThe card aside marks your bet, and is yours to play." if aside else ""
        return f"**Your bet:** {bet}{marked}.{more}"

    def hand(self, suits: Sequence[tuple[str | None, Sequence[str]]]) -> str:
        """Tell the cards in hand by horse; None: those for any."""
        if not suits:
            return "**Your hand:** no cards."
        told = (
            f"{self.signed(horse) if horse else self.captions.any_horse} {', '.join(map(self.steps, cards))}"
            for horse, cards in suits
        )
        cards = sum(len(cards) for _, cards in suits)
        return f"**Your hand, {count(cards, 'card')}:** {' · '.join(told)}"

    def purse(self, money: int, staked: int, pot: int) -> str:
        """Tell the own money, how much of it is at stake, and the jackpot."""
        risk = f", {number(staked)} at stake" if staked else ""
        return f"-# You have {self.dollars(money)}{risk} · jackpot: {self.dollars(pot)}"

    # -------------------------------------------------------------------------------------- the bet slip

    def card_placeholder(self, horse: str) -> str:
        """Ask which card to lay aside."""
        return f"Which {self.horse(horse)} card do you lay aside?"

    def kind_hint(self, kind: str, pot: int) -> str:
        """Say what a kind of bet means; at most 100 characters."""
        match kind:
            case "place":
                return "Your horse comes in first or second: you win twice your stake."
            case "win":
                return "Your horse comes in first: you win five times your stake."
        holds = f"now {number(pot)}" if pot else "empty so far"
        return f"Stakes exactly 50. Your horse comes in first: you win the jackpot, {holds}."

    def held(self, cards: Sequence[str]) -> str:
        """Say which cards of a horse are in the hand."""
        return f"You hold {listed(map(self.steps, cards))}"

    def lay_aside(self, card: str) -> str:
        """Label a card that can be laid aside."""
        return f"Lay aside {self.card(card)}"

    lay_aside_hint = "Face down, to mark your horse. It stays yours to play."

    def amount(self, stake: int, money: int) -> str:
        """Label a stake."""
        return f"{stake:,}, all you have" if stake == money else f"{stake:,}"

    def confirm(self, bet: str, card: str | None = None) -> str:
        """Label the button that places the bet; at most 80 characters."""
        return f"Bet {bet}, {self.steps(card)} aside" if card else f"Bet {bet}"

    def pays(self, kind: str, horse: str, stake: int, gain: int) -> str:
        """Say what a slip would bring; `gain` of the jackpot is for who wins it alone."""
        when = "in first or second" if kind == "place" else "in first"
        lost = f"otherwise {signed(-stake)}, into the next jackpot."
        if kind == "jackpot" and not gain:
            return f"The jackpot is empty: {self.horse(horse)} {when} only saves your stake; {lost}"
        shared = ", shared if others win it too" if kind == "jackpot" else ""
        return f"{signed(gain)} if {self.horse(horse)} comes {when}{shared}; {lost}"

    # ------------------------------------------------------------------------------------------ the moves

    def for_horse(self, card: str, horse: str) -> str:
        """Name a card for any horse together with the horse it is for."""
        return f"{self.card(card)} for {self.horse(horse)}"

    def turned_over(self, name: str) -> str:
        """Say of a card that it is the one turned over."""
        return f"{name} (turned over)"

    def _way(self, start: Spot, end: Spot | None) -> str:
        """Tell from where to where a horse goes; the lane of a start only where it changes."""
        to = "home" if end is None else self.square(end) if end[1] or end[0] != start[0] else "start"
        return f"{self.square(start) if start[1] else 'start'} → {to}"

    def would_move(self, name: str, start: Spot, end: Spot | None) -> str:
        """Label a move that can end in one way only. At most 80 characters."""
        return f"{name}: {self._way(start, end)}"

    def could_move(self, name: str, start: Spot, space: int) -> str:
        """Label a move to a space of which the lane is to be chosen. At most 80 characters."""
        return f"{name}: {self.square(start) if start[1] else 'start'} → {space or 'start'}"

    def would_stay(self, name: str) -> str:
        """Label a move that moves nothing."""
        return f"{name}: no move"

    def laid_aside(self, card: str) -> str:
        """Name the card laid aside on a button."""
        return f"{self.card(card)} (laid aside)"

    def asks_more(self, told: str) -> str:
        """Label a button that asks something more before its card is played."""
        return f"{told} …"

    def any_placeholder(self, card: str, copies: int) -> str:
        """Ask for the horse of a card for any."""
        many = f" (you hold {copies})" if copies > 1 else ""
        return f"{self.card(card)}{many}: which horse?"

    def end(self, end: Spot, *, own_lane: bool = False) -> str:
        """Label one of the ends of a move by its square, as the picture does."""
        name = self.square(end)
        return f"{name[0].upper()}{name[1:]}{', straight on' if own_lane else ''}"

    another_card = "Another card"
    another_horse = "Another horse"

    # ------------------------------------------------------------------------------------------- results

    def dollars(self, amount: int) -> str:
        """Tell an amount of the game's money."""
        return f"{number(amount)} {'dollar' if amount == 1 else 'dollars'}"

    def score(self, score: int) -> str:
        """Tell what somebody has won by."""
        return self.dollars(score)

    def settled(self, who: str, bet: str, net: int, money: int) -> str:
        """Tell what one bet brought."""
        return f"{who}: {bet} → **{signed(net)}** (has {self.dollars(money)})"

    def no_bet(self, who: str, money: int) -> str:
        """Tell that somebody had no money to bet."""
        return f"{who}: broke, no bet (has {self.dollars(money)})"

    def distance(self, squares: int) -> str:
        """Say how far it is from one space of the track to another."""
        return count(squares, "space")

    def pot(self, amount: int) -> str:
        """Tell what the next race is run for."""
        return f"In the jackpot: **{self.dollars(amount)}**"

    def all_broke(self, *, is_early: bool) -> str:
        """Say that nobody has won, since nobody has anything left; `is_early`: that is why the game is over."""
        why = " A bet takes 10 dollars, so this race was the last." if is_early else ""
        return f"**Everybody is broke: nobody wins.**{why}"

    def abandoned(self, pot: int) -> str:
        """Say what becomes of a jackpot that nobody won."""
        return f"-# Nobody gets what is left in the jackpot: {self.dollars(pot)}."

    # ------------------------------------------------------------------------------------------ refusals

    refusals = REFUSALS

    def refusal(self, reason: str, facts: Mapping[str, Any]) -> str:
        """Say why the rules refused."""
        told = {"way": way(self.horse(facts["horse"]), facts["ends"])} if "ends" in facts else {}
        return super().refusal(reason, {**facts, **told})

    def called(self, fact: str, value: str) -> str:
        """Name what a fact of a refusal is about."""
        return self.card(value) if fact == "flipped" else super().called(fact, value)

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.card, self.horse)


def _cut(card: str) -> int:
    """Find where a card's name ends and its number begins."""
    return next(at for at, char in enumerate(card) if char in "+-")
