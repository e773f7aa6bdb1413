"""Views in, picture bytes out.

A package a game (`render.jockey`) draws its views. `render.kit` has whole pictures, or large parts of them, for
any game; `render.parts` has what all of them are made of.
"""

from render.picture import Picture

__all__ = ["Picture"]
