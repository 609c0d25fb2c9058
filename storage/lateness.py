"""What is stored about a table's pace, and about moves that take too long."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import AwareDatetime, Field

from engine.view import Frozen

MOST_MINUTES = 14 * 24 * 60
LateChoice = Literal["wait", "turn", "until-back", "newcomer", "end"]
"""What can be done about a person whose time is up, mildest first: give them the same time again; let an AI play the rest of this
turn, or until they are back; offer their seat to a new player; end the game with the current score."""
Late = Literal["turn", "until-back", "newcomer", "end", "vote"]
"""What a table has agreed to do then; `vote`: whatever the others choose."""


class Pace(Frozen):
    """How long a move can take, in minutes, and what happens then: as in `Options`."""

    limit: int | None = Field(default=None, ge=1, le=MOST_MINUTES)
    late: Late | None = None


def occasion(at: datetime) -> int:
    """Return the number of the event that changed a table's seats then, or of the proposal about it."""
    return int(at.timestamp() * 1000)


class LateVote(Frozen):
    """The others' vote on what to do about a move that takes too long, started `at` that time: what each seat voted for, and what
    they `decided` (`moved`: the game no longer waits for that move). After `until`, only the votes that are there count."""

    at: AwareDatetime
    until: AwareDatetime | None = None
    votes: dict[int, LateChoice] = {}
    decided: LateChoice | Literal["moved"] | None = None

    @property
    def number(self) -> int:
        """Return a number that identifies this vote among others at the table."""
        return occasion(self.at)


class Lateness(Frozen):
    """What has been done about a seat's move that takes too long. `passed`: when the table noticed that its time was up. `again`:
    when its time started to count, if not when the game began to wait for it. `vote`: the latest vote about it. `warned`: when the
    only other player warned its person; from `claim` on, they can claim the win. `turn`: the turn in which an AI started to play
    for the person, until they are back. `kept`: when a player declined to end the game although it had long waited for this move.
    """

    passed: AwareDatetime | None = None
    again: AwareDatetime | None = None
    vote: LateVote | None = None
    warned: AwareDatetime | None = None
    claim: AwareDatetime | None = None
    turn: int | None = None
    kept: AwareDatetime | None = None

    @property
    def voting(self) -> LateVote | None:
        """Return the vote that is under way."""
        return self.vote if self.vote is not None and self.vote.decided is None else None

    def over(self, decided: LateChoice | Literal["moved"] = "moved") -> Lateness:
        """Return what remains once the move is no longer late: the vote was decided, or the person has moved."""
        vote = self.vote.model_copy(update={"decided": decided}) if self.vote is not None and self.voting else self.vote
        left = Lateness(vote=vote, turn=self.turn)
        return self if left == self else left


ON_TIME = Lateness()
