"""What one call has done to a table, in line with its game and ready to be committed."""

from __future__ import annotations

from engine import Game
from storage.models import Change, OutsideAction, Ping, Proposal, Seat, StoredEntry
from tables import lobby, words
from tables.loaded import holding_up, undecided
from tables.settling import Settling

QUIET_ROUNDS = 5


class Draft(Settling):
    """What a call has done to a table so far, as the store is to have it."""

    def finish(self, actor: int | None, *, settled: bool) -> None:
        """Bring the table in line with its game before the commit: whether it is over, whom it waits for, what it
        offers. `actor`: the person who acted, who needs no call. Unless `settled`, nobody new is waited for yet."""
        game = self.game
        self.set(version=self.loaded.table.version + 1)
        self.unsettled = not settled or bool(self._given_up)
        if game is None or self.table.phase != "playing":
            if self.table.phase != "lobby":
                self.set(seats=tuple(s.model_copy(update={"waiting_since": None, "call": None}) for s in self.table.seats))
            return
        self._withdraw(game, actor)
        self._offer_to_stop(game)
        if game.over:
            self.set(phase="over", ended=self.now, result=game.result, offer=None)
        self._mind_what_is_owed(game.decisions)
        waiting: dict[int, int] = {}
        for decision in holding_up(game, waits=bool(self.table.waits)):
            waiting.setdefault(decision.decider, decision.id)
        offer, before = self.table.offer, self.loaded.table.offer
        new = offer is not None and offer.newcomer is None and offer.calls and (before is None or before.number != offer.number)
        asked = undecided(self.table)
        for seat in self.table.seats:
            self._wait(seat, waiting.get(seat.number), actor, settled, asked=seat.number in asked, newly=new)
        if game.over:  # whoever plays learns of the end as of a turn
            for seat in self.table.seats:
                if not seat.resigned and seat.person not in (None, actor):
                    self._call(seat, None)

    def _wait(self, seat: Seat, decision: int | None, actor: int | None, settled: bool, *, asked: bool, newly: bool) -> None:
        """Note that a seat is waited for (with that decision), or that it isn't, and put up a call if that is news, or if it is
        `asked` for its consent `newly`."""
        acted = seat.person is not None and seat.person == actor
        since = None if decision is None else seat.waiting_since or (self.now if settled else None)
        if acted and self._moved and since is not None:  # a move, after which the game waits for the next one
            since = self.now
        news = settled and decision is not None and (seat.waiting_since is None or seat.number in self._called_again)
        called = seat.person is not None and not acted and (news or (asked and newly))
        kept = seat.call if (decision is not None or asked) and not acted else None
        self.set_seat(seat.number, waiting_since=since, call=kept)
        if called:
            self._call(seat, decision)

    @property
    def _moved(self) -> bool:
        """Has anything been done that everyone sees? They see since when a seat is waited for, which must tell of nothing else."""
        return self.game is not None and self.game.mark != self.loaded.mark

    def _call(self, seat: Seat, decision: int | None) -> None:
        """Put up a call for whoever sits there; `decision`: what waits for them, if anything does."""
        assert seat.person is not None
        version = self.table.version
        self.set_seat(seat.number, call=version)
        self._calls.append(
            Ping(table=self.table.id, version=version, seat=seat.number, person=seat.person, decision=decision or 0, at=self.now)
        )

    def _withdraw(self, game: Game, actor: int | None) -> None:
        """Take back an offer that the game has moved on from, unless by whoever made it they are told."""
        offer = self.table.offer
        if offer is None:
            return
        loss, end = offer.loss, game.journal_start + len(game.journal)
        moved = loss is not None and (loss.mark != game.mark if loss.mark else loss.upto != end)
        gone = offer.newcomer is not None and self.table.seats[offer.newcomer.seat].resigned
        if moved or gone:
            self.set(offer=None)
            if moved and offer.by != actor:
                self.answered(offer, words.NOT_TAKEN_BACK)

    def _offer_to_stop(self, game: Game) -> None:
        """Offer everybody to end a game in which nothing happens any more; take the offer back when something does."""
        if game.over:
            return
        quiet = game.rounds_without_gain
        offer = self.table.offer
        if quiet < QUIET_ROUNDS:
            keep = offer if offer is not None and offer.by is not None else None
            self.set(quiet_refused=0, offer=keep)
        elif (offer is None or lobby.makes_way(self.table, offer)) and quiet >= self.table.quiet_refused + QUIET_ROUNDS:
            reason = words.nobody_gains(quiet)
            if all(seat.ai is not None or seat.resigned for seat in self.table.seats):
                self.stop(reason)
                return
            self.set(offer=Proposal(kind="end", by=None, reason=reason, at=self.now))

    def differs(self) -> bool:
        """Is there anything to commit?"""
        version = self.loaded.table.version
        return self.touched or bool(self.plans) or self.table.model_copy(update={"version": version}) != self.loaded.table

    @property
    def calls(self) -> tuple[Ping, ...]:
        """Who is newly waited for."""
        return tuple(self._calls)

    def change(self, action: OutsideAction | None) -> Change:
        """What is to be committed."""
        game = self.game
        entries: tuple[StoredEntry, ...] = ()
        if game is not None:
            new = game.journal[max(0, self.loaded.stored_entries - game.journal_start) :]
            entries = tuple(StoredEntry(entry=entry, at=self.now, by=self.loaded.by[entry.number]) for entry in new)
        known = self.loaded.stored_snapshots
        return Change(
            table=self.table,
            unsettled=self.unsettled and self.table.phase == "playing",
            action=action,
            started=self.started,
            entries=entries,
            snapshots=tuple(s for s in game.snapshots if s.entries not in known) if game is not None else (),
            snapshots_over=self.table.phase == "over",
            log_cut=self.log_cut,
            log=tuple(self.lines()),
            notes=tuple(self._notes),
            calls=self.calls,
            standing=self.said,
            plans=self.plans,
        )
