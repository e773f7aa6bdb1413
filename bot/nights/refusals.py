"""Why a race night says no. `bot.texts` has the sentence for each reason."""

from __future__ import annotations

from enum import StrEnum


class NightRefusal(StrEnum):
    """Reasons that are about a race night."""

    NO_TIME = "no_time"
    ZONE = "zone"
    """What was typed as a time zone may be several: `meant`."""
    NO_ZONE = "no_zone"
    PAST = "past"
    FAR = "far"
    NO_GAME = "no_game"
    NO_NAME = "no_name"
    """A league has none."""
    GONE = "gone"
    NOT_HOST = "not_host"
    OVER = "over"
    BEGUN = "begun"
    NOT_BEGUN = "not_begun"
    WENT_ON = "went_on"
    """Another `round` is on than the one that should not be waited for."""
    RACES = "races"
    """Who races in a night ends no round of others."""
    EARLY = "early"
    """Those who are in do not expect it before `at`."""
    BEATEN = "beaten"
    FULL = "full"
    NOT_FOUNDER = "not_founder"
    """A league has this `name`, and another `founder` opens its nights."""
    TOO_MANY_LEAGUES = "too_many_leagues"
    TOO_MANY = "too_many"
    NOBODY = "nobody"


class NightRefused(Exception):
    """A request that changed nothing, with the facts its sentence needs."""

    def __init__(self, reason: NightRefusal, **facts: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts
