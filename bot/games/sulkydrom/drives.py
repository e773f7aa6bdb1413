"""Driving as buttons and selects: as far as possible, hold, or one of the numbered spaces a horse can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bot.games.kit.panels import BLUE, GREEN, MOST_SELECTS, Button, Option, Panel, chunks
from bot.games.screens import Act, Controls, Drafted, Misread, Press
from bot.games.sulkydrom.ends import End, ends_of, furthest, side_of
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.runners import reach_of, spot_of
from bot.messages.layout import MOST_OPTIONS
from engines.sulkydrom.course import AT_HOME
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.view import View


class EndGroup(NamedTuple):
    """Ends that share a select: what it asks, the number of the first, and the ends."""

    placeholder: str
    first: int
    ends: Sequence[End]


class WayPanel(Panel[SulkydromTexts]):
    """The spaces a horse can reach, numbered as in the picture."""

    def ways(self, what: str, reach: Reach, *others: Button) -> Sequence[Controls]:
        """Offer `as far as possible` at one click, then `others`, then every end; `what` is played by it."""
        ends = ends_of(reach)
        best = furthest(reach, ends)
        lanes = best.place.lane - reach.course.spots[reach.cell].lane
        far = self.button(f"{what}.far", self.words.far(ends.index(best) + 1, lanes, best.to_go), GREEN)
        if len(ends) == 1:
            return [(far, *others)]
        pages = chunks(self._groups(reach, ends), MOST_SELECTS)
        page = pages[int(self.draft.get("page", 0)) % len(pages)]
        if len(pages) > 1:
            others += (self.button(f"{what}.more", self.words.more_spaces),)
        return [(far, *others), *self._selects(what, reach, page)]

    def _selects(self, what: str, reach: Reach, groups: Sequence[EndGroup]) -> Iterator[Controls]:
        for number, group in enumerate(groups):
            options = [self._option(reach, at, end) for at, end in enumerate(group.ends, group.first)]
            yield (self.select(f"{what}.to.{number}", group.placeholder, options),)

    def _groups(self, reach: Reach, ends: Sequence[End]) -> Sequence[EndGroup]:
        """Group the ends so that every group fits a select: all in one, by side, or else by number alone."""
        own = reach.course.spots[reach.cell].lane
        if len(ends) <= MOST_OPTIONS:
            return [EndGroup(self.words.drive_to(len(ends)), 1, ends)]
        sides = [list(side) for _, side in groupby(ends, key=lambda end: side_of(end, own)[0])]
        if max(map(len, sides)) <= MOST_OPTIONS:
            return list(_numbered(sides, lambda side, _: self.words.drive_section(_lanes(side, own), own)))
        some = chunks(ends, MOST_OPTIONS)
        return list(_numbered(some, lambda part, first: self.words.drive_some(first, first + len(part) - 1)))

    def _option(self, reach: Reach, number: int, end: End) -> Option:
        position = _position(self.view, reach, end)
        worth = self.words.end_worth(end.cost, end.changes, position, end.to_go)
        return Option(label=self.words.end(number, end.spot), value=end.value, description=worth)

    def chosen(self, reach: Reach, press: Press) -> Sequence[str]:
        """Read which way a press chose; raise Misread."""
        ends = ends_of(reach)
        match press.parts[1:], press.values:
            case ("far",), ():
                return list(furthest(reach, ends).path)
            case ("to", _), (value,):
                found = next((end for end in ends if end.value == value), None)
                if found is not None:
                    return list(found.path)
        raise Misread

    def turned_over(self) -> Drafted:
        """Show the ends that did not fit on the desk."""
        return Drafted({**self.draft, "page": int(self.draft.get("page", 0)) + 1})


class DrivePanel(WayPanel):
    """Where to drive on a card."""

    def controls(self) -> Sequence[Controls]:
        """Offer every end, and to stay."""
        spot = spot_of(self.view.places[self.seating.seat])
        return self.ways("drive", self.choices.reach, self.button("drive.hold", self.words.hold(spot), BLUE))

    def public_controls(self) -> Controls:
        """Offer everyone to see what the horse that drives may do at one click; its owner's press counts."""
        reach = reach_of(self.view, self.seating.seat)
        best = furthest(reach, ends_of(reach))
        far = f"{self.words.far_public}: {self.words.left(best.to_go)}"
        sign = self.words.sign(self.view.horses[self.seating.seat])
        return (
            self.button("drive.far", far, GREEN, emoji=sign),
            self.button("drive.hold", self.words.hold_public, emoji=sign),
        )

    def pressed(self, press: Press) -> Act | Drafted:
        """Say what a press while driving means."""
        match press.parts, press.values:
            case ("drive", "hold"), ():
                return Act({"type": "drive", "path": []})
            case ("drive", "more"), ():
                return self.turned_over()
            case ("drive", *_), _:
                return Act({"type": "drive", "path": self.chosen(self.choices.reach, press)})
        raise Misread


def _numbered(
    parts: Sequence[Sequence[End]], placeholder: Callable[[Sequence[End], int], str]
) -> Iterator[EndGroup]:
    first = 1
    for part in parts:
        yield EndGroup(placeholder(part, first), first, part)
        first += len(part)


def _lanes(side: Sequence[End], own: int) -> Sequence[int]:
    return sorted({own if end.is_home else end.place.lane for end in side})


def _position(view: View, reach: Reach, end: End) -> int:
    """Return the position the horse would have at an end."""
    rank = reach.course.rank
    ahead = sum(not end.is_home and cell != AT_HOME and rank[cell] < rank[end.cell] for cell in reach.others)
    return 1 + len(view.home) + ahead
