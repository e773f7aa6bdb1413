"""What happened in Newmarket, and what everything came to; names of cards and colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.games.kit.comment_lines import Kind
from bot.games.kit.english import GameTexts
from bot.games.kit.english_commentary import COMMENTS, OF_POINTS_ON_A_HORSE
from bot.games.newmarket.english.pictures import NEWMARKET
from bot.texts.english.phrases import count, listed

Laid = tuple[str, str]
"""Who played a card, and the card."""


class NewmarketStory(GameTexts):
    """What is told of a game. Cards come by their names in the race log: `blue13`."""

    captions = NEWMARKET
    """What is written in its pictures."""

    comments = COMMENTS | {Kind.JACKPOT: OF_POINTS_ON_A_HORSE}

    # ------------------------------------------------------------------------------------ names of things

    def colour(self, colour: str) -> str:
        """Name a colour: `Blue`."""
        return NEWMARKET.colours.get(colour, colour.capitalize())

    def sign(self, card: str) -> str:
        """Give the emoji of a card's colour, or of a colour."""
        return super().sign(split(card)[0])

    def card(self, card: str) -> str:
        """Name a card or racehorse: `Blue 13`."""
        colour, number = split(card)
        return f"{self.colour(colour)} {number}"

    def horse(self, horse: str) -> str:
        """Name a racehorse: `Blue 13`."""
        return self.card(horse)

    def race(self, race: int, races: int) -> str:
        """Tell which deal it is."""
        return f"Deal {race} of {races}"

    def race_is_over(self, race: int) -> str:
        """Tell in a log that a deal is over."""
        return f"Deal {race} is over."

    def points(self, points: int) -> str:
        """Count points."""
        return count(points, "point")

    def colours(self, colours: Iterable[str], word: str) -> str:
        """Name colours: `Blue or Red`."""
        return listed(map(self.colour, colours), word)

    def _pots(self, pots: Sequence[tuple[str, int]]) -> str:
        return " · ".join(f"{self.signed(horse)}: {self.points(points)}" for horse, points in pots if points)

    # ---------------------------------------------------------------------------------- what has happened

    def deal_started(self, deal: int, deals: int, dealer: str) -> str:
        """Tell that a deal begins."""
        return f"**{self.race(deal, deals)}.** {dealer} deals."

    def stakes_down(self, backers: Sequence[tuple[str, Sequence[str]]], stake: int) -> str:
        """Tell who backed which horse, by horse."""
        told = " · ".join(f"{self.signed(horse)}: {listed(people)}" for horse, people in backers)
        return f"The stakes are down, {stake} each. {told}."

    def backs(self, who: str, horse: str) -> str:
        """Tell a secret stake, in a log."""
        return f"{who} backs {self.signed(horse)}."

    def takes_up(self, who: str, cards: Sequence[str]) -> str:
        """Tell what the spare hand holds, in a log."""
        return f"{who} takes up {self.listed_cards(cards)}."

    def kept(self, dealer: str) -> str:
        """Tell that the dealer keeps the own hand."""
        return f"{dealer} stays with the hand dealt."

    def swapped(self, dealer: str) -> str:
        """Tell that the dealer took the spare hand."""
        return f"{dealer} swaps the hand dealt for the spare one."

    def auction_opened(self, dealer: str) -> str:
        """Tell that the spare hand is for sale."""
        return f"{dealer} puts the spare hand up for auction."

    def not_offered(self, dealer: str) -> str:
        """Tell that there is no auction."""
        return f"{dealer} leaves the spare hand where it lies."

    def bids(self, bids: Sequence[tuple[str, int | None]]) -> str:
        """Tell bids in their order; None is a pass."""
        told = (f"{who} {'passes' if points is None else f'bids {points}'}" for who, points in bids)
        return f"{', '.join(told)}."

    def sold(self, dealer: str, buyer: str, points: int) -> str:
        """Tell that the spare hand is sold."""
        return f"🔨 **Sold to {buyer} for {points}**, paid to {dealer}."

    unsold = "Nobody wants the spare hand."

    def sequence(self, cards: Sequence[Laid]) -> str:
        """Tell the cards of a sequence: who led, and who went on with which."""
        (leader, own), *others = _runs(cards)
        head = self._row(cards)
        if not others:
            return f"{head}, {'all by' if len(own) > 1 else 'led by'} {leader}."
        first = f"led by {leader}" + (f" up to {own[-1]}" if len(own) > 1 else "")
        return f"{head}: {first}, then {_went_on(others)}."

    def sequence_ended(self, cards: Sequence[Laid]) -> str:
        """Tell the last cards of a sequence whose first are told already."""
        return f"{self._row(cards)}: {_went_on(_runs(cards))}."

    def _row(self, cards: Sequence[Laid]) -> str:
        colour, _ = split(cards[0][1])
        return (
            f"{self.sign(colour)} **{self.colour(colour)} {', '.join(split(card)[1] for _, card in cards)}**"
        )

    def claimed(self, who: str, horse: str, points: int) -> str:
        """Tell that a racehorse's points are taken."""
        return f"🏇 {who} plays {self.signed(horse)} and takes **{self.points(points)}**!"

    def missed(self, card: str | None) -> str:
        """Tell that nobody called a card in time; None: the deal it was for is over."""
        called = "The last call" if card is None else f"The call for {self.signed(card)}"
        return f"🤫 {called} went unanswered, so the sequence ends."

    def lead_passed(self, people: Sequence[str], colours: Sequence[str], leader: str) -> str:
        """Tell that somebody has nothing to lead."""
        verb = "has" if len(people) == 1 else "have"
        return f"{listed(people)} {verb} no {self.colours(colours, 'or')}: the lead passes to {leader}."

    def out(self, who: str, paid: Sequence[tuple[str, int]]) -> str:
        """Tell that somebody played a last card, and what the others pay for theirs."""
        told = f"🏁 **{who} is out of cards and wins the deal!**"
        if not paid:
            return f"{told} Nobody has a point left to pay for cards."
        total = f", {sum(points for _, points in paid)} in all" if len(paid) > 1 else ""
        amounts = listed(f"{payer} pays {points}" for payer, points in paid)
        return f"{told} A point a card left: {amounts}{total}."

    stuck = "Nobody can lead any more: the deal is over, and cards cost nothing."

    def left(self, pots: Sequence[tuple[str, int]]) -> str:
        """Tell what stays on the horses."""
        told = self._pots(pots)
        return f"Still on the horses: {told}." if told else "Every horse has been claimed."

    time_is_up = "⏰ Time is up: this deal is the last."

    # ------------------------------------------------------------------------------------------- results

    def took(self, who: str, horse: str, points: int) -> str:
        """Tell after a deal whose a racehorse's points became in it."""
        return f"🏇 {who} took **{self.points(points)}** with {self.signed(horse)}."

    no_claims = "No horse was claimed."

    def score(self, score: int) -> str:
        """Tell what somebody has won by."""
        return self.points(score)

    def scores(self, scores: Sequence[tuple[str, int]]) -> str:
        """Tell what everybody has after a deal, the richest first."""
        return f"**Points:** {' · '.join(f'{who} {points}' for who, points in scores)}"

    def ruined(self, people: Sequence[str], stake: int) -> str:
        """Say that the game ends because somebody cannot bet again."""
        verb = "has" if len(people) == 1 else "have"
        return f"{listed(people)} {verb} fewer than {self.points(stake)}, so this deal was the last."

    def time_over(self, minutes: int) -> str:
        """Say that the game ends because of the clock."""
        return f"Time was up after {count(minutes, 'minute')}."

    def all_played(self, deals: int) -> str:
        """Say that the game ends because every deal is played."""
        return "That was the only deal." if deals == 1 else f"That was the last of {deals} deals."

    def abandoned(self, points: int) -> str:
        """Say what becomes of the points nobody claimed."""
        return f"Nobody gets what is left on the horses: {self.points(points)}."


def split(card: str) -> tuple[str, str]:
    """Split a card's name into colour and number; a colour alone has none."""
    colour = card.rstrip("0123456789")
    return colour, card[len(colour) :]


def _runs(cards: Sequence[Laid]) -> list[tuple[str, list[str]]]:
    """Return the numbers that each in turn played without a break."""
    return [(who, [split(card)[1] for _, card in run]) for who, run in groupby(cards, lambda laid: laid[0])]


def _went_on(runs: Sequence[tuple[str, list[str]]]) -> str:
    return ", ".join(f"{who} {listed(numbers)}" for who, numbers in runs)
