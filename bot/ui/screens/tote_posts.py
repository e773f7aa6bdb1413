"""Tells whoever has bet on a race what it has paid them: in their direct messages, once a race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from bot.bank import tote
from bot.bank.tote import Finish, Slip
from bot.messages.layout import MessageLayout
from bot.messages.layouts.tote_words import is_cut_short, named, slip_lines
from bot.messages.snapshot import Snapshot
from bot.outbox import Post
from bot.ui.posting import nonce
from bot.ui.screens.screen_posts import ScreenPosts
from bot.ui.screens.table_looks import TableLook


class TotePosts(ScreenPosts):
    """Tells people what their bets have paid. Whom no direct message reaches sees it where they press **Tote**."""

    async def show(self, post: Post, look: TableLook) -> None:
        """Tell of every race that is over and of which they were not told."""
        snapshot, user_id = look.snapshot, post.user_id
        assert user_id is not None
        slips, finishes = await self._database.read(_slips_and_finishes, post.table_id, user_id)
        last, told_to = post.moment or 0, post.told_to or 0
        untold = {race: each for race, each in slips.items() if told_to < race <= last}
        if not untold:
            await self._notes.note(post, told_to=last)  # they were forgotten meanwhile
            return
        channel_id = await self._poster.direct_channel(user_id)
        name = nonce(post.table_id, post.label, user_id, last)
        posted = await self._poster.send(channel_id, told_layout(snapshot, untold, finishes), name)
        await self._notes.note(post, posted, told_to=last)


def _slips_and_finishes(
    db: Connection, table_id: str, user_id: int
) -> tuple[Mapping[int, Sequence[Slip]], Mapping[int, Finish]]:
    """Read the bets of a user at a table, and how its races came in, both by race."""
    return tote.slips_at(db, table_id, user_id), tote.finishes(db, table_id)


def told_layout(
    snapshot: Snapshot, races: Mapping[int, Sequence[Slip]], finishes: Mapping[int, Finish]
) -> MessageLayout:
    """Lay out how some races came in and what bets on them have paid, the last race at the end."""
    words, table_id = snapshot.t.tote, snapshot.table.table_id
    lines: list[str] = []
    for race, slips in sorted(races.items())[-3:]:
        came = [named(snapshot, group) for group in finishes.get(race, ())]
        cut_short = bool(came) and is_cut_short(snapshot.table, race)
        lines.append(
            words.told(snapshot.game_name, table_id, race, snapshot.link, came, is_cut_short=cut_short)
        )
        lines += slip_lines(snapshot, slips)
        lines.append(words.sum(sum(each.stake for each in slips), sum(each.paid or 0 for each in slips)))
    return MessageLayout("\n".join(lines))
