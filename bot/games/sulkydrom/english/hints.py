"""Why the steady player of Sulkydrom would do what it would."""

from __future__ import annotations

from bot.games.sulkydrom.english.desk import SulkydromDesk
from bot.texts.english.phrases import count, nth


class SulkydromHints(SulkydromDesk):
    """Hints, each a sentence. Horses, spots and distances come as in `SulkydromTexts`."""

    def hint_stacks(self, horse: str) -> str:
        """Say in which order to lay the stacks."""
        return (
            f"Lay both stacks by strength: first what takes {horse}, or the middle of the field, furthest ahead of the "
            "others."
        )

    def hint_tempo(self, deck: str, left: int, other: str, others: int) -> str:
        """Say from which stack to turn; how many are left in it, and in the other."""
        if not others:
            return f"Turn a {self.card(deck)}: you have no {self.card(other)} left."
        if left > others:
            return f"Turn a {self.card(deck)}: you have more of them ({left}) than {self.card(other)}s ({others})."
        have = f"{left}, and {count(others, self.card(other))}"
        return f"Turn a {self.card(deck)}: you have {have}, so neither runs out early."

    def hint_joker(self, spot: tuple[int, int] | None, gain: int, most: int) -> str:
        """Say where to drive by a Joker, and how much nearer home that is."""
        if spot is None:
            return "Play the Joker: it brings you home now."
        why = (
            f"more than the {most} it drives"
            if gain > most
            else "and home is too near for it to do more later"
        )
        return f"Play the Joker to {self.spot(spot)}: it brings you {count(gain, 'half length')} nearer home, {why}."

    def hint_galopp(self, horse: str, position: int, to_go: int) -> str:
        """Say whom to stop."""
        return (
            f"Play the Galopp on {horse}: of those you can stop it is furthest ahead, {nth(position)} with "
            f"{count(to_go, 'half length')} to go."
        )

    def hint_drive(
        self, horse: str, spot: tuple[int, int] | None, to_go: int, room: int, *, is_free: bool
    ) -> str:
        """Say where to drive: what is left from there, and the free spaces ahead, if not as many as matter."""
        if spot is None:
            return f"Drive {horse} over the line: that is home."
        ahead = f"with {count(room, 'free space')} ahead" if room else "though the next space is taken"
        left = f"{count(to_go, 'half length')} to the line, {'the way ahead free' if is_free else ahead}"
        return f"Drive {horse} to {self.spot(spot)}: from there it is {left}."

    def hint_hold(self, horse: str) -> str:
        """Say that it is best to stay."""
        return f"Hold {horse} where it stands: no way that is open leads to a better place."
