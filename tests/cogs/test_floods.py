"""One person who never stops clicking keeps no one else at the table waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import pytest

import engine
from benchmarks.hostile import ENTANGLED
from cogs import SeneschalBot
from cogs.answers import latest, whereabouts
from cogs.answers.router import SHARE
from cogs.commands import places, rules
from cogs.commands.kingdom import requested
from cogs.commands.rules import meant
from cogs.messages import outbox
from cogs.panels import rules as pages
from engine import Match
from sandbox.model import Interaction, Message
from sandbox.server import Sandbox
from sandbox.testing import Player, settled, until
from settings import BotSettings
from tables import Options, Person, Place, TableService
from tables.commands import consent, lobby, seats
from tables.threads import aside, aside_to_draw, work_for
from tests.cogs.hostile import forge, type_in
from tests.cogs.test_clicks import begun, shown
from tests.databases import all_rows
from tests.lag import watched
from tests.lanes import queued

IN_THE_AIR, MOST = 3, 100
"""How many of a person's clicks are under way at a time, and how many there are in all."""
SECONDS = 3.0


async def flooding(sandbox: Sandbox, host: TableService, watcher: Player) -> Callable[[], Interaction]:
    """Return a function with which someone without a seat clicks on the board, which is always refused."""
    (table,) = await host.live()
    board = next(each for each in watcher.messages("#table") if "piles empty" in each.text)
    message = find(sandbox, board.id)
    return lambda: forge(sandbox, watcher, message, f"s:{table.id}:0:agree:")


def find(sandbox: Sandbox, id: str) -> Message:
    """Return the message with this id."""
    return next(messages[id] for messages in sandbox.world.messages.values() if id in messages)


async def test_the_board_follows_the_game_however_often_someone_clicks_on_it(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    click = await flooding(sandbox, host, Player(sandbox, "Cleo"))
    clicks = [click() for _ in range(IN_THE_AIR)]
    await me.player.click("End turn", on=shown(me))

    def follows() -> bool:
        return any(f"{other.player.name}'s turn 1" in each.text for each in ada.messages("#table"))

    while not follows() and len(clicks) < MOST:
        await clicks[-IN_THE_AIR].answered.wait()
        clicks.append(click())
    assert follows(), f"not after {len(clicks)} clicks"
    await settled(sandbox)


async def test_people_take_turns_however_often_one_of_them_clicks(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    click = await flooding(sandbox, host, Player(sandbox, "Cleo"))
    clicks = [click() for _ in range(MOST)]
    late = (await flooding(sandbox, host, ben))()
    await late.answered.wait()
    done = sum(each.state == "done" for each in clicks)
    assert done <= MOST // 2, f"{done} clicks of someone else were answered first"
    await asyncio.gather(*(each.answered.wait() for each in clicks))
    await settled(sandbox)


async def test_asking_again_and_again_to_move_a_game_looks_at_archived_threads_once(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "LOOK_AGAIN", 1_000.0)
    parent, guild = ada.channel("#table"), next(iter(sandbox.world.guilds))
    person = Person(id=int(ada.person.user.id), name="Ada")
    for number in range(3):
        thread = sandbox.requests.create_thread(parent.id, {"name": f"game {number}", "type": 11})
        await settled(sandbox)
        place = Place(guild=int(guild), channel=int(parent.id), thread=int(thread.id))
        opened = await host.new_table(place, person, Options(), action=f"new {number}")
        for command in (lobby.add_ai(), lobby.start()):
            await host.act(opened.table.id, person.id, command, action=f"{command.what} {number}")
        await settled(sandbox)
        sandbox.requests.edit_channel(thread.id, {"archived": True})
    await settled(sandbox)
    before = len(sandbox.recorder.exchanges)
    for _ in range(4):
        await ada.command("game move", where="#garden")
    looks = [each for each in sandbox.recorder.exchanges[before:] if each.method == "GET"]
    assert len(looks) == 3


async def test_clicks_on_a_game_in_a_locked_thread_look_at_its_place_once(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whereabouts, "LOOK_AGAIN", 1_000.0)
    parent, guild = ada.channel("#table"), next(iter(sandbox.world.guilds))
    person = Person(id=int(ada.person.user.id), name="Ada")
    thread = sandbox.requests.create_thread(parent.id, {"name": "game", "type": 11})
    await settled(sandbox)
    place = Place(guild=int(guild), channel=int(parent.id), thread=int(thread.id))
    opened = await host.new_table(place, person, Options(), action="new")
    for command in (lobby.add_ai(), lobby.start()):
        await host.act(opened.table.id, person.id, command, action=command.what)
    await settled(sandbox)
    sandbox.world.edit_locks(sandbox.world.channels[thread.id], locked=True, archived=True)
    await settled(sandbox)
    assert (await host.table(opened.table.id)).lost is not None
    before = len(sandbox.recorder.exchanges)
    board = next(reversed(sandbox.world.messages[thread.id].values()))
    clicks = [forge(sandbox, ada, board, f"s:{opened.table.id}:0:log:") for _ in range(30)]
    await asyncio.gather(*(each.answered.wait() for each in clicks))
    await settled(sandbox)
    looks = [each for each in sandbox.recorder.exchanges[before:] if each.method == "GET"]
    assert len(looks) == 1


def rows(settings: BotSettings) -> dict[str, int]:
    """Return how many rows each database table has, except for actions, which are forgotten after a few days."""
    return {name: len(rows) for name, rows in all_rows(settings.database).items() if name != "actions"}


async def test_asking_for_a_substitute_and_withdrawing_leaves_one_message(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    (table,) = await host.live()
    person, counted = int(ada.person.user.id), list[tuple[int, dict[str, int]]]()
    for number in range(6):
        await host.act(table.id, person, seats.replace(0, Person(id=99, name="Dan")), action=f"ask {number}")
        await settled(sandbox)
        await host.act(table.id, person, consent.decline(), action=f"withdraw {number}")
        await settled(sandbox)
        counted.append((len(ada.messages("#table")), rows(settings)))
    assert counted[1:] == counted[1:2] * 5
    await ada.sees("Settled: the player keeps the seat", where="#table")


async def test_moving_a_game_back_and_forth_leaves_one_message_at_each_place(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    counted = list[tuple[int, int, dict[str, int]]]()
    for _ in range(4):
        for place in ("#garden", "#table"):
            await ada.command("game move", where=place)
            await settled(sandbox)
        counted.append((len(ada.messages("#table")), len(ada.messages("#garden")), rows(settings)))
    assert counted[1:] == counted[1:2] * 3


async def test_moving_a_game_to_and_fro_asks_discord_about_each_player_once(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "LOOK_AGAIN", 1_000.0)
    await begun(sandbox, ada, ben)
    before = len(sandbox.recorder.exchanges)
    for place in ("#garden", "#table") * 3:
        await ada.command("game move", where=place)
    asked = [each for each in sandbox.recorder.exchanges[before:] if "/members/" in each.path]
    assert len(asked) == 1


async def test_a_flood_at_one_table_takes_few_requests_and_holds_no_one_up(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of Discord's 50 requests per second is for other tables."""
    monkeypatch.setattr(outbox, "PACE", 1.0)
    await begun(sandbox, ada, ben)
    (table,) = await host.live()
    flooding, person, before = True, int(ada.person.user.id), len(sandbox.recorder.exchanges)

    async def ask_and_withdraw() -> None:
        for number in count():
            if not flooding:
                return
            await host.act(table.id, person, seats.replace(0, Person(id=99, name="Dan")), action=f"ask {number}")
            await asyncio.sleep(0.02)
            await host.act(table.id, person, consent.decline(), action=f"withdraw {number}")

    async def write(player: Player) -> None:
        while flooding:
            await player.suggestions("game substitute", "seat", seat="b" * 90)

    async with watched() as held:
        floods = [asyncio.create_task(each) for each in (ask_and_withdraw(), write(ada), write(ben))]
        await asyncio.sleep(SECONDS)
        flooding = False
        await asyncio.gather(*floods)
    counted = [each for each in sandbox.recorder.exchanges[before:] if not each.path.endswith("/callback")]
    assert len(counted) < 10 * SECONDS and held.longest < 0.05
    await settled(sandbox)


async def test_one_persons_hard_requests_hold_up_no_one_elses_answers(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    cleo = Player(sandbox, "Cleo", where="#garden")
    typed = [type_in(sandbox, cleo, "game new", kingdom=f"{ENTANGLED}, 9 Reaction") for _ in range(40)]
    await asyncio.sleep(0.1)
    clicked = await asyncio.wait_for(me.player.click("End turn", on=shown(me)), SECONDS)
    found = await asyncio.wait_for(other.player.suggestions("game new", "kingdom", kingdom="Vil"), SECONDS)
    assert clicked.state == "done" and found
    await asyncio.gather(*(each.answered.wait() for each in typed))


async def test_the_board_follows_the_game_however_often_a_spectator_asks_for_it(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    """Discord accepts 30 edits per minute of messages that are an hour old."""
    me, other = await begun(sandbox, ada, ben)
    cleo, before = Player(sandbox, "Cleo"), len(sandbox.recorder.exchanges)
    for _ in range(10):
        await cleo.command("game board")
        await settled(sandbox)
    assert sum(each.method == "PATCH" for each in sandbox.recorder.exchanges[before:]) == 1
    await me.player.click("End turn", on=shown(me))

    def follows() -> bool:
        return any(f"{other.player.name}'s turn 1" in each.text for each in ada.messages("#table"))

    await until(sandbox, follows, lambda: "the board stands still", SECONDS)


async def test_only_what_a_person_typed_last_is_looked_up(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latest, "PAUSE", 0.3)
    looked = list[str]()

    def find(words: str) -> list[Match]:
        looked.append(words)
        return engine.find(words)

    monkeypatch.setattr(rules, "find", find)
    typed = [asyncio.create_task(ada.suggestions("rules", "about", about="Moat")) for _ in range(30)]
    found = await ben.suggestions("rules", "about", about="Witch")
    *_, last = await asyncio.gather(*typed)
    assert found and last and looked.count("Witch") == 1
    assert looked.count("Moat") <= 3


async def test_someone_whose_commands_all_wait_keeps_no_one_else_from_the_table(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    click = await flooding(sandbox, host, cleo := Player(sandbox, "Cleo"))
    async with AsyncExitStack() as waiting:
        for _ in range(SHARE):
            await waiting.enter_async_context(bot.router._share(int(cleo.person.user.id)))
        stuck = click()
        await asyncio.sleep(0.1)
        await asyncio.wait_for(me.player.click("End turn", on=shown(me)), SECONDS)

        def follows() -> bool:
            return any(f"{other.player.name}'s turn 1" in each.text for each in ada.messages("#table"))

        await until(sandbox, follows, lambda: "the board stands still", SECONDS)
    await stuck.answered.wait()
    await settled(sandbox)


async def test_a_look_up_of_many_unknown_words_runs_beside_the_loop(
    ada: Player, bot: SeneschalBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, threads, searched = threading.get_ident(), set[int](), list[str]()

    def looking(words: str, edition: int | None, *most: int) -> list[Match]:
        threads.add(threading.get_ident())
        searched.append(words)
        return []

    for module in (rules, pages):
        monkeypatch.setattr(module, "search", looking)
    unknown = "aaaa bbbb cccc dddd aaaa eeeee ffff gggg"
    await ada.command("rules", about=unknown, show=True)
    assert (await ada.sees(unknown)).ephemeral
    assert threads and loop not in threads
    assert searched == [unknown, "eeeee", "aaaa", "bbbb", unknown], "the last time for the page"


async def test_what_is_quick_does_not_wait_for_a_draw() -> None:
    drawing = threading.Event()
    draw = asyncio.ensure_future(aside_to_draw(drawing.wait))
    assert await asyncio.wait_for(aside(len, "quick"), 5) == 5
    drawing.set()
    assert await draw


async def test_someones_requests_wait_for_one_of_each_other_person(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By commands and in windows, whichever thread does the work."""
    await ben.command("game new", kingdom="Moatt")
    misread = find(sandbox, ben.messages()[-1].id)
    dan, cleo = (Player(sandbox, name, where="#garden") for name in ("Dan", "Cleo"))
    drawn, found, go_on = list[str](), list[str](), threading.Event()

    def drawing(line: str, *more: Any) -> Any:
        drawn.append(line)
        return requested(line, *more)

    def finding(words: str, *more: Any) -> Any:
        found.append(words)
        return meant(words, *more)

    monkeypatch.setattr("cogs.commands.opening.requested", drawing)
    monkeypatch.setattr(rules, "meant", finding)
    held = [asyncio.ensure_future(beside(go_on.wait, 10)) for beside in (aside, aside_to_draw)]
    asked = [type_in(sandbox, ben, "game new", kingdom="Random") for _ in range(2)]
    asked += [type_in(sandbox, dan, "rules", about="Moat") for _ in range(SHARE)]
    await queued(draws=2, short=SHARE)
    asked += [type_in(sandbox, cleo, "rules", about="Witch"), type_in(sandbox, ada, "game new", kingdom="Village")]
    await queued(draws=3, short=SHARE + 1)
    asked += [forge(sandbox, ben, misread, "s:-:0:new:{}", written="Gardens")]
    await queued(draws=4, short=SHARE + 1)
    go_on.set()
    await asyncio.gather(*held, *(each.answered.wait() for each in asked))
    assert drawn == ["Random", "Village", "Random", "Gardens"] and found == ["Moat", "Witch", "Moat", "Moat"]
    await settled(sandbox)


async def test_what_messages_need_does_not_wait_for_all_that_someone_asked_for(bot: SeneschalBot) -> None:
    go_on, done = threading.Event(), list[str]()
    held = asyncio.ensure_future(aside(go_on.wait, SECONDS))

    async def show() -> None:
        await aside(done.append, "messages")

    async def click() -> None:
        work_for(1)
        flood = [asyncio.create_task(aside(done.append, "flood")) for _ in range(3)]
        await asyncio.sleep(0.01)
        bot.outbox.background(show())
        await asyncio.sleep(0.01)
        go_on.set()
        await asyncio.gather(*flood)

    await asyncio.gather(held, asyncio.create_task(click()))
    assert done == ["flood", "messages", "flood", "flood"]


async def test_the_list_of_followed_games_asks_discord_about_each_server_once(
    host: TableService, bot: SeneschalBot, sandbox: Sandbox, ada: Player
) -> None:
    """Someone can follow fifty games, and turn the pages without end."""
    dan, guild = Player(sandbox, "Dan"), next(iter(sandbox.world.guilds))
    person = Person(id=int(ada.person.user.id), name="Ada")
    for where in ("#table", "#garden"):
        place = Place(guild=int(guild), channel=int(ada.channel(where).id))
        opened = await host.new_table(place, person, Options(), action=f"new {where}")
        for command in (lobby.add_ai(), lobby.start()):
            await host.act(opened.table.id, person.id, command, action=f"{command.what} {where}")
        await settled(sandbox)
        await dan.command("game follow", where=where)
    dan.person.open_dm()
    await dan.command("games", where="DM")
    before = len(sandbox.recorder.exchanges)
    await dan.click("Followed games", where="DM")
    await dan.sees("### Games that you follow", f"<#{ada.channel('#table').id}>", f"<#{place.channel}>", where="DM")
    asked = [each for each in sandbox.recorder.exchanges[before:] if "/members/" in each.path]
    assert len(asked) == 1
