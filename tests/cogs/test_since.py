"""Others' actions since a player's last turn are listed above their hand, one line per turn, until the player has made a move."""

from __future__ import annotations

import re

import pytest

from engine import View
from engine.events import Moment
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from storage.personal import AutoAnswers
from tables import TableService
from tables.commands import answers
from tests.cogs.game import PILES, Scene, asks, collecting, discard_two
from tests.cogs.kit import behind_more, holds_treasures, turn_details

pytestmark = pytest.mark.usefixtures("bot")


def five_each(mine: View, views: dict[str, View]) -> bool:
    """Return whether everyone has five cards in hand."""
    return all(player.hand_size == 5 for player in mine.players)


async def plan(scene: Scene, player: Player, words: str) -> None:
    """Plan a player's next turn."""
    await player.click("Plan…", on=await scene.panel(player))
    await player.submit(text=words)
    await settled(scene.sandbox)


async def test_it_is_a_line_a_turn_with_what_happened_to_me_until_i_act(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await scene.play(me, "Militia")
    asked = await scene.panel(other)
    assert f"**{me.name} " not in asked.text, "a question is answered without it"
    await discard_two(other, asked)
    await scene.buy(me, "buy:Copper")
    await scene.end(me)
    title, line, *_ = (await scene.panel(other)).text.splitlines()
    assert title.startswith("### Your turn ") and re.match(
        rf"-# \*\*{me.name} \d+:\*\* Militia, \$\d+ → Copper; you discard ", line
    )
    await scene.buy(other, "buy:Copper")
    _, line, *_ = (await scene.panel(other)).text.splitlines()
    assert line == "You buy Copper", "what the move did, instead"


async def test_it_stands_above_a_question_that_starts_my_turn_and_stays_until_i_move(scene: Scene) -> None:
    await scene.begin("Clerk", *PILES[:9])
    await scene.bring(
        lambda views: any(each.moment == Moment.TURN_START for view in views.values() for each in view.decisions),
        collecting("Clerk"),
    )
    me, other = await scene.in_turn_order()
    shown = await scene.panel(me)
    assert shown.text.startswith("### You start your turn. Use a Reaction?") and f"-# **{other.name} " in shown.text
    await me.click("Go on", on=shown)
    shown = await scene.panel(me)
    assert shown.text.startswith("### Your turn ") and f"-# **{other.name} " in shown.text


async def test_what_was_undone_is_no_part_of_it(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await scene.buy(me, "buy:Copper")
    await scene.undo(me, "buying Copper")
    assert "You undo" not in (await scene.panel(me)).text, "the panel says so already"
    await scene.buy(me, "buy:Estate")
    await scene.end(me)
    assert re.search(rf"^-# \*\*{me.name} 1:\*\* \$\d → Estate$", (await scene.panel(other)).text, re.M)


async def test_points_in_tokens_are_shown(scene: Scene) -> None:
    await scene.begin("Baths", *PILES)
    me, other = await scene.in_turn_order()
    await scene.end(me)
    assert f"-# **{me.name} 1:** buys nothing; gets 2 VP\n" in (await scene.panel(other)).text


async def test_what_was_owed_when_the_turn_started_is_listed_with_the_attack(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await scene.play(me, "Militia")
    await scene.end(me)
    asked = await scene.panel(other)
    assert asks("Militia", asked)
    await discard_two(other, asked)
    line = rf"^-# \*\*{me.name} \d+:\*\* Militia, \$2; buys nothing; you discard 2 "
    assert re.search(line, (await scene.panel(other)).text, re.M)


async def test_a_plan_that_stops_hides_nothing(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await plan(scene, other, "Silver, else nothing")
    await scene.play(me, "Militia")
    await discard_two(other, await scene.panel(other))
    await scene.end(me)
    told = (await scene.panel(other)).text
    assert re.search(rf"^-# \*\*{me.name} \d+:\*\* Militia", told, re.M) is not None
    assert told.index(f"-# **{me.name} ") < told.index("-# Your plan stopped.") < told.index("**Your hand:**")


async def test_an_auto_answer_hides_nothing(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await scene.host.act(scene.id, int(other.person.user.id), answers.set_answers(AutoAnswers(treasures=True)), action="treasures")
    await scene.buy(me, "buy:Copper")
    await scene.end(me)
    panel = await scene.panel(other)
    told = panel.text
    assert not holds_treasures(panel), "they lie there"
    assert re.search(rf"^-# \*\*{me.name} 1:\*\* \$\d → Copper$", told, re.M)
    assert re.search(r"^-# You play .*Copper.* \(\$\d\), automatically\.$", told, re.M), "what it did is one line"
    assert told.count("automatically") == 1


async def test_a_turn_that_a_plan_played_alone_is_shown_until_the_next(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await plan(scene, other, "Silver, else Copper")
    await scene.end(me)
    waiting = (await scene.panel(other)).text
    bought = "Silver" if "buys Silver" in await scene.log(other) else "Copper"
    assert "-# **Your last turn**, played by your plan: $" in waiting and f" → {bought}\n" in waiting
    await scene.buy(me, "buy:Copper")
    assert (await scene.panel(other)).text == waiting, "it stays, whatever others do"
    await scene.end(me)
    turn = (await scene.panel(other)).text
    assert "### Your turn 2 in " in turn and re.search(
        rf"^-# \*\*Your last turn\*\*, played by your plan: \$\d → {bought}$", turn, re.M
    )
    await scene.end(other)
    told = (await scene.panel(other)).text
    assert re.search(r"^-# \*\*Your last turn:\*\* you buy nothing$", told, re.M), "this one they have ended themselves"


async def test_a_late_answer_names_whose_attack_it_was(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    scene = Scene(sandbox, host, ada, ben, Player(sandbox, "Cleo"))
    await scene.begin(*PILES)
    me, next_, last = await scene.bring_to(collecting("Militia"), "Militia")
    await scene.play(me, "Militia")
    when = re.search(rf"^-# {me.name}'s turn (\d+) in .*$", (await scene.panel(last)).text, re.M)
    await discard_two(next_, await scene.panel(next_))
    await scene.end(me)
    asked = await scene.panel(last)
    assert when is not None and when[0] in asked.text, "it still belongs to the Attack's turn"
    await behind_more(last, "Why?", on=asked)
    why = (await last.sees("Why ", where="DM")).text
    assert f"Why {me.name}'s Militia asks you to choose" in why and f"{me.name}'s turn {when[1]} → Militia" in why
    await discard_two(last, asked)
    await scene.end(next_)
    attack, following, *_ = [line for line in (await scene.panel(last)).text.splitlines() if line.startswith("-# **")]
    assert re.match(rf"-# \*\*{me.name} \d+:\*\* Militia", attack) and "you discard " in attack, "it stands with the Attack"
    assert following.startswith(f"-# **{next_.name} ") and "Militia" not in following


async def test_a_waiting_player_reads_once_what_their_auto_answer_did(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia", also=five_each)
    anything = ("Victory", "Treasure", "Militia")
    said = AutoAnswers(discards=anything)
    await scene.host.act(scene.id, int(other.person.user.id), answers.set_answers(said), action="discards")
    await scene.play(me, "Militia")
    waiting = (await scene.panel(other)).text
    assert re.search(rf"^-# You discard .+ \({me.name}'s Militia\), automatically\.$", waiting, re.M)
    assert "no Reaction" not in waiting and waiting.count("automatically") == 1
    await scene.buy(me, "buy:Copper")
    assert (await scene.panel(other)).text == waiting, "others' moves change nothing of it"
    log = (await turn_details(other)).text
    assert log.count(", automatically") == 1


async def test_an_auto_answer_that_may_still_be_changed_is_no_choice_of_the_readers(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben, Player(sandbox, "Cleo"))
    await scene.begin("Militia")
    me, _, last = await scene.bring_to(collecting("Militia"), "Militia", also=five_each)
    said = AutoAnswers(discards=("Victory", "Treasure", "Action"))
    await host.act(scene.id, int(last.person.user.id), answers.set_answers(said), action="discards")
    await scene.play(me, "Militia")
    told = (await scene.panel(last)).text
    assert re.search(r"^\*\*Auto-answer: .+\.\*\* You can still change it\.$", told, re.M) and "Your choice" not in told


async def test_each_ai_turn_has_its_line(sandbox: Sandbox, host: TableService, ada: Player) -> None:
    scene = Scene(sandbox, host, ada)
    await scene.begin(*PILES, ais=2)
    await scene.end(ada)
    names = [seat.name for seat in (await scene.table()).seats if seat.ai is not None]
    turns = re.findall(r"\*\*(\w+) \d+:\*\* [^·]*→ \w+", (await scene.panel(ada)).text)
    assert sorted(turns) == sorted(names)
