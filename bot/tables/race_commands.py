"""What can be done in a race: start it, decide for a seat, fill in a slip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from bot import bank, outbox
from bot.bank.playing import PEOPLE_FOR_STAKES
from bot.outbox import PostKind
from bot.tables import attendance, lobby, luck, marking, totes, turn_clocks
from bot.tables.decisions import Decision, append, decide
from bot.tables.drafts import read_draft, write_draft
from bot.tables.luck import Ingredient, PressKind
from bot.tables.reading import Reading
from bot.tables.refusals import Refusal, Refused, StartRefused
from bot.tables.seat_limits import filled, missing, playable
from bot.tables.stakes import buy_in, money_of
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Person, Status, Table, Taken
from engines import catalog
from engines.core.salt import Pressed, digest


class Company(NamedTuple):
    """The computer players that sit down when a race is started at once."""

    seats: int
    """How many shall sit there, with the people; fewer or more where the game cannot be played so."""
    names: Sequence[str]
    """What computer players are called, in the order in which they sit down."""


class Answer(NamedTuple):
    """What somebody decides, as an action of the game."""

    action: Mapping[str, Any]


Meaning = Callable[[Reading, dict[str, Any]], Answer | Mapping[str, Any]]
"""Says what a press means, by the table and the slip: a decision, or the slip as it is to be.

What it raises undoes everything.
"""


def start(
    db: Connection,
    step: Step,
    user_id: int,
    interaction_id: int,
    seen: str | None = None,
    company: Company | None = None,
    *,
    by_itself: bool = False,
) -> StartRefused | None:
    """Start the race of a lobby, from the luck whose digest was `seen` (None: it is not known). The host decides.

    With `company` computer players sit down on free seats first, and only if the race starts with them. Returns why it
    is refused if something is missing. The press of the host goes into the luck all the same, so that none is passed
    over unseen. A salt with `MOST_WITH_STARTS` presses takes no Start any more. `by_itself`: nobody pressed, and
    `interaction_id` is what Discord named since the seal was shown; where something is missing `Refused` is raised, as
    if nothing had been tried.
    """
    pressed = Pressed(interaction_id)
    step.table.require_lobby()
    step.table.require_host(user_id)
    step.require_here()
    if not by_itself:
        luck.require_space(step.table, luck.MOST_WITH_STARTS)
    try:
        seats = _seats_with(step, company)
        _require_may_start(step.table, seats, pressed, seen)
    except Refused as refused:
        if by_itself:
            raise
        press = Ingredient(pressed, PressKind.REFUSED, user_id, refused.reason)
        lobby.change(db, step, salt=luck.add(db, step.table, press))
        return StartRefused(refused.reason, **refused.facts)
    if company:
        lobby.seat_computers(db, step, seats - len(step.table.seats), company.names)
    press = Ingredient(pressed, PressKind.STARTED, user_id)
    if by_itself:
        press = Ingredient(pressed, PressKind.BY_ITSELF)
    _start(db, step, luck.add(db, step.table, press))
    return None


def act(db: Connection, step: Step, user_id: int, asked: int, action: Mapping[str, Any]) -> None:
    """Answer, for a person, the question asked at log length `asked`."""
    if step.is_asleep:
        attendance.come_back(db, step, user_id)
    seat = step.table.require_seat(user_id)
    decide(db, step, Decision(seat.number, asked, action, user_id=user_id))


def act_for(
    db: Connection,
    step: Step,
    number: int,
    asked: int,
    action: Mapping[str, Any],
    taken: Taken | None = None,
) -> None:
    """Answer, in a seat's place, the question asked at log length `asked`; `taken` says why."""
    decide(db, step, Decision(number, asked, action, taken))


def answer(
    db: Connection, step: Step, user_id: int, asked: int, meant: Meaning, name: str | None = None
) -> None:
    """Do what a person means by a press: answer the question asked at log length `asked`, or fill in a slip.

    `meant` is told of the table and the slip as it is, in the transaction that does it; a table that sleeps wakes up.
    Nobody is told of a slip. `name` is what the person is called now, if that is known: pictures show it from then on.
    """
    if slept := step.is_asleep:
        attendance.come_back(db, step, user_id)
    is_renamed = name is not None and lobby.rename(db, step, Person(user_id, name))
    standing = step.standing_if_started(db)
    slip = read_draft(db, step.table.table_id, user_id, asked)
    answered = meant(step.reading(standing), slip)
    seat = step.table.require_seat(user_id)
    if isinstance(answered, Answer):
        decide(db, step, Decision(seat.number, asked, answered.action, user_id=user_id))
    else:
        step.is_quiet = not slept and not is_renamed
        step.require_awake()
        step.standing(db).require_asked(seat.number, asked)
        write_draft(db, step.table.table_id, user_id, asked, answered)


def show_desks(db: Connection, step: Step, users: Collection[int]) -> None:
    """Have the desks of some users shown again as they are now."""
    step.is_quiet = not users
    for user_id in users:
        outbox.show_again(db, step.table.table_id, PostKind.DESK, user_id)


def _seats_with(step: Step, company: Company | None) -> int:
    """Return how many sit at a table once its company has sat down; refuse where computer players are not wanted."""
    table = step.table
    seated = len(table.seats)
    if company is None:
        return seated
    seats = filled(playable(table.game, table.options), seated, table.capacity, company.seats)
    if seats > seated and not step.settings.computers:
        raise Refused(Refusal.NO_COMPUTERS)
    return seats


def _require_may_start(table: Table, seats: int, pressed: Pressed, seen: str | None) -> None:
    """Refuse a start for which something is missing, or of other luck than its host saw (its digest is `seen`)."""
    _require_ready(table, seats)
    _require_seen(table, pressed, seen)


def _require_ready(table: Table, seats: int) -> None:
    can_play = playable(table.game, table.options)
    least = min(catalog.game(table.game).seats)
    if seats < least:
        raise Refused(Refusal.TOO_FEW, least=least)
    waiting = [seat.user_id for seat in table.people if not seat.ready]
    if waiting and table.night_id is None:
        raise Refused(Refusal.NOT_READY, users=waiting)
    if seats not in can_play:
        raise Refused(Refusal.UNFIT, seats=seats, missing=missing(can_play, seats, table.capacity))


def _require_seen(table: Table, pressed: Pressed, seen: str | None) -> None:
    """Refuse a Start after which, or unseen before which, something else went into the luck.

    The race is dealt from what the host saw and the one press that nobody could foresee, so nothing that was made to
    fit that press can be slipped in before it.
    """
    if luck.is_overtaken(table, pressed) or seen not in {None, digest(table.salt)}:
        raise Refused(Refusal.OVERTAKEN)


def _start(db: Connection, step: Step, salt: tuple[str, ...]) -> None:
    """Start a race whose luck is complete with this salt."""
    _fix(db, step, salt)
    table = step.table
    standing, rows = Standing.begin(table)
    append(db, step, rows)
    step.reached = standing
    step.stop_clock(db)
    turn_clocks.start_clocks(db, step, standing)
    if table.stakes:
        owners = [user for user in table.owners if user is not None]
        if frozen := bank.frozen_among(db, table.guild_id, owners):
            raise Refused(Refusal.FROZEN, users=frozen)
        bank.buy_in(db, table.guild_id, table.table_id, table.owners, table.buy_in, now=step.now)
    totes.begin(db, step, standing)
    marking.ask_for_first_posts(db, table, standing)


def _fix(db: Connection, step: Step, salt: tuple[str, ...]) -> None:
    """Fix what the race is run by: its luck and its rules, and of the server's settings stakes and clock."""
    table = step.table
    settings, game = step.settings, catalog.game(table.game)
    price = settings.buy_in(table.game, step.games.usual_buy_in(table.game))
    lobby.change(
        db,
        step,
        status=Status.RUNNING,
        salt=salt,
        started_at=step.now,
        stakes=settings.money and len(table.people) >= PEOPLE_FOR_STAKES,
        buy_in=buy_in(money_of(game, table.options), price),
        options=game.options_for(table.options, len(table.seats)),
        rules=game.rules,
        clock=settings.clock,
    )
