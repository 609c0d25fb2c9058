"""The sandbox as a process, its file, its streams, and a bot process that is killed."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from sandbox import saving
from sandbox.gateway import ZlibStream, ZstdStream
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import BotProcess, Crashes, Moment, Player, settled

from . import little_process
from .little_bot import LittleBot, panel, picture

ROOT = Path(__file__).parents[2]


async def test_the_world_outlives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "world.json"
    for visit in range(2):
        async with Sandbox(file=file, pace=Pace(acknowledge=1.0, identify=0.0)) as sandbox:
            monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
            monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
            client = LittleBot()
            running = asyncio.create_task(client.start(sandbox.token))
            await asyncio.sleep(0.3)
            ada = Player(sandbox, "Ada")
            if visit == 0:
                channel = client.get_channel(int(ada.channel().id))
                assert isinstance(channel, discord.TextChannel)
                await channel.send(view=panel(7, image=True), file=picture())
                await ada.command("hand")
            else:
                await ada.click("Count 7")
                await ada.sees("The board 8")
                assert not any(one.ephemeral for one in ada.messages())
            await client.close()
            await running
    assert saving.to_json(sandbox.world) == json.loads(file.read_text())


def test_a_file_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 99"):
        saving.from_json({"version": 99})


def test_streams_are_what_discord_py_decodes() -> None:
    payloads = [b'{"a": 1}', b"x" * 200_000, "🃏".encode() * 70_000, b"{}"]
    decoder = discord.utils._ActiveDecompressionContext()
    stream: Any = {"zlib-stream": ZlibStream, "zstd-stream": ZstdStream}[decoder.COMPRESSION_TYPE]()
    for payload in payloads:
        assert decoder.decompress(stream(payload)) == payload.decode()


def test_the_zstd_stream_is_zstd() -> None:
    zstandard = pytest.importorskip("zstandard", reason="the zstd stream, since no decoder (zstandard) is installed")
    decoder, stream = zstandard.ZstdDecompressor().decompressobj(), ZstdStream()
    for payload in (b'{"a": 1}', b"x" * 200_000, b"{}"):
        assert decoder.decompress(stream(payload)) == payload


async def test_it_runs_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sandbox", "--file", str(tmp_path / "world.json")]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    told = json.loads(await asyncio.wait_for(process.stdout.readline(), 10))
    headers = {"Authorization": f"Bot {told['token']}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(told["api_url"] + "/users/@me") as response:
        assert (await response.json())["username"] == "Seneschal"
    process.terminate()
    assert await process.wait() == 0
    assert (tmp_path / "world.json").is_file()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_bot_killed_between_requests_comes_back(when: Any) -> None:
    """The little bot keeps nothing: an old button works again because its id says everything."""
    async with Sandbox(pace=Pace(acknowledge=0.5, identify=0.0)) as sandbox:
        bot = BotProcess(sandbox, little_process.run)
        await bot.start()
        ada = Player(sandbox, "Ada", patient=True, timeout=20)
        await settled(sandbox, 0.3, 20)
        await ada.command("game new")
        moment: Moment = (sandbox.recorder.count + 1, when)
        with Crashes(sandbox, bot, [moment]) as crashes:
            await ada.click("Count 2")
            await crashes.over()
        await ada.sees("The board 3")
        assert len(crashes.hits) == 1
        assert crashes.hits[0].dropped
        assert len(ada.messages()) == 1
        await bot.stop()
