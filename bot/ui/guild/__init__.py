"""Screens that belong to no table: settings, help, privacy, preferences, first steps."""
