"""Newmarket: its options, what is asked at the table and on a desk, refusals and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.games.newmarket.english.hints import NewmarketHints
from bot.games.newmarket.english.lesson import LESSON
from bot.games.newmarket.english.rules import pages
from bot.games.newmarket.english.story import split
from bot.games.options import OptionWords
from bot.texts.english.phrases import count, listed
from bot.texts.feat_words import FeatWords


class NewmarketTexts(NewmarketHints):
    """Everything Paddock says about a game of Newmarket. Cards come by their names in the race log: `blue13`."""

    name = "Newmarket"
    feats = MappingProxyType(
        {
            "newmarket.stable": FeatWords(
                "The whole stable", "claimed all four racehorses in one deal of Newmarket"
            )
        }
    )
    pitch = "back a horse, play sequences, empty your hand"
    summary = "back a horse, play cards in sequence, and empty your hand before the others"

    lesson = LESSON

    # ------------------------------------------------------------------------------------- the options

    options: Mapping[str, OptionWords] = {
        "deals": OptionWords(
            asks="How many deals at most",
            label="Deals",
            hint="How many are played, unless time or points run out first",
        ),
        "minutes": OptionWords(
            asks="After so many minutes the deal is the last",
            called={None: "no limit"},
            label="Minutes",
            hint="The deal in which they run out is the last one",
        ),
        "calling": OptionWords(
            asks="Who calls the next card of a sequence",
            called={"auto": "the table", "manual": "the players, against the clock"},
            label="Calling",
            hint="Who calls the next card of a sequence: the table or the players",
        ),
        "window": OptionWords(
            asks="Seconds to call a card, where the players call",
            label="Seconds to call",
            hint="How long everybody has to find the next card in their hand",
        ),
    }

    def option_value(self, option: str, value: Any) -> str:
        """Say what a value of an option is called."""
        match option, value:
            case "minutes", None:
                return "No limit"
            case "minutes", _:
                return count(value, "minute")
            case "window", _:
                return count(value, "second")
            case "calling", _:
                return self.options[option].called[value].capitalize()
        return str(value)

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe the options in a few words each."""
        minutes = options["minutes"]
        time = [] if minutes is None else [f"{count(minutes, 'minute')} at most"]
        is_called = options["calling"] == "manual"
        calls = (
            f"the players call, {count(options['window'], 'second')} a card"
            if is_called
            else "the table calls"
        )
        return (count(options["deals"], "deal"), *time, calls)

    def suggested(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Say that the booklet plays for a time."""
        return () if options["minutes"] is not None else ("the booklet suggests an agreed time",)

    # --------------------------------------------------------------------------------- what is asked of all

    def ask_backs(self, waiting: Sequence[str], placed: int, seats: int) -> str:
        """Ask everybody to back a horse, in public."""
        return self.ask_all("Back a horse", f"{placed} of {seats} done", waiting)

    def ask_hand(self, dealer: str) -> str:
        """Ask the dealer for a hand, in public."""
        return f"**{dealer} keeps the hand dealt,** or swaps it unseen for the spare one."

    def ask_auction(self, dealer: str) -> str:
        """Ask the dealer for an auction, in public."""
        return f"**{dealer} may auction the spare hand,** or leave it face down."

    def ask_bid(self, who: str, best: int, holder: str | None) -> str:
        """Ask for a bid, in public."""
        so_far = f"{holder} offers {best}" if holder else "No bid yet"
        return f"**{who} bids for the spare hand,** or passes for good. {so_far}."

    def ask_lead(self, who: str, colours: Sequence[str], is_first: bool) -> str:
        """Ask for a lead, in public."""
        if is_first:
            return f"**{who} leads the lowest card in hand.**"
        return f"**{who} leads the lowest {self.colours(colours, 'or')} in hand.**"

    def ask_call(self, card: str, window: int) -> str:
        """Ask everybody for the next card, in public."""
        seconds = count(window, "second")
        return f"**{self.signed(card)}, anyone?** If it's in your hand, press it there within {seconds}."

    # --------------------------------------------------------------------------------------- on the desk

    def own_back(self, stake: int) -> str:
        """Ask for a horse."""
        return (
            f"**Back a horse with {self.points(stake)}.** Who plays its card takes what lies on it.\n"
            "Nobody has seen a card; one press and it stands."
        )

    def back(self, horse: str, pot: int) -> str:
        """Label the button of a horse, with what lies on it already."""
        return f"{self.card(horse)} · {self.points(pot)} on it" if pot else self.card(horse)

    def own_hand(self, spare: int) -> str:
        """Ask the dealer for a hand."""
        return (
            f"**You deal. Keep this hand, or swap it unseen for the spare one, {count(spare, 'card')}?**\n"
            "A swap is for good. Keep it, and you may auction the spare hand next."
        )

    keep = "Keep this hand"
    swap = "Swap for the spare hand"

    own_auction = (
        "**You keep your hand. Put the spare one up for auction?**\n"
        "The best bidder pays you and plays with it; if nobody bids it stays face down."
    )
    auction = "Auction it"
    no_auction = "Leave it lying"

    def own_bid(self, best: int, spare: int, worth: int) -> str:
        """Ask for a bid; `worth`: the points that a careful player with this hand would pay at most."""
        told = f"worth about {self.points(worth)} to you" if worth > 0 else "not worth a bid to you"
        so_far = f"The best bid is {best}" if best else "No bid yet"
        return (
            f"**Bid for the spare hand, {count(spare, 'card')} unseen, or pass for good.** "
            f"{so_far}.\n"
            f"By the hand you hold it is {told}. "
            "The best bidder pays the dealer, lays their hand down and plays with the spare one."
        )

    def bid(self, points: int) -> str:
        """Label the button of a bid."""
        return f"Bid {points}"

    def bid_all(self, points: int, of: int) -> str:
        """Label the button of a bid that leaves too little for another deal."""
        return f"Bid {points} of your {of} — yes"

    def ask_bid_all(self, points: int, of: int) -> str:
        """Tell, in private, that such a bid was not made yet."""
        return f"{points} of your {of} points leave too little for another deal: say yes on your desk if you mean it."

    other_bid = "Another bid …"
    passing = "Pass for good"
    bid_title = "Your bid"
    bid_label = "Points for the spare hand"

    def bid_hint(self, least: int, most: int) -> str:
        """Say what can be bid."""
        return f"{least} to {most}"

    def bid_wrong(self, least: int, most: int) -> str:
        """Refuse what was typed."""
        if most < least:
            return f"You would need {self.points(least)} for a bid. Press **{self.passing}**."
        return f"Enter a whole number from {least} to {most}."

    def own_lead(self, leads: Sequence[str], is_first: bool, window: int | None) -> str:
        """Ask for a lead; `window` is how many seconds the players have to call the next card, None: the table does."""
        choice = listed(map(self.card, leads), "or")
        lead = "lead" if len(leads) > 1 else "only lead"
        goes_on = (
            "Whoever has the next number of its colour goes on"
            if window is None
            else f"Then everybody has {count(window, 'second')} to call the next number of its colour"
        )
        why = "of your whole hand" if is_first else "you have of a colour that may be led now"
        return (
            f"**Your {lead}: {choice}.**\n"
            f"You lead the lowest card {why}. {goes_on}; the last to play leads again."
        )

    def lead(self, card: str) -> str:
        """Label the button of a lead."""
        return f"Lead {self.card(card)}"

    def own_call(self, card: str, window: int) -> str:
        """Ask for a call, with the same words in every hand."""
        return (
            f"**{self.signed(card)} is next: press it if you hold it.** Everybody has {count(window, 'second')}.\n"
            "It may also lie face down, or be played already. A wrong card does no harm; only you hear of it.\n"
            "If nobody presses it in time the sequence ends, and the last to play leads again."
        )

    def call_open(self, card: str) -> str:
        """Repeat the call above the buttons of a hand."""
        return f"**Call open: {self.signed(card)}**"

    def too_late(self, card: str | None) -> str:
        """Refuse a card whose call is over; None: which call that was is not known."""
        called = "that call" if card is None else f"the call for {self.signed(card)}"
        return f"Too late: {called} is over."

    own_backed = "The cards are dealt once everybody has backed a horse."

    def hand(self, suits: Sequence[tuple[str, Sequence[str]]]) -> str:
        """Tell the cards in hand by colour."""
        cards = sum(len(suit) for _, suit in suits)
        return f"**Your hand, {count(cards, 'card')}:** {self._suits(suits)}"

    def laid_down(self, suits: Sequence[tuple[str, Sequence[str]]]) -> str:
        """Tell the hand that was laid down for the spare one."""
        return f"-# You laid down {self._suits(suits)}"

    def _suits(self, suits: Sequence[tuple[str, Sequence[str]]]) -> str:
        return " · ".join(
            f"{self.sign(colour)} {self.colour(colour)} {', '.join(split(card)[1] for card in cards)}"
            for colour, cards in suits
            if cards
        )

    def purse(self, points: int, horse: str | None) -> str:
        """Tell the own points and stake."""
        stake = "" if horse is None else f"; you backed {self.signed(horse)}"
        return f"-# You have {self.points(points)}{stake}."

    # ------------------------------------------------------------------------------------------ refusals

    refusals: Mapping[str, str] = {
        "no_time_limit": "This table has no time limit: play its deals.",
        "time_is_up": "Time is up: play this last deal.",
        "wrong_phase": "The deal has moved on: your desk shows what is asked now.",
        "unknown_horse": "No horse is called that: back {horses:or}.",
        "bid_too_low": "That does not top the best bid: bid {least} or more, or pass.",
        "bid_too_high": "You have {most:point}: bid no more, or pass.",
        "wrong_colour": "The colours change after a sequence: lead {colours:or} now.",
        "not_the_lowest": "A lead has to be the lowest: play {cards:or}.",
        "not_the_next": "{card} does not continue the sequence: {wanted} does.",
    }

    def called(self, fact: str, value: str) -> str:
        """Name what a fact of a refusal is about."""
        match fact:
            case "colours":
                return self.colour(value)
            case "wanted":
                return self.card(value)
        return super().called(fact, value)

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.card, self.colour)
