"""A table in memory, and what one call is doing to it before that is committed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine import DecisionView, EngineError, Entry, Game, LogEntry, decide
from storage.store import (
    Action,
    By,
    Call,
    Change,
    Newcomer,
    Note,
    Offer,
    Place,
    Plan,
    SavedGame,
    Seat,
    Standing,
    Started,
    StoredEntry,
    Table,
    TakenOver,
    occasion,
)
from tables import lobby, standing, words
from tables.models import Awaited, SeatView, TableView
from tables.plan import Move, next_move, stopped

log = logging.getLogger(__name__)

SLICE = 200  # automatic answers in one transaction; whoever waits for the table's lock gets it in between
BREATH = 10  # automatic answers after which other tables get their turn
QUIET_ROUNDS = 5
AWAY = timedelta(days=3)
"""Whom a game has waited for so long needn't be asked any more about who takes over their seat."""


@dataclass(slots=True)
class Loaded:
    """A table as committed, with its game. `by` says who made which of the game's entries; `stored_entries` and
    `stored_lines` are the numbers up to which (not including) entries and lines are stored, `stored_snapshots` the
    snapshots that are, by how many entries they follow."""

    table: Table
    game: Game | None = None
    standing: Mapping[int, Standing] = field(default_factory=dict)
    plans: Mapping[int, Plan] = field(default_factory=dict)
    by: dict[int, By] = field(default_factory=dict)
    stored_entries: int = 0
    stored_lines: int = 0
    stored_snapshots: frozenset[int] = frozenset()
    shown: TableView = field(init=False)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Note how anyone may see the table. Only as committed: readers don't wait for a call that is under way."""
        self.shown = show(self.table, self.game)

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

    def adopt(self, draft: Draft) -> None:
        """The draft was committed."""
        self.table = draft.table
        self.standing = {**self.standing, **draft.said}
        plans = {**self.plans, **draft.plans}
        self.plans = {person: plan for person, plan in plans.items() if plan is not None}
        if draft.game is not None:
            self.all_stored(draft.game)
        self.refresh()


def show(table: Table, game: Game | None) -> TableView:
    """A table as anyone may see it."""
    decisions = game.decisions if game is not None else ()
    waits = bool(table.waits) and table.phase == "playing"
    asked = {each.decider for each in decisions if not each.answered and not (waits and each.kind == "turn")}
    needed = {decision.decider for decision in holding_up(game, waits=waits)} if game is not None else set()
    waited = [
        Awaited(
            seat=seat.number,
            name=seat.name,
            person=seat.person,
            since=seat.waiting_since,
            owed=seat.number not in needed,
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


def away(seat: Seat, at: datetime) -> bool:
    """Has the game waited for this seat for so long that it has to go on without its holder?"""
    return seat.waiting_since is not None and at - seat.waiting_since >= AWAY


def still_standing(entries: Iterable[Entry]) -> list[Entry]:
    """The answers that have not been taken back, in order."""
    left: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            left = [each for each in left if each.number < entry.back_to]
        elif entry.kind == "answer":
            left.append(entry)
    return left


def holding_up(game: Game, *, waits: bool) -> list[DecisionView]:
    """The decisions that the game can't go on without; owed ones only when it has come to where it needs them, or when the turn
    waits for them: then the turn's next step is what can wait."""
    asked = [decision for decision in game.decisions if not decision.answered]
    return [decision for decision in asked if not (decision.kind == "turn" if waits else decision.owed)] or asked


def follows(question: DecisionView, answered: DecisionView | None) -> bool:
    """Does an owed question come of the very thing that was asked of the same seat before?"""
    same = ("decider", "card", "because")
    return answered is not None and all(getattr(question, name) == getattr(answered, name) for name in same)


def tail(lines: Sequence[LogEntry], start: int) -> list[LogEntry]:
    """The lines from number `start` on."""
    at = len(lines)
    while at and lines[at - 1].number >= start:
        at -= 1
    return list(lines[at:])


class Draft:
    """What a call has done to a table so far. The table itself is a value and easily dropped; the game is not: once
    `touched`, a draft has to be committed, or its table thrown out of memory."""

    def __init__(self, loaded: Loaded, now: datetime, settings: Mapping[int, Standing]) -> None:
        self.loaded = loaded
        self.table = loaded.table
        self.game = loaded.game
        self.now = now
        self.touched = False
        self.said: dict[int, Standing] = {}
        self.plans: dict[int, Plan | None] = {}
        self.started: Started | None = None
        self.lines_from = loaded.stored_lines
        self.log_cut: int | None = None
        self._notes: list[Note] = []
        self._calls: list[Call] = []
        self._settings = settings
        self._given_up: set[int] = set()
        self._called_again: set[int] = set()

    # small changes

    def set(self, **fields: object) -> None:
        """Change fields of the table."""
        self.table = self.table.model_copy(update=fields)

    def set_seat(self, number: int, **fields: object) -> None:
        """Change fields of one seat."""
        seats = list(self.table.seats)
        seats[number] = seats[number].model_copy(update=fields)
        self.set(seats=tuple(seats))

    def lines(self) -> list[LogEntry]:
        """The lines that this draft has added."""
        return tail(self.game.log, self.lines_from) if self.game is not None else []

    def playing(self) -> Game:
        """The game, which the caller has made sure of."""
        assert self.game is not None
        return self.game

    # deeds

    def begin(self, started: Started) -> None:
        """Start the game."""
        self.started = started
        self.game = Game.new(started.setup, bytes.fromhex(started.seed))
        self.touched = True
        self.set(phase="playing", started=self.now, commitment=self.game.view(None).commitment)

    def answer(self, seat: int, decision: int, ids: Sequence[str], by: By) -> None:
        """Answer a decision. Raises StaleDecision and IllegalAnswer; then nothing has changed."""
        game = self.playing()
        on_turn, owed = game.current == seat, self._owed()
        game.answer(seat, decision, ids)
        self._done(by)
        if any(id not in owed and not follows(each, owed.get(decision)) for id, each in self._owed().items()):
            self.set(waits=None)  # another Attack: what was said about waiting was about the ones before
        if by == "person":
            self.set_seat(seat, held=False)
            person = self.table.seats[seat].person
            if on_turn and person is not None and self.plan_of(person) is not None:
                self.plans[person] = None

    def _owed(self) -> dict[int, DecisionView]:
        """What is owed, by number; nothing as long as nothing has been said about waiting for it."""
        if self.table.waits is None:
            return {}
        return {decision.id: decision for decision in self.playing().decisions if decision.owed}

    def resign(self, seat: int) -> None:
        """Give up a seat. Raises EngineError."""
        self.playing().resign(seat)
        self._done("person")
        self.set_seat(seat, resigned=True)
        self.set(waits=None)

    def stop(self, reason: str) -> None:
        """End the game as it stands. Raises EngineError."""
        self.playing().stop(reason)
        self._done("table")

    def undo(self, seat: int, count: int) -> None:
        """Take back `count` answers; standing answers that play the turn then wait for the person, and whoever had planned what is
        lost is told. Raises EngineError."""
        game = self.playing()
        planned = {answer.seat for answer in game.answers[-count:] if self.loaded.by.get(answer.entry) == "plan"}
        before = {line.number: line for line in game.log}
        first = game.answers[-count].seat if 0 < count <= len(game.answers) else seat
        game.undo(count, seat)
        self._done("person")
        after = game.log
        changed = next((line.number for line in after if before.get(line.number) != line), after[-1].number + 1)
        self.lines_from = self.log_cut = min(changed, self.lines_from)
        for each in {seat, first}:
            self.set_seat(each, held=True)
        self.set(waits=None)
        for each in sorted(planned - {game.current}):
            person = self.table.seats[each].person
            if person is not None and self.plan_of(person) is None:
                self._notes.append(self._note(each, words.PLAN_TAKEN_BACK))

    def replace(self, new: Newcomer, granted: Offer | None = None) -> None:
        """Somebody else takes over a seat, as was `granted` or else by force; it is called after both from then on. An offer that
        was theirs, or about that seat or newcomer, is gone with it."""
        old = self.table.seats[new.seat]
        if old.person is not None:
            self.plans[old.person] = None
        first = self.playing().setup.players[new.seat]
        name = lobby.unique(first if new.name == first else words.in_place_of(new.name, first), self.table, but=new.seat)
        former = (*(old.taken_over.former if old.taken_over is not None else ()), *([old.person] if old.person is not None else []))
        fields = {"name": name, "person": new.person, "ai": new.ai, "held": False, "waiting_since": None, "call": None}
        number = granted.number if granted is not None else occasion(self.now)
        taken_over = TakenOver(
            name=new.name, first=first, former=tuple(dict.fromkeys(former)), number=number, forced=granted is None
        )
        self.set_seat(new.seat, **fields, taken_over=taken_over)
        self.playing().rename(new.seat, name)
        offer = self.table.offer
        if offer is not None:
            other = offer.newcomer
            seated = other is not None and (other.seat == new.seat or (new.person is not None and other.person == new.person))
            asker_gone = old.person is not None and offer.by == old.person
            agreed = tuple(number for number in offer.agreed if number != new.seat)
            self.set(offer=None if seated or asker_gone else offer.model_copy(update={"agreed": agreed}))
        if old.person == self.table.host:
            people = [seat.person for seat in self.table.seats if seat.person is not None]
            self.set(host=new.person or people[0])

    def move(self, place: Place, calling: Iterable[int]) -> None:
        """The game goes on at another place. Those of the seats in `calling` that are waited for are called there, once more."""
        self.set(place=place, lost=None)
        self._called_again |= set(calling)

    def deepen(self, saved: SavedGame, game: Game) -> None:
        """The game was read anew, with more of its past. Nothing has changed by that."""
        self.loaded.deepen(saved.by, game)
        self.game = game

    def take_up(self, by: dict[int, By], game: Game, undo: Entry | None = None) -> None:
        """A frozen table's game was read after all: as it stood, or gone back to a turn's start by the entry `undo`."""
        self.touched = True
        self.game = game
        self.loaded.take_up(by, game)
        self.lines_from = self.loaded.stored_lines
        if undo is None:
            return
        self.loaded.by[undo.number] = "table"
        self.loaded.stored_entries = undo.number
        self.lines_from = self.log_cut = game.log[0].number
        for entry in list(game.journal):
            if entry.kind == "resign" and entry.number >= undo.back_to and entry.seat is not None:
                self.resign(entry.seat)

    def _done(self, by: By) -> None:
        self.touched = True
        self.loaded.by[self.playing().journal[-1].number] = by

    # consent

    def add_reason(self, sentence: str) -> None:
        """Say more about what is on offer."""
        if self.table.offer is not None:
            self.set(offer=self.table.offer.model_copy(update={"reason": f"{self.table.offer.reason} {sentence}"}))

    def asked(self) -> Sequence[Seat]:
        """The seats whose consent an offer needs now."""
        return asked_of(self.table, self.now)

    def consented(self) -> bool:
        """Whether there is an offer to which all have agreed; also when the last who hadn't is asked no more."""
        offer = self.table.offer
        if offer is None or (offer.newcomer is not None and not offer.newcomer.willing):
            return False
        return {each.number for each in self.asked()} <= set(offer.agreed)

    def answered(self, offer: Offer, sentence: str = "") -> None:
        """Whoever proposed it is told what came of it, with a `sentence` where the game's own log says nothing. If they asked to go
        back, and the game waits for them, their hand comes anew."""
        seat = next((each.number for each in self.table.seats if offer.by is not None and each.person == offer.by), None)
        if seat is None:
            return
        if offer.loss is not None:
            self._called_again.add(seat)
        if sentence:
            self._notes.append(self._note(seat, sentence))

    def carry_out_offer(self) -> None:
        """End the game, or seat somebody else, where all have agreed to it. (To take back needs more of the past than may be in
        memory, so whoever settles that does it themselves.)"""
        offer = self.table.offer
        if self.table.phase != "playing" or self.playing().over or offer is None or offer.loss is not None or not self.consented():
            return
        self.granted()
        if offer.newcomer is None:
            self.stop(words.ALL_AGREED_TO_END if self.asked() else offer.reason)
        elif not self.table.seats[offer.newcomer.seat].resigned:
            old = self.table.seats[offer.newcomer.seat]
            if offer.by != old.person:
                self.answered(offer, words.all_agreed_to_seat(offer.newcomer.name, old.name))
            self.replace(offer.newcomer, offer)

    def granted(self) -> None:
        """What is on offer is done now. Whoever asked for it may well ask, and call, again."""
        offer = self.table.offer
        by = offer.by if offer is not None else None
        self.set(offer=None, asked={asker: at for asker, at in self.table.asked.items() if asker != by})

    # what follows by itself

    def turn_answers(self) -> list[Entry]:
        """The answers of this turn that stand."""
        game = self.playing()
        start = game.snapshots[-1].entries if game.snapshots else 0
        return still_standing(game.journal[max(0, start - game.journal_start) :])

    def plan_of(self, person: int) -> Plan | None:
        """What a person has planned, as it stands now."""
        return self.plans.get(person, self.loaded.plans.get(person))

    def own_step(self, seat: int) -> int:
        """How many answers `seat` takes back with its last own one: that, and the standing answers after it; never
        more than it may take back freely."""
        allowed = self.playing().undoable(seat)
        for count, entry in enumerate(reversed(self.turn_answers()[-allowed:] if allowed else []), 1):
            if self.loaded.by.get(entry.number) == "person":
                return count
        return allowed

    async def settle(self, skip_turn_of: int | None = None) -> bool:
        """Give the answers that AIs and standing answers give, until a person is needed. Returns False if there were so
        many that the rest is better done in another transaction. `skip_turn_of`: a seat that is in the middle of
        several moves of its own, so that its standing answers leave its turn alone."""
        for step in range(SLICE):
            if not self._step(skip_turn_of):
                return True
            if step % BREATH == BREATH - 1:
                await asyncio.sleep(0)
        return False

    def _step(self, skip_turn_of: int | None) -> bool:
        """Give one automatic answer; False if there is none to give."""
        if self.table.phase != "playing":
            return False
        decisions = self.playing().decisions
        self._mind_what_is_owed(decisions)
        for decision in decisions:
            if decision.answered or decision.id in self._given_up or (self.table.waits and decision.kind == "turn"):
                continue
            seat = self.table.seats[decision.decider]
            if seat.ai is not None:
                if self._ai_answers(seat, decision, seat.ai):
                    return True
            elif not self._held_back(seat, decision, skip_turn_of):
                if decision.kind == "turn" and self._plan_answers(seat, decision):
                    return True
                if self._standing_answers(seat, decision) or self._plan_answers(seat, decision):
                    return True
        return False

    def _mind_what_is_owed(self, decisions: Sequence[DecisionView]) -> None:
        """Note whether the turn waits for what is owed: until the one whose turn it is says so, as they said in advance."""
        owing = [decision.decider for decision in decisions if decision.owed and not decision.answered]
        turn = next((decision for decision in decisions if decision.kind == "turn"), None)
        if not owing:
            if self.table.waits is not None:
                self.set(waits=None)
        elif turn is not None:
            seat = self.table.seats[turn.decider]
            if self.table.options.wait_for_owed or seat.person is None:
                self.set(waits=self.table.options.wait_for_owed)
            elif self.table.waits is None:
                waits = bool(self._standing(seat.person).wait)
                self.set(waits=waits)
                if waits:
                    self._notes.append(self._note(seat.number, standing.waits([self.table.seats[each].name for each in owing])))

    def _held_back(self, seat: Seat, decision: DecisionView, skip_turn_of: int | None) -> bool:
        """Is this for the person to decide, whatever they said in advance? In the middle of several moves of theirs, and on the
        turn of which something was taken back until they act."""
        if decision.kind == "turn":
            return seat.held or seat.number == skip_turn_of
        return seat.held and self.playing().current == seat.number

    def _ai_answers(self, seat: Seat, decision: DecisionView, style: str) -> bool:
        """Let an AI answer, from its own view. One that fails is logged and left waiting: the table isn't lost by it."""
        view = self.playing().view(seat.number)
        try:
            ids = decide(view, decision, style)
        except Exception:
            log.exception("Table %s: the AI in seat %d failed at %r", self.table.id, seat.number, decision)
            self._given_up.add(decision.id)
            return False
        try:
            self.answer(seat.number, decision.id, ids, "ai")
        except EngineError as error:
            log.error(
                "Table %s: the AI in seat %d answered %s to %r: %s",
                self.table.id,
                seat.number,
                ids,
                decision,
                error.reason,
            )
            self._given_up.add(decision.id)
            return False
        return True

    def _standing_answers(self, seat: Seat, decision: DecisionView) -> bool:
        """Apply what the seat's person said in advance, to what their own view shows."""
        person = seat.person
        if person is None:
            return False
        said = self._standing(person)
        if not standing.could_apply(decision, said):
            return False
        game = self.playing()
        willed = ("person", "plan")
        acted = any(entry.seat == seat.number and self.loaded.by.get(entry.number) in willed for entry in self.turn_answers())
        view = game.view(seat.number)
        automatic = standing.automatic(view, decision, said, acted=acted, log=game.log)
        if automatic is None:
            return False
        note = self._note(seat.number, automatic.text)
        try:
            self.answer(seat.number, decision.id, automatic.ids, "standing")
        except EngineError as error:
            log.error("Table %s: standing answer %s: %s", self.table.id, automatic.ids, error.reason)
            self._given_up.add(decision.id)
            return False
        self._notes.append(note)
        return True

    def _standing(self, person: int) -> Standing:
        """What holds for a person, with what is said just now."""
        here = self.said.get(person, self.loaded.standing.get(person, Standing()))
        return standing.resolved(here, self._settings.get(person, Standing()))

    def _plan_answers(self, seat: Seat, decision: DecisionView) -> bool:
        """Go on with what the seat's person planned for this turn of theirs, or say why the plan ends here."""
        game, person = self.playing(), seat.person
        plan = self.plan_of(person) if person is not None else None
        if person is None or plan is None or not game.current == decision.seat == seat.number:
            return False
        move = next_move(plan, game.view(seat.number), decision)
        if isinstance(move, Move):
            note = self._note(seat.number, move.text)
            try:
                self.answer(seat.number, decision.id, move.ids, "plan")
            except EngineError as error:
                move = stopped(error.reason)
            else:
                self._notes += [note] if move.text else []
                self.plans[person] = move.plan
                return True
        self.plans[person] = None
        if move.text:
            self._notes.append(self._note(seat.number, move.text))
        return True

    def _note(self, seat: int, text: str) -> Note:
        """A line for the own log of whoever has a seat, about what comes now."""
        game = self.playing()
        person = self.table.seats[seat].person
        return Note(after=game.log[-1].number, turn=game.turn, seat=seat, person=person, text=text)

    # to the store

    def finish(self, actor: int | None, *, settled: bool) -> None:
        """Bring the table in line with its game before the commit: whether it is over, whom it waits for, what it
        offers. `actor`: the person who acted, who needs no call. Unless `settled`, nobody new is waited for yet."""
        game = self.game
        self.set(version=self.loaded.table.version + 1)
        if game is None or self.table.phase != "playing":
            if self.table.phase != "lobby":
                self.set(seats=tuple(s.model_copy(update={"waiting_since": None, "call": None}) for s in self.table.seats))
            return
        self._withdraw(game, actor)
        self._offer_to_stop(game)
        if game.over:
            self.set(phase="over", ended=self.now, result=game.result, offer=None)
        self._mind_what_is_owed(game.decisions)
        waiting: dict[int, int] = {}
        for decision in holding_up(game, waits=bool(self.table.waits)):
            waiting.setdefault(decision.decider, decision.id)
        offer, before = self.table.offer, self.loaded.table.offer
        new = offer is not None and offer.newcomer is None and offer.calls and (before is None or before.number != offer.number)
        asked = undecided(self.table)
        for seat in self.table.seats:
            self._wait(seat, waiting.get(seat.number), actor, settled, asked=seat.number in asked, newly=new)

    def _wait(self, seat: Seat, decision: int | None, actor: int | None, settled: bool, *, asked: bool, newly: bool) -> None:
        """Note that a seat is waited for (with that decision), or that it isn't, and put up a call if that is news, or if it is
        `asked` for its consent `newly`."""
        acted = seat.person is not None and seat.person == actor
        since = None if decision is None else seat.waiting_since or (self.now if settled else None)
        news = settled and decision is not None and (seat.waiting_since is None or seat.number in self._called_again)
        called = seat.person is not None and not acted and (news or (asked and newly))
        kept = seat.call if (decision is not None or asked) and not acted else None
        self.set_seat(seat.number, waiting_since=since, call=self.table.version if called else kept)
        if called:
            assert seat.person is not None
            call = Call(
                table=self.table.id,
                version=self.table.version,
                seat=seat.number,
                person=seat.person,
                decision=decision or 0,
                at=self.now,
            )
            self._calls.append(call)

    def _withdraw(self, game: Game, actor: int | None) -> None:
        """Take back an offer that the game has moved on from, unless by whoever made it they are told."""
        offer = self.table.offer
        if offer is None:
            return
        moved = offer.loss is not None and offer.loss.upto != game.journal_start + len(game.journal)
        gone = offer.newcomer is not None and self.table.seats[offer.newcomer.seat].resigned
        if moved or gone:
            self.set(offer=None)
            if moved and offer.by != actor:
                self.answered(offer, words.NOT_TAKEN_BACK)

    def _offer_to_stop(self, game: Game) -> None:
        """Offer everybody to end a game in which nothing happens any more; take the offer back when something does."""
        if game.over:
            return
        quiet = game.rounds_without_gain
        offer = self.table.offer
        if quiet < QUIET_ROUNDS:
            keep = offer if offer is not None and offer.by is not None else None
            self.set(quiet_refused=0, offer=keep)
        elif (offer is None or lobby.makes_way(self.table, offer)) and quiet >= self.table.quiet_refused + QUIET_ROUNDS:
            reason = words.nobody_gains(quiet)
            if all(seat.ai is not None or seat.resigned for seat in self.table.seats):
                self.stop(reason)
                return
            self.set(offer=Offer(kind="end", by=None, reason=reason, at=self.now))

    def differs(self) -> bool:
        """Is there anything to commit?"""
        version = self.loaded.table.version
        return self.touched or bool(self.plans) or self.table.model_copy(update={"version": version}) != self.loaded.table

    @property
    def calls(self) -> tuple[Call, ...]:
        """Who is newly waited for."""
        return tuple(self._calls)

    def change(self, action: Action | None) -> Change:
        """What is to be committed."""
        game = self.game
        entries: tuple[StoredEntry, ...] = ()
        if game is not None:
            new = game.journal[max(0, self.loaded.stored_entries - game.journal_start) :]
            entries = tuple(StoredEntry(entry=entry, at=self.now, by=self.loaded.by[entry.number]) for entry in new)
        known = self.loaded.stored_snapshots
        return Change(
            table=self.table,
            action=action,
            started=self.started,
            entries=entries,
            snapshots=tuple(s for s in game.snapshots if s.entries not in known) if game is not None else (),
            snapshots_over=self.table.phase == "over",
            log_cut=self.log_cut,
            log=tuple(self.lines()),
            notes=tuple(self._notes),
            calls=self.calls,
            standing=self.said,
            plans=self.plans,
        )
