"""Who plays with whom: teams and their captains, as desks and results name them. Without teams a seat is a side."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.screens import Seating
from bot.texts.markup import plain
from engines.jumpyjack.teams import captains, team_count, team_of
from engines.jumpyjack.view import Phase, View


def sides(view: View) -> Iterator[range]:
    """Go through the seats of each side."""
    for first in range(team_count(view.options, view.seats)):
        yield team_of(first, view.options, view.seats)


def side_of(view: View, seat: int) -> range:
    """Return the seats that play together with a seat, itself included."""
    return team_of(seat, view.options, view.seats)


def captain(view: View, seat: int, races_on: int = 0) -> int:
    """Return who predicts for the side of a seat in this race, or so many races on."""
    leaders = captains(view.race + races_on, view.options, view.seats)
    return next(mate for mate in side_of(view, seat) if mate in leaders)


def watched(view: View) -> int | None:
    """Return the captain whose slip the seat of this view may see while it is filled in."""
    if view.phase is not Phase.PREDICTING or view.seat is None:
        return None
    leader = captain(view, view.seat)
    return leader if leader != view.seat and not view.has_predicted[leader] else None


def number(view: View, seat: int) -> int:
    """Number the team of a seat, from 1."""
    return side_of(view, seat).start + 1


def named(view: View, seat: int, name: Callable[[int], str], words: JumpyJackTexts) -> str:
    """Name the side of a seat: its team, or the seat itself as `name` has it."""
    return words.team(number(view, seat)) if view.options.teams else name(seat)


def introduced(view: View, seat: int, name: Callable[[int], str], words: JumpyJackTexts) -> str:
    """Name the side of a seat with everybody in it."""
    if not view.options.teams:
        return name(seat)
    return words.members(number(view, seat), [name(mate) for mate in side_of(view, seat)])


def own_team(seating: Seating, words: JumpyJackTexts) -> str:
    """Say on a desk who plays with its seat, and whose turn it is to be captain."""
    view: View = seating.view
    mates = [plain(seating.names[mate]) for mate in side_of(view, seating.seat) if mate != seating.seat]
    now, then = (_other(seating, captain(view, seating.seat, races_on)) for races_on in (0, 1))
    return words.own_team(number(view, seating.seat), mates, now, then)


def _other(seating: Seating, seat: int) -> str | None:
    return None if seat == seating.seat else plain(seating.names[seat])


def to_choose(seating: Seating, seat: int, words: JumpyJackTexts) -> str:
    """Label the side of a seat whose prediction can be guessed; labels know no markup."""
    name, view = seating.names[seat], seating.view
    if view.options.teams:
        return words.opposing_team(number(view, seat), name)
    return words.opponent(seat + 1, name)
