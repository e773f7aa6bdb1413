"""What can be done at a table before its race: sit down, stand up, say what is played and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, update

from bot.db.schema import seats, sent_away
from bot.tables import entry, lobby, luck, totes
from bot.tables.luck import Ingredient, PressKind
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_limits import require_playable
from bot.tables.step import Step
from bot.tables.steps import Commands
from bot.tables.table import Person, Seat
from engines.core.salt import Pressed


class LobbyCommands(Commands):
    """Commands in a lobby. All refuse once its race has started, or the table is closed."""

    async def join(self, table_id: str, person: Person, interaction_id: int, seen: str | None = None) -> bool:
        """Take the next free seat; the interaction's id becomes part of the salt.

        `seen` is the checksum of the terms that the person saw: a lobby with other terms needs their Ready. An empty
        text: they saw none. None: they agree to any terms. Returns whether they are ready.
        """
        return await self._steps.at(table_id, self._join, person, interaction_id, seen)

    def _join(self, step: Step, person: Person, interaction_id: int, seen: str | None) -> bool:
        table = step.table
        agrees = seen in {None, self._steps.terms_of(table, step.settings)} or table.night_id is not None
        table.require_lobby()
        table.require_here()
        if table.seat_of(person.user_id):
            raise Refused(Refusal.YOU_SIT_THERE, table=table.table_id)
        entry.require_dealt(step.db, table, person.user_id)
        known = entry.known_of(step.db, table.table_id, person.user_id)
        if known.was_sent_away:
            raise Refused(Refusal.SENT_AWAY, host=table.host_id)
        table.require_room()
        if known.joins >= luck.MOST_JOINS:
            raise Refused(Refusal.ENOUGH_JOINS, most=luck.MOST_JOINS)
        luck.require_space(table)
        totes.sit_down(step, person.user_id)
        press = Ingredient(Pressed(interaction_id), PressKind.JOINED, person.user_id)
        salt = luck.add(step.db, table, press)
        seat = person.seated(len(table.seats))
        seat = seat._replace(asked_always=known.asked_always, ready=agrees)
        lobby.seat(step.db, table.table_id, seat)
        lobby.change(step, (*table.seats, seat), salt=salt)
        return agrees

    async def add_words(self, table_id: str, user_id: int, text: str, interaction_id: int) -> Pressed:
        """Let somebody who sits there mix words of their own into the luck; returns them as they are kept."""

        def change(step: Step) -> Pressed:
            step.table.require_lobby()
            step.table.require_seat(user_id)
            said = Pressed(interaction_id, luck.readable(step.db, step.table, user_id, text))
            salt = luck.add(step.db, step.table, Ingredient(said, PressKind.WORDS, user_id))
            lobby.change(step, salt=salt)
            return said

        return await self._steps.at(table_id, change)

    async def leave(self, table_id: str, user_id: int) -> None:
        """Give the seat back; the host's place passes to the next person, and with the last one the lobby closes."""
        await self._steps.at(table_id, lobby.leave, user_id)

    async def send_away(self, table_id: str, host_id: int, user_id: int) -> None:
        """Take a guest's seat, to which they come back only when they are invited again; the host decides."""
        await self._steps.at(table_id, _send_away, host_id, user_id)

    async def invite(self, table_id: str, host_id: int, user_id: int) -> None:
        """Let somebody who was sent away sit down again if they like; the host decides."""

        def change(step: Step) -> None:
            step.table.require_lobby()
            step.table.require_host(host_id)
            sent = (sent_away.c.table_id == table_id) & (sent_away.c.user_id == user_id)
            if step.db.execute(delete(sent_away).where(sent)).rowcount == 0:
                raise Refused(Refusal.NOT_SENT_AWAY, user=user_id)

        await self._steps.at(table_id, change)

    async def add_computer(self, table_id: str, user_id: int, *names: str) -> None:
        """Seat a computer player, under the first of `names` that nobody at the table bears; the host decides."""
        await self._steps.at(table_id, _add_computer, user_id, *names)

    async def remove_computer(self, table_id: str, user_id: int) -> None:
        """Send the computer player home that sat down last; the host decides."""

        def change(step: Step) -> None:
            step.table.require_lobby()
            step.table.require_host(user_id)
            step.table.require_own_host()
            computers = [seat for seat in step.table.seats if seat.agent]
            if not computers:
                raise Refused(Refusal.NO_COMPUTER, table=table_id)
            lobby.change(step, lobby.unseat(step.db, step.table, computers[-1]))

        await self._steps.at(table_id, change)

    async def set_options(
        self, table_id: str, user_id: int, options: Mapping[str, Any], capacity: int
    ) -> None:
        """Change what will be played, as the host decides."""

        def change(step: Step) -> None:
            table = step.table
            table.require_lobby()
            table.require_host(user_id)
            table.require_own_host()
            table.require_here()
            if capacity < len(table.seats):
                raise Refused(Refusal.TOO_MANY_SEATED, seated=len(table.seats))
            require_playable(table.game, options, capacity)
            self._settle(step, user_id, options=dict(options), capacity=capacity)

        await self._steps.at(table_id, change)

    async def let_go(self, table_id: str, night_id: int) -> None:
        """Have an open table belong to a race night no more: it is its host's, and its lobby starts when they do."""

        def change(step: Step) -> None:
            step.is_quiet = not step.table.status.is_open or step.table.night_id != night_id
            if not step.is_quiet:
                lobby.change(step, starts_at=None, night_id=None)

        await self._steps.at(table_id, change)

    async def say_ready(self, table_id: str, user_id: int, terms: str) -> None:
        """Say Ready to the terms as they are; `terms` is the checksum of those that were seen."""

        def change(step: Step) -> None:
            step.table.require_lobby()
            seat = step.table.require_seat(user_id)
            if terms != self._steps.terms_of(step.table, step.settings):
                raise Refused(Refusal.TERMS_CHANGED)
            this = (seats.c.table_id == table_id) & (seats.c.seat == seat.number)
            step.db.execute(update(seats).where(this).values(ready=True))
            is_theirs = seat._replace(ready=True)
            taken = (is_theirs if each.number == seat.number else each for each in step.table.seats)
            lobby.change(step, taken)

        await self._steps.at(table_id, change)


def _send_away(step: Step, host_id: int, user_id: int) -> None:
    table = step.table
    table.require_lobby()
    table.require_host(host_id)
    table.require_own_host()
    gone = table.seat_of(user_id)
    if gone is None:
        raise Refused(Refusal.NOT_AT_THE_TABLE, user=user_id)
    if user_id == host_id:
        raise Refused(Refusal.OWN_SEAT)
    step.db.execute(insert(sent_away).values(table_id=table.table_id, user_id=user_id))
    lobby.change(step, lobby.unseat(step.db, table, gone))


def _add_computer(step: Step, user_id: int, *names: str) -> None:
    table = step.table
    table.require_lobby()
    table.require_host(user_id)
    table.require_own_host()
    table.require_room()
    if not step.settings.computers:
        raise Refused(Refusal.NO_COMPUTERS)
    name = lobby.free_name(table, names)
    (agent,) = lobby.drawn_computers(table, 1)
    seat = Seat(len(table.seats), None, agent, name)
    lobby.seat(step.db, table.table_id, seat)
    lobby.change(step, (*table.seats, seat))
