"""What Sulkydrom's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.core import Seat
from engines.parts.ranking import ranking
from engines.sulkydrom.actions import Card, Letter
from engines.sulkydrom.course import Spot
from engines.sulkydrom.edition import LETTERS
from engines.sulkydrom.state import Result, Stacks
from engines.sulkydrom.view import Phase, View
from render.kit.alt import alt_text, by_rank, final_text
from render.picture import Listing, Sentence, Topic
from render.sulkydrom.captions import Captions


def horse(view: View, seat: Seat, captions: Captions) -> str:
    """Tell a horse by its letter and its name."""
    return captions.alt.horse.format(letter=view.horses[seat], name=view.names[seat])


def ranked(view: View) -> list[Seat]:
    """Return the seats by the positions of their horses."""
    return by_rank(view.positions)


def board(view: View, names: Sequence[str], captions: Captions) -> str:
    """Tell a board: the horses by position, what is asked, the tempo card, who is under Galopp, the points."""
    totals = (
        captions.alt.total.format(name=captions.name(names, seat), points=view.points[seat])
        for seat in range(view.seats)
    )
    race = captions.race.format(race=view.race)
    return alt_text(
        Listing(f"{race}: {{horses}}.", [_where(view, seat, names, captions) for seat in ranked(view)], "; "),
        Sentence(Topic.ASKED, _asked(view, names, captions)),
        _card(view, captions),
        captions.alt.stopped.format(horse=horse(view, view.stopped, captions))
        if view.stopped is not None
        else "",
        captions.alt.points.format(points=", ".join(totals)),
    )


def _where(view: View, seat: Seat, names: Sequence[str], captions: Captions) -> str:
    rank, owner, runs = view.positions[seat], captions.name(names, seat), horse(view, seat, captions)
    place = view.places[seat]
    if place is None:
        return captions.alt.at_home.format(rank=rank, horse=runs, owner=owner)
    phrase = captions.alt.running if place.space else captions.alt.at_start
    return phrase.format(rank=rank, horse=runs, owner=owner, lane=place.lane, space=place.space)


def _asked(view: View, names: Sequence[str], captions: Captions) -> str:
    waited = ", ".join(captions.name(names, seat) for seat in view.to_act)
    match view.phase:
        case Phase.STACKING:
            return captions.alt.stacking.format(names=waited)
        case Phase.TURNING:
            return captions.alt.turns.format(name=waited)
        case Phase.DRIVING:
            (seat,) = view.to_act
            most = view.allowances[seat]
            return captions.alt.drives.format(name=waited, horse=horse(view, seat, captions), most=most)
        case Phase.OVER:
            return captions.over + "."


def _card(view: View, captions: Captions) -> Sentence:
    if view.phase is not Phase.DRIVING or view.turned is None:
        return Sentence(Topic.NEWS, "")
    shown = (
        captions.alt.allowance.format(letter=view.horses[seat], spaces=view.allowances[seat])
        for seat in view.order
    )
    told = captions.alt.card.format(kind=captions.card(view.turned.deck), allowances=", ".join(shown))
    return Sentence(Topic.NEWS, told, [f"{view.names[seat]} {view.allowances[seat]}" for seat in view.order])


def hand(view: View, seat: Seat, captions: Captions, faces: Mapping[Card, Sequence[int]]) -> str:
    """Tell the cards dealt to a seat; once they are stacked, how many are left, and its special cards."""
    own = horse(view, seat, captions)
    if view.own and view.own.hand:
        return alt_text(
            captions.alt.hand.format(horse=own), *_dealt(view.own.hand, view.horses[seat], captions, faces)
        )
    counts = {"horses": view.horse_counts[seat], "positions": view.position_counts[seat]}
    return alt_text(
        Sentence(Topic.OWN, captions.alt.own.format(horse=own), [view.names[seat]]),
        captions.alt.stacks.format(**counts),
        captions.alt.has_joker if view.jokers[seat] else captions.alt.no_joker,
        captions.alt.has_galopp if view.galopps[seat] else captions.alt.no_galopp,
    )


def _dealt(
    hand: Stacks, letter: Letter, captions: Captions, faces: Mapping[Card, Sequence[int]]
) -> Iterable[str]:
    at = LETTERS.index(letter)
    own = [captions.alt.shows.format(card=card.upper(), spaces=faces[card][at]) for card in hand.horse]
    places = [
        captions.alt.shows.format(card=card.upper(), spaces="-".join(map(str, faces[card])))
        for card in hand.position
    ]
    if own:
        yield captions.alt.horse_cards.format(cards=", ".join(own))
    if places:
        yield captions.alt.position_cards.format(cards=", ".join(places))


def choice(view: View, seat: Seat, ends: Sequence[Spot], captions: Captions) -> str:
    """Tell the numbered places where a horse may go."""
    told = []
    for number, end in enumerate(ends, 1):
        phrase = captions.alt.end_stay if end == view.places[seat] else captions.alt.end
        if end.space > view.lengths[end.lane - 1]:
            phrase = captions.alt.end_home
        told.append(phrase.format(number=number, lane=end.lane, space=end.space))
    return alt_text(captions.alt.choice.format(horse=horse(view, seat, captions), ends="; ".join(told)))


def result(view: View, over: Result, names: Sequence[str], captions: Captions) -> str:
    """Tell who came where, and the points it brought."""
    placed = []
    for rank, letter in enumerate(over.order, 1):
        seat = view.horses.index(letter)
        facts = {"horse": horse(view, seat, captions), "owner": captions.name(names, seat)}
        placed.append(
            captions.alt.placed.format(rank=rank, points=_counted(over.points[seat], captions), **facts)
        )
    told = captions.alt.result.format(race=over.race, order="; ".join(placed))
    if left := [horse(view, seat, captions) for seat in view.on_track()]:
        told = f"{told} {captions.alt.on_track.format(horses=', '.join(left))}"
    return alt_text(Sentence(Topic.RESULT, told))


def final(view: View, ranks: Sequence[int], names: Sequence[str], captions: Captions) -> str:
    """Tell the final ranking; `ranks` are by seat."""

    def facts(seat: Seat) -> dict[str, object]:
        score = _counted(view.points[seat], captions)
        return {"name": captions.name(names, seat), "score": score, "wins": view.wins[seat]}

    return final_text(captions.alt, ranks, facts, "; ")


def _counted(points: int, captions: Captions) -> str:
    return f"{captions.number(points)} {captions.unit[points != 1]}"


def final_ranks(view: View) -> tuple[int, ...]:
    """Return by seat its rank in the final ranking: by points, or by races won where that is the goal."""
    return ranking(view.wins if view.goal == "victories" else view.points)
