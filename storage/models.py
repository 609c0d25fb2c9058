"""What is stored, in the terms of tables and saves."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from engine.kingdoms import Edition, Kingdom, KingdomRequest, recommended_kingdom
from engine.log import LogEntry, LogLine
from engine.save import Entry, Save, Setup, Snapshot
from engine.view import CardCount, Frozen, Result

Phase = Literal["lobby", "playing", "over", "frozen"]
Pictures = Literal["dark", "light", "none"]
"""How pictures are drawn, or that there are to be none."""


class Place(Frozen):
    """Where a table stands: a channel, or a thread in it. `guild` None: a DM with the bot."""

    guild: int | None
    channel: int
    thread: int | None = None

    @property
    def id(self) -> int:
        """Return the id of the very place: the thread's if there is one, else the channel's."""
        return self.thread if self.thread is not None else self.channel


def kingdom_of(names: tuple[str, ...] = (), edition: Edition = 2) -> Kingdom:
    """Return a kingdom of named cards; without names the edition's first game."""
    return Kingdom(edition=edition, piles=names) if names else recommended_kingdom("First Game", edition)


FIRST_KINGDOM = kingdom_of()


class Options(Frozen):
    """How the table is to be played.

    `kingdom` is what is played with; the default is the first game. `request` is what its draws wish for, without the bans and
    likings of those who sit there (None: it was chosen, not drawn).

    * `private`: only those who are invited may sit down. `vetoes`: each player may veto one card before the game.
    * `own_thread`: the game is to have a thread of its own. `ai`: the style of AIs that are added.
    * `score_counter`: all see the present points. `wait_for_owed`: a turn goes on only when all that is owed is answered.
    * `pictures`: how what all see is drawn.
    """

    kingdom: Kingdom = FIRST_KINGDOM
    request: KingdomRequest | None = None
    max_seats: int = Field(default=6, ge=2, le=6)
    private: bool = False
    vetoes: bool = False
    own_thread: bool = False
    ai: str = "kingdom"
    score_counter: bool = False
    wait_for_owed: bool = False
    pictures: Pictures = "dark"

    @model_validator(mode="before")
    @classmethod
    def from_names(cls, data: Any) -> Any:
        """Take a kingdom's names and an edition instead, as the first schema stored them."""
        if not isinstance(data, dict) or not ("edition" in data or isinstance(data.get("kingdom"), list | tuple)):
            return data
        rest = {key: value for key, value in data.items() if key not in ("kingdom", "edition")}
        return rest | {"kingdom": kingdom_of(tuple(data.get("kingdom", ())), data.get("edition", 2))}

    @property
    def edition(self) -> Edition:
        """Return the edition whose rules hold."""
        return self.kingdom.edition


class TakenOver(Frozen):
    """What is known of a seat that someone took over: who plays on there by `name`, what the seat was called at `first`, and the
    people who had it before (`former`). `number` is that of the offer by which it was agreed, or else (`forced`) the occasion's
    own."""

    name: str
    first: str
    former: tuple[int, ...] = ()
    number: int = 0
    forced: bool = False


class Seat(Frozen):
    """One seat: a person's (`person`), or an AI's (`ai` is its style). `taken_over`: someone else began the game in it.

    `waiting_since`: since when the game waits for a move of this seat; None when it doesn't (what it owes while the turn goes
    on doesn't count). `call`: the call that tells of this wait, or of an offer, until the person has acted. `held`: standing
    answers that play the turn wait, because the person took something back and hasn't acted since. `hints`: the hints that the
    person is done with (see tables/hints.py), in their first game; None in any other.
    """

    number: int
    name: str
    person: int | None = None
    ai: str | None = None
    taken_over: TakenOver | None = None
    resigned: bool = False
    waiting_since: datetime | None = None
    call: int | None = None
    held: bool = False
    hints: tuple[str, ...] | None = None


UndoTo = Literal["move", "turn", "my-turn"]


class UndoCost(Frozen):
    """What an undo would take back. `to`: to before one's last move, to the start of this turn, or of one's own last turn;
    `turn` and `seat` say whose turn that is. `back_to` is the first journal entry that would go, `upto` the first that
    wasn't there yet; `mark` is the game's then (0: from before games had one): once it has another, the game has moved on.
    `moves` is how many answers of each seat would go that everyone has seen; `hidden`: something hidden has come out since.
    `done` is what was done since and `shown` what came out of decks and hands, in the lines that everyone reads: the first of
    each, with how often that happened; `left_out` is how many others there are."""

    to: UndoTo
    turn: int
    seat: int
    back_to: int
    upto: int
    moves: dict[int, int]
    hidden: bool
    done: tuple[tuple[LogLine, int], ...] = ()
    shown: tuple[tuple[LogLine, int], ...] = ()
    left_out: tuple[int, int] = (0, 0)
    mark: int = 0


def occasion(at: datetime) -> int:
    """Return the number of what happened to a table's seats then, or was asked about them."""
    return int(at.timestamp() * 1000)


class Newcomer(Frozen):
    """Who is to take over a seat: a person, or an AI (`ai` is its style). `willing`: a person has said that they want to."""

    seat: int
    name: str
    person: int | None = None
    ai: str | None = None
    willing: bool = True


OfferKind = Literal["end", "undo", "replace"]


class Proposal(Frozen):
    """A question to the whole table that needs the consent of all persons who play. There is one at a time.

    `end`: to end the game as it stands. `undo`: to take back what `loss` says. `replace`: that `newcomer` takes over a seat,
    to which the newcomer has to agree as well. `by`: the person who asks; None: the bot offers it. `agreed`: the seats that
    said yes. `rounds`: for so many rounds no one had gained a card when the bot offered to end the game. `waited`: so many days the
    game had waited for the seat's holder, who isn't asked therefore. `calls`: those who are asked are called for it; about a seat,
    where the game is.
    """

    kind: OfferKind
    by: int | None
    at: datetime
    agreed: tuple[int, ...] = ()
    rounds: int = 0
    waited: int | None = None
    loss: UndoCost | None = None
    newcomer: Newcomer | None = None
    calls: bool = False

    @property
    def number(self) -> int:
        """Return what tells it from other offers at this table."""
        return occasion(self.at)


Trouble = Literal["broken-record", "no-record", "other-way", "unreadable", "no-turn"]
"""Why a game can't go on: its record is broken, or missing; the present code plays it another way, or can't read it; no turn of it
can be loaded."""


class Table(Frozen):
    """A table, without its game. `version` counts its committed changes.

    `quiet_refused`: for how many rounds no one had gained anything when the offer to stop was refused. `trouble` says why a
    frozen table is frozen. `result` is kept here so that a finished game's outcome outlives the code that played it.
    `invited` are the persons who may sit down at a private table, in the order in which they were invited, each with who invited
    them (None: not known). `vetoes`: what each person vetoed. `before`: the table of
    the game that this one follows, for who begins. `waits`: whether the turn waits until all that is owed is answered (None:
    nothing is owed, or no step of a turn is up). `lost`: since when the bot can't show the game at its place; None when it can.
    `asked`: when each person last asked for the others' consent and didn't get it, as far as it is to be remembered.
    """

    id: str = Field(pattern="^[0-9A-Za-z]{1,10}$")
    place: Place
    phase: Phase
    version: int
    host: int
    options: Options
    seats: tuple[Seat, ...]
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    commitment: str | None = None
    quiet_refused: int = 0
    offer: Proposal | None = None
    trouble: Trouble | None = None
    result: Result | None = None
    invited: dict[int, int | None] = {}
    vetoes: dict[int, str] = {}
    before: str | None = None
    waits: bool | None = None
    lost: datetime | None = None
    asked: dict[int, datetime] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the seats are called."""
        return tuple(seat.name for seat in self.seats)

    @field_validator("invited", mode="before")
    @classmethod
    def by_nobody(cls, data: Any) -> Any:
        """Take guests alone, as the second schema stored them."""
        return dict.fromkeys(data) if isinstance(data, list | tuple) else data


By = Literal["person", "standing", "plan", "ai", "table"]


class StoredEntry(Frozen):
    """A journal entry with when it was made and who made it: the person, their standing answer, their plan, or an AI."""

    entry: Entry
    at: datetime
    by: By


SaidAhead = Literal[
    "treasures", "end", "reveal", "no-reaction", "discard", "order", "choice", "wait", "plan-begins", "plan-through"
]


class AutoAction(Frozen):
    """What was done for a person by what they had said in advance, in an auto-answer or a plan. `cards` are those that it was done
    with (a `choice` is about one, and `yes` is what was said). What was discarded was demanded by `attack`, a card of the seat
    `owner`. `waits`: the seats whose responses the turn waits for."""

    what: SaidAhead
    cards: tuple[str, ...] = ()
    yes: bool | None = None
    owner: int | None = None
    attack: str | None = None
    waits: tuple[int, ...] = ()


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
]


class PlanStop(Frozen):
    """Why a plan stopped: its hand is another one; a question (by `card`) that it doesn't answer; a move that was refused; a `card`
    that isn't in hand, can't be played, needs an Action, or of which the plan says nothing; one of which none is left, or which
    can't be bought (None: nothing that it names can) with so many `coins` and `potions`; `debt`; no Buy left."""

    why: StopKind
    card: str | None = None
    coins: int = 0
    potions: int = 0
    debt: int = 0


class Notice(Frozen):
    """What a person is told in their own log.

    * `plan-stopped`, and why (`stop`); `plan-undone`: it was undone with the turn that it played.
    * `moved-on`: the game did, so what they wanted to undo stays. `declined`: `who` said no to their `offer`.
    * `seated`: what they asked is done, and `who` plays on for `old`.
    """

    what: Literal["plan-stopped", "plan-undone", "moved-on", "declined", "seated"]
    stop: PlanStop | None = None
    who: str = ""
    old: str = ""
    offer: OfferKind | None = None


class OwnNote(Frozen):
    """A line of the table's own, for the `person` alone who had that seat then: it stands after the game's line `after`, before the
    lines about what it led to. `did`: what was done by what they had said in advance; `says`: what else they are told. `wording`:
    what was said before notes were data."""

    after: int
    turn: int
    seat: int
    person: int | None
    did: AutoAction | None = None
    says: Notice | None = None
    wording: str = ""


class Ping(Frozen):
    """Someone is newly waited for, or asked for their consent, and is to be told so, once. `version` is the table's version in
    which that began; with the table and the seat it names the call. `decision` is what waits for them (0: an offer)."""

    table: str
    version: int
    seat: int
    person: int
    decision: int
    at: datetime


class Spot(Frozen):
    """Where a table stands that isn't over, and whether it has lost that place."""

    table: str
    place: Place
    lost: bool


class Message(Frozen):
    """A message that shows a table. `audience`: the person who alone sees it; None: everyone in the channel.

    `purpose` says what it is for, in words that storage doesn't read. `shows`: a short hash of what it shows, empty where that
    isn't known. `final`: it no longer follows its table. `pings`: the version of the call that this message made.
    """

    table: str
    purpose: str
    channel: int
    message: int
    shows: str = ""
    audience: int | None = None
    pings: int | None = None
    final: bool = False


Use = Literal["always", "never", "ask"]


class AutoAnswers(Frozen):
    """Standing answers of a person; None: nothing said here (what is said for all games, or the default, holds).

    * `treasures`: play all Treasures by themselves when no Action can be played any more.
    * `end`: end the turn when nothing is left to do.
    * `react`: what to do when a Reaction could be used: `always` use what protects, `never`, or `ask`.
    * `reactions`: the same for single Reactions, by name.
    * `order`: whenever an order is asked for, take it as it is offered.
    * `discards`: what to discard first when others make one discard: names of cards, or types (meaning the cards that are
      nothing else). Acts only where the list decides it all.
    * `answers`: by `CARD:PURPOSE`, what to say when this card asks this as yes or no (`ask`: nothing).
    * `wait`: wait for the answers that are owed to one's Attack, until one says otherwise.
    """

    treasures: bool | None = None
    end: bool | None = None
    react: Use | None = None
    reactions: dict[str, Use] | None = None
    order: bool | None = None
    discards: tuple[str, ...] | None = None
    answers: dict[str, Literal["yes", "no", "ask"]] | None = None
    wait: bool | None = None


class PersonSettings(Frozen):
    """What is kept about a person: their standing answers for all games, whether DMs to them failed last time, and what they
    would rather not, or rather, have in kingdoms that are drawn where they sit; how their hands are drawn; and whether their first
    game shows them hints."""

    standing: AutoAnswers = AutoAnswers()
    dm_closed: bool = False
    ban: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    pictures: Pictures = "dark"
    hints: bool = True


class PlanPurchase(Frozen):
    """One thing to buy, in a plan: `card` (None: nothing) if there are `coins` and `potions` at least (None: if it can be
    bought). `last`: else nothing comes into question, so it must be possible."""

    card: str | None
    coins: int | None = None
    potions: int = 0
    last: bool = False


class PlanStep(Frozen):
    """One step of a plan: `play` a card (`if_drawn`: if it is in hand by then), or buy the first of some wishes that applies, or
    `pay` off debt."""

    play: str | None = None
    if_drawn: bool = False
    buy: tuple[PlanPurchase, ...] = ()
    pay: bool = False


class TurnPlan(Frozen):
    """What a person wants their next turn to be: the `text` as they wrote it, the steps it means, and the `hand` for which it
    was made, to which something may be added at the turn's start by the cards that `come`. `turn`: it has begun, in that turn, and
    `done` steps are done."""

    text: str
    steps: tuple[PlanStep, ...]
    hand: tuple[CardCount, ...]
    come: tuple[str, ...] = ()
    turn: int | None = None
    done: int = 0


class SavedKingdom(Frozen):
    """A kingdom that a server keeps under a name, and who saved it."""

    name: str
    kingdom: Kingdom
    by: int
    at: datetime


class OutsideAction(Frozen):
    """An outside action that was done; its id is unique in the world (an interaction's id)."""

    id: str
    person: int
    table: str | None
    what: str
    at: datetime


class Quarantined(Frozen):
    """A row that didn't fit its model: where it came from, its content as JSON, and what was wrong."""

    source: str
    key: str
    table: str | None
    data: str
    reason: str
    at: datetime


class Started(Frozen):
    """What a game is made of; the seed stays here until the game is over."""

    setup: Setup
    seed: str = Field(pattern="^[0-9a-f]{64}$", repr=False)


class SavedGame(Frozen):
    """A game as stored: the newest save, and by whom its entries were made (by entry number)."""

    save: Save
    by: dict[int, By]


class Change(Frozen):
    """All that one call changes about one table. Applied as a whole or not at all.

    `table` is the table as it is to be; its version is one more than the stored one (0 for a new table).
    Undo entries among `entries` make the snapshots after what they go back to void.
    `log_cut`: game lines with this number or a higher one, and the notes about them, are void before `log` is added.
    `snapshots_over`: the game is over; of all snapshots only the newest stays.
    `standing`: what these persons said for this game, in place of what they had said. `plans`: likewise; None: no more plan.
    `needless`: calls, by version and person, that need not be made any more, though the wait they tell of goes on.
    `unsettled`: something follows from the game by itself that another commit is to bring.
    """

    table: Table
    unsettled: bool = False
    action: OutsideAction | None = None
    started: Started | None = None
    entries: tuple[StoredEntry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    snapshots_over: bool = False
    log_cut: int | None = None
    log: tuple[LogEntry, ...] = ()
    notes: tuple[OwnNote, ...] = ()
    calls: tuple[Ping, ...] = ()
    needless: tuple[tuple[int, int], ...] = ()
    standing: dict[int, AutoAnswers] = {}
    plans: dict[int, TurnPlan | None] = {}
