"""Several moves with one press: the rest follow once something else has been answered."""

from collections.abc import Callable

import pytest

from engine import DecisionView, View
from storage.models import kingdom_of
from tables import AutoAnswers, Options, TableView
from tables.commands import play
from tables.snapshot import is_stop
from tests.logs import read_log
from tests.tables.kit import ADA, BEN, Party, Plan, buying, holds

KINGDOM = ("Watchtower", "Fool's Gold", "Festival", "Village", "Smithy", "Market", "Workshop", "Moneylender", "Mine", "Remodel")
There = Callable[[TableView, View], bool]


@pytest.fixture
async def game(party: Party) -> Party:
    await party.start(options=Options(kingdom=kingdom_of(KINGDOM)))
    return party


def buys_now(decision: DecisionView) -> bool:
    """Return whether the rest of a turn is certain except for its buy."""
    playable = [option for option in decision.options if option.id.startswith("play:")]
    return decision.kind == "turn" and len(playable) <= 1 and decision.purse is not None and decision.purse.coins > 0


def has(card: str, *, held: bool) -> There:
    """Return a condition: the player on turn has such a card, in hand or elsewhere, and can buy with certain moves."""

    def there(table: TableView, view: View) -> bool:
        me = view.players[view.viewer or 0]
        hand = {each.name for each in me.hand or ()}
        owned = {each.name for each in me.owned}
        now = view.viewer == view.current and card in owned and (card in hand) is held and not me.in_play
        return now and any(buys_now(decision) for decision in view.decisions)

    return there


def one_each(card: str, *others: str) -> Plan:
    """Buy one of this card, then others."""

    def plan(view: View, decision: DecisionView) -> list[str]:
        owned = {each.name for each in view.players[decision.seat].owned}
        return [*buying(*(() if card in owned else (card,)), *others)(view, decision)]

    return plan


async def buy_and_end(party: Party, person: int, card: str = "Copper") -> None:
    """Make all moves of a plain turn with one press."""
    decision = await party.decision(person)
    outcome = await party.say(person, *decision.before, f"buy:{card}", "end")
    assert outcome.stopped is None and outcome.done[-1] == (f"buy:{card}",)


@pytest.mark.parametrize("held", [True, False], ids=["held", "elsewhere"])
async def test_the_turn_ends_once_a_reaction_to_a_players_own_gain_is_decided(game: Party, held: bool) -> None:
    await game.until(has("Watchtower", held=held), one_each("Watchtower", "Silver"))
    person, turn = await game.awaited(), (await game.table()).turn
    await buy_and_end(game, person)
    asked = await game.decision(person)
    assert asked.kind == "react" and asked.offers("react:Watchtower") is held and (await game.table()).turn == turn
    await game.crash()
    await game.say(person, "no")
    assert (await game.table()).turn == turn + 1 and await game.awaited() == ADA.id + BEN.id - person
    assert await read_log(game.host, game.id, person, "standing") == []


async def test_the_turn_ends_once_all_questions_are_answered(game: Party) -> None:
    await game.until(has("Watchtower", held=True), one_each("Watchtower", "Silver"))
    person, turn = await game.awaited(), (await game.table()).turn
    await buy_and_end(game, person)
    await game.say(person, "react:Watchtower")
    assert (await game.decision(person)).kind == "sort" and (await game.table()).turn == turn
    await game.say(person, "topdeck:Copper")
    assert (await game.table()).turn == turn + 1


async def test_one_undo_takes_back_the_buy_with_what_was_to_follow(game: Party) -> None:
    await game.until(has("Watchtower", held=False), one_each("Watchtower", "Silver"))
    person, turn = await game.awaited(), (await game.table()).turn
    before = (await game.host.view(game.id, person)).players
    await buy_and_end(game, person)
    shown = await game.host.snapshot(game.id, person)
    assert shown.last_move == ("buy:Copper",)
    outcome = await game.host.act(game.id, person, play.undo(), action="undo")
    assert outcome.view is not None and outcome.view.players[0].owned == before[0].owned and outcome.snapshot.plan is None
    await game.say(person, "buy:Copper")
    await game.say(person, "no")
    assert (await game.table()).turn == turn and (await game.decision(person)).offers("end")


async def test_the_turn_goes_on_if_the_buy_leaves_more_to_do(game: Party) -> None:
    def both(table: TableView, view: View) -> bool:
        me = view.players[view.viewer or 0]
        return holds("Festival")(table, view) and holds("Watchtower")(table, view) and not me.in_play

    await game.until(both, one_each("Watchtower", "Festival", "Silver"))
    person, turn = await game.awaited(), (await game.table()).turn
    await game.say(person, "play:Festival")
    await buy_and_end(game, person)
    assert (await game.decision(person)).kind == "react"
    await game.say(person, "no")
    assert (await game.table()).turn == turn and await game.awaited() == person
    assert (await read_log(game.host, game.id, person, "standing"))[-1] == "That changed your turn, so it isn't over yet."
    shown = await game.host.snapshot(game.id, person)
    assert shown.plan is None and any(map(is_stop, shown.this_turn)), "though the answer left no line in the log"
    outcome = await game.say(person, "buy:Copper")
    assert not any(map(is_stop, outcome.snapshot.this_turn)), "it is no news any more"


async def test_the_turn_ends_without_another_press_once_others_have_answered(game: Party) -> None:
    asked = AutoAnswers(reactions={"Fool's Gold": "ask"})
    for each in (ADA, BEN):
        await game.host.people.set_answers(each.id, asked, action=game.action())

    def rich(table: TableView, view: View) -> bool:
        decision, other = next((each for each in view.decisions if each.kind == "turn"), None), 1 - (view.viewer or 0)
        running = game.host._access._tables[game.id].game
        assert running is not None
        held = any(each.name == "Fool's Gold" for each in running.view(other).players[other].hand or ())
        return held and decision is not None and decision.purse is not None and decision.purse.coins >= 8

    await game.until(rich, one_each("Fool's Gold", "Gold", "Silver"))
    person, turn = await game.awaited(), (await game.table()).turn
    await buy_and_end(game, person, "Province")
    other = await game.awaited()
    assert other != person and (await game.decision(other)).kind == "react" and (await game.table()).turn == turn
    outcome = await game.say(other, "no")
    assert outcome.table.turn == turn + 1 and outcome.table.awaited[0].person == other
