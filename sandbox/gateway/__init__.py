"""Discord's gateway v10: the bot's websocket."""
