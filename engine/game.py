"""A game that can be saved: the rules machine with its journal around it.

Everything done to the game from outside becomes a journal entry; the entries and the seed are enough to play it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Self
from weakref import proxy

from engine import snapshot, words
from engine.core import Core
from engine.decision import Ask
from engine.errors import EngineError, IllegalAnswer, SaveMismatch
from engine.log import Ending, LogEntry, LogLine, alone
from engine.save import RULES, WATCHED_RULES, Entry, Save, Setup, Snapshot
from engine.score import points, result
from engine.setup import new_game
from engine.view import Asked, DecisionView, Result, View
from engine.visibility import Scene

MOST_UNDONE = 100
"""How often answers of one turn can be undone: each undo plays the whole turn again, and repeats its log."""

MOST_CHANGES = 20
"""How often a given answer can be changed: what is stored about a game must not grow with each click."""

UNSPOKEN = ("turn", "draw", "shuffle", "undo")
"""Kinds of log lines that don't say what someone did."""


@dataclass(slots=True, eq=False)
class GivenAnswer:
    """An answer that still stands: its entry's number, who gave it, and the state of the game before it; `line` is the number of
    the first log line after it; `owed`: the turn could go on without it."""

    entry: int
    seat: int
    turn: int
    current: int
    secrets: int
    line: int
    owed: bool


def digest(core: Core) -> str:
    """Return a short hash of the state: shuffles, zone sizes, money. Two runs with the same hash went the same way."""
    parts: list[object] = [core.shuffler.epoch, *core.shuffler.counters, core.turn.number, core.phase, core.asked, len(core.trash)]
    for player in core.players:
        parts += [len(zone) for zone in player.zones()]
        parts += [player.actions, player.buys, player.coins, player.potions, player.debt, player.vp_tokens]
        parts += sorted(player.tokens.items())
    parts += [pile.count for pile in core.piles.values()]
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()


class Game:
    """One game, from setup to result. Make one with `new` or `load`."""

    def __init__(
        self,
        setup: Setup,
        seed: bytes,
        entries: Sequence[Entry],
        snapshots: Sequence[Snapshot],
        names: Sequence[str] = (),
    ) -> None:
        self.setup = setup
        self._names = list(names or setup.players)
        self.seed = seed
        self.snapshots = list(snapshots)
        self.journal = list(entries)
        self.journal_start = snapshots[-1].entries if snapshots else 0
        self._scene: Scene | None = None
        self._core = self._replay(self.journal)

    def __del__(self) -> None:
        if hasattr(self, "_core"):  # else it couldn't even begin
            self._core.dissolve()

    @classmethod
    def new(cls, setup: Setup, seed: bytes) -> Game:
        """Set up a game under the current rules and play to its first decision. `seed` is 32 random bytes. Raises IllegalSetup."""
        return cls(setup.model_copy(update={"rules": RULES}), seed, (), ())

    @classmethod
    def load(cls, save: Save, names: Sequence[str] = ()) -> Self:
        """Return the game as saved: the same decisions are pending. `names`: the seats' current names, if they changed. Raises
        SaveMismatch if this code plays it differently."""
        return cls(save.setup, bytes.fromhex(save.seed), save.entries, [save.snapshot] if save.snapshot else [], names)

    def save(self) -> Save:
        """Return everything needed to go on: the newest snapshot and the entries after it."""
        newest = self.snapshots[-1] if self.snapshots else None
        start = newest.entries if newest is not None else 0
        entries = tuple(entry for entry in self.journal if entry.number >= start)
        return Save(setup=self.setup, seed=self.seed.hex(), snapshot=newest, entries=entries)

    # what others see

    @property
    def core(self) -> Core:
        """Return the rules machine itself, for the engine's own tools: it knows hidden things, and they can change it."""
        self._scene = None
        return self._core

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._core.phase == "over"

    @property
    def result(self) -> Result | None:
        """Return how it ended; None before."""
        return result(self._core) if self.over else None

    @property
    def answers(self) -> Sequence[GivenAnswer]:
        """Return the answers that still stand since the snapshot that this was loaded from, oldest first."""
        return self._given

    @property
    def secrets(self) -> int:
        """Return how often something hidden has been revealed, since the snapshot that `answers` counts from."""
        return self._core.secrets

    @property
    def mark(self) -> int:
        """Return a mark of everything that everyone has seen this turn: it changes only when something happens that everyone
        sees."""
        return self._now.mark

    @property
    def points(self) -> tuple[int, ...]:
        """Return what each seat's cards and tokens are worth now."""
        return tuple(points(player) for player in self._core.players)

    @property
    def public_points(self) -> tuple[int, ...] | None:
        """Return the points if they are public, since everyone sees what is gained and trashed; None once cards were passed in
        an unfinished game."""
        return None if self._core.mingled and not self.over else self.points

    @property
    def turn(self) -> int:
        """Return the number of the turn, counting everyone's from 1."""
        return self._core.turn.number

    @property
    def current(self) -> int:
        """Return the seat whose turn it is, or was last."""
        return self._core.current.seat

    @property
    def rounds_without_gain(self) -> int:
        """Return how many whole rounds have passed without anyone gaining anything."""
        return (self._core.turn.number - 1 - self._core.last_gain) // max(1, len(self._core.in_turn_order()))

    @property
    def log(self) -> list[LogEntry]:
        """Return the log since the loaded snapshot. After an undo, entries numbered above its last one are void."""
        return self._core.lines or []

    @property
    def decisions(self) -> tuple[DecisionView, ...]:
        """Return all open decisions; they aren't to be shown to anyone."""
        return tuple(self.decision(each.id) for each in self.asked)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Return who has to decide something. That takes much less than `decisions`."""
        return self._now.asked

    def decision(self, id: int) -> DecisionView:
        """Return one of the open decisions; they aren't to be shown to anyone."""
        return self._now.decision(id)

    def options(self, id: int) -> list[str]:
        """Return the ids of an open decision's options; they aren't to be shown to anyone."""
        return self._now.options(id)

    def least(self, id: int) -> tuple[str, ...]:
        """Return the answer to one of the open decisions that does least."""
        return self._now.least(id)

    def view(self, seat: int | None) -> View:
        """Return what `seat` (None: a spectator) may know now."""
        return self._now.view(seat)

    @property
    def _now(self) -> Scene:
        """Return the current state, for viewing."""
        if self._scene is None:
            self._scene = Scene(self._core)
        return self._scene

    def opaque(self, what: str, number: int) -> int:
        """Return an opaque number to show to people in place of a count; see `Shuffler.opaque`."""
        return self._core.shuffler.opaque(what, number)

    def answers_to(self, entry: Entry, decision: int) -> bool:
        """Return whether a journal entry answered the question with the id `decision`."""
        return entry.decision is not None and self.opaque("decision", entry.decision) == decision

    # changes from outside

    def answer(self, seat: int, decision: int, ids: Sequence[str]) -> None:
        """Give the answer of `seat`, the decider. Raises StaleDecision or IllegalAnswer; then nothing has changed."""
        ask = self._core.find(seat, decision)
        ask.check(ids)
        if ask.answer is not None:
            given = sum((entry.kind, entry.decision) == ("answer", ask.number) for entry in self.journal)
            if given > MOST_CHANGES:
                labels = {choice.id: ask.label(choice) for choice in ask.choices()}
                raise IllegalAnswer(words.changed_too_often(MOST_CHANGES, [labels.get(id, id) for id in ask.answer]))
        entry = Entry(number=self._next, kind="answer", seat=seat, decision=ask.number, ids=tuple(ids), asked=ask.fingerprint())
        self._do(entry, lambda: self._put(ask, entry))

    def rename(self, seat: int, name: str) -> None:
        """Rename a seat from now on, because someone else plays in it. This isn't in the journal, since names affect nothing."""
        self._names[seat] = self._core.players[seat].name = name
        self._scene = None

    def resign(self, seat: int, ending: Ending | None = None) -> None:
        """Let `seat` resign; `ending`: why it ends the game, unless they chose to resign. Raises EngineError if it can't."""
        if self.over or self._core.players[seat].resigned:
            raise EngineError(words.OVER_ALREADY if self.over else words.RESIGNED_ALREADY)
        entry = Entry(number=self._next, kind="resign", seat=seat, ending=ending)
        self._do(entry, lambda: self._core.resign(self._core.players[seat], ending))

    def stop(self, ending: Ending) -> None:
        """End the game. Raises EngineError if it is over."""
        if self.over:
            raise EngineError(words.OVER_ALREADY)
        self._do(Entry(number=self._next, kind="stop", ending=ending), lambda: self._core.stop(ending))

    def undoable(self, seat: int) -> int:
        """Return how many answers `seat` can undo freely: its own in this turn, with nothing hidden revealed since. Off turn, these
        are answers that only led to its own next question. Others' answers that no one has seen are counted and undone with them;
        otherwise, the seat could tell that they had been given."""
        count = 0
        core = self._core
        for at in reversed(range(len(self._given))):
            answer = self._given[at]
            if self.over or (answer.turn, answer.secrets) != (core.turn.number, core.secrets):
                break
            if answer.seat == seat:
                count = len(self._given) - at
            elif self.is_seen(at):
                break
        return count

    def undo(self, count: int, seat: int, *, turns: bool = False) -> None:
        """Undo the last `count` answers that still stand, whichever seat gave them (`turns`: they are whole turns). Raises
        EngineError if that is impossible."""
        if self.over or not 0 < count <= len(self._given):
            raise EngineError(words.NOTHING_TO_TAKE_BACK)
        first = self._given[-count]
        back_to = first.entry
        if any(entry.kind not in ("answer", "undo") for entry in self.journal if entry.number >= back_to):
            raise EngineError(words.RESIGNED_SINCE)
        before, shuffles, asked = self._core.shuffler.epoch, list(self._core.shuffler.counters), self._core.asked
        kept = [taken for taken in self.snapshots if taken.entries <= back_to]
        if not kept and self.journal_start:
            raise EngineError(words.TOO_LONG_AGO)
        start = kept[-1].entries if kept else 0
        undos = (entry for entry in self.journal if entry.kind == "undo" and entry.number >= start)
        if sum(entry.seat == seat or entry.seen != 0 for entry in undos) >= MOST_UNDONE:
            raise EngineError(words.TAKEN_BACK_TOO_OFTEN)
        undone, seen = self.deed(first), self.seen(len(self._given) - count)
        if undone is not None and turns:
            undone = replace(undone, turns=tuple(dict.fromkeys(answer.current for answer in seen)))
        unseen = sum(answer.seat == seat and answer not in seen for answer in self._given[-count:])
        entry = Entry(
            number=self._next,
            kind="undo",
            seat=seat,
            count=count,
            back_to=back_to,
            decision=asked,
            undone=undone,
            seen=len(seen),
            unseen=unseen,
        )
        self.snapshots = kept
        answers, log, undone_core = self._given, self.log, self._core
        self._core = self._replay([*self.journal, entry])
        undone_core.dissolve()
        self._scene = None
        earlier = [answer for answer in answers if answer.entry < start]  # keep the earlier history in memory
        moved = (self._given[0] if self._given else self._core).secrets - answers[len(earlier)].secrets
        self._given[:0] = [replace(answer, secrets=answer.secrets + moved) for answer in earlier]
        self.log[:0] = [entry for entry in log if entry.public.number < self.log[0].public.number]
        if (self._core.shuffler.epoch, self._core.shuffler.counters) != (before, shuffles):
            entry = entry.model_copy(update={"epoch": entry.number + 1})
            self._core.shuffler.epoch = entry.epoch
        self.journal.append(entry.model_copy(update={"digest": digest(self._core)}))

    def deed(self, answer: GivenAnswer) -> LogLine | None:
        """Return the line that everyone reads about an answer, or one saying that it ended the turn; None if the log doesn't
        mention it."""
        if next((entry.ids for entry in reversed(self.journal) if entry.number == answer.entry), ()) == ("end",):
            return LogLine(kind="end", seat=answer.seat)
        since = (entry.public for entry in self.log if entry.public.number >= answer.line)
        own = (line for line in since if (line.turn, line.seat) == (answer.turn, answer.seat))
        return next((alone(line) for line in own if line.kind not in UNSPOKEN), None)

    def seen(self, start: int) -> list[GivenAnswer]:
        """Return the `answers` from that index on that everyone has seen."""
        return [self._given[at] for at in range(start, len(self._given)) if self.is_seen(at)]

    def is_seen(self, at: int) -> bool:
        """Return whether everyone has seen the answer with that index: the log has a line of it. A line about an undo belongs to
        another answer."""
        end = self._given[at + 1].line if at + 1 < len(self._given) else self._core.logged
        if self._given[at].line == end:
            return False
        start = self.log[0].public.number
        return any(entry.public.kind != "undo" for entry in self.log[self._given[at].line - start : end - start])

    # the journal

    @property
    def _next(self) -> int:
        return self.journal_start + len(self.journal)

    def _do(self, entry: Entry, deed: Callable[[], None]) -> None:
        self._seen = entry.number + 1
        self._scene = None
        deed()
        self.journal.append(entry.model_copy(update={"digest": digest(self._core)}))

    def _put(self, ask: Ask[Any], entry: Entry) -> None:
        core = self._core
        assert entry.seat is not None
        self._given.append(
            GivenAnswer(entry.number, entry.seat, core.turn.number, core.current.seat, core.secrets, core.logged, ask.owed)
        )
        core.put(ask, entry.ids)

    def _turn_begins(self) -> None:
        """Keep a snapshot as a turn starts, unless something is owed then; the game can resume from there."""
        core = self._core
        if not core.debts and (not self.snapshots or self.snapshots[-1].turn < core.turn.number):
            self.snapshots.append(snapshot.take(core, self._seen))

    def _replay(self, entries: Sequence[Entry]) -> Core:
        """Play `entries` again from the newest snapshot (or the setup), checking that everything goes the same way."""
        start = self.snapshots[-1] if self.snapshots else self.setup.start
        self._seen = start.entries if start is not None else 0
        self._given: list[GivenAnswer] = []
        core = snapshot.restore(self.setup, self.seed, start) if start else new_game(self.setup, self.seed)
        for player, name in zip(core.players, self._names, strict=True):
            player.name = name
        core.lines = []
        game = proxy(self)
        core.on_turn_start = lambda: game._turn_begins()
        core.watched = self.setup.rules >= WATCHED_RULES
        self._core = core
        if start is None:
            core.note("start", None)
        core.begin()
        for entry in self._still_standing(entries, self._seen):
            self._again(entry)
        return core

    def _still_standing(self, entries: Sequence[Entry], start: int) -> Iterator[Entry]:
        """Yield the entries from number `start` on that take effect: without undone answers, but with the undos themselves."""
        done: list[Entry] = []
        for entry in entries:
            if entry.number < start:
                continue
            if entry.kind == "undo":
                undone = list[Entry]()
                while done and done[-1].number >= entry.back_to:
                    undone.append(done.pop())
                if entry.seen == 0:  # no one may notice, so the lines about earlier undos that everyone has read stay
                    told = [each for each in reversed(undone) if each.kind == "undo" and each.seen != 0]
                    done += [each.model_copy(update={"epoch": 0, "digest": ""}) for each in told]
            done.append(entry)
        return iter(done)

    def _again(self, entry: Entry) -> None:
        core = self._core
        watched, core.watched = core.watched, core.watched or entry.openly is not None
        try:
            self._seen = entry.number + 1
            if entry.kind == "answer":
                assert entry.seat is not None and entry.decision is not None
                ask = core.find(entry.seat, self.opaque("decision", entry.decision))
                if entry.asked != ask.fingerprint():
                    raise SaveMismatch(words.SOMETHING_ELSE_ASKED, entry.number)
                ask.check(entry.ids)
                self._put(ask, entry)
            elif entry.kind == "resign":
                assert entry.seat is not None
                core.resign(core.players[entry.seat], entry.ending)
            elif entry.kind == "stop":
                core.stop(entry.ending or Ending(kind="worded"))
            else:
                core.shuffler.epoch = entry.epoch or core.shuffler.epoch
                assert entry.seat is not None and entry.decision is not None
                core.asked = max(core.asked, entry.decision)
                player = core.players[entry.seat]
                seen = entry.count if entry.seen is None else entry.seen
                if seen:
                    own = None if player.possessed or not entry.unseen else seen + entry.unseen
                    core.note("undo", player, amount=seen, own_amount=own, undone=entry.undone)
        except EngineError as error:
            raise SaveMismatch(words.entry_does_not_fit(entry.number, error.reason), entry.number) from error
        core.watched = watched
        if entry.digest and entry.digest != digest(core):
            raise SaveMismatch(words.WENT_ANOTHER_WAY, entry.number)
