"""What Newmarket's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engines.newmarket.actions import Card
from engines.newmarket.view import Dealt, Own, Phase, Shown, View
from render.kit.alt import alt_text
from render.newmarket.captions import Captions
from render.newmarket.faces import form
from render.picture import Listing, Sentence, Topic


def card_name(card: Card, captions: Captions) -> str:
    """Return what a card is called in a text."""
    colour, value = form(card)
    return captions.alt.card.format(colour=captions.colour(colour), number=value)


def sequences(plays: Sequence[Shown]) -> list[tuple[Shown, ...]]:
    """Return the sequences that the plays of a deal make, in their order."""
    made: list[list[Shown]] = []
    for play in plays:
        colour, number = form(play.card)
        if made and form(made[-1][-1].card) == (colour, number - 1):
            made[-1].append(play)
        else:
            made.append([play])
    return [tuple(run) for run in made]


def sequence(plays: Sequence[Shown]) -> tuple[Shown, ...]:
    """Return the plays of the sequence played last, of all plays of a deal."""
    return sequences(plays)[-1] if plays else ()


def board(view: View, names: Sequence[str], captions: Captions, sequence: str) -> str:
    """Tell a board: the racehorses, what is played, the newest sequence as it is told, the spare hand, who has what."""
    deal = captions.deal_of.format(deal=view.deal, deals=view.deals)
    return alt_text(
        Listing(f"{deal}. {captions.alt.horses}", _horses(view.racehorses, view.pots, captions)),
        *_played(view, sequence, captions),
        Sentence(Topic.ASKED, _turn(view, names, captions)),
        *_spare(view, names, captions),
        _seats(view, names, captions),
        _backed(view, names, captions),
    )


def _horses(racehorses: Sequence[Card], pots: Sequence[int], captions: Captions) -> list[str]:
    return [
        captions.alt.horse.format(horse=card_name(horse, captions), points=_points(points, captions))
        for horse, points in zip(racehorses, pots, strict=True)
    ]


def _points(points: int, captions: Captions) -> str:
    return f"{captions.number(points)} {captions.unit[points != 1]}"


def _played(view: View, sequence: str, captions: Captions) -> Iterable[str]:
    if view.plays:
        yield captions.alt.played.format(cards=", ".join(_stretches(view, captions)))
        yield Sentence(Topic.NEWS, sequence)
    yield _wanted(view, captions)


def _wanted(view: View, captions: Captions) -> Sentence:
    told = captions.alt.wanted.format(card=card_name(view.wanted, captions)) if view.wanted else ""
    return Sentence(Topic.ASKED, told)


def _stretches(view: View, captions: Captions) -> Iterator[str]:
    """Tell the cards played colour by colour, numbers that follow one another as one stretch."""
    played = {form(play.card) for play in view.plays}
    for colour in view.colours:
        numbers = sorted(each.number for each in played if each.colour == colour)
        # What follows without a gap keeps the same distance from its place in the list.
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
            stretch = [value for _, value in run]
            span = str(stretch[0]) if len(stretch) == 1 else f"{stretch[0]}–{stretch[-1]}"
            yield captions.alt.card.format(colour=captions.colour(colour), number=span)


def _turn(view: View, names: Sequence[str], captions: Captions) -> str:
    if view.phase is Phase.CALLING:
        return ""
    waited = ", ".join(captions.name(names, seat) for seat in view.to_act)
    return captions.alt.turn.format(names=waited) if waited else ""


def _spare(view: View, names: Sequence[str], captions: Captions) -> Iterable[str]:
    if view.down_count:
        yield captions.alt.spare.format(count=view.down_count)
    if view.best:
        best = captions.name(names, view.bidders[-1])
        bid = captions.alt.bid.format(name=best, points=_points(view.best, captions))
        yield Sentence(Topic.ASKED, bid)


def _seats(view: View, names: Sequence[str], captions: Captions) -> str:
    cards = (f"{held} {captions.alt.cards[held != 1]}" for held in view.hand_counts)
    seats = "; ".join(
        captions.alt.seat.format(
            name=captions.name(names, seat),
            cards=next(cards),
            points=_points(view.points[seat], captions),
        )
        for seat in range(view.seats)
    )
    return captions.alt.seats.format(seats=seats)


def _backed(view: View, names: Sequence[str], captions: Captions) -> str:
    backers = ", ".join(
        captions.alt.backer.format(name=captions.name(names, seat), horse=card_name(horse, captions))
        for seat, horse in enumerate(view.backed)
        if horse
    )
    return captions.alt.backed.format(backers=backers) if backers else ""


def hand(view: View, own: Own, captions: Captions) -> str:
    """Tell a hand, or the racehorses that may be backed; what may be led, the horse backed, the hand laid down."""

    def listed(cards: Sequence[Card]) -> str:
        return ", ".join(card_name(card, captions) for card in cards)

    leads = captions.alt.leads.format(cards=listed(own.leads)) if own.leads else ""
    horse = captions.alt.own_horse.format(horse=card_name(own.horse, captions)) if own.horse else ""
    cards = captions.alt.hand.format(cards=listed(own.hand)) if own.hand else captions.alt.no_cards
    if view.phase is Phase.BACKING:
        cards = Listing(captions.alt.horses, _horses(view.racehorses, view.pots, captions))
    return alt_text(
        cards,
        Sentence(Topic.ASKED, leads),
        _wanted(view, captions),
        Sentence(Topic.OWN, horse),
        captions.alt.discarded.format(cards=listed(own.discarded)) if own.discarded else "",
    )


def result(view: View, over: Dealt, names: Sequence[str], captions: Captions) -> str:
    """Tell how a deal ended, what was claimed, and what everyone got or paid and has."""
    deal = captions.deal_of.format(deal=over.deal, deals=view.deals)
    claims = [
        captions.alt.claimed.format(
            name=captions.name(names, claim.seat),
            points=_points(claim.points, captions),
            horse=card_name(claim.horse, captions),
        )
        for claim in over.claims
    ]
    ended = captions.alt.stuck
    if over.out is not None:
        ended = captions.alt.out.format(name=captions.name(names, over.out))
    settled = [
        captions.alt.settled.format(
            name=captions.name(names, seat),
            cards=captions.signed(for_cards(over, seat)),
            points=_points(over.points[seat], captions),
        )
        for seat in range(view.seats)
    ]
    stays = captions.alt.unclaimed.format(
        horses=", ".join(_horses(view.racehorses, over.unclaimed, captions))
    )
    told = (f"{deal}.", ended, *claims, *settled, stays)
    return alt_text(*(Sentence(Topic.RESULT, each) for each in told))


def for_cards(over: Dealt, seat: int) -> int:
    """Return what a seat got for the cards left in the other hands, or paid for those in its own."""
    return sum(over.paid) if seat == over.out else -over.paid[seat]
