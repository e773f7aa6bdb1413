"""Screens for a game: all of them from its rules' views, choices and words, to be refined one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from bot.games.kit.choice_list import ChoiceList
from bot.games.kit.english import GameTexts
from bot.games.kit.panels import Panel
from bot.games.kit.results import ranking_lines, winners_line
from bot.games.screens import Act, Controls, Desk, Drafted, Form, GameScreens, Misread, Press, Seating, Who
from bot.games.title import Drawings
from bot.texts import Spoken, Texts
from bot.ui.message_layout import Drawing, described

W = TypeVar("W", bound=GameTexts)


class KitScreens(GameScreens, Generic[W]):
    """Every screen of a game.

    Of a view it takes `to_act`, `phase`, `race`, `races`, `scores` and `result.race`; where a game has other names for
    these, or more to show, it overrides what uses them.
    """

    spoken: Spoken[W]
    """What the game says."""
    drawings: Drawings
    """What draws its pictures."""
    panels: ClassVar[Mapping[str, type[Panel[Any]]]] = {}
    """How a desk asks in each phase; in others it lists the choices."""
    secret_phases: ClassVar[Collection[str]] = ()
    """In which several seats decide at once, each in secret."""

    # ----------------------------------------------------------------------------------------- in public

    def prompt(self, view: Any, who: Who, t: Texts) -> str:
        """Say whom the table waits for."""
        waiting = [who(seat) for seat in view.to_act]
        if not waiting:
            return ""
        words = self.spoken(t)
        return words.ask_secretly(waiting) if self.is_secret(view) else words.ask_openly(waiting)

    def progress(self, view: Any, t: Texts) -> str:
        """Say which race it is."""
        return self.spoken(t).race(view.race, view.races)

    def scene(self, view: Any) -> str:
        """Name the race and its phase."""
        return f"{view.race}:{view.phase}"

    def is_secret(self, view: Any) -> bool:
        """Whether several seats decide at once."""
        return view.phase in self.secret_phases

    def board(self, view: Any, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the board."""
        return described(self.drawings.board(view, names, self.spoken(t).words))

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out one seat's desk: what is asked, what it has, and the controls."""
        lines = [line for line in self.desk_lines(seating, t) if line]
        return Desk("\n".join(lines), self.desk_drawings(seating, t), self.desk_rows(seating, t))

    def desk_rows(self, seating: Seating, t: Texts) -> Sequence[Controls]:
        """Lay out what a seat may press."""
        panel = self.panel(seating, t)
        return panel.rows() if panel else ()

    def panel(self, seating: Seating, t: Texts) -> Panel[Any] | None:
        """Return the controls of what a seat is asked, None if it is asked nothing."""
        if not seating.choices:
            return None
        words = self.spoken(t)
        panel = self.panels.get(seating.view.phase)
        return panel(seating, t, words) if panel else ChoiceList(seating, t, words)

    def desk_lines(self, seating: Seating, t: Texts) -> Sequence[str]:
        """Say what a seat is asked, and what it has."""
        words = self.spoken(t)
        question = words.own_turn if seating.choices else words.own_wait
        return (question, words.own_score(self.scores(seating.view)[seating.seat]))

    def desk_drawings(self, seating: Seating, t: Texts) -> Sequence[Drawing]:
        """Draw what a seat has in hand; nothing, if that is not overridden."""
        return ()

    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Return the modal a press asks for."""
        panel = self.panel(seating, t)
        return panel.form(press) if panel else None

    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act | Drafted:
        """Say what a press means; what does not fit the phase, or comes from whom nothing is asked, is misread."""
        panel = self.panel(seating, t)
        if panel is None:
            raise Misread(t.table.unknown_control)
        return panel.pressed(press)

    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused."""
        return self.spoken(t).refusal(reason, facts)

    # ---------------------------------------------------------------------------------------- the results

    def scores(self, view: Any) -> Sequence[int]:
        """Return what everybody has, by seat."""
        scores: Sequence[int] = view.scores
        return scores

    def race_result(self, view: Any, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Tell how the race ended that was over last."""
        return "\n".join(self.race_lines(view, who, t)), self._drawn_result(view, names, t)

    def final_result(
        self, view: Any, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell how the last race and the game ended."""
        final = described(self.drawings.final(view, names, self.spoken(t).words))
        return "\n".join(self.final_lines(view, who, t)), (final, self._drawn_result(view, names, t))

    def race_lines(self, view: Any, who: Who, t: Texts) -> Sequence[str]:
        """Tell what everybody has after the race that was over last."""
        words = self.spoken(t)
        title = words.result_title(view.result.race, view.races)
        return [title, *ranking_lines(words, self.scores(view), who)]

    def final_lines(self, view: Any, who: Who, t: Texts) -> Sequence[str]:
        """Tell who has won the game, and what everybody has."""
        words = self.spoken(t)
        return [
            words.final_title,
            winners_line(words, self.scores(view), who),
            *ranking_lines(words, self.scores(view), who),
        ]

    def _drawn_result(self, view: Any, names: Sequence[str], t: Texts) -> Drawing:
        return described(self.drawings.result(view, names, self.spoken(t).words))

    def replay(self, views: Sequence[Any], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the game again, animated."""
        return described(self.drawings.replay(views, names, self.spoken(t).words))
