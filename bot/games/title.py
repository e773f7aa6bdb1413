"""A title: all there is of one game but its rules and its drawings, declared once, in one object.

Another distribution adds a title by an entry point of the group `paddock.games` (see `bot.games.titles`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.achievements import GameFeats
from bot.games.command_limits import MOST_OFFERED
from bot.games.kit.english import GameTexts
from bot.games.kit.measures import Measures
from bot.games.kit.screens import KitScreens
from bot.games.kit.story import Story
from bot.games.kit.tote_runners import Runners
from bot.games.lengths import Length, Lengths
from bot.games.lesson import Lesson
from bot.games.options import Option, OptionWords, options_of
from bot.texts import Spoken, Texts
from bot.texts.command_translations import Named
from engines.core import Agent, AnyGame

LONGEST_NAME = 45
"""Characters of what a game is called: a label of a form has no more."""

LONGEST_SUMMARY = 300
"""Characters of a game's line in the help."""

MOST_ASKED = 4
"""Options that fit into a form beside the number of seats."""

LEAST_BUY_IN, MOST_BUY_IN = 10, 100_000
"""Coins: what a title may say, as a server may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedOption:
    """An option that a command takes as typed text."""

    read: Callable[[str], Any]
    """Makes an option's value of it, or raises; what the rules do not take they refuse."""
    most: int
    """Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """One game as people meet it."""

    engine: type[AnyGame]
    """Its rules, with what a table may choose, and how many can play."""
    computers: Mapping[str, type[Agent]]
    """Its computer players, `random` and `steady` among them."""
    tempers: Sequence[str] = ()
    """Those of them that sit down at a table, which have tempers of their own; none: the steady one does."""
    screens: KitScreens[Any]
    """What it shows and asks at a table, with its words and its pictures."""
    buy_in: int = 100
    """Coins that a seat pays in where a server has set nothing else: for each time that the game hands out
    money of its own. What is left of that is paid for in coins; where a game hands out none, it is played for a purse
    (`bot.tables.stakes`)."""
    company: int = 4
    """How many sit at a table that is started at once: computer players take the seats that people do not."""
    at_once: Collection[str] = ()
    """The kinds of decisions that computer players make at once at any pace: many of them belong to one turn."""
    runners: Runners | None = None
    """What the tote has to know of its races; None: nobody bets on them."""
    feats: GameFeats = field(default_factory=GameFeats)
    """What can be achieved in it alone, and which bets its logs open; its words tell what each is called."""
    measures: Measures = field(default_factory=Measures)
    """What its races are measured by."""
    lengths: Lengths | None = None
    """Its quick, its usual and its long game; one that has none is opened with the defaults of its rules."""
    lesson: Lesson | None = None
    """Its lesson; one that has none is learned in a game of its quickest length."""
    rounds: Callable[[Mapping[str, Any]], int] | None = None
    """How many rounds of an evening options play, where rematches go on with it; None: each table stands alone."""
    story: Story[Any] = field(default_factory=Story)
    """Its sentences, for boards and for `paddock replay`."""
    translations: Mapping[str, Mapping[str, Named]] = field(default_factory=dict)
    """Its command in other languages, by Discord locale: the command itself under "", its options by their names, and
    the values to choose from as `option.value`. English follows from its words."""
    typed: Mapping[str, TypedOption] = field(default_factory=dict)
    """The options that the command takes as typed text."""
    offers: Mapping[str, Sequence[Any] | None] = field(default_factory=dict)
    """The values that the form of the lobby offers of an option, None for all there are, in the order of the form.

    Options that are not named here follow, with all their values.
    """

    @property
    def key(self) -> str:
        """Its name in logs and commands."""
        return self.engine.key

    @property
    def words(self) -> Spoken[GameTexts]:
        """What it says, by language."""
        return self.screens.spoken

    @property
    def options(self) -> Mapping[str, Option]:
        """What a table may choose, with limits and with what it is opened with where nothing is chosen."""
        usual = self.own_lengths.options() if self.own_lengths else {}
        return {
            name: option._replace(default=usual.get(name, option.default))
            for name, option in options_of(self.engine.options_type).items()
        }

    @property
    def own_lengths(self) -> Lengths | None:
        """Its lengths; None also where they were measured of another game, from whose title this one is made."""
        return self.lengths if self.lengths and self.lengths.game == self.key else None

    @property
    def own_lesson(self) -> Lesson:
        """Its lesson; a plain one also where the lesson was prepared for another game, from whose title this one is."""
        if self.lesson and self.lesson.game == self.key:
            return self.lesson
        quick = self.own_lengths.options(Length.QUICK) if self.own_lengths else {}
        seats = sorted(self.engine.seats)
        return Lesson(game=self.key, options=quick, seats=min(max(self.company, seats[0]), seats[-1]))

    @property
    def asked_in_lobby(self) -> Mapping[str, Sequence[Any]]:
        """The options that the form of the lobby asks for, each with the values it offers."""
        options = self.options
        order = dict.fromkeys([*self.offers, *options])
        values = {name: self.offers.get(name) or options[name].every for name in order}
        fitting = [(name, every) for name, every in values.items() if 0 < len(every) <= MOST_OFFERED]
        return dict(fitting[:MOST_ASKED])

    def option_words(self, option: str, t: Texts) -> OptionWords:
        """Return what is said of an option; without words of its own, what its type says."""
        described = self.options[option].description
        return self.words(t).options.get(option) or OptionWords(
            asks=described, label=option.capitalize(), hint=described
        )
