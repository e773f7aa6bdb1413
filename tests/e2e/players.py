"""People who sit at tables and press buttons: opening a table, and playing at random until it is over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from bot.client import Paddock
from bot.cluster.heartbeat import wall_clock as now
from bot.db import Database
from bot.messages.snapshot import installed_games
from bot.outbox import Post, posts_of
from bot.tables import Refused, Standing, Table, Tables, deadlines, race_commands
from bot.tables.loading import load
from engines.core import Chance
from engines.jockey.view import View
from sandbox import UserClient
from sandbox.client import RefusedByDiscord
from sandbox.client.attempt import Attempt
from sandbox.client.message import SeenMessage
from tests.databases import reading
from tests.e2e.eavesdropping import is_for_one
from tests.followed import next_act
from tests.tables.playing import act_late, with_standing
from tests.waiting import until as in_time

T = TypeVar("T")

CHANNEL = "race-night"
PATIENCE = 90.0
"""Seconds that a person waits for the bot: the machine may be busy with something else."""

DAY = 600.0
"""Seconds in which a race day is over."""

WAYS = 100
"""How many ways through a race day are looked at for one that leads to a moment."""

UNDER_THE_BOARD = 0.4
"""How often somebody presses under the board what can be decided there as well as on the desk."""


# ------------------------------------------------------------------------------------------------- opening


async def open_table(host: UserClient, *guests: UserClient, game: str = "jockey", **options: Any) -> str:
    """Open a table, seat everybody, and return its id; it is not started."""
    attempt = await host.command(f"race new {game}", CHANNEL, **options)
    table = (await attempt.answer(PATIENCE)).text.split("table ")[1][:6]
    for guest in guests:
        await press(guest, await lobby_of(guest, table), "Join")
        await lobby_shows(host, table, f"<@{guest.id}>")
    return table


async def start_table(
    host: UserClient, *guests: UserClient, game: str = "jockey", computers: int = 0, **options: Any
) -> str:
    """Open a table, seat everybody, start, and wait until everybody's desk is there; return its id."""
    table = await open_table(host, *guests, game=game, **options)
    for number in range(computers):
        await press(host, await lobby_of(host, table), "Computer player")
        await lobby_shows(host, table, f"{len(guests) + number + 2}. 🤖")
    await start(host, table)
    for person in (host, *guests):
        await desk_of(person, table)
    return table


async def start(host: UserClient, table: str) -> None:
    """Press Start, and wait until the lobby says where the race is run."""
    await press(host, await lobby_of(host, table), "Start")
    await host.wait_message(lambda m: f"table {table}" in m.text and "The race is on" in m.text, PATIENCE)


async def press(person: UserClient, message: SeenMessage, label: str, *, force: bool = False) -> Attempt:
    """Press a button; it has to be taken in time."""
    attempt = await person.click(message, label, force=force)
    assert not attempt.failed, f"{label} was not acknowledged"
    return attempt


async def told(*attempts: Attempt) -> str:
    """Read what only the one who pressed is told; of several attempts, what one of them is told."""

    def find() -> SeenMessage | None:
        words = (word for attempt in attempts for word in _words(attempt) if not word.loading)
        return next(words, None)

    word = await attempts[0].inbox.wait_for(find, PATIENCE, "a word in private")
    assert word.ephemeral
    return word.text


def _words(attempt: Attempt) -> list[SeenMessage]:
    changed = attempt.message.id if attempt.message else ""
    return [word for word in attempt.responses if word.id != changed]


# ------------------------------------------------------------------------------------------------- looking


def table_id(message: SeenMessage) -> str:
    """Return the table a message belongs to, from any of its controls; empty if it has none."""
    controls = (str(c.get("custom_id", "")) for c in message.components)
    return next((control.split(":")[1] for control in controls if control.startswith("p:")), "")


def asked(message: SeenMessage) -> str:
    """Return the decision that a desk's controls belong to: `p:TABLE:17`."""
    return next(iter(deciding(message))).rpartition(":")[0]


def deciding(message: SeenMessage) -> list[str]:
    """Return the controls of a message that decide something or fill a slip in: those of a moment of the race."""
    controls = (str(c.get("custom_id", "")) for c in message.components if not c.get("disabled"))
    return [control for control in controls if re.fullmatch(r"p:\w+:[1-9]\d*:.+", control)]


async def lobby_of(person: UserClient, table: str | None = None) -> SeenMessage:
    """Wait for the lobby message with its buttons."""
    return await person.wait_message(
        lambda m: any(b["label"] == "Join" for b in m.buttons) and table in {None, table_id(m)}, PATIENCE
    )


async def lobby_shows(person: UserClient, table: str, text: str) -> SeenMessage:
    """Wait until the lobby message of a table says something."""
    return await person.wait_message(
        lambda m: f"table {table}" in m.text and "Sealed luck" in m.text and text in m.text, PATIENCE
    )


def find_desk(person: UserClient, table: str) -> SeenMessage | None:
    """Return the desk in the direct messages, as it is now."""
    head = re.compile(rf"Your desk · [\w ]+ {table}\b")
    found = [m for m in person.direct_messages if head.search(m.text)]
    return found[-1] if found else None


async def desk_of(person: UserClient, table: str, text: str = "") -> SeenMessage:
    """Wait for the desk in the direct messages, and until it says something."""

    def find() -> SeenMessage | None:
        desk = find_desk(person, table)
        return desk if desk and text in desk.text else None

    return await person.wait_for(find, PATIENCE, f"a desk that says {text!r}")


async def bring_back(person: UserClient, table: str) -> None:
    """Have the desk in the direct messages again, which is open elsewhere."""
    desk = await desk_of(person, table, "Your desk is open")
    await press(person, desk, "My desk")


async def board_of(person: UserClient, text: str = "") -> SeenMessage:
    """Wait for a board that carries the Desk button and says something."""
    return await person.wait_message(
        lambda m: "My desk" in m.labels and not m.ephemeral and text in m.text, PATIENCE
    )


async def final_of(person: UserClient, table: str) -> SeenMessage:
    """Wait for the message that ends a race day."""

    def is_final(message: SeenMessage) -> bool:
        return offers_rematch(message) and table_id(message) == table

    return await person.wait_message(is_final, PATIENCE)


def offers_rematch(message: SeenMessage) -> bool:
    """Whether this is the public message that ends a race day."""
    return "Rematch" in message.labels


async def open_desk(person: UserClient, board: SeenMessage) -> SeenMessage:
    """Press the Desk button under a board, and wait for the desk that only this person sees."""
    attempt = await press(person, board, "My desk")
    return await attempt.answer(PATIENCE)


# ------------------------------------------------------------------------------------------------- playing


async def play_out(people: Sequence[UserClient], table: str, luck: Random) -> SeenMessage:
    """Let everybody press at random until the race day is over; return the message that ends it."""
    async with asyncio.timeout(DAY):
        await asyncio.gather(*(play(person, table, Random(luck.random())) for person in people))
    return await final_of(people[0], table)


async def play(person: UserClient, table: str, luck: Random) -> None:
    """Press at random, on the own desk or under the board, whenever something is asked, until it is no more."""
    while desk := await question(person, table):
        if is_nothing_to_call(desk, luck):
            await answered(person, desk)
            continue
        board = public_controls(person, asked(desk)) if luck.random() < UNDER_THE_BOARD else None
        try:
            await press_at_random(person, board or desk, luck)
        except RefusedByDiscord:  # it changed under the finger: somebody else was faster
            await answered(person, board or desk)
        else:
            await answered(person, desk)


ATTENTIVE = 0.9
"""How often somebody in a window of Newmarket presses the card that is called, or nothing where it is not held."""


def is_nothing_to_call(desk: SeenMessage, luck: Random) -> bool:
    """Whether a card is called which somebody does not hold, and who is not careless either."""
    return called_on(desk) is not None and not held_of_called(desk) and luck.random() < ATTENTIVE


def called_on(desk: SeenMessage) -> str | None:
    """Return the card that a desk says is next."""
    found = re.search(r"(\w+ \d+) is next: press it", desk.text)
    return found[1] if found else None


def held_of_called(desk: SeenMessage) -> list[str]:
    """Return the control of the card that is called, if it is in the hand."""
    return [button["custom_id"] for button in desk.buttons if button["label"] == called_on(desk)]


def public_controls(person: UserClient, decision: str) -> SeenMessage | None:
    """Return the board under which a decision can be made for everybody to see."""
    found = [m for m in person.messages() if not is_for_one(person, m) and is_about(m, decision)]
    return found[-1] if found else None


def is_about(message: SeenMessage, decision: str) -> bool:
    """Whether a message carries a control of this decision: `p:TABLE:17`."""
    return any(control.startswith(f"{decision}:") for control in deciding(message))


async def question(person: UserClient, table: str) -> SeenMessage | None:
    """Wait until the own desk asks something; None once the race day is over."""

    def find() -> SeenMessage | None:
        desk = find_desk(person, table)
        if desk is None:
            return None
        is_over = "This race day is over" in desk.text
        return desk if is_over or is_asking(desk) else None

    desk = await person.wait_for(find, DAY, "a question on the desk")
    return desk if is_asking(desk) else None


def is_asking(desk: SeenMessage) -> bool:
    """Whether a desk has something to decide or to fill in."""
    return bool(deciding(desk))


async def press_at_random(person: UserClient, message: SeenMessage, luck: Random) -> Attempt:
    """Press something on a desk, or under a board, that brings the game on."""
    controls = set(deciding(message))
    selects = [s for s in message.selects if s["custom_id"] in controls]
    empty = [s for s in selects if not any(option.get("default") for option in s["options"])]
    buttons = [b["custom_id"] for b in message.buttons if b["custom_id"] in controls]
    order = next((b["custom_id"] for b in message.buttons if ":0:order." in b["custom_id"]), None)
    if order and luck.random() < (0.5 if order.endswith(".on") else 0.05):
        return await _typed_in(person, await person.click(message, order), luck)
    if (held := held_of_called(message)) and luck.random() < ATTENTIVE:
        buttons = held
    if not buttons or (selects and luck.random() < 0.3):
        chosen = luck.choice(selects if buttons else empty or selects)["custom_id"]
        return await choose_at_random(person, message, chosen, luck)
    return await _typed_in(person, await person.click(message, luck.choice(buttons)), luck)


async def choose_at_random(person: UserClient, message: SeenMessage, control: str, luck: Random) -> Attempt:
    """Choose something in a field of a slip."""
    field = message.select(control)
    values = [option["value"] for option in field["options"]]
    picked = luck.sample(values, luck.randint(max(1, field["min_values"]), field["max_values"]))
    return await _typed_in(person, await person.select(message, control, picked), luck)


async def _typed_in(person: UserClient, attempt: Attempt, luck: Random) -> Attempt:
    """Fill in the form that a press has opened, with an amount that it says is right; else do nothing more."""
    assert not attempt.failed
    if attempt.modal is None:
        return attempt
    (field,) = attempt.modal.fields
    least, most, step = [*map(int, re.findall(r"\d+", field["placeholder"].replace(",", ""))), 1][:3]
    sent = await person.submit(attempt, {field["custom_id"]: str(luck.randrange(least, most + 1, step))})
    assert not sent.failed
    return sent


async def answered(person: UserClient, before: SeenMessage) -> None:
    """Wait until a message changes: until a press shows on the own desk."""

    def find() -> bool | None:
        now = person.seen(before.id)
        return True if now is None or now.revision > before.revision else None

    await person.wait_for(find, PATIENCE, "the desk to change")


async def place_bet(person: UserClient, table: str, horse: str = "red", stake: str = "100") -> SeenMessage:
    """Fill in a bet to place, and place it; return the desk as it is then."""
    desk = await fill_in(person, table, horse, stake)
    await press(person, desk, asked(desk) + ":bet.place")
    return await desk_of(person, table, "**Your bet:**")


async def fill_in(person: UserClient, table: str, horse: str, stake: str) -> SeenMessage:
    """Fill in a bet to place; return the desk with it."""
    desk = await open_slip(person, table)
    for field, value in (("kind", "place"), ("horse", horse), ("stake", stake)):
        await person.select(desk, f"{asked(desk)}:bet.{field}", value)
        desk = await chosen(person, table, value)
    return desk


async def open_slip(person: UserClient, table: str) -> SeenMessage:
    """Wait for the bet slip, and open it if it lies folded; return the desk with its fields."""
    desk = await desk_of(person, table, "Your bet, please")
    if "Change" in desk.labels:
        await press(person, desk, "Change")
    return await desk_with(person, table, "bet.kind")


async def desk_with(person: UserClient, table: str, control: str) -> SeenMessage:
    """Wait for a desk that has a control whose custom id ends so."""

    def find() -> SeenMessage | None:
        desk = find_desk(person, table)
        return desk if desk and any(each.endswith(f":{control}") for each in deciding(desk)) else None

    return await person.wait_for(find, PATIENCE, f"{control} on the desk")


async def chosen(person: UserClient, table: str, value: str) -> SeenMessage:
    """Wait until a field of the slip shows this value as chosen."""

    def find() -> SeenMessage | None:
        desk = find_desk(person, table)
        options = [option for select in desk.selects for option in select["options"]] if desk else []
        return desk if any(o["value"] == value and o.get("default") for o in options) else None

    return await person.wait_for(find, PATIENCE, f"{value} on the slip")


# ---------------------------------------------------------------------------------------- without clicking


class NoWayThere(AssertionError):
    """What is waited for does not come up at a table any more, whatever is decided there."""


async def hurry(bot: Paddock, table: str, until: Callable[[Any], object] | None = None) -> None:
    """Play a table at random, without a click, until `until` is true of everyone's view, or to the end of the day.

    A way there is looked for before the first move is made: what is dealt differs from run to run, and not every
    way through a race day meets every moment of it. Another process might play like this: the bot hears of it
    once it is done. Raises `NoWayThere`.
    """
    elsewhere = Tables(bot.database, now, installed_games())
    while True:
        _, standing = await with_standing(elsewhere, table)
        assert standing is not None
        try:
            for seat, since, action in _a_way(standing, until):
                if seat is None:
                    await _let_pass(elsewhere, bot.database, table, action)
                else:
                    await elsewhere.step(race_commands.act_for, table, seat, since, action)
            break
        except Refused:
            continue  # a computer player was faster
    bot.tables.tell(table)


async def _let_pass(tables: Tables, store: Database, table: str, action: Mapping[str, Any]) -> None:
    """Let the time of a window pass."""
    with reading(store) as db:
        due_at = deadlines.find(db, table, deadlines.Clock.WINDOW)
    assert due_at is not None, "its clock is running"
    await act_late(tables, deadlines.Deadline(table, deadlines.Clock.WINDOW, due_at), 0, action)


Move = tuple[int | None, int, dict[str, Any]]
"""A seat, since when it is asked, and what it does; None: the table's clock."""


def _a_way(standing: Standing, until: Callable[[Any], object] | None) -> list[Move]:
    """Return moves that lead to where `until` holds, or to the end of the day if it is None."""
    for attempt in range(WAYS):
        luck, at, moves = Chance(bytes([attempt]) * 32), standing, list[Move]()
        while not at.match.outcome and not (until and until(at.view(None))):
            seat, action = next_act(at.match.game, at.match.state, luck)
            moves.append((seat, 0 if seat is None else at.asked[seat], at.match.game.dump_action(action)))
            at, _ = at.after(seat, action)
        if until is None or until(at.view(None)):
            return moves
    raise NoWayThere(f"none of {WAYS} ways through the day leads there")


async def act(bot: Paddock, table: str, person: UserClient, **action: Any) -> None:
    """Decide for a person without a click."""
    found, standing = await with_standing(bot.tables, table)
    seat = found.require_seat(int(person.id))
    assert standing is not None
    await bot.tables.step(race_commands.act, table, int(person.id), standing.asked[seat.number], action)


async def public(bot: Paddock, table: str) -> View:
    """Return what everyone may know of a table."""
    _, standing = await with_standing(bot.tables, table)
    assert standing
    view: View = standing.view(None)
    return view


async def length(bot: Paddock, table: str) -> int:
    """Count the rows of a table's log."""
    return (await bot.tables.database.read(load, table)).length


async def until(bot: Paddock, holds: Callable[[], Awaitable[T]]) -> T:
    """Wait for something to become true of the tables; return what `holds` found."""
    news = asyncio.Event()
    bot.tables.listen(lambda _: news.set())
    async with asyncio.timeout(PATIENCE):
        while not (found := await holds()):
            await news.wait()
            news.clear()
    return found


async def is_over(bot: Paddock, table: str) -> Table:
    """Wait until a table is closed."""

    async def closed() -> Table | None:
        found = await bot.tables.database.read(load, table)
        return None if found.status.is_open else found

    found = await until(bot, closed)
    assert found
    return found


async def all_posted() -> None:
    """Wait until nothing is under way that posts, or that posts follow: presses, and moves of the table's own."""
    while tasks := [task for task in asyncio.all_tasks() if task.get_name().startswith(WORK)]:
        await asyncio.wait(tasks)


WORK = (
    "discord.py: on_interaction", "CommandTree", "computers of", "posts of", "desks of", "notes of", "race night"
)  # fmt: skip
"""How the tasks are called that answer presses and commands, move for somebody, make posts and note them."""


async def all_noted(bot: Paddock, table: str) -> None:
    """Wait until nothing is due of a table's posts, also what is tried again after a while; none may be given up."""
    await all_posted()

    async def nothing_is_due() -> bool:
        return not any(post.is_due and not post.problem for post in await posts_at(bot, table))

    await in_time(nothing_is_due)
    assert not [post for post in await posts_at(bot, table) if post.problem]


async def posts_at(bot: Paddock, table: str) -> list[Post]:
    """Read what the bot knows about the messages of a table."""
    with reading(bot.database) as db:
        return list(posts_of(db, table).values())


async def homeless_since(bot: Paddock, table: str) -> int | None:
    """When a table closes because the bot was removed from its server; None while it does not."""
    with reading(bot.database) as db:
        return deadlines.find(db, table, deadlines.Clock.HOMELESS)
