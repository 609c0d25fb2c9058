"""What can be done to a table in memory, before it is committed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from engine import DecisionView, Entry, Game, LogEntry
from storage.models import (
    AutoAction,
    AutoAnswers,
    By,
    Newcomer,
    OwnNote,
    Ping,
    Place,
    Proposal,
    SavedGame,
    Seat,
    Started,
    TakenOver,
    TurnPlan,
    occasion,
)
from tables import lobby, words
from tables.loaded import Loaded, asked_of, still_standing, uncalled
from tables.models import Person


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


class Deeds:
    """What a call has done to a table so far. The table itself is a value and easily dropped; the game is not: once
    `touched`, a draft has to be committed, or its table thrown out of memory."""

    def __init__(self, loaded: Loaded, now: datetime, settings: Mapping[int, AutoAnswers]) -> None:
        self.loaded = loaded
        self.table = loaded.table
        self.game = loaded.game
        self.now = now
        self.touched = False
        self.unsettled = False
        self.said: dict[int, AutoAnswers] = {}
        self.plans: dict[int, TurnPlan | None] = {}
        self.started: Started | None = None
        self.lines_from = loaded.stored_lines
        self.log_cut: int | None = None
        self._notes: list[OwnNote] = []
        self._calls: list[Ping] = []
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

    @property
    def notes(self) -> list[OwnNote]:
        """The lines of the table's own that this draft has added."""
        return self._notes

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
        person, owed = self.table.seats[seat].person, self._owed()
        planned = by == "person" and person is not None and self.plan_of(person) is not None
        played = planned and game.view(seat).is_turn_of(seat)
        game.answer(seat, decision, ids)
        self._done(by)
        if any(id not in owed and not follows(each, owed.get(decision)) for id, each in self._owed().items()):
            self.set(waits=None)  # another Attack: what was said about waiting was about the ones before
        if by == "person":
            self.set_seat(seat, held=False)
            if person is not None and played:  # the turn that the plan was for
                self.plans[person] = None

    def _owed(self) -> dict[int, DecisionView]:
        """What is owed, by number; nothing as long as nothing has been said about waiting for it."""
        if self.table.waits is None:
            return {}
        return {decision.id: decision for decision in self.playing().decisions if decision.owed}

    def resign(self, seat: int) -> None:
        """Give up a seat. With nobody but AIs left the game ends as it stands: there is nobody to play it for. Raises
        EngineError."""
        game = self.playing()
        game.resign(seat)
        self._done("person")
        self.set_seat(seat, resigned=True)
        self.set(waits=None)
        if not game.over and all(each.ai is not None or each.resigned for each in self.table.seats):
            self.stop(words.ALL_RESIGNED)

    def stop(self, reason: str) -> None:
        """End the game as it stands. Raises EngineError."""
        self.playing().stop(reason)
        self._done("table")

    def undo(self, seat: int, count: int) -> None:
        """Take back `count` answers; what plays the turn by itself then waits for the person whose turn it is, and whoever had
        planned what is lost is told. Raises EngineError."""
        game = self.playing()
        planned = {answer.seat for answer in game.answers[-count:] if self.loaded.by.get(answer.entry) == "plan"}
        before = {line.number: line for line in game.log}
        game.undo(count, seat)
        self._done("person")
        after = game.log
        changed = next((line.number for line in after if before.get(line.number) != line), after[-1].number + 1)
        self.lines_from = self.log_cut = min(changed, self.lines_from)
        now = game.view(None)
        self.set_seat(now.current if now.possessor is None else now.possessor, held=True)
        self.set(waits=None)
        for each in sorted(planned - {game.current}):
            person = self.table.seats[each].person
            if person is not None and self.plan_of(person) is None:
                self._notes.append(self._note(each, words.PLAN_TAKEN_BACK))

    def rename(self, person: Person) -> None:
        """A person's seat is called by the name that they go by now."""
        self.table = lobby.renamed(self.table, person)
        if self.game is not None:
            for seat in self.table.seats:
                self.game.rename(seat.number, seat.name)
            self.touched = True

    def replace(self, new: Newcomer, granted: Proposal | None = None) -> None:
        """Somebody else takes over a seat, as was `granted` or else by force; it is called after both from then on. An offer that
        was theirs, or about that seat or newcomer, is gone with it."""
        old = self.table.seats[new.seat]
        if old.person is not None:
            self.plans[old.person] = None
        first = old.taken_over.first if old.taken_over is not None else old.name
        name = lobby.unique(lobby.seat_name(new.name, first), self.table, but=new.seat)
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

    def call_late(self) -> None:
        """Those whom the game waits for, and nobody has called, are called."""
        self._called_again |= set(uncalled(self.table, self.now))

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

    def answered(self, offer: Proposal, sentence: str = "") -> None:
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

    # what was done

    def turn_answers(self) -> list[Entry]:
        """The answers of this turn that stand."""
        game = self.playing()
        start = game.snapshots[-1].entries if game.snapshots else 0
        return still_standing(game.journal[max(0, start - game.journal_start) :])

    def plan_of(self, person: int) -> TurnPlan | None:
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

    def _note(self, seat: int, text: str, did: AutoAction | None = None) -> OwnNote:
        """A line for the own log of whoever has a seat, about what comes now."""
        game = self.playing()
        person = self.table.seats[seat].person
        return OwnNote(after=game.log[-1].number, turn=game.turn, seat=seat, person=person, text=text, did=did)
