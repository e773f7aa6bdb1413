"""The horses' names where no view is at hand."""

from __future__ import annotations

from collections.abc import Mapping

from engines import catalog


def usual_names() -> Mapping[str, str]:
    """Return the name of every letter's horse in the usual edition."""
    names: Mapping[str, str] = catalog.game("sulkydrom").edition.model_dump(mode="json")["horses"]
    return names
