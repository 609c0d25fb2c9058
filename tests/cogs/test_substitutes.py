"""Substitutes: proposed by players and outsiders, and seated once everyone who has a say agrees."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import AutoAnswers, TableService, TableView
from tables.commands import answers
from tests.cogs.kit import manager, propose_end, turn_details
from tests.logs import read_log

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def dan(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Dan")


async def begun(sandbox: Sandbox, host: TableService, *players: Player) -> TableView:
    """Start a game with these people; the first is its host."""
    await players[0].command("game new")
    for player in players[1:]:
        await player.click("Join")
    await players[0].click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    return table


async def holder(host: TableService, number: int) -> str | None:
    """Return the id of the person in a seat."""
    (table,) = await host.live()
    person = table.seats[number].person
    return None if person is None else str(person)


async def test_a_player_hands_over_their_seat(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player) -> None:
    await begun(sandbox, host, ada, ben)
    await ben.command("game substitute", person=dan.person.user.id)
    shown = await ben.sees(
        "Dan for Ben?",
        "**Dan** would take over your seat and see its cards. After that, you could only watch.",
        "Ada and Dan have to agree. Later, you can ask to come back.",
    )
    assert shown.ephemeral and "Do it now" not in shown.buttons
    await ben.click("Propose")
    await ben.sees(f"I've asked Ada and Dan in <#{ada.channel().id}>.")
    call = await dan.sees("Dan would take over Ben's seat")
    called = [sum(ping.channel_id == ada.channel().id for ping in each.pings) for each in (ada, ben, dan)]
    assert called == [1, 0, 1], "those who have to agree are pinged"
    await Player(sandbox, "Cleo").click("Agree", on=call)
    await ada.click("Agree", on=call)
    assert await holder(host, 1) == ben.person.user.id
    await dan.click("Agree", on=call)
    await dan.sees("has taken over for Ben", "**Dan for Ben**")
    assert await holder(host, 1) == dan.person.user.id
    await dan.sees("hand:**", where="DM")
    await ben.sees("Dan has taken over your seat in", button="Ask to come back…", where="DM")
    await settled(sandbox)
    assert not any("hand:**" in each.text for each in ben.messages("DM")), "no one keeps a hand that isn't theirs"
    await ben.command("game hand")
    assert (await ben.sees("Dan has taken over your seat")).ephemeral


async def test_a_player_chooses_a_substitute_from_their_own_hand(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await ben.click("My hand")
    for button in ("More…", "Away or leave…", "Substitute…"):
        await ben.click(button, on=await ben.sees(button=button))
    shown = await ben.sees("Who should take over your seat?", "All players have to agree. Later, you can ask to come back.")
    assert "/game substitute" not in shown.text and shown.buttons == ["An AI…", "Open to anyone…"]
    await ben.select("A person…", dan.person.user.id, on=shown)
    await ben.click("Propose", on=await ben.sees("### Dan for Ben?", "Ada and Dan have to agree."))
    await dan.sees("Dan would take over Ben's seat", button="Agree")


async def test_an_ai_plays_on(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    await begun(sandbox, host, ada, ben)
    await ben.command("game substitute")
    await ben.click("An AI…")
    await ben.sees(
        "Alder for Ben?",
        "an AI",
        "you could only watch",
        "Ada has to agree. Later, you can ask to come back. The game then isn't rated.",
    )
    await ben.click("Propose")
    await ada.click("Agree", on=await ada.sees("Alder for Ben?", "do you agree?", "isn't rated", button="Decline"))
    await ada.sees("Alder, an AI, has taken over for Ben")
    await ben.sees("Alder has taken over your seat", where="DM")
    assert await holder(host, 1) is None


async def test_an_outsider_asks_for_a_seat(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player) -> None:
    await begun(sandbox, host, ada, ben)
    assert await dan.suggestions("game substitute", "seat", seat="b") == ["Ben"]
    await dan.command("game substitute")
    await dan.sees("Whose seat? Choose Ada or Ben")
    await dan.command("game substitute", seat="Benn")
    await dan.click("Propose", on=await dan.sees("Dan for Ben?"))
    call = await ben.sees("Dan would take over Ben's seat", button="Decline")
    await ada.click("Agree", on=call)
    assert await holder(host, 1) == ben.person.user.id, "no one gives away another's seat"
    await ben.click("Decline", on=call)
    await ada.sees("**Ben**'s seat doesn't change hands: Ben declined")
    assert await holder(host, 1) == ben.person.user.id


async def test_each_person_is_asked_once_in_the_channel_and_in_the_right_role(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await ben.command("game substitute", person=dan.person.user.id)
    await ben.click("Propose")
    call = await dan.sees("Dan would take over", button="Decline")
    await settled(sandbox)
    to_dan, to_ada = f"<@{dan.person.user.id}>, do you want to take over for Ben?", f"<@{ada.person.user.id}>, do you agree?"
    assert "Proposed by Ben" in call.text and to_dan in call.text and to_ada in call.text
    assert [shown.id for shown in dan.messages() if "Agree" in shown.buttons] == [call.id]
    await dan.click("Agree", on=call)
    await settled(sandbox)
    assert to_dan not in ada.now(call).text and to_ada in ada.now(call).text, "someone who has agreed isn't asked any more"
    await ada.click("Agree", on=await ada.sees("A new player in ", button="Agree", where="DM"))
    await dan.sees("hand:**", where="DM")
    assert await holder(host, 1) == dan.person.user.id
    await settled(sandbox)
    assert "has taken over for Ben" in ada.now(call).text and not ada.now(call).buttons, "the call follows"


async def test_a_former_player_asks_for_their_seat_back_without_naming_it(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    moderator = manager(sandbox)
    await moderator.command("game substitute", seat="Ben", person=dan.person.user.id)
    await moderator.click("Do it now")
    told = await ben.sees("Dan has taken over your seat", where="DM")
    await ben.click("My hand")
    await ben.click("Ask to come back…", on=await ben.sees("Dan has taken over your seat"))
    await ben.sees("### Ben back for Dan?")
    await ben.command("game substitute")
    await ben.sees("### Ben back for Dan?")
    await ben.click("Ask to come back…", on=told)
    words = "**Ben** would take over Dan's seat and see its cards. After that, Dan could only watch.", "Ada and Dan have to agree."
    await ben.click("Propose", on=await ben.sees("### Ben back for Dan?", *words, where="DM"))
    call = await ada.sees("### Ben back for Dan?", "Ben would take over Dan's seat", button="Agree")
    await dan.sees("Ben would take over your seat and see its cards.", button="Agree", where="DM")
    for player in (ada, dan):
        await player.click("Agree", on=call)
    await settled(sandbox)
    assert f"<@{ben.person.user.id}> is back in this game." in ada.now(call).text
    assert await holder(host, 1) == ben.person.user.id
    await ben.sees("hand:**", where="DM")


async def test_a_seat_is_called_after_both_in_this_game_and_after_its_new_holder_in_the_next(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    table, moderator = await begun(sandbox, host, ada, ben), manager(sandbox)
    await moderator.command("game substitute", seat="Ben", person=dan.person.user.id)
    await moderator.click("Do it now")
    await dan.sees("hand:**", where="DM")
    await ada.command("game resign")
    await ada.click("Resign")
    score = await dan.sees("Dan for Ben wins", "Dan for Ben**: 3 VP", button="Rematch")
    assert "Ben**" not in score.text.replace("Dan for Ben", "")
    log = await read_log(host, table.id, None)
    assert any(line.startswith("Dan for Ben") for line in log) or any("Ada resigns" in line for line in log)
    await dan.sees("Dan for Ben 3", where="DM")
    await dan.click("More…", on=score)
    await dan.click("Score by turn")
    await dan.sees("Score by turn", "Dan for")
    exported = await host.records.export(table.id)
    assert {each.name for each in exported.result.scores} == {"Ada", "Dan for Ben"} and exported.setup.players[1] == "Ben"
    await dan.click("Rematch", on=score)
    assert [seat.name for seat in (await host.live())[0].seats] == ["Ada", "Dan"]


async def test_a_double_click_asks_and_agrees_once(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await ben.command("game substitute", person=dan.person.user.id)
    shown = await ben.sees("Dan for Ben?")
    await ben.click("Propose", on=shown)
    await ben.click("Propose", on=shown, stale=True)
    await ben.sees("Someone wants a new player in a seat")
    call = await dan.sees("Dan would take over", button="Decline")
    for _ in range(2):
        await dan.click("Agree", on=call, stale=True)
    assert await holder(host, 1) == ben.person.user.id
    assert "do you want to take over" not in dan.now(call).text


async def test_a_server_manager_need_not_ask(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player) -> None:
    await begun(sandbox, host, ben, Player(sandbox, "Cleo"))
    await ada.command("game substitute", seat="Cleo", person=dan.person.user.id)
    panel = await ada.sees("Dan for Cleo?", "You manage this server")
    assert panel.buttons == ["Do it now"]
    await ada.click("Do it now")
    await dan.sees("has taken over for Cleo", "**Dan for Cleo**")
    assert len(dan.pings) >= 1 and await holder(host, 1) == dan.person.user.id
    await dan.sees("hand:**", where="DM")


async def test_a_substitute_has_a_visible_name(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player) -> None:
    table, moderator = await begun(sandbox, host, ada, ben), manager(sandbox)
    dan.person.user.global_name = "\u200b \u2060"
    await moderator.command("game substitute", seat="Ben", person=dan.person.user.id)
    await moderator.click("Do it now", on=await moderator.sees(f"{dan.person.user.username} for Ben?"))
    await settled(sandbox)
    assert (await host.table(table.id)).seats[1].name == f"{dan.person.user.username} for Ben"


async def test_impossible_substitutes_are_refused(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await ben.command("game substitute")
    await ben.sees("There's no game here")
    await ben.command("game new")
    await ben.command("game substitute")
    await ben.sees("The game hasn't started")
    await ada.click("Join")
    await ben.click("Start")
    await settled(sandbox)
    await ben.command("game substitute", person=ada.person.user.id)
    await ben.sees("Ada is already in this game")
    await ben.command("game substitute", person=sandbox.world.bot_id)
    await ben.sees("Bots can't play")
    await dan.command("game substitute", seat="Ben", person=sandbox.person("Cleo").user.id)
    await dan.sees("only for yourself")


async def test_an_outsider_asks_and_pings_once(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player) -> None:
    await begun(sandbox, host, ada, ben)
    await dan.command("game substitute", seat="ben")
    panel = await dan.sees("Dan for Ben?")
    cleo = Player(sandbox, "Cleo")
    await cleo.command("game substitute", seat="Ben")
    asks = await cleo.sees("Cleo for Ben?")
    await dan.click("Propose", on=panel)
    call = await ben.sees("Dan would take over Ben's seat", button="Decline")
    await settled(sandbox)
    await propose_end(ben)
    await ada.sees("wants to end the game now.", button="Agree")
    await settled(sandbox)
    assert "the player keeps the seat" in ada.now(call).text, "what players propose comes first"
    await ada.click("Decline", on=await ada.sees("wants to end the game now.", button="Decline"))
    await settled(sandbox)
    called = [len(each.pings) for each in (ada, ben)]
    await cleo.click("Propose", on=asks)
    await dan.command("game substitute", seat="Ada")
    for player in (dan, cleo):
        assert (await player.sees("Someone recently asked for a seat here")).ephemeral
    assert [len(each.pings) for each in (ada, ben)] == called
    assert (await host.live())[0].proposal is None
    await ben.command("game substitute", person=dan.person.user.id)
    await ben.click("Propose")
    await dan.sees("Dan would take over Ben's seat", button="Decline")


async def test_a_seats_former_holder_keeps_the_lines_that_were_theirs(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    table = await begun(sandbox, host, ada, ben)
    person = next(each.person for each in table.awaited if each.person is not None)
    first, other = (ada, ben) if person == int(ada.person.user.id) else (ben, ada)
    await host.act(table.id, person, answers.set_answers(AutoAnswers(treasures=True)), action="all mine")
    own = "automatically"
    assert own in (await turn_details(first)).text
    await first.command("game substitute", person=dan.person.user.id)
    await first.click("Propose")
    call = await dan.sees("would take over", button="Decline")
    for player in (dan, other):
        await player.click("Agree", on=call)
    await dan.sees("hand:**", where="DM")
    log = await turn_details(dan)
    assert log.ephemeral and own not in log.text
    await settled(sandbox)
    assert not any(own in shown.text for shown in dan.messages("DM"))
