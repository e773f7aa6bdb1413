"""What Newmarket's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile

from engines.newmarket.actions import Card
from engines.newmarket.view import Dealt, Phase, Shown, View
from render.kit.alt import alt_text
from render.newmarket.horses import form
from render.newmarket.words import Words
from render.parts.lettering import number, signed


def card_name(card: Card, words: Words) -> str:
    """Return what a card is called in a text."""
    colour, value = form(card)
    return words.alt.card.format(colour=words.colour(colour), number=value)


def sequence(plays: Sequence[Shown]) -> tuple[Shown, ...]:
    """Return the plays of the sequence played last, of all plays of a deal."""
    if not plays:
        return ()
    numbers = [form(play.card) for play in plays]
    backwards = range(len(plays) - 1, 0, -1)
    joined = takewhile(
        lambda at: numbers[at] == (numbers[at - 1].colour, numbers[at - 1].number + 1), backwards
    )
    return tuple(plays[len(plays) - 1 - len(list(joined)) :])


def board(view: View, names: Sequence[str], words: Words) -> str:
    """Tell a board: the racehorses, what is played, the spare hand, and who has what."""
    deal = words.deal_of.format(deal=view.deal, deals=view.deals)
    return alt_text(
        f"{deal}.",
        words.alt.horses.format(horses=_horses(view.racehorses, view.pots, words)),
        *_played(view, names, words),
        _turn(view, names, words),
        *_spare(view, names, words),
        _seats(view, names, words),
        _backed(view, names, words),
    )


def _horses(racehorses: Sequence[Card], pots: Sequence[int], words: Words) -> str:
    return ", ".join(
        words.alt.horse.format(horse=card_name(horse, words), points=number(points, words.thousands))
        for horse, points in zip(racehorses, pots, strict=True)
    )


def _played(view: View, names: Sequence[str], words: Words) -> Iterable[str]:
    if view.plays:
        last = view.plays[-1]
        cards = ", ".join(card_name(play.card, words) for play in sequence(view.plays))
        yield words.alt.played.format(cards=", ".join(_stretches(view, words)))
        yield words.alt.sequence.format(cards=cards)
        yield words.alt.last.format(name=words.name(names, last.seat), card=card_name(last.card, words))
    if view.wanted is not None:
        yield words.alt.wanted.format(card=card_name(view.wanted, words))


def _stretches(view: View, words: Words) -> Iterator[str]:
    """Tell the cards played colour by colour, numbers that follow one another as one stretch."""
    played = {form(play.card) for play in view.plays}
    for colour in view.colours:
        numbers = sorted(each.number for each in played if each.colour == colour)
        # What follows without a gap keeps the same distance from its place in the list.
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
            stretch = [value for _, value in run]
            span = str(stretch[0]) if len(stretch) == 1 else f"{stretch[0]}–{stretch[-1]}"
            yield words.alt.card.format(colour=words.colour(colour), number=span)


def _turn(view: View, names: Sequence[str], words: Words) -> str:
    if view.phase is Phase.CALLING:
        return ""
    waited = ", ".join(words.name(names, seat) for seat in view.to_act)
    return words.alt.turn.format(names=waited) if waited else ""


def _spare(view: View, names: Sequence[str], words: Words) -> Iterable[str]:
    if view.down_count:
        yield words.alt.spare.format(count=view.down_count)
    if view.best:
        yield words.alt.bid.format(
            name=words.name(names, view.bidders[-1]), points=number(view.best, words.thousands)
        )


def _seats(view: View, names: Sequence[str], words: Words) -> str:
    seats = ", ".join(
        words.alt.seat.format(
            name=words.name(names, seat),
            cards=view.hand_counts[seat],
            points=number(view.points[seat], words.thousands),
        )
        for seat in range(view.seats)
    )
    return words.alt.seats.format(seats=seats)


def _backed(view: View, names: Sequence[str], words: Words) -> str:
    backers = ", ".join(
        words.alt.backer.format(name=words.name(names, seat), horse=card_name(horse, words))
        for seat, horse in enumerate(view.backed)
        if horse
    )
    return words.alt.backed.format(backers=backers) if backers else ""


def hand(view: View, words: Words) -> str:
    """Tell a hand, what of it may be led, the horse backed and the hand laid down; nothing of everyone's view."""
    own = view.own
    if own is None:
        return ""

    def listed(cards: Sequence[Card]) -> str:
        return ", ".join(card_name(card, words) for card in cards)

    return alt_text(
        words.alt.hand.format(cards=listed(own.hand)) if own.hand else words.alt.no_cards,
        words.alt.leads.format(cards=listed(own.leads)) if own.leads else "",
        words.alt.wanted.format(card=card_name(view.wanted, words)) if view.wanted else "",
        words.alt.own_horse.format(horse=card_name(own.horse, words)) if own.horse else "",
        words.alt.discarded.format(cards=listed(own.discarded)) if own.discarded else "",
    )


def result(view: View, over: Dealt, names: Sequence[str], words: Words) -> str:
    """Tell how a deal ended, what was claimed, and what everyone got or paid and has."""
    deal = words.deal_of.format(deal=over.deal, deals=view.deals)
    claims = [
        words.alt.claimed.format(
            name=words.name(names, claim.seat),
            points=number(claim.points, words.thousands),
            horse=card_name(claim.horse, words),
        )
        for claim in over.claims
    ]
    ended = words.alt.stuck
    if over.out is not None:
        ended = words.alt.out.format(name=words.name(names, over.out))
    settled = [
        words.alt.settled.format(
            name=words.name(names, seat),
            cards=signed(for_cards(over, seat), words.thousands),
            points=number(over.points[seat], words.thousands),
        )
        for seat in range(view.seats)
    ]
    stays = words.alt.unclaimed.format(horses=_horses(view.racehorses, over.unclaimed, words))
    return alt_text(f"{deal}.", ended, *claims, *settled, stays)


def for_cards(over: Dealt, seat: int) -> int:
    """Return what a seat got for the cards left in the other hands, or paid for those in its own."""
    return sum(over.paid) if seat == over.out else -over.paid[seat]
