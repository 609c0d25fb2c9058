"""What an operator can watch, over HTTP, while people play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families as parsed

import monitoring
from cogs import SeneschalBot
from sandbox.testing import Player, settled
from tables import TableService


@pytest.fixture
async def pages(bot: SeneschalBot, host: TableService) -> AsyncIterator[TestClient[Any, Any]]:
    """Return a function that requests the bot's pages."""
    async with TestClient(TestServer(monitoring.application(bot, host, host._store.size))) as client:
        await bot.wait_until_ready()
        yield client


async def values(pages: TestClient[Any, Any]) -> dict[str, float]:
    """Return the metrics, by their name and labels."""
    text = await (await pages.get("/metrics")).text()
    return {
        " ".join([sample.name, *sorted(sample.labels.values())]): sample.value
        for family in parsed(text)
        for sample in family.samples
    }


async def test_what_people_do_is_counted(pages: TestClient[Any, Any], ada: Player) -> None:
    before = await values(pages)
    await ada.command("game new", seats=2)
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(ada.sandbox)
    after = await values(pages)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert more("seneschal_answer_seconds_count component") == 2
    assert more("seneschal_answer_seconds_count application_command") == 1
    assert more("seneschal_replies_total done") == 3
    assert more("seneschal_commit_seconds_count") >= 3
    assert more("seneschal_discord_requests_total 200") > 0
    assert after["seneschal_connected"] == 1 and after["seneschal_tables_in_memory"] == 1
    assert after["seneschal_overdue_seconds"] == 0 and after["seneschal_channels_waiting"] == 0
    assert after["seneschal_database_bytes"] > 10_000


async def test_a_refusal_counts_as_one(pages: TestClient[Any, Any], ada: Player) -> None:
    before = (await values(pages)).get("seneschal_replies_total refused", 0.0)
    await ada.command("game undo")
    assert (await values(pages))["seneschal_replies_total refused"] == before + 1


async def test_health_names_the_trouble(pages: TestClient[Any, Any], bot: SeneschalBot, host: TableService) -> None:
    assert (await pages.get("/health")).status == 200
    store = host._access.store
    await store.close()
    answer = await pages.get("/health")
    assert answer.status == 503 and "The storage fails" in await answer.text()
    await store.open()
    await bot.close()
    answer = await pages.get("/health")
    assert answer.status == 503 and "isn't connected" in await answer.text()
