"""The hand on a Jockey desk: a button a card that says what it would do, and the cards to keep between races."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import discord

from bot.games.jockey.words import spoken
from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.texts import Texts
from bot.ui.message_layout import button, select
from engines.jockey import Play, View
from engines.jockey.cards import faces

faces_of = lru_cache(maxsize=16)(faces)
"""What each card says, by the horses of an edition."""

_A_ROW = 5


def play_rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer every card that can be played, once a kind, with the horse where there is a choice."""
    buttons = [_play(seating, play, t) for play in seating.choices]
    return [buttons[start : start + _A_ROW] for start in range(0, len(buttons), _A_ROW)]


def _play(seating: Seating, play: Play, t: Texts) -> discord.ui.Button[discord.ui.LayoutView]:
    what = f"play.{play.card}.{play.horse}" if play.horse else f"play.{play.card}"
    horse, start, end = effect(seating.view, play)
    if horse is None or start == end:
        return button(seating.control(what), spoken(t).would_stay(play.card))
    label = spoken(t).would_move(play.card, horse, start, end, choice=play.card.startswith("no"))
    return button(seating.control(what), label, discord.ButtonStyle.primary, emoji=spoken(t).sign(horse))


def effect(view: View, play: Play) -> tuple[str | None, int, int]:
    """Foresee what a card would do: the horse it moves, from which square to which; None if it moves none."""
    face = faces_of(view.horses)[play.card]
    valid = [horse for horse in face.horses(view.places) if view.places[horse] <= view.squares]
    named = [horse for horse in valid if play.horse in {None, view.horses[horse]}]
    if len(named) != 1:
        return None, 0, 0
    (horse,) = named
    return view.horses[horse], view.places[horse], face.reach(view.places, horse, view.squares)


def played(press: Press) -> Act:
    """Play a card."""
    _, card, *horse = press.parts
    return Act({"type": "play", "card": card, "horse": horse[0] if horse else None})


def keep_rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer the hand for keeping: up to two cards in a select, and the button that decides."""
    picked = seating.draft.get("keep", [])
    options = [
        discord.SelectOption(label=spoken(t).card(card), value=value, default=value in picked)
        for value, card in _numbered(seating.view.own.hand)
    ]
    most = seating.choices.most
    keep = button(
        seating.control("keep.go"), spoken(t).keep_these(_cards(picked)), discord.ButtonStyle.success
    )
    none = button(seating.control("keep.none"), spoken(t).keep_none)
    pick = select(seating.control("keep.pick"), spoken(t).keep_placeholder(most), options, least=0, most=most)
    return [(pick,), (keep, none) if picked else (none,)]


def kept(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Pick cards to keep, or decide."""
    offered = dict(_numbered(seating.view.own.hand))
    match press.parts[1]:
        case "pick" if all(value in offered for value in press.values):
            return Drafted({"keep": list(press.values)})
        case "go":
            return Act({"type": "keep", "cards": _cards(seating.draft.get("keep", []))})
        case "none":
            return Act({"type": "keep", "cards": []})
    raise Misread(t.table.unknown_control)


def _numbered(hand: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Tell copies of a card apart, as a select wants its values: `red+7`, `red+7#2`; at most 25."""
    seen: Counter[str] = Counter()
    for card in hand[:25]:
        seen[card] += 1
        yield (card if seen[card] == 1 else f"{card}#{seen[card]}"), card


def _cards(picked: Sequence[str]) -> list[str]:
    return [value.partition("#")[0] for value in picked]
