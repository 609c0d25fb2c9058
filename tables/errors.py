"""What a table can refuse: a class for each reason, with its facts. The words are in the catalogue for people.

`TableError.snapshot` is the current state as the refused person may see it, so that an outdated message can be updated along with
the refusal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Literal, NamedTuple, Self

from engine.view import View
from tables.models import ProposalKind, TableView, Trouble
from tables.snapshot import SeatSnapshot

PART = re.compile(r"[^,;\n]+")
"""One of several requests, steps or names that someone wrote."""


@dataclass(eq=False)
class TableError(Exception):
    """A refusal. Nothing has changed. `table`: the one that it is about, if not the one acted on."""

    about: TableView | None = field(default=None, kw_only=True, repr=False)
    snapshot: SeatSnapshot | None = field(default=None, kw_only=True, repr=False)

    @property
    def table(self) -> TableView | None:
        """Return the current state of the table that it is about."""
        return self.about or (self.snapshot.table if self.snapshot is not None else None)

    @property
    def view(self) -> View | None:
        """Return the game as the refused person may see it."""
        return self.snapshot.view if self.snapshot is not None else None

    def __str__(self) -> str:
        facts = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr]
        return " ".join([type(self).__name__, *facts])


class ErrorSpan(NamedTuple):
    """The part of a text that can't be understood, from `start` to `end`; and the names that it might mean."""

    start: int
    end: int
    meant: tuple[str, ...] = ()


class ParseError(TableError):
    """Someone's `text` can't be understood, as the `sentence` says. `faults`: where, in order; none: all of it is wrong."""

    def __init__(self, sentence: str, text: str, *faults: ErrorSpan) -> None:
        super().__init__()
        self.sentence = sentence
        self.text = text
        self.faults = tuple(sorted(faults))

    @classmethod
    def together(cls, errors: Sequence[Self]) -> Self:
        """Join the errors of one text, each sentence once."""
        sentences = dict.fromkeys(error.sentence for error in errors)
        return cls("\n".join(sentences), errors[0].text, *(fault for error in errors for fault in error.faults))

    @property
    def ways(self) -> tuple[dict[ErrorSpan, str], ...]:
        """Return the possible meanings of the text: by name, for each fault that resembles one. The first fault with several names
        offers the choice; the rest is left for the next time."""
        sure = {fault: fault.meant[0] for fault in self.faults if len(fault.meant) == 1}
        several = next((fault for fault in self.faults if len(fault.meant) > 1), None)
        if several is not None:
            return tuple(sure | {several: name} for name in several.meant)
        return (sure,) if sure else ()

    def corrected(self, number: int) -> str:
        """Return the text in the meaning with that number. Raise IndexError."""
        return self._corrected(0, len(self.text), self.ways[number])

    def meant(self, number: int) -> list[str]:
        """Return the corrected items of that text, between commas or on lines. Raise IndexError."""
        way = self.ways[number]
        parts = [part.span() for part in PART.finditer(self.text)]
        wrong = [(start, end) for start, end in parts if any(start <= fault.start and fault.end <= end for fault in way)]
        whole = wrong if all(any(s <= fault.start and fault.end <= e for s, e in wrong) for fault in way) else [(0, len(self.text))]
        return [self._corrected(start, end, way).strip() for start, end in whole]

    def _corrected(self, start: int, end: int, way: dict[ErrorSpan, str]) -> str:
        """Return that part of the text with its errors corrected."""
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
    """Another table is open at this place; `about` is that one. `where` the new one was to be: here, in this table's own thread, or
    where a game was to be moved."""

    phase: Literal["lobby", "playing"] = "playing"
    where: Literal["here", "thread", "moved"] = "here"
    place: int | None = None


@dataclass(eq=False)
class NoOneToNudge(TableError):
    """The game waits for no other person; `you`: for the one who would nudge."""

    you: bool = False


@dataclass(eq=False)
class NudgedLately(TableError):
    """The game was nudged a short while ago; it can be `again` from then on."""

    again: datetime


@dataclass(eq=False)
class NotSeated(TableError):
    """Only those who have a seat can do this. `asked-lately`: another outsider has recently asked this table for a seat."""

    why: Literal["not-joined", "watching", "resigned", "asked-lately"]


@dataclass(eq=False)
class AlreadySeated(TableError):
    """This person has a seat already. `name`: who someone else proposed for another seat; `playing`: they wanted another
    one themselves."""

    name: str | None = None
    playing: bool = False


@dataclass(eq=False)
class TableFull(TableError):
    """No seat is free: `seats` are allowed. `seated`: how many have joined, if the host wanted to allow fewer."""

    seats: int
    seated: int | None = None


@dataclass(eq=False)
class NotHost(TableError):
    """Only the table's host, by this name, can do this: in general, or on another server, or for anyone but themselves."""

    host: str | None = None
    why: Literal["host", "other-server", "for-others"] = "host"


@dataclass(eq=False)
class Involved(TableError):
    """Only a manager who has never had a seat in the game can do this. `seat`: it would have given them one; `unknown`: they might
    have had one, since someone's data were deleted."""

    seat: bool = False
    unknown: bool = False


@dataclass(eq=False)
class NoSuchSeat(TableError):
    """The seat doesn't exist, or is of the wrong kind for this."""

    why: Literal["empty", "own", "no-one-plays"]


@dataclass(eq=False)
class SeatClosed(TableError):
    """The seat isn't open to anyone any more. `taken`: this player has taken it over."""

    taken: str | None = None


@dataclass(eq=False)
class KnowsHand(TableError):
    """Someone (`who`; None: this person) has had another seat of the game (`name`), and knows its cards."""

    name: str
    who: str | None = None


@dataclass(eq=False)
class UnknownStyle(TableError):
    """No AI plays in this `style`; the existing ones are `styles`."""

    style: str
    styles: tuple[str, ...]


@dataclass(eq=False)
class TooFewPlayers(TableError):
    """A game needs two seats, one of them a person's. `last_person`: an AI was to take the only person's."""

    last_person: bool = False


@dataclass(eq=False)
class UnknownCard(TableError):
    """A kingdom names a card that doesn't exist or can't be chosen."""

    name: str


@dataclass(eq=False)
class BadKingdom(TableError):
    """A kingdom can't be played or drawn, for a `reason` of the rules; or it doesn't have ten different `cards`."""

    reason: str = ""
    cards: int = 0


Counted = Literal["opened", "invitations", "look-ups", "files"]
"""What is limited per period of time."""


@dataclass(eq=False)
class TooMany(TableError):
    """There is no room for that many bans, likes, saved kingdoms, guests, followed games or followers, or for more tables (a
    person's; those that haven't started, of a host or a server; new ones in a day), invitations of `who` in a day, public look-ups
    in a minute, or files of their own data. `again`: when it is possible again."""

    what: Literal["bans", "likes", "kingdoms", "guests", "followed", "followers", "tables", "lobbies", "server-lobbies"] | Counted
    most: int
    given: int = 0
    again: datetime | None = None
    who: int | None = None


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
    """Someone else has saved a kingdom under this name. `delete`: this person wanted to delete it."""

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
    """This has to wait until the game is over."""

    why: Literal["rematch", "seed", "share", "delete", "replay", "what-if"]


@dataclass(eq=False)
class NotStarted(TableError):
    """The game hasn't started. `move`: someone wanted to move it."""

    move: bool = False


class AlreadyStarted(TableError):
    """The game has started: the lobby's actions are no longer possible."""


@dataclass(eq=False)
class GameOver(TableError):
    """The game is over. `why`: someone tried to change a closed lobby, or to end the game again."""

    why: Literal["over", "closed", "again", "now"] = "over"


@dataclass(eq=False)
class TablePaused(TableError):
    """The game's save doesn't fit the current version. Everything is kept until its host decides. Not `shown`: someone only tried
    to look at the game."""

    trouble: Trouble | None = None
    shown: bool = True


class NotPaused(TableError):
    """Only a paused table can be resumed."""


class NotShown(TableError):
    """The person can't look at this finished game: it is private, or gone."""


class NotReplayable(TableError):
    """The current version can't replay this finished game."""


@dataclass(eq=False)
class TooLong(TableError):
    """A finished game is too long to be replayed: it has more than `most` `what`."""

    most: int
    what: Literal["moves", "turns"] = "moves"


class YourTurn(TableError):
    """A turn that has started can no longer be planned."""


class TurnOver(TableError):
    """The person's turn is over."""


@dataclass(eq=False)
class NotYourDecision(TableError):
    """Someone else has to answer that; by name, if it is one player."""

    name: str | None = None


class AskedFirst(TableError):
    """Another question comes first."""


@dataclass(eq=False)
class MovedOn(TableError):
    """The question is no longer open."""

    why: Literal["gone", "answered", "undo"] = "gone"


@dataclass(eq=False)
class Illegal(TableError):
    """The rules don't allow this answer, for this `reason`."""

    reason: str


class NoSuchOption(TableError):
    """This setting can't have that value."""


class MustWait(TableError):
    """At this table, a turn goes on only once all owed answers are in."""


@dataclass(eq=False)
class NothingToUndo(TableError):
    """Undo isn't possible: at all, for that many moves (`most` is the limit), to that point (`elsewhere`), or for a `reason` in the
    rules. `off_turn`: their last move was a response. `askable`: the others could agree to an undo."""

    most: int = 0
    elsewhere: bool = False
    off_turn: bool = False
    askable: bool = False
    reason: str = ""


@dataclass(eq=False)
class NoProposal(TableError):
    """There is nothing to agree to or to decline. `instead`: something else is proposed."""

    to: Literal["agree", "decline"] = "agree"
    instead: ProposalKind | None = None


@dataclass(eq=False)
class ProposalThere(TableError):
    """There is another proposal (`there`), and only one is possible at a time."""

    there: ProposalKind


class InProgress(TableError):
    """What the person asks for is already being done."""


@dataclass(eq=False)
class CannotVote(TableError):
    """The vote on a late move is over; or it is about this person's own move, or their own time is up as well."""

    why: Literal["over", "own", "late"]


@dataclass(eq=False)
class NoClaim(TableError):
    """The win can't be claimed, or not before a certain time (`at`)."""

    at: datetime | None = None


class Closing(TableError):
    """The bot is stopping and starts nothing new."""
