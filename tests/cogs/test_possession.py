"""One player decides for another: everyone learns about it, and only these two see that hand."""

from __future__ import annotations

import re

import pytest

from engine import View
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService
from tables.commands import play
from tables.errors import NotYourDecision
from tests.cogs.game import Scene, alts, controls, hand, shopping
from tests.cogs.kit import behind_more, heading, turn_details

PILES = ("Possession", "Cellar", "Moat", "Village", "Smithy", "Workshop", "Market", "Militia", "Remodel", "Mine")


@pytest.fixture
def pictures() -> bool:
    return True


def rich(view: View, seat: int) -> tuple[str, ...]:
    """Buy a Potion and a Cellar first, then everything for Possession."""
    early = {0: ("Potion", "Cellar"), 1: ("Potion", "Cellar"), 2: ("Cellar",)}.get(view.players[seat].turns_taken, ())
    return ("Possession", *early, "Gold", "Silver")


class Possessed(Scene):
    """One player has just ended the turn in which they played Possession; the other has a Cellar in hand."""

    async def so_far(self) -> tuple[Player, Player]:
        """Bring the game there; return who decides, and whose turn it is."""
        await self.begin(*PILES)
        one, two = self.players

        def ready(views: dict[str, View]) -> bool:
            current = views[one.name].players[views[one.name].current].name
            other = two.name if current == one.name else one.name
            view = views[current]
            return view.phase == "action" and "Possession" in hand(view, current) and "Cellar" in hand(views[other], other)

        await self.bring(ready, shopping(rich))
        now = await self.table()
        assert now.current is not None
        me, other = (one, two) if now.seats[now.current].name == one.name else (two, one)
        await me.click("Play Possession", on=await self.panel(me))
        await self.end(me)
        await settled(self.sandbox)
        return me, other


@pytest.fixture
def scene(sandbox: Sandbox, host: TableService, bot: object, ada: Player, ben: Player) -> Possessed:
    return Possessed(sandbox, host, ada, ben)


async def test_board_and_both_hands_say_who_decides(scene: Possessed) -> None:
    me, other = await scene.so_far()
    board = await me.sees(f"**{me.name} plays {other.name}'s turn:** …", button="My hand")
    assert heading(board).startswith(f"### {me.name} is playing {other.name}'s turn ")
    mine = await scene.panel(me)
    assert f"You're playing {other.name}'s turn" in mine.text
    assert f"You gain what {other.name} would gain." in mine.text
    theirs = await scene.panel(other)
    assert heading(theirs).startswith(f"### {me.name} is playing your turn ")
    assert f"You keep your cards; {me.name} gains what you would gain." in theirs.text


async def test_both_see_the_hand_and_only_the_possessor_can_use_it(scene: Possessed) -> None:
    me, other = await scene.so_far()
    mine, theirs = await scene.panel(me), await scene.panel(other)
    assert alts(mine)[0].startswith(f"{other.name}’s hand: ") and alts(theirs)[0].startswith("Your hand: ")
    assert alts(mine)[0].partition(": ")[2] == alts(theirs)[0].partition(": ")[2]
    assert "Play Cellar" in controls(mine) and controls(theirs) == []
    decision = (await scene.view(me)).decisions[0]
    with pytest.raises(NotYourDecision):
        await scene.host.act(scene.id, int(other.person.user.id), play.answer(decision.id, ["end"]), action="mine!")


async def test_the_hand_is_shown_by_command_to_those_two_alone(sandbox: Sandbox, scene: Possessed) -> None:
    me, other = await scene.so_far()
    for player, words in ((me, f"You're playing {other.name}'s turn"), (other, f"{me.name} is playing your turn")):
        await player.command("game hand")
        shown = await player.sees(words)
        assert shown.ephemeral
    watcher = Player(sandbox, "Cleo")
    await watcher.command("game hand")
    assert "You're not in this game" in (await watcher.sees("You're not in this")).text


async def test_no_one_else_learns_about_it(sandbox: Sandbox, scene: Possessed) -> None:
    me, other = await scene.so_far()
    listed = ", ".join(f"{count} {name}" for name, count in sorted(hand(await scene.view(other), other.name).items()))
    assert listed
    await me.click("Play Cellar", on=await scene.panel(me))
    menu = next(label for label in controls(await scene.panel(me)) if label.startswith("Discard up to"))
    victim = next(iter(hand(await scene.view(me), other.name)))
    await me.select(menu, victim, on=await scene.panel(me))
    await settled(sandbox)
    drawn = [line for line in (await scene.log(me)).splitlines() if line.startswith(f"{other.name} draws ")][-1]
    assert drawn in (await scene.log(other)).splitlines() and not drawn.endswith("1 card.")
    watcher = Player(sandbox, "Cleo")
    public = [shown for shown in watcher.messages() if not shown.ephemeral]
    told = "\n".join([await scene.log(None), *(shown.text for shown in public), *(alt for shown in public for alt in alts(shown))])
    turn = told.rpartition("Extra turn: ")[2]
    assert f"{other.name} draws 1 card." in turn and drawn not in turn
    assert "hand: " not in "".join(alt for shown in public for alt in alts(shown))
    details = (await turn_details(watcher)).text
    assert "draws 1 card" in details and drawn not in details


async def test_the_question_and_why_name_the_player_decided_for(scene: Possessed) -> None:
    me, other = await scene.so_far()
    await me.click("Play Cellar", on=await scene.panel(me))
    asked = await scene.panel(me)
    assert "### Cellar: " in asked.text and f"You're deciding for {other.name}." in asked.text
    await behind_more(me, "Why?", on=asked)
    assert (await me.sees("Why Cellar asks you to choose", where="DM")).ephemeral
    assert not any("asks you to choose" in shown.text for shown in other.messages("DM"))


async def test_what_is_bought_is_the_possessor_s_and_then_each_has_their_own_again(sandbox: Sandbox, scene: Possessed) -> None:
    me, other = await scene.so_far()
    await me.click("Buy phase", on=await scene.panel(me))
    menu = next(label for label in controls(await scene.panel(me)) if label.startswith("Buy for "))
    await me.select(menu, "buy:Copper", on=await scene.panel(me))
    await settled(sandbox)
    if "End turn" in (await scene.panel(me)).buttons and "You're playing" in (await scene.panel(me)).text:
        await scene.end(me)
    mine, theirs = await scene.panel(me), await scene.panel(other)
    assert f"{me.name} gains a Copper." in await scene.log(None)
    assert f"{other.name}’s" not in "".join(alts(mine))
    assert "Your turn" in theirs.text and "is playing your turn" not in heading(theirs) and controls(theirs)
    assert re.search(rf"\*\*{me.name} plays your turn:\*\* \$\d+ → Copper; {me.name} gains a Copper", theirs.text)
    assert re.search(rf"\*\*{me.name} \d+:\*\* Possession", theirs.text), "what was done before isn't forgotten over it"
    assert heading(await me.sees("", button="My hand")).startswith(f"### {other.name}'s turn ")
    await scene.end(other)
    assert re.search(rf"\*\*You play {other.name}'s turn:\*\* \$\d+ → Copper; you gain a Copper", (await scene.panel(me)).text)


async def test_an_ai_is_possessed_like_anyone(sandbox: Sandbox, scene: Possessed) -> None:
    me, other = await scene.so_far()
    await other.command("game substitute")
    await other.click("An AI…")
    await other.click("Propose")
    await me.click("Agree", on=await me.sees("do you agree?", button="Decline"))
    await me.sees("an AI, has taken over")
    seat = next(seat for seat in (await scene.table()).seats if seat.ai is not None)
    shown = await scene.panel(me)
    assert f"You're playing {seat.name}'s turn" in shown.text and "Play Cellar" in controls(shown)
    await scene.end(me)
    assert "Your turn" in (await scene.panel(me)).text or "I'll ping you" in (await scene.panel(me)).text


async def test_an_ai_that_takes_over_decides_on(sandbox: Sandbox, scene: Possessed) -> None:
    me, other = await scene.so_far()
    await me.command("game substitute")
    await me.click("An AI…")
    await me.click("Propose")
    await other.click("Agree", on=await other.sees("do you agree?", button="Decline"))
    await other.sees("an AI, has taken over")
    theirs = await scene.panel(other)
    assert "Your turn" in theirs.text and controls(theirs), "the AI has ended the turn that it decided in"
    assert not any(f"{other.name}'s hand" in shown.text for shown in me.messages("DM"))
