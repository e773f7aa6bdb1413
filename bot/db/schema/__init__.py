"""Every table of the database, in SQLAlchemy Core.

Times are whole milliseconds since 1970 UTC; coins are whole numbers; Discord's ids are 64-bit integers.
Changing a table means adding a migration beside it; a test holds the two together.
"""

from __future__ import annotations

from bot.db.schema.coins import IN_PLAY, accounts, bank_acts, frozen_wallets, movements
from bot.db.schema.frame import metadata
from bot.db.schema.learning import lessons
from bot.db.schema.matches import (
    SHOWN,
    deadlines,
    drafts,
    log,
    offers,
    presses,
    results,
    seats,
    sent_away,
    stood_in,
    tables,
)
from bot.db.schema.preferences import servers, users
from bot.db.schema.promised import FORBIDDEN, erasures, outbox, removals
from bot.db.schema.race_nights import (
    ACTIVE_NIGHT,
    OPEN_NIGHT,
    leagues,
    night_names,
    night_seats,
    night_tables,
    nights,
)
from bot.db.schema.ranking import fame, profits, ratings, seasons
from bot.db.schema.records import achievements, careers, tallies
from bot.db.schema.sharing import shards
from bot.db.schema.tote import UNSETTLED, tote_bets, tote_races, tote_sums

__all__ = [
    "ACTIVE_NIGHT",
    "FORBIDDEN",
    "IN_PLAY",
    "OPEN_NIGHT",
    "SHOWN",
    "UNSETTLED",
    "accounts",
    "achievements",
    "bank_acts",
    "careers",
    "deadlines",
    "drafts",
    "erasures",
    "fame",
    "frozen_wallets",
    "leagues",
    "lessons",
    "log",
    "metadata",
    "movements",
    "night_names",
    "night_seats",
    "night_tables",
    "nights",
    "offers",
    "outbox",
    "presses",
    "profits",
    "ratings",
    "removals",
    "results",
    "seasons",
    "seats",
    "sent_away",
    "servers",
    "shards",
    "stood_in",
    "tables",
    "tallies",
    "tote_bets",
    "tote_races",
    "tote_sums",
    "users",
]
