"""Sulkydrom in public: options, what happened, what is asked, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.games.kit.english_signs import MEDALS, ORDINALS
from bot.games.options import OptionWords
from bot.games.sulkydrom.english.desk import usual_names
from bot.games.sulkydrom.english.hints import SulkydromHints
from bot.games.sulkydrom.english.lesson import LESSON
from bot.games.sulkydrom.english.pictures import SULKYDROM
from bot.games.sulkydrom.english.rules import pages
from bot.texts.english.phrases import at_desks, count, listed
from bot.texts.feat_words import FeatWords
from engines.sulkydrom.rules import POINTS_FOR
from engines.sulkydrom.state import Goal

_GOALS = {
    "first": "one race",
    "minor": "to 64 points",
    "major": "to 128 points",
    "victories": "to two victories",
}

_LANE_CHANGES = {"sideways": "sideways", "diagonal": "diagonal"}


class SulkydromTexts(SulkydromHints):
    """Everything Paddock says about a game of Sulkydrom.

    Where a sentence takes a `horse` it comes as `horse()` names it. Distances are in half lengths. A `spot` on the
    track is a lane and a space of it, or None for over the line.
    """

    name = "Sulkydrom"
    feats = MappingProxyType(
        {"sulkydrom.unbeaten": FeatWords("Unbeaten", "won every race of a Sulkydrom day, three at least")}
    )
    pitch = "drive your own trotter as far as your cards let it"
    summary = "drive your own trotter home, as far as cards turned blind let it go"
    lesson = LESSON
    captions = SULKYDROM
    """What is written in its pictures."""

    # ----------------------------------------------------------------------------------------- the options

    options: Mapping[str, OptionWords] = {
        "goal": OptionWords(
            asks="What to play for",
            called={goal: told.removeprefix("to ") for goal, told in _GOALS.items()},
            label="Played to",
            hint="What ends the race day: 64 points take two to four races, 128 twice as many",
        ),
        "lane_change": OptionWords(
            asks="How to change lanes",
            called=_LANE_CHANGES,
            label="Lane changes",
            hint="Sideways: the space beside you and the one after it must be free. Diagonal: only the latter",
        ),
        "horses": OptionWords(
            asks="Who drives which, by seat: A - C, where - draws one",
            called={None: "all are drawn"},
            unfit="Name horses by letters from A to H, each once, by seat: `A - C` lets the second draw.",
        ),
    }

    def option_value(self, option: str, value: Any) -> str:
        """Say what a goal is called."""
        return self.options[option].called[value].capitalize()

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe the options in a few words each, and who was given which horse."""
        given, drawn = options.get("horses") or (), ["horses are drawn"] if "horses" in options else []
        owners = [self._owner(seat, letter) for seat, letter in enumerate(given, 1)]
        changes = ["diagonal lane changes"] if options.get("lane_change") == "diagonal" else []
        return (_GOALS[options["goal"]], *changes, *(owners if any(given) else drawn))

    def _owner(self, seat: int, letter: str | None) -> str:
        """Say which horse a seat, from 1, was given; None: it draws one."""
        if letter is None:
            return f"seat {seat} draws a horse"
        return f"seat {seat} drives {self.horse(letter, usual_names()[letter])}"

    def progress(self, race: int, goal: str) -> str:
        """Tell how far the game is."""
        return _GOALS[goal].capitalize() if goal == "first" else f"Race {race} · {_GOALS[goal]}"

    # ---------------------------------------------------------------------------------- what has happened

    def owners(self, pairs: Sequence[tuple[str, str]]) -> str:
        """Tell whose horse is which: pairs of a person and a horse."""
        return " · ".join(f"{who} drives {horse}" for who, horse in pairs)

    def race_started(self, race: int, lanes: Sequence[str], first: str) -> str:
        """Tell that a race is set up; `lanes` are the horses from lane 1 outwards."""
        return f"**Race {race}:** from lane 1 outwards start {', '.join(lanes)}. {first} will turn the first card."

    def surplus(self, horse: int, position: int) -> str:
        """Tell how many cards could not be dealt out evenly."""
        kinds = [count(number, f"{kind} card") for kind, number in (("horse", horse), ("position", position))]
        told = [each for each, number in zip(kinds, (horse, position), strict=True) if number]
        return f"Left over, and laid open: {listed(told)}."

    off = "All stacks are down, and off they trot!"

    dealt_again = "**The tempo cards have run out.** All are shuffled and dealt again to those still driving."

    def dealt_packs(self, who: str, horse: Sequence[str], position: Sequence[str]) -> str:
        """Tell whose cards of both kinds these are, in a log."""
        return f"{who} is dealt {self.packs(horse, position)}."

    def stacks(self, who: str, horse: Sequence[str], position: Sequence[str]) -> str:
        """Tell in which order somebody laid the stacks, in a log."""
        return f"{who} lays {self.packs(horse, position)}."

    def packs(self, horse: Sequence[str], position: Sequence[str]) -> str:
        """Name cards of both kinds."""
        kinds = (" ".join(cards).upper() or "none" for cards in (horse, position))
        return "horse cards {}; position cards {}".format(*kinds)

    def joker(self, who: str) -> str:
        """Tell that a Joker was played."""
        return f"{who} plays the **Joker**."

    def galopp(self, who: str, horse: str) -> str:
        """Tell on whom a Galopp was played."""
        return f"{who} plays the **Galopp** on {horse}, which cannot use the next card."

    def turned(self, who: str, deck: str, allowed: Sequence[tuple[str, int]]) -> str:
        """Tell what a tempo card shows, by horse in the order in which they drive."""
        told = " · ".join(f"{horse} **{number}**" for horse, number in allowed)
        return f"{who} turned a {self.card(deck)}: {told}"

    def card_turned(self, card: str) -> str:
        """Name a tempo card that was turned, in a log."""
        return f"The card is {card.upper()}."

    def drove(self, horse: str, spot: tuple[int, int]) -> str:
        """Tell where a horse went."""
        return f"{horse} → {self.spot(spot)}"

    def held(self, horse: str) -> str:
        """Tell that somebody chose not to drive."""
        return f"{horse} holds"

    def stays(self, horse: str) -> str:
        """Tell in a log that a horse cannot move."""
        return f"{horse} stays where it is."

    def crossed(self, horse: str, rank: int) -> str:
        """Tell who came home."""
        return f"🏁 {horse} is home **{ORDINALS[rank - 1]}**"

    def placed(self, horses: Sequence[str], rank: int) -> str:
        """Tell which horses got a rank without getting home; the first of them has this one."""
        if len(horses) == 1:
            return f"{horses[0]} is left on the track and comes {ORDINALS[rank - 1]}."
        told = ", ".join(f"{ORDINALS[at - 1]} {horse}" for at, horse in enumerate(horses, rank))
        return f"Left on the track, by position: {told}."

    # ------------------------------------------------------------------------------------- what is asked

    def ask_stacks(self, waiting: Sequence[str], laid: int, seats: int) -> str:
        """Ask everybody to order the stacks, in public."""
        return self.ask_all("Secret stacks", f"{laid} of {seats} laid", waiting)

    def ask_card(self, who: str, specials: Sequence[str]) -> str:
        """Ask one seat for a tempo card, in public; `specials` may come before it."""
        desk = at_desks([who], "from")
        before = f" {self.special(specials)} may come first{desk}." if specials else ""
        return f"**{who} turns a tempo card.**{before}"

    def ask_drive(self, who: str, horse: str, most: int) -> str:
        """Ask one seat to drive, in public."""
        return f"**{who} drives** {horse} up to {count(most, 'half length')}."

    # ---------------------------------------------------------------------------------------- the results

    def result_title(self, race: int, races: int = 0) -> str:
        """Head the result of a race."""
        return f"## 🏁 Race {race}"

    def distance(self, squares: int) -> str:
        """Say how far it is from one space of the track to another."""
        return count(squares, "half length")

    def scored(self, rank: int, who: str, horse: str, points: int, total: int, wins: int) -> str:
        """Tell what a race brought one seat."""
        medal = MEDALS[rank - 1] if rank <= len(MEDALS) else f"**{rank}.**"
        victories = f", {count(wins, 'victory', 'victories')}" if wins else ""
        return f"{medal} {who} with {horse} → **+{points}** (in all {count(total, 'point')}{victories})"

    def on_track(self, who: str, horse: str, total: int, wins: int) -> str:
        """Tell who was still on the track when the game was won."""
        victories = f", {count(wins, 'victory', 'victories')}" if wins else ""
        return f"– {who} with {horse} was still on the track: no points (in all {count(total, 'point')}{victories})"

    def reached(self, who: str, goal: Goal) -> str:
        """Say what ended the game: the first seat to reach its goal."""
        reached = "won two races" if goal == "victories" else f"reached {POINTS_FOR[goal]} points"
        return f"{who} {reached} first, which ended the game at once."

    def standing(self, rank: int, who: str, points: int, wins: int) -> str:
        """One line of the final ranking, with what decides it and what doesn't."""
        return f"**{rank}.** {who} — {self.score_of(points, wins)}"

    def score(self, score: int) -> str:
        """Tell what somebody has won by, where victories are not known."""
        return count(score, "point")

    def score_of(self, points: int, wins: int) -> str:
        """Tell what somebody has won by."""
        return f"{count(points, 'point')} and {count(wins, 'victory', 'victories')}"

    # ------------------------------------------------------------------------------- refusals, and the rules

    refusals: Mapping[str, str] = {
        "one_a_turn": "You may play one Joker or Galopp a turn: turn a tempo card now.",
        "joker_spent": "Your one Joker of this race is played: turn a tempo card.",
        "galopp_spent": "Your one Galopp of this race is played: turn a tempo card.",
        "no_step": "A Joker drives at least one space: choose where to, or keep it.",
        "already_home": "Nobody drives past the line: choose a space that your desk numbers.",
        "no_lane_there": "There is no lane on that side: choose a space that your desk numbers.",
        "blocked": "Another horse is in the way: choose a space that your desk numbers.",
        "wrong_cards": "Your {deck} stack needs exactly the cards you were dealt: start again with **As dealt**.",
        "stack_empty": "Your {deck} stack has run out: turn a card of the other one.",
        "horse_not_running": "{horse} is not on the track: choose {horses:or}.",
        "own_horse": "{horse} is your own horse: play the Galopp on a rival, or keep it.",
        "has_had_galopp": "{horse} has had its one Galopp of this race: choose another horse.",
        "too_far": "That takes {cost:half length} and you have {most}: choose a space that your desk numbers.",
    }

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in pages."""
        return pages(edition)
