"""What Discord turns into names, links and times, the same in every language.

Source: Discord's documentation, "Message Formatting".
"""

from __future__ import annotations

import re


class Deskless(str):
    """The name of somebody who has no desk: a computer player."""

    __slots__ = ()


def mention(user_id: int) -> str:
    """Name a user; Discord shows the name they bear in the server."""
    return f"<@{user_id}>"


def channel(channel_id: int) -> str:
    """Name a channel or thread so that a click leads there."""
    return f"<#{channel_id}>"


def role(role_id: int) -> str:
    """Name a role."""
    return f"<@&{role_id}>"


def ago(milliseconds: int) -> str:
    """Give a time that Discord keeps current: `in 5 minutes`, `2 hours ago`."""
    return f"<t:{milliseconds // 1000}:R>"


def moment(milliseconds: int) -> str:
    """Give a day and a time in the reader's own zone: `Tuesday, 20 April 2026 20:15`."""
    return f"<t:{milliseconds // 1000}:F>"


def day(milliseconds: int) -> str:
    """Give a day, as the reader's calendar shows it: `20/04/2026`."""
    return f"<t:{milliseconds // 1000}:d>"


def clock_time(milliseconds: int) -> str:
    """Give a time of day to the second, as the reader's clock shows it: `20:15:03`."""
    return f"<t:{milliseconds // 1000}:T>"


def time_of_day(milliseconds: int) -> str:
    """Give a time of day to the minute, as the reader's clock shows it: `20:15`."""
    return f"<t:{milliseconds // 1000}:t>"


def plain(name: str) -> str:
    """Show a name or a line as it is: nothing in it is markup, no list begins with it, and nobody is pinged by it."""
    escaped = re.sub(r"([\\*_~`|>#\[\]<])", r"\\\1", name)
    escaped = re.sub(r"^(\s*\d*)([.)+-])(?=\s)", r"\1\\\2", escaped, flags=re.MULTILINE)
    return escaped.replace("@", "@\u200b").replace("://", ":\u200b//")


def unmarked(text: str) -> str:
    """Take the markup of our own sentences away, for where nothing shows it: bold print, headings, small print."""
    return re.sub(r"^(?:#{1,3}|-#) ", "", text, flags=re.MULTILINE).replace("**", "")


def storable(text: str) -> str:
    """Return a text without what no database takes: half of a letter that takes two, and the letter NUL."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
