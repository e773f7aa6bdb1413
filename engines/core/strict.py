"""What is read strictly: a field of another type is refused, and so is an unknown one."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """A base of frozen models: options, editions and headers."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Strict:
    """A base of frozen dataclasses: actions and views."""

    __slots__ = ()

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")
