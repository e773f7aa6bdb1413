"""What Sulkydrom's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.core import Seat
from engines.parts.ranking import ranking
from engines.sulkydrom.actions import Card, Letter
from engines.sulkydrom.course import Place
from engines.sulkydrom.edition import LETTERS
from engines.sulkydrom.state import Result, Stacks
from engines.sulkydrom.view import Phase, View
from render.kit.alt import alt_text, by_rank, final_text
from render.sulkydrom.words import Words


def horse(view: View, seat: Seat, words: Words) -> str:
    """Tell a horse by its letter and its name."""
    return words.alt.horse.format(letter=view.horses[seat], name=view.names[seat])


def ranked(view: View) -> list[Seat]:
    """Return the seats by the positions of their horses."""
    return by_rank(view.positions)


def board(view: View, names: Sequence[str], words: Words) -> str:
    """Tell a board: the horses by position, what is asked, the tempo card, who is under Galopp, the points."""
    totals = (
        words.alt.total.format(name=words.name(names, seat), points=view.points[seat])
        for seat in range(view.seats)
    )
    return alt_text(
        f"{words.race.format(race=view.race)}.",
        f"{'; '.join(_where(view, seat, names, words) for seat in ranked(view))}.",
        _asked(view, names, words),
        _card(view, words),
        words.alt.stopped.format(horse=horse(view, view.stopped, words)) if view.stopped is not None else "",
        words.alt.points.format(points=", ".join(totals)),
    )


def _where(view: View, seat: Seat, names: Sequence[str], words: Words) -> str:
    facts = {
        "rank": view.positions[seat],
        "horse": horse(view, seat, words),
        "owner": words.name(names, seat),
    }
    place = view.places[seat]
    if place is None:
        return words.alt.at_home.format(**facts)
    if place.space == 0:
        return words.alt.at_start.format(**facts, lane=place.lane)
    return words.alt.running.format(**facts, lane=place.lane, space=place.space)


def _asked(view: View, names: Sequence[str], words: Words) -> str:
    waited = ", ".join(words.name(names, seat) for seat in view.to_act)
    match view.phase:
        case Phase.STACKING:
            return words.alt.stacking.format(names=waited)
        case Phase.TURNING:
            return words.alt.turns.format(name=waited)
        case Phase.DRIVING:
            (seat,) = view.to_act
            most = view.allowances[seat]
            return words.alt.drives.format(name=waited, horse=horse(view, seat, words), most=most)
        case Phase.OVER:
            return words.over + "."


def _card(view: View, words: Words) -> str:
    if view.phase is not Phase.DRIVING or view.turned is None:
        return ""
    shown = (
        words.alt.allowance.format(letter=view.horses[seat], spaces=view.allowances[seat])
        for seat in view.order
    )
    kind = words.horse_card if view.turned.deck == "horse" else words.position_card
    return words.alt.card.format(kind=kind, allowances=", ".join(shown))


def hand(view: View, seat: Seat, words: Words, faces: Mapping[Card, Sequence[int]]) -> str:
    """Tell the cards dealt to a seat; once they are stacked, how many are left, and its special cards."""
    own = horse(view, seat, words)
    if view.own and view.own.hand:
        return alt_text(
            words.alt.hand.format(horse=own), *_dealt(view.own.hand, view.horses[seat], words, faces)
        )
    counts = {"horses": view.horse_counts[seat], "positions": view.position_counts[seat]}
    return alt_text(
        words.alt.stacks.format(horse=own, **counts),
        words.alt.has_joker if view.jokers[seat] else words.alt.no_joker,
        words.alt.has_galopp if view.galopps[seat] else words.alt.no_galopp,
    )


def _dealt(hand: Stacks, letter: Letter, words: Words, faces: Mapping[Card, Sequence[int]]) -> Iterable[str]:
    at = LETTERS.index(letter)
    own = [words.alt.shows.format(card=card.upper(), spaces=faces[card][at]) for card in hand.horse]
    places = [
        words.alt.shows.format(card=card.upper(), spaces="-".join(map(str, faces[card])))
        for card in hand.position
    ]
    if own:
        yield words.alt.horse_cards.format(cards=", ".join(own))
    if places:
        yield words.alt.position_cards.format(cards=", ".join(places))


def choice(view: View, seat: Seat, ends: Sequence[Place], words: Words) -> str:
    """Tell the numbered places where a horse may go."""
    return alt_text(
        words.alt.choice.format(
            horse=horse(view, seat, words),
            ends=", ".join(_end(view, seat, number, end, words) for number, end in enumerate(ends, 1)),
        )
    )


def _end(view: View, seat: Seat, number: int, end: Place, words: Words) -> str:
    if end.space > view.lengths[end.lane - 1]:
        return words.alt.end_home.format(number=number)
    if end == view.places[seat]:
        return words.alt.end_stay.format(number=number)
    return words.alt.end.format(number=number, lane=end.lane, space=end.space)


def result(view: View, over: Result, names: Sequence[str], words: Words) -> str:
    """Tell who came where, and the points it brought."""
    placed = []
    for rank, letter in enumerate(over.order, 1):
        seat = view.horses.index(letter)
        facts = {"horse": horse(view, seat, words), "owner": words.name(names, seat)}
        placed.append(words.alt.placed.format(rank=rank, points=over.points[seat], **facts))
    return alt_text(words.alt.result.format(race=over.race, order="; ".join(placed)))


def final(view: View, ranks: Sequence[int], names: Sequence[str], words: Words) -> str:
    """Tell the final ranking; `ranks` are by seat."""

    def facts(seat: Seat) -> dict[str, object]:
        name = words.name(names, seat)
        return {"name": name, "score": view.points[seat], "wins": view.wins[seat]}

    return final_text(words.alt, ranks, facts, "; ")


def final_ranks(view: View) -> tuple[int, ...]:
    """Return by seat its rank in the final ranking: by points, or by races won where that is the goal."""
    return ranking(view.wins if view.goal == "victories" else view.points)
