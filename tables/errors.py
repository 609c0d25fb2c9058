"""What can be refused at a table: a class for each reason, with its facts. The words are found where people read them.

`TableError.snapshot` is the present state as the person who was refused may see it, so that an outdated message can be brought up
to date along with the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple, Self

from engine.view import View
from tables.models import OfferKind, TableView, Trouble
from tables.snapshot import SeatSnapshot

PART = re.compile(r"[^,;\n]+")
"""A wish, a step or a name among others that were written."""


@dataclass(eq=False)
class TableError(Exception):
    """A refusal. Nothing has changed. `table`: the one that it is about, if not the one that was acted on."""

    about: TableView | None = field(default=None, kw_only=True, repr=False)
    snapshot: SeatSnapshot | None = field(default=None, kw_only=True, repr=False)

    @property
    def table(self) -> TableView | None:
        """Return the table that it is about, as it is now."""
        return self.about or (self.snapshot.table if self.snapshot is not None else None)

    @property
    def view(self) -> View | None:
        """Return the game as the person who was refused may see it."""
        return self.snapshot.view if self.snapshot is not None else None

    def __str__(self) -> str:
        facts = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr]
        return " ".join([type(self).__name__, *facts])


class ErrorSpan(NamedTuple):
    """What can't be understood of something that was written, from `start` to `end`; and which names may be meant by it."""

    start: int
    end: int
    meant: tuple[str, ...] = ()


class ParseError(TableError):
    """What someone wrote (`text`) can't be understood, as the `sentence` says. `faults`: where, in order; none: all of it is
    wrong."""

    def __init__(self, sentence: str, text: str, *faults: ErrorSpan) -> None:
        super().__init__()
        self.sentence = sentence
        self.text = text
        self.faults = tuple(sorted(faults))

    @classmethod
    def together(cls, errors: Sequence[Self]) -> Self:
        """Return all that is wrong with one text, each sentence said once."""
        sentences = dict.fromkeys(error.sentence for error in errors)
        return cls("\n".join(sentences), errors[0].text, *(fault for error in errors for fault in error.faults))

    @property
    def ways(self) -> tuple[dict[ErrorSpan, str], ...]:
        """Return what may be meant, in one way or another: by name, for each fault that something is like. Where one has several
        names, these are to be chosen from, and what is left is for the next time."""
        sure = {fault: fault.meant[0] for fault in self.faults if len(fault.meant) == 1}
        several = next((fault for fault in self.faults if len(fault.meant) > 1), None)
        if several is not None:
            return tuple(sure | {several: name} for name in several.meant)
        return (sure,) if sure else ()

    def corrected(self, number: int) -> str:
        """Return the text, if it is meant in the way of that number. Raises IndexError."""
        return self._corrected(0, len(self.text), self.ways[number])

    def wishes(self, number: int) -> list[str]:
        """Return what stands in that text between commas, or on a line, of what was wrong. Raises IndexError."""
        way = self.ways[number]
        parts = [part.span() for part in PART.finditer(self.text)]
        wrong = [(start, end) for start, end in parts if any(start <= fault.start and fault.end <= end for fault in way)]
        whole = wrong if all(any(s <= fault.start and fault.end <= e for s, e in wrong) for fault in way) else [(0, len(self.text))]
        return [self._corrected(start, end, way).strip() for start, end in whole]

    def _corrected(self, start: int, end: int, way: dict[ErrorSpan, str]) -> str:
        """That part of the text, with what is meant in place of what is wrong in it."""
        text = self.text[start:end]
        for fault in sorted((each for each in way if start <= each.start and each.end <= end), reverse=True):
            text = text[: fault.start - start] + way[fault] + text[fault.end - start :]
        return text


@dataclass(eq=False)
class NoTable(TableError):
    """There is no such table, or its record can't be read."""

    quarantined: bool = False


@dataclass(eq=False)
class TableThere(TableError):
    """Another table is open at this place; `about` is that one. `where` it was to be: here, in this
    table's own thread, or where a game was to be moved."""

    phase: Literal["lobby", "playing"] = "playing"
    where: Literal["here", "thread", "moved"] = "here"
    place: int | None = None


@dataclass(eq=False)
class NotSeated(TableError):
    """Only those who have a seat can do this. `asked-lately`: someone else without one asked this table for one not long ago."""

    why: Literal["not-joined", "watching", "resigned", "asked-lately"]


@dataclass(eq=False)
class AlreadySeated(TableError):
    """This person has a seat already. `name`: they were to take over another."""

    name: str | None = None


@dataclass(eq=False)
class TableFull(TableError):
    """No seat is free: `seats` are allowed. `seated`: so many have joined, and fewer seats were to be allowed."""

    seats: int
    seated: int | None = None


@dataclass(eq=False)
class NotHost(TableError):
    """Only the table's host, by this name, can do this: at all, or on another server, or for others than themselves."""

    host: str | None = None
    why: Literal["host", "other-server", "for-others"] = "host"


@dataclass(eq=False)
class Involved(TableError):
    """Only a manager who has never had a seat in the game can do this. `seat`: it was to get them one."""

    seat: bool = False


@dataclass(eq=False)
class NoSuchSeat(TableError):
    """The seat isn't there, or isn't of the kind that this is for."""

    why: Literal["empty", "own", "no-one-plays"]


@dataclass(eq=False)
class UnknownStyle(TableError):
    """No AI plays in this `style`; the others are `styles`."""

    style: str
    styles: tuple[str, ...]


@dataclass(eq=False)
class TooFewPlayers(TableError):
    """A game needs two seats, one of them a person's. `last_person`: an AI was to take the only person's."""

    last_person: bool = False


@dataclass(eq=False)
class UnknownCard(TableError):
    """A kingdom names a card that isn't there to be chosen."""

    name: str


@dataclass(eq=False)
class BadKingdom(TableError):
    """A kingdom can't be played or drawn, for a `reason` of the rules; or it has not ten different `cards`."""

    reason: str = ""
    cards: int = 0


@dataclass(eq=False)
class TooMany(TableError):
    """There is no room for so many bans, likes, saved kingdoms or tables."""

    what: Literal["bans", "likes", "kingdoms", "tables"]
    most: int
    given: int = 0


@dataclass(eq=False)
class BadName(TableError):
    """A saved kingdom's name is empty or too long."""

    longest: int


class NoVetoes(TableError):
    """Vetoes aren't allowed at this table."""


@dataclass(eq=False)
class VetoUsed(TableError):
    """This person has used their veto, on this card."""

    card: str


@dataclass(eq=False)
class NameTaken(TableError):
    """Someone else has saved a kingdom under this name. `delete`: it was to be deleted."""

    name: str
    delete: bool = False


class NoSuchKingdom(TableError):
    """No kingdom is saved under this name."""


@dataclass(eq=False)
class NotInvited(TableError):
    """The table is private, and this person isn't invited. `playing`: they asked for a seat in the game."""

    playing: bool = False


@dataclass(eq=False)
class StillPlaying(TableError):
    """That is for when the game is over."""

    why: Literal["rematch", "seed"]


@dataclass(eq=False)
class NotStarted(TableError):
    """The game hasn't started. `move`: it was to be moved."""

    move: bool = False


class AlreadyStarted(TableError):
    """The game has started: what is done in the lobby can't be done any more."""


@dataclass(eq=False)
class GameOver(TableError):
    """The game is over. `why`: a closed lobby was changed, or it was to be ended again."""

    why: Literal["over", "closed", "again", "now"] = "over"


@dataclass(eq=False)
class TablePaused(TableError):
    """The game's save doesn't fit the present rules. Everything is kept until its host decides. Not `shown`: only looking
    at the game was tried."""

    trouble: Trouble | None = None
    shown: bool = True


class NotPaused(TableError):
    """Only a paused table can be resumed."""


class NotReplayable(TableError):
    """The present code can't replay this finished game."""


class YourTurn(TableError):
    """A turn that has begun can't be planned any more."""


class TurnOver(TableError):
    """The person's turn is over."""


@dataclass(eq=False)
class NotYourDecision(TableError):
    """Someone else has to answer that; by name, where it is one."""

    name: str | None = None


@dataclass(eq=False)
class AskedFirst(TableError):
    """Another question comes first."""

    question: str


@dataclass(eq=False)
class MovedOn(TableError):
    """What was answered is no longer open."""

    why: Literal["gone", "answered", "undo"] = "gone"


@dataclass(eq=False)
class Illegal(TableError):
    """The rules don't allow this answer, for this `reason`."""

    reason: str


class NoSuchOption(TableError):
    """That can't be set like that."""


class MustWait(TableError):
    """At this table a turn goes on only when all that is owed is answered."""


@dataclass(eq=False)
class NothingToUndo(TableError):
    """Nothing can be taken back, or only so many moves (`most`), or not to there (`elsewhere`), or for a `reason` of the rules."""

    most: int = 0
    elsewhere: bool = False
    reason: str = ""


@dataclass(eq=False)
class NoOffer(TableError):
    """There is nothing to agree to or to decline. `instead`: something else is proposed."""

    to: Literal["agree", "decline"] = "agree"
    instead: OfferKind | None = None


@dataclass(eq=False)
class OfferThere(TableError):
    """Something else is proposed (`there`), and there is one proposal at a time."""

    there: OfferKind


class Closing(TableError):
    """The bot is going down and starts nothing new."""
