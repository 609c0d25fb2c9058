"""What needs the consent of all who play: ending, taking back what others have seen, somebody else in a seat."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import EngineError
from storage.models import Seat, Table
from tables import lobby, rescue, undo, words
from tables.door import Deed, Door, must_be_playing
from tables.draft import Draft
from tables.errors import (
    AlreadySeated,
    GameOver,
    Involved,
    MovedOn,
    NoOffer,
    NoSuchSeat,
    NothingToUndo,
    NotHost,
    NotInvited,
    NotSeated,
    OfferThere,
    TooFewPlayers,
)
from tables.loaded import AWAY
from tables.models import Newcomer, Outcome, Person, Proposal, UndoCost, UndoTo

ASK_AGAIN = timedelta(days=1)
"""How long after somebody who doesn't play has asked for a seat the table isn't asked so again, by nobody who doesn't."""
CALL_AGAIN = timedelta(hours=1)
"""How long after a player has asked for something that wasn't done their next such question calls nobody."""


class Consent(Door):
    """Offers to the whole table. There is one at a time; AI seats agree to all."""

    async def end(self, table: str, person: int, *, action: str, force: bool = False) -> Outcome:
        """In the lobby, or when the table is frozen, the host closes the table. In the game: propose, or agree, to end it
        as it stands; it ends when all persons still playing have agreed. `force` (people who may manage the server)
        ends it at once, but no game that they play or have played in.
        Raises NotSeated, NotHost, Involved, GameOver, OfferThere."""

        async def work(draft: Draft) -> Deed | None:
            if draft.table.phase == "over":
                raise GameOver(words.ENDED_ALREADY)
            if draft.table.phase != "playing":
                powers = force and (draft.table.phase == "lobby" or not lobby.involves(draft.table, person))
                lobby.must_be_host(draft.table, person, powers)
                draft.set(phase="over", ended=self._clock(), offer=None)
                return None
            if force:
                lobby.must_be_uninvolved(draft.table, person)
                draft.stop(words.ENDED_BY_MANAGER)
                return None
            if draft.table.offer is None or draft.table.offer.kind != "end":
                seat = lobby.player_of(draft.table, person)
                propose(draft, person, Proposal(kind="end", by=person, reason=words.proposes_to_end(seat.name), at=draft.now))
            return await self._agree(draft, person)

        return await self._call(table, person, "end", action, work)

    async def losses(self, table: str, person: int) -> tuple[UndoCost, ...]:
        """To what points this person can ask to go back now, latest first, and what each would cost.
        Raises NotSeated, NotStarted, GameOver, TablePaused."""
        async with self._lock(table):
            draft = await self._draft(await self._load(table))
            must_be_playing(draft.table)
            return await self._losses(draft, lobby.player_of(draft.table, person).number)

    async def _losses(self, draft: Draft, seat: int) -> tuple[UndoCost, ...]:
        """The points, as far back as this seat's last turn."""
        while not undo.reaches_far_enough(draft.playing(), seat) and await self._reach_back(draft):
            pass
        return undo.losses(draft.playing(), draft.loaded.by, seat)

    async def _reach_back(self, draft: Draft) -> bool:
        """Have a turn more of the game's past in memory; False if there is none that can be had."""
        deeper = await rescue.deeper(self._store, draft.table.id, draft.playing(), draft.table.names)
        if deeper is None:
            return False
        draft.deepen(*deeper)
        return True

    async def offer_undo(self, table: str, person: int, to: UndoTo, *, mark: int, action: str) -> Outcome:
        """Ask to take back what `losses` said (`mark` is its field); the others agree or decline, and what any move in between
        makes out of date is no longer on offer. Where nobody else is to be asked it is done at once.
        Raises NothingToUndo, MovedOn, OfferThere, NotSeated, NotStarted, GameOver, TablePaused."""

        async def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            seat = lobby.player_of(draft.table, person)
            found = {loss.to: loss for loss in await self._losses(draft, seat.number)}
            if any(loss.mark != mark for loss in found.values()):
                raise MovedOn(words.CHANGED_MEANWHILE)
            if to not in found:
                raise NothingToUndo(words.CANT_GO_BACK_THERE)
            loss = found[to]
            reason = undo.described(loss, seat.name, draft.table.seats)
            propose(draft, person, Proposal(kind="undo", by=person, reason=reason, at=draft.now, loss=loss))
            return await self._agree(draft, person)

        return await self._call(table, person, "offer", action, work)

    async def replace(
        self, table: str, person: int, seat: int, newcomer: Person | str, *, action: str, force: bool = False
    ) -> Outcome:
        """Propose that a newcomer takes over a seat: a person, or an AI (its style). Players propose anybody, others only
        themselves, once a day all of them together, and not at a private table; that keeps no player from proposing something else
        meanwhile. All who play agree or decline, the seat's holder and the newcomer too: nobody is put out of their seat, or has
        their hand seen, against their will. Only whom the game has waited for very long isn't asked. `force` (people who may
        manage the server) does it at once, for somebody else than themselves and in no game that they play or have played in.
        Raises NoSuchSeat, AlreadySeated, NotHost, NotSeated, NotInvited, Involved, UnknownStyle, TooFewPlayers, OfferThere,
        NotStarted, GameOver, TablePaused."""

        async def work(draft: Draft) -> Deed | None:
            new = taking_over(draft.table, person, seat, newcomer, force)
            if force:
                draft.replace(new)
                await self._take_back_if_agreed(draft)
                return None
            old = draft.table.seats[seat]
            reason = taken_over(new, old)
            propose(draft, person, Proposal(kind="replace", by=person, reason=reason, at=draft.now, newcomer=new))
            if old.person is not None and old.number not in {each.number for each in draft.asked()}:
                draft.add_reason(words.waited_for_too_long(old.name, AWAY.days))
            return await self._agree(draft, person) if lobby.plays(draft.table, person) else None

        return await self._call(table, person, "offer", action, work)

    async def newcomer(self, table: str, person: int, seat: int, newcomer: Person | str, *, force: bool = False) -> Newcomer:
        """Who would take over a seat if that were proposed now. Raises what `replace` does."""
        there = (await self._loaded(table)).table
        new = taking_over(there, person, seat, newcomer, force)
        if not force:
            asked_again(there, person, self._clock())
        return new

    async def agree(self, table: str, person: int, *, action: str, number: int | None = None) -> Outcome:
        """Say yes to what is on offer (`number`: to that one alone), as a player or as the newcomer it is about; when all have, it
        is done. Raises NotSeated, NoOffer, MovedOn."""

        async def work(draft: Draft) -> Deed | None:
            must_be_playing(draft.table)
            must_be_asked(draft, person)
            must_be_on_offer(draft, number)
            return await self._agree(draft, person)

        return await self._call(table, person, "offer", action, work)

    async def _agree(self, draft: Draft, person: int) -> Deed | None:
        offer = draft.table.offer
        if offer is None:
            raise NoOffer(words.NOTHING_TO_AGREE_TO)
        new = offer.newcomer
        if new is not None and new.person == person:
            if new.willing:
                return Deed(repeated=True)
            draft.set(offer=offer.model_copy(update={"newcomer": new.model_copy(update={"willing": True})}))
            return None
        seat = lobby.player_of(draft.table, person)
        if seat.number not in offer.agreed:
            draft.set(offer=offer.model_copy(update={"agreed": (*offer.agreed, seat.number)}))
        elif not draft.consented():
            return Deed(repeated=True)
        await self._take_back_if_agreed(draft)
        return None

    async def _take_back_if_agreed(self, draft: Draft) -> None:
        """Go back to where all who are left have agreed to. (What else they can agree to, the draft carries out by itself.)"""
        offer = draft.table.offer
        if offer is not None and offer.loss is not None and draft.consented():
            await self._take_back(draft, offer, offer.loss)

    async def _take_back(self, draft: Draft, offer: Proposal, loss: UndoCost) -> None:
        asked = len(draft.asked()) > 1
        draft.granted()
        while draft.playing().journal_start > loss.back_to and await self._reach_back(draft):
            pass
        proposer = next(each.number for each in draft.table.seats if each.person == offer.by)
        try:
            draft.undo(proposer, sum(answer.entry >= loss.back_to for answer in draft.playing().answers))
        except EngineError as error:
            raise NothingToUndo(error.reason) from error
        if asked:
            draft.answered(offer)

    async def decline(self, table: str, person: int, *, action: str, number: int | None = None) -> Outcome:
        """Say no to what is on offer (`number`: to that one alone), as a player or as the newcomer it is about; the game goes on.
        Who proposed it takes it back so. Raises NotSeated, NoOffer."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            offer = draft.table.offer
            if offer is None or offer.by != person:
                must_be_asked(draft, person)
            must_be_on_offer(draft, number)
            if offer is None:
                raise NoOffer(words.NOTHING_TO_DECLINE)
            if offer.by != person:
                draft.answered(offer, words.declined(name_of(draft.table, person), offer.kind))
            refused = draft.playing().rounds_without_gain if offer.kind == "end" else draft.table.quiet_refused
            draft.set(offer=None, quiet_refused=refused)

        return await self._call(table, person, "offer", action, work)


def must_be_asked(draft: Draft, person: int) -> None:
    """Whoever plays has a say, and whoever is to take over a seat. Raises NotSeated."""
    offer = draft.table.offer
    if offer is None or offer.newcomer is None or offer.newcomer.person != person:
        lobby.player_of(draft.table, person)


def name_of(table: Table, person: int) -> str:
    """What somebody who is asked is called: their seat, or as the newcomer they are."""
    named = {seat.person: seat.name for seat in table.seats}
    newcomer = table.offer.newcomer if table.offer is not None else None
    return named.get(person, newcomer.name if newcomer is not None else "")


def must_be_on_offer(draft: Draft, number: int | None) -> None:
    """Whoever answers means what they have read. Raises NoOffer."""
    offer = draft.table.offer
    if number is not None and offer is not None and offer.number != number:
        raise NoOffer(words.something_else_on_offer(offer.reason))


def propose(draft: Draft, person: int, offer: Proposal) -> None:
    """Put something to the table, in place of what somebody asks who doesn't play: that keeps no player from anything. Those who
    are asked are called, unless this person had them called not long ago for something that they didn't want.
    Raises NotSeated, OfferThere."""
    calls, asked = asked_again(draft.table, person, draft.now)
    there = draft.table.offer
    if there is not None and (lobby.makes_way(draft.table, offer) or not lobby.makes_way(draft.table, there)):
        raise OfferThere(words.offer_there(there.reason))
    draft.set(offer=offer.model_copy(update={"calls": calls}), asked=asked)


def asked_again(table: Table, person: int, now: datetime) -> tuple[bool, dict[int, datetime]]:
    """Whether what this person asks now calls those who are asked, and from then on who has asked lately, but for those who got
    what they wanted. A player may ask as often as they like, but calls only now and then; whoever doesn't play asks as rarely as
    calls. Raises NotSeated."""
    lately = {asker: at for asker, at in table.asked.items() if now - at < ASK_AGAIN}
    if not lobby.plays(table, person) and any(not lobby.plays(table, asker) for asker in lately):
        raise NotSeated(words.ASKED_LATELY)
    calls = person not in lately or now - lately[person] >= CALL_AGAIN
    return calls, {**lately, person: now} if calls else lately


def taken_over(new: Newcomer, old: Seat) -> str:
    """What is to happen, in a sentence."""
    if new.ai is not None:
        return words.ai_takes_over(new.name, old.name)
    return words.takes_over_hand(new.name, old.name) if old.ai is None else words.takes_over(new.name, old.name)


def taking_over(table: Table, person: int, number: int, newcomer: Person | str, force: bool) -> Newcomer:
    """Who is to take over a seat. Raises NotStarted, GameOver, TablePaused, NoSuchSeat, AlreadySeated, NotHost, NotSeated,
    NotInvited, Involved, UnknownStyle, TooFewPlayers."""
    must_be_playing(table)
    if force:
        lobby.must_be_uninvolved(table, person)
    if not 0 <= number < len(table.seats) or table.seats[number].resigned:
        raise NoSuchSeat(words.NOBODY_IN_SEAT)
    names = [seat.name for seat in table.seats]
    if isinstance(newcomer, str):
        lobby.check_style(newcomer)
        if not force:
            lobby.player_of(table, person)
        if all(seat.person is None for seat in table.seats if seat.number != number):
            raise TooFewPlayers(words.NO_AI_FOR_LAST_PERSON)
        return Newcomer(seat=number, name=next((name for name in lobby.AI_NAMES if name not in names), names[number]), ai=newcomer)
    if force and newcomer.id == person:
        raise Involved(words.NO_SEAT_BY_FORCE)
    playing = lobby.plays(table, person) or force
    if not playing and newcomer.id != person:
        raise NotHost(words.ONLY_FOR_YOURSELF)
    if not playing and table.options.private and person not in table.invited:
        raise NotInvited(words.SEATS_OF_INVITED)
    if any(seat.person == newcomer.id for seat in table.seats):
        raise AlreadySeated(words.plays_already(newcomer.name))
    return Newcomer(seat=number, name=newcomer.name, person=newcomer.id, willing=newcomer.id == person)
