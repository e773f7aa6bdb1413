"""A steady player of Jockey: backs the horse its hand favours, then plays what helps that bet most.

It follows the booklet's advice: place bets for a fair hand, a win bet for a strong one, strong cards late.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engines.core import Chance, Choices, pick
from engines.jockey.actions import Action, Bet, Double, Horse, Keep, Play, Single
from engines.jockey.bets import Bets
from engines.jockey.cards import Chase, Colour, Face, Steps, Triple, faces
from engines.jockey.choices import Keeps, Plays
from engines.jockey.view import View

CHASE_WORTH: Final = 14
TRIPLE_WORTH: Final = 9
"""Squares that `+30` and `x3` bring on average when played at a good moment."""

STRONG: Final = 30
"""From this lead in squares over the other horses a hand is good for a win bet."""

face_of = lru_cache(maxsize=16)(faces)


class SteadyJockey:
    """Plays to a plain plan, legally and never against its own bet if it can help it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return a bet, a play or the cards to keep, as `choices` ask for."""
        match choices:
            case Bets():
                return best_bet(view, choices, chance)
            case Plays():
                return best_play(view, choices)
            case Keeps():
                return best_keep(view, choices)
        return choices.sample(chance)


def worth(face: Face) -> int:
    """Return the squares a coloured card brings its horse on average; neutral cards favour none."""
    match face:
        case Steps(steps=steps):
            return steps
        case Chase():
            return CHASE_WORTH
        case Triple():
            return TRIPLE_WORTH
    return 0


def favoured(view: View) -> dict[Horse, int]:
    """Return the squares that the own hand is worth to each horse."""
    squares = dict.fromkeys(view.horses, 0)
    for card in view.own.hand if view.own else ():
        face = face_of(view.horses)[card]
        if isinstance(face, Colour):
            squares[view.horses[face.horse]] += worth(face)
    return squares


def best_bet(view: View, choices: Bets, chance: Chance) -> Bet:
    """Back a horse with most squares in hand: to win if it is far ahead of the others, else to place."""
    squares = favoured(view)
    second, first = sorted(squares.values())[-2:]
    horse = pick(chance, [horse for horse in view.horses if squares[horse] == first])
    stake = max(choices.least, choices.most // 2 // choices.step * choices.step)
    return Single("win" if first - second >= STRONG else "place", horse, stake)


def best_play(view: View, choices: Plays) -> Play:
    """Play what improves the own bet most; of equals the card worth least to the own horse.

    Of equals again it is what leaves the other horses furthest behind.
    """
    bet = view.own.bet if view.own else None
    backed = {bet.horse} if isinstance(bet, Single) else {bet.first, bet.second} if bet else set()

    def merit(play: Play) -> tuple[tuple[int, ...], int, int]:
        face, places = face_of(view.horses)[play.card], after(view, play)
        own = isinstance(face, Colour) and view.horses[face.horse] in backed
        return (
            lead_of_bet(view, places),
            -worth(face) if own else 0,
            -sum([place * place for place in places]),
        )

    return max(choices, key=merit)


def after(view: View, play: Play) -> tuple[int, ...]:
    """Return the squares of the horses after a play."""
    face = face_of(view.horses)[play.card]
    valid = face.horses(view.places)
    if not valid:
        return view.places
    horse = view.horses.index(play.horse) if play.horse else valid[0]
    if view.places[horse] > view.squares:
        return view.places
    end = face.reach(view.places, horse, view.squares)
    return (*view.places[:horse], end, *view.places[horse + 1 :])


def lead_of_bet(view: View, places: tuple[int, ...]) -> tuple[int, ...]:
    """Return by how many squares the own bet is being won, below zero lost.

    A place bet is won by staying in front of the second best of the others, a win bet by leading them all. For a
    double there are two such leads, the first horse's over the second and that one's over the rest; what counts is
    the smaller one, then both together.
    """
    squares = dict(zip(view.horses, [min(place, view.squares + 1) for place in places], strict=True))
    match view.own.bet if view.own else None:
        case Single(kind=kind, horse=horse):
            own = squares.pop(horse)
            others = sorted(squares.values(), reverse=True)
            return (own - (others[0] if kind == "win" else others[1]),)
        case Double(first=first, second=second):
            lead = squares.pop(first) - squares[second]
            margin = squares.pop(second) - max(squares.values())
            return min(lead, margin), lead + margin
    return ()


def best_keep(view: View, choices: Keeps) -> Keep:
    """Keep the two best cards of one colour, the colour whose two best are worth most."""
    known = face_of(view.horses)
    cards = sorted(choices.hand, key=lambda card: worth(known[card]))
    pairs = [
        [card for card in cards if known[card].horse == number][-choices.most :]
        for number in range(len(view.horses))
    ]
    return Keep(tuple(max(pairs, key=lambda pair: sum(worth(known[card]) for card in pair))))
