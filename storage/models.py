"""What is stored about tables and saves."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import AwareDatetime, Field, field_validator, model_validator

from engine.kingdoms import Kingdom, KingdomRequest, recommended_kingdom
from engine.log import LogEntry, LogLine
from engine.save import Entry, Save, Setup, Snapshot
from engine.view import Edition, Frozen, Result
from storage.lateness import MOST_MINUTES, ON_TIME, Late, Lateness, Pace, occasion
from storage.notes import OwnNote, ProposalKind
from storage.personal import AutoAnswers, PersonSettings, Pictures, TurnPlan
from storage.records import GameRecord

Phase = Literal["lobby", "playing", "over", "frozen"]


class Place(Frozen):
    """The place of a table: a channel, or a thread in it. `guild` None: a DM with the bot."""

    guild: int | None
    channel: int
    thread: int | None = None

    @property
    def id(self) -> int:
        """Return the id of the exact place: the thread's if there is one, otherwise the channel's."""
        return self.thread if self.thread is not None else self.channel


def kingdom_of(names: tuple[str, ...] = (), edition: Edition = 2) -> Kingdom:
    """Return a kingdom of named cards; without names, the edition's first game."""
    return Kingdom(edition=edition, piles=names) if names else recommended_kingdom("First Game", edition)


FIRST_KINGDOM = kingdom_of()


StandIn = Literal["turn", "until-back", "has-played"]
"""How long an AI plays for a person; or `has-played`: it no longer does, and they haven't been back since."""
OPEN_END = datetime.max.replace(tzinfo=UTC)
"""The end of an absence if the person hasn't given one."""


class WhatIf(Frozen):
    """Where a what-if game starts: a turn of a finished game (`game` is its table), and the seat that its person plays."""

    game: str
    turn: int = Field(ge=1)
    seat: int = Field(ge=0)


class Options(Frozen):
    """How to play at the table.

    `kingdom` is the kingdom in use; the default is the first game. `request` is the request it was drawn by, without the players'
    own likes and bans (None: it was chosen, not drawn).

    * `private`: only invited people can join. `vetoes`: each player can veto one card before the game.
    * `own_thread`: the game gets its own thread. `ai`: the style of added AIs.
    * `score_counter`: everyone sees the current score. `wait_for_owed`: a turn goes on only when everything owed is answered.
    * `pictures`: how to draw what everyone sees.
    * `open_seats`: seats that need a new player are listed to the server (those of a private table to its guests).
    * `limit`: how many minutes a move can take (None: no limit). `late`: what happens then (None: nothing automatic).
    * `what_if`: it starts from a turn of another game, and doesn't count.
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
    open_seats: bool = True
    limit: int | None = Field(default=None, ge=1, le=MOST_MINUTES)
    late: Late | None = None
    what_if: WhatIf | None = None

    @model_validator(mode="before")
    @classmethod
    def from_names(cls, data: Any) -> Any:
        """Accept a kingdom's names and an edition instead, as the first schema stored them."""
        if not isinstance(data, dict) or not ("edition" in data or isinstance(data.get("kingdom"), list | tuple)):
            return data
        rest = {key: value for key, value in data.items() if key not in ("kingdom", "edition")}
        return rest | {"kingdom": kingdom_of(tuple(data.get("kingdom", ())), data.get("edition", 2))}

    @property
    def edition(self) -> Edition:
        """Return the edition of the rules in use."""
        return self.kingdom.edition

    @property
    def first_turn(self) -> int:
        """Return the number of the game's first turn: a what-if game continues the numbering."""
        return self.what_if.turn if self.what_if is not None else 1


class TakenOver(Frozen):
    """A seat that someone took over: the `name` of its current player, the name of the seat at `first`, and the people who had it
    before (`former`). `number` is the number of the proposal that agreed to this, or (if `forced`) the occasion's own."""

    name: str
    first: str
    former: tuple[int, ...] = ()
    number: int = 0
    forced: bool = False


class Seat(Frozen):
    """One seat: a person's (`person`), or an AI's (`ai` is its style). `taken_over`: someone else started the game in it.

    `waiting_since`: when the game began to wait for a move by this seat; None if it doesn't (choices owed while the turn goes on
    don't count). `call`: the ping about this wait, or about a proposal, until the person acts. `held`: auto-answers that play the
    turn wait, because the person undid something and hasn't acted since. `hints`: the hints that the person has finished (see
    tables/hints.py), in their first game; None in any other. `ends`: when the move has taken too long; `due`: the same, if the
    table does something about it; `stand_in`: whether an AI plays for the person; `away`: when their absence ends
    (`OPEN_END`: they haven't said). `open`: when it was opened for anyone to take over (its number is then `TakenOver.number`).
    `lateness`: what happened about moves that took too long; `absent`: when others can start to replace its holder without asking
    them. `ring`: when to send the ping that hasn't been sent yet.
    """

    number: int
    name: str
    person: int | None = None
    ai: str | None = None
    taken_over: TakenOver | None = None
    resigned: bool = False
    waiting_since: AwareDatetime | None = None
    call: int | None = None
    held: bool = False
    hints: tuple[str, ...] | None = None
    due: AwareDatetime | None = None
    stand_in: StandIn | None = None
    ends: AwareDatetime | None = None
    away: AwareDatetime | None = None
    open: AwareDatetime | None = None
    lateness: Lateness = ON_TIME
    absent: AwareDatetime | None = None
    ring: AwareDatetime | None = None


class Nudge(Frozen):
    """A nudge to the players that the game was waiting for: the seat it came from, and when."""

    by: int = Field(ge=0)
    at: AwareDatetime


UndoTo = Literal["move", "turn", "my-turn"]


class UndoCost(Frozen):
    """What an undo would undo. `to`: back to before your last move, to the start of this turn, or to the start of your own last
    turn; `turn` and `seat` say whose turn that is. `back_to` is the first journal entry that would go, `upto` the first that didn't
    exist yet; `mark` is the game's mark at that time (0: older than marks): a different mark means that the game has moved on.
    `moves` is how many answers that everyone has seen would go, by seat; `hidden`: something hidden was revealed since. `done` is
    what was done since and `shown` what was revealed from decks and hands, as lines that everyone can read: the first of each, with
    how often it happened; `left_out` is how many others there are. `move` is the line about your last move."""

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
    move: LogLine | None = None


class Newcomer(Frozen):
    """Who would take over a seat: a person, or an AI (`ai` is its style). `willing`: the person has said that they want to."""

    seat: int
    name: str
    person: int | None = None
    ai: str | None = None
    willing: bool = True


class Proposal(Frozen):
    """A proposal to the whole table, which all people playing must agree to. There is one at a time.

    `end`: to end the game now. `undo`: to undo what `loss` says. `replace`: that `newcomer` takes over a seat, which the newcomer
    must agree to as well. `open`: that anyone can take over a seat (`newcomer` has no name). `pace`: to play at that pace from now
    on. `by`: the person proposing it; None: the bot. `agreed`: the seats that said yes. `rounds`: for how many rounds no one had
    gained a card when the bot proposed to end the game. `waited`: how many days the game had waited for the seat's holder, who
    therefore isn't asked; or for a move, when the bot proposed to end the game. `calls`: the bot pings those it asks (in the game's
    channel if it's about a seat). `silent`: from when a seat's silence counts as consent, should the game wait for someone who is
    absent.
    """

    kind: ProposalKind
    by: int | None
    at: AwareDatetime
    agreed: tuple[int, ...] = ()
    rounds: int = 0
    waited: int | None = None
    loss: UndoCost | None = None
    newcomer: Newcomer | None = None
    pace: Pace | None = None
    calls: bool = False
    silent: dict[int, AwareDatetime] = {}

    @property
    def number(self) -> int:
        """Return a number that identifies this proposal among others at the table."""
        return occasion(self.at)

    @property
    def ends_wait(self) -> bool:
        """Return whether the bot proposed it because no one had moved for so long."""
        return self.by is None and self.waited is not None


class Gathering(Frozen):
    """Things that only matter until a table's game starts. `changed`: when someone last changed it (None: it is new). `wanted`: the
    people from the last game who haven't agreed to another yet; it starts once all of them have. `left`: the name of the host
    (`former_host`) who left in the latest change. `warned`: when its host was told that the table is about to close; `expired`:
    it was then closed."""

    changed: AwareDatetime | None = None
    wanted: tuple[int, ...] = ()
    left: str = ""
    former_host: int | None = None
    warned: AwareDatetime | None = None
    expired: bool = False


ALL_THERE = Gathering()
Trouble = Literal["broken-record", "no-record", "other-way", "unreadable", "no-turn"]
"""Why a game can't go on: its record is broken or missing; the current code plays it differently, or can't read it; or no turn of
it can be loaded."""


class Table(Frozen):
    """A table, without its game. `version` counts its committed changes.

    `quiet_refused`: how many rounds without a gain there had been when the players declined to stop. `trouble` says why a paused
    table is paused. `result` is kept here so that a finished game's outcome outlives the code that played it. `invited` are the
    people who can join a private table, in the order of their invitations, each with the person who invited them (None: unknown).
    `vetoes`: what each person vetoed. `before`: the table of the previous game, which decides who goes first. `waits`: whether the
    turn waits until everything owed is answered (None: nothing is owed, or no step of a turn is due). `lost`: when the bot became
    unable to show the game in its place; None if it can. `asked`: when each person last made a proposal that the others didn't
    agree to, if that still matters. `gathering`: what only matters until the game starts. `due`: when something is next due there,
    even if no one does anything. `nudge`: the latest nudge.
    """

    id: str = Field(pattern="^[0-9A-Za-z]{1,10}$")
    place: Place
    phase: Phase
    version: int = Field(ge=0, lt=2**62)
    host: int
    options: Options
    seats: tuple[Seat, ...]
    created: AwareDatetime
    started: AwareDatetime | None = None
    ended: AwareDatetime | None = None
    commitment: str | None = None
    quiet_refused: int = 0
    proposal: Proposal | None = None
    trouble: Trouble | None = None
    result: Result | None = None
    invited: dict[int, int | None] = {}
    vetoes: dict[int, str] = {}
    before: str | None = None
    waits: bool | None = None
    lost: AwareDatetime | None = None
    asked: dict[int, AwareDatetime] = {}
    due: AwareDatetime | None = None
    gathering: Gathering = ALL_THERE
    nudge: Nudge | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the seats."""
        return tuple(seat.name for seat in self.seats)

    @field_validator("invited", mode="before")
    @classmethod
    def by_nobody(cls, data: Any) -> Any:
        """Accept guests without inviters, as the second schema stored them."""
        return dict.fromkeys(data) if isinstance(data, list | tuple) else data


By = Literal["person", "standing", "plan", "ai", "table"]


class StoredEntry(Frozen):
    """A journal entry with its time and who made it: the person, their auto-answer, their plan, or an AI."""

    entry: Entry
    at: AwareDatetime
    by: By


class Ping(Frozen):
    """A ping to send once: the game now waits for someone, or asks for their consent. `version` is the version of the table in
    which that began; together with the table and the seat, it identifies the ping. `decision` is what waits for them (0: a
    proposal)."""

    table: str
    version: int
    seat: int
    person: int
    decision: int
    at: AwareDatetime


class Look(Frozen):
    """When to check whether to remind a person of their games; `missed`: a ping of theirs came too late to be sent, so they are
    reminded in any case. `changes`: how often this had been set before, so that a newer one isn't taken for done."""

    person: int
    at: AwareDatetime
    missed: bool = False
    changes: int = Field(default=0, ge=0, lt=2**62)


class Spot(Frozen):
    """The place of a table that isn't over, whether the bot has lost that place, and whether the table is a lobby."""

    table: str
    place: Place
    lost: bool
    lobby: bool


class Message(Frozen):
    """A message that shows a table. `audience`: the only person who sees it; None: everyone in the channel.

    `purpose` says what it is for; storage doesn't interpret it. `shows`: a short hash of what it shows, empty if unknown. `final`:
    it no longer follows its table. `pings`: the version of the ping that this message made.
    """

    table: str
    purpose: str
    channel: int
    message: int
    shows: str = ""
    audience: int | None = None
    pings: int | None = None
    final: bool = False


class SavedKingdom(Frozen):
    """A kingdom that a server saved under a name, and who saved it."""

    name: str
    kingdom: Kingdom
    by: int
    at: AwareDatetime


class OutsideAction(Frozen):
    """An outside action that was done, with a globally unique id (an interaction's)."""

    id: str
    person: int
    table: str | None
    what: str
    at: AwareDatetime


class Quarantined(Frozen):
    """A row that didn't fit its model: where it came from, its content as JSON, and what was wrong with it."""

    source: str
    key: str
    table: str | None
    data: str
    reason: str
    at: AwareDatetime


Passing = Literal["actions", "invitations", "pings", "quarantine", "lobbies", "hands"]
"""What is only kept for a while: ids of outside actions; invitations; pings, until they serve no purpose; dispensable rows in
quarantine; tables that closed before their game started; which direct messages show a finished game."""


class Started(Frozen):
    """What a game starts from; the seed stays here until the game is over."""

    setup: Setup
    seed: str = Field(pattern="^[0-9a-f]{64}$", repr=False)


class SavedGame(Frozen):
    """A game as stored: its newest save, and who made each entry (by number)."""

    save: Save
    by: dict[int, By]


class Change(Frozen):
    """All changes of one call to one table, applied as a whole or not at all.

    * `table`: the new state; its version is one more than the stored one (0 for a new table).
    * `entries`: undos among these void the snapshots after the entry they go back to.
    * `log_cut`: game lines with this number or a higher one, and the notes after them, become void before `log` is added; so do
      those just before them that belong to the seats in `undone`, as they might be about the undone answers.
    * `snapshots_over`: the game is over, so only the newest snapshot stays.
    * `invites`: the guests of the person who acts.
    * `standing`: people's auto-answers for this game, replacing earlier ones. `plans`: likewise; None: they no longer have a plan.
    * `settings`: people's changed settings; all their other games become unsettled. `settings_before`: what they must have been, if
      another process might have changed them.
    * `looks`: when to check whether to remind people.
    * `record`: what is kept about the game, if this ends it.
    * `unsettled`: the game has automatic consequences that another commit will bring.
    """

    table: Table
    unsettled: bool = False
    action: OutsideAction | None = None
    started: Started | None = None
    entries: tuple[StoredEntry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    snapshots_over: bool = False
    log_cut: int | None = None
    undone: tuple[int, ...] = ()
    log: tuple[LogEntry, ...] = ()
    notes: tuple[OwnNote, ...] = ()
    calls: tuple[Ping, ...] = ()
    invites: tuple[int, ...] = ()
    standing: dict[int, AutoAnswers] = {}
    plans: dict[int, TurnPlan | None] = {}
    settings: dict[int, PersonSettings] = {}
    settings_before: dict[int, PersonSettings] = {}
    looks: tuple[Look, ...] = ()
    record: GameRecord | None = None

    def voids(self, note: OwnNote) -> bool:
        """Return whether a note that is stored is void."""
        return self.log_cut is not None and note.after >= self.log_cut - (note.seat in self.undone)
