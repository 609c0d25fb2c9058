"""A service on a real database, with people at a table who give particular answers or play by a simple plan."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cogs.text.refusals import sentence
from engine import DecisionView, View
from storage.models import Change
from storage.store import Store
from tables import Options, Outcome, Person, Place, TableError, TableService, TableView, Update
from tables.commands import lobby, play
from tables.quotas import Quotas
from tests.databases import sql, store_at

ADA, BEN, CLEO = Person(id=1, name="Ada"), Person(id=2, name="Ben"), Person(id=3, name="Cleo")
PEOPLE = (ADA, BEN, CLEO)
MANAGER = 9
"""Someone who manages the server and has no seat."""
HERE = Place(guild=7, channel=70)

Plan = Callable[[View, DecisionView], Sequence[str]]


@contextmanager
def refusal_of(*kinds: type[TableError], match: str) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect a refusal, with words like these for the person."""
    with pytest.raises(kinds) as refusal:
        yield refusal
    assert re.search(match, sentence(refusal.value)), sentence(refusal.value)


class Clock:
    """A clock that is a second later each time it is read."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    async def wait_until(self, at: datetime | None, wake: asyncio.Event) -> None:
        """Wait until `wake` is set: a test that moves the clock triggers what is due itself."""
        if at is None or at > self.now:
            await wake.wait()


def buying(*wanted: str) -> Plan:
    """Play its Actions, then all Treasures, and buy the first of `wanted` that it can; or else pass."""

    def plan(view: View, decision: DecisionView) -> Sequence[str]:
        ids = [option.id for option in decision.options]
        if decision.kind == "turn":
            plays = [id for id in ids if id.startswith("play:")] if view.phase == "action" else []
            buys = [f"buy:{name}" for name in wanted]
            return next([id] for id in (*plays, "treasures", *buys, "end") if id in ids)
        if decision.kind == "react":
            return [ids[0]]
        every = [option.id for option in decision.options for _ in range(option.count)]
        return every[: decision.minimum]

    return plan


class Party:
    """People around one table. Every action gets a fresh id unless one is given."""

    def __init__(self, path: Path, seed: int = 0) -> None:
        self.path = path
        self.clock = Clock()
        self.seed = seed.to_bytes(32, "big")
        self.actions = count(1)
        self.updates: list[Update] = []
        self.changes: list[Change] = []
        self.id = ""
        self.quotas = Quotas(lobbies=100)

    async def open(self, store: Store | None = None) -> None:
        """Open a host on the database, as when the bot starts."""
        self.store = store or store_at(self.path)
        await self.store.open()
        commit = self.store.commit

        async def recorded(change: Change) -> None:
            await commit(change)
            self.changes.append(change)

        self.store.commit = recorded  # type: ignore[method-assign]
        ids = count(len(self.updates) + 1)
        self.host = TableService(
            self.store,
            clock=self.clock,
            seed_source=lambda: self.seed,
            id_source=lambda: f"t{next(ids)}",
            quotas=self.quotas,
        )
        self.host.listen(self.updates.append)
        await self.host.open()

    async def crash(self) -> None:
        """Stop like a killed process, without finishing or cleaning up anything; then start another one."""
        await self.store.close()
        await self.open()

    async def close(self) -> None:
        await self.host.close()
        await self.store.close()

    def action(self) -> str:
        return f"action-{next(self.actions)}"

    async def lobby(self, people: int = 2, ais: int = 0, options: Options | None = None, place: Place = HERE) -> None:
        outcome = await self.host.new_table(place, ADA, options or Options(), action=self.action())
        self.id = outcome.table.id
        for person in PEOPLE[1:people]:
            await self.host.act(self.id, person.id, lobby.sit(person), action=self.action())
        for _ in range(ais):
            await self.host.act(self.id, ADA.id, lobby.add_ai(), action=self.action())

    async def start(self, people: int = 2, ais: int = 0, options: Options | None = None, place: Place = HERE) -> Outcome:
        await self.lobby(people, ais, options, place)
        return await self.host.act(self.id, ADA.id, lobby.start(), action=self.action())

    async def table(self) -> TableView:
        return await self.host.table(self.id)

    def undoable(self, person: int) -> int:
        """Return how many answers this person can undo freely."""
        state = self.host._access._tables[self.id]
        seat = state.shown.seat_of(person)
        return state.game.undoable(seat.number) if state.game is not None and seat is not None else 0

    async def awaited(self) -> int:
        """Return the first person that the game waits for."""
        return next(a.person for a in (await self.table()).awaited if a.person is not None and not a.owed)

    async def decision(self, person: int) -> DecisionView:
        view = await self.host.view(self.id, person)
        return next(decision for decision in view.decisions if not decision.answered)

    async def say(self, person: int, *moves: str | Sequence[str], action: str | None = None) -> Outcome:
        """Answer this person's question; a move with a single id can be given as a string."""
        decision = await self.decision(person)
        listed = [[move] if isinstance(move, str) else move for move in moves]
        return await self.host.act(
            self.id, person, play.answer(decision.id, listed[0], then=listed[1:]), action=action or self.action()
        )

    async def step(self, plan: Plan) -> Outcome:
        """Answer for the player that the game waits for, by a plan."""
        person = await self.awaited()
        view = await self.host.view(self.id, person)
        decision = next(decision for decision in view.decisions if not decision.answered)
        return await self.host.act(self.id, person, play.answer(decision.id, plan(view, decision)), action=self.action())

    async def until(self, there: Callable[[TableView, View], bool], plan: Plan, limit: int = 600) -> View:
        """Play by a plan until the (first) awaited person's view fits."""
        for _ in range(limit):
            table = await self.table()
            view = await self.host.view(self.id, await self.awaited() if table.phase == "playing" else None)
            if there(table, view):
                return view
            if table.phase == "over":
                break
            await self.step(plan)
        raise AssertionError("it never came to that")


def over(table: TableView, view: View) -> bool:
    return table.phase == "over"


def asked(kind: str) -> Callable[[TableView, View], bool]:
    """Return a condition: a player is asked such a question."""
    return lambda table, view: any(d.kind == kind and not d.answered for d in view.decisions)


def holds(card: str) -> Callable[[TableView, View], bool]:
    """Return a condition: the player on turn is in their Action phase with such a card in hand."""
    return lambda table, view: (
        view.viewer == view.current
        and view.phase == "action"
        and any(each.name == card for each in view.players[view.current].hand or ())
    )


def falsify(path: Path) -> str:
    """Change the last answer in the journal to one for a question that the current code wouldn't ask."""
    last = "number = (SELECT max(number) FROM entries WHERE json_extract(entry, '$.kind') = 'answer')"
    ((entry,),) = sql(path, f"SELECT entry FROM entries WHERE {last}")
    sql(path, f"UPDATE entries SET entry = json_set(entry, '$.asked', 'other') WHERE {last}")
    return str(entry)
