"""What is stored about a game: its setup and seed, a snapshot at the start of each turn, and every answer since the beginning."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from engine.log import Ending, LogLine
from engine.mechanisms import EVENT, LANDMARK
from engine.view import Editions, Frozen

VERSION = 1
RULES = 10
"""The version of this code's rules. It goes up when the same answers could have other results, or the game asks something else on
the way. Games that started earlier might then no longer replay from their beginning (running ones resume from their last turn)."""


WATCHED_RULES = 6
"""The first version of the rules that asks for a choice even if only its player knows that it is forced (`Core.watched`)."""


BEFORE = {"events": EVENT, "landmarks": LANDMARK}
"""The fields that each kind of landscape had before there was one field for all."""


def one_field(data: Any) -> Any:
    """Accept a field for each kind of landscape instead of one for all, as older versions stored them."""
    if not isinstance(data, dict) or data.keys().isdisjoint(BEFORE):
        return data
    rest = {key: value for key, value in data.items() if key not in BEFORE}
    return rest | {"landscapes": [name for field in BEFORE for name in data.get(field, ())]}


class Snapshot(Frozen):
    """The whole game as plain data at the start of turn `turn`, after the first `entries` journal entries."""

    version: int = VERSION
    turn: int
    entries: int
    state: dict[str, Any]

    @field_validator("state")
    @classmethod
    def _without_lists(cls, state: dict[str, Any]) -> dict[str, Any]:
        """Convert lists to tuples: the garbage collector can skip those, and many snapshots stay in memory."""
        return {key: without_lists(value) for key, value in state.items()}


def without_lists(value: Any) -> Any:
    """Return plain data with tuples for lists."""
    if isinstance(value, list | tuple):
        return tuple(map(without_lists, value))
    if isinstance(value, dict):
        return {key: without_lists(each) for key, each in value.items()}
    return value


class Setup(Editions):
    """A game before it starts: who plays, in seat order; which Kingdom piles and landscapes; in which editions; who goes first
    (None: drawn by the game's own seed, R5). `extras`: the additional piles that single cards need, by those cards; `optional`:
    which of the basic piles that aren't in every game are used. `rules`: the `RULES` at its start (1: before this count). `start`:
    the position that it starts from, if it plays on from a turn of another game (hidden things are in it, as in any snapshot)."""

    players: tuple[str, ...] = Field(min_length=2, max_length=6)
    kingdom: tuple[str, ...] = Field(min_length=1)
    landscapes: tuple[str, ...] = ()
    extras: dict[str, str] = {}
    optional: tuple[str, ...] = ()
    first: int | None = None
    first_among: tuple[int, ...] = ()
    rules: int = 1
    start: Snapshot | None = Field(default=None, repr=False)

    _one_field = model_validator(mode="before")(one_field)

    @property
    def laid(self) -> tuple[str, ...]:
        """Return all Kingdom piles, extra ones too."""
        return (*self.kingdom, *self.extras.values())


class Entry(Frozen):
    """One thing done to the game from outside, in order. `number` counts from 0 and is never used twice.

    * `answer`: `seat` (the decider) answered decision `decision` with `ids`.
    * `undo`: `seat` undid the last `count` answers that still stood, the earliest of which is entry `back_to`; snapshots of more
      than `back_to` entries are void. If a shuffle was undone, later ones belong to a new `epoch`. Decisions asked from then on are
      numbered from `decision`, so that no two questions ever have the same number. `undone` is the log's line about that entry,
      `seen` how many of the undone answers everyone had seen (None: all), and `unseen` how many others `seat` itself had given.
    * `resign`: `seat` gave up, or lost the game for the reason in `ending`.
    * `stop`: the game was ended, and why (`ending`).

    `asked` is the fingerprint of the decision answered, `digest` that of the state afterwards. `openly`: under rules older than
    `WATCHED_RULES`, the next seat to be asked even though only that seat knew that it had no choice.
    """

    number: int
    kind: Literal["answer", "undo", "resign", "stop"]
    seat: int | None = None
    decision: int | None = None
    ids: tuple[str, ...] = ()
    count: int = 0
    seen: int | None = None
    unseen: int = 0
    back_to: int = 0
    epoch: int = 0
    undone: LogLine | None = None
    ending: Ending | None = None
    asked: str = ""
    digest: str = ""
    openly: int | None = None

    @model_validator(mode="before")
    @classmethod
    def from_words(cls, data: Any) -> Any:
        """Accept a `reason` in words instead, from before the log was data."""
        if not isinstance(data, dict) or "reason" not in data:
            return data
        reason, rest = data["reason"], {key: value for key, value in data.items() if key != "reason"}
        if reason and rest.get("kind") == "undo":
            rest["undone"] = LogLine(kind="worded", wording=reason)
        elif rest.get("kind") == "stop":
            rest["ending"] = Ending(kind="worded", wording=reason)
        return rest


class Save(Frozen):
    """Everything needed to go on: without a `snapshot`, from the setup; `entries` are those from `snapshot.entries` on."""

    version: int = VERSION
    setup: Setup
    seed: str = Field(pattern="^[0-9a-f]{64}$", repr=False)
    snapshot: Snapshot | None
    entries: tuple[Entry, ...]
