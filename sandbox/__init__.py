"""A local stand-in for Discord: REST, gateway and a web page, on loopback."""

from sandbox.client import UserClient
from sandbox.clock import Clock
from sandbox.limits import Limits
from sandbox.permissions import Permission
from sandbox.server import Sandbox

__all__ = ["Clock", "Limits", "Permission", "Sandbox", "UserClient"]
