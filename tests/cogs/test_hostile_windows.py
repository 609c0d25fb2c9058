"""Anything that people write in windows, however late: nothing is lost on the way, pings anyone or goes wrong."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs import SeneschalBot
from sandbox.server import Sandbox
from sandbox.testing import settled
from tests.cogs.hostile import forge, told
from tests.cogs.test_hostile import HOST, PLAYER, Phase, Site
from tests.soak import some_or_all

WRITTEN = (
    *(
        "",
        " ",
        "\n\n\n",
        "x",
        "x" * 4000,
        "Silver, " * 500,
        "🏰" * 400,
        "é\u0301" * 300,
        ",,,",
        "$999999999999 Province",
        "0 Copper",
        "٣ Silver",
    ),
    *(
        "\u202eevil",
        "\u200b" * 40,
        "\x00\x07",
        "@everyone @here <@1> <@&1> <#1> </game new:1>",
        "```x``` ||x|| [x](http://x.example)",
    ),
    *(
        "{} {0} %s %(x)s \\",
        "'; DROP TABLE tables; --",
        "-1",
        "9" * 200,
        "²",
        "play Village, $8 Province",
        "Curse, Estate",
        "3 Empires",
    ),
)
WINDOWS = (
    *(("planned", ""), ("planned", "replan"), ("set-list", ""), ("saved", ""), ("request", ""), ("request", "reword")),
    *(("numbered", ""), ("numbered", "debt"), ("named", ""), ("new", ""), ("new", "x")),
)


@some_or_all("every", 3, 1)
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_anything_written_at_any_time(phase: Phase, every: int, bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, phase)
    await site.open()
    number = 0
    for place, (verb, arg) in enumerate(WINDOWS):
        for word in WRITTEN[place % every :: every]:
            number += 1
            name = (HOST, PLAYER)[number % 2]
            messages = await site.messages(name)
            said = f"s:{site.table}:{await site.decision(name)}:{verb}:{arg}"
            answer = await site.send(name, messages[number % len(messages)], said, written=word)
            what = f"{said} {word[:40]!r}"
            assert answer.interaction.state == "done", what
            assert answer.text.strip(), what
            assert "went wrong" not in answer.text, what
            assert not any(meant in answer.text for meant in ("@everyone", "<@1>", "<@&1>", "<#1>")), what
            assert await site.trespasses(name) == [], what
    assert all(ping.why == "dm" for ping in sandbox.world.pings if ping.user_id == site.players["Eve"].person.user.id)


async def test_from_a_message_that_is_gone(bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, "playing")
    await site.open()
    for name in (HOST, PLAYER):
        gone = (await site.messages(name))[0]
        sandbox.requests.delete_message(gone.channel_id, gone.id)
        for verb, word in (
            ("planned", "Silver"),
            ("planned", "Slver"),
            ("set-list", "Curse"),
            ("set-list", "Crse"),
            ("numbered", "1"),
            ("named", "Gold"),
        ):
            answer = await site.send(name, gone, f"s:{site.table}:{await site.decision(name)}:{verb}:", written=word)
            assert answer.text.strip() and "went wrong" not in answer.text, (verb, word, name)
            await settled(sandbox)
        await site.close()
        await site.open()


async def test_a_window_sent_twice_together_counts_once(bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, "playing")
    await site.open()
    table = await bot.tables.table(site.table)
    waiting = next(name for name in (HOST, PLAYER) if not table.waits_for(site.id(name)))
    message = (await site.messages(waiting))[-1]
    both = [forge(sandbox, site.players[waiting], message, f"s:{site.table}:0:planned:", written="Silver") for _ in range(2)]
    await asyncio.gather(*(one.answered.wait() for one in both))
    await settled(sandbox)
    plan: Any = (await bot.tables.snapshot(site.table, site.id(waiting))).plan
    assert plan is not None and plan.text == "Silver"
    assert all("went wrong" not in told(sandbox, one).text for one in both)
