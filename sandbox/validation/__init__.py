"""Reading request bodies as strictly as Discord does."""
