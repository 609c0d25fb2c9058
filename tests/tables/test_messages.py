"""What Discord shows: which messages lag behind, and who still has to be pinged, whatever crashed in between."""

import asyncio
from datetime import timedelta

import pytest

from storage.models import Message
from tests.tables.kit import ADA, BEN, Party

pytestmark = pytest.mark.both


def message(party: Party, number: int = 500, **fields: object) -> Message:
    return Message.model_validate({"table": party.id, "purpose": "board", "channel": 70, "message": number} | fields)


async def test_messages_are_kept_with_what_they_show_until_they_are_gone(party: Party) -> None:
    await party.start()
    board, record = message(party, shows="one"), message(party, 501, final=True)
    await party.host.messages.keep([board, record])
    await party.crash()
    assert await party.host.messages.of(party.id) == [board, record]
    new = message(party, shows="another")
    await party.host.messages.keep([new])
    await party.crash()
    assert await party.host.messages.of(party.id) == [new, record]
    await party.host.messages.keep(gone=[500])
    assert await party.host.messages.of(party.id) == [record]


async def test_what_was_noted_is_known_now_and_stored_with_what_is_kept_next(party: Party) -> None:
    await party.start()
    messages, (old, new, newer) = party.host.messages, (message(party, shows=shows) for shows in ("old", "new", "newer"))
    await messages.keep([old, other := message(party, 501)])
    assert await messages.of(party.id) == [old, other]
    assert messages.note(new)
    assert not messages.note(message(party, 502))
    assert await messages.of(party.id) == [new, other]
    assert await party.store.messages(party.id) == [old, other]
    await messages.keep([newer], of=party.id)
    assert await messages.of(party.id) == await party.store.messages(party.id) == [newer, other]
    assert messages.note(new) and messages.has_noted(party.id)
    messages.forget([party.id])
    assert await messages.of(party.id) == [new, other]
    await messages.keep(of=party.id)
    assert not messages.has_noted(party.id)
    assert await party.store.messages(party.id) == [new, other]


async def test_what_was_noted_of_someone_is_not_stored_after_their_data_are_deleted(party: Party) -> None:
    await party.start()
    messages, hand = party.host.messages, message(party, purpose="hand", audience=ADA.id)
    await messages.keep([hand])
    assert await messages.of(party.id, ADA.id) == [hand]
    assert messages.note(hand)
    await party.host.own_data.forget(ADA.id)
    assert await messages.of(party.id, ADA.id) == []
    await messages.keep(of=party.id)
    assert await party.store.messages(party.id) == []


async def test_what_was_noted_first_never_replaces_what_is_kept_meanwhile(party: Party) -> None:
    await party.start()
    messages, (old, new) = party.host.messages, (message(party, shows=shows) for shows in ("old", "new"))
    await messages.keep([old, other := message(party, 501)])
    assert await messages.of(party.id) == [old, other]
    assert messages.note(old)
    await asyncio.gather(messages.keep([new], of=party.id), messages.keep([other], of=party.id))
    assert await messages.of(party.id) == await party.store.messages(party.id) == [new, other]


async def test_messages_have_an_audience(party: Party) -> None:
    await party.start()
    hands = [message(party, number, purpose="hand", audience=person.id) for number, person in enumerate((ADA, BEN))]
    await party.host.messages.keep(hands)
    assert [m.message for m in await party.host.messages.of(party.id, BEN.id)] == [1]
    assert await party.host.messages.of(party.id) == []
    assert await party.host.messages.all(party.id) == hands


async def test_a_ping_is_stored_until_it_is_sent(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "end")
    (call,) = await party.host.messages.calls()
    other = await party.awaited()
    assert (call.table, call.person, call.decision) == (party.id, other, (await party.decision(other)).id)
    await party.crash()
    assert await party.host.messages.calls() == [call]
    hand = message(party, purpose="hand", audience=other, pings=call.version)
    await party.host.messages.keep([hand])
    assert await party.host.messages.calls() == []
    await party.host.messages.keep([hand.model_copy(update={"shows": "another"})])
    assert await party.host.messages.calls() == []


async def test_someone_who_acts_no_longer_needs_a_ping(party: Party) -> None:
    await party.start()
    await party.say(await party.awaited(), "end")
    assert await party.host.messages.calls()
    await party.say(await party.awaited(), "treasures")
    assert await party.host.messages.calls() == []


async def test_a_player_who_was_there_when_their_turn_came_is_pinged_if_they_dont_move(party: Party) -> None:
    await party.start(people=1, ais=1)
    person = await party.awaited()
    await party.say(person, "end")
    assert await party.awaited() == person and await party.host.messages.calls() == [], "the same click showed them their turn"
    for wait, called in ((9, 0), (0, 0), (9, 0), (1, 1), (60, 1)):
        if not wait:
            await party.say(person, "treasures")
        party.clock.now += timedelta(minutes=wait)
        await party.host.timers.look_after()
        assert len(await party.host.messages.calls()) == called, "once, ten minutes after they last did anything"
    await party.crash()
    await party.host.timers.look_after()
    assert [call.person for call in await party.host.messages.calls()] == [person]


async def test_a_ping_that_cannot_be_sent(party: Party) -> None:
    await party.start()
    await party.say(await party.awaited(), "end")
    (call,) = await party.host.messages.calls()
    await party.host.messages.keep(called=[call])
    assert await party.host.messages.calls() == []


async def test_closed_dms_are_remembered(party: Party) -> None:
    assert not await party.host.people.dm_closed(ADA.id)
    await party.host.people.note_dm(ADA.id, closed=True)
    await party.crash()
    assert await party.host.people.dm_closed(ADA.id) and not await party.host.people.dm_closed(BEN.id)
    await party.host.people.note_dm(ADA.id, closed=False)
    assert not await party.host.people.dm_closed(ADA.id)
