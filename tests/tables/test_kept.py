"""What is in memory about a table is the same as in the store."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from storage.models import Message, Ping
from storage.store import Store
from tables import Options, errors
from tables.commands import lobby, play
from tests.databases import special_store
from tests.tables.kit import ADA, BEN, CLEO, Party
from tests.tables.test_crash import KINGDOM, Whims

pytestmark = pytest.mark.both


async def as_stored(party: Party) -> None:
    """Compare the host's answers with those of a host that has just read the store."""
    fresh = Party(party.path)
    fresh.store = party.store
    fresh.host = type(party.host)(party.store, clock=party.clock)
    turn = (await party.table()).turn
    for person in (None, ADA.id, BEN.id):
        assert await party.host.view(party.id, person) == await fresh.host.view(party.id, person)
        for each in range(max(1, turn - 3), turn + 1):
            assert await party.host.log(party.id, person, each) == await fresh.host.log(party.id, person, each)
    assert await party.host.messages.calls(party.id) == await party.store.calls(party.id)
    assert await party.host.messages.of(party.id) == await fresh.host.messages.of(party.id)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_at_every_step_of_a_game(party: Party, seed: int) -> None:
    await party.lobby(people=2, ais=1, options=Options(kingdom=KINGDOM))
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    whims, undone = Whims(seed), 0
    for step in range(60):
        await party.step(whims)
        if step % 3 == 0 and (calls := await party.host.messages.calls(party.id)):
            hand = {"purpose": "hand", "channel": 5, "message": step, "audience": calls[0].person, "pings": calls[0].version}
            await party.host.messages.keep([Message(table=party.id, **hand)])
        elif step % 3 == 1 and (calls := await party.host.messages.calls(party.id)):
            await party.host.messages.keep(called=[calls[0]])
        if step % 5 == 4:
            with suppress(errors.NothingToUndo):
                await party.host.act(party.id, await party.awaited(), play.undo(), action=party.action())
                undone += 1
        if step % 10 == 9 and (shown := await party.host.messages.of(party.id, ADA.id)):
            await party.host.messages.keep(gone=[shown[0].message])
        await as_stored(party)
    assert undone


async def test_looks_and_changes_at_the_same_time(party: Party) -> None:
    await party.start()

    def hand(number: int) -> Message:
        return Message(table=party.id, purpose="lobby", channel=5, message=number)

    messages = party.host.messages
    for number in range(20):
        looks = [messages.of(party.id) for _ in range(3)]
        await asyncio.gather(looks[0], messages.keep([hand(number)]), looks[1], messages.keep(gone=[number - 3]), looks[2])
        assert await messages.of(party.id) == await party.store.messages(party.id)


class Unsure(Store):
    """A store that does its work but then reports a failure."""

    unsure = False

    async def keep(self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = ()) -> None:
        await super().keep(messages, gone, called)
        if self.unsure:
            raise OSError("the disk is slow")


async def test_after_a_failure_it_is_read_again(tmp_path: Path) -> None:
    party = Party(tmp_path / "unsure.db")
    store = special_store(Unsure, party.path)
    await party.open(store)
    await party.start()
    message = Message(table=party.id, purpose="lobby", channel=5, message=7)
    assert await party.host.messages.of(party.id) == []
    store.unsure = True
    with pytest.raises(OSError, match="slow"):
        await party.host.messages.keep([message])
    assert await party.host.messages.of(party.id) == [message]
    await party.close()


async def test_someone_who_looks_on_sees_no_more_than_a_spectator(party: Party) -> None:
    """Views are kept by seat: one person's is never another's."""
    await party.start()
    for _ in range(2):
        views = {person: await party.host.view(party.id, person) for person in (ADA.id, BEN.id, CLEO.id, None)}
        assert [views[person].viewer for person in (ADA.id, BEN.id, CLEO.id, None)] == [0, 1, None, None]
