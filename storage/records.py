"""What is kept about finished games: a record of each, and the ratings and statistics that follow from the records."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from math import sqrt
from typing import Literal, NamedTuple

from pydantic import AwareDatetime

from engine.kingdoms import Kingdom
from engine.log import Ending, LogLine
from engine.view import Frozen

Player = int | str
"""A person, by id; or an AI, by its style."""
Uncounted = Literal["substitute", "stand-in", "stopped", "short", "unknown"]
"""Why a game counts for neither ratings nor statistics: a seat changed hands; an AI played too much of it for a person; it was
stopped before its end; someone gave up before everyone had two turns; or it isn't known how it ended."""
WHOLE = 60
"""How many parts a win has, so that two to six players can share one in whole numbers."""
AI, GONE = "ai:", "gone:"
"""What the keys of AIs start with, and those of people whose data were deleted."""


def key_of(player: Player) -> str:
    """Return the key of a player in the database."""
    return str(player) if isinstance(player, int) else f"{AI}{player}"


def player_of(key: str) -> Player | None:
    """Return the player with a key; None: a person whose data were deleted."""
    return int(key) if key.isdecimal() else key.removeprefix(AI) if key.startswith(AI) else None


def kingdom_key(kingdom: Kingdom) -> str:
    """Return a short key for what a kingdom consists of, whatever the order and edition."""
    return blake2b("|".join(sorted(kingdom.names)).encode(), digest_size=8).hexdigest()


TOLD = ("turn", "buy", "gain", "reveal", "worded")
"""The kinds of log lines that a record needs."""


class Moves(NamedTuple):
    """How many moves of a seat's an AI made, or its player; and the number of the last one's journal entry."""

    seat: int
    by_ai: bool
    made: int
    last: int


class Chronicle(NamedTuple):
    """What a record needs to know about how a game went: the lines of its log of the kinds in `TOLD`, as everyone reads them; and
    who made how many moves."""

    lines: tuple[LogLine, ...]
    moves: tuple[Moves, ...]


class SeatRecord(Frozen):
    """How a seat did. `person` or `ai` had it at the end (neither: someone whose data were deleted); `former` are the people who
    had it before. `place` 1 is a winner; ties share one. `turns`: how many it took; `deck`: all of its cards at the end; `opening`:
    what it gained on its first two turns, by name; `gained`: how often each card in all."""

    seat: int
    person: int | None = None
    ai: str | None = None
    name: str = ""
    former: tuple[int, ...] = ()
    place: int
    points: int
    turns: int
    resigned: bool = False
    deck: dict[str, int] = {}
    opening: tuple[str, ...] = ()
    gained: dict[str, int] = {}

    @property
    def player(self) -> Player | None:
        """Return who had it at the end."""
        return self.person if self.person is not None else self.ai


class Figures(Frozen):
    """The sums over several games, for one seat in each: how many games, the share of wins and what chance alone would have brought
    (`fair`, both in parts of `WHOLE`), and all points and turns."""

    games: int = 0
    won: int = 0
    fair: int = 0
    points: int = 0
    turns: int = 0

    @property
    def wins(self) -> float:
        """Return how many were won; a tie counts for its share."""
        return self.won / WHOLE

    @property
    def rate(self) -> float:
        """Return the rate of wins."""
        return self.wins / self.games if self.games else 0.0

    @property
    def chance(self) -> float:
        """Return the rate of wins that chance alone would have brought."""
        return self.fair / WHOLE / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval (Wilson) of the rate of wins."""
        if not self.games:
            return 0.0, 1.0
        z, n, rate = 1.959963984540054, self.games, self.rate
        middle = rate + z * z / (2 * n)
        width = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
        low, high = ((middle + sign * width) / (1 + z * z / n) for sign in (-1, 1))
        return max(0.0, low), min(1.0, high)

    def without(self, part: Figures) -> Figures:
        """Return the figures of the other games."""
        return Figures(**{name: getattr(self, name) - getattr(part, name) for name in Figures.model_fields})


class GameRecord(Frozen):
    """A finished game. `channel`: where it was (its thread, if it had one). `private`: only its players can look at it. `turns`
    counts everyone's; `sets` are those its kingdom is from; `uncounted` says why it doesn't count (None: it does)."""

    id: str
    server: int | None
    channel: int | None = None
    private: bool
    started: AwareDatetime
    ended: AwareDatetime
    ending: Ending
    turns: int
    kingdom: Kingdom
    sets: tuple[str, ...]
    seats: tuple[SeatRecord, ...]
    uncounted: Uncounted | None = None

    def figures_of(self, seat: SeatRecord) -> Figures:
        """Return the figures of this game for a seat."""
        won = WHOLE // sum(each.place == 1 for each in self.seats) if seat.place == 1 else 0
        return Figures(games=1, won=won, fair=WHOLE // len(self.seats), points=seat.points, turns=seat.turns)

    @property
    def placed(self) -> list[SeatRecord]:
        """Return the seats by place."""
        return sorted(self.seats, key=lambda seat: (seat.place, seat.seat))

    @property
    def people(self) -> frozenset[int]:
        """Return the people who have, or had, a seat."""
        return frozenset(each for seat in self.seats for each in (seat.person, *seat.former) if each is not None)

    def involves(self, person: int) -> bool:
        """Return whether a person has, or had, a seat."""
        return person in self.people


class Subject(NamedTuple):
    """What statistics are about: a person, a server or a card by name; a kingdom by `kingdom_key`; an AI by its style."""

    kind: Literal["person", "server", "card", "kingdom", "style"]
    of: int | str

    @property
    def key(self) -> str:
        """Return its key in the database."""
        prefix = {"person": "", "style": AI}.get(self.kind, f"{self.kind}:")
        return f"{prefix}{self.of}"


def subject_of(player: Player) -> Subject:
    """Return a player as the subject of statistics."""
    return Subject("person" if isinstance(player, int) else "style", player)


class Statistics(Frozen):
    """Statistics of the games that count, most games first. `seats`: the sums over all its seats (a person's or style's own; for a
    card, all seats in games with it). `finished` counts the other games, too. `openings`: over seats with that opening (for a card:
    with it); `having`: over seats that gained a card; `against`: over seats with an opponent who gained it. For a card, these two
    have only the card itself."""

    finished: int
    seats: Figures
    openings: tuple[tuple[tuple[str, ...], Figures], ...]
    having: dict[str, Figures]
    against: dict[str, Figures]


class Skill(NamedTuple):
    """A player's estimated skill: most likely `mu`, give or take `sigma`."""

    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """Return the skill that they almost certainly reach; leaderboards go by it."""
        return self.mu - 3 * self.sigma


class Rating(Frozen):
    """A player's rating after that many `games`, and their `rank` on the leaderboard (None: they aren't on it). `name`: their name
    in the last of these games."""

    player: Player
    name: str
    skill: Skill
    games: int
    rank: int | None = None


class RatingChange(Frozen):
    """How a game changed a rating, and when. `record` None: the reader can't see the game."""

    record: GameRecord | None
    at: AwareDatetime
    before: Skill
    after: Skill

    @property
    def game(self) -> str | None:
        """Return the game's id."""
        return self.record.id if self.record is not None else None


class HeadToHead(Frozen):
    """How two players did in the games with both of them that count: how often the first finished `ahead`, `behind` and `level`,
    and each one's figures."""

    games: int
    ahead: int
    behind: int
    level: int
    first: Figures
    second: Figures


class GamesWanted(Frozen):
    """Which finished games to list for `viewer`: all that they can look at, or only those with a player, on a server, with a card,
    of a kingdom (`kingdom_key`), and with an opponent; older than the game `before`, or the next ones after the game `after`, at
    most `most`. `all`: other people's private ones, too."""

    viewer: int | None
    player: Player | None = None
    server: int | None = None
    card: str | None = None
    kingdom: str | None = None
    opponent: Player | None = None
    before: str | None = None
    after: str | None = None
    most: int = 10
    all: bool = False


def added(figures: Sequence[Figures]) -> Figures:
    """Return the sum of all figures."""
    if len(figures) == 1:
        return figures[0]
    return Figures(**{name: sum(getattr(each, name) for each in figures) for name in Figures.model_fields})
