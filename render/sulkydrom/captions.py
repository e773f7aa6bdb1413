"""The captions of Sulkydrom's pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render import captions
from render.captions import Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class AltPhrases(Phrases):
    """The phrases of the alternative texts; `{horse}` is one by its letter and its name, as `horse` gives it."""

    horse: str  # {letter}, {name}
    # {rank}, {horse}, {owner}, and but for one at home {lane}, {space}
    at_home: str
    at_start: str
    running: str
    stacking: str  # {names}: who has not stacked yet
    turns: str  # {name}: who turns the next tempo card
    drives: str  # {name}, {horse}, {most}: who drives now, how far at most
    card: str  # {kind}, {allowances}: the tempo card being driven, each as allowance
    allowance: str  # {letter}, {spaces}: a horse, and how many half lengths it may drive
    stopped: str  # {horse}: under Galopp
    points: str  # {points}: everyone's, each as total
    total: str  # {name}, {points}
    hand: str  # {horse}: head of the cards dealt
    horse_cards: str  # {cards}: the horse cards dealt, each with what it lets the own horse drive
    position_cards: str  # {cards}: the position cards dealt, each with what it shows, position by position
    shows: str  # {card}, {spaces}
    own: str  # {horse}: whose cards they are, once they are stacked
    stacks: str  # {horses}, {positions}: the cards left in both stacks
    # What a seat still has to play, and what it has played
    has_joker: str
    has_galopp: str
    no_joker: str
    no_galopp: str
    choice: str  # {horse}, {ends}: the places it may go to, each as end, end_home or end_stay
    # {number}, {lane}, {space}
    end: str
    end_home: str
    end_stay: str
    result: str  # {race}, {order}: each as placed
    placed: str  # {rank}, {horse}, {owner}, {points}: with what they are called
    on_track: str  # {horses}: of those that the end of the game kept from coming home


@dataclass(frozen=True, slots=True, kw_only=True)
class Captions(captions.Captions):
    """Every word in a picture of Sulkydrom."""

    race: str  # {race}
    start: str  # Below the two lines of the course
    finish: str
    curve: str  # On the sign at a curve
    lane: str  # Below the numbers of the lanes
    leads: str  # {horse}: who is in front
    has_won: str  # {name}: a horse, on the ribbon of a replay
    spot: str  # {lane}, {space}: where a horse is
    goals: Mapping[str, str]  # What is played for: of first, minor, major and victories
    stacking: str  # On the board while stacks are laid
    turns: str  # {name}: who turns the next tempo card
    drives: str  # {name}: who drives now
    victories: Sequence[str]  # One race won, several: what is counted in the end where they are the goal
    tempo: str  # Head of the column of the tempo card
    # The two kinds of tempo card, one of them
    horse_card: str
    position_card: str
    # On the two special cards; the second one also beside a horse that has been given it
    joker: str
    galopp: str
    # Below both stacks
    horse_cards: str
    position_cards: str
    # Below cards that are not stacked yet: what the bars on those of each kind are
    horse_bars: str
    position_bars: str
    # Heads of the last column: points, or races won where that is the goal
    points: str
    wins: str
    hand: str  # {horse}: head of the cards dealt
    hand_more: str  # Beside it: what is to be done
    own: str  # {horse}: head of the desk while the race is run
    allowed: Sequence[
        str
    ]  # Under the number that a card lets the own horse drive: of one, of several or none
    positions: Sequence[str]  # What the own horse is, 1st to last
    spent: str  # On a special card that has been played
    choose: str  # {horse}: head of the picture that numbers where a horse may go
    total: str  # On a ticket, before all points so far
    on_track: str  # On the ticket of a horse that the end of the game kept from coming home
    wins_race: str  # {horse}: on the ribbon of a result
    alt: AltPhrases

    def card(self, deck: str) -> str:
        """Return the word for a tempo card of a deck."""
        return self.horse_card if deck == "horse" else self.position_card
