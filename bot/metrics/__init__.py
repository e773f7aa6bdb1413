"""What the process counts of itself for Prometheus, while somebody wants to know; docs/operations.md explains each.

Every process has a registry of its own. Labels have few values, known beforehand: no id, no name, nothing of what is
played is in any.
"""

from bot.metrics.metrics import Metrics, Watched
from bot.metrics.stored import Clocks

__all__ = ["Clocks", "Metrics", "Watched"]
