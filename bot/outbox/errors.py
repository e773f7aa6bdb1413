"""What may go wrong with a post: five kinds, by what is done about them."""

from __future__ import annotations


class PostError(Exception):
    """A post that did not happen."""


class NotFound(PostError):
    """The channel, thread or message does not exist any more."""


class Forbidden(PostError):
    """The bot may not do that there."""


class DirectMessagesClosed(PostError):
    """This user takes no direct messages from the bot."""


class Retryable(PostError):
    """The network, Discord or a proxy is in trouble, or a rate limit holds: the same post may work later."""


class Rejected(PostError):
    """Discord does not accept the form of the message: a fault of ours."""
