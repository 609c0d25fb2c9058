"""People's own settings, for one game or for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from engine import IllegalSetup
from engine.randomizers import Meaning, vocabulary
from storage.errors import DoneBefore
from storage.models import OutsideAction
from storage.personal import Hours, PersonSettings, Pictures
from tables import waking
from tables.access import TableAccess
from tables.auto_answers import AnswersChange, resolved
from tables.checks import after_change, must_fit
from tables.errors import BadKingdom, TooMany
from tables.models import AutoAnswers
from tables.waking import away_until
from tables.waking import changed as changed_hours

MOST_BANS = 5
MOST_LIKED = 10

Reached = Literal["now", "later", "never"]
"""Whether a ping reaches a person."""


class People:
    """People's auto-answers for all games, likes and bans, style of hands, and whether direct messages reach them."""

    def __init__(self, access: TableAccess) -> None:
        self._access = access

    async def settings(self, person: int) -> PersonSettings:
        """Return a person's stored settings."""
        return await self._access.settings(person)

    async def answers(self, person: int, table: str | None = None) -> AutoAnswers:
        """Return the auto-answers in force for a person: this game's, or else those for all games, or else the defaults (no field
        is None)."""
        here = () if table is None else (await self.said(person, table),)
        return resolved(*here, (await self.settings(person)).standing)

    async def said(self, person: int, table: str | None = None) -> AutoAnswers:
        """Return a person's auto-answers for this game, or for all; a field that is None isn't set there. Raise NoTable."""
        if table is None:
            return (await self.settings(person)).standing
        return (await self._access.state(table)).answers.get(person, AutoAnswers())

    async def set_answers(self, person: int, answers: AutoAnswers | AnswersChange, *, action: str) -> None:
        """Keep auto-answers for all games, or change them; a field that is None isn't set. They apply right away if a decision
        already waits for the person. Raise NoSuchOption."""
        await self._access.carry_through(self._set_answers(person, answers, action))

    async def _set_answers(self, person: int, answers: AutoAnswers | AnswersChange, action: str) -> None:
        def changed(settings: PersonSettings) -> PersonSettings:
            return settings.model_copy(update={"standing": after_change(settings.standing, answers)})

        if await self._change(person, "standing", action, changed, unsettles=True):
            await self._access.settle_all_of(person)

    async def set_hours(self, person: int, change: Callable[[Hours, datetime], Hours], *, action: str) -> Hours:
        """Change a person's hours with a function of the current hours and the time. The limits on their moves follow. Return the
        new hours. Raise NoSuchOption, and what the function raises."""
        await self._access.carry_through(self._set_hours(person, change, action))
        return (await self.settings(person)).hours

    async def _set_hours(self, person: int, change: Callable[[Hours, datetime], Hours], action: str) -> None:
        def changed(settings: PersonSettings) -> PersonSettings:
            now = self._access.clock()
            return settings.model_copy(update={"hours": must_fit(changed_hours(settings.hours, change(settings.hours, now), now))})

        if await self._change(person, "hours", action, changed, unsettles=True):
            await self._access.settle_all_of(person)

    async def reached(self, person: int, table: str | None = None) -> Reached:
        """Return whether a person can be pinged (at a table): now, once they are awake and not away, or not at all."""
        if (await self.answers(person, table)).pings != "each":
            return "never"
        now = self._access.clock()
        return "now" if waking.reachable(now, (await self.settings(person)).hours) == now else "later"

    async def away_until(self, person: int) -> datetime | None:
        """Return when a person's current absence ends: `OPEN_END` if they haven't said; None if they are here."""
        return away_until((await self.settings(person)).hours, self._access.clock())

    async def set_likes(self, person: int, *, ban: Sequence[str], like: Sequence[str], action: str) -> PersonSettings:
        """Set what to keep out of kingdoms drawn where this person has a seat (unless someone requests it by name), and what to
        make likelier: cards, types or sets. Raise BadKingdom, TooMany."""
        try:
            bans, likes = (tuple(dict.fromkeys(vocabulary().meant(name, *Meaning) for name in names)) for names in (ban, like))
        except IllegalSetup as error:
            raise BadKingdom(error.reason) from error
        if len(bans) > MOST_BANS:
            raise TooMany("bans", MOST_BANS, len(bans))
        if len(likes) > MOST_LIKED:
            raise TooMany("likes", MOST_LIKED, len(likes))
        await self._access.carry_through(self._keep(person, "likes", action, ban=bans, like=likes))
        return await self.settings(person)

    async def set_pictures(self, person: int, pictures: Pictures, *, action: str) -> None:
        """Set the style of this person's hands from now on. Raise NoSuchOption."""
        must_fit(PersonSettings.model_construct(pictures=pictures))
        await self._access.carry_through(self._keep(person, "pictures", action, pictures=pictures))

    async def set_listed(self, person: int, listed: bool, *, action: str) -> None:
        """Set whether others can look up this person's games, statistics and ratings, and find them on leaderboards."""
        await self._access.carry_through(self._keep(person, "listed", action, listed=listed))

    async def set_digest(self, person: int, minute: int, *, action: str) -> None:
        """Set the time of day of this person's digest. Raise NoSuchOption."""
        must_fit(PersonSettings.model_construct(digest=minute))
        if await self._change(
            person, "digest", action, lambda settings: settings.model_copy(update={"digest": minute}), unsettles=True
        ):
            await self._access.settle_all_of(person)

    async def no_more_hints(self, person: int, *, action: str) -> None:
        """Stop showing this person hints."""
        await self._access.carry_through(self._keep(person, "hints", action, hints=False))

    async def _keep(self, person: int, what: str, action: str, **changed: object) -> bool:
        """Set some of a person's settings; return False if this very action had been done before."""
        return await self._change(person, what, action, lambda settings: settings.model_copy(update=changed))

    async def _change(
        self, person: int, what: str, action: str, change: Callable[[PersonSettings], PersonSettings], *, unsettles: bool = False
    ) -> bool:
        """Change a person's settings; return False if this very action had been done before."""
        done = OutsideAction(id=action, person=person, table=None, what=what, at=self._access.clock())
        try:
            await self._access.change_settings(person, change, done, unsettles=unsettles)
        except DoneBefore:
            return False
        return True

    async def note_dm(self, person: int, *, closed: bool) -> None:
        """Remember whether a DM to this person failed."""
        await self._access.change_settings(person, lambda settings: settings.model_copy(update={"dm_closed": closed}))

    async def dm_closed(self, person: int) -> bool:
        """Return whether the last DM to this person failed."""
        return (await self.settings(person)).dm_closed
