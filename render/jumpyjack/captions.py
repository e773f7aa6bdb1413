"""The captions of Jumpy Jack's pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass

from render.captions import HorseCaptions, Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class AltPhrases(Phrases):
    """The phrases of the alternative texts."""

    board: str  # {race}, {squares}, {horses}: those in front first, each as one of the next two, or nobody
    # {horses}, {square}
    on_square: str
    at_start: str
    nobody: str
    leads: str  # {horse}
    turn: str  # {name}, {value}: whose turn it is, and the number thrown
    last: str  # {horse}, {start}, {end}: the last move, its ends as one of the next three
    square: str  # {square}
    start: str
    home: str
    out: str
    barriers: str  # {squares}: those that no horse can enter or pass
    podium: str  # {places}, each as placed
    placed: str  # {rank}, {horse}
    both: str  # {most}, {last}: how the last of several things is joined to the others
    slip: str  # {places}: what is chosen, each as placed, or empty
    empty: str
    result: str  # {places}, each as placed


@dataclass(frozen=True, slots=True, kw_only=True)
class Captions(HorseCaptions):
    """Every word in a picture of Jumpy Jack."""

    team: str  # {team} from 1
    race: str  # {race}: head of the board
    target: str  # {points}: what ends the game
    # At the two lines of the course
    start: str
    finish: str
    # On the four hedges
    stop: str
    double: str
    out: str
    restart: str
    predicting: str  # On the board while predictions are made
    predicting_more: str  # Below that: what is predicted
    guessing: str  # On the board while predictions are guessed
    guessing_more: str  # Below that: how
    # Heads of a slip: the seat's own prediction, the team's
    prediction: str
    team_prediction: str
    no_prediction: str  # On a slip before the prediction
    watching: str  # On the slip of a seat whose teammate predicts in this race
    slip_over: str  # On the slip after the last race
    guess_title: str  # Head of a guess that is not decided yet
    guess: str  # {name}: head of a guess at somebody's prediction
    guess_open: str  # In its place before the seat has decided
    no_guess: str  # In its place when the seat guesses nobody's
    guessed: str  # {name}: on a ticket of a result, beside what was guessed of somebody's prediction
    alt: AltPhrases
