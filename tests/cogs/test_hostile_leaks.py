"""Two worlds that only differ in hidden things look the same to everyone who can't see these: messages, edits, files, windows,
suggestions, pings, and the number, kind and order of requests."""

from __future__ import annotations

import itertools
import json
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import discord
import pytest
import yarl

from cogs.messages.kinds import name_of
from cogs.text import ahead as text_ahead
from cogs.text import hand as text_hand
from cogs.text import proposals as text_proposals
from engine import Game, View
from engine.save import Setup, Snapshot
from sandbox.limits import Pace
from sandbox.model import Interaction, Json, MessageFlag
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from settings import BotSettings
from tables.models import Ping
from tests.cogs.conftest import connected, hosting
from tests.cogs.game import Scene, asks, hand, shopping
from tests.cogs.kit import behind_more, buy_and_end, propose_end
from tests.cogs.test_possession import PILES as WITH_POSSESSION
from tests.cogs.test_possession import rich

ID = re.compile(r"(?<!\w)\d{12,20}(?!\w)|(?<=\"id\": )\d{5,10}(?!\w)")
"""One of Discord's ids; a stamp, which is made of the table's and of the message's purpose."""
PASSING = re.compile(r"<t:\d+:R>|http://[\d.:]+/cdn/[\w-]+")
Seen = dict[str, list[str]]
"""What someone was sent, by place, without what differs between runs."""


@pytest.fixture
def pictures() -> bool:
    return True


class Calm(Player):
    """Waits until everything that the last action led to is shown, so that two worlds can be compared."""

    async def _insist(self, *args: Any) -> Interaction:
        done = await super()._insist(*args)
        await settled(self.sandbox)
        return done


def seen_by(sandbox: Sandbox, player: Player, since: int, until: float = inf) -> Seen:
    """Return everything the bot sent after this many requests, up to that many, as far as this person can tell, except for
    meaningless nonces. Notes are deleted in the background, at a random point between two other requests, so they are counted
    separately."""
    world, names, found = sandbox.world, dict[str, str](), defaultdict[str, list[str]](list)
    for exchange in sandbox.recorder.exchanges:
        place = where(sandbox, player, exchange) if since < exchange.number <= until else None
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
    """Return the channel in which this person sees something of a request; None if they don't."""
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
async def world(settings: BotSettings, path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    """Run the bot on its own database, with Ada and Ben present. No answer is deferred, since that would only happen on a slow
    machine."""
    monkeypatch.setattr("cogs.answers.answer.DEFER_AFTER", 600.0)
    mine = settings.model_copy(update={"sandbox_database_url": f"sqlite:///{path}"})
    async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0)) as sandbox:
        monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
        async with hosting(mine, (f"{number:08x}" for number in itertools.count(1))) as host, connected(sandbox, host, mine):
            tables, looks, now = itertools.count(1), itertools.count(1), host._access.clock()
            monkeypatch.setattr(host, "_id_source", lambda: f"{next(tables):08x}")
            monkeypatch.setattr(host._access, "clock", lambda: now + timedelta(seconds=5 * next(looks)))
            yield Scene(sandbox, host, *(Calm(sandbox, name) for name in ("Ada", "Ben")))


async def exchange_hidden(scene: Scene, player: Player, keep: str = "") -> None:
    """Swap, at the start of a turn, a card in a player's hand, other than `keep`, with a different one in their deck. The swap
    happens in the turn's snapshot, which the game is often replayed from."""
    loaded = scene.host._access._tables[scene.id]
    assert loaded.game is not None
    seat = (await scene.view(player)).viewer
    save = loaded.game.save()
    assert seat is not None and save.snapshot is not None
    players = [dict(each) for each in save.snapshot.state["players"]]
    hand, deck = list(players[seat]["hand"]), list(players[seat]["deck"])
    kept = [keep] if keep in hand else []
    for name in kept:
        hand.remove(name)
    place, at = next((i, j) for i, held in enumerate(hand) for j, name in enumerate(deck) if name != held)
    hand[place], deck[at] = deck[at], hand[place]
    players[seat] |= {"hand": [*kept, *hand], "deck": deck}
    snapshot = save.snapshot.model_copy(update={"state": save.snapshot.state | {"players": players}})
    loaded.game = Game.load(save.model_copy(update={"snapshot": snapshot}), loaded.table.names)


Prologue = Callable[[Scene], Awaitable[Player]]
Script = Callable[[Scene], Awaitable[None]]


async def alike(
    settings: BotSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    prologue: Prologue,
    script: Script,
    *,
    blind: str,
    keep: str = "",
) -> None:
    """Play the same in two worlds; in the second, the player that `prologue` returns has other cards. Compare what reaches those
    who can't see that: those in `blind`, and spectators."""
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
    assert own[0] != own[1], "they do differ for someone who can see it"
    for name, seen in one.items():
        assert seen["table"], "there is something to compare"
        for place, requests in seen.items():
            for number, told in enumerate(requests):
                assert told == two[name][place][number], f"{name} can tell in {place}"
        assert seen == two[name]


async def first_turn(scene: Scene) -> Player:
    """Start the game; the second player has something to hide."""
    await scene.begin()
    return (await scene.in_turn_order())[1]


async def busy(scene: Scene) -> None:
    """Make the second player look at things, plan, set answers in advance, decline, and hand over their seat, while the other one
    plays."""
    sandbox = scene.sandbox
    me, other = await scene.in_turn_order()
    dan = Calm(sandbox, "Dan")
    await other.click(text_ahead.PLAN, on=await scene.panel(other))
    await other.submit(text="Silver, else Estate")
    await other.click("Log", where="#table")
    await other.click("My hand", where="#table")
    await other.command("game board")
    await other.command("settings")
    await other.click(text_ahead.SHOW_FOR_ONE)
    await other.click(text_ahead.MORE, on=await other.sees(text_ahead.SETTINGS, where="#table"))
    await other.click(text_ahead.OWN_LIST)
    await other.submit(text="Curse, Estate, Copper")
    await behind_more(other, text_ahead.DROP_PLAN, on=await scene.panel(other))
    await scene.move(me, "treasures")
    await scene.undo(me, "playing Treasures")
    await me.click("End turn", on=await scene.panel(me))
    await behind_more(me, text_proposals.TAKE_BACK, on=await scene.panel(me))
    back = await me.sees("### Ask to undo", where="DM")
    await me.click(back.buttons[0], on=back)
    await other.click(text_proposals.DECLINE, on=await scene.panel(other))
    await me.suggestions("game substitute", "seat", seat="")
    await other.command("game substitute", person=dan.person.user.id)
    await other.click("Propose")
    call = await dan.sees("would take over", button="Decline")
    await dan.click("Agree", on=call)
    await me.click("Agree", on=dan.now(call))
    await dan.command("game hand")
    await me.command("game log")
    await me.command("game hand")
    await Calm(sandbox, "Cleo").command("game log")


async def test_nothing_that_a_player_does_with_their_hand_betrays_it(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alike(settings, tmp_path, monkeypatch, first_turn, busy, blind="Ben")


async def possessed(scene: Scene) -> Player:
    """Bring the game to the end of a player's turn with Possession, with a Cellar in the other player's hand."""
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


async def test_no_one_can_tell_the_hand_from_a_possession(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(scene: Scene) -> None:
        other, me = await scene.in_turn_order()
        for player in (me, other):
            await player.command("game hand")
            await player.click("Log", where="#table")
        await me.click("Play Cellar", on=await scene.panel(me))
        await behind_more(me, "Why?", on=await scene.panel(me))
        await scene.undo(me, "playing Cellar")
        await Calm(scene.sandbox, "Cleo").command("game log")

    await alike(settings, tmp_path, monkeypatch, possessed, script, blind="", keep="Cellar")


class Deal(NamedTuple):
    """What the player of the first turn starts with; the deck's top card comes first."""

    hand: Sequence[str]
    deck: Sequence[str]


def deal(monkeypatch: pytest.MonkeyPatch, dealt: Deal, *, next_one: bool = False) -> None:
    """Make the next game start like this, for its first player or the next one: it is loaded from a save with that snapshot, so it
    is also stored and replayed like that."""

    def new(setup: Setup, seed: bytes) -> Game:
        save = begin(setup, seed).save()
        assert save.snapshot is not None
        players = [dict(player) for player in save.snapshot.state["players"]]
        players[(save.snapshot.state["turn"][1] + next_one) % len(players)] |= {
            "hand": [*dealt.hand],
            "deck": [*reversed(dealt.deck)],
        }
        state = save.snapshot.state | {"players": players}
        return Game.load(save.model_copy(update={"snapshot": Snapshot(turn=1, entries=0, state=state)}))

    monkeypatch.setattr(Game, "new", new)


begin = Game.new


async def look(scene: Scene) -> None:
    """Look at everything that can be seen, as the player who isn't on turn and as a spectator."""
    _, other = await scene.in_turn_order()
    await settled(scene.sandbox)
    await other.command("game log")
    await other.command("game board")
    await other.click("My hand", where="#table")
    await other.click("More…", on=await scene.panel(other))
    await Calm(scene.sandbox, "Cleo").command("game log")


async def same_on_turn(
    settings: BotSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    piles: Sequence[str],
    deals: Sequence[Deal],
    script: Script,
) -> None:
    """Play the first turn in several worlds in which its player has different cards, and compare what the others are sent."""
    assert len({tuple(sorted([*each.hand, *each.deck])) for each in deals}) == 1, "what someone owns, all know"
    worlds, own = list[dict[str, Seen]](), list[Seen]()
    for number, dealt in enumerate(deals):
        deal(monkeypatch, dealt)
        async with world(settings, tmp_path / f"{number}.db", monkeypatch) as scene:
            await scene.begin(*piles)
            me, other = await scene.in_turn_order()
            since = scene.sandbox.recorder.count
            await script(scene)
            await settled(scene.sandbox)
            own.append(seen_by(scene.sandbox, me, since))
            worlds.append({name: seen_by(scene.sandbox, Player(scene.sandbox, name), since) for name in ("Cleo", other.name)})
    assert all(one != two for one, two in itertools.pairwise(own)), "they do differ for the player on turn"
    first, *others = worlds
    for name, seen in first.items():
        assert seen["table"], "there is something to compare"
        for world_ in others:
            for place, requests in seen.items():
                for told, told_too in zip(requests, world_[name][place], strict=False):
                    assert told == told_too, f"{name} can tell in {place}"
            assert seen == world_[name]


async def answer_while_asked(scene: Scene, me: Player, by: str, *labels: str) -> None:
    """Answer a card's questions, as long as it asks any, with the first button whose label begins like this."""
    while asks(by, shown := await scene.panel(me)):
        await me.click(next(each for each in shown.buttons if each.startswith(labels)), on=shown)


async def treasures(scene: Scene, me: Player) -> None:
    """Play all Treasures, after any Actions."""
    shown = await scene.panel(me)
    if text_hand.BUY_PHASE in shown.buttons:
        await me.click(text_hand.BUY_PHASE, on=shown)
    await scene.move(me, "treasures")
    await look(scene)


async def test_no_one_can_tell_whether_a_moneylender_found_a_copper(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(scene: Scene) -> None:
        me, _ = await scene.in_turn_order()
        shown = await scene.panel(me)
        if "Play Moneylender" in shown.buttons:
            await me.click("Play Moneylender", on=shown)
        else:  # where it would do nothing
            await behind_more(me, "Play Moneylender", on=shown)
        await look(scene)
        await answer_while_asked(scene, me, "Moneylender", "Trash nothing", "Nothing", "None", "No")
        await look(scene)
        shown = await scene.panel(me)
        await me.click(next(label for label in shown.buttons if label.startswith("End turn")), on=shown)

    without = Deal(("Moneylender", *3 * ("Estate",), "Curse"), (*5 * ("Copper",), "Silver"))
    with_copper = Deal(("Moneylender", "Copper", *2 * ("Estate",), "Curse"), (*4 * ("Copper",), "Estate", "Silver"))
    await same_on_turn(settings, tmp_path, monkeypatch, ("Moneylender", "Village"), (without, with_copper), script)


@pytest.mark.parametrize(
    ("card", "piles", "deals"),
    [
        (
            "Encampment",
            ("Encampment/Plunder",),
            (
                Deal(("Encampment", *4 * ("Copper",)), ("Copper", "Estate", "Estate", "Gold")),
                Deal(("Encampment", *3 * ("Copper",), "Gold"), ("Copper", "Estate", "Estate", "Copper")),
            ),
        ),
        (
            "Remodel",
            ("Remodel",),
            (
                Deal(("Remodel", *4 * ("Copper",)), ("Estate", "Silver", "Estate")),
                Deal(("Remodel", *2 * ("Copper",), "Estate", "Silver"), ("Copper", "Copper", "Estate")),
            ),
        ),
        (
            "Haven",
            ("Haven",),
            (
                Deal(("Haven", *4 * ("Copper",)), ("Estate", "Silver", "Copper")),
                Deal(("Haven", *2 * ("Copper",), "Estate", "Silver"), ("Copper", "Copper", "Copper")),
            ),
        ),
        (
            "Baron",
            ("Baron",),
            (
                Deal(("Baron", *4 * ("Copper",)), ("Estate", "Silver", "Copper")),
                Deal(("Baron", *3 * ("Copper",), "Estate"), ("Copper", "Copper", "Silver")),
            ),
        ),
        (
            "Lookout",
            ("Lookout",),
            (
                Deal(("Lookout", *4 * ("Copper",)), ("Estate", "Silver", "Gold", *3 * ("Copper",))),
                Deal(("Lookout", *4 * ("Copper",)), (*3 * ("Copper",), "Estate", "Silver", "Gold")),
            ),
        ),
    ],
)
async def test_no_one_can_tell_whether_a_card_asks(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, card: str, piles: Sequence[str], deals: Sequence[Deal]
) -> None:
    async def script(scene: Scene) -> None:
        me, _ = await scene.in_turn_order()
        await me.click(f"Play {card}", on=await scene.panel(me))
        await look(scene)

    await same_on_turn(settings, tmp_path, monkeypatch, piles, deals, script)


async def test_no_one_can_tell_which_cards_a_library_asks_about(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(scene: Scene) -> None:
        me, _ = await scene.in_turn_order()
        await me.click("Play Library", on=await scene.panel(me))
        await look(scene)
        await answer_while_asked(scene, me, "Library", "Take it", "Go on")
        await look(scene)
        shown = await scene.panel(me)
        await me.click(next(label for label in shown.buttons if label.startswith("End turn")), on=shown)

    hand = ("Library", *4 * ("Estate",))
    orders = (
        ("Copper", "Copper", "Copper", "Village", "Village"),
        ("Village", "Copper", "Copper", "Copper", "Village"),
        ("Copper", "Village", "Village", "Copper", "Copper"),
    )
    deals = [Deal(hand, (*order, *5 * ("Copper",))) for order in orders]
    await same_on_turn(settings, tmp_path, monkeypatch, ("Library", "Village"), deals, script)


async def test_no_one_can_tell_that_a_player_was_done_with_actions_and_thought_better_of_it(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(scene: Scene) -> None:
        me, other = await scene.in_turn_order()
        await propose_end(other)
        await me.click(text_proposals.DECLINE, on=await scene.panel(me))
        for _ in range(2):
            shown = await scene.panel(me)
            if text_hand.BUY_PHASE in shown.buttons:
                await me.click(text_hand.BUY_PHASE, on=shown)
                await me.click(
                    next(each for each in (await scene.panel(me)).buttons if each.startswith("Undo")), on=await scene.panel(me)
                )
        await look(scene)
        await treasures(scene, me)

    without = Deal((*3 * ("Copper",), *2 * ("Estate",)), (*4 * ("Copper",), "Estate", "Village"))
    with_action = Deal((*3 * ("Copper",), "Estate", "Village"), (*4 * ("Copper",), *2 * ("Estate",)))
    await same_on_turn(settings, tmp_path, monkeypatch, ("Village",), (without, with_action), script)


async def test_no_one_can_tell_whether_the_end_of_a_turn_waited_for_a_reaction_in_hand(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(scene: Scene) -> None:
        me, _ = await scene.in_turn_order()
        shown = await scene.panel(me)
        if text_hand.BUY_PHASE in shown.buttons:  # where there is an Action to play
            await me.click(text_hand.BUY_PHASE, on=shown)
        await buy_and_end(me, "buy:Silver", on=await scene.panel(me))
        await look(scene)
        shown = await scene.panel(me)
        (answer,) = {text_hand.LET_IT_HAPPEN, text_hand.GO_ON} & {*shown.buttons}
        await me.click(answer, on=shown)
        await look(scene)

    hand, deck = (*3 * ("Copper",), "Estate"), (*3 * ("Copper",), "Estate")
    deals = (Deal((*hand, "Watchtower"), ("Estate", *deck)), Deal((*hand, "Estate"), ("Watchtower", *deck)))
    await same_on_turn(settings, tmp_path, monkeypatch, ("Watchtower", "Village"), deals, script)


def test_the_nonce_of_a_ping_doesnt_reveal_how_often_the_table_has_changed() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    calls = [Ping(table="t", version=version, seat=1, person=2, decision=3, at=at) for version in range(3)]
    assert len({name_of(call) for call in calls}) == 1
    assert name_of(calls[0]) != name_of(calls[0].model_copy(update={"at": at + timedelta(seconds=1)}))
