"""People who follow a game that they don't play in, and hear how it ends."""

from __future__ import annotations

from tables.access import TableAccess
from tables.checks import must_have_started, plays
from tables.errors import AlreadySeated, TooMany
from tables.models import TableView
from tables.state import show

MOST_FOLLOWED, MOST_FOLLOWERS = 50, 200
"""How many games one person can follow, and how many people can follow one game."""


class Followers:
    """Who follows which games. This is kept until they have heard about the end, so that a restart forgets no one."""

    def __init__(self, access: TableAccess) -> None:
        self._access = access

    async def of(self, table: str) -> list[int]:
        """Return the people who follow a game and haven't heard how it ended."""
        return await self._access.store.followers(table)

    async def follows(self, table: str, person: int) -> bool:
        """Return whether a person follows a game."""
        return person in await self.of(table)

    async def games(self, person: int) -> list[TableView]:
        """Return the games in progress that a person follows, oldest first, without loading them."""
        return [show(each, None) for each in await self._access.store.tables(follower=person)]

    async def follow(self, table: str, person: int) -> bool:
        """Let a person follow a game in progress; return False if they did already. Raise NoTable, NotStarted, GameOver,
        AlreadySeated, TooMany."""
        return await self._access.carry_through(self._follow(table, person))

    async def _follow(self, table: str, person: int) -> bool:
        async with self._access.lock(f"follower:{person}"), self._access.lock(table):
            there = (await self._access.load(table)).table
            must_have_started(there)
            if plays(there, person):
                raise AlreadySeated(playing=True)
            followers = await self.of(table)
            if person in followers:
                return False
            if len(followers) >= MOST_FOLLOWERS:
                raise TooMany("followers", MOST_FOLLOWERS)
            if len(await self._access.store.tables(follower=person)) >= MOST_FOLLOWED:
                raise TooMany("followed", MOST_FOLLOWED)
            await self._access.store.follow(table, person)
            return True

    async def forget(self, table: str, person: int) -> None:
        """Stop a person from following a game: they have heard how it ended, or don't want to."""
        await self._access.carry_through(self._access.store.unfollow(table, person))
