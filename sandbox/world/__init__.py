"""People, servers, channels and messages, and everything that can happen to them.

Every change is told to the listeners as the event that Discord's gateway would send. Nothing here asks
whether somebody may do it: REST and the user side do, tests need not.
"""

from __future__ import annotations

from sandbox.clock import Clock
from sandbox.world.places import Places
from sandbox.world.talk import Talk

DEFAULT_GUILD = "Paddock Downs"
DEFAULT_CHANNELS = ("race-night", "paddock-talk", "weighing-room")
DEFAULT_PEOPLE = ("Ana", "Ben", "Cleo", "Dora")


class World(Places, Talk):
    """All there is, and the only way to change it."""

    @classmethod
    def furnished(cls, clock: Clock) -> World:
        """Return the world of a new sandbox: one server, four people, and the bot."""
        world = cls(clock)
        people = [world.add_person(name) for name in DEFAULT_PEOPLE]
        guild = world.add_guild(DEFAULT_GUILD, owner=people[0])
        for name in DEFAULT_CHANNELS:
            world.add_channel(name, guild)
        for person in people[1:]:
            world.add_member(person, guild)
        return world
