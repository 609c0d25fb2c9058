"""The kingdoms that servers have saved under names, and those last played."""

from __future__ import annotations

from engine import Kingdom
from engine.randomizers import folded
from storage.models import OutsideAction, SavedKingdom
from tables import lobby
from tables.access import TableAccess
from tables.errors import BadName, NameTaken, NoSuchKingdom, TooMany
from tables.models import Options

LONGEST_NAME = 40
MOST_SAVED = 100


class KingdomShelf:
    """Kingdoms to reuse: a server's saved ones, and the last one played at a place."""

    def __init__(self, access: TableAccess) -> None:
        self._access = access

    async def saved(self, guild: int) -> list[SavedKingdom]:
        """Return the kingdoms that a server has saved, by name."""
        return await self._access.store.kingdoms(guild)

    async def save(self, guild: int, person: int, name: str, kingdom: Kingdom, *, action: str, force: bool = False) -> None:
        """Save a kingdom under a name, replacing the person's own with that name (`force`: anyone's). Raise NameTaken, BadName,
        TooMany, BadKingdom, UnknownCard."""
        lobby.check_options(Options(kingdom=kingdom))
        shown = " ".join(name.split())
        if not 0 < len(shown) <= LONGEST_NAME:
            raise BadName(LONGEST_NAME)
        saved = SavedKingdom(name=shown, kingdom=without_tastes(kingdom), by=person, at=self._access.clock())
        await self._access.carry_through(self._put(guild, person, shown, saved, action, force))

    async def delete(self, guild: int, person: int, name: str, *, action: str, force: bool = False) -> None:
        """Delete the person's own saved kingdom (`force`: anyone's). Raise NoSuchKingdom, NameTaken."""
        await self._access.carry_through(self._put(guild, person, name, None, action, force))

    async def _put(self, guild: int, person: int, name: str, saved: SavedKingdom | None, action: str, force: bool) -> None:
        store = self._access.store
        async with self._access.lock(f"kingdoms:{guild}"):
            if await store.action(action) is not None:
                return
            kept = {folded(each.name): each for each in await store.kingdoms(guild)}
            there = kept.get(folded(name))
            if there is None and saved is None:
                raise NoSuchKingdom
            if there is not None and there.by != person and not force:
                raise NameTaken(there.name, delete=saved is None)
            if there is None and len(kept) >= MOST_SAVED:
                raise TooMany("kingdoms", MOST_SAVED)
            done = OutsideAction(id=action, person=person, table=None, what="kingdom", at=self._access.clock())
            await store.save_kingdom(guild, folded(name), saved, done)

    async def last(self, place: int) -> Kingdom | None:
        """Return the kingdom last played in a channel or thread; None if there was none."""
        table = await self._access.store.latest(place)
        return without_tastes(table.options.kingdom) if table is not None else None


def without_tastes(kingdom: Kingdom) -> Kingdom:
    """Return a kingdom for use at other tables: without the likes and bans of the players it was drawn for, which are private."""
    request = kingdom.request
    if request is None or not (request.like or request.unwelcome):
        return kingdom
    plain = request.model_copy(update={"like": (), "unwelcome": ()})
    return kingdom.model_copy(update={"request": plain, "seed": None})  # the seed would reveal what was liked
