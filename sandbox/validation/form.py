"""One object of a request body, read field by field, with every complaint kept under its path.

A reader goes through a whole body before it is refused, so that the answer names everything that is wrong:
`{"code": 50035, "errors": {"components": {"0": {"custom_id": {"_errors": […]}}}}, "message": "Invalid Form Body"}`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sized
from typing import Any

from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Json

REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")
_NOT_AN_OBJECT = ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


class Form:
    """An object being read. Absent and null count alike unless a reader asks `has`."""

    def __init__(self, data: Json, path: tuple[str, ...] = (), errors: Json | None = None) -> None:
        self.data = data
        self.path = path
        self.errors: Json = {} if errors is None else errors

    @classmethod
    def of(cls, body: Any) -> Form:
        """Begin to read a body, which has to be an object."""
        if not isinstance(body, dict):
            form = cls({})
            form.complain(*_NOT_AN_OBJECT)
            form.settle()
        return cls(body)

    def settle(self) -> None:
        """Refuse the body if anything was complained about."""
        if self.errors:
            raise DiscordError(ErrorCode.INVALID_FORM_BODY, self.errors)

    def complain(self, code: str, message: str, *keys: str | int) -> None:
        """Note what is wrong with a field, or with this object if no key is given."""
        node = self.errors
        for key in (*self.path, *map(str, keys)):
            node = node.setdefault(key, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def has(self, key: str) -> bool:
        """Tell whether a field is there at all, be it null."""
        return key in self.data

    def at(self, data: Json, *keys: str | int) -> Form:
        """Read an object inside this one."""
        return Form(data, (*self.path, *map(str, keys)), self.errors)

    def _get(self, key: str, *, required: bool) -> Any:
        value = self.data.get(key)
        if value is None and required:
            self.complain(*REQUIRED, key)
        return value

    def text(self, key: str, most: int, least: int = 0, *, required: bool = False) -> str | None:
        """Read a string of so many characters."""
        value = self._get(key, required=required)
        if value is None:
            return None
        # Discord turns numbers into text and refuses everything else.
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            self.complain("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.', key)
            return None
        text = str(value)
        if required and least and not text:
            self.complain(*REQUIRED, key)
        else:
            self._check_length(key, text, least, most)
        return text

    def integer(
        self, key: str, least: int | None = None, most: int | None = None, *, required: bool = False
    ) -> int | None:
        """Read a whole number between bounds; text that reads as one is taken as Discord takes it."""
        value = self._get(key, required=required)
        if value is None:
            return None
        number = _whole(value)
        if number is None:
            self.complain("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', key)
        elif least is not None and number < least:
            self.complain("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.", key)
        elif most is not None and number > most:
            self.complain("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.", key)
        return number

    def number(self, key: str) -> float | None:
        """Read any number."""
        value = self._get(key, required=False)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.complain("NUMBER_TYPE_COERCE", f'Value "{value}" is not float.', key)
            return None
        return value

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Read yes or no."""
        value = self._get(key, required=False)
        if value is None:
            return default
        if value in ("true", "false"):  # as a form has it
            return bool(value == "true")
        if not isinstance(value, bool):
            self.complain("BOOLEAN_TYPE_CONVERT", "Must be either true or false.", key)
            return default
        return value

    def snowflake(self, key: str, *, required: bool = False) -> str | None:
        """Read an id, given as text or number."""
        value = self._get(key, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or not str(value).isdecimal():
            self.complain("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.', key)
            return None
        return str(value)

    def choice(
        self, key: str, allowed: Iterable[int], *, required: bool = False, default: int | None = None
    ) -> int:
        """Read one of a few numbers."""
        values = tuple(allowed)
        value = self._get(key, required=required)
        if value is None:
            return values[0] if default is None else default
        if isinstance(value, bool) or value not in values:
            self.complain(
                "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, values))}}}.", key
            )
            return values[0]
        return int(value)

    def url(
        self, key: str, most: int, schemes: Container[str] = ("http", "https"), *, required: bool = False
    ) -> str | None:
        """Read an address of one of the schemes."""
        value = self.text(key, most, required=required)
        if not value:
            return value
        scheme, separator, rest = value.partition("://")
        if not separator or not rest:
            self.complain("URL_TYPE_INVALID_URL", "Not a well formed URL.", key)
        elif scheme not in schemes:
            self.complain(
                "URL_TYPE_INVALID_SCHEME",
                f'Scheme "{scheme}" is not supported. Scheme must be one of {schemes}.',
                key,
            )
        return value

    def child(self, key: str, *, required: bool = False) -> Form | None:
        """Begin to read an object in a field."""
        value = self._get(key, required=required)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.complain(*_NOT_AN_OBJECT, key)
            return None
        return self.at(value, key)

    def values(self, key: str, most: int, least: int = 0, *, required: bool = False) -> list[Any]:
        """Read a list of anything, of so many entries."""
        value = self._get(key, required=required)
        if value is None:
            return []
        if not isinstance(value, list):
            self.complain("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", key)
            return []
        self._check_length(key, value, least, most)
        return value

    def _check_length(self, key: str, value: Sized, least: int, most: int) -> None:
        if least and not least <= len(value) <= most:
            self.complain("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.", key)
        elif len(value) > most:
            self.complain("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.", key)

    def children(self, key: str, most: int, least: int = 0, *, required: bool = False) -> list[Form]:
        """Begin to read a list of objects."""
        forms = []
        for index, value in enumerate(self.values(key, most, least, required=required)):
            if isinstance(value, dict):
                forms.append(self.at(value, key, index))
            else:
                self.complain(*_NOT_AN_OBJECT, key, index)
        return forms


def _whole(value: Any) -> int | None:
    try:
        return int(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None
    except ValueError:
        return None
