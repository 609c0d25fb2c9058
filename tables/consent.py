"""What needs the consent of all who play: ending, taking back what others have seen, somebody else in a seat."""

from __future__ import annotations

from collections.abc import Sequence

from engine import EngineError
from storage.store import Seat
from tables import lobby, rescue, undo
from tables.door import Deed, Door, must_be_playing
from tables.draft import Draft
from tables.errors import (
    AlreadySeated,
    GameOver,
    MovedOn,
    NoOffer,
    NoSuchSeat,
    NothingToUndo,
    NotHost,
    OfferThere,
    TooFewPlayers,
)
from tables.models import Loss, Newcomer, Offer, Outcome, Person, UndoTo


class Consent(Door):
    """Offers to the whole table. There is one at a time; AI seats agree to all."""

    async def end(self, table: str, person: int, *, action: str, force: bool = False) -> Outcome:
        """In the lobby, or when the table is frozen, the host closes the table. In the game: propose, or agree, to end it
        as it stands; it ends when all persons still playing have agreed. `force` (people who may manage the server)
        ends it at once. Raises NotSeated, NotHost, GameOver, OfferThere."""

        async def work(draft: Draft) -> Deed | None:
            if draft.table.phase == "over":
                raise GameOver("It is over already. Open a new one with /game new.")
            if draft.table.phase != "playing":
                lobby.must_be_host(draft.table, person, force)
                draft.set(phase="over", ended=self._clock(), offer=None)
                return None
            if force:
                draft.stop("It was ended by somebody who looks after this server.")
                return None
            if draft.table.offer is None or draft.table.offer.kind != "end":
                seat = lobby.seat_of(draft.table, person)
                reason = f"{seat.name} proposes to end the game as it stands."
                propose(draft, Offer(kind="end", by=person, reason=reason, at=draft.now))
            return await self._agree(draft, person)

        return await self._call(table, person, "end", action, work)

    async def losses(self, table: str, person: int) -> tuple[Loss, ...]:
        """To what points this person can ask to go back now, latest first, and what each would cost.
        Raises NotSeated, NotStarted, GameOver, TableFrozen."""
        async with self._lock(table):
            draft = await self._draft(await self._load(table))
            must_be_playing(draft.table)
            return await self._losses(draft, lobby.seat_of(draft.table, person).number)

    async def _losses(self, draft: Draft, seat: int) -> tuple[Loss, ...]:
        """The points, as far back as this seat's last turn."""
        while True:
            found = undo.losses(draft.playing(), draft.loaded.by, seat)
            if any(loss.to == "my-turn" for loss in found) or not await self._reach_back(draft):
                return found

    async def _reach_back(self, draft: Draft) -> bool:
        """Have a turn more of the game's past in memory; False if there is none that can be had."""
        deeper = await rescue.deeper(self._store, draft.table.id, draft.playing())
        if deeper is None:
            return False
        draft.deepen(*deeper)
        return True

    async def offer_undo(self, table: str, person: int, to: UndoTo, *, upto: int, action: str) -> Outcome:
        """Ask to take back what `losses` said (`upto` is its field); the others agree or decline, and what any move in between
        makes out of date is no longer on offer. Where nobody else is to be asked it is done at once.
        Raises NothingToUndo, MovedOn, OfferThere, NotSeated, NotStarted, GameOver, TableFrozen."""

        async def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            seat = lobby.seat_of(draft.table, person)
            found = {loss.to: loss for loss in await self._losses(draft, seat.number)}
            if any(loss.upto != upto for loss in found.values()):
                raise MovedOn("The game has moved on. Look again at what would be lost.")
            if to not in found:
                raise NothingToUndo("The game can't go back there. Choose another point.")
            loss = found[to]
            reason = undo.described(loss, seat.name, draft.table.seats)
            propose(draft, Offer(kind="undo", by=person, reason=reason, at=draft.now, loss=loss))
            return await self._agree(draft, person)

        return await self._call(table, person, "offer", action, work)

    async def replace(
        self, table: str, person: int, seat: int, newcomer: Person | str, *, action: str, force: bool = False
    ) -> Outcome:
        """Propose that a newcomer takes over a seat: a person asks for themselves; those who sit there ask for an AI (its style).
        The other players agree or decline. `force` (people who may manage the server) does it at once, for anybody.
        Raises NoSuchSeat, AlreadySeated, NotHost, NotSeated, UnknownStyle, OfferThere, NotStarted, GameOver, TableFrozen."""

        async def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            new = taking_over(draft, person, seat, newcomer, force)
            if force:
                draft.replace(new)
                return None
            old = draft.table.seats[seat]
            reason = f"{new.name} is to take over {old.name}'s seat, with its cards as they are."
            propose(draft, Offer(kind="replace", by=person, reason=reason, at=draft.now, newcomer=new))
            seated = any(each.person == person for each in asked(draft))
            return await self._agree(draft, person) if seated else None

        return await self._call(table, person, "offer", action, work)

    async def agree(self, table: str, person: int, *, action: str) -> Outcome:
        """Say yes to what is on offer; when all have, it is done. Raises NotSeated, NoOffer, MovedOn."""

        async def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            lobby.seat_of(draft.table, person)
            return await self._agree(draft, person)

        return await self._call(table, person, "offer", action, work)

    async def _agree(self, draft: Draft, person: int) -> Deed | None:
        seat = lobby.seat_of(draft.table, person)
        offer = draft.table.offer
        if offer is None:
            raise NoOffer("There is nothing to agree to now. Just play on.")
        if seat.number in offer.agreed:
            return Deed(repeated=True)
        offer = offer.model_copy(update={"agreed": (*offer.agreed, seat.number)})
        draft.set(offer=offer)
        if {each.number for each in asked(draft)} <= set(offer.agreed):
            await self._carry_out(draft, offer)
        return None

    async def _carry_out(self, draft: Draft, offer: Offer) -> None:
        """Do what all have agreed to."""
        draft.set(offer=None)
        if offer.newcomer is not None:
            draft.replace(offer.newcomer)
        elif offer.loss is not None:
            while draft.playing().journal_start > offer.loss.back_to and await self._reach_back(draft):
                pass
            proposer = next(each.number for each in draft.table.seats if each.person == offer.by)
            try:
                draft.undo(proposer, offer.loss.count)
            except EngineError as error:
                raise NothingToUndo(error.reason) from error
        else:
            draft.stop("All players agreed to end it as it stood.")

    async def decline(self, table: str, person: int, *, action: str) -> Outcome:
        """Say no to what is on offer; the game goes on. Who proposed it takes it back so. Raises NotSeated, NoOffer."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            offer = draft.table.offer
            if offer is None or offer.by != person:
                lobby.seat_of(draft.table, person)
            if offer is None:
                raise NoOffer("There is nothing to decline now. Just play on.")
            refused = draft.playing().rounds_without_gain if offer.kind == "end" else draft.table.quiet_refused
            draft.set(offer=None, quiet_refused=refused)

        return await self._call(table, person, "offer", action, work)


def asked(draft: Draft) -> Sequence[Seat]:
    """The seats whose consent an offer needs: all persons who still play. About who takes over a seat its holder isn't asked, who
    may be away for good, unless there is nobody else."""
    persons = [each for each in draft.table.seats if each.person is not None and not each.resigned]
    offer = draft.table.offer
    about = offer.newcomer.seat if offer is not None and offer.newcomer is not None else None
    return [each for each in persons if each.number != about] or persons


def propose(draft: Draft, offer: Offer) -> None:
    """Put something to the table. Raises OfferThere."""
    if draft.table.offer is not None:
        raise OfferThere(f"Something else is on offer: {draft.table.offer.reason} Agree or decline first.")
    draft.set(offer=offer)


def taking_over(draft: Draft, person: int, number: int, newcomer: Person | str, force: bool) -> Newcomer:
    """Who is to take over a seat. Raises NoSuchSeat, AlreadySeated, NotHost, NotSeated, UnknownStyle, TooFewPlayers."""
    table = draft.table
    if not 0 <= number < len(table.seats) or table.seats[number].resigned:
        raise NoSuchSeat("Nobody plays in that seat any more. Choose another.")
    names = [seat.name for seat in table.seats]
    if isinstance(newcomer, str):
        lobby.check_style(newcomer)
        if not force:
            lobby.seat_of(table, person)
        if all(seat.person is None for seat in table.seats if seat.number != number):
            raise TooFewPlayers("An AI can't play for the only person. End the game instead.")
        return Newcomer(seat=number, name=next(name for name in lobby.AI_NAMES if name not in names), ai=newcomer)
    if newcomer.id != person and not force:
        raise NotHost("Whoever wants to take over a seat asks for it themselves. Ask them to.")
    if any(seat.person == newcomer.id for seat in table.seats):
        raise AlreadySeated(f"{newcomer.name} plays in this game already. Choose somebody else.")
    return Newcomer(seat=number, name=newcomer.name, person=newcomer.id)
