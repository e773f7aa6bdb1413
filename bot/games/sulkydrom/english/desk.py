"""Sulkydrom in private: how things are named, what a desk asks, and what stands on its controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.kit.english import GameTexts
from bot.games.kit.english_signs import ORDINALS
from bot.texts.english.phrases import count, listed, nth
from engines import catalog


class SulkydromDesk(GameTexts):
    """What Paddock says on a desk of Sulkydrom; how things come is told in `SulkydromTexts`."""

    # ------------------------------------------------------------------------------------ names of things

    def sign(self, letter: str) -> str:
        """Give the emoji of a horse, its letter in a box."""
        return chr(ord(letter) - ord("A") + ord("🇦"))

    def horse(self, letter: str, name: str = "") -> str:
        """Name a horse, with its letter; as usual, if no name is given."""
        return f"{self.sign(letter)} {name or usual_names().get(letter, letter)}"

    def spot(self, spot: tuple[int, int] | None) -> str:
        """Name a spot on the track: a lane and a space of it."""
        if spot is None:
            return "over the line"
        lane, space = spot
        return f"lane {lane}, space {space}" if space else f"lane {lane}, at the start"

    def card(self, deck: str) -> str:
        """Name a tempo card by its deck."""
        return f"{deck} card"

    def special(self, specials: Sequence[str]) -> str:
        """Name what may be played before a tempo card: `joker`, `galopp` or both."""
        return listed([f"the {special.capitalize()}" for special in specials], "or").replace("the", "The", 1)

    # ------------------------------------------------------------------------------------- what is asked

    def own_stacks(self, horse: str) -> str:
        """Ask for the order of the stacks, on a desk."""
        return (
            "**Put your two stacks in order:** their cards say how far you may drive. Strongest first is fine.\n"
            f"By strength, what suits {horse} best comes first.\n"
            "Once they lie face down nobody looks at them again, you included. The race begins once all stacks do."
        )

    def own_card(self, specials: Sequence[str], played: str | None, stopped: str | None) -> str:
        """Ask for a tempo card, on a desk.

        `specials` may be played before it; `played` was, in this turn; `stopped` is the horse under Galopp.
        """
        may, before = f"{self.special(specials)} may come first. " if specials else "", ""
        if played == "joker":
            before = "Your Joker is played; the tempo card is still due."
        if stopped:
            before = f"{stopped} cannot use the card you turn now."
        return (
            f"**Your turn: turn a tempo card.** {before}".rstrip()
            + f"\n{may}The card is turned blind, from the top of a "
            "stack, and says how far each horse may go; then all drive, the foremost first."
        )

    def own_drive(self, horse: str, most: int, following: str | None) -> str:
        """Ask where to drive, on a desk; `following` drives next on the same card."""
        then = f"{following} drives next." if following else "The next card follows."
        return (
            f"**Drive {horse}: up to {count(most, 'half length')}.** {then}\n"
            "A space is one, a change of lane two. The spaces it can reach have numbers in the picture."
        )

    def own_joker(self, most: int) -> str:
        """Ask where a Joker shall lead, on a desk."""
        return (
            f"**Your Joker: where to?** Up to {count(most, 'half length')}.\n"
            "It moves your horse alone, at once. The spaces it can reach have numbers in the picture.\n"
            "Then you turn your tempo card."
        )

    own_laid = "The first card is turned once every stack lies face down."
    own_home = "Your horse is home."

    def own_queue(self, most: int, before: int) -> str:
        """Say when it is one's turn to drive."""
        ahead = "1 horse drives" if before == 1 else f"{before} horses drive"
        return f"The card gives your horse {most}. {ahead} before it."

    def own_watching(self, turner: str) -> str:
        """Say whose card is next."""
        return f"The owner of {turner} turns the next card."

    own_driven = "The next card follows once the others have driven."

    # ----------------------------------------------------------------------------------- said on the desk

    def running(self, horse: str, position: int, spot: tuple[int, int] | None, to_go: int) -> str:
        """Say how the own horse stands."""
        if spot is None:
            return f"{horse} is home {ORDINALS[position - 1]}."
        return f"{horse} · you are {nth(position)} · {self.spot(spot)} · {count(to_go, 'half length')} to go"

    def holding(self, horse: int, position: int, joker: bool, galopp: bool) -> str:
        """Say what a seat still has: cards in its stacks, Joker and Galopp."""
        cards = f"{count(horse, 'horse card')}, {count(position, 'position card')}"
        return f"Your stacks: {cards} · Joker {_left(joker)} · Galopp {_left(galopp)}"

    def own_points(self, points: int, wins: int) -> str:
        """Say what a seat has won so far."""
        return f"-# Your score: {count(points, 'point')}, {count(wins, 'victory', 'victories')}"

    def horse_stack(self, horse: str, picked: Sequence[int], others: Sequence[int]) -> str:
        """Say what the horse stack brings the own horse, the card that is turned first at the front."""
        return f"**Horse cards** for {horse}: {_in_turn([str(n) for n in picked], [str(n) for n in others])}"

    def position_stack(
        self, positions: Sequence[int], picked: Sequence[Sequence[int]], others: Sequence[Sequence[int]]
    ) -> str:
        """Say what the position stack brings each of these positions."""
        places = "/".join(map(nth, positions))
        faces = [[_together(face) for face in part] for part in (picked, others)]
        return f"**Position cards** for being {places}: {_in_turn(*faces)}"

    ordered_on = "-# The table drives your horse on for you, as far as is good, until you take that back."

    # ------------------------------------------------------------------------------------ stacks, by hand

    lay = "Lay these stacks face down"
    lay_by_strength = "Lay by strength"
    by_hand = "Order by hand"
    by_strength = "By strength"
    as_dealt = "As dealt"
    pick_again = "Pick again from the top"

    def pick(self, deck: str, number: int) -> str:
        """Ask for the next card of a stack, counted from 1."""
        return f"By hand: which {self.card(deck)} is turned {nth(number)}?"

    def horse_face(self, card: str, name: str, number: int) -> str:
        """Label a horse card by what it gives the own horse."""
        return f"{card.upper()} · {number} for {name}"

    def rivals_face(self, faces: Sequence[tuple[str, int]]) -> str:
        """Say what a horse card gives the others, by letter; at most 100 characters."""
        return " · ".join(f"{letter} {number}" for letter, number in faces)

    def position_face(self, card: str, faces: Sequence[tuple[int, int]]) -> str:
        """Label a position card by what it gives each position; at most 100 characters."""
        return " · ".join([card.upper(), *(f"{nth(position)} {number}" for position, number in faces)])

    more_cards = "Other cards …"

    # ---------------------------------------------------------------------------------- turning a card

    def turn_top(self, deck: str, left: int) -> str:
        """Label the button that turns the top of a stack."""
        return f"Turn a {self.card(deck)} ({left} left)"

    def play_joker(self, most: int) -> str:
        """Label the button that opens the Joker."""
        return f"Joker: up to {most} at once …"

    keep_joker = "Keep the Joker"
    galopp_placeholder = "Galopp: which horse shall miss the card you turn now?"

    def rival(self, name: str, owner: str) -> str:
        """Label a rival; at most 100 characters."""
        return f"{name} ({owner})"

    def where(self, position: int, to_go: int) -> str:
        """Describe how a rival stands."""
        return f"{nth(position)}, {count(to_go, 'half length')} to go"

    # ------------------------------------------------------------------------------------------- driving

    def far(self, number: int, lanes: int, to_go: int) -> str:
        """Label the button that drives as far as possible: to the end that has this number in the picture.

        `lanes`: by how many it changes, to the inside below zero. Spaces are numbered lane by lane, so what counts is
        how far it is `to_go` from there.
        """
        side = "straight on" if not lanes else "inside" if lanes < 0 else "outside"
        return f"As far as possible (no. {number}, {side}): {self.left(to_go)}"

    def left(self, to_go: int) -> str:
        """Say how many half lengths are left after a move; 0: none, over the line."""
        return f"{to_go} to go" if to_go else "over the line"

    far_public = "As far as possible"
    hold_public = "Hold"

    def hold(self, spot: tuple[int, int] | None) -> str:
        """Label the button that stays."""
        return f"Hold at {self.spot(spot)}"

    def drive_to(self, spaces: int) -> str:
        """Ask for an end among so many."""
        return f"Drive to one of the {spaces} numbered spaces"

    def drive_section(self, lanes: Sequence[int], own: int) -> str:
        """Ask for an end in these lanes."""
        if list(lanes) == [own]:
            return f"Keep to lane {own}"
        side = "inside" if lanes[0] < own else "outside"
        reach = f"lane {lanes[0]}" if len(lanes) == 1 else f"lanes {lanes[0]} to {lanes[-1]}"
        return f"Change to the {side}: {reach}"

    def drive_some(self, first: int, last: int) -> str:
        """Ask for an end among those with these numbers."""
        return f"Numbers {first} to {last}"

    def end(self, number: int, spot: tuple[int, int] | None) -> str:
        """Label an end by its number in the picture and where it is."""
        return f"{number} · {self.spot(spot)}"

    def end_worth(self, cost: int, changes: int, position: int, to_go: int) -> str:
        """Describe an end: what it takes of the card, and how the horse would stand there."""
        way = f"{count(changes, 'change')} of lane, " if changes else ""
        left = f"{to_go} to go" if to_go else "home"
        return f"Takes {cost}: {way}{nth(position)}, {left}"

    more_spaces = "Other spaces …"
    drive_on = "Drive on for me"
    drive_myself = "I drive myself again"


def usual_names() -> Mapping[str, str]:
    """Return the name of every letter's horse in the usual edition, for where no view is at hand."""
    names: Mapping[str, str] = catalog.game("sulkydrom").edition.model_dump(mode="json")["horses"]
    return names


def _left(is_left: bool) -> str:
    return "in hand" if is_left else "played"


def _together(numbers: Sequence[int]) -> str:
    return "/".join(map(str, numbers))


def _in_turn(picked: Sequence[str], others: Sequence[str]) -> str:
    """List cards in the order in which they are turned, those picked by hand in bold."""
    return " · ".join([*(f"**{face}**" for face in picked), *others]) or "none"
