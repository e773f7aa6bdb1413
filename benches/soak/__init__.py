"""`paddock soak`: whole tables play while the bot is killed, locked out, suspended and given a wrong time."""
