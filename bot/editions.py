"""Own editions of the operator: files that stand in for the packaged data at tables opened from now on."""

from __future__ import annotations

from pathlib import Path

from engines import catalog
from engines.core import Unreadable


def read_edition(key: str, path: Path) -> catalog.AnyGame:
    """Return a game with the edition of a file; raise Unreadable with the file, the line and the reason."""
    try:
        text = path.read_text("utf-8-sig")
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

    Other JSON files are refused, so that nobody waits for an edition whose name is misspelt.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror or error}") from None
    for path in files:
        if path.stem not in catalog.all_keys():
            raise Unreadable(
                f"{path}: no game is called {path.stem!r}; there are: {', '.join(catalog.all_keys())}"
            )
    return {path.stem: read_edition(path.stem, path) for path in files}
