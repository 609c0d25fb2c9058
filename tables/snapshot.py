"""What one person sees of a table: everything that their panels are drawn from, as committed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from engine import DecisionView, LogEntry, LogLine, View
from storage.notes import OwnNote
from storage.personal import AutoAnswers, PersonSettings, TurnPlan
from tables.auto_answers import resolved, unused
from tables.hints import Hint, due
from tables.models import OwnLine, SeatView, TableView
from tables.plan import Preview, preview

ROUNDS_BACK = 4
"""How many rounds to search back for a seat's own last turn."""


@dataclass(frozen=True)
class TurnLogs:
    """The log since the turn `first`, for all readers: the game's lines and the table's own notes."""

    first: int
    lines: tuple[LogEntry, ...]
    notes: tuple[OwnNote, ...]

    @cached_property
    def in_force(self) -> Sequence[OwnNote]:
        """Return the notes that are in force."""
        return in_force(self.notes)

    @cached_property
    def turns(self) -> Mapping[int, Sequence[LogEntry]]:
        """Return the lines of each turn."""
        return {turn: tuple(lines) for turn, lines in groupby(self.lines, key=attrgetter("public.turn"))}


def readable(lines: Sequence[LogEntry], notes: Sequence[OwnNote], *, seat: int | None, person: int | None) -> tuple[LogLine, ...]:
    """Return the lines as `seat` reads them, with notes for `person`: theirs, and not those of former holders of their seat."""
    told = [entry.line(seat) for entry in lines]
    if notes and person is not None:
        told += [OwnLine.of(note) for note in in_force(notes) if note.person == person]
    return tuple(sorted(told, key=attrgetter("number")))


def in_force(notes: Sequence[OwnNote]) -> list[OwnNote]:
    """Return the notes without those of auto-answers that their person has changed since."""
    changed = {note.did.answered for note in notes if note.did is not None and note.did.what == "changed"}
    return [note for note in notes if note.did is None or note.did.answered not in changed]


@dataclass(frozen=True)
class SeatSnapshot:
    """A table as committed, with everything that `person` (None: a spectator) may know about it. It holds nothing that changes
    later.

    `view` is None while there is no game to see. `acts`: how many answers they gave in their current turn. `last_move` is what one
    undo would undo, as ids of options, and `latest_move` their last answer, undoable or not. `askable`: there is a point that they
    could ask to go back to. `auto`: the open questions that their auto-answers have answered. `hints`: those that they are done
    with, if this is their first game."""

    table: TableView
    person: int | None
    view: View | None
    acts: int
    last_move: tuple[str, ...]
    latest_move: tuple[str, ...]
    askable: bool
    plan: TurnPlan | None
    said: AutoAnswers
    settings: PersonSettings
    logs: TurnLogs
    auto: frozenset[int] = frozenset()
    hints: tuple[str, ...] | None = None

    @cached_property
    def seat(self) -> SeatView | None:
        """Return the person's seat."""
        return self.table.seat_of(self.person)

    @property
    def acted(self) -> bool:
        """Return whether they have answered something themselves in their current turn."""
        return self.acts > 0

    @cached_property
    def undoes_alone(self) -> bool:
        """Return whether they can undo without asking anyone, since only AIs play with them."""
        return self.askable and self.table.plays_alone(self.person)

    @property
    def shows_hints(self) -> bool:
        """Return whether they can get hints."""
        return self.hints is not None and self.settings.hints

    def hint(self, decision: DecisionView | None) -> Hint | None:
        """Return the hint that matters to them at a question (None: no question)."""
        if self.view is None or self.hints is None or not self.settings.hints:
            return None
        return due(self.view, decision, self.hints, undo=bool(self.last_move))

    @cached_property
    def answers(self) -> AutoAnswers:
        """Return their auto-answers in force in this game (no field is None)."""
        return resolved(self.said, self.settings.standing)

    @cached_property
    def preview(self) -> Preview | None:
        """Return what their plan would do with the current hand."""
        if self.plan is None or self.view is None or self.seat is None:
            return None
        return preview(self.plan, self.view, self.seat.number)

    def has_turn(self, turn: int) -> bool:
        """Return whether the whole log of a turn is here."""
        return turn >= self.logs.first

    def turn_log(self, turn: int) -> tuple[LogLine, ...]:
        """Return the lines of one of the latest turns, as they read them."""
        lines = self.logs.turns.get(turn, ())
        notes = [note for note in self.logs.in_force if note.turn == turn]
        number = self.seat.number if self.seat is not None else None
        return readable(lines, notes, seat=number, person=self.person)

    @cached_property
    def this_turn(self) -> tuple[LogLine, ...]:
        """Return the lines of the current turn. A stopped plan is no longer news once they have acted."""
        lines = self.turn_log(self.table.turn)
        return tuple(line for line in lines if acts_at(line) in (None, self.acts))

    @cached_property
    def own_last_turn(self) -> tuple[LogLine, ...]:
        """Return the lines of their last turn before this one; none if there was none, or it is too long ago."""
        return self._back[0]

    @property
    def first_unused(self) -> tuple[str, ...]:
        """Return the Reactions that they first gained in their last turn, and that auto-answers leave unused on others' turns."""
        if self.view is None or self.seat is None:
            return ()
        number = self.seat.number
        own = [each for each in self.own_last_turn if each.seat == number]
        gained = Counter(each.card for each in own if each.kind == "buy" or (each.kind == "gain" and not each.bought))
        owned = {each.name: each.count for each in self.view.players[number].owned}
        new = [card for card, count in gained.items() if card is not None and owned.get(card) == count]
        return tuple(card for card in new if unused(card, self.answers))

    @cached_property
    def since_own_turn(self) -> tuple[LogLine, ...]:
        """Return the lines between their last turn and the current one."""
        return self._back[1]

    @cached_property
    def _back(self) -> tuple[tuple[LogLine, ...], tuple[LogLine, ...]]:
        since: tuple[LogLine, ...] = ()
        for turn in range(self.table.turn - 1, oldest_turn(self.table), -1):
            lines = self.turn_log(turn)
            if self.seat is not None and any(is_own_turn(line, self.seat.number) for line in lines):
                return lines, since
            since = lines + since
        return (), since


def oldest_turn(table: TableView) -> int:
    """Return the turn from which to look back for a seat's own last turn."""
    return max(0, table.turn - ROUNDS_BACK * len(table.seats))


def is_stop(line: LogLine) -> bool:
    """Return whether this line says that a plan stopped."""
    return acts_at(line) is not None


def acts_at(line: LogLine) -> int | None:
    """Return after how many answers of its reader in that turn a plan stopped; None for any other line."""
    says = line.says if isinstance(line, OwnLine) else None
    return says.acts if says is not None and says.what == "plan-stopped" else None


def is_own_turn(line: LogLine, seat: int) -> bool:
    """Return whether this line starts a turn in which `seat` decides what its own cards do."""
    return line.kind == "turn" and line.seat == seat and line.possessor is None
