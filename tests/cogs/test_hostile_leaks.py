"""Two worlds that differ in what is hidden alone look the same to everybody from whom it is hidden: messages, edits, files,
windows, proposals, calls, and how many requests of which kind come in which order."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl

from cogs.text import ahead as text_ahead
from cogs.text import offers as text_offers
from engine import View
from sandbox.limits import Pace
from sandbox.model import Interaction, Json, MessageFlag
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import Settings
from tests.cogs.conftest import connected, hosting
from tests.cogs.game import Scene, hand, shopping
from tests.cogs.test_possession import PILES as WITH_POSSESSION
from tests.cogs.test_possession import rich

ID = re.compile(r"(?<![\w-])[0-9a-f]{8}(?![\w-])|(?<!\w)\d{12,20}(?!\w)|(?<=\"id\": )\d{5,10}(?!\w)")
"""A table's id; one of Discord's; a stamp, which is made of both and of the message's purpose."""
PASSING = re.compile(r"<t:\d+:R>|http://[\d.:]+/cdn/[\w-]+")
Seen = dict[str, list[str]]
"""What somebody was sent, by place, without what differs from one run to the next."""


@pytest.fixture
def pictures() -> bool:
    return True


class Calm(Player):
    """Does nothing more before everything is shown that their last act led to: so two worlds can be compared."""

    async def _insist(self, *args: Any) -> Interaction:
        done = await super()._insist(*args)
        await settled(self.sandbox)
        return done


def seen_by(sandbox: Sandbox, player: Player, since: int) -> Seen:
    """All that the bot sent after so many requests, as far as this person can tell. Notes are taken away in the background: when,
    between two other requests, is by chance, so they are counted by themselves."""
    world, names, found = sandbox.world, dict[str, str](), defaultdict[str, list[str]](list)
    for exchange in sandbox.recorder.exchanges:
        place = where(sandbox, player, exchange) if exchange.number > since else None
        if place is not None:
            channel = world.channels[place]
            body = {key: value for key, value in (exchange.body or {}).items() if key != "nonce"}
            told = f"{exchange.method} {json.dumps(body, sort_keys=True)} {exchange.files} {exchange.status}"
            told = PASSING.sub("", told)
            taken_away = exchange.method == "DELETE" and exchange.path.startswith("/webhooks/")
            found[(channel.name or "DM") + ", notes taken away" * taken_away].append(
                ID.sub(lambda id: names.setdefault(id[0], f"<{len(names)}>"), told)
            )
    return found


def where(sandbox: Sandbox, player: Player, exchange: Exchange) -> str | None:
    """In which channel this person sees something of a request; None if they don't."""
    parts, mine = exchange.path.split("/"), player.person.user.id
    if parts[1] == "channels":
        place = parts[2]
    elif parts[1] in ("interactions", "webhooks"):
        (interaction,) = (one for one in sandbox.interactions.by_id.values() if one.token == parts[3])
        body: Json = exchange.body if isinstance(exchange.body, dict) else {}
        public = body.get("data", body) if "components" in str(body) else {"flags": MessageFlag.EPHEMERAL}
        if interaction.user_id != mine and (public.get("flags") or 0) & MessageFlag.EPHEMERAL:
            return None
        if interaction.user_id != mine and interaction.message is not None and interaction.message.audience not in (None, mine):
            return None
        place = interaction.channel_id
    else:
        return None
    return place if sandbox.world.can_see(mine, sandbox.world.channels[place]) else None


@asynccontextmanager
async def world(settings: Settings, path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    """The bot on a database of its own, with Ada and Ben before it."""
    mine = settings.model_copy(update={"sandbox_database_url": f"sqlite:///{path}"})
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000)) as sandbox:
        monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
        async with hosting(mine) as host, connected(sandbox, host, mine):
            yield Scene(sandbox, host, *(Calm(sandbox, name) for name in ("Ada", "Ben")))


async def exchange_hidden(scene: Scene, player: Player, keep: str = "") -> None:
    """Somebody's hand and the top of their deck change places; a card of the name to `keep` stays in hand."""
    loaded = scene.host._tables[scene.id]
    assert loaded.game is not None
    seat = (await scene.view(player)).viewer
    assert seat is not None
    held = loaded.game._core.players[seat]
    kept = next((copy for copy in held.hand if copy.card.name == keep), None)
    rest = [copy for copy in held.hand if copy is not kept]
    before = sorted(copy.card.name for copy in rest)
    count = min(len(rest), len(held.deck))
    taken = held.deck[:count]
    held.hand[:] = [*([kept] if kept else []), *taken, *rest[count:]]
    held.deck[:count] = rest[:count]
    assert before != sorted(copy.card.name for copy in taken), "the worlds have to differ"


Prologue = Callable[[Scene], Awaitable[Player]]
Script = Callable[[Scene], Awaitable[None]]


async def alike(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    prologue: Prologue,
    script: Script,
    *,
    blind: str,
    keep: str = "",
) -> None:
    """Plays the same in two worlds, in the second of which somebody (whom `prologue` returns) holds other cards, and compares what
    reaches those from whom that is hidden: those named in `blind`, and whoever watches."""
    worlds, own = list[dict[str, Seen]](), list[Seen]()
    for number in range(2):
        async with world(settings, tmp_path / f"{number}.db", monkeypatch) as scene:
            hidden = await prologue(scene)
            if number:
                await exchange_hidden(scene, hidden, keep)
            await settled(scene.sandbox)
            since = scene.sandbox.recorder.count
            await script(scene)
            await settled(scene.sandbox)
            those = [Player(scene.sandbox, name) for name in ("Cleo", *blind.split())]
            own.append(seen_by(scene.sandbox, hidden, since))
            worlds.append({each.name: seen_by(scene.sandbox, each, since) for each in those})
    one, two = worlds
    assert own[0] != own[1], "they do differ for whoever may see it"
    for name, seen in one.items():
        assert seen["table"], "there is something to compare"
        for place, requests in seen.items():
            for number, told in enumerate(requests):
                assert told == two[name][place][number], f"{name} can tell in {place}"
        assert seen == two[name]


async def first_turn(scene: Scene) -> Player:
    """The game has begun; the one who comes second has something to hide."""
    await scene.begin()
    return (await scene.in_turn_order())[1]


async def busy(scene: Scene) -> None:
    """Whoever comes second looks, plans, says things in advance, declines, and hands their seat on, while the other plays."""
    sandbox = scene.sandbox
    me, other = await scene.in_turn_order()
    dan = Calm(sandbox, "Dan")
    await other.click(text_ahead.PLAN, on=await scene.panel(other))
    await other.submit(text="Silver, else Estate")
    await other.click("Log", where="#table")
    await other.click("My hand", where="#table")
    await other.command("game board")
    await other.command("settings")
    await other.click(text_ahead.FOR_THIS_GAME)
    await other.click(text_ahead.OWN_LIST)
    await other.submit(text="Curse, Estate, Copper")
    await other.click(text_ahead.DROP_PLAN, on=await scene.panel(other))
    panel = await scene.panel(me)
    await me.click(next(label for label in panel.buttons if label.startswith("Play all")), on=panel)
    await scene.undo(me, "Treasures")
    await me.click("End turn", on=await scene.panel(me))
    await me.click(text_offers.TAKE_BACK, on=await scene.panel(me))
    back = await me.sees("### Ask to undo", where="DM")
    await me.click(back.buttons[0], on=back)
    await other.click(text_offers.DECLINE, on=await scene.panel(other))
    await me.suggestions("game substitute", "seat", seat="")
    await other.command("game substitute", person=dan.person.user.id)
    await other.click("Ask the table")
    call = await dan.sees("is to take over", button="Decline")
    await dan.click("Agree", on=call)
    await me.click("Agree", on=dan.now(call))
    await dan.command("game hand")
    await me.command("game log")
    await me.command("game hand")
    await Calm(sandbox, "Cleo").command("game log")


async def test_nothing_that_somebody_does_with_their_hand_betrays_it(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alike(settings, tmp_path, monkeypatch, first_turn, busy, blind="Ben")


async def possessed(scene: Scene) -> Player:
    """One player has just ended the turn in which they played Possession; the other holds a Cellar."""
    await scene.begin(*WITH_POSSESSION)
    names = [player.name for player in scene.players]

    def ready(views: dict[str, View]) -> bool:
        some = views[names[0]]
        current = some.players[some.current].name
        other = next(name for name in names if name != current)
        mine = views[current]
        return mine.phase == "action" and "Possession" in hand(mine, current) and "Cellar" in hand(views[other], other)

    await scene.bring(ready, shopping(rich))
    me, other = await scene.in_turn_order()
    await me.click("Play Possession", on=await scene.panel(me))
    await me.click("End turn", on=await scene.panel(me))
    return other


async def test_who_watches_a_possession_can_t_tell_the_hand(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(scene: Scene) -> None:
        other, me = await scene.in_turn_order()
        for player in (me, other):
            await player.command("game hand")
            await player.click("Log", where="#table")
        await me.click("Play Cellar", on=await scene.panel(me))
        await me.click("Why?", on=await scene.panel(me))
        await scene.undo(me, "Cellar")
        await Calm(scene.sandbox, "Cleo").command("game log")

    await alike(settings, tmp_path, monkeypatch, possessed, script, blind="", keep="Cellar")
