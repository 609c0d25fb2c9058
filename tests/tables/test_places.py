"""The place of a game: lost, found again, or given up for another, whatever happens in between."""

import pytest

from tables import Options, Place, errors
from tables.commands import consent, places, play
from tests.tables.kit import ADA, BEN, CLEO, HERE, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
THERE = Place(guild=7, channel=71)
ELSEWHERE = Place(guild=8, channel=80)


async def test_a_game_goes_on_without_its_place_until_someone_moves_it(party: Party) -> None:
    await party.start(people=3)
    await party.host.lose_place(party.id, HERE.id, gone=True)
    assert party.updates[-1].what == "place" and (await party.table()).lost is not None
    version = (await party.table()).version
    await party.host.lose_place(party.id, HERE.id, gone=True)
    assert (await party.table()).version == version, "it is lost once"
    await party.crash()
    assert (await party.table()).lost is not None
    mover = await party.awaited()
    await party.say(mover, "treasures", "end")
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, 9, places.move(THERE), action="not for everyone")
    outcome = await party.host.act(party.id, mover, places.move(THERE), action="here")
    assert (outcome.table.place, outcome.table.lost) == (THERE, None)
    assert (await party.host.act(party.id, mover, places.move(THERE), action="here")).repeated
    await party.crash()
    found = await party.host.table_at(THERE.id)
    assert found is not None and found.id == party.id and await party.host.table_at(HERE.id) is None
    await party.until(over, MONEY)


async def test_a_player_without_direct_messages_is_pinged_where_the_game_is_now(party: Party) -> None:
    await party.start(people=3)
    waiting = await party.awaited()
    for call in await party.host.messages.calls():
        await party.host.messages.keep(called=[call])
    since = (await party.table()).awaited[0].since
    others = [person.id for person in (ADA, BEN, CLEO) if person.id != waiting]
    await party.host.people.note_dm(others[0], closed=True)
    await party.host.lose_place(party.id, HERE.id, gone=False)
    await party.host.act(party.id, others[1], places.move(THERE), action="here")
    assert await party.host.messages.calls() == [], "the player on turn has their hand"
    await party.host.people.note_dm(waiting, closed=True)
    await party.host.lose_place(party.id, THERE.id, gone=False)
    await party.host.act(party.id, others[1], places.move(HERE), action="back")
    assert [call.person for call in await party.host.messages.calls()] == [waiting]
    assert (await party.table()).awaited[0].since == since, "they are waited for as long as before"


async def test_a_lobby_is_closed_with_its_channel_and_stays_where_it_is_only_shut(party: Party) -> None:
    await party.lobby()
    await party.host.lose_place(party.id, HERE.id, gone=False)
    assert (await party.table()).phase == "lobby"
    with pytest.raises(errors.NotStarted):
        await party.host.act(party.id, ADA.id, places.move(THERE), action="a lobby stays")
    await party.host.lose_place(party.id, HERE.id, gone=True)
    assert (await party.table()).phase == "over" and await party.host.table_at(HERE.id) is None
    with pytest.raises(errors.GameOver):
        await party.host.act(party.id, ADA.id, places.move(THERE), action="too late")


async def test_only_its_host_moves_a_game_that_can_be_shown(party: Party) -> None:
    await party.start()
    with pytest.raises(errors.NotHost):
        await party.host.act(party.id, BEN.id, places.move(THERE), action="Ben")
    with refusal_of(errors.NotHost, match="stays on its server"):
        await party.host.act(party.id, ADA.id, places.move(ELSEWHERE), action="far")
    assert (await party.host.act(party.id, ADA.id, places.move(HERE), action="it is here")).repeated
    assert (await party.host.act(party.id, ADA.id, places.move(THERE), action="near")).table.place == THERE
    await party.host.lose_place(party.id, HERE.id, gone=True)
    assert (await party.table()).lost is None, "what becomes of a place that it has left concerns it no more"


async def test_two_games_are_never_at_one_place(party: Party) -> None:
    await party.start()
    other = (await party.host.new_table(THERE, CLEO, Options(), action="Cleo's")).table
    await party.host.lose_place(party.id, HERE.id, gone=True)
    with pytest.raises(errors.TableThere) as refused:
        await party.host.act(party.id, BEN.id, places.move(THERE), action="taken")
    assert refused.value.table is not None and refused.value.table.id == other.id
    assert (await party.table()).place == HERE


async def test_a_place_that_is_found_again(party: Party) -> None:
    await party.start()
    await party.host.lose_place(party.id, HERE.id, gone=False)
    await party.host.find_place(party.id, THERE.id)
    assert (await party.table()).lost is not None, "another place than its own"
    await party.host.find_place(party.id, HERE.id)
    assert (await party.table()).lost is None
    await party.host.lose_place(party.id, HERE.id, gone=False)
    assert (await party.host.act(party.id, BEN.id, places.move(HERE), action="here again")).table.lost is None


async def test_a_player_who_resigned_cannot_move_a_lost_game_but_it_can_be_ended(party: Party) -> None:
    await party.start(people=3)
    await party.host.lose_place(party.id, HERE.id, gone=True)
    await party.host.act(party.id, CLEO.id, play.resign(), action="enough")
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, places.move(THERE), action="no say any more")
    await party.host.act(party.id, ADA.id, consent.end(), action="end")
    assert (await party.host.act(party.id, BEN.id, consent.agree(), action="yes")).table.phase == "over"
