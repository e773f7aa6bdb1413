"""What Turfe's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core import Seat
from engines.turfe.actions import Bet, Horse, Place
from engines.turfe.state import LastPlay, Result
from engines.turfe.view import Phase, View
from render.kit.alt import alt_text
from render.parts.lettering import number, signed
from render.turfe import faces
from render.turfe.words import Words


def board(view: View, names: Sequence[str], words: Words) -> str:
    """Tell a board: the horses in front first, the last play, the jackpot, the bets."""
    race = words.race_of.format(race=view.race, races=view.races)
    return alt_text(
        f"{race}.",
        f"{', '.join(_where(view, horse, words) for horse in _ahead(view))}.",
        _last(view.last, view.length, names, words) if view.last else "",
        _turn(view, names, words),
        words.alt.next_card.format(card=faces.name(view.flipped, words)) if view.flipped else "",
        words.alt.pot.format(amount=number(view.pot, words.thousands)),
        _stakes(view, names, words),
    )


def _ahead(view: View) -> list[Horse]:
    running = [horse for horse in view.horses if horse not in view.home]
    return [*view.home, *sorted(running, key=lambda horse: -view.places[view.horses.index(horse)].space)]


def _where(view: View, horse: Horse, words: Words) -> str:
    place, name = view.places[view.horses.index(horse)], words.horse(horse)
    if horse in view.home:
        return words.alt.at_home.format(horse=name, rank=view.home.index(horse) + 1)
    if place.space == 0:
        return words.alt.at_start.format(horse=name)
    return words.alt.on_track.format(horse=name, lane=place.lane, space=place.space)


def _last(last: LastPlay, length: int, names: Sequence[str], words: Words) -> str:
    who, card = words.name(names, last.seat), faces.name(last.card, words)
    if last.horse is None or last.start is None or last.end is None:
        return words.alt.stayed.format(name=who, card=card)
    horse = words.horse(last.horse)
    if last.end.space > length:
        return words.alt.crossed.format(name=who, card=card, horse=horse)
    return words.alt.moved.format(
        name=who, card=card, horse=horse, start=last.start.space, end=last.end.space
    )


def _turn(view: View, names: Sequence[str], words: Words) -> str:
    waited = ", ".join(words.name(names, seat) for seat in view.to_act)
    if view.phase is Phase.BETTING and waited:
        return words.alt.waiting.format(names=waited)
    return words.alt.turn.format(name=waited) if view.phase is Phase.RACING else ""


def _stakes(view: View, names: Sequence[str], words: Words) -> str:
    bets = [
        words.alt.stake.format(
            name=words.name(names, seat), kind=words.kind(bet.kind), stake=number(bet.stake, words.thousands)
        )
        for seat, bet in enumerate(view.stakes)
        if bet
    ]
    return words.alt.bets.format(bets=", ".join(bets)) if bets else ""


def hand(view: View, words: Words) -> str:
    """Tell a hand, the card laid aside, one flipped for the seat, and the bet; nothing of everyone's view."""
    own = view.own
    if own is None:
        return ""
    flipped = view.flipped if view.seat in view.to_act else None
    cards = ", ".join(faces.name(card, words) for card in own.hand)
    return alt_text(
        words.alt.hand.format(cards=cards) if cards else words.alt.no_cards,
        words.alt.next_card.format(card=faces.name(flipped, words)) if flipped else "",
        words.alt.aside.format(card=faces.name(own.aside, words)) if own.aside else "",
        words.alt.bet.format(**_bet(own.bet, words)) if own.bet else "",
    )


def _bet(bet: Bet, words: Words) -> dict[str, str]:
    return {
        "kind": words.kind(bet.kind),
        "horse": words.horse(bet.horse),
        "stake": number(bet.stake, words.thousands),
    }


def choice(view: View, horse: Horse, ends: Sequence[Place], words: Words) -> str:
    """Tell the numbered places where a horse may go."""
    places = [
        words.alt.end_home.format(number=count)
        if end.space > view.length
        else words.alt.end.format(number=count, lane=end.lane, space=end.space)
        for count, end in enumerate(ends, 1)
    ]
    return alt_text(words.alt.choice.format(horse=words.horse(horse), ends="; ".join(places)))


def result(over: Result, names: Sequence[str], words: Words) -> str:
    """Tell the order of finish, every bet and what it brought."""
    first, second = (words.horse(horse) for horse in over.order[:2])
    sentences = [words.alt.result.format(race=over.race, first=first, second=second)]
    sentences += [_settled(over, seat, names, words) for seat in range(len(over.bets))]
    sentences.append(words.alt.pot.format(amount=number(over.pot, words.thousands)))
    return alt_text(*sentences)


def _settled(over: Result, seat: Seat, names: Sequence[str], words: Words) -> str:
    bet = over.bets[seat]
    return words.alt.settled.format(
        name=words.name(names, seat),
        bet=words.alt.opened.format(**_bet(bet, words)) if bet else words.alt.no_bet,
        net=signed(over.nets[seat], words.thousands),
        money=number(over.money[seat], words.thousands),
    )
