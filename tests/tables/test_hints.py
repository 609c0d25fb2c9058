"""Hints in a person's first game: who has them, which one matters, and that each comes only once."""

from __future__ import annotations

from tables import Person, hints
from tables.commands import plans, play
from tables.commands.lobby import leave
from tables.commands.seats import replace
from tests.tables.kit import ADA, BEN, MANAGER, Party, buying, holds, over

MONEY = buying("Province", "Gold", "Silver")


async def hint(party: Party, person: int) -> str | None:
    """Return the hint on someone's panel, if there is one."""
    snapshot = await party.host.snapshot(party.id, person)
    assert snapshot.view is not None
    return snapshot.hint(next(iter(snapshot.view.decisions), None))


async def test_hints_are_for_a_first_game_alone(party: Party) -> None:
    await party.start()
    assert {await hint(party, ADA.id), await hint(party, BEN.id)} == {"buy", "plan"}
    await party.host.act(party.id, ADA.id, play.resign(), action="enough")
    assert (await party.table()).phase == "over"
    await party.start()
    assert {await hint(party, ADA.id), await hint(party, BEN.id)} == {None}


async def test_a_table_that_never_started_isnt_a_game(party: Party) -> None:
    await party.lobby(people=1)
    await party.host.act(party.id, ADA.id, leave(), action="never mind")
    await party.start()
    assert await hint(party, ADA.id) is not None


async def test_a_hint_is_done_with_once_its_reader_has_answered_beside_it(party: Party) -> None:
    await party.start()
    first = await party.awaited()
    assert await hint(party, first) == "buy"
    await party.say(first, "treasures")
    assert await hint(party, first) == "unspent", "it isn't shown again, and the next one matters now"
    await party.crash()
    assert await hint(party, first) == "unspent", "that was committed with the answer"
    await party.say(first, "buy:Copper", "end")
    assert await hint(party, first) == "plan"
    second = await party.awaited()
    await party.say(second, "treasures", "buy:Copper", "end")
    assert await hint(party, first) is None


async def test_a_player_who_plans_needs_no_hint_about_plans(party: Party) -> None:
    await party.start()
    first = await party.awaited()
    other = next(each.id for each in (ADA, BEN) if each.id != first)
    assert await hint(party, other) == "plan"
    await party.host.act(party.id, other, plans.set_plan("Silver, else nothing"), action="plan")
    await party.host.act(party.id, other, plans.drop_plan(), action="no plan")
    assert await hint(party, other) is None


async def test_several_moves_in_one_press_are_done_with_one_hint(party: Party) -> None:
    await party.start()
    first = await party.awaited()
    await party.say(first, "treasures", "buy:Copper", "end")
    await party.say(await party.awaited(), "end")
    assert await hint(party, first) == "unspent", "it was never on a panel before"
    await party.say(first, "treasures")
    assert await hint(party, first) == "undo", "now there is something to undo"


async def test_a_hint_comes_only_once_even_if_the_move_beside_it_is_undone(party: Party) -> None:
    await party.start()
    first = await party.awaited()
    await party.say(first, "treasures", "buy:Copper", "end")
    await party.say(await party.awaited(), "end")
    await party.say(first, "treasures")
    assert await hint(party, first) == "undo"
    await party.host.act(party.id, first, play.undo(), action="undo")
    await party.say(first, "treasures")
    assert await hint(party, first) is None


async def test_an_answer_with_hints_takes_no_more_calls_of_the_store(party: Party) -> None:
    await party.start()
    changes = len(party.changes)
    await party.say(await party.awaited(), "treasures")
    assert len(party.changes) == changes + 1


async def test_no_more_hints(party: Party) -> None:
    await party.start()
    first = await party.awaited()
    await party.host.people.no_more_hints(first, action="enough")
    assert await hint(party, first) is None
    await party.crash()
    assert await hint(party, first) is None


async def test_someone_who_takes_over_a_seat_reads_no_hints_for_another_player(party: Party) -> None:
    await party.start()
    cleo = Person(id=3, name="Cleo")
    await party.host.act(party.id, MANAGER, replace(0, cleo, force=True), action="instead")
    assert await hint(party, cleo.id) is None


async def test_an_attack_brings_its_hint_to_its_victim(party: Party) -> None:
    await party.start()
    await party.until(holds("Militia"), buying("Militia", "Silver"))
    attacker = await party.awaited()
    victim = ADA.id + BEN.id - attacker
    assert await hint(party, attacker) == "actions"
    await party.say(attacker, "play:Militia")
    assert await hint(party, victim) == "respond"
    decision = await party.decision(victim)
    ids = buying()(await party.host.view(party.id, victim), decision)
    await party.host.act(party.id, victim, play.answer(decision.id, ids), action="done")
    snapshot = await party.host.snapshot(party.id, victim)
    assert "respond" in (snapshot.hints or ())


async def test_the_end_has_a_hint_when_it_is_near(party: Party) -> None:
    await party.start()
    view = await party.until(lambda table, view: bool(hints.near_end(view)) or over(table, view), MONEY)
    assert view.result is None and await hint(party, await party.awaited()) == "end"


async def test_an_action_that_nothing_is_left_for_has_a_hint(party: Party) -> None:
    await party.start()
    view = await party.until(
        lambda table, view: view.viewer == view.current and hints.stranded(view) is not None, buying("Smithy", "Silver")
    )
    assert view.actions == 0 and await hint(party, await party.awaited()) == "terminal"
