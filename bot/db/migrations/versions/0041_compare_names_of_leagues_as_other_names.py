"""Compare names of leagues as other names are: characters that Unicode does not know yet count."""

from __future__ import annotations

import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"

_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")

_RENAMED = (
    sa.text("UPDATE leagues SET league = :now WHERE guild_id = :guild AND league = :before"),
    sa.text("UPDATE nights SET league = :now WHERE guild_id = :guild AND league = :before"),
)


def folded(name: str) -> str:
    """Return a name as names of leagues are compared from now on."""
    plain = unicodedata.normalize("NFKC", name).replace("\u2800", " ")
    words = _UNSEEN.sub("", plain).split()
    unseen = ("Cc", "Cf", "Co", "Cs")
    seen = ("".join(each for each in word if unicodedata.category(each) not in unseen) for word in words)
    return unicodedata.normalize("NFKC", " ".join(filter(None, seen)).casefold())


def upgrade() -> None:
    """Find a league by the name of its newest night, unless another league is found by that."""
    db = op.get_bind()
    taken = {tuple(row) for row in db.execute(sa.text("SELECT guild_id, league FROM leagues"))}
    named = sa.text("SELECT guild_id, league, name FROM nights WHERE league <> '' ORDER BY night_id")
    newest = {(guild, league): name for guild, league, name in db.execute(named)}
    for (guild, league), name in newest.items():
        values = {"guild": guild, "before": league, "now": folded(name)}
        if values["now"] and (guild, values["now"]) not in taken:
            taken.add((guild, values["now"]))
            for renamed in _RENAMED:
                db.execute(renamed, values)
