"""Loading games, in a thread, since each is played again from the start of its turn. If a save doesn't fit the current version,
that is reported, and the game can go back to a point that does."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from engine import Entry, Game, Save, SaveMismatch
from storage.errors import BrokenRow
from storage.models import SavedGame, Trouble
from storage.store import Store
from tables.state import still_standing
from tables.threads import aside

log = logging.getLogger(__name__)

AT_ONCE = 16
"""More questions than can ever be open at the same time, so a number this far beyond the last one answered is certainly unused."""


class CannotLoad(Exception):
    """A game can't be loaded, and why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


async def load(store: Store, table: str, names: Sequence[str]) -> tuple[SavedGame, Game]:
    """Return the stored game in its last state, with the seats' current `names`. Raise CannotLoad."""
    try:
        saved = await store.game(table)
    except BrokenRow as error:
        raise CannotLoad("broken-record") from error
    if saved is None:
        raise CannotLoad("no-record")
    try:
        return saved, await aside(Game.load, saved.save, names)
    except SaveMismatch as error:
        log.error("Table %s doesn't load: entry %s doesn't fit", table, error.entry)
        raise CannotLoad("other-way") from error
    except Exception as error:
        # Any code can fail on this save in any way: this table waits, and the others go on.
        log.exception("Table %s doesn't load", table)
        raise CannotLoad("unreadable") from error


async def go_back(store: Store, table: str, names: Sequence[str]) -> tuple[SavedGame, Game, Entry]:
    """Return the game at the start of its current turn, or of the latest one that can still be loaded, and the journal entry that
    goes back there. Raise CannotLoad."""
    below: int | None = None
    while True:
        try:
            saved = await store.game(table, below)
        except BrokenRow as error:
            raise CannotLoad("broken-record") from error
        if saved is None:
            raise CannotLoad("no-record")
        undo = back_to_start(saved.save)
        try:
            back = saved.save.model_copy(update={"entries": (*saved.save.entries, undo)})
            return saved, await aside(Game.load, back, names), undo
        except Exception as error:
            if saved.save.snapshot is None:
                raise CannotLoad("no-turn") from error
            log.warning("Table %s doesn't load from turn %d either: %s", table, saved.save.snapshot.turn, described(error))
            below = saved.save.snapshot.entries


async def deeper(store: Store, table: str, game: Game, names: Sequence[str]) -> tuple[SavedGame, Game] | None:
    """Return the same game with one more turn of its past in memory; None if there is none, or none that still loads."""
    if not game.journal_start:
        return None
    try:
        saved = await store.game(table, game.journal_start)
        return (saved, await aside(Game.load, saved.save, names)) if saved is not None else None
    except Exception as error:
        log.warning("Table %s: its past before entry %d can't be loaded: %s", table, game.journal_start, described(error))
        return None


def described(error: Exception) -> str:
    """Describe for the log why a save doesn't load. A mismatch's own message might list the cards in a hand."""
    return f"{type(error).__name__}({error.entry})" if isinstance(error, SaveMismatch) else repr(error)


def back_to_start(save: Save) -> Entry:
    """Return the entry that undoes all answers since the save's snapshot. Later shuffles are new ones, so that no one knows what
    comes. The log doesn't count the answers, since some might be moves that no one saw."""
    start = save.snapshot.entries if save.snapshot is not None else 0
    number = start + len(save.entries)
    taken = len(still_standing(save.entries))
    highest = max((entry.decision or 0 for entry in save.entries), default=save.snapshot.state["asked"] if save.snapshot else 0)
    unused = highest + AT_ONCE
    return Entry(number=number, kind="undo", seat=0, count=taken, seen=0, back_to=start, epoch=number + 1, decision=unused)
