"""The race log: a game written down so that anyone can check it, one JSON object a line.

Line 1 is the header, line 2 the set-up, then come the actions with their events; see `docs/race-log.md`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import Field, StringConstraints, ValidationError

from engines.core.errors import Inexact, Unreadable
from engines.core.events import Event, Seat
from engines.core.game import AnyGame, Options
from engines.core.strict import StrictModel

VERSION: Final = 1
"""The format's version, the first thing in a log."""

FIRST_RULES: Final = 1
"""The version of a game's rules that its logs need not name: what they were when logs began."""

DEEPEST: Final = 32
"""Lists and objects within one another that a line may hold; those of real games hold seven."""

SHAPES: Final = (
    ["n", "events"],
    ["n", "seat", "action", "events"],
    ["n", "seat", "action", "events", "auto"],
)
"""The keys of a row: the set-up's, an action's, a forced choice's."""

Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]

_exactly = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def commitment(secret: bytes) -> str:
    """Return what is shown before a race to fix its secret: its SHA-256, in hex."""
    return sha256(secret).hexdigest()


def seed(secret: bytes, salt: Iterable[str]) -> bytes:
    """Return the seed of a table's luck: SHA-256 of the secret and the salt's strings joined by newlines."""
    return sha256(secret + "\n".join(salt).encode()).digest()


def dump(value: object) -> str:
    """Return plain data as the log writes it: no spaces, keys in their order, no escapes but JSON's own."""
    return _exactly.encode(value)


def parse(line: str) -> Any:
    """Read one line of a log as plain data; raise Unreadable for anything but JSON without floats."""
    try:
        data = json.loads(line, parse_float=_no_float, parse_constant=_no_float)
        dump(data).encode()
    except ValueError as error:
        raise Unreadable(f"not JSON, or cut off ({str(error) or type(error).__name__})") from None
    except RecursionError:
        raise Unreadable("not JSON of a race log: nested too deeply") from None
    if _is_deeper(data, DEEPEST):
        raise Unreadable("not JSON of a race log: nested too deeply")
    return data


class Header(StrictModel):
    """Everything that fixes a game but the decisions: rules, options, edition, seats and luck."""

    log: Literal[1]
    game: str
    rules: Annotated[int, Field(ge=FIRST_RULES)] = FIRST_RULES
    """The version of the game's rules it was played by; only a later one than the first is written."""
    options: dict[str, Any]
    """Every option, resolved."""
    edition: dict[str, Any]
    """The whole edition data."""
    seats: int
    secret: Hex
    salt: tuple[str, ...]
    seed: Hex
    commitment: Hex

    @classmethod
    def of(
        cls, game: AnyGame, options: Options, seats: int, secret: bytes, salt: Sequence[str] = ()
    ) -> Header:
        """Head the log of a table; ValueError if so many seats cannot play with these options."""
        game.check_table(options, seats)
        return cls(
            log=VERSION,
            game=game.key,
            rules=game.rules,
            options=game.resolved(options, seats).model_dump(mode="json"),
            edition=game.edition.model_dump(mode="json"),
            seats=seats,
            secret=secret.hex(),
            salt=tuple(salt),
            seed=seed(secret, salt).hex(),
            commitment=commitment(secret),
        )

    @classmethod
    def read(cls, line: str) -> Header:
        """Read the first line of a log; raise Unreadable."""
        data = parse(line)
        if not isinstance(data, dict) or "log" not in data:
            raise Unreadable("not the header of a race log")
        if data["log"] != VERSION:
            raise Unreadable(
                f"a race log of version {dump(data['log'])}; this program reads version {VERSION}"
            )
        try:
            header = cls.model_validate_json(dump(data))
        except ValidationError as error:
            raise Unreadable.because("header", error) from None
        if header.line() != line:
            raise Unreadable("the header of a race log, but not in its exact form")
        return header

    def line(self) -> str:
        """Return the header as the log writes it, without a line break."""
        left_out = {"rules"} if self.rules == FIRST_RULES else set()
        return dump(self.model_dump(mode="json", exclude=left_out))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a log after the header: what a seat decided and what then happened.

    The set-up is row 0, without an action. Seat None with an action is the table itself; `auto` marks a
    forced choice the table took for the seat. `action` is plain data, as decided.
    """

    n: int
    events: Sequence[Event]
    seat: Seat | None = None
    action: Mapping[str, Any] | None = None
    auto: bool = False

    @classmethod
    def read(cls, line: str, read_event: Callable[[dict[str, Any]], Event]) -> Row:
        """Read a line of a log; raise Unreadable, or Inexact if it is JSON but not exactly a row.

        `read_event` tells to whom an event is told, as the game does.
        """
        data = parse(line)
        if not isinstance(data, dict) or list(data) not in SHAPES or data.get("auto", True) is not True:
            raise Inexact("not a row of a race log")
        if not _is_sound(data):
            raise Inexact("a row of a race log with values of the wrong types")
        events = [read_event(event) for event in data["events"]]
        row = cls(data["n"], events, data.get("seat"), data.get("action"), auto="auto" in data)
        if row.line() != line:
            raise Inexact("a row of a race log, but not in its exact form")
        return row

    def line(self) -> str:
        """Return the row as the log writes it, without a line break."""
        decided = {} if self.action is None else {"seat": self.seat, "action": dict(self.action)}
        forced = {"auto": True} if self.auto else {}
        return dump({"n": self.n, **decided, "events": list(self.events), **forced})


def _is_sound(row: Mapping[str, Any]) -> bool:
    """Tell whether every value of a row is of its type, as far as all games share them."""
    return (
        type(row["n"]) is int
        and type(row.get("seat")) in {int, type(None)}
        and isinstance(row.get("action"), dict | None)
        and isinstance(row["events"], list)
        and all(isinstance(event, dict) for event in row["events"])
    )


def _is_deeper(value: object, most: int) -> bool:
    """Tell whether lists and objects lie within one another more often than `most`."""
    if not isinstance(value, dict | list):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deeper(each, most - 1) for each in inside)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")
