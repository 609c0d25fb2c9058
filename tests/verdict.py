"""What must be true of a fleet's tables and messages, whatever was killed."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from cogs.desk import Desk
from cogs.messages.kinds import BoardMessage, kind_of
from engine import Game
from sandbox.interactions import UPDATE
from sandbox.model import Message
from sandbox.testing import Shown
from storage.__main__ import checked
from storage.moving import into_file
from storage.sqlite import SqliteStore
from tables import TableService
from tests.crowd import Crowd, asks
from tests.fleet import At, Fleet


async def verdict(fleet: Fleet, crowd: Crowd) -> list[str]:
    """Return what is wrong, while the fleet is held still."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        await into_file(fleet.url, copy)
        store = SqliteStore(copy)
        await store.open()
        service = TableService(store)
        found = Verdict(crowd, store, service)
        found.actions = {id for (id,) in await fleet.sql("SELECT id FROM actions")}
        for at in crowd.places:
            await found.examine(at)
        await service.close()
        await store.close()
    return [*await storage_check(fleet.url), *found.wrong, *found.of_clicks(), *found.of_what_was_seen()]


async def storage_check(url: str) -> list[str]:
    """Return what `python -m storage check` finds."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        failed = await checked(url)
    return [line for line in said.getvalue().splitlines() if not line.endswith("ok")] if failed else []


class Verdict:
    """Looks at tables, one after the other, then at what people did and saw."""

    def __init__(self, crowd: Crowd, store: SqliteStore, service: TableService) -> None:
        self.crowd, self.store, self.service = crowd, store, service
        self.desk = Desk(service, None)
        self.world = crowd.world
        self.wrong: list[str] = []
        self.answers: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.whose: dict[tuple[str, int], str] = {}
        """Whose each decision was, by its table."""
        self.actions: set[str] = set()

    async def examine(self, at: At) -> None:
        """Look at a table: its journal, its row, its messages."""
        saved = await self.store.game(at.table)
        assert saved is not None
        journal = [stored.entry for stored in await self.store.journal(at.table)]
        game = Game.load(saved.save.model_copy(update={"snapshot": None, "entries": tuple(journal)}))
        for entry in journal:
            if entry.kind == "answer" and entry.decision is not None and entry.seat is not None:
                decision = game.opaque("decision", entry.decision)
                self.answers[at.table][decision] += 1
                self.whose[at.table, decision] = at.people[entry.seat]
        open_to = {person: set[int]() for person in at.people}
        for each in game.decisions:
            self.whose[at.table, each.id] = at.people[each.decider]
            if not each.answered:
                open_to[at.people[each.decider]].add(each.id)
        lines, _ = await self.store.log(at.table)
        if [line.public for line in lines] != [line.public for line in game.log]:
            self.wrong.append(f"{at.table}: the log isn't that of its journal")
        await self._messages(at, open_to)

    async def _messages(self, at: At, open_to: dict[str, set[int]]) -> None:
        """Look at what Discord shows of a table."""
        known = await self.store.messages(at.table)
        there = {str(each.message): each for each in known}
        dms = [channel.id for channel in self.world.channels.values() if channel.recipients and channel.recipients[0] in at.people]
        shown = {message.id: message for place in (at.channel, *dms) for message in self._lasting(place)}
        for id in there.keys() ^ shown.keys():
            self.wrong.append(f"{at.table}: message {id} is only {'known' if id in there else 'shown'}")
        table = await self.service.table(at.table)
        if table.phase != "playing":
            return
        boards = [each for each in known if isinstance(kind_of(each), BoardMessage)]
        drawn = (await self.desk.turn(await self.service.snapshot(at.table, None))).panel
        if [each.shows for each in boards] != [drawn.digest]:
            self.wrong.append(f"{at.table}: {len(boards)} boards, not just one that shows the last version")
        for each in boards:
            text = Shown(self.world.message_json(shown[str(each.message)])).text if str(each.message) in shown else ""
            if text != drawn.text:
                self.wrong.append(f"{at.table}: its board shows\n{text}\ninstead of\n{drawn.text}")
        for person, wanted in open_to.items():
            asked = {
                one
                for each in known
                if each.audience == int(person)
                for one in (asks(shown[str(each.message)]) if str(each.message) in shown else ())
            }
            if asked != wanted:
                self.wrong.append(f"{at.table}: {person} is asked for {asked} instead of {wanted}")

    def _lasting(self, place: str) -> Iterator[Message]:
        return (message for message in self.world.messages[place].values() if message.audience is None)

    def of_clicks(self) -> Iterator[str]:
        """Yield what is wrong with people's answers."""
        twice = [(table, decision) for table, found in self.answers.items() for decision, times in found.items() if times > 1]
        yield from (f"{table}: decision {decision} was answered twice" for table, decision in twice)
        clicks = Counter((click.table, click.decision) for click in self.crowd.clicks)
        for click in self.crowd.clicks:
            if click.past and not self.answers[click.table][click.decision]:
                yield f"{click.table}: {click.person} was told that decision {click.decision} is past, but no answer is kept"
            alone = clicks[click.table, click.decision] == 1
            if click.past and alone and click.interaction.callback == UPDATE and click.interaction.id not in self.actions:
                yield f"{click.table}: {click.person} has an answer to {click.interaction.id}, which isn't kept"

    def of_what_was_seen(self) -> Iterator[str]:
        """Yield what people saw that they mustn't."""
        for table, person, decision in self.crowd.seen.decisions:
            owner = self.whose.get((table, decision))
            if owner is not None and owner != person:
                yield f"{table}: {person or 'everyone'} saw a decision of {owner}"
        yield from (f"message {id} shows a hand to everyone" for id in self.crowd.seen.hands)
