"""Own editions of the operator: files that stand in for the packaged data at tables opened from now on."""

from __future__ import annotations

import logging
from pathlib import Path

from engines import catalog
from engines.core import Unreadable

log = logging.getLogger(__name__)

LARGEST = 1_000_000
"""Bytes of an edition: those that are packaged have a few thousand."""


def read_edition(key: str, path: Path) -> catalog.AnyGame:
    """Return a game with the edition of a file; raise Unreadable with the file, the line and the reason."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Unreadable(f"{path}: larger than {LARGEST:,} bytes")
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{path}: not UTF-8 text") from None
    try:
        return catalog.game(key, text)
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def read_folder(folder: Path) -> dict[str, catalog.AnyGame]:
    """Return the games that a folder has an edition of, `<game>.json`; raise Unreadable, as `read_edition` does.

    A file for a game that is not built in, or is none, is left out with a warning: it may come and go.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror or error}") from None
    own = {}
    for path in files:
        try:
            own[path.stem] = read_edition(path.stem, path)
        except Unreadable as error:
            if path.stem in catalog.GAMES:
                raise
            log.warning("PADDOCK_EDITIONS: %s", error)
    return own
