"""Every button of a lobby: pressed twice, after a restart of the bot, by someone who isn't allowed to, and after the game has
started."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from copy import deepcopy

import pytest

from cogs import SeneschalBot
from engine.card import CARDS
from engine.mechanisms import EVENT, LANDMARK
from sandbox.components import SELECTS
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled, until
from settings import BotSettings
from storage import from_url
from tables import TableService, TableView
from tables.commands import lobby
from tests.cogs.kit import menu_to

SETTINGS = ("own_thread", "private", "vetoes", "score_counter", "wait_for_owed")
HOSTS = ("Add AI", "Remove AI", "Reroll", "Swap one…", "Another…", "Start")
"""The buttons that only the host can use."""


class Service:
    """The bot, which can be stopped and started again with the same database."""

    def __init__(self, sandbox: Sandbox, settings: BotSettings) -> None:
        self.sandbox = sandbox
        self.settings = settings

    async def start(self) -> None:
        self._store = from_url(self.settings.store_url)
        await self._store.open()
        self.host = TableService(self._store)
        await self.host.open()
        self._bot = SeneschalBot(self.host, self.settings)
        await self._bot.__aenter__()
        self._running = asyncio.create_task(self._bot.start(self.sandbox.token))
        await until(self.sandbox, lambda: self.sandbox.world.bot_online, lambda: "the bot didn't connect", 10.0)

    async def stop(self) -> None:
        await settled(self.sandbox)
        await self._bot.close()
        await self._running
        await self.host.close()
        await self._store.close()
        await until(self.sandbox, lambda: not self.sandbox.world.bot_online, lambda: "the bot is still there", 30.0)

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def table(self) -> TableView:
        """Return the only table."""
        await settled(self.sandbox)
        (table,) = await self.host.live()
        return table


@pytest.fixture
async def service(sandbox: Sandbox, settings: BotSettings, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Service]:
    service = Service(sandbox, settings)
    await service.start()
    yield service
    await service.stop()
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def opened(service: Service, ada: Player, ben: Player) -> Shown:
    """Open Ada's table, with Ben and an AI at it, and vetoes."""
    await ada.command("game new", kingdom="Random")
    await ben.click("Join")
    await ada.click("Add AI")
    table = await service.table()
    await service.host.act(table.id, table.host, lobby.set_options(vetoes=True), action="vetoes")
    return await ada.sees("Ada's table", button="Kingdom…")


def names(table: TableView) -> list[str]:
    return [seat.name for seat in table.seats]


VERBS = {
    "Leave": "leave",
    "Remove AI": "unai",
    "Reroll": "reroll",
    "Swap one…": "swap",
    "Veto…": "veto",
    "Another…": "other",
    "Save kingdom": "save",
    "Table settings": "table",
    "Cards": "effects",
}
"""Buttons that are now behind **Kingdom…** and **More…**; lobbies of older releases have them all."""


async def press(player: Player, button: str, on: Shown) -> None:
    """Press a button on a lobby as it was; a button that is gone replaces another one."""
    if button in VERBS:
        on = Shown(deepcopy(on.json))
        one = next(one for one in on.components(2) if "custom_id" in one)
        _, table, *_ = one["custom_id"].split(":")
        one["custom_id"] = button = f"s:{table}:0:{VERBS[button]}:"
    await player.click(button, on=on, stale=True)


async def refused(player: Player, button: str, on: Shown) -> str:
    """Return what the bot privately tells someone who presses a button that isn't for them or has expired."""
    before = {each.id for each in player.messages()}
    await press(player, button, on)
    await settled(player.sandbox)
    (told,) = [each for each in player.messages() if each.id not in before]
    assert told.ephemeral, button
    return told.text


async def notes_of(service: Service, player: Player, lobby: Shown, *buttons: tuple[str, str]) -> list[Shown]:
    """Return the notes that the lobby's buttons open, all at the same time: after a restart, they no longer replace one another."""
    found = []
    for button, title in buttons:
        await press(player, button, lobby)
        found.append(await player.sees(title))
        await service.restart()
    return found


async def twice(player: Player, button: str, on: Shown) -> None:
    """Double-click: both clicks on the lobby as it was before the first."""
    for _ in range(2):
        await press(player, button, on)


async def test_pressed_twice(sandbox: Sandbox, service: Service, ada: Player, ben: Player) -> None:
    lobby = await opened(service, ada, ben)
    await twice(ben, "Leave", lobby)
    await ben.sees("You're not at this table")
    assert names(await service.table()) == ["Ada", "Alder"]
    await twice(ben, "Join", lobby)
    await ben.sees("You already have a seat")
    assert names(await service.table()) == ["Ada", "Alder", "Ben"]
    await twice(ada, "Remove AI", ada.now(lobby))
    await ada.sees("That seat is empty already")
    assert names(await service.table()) == ["Ada", "Ben"]
    await ada.click("Invite…")
    panel = await ada.sees("### Invite people")
    for _ in range(2):
        await ada.select("Choose people…", sandbox.person("Cleo").user.id, on=panel, stale=True)
    await settled(sandbox)
    assert len(Player(sandbox, "Cleo").pings) == 1
    await ben.click("Kingdom…")
    await ben.click("Veto…")
    before = await service.table()
    panel = await ben.sees("Which card do you want to veto")
    for _ in range(2):
        await ben.select("Veto…", before.kingdom[0], on=panel, stale=True)
    after = await service.table()
    assert len({*before.kingdom} - {*after.kingdom}) == 1 and len(after.vetoes) == 1
    await ada.click("Kingdom…")
    await ada.click("Swap one…")
    panel = await ada.sees("Which card should go?")
    for _ in range(2):
        await ada.select("Swap…", after.kingdom[1], on=panel, stale=True)
    await ada.sees("isn't in this kingdom")
    swapped = await service.table()
    assert len({*after.kingdom} - {*swapped.kingdom}) == 1
    await ada.click("More…")
    await ada.click("Table settings")
    panel = await ada.sees("### Table settings")
    for _ in range(2):
        await ada.select(f"s:{swapped.id}:0:opt:rules", "Score counter", on=panel, stale=True)
    assert (await service.table()).options.score_counter
    await twice(ada, "Start", ada.now(lobby))
    await ada.sees("The game has started. Open a new one")
    assert (await service.table()).phase == "playing"


async def test_after_a_restart(sandbox: Sandbox, service: Service, ada: Player, ben: Player) -> None:
    lobby = await opened(service, ada, ben)
    cleo = Player(sandbox, "Cleo")
    await ben.click("Kingdom…", on=lobby)
    await ben.click("Veto…")
    veto = await ben.sees("Which card do you want to veto")
    settings, swap, invite = await notes_of(
        service,
        ada,
        lobby,
        ("Table settings", "### Table settings"),
        ("Swap one…", "Which card should go?"),
        ("Invite…", "### Invite people"),
    )
    await ada.click("Kingdom…", on=lobby)
    await ada.click("Another…")
    await ada.click("Write a request…")
    await ben.click("Kingdom…", on=lobby)
    await ben.click("Save kingdom")
    await service.restart()
    table = await service.table()
    rules = menu_to(settings, "opt:rules")["custom_id"]
    for field in SETTINGS:
        await ada.select(rules, field, on=settings)
        options = (await service.table()).options
        assert [each for each in SETTINGS if getattr(options, each)] == [field]
    await ada.select(rules, *(field for field in SETTINGS if field != "own_thread"), on=settings)
    await ada.select(menu_to(settings, "opt:max_seats")["custom_id"], "4", on=settings)
    await ada.select(menu_to(settings, "opt:ai")["custom_id"], "big-money", on=settings)
    await ada.select("Swap…", table.kingdom[0], on=swap)
    await ada.sees(f"replaced {table.kingdom[0]}")
    await ben.select("Veto…", table.kingdom[1], on=veto)
    await ben.sees(f"replaced {table.kingdom[1]}")
    await ada.select("Choose people…", cleo.person.user.id, on=invite)
    call = await cleo.sees("Ada has invited you")
    await ben.submit(text="Friday")
    await ben.sees("Saved. To play with it again")
    await ada.submit(text="Deck Top")
    await ada.sees("Ada's table", "Deck Top")
    await service.restart()
    await cleo.click("Join", on=call)
    await cleo.sees("**Cleo** has joined")
    for button in ("Cards", "Reroll", "Remove AI", "Add AI"):
        await press(ada, button, lobby)
    table = await service.table()
    assert [(seat.name, seat.ai) for seat in table.seats][2:] == [("Cleo", None), ("Alder", "big-money")]
    assert table.options.max_seats == 4 and table.options.kingdom.recommended != "Deck Top"
    await cleo.click("More…", on=lobby)
    await cleo.click("Leave")
    await settled(sandbox)
    await cleo.click("Join", on=lobby)
    await ada.click("Start", on=lobby)
    assert (await service.table()).phase == "playing"
    await service.restart()
    await ada.sees("Game started.")
    await ada.sees("piles empty")


async def test_a_click_without_permission_is_refused(sandbox: Sandbox, service: Service, ada: Player, ben: Player) -> None:
    lobby = await opened(service, ada, ben)
    await ada.click("Invite…")
    await ada.select("Choose people…", ben.person.user.id)
    before = await service.table()
    cleo = Player(sandbox, "Cleo")
    for button in HOSTS:
        for player in (ben, cleo):
            assert "Only Ada, the host, can do that" in await refused(player, button, lobby), button
    for button in ("Invite…", "Veto…", "Leave"):
        assert "Press **Join** first." in await refused(cleo, button, lobby), button
    for button in ("Cards", "Table settings"):
        await press(cleo, button, lobby)
        assert cleo.messages()[-1].ephemeral
    assert (await cleo.sees("### Table settings")).components(*SELECTS) == []
    assert await service.table() == before


async def test_after_the_game_has_started(sandbox: Sandbox, service: Service, ada: Player, ben: Player) -> None:
    lobby = await opened(service, ada, ben)
    cleo = Player(sandbox, "Cleo")
    settings, swap = await notes_of(
        service, ada, lobby, ("Table settings", "### Table settings"), ("Swap one…", "Which card should go?")
    )
    veto, invite = await notes_of(service, ben, lobby, ("Veto…", "Which card do you want to"), ("Invite…", "### Invite people"))
    await ben.click("More…", on=lobby)
    await ben.click("Leave")
    await ben.click("Join", on=ada.now(lobby))
    await ben.select("Choose people…", cleo.person.user.id, on=invite)
    call = await cleo.sees("Ben has invited you")
    await ada.click("Kingdom…", on=lobby)
    await ada.click("Another…")
    await ada.click("Write a request…")
    lobby = ada.now(lobby)
    kingdom = (await service.table()).kingdom
    await service.restart()  # the tokens that could delete the earlier notes are gone
    await ada.click("Start", on=lobby)
    await settled(sandbox)
    before = await service.table()
    assert before.phase == "playing"
    for button in (*HOSTS, "Invite…", "Veto…", "Join", "Leave"):
        assert "has started" in await refused(ada, button, lobby), button
    assert "has started" in await refused(cleo, "Join", call)
    for player, done in (
        (ada, ada.submit(text="Deck Top")),
        (ada, ada.select(menu_to(settings, "opt:max_seats")["custom_id"], "5", on=settings)),
        (ada, ada.select(menu_to(settings, "opt:rules")["custom_id"], "private", on=settings)),
        (ada, ada.select("Swap…", kingdom[0], on=swap)),
        (ben, ben.select("Veto…", kingdom[1], on=veto)),
        (ben, ben.select("Choose people…", sandbox.person("Dan").user.id, on=invite, stale=True)),
    ):
        shown = {each.id for each in player.messages()}
        await done
        await settled(sandbox)
        (told,) = [each for each in player.messages() if each.id not in shown]
        assert told.ephemeral and "has started" in told.text, told
    await press(ada, "Table settings", lobby)
    assert (await ada.sees("### Table settings")).components(*SELECTS) == [], "they can be seen, and no longer changed"
    await press(ada, "Cards", lobby)
    await ada.click("Kingdom…", on=lobby, stale=True)
    await ada.click("Save kingdom")
    await ada.submit(text="Good one")
    await ada.sees("Saved. To play with it again")
    assert await service.table() == before


async def test_after_the_table_was_closed(sandbox: Sandbox, service: Service, ada: Player, ben: Player) -> None:
    lobby = await opened(service, ada, ben)
    await ben.click("More…", on=lobby)
    await ben.click("Leave")
    await ada.click("More…", on=ada.now(lobby))
    await ada.click("Leave")
    await ada.sees("This table was closed")
    for button in (*HOSTS, "Invite…", "Veto…", "Join", "Leave"):
        assert "/game new" in await refused(ada, button, lobby), button
    assert await service.host.live() == []


async def test_every_option_of_the_command(service: Service, ada: Player) -> None:
    await ada.command(
        "game new",
        kingdom="Chapel, 2 Empires, 1 Event, 1 Landmark",
        seats=3,
        private=True,
        thread=True,
        edition=1,
        sets="Dominion, Empires",
        require="Moat",
        ban="Witch, Attack",
        like="Village",
    )
    table = await service.table()
    options, request = table.options, table.options.request
    assert (options.max_seats, options.private, options.own_thread, options.edition) == (3, True, True, 1)
    assert request is not None and request.ban == ("Witch", "Attack") and request.like == ("Village",)
    assert {"Chapel", "Moat"} <= {*table.kingdom}
    assert [CARDS[name].landscape for name in options.kingdom.landscapes] == [EVENT, LANDMARK]
    assert not options.score_counter, "off unless it is wanted"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kingdom": "3 Empires, Atack"}, "3 Empires, **__Atack__**"),
        ({"kingdom": "Chapel, !Wich, Moat"}, "Chapel, !**__Wich__**, Moat"),
        ({"kingdom": "Moat|Libary"}, r"Moat\|**__Libary__**"),
        ({"kingdom": "11 Dominion, 1 Village"}, "You asked for 11 cards; a kingdom has 10"),
        ({"kingdom": "Saved: Nothing"}, "No kingdom called “Nothing” is saved"),
        ({"kingdom": "Last kingdom"}, "No game has been played here yet"),
        ({"kingdom": "High and Low"}, "can't be played here yet"),
        ({"sets": "Dominon"}, "Did you mean Dominion?"),
        ({"require": "Chapel, Moatt"}, "Did you mean Moat?"),
        ({"ban": "Attacks!"}, "Attack"),
        ({"like": "Vilage"}, "Did you mean Village?"),
        ({"kingdom": "Moat, !Moat"}, "Moat"),
    ],
)
async def test_what_is_wrong_with_a_request_is_said_and_no_table_is_opened(
    service: Service, ada: Player, fields: dict[str, str], said: str
) -> None:
    await ada.command("game new", **fields)
    told = await ada.sees(said)
    assert told.ephemeral and await service.host.live() == []
