"""Every kind of fault, what a bot sees of it, and where Discord says that it happens."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """A kind of fault. “Done” in a name: the request is carried out, and only the answer is lost or late."""

    # ------------------------------------------------------------------- of a request, by Discord's own words

    LIMITED = "limited"
    """429 of a route's bucket, scope `user`. Source: Discord, "Rate Limits": header format, exceeding a rate limit."""
    SHARED = "shared"
    """429 of a resource that others use as well, scope `shared`. Source: as above."""
    GLOBAL = "global"
    """429 of all routes together: `X-RateLimit-Global`, scope `global`. Source: as above, global rate limit."""
    BANNED = "banned"
    """429 by Cloudflare: HTML, without `Via`. Source: as above, invalid request limit, “Cloudflare bans”."""
    EXPIRED = "expired"
    """An interaction's token has run out: 10062 to the first answer, 50027 to what follows.

    Source: Discord, "Receiving and Responding": tokens are good for three seconds and fifteen minutes; "Opcodes and
    Status Codes": JSON error codes.
    """
    ACKNOWLEDGED = "acknowledged"
    """A first answer that counts, and is refused as if it came twice: 40060. Source: JSON error codes."""

    # ------------------------------------------------------------------------------ of a request, on its way

    BROKEN = "broken"
    """5xx of Cloudflare, as HTML: nothing was done. Source: "Opcodes and Status Codes": HTTP response codes."""
    DONE_BROKEN = "done_broken"
    """5xx, though the request was carried out. Source: as above; Discord, "Consistency"."""
    SLOW = "slow"
    """The request waits before it is carried out."""
    DONE_SLOW = "done_slow"
    """The request is carried out at once, and its answer is late."""
    CUT = "cut"
    """5xx of which half the body arrives, then the connection closes: nothing was done."""
    DONE_CUT = "done_cut"
    """Half of the answer arrives, then the connection closes: the request was carried out."""
    RESET = "reset"
    """The connection is reset before the request is carried out."""
    DONE_RESET = "done_reset"
    """The connection is reset once the request is carried out."""

    # ---------------------------------------------------------------------------------------- of an event

    LOST = "lost"
    """An event is never sent. Source: Discord, "Consistency": events may never be sent, or up to N times."""
    DOUBLED = "doubled"
    """An event is sent twice. Source: as above."""
    REORDERED = "reordered"
    """An event comes after the one that follows it. Source: as above: any order."""

    # ------------------------------------------------------------------------------------ of the gateway

    DROPPED = "dropped"
    """Connections break; sessions may be resumed. Source: Discord, "Gateway": disconnecting, resuming."""
    FORGOTTEN = "forgotten"
    """Connections break, and sessions are gone: a resume is answered by op 9. Source: as above."""
    RECONNECT = "reconnect"
    """Op 7: the bot has to reconnect and resume. Source: "Gateway events": reconnect."""
    INVALID = "invalid"
    """Op 9, `false`: the bot has to identify anew. Source: "Gateway events": invalid session."""
    INVALID_RESUMABLE = "invalid_resumable"
    """Op 9, `true`: the bot may resume. Source: as above."""
    FROZEN = "frozen"
    """Connections stand, and nothing comes over them, no acknowledgement of a heartbeat either.

    Source: "Gateway": heartbeat interval, “zombied” connections.
    """

    @property
    def is_done(self) -> bool:
        """Whether the request is carried out before the fault strikes."""
        return self in _DONE

    @property
    def is_of_requests(self) -> bool:
        """Whether it strikes a request."""
        return not (self in OF_EVENTS or self in OF_GATEWAY)


_DONE = frozenset({Kind.DONE_BROKEN, Kind.DONE_SLOW, Kind.DONE_CUT, Kind.DONE_RESET, Kind.ACKNOWLEDGED})
OF_EVENTS = (Kind.LOST, Kind.DOUBLED, Kind.REORDERED)
OF_GATEWAY = (
    Kind.DROPPED,
    Kind.FORGOTTEN,
    Kind.RECONNECT,
    Kind.INVALID,
    Kind.INVALID_RESUMABLE,
    Kind.FROZEN,
)
OF_INTERACTIONS = (Kind.EXPIRED, Kind.ACKNOWLEDGED)
"""What only answers to interactions meet."""
