"""Driving as buttons and selects: as far as possible, hold, or one of the numbered spaces a horse can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import discord
from discord import ui

from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.games.sulkydrom.ends import End, ends_of, furthest, side_of
from bot.games.sulkydrom.runners import reach_of, shown
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import button, select
from engines.sulkydrom import AT_HOME, Reach, View

_MOST_OPTIONS = 25
_MOST_SELECTS = 4


# ------------------------------------------------------------------------------------------------ the desk


def rows(
    seating: Seating, what: str, reach: Reach, t: Texts, *others: ui.Button[ui.LayoutView]
) -> Sequence[Controls]:
    """Offer `as far as possible` at one click, then `others`, then every end; `what` is played by it."""
    ends = ends_of(reach)
    best = furthest(reach, ends)
    far = button(
        seating.control(f"{what}.far"),
        spoken(t).far(ends.index(best) + 1, best.told),
        discord.ButtonStyle.success,
    )
    if len(ends) == 1:
        return [(far, *others)]
    pages = _pages(_parts(reach, ends, t))
    page = pages[int(seating.draft.get("page", 0)) % len(pages)]
    if len(pages) > 1:
        others += (button(seating.control(f"{what}.more"), spoken(t).more_spaces),)
    return [(far, *others), *_selects(seating, what, reach, page, t)]


def hold(seating: Seating, t: Texts) -> ui.Button[ui.LayoutView]:
    """Offer to stay."""
    place = shown(seating.view.places[seating.seat])
    return button(seating.control("drive.hold"), spoken(t).hold(place), discord.ButtonStyle.primary)


class Part(NamedTuple):
    """Ends that share a select: what it asks, the number of the first, and the ends."""

    placeholder: str
    first: int
    ends: Sequence[End]


def _selects(
    seating: Seating, what: str, reach: Reach, parts: Sequence[Part], t: Texts
) -> Iterator[Controls]:
    for number, part in enumerate(parts):
        options = [_option(seating.view, reach, at, end, t) for at, end in enumerate(part.ends, part.first)]
        yield (select(seating.control(f"{what}.to.{number}"), part.placeholder, options),)


def _parts(reach: Reach, ends: Sequence[End], t: Texts) -> Sequence[Part]:
    """Part the ends so that every part fits a select: all in one, by side, or else by number alone."""
    words, own = spoken(t), reach.course.places[reach.cell].lane
    if len(ends) <= _MOST_OPTIONS:
        return [Part(words.drive_to(len(ends)), 1, ends)]
    sides = [list(side) for _, side in groupby(ends, key=lambda end: side_of(end, own)[0])]
    if max(map(len, sides)) <= _MOST_OPTIONS:
        return list(_numbered(sides, lambda side, _: words.drive_section(_lanes(side, own), own)))
    some = [ends[start : start + _MOST_OPTIONS] for start in range(0, len(ends), _MOST_OPTIONS)]
    return list(_numbered(some, lambda part, first: words.drive_some(first, first + len(part) - 1)))


def _numbered(
    parts: Sequence[Sequence[End]], placeholder: Callable[[Sequence[End], int], str]
) -> Iterator[Part]:
    first = 1
    for part in parts:
        yield Part(placeholder(part, first), first, part)
        first += len(part)


def _pages(parts: Sequence[Part]) -> Sequence[Sequence[Part]]:
    """Put as many parts together as fit on a desk at once."""
    return [parts[start : start + _MOST_SELECTS] for start in range(0, len(parts), _MOST_SELECTS)]


def _lanes(side: Sequence[End], own: int) -> Sequence[int]:
    return sorted({own if end.is_home else end.place.lane for end in side})


def _option(view: View, reach: Reach, number: int, end: End, t: Texts) -> discord.SelectOption:
    words = spoken(t)
    worth = words.end_worth(end.cost, end.changes, _position(view, reach, end), end.to_go)
    return discord.SelectOption(label=words.end(number, end.told), value=end.value, description=worth)


def _position(view: View, reach: Reach, end: End) -> int:
    """Return the position the horse would have at an end."""
    rank = reach.course.rank
    ahead = sum(not end.is_home and cell != AT_HOME and rank[cell] < rank[end.cell] for cell in reach.others)
    return 1 + len(view.home) + ahead


def chosen(reach: Reach, press: Press, t: Texts) -> End:
    """Read which end a press chose; raise Misread."""
    ends = ends_of(reach)
    match press.parts[1:], press.values:
        case ("far",), ():
            return furthest(reach, ends)
        case ("to", _), (value,):
            found = next((end for end in ends if end.value == value), None)
            if found is not None:
                return found
    raise Misread(t.table.unknown_control)


def turned_over(seating: Seating) -> Drafted:
    """Show the ends that did not fit on the desk."""
    return Drafted({**seating.draft, "page": int(seating.draft.get("page", 0)) + 1})


def pressed(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Say what a press while driving means; raise Misread."""
    match press.parts[1:], press.values:
        case ("hold",), ():
            return Act({"type": "drive", "path": []})
        case ("more",), ():
            return turned_over(seating)
    return Act({"type": "drive", "path": list(chosen(seating.choices.reach, press, t).path)})


# ---------------------------------------------------------------------------------------- under the board


def public_row(view: View, control: Callable[[str], CustomId], t: Texts) -> Controls:
    """Offer everyone to see what the horse that drives may do at one click; its owner's press counts."""
    (seat,) = view.to_act
    reach = reach_of(view, seat)
    best = furthest(reach, ends_of(reach))
    far = f"{spoken(t).far_public}: {spoken(t).place(best.told)}"
    sign = spoken(t).sign(view.horses[seat])
    return (
        button(control("drive.far"), far, discord.ButtonStyle.success, emoji=sign),
        button(control("drive.hold"), spoken(t).hold_public, emoji=sign),
    )
