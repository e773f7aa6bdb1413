"""The words that Turfe's pictures carry; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass

from render.words import HorseCaptions


@dataclass(frozen=True, slots=True)
class Told:
    """The phrases of the alternative texts. Fields in braces are filled in with `str.format`."""

    at_start: str
    """`{horse}`."""
    on_track: str
    """`{horse}`, `{lane}`, `{space}`."""
    at_home: str
    """`{horse}`, `{place}`."""
    moved: str
    """`{name}`, `{card}`, `{horse}`, `{start}`, `{end}`: the play before, from space to space."""
    crossed: str
    """`{name}`, `{card}`, `{horse}`: the play before took a horse over the line."""
    stayed: str
    """`{name}`, `{card}`: the play before moved no horse."""
    turn: str
    """`{name}`."""
    waiting: str
    """`{names}`: who has not bet yet."""
    pot: str
    """`{amount}`."""
    bets: str
    """`{bets}`: everyone's, each as `stake`."""
    stake: str
    """`{name}`, `{kind}`, `{stake}`."""
    next_card: str
    """`{card}`."""
    hand: str
    """`{cards}`."""
    no_cards: str
    aside: str
    """`{card}`."""
    bet: str
    """`{kind}`, `{horse}`, `{stake}`: the seat's own."""
    choice: str
    """`{horse}`, `{ends}`: the places it may go to, each as `end` or `end_home`."""
    end: str
    """`{number}`, `{lane}`, `{space}`."""
    end_home: str
    """`{number}`."""
    result: str
    """`{race}`, `{first}`, `{second}`."""
    settled: str
    """`{name}`, `{bet}`, `{net}`, `{money}`; the bet as `opened`."""
    opened: str
    """`{kind}`, `{horse}`, `{stake}`."""
    no_bet: str
    """In the place of the bet of a seat that had no money for one."""
    final: str
    """`{standing}`: each as `standing`."""
    standing: str
    """`{place}`, `{name}`, `{money}`."""
    replay: str
    """`{races}`: the numbers of those shown."""


@dataclass(frozen=True, slots=True)
class Words(HorseCaptions):
    """Every word in a picture of Turfe. Fields in braces are filled in with `str.format`."""

    any_horse: str
    """On a card that moves any horse."""
    race_of: str
    """`{race}`, `{races}`."""
    betting: str
    racing: str
    """Heads of the board while bets are placed, and while the horses run."""
    flipping: str
    """`{count}`: head of the board once all hands have run out, with the cards left to flip."""
    start: str
    finish: str
    """At the two ends of the track."""
    first_card: str
    """In the place of the played pile before the first card."""
    next_card: str
    """Beside a flipped card, which has to be played."""
    stays: str
    """Under a card that moved no horse."""
    pot: str
    """Above what is in the jackpot."""
    hand: str
    """Head of a hand."""
    no_cards: str
    """In the place of the cards of an empty hand."""
    aside: str
    """Above the card laid aside for a bet."""
    your_bet: str
    no_bet: str
    """Head of the seat's bet slip, and what stands on it before the bet."""
    broke: str
    """On the slip, and in a result, of a seat that has no money to bet."""
    win: str
    place: str
    jackpot: str
    """The three kinds of bet."""
    choose: str
    """Head of the picture that numbers where a horse may go."""
    result: str
    """`{race}`, `{races}`: head of a race's result."""
    pot_after: str
    """`{amount}`: what is in the jackpot after the race."""
    bet: str
    net: str
    money: str
    """Heads of the columns of a result."""
    thousands: str
    """Between the thousands of an amount of money; may be empty."""
    told: Told

    def kind(self, kind: str) -> str:
        """Return the word for a kind of bet."""
        return {"win": self.win, "place": self.place, "jackpot": self.jackpot}[kind]
