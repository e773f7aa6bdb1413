"""A table as the screens look at it: what is stored, where it stands, and how to name who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.bank.tote import RaceReport
from bot.games.kit.english import GameTexts
from bot.games.kit.english_packs import differences
from bot.games.kit.screens import KitScreens
from bot.games.title import Title
from bot.games.titles import feats_of, is_here, name_of, runners_of, title, usual_buy_in
from bot.servers import DEFAULTS, ServerSettings
from bot.tables import Seat, Standing, Status, Table, ending, totes
from bot.tables.autoplay import following
from bot.tables.deadlines import Clock
from bot.tables.games import Games
from bot.tables.lobby import checksum, terms
from bot.tables.pace import AT_ONCE, Pacing
from bot.tables.refusals import Absent
from bot.tables.stakes import money_of
from bot.texts import Texts
from bot.texts.markup import Deskless, channel, mention
from engines import catalog
from engines.core import StartingMoney, Unreadable


def installed_games() -> Games:
    """Return what the titles of this installation tell tables of their games."""
    return Games(is_here=is_here, usual_buy_in=usual_buy_in, runners=runners_of, feats=feats_of)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One table at one moment, in one language."""

    table: Table
    standing: Standing | None
    t: Texts
    settings: ServerSettings = DEFAULTS
    clocks: Mapping[str, int] = field(default_factory=dict)
    """When each clock of a running table runs out, in milliseconds since 1970 UTC, by kind."""
    pacing: Pacing = AT_ONCE
    """How computer players are had to play."""
    suggested_for: str = ""
    """What suggestions are drawn for, where that is not the table."""
    closed_until: int | None = None
    """When playing hours begin, of a race that is outside them, in milliseconds since 1970 UTC: nobody is called."""
    odds: RaceReport | None = None
    """The tote of the race that is bet on, as everybody was shown it last; None while nobody has bet."""

    @property
    def is_here(self) -> bool:
        """Whether the game of this table is here."""
        return is_here(self.table.game)

    @property
    def title(self) -> Title:
        """The game; raises Absent where it is not here."""
        try:
            return title(self.table.game)
        except Unreadable:
            raise Absent(self.table.status) from None

    @property
    def screens(self) -> KitScreens[Any]:
        """Its side of the screens."""
        return self.title.screens

    @property
    def words(self) -> GameTexts:
        """What it says for itself."""
        return self.title.words(self.t)

    @property
    def game_name(self) -> str:
        """What it is called, also where it is not here."""
        return name_of(self.table.game, self.t)

    @property
    def name_line(self) -> str:
        """A line that says which table it is."""
        return self.t.table.name_line(self.game_name, self.table.table_id)

    @property
    def named(self) -> list[str]:
        """The line that says which table it is, where another one's posts may stand between its own; else none."""
        return [self.name_line] if self.table.is_in_a_channel else []

    @property
    def handed_out(self) -> StartingMoney | None:
        """What the game hands every seat; None where it is played for a purse, or no rules here read the options."""
        try:
            return money_of(catalog.game(self.table.game), self.table.options)
        except Unreadable:
            return None

    @property
    def own_edition(self) -> list[str]:
        """A line that tells how the edition of the table differs from the packaged one; none if it does not."""
        differs = (
            differences(self.table.edition, catalog.packaged_edition(self.table.game)) if self.is_here else ""
        )
        return [self.t.lobby.own_edition(differs)] if differs else []

    @property
    def terms(self) -> str:
        """The checksum of what players of this lobby agree to."""
        return checksum(self.agreed_to)

    @property
    def agreed_to(self) -> Mapping[str, Any]:
        """What players of this lobby agree to."""
        return terms(self.table, self.settings, installed_games())

    @property
    def offer(self) -> totes.Offer | None:
        """What can be bet on at the tote now; None where nothing can."""
        takes_bets = self.is_here and self.settings.money and self.settings.tote
        runners = self.title.runners if takes_bets and self.table.status.is_open else None
        return totes.offered(self.table, self.standing, runners) if runners else None

    def require_here(self) -> None:
        """Refuse, with `Absent`, to show more of a race that runs than that its game is not here."""
        if self.table.status is Status.RUNNING and self.standing is None:
            raise Absent(self.table.status)

    @property
    def goes_on_at_once(self) -> bool:
        """Whether something follows by itself for which nobody waits, so that what is shown now would not stand."""
        follows = following(self.table, self.standing) is not None
        return follows and not self.is_under_way(self.standing)

    def is_under_way(self, moment: Standing | None) -> bool:
        """Whether everybody watched a computer player at a moment, of whose move the board that stands tells next."""
        return self.pacing.pause(self.settings.pace, self.table, moment) > 0

    @property
    def is_homeless(self) -> bool:
        """Whether the table waits for the bot to be asked back to its server."""
        return Clock.HOMELESS in self.clocks

    @property
    def link(self) -> str:
        """The channel in which the table is to be found, as a message links to it."""
        return channel(self.table.stands_in)

    @property
    def missing(self) -> Sequence[Seat]:
        """The seats whose people have to agree yet before the table can end early."""
        return ending.missing(self.table, self.standing) if self.standing else ()

    @property
    def early_end(self) -> str:
        """What becomes of the money if the table ends here, as the end of a sentence."""
        counted = ending.races_settled(self.standing)
        return self.t.table.early_end(counted, stakes=self.table.stakes)

    @property
    def after_the_rest(self) -> str | None:
        """What becomes of a table that rests and whose place is wanted; None if it is not."""
        at = self.clocks.get(Clock.CROWDED)
        if at is None or self.standing is None:
            return None
        goes_on = ending.is_binding(self.table, self.standing)
        return self.t.table.after_the_rest(at, self.early_end, goes_on=goes_on)

    def watching(self, number: int) -> Sequence[int]:
        """Name the users who may see the slip of a seat while it is filled in."""
        assert self.standing is not None
        return [
            seat.user_id
            for seat in self.table.people
            if seat.user_id is not None
            and seat.number != number
            and self.screens.watches(self.standing.view(seat.number)) == number
        ]

    def who(self, number: int) -> str:
        """Name a seat: a mention, a computer player's name, or the neutral one of somebody who is forgotten."""
        seat = self.table.seats[number]
        if seat.user_id is not None:
            return mention(seat.user_id)
        name = self.table.names[number]
        return Deskless(f"🤖 {name}") if seat.agent else f"👤 {name}"
