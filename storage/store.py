"""What is stored, as models, and the narrow interface behind which a database stands.

The interface speaks of tables and saves, never of rows and SQL, so that another database can take SQLite's place by
implementing `Store`. Everything that happens to a table in one go is one `Change`, and one transaction.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Protocol

from pydantic import Field

from engine.save import Entry, Save, Setup, Snapshot
from engine.view import Frozen, LogEntry, Result

Phase = Literal["lobby", "playing", "over", "frozen"]
LIVE: tuple[Phase, ...] = ("lobby", "playing", "frozen")


class StorageError(Exception):
    """Something about the stored data, as a sentence for whoever runs the bot."""


class InUse(StorageError):
    """Another process has this database open for writing."""


class Unreadable(StorageError):
    """The database is no database of ours, or one that newer code made."""


class Conflict(StorageError):
    """A change was made for a version of the table that is not the stored one; nothing was written."""


class PlaceTaken(StorageError):
    """A new table was stored where another is still going on; nothing was written."""


class BrokenRow(StorageError):
    """A stored row doesn't fit its model. A copy is in quarantine; the row stays where it is if a game needs it."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(f"{source} {key} can't be read: {reason}")
        self.source, self.key, self.reason = source, key, reason


class Place(Frozen):
    """Where a table stands: a channel, or a thread in it. `guild` None: a DM with the bot."""

    guild: int | None
    channel: int
    thread: int | None = None

    @property
    def id(self) -> int:
        """The id of the very place: the thread's if there is one, else the channel's."""
        return self.thread if self.thread is not None else self.channel


class Options(Frozen):
    """How the table is to be played. An empty kingdom stands for the edition's first game."""

    kingdom: tuple[str, ...] = ()
    edition: Literal[1, 2] = 2
    max_seats: int = Field(default=6, ge=2, le=6)


class Seat(Frozen):
    """One seat: a person's (`person`), or an AI's (`ai` is its style).

    `waiting_since`: when the game began to wait for this seat without a pause; None when it doesn't (what it owes while
    the turn goes on doesn't count). `call`: the call that tells of this wait, until the person has acted.
    `held`: standing answers that play the turn wait, because the person took something back and hasn't acted since.
    """

    number: int
    name: str
    person: int | None = None
    ai: str | None = None
    resigned: bool = False
    waiting_since: datetime | None = None
    call: int | None = None
    held: bool = False


class Offer(Frozen):
    """A question to the whole table that needs everyone's consent. `by`: the person who asks; None: the bot offers it.
    `agreed`: the seats that said yes."""

    kind: Literal["end"]
    by: int | None
    reason: str
    at: datetime
    agreed: tuple[int, ...] = ()


class Table(Frozen):
    """A table, without its game. `version` counts its committed changes.

    `quiet_refused`: for how many rounds nobody had gained anything when the offer to stop was refused. `trouble` says why a
    frozen table is frozen. `result` is kept here so that a finished game's outcome outlives the code that played it.
    """

    id: str = Field(pattern="^[0-9A-Za-z]{1,10}$")
    place: Place
    phase: Phase
    version: int
    host: int
    options: Options
    seats: tuple[Seat, ...]
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    commitment: str | None = None
    quiet_refused: int = 0
    offer: Offer | None = None
    trouble: str | None = None
    result: Result | None = None


class StoredEntry(Frozen):
    """A journal entry with when it was made and who made it: the person, their standing answer, or an AI."""

    entry: Entry
    at: datetime
    by: Literal["person", "standing", "ai", "table"]


class Note(Frozen):
    """A line of the table's own in one seat's log (a standing answer acted): it stands after the game's line `after`,
    before the lines about what it led to."""

    after: int
    turn: int
    seat: int
    text: str


class Call(Frozen):
    """Somebody is newly waited for and is to be told so, once. `version` is the table's version in which the game began
    to wait for this seat; with the table and the seat it names the call. `decision` is what waits for them."""

    table: str
    version: int
    seat: int
    person: int
    decision: int
    at: datetime


class Message(Frozen):
    """A message that shows a table. `audience`: the person who alone sees it; None: everyone in the channel.

    `purpose` is its reader's word for what it is (`lobby`, `board`, `hand`, …). `version` is the table's version that
    it shows; it lags when the table has moved on, unless it is `final`: a record that no longer follows the table.
    `pings`: the version of the call that this message made.
    """

    table: str
    purpose: str
    channel: int
    message: int
    version: int
    audience: int | None = None
    pings: int | None = None
    final: bool = False


class Standing(Frozen):
    """Standing answers of a person; None: nothing said here (what is said for all games, or the default, holds).

    * `treasures`: play all Treasures by themselves when no Action can be played any more.
    * `end`: end the turn when nothing is left to do.
    * `react`: what to do when a Reaction could be used: `always` use what protects, `never`, or `ask`.
    """

    treasures: bool | None = None
    end: bool | None = None
    react: Literal["always", "never", "ask"] | None = None


class Settings(Frozen):
    """What is kept about a person: their standing answers for all games, and whether DMs to them failed last time."""

    standing: Standing = Standing()
    dm_closed: bool = False


class Action(Frozen):
    """An outside action that was done; its id is unique in the world (an interaction's id)."""

    id: str
    person: int
    table: str | None
    what: str
    at: datetime


class Quarantined(Frozen):
    """A row that didn't fit its model: where it came from, its content as JSON, and what was wrong."""

    source: str
    key: str
    table: str | None
    data: str
    reason: str
    at: datetime


class Started(Frozen):
    """What a game is made of; the seed stays here until the game is over."""

    setup: Setup
    seed: str = Field(pattern="^[0-9a-f]{64}$", repr=False)


class SavedGame(Frozen):
    """A game as stored: the newest save, and by whom its entries were made (by entry number)."""

    save: Save
    by: dict[int, Literal["person", "standing", "ai", "table"]]


class Change(Frozen):
    """All that one call changes about one table. Applied as a whole or not at all.

    `table` is the table as it is to be; its version is one more than the stored one (0 for a new table).
    Undo entries among `entries` make the snapshots after what they go back to void.
    `log_cut`: game lines with this number or a higher one, and the notes about them, are void before `log` is added.
    `snapshots_over`: the game is over; of all snapshots only the newest stays.
    `standing`: what these persons said for this game, in place of what they had said.
    """

    table: Table
    action: Action | None = None
    started: Started | None = None
    entries: tuple[StoredEntry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    snapshots_over: bool = False
    log_cut: int | None = None
    log: tuple[LogEntry, ...] = ()
    notes: tuple[Note, ...] = ()
    calls: tuple[Call, ...] = ()
    standing: dict[int, Standing] = {}


class Store(Protocol):
    """Where tables are kept. Every method is one transaction; a method that raises has written nothing but, where it
    raises BrokenRow, the quarantine. All may raise StorageError."""

    async def open(self) -> None:
        """Take the database for this process (InUse if another has it) and bring its schema up to date (Unreadable)."""

    async def close(self) -> None:
        """Let go of the database."""

    # tables and games

    async def tables(self, *, place: int | None = None, person: int | None = None) -> list[Table]:
        """The tables that are not over, oldest first: all, those at a place, or those where a person sits.
        Rows that can't be read are quarantined and left out."""

    async def table(self, table_id: str) -> Table | None:
        """One table, over or not. Raises BrokenRow."""

    async def game(self, table_id: str, below: int | None = None) -> SavedGame | None:
        """The newest save of a table's game (or the newest whose snapshot was made after fewer than `below` entries);
        None before it starts. Raises BrokenRow."""

    async def journal(self, table_id: str) -> list[StoredEntry]:
        """All entries of a table's game. Raises BrokenRow."""

    async def log(self, table_id: str, turn: int | None = None) -> tuple[list[LogEntry], list[Note]]:
        """The game's lines that still stand, and the table's notes: all, or one turn's. Raises BrokenRow."""

    async def standing(self, table_id: str) -> dict[int, Standing]:
        """What persons said for this game alone."""

    async def commit(self, change: Change) -> None:
        """Apply all of a change. Raises Conflict and PlaceTaken."""

    async def action(self, action_id: str) -> Action | None:
        """The outside action of this id, if it was done."""

    async def forget_actions(self, before: datetime) -> None:
        """Drop the ids of actions done before then: nobody will send them again."""

    # people

    async def settings(self, person: int) -> Settings:
        """A person's settings; the defaults if there are none, or none that can be read."""

    async def set_settings(self, person: int, settings: Settings, action: Action | None = None) -> None:
        """Keep a person's settings."""

    # what Discord shows

    async def remember(self, message: Message) -> None:
        """Keep a message, or what it shows now. If it pings, that call is done: its audience's, or for a public message
        those of all that the version called."""

    async def forget(self, message_id: int) -> None:
        """A message is gone."""

    async def messages(self, table_id: str) -> list[Message]:
        """The messages that show a table, oldest first."""

    async def lagging(self) -> list[Message]:
        """The messages that show an older version than their table's, except final ones."""

    async def calls(self) -> list[Call]:
        """The calls still to be made, oldest first: not those of people who were told, or have acted meanwhile."""

    async def called(self, table_id: str, version: int, person: int | None = None) -> None:
        """The calls of that version (to one person, or to all) were made, or need not be made any more."""

    # care

    async def quarantined(self) -> list[Quarantined]:
        """The rows in quarantine, oldest first."""

    async def backup(self, path: str) -> None:
        """Copy the whole database to a new file while it is in use."""
