"""What is done at a table while its game goes on."""

from __future__ import annotations

from collections.abc import Sequence

from engine import EngineError, IllegalAnswer, StaleDecision
from tables import lobby, rescue, undo, words
from tables.door import Deed, Door, must_be_playing
from tables.draft import Draft
from tables.errors import Illegal, MovedOn, MustWait, NotFrozen, NothingToUndo, NotYourDecision, TablePaused
from tables.loaded import holding_up, still_standing
from tables.models import Outcome

BUYS = ("buy:", "event:")
"""What a move that buys begins with."""


class Playing(Door):
    """Answering, taking back what is one's own, giving up; and taking a frozen game up again."""

    async def answer(self, table: str, person: int, decision: int, moves: Sequence[Sequence[str]], *, action: str) -> Outcome:
        """Answer `decision` with moves[0], then the same person's next `turn` decisions of this turn with the others.

        All is one transaction. If a later move can't be done (something else is asked first, it is no longer this
        person's turn, or it isn't legal any more), it stops there: `Outcome.done` and `.stopped` tell. If the first
        can't be done, it is an error: NotSeated, NotYourDecision, MovedOn, Illegal, MustWait; NotStarted, GameOver, TablePaused.
        """

        async def work(draft: Draft) -> Deed:
            must_be_playing(draft.table)
            if not moves:
                raise Illegal(words.CHOOSE_FIRST)
            seat = lobby.seat_of(draft.table, person).number
            if await self._given_already(draft, seat, decision, moves[0]):
                return Deed(repeated=True)
            turn = draft.playing().turn
            answer_first(draft, seat, decision, moves[0])
            for count, ids in enumerate(moves[1:], 1):
                if list(ids) == ["end"] and (told := await leads_on(draft, seat, turn, bought=moves[count - 1])):
                    return Deed(done=moves[:count], goes_on=told)
                stopped = await answer_next(draft, seat, turn, ids)
                if stopped is not None:
                    return Deed(done=moves[:count], stopped=stopped)
            return Deed(done=moves)

        return await self._call(table, person, "answer", action, work)

    async def _given_already(self, draft: Draft, seat: int, decision: int, ids: Sequence[str]) -> bool:
        """Has this seat given this very answer before? Whoever clicks again (because the first click's reply never
        came, say) is shown what came of it."""
        game = draft.playing()
        found = next((each for each in game.decisions if each.id == decision), None)
        if found is not None and not found.answered:
            return False
        journal = game.journal
        if found is None and game.journal_start and not any(game.answers_to(entry, decision) for entry in journal):
            journal = [stored.entry for stored in await self._store.journal(draft.table.id)]
        given = [entry for entry in still_standing(journal) if entry.seat == seat and game.answers_to(entry, decision)]
        if found is not None:  # it may still be changed, be it only its order
            return bool(given) and list(given[-1].ids) == list(ids)
        return bool(given) and sorted(given[-1].ids) == sorted(ids)

    async def wait(self, table: str, person: int, decision: int, *, wait: bool, action: str) -> Outcome:
        """Before the step `decision` of one's turn, wait until all that is owed is answered, or go on at once after all. Raises
        MovedOn, MustWait, NotSeated, NotStarted, GameOver, TablePaused."""

        def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person).number
            there = any((each.id, each.decider, each.kind) == (decision, seat, "turn") for each in draft.playing().decisions)
            if not there or draft.table.waits is None:
                raise MovedOn(words.MOVED_ON)
            must_not_wait(draft)
            if draft.table.waits is wait:
                return Deed(repeated=True)
            draft.set(waits=wait)
            return None

        return await self._call(table, person, "wait", action, work)

    async def undo(self, table: str, person: int, *, action: str, count: int | None = None) -> Outcome:
        """Take back one's last answer (or the last `count`), with the standing answers that followed it.
        Raises NothingToUndo."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person).number
            allowed = draft.playing().undoable(seat)
            wanted = draft.own_step(seat) if count is None else count
            if not 0 < wanted <= allowed:
                raise NothingToUndo(words.takes_back_at_most(allowed) if allowed else words.NOTHING_TO_TAKE_BACK)
            try:
                draft.undo(seat, wanted)
            except EngineError as error:
                raise NothingToUndo(error.reason) from error

        return await self._call(table, person, "undo", action, work)

    async def undoable(self, table: str, person: int) -> int:
        """How many answers this person may take back freely now (0: none)."""
        async with self._lock(table):
            loaded = await self._load(table)
            seat = loaded.shown.seat_of(person)
            if loaded.game is None or seat is None:
                return 0
            return loaded.game.undoable(seat.number)

    async def last_move(self, table: str, person: int, *, free: bool) -> tuple[str, ...]:
        """What this person answered last, as ids of options; `free`: what one undo would take back, () if none may. Only for their
        own eyes: it can be about what is hidden."""
        async with self._lock(table):
            loaded = await self._load(table)
            seat = loaded.shown.seat_of(person)
            if loaded.game is None or seat is None:
                return ()
            return undo.last_move(loaded.game, loaded.by, seat.number, free=free)

    async def acted(self, table: str, person: int) -> bool:
        """Has this person themselves answered anything in the turn that is theirs now? What follows by itself doesn't count, nor
        what they still owed from another's turn."""
        async with self._lock(table):
            loaded = await self._load(table)
            seat = loaded.shown.seat_of(person)
            game = loaded.game
            if game is None or seat is None:
                return False
            own = (
                each.entry for each in game.answers if (each.turn, each.current, each.seat) == (game.turn, seat.number, seat.number)
            )
            return any(loaded.by.get(entry) == "person" for entry in own)

    async def askable(self, table: str, person: int) -> bool:
        """Can this person ask the others now to take more back?"""
        async with self._lock(table):
            loaded = await self._load(table)
            seat = loaded.shown.seat_of(person)
            if loaded.game is None or loaded.table.phase != "playing" or seat is None or seat.resigned:
                return False
            return undo.askable(loaded.game, loaded.by, seat.number)

    async def resign(self, table: str, person: int, *, action: str) -> Outcome:
        """Give up the seat: it takes no more turns and ranks last. Raises NotSeated, NotStarted, GameOver."""

        def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person)
            if seat.resigned:
                return Deed(repeated=True)
            draft.resign(seat.number)
            return None

        return await self._call(table, person, "resign", action, work)

    async def thaw(self, table: str, person: int, *, action: str, back: bool = False, force: bool = False) -> Outcome:
        """Try to load a frozen table again; with `back`, go back to the start of its turn if it still doesn't fit.
        Raises NotHost (unless `force`, which goes back in no game that they play or have played in), NotFrozen, TablePaused (if
        it still doesn't fit)."""

        async def work(draft: Draft) -> None:
            if draft.table.phase != "frozen":
                raise NotFrozen(words.NOT_FROZEN)
            lobby.must_be_host(draft.table, person, force and not (back and lobby.involves(draft.table, person)))
            draft.set(phase="playing", trouble=None)
            try:
                try:
                    saved, game = await rescue.load(self._store, table, draft.table.names)
                    draft.take_up(saved.by, game)
                except rescue.Unloadable:
                    if not back:
                        raise
                    saved, game, undo = await rescue.go_back(self._store, table, draft.table.names)
                    draft.take_up(saved.by, game, undo)
            except rescue.Unloadable as error:
                raise TablePaused(str(error)) from error

        return await self._call(table, person, "thawed", action, work)


def answer_first(draft: Draft, seat: int, decision: int, ids: Sequence[str]) -> None:
    """Give the answer that names its decision. Raises MovedOn, NotYourDecision, Illegal, MustWait."""
    found = next((each for each in draft.playing().decisions if each.id == decision), None)
    if found is None:
        raise MovedOn(words.MOVED_ON)
    if found.decider != seat:
        raise NotYourDecision(words.somebody_elses(draft.table.seats[found.decider].name))
    if found.kind == "turn" and draft.table.waits:
        must_not_wait(draft)
        draft.set(waits=False)
    try:
        draft.answer(seat, decision, ids, "person")
    except StaleDecision as error:
        raise MovedOn(words.ANSWERED) from error
    except IllegalAnswer as error:
        raise Illegal(error.reason) from error


def must_not_wait(draft: Draft) -> None:
    """Raises MustWait."""
    if draft.table.options.wait_for_owed:
        raise MustWait(words.MUST_WAIT)


async def leads_on(draft: Draft, seat: int, turn: int, *, bought: Sequence[str]) -> str | None:
    """What to say instead of ending the turn after that move, where it was a buy that leaves more to do (since it gave a Buy, an
    Action phase, or debt)."""
    names = [name for verb, _, name in (id.partition(":") for id in bought) if f"{verb}:" in BUYS]
    if not names:
        return None
    await draft.settle(skip_turn_of=seat)
    game = draft.playing()
    asked = next((each for each in holding_up(game, waits=bool(draft.table.waits)) if each.decider == seat), None)
    if game.over or game.turn != turn or asked is None or asked.kind != "turn" or len(asked.options) == 1:
        return None
    view = game.view(seat)
    debt = view.players[asked.seat].debt
    return words.goes_on(names[0], view.phase, view.buys, min(debt, view.coins))


async def answer_next(draft: Draft, seat: int, turn: int, ids: Sequence[str]) -> str | None:
    """Give the next of several moves, if the game goes on to this seat's next step of the same turn; else say why not."""
    await draft.settle(skip_turn_of=seat)
    game = draft.playing()
    if game.over:
        return words.GAME_ENDED
    if game.turn != turn:
        return words.TURN_ENDED
    asked = next((each for each in holding_up(game, waits=bool(draft.table.waits)) if each.decider == seat), None)
    if asked is None:
        return words.OTHERS_FIRST
    if asked.kind != "turn":
        return words.asked_first(asked.prompt)
    try:
        draft.answer(seat, asked.id, ids, "person")
    except EngineError as error:
        return error.reason
    return None
