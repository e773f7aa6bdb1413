"""What Turfe's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core import Seat
from engines.turfe.actions import Bet, Card, Horse, Spot
from engines.turfe.state import Result
from engines.turfe.view import Own, Phase, View
from render.kit.alt import alt_text
from render.picture import Listing, Sentence, Topic
from render.turfe import faces
from render.turfe.captions import Captions, lane_name, square_name
from render.turfe.horses import Field


def board(view: View, names: Sequence[str], captions: Captions, last: str) -> str:
    """Tell a board: the horses in front first, the last play as it is told, the jackpot, the bets."""
    race, field = captions.race_of.format(race=view.race, races=view.races), Field.of(view)
    return alt_text(
        Listing(f"{race}: {{horses}}.", [_where(field, horse, captions) for horse in field.ranked()]),
        _leading(field, captions),
        Sentence(Topic.NEWS, last),
        Sentence(Topic.ASKED, _turn(view, names, captions)),
        _flipped(view.flipped, captions),
        Sentence(Topic.OWN, captions.alt.pot.format(amount=captions.number(view.pot))),
        _stakes(view, names, captions),
    )


def _flipped(card: Card | None, captions: Captions) -> Sentence:
    told = captions.alt.next_card.format(card=faces.name(card, captions)) if card else ""
    return Sentence(Topic.ASKED, told)


def _where(field: Field, horse: Horse, captions: Captions) -> str:
    place, name = field.place(horse), captions.horse(horse)
    if horse in field.home:
        return captions.alt.at_home.format(horse=name, rank=field.home.index(horse) + 1)
    phrase = captions.alt.on_track if place.space else captions.alt.at_start
    return phrase.format(horse=name, square=square_name(place.lane, place.space))


def _leading(field: Field, captions: Captions) -> str:
    leading = [captions.horse(horse) for horse in field.leading()]
    if len(leading) == 1:
        return captions.alt.leads.format(horse=leading[0])
    return captions.alt.level.format(horses=", ".join(leading)) if leading else ""


def _turn(view: View, names: Sequence[str], captions: Captions) -> str:
    waited = ", ".join(captions.name(names, seat) for seat in view.to_act)
    if view.phase is Phase.BETTING and waited:
        return captions.alt.waiting.format(names=waited)
    return captions.alt.turn.format(name=waited) if view.phase is Phase.RACING else ""


def _stakes(view: View, names: Sequence[str], captions: Captions) -> str:
    bets = [
        captions.alt.stake.format(
            name=captions.name(names, seat), kind=captions.kind(bet.kind), stake=captions.number(bet.stake)
        )
        for seat, bet in enumerate(view.stakes)
        if bet
    ]
    return captions.alt.bets.format(bets=", ".join(bets)) if bets else ""


def hand(view: View, own: Own, captions: Captions, suggested: Bet | None = None) -> str:
    """Tell a hand, the card laid aside, one flipped for the seat, and the bet or the one that is suggested."""
    flipped = view.flipped if view.seat in view.to_act else None
    cards = ", ".join(faces.name(card, captions) for card in own.hand)
    aside = captions.alt.aside.format(card=faces.name(own.aside, captions)) if own.aside else ""
    return alt_text(
        captions.alt.hand.format(cards=cards) if cards else captions.alt.no_cards,
        _flipped(flipped, captions),
        Sentence(Topic.OWN, aside),
        Sentence(Topic.OWN, _own_bet(own.bet, suggested, captions)),
    )


def _own_bet(bet: Bet | None, suggested: Bet | None, captions: Captions) -> str:
    if bet:
        return captions.alt.bet.format(**_bet(bet, captions))
    return captions.alt.suggested.format(**_bet(suggested, captions)) if suggested else ""


def _bet(bet: Bet, captions: Captions) -> dict[str, str]:
    return {
        "kind": captions.kind(bet.kind),
        "horse": captions.horse(bet.horse),
        "stake": captions.number(bet.stake),
    }


def choice(view: View, horse: Horse, ends: Sequence[Spot], captions: Captions) -> str:
    """Tell the squares where a horse may go."""
    told = []
    for end in ends:
        phrase = captions.alt.end if end.space else captions.alt.end_start
        if end.space > view.length:
            phrase = captions.alt.end_home
        told.append(phrase.format(square=square_name(end.lane, end.space), lane=lane_name(end.lane)))
    return alt_text(captions.alt.choice.format(horse=captions.horse(horse), ends=", ".join(told)))


def result(over: Result, names: Sequence[str], captions: Captions) -> str:
    """Tell the order of finish, every bet and what it brought."""
    first, second = (captions.horse(horse) for horse in over.order[:2])
    sentences = [captions.alt.result.format(race=over.race, first=first, second=second)]
    sentences += [_settled(over, seat, names, captions) for seat in range(len(over.bets))]
    sentences.append(captions.alt.pot.format(amount=captions.number(over.pot)))
    return alt_text(*(Sentence(Topic.RESULT, each) for each in sentences))


def _settled(over: Result, seat: Seat, names: Sequence[str], captions: Captions) -> str:
    bet = over.bets[seat]
    return captions.alt.settled.format(
        name=captions.name(names, seat),
        bet=captions.alt.opened.format(**_bet(bet, captions)) if bet else captions.alt.no_bet,
        net=captions.signed(over.nets[seat]),
        money=captions.number(over.money[seat]),
    )
