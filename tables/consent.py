"""What needs the consent of all who play: ending, taking back what others have seen, somebody else in a seat."""

from __future__ import annotations

from engine import EngineError
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
                seat = lobby.player_of(draft.table, person)
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
            seat = lobby.player_of(draft.table, person)
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
            seated = any(each.person == person for each in draft.asked())
            return await self._agree(draft, person) if seated else None

        return await self._call(table, person, "offer", action, work)

    async def agree(self, table: str, person: int, *, action: str, number: int | None = None) -> Outcome:
        """Say yes to what is on offer (`number`: to that one alone); when all have, it is done.
        Raises NotSeated, NoOffer, MovedOn."""

        async def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            lobby.player_of(draft.table, person)
            must_be_on_offer(draft, number)
            return await self._agree(draft, person)

        return await self._call(table, person, "offer", action, work)

    async def _agree(self, draft: Draft, person: int) -> Deed | None:
        seat = lobby.player_of(draft.table, person)
        offer = draft.table.offer
        if offer is None:
            raise NoOffer("There is nothing to agree to now. Just play on.")
        if seat.number in offer.agreed:
            return Deed(repeated=True)
        offer = offer.model_copy(update={"agreed": (*offer.agreed, seat.number)})
        draft.set(offer=offer)
        if offer.loss is not None and draft.consented():
            await self._take_back(draft, offer.by, offer.loss)
        return None

    async def _take_back(self, draft: Draft, by: int | None, loss: Loss) -> None:
        """Go back to where all have agreed to. (What else they can agree to, the draft carries out by itself.)"""
        draft.set(offer=None)
        while draft.playing().journal_start > loss.back_to and await self._reach_back(draft):
            pass
        proposer = next(each.number for each in draft.table.seats if each.person == by)
        try:
            draft.undo(proposer, loss.count)
        except EngineError as error:
            raise NothingToUndo(error.reason) from error

    async def decline(self, table: str, person: int, *, action: str, number: int | None = None) -> Outcome:
        """Say no to what is on offer (`number`: to that one alone); the game goes on. Who proposed it takes it back so.
        Raises NotSeated, NoOffer."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            offer = draft.table.offer
            if offer is None or offer.by != person:
                lobby.player_of(draft.table, person)
            must_be_on_offer(draft, number)
            if offer is None:
                raise NoOffer("There is nothing to decline now. Just play on.")
            refused = draft.playing().rounds_without_gain if offer.kind == "end" else draft.table.quiet_refused
            draft.set(offer=None, quiet_refused=refused)

        return await self._call(table, person, "offer", action, work)


def must_be_on_offer(draft: Draft, number: int | None) -> None:
    """Whoever answers means what they have read. Raises NoOffer."""
    offer = draft.table.offer
    if number is not None and offer is not None and offer.number != number:
        raise NoOffer(f"That is no longer on offer, but something else is: {offer.reason} Look again.")


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
            lobby.player_of(table, person)
        if all(seat.person is None for seat in table.seats if seat.number != number):
            raise TooFewPlayers("An AI can't play for the only person. End the game instead.")
        return Newcomer(seat=number, name=next(name for name in lobby.AI_NAMES if name not in names), ai=newcomer)
    if newcomer.id != person and not force:
        raise NotHost("Whoever wants to take over a seat asks for it themselves. Ask them to.")
    if any(seat.person == newcomer.id for seat in table.seats):
        raise AlreadySeated(f"{newcomer.name} plays in this game already. Choose somebody else.")
    return Newcomer(seat=number, name=newcomer.name, person=newcomer.id)
