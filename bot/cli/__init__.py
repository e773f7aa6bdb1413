"""One module a command; see `bot.__main__`."""
