"""What play by panels promises: a plain turn is short, and Militia between two people costs no hand-off."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from benchmarks import pace
from cogs import SeneschalBot
from cogs.panels import hand
from engine.kingdoms import recommended_kingdom
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import AutoAnswers, Options, Place, TableService
from tables.commands import lobby, play
from tests.cogs.kit import Planner, Reader, play_out, plays_action

SAID = [pytest.param(pace.STRICT, id="nothing in advance"), pytest.param(pace.EASY, id="standing answers")]


def test_five_kingdoms_are_told_in_numbers() -> None:
    assert [*pace.kingdoms()] == ["First Game", "Attacks", "Possession", "Choices", "Events"]
    counted = pace.Pace([pace.Turn(plain=True, clicks=2, handoffs=1), pace.Turn(plain=False, clicks=4, handoffs=1)], 1, 1)
    waited = pace.Pace([pace.Turn(plain=True, clicks=2, handoffs=3), pace.Turn(plain=False, clicks=4, handoffs=1)], 1)
    told = pace.line("Attacks", "nothing in advance", [counted, counted], [waited]).removeprefix("Attacks").split()
    assert told == ["nothing", "in", "advance", "3.00", "0.00", "2", "0.50", "4.00", "2.00"], "hand-offs without and with owing"


@pytest.mark.parametrize("kingdom", pace.kingdoms())
@pytest.mark.parametrize("standing", SAID)
async def test_a_plain_turn_takes_one_click(kingdom: str, standing: AutoAnswers) -> None:
    counted = await pace.play(pace.kingdoms()[kingdom], standing, 4)
    assert sum(turn.plain for turn in counted.turns) > 5
    assert counted.plain == 1


async def test_coffers_kept_for_later_take_no_click() -> None:
    counted = await pace.play(recommended_kingdom("Arts and Crafts"), pace.STRICT, 0)
    assert sum(turn.plain for turn in counted.turns) > 5
    assert counted.plain == 1


@pytest.mark.parametrize("kingdom", ["First Game", "Attacks"])
@pytest.mark.parametrize("standing", SAID)
async def test_attacks_between_two_people_need_no_extra_hand_off(kingdom: str, standing: AutoAnswers) -> None:
    counted = await pace.play(pace.kingdoms()[kingdom], standing, 0)
    assert counted.owed > 5
    assert {turn.handoffs for turn in counted.turns[:-1]} == {1}, "no one is waited for but whose turn begins"
    assert counted.turns[-1].handoffs <= 2, "a game ends when all is answered"


async def test_a_table_that_waits_for_all_answers_hands_off_more_often_with_the_same_clicks() -> None:
    owing, waiting = [await pace.play(pace.kingdoms()["Attacks"], pace.STRICT, 4, wait=wait) for wait in (False, True)]
    assert (owing.clicks, len(owing.turns)) == (waiting.clicks, len(waiting.turns)), "the game is the same"
    assert waiting.handoffs > owing.handoffs == 2
    assert (waiting.owed, owing.owed > 5) == (0, True)


async def test_debt_is_paid_on_the_way() -> None:
    events = pace.kingdoms()["Events"]
    counted = [turn for seed in range(4) for turn in (await pace.play(events, pace.EASY, seed)).turns]
    assert {turn.clicks for turn in counted if turn.plain} == {1}


async def test_an_event_is_bought_with_one_click_from_the_menu_that_ends_the_turn(host: TableService) -> None:
    ada, ben = pace.PEOPLE
    options = Options(kingdom=pace.kingdoms()["Events"], max_seats=2)
    id = (await host.new_table(Place(guild=1, channel=1), ada, options, action="new")).table.id
    await host.act(id, ben.id, lobby.sit(ben), action="sit")
    for person in pace.PEOPLE:
        await host.people.set_answers(person.id, pace.STRICT, action=f"said by {person.name}")
    table = (await host.act(id, ada.id, lobby.start(), action="start")).table
    (waited,) = table.awaited
    buyer = pace.PEOPLE[waited.seat].id
    view = await host.view(id, buyer)
    decision = hand.to_answer(view, waited.seat)
    assert decision is not None
    moves, clicks = pace.answered(table, view, decision, buyer)
    assert (moves, clicks) == ([["treasures"], ["event:Delve"], ["end"]], 1)
    table = (await host.act(id, buyer, play.answer(decision.id, moves[0], then=moves[1:]), action="buy")).table
    assert [each.seat for each in table.awaited] == [waited.seat], "Delve gave its Buy back: the turn goes on"


@pytest.mark.parametrize("standing", SAID)
async def test_so_it_is_with_clicks_on_messages(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, standing: AutoAnswers
) -> None:
    for player in (ada, ben):
        await host.people.set_answers(int(player.person.user.id), standing, action=f"said by {player.name}")
    await ada.command("game new", seats=2)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    begun = len(ada.pings) + len(ben.pings)
    readers = [Planner(ada, ("Militia",), shopping=dict.fromkeys(range(1, 5), "Militia")), Planner(ben)]
    clicks, more, militias = Counter[tuple[str, str]](), set[tuple[str, str]](), 0

    async def step(reader: Reader) -> None:
        nonlocal militias
        (table,) = await host.live()
        panel = reader.panel
        assert panel is not None
        if title := re.search(r"Your turn \d+", panel.text):
            turn = (reader.player.name, title[0])
            plays = [label for label in panel.buttons if plays_action(label)]
            clicks[turn] += 1
            more.update([turn] if plays else [])
            militias += any("Militia" in label for label in plays)
        waited_for = {table.seats[each.seat].name for each in table.awaited if not each.owed}
        assert reader.player.name not in waited_for or "goes on meanwhile" not in panel.text
        await reader.step()

    await play_out(sandbox, readers, turns=7, act=step)
    plain = {turn: count for turn, count in clicks.items() if turn not in more}
    assert len(plain) > 5
    assert set(plain.values()) == {1}
    assert militias > 1
    (table,) = await host.live()
    assert len(ada.pings) + len(ben.pings) - begun <= table.turn - 1, "one call a turn, and none for what is owed"
