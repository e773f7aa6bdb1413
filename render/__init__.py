"""Views in, picture bytes out.

A package a game (`render.jockey`) draws its views; the modules beside it are the kit that all games share.
"""

from render.picture import Picture

__all__ = ["Picture"]
