"""Runs rules cases: sets a position up, gives the answers as a player would say them, and tells what differs.

The format is in case_format.py, and for those who write cases in tests/cases/README.md.
"""

from __future__ import annotations

import argparse
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine import snapshot
from engine.card import CARDS, Copy, Pile, Type
from engine.case_format import HIDDEN, SPECTATOR, AskFacts, Case, CaseError, Facts, Sight, Words, a_card, listed, load, read_words
from engine.checks import Fault, always
from engine.core import Core
from engine.decision import Ask
from engine.errors import EngineError, IllegalAnswer, IllegalSetup
from engine.player import DEBT, VP, Player
from engine.save import Setup, Snapshot
from engine.score import result
from engine.setup import deal, lay_out
from engine.shuffle import Shuffler
from engine.sight import view
from engine.turn import Turn

SEED = bytes(range(32))
ON_THE_TABLE: dict[str, Any] = {"piles": True, "ending_piles": True, "players": {"__all__": {"owned"}}}
"""What of a view all may read off the table at any time: the piles, and what everybody has seen come and go."""
COUNTERS = ("actions", "buys", "coins", "potions", "debt", "vp_tokens", "turns_taken")
T = TypeVar("T")


class Differs(Exception):
    """What is not as the case says, so that going on makes no sense."""


class StackedShuffler(Shuffler):
    """Puts the cards a case names on top, in its order; beneath them, and in later shuffles, chance goes by the seed."""

    __slots__ = ("orders",)

    def __init__(self, seed: bytes, streams: int, orders: dict[int, list[Words]]) -> None:
        super().__init__(seed, streams)
        self.orders = orders

    def shuffled(self, cards: Sequence[T], stream: int) -> list[T]:
        """As the case says, so far as it says something."""
        number = self.counters[stream]
        order = super().shuffled(cards, stream)
        for name in reversed(self.orders[stream][number].items if number < len(self.orders.get(stream, ())) else ()):
            found = next((each for each in order if isinstance(each, Copy) and each.card.name == name), None)
            if found is None:
                shuffled = listed(sorted(each.card.name for each in cards if isinstance(each, Copy)))
                raise Differs(f"shuffles: no {name} is left to put on top; what is shuffled is {shuffled}")
            order.remove(found)
            order.append(found)
        return order


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done to the game: an answer, or (no decision) a resignation."""

    seat: int
    decision: int = 0
    ids: tuple[str, ...] = ()

    def do(self, core: Core) -> None:
        """Does it."""
        if self.decision:
            core.answer(self.seat, self.decision, self.ids)
        else:
            core.resign(core.players[self.seat])


# the position


def copies(core: Core, words: Words) -> list[Copy]:
    """New copies of the cards named, in that order."""
    for name in words.items:
        if core.pile_of(CARDS[name]) is None:
            raise CaseError(f"{name} has no pile in this game; name it in `kingdom`")
    return [Copy(CARDS[name], core.pile_of(CARDS[name])) for name in words.items]


def place(core: Core, case: Case) -> None:
    """Fills the table as the case's start says."""
    start = case.start
    for player in core.players:
        if (seat := start.seats.get(player.name)) is not None:
            player.hand, player.in_play, player.aside = (copies(core, w) for w in (seat.hand, seat.in_play, seat.set_aside))
            player.deck, player.discard_pile = (copies(core, words)[::-1] for words in (seat.deck, seat.discard))
            player.vp_tokens, player.debt, player.turns_taken = seat.vp, seat.debt, seat.turns
    core.trash += copies(core, start.trash)
    me = core.players[core.setup.first or 0]
    core.turn, core.last_seat, core.current = Turn(1, me.seat), me.seat, me
    if start.amid:
        core.phase = start.phase or "action"
        core.turn.played = [copy.card for copy in me.in_play]
        wanted = (start.actions, 1), (start.buys, 1), (start.coins, 0), (start.potions, 0)
        me.actions, me.buys, me.coins, me.potions = (usual if given is None else given for given, usual in wanted)


def pile_called(core: Core, name: str) -> Pile:
    """The pile of that name, or the mixed one that card belongs to."""
    pile = core.piles.get(name) or (core.homes.get(CARDS[name]) if name in CARDS else None)
    if pile is None:
        raise CaseError(f"there is no pile of {name} in this game; name it in `kingdom`")
    return pile


def tokens_on(core: Core, name: str) -> dict[str, Any]:
    """The tokens on a pile, or on a Landmark."""
    if any(card.name == name for card in core.landscapes):
        return core.marks.setdefault(name, {})
    return pile_called(core, name).tokens


def stacked(pile: Pile) -> list[str]:
    """The cards of a pile from the top down."""
    return [pile.card.name] * pile.count if pile.stack is None else names(pile.stack)[::-1]


def fill_supply(core: Core, case: Case) -> None:
    """Makes the piles as the case's start says; of a mixed one, what is missing is missing from the top."""
    for name, wanted in case.start.supply.items():
        pile = pile_called(core, name)
        if isinstance(wanted, Words):
            if pile.stack is None:
                raise CaseError(f"start, supply, {name}: that pile is all of one card; say how many")
            pile.stack = [Copy(CARDS[card], pile) for card in reversed(wanted.items)]
        elif pile.stack is not None:
            del pile.stack[wanted:]
        pile.count = wanted if isinstance(wanted, int) else len(wanted.items)
    for name, tokens in case.start.tokens.items():
        tokens_on(core, name).update(tokens)
    core.emptied = any(not pile.count for pile in core.piles.values())


def set_up(case: Case, taken: Snapshot | None) -> Core:
    """The game ready to begin: as the case starts, or as it was when `taken` was."""
    names = list(case.players)
    first = names.index(case.start.turn) if case.start.turn else 0
    try:
        setup = Setup(
            players=case.players,
            kingdom=case.piles,
            events=case.events,
            landmarks=case.landmarks,
            edition=case.edition,
            first=first,
        )
        core = snapshot.restore(setup, SEED, taken) if taken is not None else lay_out(setup, SEED)
    except (IllegalSetup, ValueError) as error:
        raise CaseError(str(error)) from error
    plain = core.shuffler
    core.shuffler = StackedShuffler(SEED, len(names) + 1, {names.index(name): orders for name, orders in case.shuffles.items()})
    core.shuffler.epoch, core.shuffler.counters = plain.epoch, plain.counters
    core.lines = []
    if taken is None:
        fill_supply(core, case)
        if case.start.dealt:
            deal(core)
        else:
            place(core, case)
    return core


# what is so


def names(zone: Iterable[Copy]) -> list[str]:
    """The names of copies, in order."""
    return [copy.card.name for copy in zone]


def portrait(core: Core) -> dict[str, Any]:
    """All there is to know about a game, hidden things too, as plain values."""
    seen: dict[str, Any] = {
        "turn": (core.turn.number, core.current.seat),
        "phase": core.phase,
        "trash": names(core.trash),
        "piles": {pile.name: (pile.count, stacked(pile), dict(pile.tokens)) for pile in core.piles.values()},
        "marks": {name: dict(marks) for name, marks in core.marks.items()},
        "shuffles": (core.shuffler.epoch, *core.shuffler.counters),
        "decisions": [ask.view() for ask in core.decisions()],
    }
    for player in core.players:
        seen[player.name] = [names(zone) for zone in player.zones()], [getattr(player, each) for each in COUNTERS]
    return seen


def census(core: Core) -> Counter[str]:
    """How many copies of each card there are, everywhere together."""
    counts = Counter(name for pile in core.piles.values() for name in stacked(pile))
    for zone in (core.trash, *(player.owned() for player in core.players)):
        counts.update(copy.printed.name for copy in zone)
    return counts


# answers, as a player says them

PLAIN = {"treasures": "treasures", "buy phase": "buys", "end turn": "end"}


def meant(ask: Ask[Any], text: str) -> tuple[str, ...] | None:
    """The ids that `text` means as an answer to `ask`; None if it is no answer to such a question."""
    verb, _, rest = text.partition(" ")
    if ask.kind == "turn":
        if text in PLAIN:
            return (PLAIN[text],)
        if debt := re.fullmatch(r"pay (\d+) debt", text):
            return (f"debt:{debt[1]}",)
        if verb == "buy" and rest in CARDS and Type.EVENT in CARDS[rest].types:
            return (f"event:{rest}",)
        return (f"{verb}:{a_card(rest)}",) if verb in ("play", "buy") and rest else None
    if ask.kind == "react":
        if text == "no":
            return ("no",)
        if verb == "reveal" and rest:
            return (f"react:{a_card(rest)}",)
        return meant(ask.follow, text) if ask.follow is not None else None
    if ask.kind == "choice":
        if text in ("yes", "no"):
            return (text,) if any(choice.id == text for choice in ask.choices()) else None
        ids = {choice.label: choice.id for choice in ask.choices()}
        return tuple(ids.get(label, label) for label in read_words(rest).items) if verb == "choose" and rest else None
    if ask.kind == "sort":
        fates = [part.strip().partition(" ") for part in text.split(",")]
        return tuple(f"{fate}:{a_card(name)}" for fate, _, several in fates for name in read_words(several).items)
    if verb == ask.purpose or (ask.kind == "order" and verb == "order"):
        return tuple(name if ask.offers(name) else a_card(name) for name in read_words(rest).items) if rest else None
    return None


def said(id: str) -> str:
    """An option's id as a player would say it."""
    verb, _, name = id.partition(":")
    if verb == "debt":
        return f"pay {name} debt"
    words = {"end": "end turn", "buys": "buy phase", "event": "buy", "react": "reveal"}.get(verb, verb)
    return f"{words} {name}" if name else words


def options(ask: Ask[Any]) -> list[str]:
    """What can be chosen, as a player would say it; things of one name as often as they can be chosen."""
    return [said(choice.id) for choice in ask.choices() for _ in range(choice.count)]


def described(core: Core) -> str:
    """What is open, in words."""
    lines = []
    for ask in core.decisions():
        state = "sealed, " * (ask.answer is not None) + "owed, " * ask.owed
        how = {"turn": "", "react": "", "choice": ""}.get(ask.kind, f"{ask.purpose} {ask.minimum} to {ask.maximum} of ")
        lines.append(f"{core.players[ask.decider].name} ({state}{ask.prompt}): {how}{listed(options(ask))}")
    return "; ".join(lines) or "nothing"


# running


class Run:
    """One case being run. `differences` says what is not as it should be."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.differences: list[str] = []
        self.taken: Snapshot | None = None
        self.deeds: list[Deed] = []
        self.where = "start"
        self.core = set_up(case, None)
        self.at_start = census(self.core)

    def run(self) -> list[str]:
        """Runs the case and returns what differs."""
        try:
            self._begin()
            for number, step in enumerate(self.case.then, 1):
                self.where = f"step {number} ({step})"
                if step.player is not None:
                    for text in step.answers:
                        self._answer(step.player, text)
                for player, texts in (step.refused or {}).items():
                    for text in texts:
                        self._refused(player, text)
                for player, texts in (step.allowed or {}).items():
                    for text in texts:
                        self._allowed(player, text)
                if step.expect is not None:
                    self._wrong(Comparison(self.core).facts(step.expect))
            self._all_shuffled()
        except Differs as differs:
            self._wrong([str(differs)])
        except (EngineError, ValueError) as error:
            self._wrong([str(error)])
        return self.differences

    def _wrong(self, differences: Iterable[str]) -> None:
        self.differences += [f"{self.where}: {each}" for each in differences]

    def _begin(self) -> None:
        self.core.on_turn_start = self._keep
        self.core.begin(amid=self.case.start.amid)
        self._check()

    def _keep(self) -> None:
        """Keeps the turn's beginning, as a saved game does, unless something is owed."""
        if self.core.debts:
            return
        self.taken = Snapshot.model_validate_json(snapshot.take(self.core, 0).model_dump_json())
        self.deeds = []

    def _do(self, deed: Deed) -> None:
        before = self.taken
        deed.do(self.core)
        # The deed that began a turn belongs to the one before it: the snapshot holds what it did.
        if self.taken is before:
            self.deeds.append(deed)
        self._check()

    def _check(self) -> None:
        """What holds after every answer: nothing is made or lost, and the game comes back from a save as it is."""
        try:
            always(self.core, self.at_start)
        except Fault as fault:
            raise Differs(str(fault)) from fault
        again = set_up(self.case, self.taken)
        again.begin(amid=self.case.start.amid and self.taken is None)
        for deed in self.deeds:
            deed.do(again)
        then, now = portrait(self.core), portrait(again)
        self._wrong(f"saved and loaded, {each} is {now[each]}, not {then[each]}" for each in then if then[each] != now[each])

    def _asked(self, name: str, text: str) -> tuple[Ask[Any], tuple[str, ...]]:
        """The open question that `text`, said by `name`, answers; one that has no answer yet goes first."""
        seat = self._seat(name)
        asks = [ask for ask in self.core.decisions() if ask.decider == seat]
        for ask in sorted(asks, key=lambda ask: ask.answer is not None):
            if (ids := meant(ask, text)) is not None:
                return ask, ids
        raise Differs(f"“{text}” answers nothing that {name} is asked; open: {described(self.core)}")

    def _answer(self, name: str, text: str) -> None:
        if text == "resign":
            self._do(Deed(self._seat(name)))
            return
        ask, ids = self._asked(name, text)
        try:
            ask.check(ids)
        except IllegalAnswer as refusal:
            raise Differs(f"“{text}” is refused: {refusal.reason} Open: {described(self.core)}") from refusal
        self._do(Deed(ask.decider, ask.id, ids))

    def _allowed(self, name: str, text: str) -> None:
        ask, ids = self._asked(name, text)
        try:
            ask.check(ids)
        except IllegalAnswer as refusal:
            self._wrong([f"“{text}” should be allowed, and is refused: {refusal.reason}"])

    def _refused(self, name: str, text: str) -> None:
        ask, ids = self._asked(name, text)
        before = portrait(self.core)
        try:
            self.core.answer(ask.decider, ask.id, ids)
        except IllegalAnswer:
            if portrait(self.core) != before:
                raise Differs(f"“{text}” is refused, but has changed something") from None
        else:
            raise Differs(f"“{text}” should be refused, and is taken")

    def _seat(self, name: str) -> int:
        return self.case.players.index(name)

    def _all_shuffled(self) -> None:
        self.where = "end"
        for name, orders in self.case.shuffles.items():
            if (done := self.core.shuffler.counters[self._seat(name)]) < len(orders):
                self._wrong([f"{name} has shuffled {done} times, though the case says how {len(orders)} shuffles end"])


class Comparison:
    """Compares expected facts with what is."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.differences: list[str] = []

    def facts(self, facts: Facts) -> list[str]:
        """What differs from `facts`."""
        core, me = self.core, self.core.current
        self._is("turn", facts.turn, me.name)
        self._is("turn number", facts.turn_number, core.turn.number)
        self._is("phase", facts.phase, core.phase)
        self._is("over", facts.over, core.phase == "over")
        self._is("reason", facts.reason, core.reason)
        for counter in ("actions", "buys", "coins", "potions"):
            self._is(counter, getattr(facts, counter), getattr(me, counter))
        for name, wanted in facts.supply.items():
            pile = pile_called(core, name)
            if isinstance(wanted, Words):
                self._cards(f"supply, {name}", wanted, stacked(pile), in_order=True)
            else:
                self._is(f"supply, {name}", wanted, pile.count)
        for name, tokens in facts.tokens.items():
            lying = {token: count for token, count in tokens_on(core, name).items() if token in (VP, DEBT) and count}
            self._is(f"tokens, {name}", tokens, lying)
        for name, cost in facts.costs.items():
            self._is(f"costs, {name}", cost, str(core.cost(CARDS[name])))
        self._is("empty piles", facts.empty_piles, core.empty_piles())
        self._cards("trash", facts.trash, names(core.trash))
        for name in facts.seats:
            self._seat(next(player for player in core.players if player.name == name), facts)
        if facts.asked is not None:
            self._asks(facts.asked)
        if facts.winners is not None:
            winners = [core.players[seat].name for seat in sorted(result(core).winners)] if core.phase == "over" else []
            self._is("winners", sorted(facts.winners), sorted(winners))
        self._log("log", facts.log, None)
        for name, sight in facts.sees.items():
            self._sight(name, sight)
        return self.differences

    def _is(self, what: str, expected: object, actual: object) -> None:
        if expected is not None and expected != actual:
            self.differences.append(f"{what}: expected {expected}, is {actual}")

    def _cards(self, what: str, expected: Words | None, actual: Sequence[str], *, in_order: bool = False) -> None:
        if expected is None:
            return
        wanted = list(expected.items)
        if in_order:
            fits = list(actual[: len(wanted)] if expected.more else actual) == wanted
        else:
            missing, extra = Counter(wanted) - Counter(actual), Counter(actual) - Counter(wanted)
            fits = not missing and (expected.more or not extra)
        if not fits:
            self._is(what, str(expected), listed(list(actual) if in_order else sorted(actual)))

    def _seat(self, player: Player, facts: Facts) -> None:
        seat, who = facts.seats[player.name], player.name
        self._cards(f"{who}, hand", seat.hand, names(player.hand))
        self._cards(f"{who}, deck", seat.deck, names(player.deck)[::-1], in_order=True)
        self._cards(f"{who}, discard", seat.discard, names(player.discard_pile))
        self._cards(f"{who}, in play", seat.in_play, names(player.in_play))
        self._cards(f"{who}, set aside", seat.set_aside, names(player.aside))
        self._cards(f"{who}, owns", seat.owns, names(player.owned()))
        self._is(f"{who}, hand size", seat.hand_size, len(player.hand))
        self._is(f"{who}, deck size", seat.deck_size, len(player.deck))
        self._is(f"{who}, discard size", seat.discard_size, len(player.discard_pile))
        self._is(f"{who}, discard top", seat.discard_top, (names(player.discard_pile) or ["nothing"])[-1])
        self._is(f"{who}, vp", seat.vp, player.vp_tokens)
        self._is(f"{who}, debt", seat.debt, player.debt)
        self._is(f"{who}, turns", seat.turns, player.turns_taken)
        self._is(f"{who}, resigned", seat.resigned, player.resigned)
        if seat.points is not None or seat.rank is not None:
            score = next(score for score in result(self.core).scores if score.seat == player.seat)
            self._is(f"{who}, points", seat.points, score.points)
            self._is(f"{who}, rank", seat.rank, score.rank)

    def _asks(self, asked: dict[str, list[AskFacts]]) -> None:
        """Exactly these players are asked exactly these things."""
        for player in self.core.players:
            asks = [ask for ask in self.core.decisions() if ask.decider == player.seat]
            expected = asked.get(player.name, [])
            if len(asks) != len(expected):
                self.differences.append(
                    f"asked: expected {len(expected)} questions to {player.name}, are {len(asks)}; open: {described(self.core)}"
                )
                continue
            for facts, ask in zip(expected, asks, strict=True):
                self._ask(f"asked, {player.name}", facts, ask)

    def _ask(self, what: str, facts: AskFacts, ask: Ask[Any]) -> None:
        seen = ask.view()
        self._is(f"{what}, to", facts.to, seen.purpose)
        self._is(f"{what}, of", facts.of, self.core.players[seen.seat].name)
        self._is(f"{what}, or to", facts.or_to, seen.follow.purpose if seen.follow is not None else "nothing")
        for field in ("kind", "card", "prompt", "minimum", "maximum", "owed"):
            self._is(f"{what}, {field}", getattr(facts, field), getattr(seen, field))
        self._is(f"{what}, sealed", bool(facts.sealed), seen.answered)
        self._cards(f"{what}, because", facts.because, seen.because, in_order=True)
        self._cards(f"{what}, options", facts.options, options(ask))
        self._cards(f"{what}, preselected", facts.preselected, [said(id) for id in seen.preselected])

    def _lines(self, reader: int | None) -> list[str]:
        lines = [entry.line(reader) for entry in self.core.lines or []]
        return [f"{'>' * line.depth} {line.text}".lstrip() for line in lines]

    def _log(self, what: str, expected: Iterable[str], reader: int | None) -> None:
        """The expected lines stand in the log, in that order, with or without others between them."""
        lines = self._lines(reader)
        place = 0
        for wanted in expected:
            found = next((i for i in range(place, len(lines)) if wanted in lines[i]), None)
            if found is None:
                self.differences.append(f"{what}: “{wanted}” is not there, or out of order; the log: {' | '.join(lines)}")
                return
            place = found + 1

    def _sight(self, name: str, sight: Sight) -> None:
        """What somebody sees, by the one way in which anything leaves the engine."""
        core, what = self.core, f"{name} sees"
        reader = None if name == SPECTATOR else next(player.seat for player in core.players if player.name == name)
        seen = view(core, reader)
        for each, facts in sight.seats.items():
            player = next(player for player in seen.players if player.name == each)
            if isinstance(facts.hand, Words):
                held = [card.name for card in player.hand or () for _ in range(card.count)]
                self._cards(f"{what}, {each}, hand", facts.hand, held)
            else:
                self._is(f"{what}, {each}, hand", facts.hand, HIDDEN if player.hand is None else "open")
            self._is(f"{what}, {each}, hand size", facts.hand_size, player.hand_size)
            self._is(f"{what}, {each}, deck size", facts.deck_size, HIDDEN if player.deck_size is None else player.deck_size)
            self._is(f"{what}, {each}, discard top", facts.discard_top, player.discard_top or "nothing")
            self._cards(f"{what}, {each}, in play", facts.in_play, player.in_play)
            aside = [card.name for group in player.set_aside for card in group.cards or () for _ in range(card.count)]
            self._cards(f"{what}, {each}, set aside", facts.set_aside, aside)
            self._is(f"{what}, {each}, vp", facts.vp, player.vp_tokens)
            self._is(f"{what}, {each}, debt", facts.debt, player.debt)
        self._is(f"{what}, phase", sight.phase, seen.phase)
        possessor = "nobody" if seen.possessor is None else core.players[seen.possessor].name
        self._is(f"{what}, possessor", sight.possessor, possessor)
        for field in ("waiting_for", "owing", "answered"):
            who = tuple(core.players[seat].name for seat in getattr(seen, field))
            self._is(f"{what}, {field.replace('_', ' ')}", getattr(sight, field), who)
        self._is(f"{what}, treasures give", sight.treasures_give, seen.treasure_coins)
        text = seen.model_dump_json(exclude=ON_THE_TABLE) + "\n".join(self._lines(reader))
        for there, words in ((True, sight.holds), (False, sight.lacks)):
            for word in words.items:
                if bool(re.search(rf"\b{re.escape(word)}\b", text)) is not there:
                    self.differences.append(f"{what}: {word} is {'nowhere' if there else 'to be seen'}")
        self._log(f"{what}, log", sight.log, reader)


def run_case(case: Case) -> list[str]:
    """What differs from the case; nothing if all is as it says. Raises CaseError if it can't be run."""
    return Run(case).run()


# the command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `case` can be told."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of cases, or a directory of such files")


def files(paths: Iterable[Path]) -> list[Path]:
    """The files meant; of a directory, all its YAML files."""
    return [file for path in paths for file in (sorted(path.glob("*.yaml")) if path.is_dir() else [path])]


def run(args: argparse.Namespace, show: Callable[[str], None] = print) -> int:
    """Runs the files' cases and prints what differs; 1 if anything does."""
    count = failed = 0
    for path in files(args.files):
        try:
            cases = load(path)
        except CaseError as error:
            failed += 1
            show(str(error))
            continue
        for case in cases:
            count += 1
            differences = tried(path, case)
            failed += bool(differences)
            for line in differences:
                show(line)
    ran = "1 case" if count == 1 else f"{count} cases"
    show(f"{ran}; {failed} with something wrong." if failed else f"{ran}, all as they should be.")
    return 1 if failed else 0


def tried(path: Path, case: Case) -> list[str]:
    """As `located`; but whatever goes wrong is told too, so that the cases after it are still run."""
    try:
        return located(path, case)
    except CaseError as error:
        return [str(error)]
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)
        last = next((frame for frame in reversed(place) if Path(frame.filename).parent.name == "cards"), place[-1])
        return [f"{path}: case “{case.case}”: the engine fails at {last.filename}:{last.lineno}, {last.name}: {error!r}"]


def located(path: Path, case: Case) -> list[str]:
    """What differs from the case, with where it stands and what rule it is about."""
    where = f"{path}: case “{case.case}”" + (f" [{case.rule}]" if case.rule else "")
    try:
        return [f"{where}: {each}" for each in run_case(case)]
    except CaseError as error:
        raise CaseError(f"{where}: {error}") from error
