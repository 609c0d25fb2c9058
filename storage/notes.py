"""What is stored about the lines of a game's log that only one person can read."""

from __future__ import annotations

from typing import Literal

from engine.view import Frozen

SaidAhead = Literal[
    "treasures", "end", "reveal", "no-reaction", "discard", "order", "choice", "changed", "wait", "plan-begins", "plan-through"
]


class AutoAction(Frozen):
    """What the bot did for a person because of an auto-answer or a plan. `cards` are the cards involved (a `choice` is about one,
    and `yes` is the answer). `attack`: what made them discard. `owner`: the seat whose card they responded to. `waits`: the seats
    whose responses the turn waits for. `answered` is the opaque id of the question; `changed`: the person has answered it
    themselves since."""

    what: SaidAhead
    cards: tuple[str, ...] = ()
    yes: bool | None = None
    owner: int | None = None
    attack: str | None = None
    waits: tuple[int, ...] = ()
    answered: int | None = None


StopKind = Literal[
    "another-hand",
    "question",
    "refused",
    "not-held",
    "not-playable",
    "no-action",
    "unplanned",
    "none-left",
    "too-expensive",
    "debt",
    "no-buy",
    "changed",
]


class PlanStop(Frozen):
    """Why a plan stopped: the hand has changed; a question (by `card`) that it doesn't answer; a move that was refused; a `card`
    that isn't in hand, can't be played, needs an Action, or is missing from the plan; a card that has run out, or that can't be
    bought (None: none of those named can) with `coins` and `potions`; `debt`; no Buy left. `changed`: several moves in a row were
    decided on facts that have changed since."""

    why: StopKind
    card: str | None = None
    coins: int = 0
    potions: int = 0
    debt: int = 0


ProposalKind = Literal["end", "undo", "replace", "open", "pace"]


class Notice(Frozen):
    """An entry that only one person's log has.

    * `plan-stopped`, why (`stop`), and after how many of their answers in that turn (`acts`); `plan-undone`: it was undone with the
      turn that it played.
    * `moved-on`: the game moved on, so what they wanted to undo stays. `declined`: `who` said no to their proposal (`proposal`).
    * `seated`: as they proposed, `who` plays on for `old`. `opened`: as they proposed, anyone can take `old`'s seat. `pace`: as
      they proposed, the pace has changed.
    * `stand-in`: an AI plays for `who` (empty: for them), whose time is up. `more-time`: the others have given them the same time
      again; `offered`: their seat is offered to a new player; `vote`: the others vote on that.
    * `host`: `who` (empty: they) hosts the game now.
    """

    what: Literal[
        "plan-stopped",
        "plan-undone",
        "moved-on",
        "declined",
        "seated",
        "opened",
        "pace",
        "stand-in",
        "more-time",
        "offered",
        "vote",
        "host",
    ]
    stop: PlanStop | None = None
    acts: int = 0
    who: str = ""
    old: str = ""
    proposal: ProposalKind | None = None


class OwnNote(Frozen):
    """A line that the table adds, only for the `person` who had the seat at the time: it comes after the game's line `after`,
    before the lines about its results. `did`: what the bot did because of an auto-answer or a plan; `says`: anything else for them.
    `wording`: the sentence, if it is older than notes as data."""

    after: int
    turn: int
    seat: int
    person: int | None
    did: AutoAction | None = None
    says: Notice | None = None
    wording: str = ""
