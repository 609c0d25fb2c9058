"""A finished game as a file that anyone can check by replaying it, shuffle by shuffle, answer by answer. `docs/replay-format.md`
says what is in the file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field, SkipValidation, ValidationError, model_serializer, model_validator

from engine import log_words, words
from engine.core import Core
from engine.errors import EngineError, OtherRules, SaveMismatch
from engine.game import Game
from engine.log import LogLine
from engine.log_forms import SeatNames
from engine.save import RULES, Entry, Save, Setup, Snapshot
from engine.shuffle import commitment
from engine.view import Frozen, Result, View
from engine.visibility import Scene, counted

G = TypeVar("G", bound=Game)

FORMAT = 2
"""The version of the file. In the first version, each entry had all of its fields, with their names."""


class Export(Frozen):
    """A finished game: its setup, the seed now revealed and the commitment published at its start, every journal entry, and how it
    ended. Files of older versions can be read, too."""

    version: int = Field(default=FORMAT, le=FORMAT)
    setup: Setup
    seed: str
    commitment: str
    entries: tuple[Entry, ...]
    result: Result

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        """Read entries as they are written; their places are their numbers."""
        if not isinstance(data, dict) or not isinstance(data.get("entries"), list):
            return data
        version = max(FORMAT, data.get("version", FORMAT))
        return data | {"version": version, "entries": [read_entry(number, each) for number, each in enumerate(data["entries"])]}

    @model_serializer
    def _write(self) -> dict[str, Any]:
        """Leave out fields with default values."""
        return {
            "version": self.version,
            "setup": self.setup.model_dump(mode="json", exclude_defaults=True),
            "seed": self.seed,
            "commitment": self.commitment,
            "entries": [written_entry(each) for each in self.entries],
            "result": self.result.model_dump(mode="json", exclude_defaults=True),
        }


def written_entry(entry: Entry) -> Any:
    """Return a journal entry as a file has it: an answer as a list of seat, decision, ids and both hashes; any other with its
    fields. Its place is its number."""
    plain = entry.kind == "answer" and entry.openly is None
    if plain:
        ids: Any = entry.ids[0] if len(entry.ids) == 1 else entry.ids
        return [entry.seat, entry.decision, ids, entry.asked, entry.digest]
    return entry.model_dump(mode="json", exclude_defaults=True, exclude={"number"})


def read_entry(number: int, written: Any) -> Any:
    """Return the fields of an entry in a file of this version or an older one."""
    if isinstance(written, list) and len(written) == len(WRITTEN):
        fields = dict(zip(WRITTEN, written, strict=True))
        ids = fields["ids"]
        return fields | {"number": number, "kind": "answer", "ids": [ids] if isinstance(ids, str) else ids}
    return {"number": number} | written if isinstance(written, dict) else written


WRITTEN = ("seat", "decision", "ids", "asked", "digest")
"""The fields in the list of an answer, in this order."""


def export(game: Game, entries: Sequence[Entry]) -> Export:
    """Return the finished `game` with all its `entries` as a file's content. Raises EngineError while the game goes on, since the
    seed reveals hidden cards."""
    if game.result is None:
        raise EngineError(words.STILL_PLAYED)
    seed = game.seed
    return Export(setup=game.setup, seed=seed.hex(), commitment=commitment(seed), entries=tuple(entries), result=game.result)


def verify(exported: Export) -> Game:
    """Play an exported game again and check that it went that way. Raises as `play_again` does."""
    return play_again(exported, Game)


def play_again(exported: Export, kind: type[G]) -> G:
    """Play an exported game again, as such a game. Raises SaveMismatch if the seed doesn't fit the commitment or the game doesn't
    go as the file says; OtherRules if the reason might be that it started under the rules of other code. The wording of its ending
    is ignored, as it might have changed since."""
    if commitment(bytes.fromhex(exported.seed)) != exported.commitment:
        raise SaveMismatch(words.OTHER_SEED)
    try:
        game = kind.load(Save(setup=exported.setup, seed=exported.seed, snapshot=None, entries=exported.entries))
        if game.result is None or unworded(game.result) != unworded(exported.result):
            raise SaveMismatch(words.OTHER_RESULT)
    except EngineError as error:
        if exported.setup.rules != RULES:
            raise OtherRules(words.OLDER_RULES if exported.setup.rules < RULES else words.NEWER_RULES) from error
        raise
    return game


def unworded(result: Result) -> tuple[Any, ...]:
    """Return everything that a result says, except its wording."""
    return result.winners, *((each.seat, each.points, each.turns_taken, each.rank, each.deck) for each in result.scores)


class TurnPoints(Frozen):
    """What each seat's cards and tokens were worth at the start of a turn; after the last turn, at the end. `turn` counts
    everyone's turns, `own` those of its seat (an extra turn counts with the one before it). `owed`: a choice was owed then, so
    there is no snapshot of it."""

    turn: int
    own: int
    seat: int
    points: tuple[int, ...]
    owed: bool = False


class _Course(Game):
    """A game that records everyone's points at the start of each turn."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.course: list[TurnPoints] = []
        super().__init__(*args, **options)

    def _turn_begins(self) -> None:
        turn = self.core.turn
        own = max(1, self.core.players[turn.seat].turns_taken + (not turn.extra))
        owed = bool(self.core.debts)
        self.course.append(TurnPoints(turn=turn.number, own=own, seat=turn.seat, points=self.points, owed=owed))
        super()._turn_begins()


def points_over_turns(exported: Export) -> tuple[TurnPoints, ...]:
    """Return the score of a finished game over time, turn by turn, by playing it again. Raises as `play_again` does."""
    game = play_again(exported, _Course)
    return (*game.course, TurnPoints(turn=game.turn + 1, own=game.course[-1].own, seat=game.current, points=game.points))


class Position(TurnPoints):
    """A position in a game, with all hands open. `view` is what everyone sees, plus every hand, without names, which can change."""

    view: SkipValidation[View]


class _Stepped(_Course):
    """A game that also records what was on the table then."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.positions: list[Position] = []
        super().__init__(*args, **options)

    def _turn_begins(self) -> None:
        super()._turn_begins()
        self.keep(self.course[-1], phase="action", actions=1, buys=1, coins=0, potions=0)

    def keep(self, points: TurnPoints, **fields: Any) -> None:
        """Record the current position. Unchanged piles are shared with the previous one."""
        view = opened(self.core).model_copy(update={"current": points.seat, "round": points.own, **fields})
        if self.positions:
            before = self.positions[-1].view.piles
            piles = tuple(old if old == new else new for old, new in zip(before, view.piles, strict=True))
            view = view.model_copy(update={"piles": piles})
        self.positions.append(Position(view=view, **dict(points)))


def opened(core: Core) -> View:
    """Return what everyone sees of a game, plus all hands."""
    view = Scene(core).view(None)
    hands = [counted(player.hand) for player in core.players]
    players = [
        seen.model_copy(update={"hand": hand, "name": "", "owned": ()}) for seen, hand in zip(view.players, hands, strict=True)
    ]
    return view.model_copy(update={"players": tuple(players), "result": None, "seed": None})


def positions(exported: Export) -> tuple[tuple[Position, ...], tuple[LogLine, ...]]:
    """Return a finished game turn by turn by playing it again: the position as each turn starts and at the end, and the lines of
    its log with everything that anyone knew. Raises as `play_again` does."""
    game = play_again(exported, _Stepped)
    last = game.course[-1]
    game.keep(TurnPoints(turn=last.turn + 1, own=last.own, seat=last.seat, points=game.points))
    return tuple(game.positions), tuple(entry.line(entry.knows[0] if entry.knows else None) for entry in game.log)


def playing_on(exported: Export, turn: int, players: Sequence[str]) -> Setup:
    """Return the setup of a game that starts from that turn of a finished one: everything is where it was, and its own seed applies
    from the next shuffle on. Raises as `play_again` does, and EngineError if there is no snapshot of that turn."""
    taken = next((each for each in play_again(exported, Game).snapshots if each.turn == turn), None)
    if taken is None:
        raise EngineError(words.NO_SUCH_TURN)
    shuffles = [0] * len(taken.state["shuffles"])
    start = Snapshot(turn=turn, entries=0, state=taken.state | {"shuffles": shuffles, "logged": 0})
    return exported.setup.model_copy(update={"players": tuple(players), "start": start})


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of `replay`."""
    parser.add_argument("file", type=Path, help="an exported game")
    parser.add_argument("--log", action="store_true", help="print everything that happened, hands included")


def run(args: Namespace) -> int:
    """Replay the file, print whether it is right, and return the exit code."""
    try:
        exported = Export.model_validate_json(args.file.read_text())
        game = verify(exported)
    except (OSError, ValidationError, ValueError, EngineError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    if args.log:
        for entry in game.log:
            told = entry.line(entry.public.seat)
            print("  " * told.depth + log_words.line(told, SeatNames(game.setup.players)))
    for score in exported.result.scores:
        print(f"{score.rank}. {score.name}: {score.points} points in {score.turns_taken} turns")
    print(f"Verified: {len(exported.entries)} journal entries, every shuffle from the seed committed to.")
    return 0
