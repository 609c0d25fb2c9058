"""Playing on from a turn of a finished game, against AIs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZipFile

import pytest

from engine import Game, Setup, checks, first_game
from engine.replay import Export, TurnPoints, playing_on, verify
from storage.records import Subject
from tables import Options, Outcome, Place, TableService, errors
from tables.commands import consent, lobby, play
from tables.models import WhatIf
from tables.quotas import Quotas
from tables.what_if import table_of, turning_point
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, HERE, MANAGER, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
DIRECT = Place(guild=None, channel=99)
FINISHED = "t1"
NAMES = ((2, "Briar"), (3, "Ada for Ben"))


@pytest.fixture
async def finished(party: Party) -> Party:
    """Return a party whose game is over."""
    await party.start()
    await party.until(over, MONEY)
    assert party.id == FINISHED
    party.seed = bytes([7]) * 32
    return party


async def play_on(party: Party, turn: int = 12, seat: int = 0, *, person: int = 0, place: Place = DIRECT) -> Outcome:
    """Let someone play on from a turn of the finished game."""
    what_if = WhatIf(game=FINISHED, turn=turn, seat=seat)
    outcome = await party.host.play_on(place, (ADA, BEN, CLEO)[person], what_if, action=party.action())
    party.id = outcome.table.id
    return outcome


def game_of(party: Party, table: str | None = None) -> Game:
    game = party.host._access._tables[table or party.id].game
    assert game is not None
    return game


async def test_a_game_starts_in_one_commit_from_the_chosen_turn_and_seat(finished: Party) -> None:
    before = len(finished.changes)
    outcome = await play_on(finished, turn=12, seat=1)
    assert len(finished.changes) == before + 1
    table = outcome.table
    assert table.version == 0 and table.phase == "playing" and table.host == ADA.id
    assert table.turn in (12, 13) and table.current == 1, "an AI has had its turn"
    assert [seat.person for seat in table.seats] == [None, ADA.id] and table.seats[0].ai == "kingdom"
    assert table.options.private and table.options.limit is None
    assert finished.updates[-1].what == "new" and finished.updates[-1].table == table
    log = await finished.host.log(finished.id, ADA.id)
    assert log[0].kind == "turn" and log[0].turn == 12


async def test_ais_keep_their_names_and_the_new_ones_get_others(finished: Party) -> None:
    before = (await finished.host._access.state(FINISHED)).table
    ais = [before.seats[0].model_copy(update={"number": at, "person": None, "ai": "kingdom", "name": name}) for at, name in NAMES]
    before = before.model_copy(update={"seats": (*before.seats, *ais)})
    what_if = WhatIf(game=FINISHED, turn=12, seat=1)
    setup = Setup(players=("Ada", "Ben"), kingdom=first_game())
    table = table_of("t2", before, DIRECT, BEN, what_if, setup, before.created, newcomer=False)
    assert [seat.name for seat in table.seats] == ["Alder", BEN.name, "Briar", "Clover"]


async def test_everything_lies_as_it_did_and_the_seed_is_another(finished: Party) -> None:
    await finished.host.records.proof(FINISHED)
    exported = await finished.host.records.export(FINISHED)
    then = next(each for each in verify(exported).snapshots if each.turn == 12)
    await play_on(finished)
    game = game_of(finished)
    assert game.setup.start is not None and game.setup.start.state["players"] == then.state["players"]
    assert game.seed.hex() != exported.seed and (await finished.table()).commitment not in (None, exported.commitment)


async def test_it_is_played_undone_saved_and_ended_like_any_other(finished: Party) -> None:
    await play_on(finished)
    await finished.step(MONEY)
    shown = (await finished.host.view(finished.id, ADA.id)).model_dump()
    await finished.crash()
    assert (await finished.host.view(finished.id, ADA.id)).model_dump() == shown
    while (await finished.table()).turn < 16:
        await finished.step(MONEY)
    costs = await finished.host.undo_costs(finished.id, ADA.id)
    assert costs and all(cost.turn >= 12 for cost in costs), "nothing goes back before its start"
    await finished.until(over, MONEY)
    proof = await finished.host.records.proof(finished.id)
    assert not proof.doubt
    file = Export.model_validate_json(proof.file)
    assert file.setup.start is not None and file.setup.start.turn == 12
    assert (await finished.host.records.points_over_turns(finished.id))[0].turn == 12


async def test_it_counts_for_nothing(finished: Party) -> None:
    host = finished.host
    await host.history.catch_up()
    stats, rating = await host.history.stats(ADA.id, Subject("person", ADA.id)), await host.history.rating(ADA.id, ADA.id)
    await play_on(finished)
    await finished.until(over, MONEY)
    assert sql(finished.path, "SELECT * FROM unrecorded") == [], "it keeps no other game from being rated"
    for _ in range(2):
        assert await host.history.stats(ADA.id, Subject("person", ADA.id)) == stats
        assert await host.history.rating(ADA.id, ADA.id) == rating
        assert [game.id for game in await host.history.games(ADA.id, person=ADA.id)] == [FINISHED]
        await host.history.rebuild()
    assert sql(finished.path, "SELECT * FROM unrecorded") == []


async def test_it_is_in_no_list_and_has_no_replay(finished: Party) -> None:
    await play_on(finished)
    await finished.until(over, MONEY)
    for viewer in (ADA.id, BEN.id, None):
        assert [game.id for game in await finished.host.history.games(viewer)] == [FINISHED]
        with pytest.raises((errors.NotReplayable, errors.NotShown)):
            await finished.host.replays.show(finished.id, viewer)
    with pytest.raises(errors.NotReplayable):
        await finished.host.replays.show(finished.id, ADA.id)
    with ZipFile(BytesIO((await finished.host.exports.own(ADA.id)).content)) as pack:
        assert not [name for name in pack.namelist() if finished.id in name]


async def test_no_two_games_share_a_seed(finished: Party) -> None:
    """Whatever someone learns from a finished game, or from a what-if game, says nothing about the shuffles of a running one."""
    host = TableService(finished.store, clock=finished.clock, id_source=iter(("running", "whatif")).__next__)
    place = Place(guild=7, channel=71)
    await host.new_table(place, ADA, Options(), action="new")
    await host.act("running", BEN.id, lobby.sit(BEN), action="sit")
    await host.act("running", ADA.id, lobby.start(), action="start")
    await host.play_on(DIRECT, ADA, WhatIf(game=FINISHED, turn=12, seat=0), action="on")
    tables = [await host.table(id) for id in (FINISHED, "running", "whatif")]
    assert [table.phase for table in tables] == ["over", "playing", "playing"]
    games = [host._access._tables[table.id].game for table in tables]
    assert len({game.seed for game in games if game is not None}) == len({table.commitment for table in tables}) == 3
    await host.close()


async def test_a_person_plays_one_at_a_time_in_their_direct_messages(finished: Party) -> None:
    first = await play_on(finished)
    with pytest.raises(errors.TableThere) as refusal:
        await play_on(finished)
    assert refusal.value.about is not None and refusal.value.about.id == first.table.id
    await play_on(finished, person=1, seat=1, place=Place(guild=None, channel=98))
    await finished.host.act(first.table.id, ADA.id, play.resign(), action="enough")
    assert (await finished.host.table(first.table.id)).phase == "over"
    await play_on(finished)


async def test_a_game_is_played_again_only_for_a_start_that_has_room(finished: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """That happens in a thread that others wait for."""
    made = list[int]()

    def counted(exported: Export, turn: int, players: Sequence[str]) -> Setup:
        made.append(turn)
        return playing_on(exported, turn, players)

    monkeypatch.setattr("tables.what_if.playing_on", counted)
    starts = await asyncio.gather(*(play_on(finished) for _ in range(5)), return_exceptions=True)
    assert sorted(isinstance(each, errors.TableThere) for each in starts) == [False, *4 * [True]] and made == [12]
    await finished.host.act(finished.id, ADA.id, play.resign(), action="enough")
    finished.host._quotas = Quotas(opened=2)
    with pytest.raises(errors.TooMany):
        await play_on(finished)
    assert made == [12]


async def test_the_same_click_starts_one_game(finished: Party) -> None:
    what_if = WhatIf(game=FINISHED, turn=12, seat=0)
    outcomes = [await finished.host.play_on(DIRECT, ADA, what_if, action="once") for _ in range(2)]
    assert [each.repeated for each in outcomes] == [False, True] and outcomes[0].table.id == outcomes[1].table.id


async def test_only_a_finished_game_can_be_played_on(party: Party) -> None:
    """The swap test's claim: nothing hidden in a game in progress reaches a what-if game, because none starts from one."""
    await party.start()
    with refusal_of(errors.StillPlaying, match="isn't over"):
        await party.host.what_ifs.crossroads(party.id, ADA.id)
    with pytest.raises(errors.StillPlaying):
        await play_on(party, turn=1)
    with pytest.raises(errors.NoTable):
        await party.host.play_on(DIRECT, ADA, WhatIf(game="none", turn=1, seat=0), action="none")


async def test_a_private_game_is_for_its_players_until_all_share_it(party: Party) -> None:
    await party.start(people=1, ais=1, options=Options(private=True))
    await party.until(over, MONEY)
    with refusal_of(errors.NotShown, match="private"):
        await play_on(party, person=2)
    with pytest.raises(errors.NotShown):
        await party.host.what_ifs.crossroads(FINISHED, CLEO.id)
    await party.host.history.share(FINISHED, ADA.id)
    await play_on(party, person=2)
    table = await party.table()
    assert table.seats[0].person == CLEO.id


async def test_names_of_unlisted_people_stay_unknown_to_others(finished: Party) -> None:
    await finished.host.people.set_listed(BEN.id, False, action="unlisted")
    for person, name in ((ADA, "Ben"), (CLEO, "Player 2")):
        there = await finished.host.what_ifs.crossroads(FINISHED, person.id)
        assert [seat.name for seat in there.table.seats] == ["Ada", name]


async def test_by_default_a_player_plays_on_in_their_own_seat_from_the_turning_point(finished: Party) -> None:
    for person, seat in ((ADA, 0), (BEN, 1)):
        there = await finished.host.what_ifs.crossroads(FINISHED, person.id)
        assert there.seat == seat
        assert [each.turn for each in there.turns] == list(range(1, (await finished.host.table(FINISHED)).turn + 1))
        assert next(each.seat for each in there.turns if each.turn == there.turn) == seat, "it is their own turn"


def test_the_turning_point_is_the_last_turn_that_started_with_others_ahead() -> None:
    def course(*points: tuple[int, int]) -> list[TurnPoints]:
        return [TurnPoints(turn=turn, own=1, seat=turn % 2, points=each) for turn, each in enumerate(points, 1)]

    *turns, end = course((3, 3), (4, 3), (4, 5), (7, 5), (7, 6))
    assert [turning_point(turns, end, seat).turn for seat in (None, 0, 1)] == [3, 2, 3]
    *turns, end = course((4, 3), (5, 3), (6, 3))
    assert turning_point(turns, end).turn == 1


async def test_a_seat_that_had_resigned_by_then_cannot_be_played_but_can_before(party: Party) -> None:
    await party.start(people=3)
    await party.until(lambda table, view: table.turn == 7, MONEY)
    await party.host.act(party.id, BEN.id, play.resign(), action="gone")
    await party.until(over, MONEY)
    ben = next(seat.number for seat in (await party.table()).seats if seat.person == BEN.id)
    outcome = await play_on(party, turn=5, seat=ben, person=1)
    assert not any(seat.resigned for seat in outcome.table.seats)
    await party.host.act(party.id, BEN.id, consent.end(), action="end")
    with refusal_of(errors.NoSuchSeat, match="No one plays in that seat"):
        await play_on(party, turn=10, seat=ben, person=1)
    outcome = await play_on(party, turn=10, seat=(ben + 1) % 3, person=1)
    assert [seat.number for seat in outcome.table.seats if seat.resigned] == [ben]
    await party.until(over, MONEY)


async def test_a_turn_that_never_was_is_refused(finished: Party) -> None:
    with pytest.raises(errors.NotReplayable):
        await play_on(finished, turn=900)
    with pytest.raises(errors.NoSuchSeat):
        await play_on(finished, seat=5)


async def test_a_what_if_can_be_played_on_as_well(finished: Party) -> None:
    await play_on(finished)
    await finished.until(over, MONEY)
    there = await finished.host.what_ifs.crossroads(finished.id, ADA.id)
    assert there.turns[0].turn == 12
    with pytest.raises(errors.NotShown):
        await finished.host.what_ifs.crossroads(finished.id, BEN.id)
    what_if = WhatIf(game=finished.id, turn=there.turns[-1].turn, seat=0)
    outcome = await finished.host.play_on(DIRECT, ADA, what_if, action="again")
    assert outcome.table.turn == there.turns[-1].turn


async def test_its_player_sees_no_hidden_card_of_it(finished: Party) -> None:
    """Swap what the player can't see: decks, and others' hands. Nothing that they see changes."""
    await play_on(finished)
    for number in range(6):
        if (await finished.table()).phase == "over":
            break
        game = Game.load(game_of(finished).save())
        checks.hides(game, random.Random(number))
        view = await finished.host.view(finished.id, ADA.id)
        assert view.players[1].hand is None and view.seed is None
        await finished.step(MONEY)
    stored = "".join(str(row) for row in sql(finished.path, "SELECT line FROM log WHERE table_id = ?", finished.id))
    assert game_of(finished).seed.hex() not in stored


async def test_it_ends_when_its_only_person_is_forgotten(finished: Party) -> None:
    await play_on(finished)
    await finished.host.own_data.forget(ADA.id)
    assert (await finished.table()).phase == "over"


async def test_it_outlives_the_game_that_it_plays_on_from(finished: Party) -> None:
    await play_on(finished)
    await finished.host.history.delete(FINISHED)
    await finished.crash()
    await finished.until(over, MONEY)
    assert not (await finished.host.records.proof(finished.id)).doubt


async def test_no_manager_of_a_server_has_a_say_in_it(finished: Party) -> None:
    await play_on(finished)
    with pytest.raises(errors.TableError):
        await finished.host.act(finished.id, MANAGER, consent.end(), action="end")
    assert HERE.guild is not None and (await finished.table()).place.guild is None
