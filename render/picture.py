"""What render hands out: a picture that can be attached to a message."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from functools import cached_property, partial
from threading import Lock
from typing import NamedTuple, TypeVar

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.inks import Inks
from render.parts.palette import colours_in, fixed_palette, palette_image

Value = TypeVar("Value")

LEVEL = 3
"""How hard a PNG is compressed: 4 takes a third longer for files as large, 6 twice as long for a sixth less."""


class Drawn(NamedTuple):
    """Encoded bytes and the size in pixels."""

    data: bytes
    width: int
    height: int


class Topic(Enum):
    """What a sentence about a picture is about that the message beside it may say in words of its own."""

    ASKED = auto()
    """Who is asked, and for what."""
    NEWS = auto()
    """What was done last."""
    OWN = auto()
    """What somebody has and has decided, or would decide, as their desk says it."""
    RESULT = auto()
    """How a race or a game ended."""


class Sentence(str):
    """A sentence about a picture that some messages say as well."""

    __slots__ = ("_facts", "_topic")

    _topic: Topic
    _facts: Sequence[str]

    def __new__(cls, topic: Topic, text: str, facts: Sequence[str] = ()) -> Sentence:
        """Take a sentence, or an empty one, that is about `topic`; `facts` are what words have that say it as well."""
        made = super().__new__(cls, text)
        made._topic, made._facts = topic, tuple(facts)
        return made

    def is_in(self, said: Collection[Topic], words: str) -> bool:
        """Whether plain words that speak of the topics `said` say this."""
        return self._topic in said and all(fact in words for fact in self._facts)


class Listing(str):
    """A sentence that lists something; where there is room each item has a line of its own, in `lines`."""

    __slots__ = ("items", "lines")

    items: Sequence[str]
    lines: Sequence[str]

    def __new__(
        cls, phrase: str, items: Sequence[str], between: str = ", ", lines: Sequence[str] = ()
    ) -> Listing:
        """Put items into the phrase in the place of `{horses}`; `lines` are what has lines of its own instead."""
        head, _, tail = phrase.partition("{horses}")
        made = super().__new__(cls, f"{head}{between.join(items)}{tail}")
        made.items = *most, last = tuple(lines or items)
        made.lines = [*([head.rstrip()] if head else []), *most, f"{last}{tail.removeprefix('.')}"]
        return made


class AltText(str):
    """An alternative text that knows its sentences."""

    __slots__ = ("sentences",)

    sentences: Sequence[str]

    def __new__(cls, text: str, sentences: Sequence[str]) -> AltText:
        """Take a text and the sentences it is made of."""
        made = super().__new__(cls, text)
        made.sentences = tuple(sentences)
        return made

    def beside(self, said: Collection[Topic], words: str) -> str:
        """Return what is left to tell beside `words` about the topics `said`; each item listed has its own line."""
        plain = words.replace("*", "")
        told = plain.splitlines()
        untold = [
            each for each in self.sentences if not (isinstance(each, Sentence) and each.is_in(said, plain))
        ]
        left = (each for each in untold if each.rstrip(".") not in plain)
        lines = [""]
        for each in left:
            if isinstance(each, Listing):
                lines += [] if all(line in told for line in each.items) else [*each.lines, ""]
            else:
                lines[-1] = f"{lines[-1]} {each}".lstrip()
        return "\n".join(line for line in lines if line)


class Picture:
    """A picture: an ASCII file name with its extension, and `alt`, which says in words what is seen.

    `alt` is for who does not see it; it is empty where somebody else says it. The picture itself is drawn when its
    bytes or its size are first asked for, which is slow: whoever needs no more than the words never waits for it.
    """

    def __init__(self, filename: str, alt: str, draw: Callable[[], Drawn], *, is_long: bool = False) -> None:
        self.filename = filename
        self.alt = alt
        self.is_long = is_long
        """Whether it takes so long that others must not wait for it."""
        self._draw = draw
        self._drawn: Drawn | None = None
        self._lock = Lock()  # two threads may ask at once; one of them draws

    def __eq__(self, other: object) -> bool:
        """Whether both have the same name, words and bytes; draws what is not drawn yet."""
        if not isinstance(other, Picture):
            return NotImplemented
        return (self.filename, self.alt, self.data) == (other.filename, other.alt, other.data)

    def __hash__(self) -> int:
        return hash((self.filename, self.alt))

    def told_beside(self, said: Collection[Topic], words: str) -> str:
        """Return in words what is seen, but for what a message with these `words` says of the topics `said`."""
        return self.alt.beside(said, words) if isinstance(self.alt, AltText) else self.alt

    @property
    def is_drawn(self) -> bool:
        """Whether the bytes are there."""
        return self._drawn is not None

    @property
    def drawing(self) -> Callable[[], Drawn]:
        """What draws it, slowly, whenever it is called."""
        return self._draw

    @cached_property
    def recipe(self) -> bytes:
        """What draws it as a pickle, for another process; raises what pickling raises where it cannot be one.

        Pictures of equal recipes show the same. That of a board takes a tenth of a millisecond, a replay's up to one.
        """
        buffer = io.BytesIO()
        pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
        pickler.fast = True  # equal values give equal bytes, whether or not they share their parts
        pickler.dump(self._draw)
        return buffer.getvalue()

    def finish(self, drawn: Drawn) -> None:
        """Take what was drawn elsewhere."""
        with self._lock:
            self._drawn = drawn

    def draw(self) -> Drawn:
        """Draw the picture now, unless that has been done."""
        with self._lock:
            if self._drawn is None:
                self._drawn = self._draw()
            return self._drawn

    @property
    def data(self) -> bytes:
        """The encoded bytes."""
        return self.draw().data

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.draw().width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.draw().height

    def in_name_only(self) -> Picture:
        """Return the name and the words without a drawing, for what is kept of a picture that was handed on."""
        return Picture(self.filename, self.alt, _not_kept)


def _not_kept() -> Drawn:
    raise RuntimeError("this picture was handed on, and its drawing not kept")


def needed(value: Value | None, missing: str) -> Value:
    """Return what a picture cannot be drawn without; ValueError, saying what is missing, if there is none."""
    if value is None:
        raise ValueError(missing)
    return value


def png(draw: Callable[[], Canvas], name: str, alt: str, palette: Image.Image | None = None) -> Picture:
    """Return a canvas, yet to be drawn, as a PNG in the shared palette; `name` is ASCII, without extension.

    Every picture uses the same colours, at most 256: equal drawings give equal bytes, and none is searched for.
    A game whose horses have other colours hands in a palette of its own (see `render.parts.palette.palette_with`).
    """
    return Picture(f"{name}.png", alt, partial(_encoded, draw, colours_in(palette or fixed_palette())))


def _encoded(draw: Callable[[], Canvas], colours: bytes) -> Drawn:
    canvas = draw()
    return Drawn(_as_png(canvas, colours), *canvas.size)


def _as_png(canvas: Canvas, colours: bytes) -> bytes:
    buffer = io.BytesIO()
    canvas.indexed(Inks(palette_image(colours))).save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()
