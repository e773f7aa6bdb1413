"""Discord's REST API v10, as far as a bot that runs games needs it."""
