"""Data for the stores in these tests, and ways to look behind their backs."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from engine import Entry, LogEntry, LogLine, Setup, Snapshot
from storage.lateness import Pace
from storage.models import (
    Change,
    Newcomer,
    Options,
    OutsideAction,
    Ping,
    Place,
    Proposal,
    Seat,
    Started,
    StoredEntry,
    Table,
    TakenOver,
    UndoCost,
)
from storage.notes import AutoAction, Notice, OwnNote, ProposalKind
from storage.personal import (
    AutoAnswers,
)
from storage.postgres import PostgresStore
from storage.server import connected
from storage.sqlite import SqliteStore
from storage.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def table(id: str = "one", version: int = 0, channel: int = 70, **fields: object) -> Table:
    seats = (Seat(number=0, name="Ada", person=1), Seat(number=1, name="Alder", ai="big-money"))
    given = {"id": id, "phase": "lobby", "version": version, "host": 1, "options": Options(), "seats": seats}
    return Table.model_validate(given | {"place": Place(guild=7, channel=channel), "created": NOON} | fields)


def started(id: str = "one", channel: int = 70) -> Change:
    """Return the largest possible change."""
    seats = (
        Seat(number=0, name="Ada", person=1, waiting_since=NOON, call=1, held=True),
        Seat(number=1, name="Ben", person=2, resigned=True, taken_over=TakenOver(name="Ben", first="Ben", former=(7, 8))),
    )
    proposal = Proposal(kind="end", by=1, at=NOON, agreed=(0,))
    return Change(
        table=table(id, 1, channel, phase="playing", seats=seats, started=NOON, commitment="c", proposal=proposal),
        action=OutsideAction(id=f"start {id}", person=1, table=id, what="start", at=NOON),
        started=Started(setup=Setup(players=("Ada", "Ben"), kingdom=("Village",)), seed="ab" * 32),
        entries=tuple(entry(number) for number in range(3)),
        snapshots=(Snapshot(turn=1, entries=0, state={"a": [1]}), Snapshot(turn=2, entries=2, state={"b": None})),
        log=tuple(line(number) for number in range(4)),
        notes=(OwnNote(after=2, turn=2, seat=0, person=1, did=AutoAction(what="reveal", cards=("Moat",))),),
        calls=(Ping(table=id, version=1, seat=0, person=1, decision=4, at=NOON),),
        standing={1: AutoAnswers(end=True)},
    )


def entry(number: int) -> StoredEntry:
    return StoredEntry(
        entry=Entry(number=number, kind="answer", seat=0, decision=number, ids=("a", "b"), asked="x"), at=NOON, by="person"
    )


def line(number: int) -> LogEntry:
    public = LogLine(number=number, turn=number // 2 + 1, depth=1, kind="draw", seat=0, count=1)
    return LogEntry(public=public, knows=(0,), cards=("Copper",))


def other(number: int, kind: str) -> LogEntry:
    """Return another line to replace that one."""
    return LogEntry(public=LogLine(number=number, turn=number // 2 + 1, kind=kind, seat=0))


def sql(store: Store, statement: str, *parameters: object) -> list[tuple[object, ...]]:
    """Run a statement behind the store's back."""
    if isinstance(store, SqliteStore):
        return on_file(store.path, statement, *parameters)
    assert isinstance(store, PostgresStore)
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, on_server(store.url, statement)).result()


def on_file(path: Path, statement: str, *parameters: object) -> list[tuple[object, ...]]:
    """Run a statement on an SQLite file."""
    connection = sqlite3.connect(path)
    with connection:
        rows = connection.execute(statement, parameters).fetchall()
    connection.close()
    return rows


async def on_server(url: str, statement: str) -> list[tuple[object, ...]]:
    """Run a statement on a server."""
    async with connected(url) as connection:
        return [tuple(row) for row in await connection.fetch(statement)]


async def with_proposals(store: Store) -> dict[str, Proposal]:
    """Store a table for each kind of proposal, and one whose notes say that a proposal was declined, and something else."""
    loss = UndoCost(to="move", turn=2, seat=0, back_to=1, upto=3, moves={0: 1}, hidden=False, mark=3)
    fields: dict[ProposalKind, dict[str, object]] = {
        "end": {"agreed": (0,)},
        "undo": {"loss": loss},
        "replace": {"newcomer": Newcomer(seat=1, name="Dan", person=4), "waited": 3},
        "open": {"newcomer": Newcomer(seat=1, name=""), "calls": True},
        "pace": {"pace": Pace()},
    }
    made: dict[str, Proposal] = {
        kind: Proposal.model_validate({"kind": kind, "by": 1, "at": NOON, **more}) for kind, more in fields.items()
    }
    for number, (kind, proposal) in enumerate(made.items()):
        await store.commit(Change(table=table(kind, channel=number, phase="playing", proposal=proposal)))
    await store.commit(Change(table=table("noted", channel=99)))
    await store.commit(started("noted", 99).model_copy(update={"notes": NOTES}))
    return made


NOTES = [
    OwnNote(after=2, turn=2, seat=0, person=1, says=says)
    for says in (Notice(what="declined", who="Ben's offer", proposal="undo"), Notice(what="host", who="offer"))
]
