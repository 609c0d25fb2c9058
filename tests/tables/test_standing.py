"""Standing answers: what was said in advance acts, only then, never against its owner, and says so."""

import pytest

from engine import LogLine
from tables import Standing, errors
from tests.tables.kit import ADA, BEN, CLEO, Party, asked, buying, holds, over

MONEY = buying("Province", "Gold", "Silver")
ATTACKS = buying("Militia", "Silver")


async def said(party: Party, person: int) -> list[str]:
    return [line.text for line in await party.host.log(party.id, person) if line.kind == "standing"]


async def set_for(party: Party, person: int, standing: Standing, *, here: bool = True) -> Standing:
    return await party.host.set_standing(person, standing, action=party.action(), table=party.id if here else None)


async def test_what_holds(party: Party) -> None:
    await party.start()
    assert await party.host.standing(ADA.id) == Standing(treasures=False, end=False, react="always")
    assert await set_for(party, ADA.id, Standing(react="ask", end=True), here=False) == Standing(
        treasures=False, end=True, react="ask"
    )
    here = Standing(treasures=False, end=False, react="ask")
    assert await set_for(party, ADA.id, Standing(end=False)) == here
    assert (await party.host.standing(ADA.id)).end is True, "only in that game"
    await party.crash()
    assert await party.host.standing(ADA.id, party.id) == here
    with pytest.raises(errors.NotSeated):
        await set_for(party, CLEO.id, Standing(end=True))


async def test_a_plain_turn_is_one_click(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await set_for(party, person, Standing(treasures=True, end=True))
    view = await party.host.view(party.id, person)
    assert view.coins > 0, "the Treasures lie there at once: no Action could be played"
    assert (await party.table()).turn == 1, "a turn in which its player did nothing isn't ended for them"
    outcome = await party.say(person, "buy:Copper")
    assert outcome.table.turn == 2 and await party.awaited() != person
    assert await said(party, person) == [
        "Your standing answer played all Treasures.",
        "Your standing answer ended the turn: nothing was left to do.",
    ]
    for other in {ADA.id, BEN.id, CLEO.id} - {person}:
        assert await said(party, other) == []


async def test_treasures_wait_while_an_action_can_be_played(party: Party) -> None:
    await party.start()
    await set_for(party, ADA.id, Standing(treasures=True))
    await party.until(lambda t, v: v.viewer == 0 and holds("Village")(t, v), buying("Village"))
    assert (await party.host.view(party.id, ADA.id)).phase == "action"
    await party.say(ADA.id, "buys")
    assert (await party.host.view(party.id, ADA.id)).treasure_coins == 0


async def test_moves_in_a_row_are_not_disturbed_by_ones_own_standing_answers(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await set_for(party, person, Standing(end=True))
    outcome = await party.say(person, "treasures", "buy:Copper", "end")
    assert outcome.stopped is None and outcome.table.turn == 2


async def test_an_undo_is_not_undone_by_a_standing_answer(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await set_for(party, person, Standing(treasures=True))
    assert (await party.host.view(party.id, person)).coins > 0
    outcome = await party.host.undo(party.id, person, action="undo")
    assert outcome.view is not None and outcome.view.coins == 0
    assert await said(party, person) == [], "its line went with what it did"
    await party.crash()
    assert (await party.host.view(party.id, person)).coins == 0
    outcome = await party.say(person, "play:Copper")
    assert outcome.view is not None and outcome.view.treasure_coins == 0, "the person acted: it acts again"


async def test_undo_takes_back_what_a_standing_answer_did_after_ones_own_move(party: Party) -> None:
    await party.start()
    await set_for(party, ADA.id, Standing(treasures=True))
    await party.until(lambda t, v: v.viewer == 0 and holds("Workshop")(t, v), buying("Workshop"))
    before = await party.host.view(party.id, ADA.id)
    outcome = await party.say(ADA.id, "buys")
    assert outcome.view is not None and outcome.view.phase == "buy" and outcome.view.treasure_coins == 0
    undone = await party.host.undo(party.id, ADA.id, action="undo")
    assert undone.view is not None and undone.view.phase == "action"
    assert undone.view.players[0].hand == before.players[0].hand


@pytest.mark.parametrize("react", ["always", "never"])
async def test_nobody_is_asked_for_reactions_that_they_answered_in_advance(party: Party, react: str) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, Standing.model_validate({"react": react}), here=False)

    def defended(lines: list[LogLine]) -> bool:
        return any(line.kind == "reveal" and "Moat" in line.text for line in lines)

    plan = buying("Moat", "Militia")
    for _ in range(120):
        assert not asked("react")(await party.table(), await party.host.view(party.id, await party.awaited()))
        await party.step(plan)
    log = await party.host.log(party.id, None)
    assert any(line.kind == "play" and "Militia" in line.text for line in log)
    assert defended(log) == (react == "always")
    answers = await said(party, ADA.id) + await said(party, BEN.id)
    assert any("no Reaction" in text for text in answers)
    assert any("revealed Moat" in text for text in answers) == (react == "always")


async def test_who_wants_to_be_asked_is_asked(party: Party) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, Standing(react="ask"), here=False)
    view = await party.until(asked("react"), buying("Moat", "Militia"))
    (decision,) = [each for each in view.decisions if each.kind == "react"]
    assert decision.options[-1].id == "no"


async def test_a_game_does_not_play_itself(party: Party) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, Standing(treasures=True, end=True, react="always"), here=False)
    turn = (await party.table()).turn
    await party.crash()
    assert (await party.table()).turn == turn
    await party.until(over, MONEY)
