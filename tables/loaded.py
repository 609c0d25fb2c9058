"""A table in memory, as it is committed, and how anyone may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine import DecisionView, Entry, Game, LogEntry, View
from storage.models import AutoAnswers, By, Change, OwnNote, Seat, Table, TurnPlan
from tables.models import Awaited, SeatView, TableView

LATE = timedelta(minutes=10)
"""How long the game waits for somebody who was there when it began to, before they are called: they may have looked away."""
LOGS_KEPT = 4
"""So many turns' logs stay in memory: what is looked at is mostly this turn and the ones since somebody's last."""
MOST_TURNS = 60
"""Of how many turns a game is kept in memory: what is looked up in it, and what it takes, must not grow with the game's length."""
AWAY = timedelta(days=3)
"""Whom a game has waited for so long needn't be asked any more about who takes over their seat."""

Logged = tuple[list[LogEntry], list[OwnNote]]
"""The game's lines and the table's own."""


@dataclass(slots=True)
class Loaded:
    """A table as committed, with its game. `by` says who made which of the game's entries; `stored_entries` and
    `stored_lines` are the numbers up to which (not including) entries and lines are stored, `stored_snapshots` the
    snapshots that are, by how many entries they follow; `mark` is the game's as committed."""

    table: Table
    game: Game | None = None
    standing: Mapping[int, AutoAnswers] = field(default_factory=dict)
    plans: Mapping[int, TurnPlan] = field(default_factory=dict)
    by: dict[int, By] = field(default_factory=dict)
    stored_entries: int = 0
    stored_lines: int = 0
    stored_snapshots: frozenset[int] = frozenset()
    shown: TableView = field(init=False)
    mark: int = field(init=False)
    logs: dict[int | None, Logged] = field(default_factory=dict)
    _views: dict[int | None, View] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Note how anyone may see the table. Only as committed: readers don't wait for a call that is under way."""
        self.shown = show(self.table, self.game)
        self.mark = self.game.mark if self.game is not None else 0
        self._views.clear()

    def view(self, seat: int | None) -> View:
        """The game as committed, as a seat may see it; called under the table's lock, with nothing done to it yet."""
        assert self.game is not None
        if seat not in self._views:
            self._views[seat] = self.game.view(seat)
        return self._views[seat]

    def keep_log(self, turn: int, logged: Logged) -> None:
        """A turn's log was read as it is committed: until it changes, nobody need read it again."""
        self.logs[turn] = logged
        while len(self.logs) > LOGS_KEPT:
            del self.logs[next(iter(self.logs))]

    def _forget_logs(self, change: Change) -> None:
        turns = [*(line.turn for line in change.log), *(note.turn for note in change.notes)]
        if change.log_cut is not None:
            self.logs.clear()
        elif turns:
            self.logs = {turn: logged for turn, logged in self.logs.items() if turn is not None and turn < min(turns)}

    def take_up(self, by: dict[int, By], game: Game) -> None:
        """The game was just read from the store."""
        self.by.update(by)
        self.all_stored(game)

    def deepen(self, by: dict[int, By], game: Game) -> None:
        """The same game was read from the store with more of its past."""
        self.by.update(by)
        self.game = game
        self.stored_snapshots |= {snapshot.entries for snapshot in game.snapshots}

    def all_stored(self, game: Game) -> None:
        """Everything of the game is in the store."""
        self.game = game
        self.stored_entries = game.journal_start + len(game.journal)
        self.stored_lines = game.log[-1].number + 1 if game.log else self.stored_lines
        self.stored_snapshots = frozenset(snapshot.entries for snapshot in game.snapshots)

    def adopt(self, change: Change, game: Game | None) -> None:
        """Take over what was committed."""
        self._forget_logs(change)
        self.table = change.table
        self.standing = {**self.standing, **change.standing}
        plans = {**self.plans, **change.plans}
        self.plans = {person: plan for person, plan in plans.items() if plan is not None}
        if game is not None:
            self.all_stored(game)
            if len(game.snapshots) > MOST_TURNS:
                self._forget_the_past(game)
        self.refresh()

    def _forget_the_past(self, game: Game) -> None:
        """Keep in memory what a game read from the store would have: who asks for more has it read (`deepen`)."""
        self.all_stored(Game.load(game.save(), self.table.names))
        start = game.snapshots[-1].entries
        self.by = {number: by for number, by in self.by.items() if number >= start}


def show(table: Table, game: Game | None) -> TableView:
    """A table as anyone may see it."""
    decisions = game.decisions if game is not None else ()
    waits = bool(table.waits) and table.phase == "playing"
    asked = {each.decider for each in decisions if not each.answered and not (waits and each.kind == "turn")}
    needed = {decision.decider for decision in holding_up(game, waits=waits)} if game is not None else set()
    causes = {  # what one's own cards ask may tell that one holds them; what another has played, all have seen
        each.decider: {"card": each.card, "by": each.played_by}
        for each in decisions
        if not each.answered and each.card is not None and each.played_by not in (None, each.decider, each.seat)
    }
    waited = [
        Awaited(
            seat=seat.number,
            name=seat.name,
            person=seat.person,
            since=seat.waiting_since,
            owed=seat.number not in needed,
            **causes.get(seat.number, {}),
        )
        for seat in table.seats
        if seat.number in asked
    ]
    return TableView(
        **table.model_dump(include={"id", "phase", "version", "host", "created", "started", "ended", "commitment", "before"}),
        place=table.place,
        options=table.options,
        seats=tuple(
            SeatView(**seat.model_dump(include={"number", "name", "person", "ai", "resigned"}), taken_over=seat.taken_over)
            for seat in table.seats
        ),
        awaited=tuple(waited),
        turn=game.turn if game is not None else 0,
        current=game.current if game is not None and not game.over else None,
        offer=table.offer,
        lost=table.lost,
        trouble=table.trouble,
        result=table.result,
        invited=table.invited,
        vetoes=table.vetoes,
        points=game.points if game is not None and table.options.score_counter else None,
        waits=waits,
        undecided=undecided(table),
    )


def asked_of(table: Table, at: datetime) -> Sequence[Seat]:
    """The seats whose consent an offer needs: all persons who still play. About who takes over a seat its holder isn't asked who is
    away for good, unless there is nobody else."""
    persons = [each for each in table.seats if each.person is not None and not each.resigned]
    offer = table.offer
    about = offer.newcomer.seat if offer is not None and offer.newcomer is not None else None
    return [each for each in persons if each.number != about or not away(each, at)] or persons


def undecided(table: Table) -> tuple[int, ...]:
    """The seats whose answer to the offer is not in yet."""
    offer = table.offer
    if offer is None or table.phase != "playing":
        return ()
    return tuple(each.number for each in asked_of(table, offer.at) if each.number not in offer.agreed)


def uncalled(table: Table, at: datetime) -> list[int]:
    """The seats for which the game has waited for a while, with nobody called."""
    if table.phase != "playing":
        return []
    return [
        seat.number
        for seat in table.seats
        if seat.person is not None and seat.call is None and seat.waiting_since is not None and at - seat.waiting_since >= LATE
    ]


def away(seat: Seat, at: datetime) -> bool:
    """Has the game waited for this seat for so long that it has to go on without its holder?"""
    return seat.waiting_since is not None and at - seat.waiting_since >= AWAY


def still_standing(entries: Iterable[Entry]) -> list[Entry]:
    """The answers that have not been taken back, in order."""
    left: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            while left and left[-1].number >= entry.back_to:
                left.pop()
        elif entry.kind == "answer":
            left.append(entry)
    return left


def holding_up(game: Game, *, waits: bool) -> list[DecisionView]:
    """The decisions that the game can't go on without; owed ones only when it has come to where it needs them, or when the turn
    waits for them: then the turn's next step is what can wait."""
    asked = [decision for decision in game.decisions if not decision.answered]
    return [decision for decision in asked if not (decision.kind == "turn" if waits else decision.owed)] or asked
