"""Answers at a table: who can give them, to what, that they count once, and what listeners hear."""

import asyncio
import itertools

import pytest

from cogs.text.refusals import sentence
from engine.game import MOST_CHANGES, MOST_UNDONE
from engine.view import View
from storage.models import Change
from storage.store import Store
from tables import AutoAnswers, Options, Place, TableView, Update, errors
from tables.commands import lobby, play
from tables.state import MOST_TURNS
from tests.databases import special_store
from tests.tables.kit import ADA, BEN, CLEO, PEOPLE, Party, buying, holds, over, refusal_of

ASK = AutoAnswers(react="ask")
MONEY = buying("Province", "Gold", "Silver")


async def test_a_turn_in_one_call(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    version, logged = (await party.table()).version, len(await party.host.log(party.id, person))
    outcome = await party.say(person, "treasures", "buy:Silver", "end")
    assert outcome.done == (("treasures",), ("buy:Silver",), ("end",)) and outcome.stopped is None
    assert outcome.table.version == version + 1, "one transaction"
    assert outcome.table.turn == 2 and await party.awaited() != person
    kinds = [line.kind for line in (await party.host.log(party.id, person))[logged:]]
    assert kinds[:2] == ["play", "buy"] and "turn" in kinds
    assert outcome.view is not None and outcome.view.viewer == outcome.table.seat_of(person).number  # type: ignore[union-attr]


async def test_moves_stop_at_what_is_not_legal(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    outcome = await party.say(person, "treasures", "buy:Province", "end")
    assert outcome.done == (("treasures",),) and outcome.stopped is not None and "Province" in sentence(outcome.stopped)
    assert outcome.table.turn == 1 and outcome.view is not None and outcome.view.coins > 0


async def test_moves_stop_at_the_turns_end(party: Party) -> None:
    await party.start(people=1, ais=1)
    outcome = await party.say(ADA.id, "end", "treasures")
    assert outcome.done == (("end",),) and outcome.stopped is not None and sentence(outcome.stopped) == "Your turn is over."
    assert outcome.table.current == 0, "the AI has had its turn"


async def test_moves_wait_for_another_question(party: Party) -> None:
    await party.start(people=1, ais=1)
    await party.until(holds("Cellar"), buying("Cellar"))
    outcome = await party.say(ADA.id, "play:Cellar", "end")
    assert outcome.done == (("play:Cellar",),) and outcome.stopped is None
    assert (await party.say(ADA.id, [])).table.turn == outcome.table.turn + 2, "the AI has had its turn"


async def test_an_illegal_answer_changes_nothing(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    before, view = await party.table(), await party.host.view(party.id, person)
    mistakes: list[list[list[str]]] = [[["buy:Province"]], [["treasures", "end"]], [["nonsense"]], [[]]]
    for moves in mistakes:
        with pytest.raises(errors.Illegal) as refused:
            await party.host.act(
                party.id, person, play.answer(view.decisions[0].id, moves[0], then=moves[1:]), action=party.action()
            )
        assert refused.value.table == before and refused.value.view == view
    assert await party.table() == before and await party.host.view(party.id, person) == view


async def test_only_those_asked_can_answer(party: Party) -> None:
    await party.start(people=2)
    person = await party.awaited()
    other = next(each.id for each in (ADA, BEN) if each.id != person)
    decision = (await party.decision(person)).id
    with refusal_of(errors.NotYourDecision, match=next(p.name for p in PEOPLE if p.id == person)):
        await party.host.act(party.id, other, play.answer(decision, ["end"]), action="other")
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, play.answer(decision, ["end"]), action="stranger")
    assert (await party.table()).turn == 1


async def test_a_double_click_counts_once(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    decision = (await party.decision(person)).id
    clicks = [
        party.host.act(party.id, person, play.answer(decision, ["treasures"], then=[["buy:Copper"]]), action="the same click")
        for _ in range(2)
    ]
    first, second = await asyncio.gather(*clicks)
    assert not first.repeated and second.repeated and first.table == second.table and first.view == second.view
    again = await party.host.act(
        party.id, person, play.answer(decision, ["treasures"], then=[["buy:Copper"]]), action="a second click"
    )
    assert again.repeated and again.table == first.table
    log = await party.host.log(party.id, person)
    assert [line.kind for line in log].count("buy") == 1


async def test_two_different_answers_at_the_same_moment(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    decision = (await party.decision(person)).id
    results = await asyncio.gather(
        party.host.act(party.id, person, play.answer(decision, ["treasures"]), action="one"),
        party.host.act(party.id, person, play.answer(decision, ["end"]), action="two"),
        return_exceptions=True,
    )
    (refused,) = [each for each in results if isinstance(each, errors.MovedOn)]
    (done,) = [each for each in results if not isinstance(each, BaseException)]
    assert refused.table == done.table and refused.view == done.view, "the refusal brings the present state"


async def test_yesterdays_panel(party: Party) -> None:
    await party.start(people=1, ais=1)
    decision = (await party.decision(ADA.id)).id
    for _ in range(3):
        await party.say(ADA.id, "end")
    with refusal_of(errors.MovedOn, match="moved on"):
        await party.host.act(party.id, ADA.id, play.answer(decision, ["treasures"]), action="stale")
    same = await party.host.act(party.id, ADA.id, play.answer(decision, ["end"]), action="the very same")
    assert same.repeated


async def test_several_are_asked_together(party: Party) -> None:
    """Answers come in any order, even at the same moment, and each counts."""
    await party.start(people=3)
    for person in PEOPLE:
        await party.host.people.set_answers(person.id, ASK, action=party.action())
    militia = buying("Militia", "Silver")
    await party.until(lambda t, v: len([a for a in t.awaited if a.person]) > 1 or len(v.owing) > 1, militia)
    table = await party.table()
    victims = [a.person for a in table.awaited if a.person is not None and a.person != PEOPLE[table.current or 0].id]
    assert len(victims) == 2
    plan = buying()
    answers = []
    for victim in victims:
        decision = await party.decision(victim)
        ids = plan(await party.host.view(party.id, victim), decision)
        answers.append(party.host.act(party.id, victim, play.answer(decision.id, ids), action=f"victim {victim}"))
    outcomes = await asyncio.gather(*answers)
    assert all(not outcome.repeated for outcome in outcomes)
    view = await party.host.view(party.id, None)
    assert [view.players[table.seat_of(person).number].hand_size for person in victims] == [3, 3]  # type: ignore[union-attr]


async def test_listeners_hear_each_commit_once_in_order(party: Party) -> None:
    def broken(update: Update) -> None:
        raise RuntimeError("a listener's own trouble")

    party.host.listen(broken)
    await party.start(people=2, ais=1)
    await party.until(over, MONEY)
    assert [update.table.version for update in party.updates] == list(range(len(party.updates)))
    assert party.updates[-1].table.phase == "over"
    told = [entry.public.number for change in party.changes for entry in change.log]
    assert told == list(range(len(told))), "every line once"
    assert [line.number for line in await party.host.log(party.id, None) if line.kind != "standing"] == told


async def test_pings_are_created_once_for_each_player_newly_waited_for(party: Party) -> None:
    await party.start(people=2, ais=1)
    await party.until(over, MONEY)
    waits: set[int] = set()
    for update, change in zip(party.updates, party.changes, strict=True):
        now = {a.person for a in update.table.awaited if a.person is not None and not a.owed}
        called = {call.person for call in change.calls}
        players = {seat.person for seat in update.table.seats if seat.person is not None}
        assert called == (players if update.table.phase == "over" else now - waits) - {update.by}, "all learn of the end"
        waits = now


async def test_no_one_reads_what_is_not_theirs(party: Party) -> None:
    await party.start(people=2)
    await party.until(lambda t, v: t.turn > 8, MONEY)
    own, public = await party.host.log(party.id, ADA.id), await party.host.log(party.id, CLEO.id)
    assert public == await party.host.log(party.id, None)
    draws = [line for line in public if line.kind == "draw"]
    assert draws and all(line.count and not line.cards for line in draws)
    assert any(line.kind == "draw" and "Copper" in line.cards and line.seat == 0 for line in own)
    assert not any(line.kind == "draw" and "Copper" in line.cards and line.seat == 1 for line in own)
    assert await party.host.log(party.id, ADA.id, 3) == [line for line in own if line.turn == 3]


class Faulty(Store):
    """A store whose commits can be held up, or fail."""

    fail = False

    def hold(self) -> None:
        """Make each commit from now on report that it is `reached`, and wait until it is `released`."""
        self.reached, self.released = asyncio.Event(), asyncio.Event()

    async def commit(self, change: Change) -> None:
        if hasattr(self, "reached"):
            self.reached.set()
            await self.released.wait()
        if self.fail:
            raise OSError("the disk is full")
        await super().commit(change)


@pytest.mark.parametrize("how", ["cancelled", "fails"])
async def test_nothing_changed_when_it_ends_between_apply_and_commit(party: Party, how: str) -> None:
    await party.close()
    faulty = special_store(Faulty, party.path)
    await party.open(faulty)
    await party.start()
    person = await party.awaited()
    before, view = await party.table(), await party.host.view(party.id, person)
    told = len(party.updates)
    if how == "fails":
        faulty.fail = True
        with pytest.raises(OSError):
            await party.say(person, "treasures", action="click")
        faulty.fail = False
    else:
        faulty.hold()
        task = asyncio.create_task(party.say(person, "treasures", action="click"))
        await faulty.reached.wait()
        for each in list(party.host._access._tasks):
            each.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        faulty.released.set()
    assert len(party.updates) == told
    assert await party.table() == before and await party.host.view(party.id, person) == view
    again = await party.say(person, "treasures", action="click")
    assert not again.repeated and again.done == (("treasures",),)


async def test_watchers_hear_about_a_commit_whose_caller_is_cancelled(party: Party) -> None:
    await party.close()
    faulty = special_store(Faulty, party.path)
    await party.open(faulty)
    await party.start()
    person, told = await party.awaited(), len(party.updates)
    faulty.hold()
    task = asyncio.create_task(party.say(person, "treasures", action="click"))
    await faulty.reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    faulty.released.set()
    again = await party.say(person, "end", action="click")
    assert again.repeated and again.view is not None and again.view.coins > 0
    assert [update.what for update in party.updates[told:]] == ["answer"]


async def test_a_closed_service_does_nothing(party: Party) -> None:
    await party.start()
    await party.host.close()
    with pytest.raises(errors.Closing):
        await party.host.act(party.id, ADA.id, play.resign(), action="late")


async def test_many_tables_play_together(party: Party) -> None:
    """Each call has its own transaction, independent of the others."""

    async def game(number: int) -> TableView:
        host, actions = party.host, itertools.count()
        place = Place(guild=7, channel=1000 + number)
        table = (await host.new_table(place, ADA, Options(), action=f"{number} new")).table.id
        await host.act(table, ADA.id, lobby.add_ai(), action=f"{number} ai")
        outcome = await host.act(table, ADA.id, lobby.start(), action=f"{number} start")
        while outcome.table.turn < 9 and outcome.table.phase == "playing":
            assert outcome.view is not None
            decision = next(d for d in outcome.view.decisions if not d.answered)
            ids = MONEY(outcome.view, decision)
            action = f"{number} {next(actions)}"
            outcome = await host.act(table, ADA.id, play.answer(decision.id, ids), action=action)
        return outcome.table

    tables = await asyncio.gather(*(game(number) for number in range(8)))
    assert len({table.id for table in tables}) == 8 and all(table.turn >= 9 for table in tables)
    assert len(await party.host.tables_of(ADA.id)) == 8


async def test_my_tables_those_waiting_for_me_first(party: Party) -> None:
    await party.start(people=2)
    waiting = await party.awaited()
    other = next(each for each in (ADA, BEN) if each.id != waiting)
    other_table = await party.host.new_table(Place(guild=7, channel=99), other, Options(), action="lobby")
    await party.host.act(
        other_table.table.id,
        waiting,
        lobby.sit(next(p for p in (ADA, BEN) if p.id == waiting)),
        action="sit",
    )
    assert [table.id for table in await party.host.tables_of(waiting)] == [party.id, other_table.table.id]
    assert (await party.host.tables_of(waiting))[0].waits_for(waiting)
    await party.say(waiting, "end")
    assert (await party.host.tables_of(other.id))[0].id == party.id


async def test_moves_of_a_spectator_see_nothing(party: Party) -> None:
    await party.start()
    view: View = await party.host.view(party.id, CLEO.id)
    assert view.viewer is None and view.decisions == () and all(player.hand is None for player in view.players)


async def test_a_look_while_a_command_is_under_way_shows_what_is_committed(party: Party) -> None:
    await party.start()
    await party.close()
    faulty = special_store(Faulty, party.path)
    await party.open(faulty)
    before = await party.table()
    faulty.hold()
    task = asyncio.create_task(party.say(await party.awaited(), "end"))
    await faulty.reached.wait()
    assert await party.table() == before and await party.host.table_at(70) == before
    faulty.released.set()
    assert (await task).table.turn == 2 and (await party.table()).turn == 2


async def test_a_sealed_answer_can_be_changed_only_in_its_order(party: Party) -> None:
    await party.start(people=3)
    await party.until(holds("Militia"), buying("Militia"))
    attacker = await party.awaited()
    outcome = await party.say(attacker, "play:Militia")
    seats = [seat.person for seat in outcome.table.seats]
    last = seats[seats.index(attacker) - 1]
    assert last is not None
    decision = await party.decision(last)
    names = [option.id for option in decision.options][:2]
    assert decision.purpose == "discard" and len(names) == 2
    for ids, repeated in ((names, False), (names, True), (names[::-1], False)):
        outcome = await party.host.act(party.id, last, play.answer(decision.id, ids), action=party.action())
        assert outcome.repeated is repeated


async def test_an_answer_may_be_changed_only_so_often_and_the_last_one_stays(party: Party) -> None:
    await party.start(people=3)
    await party.until(holds("Militia"), buying("Militia"))
    attacker = await party.awaited()
    outcome = await party.say(attacker, "play:Militia")
    seats = [seat.person for seat in outcome.table.seats]
    last = seats[seats.index(attacker) - 1]
    assert last is not None
    decision = await party.decision(last)
    names = [option.id for option in decision.options][:2]
    for number in range(MOST_CHANGES + 1):
        await party.host.act(party.id, last, play.answer(decision.id, names[:: 1 - 2 * (number % 2)]), action=party.action())
    with pytest.raises(errors.Illegal, match=f"{MOST_CHANGES} times already. Your last one counts: {names[0]} and {names[1]}"):
        await party.host.act(party.id, last, play.answer(decision.id, names[::-1]), action=party.action())
    (asked,) = (await party.host.view(party.id, last)).decisions
    assert asked.preselected == tuple(names)


async def test_a_long_game_keeps_only_its_latest_turns_in_memory(party: Party) -> None:
    await party.start(people=2)
    for _ in range(2 * MOST_TURNS + 5):
        await party.say(await party.awaited(), "end")
        game = party.host._access._tables[party.id].game
        assert game is not None and len(game.snapshots) <= MOST_TURNS and len(game.journal) <= MOST_TURNS
    views = [await party.host.view(party.id, person) for person in (ADA.id, BEN.id, None)]
    await party.crash()
    assert views == [await party.host.view(party.id, person) for person in (ADA.id, BEN.id, None)]
    (loss,) = await party.host.undo_costs(party.id, await party.awaited())
    assert loss.turn == (await party.table()).turn - 2


async def test_a_turn_can_be_undone_only_so_often(party: Party) -> None:
    await party.start(people=2)
    person = await party.awaited()
    for _ in range(MOST_UNDONE):
        await party.say(person, "treasures")
        await party.host.act(party.id, person, play.undo(), action=party.action())
    await party.say(person, "treasures")
    with refusal_of(errors.NothingToUndo, match="Play on from here"):
        await party.host.act(party.id, person, play.undo(), action=party.action())
    await party.crash()
    await party.say(person, "end")
    other = await party.awaited()
    await party.say(other, "treasures")
    await party.host.act(party.id, other, play.undo(), action=party.action())
