"""What people have said for themselves, for one game or for all, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from engine import IllegalSetup, Kingdom
from engine.randomizers import Meaning, folded, vocabulary
from storage.models import OutsideAction
from tables import lobby, words
from tables.door import Door
from tables.draft import Draft
from tables.errors import BadKingdom, NameTaken, NoSuchKingdom
from tables.models import AutoAnswers, Options, Person, PersonSettings, Pictures, SavedKingdom, TableView
from tables.standing import resolved

MOST_BANS = 5
MOST_LIKED = 10
LONGEST_NAME = 40
MOST_SAVED = 100


class People(Door):
    """Standing answers, what people are called and would rather have, and what their servers keep."""

    async def set_standing(self, person: int, standing: AutoAnswers, *, action: str, table: str | None = None) -> AutoAnswers:
        """Keep standing answers for one game (`table`) or for all; a field that is None says nothing there. They act
        at once where a decision waits for the person already. Returns what holds now. Raises Illegal, NotSeated."""
        standing = lobby.must_fit(standing)
        if table is not None:

            def work(draft: Draft) -> None:
                lobby.seat_of(draft.table, person)
                draft.said[person] = standing

            await self._call(table, person, "standing", action, work)
        elif await self._store.action(action) is None:
            await self._carry_through(self._set_standing(person, standing, action))
        return await self.standing(person, table)

    async def _set_standing(self, person: int, standing: AutoAnswers, action: str) -> None:
        settings = (await self._settings(person)).model_copy(update={"standing": standing})
        await self._keep_settings(person, settings, "standing", action)
        await self._settle([table.id for table in await self._store.tables(person=person)], by=person)

    async def standing(self, person: int, table: str | None = None) -> AutoAnswers:
        """What holds for a person: this game's, else theirs for all games, else the defaults (no field is None)."""
        always = (await self._settings(person)).standing
        if table is None:
            return resolved(always)
        loaded = await self._loaded(table)
        return resolved(loaded.standing.get(person, AutoAnswers()), always)

    async def said(self, person: int, table: str | None = None) -> AutoAnswers:
        """What a person has said for this game, or for all; a field that is None says nothing there."""
        if table is None:
            return (await self._settings(person)).standing
        return (await self._loaded(table)).standing.get(person, AutoAnswers())

    async def note_dm(self, person: int, *, closed: bool) -> None:
        """Remember whether a DM to this person failed."""
        settings = await self._settings(person)
        if settings.dm_closed != closed:
            settings = settings.model_copy(update={"dm_closed": closed})
            await self._store.set_settings(person, settings)
            self._people[person] = settings

    async def dm_closed(self, person: int) -> bool:
        """Did the last DM to this person fail?"""
        return (await self._settings(person)).dm_closed

    # names

    async def rename(self, table: str, person: Person) -> TableView:
        """Call a seat by the name that its holder goes by now. Lines of the log that stand stay as they are. Nothing is committed
        where nothing changes. Returns the table as it is then. Raises NoTable."""
        loaded = await self._loaded(table)
        if lobby.renamed(loaded.table, person) != loaded.table:
            await self._carry_through(self._rename(table, person))
        return await self.table(table)

    async def _rename(self, table: str, person: Person) -> None:
        async with self._lock(table):
            loaded = await self._load(table)
            if lobby.renamed(loaded.table, person) == loaded.table:
                return
            draft = await self._draft(loaded)
            try:
                draft.rename(person)
                await self._finish(loaded, draft, "seats", None, None)
            except BaseException:
                self._drop_if_touched(table, draft)
                raise

    # what is rather wished for

    async def settings(self, person: int) -> PersonSettings:
        """All that is kept about a person."""
        return await self._settings(person)

    async def set_tastes(self, person: int, *, ban: Sequence[str], like: Sequence[str], action: str) -> PersonSettings:
        """What is not to be in kingdoms drawn where this person sits, unless it is asked for by name; and what is to be likelier.
        Both are cards, types or sets. Raises BadKingdom."""
        try:
            bans, likes = (tuple(dict.fromkeys(vocabulary().meant(name, *Meaning) for name in names)) for names in (ban, like))
        except IllegalSetup as error:
            raise BadKingdom(error.reason) from error
        if len(bans) > MOST_BANS:
            raise BadKingdom(words.too_many_bans(MOST_BANS, len(bans)))
        if len(likes) > MOST_LIKED:
            raise BadKingdom(words.too_many_likings(MOST_LIKED, len(likes)))
        if await self._store.action(action) is None:
            settings = (await self._settings(person)).model_copy(update={"ban": bans, "like": likes})
            await self._carry_through(self._keep_settings(person, settings, "tastes", action))
        return await self._settings(person)

    async def _keep_settings(self, person: int, settings: PersonSettings, what: str, action: str) -> None:
        done = OutsideAction(id=action, person=person, table=None, what=what, at=self._clock())
        await self._store.set_settings(person, settings, done, unsettles=what == "standing")
        self._people[person] = settings

    async def set_pictures(self, person: int, pictures: Pictures, *, action: str) -> None:
        """How this person's hands are to be drawn from now on. Raises Illegal."""
        settings = lobby.must_fit((await self._settings(person)).model_copy(update={"pictures": pictures}))
        if await self._store.action(action) is None:
            await self._carry_through(self._keep_settings(person, settings, "pictures", action))

    # what servers keep

    async def saved_kingdoms(self, guild: int) -> list[SavedKingdom]:
        """The kingdoms that a server has saved, by name."""
        return await self._store.kingdoms(guild)

    async def save_kingdom(self, guild: int, person: int, name: str, kingdom: Kingdom, *, action: str, force: bool = False) -> None:
        """Save a kingdom under a name, in place of one's own of that name (`force`: of anybody's).
        Raises NameTaken, BadKingdom, UnknownCard."""
        lobby.check_options(Options(kingdom=kingdom))
        shown = " ".join(name.split())
        if not 0 < len(shown) <= LONGEST_NAME:
            raise BadKingdom(words.kingdoms_name(LONGEST_NAME))
        saved = SavedKingdom(name=shown, kingdom=kingdom, by=person, at=self._clock())
        await self._carry_through(self._save_kingdom(guild, person, shown, saved, action, force))

    async def forget_kingdom(self, guild: int, person: int, name: str, *, action: str, force: bool = False) -> None:
        """Forget a saved kingdom of one's own (`force`: of anybody's). Raises NoSuchKingdom, NameTaken."""
        await self._carry_through(self._save_kingdom(guild, person, name, None, action, force))

    async def _save_kingdom(self, guild: int, person: int, name: str, saved: SavedKingdom | None, action: str, force: bool) -> None:
        async with self._lock(f"kingdoms:{guild}"):
            if await self._store.action(action) is not None:
                return
            kept = {folded(each.name): each for each in await self._store.kingdoms(guild)}
            there = kept.get(folded(name))
            if there is None and saved is None:
                raise NoSuchKingdom(words.NO_SUCH_KINGDOM)
            if there is not None and there.by != person and not force:
                raise NameTaken(words.saved_by_another(there.name) if saved is None else words.name_taken(there.name))
            if there is None and len(kept) >= MOST_SAVED:
                raise BadKingdom(words.too_many_kingdoms(MOST_SAVED))
            done = OutsideAction(id=action, person=person, table=None, what="kingdom", at=self._clock())
            await self._store.save_kingdom(guild, folded(name), saved, done)

    async def last_kingdom(self, place: int) -> Kingdom | None:
        """What was played with last in a channel or thread; None if nothing was."""
        table = await self._store.latest(place)
        return table.options.kingdom if table is not None else None
