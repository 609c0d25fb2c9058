"""The host: the one door to the tables. It alone holds games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from engine.view import LogLine, View
from storage.store import Store
from tables.messages import Messages
from tables.models import Options, Outcome, Person, Place, Standing, TableView, Update

Listener = Callable[[Update], None]


class Host:
    """Opens tables, seats people, takes their answers, and tells listeners what was committed.

    Each call takes the table's lock, loads the table (from the cache, mostly), applies, commits, then tells. A call
    that raises has changed nothing. A call whose caller is cancelled is still carried through and told. What is done
    from outside carries `action`, an id unique in the world (an interaction's): the same id again changes nothing and
    gives an Outcome with `repeated`. Persons are given by their id; every refusal is a TableError.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed_source: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        id_source: Callable[[], str] = lambda: secrets.token_hex(4),
    ) -> None:
        self.messages = Messages(store)

    async def open(self) -> list[TableView]:
        """Load every table that isn't over, freeze those whose save doesn't fit, and let AIs go on that owe an answer.
        Returns the frozen tables. Call it once, with the store open; listeners may be added before or after."""

    async def close(self) -> None:
        """Carry through what was begun, then take nothing more. The store stays open."""

    def listen(self, listener: Listener) -> None:
        """Have `listener` called after each commit, in the order of the versions. It must return at once (put the
        update into a queue) and must not call the host before it returned; what it raises is logged."""

    # the lobby

    async def new_table(self, place: Place, person: Person, options: Options, *, action: str) -> Outcome:
        """Open a table at a place; the person sits down and is its host. Raises TableThere, UnknownCard, BadKingdom."""

    async def sit(self, table: str, person: Person, *, action: str) -> Outcome:
        """Take a seat. Raises AlreadySeated, TableFull, AlreadyStarted."""

    async def leave(self, table: str, person: int, *, action: str) -> Outcome:
        """Give up one's seat in the lobby. If the host leaves, the next person is host; with no person left the table
        is over. Raises NotSeated, AlreadyStarted."""

    async def add_ai(self, table: str, person: int, *, action: str, style: str = "big-money") -> Outcome:
        """Seat an AI. Raises NotHost, TableFull, AlreadyStarted."""

    async def remove(self, table: str, person: int, seat: int, *, action: str) -> Outcome:
        """The host takes a seat away from an AI or a person (not from themselves).
        Raises NotHost, NoSuchSeat, AlreadyStarted."""

    async def set_options(self, table: str, person: int, options: Options, *, action: str) -> Outcome:
        """Change how it is to be played. Raises NotHost, UnknownCard, BadKingdom, TableFull, AlreadyStarted."""

    async def start(self, table: str, person: int, *, action: str) -> Outcome:
        """Begin the game. Raises NotHost, TooFewPlayers, AlreadyStarted."""

    # the game

    async def answer(
        self, table: str, person: int, decision: int, moves: Sequence[Sequence[str]], *, action: str
    ) -> Outcome:
        """Answer `decision` with moves[0], then the same person's next `turn` decisions of this turn with the others.

        All is one transaction. If a later move can't be done (something else is asked first, it is no longer this
        person's turn, or it isn't legal any more), it stops there: `Outcome.done` and `.stopped` tell. If the first
        can't be done, it is an error: NotSeated, NotYourDecision, MovedOn, Illegal; NotStarted, GameOver, TableFrozen.
        """

    async def undo(self, table: str, person: int, *, action: str, count: int | None = None) -> Outcome:
        """Take back one's last answer (or the last `count`), with the standing answers that followed it.
        Raises NothingToUndo."""

    async def undoable(self, table: str, person: int) -> int:
        """How many answers this person may take back freely now (0: none)."""

    async def resign(self, table: str, person: int, *, action: str) -> Outcome:
        """Give up the seat: it takes no more turns and ranks last. Raises NotSeated, NotStarted, GameOver."""

    async def end(self, table: str, person: int, *, action: str, force: bool = False) -> Outcome:
        """In the lobby the host closes the table. In the game: propose, or agree, to end it as it stands; it ends when
        all persons still playing have agreed. `force` (people who may manage the server) ends it at once.
        Raises NotSeated, NotHost, GameOver."""

    async def decline(self, table: str, person: int, *, action: str) -> Outcome:
        """Say no to the offer to end; the game goes on. Raises NotSeated, NoOffer."""

    async def thaw(self, table: str, person: int, *, action: str, back: bool = False, force: bool = False) -> Outcome:
        """Try to load a frozen table again; with `back`, go back to the start of its turn if it still doesn't fit.
        Raises NotHost (unless `force`), NotFrozen, TableFrozen (if it still doesn't fit)."""

    # people's settings

    async def set_standing(self, person: int, standing: Standing, *, action: str, table: str | None = None) -> Standing:
        """Keep standing answers for one game (`table`) or for all; a field that is None says nothing there. They act
        from the person's next answer on, or at once where a decision waits for them. Returns what holds now."""

    async def standing(self, person: int, table: str | None = None) -> Standing:
        """What holds for a person: this game's, else theirs for all games, else the defaults (no field is None)."""

    async def note_dm(self, person: int, *, closed: bool) -> None:
        """Remember whether a DM to this person failed."""

    async def dm_closed(self, person: int) -> bool:
        """Did the last DM to this person fail?"""

    # looking

    async def table(self, table: str) -> TableView:
        """One table. Raises NoTable."""

    async def table_at(self, place: int) -> TableView | None:
        """The table that is going on in this channel or thread."""

    async def tables_of(self, person: int) -> list[TableView]:
        """Where this person sits and it isn't over: those waiting for them first, longest waiting first."""

    async def view(self, table: str, person: int | None) -> View:
        """What a person may know: their seat's view, or a spectator's if they don't sit there.
        Raises NoTable, NotStarted, TableFrozen."""

    async def log(self, table: str, person: int | None, turn: int | None = None) -> list[LogLine]:
        """What happened (in one turn, or ever) as a person may read it, with a line where their own standing answers
        acted (`kind` is then `standing`). Raises NoTable."""
