"""One room a game, and the kit that new games begin with."""
