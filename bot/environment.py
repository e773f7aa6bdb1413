"""What the operator decides, from the environment or a `.env` file in the working directory."""

import os
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    AnyHttpUrl,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.shards import Shards

HIGHEST_PORT = 65_535
FOREVER = "forever"
DISCORD_API = "https://discord.com/api/v10"


COMMENT = re.compile(r"\s#")
"""The start of a comment behind a value; a `#` without a blank before it belongs to the value."""


class BadEnvironment(Exception):
    """A setting that cannot be used; the message is one sentence for the operator."""


def _days(value: object) -> object:
    """Read `forever` as None."""
    return None if isinstance(value, str) and value.strip() == FOREVER else value


Days = Annotated[int | None, Field(ge=1, le=36_500), BeforeValidator(_days)]
"""For how many days something is kept; None: for ever."""


class Environment(BaseSettings):
    """All settings. Each is the environment variable of the same name in capitals; see `.env.example`."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    discord_api_url: str = DISCORD_API
    paddock_database_url: str = Field(default="sqlite+aiosqlite:///paddock.db", repr=False)
    """May have a password in it."""
    paddock_sandbox_database_url: str = Field(default="sqlite+aiosqlite:///paddock-sandbox.db", repr=False)
    """Never that of a bot with servers: to the bot in the sandbox they would be gone."""
    paddock_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    paddock_log_format: Literal["plain", "json"] | None = None
    paddock_editions: Path | None = None
    paddock_sandbox_port: int = Field(default=8080, ge=0, le=HIGHEST_PORT)
    paddock_health: str | None = None
    paddock_shards: str | None = None
    paddock_keep_logs: Days = 365
    paddock_keep_cancelled: Days = 30
    paddock_keep_traces: Days = 7
    paddock_pace: Literal["at_once", "quick", "steady", "leisurely"] = "steady"
    paddock_render: Literal["processes", "threads"] | None = None
    paddock_render_workers: int | None = Field(default=None, ge=1, le=64)

    @field_validator(
        "discord_token",
        "paddock_editions",
        "paddock_health",
        "paddock_log_format",
        "paddock_render",
        "paddock_render_workers",
        "paddock_shards",
        mode="before",
    )
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        return value or None

    @field_validator("discord_api_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        try:
            AnyHttpUrl(value)
        except ValidationError:
            raise ValueError("an address such as https://discord.com/api/v10 is expected") from None
        return value.rstrip("/")

    @field_validator("paddock_health")
    @classmethod
    def _is_host_and_port(cls, value: str | None) -> str | None:
        if value is not None:
            host, _, port = value.rpartition(":")
            if not host or not port.isdecimal() or int(port) > HIGHEST_PORT:
                raise ValueError("a host and a port such as 127.0.0.1:8090 are expected")
        return value

    @field_validator("paddock_keep_logs", "paddock_keep_cancelled", "paddock_keep_traces", mode="wrap")
    @classmethod
    def _is_a_number_of_days(cls, value: object, read: ValidatorFunctionWrapHandler) -> object:
        try:
            return read(value)
        except ValidationError:
            raise ValueError(f"a number of days from 1 on, or `{FOREVER}`, is expected") from None

    @property
    def retention(self) -> tuple[int | None, int | None, int | None]:
        """For how many days logs of finished races, cancelled tables, and traces of tables are kept."""
        return self.paddock_keep_logs, self.paddock_keep_cancelled, self.paddock_keep_traces

    @field_validator("paddock_shards")
    @classmethod
    def _names_shards(cls, value: str | None) -> str | None:
        if value is not None:
            Shards.parse(value)
        return value

    @field_validator("*", mode="before")
    @classmethod
    def _is_bare(cls, value: object) -> object:
        """Refuse what only a shell or a `.env` file takes away. `docker run --env-file` hands it on with the value."""
        if not isinstance(value, str):
            return value
        if len(value) > 1 and value[0] in "\"'" and value[0] == value[-1]:
            raise ValueError("the value has quotes around it; write it without them")
        if COMMENT.search(value):
            raise ValueError("the value has a comment behind it; put comments on lines of their own")
        if len(value.splitlines()) > 1 or value != value.rstrip("\r\n"):
            raise ValueError("the value has a line break in it; use one line, ended as Unix does")
        return value

    @property
    def shards(self) -> Shards | None:
        """Which of Discord's shards this process serves; None: all of them."""
        return None if self.paddock_shards is None else Shards.parse(self.paddock_shards)

    @property
    def health_address(self) -> tuple[str, int] | None:
        """Where to tell whether the bot is ready; None: nowhere."""
        if self.paddock_health is None:
            return None
        host, _, port = self.paddock_health.rpartition(":")
        return host.strip("[]"), int(port)

    def render_workers(self, cores: int, *, is_sandbox: bool) -> int:
        """How many processes draw pictures on a machine with so many cores; 0: threads of the bot's own do.

        Where nothing else is set there is one a core, but none in the sandbox and on a machine with one core.
        """
        usual = "threads" if is_sandbox or cores == 1 else "processes"
        return (self.paddock_render_workers or cores) if (self.paddock_render or usual) == "processes" else 0


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_environment() -> Environment:
    """Read the settings; a wrong one raises `BadEnvironment` with its name and what is expected."""
    try:
        return Environment()
    except OSError as error:
        raise BadEnvironment(f".env: {error.strerror or type(error).__name__}.") from None
    except UnicodeDecodeError:
        raise BadEnvironment(".env: not UTF-8 text.") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise BadEnvironment(f"{name}: {first['msg'].removeprefix('Value error, ')}.") from None
