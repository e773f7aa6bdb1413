"""Views in, picture bytes out.

A package a game (`render.jockey`) draws its views: `board`, `result`, `final` and `replay` for everyone, without what
only one seat knows, and `hand` or `slip` for the seat of a view. `names` are the players' by seat, `captions` those of
the game in a language. Pictures are PNG, 1200 pixels wide and as high as it takes; replays are GIF, 720 pixels wide,
and of a long game show only the last races, so that the file stays below 4 MB.

`render.kit` has whole pictures, or large parts of them, for any game; `render.parts` has what all of them are made of.
"""

from render.picture import Picture

__all__ = ["Picture"]
