"""Measurements of the engines and the bot on this machine, and the soak: `paddock bench`, `paddock soak`."""
