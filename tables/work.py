"""What one command changes at a table: the table and the game, ready to be committed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from engine import DecisionView, Ending, Entry, Game, LogEntry
from engine.view import Frozen
from storage.lateness import ON_TIME, occasion
from storage.models import (
    ALL_THERE,
    By,
    Change,
    Newcomer,
    OutsideAction,
    Ping,
    Place,
    Proposal,
    Seat,
    Started,
    StoredEntry,
    TakenOver,
)
from storage.notes import AutoAction, Notice, OwnNote
from storage.personal import AutoAnswers, Hours, PersonSettings, TurnPlan
from tables import gathering, recovery, undo
from tables.auto_answers import NOTHING_SAID, resolved
from tables.calling import Calls, is_overdue
from tables.lobby import renamed, seat_name, unique
from tables.models import Person
from tables.sources import Sources
from tables.state import TableState, asked_of, consented, follows, still_standing
from tables.threads import aside

MOST_TOLD = 30
"""How many outcomes of one person's proposals are logged each turn: people could propose and decline forever."""
NOTHING_KEPT = PersonSettings()
NEW_HOLDER = {"held": False, "hints": None, "waiting_since": None, "stand_in": None, "lateness": ON_TIME, "open": None}

Model = TypeVar("Model", bound=Frozen)


class UnitOfWork:
    """A command's changes to a table so far. The table itself is a value and can simply be dropped; the game can't: once `touched`,
    it has to be committed, or the table dropped from memory. `actor`: the person who acts, and needs no ping."""

    def __init__(
        self, state: TableState, now: datetime, actor: int | None, settings: Mapping[int, PersonSettings], sources: Sources
    ) -> None:
        self.state = state
        self.table = state.table
        self.game = state.game
        self.now = now
        self.actor = actor
        self.settings = settings
        self.sources = sources
        self.touched = False
        self.unsettled = False
        self.answers: dict[int, AutoAnswers] = {}
        self.plans: dict[int, TurnPlan | None] = {}
        self.started: Started | None = None
        self.lines_from = state.stored_lines
        self.log_cut: int | None = None
        self.undone: set[int] = set()
        self.notes: list[OwnNote] = []
        self.calls = Calls(overdue=actor is None and is_overdue(state.table, now))
        self.invites: list[int] = []
        self.given_up: set[int] = set()
        self.returned: Hours | None = None
        self.moves = False
        self.played_for: range | None = None
        self.ping_again: set[int] = set()

    # small changes, and facts

    @property
    def person(self) -> int:
        """Return the person who acts; the caller has made sure of one."""
        assert self.actor is not None
        return self.actor

    def set(self, **fields: object) -> None:
        """Change fields of the table."""
        self.table = updated(self.table, fields)

    def set_seat(self, number: int, **fields: object) -> None:
        """Change fields of one seat."""
        seats = self.table.seats
        seat = updated(seats[number], fields)
        if seat is not seats[number]:
            self.set(seats=(*seats[:number], seat, *seats[number + 1 :]))

    def note(self, seat: int, *, did: AutoAction | None = None, says: Notice | None = None) -> OwnNote:
        """Add a line to the log of the person in a seat, about what comes now."""
        game = self.playing()
        person = self.table.seats[seat].person
        return OwnNote(after=game.log[-1].public.number, turn=game.turn, seat=seat, person=person, did=did, says=says)

    def lines(self) -> list[LogEntry]:
        """Return the added lines."""
        log = self.game.log if self.game is not None else []
        at = len(log)
        while at and log[at - 1].public.number >= self.lines_from:
            at -= 1
        return list(log[at:])

    def playing(self) -> Game:
        """Return the game; the caller has made sure that there is one."""
        assert self.game is not None
        return self.game

    def settings_of(self, seat: Seat) -> PersonSettings:
        """Return the settings of the person in a seat."""
        kept = self.settings.get(seat.person or 0, NOTHING_KEPT)
        if self.returned is None or seat.person != self.actor:
            return kept
        return kept.model_copy(update={"hours": self.returned})

    def hours_of(self, seat: Seat) -> Hours:
        """Return the hours of the person in a seat."""
        return self.settings_of(seat).hours

    def answers_of(self, person: int) -> AutoAnswers:
        """Return a person's auto-answers in force (no field is None)."""
        here = self.answers.get(person, self.state.answers.get(person, NOTHING_SAID))
        return resolved(here, self.settings.get(person, NOTHING_KEPT).standing)

    def plan_of(self, person: int) -> TurnPlan | None:
        """Return a person's plan."""
        return self.plans.get(person, self.state.plans.get(person))

    def turn_answers(self) -> list[Entry]:
        """Return the answers of this turn that have not been undone."""
        game = self.playing()
        start = game.snapshots[-1].entries if game.snapshots else 0
        return still_standing(game.journal[max(0, start - game.journal_start) :])

    # transitions of the game

    def start(self, started: Started) -> None:
        """Start the game."""
        self.started = started
        self.game = Game.new(started.setup, bytes.fromhex(started.seed))
        self.touched = True
        self.set(phase="playing", started=self.now, commitment=self.game.view(None).commitment, gathering=ALL_THERE)

    def answer(self, seat: int, decision: int, ids: Sequence[str], by: By) -> None:
        """Answer a decision. Raise StaleDecision and IllegalAnswer; then nothing has changed."""
        game = self.playing()
        person, owed = self.table.seats[seat].person, self._owed()
        planned = by in ("person", "ai") and person is not None and self.plan_of(person) is not None
        moves = planned and any(each.id == decision and each.kind == "turn" for each in game.asked)
        played = moves and game.view(seat).is_turn_of(seat)
        game.answer(seat, decision, ids)
        self._made(by)
        if any(id not in owed and not follows(each, owed.get(decision)) for id, each in self._owed().items()):
            self.set(waits=None)  # another Attack: the decision about waiting was for the ones before it
        if by == "person":
            self.set_seat(seat, held=False)
        if person is not None and played:  # the turn that the plan was for
            self.plans[person] = None

    def _owed(self) -> dict[int, DecisionView]:
        """Return the owed decisions, by number; none if the player hasn't decided about waiting for them."""
        if self.table.waits is None:
            return {}
        game = self.playing()
        return {each.id: game.decision(each.id) for each in game.asked if each.owed}

    def resign(self, seat: int, ending: Ending | None = None) -> None:
        """Give up a seat (`ending`: why, if its holder didn't choose to). If only AIs are left, the game ends: there is no one to
        play for. Raise EngineError."""
        game = self.playing()
        game.resign(seat, ending)
        self._made("person")
        self.set_seat(seat, resigned=True, stand_in=None, open=None)
        self.set(waits=None)
        if not game.over and all(each.ai is not None or each.resigned for each in self.table.seats):
            self.stop(Ending(kind="resigned"))

    def stop(self, ending: Ending) -> None:
        """End the game. Raise EngineError."""
        self.playing().stop(ending)
        self._made("table")

    async def undo(self, seat: int, count: int, *, turns: bool = False) -> None:
        """Undo `count` answers (`turns`: whole turns of them), in a thread, since the turn is played again up to there. Automatic
        moves then wait for the player on turn, plans that were under way end, and the log tells players of a lost plan. Raise
        EngineError."""
        game = self.playing()
        answers = game.answers[-count:]
        planned = {answer.seat for answer in answers if self.state.by.get(answer.entry) == "plan"}
        before = {entry.public.number: entry for entry in game.log}
        await aside(game.undo, count, seat, turns=turns)
        self._made("person")
        after = game.log
        numbers = (entry.public.number for entry in after if before.get(entry.public.number) != entry)
        changed = next(numbers, after[-1].public.number + 1)
        self.lines_from = self.log_cut = min(changed, self.lines_from)
        self.undone |= {answer.seat for answer in answers}
        now = game.view(None)
        on_turn = now.current if now.possessor is None else now.possessor
        if any(answer.seat == on_turn for answer in answers):
            self.set_seat(on_turn, held=True)
        if game.journal[-1].seen != 0:
            self.set(waits=None)
        for each in sorted({answer.seat for answer in answers}):
            person = self.table.seats[each].person
            plan = self.plan_of(person) if person is not None else None
            if person is not None and plan is not None and plan.turn is not None:
                self.plans[person] = plan = None
            if each in planned - {game.current} and person is not None and plan is None:
                self.notes.append(self.note(each, says=Notice(what="plan-undone")))

    def own_step(self, seat: int) -> int:
        """Return how many answers are undone with `seat`'s own last one: that, and the auto-answers after it; if the rest of
        several moves in a row waits, the last of those made, and all after it; never more than it can undo freely."""
        allowed = undo.undoable(self.playing(), self.state.by, seat)
        plan = self.plan_of(self.table.seats[seat].person or 0)
        for count, entry in enumerate(reversed(self.turn_answers()[-allowed:] if allowed else []), 1):
            own = entry.seat == seat and self.state.by.get(entry.number) == "person"
            if own and (plan is None or plan.made in ((), entry.ids)):
                return count
        return allowed

    def replace(self, new: Newcomer, granted: int | None = None) -> None:
        """Let someone else take over a seat, as `granted` under that number or else by force; its name is made of both from then
        on. This removes a proposal by its holder, or about that seat or newcomer."""
        old = self.table.seats[new.seat]
        if old.person is not None:
            self.plans[old.person] = None
        before = old.taken_over or TakenOver(name=old.name, first=old.name)
        name = unique(seat_name(new.name, before.first), self.table, but=new.seat)
        former = dict.fromkeys((*before.former, *([old.person] if old.person is not None else [])))
        number = granted if granted is not None else occasion(self.now)
        taken_over = TakenOver(name=new.name, first=before.first, former=tuple(former), number=number, forced=granted is None)
        self.set_seat(new.seat, **NEW_HOLDER, name=name, person=new.person, ai=new.ai, call=None, taken_over=taken_over)
        self.playing().rename(new.seat, name)
        if new.person is not None:
            self.notes.append(
                self.note(new.seat, says=Notice(what="seated", old="" if new.person in before.former else before.name))
            )
        proposal = self.table.proposal
        if proposal is not None:
            other = proposal.newcomer
            seated = other is not None and (other.seat == new.seat or (new.person is not None and other.person == new.person))
            asker_gone = old.person is not None and proposal.by == old.person
            agreed = tuple(number for number in proposal.agreed if number != new.seat)
            self.set(proposal=None if seated or asker_gone else proposal.model_copy(update={"agreed": agreed}))
        if old.person == self.table.host:
            self.set(host=new.person or gathering.next_host(self.table.host, self.table.seats))

    def rename(self, person: Person) -> None:
        """Give a person's seat their current name."""
        self.table = renamed(self.table, person)
        if self.table != self.state.table and self.game is not None:
            for seat in self.table.seats:
                self.game.rename(seat.number, seat.name)
            self.touched = True

    def _made(self, by: By) -> None:
        self.touched = True
        self.state.by[self.playing().journal[-1].number] = by

    # the store

    def take_up(self, by: Mapping[int, By], game: Game, undo: Entry | None = None) -> None:
        """Resume a paused table's game that could be read after all: as it is, or from a turn's start through the entry `undo`."""
        self.touched = True
        self.game = game
        self.state.take_up(by, game)
        self.lines_from = self.state.stored_lines
        if undo is None:
            return
        self.state.by[undo.number] = "table"
        self.state.stored_entries = undo.number
        self.lines_from = self.log_cut = game.log[0].public.number
        self.undone = {seat.number for seat in self.table.seats}
        for entry in list(game.journal):
            if entry.kind == "resign" and entry.number >= undo.back_to and entry.seat is not None:
                self.resign(entry.seat)

    async def reach_back(self) -> bool:
        """Load one more turn of the game's past; return False if there is none."""
        deeper = await recovery.deeper(self.sources.store, self.table.id, self.playing(), self.table.names)
        if deeper is None:
            return False
        saved, self.game = deeper
        self.state.deepen(saved.by, self.game)
        return True

    # consent and pings

    def asked(self) -> Sequence[Seat]:
        """Return the seats whose consent a proposal needs now."""
        return asked_of(self.table, self.now)

    def consented(self) -> bool:
        """Return whether everyone who is asked has agreed to a proposal."""
        return consented(self.table, self.now)

    def answered(self, proposal: Proposal, says: Notice | None = None) -> None:
        """Tell the proposer the outcome of their proposal, with a line if the game's own log has none. If they asked to go back,
        and the game waits for them, they get a new hand."""
        seat = next((each.number for each in self.table.seats if proposal.by is not None and each.person == proposal.by), None)
        if seat is None:
            return
        if proposal.loss is not None:
            self.ping_again.add(seat)
        if says is not None and self._told(proposal.by) < MOST_TOLD:
            self.notes.append(self.note(seat, says=says))

    def _told(self, person: int | None) -> int:
        """Return how many lines with a message a person's own log has for this turn, as far as they are in memory."""
        turn, logs = self.playing().turn, self.state.logs
        return sum((each.turn, each.person) == (turn, person) and each.says is not None for each in logs.notes) if logs else 0

    def granted(self) -> None:
        """Remove the proposal, which is carried out now. Its proposer can ask, and ping, again."""
        proposal = self.table.proposal
        by = proposal.by if proposal is not None else None
        self.set(proposal=None, asked={asker: at for asker, at in self.table.asked.items() if asker != by})

    def move(self, place: Place, unreachable: Iterable[int]) -> None:
        """Move the game to another place. The awaited seats among `unreachable` are pinged there again."""
        self.found()
        self.set(place=place)
        self.ping_again |= set(unreachable)

    def put_off(self, ping: Ping) -> None:
        """Make an unsent ping when its person can be reached."""
        if self.table.seats[ping.seat].call == ping.version:
            self.set_seat(ping.seat, call=None, ring=ping.at)

    def found(self) -> None:
        """Record that the bot can show the game again: the awaited move gets its full time."""
        if self.table.lost is not None:
            for seat in [each for each in self.table.seats if each.waiting_since is not None]:
                self.set_seat(seat.number, lateness=seat.lateness.over().model_copy(update={"again": self.now}))
        self.set(lost=None)

    # the commit

    @property
    def has_changed(self) -> bool:
        """Return whether there is anything to commit."""
        version = self.state.table.version
        return self.touched or bool(self.plans) or self.table.model_copy(update={"version": version}) != self.state.table

    def change(self, action: OutsideAction | None) -> Change:
        """Return the changes to commit."""
        game, known = self.game, self.state.stored_snapshots
        new = game.journal[max(0, self.state.stored_entries - game.journal_start) :] if game is not None else []
        return Change(
            table=self.table,
            unsettled=self.unsettled and self.table.phase == "playing",
            action=action,
            started=self.started,
            entries=tuple(StoredEntry(entry=entry, at=self.now, by=self.state.by[entry.number]) for entry in new),
            snapshots=tuple(s for s in game.snapshots if s.entries not in known) if game is not None else (),
            snapshots_over=self.table.phase == "over",
            log_cut=self.log_cut,
            undone=tuple(self.undone),
            log=tuple(self.lines()),
            notes=tuple(self.notes),
            calls=tuple(self.calls.pings),
            invites=tuple(self.invites),
            standing=self.answers,
            plans=self.plans,
            looks=tuple(self.calls.looks),
        )


def updated(model: Model, fields: Mapping[str, object]) -> Model:
    """Return a model with these fields; the same model if it has them already."""
    new = {name: value for name, value in fields.items() if getattr(model, name) is not value}
    return model.model_copy(update=new) if new else model
