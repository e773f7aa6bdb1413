"""A layout: what one message shall look like, before anybody has sent it.

It is built of Discord's Components V2. Paddock routes every click by its custom id (see `bot.ui.clicks`), so a layout
never listens for itself: it is stopped before it is sent, and discord.py keeps no copy of it in memory.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.texts.markup import plain
from render.picture import Picture, Topic

MOST_TEXT = 4000 - 200
"""Characters of one message, of which Discord takes 4000, with room for a line more."""

MOST_OPTIONS = 25
"""Of a select."""

LONGEST_OPTION = 100
"""Characters of the label of an option of a select, and of its description."""

ACCENT = discord.Colour(0x2F6B3C)


class MessageLayout(NamedTuple):
    """Text, pictures, controls and files of one message.

    `pings` are the users that the message may notify; everybody else is only named. `lasting` are the words that stay
    once the controls go; None: all of them.
    """

    text: str
    drawings: Sequence[Picture] = ()
    controls: Sequence[Sequence[ui.Item[ui.LayoutView]]] = ()
    footer: str = ""
    attached: Sequence[tuple[str, bytes]] = ()
    pings: Sequence[int] = ()
    lasting: str | None = None
    roles: Sequence[int] = ()
    """Roles that the message may notify."""
    said: Collection[Topic] = ()
    """Of what its words speak, so that nobody has to tell that of its pictures as well."""
    reminder: str = ""
    """What the controls are for, directly above them where many pictures or buttons push the text off a screen."""

    @property
    def room(self) -> int:
        """How many characters more it may have, also where its pictures are told in words."""
        return MOST_TEXT - len(self.in_words().text) - len(self.footer) - len(self.reminder)

    def in_words(self) -> MessageLayout:
        """Tell the same without pictures."""
        told: list[str] = []
        for drawing in self.drawings:  # what one has told the next does not repeat
            told.append(drawing.told_beside(self.said, below(self.text, *told)))
        spoken = [f"> {plain(line)}" for each in told for line in each.splitlines()]
        lasting = None if self.lasting is None else below(self.lasting, *spoken)
        return self._replace(text=below(self.text, *spoken), drawings=(), lasting=lasting)

    def without_files(self) -> MessageLayout:
        """Tell the same where nothing may be attached."""
        return self.in_words()._replace(attached=())

    def prepared(self) -> MessageLayout:
        """Write down how its pictures are drawn. Of replays that is slow: for a worker thread."""
        for drawing in self.drawings:
            _ = drawing.recipe
        return self

    def drawn(self) -> MessageLayout:
        """Draw every picture now. Slow: for a worker thread."""
        for drawing in self.drawings:
            drawing.draw()
        return self

    def remains(self) -> MessageLayout:
        """Say what stays of a posted message when its controls go: its words, and the pictures it carries."""
        return self.bare().without_controls()

    def without_controls(self) -> MessageLayout:
        """Say what stays when the controls go: the words that last, and the pictures."""
        text = self.text if self.lasting is None else self.lasting
        return self._replace(text=text, controls=(), reminder="")

    def bare(self) -> MessageLayout:
        """Say the same without controls, with the pictures that the posted message carries already."""
        drawings = [drawing.in_name_only() for drawing in self.drawings]
        return self._replace(controls=(), drawings=drawings, reminder="")

    def build(self) -> ui.LayoutView:
        """Build the layout, anew each time it is sent."""
        view = ui.LayoutView(timeout=None)
        box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=ACCENT)
        if self.text:
            box.add_item(ui.TextDisplay(self.text))
        for drawing in self.drawings:  # one gallery each: Discord crops pictures that share one
            shown = discord.MediaGalleryItem(
                f"attachment://{drawing.filename}", description=drawing.alt[:1024]
            )
            box.add_item(ui.MediaGallery(shown))
        for name, _ in self.attached:
            box.add_item(ui.File(f"attachment://{name}"))
        if self.reminder:
            box.add_item(ui.TextDisplay(self.reminder))
        for row in self.controls:
            box.add_item(ui.ActionRow(*row))
        if self.footer:
            box.add_item(ui.TextDisplay(self.footer))
        view.add_item(box)
        view.stop()
        return view

    def files(self) -> list[discord.File]:
        """Build the uploads, anew each time they are sent; every picture has to be drawn."""
        assert all(drawing.is_drawn for drawing in self.drawings), "drawing would block the event loop"
        pictures = [
            discord.File(io.BytesIO(drawing.data), drawing.filename, description=drawing.alt[:1024])
            for drawing in self.drawings
        ]
        return pictures + [discord.File(io.BytesIO(data), name) for name, data in self.attached]

    def mentions(self) -> discord.AllowedMentions:
        """Only those named in `pings` and `roles` are notified."""
        return discord.AllowedMentions(
            everyone=False,
            roles=[discord.Object(role) for role in self.roles] or False,
            replied_user=False,
            users=[discord.Object(user) for user in self.pings],
        )


def below(*parts: str) -> str:
    """Put what there is one below the other."""
    return "\n".join(part for part in parts if part)


def button(
    custom_id: object,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    """Make a button that carries an address."""
    return ui.Button(custom_id=str(custom_id), label=label[:80], style=style, emoji=emoji, disabled=disabled)


def option(
    label: str, value: str, description: str | None = None, *, is_chosen: bool = False
) -> discord.SelectOption:
    """Make an option of a select; of its words stands what Discord takes."""
    told = description and description[:LONGEST_OPTION]
    return discord.SelectOption(
        label=label[:LONGEST_OPTION], value=value, description=told, default=is_chosen
    )


def select(
    custom_id: object,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> ui.Select[ui.LayoutView]:
    """Make a select that carries an address; at most `MOST_OPTIONS` options."""
    return ui.Select(
        custom_id=str(custom_id),
        placeholder=placeholder[:150],
        options=list(options),
        min_values=least,
        max_values=most,
    )
