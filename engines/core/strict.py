"""Values that are read strictly: actions and views."""

from __future__ import annotations

from typing import ClassVar

from pydantic import ConfigDict


class Strict:
    """A base of frozen dataclasses: when read, a field of another type or an unknown one is refused."""

    __slots__ = ()

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")
