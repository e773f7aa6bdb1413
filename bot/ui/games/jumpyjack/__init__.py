"""Jumpy Jack at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from bot.texts import Texts
from bot.texts.markup import plain
from bot.ui.games.base import (
    Act,
    Controls,
    Desk,
    Drafted,
    Form,
    GameScreens,
    Misread,
    Press,
    Seating,
    Who,
)
from bot.ui.games.jumpyjack import scores, sides
from bot.ui.games.jumpyjack.moves import move_rows
from bot.ui.games.jumpyjack.slip import Slip, guess_rows, guessed, predicted, prediction_rows
from bot.ui.games.jumpyjack.story import told
from bot.ui.ids import CustomId
from bot.ui.sheets import Drawing, described
from engines.core import Row
from engines.jumpyjack import Decline, Guess, Horse, Phase, View
from render import jumpyjack as pictures

CROWD = 8
"""With more seats than these, the end of a game is told in few words, so that all of it fits into one message."""


@lru_cache(maxsize=16)
def drawn_board(view: View, names: tuple[str, ...], t: Texts) -> Drawing:
    """Draw the board of everyone's view: the post and the desk of whose turn it is share it."""
    return described(pictures.board(view, names, t.jumpyjack.words))


@lru_cache(maxsize=128)
def drawn_slip(view: View, names: tuple[str, ...], draft: tuple[Horse | None, ...], t: Texts) -> Drawing:
    """Draw what a seat has predicted and guessed, or fills in; what is looked at again is drawn once."""
    return described(pictures.slip(view, names, t.jumpyjack.words, draft))


class JumpyJackScreens(GameScreens):
    """Jumpy Jack's side of every screen."""

    key: ClassVar[str] = "jumpyjack"

    def name(self, t: Texts) -> str:
        """Name the game."""
        return t.jumpyjack.name

    def offers(self) -> Mapping[str, Sequence[Any]]:
        """Points that end the game, even as all predictions bring; teams; guesses; the reading of DOUBLE."""
        return {
            "target": range(2, 31, 2),
            "teams": (0, 2, 3, 4, 5, 6, 7, 8),
            "guessing": (False, True),
            "double": ("leaving", "landing"),
        }

    def option_words(self, option: str, t: Texts) -> tuple[str, str]:
        """Label an option."""
        return t.jumpyjack.options[option]

    def option_value(self, option: str, value: Any, t: Texts) -> str:
        """Name a value of an option."""
        return t.jumpyjack.option_value(option, value)

    def facts(self, options: Mapping[str, Any], t: Texts) -> Sequence[str]:
        """Say what is played to, in which teams and by which variations."""
        return t.jumpyjack.facts(
            options["target"], options["teams"], options["guessing"], options["double"] == "landing"
        )

    def seating(
        self, options: Mapping[str, Any], people: Sequence[str], capacity: int, t: Texts
    ) -> Sequence[str]:
        """Say who is in which team, and which one gets whoever sits down next."""
        if not (teams := options["teams"]):
            return ()
        sat = [t.jumpyjack.members(team + 1, people[team::teams]) for team in range(teams)]
        following = len(people) % teams + 1 if len(people) < capacity else None
        return (t.jumpyjack.teams(sat, following),)

    def watches(self, view: View) -> int | None:
        """Name the captain whose slip a teammate may see while it is filled in."""
        return sides.watched(view)

    # ----------------------------------------------------------------------------------------- in public

    def happened(self, row: Row, view: View, who: Who, t: Texts) -> list[str]:
        """Tell a row of the log, a sentence an item."""
        return told(row, view, who, t)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what: of whose turn it is, the number thrown."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.PREDICTING:
                made, of = sum(view.has_predicted), len(view.captains)
                return t.jumpyjack.ask_predictions(waiting, made, of, in_teams=bool(view.options.teams))
            case Phase.RACING:
                return t.jumpyjack.ask_move(waiting[0], view.value or 0)
            case Phase.GUESSING:
                return t.jumpyjack.ask_guesses(waiting, sum(view.has_guessed), view.seats)
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which race it is and what is played to."""
        return t.jumpyjack.race(view.race, view.options.target)

    def scene(self, view: View) -> str:
        """Name the race and its phase."""
        return f"{view.race}:{view.phase}"

    def is_secret(self, view: View) -> bool:
        """Predictions and guesses are decided by all at once."""
        return view.phase in {Phase.PREDICTING, Phase.GUESSING}

    def board(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the course with the podium."""
        return drawn_board(replace(view, seat=None, own=None), tuple(names), t)

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Offer the moves: everybody may see where each horse would go."""
        return move_rows(view, control, t)

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out one seat's desk: what is asked, what it has written, who plays with it."""
        view, names, draft = seating.view, tuple(seating.names), tuple(Slip(seating).horses)
        lines = [self._question(seating, t), *_noted(seating, t)]
        if view.options.teams:
            lines.append(sides.own_team(seating, t))
        in_teams = bool(view.options.teams)
        lines.append(t.jumpyjack.points(view.totals[seating.seat], view.options.target, in_teams=in_teams))
        drawings = [drawn_slip(view, names, draft, t)]
        if seating.choices and view.phase is Phase.RACING:
            drawings = [self.board(view, names, t), *drawings]
        return Desk("\n".join(lines), drawings, self._rows(seating, t))

    def _question(self, seating: Seating, t: Texts) -> str:
        words, view, is_asked = t.jumpyjack, seating.view, bool(seating.choices)
        match view.phase:
            case Phase.PREDICTING if is_asked:
                return words.own_predict_for_team if view.options.teams else words.own_predict
            case Phase.PREDICTING:
                return _awaited(seating, t)
            case Phase.RACING:
                return words.own_move(view.value) if is_asked else words.own_racing
        return words.own_guess(_only_opponent(seating, t)) if is_asked else words.own_guessed

    def _rows(self, seating: Seating, t: Texts) -> Sequence[Controls]:
        if not seating.choices:
            return ()
        match seating.view.phase:
            case Phase.PREDICTING:
                return prediction_rows(seating, t)
            case Phase.RACING:
                return move_rows(seating.view, seating.control, t)
        return guess_rows(seating, t)

    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Ask for nothing that would have to be typed."""
        return None

    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act | Drafted:
        """Say what a press means; what does not fit the phase, or comes from whom nothing is asked, is misread."""
        if seating.choices:
            match seating.view.phase, press.parts:
                case Phase.PREDICTING, ("predict", _):
                    return predicted(seating, press, t)
                case Phase.RACING, ("move", horse):
                    return Act({"type": "move", "horse": horse})
                case Phase.GUESSING, ("guess", _):
                    return guessed(seating, press, t)
        raise Misread(t.table.unknown_control)

    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused."""
        return t.jumpyjack.refusal(reason, facts)

    # ---------------------------------------------------------------------------------------- the results

    def race_result(self, view: View, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Open every prediction and guess, and tell what they brought."""
        assert view.result is not None
        return "\n".join(scores.settlement(view.result, view, who, t)), self._drawn_result(view, names, t)

    def final_result(
        self, view: View, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell who has won, then the last race with everybody's points."""
        assert view.result is not None
        told_by = scores.settlement if view.seats <= CROWD else scores.standing
        lines = [t.jumpyjack.final_title, scores.winners(view, who, t), *told_by(view.result, view, who, t)]
        drawing = described(pictures.final(view, names, t.jumpyjack.words))
        return "\n".join(lines), (drawing, self._drawn_result(view, names, t))

    def _drawn_result(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        return described(pictures.result(view, names, t.jumpyjack.words))

    def replay(self, views: Sequence[View], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the race day again, animated."""
        return described(pictures.replay(views, names, t.jumpyjack.words))

    def rules(self, edition: Mapping[str, Any], t: Texts) -> Sequence[str]:
        """Explain the game."""
        return t.jumpyjack.rules(edition)


def _awaited(seating: Seating, t: Texts) -> str:
    """Say on the desk of a seat that does not predict whom the race waits for."""
    leader = sides.watched(seating.view)
    if leader is not None:
        return t.jumpyjack.captain_predicts(plain(seating.names[leader]))
    return t.jumpyjack.team_predicted if seating.view.options.teams else t.jumpyjack.own_predicted


def _noted(seating: Seating, t: Texts) -> list[str]:
    """Show the prediction, or the captain's slip while it is filled in; of a race that is over the guess as well."""
    view: View = seating.view
    assert view.own is not None
    lines = [t.jumpyjack.arrived(view.podium)] if view.phase is Phase.GUESSING else []
    if view.own.prediction:
        lines.append(t.jumpyjack.prediction(view.own.prediction, in_teams=bool(view.options.teams)))
    elif sides.watched(view) is not None:
        lines.append(t.jumpyjack.slip_so_far(Slip(seating).horses))
    if isinstance(view.own.guess, Guess):
        lines.append(t.jumpyjack.guess(_opponent(seating, view.own.guess.seat, t), view.own.guess.order))
    elif isinstance(view.own.guess, Decline):
        lines.append(t.jumpyjack.declined)
    return lines


def _only_opponent(seating: Seating, t: Texts) -> str | None:
    offered = seating.choices.captains
    return _opponent(seating, offered[0], t) if len(offered) == 1 else None


def _opponent(seating: Seating, seat: int, t: Texts) -> str:
    return sides.named(seating.view, seat, lambda number: plain(seating.names[number]), t)
