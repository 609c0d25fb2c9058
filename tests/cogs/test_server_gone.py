"""A PostgreSQL server that goes away, or runs out of space, while people click: they're told so, and nothing is lost or done
twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs import SeneschalBot, text
from cogs.messages import outbox
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from tables import TableService
from tests.cogs.conftest import connected
from tests.cogs.kit import Reader
from tests.cogs.test_clicks import begun, shown
from tests.cogs.test_crash import alike
from tests.databases import url_of
from tests.postgres import PostgresServer

pytestmark = pytest.mark.postgres

FULL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON entries EXECUTE FUNCTION no_room();
"""
SORRY = "Something went wrong on my side."


@pytest.fixture
async def bot(
    sandbox: Sandbox, host: TableService, settings: BotSettings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SeneschalBot]:
    """Connect the bot, with short delays before it retries what failed. Errors may be logged."""
    monkeypatch.setattr(outbox, "RETRIES", (0.02, 0.05))
    async with connected(sandbox, host, settings) as bot:
        yield bot


def is_over_once(me: Reader, other: Reader, pings: int) -> None:
    """Check that turn 1 is over, and that the next player was pinged once."""
    table = me.player.messages("#table")
    assert f"**{me.player.name} 1:** buys nothing" in table[-1].text
    assert "I'll ping you" in shown(me).text and "Your turn" in shown(other).text
    assert len(other.player.pings) == pings + 1


@pytest.mark.usefixtures("bot")
async def test_people_read_that_the_server_is_away_and_go_on_once_it_is_back(
    sandbox: Sandbox, ada: Player, ben: Player, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, other = await begun(sandbox, ada, ben)
    pings = len(other.player.pings)
    monkeypatch.setattr("storage.postgres.PATIENCE", 0.2)
    postgres.kill()
    try:
        await me.player.click("End turn", on=shown(me))
        await me.player.sees(text.OUT_OF_REACH, where="DM")
    finally:
        await asyncio.to_thread(postgres.start)
    monkeypatch.setattr("storage.postgres.PATIENCE", 30.0)
    await me.player.click("End turn", on=shown(me))
    await settled(sandbox)
    is_over_once(me, other, pings)


@pytest.mark.usefixtures("bot")
async def test_a_full_disk_changes_nothing_and_all_goes_on_once_there_is_room(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player, postgres: PostgresServer
) -> None:
    me, other = await begun(sandbox, ada, ben)
    pings, url = len(other.player.pings), url_of(settings.database)
    postgres.sql(url, FULL)
    await me.player.click("End turn", on=shown(me))
    await me.player.sees(SORRY, where="DM")
    postgres.sql(url, "DROP FUNCTION no_room CASCADE")
    await me.player.click("End turn", on=shown(me))
    await settled(sandbox)
    is_over_once(me, other, pings)


async def test_no_one_notices_a_server_that_is_killed_and_comes_back(tmp_path: Path, postgres: PostgresServer) -> None:
    await alike(tmp_path, turns=2, gone=postgres)
