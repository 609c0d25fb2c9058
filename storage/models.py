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
from storage.notes import OfferKind, OwnNote
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
"""The same of a seat; or that an AI has played its last turn, and its person hasn't been back since."""
OPEN_END = datetime.max.replace(tzinfo=UTC)
"""Until when someone is away who hasn't said."""


class WhatIf(Frozen):
    """Where a what-if game plays on from: a turn of a finished game (`game` is its table), and which seat its person has."""

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
    * `limit`: how many minutes a move can take (None: as long as it likes). `late`: what happens then (None: nothing by itself).
    * `what_if`: it plays on from a turn of another game, and counts for nothing.
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
        """Take a kingdom's names and an edition instead, as the first schema stored them."""
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
        """Return the number of the game's first turn: a what-if game counts on."""
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

    `waiting_since`: since when the game waits for a move of this seat; None when it doesn't (what it owes while the turn goes on
    doesn't count). `call`: the ping about this wait, or about a proposal, until the person acts. `held`: auto-answers that play the
    turn wait, because the person undid something and hasn't acted since. `hints`: the hints that the person has finished (see
    tables/hints.py), in their first game; None in any other. `ends`: when the move has taken too long; `due`: the same, if the
    table does something about it; `stand_in`: whether an AI plays for the person; `away`: until when the person is away
    (`OPEN_END`: they haven't said). `open`: since when anyone can take it over (its number is then `TakenOver.number`). `lateness`:
    what has come of moves that took too long; `absent`: from when on its holder needn't be asked any more about who takes over
    their seat. `ring`: when to make the ping that hasn't been made yet.
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
    """A player's nudge of those that the game waited for: by which seat, and when."""

    by: int = Field(ge=0)
    at: AwareDatetime


UndoTo = Literal["move", "turn", "my-turn"]


class UndoCost(Frozen):
    """What an undo would undo. `to`: to before your last move, to the start of this turn, or to the start of your own last turn;
    `turn` and `seat` say whose turn that is. `back_to` is the first journal entry that would go, `upto` the first that didn't exist
    yet; `mark` is the game's mark then (0: from before games had one): once the game has another, it has moved on. `moves` is how
    many answers of each seat that everyone has seen would go; `hidden`: something hidden was revealed since. `done` is what was
    done since and `shown` what was revealed from decks and hands, in the lines that everyone reads: the first of each, with how
    often that happened; `left_out` is how many others there are. `move` is the line about your last move."""

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
    on. `by`: the person who proposes; None: the bot does. `agreed`: the seats that said yes. `rounds`: for how many rounds no one
    had gained a card when the bot proposed to end the game. `waited`: how many days the game had waited for the seat's holder, who
    isn't asked for that reason. `calls`: the bot pings those who are asked; about a seat, where the game is.
    """

    kind: OfferKind
    by: int | None
    at: AwareDatetime
    agreed: tuple[int, ...] = ()
    rounds: int = 0
    waited: int | None = None
    loss: UndoCost | None = None
    newcomer: Newcomer | None = None
    pace: Pace | None = None
    calls: bool = False

    @property
    def number(self) -> int:
        """Return a key that tells it from other proposals at this table."""
        return occasion(self.at)


class Gathering(Frozen):
    """What only matters until a table's game starts. `changed`: when someone last changed it (None: it is new). `wanted`: the
    people of the last game who haven't said yet that they want another; it starts when none of them is missing. `left`: the name of
    the host (`former_host`) who left by the latest change. `warned`: when its host was told that the table is about to close;
    `expired`: it has closed for that."""

    changed: AwareDatetime | None = None
    wanted: tuple[int, ...] = ()
    left: str = ""
    former_host: int | None = None
    warned: AwareDatetime | None = None
    expired: bool = False


ALL_THERE = Gathering()
Trouble = Literal["broken-record", "no-record", "other-way", "unreadable", "no-turn"]
"""Why a game can't go on: its record is broken or missing; the current code plays it differently, or can't read it; or none of its
turns can be loaded."""


class Table(Frozen):
    """A table, without its game. `version` counts its committed changes.

    `quiet_refused`: for how many rounds no one had gained anything when the players declined to stop. `trouble` says why a paused
    table is paused. `result` is kept here so that a finished game's outcome outlives the code that played it. `invited` are the
    people who can join a private table, in the order of their invitations, each with the person who invited them (None: unknown).
    `vetoes`: what each person vetoed. `before`: the table of the game that this one follows, for who goes first. `waits`: whether
    the turn waits until everything owed is answered (None: nothing is owed, or no step of a turn is due). `lost`: since when the
    bot can't show the game at its place; None when it can. `asked`: when each person last made a proposal that the others didn't
    agree to, if that still matters. `gathering`: what only matters until the game starts. `due`: when something is next due there
    without anyone's doing. `nudge`: the latest.
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
    offer: Proposal | None = None
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
        """Take guests alone, as the second schema stored them."""
        return dict.fromkeys(data) if isinstance(data, list | tuple) else data


By = Literal["person", "standing", "plan", "ai", "table"]


class StoredEntry(Frozen):
    """A journal entry with its time and its maker: the person, their auto-answer, their plan, or an AI."""

    entry: Entry
    at: AwareDatetime
    by: By


class Ping(Frozen):
    """A ping to send once: the game newly waits for someone, or asks for their consent. `version` is the table's version in which
    that began; with the table and the seat it identifies the ping. `decision` is what waits for them (0: a proposal)."""

    table: str
    version: int
    seat: int
    person: int
    decision: int
    at: AwareDatetime


class Look(Frozen):
    """When to look whether a person is to be reminded of their games; `missed`: a ping of theirs comes too late to be made, so they
    are in any case. `changes`: how often this was set before, so that no one takes a later one for done."""

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

    `purpose` says what it is for, in words that storage doesn't read. `shows`: a short hash of what it shows, empty if unknown.
    `final`: it no longer follows its table. `pings`: the version of the ping that this message made.
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
    """A row that didn't fit its model: its origin, its content as JSON, and what was wrong."""

    source: str
    key: str
    table: str | None
    data: str
    reason: str
    at: AwareDatetime


Passing = Literal["actions", "invitations", "pings", "quarantine", "lobbies", "hands"]
"""What is kept only for a while: ids of outside actions; invitations; pings, until they are of no use; rows in quarantine that can
be spared; tables that closed before their game; which direct messages show a finished game."""


class Started(Frozen):
    """What a game is made of; the seed stays here until the game is over."""

    setup: Setup
    seed: str = Field(pattern="^[0-9a-f]{64}$", repr=False)


class SavedGame(Frozen):
    """A game as stored: the newest save, and who made each entry (by its number)."""

    save: Save
    by: dict[int, By]


class Change(Frozen):
    """All changes of one call to one table, applied as a whole or not at all.

    * `table`: the new state; its version is one more than the stored one (0 for a new table).
    * `entries`: undos among these void the snapshots after the entry they go back to.
    * `log_cut`: game lines with this number or a higher one, and the notes after them, are void before `log` is added; so are those
      just before them of the seats in `undone`, whose answers they may be about.
    * `snapshots_over`: the game is over; of all snapshots only the newest stays.
    * `invites`: the guests of the person who acts.
    * `standing`: people's auto-answers for this game, replacing earlier ones. `plans`: the same; None: no plan any more.
    * `settings`: settings that people change by this; all their other games become unsettled.
    * `looks`: when to look whether people are to be reminded.
    * `record`: what is kept of the game, if this ends it.
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
    looks: tuple[Look, ...] = ()
    record: GameRecord | None = None

    def voids(self, note: OwnNote) -> bool:
        """Return whether a note that is stored is void."""
        return self.log_cut is not None and note.after >= self.log_cut - (note.seat in self.undone)
