"""Frozen values and functions on them that more than one game uses."""
