"""Jumpy Jack at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.games.jumpyjack import sides, spoken
from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.jumpyjack.hint import hint
from bot.games.jumpyjack.moves import Moves
from bot.games.jumpyjack.scores import Scores
from bot.games.jumpyjack.slip import GuessSlip, PredictionSlip, horses_on
from bot.games.kit.screens import KitScreens, drawn
from bot.games.screens import Controls, Seating, Who
from bot.texts.markup import plain
from engines.jumpyjack.actions import Action, Decline, Guess
from engines.jumpyjack.view import Phase, View
from render import jumpyjack as pictures
from render.jumpyjack.horses import silks
from render.kit.hero import Hero
from render.lobby import Entry
from render.picture import Picture

CROWD = 8
"""With more seats than these, the end of a game is told in few words, so that all of it fits into one message."""


class JumpyJackScreens(KitScreens[JumpyJackTexts]):
    """Jumpy Jack's side of every screen."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.PREDICTING: PredictionSlip, Phase.RACING: Moves, Phase.GUESSING: GuessSlip}
    secret_phases = (Phase.PREDICTING, Phase.GUESSING)
    boardless_phases = (Phase.PREDICTING,)
    hero = Hero.LEAP

    def entries(self, edition: Mapping[str, Any], words: JumpyJackTexts) -> Mapping[str, Entry]:
        """Return the horses that run."""
        worn = silks(edition["horses"])
        return {horse: Entry(words.horse(horse), silk) for horse, silk in worn.items()}

    def seating(
        self, options: Mapping[str, Any], people: Sequence[str], capacity: int, words: JumpyJackTexts
    ) -> Sequence[str]:
        """Say who is in which team, and which one gets whoever sits down next."""
        if not (teams := options["teams"]):
            return ()
        sat = [words.members(team + 1, people[team::teams]) for team in range(teams)]
        following = len(people) % teams + 1 if len(people) < capacity else None
        return (words.teams(sat, following),)

    def watches(self, view: View) -> int | None:
        """Name the captain whose slip a teammate may see while it is filled in."""
        return sides.watched(view)

    def prompt(self, view: View, who: Who, words: JumpyJackTexts) -> str:
        """Say whom the table waits for and for what: of whose turn it is, the number thrown."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.PREDICTING:
                made, of = sum(view.has_predicted), len(view.captains)
                return words.ask_predictions(waiting, made, of, in_teams=bool(view.options.teams))
            case Phase.RACING:
                return words.ask_move(waiting[0], view.value or 0)
            case Phase.GUESSING:
                made, of = sum(view.has_guessed), len(view.captains)
                return words.ask_guesses(waiting, made, of, in_teams=bool(view.options.teams))
        return ""

    def progress(self, view: View, words: JumpyJackTexts) -> str:
        """Say which race it is and what is played to."""
        return words.race(view.race, view.options.target)

    def board(self, view: View, names: Sequence[str], words: JumpyJackTexts) -> Picture:
        """Draw the course with the podium."""
        return drawn(pictures.board, words, replace(view, seat=None, own=None), tuple(names))

    def public_controls(self, seating: Seating, words: JumpyJackTexts) -> Sequence[Controls]:
        """Offer the moves: everybody may see where each horse would go."""
        return Moves(seating, words).controls()

    def desk_lines(self, seating: Seating, words: JumpyJackTexts) -> Sequence[str]:
        """Tell what is asked, what the seat has written, who plays with it, and its points."""
        view, in_teams = seating.view, bool(seating.view.options.teams)
        return (
            _question(seating, words),
            *_noted(seating, words),
            sides.own_team(seating, words) if in_teams else "",
            words.points(view.totals[seating.seat], in_teams=in_teams),
        )

    def desk_drawings(self, seating: Seating, words: JumpyJackTexts) -> Sequence[Picture]:
        """Draw the slip."""
        names, written = tuple(seating.names), horses_on(seating.draft)
        return (drawn(pictures.slip, words, seating.view, names, draft=written),)

    def hint(self, seating: Seating, action: Action, words: JumpyJackTexts) -> str:
        """Say what the steady player would do, and why."""
        return hint(seating, action, words)

    def race_lines(self, view: View, who: Who, words: JumpyJackTexts) -> Sequence[str]:
        """Open every prediction and guess, and tell what they brought."""
        return Scores(view, who, words).in_full()

    def final_lines(self, view: View, who: Who, words: JumpyJackTexts) -> Sequence[str]:
        """Tell the last race with everybody's points, then who has won."""
        scores = Scores(view, who, words)
        lines = scores.in_full() if view.seats <= CROWD else scores.in_brief()
        return [*lines, words.final_title, scores.winners()]


def _question(seating: Seating, words: JumpyJackTexts) -> str:
    view, is_asked = seating.view, bool(seating.choices)
    match view.phase:
        case Phase.PREDICTING if is_asked:
            return words.own_predict_for_team if view.options.teams else words.own_predict
        case Phase.PREDICTING:
            return _awaited(seating, words)
        case Phase.RACING:
            return _move(seating, words) if is_asked else words.own_wait
    if is_asked:
        return words.own_guess(_only_opponent(seating, words), in_teams=bool(view.options.teams))
    leader = sides.captain(view, seating.seat)
    is_awaited = leader != seating.seat and leader in view.to_act
    return words.captain_guesses(plain(seating.names[leader])) if is_awaited else words.own_guessed


def _move(seating: Seating, words: JumpyJackTexts) -> str:
    """Ask for a move; of the only one there is say that it is."""
    first, *more = seating.choices
    return words.own_move(seating.view.value) if more else words.own_last(seating.view.value, first.horse)


def _awaited(seating: Seating, words: JumpyJackTexts) -> str:
    """Say on the desk of a seat that does not predict whom the race waits for."""
    leader = sides.watched(seating.view)
    if leader is not None:
        return words.captain_predicts(plain(seating.names[leader]))
    return words.team_predicted if seating.view.options.teams else words.own_predicted


def _noted(seating: Seating, words: JumpyJackTexts) -> list[str]:
    """Show the prediction, or the captain's slip while it is filled in; of a race that is over the guess as well."""
    view: View = seating.view
    assert view.own is not None
    lines = [words.arrived(view.podium)] if view.phase is Phase.GUESSING else []
    if view.own.prediction:
        lines.append(words.prediction(view.own.prediction, in_teams=bool(view.options.teams)))
    elif sides.watched(view) is not None:
        lines.append(words.slip_so_far(horses_on(seating.draft)))
    if isinstance(view.own.guess, Guess):
        lines.append(words.guess(_opponent(seating, view.own.guess.seat, words), view.own.guess.order))
    elif isinstance(view.own.guess, Decline):
        lines.append(words.declined)
    return lines


def _only_opponent(seating: Seating, words: JumpyJackTexts) -> str | None:
    offered = seating.choices.captains
    return _opponent(seating, offered[0], words) if len(offered) == 1 else None


def _opponent(seating: Seating, seat: int, words: JumpyJackTexts) -> str:
    return sides.named(seating.view, seat, lambda number: plain(seating.names[number]), words)
