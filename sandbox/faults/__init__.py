"""Faults on demand: what can go wrong between a bot and Discord, ordered by a test or drawn at random."""

from sandbox.faults.faults import Faults
from sandbox.faults.kinds import Kind
from sandbox.faults.ordered import Fault, Hold
from sandbox.faults.weather import ROUGH, Weather

__all__ = ["ROUGH", "Fault", "Faults", "Hold", "Kind", "Weather"]
