"""A client for one person: uses commands, clicks, picks, writes, and sees what Discord would show."""

from sandbox.client.attempt import Attempt, Modal
from sandbox.client.message import SeenMessage
from sandbox.client.user import RefusedByDiscord, UserClient

__all__ = ["Attempt", "Modal", "RefusedByDiscord", "SeenMessage", "UserClient"]
