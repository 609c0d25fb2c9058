"""What can be refused at a table, each as a sentence that says what to do instead.

`TableError.table` and `.view` are the present state, where the one who is refused may see it, so that an outdated
message can be brought up to date along with the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from engine.view import View
from tables.models import TableView

PART = re.compile(r"[^,;\n]+")
"""A wish, a step or a name among others that were written."""


class TableError(Exception):
    """A refusal. Nothing has changed. `str()` of it is a sentence for the person who asked."""

    def __init__(self, sentence: str, *, table: TableView | None = None, view: View | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.table = table
        self.view = view


class ErrorSpan(NamedTuple):
    """What can't be understood of something that was written, from `start` to `end`; and which names may be meant by it."""

    start: int
    end: int
    meant: tuple[str, ...] = ()


class ParseError(TableError):
    """What somebody wrote (`text`) can't be understood. `faults`: where, in order; none, where all of it is wrong."""

    def __init__(self, sentence: str, text: str, *faults: ErrorSpan) -> None:
        super().__init__(sentence)
        self.text = text
        self.faults = tuple(sorted(faults))

    @classmethod
    def together(cls, errors: Sequence[Self]) -> Self:
        """All that is wrong with one text, each sentence said once."""
        sentences = dict.fromkeys(error.sentence for error in errors)
        return cls("\n".join(sentences), errors[0].text, *(fault for error in errors for fault in error.faults))

    @property
    def ways(self) -> tuple[dict[ErrorSpan, str], ...]:
        """What may be meant, in one way or another: by name, for each fault that something is like. Where one has several names,
        these are to be chosen from, and what is left is for the next time."""
        sure = {fault: fault.meant[0] for fault in self.faults if len(fault.meant) == 1}
        several = next((fault for fault in self.faults if len(fault.meant) > 1), None)
        if several is not None:
            return tuple(sure | {several: name} for name in several.meant)
        return (sure,) if sure else ()

    def mended(self, number: int) -> str:
        """The text, if it is meant in the way of that number. Raises IndexError."""
        return self._put_right(0, len(self.text), self.ways[number])

    def wishes(self, number: int) -> list[str]:
        """What stands in that text between commas, or on a line, of what was wrong. Raises IndexError."""
        way = self.ways[number]
        parts = [part.span() for part in PART.finditer(self.text)]
        wrong = [(start, end) for start, end in parts if any(start <= fault.start and fault.end <= end for fault in way)]
        whole = wrong if all(any(s <= fault.start and fault.end <= e for s, e in wrong) for fault in way) else [(0, len(self.text))]
        return [self._put_right(start, end, way).strip() for start, end in whole]

    def _put_right(self, start: int, end: int, way: dict[ErrorSpan, str]) -> str:
        """That part of the text, with what is meant in place of what is wrong in it."""
        text = self.text[start:end]
        for fault in sorted((each for each in way if start <= each.start and each.end <= end), reverse=True):
            text = text[: fault.start - start] + way[fault] + text[fault.end - start :]
        return text


class NoTable(TableError):
    """There is no such table."""


class TableThere(TableError):
    """Another game is still going on at this place; `table` is that one."""


class NotSeated(TableError):
    """Only those who sit at the table may do this."""


class AlreadySeated(TableError):
    """This person sits there already."""


class TableFull(TableError):
    """No seat is free."""


class NotHost(TableError):
    """Only the table's host may do this."""


class Involved(TableError):
    """Only a manager who has never had a seat in the game may do this."""


class NoSuchSeat(TableError):
    """The seat isn't there, or isn't of the kind that this is for."""


class UnknownStyle(TableError):
    """No AI plays in this style."""


class TooFewPlayers(TableError):
    """A game needs two seats, one of them a person's."""


class UnknownCard(TableError):
    """A kingdom names a card that isn't there to be chosen; `name` is what was asked for."""

    def __init__(self, sentence: str, *, name: str, table: TableView | None = None) -> None:
        super().__init__(sentence, table=table)
        self.name = name


class BadKingdom(TableError):
    """A kingdom isn't made of ten different cards."""


class NoVetoes(TableError):
    """Vetoes aren't allowed at this table."""


class VetoUsed(TableError):
    """This person has used their veto."""


class NameTaken(TableError):
    """Somebody else has saved a kingdom under this name."""


class NoSuchKingdom(TableError):
    """No kingdom is saved under this name."""


class NotInvited(TableError):
    """The table is private, and this person isn't invited."""


class StillPlaying(TableError):
    """That is for when the game is over."""


class NotStarted(TableError):
    """The game hasn't begun."""


class AlreadyStarted(TableError):
    """The game has begun: what is done in the lobby can't be done any more."""


class GameOver(TableError):
    """The game is over."""


class TablePaused(TableError):
    """The table is frozen: its save doesn't fit the present rules, and everything is kept until its host decides."""


class NotFrozen(TableError):
    """Only a frozen table can be thawed."""


class YourTurn(TableError):
    """A turn that has begun can't be planned any more."""


class NotYourDecision(TableError):
    """Somebody else has to answer that."""


class MovedOn(TableError):
    """The decision that was answered is no longer open; `table` and `view` are the present state."""


class Illegal(TableError):
    """The rules don't allow this answer; the sentence says why."""


class MustWait(TableError):
    """At this table a turn goes on only when all that is owed is answered."""


class NothingToUndo(TableError):
    """Nothing can be taken back freely: something hidden came out, or somebody else has acted since."""


class NoOffer(TableError):
    """There is nothing to agree to or to decline."""


class OfferThere(TableError):
    """Something else is on offer, and there is one offer at a time."""


class Closing(TableError):
    """The bot is going down and begins nothing new."""
