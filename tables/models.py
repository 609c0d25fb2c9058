"""Tables from the outside: what anyone may see of them, and what listeners hear about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Literal

from engine.log import LogLine
from engine.view import Frozen, Result
from storage.announcing import Announcement
from storage.lateness import ON_TIME, Late, LateChoice, Lateness, LateVote, Pace, occasion
from storage.models import (
    OPEN_END,
    Gathering,
    Message,
    Newcomer,
    Nudge,
    Options,
    Phase,
    Ping,
    Place,
    Proposal,
    SavedKingdom,
    Seat,
    Spot,
    StandIn,
    TakenOver,
    Trouble,
    UndoCost,
    UndoTo,
    WhatIf,
)
from storage.notes import AutoAction, Notice, OwnNote, ProposalKind, SaidAhead
from storage.personal import (
    AutoAnswers,
    Dossier,
    Hours,
    PersonSettings,
    Pictures,
    PingMode,
    Remind,
    Reminder,
    TurnPlan,
    Use,
    Why,
)

__all__ = [
    "OPEN_END",
    "Announcement",
    "AutoAction",
    "AutoAnswers",
    "Awaited",
    "Dossier",
    "Gathering",
    "Hours",
    "Late",
    "LateChoice",
    "LateVote",
    "Lateness",
    "Message",
    "Newcomer",
    "Notice",
    "Nudge",
    "Options",
    "OwnLine",
    "Pace",
    "Person",
    "PersonSettings",
    "Phase",
    "Pictures",
    "Ping",
    "PingMode",
    "Place",
    "Proof",
    "Proposal",
    "ProposalKind",
    "Remind",
    "Reminder",
    "SaidAhead",
    "SavedKingdom",
    "SeatView",
    "Spot",
    "StandIn",
    "TableView",
    "TakenOver",
    "Trouble",
    "TurnPlan",
    "UndoCost",
    "UndoTo",
    "Update",
    "Use",
    "Waiting",
    "WhatIf",
    "Why",
]

What = Literal[
    "new",
    "seats",
    "options",
    "start",
    "answer",
    "undo",
    "wait",
    "due",
    "nudge",
    "back",
    "vote",
    "claim",
    "plan",
    "resign",
    "offer",
    "end",
    "frozen",
    "resumed",
    "place",
    "standing",
    "ai",
    "settled",
    "messages",
]


class Person(Frozen):
    """Someone who acts: their id, and their name at this place."""

    id: int
    name: str


class SeatView(Frozen):
    """A seat as anyone may see it: a person's, or an AI's (`ai` is its style). `taken_over`: someone else started the game in it.
    `stand_in`: whether an AI plays for the person; `away`: when their absence ends (`OPEN_END`: they haven't said); `lateness`:
    what happened about moves that took too long; `open`: when the seat was offered to new players."""

    number: int
    name: str
    person: int | None
    ai: str | None
    resigned: bool
    taken_over: TakenOver | None = None
    stand_in: StandIn | None = None
    away: datetime | None = None
    lateness: Lateness = ON_TIME
    open: datetime | None = None

    @property
    def holder(self) -> str:
        """Return the name of its present player, without those who had it before."""
        return self.name if self.taken_over is None else self.taken_over.name

    @property
    def opening(self) -> int | None:
        """Return the number under which it was opened; None if it isn't open."""
        return None if self.open is None else occasion(self.open)


def plays_alone(seats: Iterable[Seat | SeatView], person: int) -> bool:
    """Return whether this person still plays, and all others who do are AIs."""
    return [seat.person for seat in seats if seat.person is not None and not seat.resigned] == [person]


class Awaited(Frozen):
    """A seat that the game waits for, and since when (without a break); `due`: when the move has taken too long; None once the
    table has noticed that. `owed`: the turn goes on in the meantime, and no one is pinged until it stops (`since` is None). `card`:
    if a card played by another seat (`by`) asks, that card."""

    seat: int
    name: str
    person: int | None
    since: datetime | None
    owed: bool
    due: datetime | None = None
    card: str | None = None
    by: int | None = None


class TableView(Frozen):
    """A table as anyone may see it. The same for everyone; a seat's private knowledge is in its View.

    `id` is short and url-safe (at most 10 letters and digits). `version` grows with every committed change. `commitment` is the
    hash of the shuffle seed. `trouble` says why it is paused. `invited`: the guests, each with the person who invited them.
    `vetoes`: what each person vetoed. `before`: the table of the previous game. `points`: each seat's points now, if the options
    include a score counter. `waits`: the turn waits until all owed answers are in, so the game waits for those who owe them, and
    not for the player on turn. `lost`: when the bot became unable to show the game in its place; None if it can. `undecided`: the
    seats that haven't answered the proposal; `settles`: when it goes ahead without them. `gathering`: what only matters until the
    game starts. `nudge`: the latest."""

    id: str
    place: Place
    phase: Phase
    version: int
    host: int
    options: Options
    seats: tuple[SeatView, ...]
    awaited: tuple[Awaited, ...]
    turn: int
    current: int | None
    created: datetime
    started: datetime | None
    ended: datetime | None
    commitment: str | None
    proposal: Proposal | None
    trouble: Trouble | None
    result: Result | None
    invited: dict[int, int | None] = {}
    vetoes: dict[int, str] = {}
    before: str | None = None
    points: tuple[int, ...] | None = None
    waits: bool = False
    lost: datetime | None = None
    undecided: tuple[int, ...] = ()
    settles: datetime | None = None
    gathering: Gathering = Gathering()
    nudge: Nudge | None = None

    @property
    def kingdom(self) -> tuple[str, ...]:
        """Return the Kingdom piles."""
        return self.options.kingdom.laid

    @property
    def spot(self) -> Spot:
        return Spot(table=self.id, place=self.place, lost=self.lost is not None, lobby=self.phase == "lobby")

    def seat_of(self, person: int | None) -> SeatView | None:
        """Return the seat of a person; None for spectators."""
        return next((seat for seat in self.seats if person is not None and seat.person == person), None)

    def starts_with(self, person: int) -> bool:
        """Return whether a rematch only waits for this person."""
        return self.phase == "lobby" and self.gathering.wanted == (person,)

    def plays_alone(self, person: int | None) -> bool:
        """Return whether this person still plays, against AIs only."""
        return person is not None and plays_alone(self.seats, person)

    def formerly(self, person: int) -> SeatView | None:
        """Return the seat that was this person's until someone took it over."""
        return next((seat for seat in self.seats if seat.taken_over is not None and person in seat.taken_over.former), None)

    def involves(self, person: int) -> bool:
        """Return whether this person has, or had, a seat in the game."""
        return self.seat_of(person) is not None or self.formerly(person) is not None

    def waits_for(self, person: int) -> bool:
        """Return whether the game waits for this person now (owed answers don't hold it up)."""
        return any(a.person == person and not a.owed for a in self.awaited)

    def asks(self, person: int) -> bool:
        """Return whether this person plays, is asked for consent, and hasn't answered yet."""
        return any(self.seats[number].person == person for number in self.undecided)


class Waiting(Frozen):
    """A game that waits for a person (its view is without the game itself): since when, and when its limit runs out; `move`:
    for a move, not just for an answer to a proposal."""

    table: TableView
    since: datetime
    until: datetime | None
    move: bool


class Proof(Frozen):
    """A finished game as a file, and whether it could be verified; if not, `doubt` says why."""

    file: bytes
    doubt: str = ""


class GamesFile(Frozen):
    """Finished games as a file: how many are in its spreadsheet, and how many `older` ones aren't; `files`: how many it has as
    separate files."""

    content: bytes
    games: int
    older: int
    files: int = 0


class Update(Frozen):
    """What listeners get after a commit: the current table, what was done, by which person, who is pinged for it, and when
    something is next due there. `table.version` gives the order."""

    table: TableView
    what: What
    by: int | None
    called: frozenset[int] = frozenset()
    due: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine(LogLine):
    """A line of the log for only one reader, about an action of their auto-answers or plan (`did`), or with other news (`says`). If
    the game has no line about the same thing, its `kind` is `standing`."""

    did: AutoAction | None = None
    says: Notice | None = None

    @classmethod
    def of(cls, note: OwnNote) -> OwnLine:
        """Return a line for the table to add to the log about what just happened, if an auto-answer or a plan did it."""
        return cls(
            number=note.after,
            turn=note.turn,
            depth=1 if note.did is not None else 0,
            kind="standing",
            seat=note.seat,
            did=note.did,
            says=note.says,
            wording=note.wording,
        )

    @classmethod
    def telling(cls, did: AutoAction, line: LogLine) -> OwnLine:
        """Return the game's line about an action of its reader's auto-answers or plan, with that action."""
        return cls(**{each.name: getattr(line, each.name) for each in fields(LogLine)}, did=did)
