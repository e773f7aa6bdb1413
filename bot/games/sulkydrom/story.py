"""What happens in Sulkydrom, in sentences; the drives of a card are told in one line.

Boards leave points to the result of a race. That a horse which cannot move stays is not told: its number is in the
sentence about the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.kit.commentary import Commentary, Field
from bot.games.kit.passages import Facts, Fragment, OpenRow, Passage
from bot.games.kit.results import game_over
from bot.games.kit.story import Story
from bot.games.sulkydrom import spoken
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.runners import owner_of
from engines.sulkydrom.view import Phase, View

At = Passage[SulkydromTexts]


def _horse(at: At, letter: str) -> str:
    seat = owner_of(at.view, letter)
    return at.words.horse(letter, at.view.names[seat])


def _owners(at: At, e: Facts) -> str:
    return at.words.owners([(at.who(seat), _horse(at, letter)) for seat, letter in enumerate(e["horses"])])


def _lanes(at: At, e: Facts) -> str:
    (started,) = at.of("race_started")
    lanes = [_horse(at, letter) for letter in e["order"]]
    return at.words.race_started(started["race"], lanes, at.who(started["first"]))


def _dealt(at: At, e: Facts) -> str | None:
    """Tell that the cards have run out; those of a new race go without saying."""
    return None if at.of("race_started") or not at.is_first(e) else at.words.dealt_again


def _off(at: At, _: Facts) -> str | None:
    """Tell that the last stacks are laid."""
    is_off = at.view.phase is not Phase.STACKING and at.view.turn is not None
    return at.words.off if is_off else None


def _turned(at: At, e: Facts) -> str:
    allowed = [(_horse(at, letter), e["allowances"][letter]) for letter in e["order"]]
    return at.words.turned(at.who(e["seat"]), e["deck"], allowed)


def _held(at: At, drive: OpenRow) -> str | None:
    """Tell that somebody chose not to drive."""
    if drive.auto or at.of("moved"):
        return None
    assert drive.seat is not None
    return Fragment(at.words.held(_horse(at, at.view.horses[drive.seat])))


def _stays(at: At, _: str, drive: Facts) -> str | None:
    """Tell in a log that a horse cannot move; whoever chose that is told of by `_held`."""
    (row,) = at.rows
    assert row.seat is not None
    return at.words.stays(_horse(at, at.view.horses[row.seat])) if row.auto and not drive["path"] else None


def _moved(at: At, e: Facts) -> str:
    """Tell where a horse went, or that it came home."""
    home, horse = at.of("finished"), _horse(at, e["horse"])
    if home and home[0]["horse"] == e["horse"]:
        return Fragment(at.words.crossed(horse, home[0]["place"]))
    return Fragment(at.words.drove(horse, (e["to"]["lane"], e["to"]["space"])))


def _finished(at: At, e: Facts) -> str | None:
    """Tell once who got a rank without getting home."""
    moved = {move["horse"] for move in at.of("moved")}
    left = [placed for placed in at.of("finished") if placed["horse"] not in moved]
    if e not in left[:1]:
        return None
    return at.words.placed([_horse(at, placed["horse"]) for placed in left], e["place"])


def _points(at: At, e: Facts) -> str:
    letter = at.view.horses[e["seat"]]
    (rank,) = (placed["place"] for placed in at.of("finished") if placed["horse"] == letter)
    return at.words.scored(rank, at.who(e["seat"]), _horse(at, letter), e["points"], e["total"], e["wins"])


def _gains(at: At) -> Mapping[str, int]:
    """Return by how many half lengths straight on horses came nearer to the line."""

    def to_go(spot: Facts) -> int:
        return int(at.view.lengths[spot["lane"] - 1] - spot["space"])

    return {_horse(at, e["horse"]): to_go(e["from"]) - to_go(e["to"]) for e in at.of("moved")}


def _field(view: View) -> Field | None:
    if view.phase not in {Phase.TURNING, Phase.DRIVING}:
        return None
    spots = {letter: spot for letter, spot in zip(view.horses, view.places, strict=True) if spot is not None}
    to_go: dict[str, int] = {
        letter: view.lengths[spot.lane - 1] + 1 - spot.space for letter, spot in spots.items()
    }
    return Field(to_go, view.home)


def _named(view: View, words: Any, letter: str) -> str:
    return str(words.horse(letter, view.names[owner_of(view, letter)]))


COMMENTARY = Commentary(field=_field, early=35, near=10, close=3, horse=_named)

STORY = Story(
    spoken,
    gains=_gains,
    events={
        "owners": _owners,
        "race_started": None,
        "lanes": _lanes,
        "dealt": _dealt,
        "surplus": lambda at, e: at.words.surplus(len(e["horse"]), len(e["position"])),
        "stacked": _off,
        "joker": lambda at, e: at.words.joker(at.who(e["seat"])),
        "galopp": lambda at, e: at.words.galopp(at.who(e["seat"]), _horse(at, e["horse"])),
        "tempo": _turned,
        "moved": _moved,
        "finished": _finished,
    },
    announced={"dealt": lambda _: {"type": "dealt"}},
    silent={"drive": _held},
    in_logs={
        "dealt": lambda at, e: at.words.dealt_packs(at.who(e["seat"]), e["horse"], e["position"]),
        "tempo": lambda at, e: at.words.card_turned(e["card"]),
        "points": _points,
        "race_over": lambda at, e: at.words.race_is_over(e["race"]),
        "game_over": game_over,
    },
    actions={
        "stack": lambda at, who, stack: at.words.stacks(who, stack["horse"], stack["position"]),
        "joker": None,
        "galopp": None,
        "tempo": None,
        "drive": _stays,
    },
    commentary=COMMENTARY,
)
"""The sentences of Sulkydrom."""
