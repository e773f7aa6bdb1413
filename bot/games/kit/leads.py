"""How a bet stands after a move, in words: for the hints of games in which cards move the horses."""

from __future__ import annotations

from bot.texts.english.phrases import count


def bet_after(horse: str, lead: int, before: int, unit: str, *, to_place: bool) -> str:
    """Say what a move does for a bet on one horse, from its lead before and after in a `unit` such as `square`.

    A bet to place is led by as much as the horse is in front of the third one, any other by what it leads them all by.
    """
    brings = "brings" if lead > before else "keeps" if lead == before else "leaves"
    if lead > 0:
        return f"it {brings} {horse} {count(lead, unit)} ahead of {'the third horse' if to_place else 'all others'}"
    rival = "second place" if to_place else "the lead"
    if lead == 0:
        return f"it {brings} {horse} level with {'second place' if to_place else 'the leader'}"
    to = "to " if brings == "brings" else ""
    return f"it {brings} {horse} {to}{count(-lead, unit)} behind {rival}"
