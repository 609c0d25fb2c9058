"""Trouble at Discord or on the way there: nothing is lost, nothing comes twice, and no one has to wait for someone else."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Literal

import discord
import pytest
import yarl

from cogs import SeneschalBot, text
from cogs.messages import outbox
from cogs.text import ahead as text_ahead
from engine.save import Entry
from sandbox.errors import DiscordError
from sandbox.interactions import DEFER, DEFER_UPDATE, MODAL, REPLY, UPDATE
from sandbox.limits import Pace
from sandbox.recorder import Dropped, Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, settled, until
from settings import BotSettings
from tables import TableService
from tests.cogs.conftest import connected, hosting
from tests.cogs.kit import AUTO_ANSWERS, Planner, Reader, buy_and_end, heading, play_out, record
from tests.cogs.test_clicks import begun, lobby, menu_of, shown

Moment = Literal["before", "after"]
Which = Callable[[Exchange], bool]


def callback(*kinds: int) -> Which:
    """Match answers of these kinds."""
    return lambda exchange: exchange.path.endswith("/callback") and exchange.body["type"] in kinds


def follow_up(exchange: Exchange) -> bool:
    """Return whether a request sends another message after an answer."""
    return exchange.method == "POST" and exchange.path.startswith("/webhooks/")


@asynccontextmanager
async def cut(sandbox: Sandbox, which: Which, moment: Moment) -> AsyncIterator[asyncio.Event]:
    """Break the connection at the first such request; the event yielded says when that has happened."""
    happened = asyncio.Event()

    async def gate(when: Moment, exchange: Exchange) -> None:
        if not happened.is_set() and when == moment and which(exchange):
            happened.set()
            raise Dropped

    sandbox.gate = gate
    yield happened
    sandbox.gate = None
    assert happened.is_set()


def refusing(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, which: Which, *refusals: DiscordError) -> list[Exchange]:
    """Refuse the first such requests, as Discord would, with these errors."""
    execute, left, hits = sandbox.rest._execute, list(refusals), list[Exchange]()

    def execute_or_refuse(request: Any, exchange: Exchange, uploads: Any) -> dict[str, str]:
        if not left or not which(exchange):
            return execute(request, exchange, uploads)
        refusal = left.pop(0)
        hits.append(exchange)
        exchange.status, exchange.answer = refusal.status, refusal.body
        sandbox.recorder.exchanges.remove(exchange)  # Discord's API description doesn't cover server errors
        return {"Via": "1.1 sandbox"}

    monkeypatch.setattr(sandbox.rest, "_execute", execute_or_refuse)
    return hits


def slow_to_answer(host: object, monkeypatch: pytest.MonkeyPatch, call: str, until: asyncio.Event) -> None:
    """Make a call to the host wait for the event, so that its click is deferred immediately."""
    done = getattr(host, call)

    async def slowly(*args: Any, **named: Any) -> Any:
        await until.wait()
        return await done(*args, **named)

    monkeypatch.setattr("cogs.answers.answer.DEFER_AFTER", 0.0)
    monkeypatch.setattr(host, call, slowly)


# answers that are cut off


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_ephemeral_answer_cut_off_is_there_once(
    moment: Moment, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    async with cut(sandbox, callback(REPLY), moment):
        await ben.click("Log", where="#table")
        await settled(sandbox)
    assert sum(one.ephemeral and "Fingerprint of the shuffle seed" in one.text for one in ben.messages()) == 1


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_window_cut_off_opens(moment: Moment, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    _, other = await begun(sandbox, ada, ben)
    async with cut(sandbox, callback(MODAL), moment):
        await other.player.click(text_ahead.PLAN, on=shown(other))
        await settled(sandbox)
    await other.player.submit(text="Silver")
    await other.player.sees("Silver", where="DM", button=text_ahead.CHANGE_PLAN)


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_defer_cut_off_still_gets_its_answer(
    moment: Moment,
    bot: SeneschalBot,
    sandbox: Sandbox,
    host: TableService,
    ada: Player,
    ben: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    seen, menu = shown(me), menu_of(shown(me))
    deferred = asyncio.Event()
    slow_to_answer(host, monkeypatch, "act", deferred)
    async with cut(sandbox, callback(DEFER_UPDATE), moment) as happened:
        clicked = asyncio.create_task(me.player.select(menu, "buy:Copper", on=seen))
        await happened.wait()
        deferred.set()
        await clicked
        await settled(sandbox)
    assert heading(shown(me)).startswith("### Your next hand in ")
    assert not any("went wrong" in one.text for one in me.player.messages("DM"))


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_what_is_for_one_person_stays_beside_the_board_then(
    moment: Moment,
    bot: SeneschalBot,
    sandbox: Sandbox,
    host: TableService,
    ada: Player,
    ben: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await begun(sandbox, ada, ben)
    board, deferred = await ada.sees("piles empty", button="Log"), asyncio.Event()
    slow_to_answer(host, monkeypatch, "log", deferred)
    async with cut(sandbox, callback(DEFER_UPDATE), moment) as happened:
        clicked = asyncio.create_task(ada.click("Log", on=board))
        await happened.wait()
        deferred.set()
        await clicked
        await settled(sandbox)
    assert "piles empty" in ben.now(board).text
    assert sum(one.ephemeral and "Fingerprint of the shuffle seed" in one.text for one in ada.messages()) == 1


async def test_an_answer_in_a_channel_that_has_since_been_deleted_is_given_up(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refused = refusing(sandbox, monkeypatch, callback(REPLY), *[DiscordError(404, 10003, "Unknown Channel")] * 2)
    with pytest.raises(AssertionError):
        await ada.command("settings")
    assert len(refused) == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize(
    "refusal", [DiscordError(401, 50027, "Invalid Webhook Token"), DiscordError(404, 10015, "Unknown Webhook")]
)
async def test_an_answer_to_an_interaction_that_is_over_takes_one_line_of_the_log(
    refusal: DiscordError,
    bot: SeneschalBot,
    sandbox: Sandbox,
    host: TableService,
    ada: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    deferred = asyncio.Event()
    slow_to_answer(host.people, monkeypatch, "answers", deferred)
    asked = asyncio.create_task(ada.command("settings"))
    await until(sandbox, lambda: any(callback(DEFER)(each) for each in sandbox.recorder.exchanges), str, 10.0)
    over = refusing(sandbox, monkeypatch, lambda exchange: exchange.path.startswith("/webhooks/"), *[refusal] * 3)
    deferred.set()
    await asked
    await settled(sandbox)
    assert len(over) == 1
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_command_cut_off_while_it_is_deferred_is_answered_once(
    moment: Moment, bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    deferred = asyncio.Event()
    slow_to_answer(host.people, monkeypatch, "answers", deferred)
    async with cut(sandbox, callback(DEFER), moment) as happened:
        asked = asyncio.create_task(ada.command("settings"))
        await happened.wait()
        deferred.set()
        await asked
        await settled(sandbox)
    assert sum(AUTO_ANSWERS in one.text for one in ada.messages()) == 1
    assert (await ada.sees(AUTO_ANSWERS)).ephemeral


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_invitation_cut_off_pings_once(
    moment: Moment, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "RETRIES", (0.05,))
    await ada.command("game new")
    await ada.click("Invite…")
    async with cut(sandbox, lambda exchange: "has invited you" in str(exchange.body), moment):
        await ada.select("Choose people…", ben.person.user.id, on=await ada.sees("### Invite people"))
        await ben.sees("has invited you")
    await settled(sandbox)
    assert len(ben.pings) == 1
    assert sum("Invited. I've pinged them" in one.text for one in ada.messages()) == 1


@pytest.mark.parametrize("often", [1, 2])
async def test_a_hand_whose_connection_breaks_just_as_the_game_begins_is_there_and_up_to_date(
    often: int, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand has arrived, and says that its player has a seat. The broken connection is also the one for any retry."""
    monkeypatch.setattr(outbox, "RETRIES", (0.05,))
    seated, started, broken = asyncio.Event(), asyncio.Event(), Counter[str]()

    async def gate(when: Moment, exchange: Exchange) -> None:
        to_be_broken = when == "after" and exchange.method == "POST" and "You have a seat" in str(exchange.body)
        if to_be_broken and broken[exchange.path] < often:
            broken[exchange.path] += 1
            if len(broken) == 2:
                seated.set()
            await started.wait()
            raise Dropped

    sandbox.gate = gate
    await lobby(ada, ben)
    await seated.wait()
    await ada.click("Start")
    await ada.sees("piles empty")
    started.set()
    await settled(sandbox)
    assert [*broken.values()] == [often, often]
    me, other = sorted([Reader(ada), Reader(ben)], key=lambda reader: not reader.asked)
    assert ["Your turn" in one.text for one in me.player.messages("DM")] == [True]
    assert ["I'll ping you" in one.text for one in other.player.messages("DM")] == [True]


async def test_what_follows_an_answer_is_sent_again_when_cut_off(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    ben.person.user.dms_closed = True
    await ada.command("game new")
    async with cut(sandbox, follow_up, "before"):
        await ben.click("Join")
        await settled(sandbox)
    assert sum("I can't DM you" in one.text for one in ben.messages()) == 1


# answers that hang or are refused


async def test_no_one_waits_behind_an_answer_that_discord_never_confirms(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.answers.answer.PATIENCE", 0.3)
    await ada.command("game new")
    seen = await ada.sees("Ada's table", button="Join")
    cleo, for_ever, hangs, hanging = Player(sandbox, "Cleo"), asyncio.Event(), asyncio.Event(), list[str]()

    async def gate(when: Moment, exchange: Exchange) -> None:
        if when == "before" and callback(UPDATE)(exchange) and exchange.path in (hanging or [exchange.path]):
            hanging.append(exchange.path)
            hangs.set()
            await for_ever.wait()
            raise Dropped

    sandbox.gate = gate
    lost = asyncio.create_task(ben.click("Join", on=seen))
    await hangs.wait()
    await cleo.click("Join", on=seen)
    await ada.sees("Ben", "Cleo", button="Start")
    for_ever.set()
    sandbox.gate = None
    await settled(sandbox)
    lost.cancel()
    assert len(hanging) == 2


@pytest.mark.parametrize(
    "refusal", [DiscordError(503, 0, "Unavailable"), DiscordError(429, 0, "Slow down", retry_after=60.0, **{"global": False})]
)
async def test_what_discord_can_t_take_now_is_shown_all_the_same(
    refusal: DiscordError, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.answers.answer.PATIENCE", 0.2)
    me, _ = await begun(sandbox, ada, ben)
    seen, menu = shown(me), menu_of(shown(me))
    hits = refusing(sandbox, monkeypatch, callback(UPDATE), refusal, refusal)
    clicked = asyncio.create_task(me.player.select(menu, "buy:Copper", on=seen))
    await me.player.sees("Your next hand in", where="DM", button="Plan…")
    assert len(hits) == 2
    clicked.cancel()


async def test_a_window_that_comes_too_late_says_so(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(ada, ben)
    await ada.click("Kingdom…")
    save, late = await ada.sees(button="Save kingdom"), asyncio.Event()
    slow_to_answer(host.history, monkeypatch, "look", late)
    await ada.click("Save kingdom", on=save)
    late.set()
    await ada.sees(text.TOO_SLOW)


def opening(exchange: Exchange) -> bool:
    """Return whether a request opens a thread."""
    return exchange.method == "POST" and exchange.path.endswith("/threads")


def showing(exchange: Exchange) -> bool:
    """Return whether a request puts a thread into someone's list."""
    return "/thread-members/" in exchange.path


@pytest.mark.parametrize("which", [opening, showing])
@pytest.mark.parametrize("moment", ["before", "after", "refused"])
async def test_a_thread_that_can_t_be_opened_now_is_opened_by_the_next_click(
    moment: str,
    which: Which,
    bot: SeneschalBot,
    sandbox: Sandbox,
    host: TableService,
    ada: Player,
    ben: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await ada.command("game new", thread=True)
    await ben.click("Join")
    await settled(sandbox)
    if moment == "refused":
        assert not refusing(sandbox, monkeypatch, which, DiscordError(503, 0, "Unavailable"))
        await ada.click("Start")
    else:
        async with cut(sandbox, which, "before" if moment == "before" else "after"):
            await ada.click("Start")
    await settled(sandbox)
    (table,) = await host.live()
    if table.phase == "lobby":
        await ada.sees(text.OUT_OF_REACH)
        await ada.click("Start", on=await ada.sees("Ada's table", button="Start"))
        await settled(sandbox)
        (table,) = await host.live()
    assert table.phase == "playing" and table.place.thread is not None
    assert sum(each.is_thread for each in sandbox.world.channels.values()) == 1
    assert not any("went wrong" in one.text for one in ada.messages())


# the gateway


async def test_a_click_sent_while_the_gateway_is_gone_is_taken_when_it_is_back(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    await sandbox.gateway.close()
    clicked = asyncio.create_task(me.player.click("End turn", on=shown(me)))
    await clicked
    await other.player.sees("Your turn", where="DM")
    (table,) = await host.live()
    assert table.turn == 2


# whole games


async def played(sandbox: Sandbox, host: TableService) -> tuple[list[Entry], dict[str, list[str]], Counter[str]]:
    """Play two turns each; return the answers, the screens, and the pings."""
    ada, ben = players = Player(sandbox, "Ada", patient=True), Player(sandbox, "Ben", patient=True)
    await ada.command("game new", seats=2)
    await ben.click("Join")
    await settled(sandbox)
    await ada.click("Start")
    await play_out(sandbox, [Planner(ada), Planner(ben)], turns=2, quiet=0.1)
    await settled(sandbox, 0.2)
    (table,) = await host.live()
    journal = [stored.entry for stored in await host._store.journal(table.id)]
    screens = {f"{each.name} {where}": record(each, where) for each in players for where in ("#table", "DM")}
    return journal, screens, Counter(sandbox.world.users[ping.user_id].username for ping in sandbox.world.pings)


def troubled(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, every: int) -> Counter[str]:
    """Refuse one in this many requests, or cut it off before or after Discord has acted. Return the counts, which keep being
    updated."""
    execute, numbers, made = sandbox.rest._execute, count(1), Counter[str]()

    def execute_or_not(request: Any, exchange: Exchange, uploads: Any) -> dict[str, str]:
        number = next(numbers)
        if number % every:
            return execute(request, exchange, uploads)
        kind = ("refused", "before", "after")[number // every % 3]
        if kind == "refused" and exchange.path.startswith("/channels"):  # discord.py itself retries the others, after a second
            made["refused"] += 1
            exchange.status, exchange.answer = 503, {"message": "Unavailable", "code": 0}
            return {"Via": "1.1 sandbox"}
        made[kind] += 1
        if kind != "before":
            execute(request, exchange, uploads)
        raise Dropped

    monkeypatch.setattr(sandbox.rest, "_execute", execute_or_not)
    return made


async def test_a_game_through_trouble_ends_like_any_other(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "RETRIES", (0.05,))
    ended = []
    for every in (0, 7, 4):
        mine = settings.model_copy(update={"sandbox_database_url": f"sqlite:///{tmp_path / str(every)}.db"})
        async with Sandbox(pace=Pace(per_channel=10_000, everywhere=10_000, identify=0.0)) as sandbox:
            monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
            monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
            async with hosting(mine) as host, connected(sandbox, host, mine):
                made = troubled(sandbox, monkeypatch, every) if every else Counter()
                ended.append(await played(sandbox, host))
        assert not every or {*made} >= {"before", "after", "refused"}
    calm = ended[0]
    assert calm[0]
    assert ended[1:] == [calm, calm]


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_a_request_that_hangs_is_given_up_and_its_message_is_there_once(
    moment: Moment,
    method: str,
    bot: SeneschalBot,
    sandbox: Sandbox,
    host: TableService,
    ada: Player,
    ben: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    me, other = await begun(sandbox, ada, ben)
    hanging, for_ever = asyncio.Event(), asyncio.Event()

    async def gate(when: Moment, exchange: Exchange) -> None:
        if when == moment and not hanging.is_set() and exchange.method == method and exchange.path.startswith("/channels/"):
            hanging.set()
            await for_ever.wait()
            raise Dropped

    sandbox.gate = gate
    monkeypatch.setattr(outbox, "STUCK", 0.3)
    monkeypatch.setattr(outbox, "RETRIES", (0.1,))
    await buy_and_end(me.player, "buy:Copper", on=shown(me))
    await hanging.wait()
    monkeypatch.setattr(outbox, "STUCK", 60.0)
    await other.player.sees("Your turn", where="DM", button="End turn")
    await ada.sees(f"**{me.player.name} 1:**", "→ Copper")
    await ada.sees(f"{other.player.name}'s turn 1", "piles empty")
    for_ever.set()
    await settled(sandbox)
    assert sum("Your turn" in one.text for one in other.player.messages("DM")) == 1
    boards = [one.text for one in ada.messages() if "piles empty" in one.text]
    assert len(boards) == 1, "yesterday's turn is a record by now"
