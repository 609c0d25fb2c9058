"""A table whose save doesn't fit: it waits without losing anything, the others go on, and its host chooses."""

import pytest

from tables import Options, Place, errors
from tables.commands import consent, lobby, play
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, MANAGER, Party, buying, falsify, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")


async def frozen(party: Party) -> str:
    """Return a game, in mid-turn, that new code can't load, and its last entry."""
    await party.start()
    await party.until(lambda t, v: t.turn == 7, MONEY)
    await party.say(await party.awaited(), "treasures")
    await party.close()
    entry = falsify(party.path)
    await party.open()
    return entry


async def test_a_table_that_does_not_fit_is_paused_alone(party: Party) -> None:
    other = await party.host.new_table(Place(guild=7, channel=80), CLEO, Options(), action="other")
    await frozen(party)
    table = await party.table()
    assert table.phase == "frozen" and table.trouble == "other-way"
    assert party.updates[-1].what == "frozen" and party.updates[-1].table == table
    assert (await party.host.act(other.table.id, ADA.id, lobby.sit(ADA), action="sit")).table.phase == "lobby"
    for refused in (
        party.host.act(party.id, ADA.id, play.answer(1, ["end"]), action="1"),
        party.host.act(party.id, ADA.id, play.undo(), action="2"),
        party.host.act(party.id, ADA.id, play.resign(), action="3"),
        party.host.view(party.id, ADA.id),
    ):
        with refusal_of(errors.TablePaused, match="start of this turn"):
            await refused
    assert len(await party.host.log(party.id, ADA.id)) > 10, "what happened can still be read"
    assert await party.host.table_at(70) == table, "it still has its place"


async def test_resuming_after_an_update(party: Party) -> None:
    entry = await frozen(party)
    with pytest.raises(errors.TablePaused):
        await party.host.act(party.id, ADA.id, play.resume(), action="not yet")
    sql(party.path, "UPDATE entries SET entry = ? WHERE table_id = ? AND json_extract(entry, '$.asked') = 'other'", entry, party.id)
    outcome = await party.host.act(party.id, ADA.id, play.resume(), action="now")
    assert outcome.table.phase == "playing" and outcome.table.turn == 7 and outcome.table.trouble is None
    view = await party.host.view(party.id, await party.awaited())
    assert view.coins > 0, "where it was"
    await party.until(over, MONEY)


async def test_going_back_to_the_start_of_the_turn(party: Party) -> None:
    await frozen(party)
    entries = sql(party.path, "SELECT * FROM entries")
    with pytest.raises(errors.NotHost):
        await party.host.act(party.id, BEN.id, play.resume(back=True), action="Ben")
    outcome = await party.host.act(party.id, ADA.id, play.resume(back=True), action="Ada")
    assert outcome.table.phase == "playing" and outcome.table.turn == 7
    view = await party.host.view(party.id, await party.awaited())
    assert view.coins == 0 and view.treasure_coins
    assert sql(party.path, "SELECT * FROM entries")[:-1] == entries, "nothing is dropped"
    log = await party.host.log(party.id, None)
    assert all(line.kind != "undo" for line in log), "a number of moves would count those that no one saw"
    await party.crash()
    assert await party.host.log(party.id, None) == log and (await party.table()).phase == "playing"
    await party.until(over, MONEY)
    with pytest.raises(errors.NotPaused):
        await party.host.act(party.id, ADA.id, play.resume(back=True), action="again")


async def test_going_back_further_where_even_that_does_not_load(party: Party) -> None:
    await frozen(party)
    await party.close()
    sql(party.path, "UPDATE snapshots SET snapshot = json_set(snapshot, '$.state.players', 'gone') WHERE entries > 6")
    await party.open()
    outcome = await party.host.act(party.id, ADA.id, play.resume(back=True), action="Ada")
    assert outcome.table.phase == "playing" and 1 <= outcome.table.turn < 7
    await party.until(over, MONEY)


async def test_a_manager_who_plays_can_only_try_again(party: Party) -> None:
    await frozen(party)
    for back in (
        party.host.act(party.id, BEN.id, play.resume(back=True, force=True), action="back"),
        party.host.act(party.id, BEN.id, consent.end(force=True), action="end"),
    ):
        with pytest.raises(errors.NotHost):
            await back
    with pytest.raises(errors.TablePaused):
        await party.host.act(party.id, BEN.id, play.resume(force=True), action="again")
    assert (await party.host.act(party.id, MANAGER, consent.end(force=True), action="moderator")).table.phase == "over"


async def test_a_resignation_survives_going_back(party: Party) -> None:
    await party.start(people=3)
    await party.until(lambda t, v: t.turn == 5, MONEY)
    await party.say(await party.awaited(), "treasures")
    awaited = await party.awaited()
    leaver = next(person.id for person in (BEN, CLEO) if person.id != awaited)
    await party.host.act(party.id, leaver, play.resign(), action="enough")
    await party.close()
    falsify(party.path)
    await party.open()
    outcome = await party.host.act(party.id, ADA.id, play.resume(back=True, force=True), action="back")
    seat = outcome.table.seat_of(leaver)
    assert seat is not None and seat.resigned
    assert (await party.host.view(party.id, None)).players[seat.number].resigned
    await party.until(over, MONEY)


async def test_its_host_can_end_it(party: Party) -> None:
    await frozen(party)
    with pytest.raises(errors.NotHost):
        await party.host.act(party.id, BEN.id, consent.end(), action="Ben")
    assert (await party.host.act(party.id, ADA.id, consent.end(), action="Ada")).table.phase == "over"
    await party.host.new_table(Place(guild=7, channel=70), BEN, Options(), action="the place is free")


async def test_an_unreadable_journal_pauses_its_table(party: Party) -> None:
    await party.start()
    await party.say(await party.awaited(), "treasures")
    await party.close()
    sql(party.path, "UPDATE entries SET entry = '{'")
    await party.open()
    table = await party.table()
    assert table.phase == "frozen" and table.trouble == "broken-record"
    assert [(each.source, each.key) for each in await party.store.quarantined()] == [("entries", f"{party.id}:0")]


async def test_an_unreadable_snapshot_is_made_up_for_by_an_older_one(party: Party) -> None:
    await party.start()
    await party.until(lambda t, v: t.turn == 6, MONEY)
    before = await party.host.view(party.id, None)
    await party.close()
    sql(party.path, "UPDATE snapshots SET snapshot = 'rotten' WHERE entries = (SELECT max(entries) FROM snapshots)")
    await party.open()
    assert await party.host.view(party.id, None) == before
    await party.until(over, MONEY)


async def test_a_finished_game_outlives_the_code_that_played_it(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    result = (await party.table()).result
    await party.close()
    falsify(party.path)
    await party.open()
    assert (await party.table()).result == result and (await party.table()).phase == "over"
    with pytest.raises(errors.TablePaused):
        await party.host.view(party.id, ADA.id)


async def test_an_unreadable_table_is_left_alone(party: Party) -> None:
    await party.start()
    other = (await party.host.new_table(Place(guild=7, channel=80), CLEO, Options(), action="other")).table
    await party.close()
    sql(party.path, "UPDATE tables SET options = '[]' WHERE id = ?", party.id)
    await party.open()
    with refusal_of(errors.NoTable, match="quarantine"):
        await party.table()
    assert [table.id for table in await party.host.tables_of(CLEO.id)] == [other.id]
    assert await party.host.table_at(70) is None
    await party.host.new_table(Place(guild=7, channel=70), BEN, Options(), action="its place is free")
