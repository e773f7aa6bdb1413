"""The rules of the games: pure, without clock, I/O, Discord, database or pictures."""
