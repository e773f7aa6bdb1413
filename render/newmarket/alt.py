"""What Newmarket's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile

from engines.core import Seat
from engines.newmarket.actions import Card
from engines.newmarket.view import Dealt, Phase, Shown, View
from engines.parts.ranking import ranking
from render.kit.alt import named, standing_told, told
from render.newmarket.horses import form
from render.newmarket.words import Words
from render.parts.figures import number, signed


def card_name(card: Card, words: Words) -> str:
    """Return what a card is called in a text."""
    colour, value = form(card)
    return words.told.card.format(colour=words.colour(colour), number=value)


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
    return told(
        (
            f"{deal}.",
            words.told.horses.format(horses=_horses(view.racehorses, view.pots, words)),
            *_played(view, names, words),
            _turn(view, names, words),
            *_spare(view, names, words),
            _seats(view, names, words),
            _backed(view, names, words),
        )
    )


def _horses(racehorses: Sequence[Card], pots: Sequence[int], words: Words) -> str:
    return ", ".join(
        words.told.horse.format(horse=card_name(horse, words), points=number(points, words.thousands))
        for horse, points in zip(racehorses, pots, strict=True)
    )


def _played(view: View, names: Sequence[str], words: Words) -> Iterable[str]:
    if view.plays:
        last = view.plays[-1]
        cards = ", ".join(card_name(play.card, words) for play in sequence(view.plays))
        yield words.told.played.format(cards=", ".join(_stretches(view, words)))
        yield words.told.sequence.format(cards=cards)
        yield words.told.last.format(
            name=named(names, last.seat, words.seat), card=card_name(last.card, words)
        )
    if view.wanted is not None:
        yield words.told.wanted.format(card=card_name(view.wanted, words))


def _stretches(view: View, words: Words) -> Iterator[str]:
    """Tell the cards played colour by colour, numbers that follow one another as one stretch."""
    played = {form(play.card) for play in view.plays}
    for colour in view.colours:
        numbers = sorted(each.number for each in played if each.colour == colour)
        # What follows without a gap keeps the same distance from its place in the list.
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
            stretch = [value for _, value in run]
            span = str(stretch[0]) if len(stretch) == 1 else f"{stretch[0]}–{stretch[-1]}"
            yield words.told.card.format(colour=words.colour(colour), number=span)


def _turn(view: View, names: Sequence[str], words: Words) -> str:
    if view.phase is Phase.CALLING:
        return ""
    waited = ", ".join(named(names, seat, words.seat) for seat in view.to_act)
    return words.told.turn.format(names=waited) if waited else ""


def _spare(view: View, names: Sequence[str], words: Words) -> Iterable[str]:
    if view.down_count:
        yield words.told.spare.format(count=view.down_count)
    if view.best:
        yield words.told.bid.format(
            name=named(names, view.bidders[-1], words.seat), points=number(view.best, words.thousands)
        )


def _seats(view: View, names: Sequence[str], words: Words) -> str:
    seats = ", ".join(
        words.told.seat.format(
            name=named(names, seat, words.seat),
            cards=view.hand_counts[seat],
            points=number(view.points[seat], words.thousands),
        )
        for seat in range(view.seats)
    )
    return words.told.seats.format(seats=seats)


def _backed(view: View, names: Sequence[str], words: Words) -> str:
    backers = ", ".join(
        words.told.backer.format(name=named(names, seat, words.seat), horse=card_name(horse, words))
        for seat, horse in enumerate(view.backed)
        if horse
    )
    return words.told.backed.format(backers=backers) if backers else ""


def hand(view: View, words: Words) -> str:
    """Tell a hand, what of it may be led, the horse backed and the hand laid down; nothing of everyone's view."""
    own = view.own
    if own is None:
        return ""

    def listed(cards: Sequence[Card]) -> str:
        return ", ".join(card_name(card, words) for card in cards)

    return told(
        (
            words.told.hand.format(cards=listed(own.hand)) if own.hand else words.told.no_cards,
            words.told.leads.format(cards=listed(own.leads)) if own.leads else "",
            words.told.wanted.format(card=card_name(view.wanted, words)) if view.wanted else "",
            words.told.own_horse.format(horse=card_name(own.horse, words)) if own.horse else "",
            words.told.discarded.format(cards=listed(own.discarded)) if own.discarded else "",
        )
    )


def result(view: View, over: Dealt, names: Sequence[str], words: Words) -> str:
    """Tell how a deal ended, what was claimed, and what everyone got or paid and has."""
    deal = words.deal_of.format(deal=over.deal, deals=view.deals)
    claims = [
        words.told.claimed.format(
            name=named(names, claim.seat, words.seat),
            points=number(claim.points, words.thousands),
            horse=card_name(claim.horse, words),
        )
        for claim in over.claims
    ]
    ended = words.told.stuck
    if over.out is not None:
        ended = words.told.out.format(name=named(names, over.out, words.seat))
    settled = [
        words.told.settled.format(
            name=named(names, seat, words.seat),
            cards=signed(for_cards(over, seat), words.thousands),
            points=number(over.points[seat], words.thousands),
        )
        for seat in range(view.seats)
    ]
    stays = words.told.unclaimed.format(horses=_horses(view.racehorses, over.unclaimed, words))
    return told((f"{deal}.", ended, *claims, *settled, stays))


def for_cards(over: Dealt, seat: int) -> int:
    """Return what a seat got for the cards left in the other hands, or paid for those in its own."""
    return sum(over.paid) if seat == over.out else -over.paid[seat]


def final(view: View, names: Sequence[str], words: Words) -> str:
    """Tell the final standing."""

    def facts(seat: Seat) -> dict[str, str]:
        amount = number(view.points[seat], words.thousands)
        return {"name": named(names, seat, words.seat), "points": amount}

    return standing_told(words.told.final, words.told.standing, ranking(view.points), facts)


def replay(deals: Iterable[int], words: Words) -> str:
    """Tell which deals a replay shows."""
    return told((words.told.replay.format(deals=", ".join(map(str, deals))),))
