"""The words that Jumpy Jack's pictures carry; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass

from render.words import HorseCaptions


@dataclass(frozen=True, slots=True)
class Told:
    """The phrases of the alternative texts. Fields in braces are filled in with `str.format`."""

    at_start: str
    """`{horse}`."""
    on_square: str
    """`{horse}`, `{square}`."""
    placed: str
    """`{horse}`, `{place}`: a horse on the podium."""
    barriers: str
    """`{squares}`: the squares that nobody can enter or pass."""
    moved: str
    """`{name}`, `{value}`, `{horse}`, `{start}`, `{end}`: the last throw and its move, places as below."""
    start: str
    square: str
    """`{square}`."""
    home: str
    out: str
    """The places where a move begins and ends."""
    thrown: str
    """`{name}`, `{value}`: whose turn it is, and what is thrown."""
    waiting: str
    """`{names}`: who has not predicted or guessed yet."""
    totals: str
    """`{totals}`: everyone's points, each as `total`."""
    total: str
    """`{name}`, `{points}`."""
    prediction: str
    """`{first}`, `{second}`, `{third}`: the seat's own."""
    team_prediction: str
    """`{first}`, `{second}`, `{third}`: the own team's."""
    no_prediction: str
    guess: str
    """`{name}`, `{first}`, `{second}`, `{third}`: the seat's own guess at somebody's prediction."""
    no_guess: str
    result: str
    """`{race}`, `{order}`: the horses by place, each as `placed`."""
    scored: str
    """`{name}`, `{order}`, `{points}`, `{total}`."""
    final: str
    """`{standing}`: each as `standing`."""
    standing: str
    """`{place}`, `{name}`, `{points}`."""
    replay: str
    """`{first}`, `{last}`: the races shown."""
    replay_of_one: str
    """`{race}`."""


@dataclass(frozen=True, slots=True)
class Words(HorseCaptions):
    """Every word in a picture of Jumpy Jack. Fields in braces are filled in with `str.format`."""

    team: str
    """`{team}` from 1."""
    race: str
    """`{race}`: head of the board."""
    target: str
    """`{points}`: what ends the game."""
    start: str
    finish: str
    """At the two lines of the course."""
    stop: str
    double: str
    out: str
    restart: str
    """On the four hedges."""
    predicting: str
    """On the board while predictions are made."""
    predicting_more: str
    """Below that: what is predicted."""
    guessing: str
    """On the board while predictions are guessed."""
    guessing_more: str
    """Below that: how."""
    throws: str
    """Beside the die, under the name of whose turn it is."""
    prediction: str
    team_prediction: str
    """Heads of a slip: the seat's own prediction, the team's."""
    no_prediction: str
    """On a slip before the prediction."""
    watching: str
    """On the slip of a seat whose teammate predicts in this race."""
    slip_over: str
    """On the slip after the last race."""
    guess: str
    """`{name}`: head of a guess at somebody's prediction."""
    guess_open: str
    """In its place before the seat has decided."""
    no_guess: str
    """In its place when the seat guesses nobody's."""
    podium: str
    """Head of the podium beside a slip."""
    result: str
    """`{race}`: head of a race's result."""
    predicted: str
    guessed: str
    gain: str
    total: str
    """Heads of the columns of a result."""
    told: Told
