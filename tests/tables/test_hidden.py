"""A player's moves that no one else can see leave no trace at the table."""

from datetime import timedelta

import pytest

from engine import DecisionView, View
from tables import TableView, advance
from tables.commands import consent, play
from tables.undo import losses
from tests.engine.kit import say
from tests.engine.test_hidden import holding
from tests.logs import said
from tests.tables.kit import Party, buying

SHOPPING = buying("Village")


def may_play(table: TableView, view: View) -> bool:
    """Return whether a turn has just started, not the first, whose player holds an Action."""
    turn = next((each for each in view.decisions if each.kind == "turn"), None)
    return turn is not None and turn.offers("play:Village") and not view.players[view.current].in_play


async def at_an_action(party: Party) -> tuple[int, int]:
    """Bring the game to a turn whose player holds an Action; return that person, and the other one."""
    await party.start()
    await party.until(may_play, SHOPPING)
    mine = await party.awaited()
    return mine, next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))


async def seen_by(party: Party, person: int) -> tuple[object, ...]:
    """Return all that the host tells someone about the game."""
    table = await party.table()
    losses = await party.host.undo_costs(party.id, person)
    told = [(loss.to, loss.mark, loss.moves, loss.hidden, loss.done, loss.shown) for loss in losses]
    view = await party.host.view(party.id, person)
    return table.model_copy(update={"version": 0}), told, (await party.host.snapshot(party.id, person)).askable, view


async def test_no_one_notices_that_a_player_is_done_with_actions(party: Party) -> None:
    mine, other = await at_an_action(party)
    before = await seen_by(party, other)
    party.clock.now += timedelta(minutes=3)
    await party.say(mine, "buys")
    assert await seen_by(party, other) == before
    await party.host.act(party.id, mine, play.undo(), action="after all")
    assert await seen_by(party, other) == before
    await party.crash()
    assert await seen_by(party, other) == before


async def test_what_no_one_sees_leaves_an_offer_to_undo_open(party: Party) -> None:
    mine, other = await at_an_action(party)
    loss = next(iter(await party.host.undo_costs(party.id, other)))
    await party.say(mine, "buys")
    offered = await party.host.act(party.id, other, consent.offer_undo(loss.to, mark=loss.mark), action="ask")
    assert offered.table.offer is not None
    await party.host.act(party.id, mine, play.undo(), action="after all")
    await party.say(mine, "buys")
    assert (await party.table()).offer == offered.table.offer
    start = await party.host.act(party.id, mine, consent.agree(), action="fine")
    assert start.view is not None and start.table.offer is None
    assert (await party.table()).turn < offered.table.turn


async def test_a_move_that_all_see_withdraws_an_offer_to_undo(party: Party) -> None:
    mine, other = await at_an_action(party)
    loss = next(iter(await party.host.undo_costs(party.id, other)))
    await party.host.act(party.id, other, consent.offer_undo(loss.to, mark=loss.mark), action="ask")
    await party.say(mine, "play:Village")
    assert (await party.table()).offer is None


@pytest.mark.parametrize("hand", [("Copper",) * 4, ("Copper", "Copper", "Estate", "Curse")])
def test_what_others_could_ask_to_take_back_is_the_same_after_a_forced_choice_and_a_free_one(hand: tuple[str, ...]) -> None:
    game = holding("Remodel", *hand)
    told = []
    for move in ("play:Remodel", "Copper"):
        say(game, 0, move)
        made = {entry.number: "person" for entry in game.journal}
        (loss,) = losses(game, made, 1)  # type: ignore[arg-type]
        done = tuple((said(line), often) for line, often in loss.done)
        told.append((loss.to, loss.moves, loss.hidden, done, loss.shown))
    played, trashed = ("Ada plays Remodel.", 1), ("Ada trashes a Copper.", 1)
    assert told == [("turn", {0: 1}, False, (played,), ()), ("turn", {0: 2}, False, (played, trashed), ())]


async def test_a_failing_ai_is_logged_without_its_hand(
    party: Party, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def confused(view: View, decision: DecisionView, style: str) -> list[str]:
        raise LookupError(f"what to do with {view.players[decision.seat].hand}?")

    monkeypatch.setattr(advance, "decide", confused)
    await party.start(people=1, ais=1)
    while not caplog.records:
        await party.say(await party.awaited(), "end")
    (record,) = [record for record in caplog.records if record.name == "tables.advance"]
    assert "(turn): LookupError" in record.getMessage()
    assert not any(card in caplog.text for card in ("Copper", "Estate", "CardCount"))


async def test_an_illegal_answer_of_an_ai_is_logged_without_its_hand(
    party: Party, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(advance, "decide", lambda view, decision, style: [f"play:{view.players[decision.seat].hand[0].name}s"])
    await party.start(people=1, ais=1)
    while not caplog.records:
        await party.say(await party.awaited(), "end")
    assert "gave an illegal answer" in caplog.text
    assert not any(card in caplog.text for card in ("Copper", "Estate"))
