"""What needs the consent of all who play."""

from __future__ import annotations

from tables import lobby
from tables.door import Deed, Door, must_be_playing
from tables.draft import Draft
from tables.errors import GameOver, NoOffer
from tables.models import Offer, Outcome


class Consent(Door):
    """Offers to the whole table. There is one at a time."""

    async def end(self, table: str, person: int, *, action: str, force: bool = False) -> Outcome:
        """In the lobby, or when the table is frozen, the host closes the table. In the game: propose, or agree, to end it
        as it stands; it ends when all persons still playing have agreed. `force` (people who may manage the server)
        ends it at once. Raises NotSeated, NotHost, GameOver."""

        def work(draft: Draft) -> Deed | None:
            if draft.table.phase == "over":
                raise GameOver("It is over already. Open a new one with /game new.")
            if draft.table.phase != "playing":
                lobby.must_be_host(draft.table, person, force)
                draft.set(phase="over", ended=self._clock(), offer=None)
                return None
            if force:
                draft.stop("It was ended by somebody who looks after this server.")
                return None
            return self._agree(draft, person)

        return await self._call(table, person, "end", action, work)

    def _agree(self, draft: Draft, person: int) -> Deed | None:
        """Propose to end the game, or agree to it."""
        seat = lobby.seat_of(draft.table, person)
        offer = draft.table.offer or Offer(
            kind="end", by=person, reason=f"{seat.name} proposes to end the game as it stands.", at=draft.now
        )
        if seat.number in offer.agreed:
            return Deed(repeated=True)
        offer = offer.model_copy(update={"agreed": (*offer.agreed, seat.number)})
        asked = {each.number for each in draft.table.seats if each.person is not None and not each.resigned}
        draft.set(offer=offer)
        if asked <= set(offer.agreed):
            draft.stop("All players agreed to end it as it stood.")
        return None

    async def decline(self, table: str, person: int, *, action: str) -> Outcome:
        """Say no to the offer to end; the game goes on. Raises NotSeated, NoOffer."""

        def work(draft: Draft) -> None:
            must_be_playing(draft.table)
            lobby.seat_of(draft.table, person)
            if draft.table.offer is None:
                raise NoOffer("Nobody proposes to end the game now. Just play on.")
            draft.set(offer=None, quiet_refused=draft.playing().rounds_without_gain)

        return await self._call(table, person, "offer", action, work)
