"""What is stored about people: their settings, auto-answers and plans."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AwareDatetime, Field, model_validator

from engine.view import CardCount, Frozen, PurseView

Pictures = Literal["dark", "light", "none"]
"""How to draw pictures, or whether to use none."""

Use = Literal["always", "never", "ask"]
MOST_SINGLE = 400
"""How many single Reactions, or questions, someone can set: each move at their tables goes through all of them."""


PingMode = Literal["each", "daily", "off"]
"""Whether a person gets a ping each time a game waits for them, one digest a day instead, or none."""
Remind = Literal["half", "off", "6", "12", "24", "48", "168"]
"""After how many hours a person is reminded of a game that waits; `half`: after half of the table's limit on a move."""


class AutoAnswers(Frozen):
    """Auto-answers and pings of a person; None: not set here, so the setting for all games, or the default, applies.

    * `treasures`: play all Treasures automatically once no more Actions can be played.
    * `end`: end the turn when nothing is left to do.
    * `react`: what to do about a usable Reaction: `always` use one that protects, `never`, or `ask`.
    * `reactions`: the same for single Reactions, by name; by `NAME: CARD`, depending on what they respond to (a card, or a type,
      meaning cards of only that type).
    * `order`: always accept the order offered.
    * `discards`: what to discard first when others make you discard: names of cards, or types (meaning cards of only that type).
      Applies only if the list decides everything.
    * `answers`: by `CARD:PURPOSE`, the answer to this card's yes-or-no question (`ask`: none).
    * `wait`: wait for the answers owed to your Attack, until you say otherwise.
    * `pings`, `remind`: how to ping, and when to remind.
    """

    treasures: bool | None = None
    end: bool | None = None
    react: Use | None = None
    reactions: dict[str, Use] | None = Field(default=None, max_length=MOST_SINGLE)
    order: bool | None = None
    discards: tuple[str, ...] | None = None
    answers: dict[str, Literal["yes", "no", "ask"]] | None = Field(default=None, max_length=MOST_SINGLE)
    wait: bool | None = None
    pings: PingMode | None = None
    remind: Remind | None = None


class Away(Frozen):
    """A time when a person is away; `until` None: they haven't said how long."""

    since: AwareDatetime
    until: AwareDatetime | None = None


Minute = Annotated[int, Field(ge=0, lt=24 * 60)]
"""A time of day, in minutes since midnight."""
MOST_QUIET = 16 * 60
MOST_AWAY = 50
MOST_EARLIER = 10


class EarlierHours(Frozen):
    """The time zone and the quiet hours that a person had until a certain time: later settings don't apply to the time before
    that."""

    until: AwareDatetime
    zone: str | None = Field(default=None, max_length=64)
    quiet: tuple[Minute, Minute] | None = None


class Hours(Frozen):
    """When a person can play: only these hours count towards a limit on a move. `zone`: their time zone, by its IANA name (None:
    unknown, so there are no quiet hours). `quiet`: the time of day when they can't play, at most `MOST_QUIET` minutes; `away`: the
    latest times away, in order and without overlaps; `earlier`: the latest zones and quiet hours before these."""

    zone: str | None = Field(default=None, max_length=64)
    quiet: tuple[Minute, Minute] | None = None
    away: tuple[Away, ...] = Field(default=(), max_length=MOST_AWAY)
    earlier: tuple[EarlierHours, ...] = Field(default=(), max_length=MOST_EARLIER)

    @model_validator(mode="after")
    def leaves_time(self) -> Self:
        """Refuse quiet hours that leave too little of a day."""
        if self.quiet is not None and not 0 < quiet_minutes(*self.quiet) <= MOST_QUIET:
            raise ValueError("quiet hours must leave some of the day")
        return self


def quiet_minutes(first: int, last: int) -> int:
    """Return how long quiet hours are, in minutes."""
    return (last - first) % (24 * 60)


class PersonSettings(Frozen):
    """What is kept about a person: their auto-answers for all games, whether the last DM to them failed, their likes and bans for
    kingdoms drawn at their tables, how their hands are drawn, whether their first game shows hints, their hours, when they get
    their daily digest (if they want one), and whether they appear in lists of players and in other people's lists of games."""

    standing: AutoAnswers = AutoAnswers()
    dm_closed: bool = False
    ban: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    pictures: Pictures = "dark"
    hints: bool = True
    hours: Hours = Hours()
    digest: Minute = 18 * 60
    listed: bool = True


Why = Literal["each", "daily", Remind]


class Reminder(Frozen):
    """The last message that reminded a person of their games. `number` counts their reminders; `at`: when it was due; `to_send`: it
    isn't sent yet; `why`: the setting that caused it; `channel`, `message`: where it is, as long as it exists; `table`: it is in
    that table's channel."""

    number: int = Field(default=0, ge=0, lt=2**62)
    at: AwareDatetime | None = None
    why: Why = "half"
    to_send: bool = False
    channel: int | None = None
    message: int | None = None
    table: str | None = None


NO_REMINDER = Reminder()


class PlanPurchase(Frozen):
    """One purchase in a plan: `card` (None: nothing) with at least `coins` and `potions` to spend (None: whenever it can be
    bought). `last`: the only thing left to buy, so it must be possible."""

    card: str | None
    coins: int | None = None
    potions: int = 0
    last: bool = False


class PlanStep(Frozen):
    """One step of a plan: `play` a card (`if_drawn`: if it is in hand by then), buy the first of several `PlanPurchase`s that
    applies, or `pay` off debt."""

    play: str | None = None
    if_drawn: bool = False
    buy: tuple[PlanPurchase, ...] = ()
    pay: bool = False


class TurnPlan(Frozen):
    """What a person wants their next turn to be: the `text` as they wrote it, the steps it means, and the `hand` it was made for;
    cards that `come` can join that hand at the start of the turn. `turn`: the turn in which it started; `done` steps are done.
    Without text, it is the rest of several moves in a row (`moves`, `done` of them made), waiting for an answer; `purse` is the
    money they were decided on."""

    text: str = ""
    steps: tuple[PlanStep, ...] = ()
    hand: tuple[CardCount, ...] = ()
    come: tuple[str, ...] = ()
    turn: int | None = None
    done: int = 0
    moves: tuple[str, ...] = ()
    purse: PurseView | None = None

    @property
    def made(self) -> tuple[str, ...]:
        """Return the last of several moves in a row that has been made, as its answer."""
        return self.moves[: self.done][-1:]


class Dossier(NamedTuple):
    """A person's file of everything that is stored about them, and how many games it leaves out, wholly or only their moves."""

    content: bytes
    left_out: int
