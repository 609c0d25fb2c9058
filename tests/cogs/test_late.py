"""A move that takes too long, by clicks: the others vote on it, or the only other player claims the win; and a new pace."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from cogs.panels import recap
from engine import LogLine
from sandbox.components import BUTTON
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService
from tests.cogs.conftest import Wait
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import behind_more, menu_to, turn_details

pytestmark = pytest.mark.usefixtures("bot")
DAY = timedelta(days=1, hours=1)


@pytest.fixture
def cleo(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Cleo")


async def begin(scene: Scene, late: str | None) -> tuple[Player, ...]:
    """Start a game with a limit of one day; return the players in turn order."""
    ada, *others = scene.players
    await ada.command("game new", seats=len(scene.players), require=", ".join(PILES))
    for other in others:
        await other.click("Join")
    await ada.click("More…")
    await ada.click("Pace: relaxed…")
    panel = await ada.sees("### Pace")
    await ada.select(menu_to(panel, "opt:limit")["custom_id"], "1440", on=panel)
    await settled(scene.sandbox)
    await ada.select(menu_to(ada.now(panel), "opt:late")["custom_id"], str(late), on=panel)
    await ada.click("Start")
    await settled(scene.sandbox)
    (table,) = await scene.host.live()
    scene.id = table.id
    return await scene.in_turn_order()


def pinged(player: Player) -> int:
    """Return how often someone was pinged in the channel."""
    return sum(ping.channel_id == player.channel().id for ping in player.pings)


async def test_the_others_vote_in_the_channel(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, cleo: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben, cleo)
    absent, second, third = await begin(scene, "vote")
    before = [pinged(each) for each in (absent, second, third)]
    await wait(DAY)
    asked = await second.sees(f"### {absent.name}'s time is up", "what happens now?", f", or when {absent.name} moves.")
    assert asked.buttons == ["Wait", "AI plays this turn", "AI plays on", "New player", "End the game"]
    assert [pinged(each) for each in (absent, second, third)] == [before[0], before[1] + 1, before[2] + 1]
    assert "the others are voting on what happens" in (await scene.panel(absent)).text
    await second.click("End the game", on=asked)
    await settled(sandbox)
    assert f"**End the game:** {second.name}" in third.now(asked).text
    assert f"<@{second.person.user.id}>" not in third.now(asked).text
    await second.click("AI plays this turn", on=asked)
    await third.click("AI plays this turn", on=asked)
    await settled(sandbox)
    told = third.now(asked)
    assert f"An AI plays this turn for {absent.name}." in told.text and not told.buttons
    assert f"-# **AI plays this turn:** {second.name} and {third.name}" in told.text
    assert [pinged(each) for each in (absent, second, third)] == [before[0], before[1] + 1, before[2] + 1], "once is enough"
    assert "### Your turn 1" in (await scene.panel(second)).text
    assert f"{absent.name} took too long, so an AI plays for them." in (await turn_details(second, f"{absent.name} 1")).text


async def test_a_move_ends_a_vote_and_no_one_else_has_a_say(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, cleo: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben, cleo)
    absent, second, third = await begin(scene, "vote")
    await wait(DAY)
    asked = await second.sees("what happens now?")
    await Player(sandbox, "Dan").click("End the game", on=asked)
    await absent.click("Wait", on=asked)
    await absent.sees("This vote is about your move.")
    await second.click("New player", on=asked)
    await scene.end(absent)
    await settled(sandbox)
    told = second.now(asked)
    assert f"The game is no longer waiting for {absent.name}." in told.text and not told.buttons
    await third.click(asked.components(BUTTON)[4]["custom_id"], on=asked, stale=True)
    await settled(sandbox)
    assert (await host.table(scene.id)).phase == "playing"
    await wait(DAY)
    await second.gone(asked)
    assert len([each for each in absent.messages() if "what happens now?" in each.text]) == 1


async def test_a_late_move_is_announced_once_and_without_a_time_that_has_passed(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, cleo: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben, cleo)
    absent, second, third = await begin(scene, "vote")
    await wait(DAY)
    board = await second.sees("time's up", button="My hand")
    assert "move by" not in board.text
    assert (await scene.panel(absent)).text.count("voting on what happens") == 1
    for each in (absent, second):
        assert "took too long" not in (await scene.panel(each)).text
    for each in (second, third):
        await each.click("New player", on=await each.sees("what happens now?"))
    await settled(sandbox)
    mine = (await scene.panel(absent)).text
    assert "Your seat is open to anyone" in mine and "Move by" not in mine and "took too long" not in mine
    assert "move by" not in second.now(board).text


async def test_a_vote_can_end_the_game(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "vote")
    await wait(DAY)
    asked = await other.sees("what happens now?", "Or claim the win from **My hand**.")
    assert "majority" not in asked.text, "one person decides"
    await other.click("End the game", on=asked)
    await other.sees(f"{absent.name} took too long to move.", button="Replay")
    await other.sees(f"The game ends, since {absent.name} took too long.")


async def claim(other: Player, scene: Scene) -> Shown:
    """Press "Claim the win…" on a hand."""
    await other.click("Claim the win…", on=await scene.panel(other))
    return await other.sees("### Claim the win?", where="DM")


async def test_the_only_other_player_claims_the_win(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, None)
    assert "Claim the win…" not in (await scene.panel(other)).buttons
    await wait(DAY)
    assert f"-# {absent.name}'s time is up." in (await scene.panel(other)).text
    before = len(absent.pings)
    await other.click(f"Warn {absent.name}", on=await claim(other, scene))
    await other.sees(f"I've warned {absent.name}.", where="DM")
    await settled(sandbox)
    assert len(absent.pings) == before + 1
    found = re.search(r"\*\*Move by (<t:\d+:f>)\.\*\* After that, (.*) can claim the win", (await scene.panel(absent)).text)
    assert found is not None and found[2] == other.name
    await other.sees(f"{absent.name} has to move by {found[1]}, or {other.name} can claim the win", button="My hand")
    assert f"You can claim the win from {found[1]}" in (await scene.panel(other)).text
    await other.click("Claim the win", on=await claim(other, scene))
    await other.sees(f"It's too early. You can claim the win from {found[1]}.", where="DM")
    await wait(DAY)
    await other.click("Claim the win", on=await claim(other, scene))
    await other.sees("You've claimed the win.", where="DM")
    score = await other.sees(f"{other.name} claimed the win, since the other player's time was up.", button="Replay")
    assert f"### {other.name} wins" in score.text and "resigned" not in score.text


async def test_a_move_takes_the_claim_away(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, None)
    await wait(DAY)
    await behind_more(other, "Claim the win…", on=await scene.panel(other))
    await other.click(f"Warn {absent.name}", on=await other.sees("### Claim the win?", where="DM"))
    await settled(sandbox)
    ready = await claim(other, scene)
    await scene.end(absent)
    await settled(sandbox)
    assert "Claim the win…" not in (await scene.panel(other)).buttons
    assert "can claim the win" not in (await absent.sees("'s turn", button="My hand")).text
    await wait(DAY)
    await other.click("Claim the win", on=ready)
    await other.sees("You can't claim the win", where="DM")


async def test_the_pace_of_a_game_changes_by_consent(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    scene = Scene(sandbox, host, ada, ben)
    one, two = await begin(scene, None)
    await behind_more(two, "Pace…", on=await scene.panel(two))
    panel = await two.sees("### Change the pace?", "-# Now: 1 day a move", where="DM")
    assert "Propose" not in panel.buttons, "nothing has been changed"
    await two.select(menu_to(panel, "newlimit")["custom_id"], "4320", on=panel)
    await two.select(menu_to(two.now(panel), "newlate")["custom_id"], "newcomer", on=panel)
    await two.click("Propose", on=panel)
    pace = "3 days a move, then a new player can take the seat"
    await one.sees(f"{two.name} wants a new pace: {pace}.", button="Agree")
    told = [f"### {two.name} wants to change the pace", f"New pace: {pace}\n-# Now: 1 day a move\n"]
    asked = await one.sees(*told, button="Agree", where="DM")
    assert "wants a new pace" not in asked.text
    await one.click("Agree", on=asked)
    await one.sees("Everyone agreed to the new pace.", where="DM")
    options = (await host.table(scene.id)).options
    assert (options.limit, options.late) == (4320, "newcomer")


async def test_a_first_limit_lets_the_others_vote(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    await ada.command("game new", seats=2, require=", ".join(PILES))
    await ben.click("Join")
    await ada.click("More…")
    await ada.click("Pace: relaxed…")
    panel = await ada.sees("### Pace")
    await ada.select(menu_to(panel, "opt:limit")["custom_id"], "1440", on=panel)
    lobby = await ada.sees("1 day a move, then the others vote on what happens", button="Start")
    await ada.select(menu_to(ada.now(panel), "opt:late")["custom_id"], "None", on=panel)
    await ada.select(menu_to(ada.now(panel), "opt:limit")["custom_id"], "4320", on=panel)
    await settled(sandbox)
    assert "3 days a move" in ada.now(lobby).text and "vote" not in ada.now(lobby).text, "the host has chosen nothing"
    await ada.select(menu_to(ada.now(panel), "opt:limit")["custom_id"], "None", on=panel)
    scene = Scene(sandbox, host, ada, ben)
    await ada.click("Start")
    await settled(sandbox)
    scene.id = (await host.live())[0].id
    one, two = await scene.in_turn_order()
    await behind_more(two, "Pace…", on=await scene.panel(two))
    panel = await two.sees("### Change the pace?", "no limit on moves", where="DM")
    await two.select(menu_to(panel, "newlimit")["custom_id"], "4320", on=panel)
    await two.click("Propose", on=panel)
    await one.sees("New pace: 3 days a move, then the others vote", button="Agree", where="DM")


async def test_a_player_who_is_back_sees_what_an_ai_did(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "until-back")
    await wait(DAY)
    for _ in range(2):
        await scene.end(other)
        await settled(sandbox)
    await absent.click("I'm back", on=await scene.panel(absent))
    text = (await scene.panel(absent)).text
    told = text.partition("While you were gone, an AI played for you:")[2]
    assert all(f"{absent.name} {turn}" in told or f"Your turn {turn}" in told for turn in (1, 2, 3)), text
    assert f"{other.name} 1" not in told and "Your last turn" not in text, "since that list has it"


async def test_of_everything_that_an_ai_did_only_the_turns_shown_are_read(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It might have played hundreds of turns."""
    monkeypatch.setattr(recap, "MOST", 1)
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "until-back")
    await wait(DAY)
    for _ in range(2):
        await scene.end(other)
        await settled(sandbox)
    read, log = list[range](), host.log

    async def noted(table: str, person: int | None, turns: int | range | None = None) -> list[LogLine]:
        read.extend([turns] if isinstance(turns, range) else [])
        return await log(table, person, turns)

    monkeypatch.setattr(host, "log", noted)
    await absent.click("I'm back", on=await scene.panel(absent))
    assert read == [range(5, 7)]
    told = (await scene.panel(absent)).text.partition("While you were gone, an AI played for you:")[2]
    assert f"{absent.name} 3" in told or "Your turn 3" in told


async def test_the_first_move_after_an_ais_turn_says_what_it_did(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "turn")
    await wait(DAY)
    await scene.end(other)
    await scene.end(absent)
    text = (await scene.panel(absent)).text
    told = text.partition("While you were gone, an AI played for you:")[2]
    assert f"{absent.name} 1" in told and f"{absent.name} 2" not in told, "which they have played themselves"
