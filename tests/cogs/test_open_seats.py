"""Open seats: the players agree, the server lists them, someone takes one."""

from __future__ import annotations

import asyncio

import pytest

from cogs.answers.interactions import Interaction
from cogs.commands import open_seats
from sandbox.model import Overwrite, Ping
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import TableService, TableView
from tables.commands import lobby
from tests.cogs.kit import is_hand
from tests.cogs.test_life_cycles import play_treasures
from tests.cogs.test_substitutes import begun, holder

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def dan(sandbox: Sandbox) -> Player:
    return Player(sandbox, "Dan")


async def propose(player: Player, **options: str) -> None:
    """Propose to open a seat."""
    await player.command("game substitute", **options)
    await settled(player.sandbox)
    await player.click("Open to anyone…")
    await player.click("Propose", on=await player.sees("### Open", "without asking.", button="Propose"))


async def opened(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    """Open Ben's seat with both players' consent."""
    await propose(ada, seat="Ben")
    await ben.click("Agree", on=await ben.sees("Open Ben's seat?", button="Agree"))
    await settled(sandbox)


async def test_at_a_private_table_the_proposal_is_about_invited_people(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    await ada.command("game new")
    await ben.click("Join")
    (table,) = await host.live()
    await host.act(table.id, int(ada.person.user.id), lobby.set_options(private=True), action="private")
    await ada.click("Start")
    await settled(sandbox)
    await propose(ada, seat="Ben")
    await ben.sees(
        "### Open Ben's seat?", "Proposed by Ada. Anyone invited to this table could take over Ben's seat", button="Agree"
    )


async def test_a_seat_is_opened_by_consent_listed_and_taken(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await propose(ada, seat="Ben")
    call = await ben.sees(
        "### Open Ben's seat?", "Proposed by Ada. Anyone on this server could take over Ben's seat", button="Agree"
    )
    assert f"<@{ben.person.user.id}>, do you agree?" in call.text
    await dan.command("games")
    assert "Open seats" not in (await dan.sees("No games")).buttons
    await ben.click("Agree", on=call)
    await settled(sandbox)
    assert "### Ben's seat is open" in ada.now(call).text, "the question becomes the offer"
    assert ada.now(call).buttons == ["Take the seat…"]
    assert "Your seat is open to anyone" in (await ben.sees("hand:**", where="DM")).text
    await dan.command("games")
    await dan.click("Open seats")
    shown = await dan.sees("### Open seats", f"**Ben**'s seat in <#{ada.channel().id}>, with Ada", "0 turns · no limit on moves")
    assert shown.ephemeral and "hand" not in shown.text
    await dan.click("Take the seat…", on=shown)
    panel = await dan.sees("You'd take over for **Ben**", "Pace: no limit on moves.")
    assert panel.ephemeral and "Copper" not in panel.text
    assert not dan.messages("DM")
    await dan.click("Take the seat", on=panel)
    await dan.sees("You've taken over for Ben", button="My hand")
    await dan.sees("hand:**", where="DM")
    assert await holder(host, 1) == dan.person.user.id
    await settled(sandbox)
    assert f"<@{dan.person.user.id}> has taken over for Ben" in ada.now(call).text and not ada.now(call).buttons
    await ben.sees("Dan has taken over your seat", where="DM")
    assert not any(is_hand(each) for each in ben.messages("DM"))
    await dan.command("games")
    assert "Open seats" not in (await dan.sees("### 1 game")).buttons


async def test_two_people_press_together_and_one_has_the_seat(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await opened(sandbox, ada, ben)
    eve = Player(sandbox, "Cleo")
    panels = []
    for player in (dan, eve):
        await player.click("Take the seat…", on=await player.sees("Ben's seat is open"))
        panels.append(await player.sees("You'd take over for **Ben**"))
    await asyncio.gather(*(player.click("Take the seat", on=panel) for player, panel in zip((dan, eve), panels, strict=True)))
    await settled(sandbox)
    winner, loser = (dan, eve) if await holder(host, 1) == dan.person.user.id else (eve, dan)
    refusal = await loser.sees(f"{winner.name} has already taken this seat")
    assert refusal.ephemeral
    assert not loser.messages("DM"), "no one sees the hand without the seat"
    await winner.sees("hand:**", where="DM")


async def test_its_holder_s_move_closes_a_seat(sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player) -> None:
    table = await begun(sandbox, host, ada, ben)
    me = next(player for player in (ada, ben) if int(player.person.user.id) == table.awaited[0].person)
    other = ben if me is ada else ada
    await propose(me)
    await other.click("Agree", on=await other.sees(f"Open {me.name}'s seat?", button="Agree"))
    shown = await dan.sees(f"{me.name}'s seat is open", f"It closes as soon as {me.name} makes a move.")
    await settled(sandbox)
    await dan.click("Take the seat…", on=shown)
    panel = await dan.sees("You'd take over for")
    await play_treasures(host, me)
    await settled(sandbox)
    assert "Settled: the player keeps the seat" in ada.now(shown).text and not ada.now(shown).buttons
    await dan.click("Take the seat", on=panel)
    await dan.sees("This seat isn't open any more")
    assert await holder(host, 0 if me is ada else 1) == me.person.user.id


async def test_a_player_closes_a_seat_where_they_opened_it(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await opened(sandbox, ada, ben)
    await dan.command("game substitute", seat="Ben")
    await dan.sees("You'd take over for **Ben**", button="Take the seat")
    await ada.command("game substitute", seat="Ben")
    await ada.click("Close the seat")
    await ada.sees("Ben's seat isn't open any more")
    await settled(sandbox)
    await dan.command("games")
    assert "Open seats" not in (await dan.sees("No games")).buttons


async def test_only_people_who_can_see_the_channel_see_an_open_seat(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await begun(sandbox, host, ada, ben)
    await opened(sandbox, ada, ben)
    world = sandbox.world
    world.add_channel(next(iter(world.guilds.values())), "elsewhere")
    await dan.command("games", where="#elsewhere")
    assert "Open seats" in (await dan.sees("No games", where="#elsewhere")).buttons
    unseen = Overwrite(dan.person.user.id, 1, deny=int(Permission.VIEW_CHANNEL))
    world.set_overwrites(ada.channel(), [unseen])
    await dan.command("games", where="#elsewhere")
    await settled(sandbox)
    assert "Open seats" not in dan.messages("#elsewhere")[-1].buttons


async def test_a_list_of_games_looks_for_one_open_seat(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server can have fifty, and finding out who can see an archived thread takes two requests to Discord."""
    await begun(sandbox, host, ada, ben)
    await opened(sandbox, ada, ben)
    found = 3 * await host.open_seats(int(next(iter(sandbox.world.guilds))), int(dan.person.user.id))
    looked = list[str]()

    async def listed(guild: int, person: int) -> list[TableView]:
        return found

    async def noted(interaction: Interaction, table: TableView) -> bool:
        looked.append(table.id)
        return True

    monkeypatch.setattr(host, "open_seats", listed)
    monkeypatch.setattr(open_seats, "sees", noted)
    await dan.command("games")
    assert "Open seats" in (await dan.sees("No games")).buttons and len(looked) == 1 < len(found)


def pings_in(player: Player) -> list[Ping]:
    return [ping for ping in player.pings if ping.channel_id == player.channel().id]


async def test_alone_with_ais_a_seat_opens_without_a_question(
    sandbox: Sandbox, host: TableService, ada: Player, dan: Player
) -> None:
    await ada.command("game new", seats=2)
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    name = next(seat.name for seat in table.seats if seat.ai is not None)
    await propose(ada, seat=name)
    await ada.sees(f"{name}'s seat is open. I've posted that in the channel.")
    shown = await dan.sees(f"### {name}'s seat is open", button="Take the seat…")
    assert "It closes" not in shown.text and not pings_in(ada)
    await dan.click("Take the seat…", on=shown)
    await dan.click("Take the seat")
    await dan.sees("hand:**", where="DM")


async def test_the_host_chooses_in_the_lobby_whether_open_seats_are_listed(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, dan: Player
) -> None:
    await ada.command("game new")
    await ada.click("More…")
    await ada.click("Table settings")
    panel = await ada.sees("### Table settings")
    (menu,) = [each for each in panel.components(3) if each["custom_id"].endswith("rules")]
    ticked = [each["label"] for each in menu["options"] if each.get("default")]
    assert "Open seats" in ticked
    await ada.select(menu["custom_id"], on=panel)
    await settled(sandbox)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    await opened(sandbox, ada, ben)
    await dan.sees("Ben's seat is open", button="Take the seat…")
    await dan.command("games")
    assert "Open seats" not in (await dan.sees("No games")).buttons
