"""Why the steady player of Newmarket would do what it would."""

from __future__ import annotations

from bot.games.newmarket.english.story import NewmarketStory


class NewmarketHints(NewmarketStory):
    """Hints, each a sentence."""

    def hint_back(self, horse: str) -> str:
        """Say that any horse will do, and name one."""
        return f"No card is dealt yet, so all racehorses are equally good: back {self.card(horse)}, say."

    def hint_swap(self, gain: int) -> str:
        """Say why to take the spare hand."""
        return f"Swap: on average the spare hand brings about {self.points(gain)} more."

    hint_keep = "Keep this hand: on average the spare one brings no more."
    hint_auction = "Auction it: you get what is bid, and if nobody bids you lose nothing."

    def hint_bid(self, points: int, gain: int) -> str:
        """Say what to bid for the spare hand, which on average brings so much more than the own one."""
        return f"Bid {points}: on average the spare hand brings about {self.points(gain)} more."

    def hint_pass(self, gain: int, *, is_poor: bool) -> str:
        """Say why not to bid: for what the spare hand brings, or because a bid would leave no stake."""
        if gain <= 0:
            return "Pass: on average the spare hand brings no more."
        if is_poor:
            return "Pass: a bid would leave you less than a stake for the next deal."
        return f"Pass: on average the spare hand brings about {self.points(gain)} more, too little for the next bid."

    def hint_lead(self, card: str, run: int, *, is_only: bool) -> str:
        """Say what to lead, and how many cards that follow are in the same hand."""
        if is_only:
            return f"Lead {self.card(card)}: it is all you may lead."
        if run:
            return f"Lead {self.card(card)}: you hold the next {_next(run)} of its sequence yourself."
        return f"Lead {self.card(card)}: its sequence promises you most."

    def hint_call(self, card: str) -> str:
        """Say what to look for; it says the same to whoever asks, so that it tells nobody who has it."""
        return (
            f"Look for {self.card(card)} in your hand. If it's there, press it: one card fewer to get rid of."
        )


def _next(cards: int) -> str:
    return "card" if cards == 1 else f"{cards} cards"
