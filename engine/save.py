"""What of a game is kept: its set-up and seed, a snapshot at each turn's start, and every answer since the beginning.

A game is set-up + seed + answers. A save is the newest snapshot plus the journal entries after it; loading restores
the snapshot and replays those entries, which brings back the very decision that was pending.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from engine.log import Ending, LogLine
from engine.view import Frozen

VERSION = 1
RULES = 6
"""By which rules this code plays. The number goes up when the same answers may lead elsewhere, or something else is asked on the
way: a game that began before may then not be played again from its beginning (one that goes on does so from its last turn)."""


WATCHED_RULES = 6
"""By which rules, or later ones, a choice is put that its player alone knows to be forced (`Core.watched`)."""


class Setup(Frozen):
    """A game before it starts: who plays, in seat order; which Kingdom piles, Events and Landmarks; which edition's rules; who
    begins (None: drawn by the game's own seed, R5). `rules`: the `RULES` by which it began (1: older than this count)."""

    players: tuple[str, ...] = Field(min_length=2, max_length=6)
    kingdom: tuple[str, ...] = Field(min_length=1)
    events: tuple[str, ...] = ()
    landmarks: tuple[str, ...] = ()
    edition: Literal[1, 2] = 2
    first: int | None = None
    first_among: tuple[int, ...] = ()
    rules: int = 1


class Entry(Frozen):
    """One thing that was done to the game from outside, in order. `number` counts from 0 and is never used twice.

    * `answer`: `seat` (the decider) answered decision `decision` with `ids`.
    * `undo`: `seat` took back the last `count` answers still standing, the earliest of which is entry `back_to`; snapshots of
      more than `back_to` entries are void. If a shuffle was undone, the coming ones are of a new `epoch`. Decisions asked from
      then on are numbered from `decision`, so that no number ever names two questions. `undone` is the log's line about that entry,
      `seen` how many of the answers everyone had seen (None: all), and `unseen` how many others `seat` itself had given.
    * `resign`: `seat` gave up.
    * `stop`: the game was ended, and why (`ending`).

    `asked` is the fingerprint of the decision answered, `digest` that of the state afterwards. `openly`: by rules older than
    `WATCHED_RULES`, the seat that was asked next although it alone knew that it had no choice.
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
        """Take a `reason` in words instead, as it was kept before the log was data."""
        if not isinstance(data, dict) or "reason" not in data:
            return data
        reason, rest = data["reason"], {key: value for key, value in data.items() if key != "reason"}
        if reason and rest.get("kind") == "undo":
            rest["undone"] = LogLine(kind="worded", wording=reason)
        elif rest.get("kind") == "stop":
            rest["ending"] = Ending(kind="worded", wording=reason)
        return rest


class Snapshot(Frozen):
    """The whole game as plain data at the start of turn `turn`, after the first `entries` journal entries."""

    version: int = VERSION
    turn: int
    entries: int
    state: dict[str, Any]

    @field_validator("state")
    @classmethod
    def _without_lists(cls, state: dict[str, Any]) -> dict[str, Any]:
        """Keep tuples instead of lists: garbage collections needn't go through them, and many snapshots stay in memory."""
        return {key: without_lists(value) for key, value in state.items()}


def without_lists(value: Any) -> Any:
    """Return plain data with tuples for lists."""
    if isinstance(value, list | tuple):
        return tuple(map(without_lists, value))
    if isinstance(value, dict):
        return {key: without_lists(each) for key, each in value.items()}
    return value


class Save(Frozen):
    """Everything needed to go on: `snapshot` None means from the set-up; `entries` are those from `snapshot.entries` on."""

    version: int = VERSION
    setup: Setup
    seed: str = Field(pattern="^[0-9a-f]{64}$", repr=False)
    snapshot: Snapshot | None
    entries: tuple[Entry, ...]
