"""What a store does with each piece of work of the ledger, whatever the database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from engine.log import LogEntry, LogLine
from metrics import COMMITS
from storage.announcing import Announcement
from storage.care import Care
from storage.models import (
    Change,
    Look,
    Message,
    OutsideAction,
    Passing,
    Ping,
    Quarantined,
    SavedGame,
    SavedKingdom,
    Spot,
    StoredEntry,
    Table,
)
from storage.notes import OwnNote
from storage.part import WHOLE, Part
from storage.personal import AutoAnswers, PersonSettings, Reminder, TurnPlan
from storage.records import (
    Chronicle,
    GameRecord,
    GamesWanted,
    HeadToHead,
    Player,
    Rating,
    RatingChange,
    Skill,
    Statistics,
    Subject,
)
from storage.store import Store

T = TypeVar("T")
Work = Callable[[Care], Coroutine[Any, Any, T]]


class LedgerStore(Store, ABC):
    """A Store, except for how it is opened and what uses a separate connection; see `storage.store.Store` for what each method
    promises."""

    part: Part = WHOLE

    @abstractmethod
    async def _do(self, work: Work[T]) -> T:
        """Do a piece of work to its end, even if the caller is cancelled in the meantime."""

    async def _ask(self, work: Work[T]) -> T:
        """Do a piece of work that is a single query."""
        return await self._do(work)

    async def tables(self, *, place: int | None = None, person: int | None = None, follower: int | None = None) -> list[Table]:
        return await self._do(lambda ledger: ledger.tables(place=place, person=person, follower=follower))

    async def open_in(self, guild: int) -> list[str]:
        return await self._do(lambda ledger: ledger.open_in(guild))

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        return await self._do(lambda ledger: ledger.spots(self.part, guild=guild, channel=channel, thread=thread))

    async def table(self, table_id: str) -> Table | None:
        return await self._do(lambda ledger: ledger.table(table_id))

    async def game(self, table_id: str, below: int | None = None) -> SavedGame | None:
        return await self._do(lambda ledger: ledger.game(table_id, below))

    async def journal(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        return await self._do(lambda ledger: ledger.journal(table_id, since, most))

    async def log(self, table_id: str, turns: range | None = None) -> tuple[list[LogEntry], list[OwnNote]]:
        return await self._do(lambda ledger: ledger.log(table_id, turns))

    async def standing(self, table_id: str) -> dict[int, AutoAnswers]:
        return await self._do(lambda ledger: ledger.standing(table_id))

    async def newcomers(self, people: Sequence[int]) -> set[int]:
        return await self._do(lambda ledger: ledger.newcomers(people))

    async def plans(self, table_id: str) -> dict[int, TurnPlan]:
        return await self._do(lambda ledger: ledger.plans(table_id))

    async def latest(self, place: int) -> Table | None:
        return await self._do(lambda ledger: ledger.latest(place))

    async def commit(self, change: Change) -> None:
        with COMMITS.time():
            await self._do(lambda ledger: ledger.commit(change))

    async def glance(self, table_id: str) -> tuple[int | None, dict[int, PersonSettings]]:
        return await self._ask(lambda ledger: ledger.glance(table_id))

    async def announce(self, announcement: Announcement) -> None:
        """Tell no one, if this is the only process."""

    def listen(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        """Hear nothing, if this is the only process."""

    async def unsettled(self) -> list[str]:
        return await self._do(lambda ledger: ledger.unsettled())

    async def settled(self, versions: Mapping[str, int]) -> None:
        await self._do(lambda ledger: ledger.settled(versions))

    async def due(self, at: datetime) -> list[str]:
        return await self._do(lambda ledger: ledger.due(at, self.part))

    async def next_due(self, after: datetime) -> datetime | None:
        return await self._do(lambda ledger: ledger.next_due(after, self.part))

    async def action(self, action_id: str) -> OutsideAction | None:
        return await self._ask(lambda ledger: ledger.action(action_id))

    async def opened(self, person: int, since: datetime) -> list[datetime]:
        return await self._do(lambda ledger: ledger.opened(person, since))

    async def invited(self, person: int, guest: int, since: datetime) -> list[datetime]:
        return await self._do(lambda ledger: ledger.invited(person, guest, since))

    async def clear(self, what: Passing, before: datetime, most: int) -> int:
        return await self._do(lambda ledger: ledger.clear(what, before, most)) if self.part.leads else 0

    async def followers(self, table_id: str) -> list[int]:
        return await self._ask(lambda ledger: ledger.followers(table_id))

    async def follow(self, table_id: str, person: int) -> None:
        await self._do(lambda ledger: ledger.follow(table_id, person))

    async def unfollow(self, table_id: str, person: int) -> None:
        await self._do(lambda ledger: ledger.unfollow(table_id, person))

    async def settings(self, person: int) -> PersonSettings:
        return await self._ask(lambda ledger: ledger.settings(person))

    async def set_settings(
        self,
        person: int,
        settings: PersonSettings,
        action: OutsideAction | None = None,
        *,
        before: PersonSettings | None = None,
        unsettles: bool = False,
    ) -> None:
        await self._do(lambda ledger: ledger.set_settings(person, settings, action, before, unsettles=unsettles))

    async def leave(self, table_id: str, person: int, at: datetime) -> bool:
        return await self._do(lambda ledger: ledger.leave(table_id, person, at))

    async def forget(self, person: int, at: datetime, mentioning: Sequence[str | bytes]) -> list[str]:
        return await self._do(lambda ledger: ledger.forget(person, at, mentioning))

    async def next_person_due(self, after: datetime) -> datetime | None:
        return await self._do(lambda ledger: ledger.next_person_due(after)) if self.part.leads else None

    async def people_due(self, at: datetime) -> list[int]:
        return await self._do(lambda ledger: ledger.people_due(at)) if self.part.leads else []

    async def reminder(self, person: int) -> tuple[Reminder, Look | None]:
        return await self._do(lambda ledger: ledger.reminder(person))

    async def reminded(self) -> dict[int, Reminder]:
        return await self._do(lambda ledger: ledger.reminded()) if self.part.leads else {}

    async def looked(self, seen: Look, next: Look | None, reminder: Reminder | None) -> None:
        await self._do(lambda ledger: ledger.looked(seen, next, reminder))

    async def remind(self, person: int, reminder: Reminder, look: Look | None = None) -> None:
        await self._do(lambda ledger: ledger.remind(person, reminder, look))

    async def doubt_times(self, now: datetime) -> None:
        await self._do(lambda ledger: ledger.doubt_times(now))

    async def chronicle(self, table_id: str) -> Chronicle:
        lines: list[LogLine] = []
        after: object = -1
        while after is not None:
            piece, after = await self._told_lines(table_id, after)
            lines += piece
        return Chronicle(tuple(lines), await self._do(lambda ledger: ledger.moves(table_id)))

    async def _told_lines(self, table_id: str, after: object) -> tuple[list[LogLine], object]:
        return await self._do(lambda ledger: ledger.told_lines(table_id, after))

    async def unrecorded(self, most: int) -> list[tuple[str, bool]]:
        return await self._do(lambda ledger: ledger.unrecorded(most)) if self.part.leads else []

    async def record(self, table_id: str, record: GameRecord | None) -> None:
        await self._do(lambda ledger: ledger.record(table_id, record))

    async def rate(self, most: int) -> int:
        return await self._do(lambda ledger: ledger.rate(most)) if self.part.leads else 0

    async def start_over(self) -> None:
        await self._do(lambda ledger: ledger.start_over())

    async def delete_game(self, table_id: str) -> None:
        await self._do(lambda ledger: ledger.delete_game(table_id))

    async def share(self, table_id: str, person: int, *, shared: bool) -> None:
        await self._do(lambda ledger: ledger.share(table_id, person, shared=shared))

    async def shared(self, table_id: str) -> list[int]:
        return await self._do(lambda ledger: ledger.shared(table_id))

    async def games(self, wanted: GamesWanted) -> list[GameRecord]:
        return await self._do(lambda ledger: ledger.games(wanted))

    async def finished_game(self, viewer: int | None, table_id: str) -> GameRecord | None:
        return await self._do(lambda ledger: ledger.finished_game(viewer, table_id))

    async def statistics(self, subject: Subject, *, hidden: bool) -> Statistics:
        return await self._do(lambda ledger: ledger.statistics(subject, hidden=hidden))

    async def leaderboard(self, server: int | None, most: int, *, ais: bool) -> list[Rating]:
        return await self._do(lambda ledger: ledger.leaderboard(server, most, ais=ais))

    async def rating(self, player: Player, server: int | None) -> Rating | None:
        return await self._do(lambda ledger: ledger.rating(player, server))

    async def rating_changes(
        self, viewer: int | None, player: Player, server: int | None, *, skip: int = 0, most: int
    ) -> list[RatingChange]:
        return await self._do(lambda ledger: ledger.rating_changes(viewer, player, server, skip=skip, most=most))

    async def rating_course(self, player: Player, server: int | None, most: int) -> list[Skill]:
        return await self._do(lambda ledger: ledger.rating_course(player, server, most))

    async def head_to_head(self, viewer: int | None, first: Player, second: Player) -> HeadToHead:
        return await self._do(lambda ledger: ledger.head_to_head(viewer, first, second))

    async def kingdoms(self, guild: int) -> list[SavedKingdom]:
        return await self._do(lambda ledger: ledger.kingdoms(guild))

    async def save_kingdom(self, guild: int, key: str, saved: SavedKingdom | None, action: OutsideAction) -> None:
        await self._do(lambda ledger: ledger.save_kingdom(guild, key, saved, action))

    async def keep(self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = ()) -> None:
        await self._do(lambda ledger: ledger.keep(messages, gone, called))

    async def messages(self, table_id: str) -> list[Message]:
        return await self._ask(lambda ledger: ledger.messages(table_id))

    async def unshown(self) -> list[str]:
        return await self._do(lambda ledger: ledger.unshown(self.part))

    async def shown(self, versions: Mapping[str, int]) -> None:
        await self._do(lambda ledger: ledger.shown(versions))

    async def calls(self, table_id: str | None = None) -> list[Ping]:
        return await self._ask(lambda ledger: ledger.calls(table_id))

    async def examine(self) -> list[str]:
        """Read all rows, which quarantines those that don't fit their model. Return any other problems, as sentences."""
        return await self._do(lambda ledger: ledger.examine())

    async def quarantined(self) -> list[Quarantined]:
        return await self._do(lambda ledger: ledger.quarantined())
