"""The Discord bot: tables, bank, store, screens and commands."""
