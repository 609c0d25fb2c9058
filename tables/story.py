"""The story of a finished game as facts, each based on the lines of one turn: plain data in and out. The texts are elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine import LogLine, card_facts
from engine.replay import Position
from tables.chronicle import OPENING, Gain, gained, is_card

HITS = ("discard", "trash", "gain")
"""What Attacks do to others, by kind of line."""
MOST = 7
"""The most facts between the openings and the end."""


class TurnOf(NamedTuple):
    """A turn: its number in the game, its seat, and its number among that seat's turns."""

    turn: int
    seat: int
    own: int


@dataclass(frozen=True, slots=True)
class StoryFact:
    """Something that happened, and in which turn."""

    when: TurnOf


@dataclass(frozen=True, slots=True)
class Openings(StoryFact):
    """What everyone got on their first turns, in order: cards gained in any way, and Events bought. Seats that got the same are
    together, whatever the order."""

    groups: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class FirstOfLast(StoryFact):
    """Who gained the first card of a pile that ends the game once it is empty; `bought`: for money."""

    seat: int
    card: str
    bought: bool


@dataclass(frozen=True, slots=True)
class HardestAttack(StoryFact):
    """The Attack that did something (`kind`, of `HITS`) to the most cards of others: `plays` of `card` in one turn by `seat`.
    `cards`: those `count` cards, if they are known."""

    seat: int
    card: str
    plays: int
    kind: str
    victims: tuple[int, ...]
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LongestTurn(StoryFact):
    """The turn with the most cards played, and what its player got: cards gained in any way, and Events bought."""

    played: int
    got: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RichestTurn(StoryFact):
    """The turn with the most money."""

    coins: int
    potions: int


@dataclass(frozen=True, slots=True)
class BestTurn(StoryFact):
    """The turn in which its player scored the most points."""

    points: int


@dataclass(frozen=True, slots=True)
class TurningPoint(StoryFact):
    """The last change of the lead: from that turn on, the winner was never behind. `changes`: how often the lead had changed until
    then; 0: no one else ever had it."""

    seat: int
    changes: int


@dataclass(frozen=True, slots=True)
class DrawnLevel(StoryFact):
    """From that turn on, these seats shared the lead to the end; `late`: it was the last turn; `always`: no one was ever ahead of
    them."""

    seats: tuple[int, ...]
    late: bool
    always: bool


@dataclass(frozen=True, slots=True)
class FirstEmpty(StoryFact):
    """The first pile that ran out before the last turn."""

    pile: str


@dataclass(frozen=True, slots=True)
class GivenUp(StoryFact):
    """The first to resign before the last turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TheEnd(StoryFact):
    """The last turn."""


class GameCourse:
    """How a game went: its `positions`, and the `lines` of its log."""

    def __init__(self, positions: Sequence[Position], lines: Sequence[LogLine]) -> None:
        self.positions = positions
        self.lines = lines
        self.turns = len(positions) - 1
        self.leads = self._leads()
        """Each turn that put someone else ahead, and that seat. Drawing level changes nothing."""

    def when(self, turn: int) -> TurnOf:
        """Return a turn by its number in the game."""
        at = self.positions[min(max(turn, 1), self.turns) - 1]
        return TurnOf(at.turn, at.seat, at.own)

    def points(self, turn: int) -> dict[int, int]:
        """Return the points after a turn of everyone who still played."""
        at = self.positions[turn]
        return {seat: points for seat, points in enumerate(at.points) if not at.view.players[seat].resigned}

    def leaders(self, turn: int) -> tuple[int, ...]:
        """Return who had the most points after a turn."""
        points = self.points(turn)
        return tuple(seat for seat in points if points[seat] == max(points.values()))

    def leader(self, turn: int) -> int | None:
        """Return who was ahead of everyone else after a turn."""
        best = self.leaders(turn)
        return best[0] if len(best) == 1 else None

    def _leads(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        holder: int | None = None
        for turn in range(1, self.turns + 1):
            best = self.leaders(turn)
            holder = holder if holder in best else None
            if holder is None and len(best) == 1:
                holder = best[0]
                found.append((turn, holder))
        return found


def story(course: GameCourse, winners: Sequence[int]) -> tuple[StoryFact, ...]:
    """Return what is worth telling about a game, in the order of its turns."""
    longest, turning = longest_turn(course), turning_point(course, winners)
    told = {fact.when.turn for fact in (longest, turning) if fact is not None}
    race = turning or drawn_level(course)
    facts = (first_of_last(course), hardest_attack(course), longest, race, first_empty(course), given_up(course))
    found: list[StoryFact] = [fact for fact in facts if fact is not None]
    more = [fact for fact in (richest_turn(course), best_turn(course)) if fact is not None and fact.when.turn not in told]
    between = sorted([*found, *more[: MOST - len(found)]], key=lambda fact: fact.when.turn)
    return (openings(course), *between, TheEnd(course.when(course.turns)))


def openings(course: GameCourse) -> Openings:
    """Return what everyone got on their first turns."""
    own: dict[int, list[str]] = {seat: [] for seat in range(len(course.positions[0].points))}
    for _, seat, card, turn in got_by_all(course):
        if turn is not None and turn.seat == seat and turn.amount is not None and turn.amount <= OPENING:
            own[seat].append(card)
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for seat, cards in own.items():
        groups[tuple(sorted(cards))].append(seat)
    return Openings(course.when(1), tuple((tuple(seats), tuple(own[seats[0]])) for seats in groups.values()))


def got_by_all(course: GameCourse) -> list[Gain]:
    """Return all cards gained and all Events bought, in order."""
    titles = {line.turn: line for line in course.lines if line.kind == "turn"}
    events = [
        Gain(line, line.seat, line.card, titles.get(line.turn))
        for line in course.lines
        if line.kind == "buy" and line.seat is not None and line.card is not None and not is_card(line.card)
    ]
    return sorted([*gained(course.lines), *events], key=lambda each: each.line.number)


def first_of_last(course: GameCourse) -> FirstOfLast | None:
    """Return who gained the first card of a pile that ends the game."""
    ending = course.positions[0].view.ending_piles
    for line, seat, card, _ in gained(course.lines):
        if card in ending:
            return FirstOfLast(course.when(line.turn), seat, card, bought=line.kind == "buy" or line.bought)
    return None


def hardest_attack(course: GameCourse) -> HardestAttack | None:
    """Return the Attack that hit the most cards; its late effects count for its turn."""
    plays: dict[tuple[int, str], Counter[int]] = defaultdict(Counter)
    hits: dict[tuple[int, str, int, str], list[LogLine]] = defaultdict(list)
    for line in course.lines:
        if line.kind == "play" and line.card is not None and line.seat is not None and is_attack(line.card):
            plays[line.turn, line.card][line.seat] += 1
        elif line.kind in HITS and line.by is not None and line.seat is not None and hit(line):
            turn = line.turn if line.late is None else line.late
            by = [seat for seat in plays[turn, line.by] if seat != line.seat]
            if len(by) == 1:
                hits[turn, line.by, by[0], line.kind].append(line)
    if not hits:
        return None
    (turn, card, seat, kind), lines = max(hits.items(), key=lambda each: sum(map(hit, each[1])))
    victims = tuple(sorted({line.seat for line in lines if line.seat is not None}))
    cards = tuple(name for line in lines for name in (line.cards if kind != "gain" else (line.card or "",)))
    count = sum(map(hit, lines))
    known = tuple(sorted(cards)) if len(cards) == count else ()
    return HardestAttack(course.when(turn), seat, card, plays[turn, card][seat], kind, victims, count, known)


def hit(line: LogLine) -> int:
    """Return how many cards a line is about."""
    return int(line.card is not None) if line.kind == "gain" else line.count or len(line.cards)


def is_attack(card: str) -> bool:
    """Return whether a card is an Attack."""
    return "Attack" in card_facts(card).types


def longest_turn(course: GameCourse) -> LongestTurn | None:
    """Return the turn with the most cards played; the earliest of several."""
    played: Counter[int] = Counter()
    for line in course.lines:
        if line.kind == "play":
            played[line.turn] += max(1, len(line.cards))
    if not played:
        return None
    turn = most(played)
    when = course.when(turn)
    got = tuple(
        card for _, seat, card, title in got_by_all(course) if seat == when.seat and title is not None and title.turn == turn
    )
    return LongestTurn(when, played[turn], got)


def richest_turn(course: GameCourse) -> RichestTurn | None:
    """Return the turn with the most money; the earliest of several."""
    rich: dict[int, tuple[int, int]] = {}
    for line in course.lines:
        if line.kind in ("play", "get", "buy") and line.amount is not None and line.seat == course.when(line.turn).seat:
            rich[line.turn] = max(rich.get(line.turn, (0, 0)), (line.amount, line.potions))
    turn = most(rich) if rich else 0
    return RichestTurn(course.when(turn), *rich[turn]) if rich and rich[turn][0] else None


def best_turn(course: GameCourse) -> BestTurn | None:
    """Return the turn in which its player scored the most points; the earliest of several."""
    grown = {turn: course.positions[turn].points[seat] - course.positions[turn - 1].points[seat] for turn, seat in turns_of(course)}
    turn = most(grown)
    return BestTurn(course.when(turn), grown[turn]) if grown[turn] > 0 else None


def turns_of(course: GameCourse) -> list[tuple[int, int]]:
    """Return all turns with their seats."""
    return [(at.turn, at.seat) for at in course.positions[:-1]]


def most(of: Counter[int] | dict[int, int] | dict[int, tuple[int, int]]) -> int:
    """Return the turn with the most of something; the earliest of several."""
    return max(sorted(of), key=lambda turn: of[turn])


def turning_point(course: GameCourse, winners: Sequence[int]) -> TurningPoint | None:
    """Return the turn that put the winner ahead for the last time; None: they weren't ahead at the end."""
    if len(winners) != 1 or not course.leads or course.leader(course.turns) != winners[0]:
        return None
    turn, seat = course.leads[-1]
    return TurningPoint(course.when(turn), seat, len(course.leads) - 1) if len(course.points(turn)) > 1 else None


def drawn_level(course: GameCourse) -> DrawnLevel | None:
    """Return since when the players who are tied for the lead at the end have been level; None: there is no tie."""
    tied, turn = course.leaders(course.turns), course.turns
    if len(tied) < 2:
        return None
    while turn and course.leaders(turn - 1) == tied:
        turn -= 1
    return DrawnLevel(course.when(turn), tied, late=turn == course.turns, always=not turn)


def first_empty(course: GameCourse) -> FirstEmpty | None:
    """Return the first Supply pile that ran out before the last turn."""
    for turn in range(1, course.turns):
        before, after = (course.positions[at].view.piles for at in (turn - 1, turn))
        for old, new in zip(before, after, strict=True):
            if new.supply and old.count and not new.count:
                return FirstEmpty(course.when(turn), new.name)
    return None


def given_up(course: GameCourse) -> GivenUp | None:
    """Return who was the first to resign before the last turn."""
    lines = (line for line in course.lines if line.kind == "resign" and line.turn < course.turns)
    return next((GivenUp(course.when(line.turn), line.seat) for line in lines if line.seat is not None), None)
