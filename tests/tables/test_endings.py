"""Undo, resigning, and ending a game."""

import pytest

from engine import Ending
from tables import errors
from tables.commands import consent, play, seats
from tests.logs import read_log
from tests.tables.kit import ADA, BEN, CLEO, PEOPLE, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
PASS = buying()


async def test_undo(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    start = await party.host.view(party.id, person)
    lines = await party.host.log(party.id, None)
    with pytest.raises(errors.NothingToUndo):
        await party.host.act(party.id, person, play.undo(), action="nothing yet")
    await party.say(person, "treasures")
    await party.say(person, "buy:Copper")
    assert party.undoable(person) == 2
    outcome = await party.host.act(party.id, person, play.undo(), action="last")
    assert outcome.view is not None and outcome.view.coins > 0 and outcome.view.buys == 1
    outcome = await party.host.act(party.id, person, play.undo(), action="and the one before")
    assert outcome.view is not None and outcome.view.players == start.players
    log = await party.host.log(party.id, None)
    assert log[: len(lines)] == lines and {line.kind for line in log[len(lines) :]} == {"undo"}
    change = party.changes[-1]
    assert change.log_cut is not None and [line.number for line in log if line.number >= change.log_cut] == [
        entry.public.number for entry in change.log
    ]
    await party.crash()
    assert await party.host.view(party.id, person) == outcome.view
    await party.until(over, MONEY)


async def test_undo_of_several_and_of_too_many(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "treasures", "buy:Copper")
    with refusal_of(errors.NothingToUndo, match="at most 2 moves"):
        await party.host.act(party.id, person, play.undo(count=3), action="too many")
    outcome = await party.host.act(party.id, person, play.undo(count=2), action="both")
    assert outcome.view is not None and outcome.view.coins == 0
    repeated = await party.host.act(party.id, person, play.undo(count=2), action="both")
    assert repeated.repeated and repeated.view == outcome.view


async def test_a_refused_undo_of_a_response_says_why_and_what_can_be_done(party: Party) -> None:
    await party.start(people=3)
    for _ in range(200):
        views = {person.id: await party.host.view(party.id, person.id) for person in (ADA, BEN, CLEO)}
        hit = [(person, each) for person, view in views.items() for each in view.decisions if each.card == "Militia"]
        if hit:
            break
        await party.step(buying("Militia", "Silver"))
    (last, asked), *_ = hit
    put = asked.follow or asked
    ids = [option.id for option in put.options for _ in range(option.count)][: put.minimum]
    await party.host.act(party.id, last, play.answer(asked.id, ids), action=party.action())
    with refusal_of(
        errors.NothingToUndo, match=r"once you've responded, the game goes on\. Press \*\*More…\*\*, then \*\*Ask to undo…"
    ):
        await party.host.act(party.id, last, play.undo(), action="too late")


async def test_no_undo_once_the_next_hand_is_drawn(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "end")
    with refusal_of(errors.NothingToUndo, match="hidden"):
        await party.host.act(party.id, person, play.undo(), action="peek")
    assert party.undoable(CLEO.id) == 0


async def test_resigning(party: Party) -> None:
    await party.start(people=3)
    person = await party.awaited()
    outcome = await party.host.act(party.id, person, play.resign(), action="enough")
    assert outcome.table.phase == "playing" and outcome.table.seat_of(person).resigned  # type: ignore[union-attr]
    assert await party.awaited() != person
    name = outcome.table.seat_of(person).name  # type: ignore[union-attr]
    told = await read_log(party.host, party.id, None)
    assert told[-2:] == [f"{name} resigns.", told[-1]] and told[-1].startswith("Turn 1"), "no one who resigned draws"
    again = await party.host.act(party.id, person, play.resign(), action="enough, I say")
    assert again.repeated
    second = await party.awaited()
    outcome = await party.host.act(party.id, second, play.resign(), action="me too")
    assert outcome.table.phase == "over" and outcome.table.result is not None
    (last,) = {each.id for each in PEOPLE} - {person, second}
    assert [party.updates[-1].table.seats[seat].person for seat in outcome.table.result.winners] == [last]
    with pytest.raises(errors.GameOver):
        await party.host.act(party.id, last, play.resign(), action="too late")


async def test_ais_do_not_play_on_alone(party: Party) -> None:
    await party.start(people=1, ais=2)
    before = await party.table()
    table = (await party.host.act(party.id, ADA.id, play.resign(), action="enough")).table
    assert table.phase == "over" and table.result is not None and table.turn - before.turn <= 1
    assert table.result.ending == Ending(kind="resigned")
    assert next(score.rank for score in table.result.scores if score.seat == 0) == 3


async def test_ending_with_everyones_consent(party: Party) -> None:
    await party.start(people=2, ais=1)
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, consent.end(), action="not mine")
    outcome = await party.host.act(party.id, BEN.id, consent.end(), action="Ben")
    assert outcome.table.proposal is not None and outcome.table.proposal.by == BEN.id and outcome.table.proposal.agreed == (1,)
    assert (await party.host.act(party.id, BEN.id, consent.end(), action="Ben again")).repeated
    await party.crash()
    assert (await party.table()).proposal == outcome.table.proposal
    ended = await party.host.act(party.id, ADA.id, consent.end(), action="Ada")
    assert ended.table.phase == "over" and ended.table.result is not None and ended.table.result.ending.kind == "agreed"
    with pytest.raises(errors.GameOver):
        await party.host.act(party.id, ADA.id, consent.end(), action="Ada again")


async def test_declining(party: Party) -> None:
    await party.start()
    with pytest.raises(errors.NoProposal):
        await party.host.act(party.id, ADA.id, consent.decline(), action="what?")
    await party.host.act(party.id, BEN.id, consent.end(), action="Ben")
    assert (await party.host.act(party.id, ADA.id, consent.decline(), action="no")).table.proposal is None
    assert (await party.table()).phase == "playing"


async def test_ending_by_force(party: Party) -> None:
    await party.start()
    outcome = await party.host.act(party.id, CLEO.id, consent.end(force=True), action="moderator")
    assert outcome.table.phase == "over" and outcome.table.result is not None
    assert outcome.view is not None and outcome.view.seed is not None


async def test_a_stuck_game_is_offered_to_end(party: Party) -> None:
    await party.start()
    await party.until(lambda t, v: t.proposal is not None, PASS)
    table = await party.table()
    assert table.proposal is not None and table.proposal.by is None and table.proposal.rounds == 5
    offered = table.turn
    assert offered in (10, 11)
    await party.host.act(party.id, ADA.id, consent.decline(), action="we go on")
    await party.until(lambda t, v: t.proposal is not None, PASS)
    assert (await party.table()).turn == offered + 10, "asked again after five more"
    person = await party.awaited()
    outcome = await party.say(person, "treasures", "buy:Copper")
    assert outcome.table.proposal is None, "something happened: the proposal is withdrawn"


async def test_ending_what_is_stuck(party: Party) -> None:
    await party.start()
    await party.until(lambda t, v: t.proposal is not None, PASS)
    await party.host.act(party.id, ADA.id, consent.end(), action="Ada")
    assert (await party.host.act(party.id, BEN.id, consent.end(), action="Ben")).table.phase == "over"


async def test_a_proposal_is_carried_out_when_the_last_to_be_asked_resigns(party: Party) -> None:
    await party.start(people=3)
    await party.host.act(party.id, ADA.id, consent.end(), action="Ada")
    await party.host.act(party.id, BEN.id, consent.end(), action="Ben")
    outcome = await party.host.act(party.id, CLEO.id, play.resign(), action="enough")
    assert outcome.table.phase == "over" and outcome.table.proposal is None
    assert outcome.table.result is not None and outcome.table.result.ending.kind == "agreed"


async def test_a_player_who_resigned_has_no_say(party: Party) -> None:
    await party.start(people=3)
    await party.host.act(party.id, CLEO.id, play.resign(), action="enough")
    with refusal_of(errors.NotSeated, match="resigned"):
        await party.host.act(party.id, CLEO.id, consent.end(), action="you too")
    await party.host.act(party.id, ADA.id, consent.end(), action="Ada")
    for deed in (consent.decline(), consent.agree()):
        with refusal_of(errors.NotSeated, match="resigned"):
            await party.host.act(party.id, CLEO.id, deed, action="spite")
    with refusal_of(errors.NotSeated, match="resigned"):
        await party.host.act(party.id, CLEO.id, seats.replace(0, "kingdom"), action="me for her")
    assert (await party.host.act(party.id, BEN.id, consent.end(), action="Ben")).table.phase == "over"


async def test_an_answer_is_to_the_proposal_that_was_read(party: Party) -> None:
    await party.start(people=3)
    first = (await party.host.act(party.id, ADA.id, consent.end(), action="Ada")).table.proposal
    assert first is not None
    await party.host.act(party.id, BEN.id, consent.decline(number=first.number), action="no")
    second = (await party.host.act(party.id, BEN.id, consent.end(), action="Ben after all")).table.proposal
    assert second is not None and second.number != first.number
    for late in (consent.agree(number=first.number), consent.decline(number=first.number)):
        with refusal_of(errors.NoProposal, match="no longer"):
            await party.host.act(party.id, CLEO.id, late, action="late")
    assert (await party.table()).proposal == second
    agreed = (await party.host.act(party.id, CLEO.id, consent.agree(number=second.number), action="yes")).table.proposal
    assert agreed is not None and agreed.agreed == (1, 2)
