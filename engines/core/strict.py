"""What is read strictly: a field of another type is refused, and so is an unknown one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """A base of frozen models: options, editions and headers; equal ones are equal as pickles too.

    A model's own pickle has the set of the fields that were given, in an order that nobody knows.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[type[Self], dict[str, Any]]]:
        return _made, (type(self), self.__dict__)


Model = TypeVar("Model", bound=BaseModel)


def _made(model: type[Model], fields: dict[str, Any]) -> Model:
    """Make again what was checked when it was first made."""
    return model.model_construct(**fields)


class Strict:
    """A base of frozen dataclasses: actions and views."""

    __slots__ = ()

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")
