"""A table in memory, as committed, and how anyone may see it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile
from operator import attrgetter

from engine import Asked, DecisionView, Entry, Game
from storage.models import By, Change, Seat, Table
from storage.personal import AutoAnswers, PersonSettings, TurnPlan
from tables import undo
from tables.auto_answers import NOTHING_SAID
from tables.models import Awaited, SeatView, TableView
from tables.snapshot import SeatSnapshot, TurnLogs, oldest_turn

MOST_TURNS = 8
"""How many turns of a game are kept in memory: neither memory nor the time of look-ups and garbage collections may grow with the
game's length."""
ABSENT_AFTER = timedelta(days=3)
"""After how many of someone's waking hours the others needn't ask them about a substitute."""
SPARE = 4
"""How many more turns' logs are kept than are shown, in case one is undone."""
NOTHING_LOGGED = TurnLogs(0, (), ())


@dataclass(slots=True)
class TableState:
    """A table as committed, with its game. `by` says who made which of the game's entries; `stored_entries` and `stored_lines` are
    the numbers up to which (not including) entries and lines are stored, `stored_snapshots` the snapshots that are, by how many
    entries they follow; `mark` is the game's as committed. `logs` is what was logged recently; None: it has to be read from the
    store."""

    table: Table
    game: Game | None = None
    answers: Mapping[int, AutoAnswers] = field(default_factory=dict)
    plans: Mapping[int, TurnPlan] = field(default_factory=dict)
    by: dict[int, By] = field(default_factory=dict)
    stored_entries: int = 0
    stored_lines: int = 0
    stored_snapshots: frozenset[int] = frozenset()
    logs: TurnLogs | None = NOTHING_LOGGED
    shown: TableView = field(init=False)
    mark: int = field(init=False)
    _snapshots: dict[int | None, SeatSnapshot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Update what anyone may see of the table, from committed state only: readers don't wait for a command that is under
        way."""
        self.shown = show(self.table, self.game)
        self.mark = self.game.mark if self.game is not None else 0
        self._snapshots.clear()

    # seeing

    def kept_snapshot(self, person: int | None, settings: PersonSettings) -> SeatSnapshot | None:
        """Return the person's snapshot, if nothing in it has changed since it was made."""
        kept = self._snapshots.get(person)
        return kept if kept is not None and kept.settings is settings else None

    def snapshot(self, person: int | None, settings: PersonSettings) -> SeatSnapshot:
        """Make the person's snapshot, under the table's lock, with an unchanged game and with the logs read."""
        kept = self.kept_snapshot(person, settings)
        if kept is not None:
            return kept
        assert self.logs is not None
        seat = self.shown.seat_of(person)
        game, number = self.game, seat.number if seat is not None else None
        plan = self.plans.get(person) if person is not None else None
        view = game.view(number) if game is not None else None
        acts, askable, auto = 0, False, frozenset[int]()
        last: tuple[str, ...] = ()
        latest: tuple[str, ...] = ()
        if game is not None and view is not None and seat is not None and self.table.phase == "playing":
            acts = acts_of(game, self.by, seat.number)
            auto = frozenset(each.id for each in view.decisions if each.answered and is_automatic(game, self.by, each))
            askable = not seat.resigned and undo.askable(game, self.by, seat.number, view)
            last = undo.last_move(game, self.by, seat.number, free=True, made=plan.made if plan is not None else ())
            latest = undo.last_move(game, self.by, seat.number, free=False)
        made = self._snapshots[person] = SeatSnapshot(
            table=self.shown,
            person=person,
            view=view,
            acts=acts,
            last_move=last,
            latest_move=latest,
            askable=askable,
            plan=plan,
            said=self.answers.get(person, NOTHING_SAID) if person is not None else NOTHING_SAID,
            settings=settings,
            logs=self.logs,
            auto=auto,
            hints=self.table.seats[number].hints if number is not None else None,
        )
        return made

    # adopting what is stored

    def take_up(self, by: Mapping[int, By], game: Game) -> None:
        """Adopt the game just read from the store."""
        self.by.update(by)
        self.logs = None
        self._all_stored(game)

    def deepen(self, by: Mapping[int, By], game: Game) -> None:
        """Adopt the same game, read from the store with more of its past."""
        self.by.update(by)
        self.game = game
        self._snapshots.clear()
        self.stored_snapshots |= {snapshot.entries for snapshot in game.snapshots}

    def adopt(self, change: Change, game: Game | None) -> None:
        """Adopt what was committed."""
        self.table = change.table
        self.answers = {**self.answers, **change.standing}
        plans = {**self.plans, **change.plans}
        self.plans = {person: plan for person, plan in plans.items() if plan is not None}
        if game is not None:
            before = self.stored_snapshots
            self._all_stored(game)
            if not self.stored_snapshots <= before:
                self._forget_the_past(game)
        self.refresh()
        self.logs = logged(self.logs, change, oldest_turn(self.shown)) if self.logs is not None else None

    def _all_stored(self, game: Game) -> None:
        self.game = game
        self.stored_entries = game.journal_start + len(game.journal)
        self.stored_lines = game.log[-1].public.number + 1 if game.log else self.stored_lines
        self.stored_snapshots = frozenset(map(attrgetter("entries"), game.snapshots))

    def _forget_the_past(self, game: Game) -> None:
        """Keep only as much of a long game in memory as one read from the store would have; if more is needed, it is loaded
        (`deepen`). Everyone has just seen a turn start; otherwise, what is forgotten could tell them of a move that no one sees."""
        if len(game.snapshots) <= MOST_TURNS:
            return
        self._all_stored(Game.load(game.save(), self.table.names))
        start = game.snapshots[-1].entries
        self.by = {number: by for number, by in self.by.items() if number >= start}


def acts_of(game: Game, by: Mapping[int, By], seat: int) -> int:
    """Return how many answers the person in a seat gave in their current turn. Automatic answers don't count, nor answers still
    owed from another's turn."""
    this_turn = takewhile(lambda each: each.turn == game.turn, reversed(game.answers))
    return sum(each.current == each.seat == seat and by.get(each.entry) == "person" for each in this_turn)


def is_automatic(game: Game, by: Mapping[int, By], decision: DecisionView) -> bool:
    """Return whether an auto-answer has given the answer to a question that is still open."""
    given = next((entry for entry in reversed(game.journal) if game.answers_to(entry, decision.id)), None)
    return given is not None and by.get(given.number) == "standing"


def logged(before: TurnLogs, change: Change, oldest: int) -> TurnLogs | None:
    """Return the latest logs with what was committed; None if some turns since `oldest` are missing."""
    if before.first > max(0, oldest):
        return None
    cut = min(
        [entry.public.number for entry in change.log[:1]] + ([change.log_cut] if change.log_cut is not None else []), default=None
    )
    end = len(before.lines) if cut is None else bisect_left(before.lines, cut, key=attrgetter("public.number"))
    lines = (*before.lines[:end], *change.log)
    notes = [note for note in before.notes if not change.voids(note)]
    first = max(before.first, oldest - SPARE)
    return TurnLogs(
        first,
        lines[bisect_left(lines, first, key=attrgetter("public.turn")) :],
        tuple(note for note in (*notes, *change.notes) if note.turn >= first),
    )


SAME = (
    *("id", "place", "phase", "version", "host", "options", "created", "started", "ended", "commitment", "before"),
    *("proposal", "lost", "trouble", "result", "invited", "vetoes", "gathering", "nudge"),
)
"""Fields of a stored table that everyone may see."""


def show(table: Table, game: Game | None) -> TableView:
    """Return a table as anyone may see it."""
    open_ = game.asked if game is not None else ()
    waits = bool(table.waits) and table.phase == "playing"
    asked = {each.decider for each in open_ if not each.answered and not (waits and each.step)}
    needed = {each.decider for each in blocking_decisions(game, waits=waits)} if game is not None else set()
    causes = {  # a question from your own card might reveal that you have it; everyone has seen the cards that others played
        each.decider: {"card": each.card, "by": each.played_by}
        for each in open_
        if not each.answered and each.card is not None and each.played_by not in (None, each.decider, each.seat)
    }
    waited = [
        Awaited(
            seat=seat.number,
            name=seat.name,
            person=seat.person,
            since=seat.waiting_since,
            due=seat.ends if seat.lateness.passed is None else None,
            owed=seat.number not in needed,
            **causes.get(seat.number, {}),
        )
        for seat in table.seats
        if seat.number in asked
    ]
    return TableView(
        **{name: getattr(table, name) for name in SAME},
        seats=tuple(
            SeatView(
                number=each.number,
                name=each.name,
                person=each.person,
                ai=each.ai,
                resigned=each.resigned,
                taken_over=each.taken_over,
                stand_in=each.stand_in,
                away=each.away,
                open=each.open if table.phase == "playing" else None,
                lateness=each.lateness,
            )
            for each in table.seats
        ),
        awaited=tuple(waited),
        turn=game.turn if game is not None else 0,
        current=game.current if game is not None and not game.over else None,
        points=game.public_points if game is not None and table.options.score_counter else None,
        waits=waits,
        undecided=undecided(table),
        settles=settles(table),
    )


def asked_of(table: Table, at: datetime) -> Sequence[Seat]:
    """Return the seats whose consent a proposal needs: all people who still play. A substitution doesn't need its seat's holder if
    they are absent for good, unless no one else would have to agree. If the game was waiting for someone else who was absent, and
    still is, those who don't answer are no longer needed after a while, or two absent people would hold it up for good. Only the
    bot's own proposals can then do without anyone."""
    persons = [each for each in table.seats if each.person is not None and not each.resigned]
    proposal = table.proposal
    if proposal is None:
        return persons
    about = proposal.newcomer.seat if proposal.newcomer is not None else None
    held_up = proposal.kind != "undo" and is_held_up(table, proposal.at, proposal.by)

    def needed(seat: Seat) -> bool:
        if seat.number == about:
            return not is_absent(seat, at)
        return not held_up or seat.number not in proposal.silent or at < proposal.silent[seat.number]

    asked = [each for each in persons if needed(each)]
    return asked if asked or proposal.by is None else persons


def is_held_up(table: Table, at: datetime, by: int | None) -> bool:
    """Return whether the game waits for someone who is absent, other than the person `by`."""
    return any(is_absent(each, at) for each in table.seats if each.person not in (None, by) and not each.resigned)


def consented(table: Table, at: datetime) -> bool:
    """Return whether everyone has agreed to a proposal, perhaps because the last one missing is no longer asked."""
    proposal = table.proposal
    if proposal is None or (proposal.newcomer is not None and not proposal.newcomer.willing):
        return False
    return {each.number for each in asked_of(table, at)} <= set(proposal.agreed)


def silence_ends(table: Table) -> datetime | None:
    """Return when a proposal will be carried out although some haven't answered; None if it needs their answers."""
    proposal = table.proposal
    if proposal is None:
        return None
    times = [*proposal.silent.values(), *(seat.absent for seat in table.seats if seat.absent is not None)]
    return min((at for at in times if consented(table, at)), default=None)


def settles(table: Table) -> datetime | None:
    """Return the same for people to read, if the game was held up when the proposal was made: otherwise, it will probably go on."""
    proposal = table.proposal
    return silence_ends(table) if proposal is not None and is_held_up(table, proposal.at, proposal.by) else None


def undecided(table: Table) -> tuple[int, ...]:
    """Return the seats that haven't answered the proposal."""
    proposal = table.proposal
    if proposal is None or table.phase != "playing":
        return ()
    return tuple(each.number for each in asked_of(table, proposal.at) if each.number not in proposal.agreed)


def is_absent(seat: Seat, at: datetime) -> bool:
    """Return whether the game has waited for this seat long enough, by its holder's waking hours, to go on without them."""
    return seat.absent is not None and at >= seat.absent


def still_standing(entries: Iterable[Entry]) -> list[Entry]:
    """Return the answers that have not been undone, in order."""
    left: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            while left and left[-1].number >= entry.back_to:
                left.pop()
        elif entry.kind == "answer":
            left.append(entry)
    return left


def blocking_decisions(game: Game, *, waits: bool) -> list[Asked]:
    """Return the decisions that the game can't go on without. Owed ones are included only when the game needs them, or when the
    turn waits for them: then the turn's next step isn't."""
    open_ = [each for each in game.asked if not each.answered]
    return [each for each in open_ if not (each.step if waits else each.owed)] or open_


def follows(question: DecisionView, answered: DecisionView | None) -> bool:
    """Return whether an owed question is a direct consequence of the same seat's previous one."""
    same = ("decider", "card", "because")
    return answered is not None and all(getattr(question, name) == getattr(answered, name) for name in same)
