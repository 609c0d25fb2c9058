"""At startup, the bot only looks at tables whose current state Discord might not show."""

from __future__ import annotations

import pytest

from cogs.messages.outbox import Outbox
from cogs.messages.posted import Channel
from cogs.panels import kingdoms
from engine import find, lookup, named_in, terms
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from tables import TableService, TableView, hours_reading, list_reading
from tables.errors import Closing
from tables.hours_reading import read_zone
from tables.list_reading import read_discards
from tables.threads import aside_for_long
from tests.cogs.conftest import connected, hosting
from tests.lag import measured


async def begun(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    """Start a game between Ada and Ben."""
    await ada.command("game new", seats=2)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)


async def looked_at(host: TableService, sandbox: Sandbox, settings: BotSettings, monkeypatch: pytest.MonkeyPatch) -> list[Channel]:
    """Return the channels that a bot brings up to date when it starts."""
    marked: list[Channel] = []
    mark = Outbox.mark

    def noted(outbox: Outbox, channel: Channel, table: str, **how: bool) -> None:
        marked.append(channel)
        mark(outbox, channel, table, **how)

    with monkeypatch.context() as patched:
        patched.setattr(Outbox, "mark", noted)
        async with connected(sandbox, host, settings):
            await settled(sandbox)
    return marked


async def test_a_table_that_is_shown_as_it_is_costs_a_start_nothing(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await begun(sandbox, ada, ben)
    async with hosting(settings) as host:
        assert await host.messages.unshown() == []
        assert await looked_at(host, sandbox, settings, monkeypatch) == []


async def test_no_one_waits_for_the_first_person_who_uses_a_name(sandbox: Sandbox, settings: BotSettings) -> None:
    for lists in (lookup.entries, lookup.keys, terms.called, terms.a_name, list_reading.nameable, hours_reading.zones):
        lists.cache_clear()
    kingdoms.playable.cache_clear()
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
        await aside_for_long(lambda: None)
        assert kingdoms.playable.cache_info().currsize
        with measured() as spent:
            assert find("Moat") and named_in("Moat") and kingdoms.by_expansion()
            assert read_discards("Curse") and read_zone("Berlin")
    assert spent.seconds < 0.02


async def the_game(host: TableService) -> TableView:
    (table,) = await host.live()
    return table


async def test_a_hand_that_was_never_sent_comes_after_a_start(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything else is up to date: the board shows the current game, so only the missing message is sent."""
    async with hosting(settings) as host, connected(sandbox, host, settings):
        with monkeypatch.context() as patched:
            patched.setattr("cogs.messages.sync.Sync.private", never)
            await ada.command("game new", seats=2)
            await ben.click("Join")
            await ada.click("Start")
            await settled(sandbox)
        assert not ben.messages("DM")
    async with hosting(settings) as host:
        assert await host.messages.unshown() == [(await the_game(host)).id]
        assert await looked_at(host, sandbox, settings, monkeypatch)
        assert await host.messages.unshown() == []
    assert ben.messages("DM")


async def never(*_: object) -> None:
    raise Closing
