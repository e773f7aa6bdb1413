"""Screens, custom ids and what a click does."""
