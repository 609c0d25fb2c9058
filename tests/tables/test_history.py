"""What is kept after a game: it is written as the game ends, the same if made again, and shown only to those who may see it."""

from __future__ import annotations

import pytest

from storage.rating import rated, unrated
from storage.records import Chronicle, GameRecord
from tables import Options, Person, Place, errors
from tables.chronicle import at_end
from tables.commands import consent, lobby, play, seats
from tables.history import Subject, kingdom_key
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, HERE, MANAGER, Party, buying, over, refusal_of

pytestmark = pytest.mark.both

MONEY = buying("Province", "Gold", "Silver")
QUICK = buying("Copper")
SOURCES = ("records", "played", "games_with", "tallies", "ratings", "rating_changes", "unrecorded", "shares", "gone")
DIRECT = Place(guild=None, channel=71)


def everything(party: Party, *, but: str = "") -> dict[str, list[tuple[object, ...]]]:
    return {source: sorted(sql(party.path, f"SELECT * FROM {source}"), key=repr) for source in SOURCES if source != but}


async def games(party: Party, viewer: int | None = None, **wanted: object) -> list[GameRecord]:
    return await party.host.history.games(viewer, **wanted)  # type: ignore[arg-type]


async def give_up(party: Party, people: int = 2, ais: int = 0, turns: int = 10, **options: object) -> int:
    """Play a game until people give it up; return the last one who did."""
    await party.start(people, ais, Options.model_validate(options))
    await party.until(lambda table, view: table.turn >= turns, MONEY)
    loser = 0
    while (await party.table()).phase != "over":
        loser = await party.awaited()
        await party.host.act(party.id, loser, play.resign(), action=party.action())
    return loser


async def private(party: Party) -> int:
    """Play a private game until someone gives it up; return who did."""
    await party.lobby(1, options=Options(private=True))
    await party.host.act(party.id, ADA.id, lobby.invite([BEN.id]), action=party.action())
    await party.host.act(party.id, BEN.id, lobby.sit(BEN), action=party.action())
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    await party.until(lambda table, view: table.turn >= 5, MONEY)
    loser = await party.awaited()
    await party.host.act(party.id, loser, play.resign(), action=party.action())
    return loser


async def test_a_game_that_ends_is_recorded_and_rated_in_that_transaction(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    assert party.changes[-1].table.phase == "over" and party.changes[-1].record is not None
    assert party.changes[-1].record.uncounted is None
    (game,) = await games(party)
    table = await party.table()
    assert table.result is not None and game.ended == table.ended and game.ending == table.result.ending
    assert {seat.seat: (seat.place, seat.points, seat.turns) for seat in game.seats} == {
        score.seat: (score.rank, score.points, score.turns_taken) for score in table.result.scores
    }
    assert [(seat.person, seat.name) for seat in game.seats] == [(seat.person, seat.name) for seat in table.seats]
    for seat in game.seats:
        start = {"Copper": 7, "Estate": 3}
        assert seat.deck == {card: seat.gained.get(card, 0) + start.get(card, 0) for card in seat.deck}
        assert len(seat.opening) <= 2 and set(seat.opening) <= {"Silver", "Gold"}
    assert game.turns == table.turn and await games(party, person=ADA.id) == [game]
    winners = [seat.person for seat in game.seats if seat.place == 1]
    ratings = {each: await party.host.history.rating(None, each, 7) for each in (ADA.id, BEN.id)}
    skills = rated([(str(seat.person), unrated()) for seat in game.seats], [seat.place for seat in game.seats])
    assert {str(person): rating.skill for person, rating in ratings.items() if rating} == skills
    best = await party.host.history.leaderboard(7)
    assert best[0].player in winners and len(best) == 2
    stats = await party.host.history.stats(None, Subject("person", ADA.id))
    assert stats is not None and stats.finished == stats.seats.games == 1


async def test_a_game_in_progress_leaves_nothing(party: Party) -> None:
    await party.start()
    await party.until(lambda table, view: table.turn > 6, MONEY)
    assert not any(everything(party).values()) and await games(party, ADA.id, person=ADA.id) == []
    with refusal_of(errors.StillPlaying, match="isn't over"):
        await party.host.history.share(party.id, ADA.id)
    with refusal_of(errors.StillPlaying, match="isn't over"):
        await party.host.history.delete(party.id)
    await party.host.history.rebuild()
    assert not any(everything(party).values())


async def test_all_can_be_made_again_from_the_journals(party: Party) -> None:
    await party.start(3)
    await party.until(lambda table, view: table.turn > 5, MONEY)
    person = await party.awaited()
    await party.say(person, "treasures")
    await party.say(person, "buy:Copper")
    await party.host.act(party.id, person, play.undo(), action=party.action())
    await party.crash()
    await party.until(over, MONEY)
    await give_up(party)
    await give_up(party, 1, 2)
    await private(party)
    await party.host.history.share(party.id, ADA.id)
    await party.start()
    for each in (ADA, BEN):
        await party.host.act(party.id, each.id, consent.end(), action=party.action())
    live = everything(party)
    assert len(live["records"]) == 5 and len(live["shares"]) == 1 and not live["unrecorded"]
    assert [each.uncounted for each in await games(party, ADA.id)] == ["stopped", None, None, None, None]
    await party.host.history.rebuild()
    assert everything(party) == live
    sql(party.path, "DELETE FROM log")
    await party.host.history.rebuild()
    assert everything(party) == live, "the journals are enough"


async def test_what_can_no_longer_be_replayed_is_based_on_its_log(party: Party) -> None:
    await give_up(party)
    live = everything(party)
    sql(party.path, "UPDATE entries SET entry = json_set(entry, '$.digest', 'other')")
    await party.host.history.rebuild()
    assert everything(party) == live


async def test_games_that_ended_before_there_were_records_get_theirs(party: Party) -> None:
    await give_up(party)
    await give_up(party, 1, 1)
    live = everything(party)
    sql(party.path, "DELETE FROM records")
    for source in ("tallies", "games_with", "ratings"):
        sql(party.path, f"DELETE FROM {source}")
    sql(party.path, "INSERT INTO unrecorded (table_id) SELECT id FROM tables")
    await party.crash()
    await give_up(party, 3)
    assert len(await games(party)) == 1 and await party.host.history.rating(None, ADA.id) is None, "not out of order"
    await party.host.history.catch_up()
    found = everything(party)
    assert len(found["records"]) == 3 and found["rating_changes"][: len(live["rating_changes"])] == live["rating_changes"]
    await party.host.history.rebuild()
    assert everything(party) == found


async def test_a_record_that_can_not_be_made_keeps_no_game_from_ending(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(stored: Chronicle, change: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr("tables.access.at_end", fails)
    await give_up(party)
    assert (await party.table()).phase == "over" and await games(party) == []
    monkeypatch.setattr("tables.access.at_end", at_end)
    await party.host.history.catch_up()
    assert len(await games(party)) == 1 and await party.host.history.rating(None, ADA.id) is not None
    sql(party.path, "UPDATE ratings SET mu = 'NaN'")
    await give_up(party)
    assert (await party.table()).phase == "over"
    await party.host.history.rebuild()
    assert len(await games(party)) == 2


async def test_a_game_with_a_stand_in_counts_for_no_one(party: Party) -> None:
    await party.start(3, options=Options(limit=60, late="turn"))
    await party.until(lambda table, view: table.turn >= 4, MONEY)
    absent = await party.awaited()
    turn = (await party.table()).turn
    party.clock.now = party.clock.now.replace(day=party.clock.now.day + 1)
    await party.host.timers.look_after()
    await party.until(lambda table, view: table.turn > turn, MONEY)
    await party.host.act(party.id, absent, play.resign(), action=party.action())
    await party.until(over, MONEY)
    (game,) = await games(party)
    assert game.uncounted == "stand-in" and await party.host.history.leaderboard() == []
    assert (await party.host.history.stats(None, Subject("server", 7))).seats.games == 0  # type: ignore[union-attr]


async def test_a_game_with_one_turn_of_a_stand_in_counts(party: Party) -> None:
    await party.start(options=Options(limit=60, late="turn"))
    await party.until(lambda table, view: table.turn >= 4, MONEY)
    turn = (await party.table()).turn
    party.clock.now = party.clock.now.replace(day=party.clock.now.day + 1)
    await party.host.timers.look_after()
    await party.until(over, MONEY)
    assert any(entry.by == "ai" for change in party.changes for entry in change.entries) and turn < (await party.table()).turn
    (game,) = await games(party)
    assert game.uncounted is None and len(await party.host.history.leaderboard()) == 2
    live = everything(party)
    await party.host.history.rebuild()
    assert everything(party) == live


async def test_a_game_with_a_substitute_counts_for_no_one_but_is_found(party: Party) -> None:
    await party.start()
    await party.until(lambda table, view: table.turn >= 5, MONEY)
    seat = next(seat.number for seat in (await party.table()).seats if seat.person == BEN.id)
    await party.host.act(party.id, MANAGER, seats.replace(seat, CLEO, force=True), action=party.action())
    await party.host.act(party.id, CLEO.id, play.resign(), action=party.action())
    (game,) = await games(party, person=BEN.id)
    assert game.uncounted == "substitute" and await games(party, person=CLEO.id) == [game]
    assert game.seats[seat].former == (BEN.id,) and await party.host.history.rating(None, ADA.id) is None


async def test_a_private_game_shows_only_to_its_players_until_all_share_it(party: Party) -> None:
    await private(party)
    history = party.host.history
    assert await games(party) == await games(party, CLEO.id, person=ADA.id) == []
    assert len(await games(party, BEN.id, person=ADA.id)) == 1
    with refusal_of(errors.NotSeated, match="not at this table"):
        await history.share(party.id, CLEO.id)
    assert not await history.share(party.id, ADA.id)
    assert await games(party, CLEO.id) == []
    assert await history.share(party.id, BEN.id)
    assert len(await games(party, CLEO.id)) == 1
    assert not await history.share(party.id, ADA.id, shared=False) and await games(party) == []
    assert (await history.rating_history(CLEO.id, ADA.id))[0].game is None
    assert (await history.rating_history(BEN.id, ADA.id))[0].game == party.id
    await party.start(1, 1, place=DIRECT)
    await party.until(lambda table, view: table.turn >= 5, MONEY)
    await party.host.act(party.id, ADA.id, play.resign(), action=party.action())
    assert len(await games(party, ADA.id)) == 2 and len(await games(party, BEN.id)) == 1


async def test_someone_who_gave_up_their_seat_in_a_private_game_has_a_say_in_sharing_it(party: Party) -> None:
    await party.lobby(1, options=Options(private=True))
    await party.host.act(party.id, ADA.id, lobby.invite([BEN.id]), action=party.action())
    await party.host.act(party.id, BEN.id, lobby.sit(BEN), action=party.action())
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    await party.until(lambda table, view: table.turn >= 5, MONEY)
    seat = next(seat.number for seat in (await party.table()).seats if seat.person == BEN.id)
    await party.host.act(party.id, MANAGER, seats.replace(seat, "kingdom", force=True), action=party.action())
    await party.host.act(party.id, ADA.id, play.resign(), action=party.action())
    history = party.host.history
    assert not await history.share(party.id, ADA.id) and await games(party, CLEO.id) == []
    shown = await history.game(BEN.id, party.id)
    assert (shown.sharing, shown.players) == ([ADA.id], 2)
    assert await history.share(party.id, BEN.id) and len(await games(party, CLEO.id)) == 1
    await history.rebuild()
    assert len(await games(party, CLEO.id)) == 1
    await party.host.people.set_listed(BEN.id, listed=False, action=party.action())
    shown = await history.game(CLEO.id, party.id)
    assert len(shown.sharing) == shown.players, "even if its reader doesn't see who played"


async def test_those_who_are_not_listed_show_nothing_but_to_those_they_played_with(party: Party) -> None:
    await give_up(party)
    history = party.host.history
    before = await history.rating(None, ADA.id)
    await party.host.people.set_listed(BEN.id, False, action=party.action())
    assert [each.player for each in await history.leaderboard()] == [ADA.id]
    for viewer in (None, CLEO.id):
        assert await games(party, viewer, person=BEN.id) == await games(party, viewer, person=ADA.id, opponent=BEN.id) == []
        assert await history.stats(viewer, Subject("person", BEN.id)) is None
        assert await history.rating(viewer, BEN.id) is None and await history.rating_history(viewer, BEN.id) == []
        assert await history.head_to_head(viewer, ADA.id, BEN.id) is None
        (change,) = await history.rating_history(viewer, ADA.id)
        assert "Ben" not in str(change) and await history.rating_course(viewer, BEN.id) == []
        (game,) = await games(party, viewer, person=ADA.id)
        assert {seat.person for seat in game.seats} == {ADA.id, None} and "Ben" not in str(game)
    (game,) = await games(party, ADA.id, opponent=BEN.id, person=ADA.id)
    assert {seat.name for seat in game.seats} == {"Ada", "Ben"}
    assert (await history.head_to_head(ADA.id, ADA.id, BEN.id)).games == 1  # type: ignore[union-attr]
    assert await history.rating(BEN.id, BEN.id) is not None and await history.stats(BEN.id, Subject("person", BEN.id)) is not None
    after = await history.rating(None, ADA.id)
    assert before is not None and after is not None and after.skill == before.skill


async def test_deletion_leaves_opponents_as_they_are(party: Party) -> None:
    await give_up(party)
    await give_up(party, 3)
    await give_up(party, 1, 1)
    history = party.host.history

    async def skills() -> list[object]:
        found = [await history.rating(None, each.id, server) for each in (ADA, CLEO) for server in (None, 7)]
        return [(each.skill, each.games) for each in found if each is not None]

    before = await skills()
    changes = [(each.game, each.before, each.after) for each in await history.rating_history(None, ADA.id)]
    await party.host.own_data.forget(BEN.id)
    assert await skills() == before and len(before) == 4
    assert [(each.game, each.before, each.after) for each in await history.rating_history(None, ADA.id)] == changes
    assert await history.rating(None, BEN.id) is None and await games(party, BEN.id, person=BEN.id) == []
    assert (await history.stats(BEN.id, Subject("person", BEN.id))).finished == 0  # type: ignore[union-attr]
    assert BEN.id not in [each.player for each in await history.leaderboard()]
    assert all(seat.person != BEN.id and seat.name != "Ben" for game in await games(party) for seat in game.seats)
    after = everything(party)
    await history.rebuild()
    assert everything(party) == after


async def test_a_deleted_game_leaves_no_trace_in_ratings(party: Party) -> None:
    await give_up(party)
    first = party.id
    await give_up(party, 3)
    await party.host.history.delete(first)
    assert [game.id for game in await games(party)] == [party.id]
    with pytest.raises(errors.NoTable):
        await party.host.table(first)
    kept = everything(party)
    await party.host.history.rebuild()
    assert everything(party) == kept and len(await party.host.history.rating_history(None, ADA.id)) == 1


async def test_a_kingdoms_and_a_servers_games_are_found(party: Party) -> None:
    await give_up(party)
    kingdom = (await party.table()).options.kingdom
    key = kingdom_key(kingdom)
    assert len(await games(party, kingdom=key)) == len(await games(party, server=HERE.guild, card="Cellar")) == 1
    assert await games(party, server=8) == await games(party, card="Chapel") == []
    assert (await party.host.history.stats(None, Subject("kingdom", key))).finished == 1  # type: ignore[union-attr]
    stranger = Person(id=77, name="Dan")
    assert await games(party, stranger.id, person=stranger.id) == []
