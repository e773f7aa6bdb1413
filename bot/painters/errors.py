"""Why a painter has not done what it was asked for; the message names nothing private."""


class PainterError(Exception):
    """What was to be drawn raised an error, took too long, or ended the painter again and again."""


class NoPainter(PainterError):
    """No process could be started, as where memory or numbers for processes run out."""


class PaintersClosed(PainterError):
    """Nothing is drawn any more: the bot stops."""


class PainterDied(PainterError):
    """The process ended before it had answered."""
