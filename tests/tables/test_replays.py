"""The replays of finished games: the positions as they were, worked out once, for those who can look at the game."""

from __future__ import annotations

import asyncio
import gc

import pytest

from engine.replay import Export, positions
from tables import errors, records, replays
from tables.commands import play
from tables.models import WhatIf
from tests.databases import sql
from tests.lag import watched
from tests.tables.kit import ADA, BEN, CLEO, Party, buying, over, refusal_of
from tests.tables.test_freezing import SHORT, work
from tests.tables.test_history import DIRECT, private

MONEY = buying("Province", "Gold", "Silver")


async def test_each_step_has_the_hands_that_the_players_had_as_the_turn_started(party: Party) -> None:
    await party.start()
    hands: dict[int, list[object]] = {}
    for _ in range(600):
        table = await party.table()
        if table.phase == "over":
            break
        if table.turn not in hands:
            hands[table.turn] = [(await party.host.view(party.id, each.id)).players[at].hand for at, each in enumerate((ADA, BEN))]
        await party.step(MONEY)
    table, game, for_all = await party.host.replays.show(party.id, ADA.id)
    assert for_all and game.turns == table.turn == len(hands) and game.steps == game.turns + 1
    for turn, dealt in hands.items():
        at = game.positions[turn - 1]
        assert (at.turn, [player.hand for player in at.view.players]) == (turn, dealt)
        titles = [line for line in game.lines_of(turn) if line.kind == "turn"]
        assert [line.seat for line in titles] == [at.seat]
        assert all(line.known for line in game.lines_of(turn) if line.kind == "draw"), "all hands are open"
    assert table.result is not None
    assert game.positions[-1].points == tuple(each.points for each in sorted(table.result.scores, key=lambda score: score.seat))
    steps = [turn for turn, _ in game.leads]
    assert [game.lead_after(0), game.lead_before(game.steps + 1)] == [steps[0], steps[-1]]
    assert game.lead_before(steps[0]) is None and game.lead_after(steps[-1]) is None


async def test_a_game_in_progress_has_no_replay(party: Party) -> None:
    await party.start()
    for viewer in (ADA.id, CLEO.id, None):
        with refusal_of(errors.StillPlaying, match="shows all hands"):
            await party.host.replays.show(party.id, viewer)
    await party.until(lambda table, view: table.turn > 3, MONEY)
    with pytest.raises(errors.StillPlaying):
        await party.host.replays.show(party.id, ADA.id)


async def test_a_replay_is_made_once_however_many_ask_and_holds_no_one_up(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.start()
    await party.until(over, MONEY)
    made = list[Export]()

    def slowly(exported: Export) -> object:
        made.append(exported)
        work()
        return positions(exported)

    monkeypatch.setattr(replays, "positions", slowly)
    async with watched() as held:
        found = await asyncio.gather(*(party.host.replays.show(party.id, viewer) for viewer in (ADA.id, BEN.id, CLEO.id, None) * 5))
    assert len(made) == 1 and len({id(each.replay) for each in found}) == 1 and held.longest < SHORT


async def test_what_is_too_long_or_goes_another_way_now_has_no_replay(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.start()
    await party.until(over, MONEY)
    with monkeypatch.context() as few:
        few.setattr(records, "MOST_REPLAYED", 20)
        with refusal_of(errors.TooLong, match="more than 20 moves"):
            await party.host.replays.show(party.id, ADA.id)
    sql(party.path, "UPDATE entries SET entry = json_set(entry, '$.asked', 'other') WHERE number = 1")
    await party.crash()
    with refusal_of(errors.NotReplayable, match="can't replay"):
        await party.host.replays.show(party.id, ADA.id)


async def test_replays_take_only_so_much_memory(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game can have thousands of turns, and each of its steps takes as much memory as any other's."""
    games = list[str]()
    for _ in range(3):
        await party.start()
        await party.until(over, MONEY)
        games.append(party.id)
    turns = (await party.table()).turn
    monkeypatch.setattr(party.host.replays._replays, "_keep", 2 * turns)
    for game in (*games, games[0]):
        await party.host.replays.show(game, ADA.id)
    assert [*party.host.replays._replays._found] == [games[2], games[0]]
    monkeypatch.setattr(party.host.replays._replays, "_keep", 1)
    await party.host.replays.show(games[1], ADA.id)
    assert [*party.host.replays._replays._found] == [games[1]], "the last one is there for the next step"
    monkeypatch.setattr(replays, "MOST_TURNS", turns - 1)
    with refusal_of(errors.TooLong, match=f"more than {turns - 1} turns"):
        await party.host.replays.show(games[1], ADA.id)


def collected(of: object) -> list[object]:
    """Return what a full garbage collection looks at because of an object."""
    found, more = dict[int, object](), [of]
    while more:
        each = more.pop()
        if gc.is_tracked(each) and not isinstance(each, type) and id(each) not in found:
            found[id(each)] = each
            more += gc.get_referents(each)
    return [*found.values()]


async def test_a_replay_costs_the_garbage_collector_next_to_nothing(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    game = (await party.host.replays.show(party.id, ADA.id)).replay
    gc.collect()  # what holds nothing that it would look at is left out from then on
    assert len(collected(game)) < 50 < 2 * game.turns
    assert [at.turn for at in game.positions] == [*range(1, game.steps + 1)]
    assert not game.lines_of(-1) and not game.lines_of(game.steps + 1)


async def test_a_what_if_game_has_no_replay(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    party.id = (await party.host.play_on(DIRECT, ADA, WhatIf(game=party.id, turn=12, seat=0), action="what if")).table.id
    await party.until(over, MONEY)
    with pytest.raises(errors.NotReplayable):
        await party.host.replays.show(party.id, ADA.id)


async def test_a_private_game_is_for_its_players_until_all_share_it(party: Party) -> None:
    await private(party)
    assert not (await party.host.replays.show(party.id, BEN.id)).for_all
    for viewer in (CLEO.id, None):
        with refusal_of(errors.NotShown, match="It's private"):
            await party.host.replays.show(party.id, viewer)
    await party.host.history.share(party.id, ADA.id)
    with pytest.raises(errors.NotShown):
        await party.host.replays.show(party.id, None)
    await party.host.history.share(party.id, BEN.id)
    assert (await party.host.replays.show(party.id, None)).for_all and (await party.host.replays.show(party.id, CLEO.id)).for_all
    await party.start(1, 1, place=DIRECT)
    await party.host.act(party.id, ADA.id, play.resign(), action=party.action())
    assert not (await party.host.replays.show(party.id, ADA.id)).for_all


async def test_someone_unlisted_has_no_name_for_those_who_did_not_play(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    await party.host.people.set_listed(BEN.id, False, action=party.action())
    for viewer, names in (
        (None, {"Ada", "Player 2"}),
        (CLEO.id, {"Ada", "Player 2"}),
        (ADA.id, {"Ada", "Ben"}),
        (BEN.id, {"Ada", "Ben"}),
    ):
        table, game, _ = await party.host.replays.show(party.id, viewer)
        assert {seat.name for seat in table.seats} | {"Player 2"} == names | {"Player 2"}
        assert "Ben" not in repr(game.positions) + repr(game.lines)
