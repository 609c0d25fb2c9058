"""Ways to leave a game for a while or for good, by clicks, and the way back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs.answers import notes
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService
from tables.commands import consent, lobby, seats
from tests.cogs.conftest import Wait
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import manager
from tests.cogs.test_absence import begin

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def scene(scene: Scene) -> Scene:
    await scene.begin(*PILES)
    return scene


async def leaving(scene: Scene, player: Player) -> Shown:
    """Return the ways to leave."""
    await player.click("More…", on=await scene.panel(player))
    await player.click("Away or leave…", on=await player.sees("### More", where="DM"))
    return await player.sees("### Leave ", where="DM")


def about_ai(player: Player) -> list[Shown]:
    """Return the direct message that tells someone that an AI plays for them."""
    return [each for each in player.messages("DM") if "An AI is playing for you" in each.text and not each.ephemeral]


def pinged(player: Player) -> int:
    """Return how often someone was pinged by direct message."""
    return sum(ping.channel_id != player.channel().id for ping in player.pings)


async def test_the_mildest_way_comes_first(scene: Scene, ben: Player) -> None:
    shown = await leaving(scene, ben)
    assert shown.buttons == ["Away…", "AI until I'm back", "Substitute…", "Resign…"]
    await ben.click("Away…", on=shown)
    await ben.submit(text="2 weeks")
    await settled(scene.sandbox)
    assert "You're away until <t:" in ben.now(shown).text and ben.now(shown).buttons == ["I'm back", "Hours…"]
    await ben.click("I'm back", on=ben.now(shown))
    assert await scene.host.people.away_until(int(ben.person.user.id)) is None


async def test_someone_away_finds_the_way_back_where_they_left(scene: Scene) -> None:
    _, other = await scene.in_turn_order()
    assert "I'll ping you" in (await scene.panel(other)).text
    await other.command("away", until="2 weeks")
    assert "I'll ping you" not in (await scene.panel(other)).text, "no one is pinged while they're away"
    shown = await leaving(scene, other)
    assert shown.buttons == ["I'm back", "AI until I'm back", "Substitute…", "Resign…"]
    await other.click("I'm back", on=shown)
    assert "**Away:** off" in other.now(shown).text and "I'll ping you" in (await scene.panel(other)).text


async def test_an_ai_plays_until_its_player_is_back(scene: Scene, ada: Player, ben: Player) -> None:
    me, other = await scene.in_turn_order()
    await me.click("AI until I'm back", on=await leaving(scene, me))
    await settled(scene.sandbox)
    (note,) = [each for each in me.messages("DM") if each.ephemeral and "An AI is playing for you in" in each.text]
    await other.sees(f"An AI is playing for {me.name}", button="My hand")
    assert "### Your turn 1" in (await scene.panel(other)).text, "it has played the turn"
    assert "AI until I'm back" not in (await leaving(scene, other)).buttons, "someone must be there"
    await scene.end(other)
    assert "### Your turn 2" in (await scene.panel(other)).text
    before = pinged(me)
    await me.click("I'm back", on=await scene.panel(me))
    await settled(scene.sandbox)
    assert "While you were gone, an AI played for you:" in (await scene.panel(me)).text
    assert note.id not in [each.id for each in me.messages("DM")], "what isn't true any more goes"
    assert before == pinged(me) and "An AI is playing" not in (await other.sees("'s turn", button="My hand")).text


async def test_alone_with_ais_no_ai_plays_for_a_player(sandbox: Sandbox, host: TableService, ada: Player) -> None:
    scene = Scene(sandbox, host, ada)
    await scene.begin(*PILES, ais=1)
    shown = await leaving(scene, ada)
    assert shown.buttons == ["Away…", "Substitute…", "Resign…"]
    await ada.click("Substitute…", on=shown)
    shown = await ada.sees("Who should take over your seat?", where="DM")
    assert "An AI…" not in shown.buttons and "All players" not in shown.text


async def test_in_direct_messages_a_substitute_is_chosen_among_people_of_the_server(scene: Scene, ada: Player, ben: Player) -> None:
    cleo = Player(scene.sandbox, "Cleo", where="#garden")
    await ben.click("Substitute…", on=await leaving(scene, ben))
    shown = await ben.sees("Who should take over your seat?", "`/game substitute` lets you choose anyone", where="DM")
    assert not shown.components(3), "no one else has played here"
    await cleo.command("game new", seats=2)
    await ben.click("Join", where="#garden")
    await ben.click("Substitute…", on=await leaving(scene, ben))
    shown = await ben.sees("Who should take over your seat?", where="DM")
    (menu,) = shown.components(3)
    assert [each["label"] for each in menu["options"]] == ["Cleo"]
    await ben.select("A person…", "Cleo", on=shown)
    await ben.click("Propose", on=await ben.sees("### Cleo for Ben?", "Ada and Cleo have to agree.", where="DM"))
    call = await ada.sees("### Cleo for Ben?", button="Agree")
    for player in (ada, cleo):
        await player.click("Agree", on=call)
    await ben.sees("Cleo has taken over your seat in", button="Ask to come back…", where="DM")


async def test_those_who_have_finished_games_on_the_server_can_be_chosen_unless_they_are_unlisted(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    dan, cleo = Player(sandbox, "Dan"), Player(sandbox, "Cleo")
    first = Scene(sandbox, host, dan, cleo)
    await first.begin(*PILES)
    for player in (dan, cleo):
        await host.act(first.id, int(player.person.user.id), consent.end(), action=player.name)
    await settled(sandbox)
    await host.people.set_listed(int(cleo.person.user.id), False, action="unlisted")
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin(*PILES)
    await ben.click("Substitute…", on=await leaving(scene, ben))
    (menu,) = (await ben.sees("Who should take over your seat?", where="DM")).components(3)
    assert [each["label"] for each in menu["options"]] == ["Dan"]


async def test_a_substitutes_first_hand_mentions_no_turn_of_theirs(scene: Scene, ada: Player, ben: Player) -> None:
    me, other = await scene.in_turn_order()
    dan = Player(scene.sandbox, "Dan")
    await scene.end(me)
    assert "Your last turn" in (await scene.panel(me)).text
    await manager(scene.sandbox).command("game substitute", seat=me.name, person=dan.person.user.id)
    await Player(scene.sandbox, "Mia").click("Do it now")
    text = (await scene.panel(dan)).text
    assert f"You've taken over for {me.name}." in text and "Your last turn" not in text
    await scene.end(other)
    assert "Your last turn" not in (await scene.panel(dan)).text
    await scene.end(dan)
    assert "Your last turn" in (await scene.panel(dan)).text and "taken over" not in (await scene.panel(dan)).text


async def test_a_late_player_hears_once_that_an_ai_plays(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "until-back")
    await settled(sandbox)
    before = pinged(absent)
    await wait(timedelta(days=1, minutes=1))
    (told,) = about_ai(absent)
    assert "played by an AI because you took too long:" in told.text and told.buttons == ["I'm back", "No pings here", "More…"]
    assert pinged(absent) == before + 1
    for _ in range(2):
        await scene.end(other)
        await wait(timedelta(hours=12))
    assert pinged(absent) == before + 1 and len(about_ai(absent)) == 1


async def test_in_quiet_hours_a_late_player_hears_later(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await ada.command("game new", seats=2, require=", ".join(PILES))
    await ben.click("Join")
    (table,) = await host.live()
    await host.act(table.id, int(ada.person.user.id), lobby.set_options(limit=24 * 60, late="vote"), action="pace")
    await ada.click("Start")
    await settled(sandbox)
    scene.id = table.id
    late, other = await scene.in_turn_order()
    await wait(timedelta(days=1, minutes=1))
    person = int(late.person.user.id)
    now = sandbox.world.clock()
    quiet = ((now.hour * 60 + now.minute - 60) % 1440, (now.hour * 60 + now.minute + 120) % 1440)
    await host.people.set_hours(person, lambda hours, _: hours.model_copy(update={"zone": "UTC", "quiet": quiet}), action="quiet")
    await settled(sandbox)
    before = pinged(late)
    await other.click("AI plays on", on=await other.sees("time is up", button="AI plays on"))
    await settled(sandbox)
    assert pinged(late) == before and about_ai(late), "the hand says so at once, silently"
    for minutes in (15, 110):
        await wait(timedelta(minutes=minutes))
    assert pinged(late) == before + 1


async def test_someone_whose_direct_messages_are_closed_isnt_pinged_for_a_turn_that_an_ai_plays(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, wait: Wait
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    absent, other = await begin(scene, "until-back")
    await host.people.note_dm(int(absent.person.user.id), closed=True)
    before = len(absent.pings)
    await wait(timedelta(days=1, hours=1))
    await other.sees(f"An AI is playing for {absent.name}", button="My hand")
    assert len(absent.pings) == before and not await host.messages.calls()


async def test_no_ai_plays_for_the_last_person_who_is_there(scene: Scene, ada: Player, ben: Player) -> None:
    me, other = await scene.in_turn_order()
    first, second = await leaving(scene, me), await leaving(scene, other)
    await me.click("AI until I'm back", on=first)
    await other.click("AI until I'm back", on=second)
    await other.sees("An AI can't take over for the last human player.", where="DM")


async def test_a_substitute_is_asked_for_by_a_person_whose_seat_an_ai_has(scene: Scene, ada: Player, ben: Player) -> None:
    _, me = await scene.in_turn_order()
    number = next(seat.number for seat in (await scene.table()).seats if seat.name == me.name)
    other = ada if me is ben else ben
    await scene.host.act(scene.id, int(me.person.user.id), seats.replace(number, "kingdom"), action="an AI")
    await scene.host.act(scene.id, int(other.person.user.id), consent.agree(), action="yes")
    told = await me.sees("Alder has taken over your seat", where="DM")
    await me.click("Ask to come back…", on=told)
    sure = await me.sees(f"### {me.name} back for Alder?", f"{other.name} has to agree.", where="DM")
    await me.click("Propose", on=sure)
    await other.click("Agree", on=await other.sees(f"### {me.name} back for Alder?", button="Agree"))
    await settled(scene.sandbox)
    assert "hand:**" in me.now(told).text
    assert (await scene.table()).seats[number].person == int(me.person.user.id)


async def test_what_says_that_a_proposal_was_made_does_not_outlast_it(
    scene: Scene, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "LASTS", 0.2)
    await ben.click("Substitute…", on=await leaving(scene, ben))
    await ben.click("An AI…", on=await ben.sees("Who should take over your seat?", where="DM"))
    await ben.click("Propose", on=await ben.sees("Alder for Ben?", where="DM"))
    await ben.gone(await ben.sees(f"I've asked Ada in <#{ada.channel().id}>.", where="DM"))
    panel = await scene.panel(ben)
    assert "Ada hasn't answered yet." in panel.text and "Withdraw" in panel.buttons, "the hand shows it as long as it stands"


async def test_the_message_about_a_former_seat_follows_the_game(scene: Scene, ada: Player, ben: Player) -> None:
    dan = Player(scene.sandbox, "Dan")
    await manager(scene.sandbox).command("game substitute", seat="Ben", person=dan.person.user.id)
    await Player(scene.sandbox, "Mia").click("Do it now")
    told = await ben.sees("Dan has taken over your seat", where="DM", button="Ask to come back…")
    await dan.command("game resign")
    await dan.click("Resign")
    await settled(scene.sandbox)
    assert "### Game over" in ben.now(told).text and "Ask to come back…" not in ben.now(told).buttons
