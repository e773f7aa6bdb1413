"""Screens for a game: all of them from its rules' views, choices and words, to be refined one by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from bot.games.kit.choice_list import ChoiceList
from bot.games.kit.english import GameTexts
from bot.games.kit.panels import Panel
from bot.games.kit.pictures import Drawings
from bot.games.kit.results import ranking_lines, winners_line
from bot.games.screens import Act, Controls, Desk, Drafted, Form, Misread, Press, Seating, Who
from bot.texts import Spoken
from render import Picture, kit
from render.kit.hero import Hero
from render.lobby import Entry

W = TypeVar("W", bound=GameTexts)


def drawn(draw: Callable[..., Picture], words: GameTexts, *shown: Any, **more: Any) -> Picture:
    """Draw with the captions of a game."""
    return draw(*shown, words.captions, **more)


class KitScreens(Generic[W]):
    """Every screen of a game, as views show it to one seat or to everyone. Stateless.

    Of a view it takes `to_act`, `phase`, `race`, `races`, `scores` and `result.race`; where a game has other
    names for these, or more to show, it overrides what uses them.
    """

    spoken: Spoken[W]
    """What the game says."""
    drawings: Drawings
    """What draws its pictures."""
    panels: ClassVar[Mapping[str, type[Panel[Any]]]] = {}
    """How a desk asks in each phase; in others it lists the choices."""
    secret_phases: ClassVar[Collection[str]] = ()
    """In which several seats decide at once, each in secret."""
    boardless_phases: ClassVar[Collection[str]] = ()
    """In which the board says nothing yet; in all others it stands on every desk."""
    has_one_board_a_scene: ClassVar[bool] = False
    """Whether one board is edited while its scene stays the same, as it always is while many decide in secret."""

    orders: ClassVar[Mapping[str, str]] = {}
    """The kinds of action that a seat may leave to the table, each with the computer player that takes them."""

    # ---------------------------------------------------------------------------------------- in the lobby

    hero: ClassVar[Hero] = Hero.GALLOP
    """What its playbill shows."""

    def entries(self, edition: Mapping[str, Any], words: W) -> Mapping[str, Entry]:
        """Return the horses of an edition that a playbill names, by their names in the race log."""
        return {}

    # ---------------------------------------------------------------------------------------- at the table

    def seating(
        self, options: Mapping[str, Any], people: Sequence[str], capacity: int, words: W
    ) -> Sequence[str]:
        """Say in a lobby who will play with whom, a line an item; `people` name the seats that are taken."""
        return ()

    def watches(self, view: Any) -> int | None:
        """Name the seat whose slip the seat of this view may see while it is filled in: its team's captain."""
        return None

    # ----------------------------------------------------------------------------------------- in public

    def prompt(self, view: Any, who: Who, words: W) -> str:
        """Say in public whom the table waits for, and for what."""
        waiting = [who(seat) for seat in view.to_act]
        if not waiting:
            return ""
        return words.ask_secretly(waiting) if self.is_secret(view) else words.ask_openly(waiting)

    def progress(self, view: Any, words: W) -> str:
        """Say in a few words how far the game is: which race it is."""
        return words.race(view.race, view.races)

    def scene(self, view: Any) -> str:
        """Name what the board shows, so that one that goes on showing it may be edited: the race and its phase."""
        return f"{view.race}:{view.phase}"

    def keeps_board(self, view: Any) -> bool:
        """Whether one board is edited as long as its scene stays the same."""
        return self.has_one_board_a_scene or self.is_secret(view)

    def is_secret(self, view: Any) -> bool:
        """Whether several seats decide at once, so that the board waits for the last of them."""
        return view.phase in self.secret_phases

    def has_board(self, view: Any) -> bool:
        """Whether the board says something, so that it stands on every desk."""
        return not self.boardless_phases or view.phase not in self.boardless_phases

    def board(self, view: Any, names: Sequence[str], words: W) -> Picture:
        """Draw the board as everyone may see it."""
        return self.drawings.board(view, names, words.captions)

    def public_controls(self, seating: Seating, words: W) -> Sequence[Controls]:
        """Offer under the board what is decided in the open; `seating` is a seat's side as everyone may see it."""
        return ()

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, words: W) -> Desk:
        """Lay out one seat's desk: what is asked, what it has, and the controls.

        Of what has several lines the first is said at once, the others to whoever wants to know more.
        """
        said = [line.partition("\n") for line in self.desk_lines(seating, words) if line]
        more = [*(rest for _, _, rest in said if rest), *filter(None, self.desk_more(seating, words))]
        text = "\n".join(first for first, _, _ in said)
        drawings, controls = self.desk_drawings(seating, words), self.desk_controls(seating, words)
        return Desk(text, drawings, controls, "\n".join(more), self.call(seating.view, words))

    def call(self, view: Any, words: W) -> str:
        """Repeat in a few words what a window calls for, above the buttons; nothing, if that is not overridden."""
        return ""

    def too_late(self, view: Any, press: Press, words: W) -> str:
        """Say of a press which window it missed; nothing where that is not known. `view` is everyone's."""
        return ""

    def desk_controls(self, seating: Seating, words: W) -> Sequence[Controls]:
        """Lay out what a seat may press."""
        panel = self.panel(seating, words)
        return panel.controls() if panel else ()

    def panel(self, seating: Seating, words: W) -> Panel[Any] | None:
        """Return the controls of what a seat is asked, None if it is asked nothing."""
        if not seating.choices:
            return None
        panel = self.panels.get(seating.view.phase)
        return panel(seating, words) if panel else ChoiceList(seating, words)

    def desk_lines(self, seating: Seating, words: W) -> Sequence[str]:
        """Say what a seat is asked, and what it has."""
        question = words.own_turn if seating.choices else words.own_wait
        return (question, words.own_score(seating.view.scores[seating.seat]))

    def desk_more(self, seating: Seating, words: W) -> Sequence[str]:
        """Say what else a seat may want to know: what its pictures tell, in words."""
        return ()

    def desk_drawings(self, seating: Seating, words: W) -> Sequence[Picture]:
        """Draw what a seat has in hand; nothing, if that is not overridden."""
        return ()

    def hint(self, seating: Seating, action: Any, words: W) -> str:
        """Say what the steady player would do in a place, which is `action`, and why; here only what.

        Of the table it tells nothing but what `seating` shows, for that is what the seat may know.
        """
        assert seating.game is not None
        return words.hint(words.label(seating.game.dump_action(action)))

    def hint_in_window(self, view: Any, words: W) -> str:
        """Say how to find an answer in a window; it is the same for all, so it may not depend on what a seat holds."""
        return words.hint_in_window

    def form(self, seating: Seating, press: Press, words: W) -> Form | None:
        """Return the modal a press asks for, None if it asks for none."""
        panel = self.panel(seating, words)
        return panel.form(press) if panel else None

    def pressed(self, seating: Seating, press: Press, words: W) -> Act | Drafted:
        """Say what a press means; what does not fit the phase, or comes from whom nothing is asked, is misread."""
        panel = self.panel(seating, words)
        if panel is None:
            raise Misread
        return panel.pressed(press)

    # ---------------------------------------------------------------------------------------- the results

    def settled(self, view: Any) -> int | None:
        """Return the number of the race that was over last, None before the first."""
        return view.result.race if view.result else None

    def race_result(self, view: Any, names: Sequence[str], who: Who, words: W) -> tuple[str, Picture]:
        """Tell how the race that was over last ended; `view` is everyone's."""
        return "\n".join(self.race_lines(view, who, words)), self._drawn_result(view, names, words)

    def final_result(
        self, view: Any, names: Sequence[str], who: Who, words: W
    ) -> tuple[str, Sequence[Picture]]:
        """Tell how the last race and the game ended, a picture each."""
        final = self.drawings.final(view, names, words.captions)
        return "\n".join(self.final_lines(view, who, words)), (final, self._drawn_result(view, names, words))

    def race_lines(self, view: Any, who: Who, words: W) -> Sequence[str]:
        """Tell what everybody has after the race that was over last."""
        title = words.result_title(view.result.race, view.races)
        return [title, *ranking_lines(words, view.scores, who)]

    def final_lines(self, view: Any, who: Who, words: W) -> Sequence[str]:
        """Tell who has won the game, and what everybody has."""
        return [
            words.final_title,
            winners_line(words, view.scores, who),
            *ranking_lines(words, view.scores, who),
        ]

    def _drawn_result(self, view: Any, names: Sequence[str], words: W) -> Picture:
        return self.drawings.result(view, names, words.captions)

    def replay(
        self, views: Sequence[Any], names: Sequence[str], words: W, asked: kit.Asked = kit.LAST
    ) -> Picture:
        """Draw a race again as an animated picture; kit.NothingMoved, or kit.NoSuchRace."""
        return self.drawings.replay(views, names, words.captions, asked)
