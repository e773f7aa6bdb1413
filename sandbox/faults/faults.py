"""The one place where faults are switched on: for requests, for events, and for the gateway."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from sandbox.faults.kinds import Kind
from sandbox.faults.ordered import Fault, Hold
from sandbox.faults.weather import Weather

LIMITS = {"user": Kind.LIMITED, "shared": Kind.SHARED, "global": Kind.GLOBAL}
"""Kinds of rate limits, by the scope that Discord names."""


class Troubled(Protocol):
    """What the gateway does when it is told to."""

    def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection."""

    def reconnect(self) -> None:
        """Ask every connection to reconnect."""

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare every session invalid."""

    def freeze(self, seconds: float | None = None) -> None:
        """Send nothing over the connections that stand."""


class Faults:
    """The faults that a test has ordered, and the weather.

    `path` is a regular expression searched in the path below `/api/v10`, `name` one that fits an event's whole name.
    """

    def __init__(self) -> None:
        self._ordered: list[Fault] = []
        self._events: list[tuple[Kind, re.Pattern[str], list[int]]] = []
        self._gateway: Troubled | None = None
        self.weather: Weather | None = None
        """What befalls requests, events and the gateway at random; None: nothing does."""

    def attach(self, gateway: Troubled) -> None:
        """Name the gateway that faults trouble."""
        self._gateway = gateway

    def clear(self) -> None:
        """Drop every order, and have fair weather."""
        self._ordered.clear()
        self._events.clear()
        self.weather = None

    # ------------------------------------------------------------------------------------------ requests

    def order(self, fault: Fault) -> None:
        """Have the next requests that match meet a fault."""
        self._ordered.append(fault)

    def fail(
        self,
        method: str,
        path: str,
        status: int = 500,
        times: int = 1,
        *,
        after: bool = False,
        html: bool = False,
    ) -> None:
        """Answer with a status, in JSON or as Cloudflare's page; `after` carrying it out: only the answer is lost."""
        kind = Kind.DONE_BROKEN if after else Kind.BROKEN
        self.order(Fault(kind, method, re.compile(path), times, status, is_html=html))

    def limit(
        self, method: str, path: str, seconds: float = 0.05, times: int = 1, *, scope: str = "user"
    ) -> None:
        """Answer 429 in all of Discord's form: wait for so long; `scope` is `user`, `shared` or `global`."""
        self.order(Fault(LIMITS[scope], method, re.compile(path), times, seconds=seconds))

    def ban(self, method: str, path: str, times: int = 1) -> None:
        """Answer 429 as Cloudflare does to who made too many invalid requests: its page, and no word of how long."""
        self.order(Fault(Kind.BANNED, method, re.compile(path), times))

    def delay(self, method: str, path: str, seconds: float, times: int = 1, *, after: bool = False) -> None:
        """Let the next requests wait before they are carried out; `after` it: let their answers wait."""
        kind = Kind.DONE_SLOW if after else Kind.SLOW
        self.order(Fault(kind, method, re.compile(path), times, seconds=seconds))

    def cut(self, method: str, path: str, times: int = 1, *, after: bool = True) -> None:
        """Send half of the answer, and close the connection; without `after` of a 502, and nothing was carried out."""
        kind = Kind.DONE_CUT if after else Kind.CUT
        self.order(Fault(kind, method, re.compile(path), times, 502))

    def reset(self, method: str, path: str, times: int = 1, *, after: bool = False) -> None:
        """Reset the connection without an answer, before or `after` the request is carried out."""
        kind = Kind.DONE_RESET if after else Kind.RESET
        self.order(Fault(kind, method, re.compile(path), times))

    def expire(self, path: str = "", times: int = 1) -> None:
        """Let tokens of interactions run out as they are used: 10062 to a first answer, 50027 to what follows."""
        self.order(Fault(Kind.EXPIRED, "*", re.compile(rf"^/(?:interactions|webhooks)/.*{path}"), times))

    def acknowledge_twice(self, times: int = 1) -> None:
        """Take the next first answers to interactions twice, and tell of the second: 40060."""
        self.order(Fault(Kind.ACKNOWLEDGED, "POST", re.compile(r"/callback$"), times))

    def hold(self, method: str, path: str) -> Hold:
        """Let the next request wait, before it is carried out, until it is let go."""
        hold = Hold()
        self.order(Fault(Kind.SLOW, method, re.compile(path), hold=hold))
        return hold

    def met_by(self, method: str, path: str) -> list[Fault]:
        """Return the faults that a request meets, and count them."""
        drawn = self.weather.request(path) if self.weather else None
        met = [fault for fault in self._ordered if fault.meets(method, path)]
        for fault in met:
            fault.times -= 1
        if met:
            self._ordered = [fault for fault in self._ordered if fault.times > 0]
        return [*met, drawn] if drawn else met

    # -------------------------------------------------------------------------------------------- events

    def double(self, name: str, times: int = 1) -> None:
        """Send the next events of a name twice."""
        self._events.append((Kind.DOUBLED, re.compile(name), [times]))

    def reorder(self, name: str, times: int = 1) -> None:
        """Send the next events of a name after the event that follows them, or in a moment if none does."""
        self._events.append((Kind.REORDERED, re.compile(name), [times]))

    def lose(self, name: str, times: int = 1) -> None:
        """Never send the next events of a name."""
        self._events.append((Kind.LOST, re.compile(name), [times]))

    def befalls(self, name: str) -> Kind | None:
        """Return what an event meets, and count it."""
        for order in self._events:
            kind, wanted, left = order
            if wanted.fullmatch(name):
                left[0] -= 1
                if not left[0]:
                    self._events.remove(order)
                return kind
        return self.weather.event() if self.weather else None

    # ------------------------------------------------------------------------------------------- gateway

    def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection of the bot as a broken network does; without `resumable` its sessions are gone."""
        self._troubled.drop(resumable=resumable)

    def reconnect(self) -> None:
        """Ask every connection to reconnect and resume: op 7."""
        self._troubled.reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare every session invalid, op 9; without `resumable` the bot has to identify anew."""
        self._troubled.invalidate(resumable=resumable)

    def freeze(self, seconds: float | None = None) -> None:
        """Send nothing over the connections that stand, no acknowledgement either; after some `seconds` they break."""
        self._troubled.freeze(seconds)

    def befall_gateway(self) -> None:
        """Let the weather trouble every connection, if it draws that now."""
        drawn = self.weather.gateway() if self.weather else None
        if drawn:
            kind, seconds = drawn
            self.strike(kind, seconds)

    def strike(self, kind: Kind, seconds: float | None = None) -> None:
        """Let one kind of trouble strike every connection."""
        does: dict[Kind, Callable[[], None]] = {
            Kind.DROPPED: self.drop,
            Kind.FORGOTTEN: lambda: self.drop(resumable=False),
            Kind.RECONNECT: self.reconnect,
            Kind.INVALID: self.invalidate,
            Kind.INVALID_RESUMABLE: lambda: self.invalidate(resumable=True),
            Kind.FROZEN: lambda: self.freeze(seconds),
        }
        does[kind]()

    @property
    def _troubled(self) -> Troubled:
        assert self._gateway, "no gateway to trouble"
        return self._gateway
