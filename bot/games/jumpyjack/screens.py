"""Jumpy Jack at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from bot.games.jumpyjack import scores, sides
from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.jumpyjack.moves import Moves, move_rows
from bot.games.jumpyjack.slip import GuessSlip, PredictionSlip, horses_on
from bot.games.jumpyjack.words import spoken
from bot.games.kit.screens import KitScreens
from bot.games.screens import Controls, Seating, Who
from bot.texts import Texts
from bot.texts.markup import plain
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, described
from engines.jumpyjack import Decline, Guess, Horse, Phase, View
from render import jumpyjack as pictures

CROWD = 8
"""With more seats than these, the end of a game is told in few words, so that all of it fits into one message."""


@lru_cache(maxsize=16)
def drawn_board(view: View, names: tuple[str, ...], t: Texts) -> Drawing:
    """Draw the board of everyone's view: the post and the desk of whose turn it is share it."""
    return described(pictures.board(view, names, spoken(t).words))


@lru_cache(maxsize=128)
def drawn_slip(view: View, names: tuple[str, ...], draft: tuple[Horse | None, ...], t: Texts) -> Drawing:
    """Draw what a seat has predicted and guessed, or fills in; what is looked at again is drawn once."""
    return described(pictures.slip(view, names, spoken(t).words, draft))


class JumpyJackScreens(KitScreens[JumpyJackTexts]):
    """Jumpy Jack's side of every screen."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.PREDICTING: PredictionSlip, Phase.RACING: Moves, Phase.GUESSING: GuessSlip}
    secret_phases = (Phase.PREDICTING, Phase.GUESSING)

    def seating(
        self, options: Mapping[str, Any], people: Sequence[str], capacity: int, t: Texts
    ) -> Sequence[str]:
        """Say who is in which team, and which one gets whoever sits down next."""
        if not (teams := options["teams"]):
            return ()
        sat = [spoken(t).members(team + 1, people[team::teams]) for team in range(teams)]
        following = len(people) % teams + 1 if len(people) < capacity else None
        return (spoken(t).teams(sat, following),)

    def watches(self, view: View) -> int | None:
        """Name the captain whose slip a teammate may see while it is filled in."""
        return sides.watched(view)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what: of whose turn it is, the number thrown."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.PREDICTING:
                made, of = sum(view.has_predicted), len(view.captains)
                return spoken(t).ask_predictions(waiting, made, of, in_teams=bool(view.options.teams))
            case Phase.RACING:
                return spoken(t).ask_move(waiting[0], view.value or 0)
            case Phase.GUESSING:
                return spoken(t).ask_guesses(waiting, sum(view.has_guessed), view.seats)
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which race it is and what is played to."""
        return spoken(t).race(view.race, view.options.target)

    def board(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the course with the podium."""
        return drawn_board(replace(view, seat=None, own=None), tuple(names), t)

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Offer the moves: everybody may see where each horse would go."""
        return move_rows(view, control, t)

    def desk_lines(self, seating: Seating, t: Texts) -> Sequence[str]:
        """Tell what is asked, what the seat has written, who plays with it, and its points."""
        view, in_teams = seating.view, bool(seating.view.options.teams)
        return (
            _question(seating, t),
            *_noted(seating, t),
            sides.own_team(seating, t) if in_teams else "",
            spoken(t).points(view.totals[seating.seat], view.options.target, in_teams=in_teams),
        )

    def desk_drawings(self, seating: Seating, t: Texts) -> Sequence[Drawing]:
        """Draw the slip, and above it the board for whose turn it is."""
        names, written = tuple(seating.names), horses_on(seating.draft)
        slip = drawn_slip(seating.view, names, written, t)
        is_racing = seating.choices and seating.view.phase is Phase.RACING
        return (self.board(seating.view, names, t), slip) if is_racing else (slip,)

    def race_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Open every prediction and guess, and tell what they brought."""
        assert view.result is not None
        return scores.in_full(view.result, view, who, t)

    def final_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell who has won, then the last race with everybody's points."""
        assert view.result is not None
        lines = scores.in_full if view.seats <= CROWD else scores.in_brief
        return [spoken(t).final_title, scores.winners_line(view, who, t), *lines(view.result, view, who, t)]


def _question(seating: Seating, t: Texts) -> str:
    words, view, is_asked = spoken(t), seating.view, bool(seating.choices)
    match view.phase:
        case Phase.PREDICTING if is_asked:
            return words.own_predict_for_team if view.options.teams else words.own_predict
        case Phase.PREDICTING:
            return _awaited(seating, t)
        case Phase.RACING:
            return words.own_move(view.value) if is_asked else words.own_racing
    return words.own_guess(_only_opponent(seating, t)) if is_asked else words.own_guessed


def _awaited(seating: Seating, t: Texts) -> str:
    """Say on the desk of a seat that does not predict whom the race waits for."""
    leader = sides.watched(seating.view)
    if leader is not None:
        return spoken(t).captain_predicts(plain(seating.names[leader]))
    return spoken(t).team_predicted if seating.view.options.teams else spoken(t).own_predicted


def _noted(seating: Seating, t: Texts) -> list[str]:
    """Show the prediction, or the captain's slip while it is filled in; of a race that is over the guess as well."""
    view: View = seating.view
    assert view.own is not None
    lines = [spoken(t).arrived(view.podium)] if view.phase is Phase.GUESSING else []
    if view.own.prediction:
        lines.append(spoken(t).prediction(view.own.prediction, in_teams=bool(view.options.teams)))
    elif sides.watched(view) is not None:
        lines.append(spoken(t).slip_so_far(horses_on(seating.draft)))
    if isinstance(view.own.guess, Guess):
        lines.append(spoken(t).guess(_opponent(seating, view.own.guess.seat, t), view.own.guess.order))
    elif isinstance(view.own.guess, Decline):
        lines.append(spoken(t).declined)
    return lines


def _only_opponent(seating: Seating, t: Texts) -> str | None:
    offered = seating.choices.captains
    return _opponent(seating, offered[0], t) if len(offered) == 1 else None


def _opponent(seating: Seating, seat: int, t: Texts) -> str:
    return sides.named(seating.view, seat, lambda number: plain(seating.names[number]), t)
