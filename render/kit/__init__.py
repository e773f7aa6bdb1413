"""Whole pictures that games have in common, drawn from plain values instead of a game's view."""
