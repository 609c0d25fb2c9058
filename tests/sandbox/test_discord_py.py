"""The real discord.py against the sandbox: commands, components, dialogs, messages, threads, reconnects."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from sandbox.errors import NotPossible
from sandbox.limits import Pace
from sandbox.server import Sandbox
from sandbox.testing import NotSeen, Player, settled, until

from . import openapi
from .little_bot import LittleBot, panel, picture


def table(bot: LittleBot) -> discord.TextChannel:
    found = discord.utils.get(bot.get_all_channels(), name="table")
    assert isinstance(found, discord.TextChannel)
    return found


async def direct(bot: LittleBot, player: Player) -> discord.DMChannel:
    user = await bot.fetch_user(int(player.person.user.id))
    return await user.create_dm()


# Commands and components -----------------------------------------------------------------------------------------------


async def test_a_command_posts_a_panel_with_a_picture(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", players=3)
    shown = await ada.sees("The board 3")
    assert shown.buttons == ["Rules", "Count 3"]
    assert bot.log == [f"new 3 by Ada {(1 << 53) - 1:x}"]
    media = shown.json["components"][0]["components"][2]["items"][0]["media"]
    async with aiohttp.ClientSession() as session, session.get(media["url"]) as response:
        assert (response.status, response.content_type) == (200, "image/png")
    assert (media["width"], media["height"]) == (3, 2)


async def test_options_are_checked_as_a_client_does(bot: LittleBot, ada: Player) -> None:
    with pytest.raises(NotSeen, match="too small or too large"):
        await ada.command("game new", players=7)
    with pytest.raises(NotSeen, match="no such command"):
        await ada.command("game old")
    with pytest.raises(NotSeen, match="required"):
        await ada.command("card")


async def test_autocomplete_and_resolved_users(bot: LittleBot, ada: Player, ben: Player) -> None:
    assert await ada.suggestions("card", "name", name="mi") == ["Mine", "Militia"]
    await ada.command("card", name="Moat", who=ben.person.user.id)
    shown = await ada.sees("Moat for Ben")
    assert shown.ephemeral
    assert all("Moat" not in one.text for one in ben.messages())


async def test_a_dynamic_button_edits_its_message(bot: LittleBot, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ada.click("Count 2")
    shown = await ben.sees("The board 3", button="Count 3")
    await ben.click("count:3", on=shown)
    await ada.sees("The board 4")


async def test_a_stale_click_only_if_asked_for(bot: LittleBot, ada: Player) -> None:
    await ada.command("game new")
    before = await ada.sees("The board 2")
    await ada.click("Count 2", on=before)
    with pytest.raises(NotSeen, match="0 components called 'Count 2'"):
        await ada.click("Count 2", on=before)
    await ada.click("Count 2", on=before, stale=True)
    await ada.sees("The board 3")


async def test_a_menu_answers_in_private(bot: LittleBot, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ben.select("Treasures", "Copper", "Gold")
    assert (await ben.sees("You chose copper, gold.")).ephemeral
    with pytest.raises(NotSeen, match="Choose 1 to 2"):
        await ben.select("Treasures", "Copper", "Silver", "Gold")


async def test_a_dialog_with_one_of_each(bot: LittleBot, ada: Player) -> None:
    await ada.command("ask")
    with pytest.raises(NotSeen, match="Write 1 to 20"):
        await ada.submit(pace="fast")
    await ada.submit(Note="hello", pace="fast", sets=["base", "empires"], sure=True, card=["Mine"])
    await ada.sees("Answers: ['hello', 'fast', ['base', 'empires'], True, ['Mine']]")
    assert ada.person.modal is None


async def test_a_deferred_answer_keeps_its_defers_visibility(bot: LittleBot, ada: Player, ben: Player) -> None:
    await ada.command("hand")
    sorted_hand = await ada.sees("Your hand, sorted")
    assert [one["ephemeral"] for one in sorted_hand.json["attachments"]] == [True]
    await ada.sees("Even more of it")
    assert all(one.ephemeral for one in ada.messages())
    assert ben.messages() == []


async def test_late_and_double_acknowledgements(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    with pytest.raises(NotSeen, match="not acknowledged"):
        await ada.command("late")
    await ada.command("twice")
    await settled(sandbox, 0.4)
    assert sorted(bot.log) == ["late 10062", "twice 40060"]


async def test_commands_are_offered_to_those_who_may_use_them(bot: LittleBot, ada: Player, ben: Player) -> None:
    await ada.command("manage")
    with pytest.raises(NotSeen, match="no command /manage"):
        await ben.command("manage")
    await direct(bot, ada)
    with pytest.raises(NotSeen, match="no command /manage"):
        await ada.command("manage", where="DM")
    await ada.command("game new", where="DM")
    await ada.sees("The board 2", where="DM")


# Messages --------------------------------------------------------------------------------------------------------------


async def test_messages_are_sent_edited_fetched_deleted(bot: LittleBot, ada: Player) -> None:
    message = await table(bot).send(view=panel(1, image=True), file=picture())
    await message.edit(view=panel(2, image=True))
    fetched = await table(bot).fetch_message(message.id)
    assert [one.filename for one in fetched.attachments] == ["picture.png"], "an edit keeps what was uploaded"
    await message.edit(view=panel(3), attachments=[])
    assert (await table(bot).fetch_message(message.id)).attachments == []
    shown = await ada.sees("The board 3")
    await message.delete()
    await ada.gone(shown)
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(view=panel(4))
    assert gone.value.code == 10008


async def test_a_repeated_nonce_returns_the_first_message(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    first, again = [await table(bot).send(f"<@{ada.person.user.id}>, your turn", nonce="t1.v7.turn") for _ in "12"]
    assert first.id == again.id
    assert len(ada.messages()) == 1
    assert [ping.why for ping in ada.pings] == ["mention"]
    with pytest.raises(discord.HTTPException, match="25 or fewer"):
        await table(bot).send("x", nonce="n" * 26)


async def test_mentions_ping_as_far_as_they_are_allowed(bot: LittleBot, ada: Player, ben: Player) -> None:
    names = f"<@{ada.person.user.id}> <@{ben.person.user.id}> @everyone"
    only_ada = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(ada.person.user.id)])
    message = await table(bot).send(names, allowed_mentions=only_ada)
    assert [one.id for one in message.mentions] == [int(ada.person.user.id)]
    await table(bot).send(names, allowed_mentions=discord.AllowedMentions.none())
    await table(bot).send(names, silent=True)
    await message.edit(content=names, allowed_mentions=discord.AllowedMentions.all())
    assert (len(ada.pings), len(ben.pings)) == (1, 0)


async def test_a_mention_in_a_text_display_pings(bot: LittleBot, ben: Player) -> None:
    await table(bot).send(view=panel(text=f"<@{ben.person.user.id}>"))
    assert [ping.why for ping in ben.pings] == ["mention"]


async def test_direct_messages_open_and_closed(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    channel = await direct(bot, ada)
    await channel.send(view=panel(5))
    await ada.sees("The board 5", where="DM")
    assert [ping.why for ping in ada.pings] == ["dm"]
    ada.person.close_dms()
    with pytest.raises(discord.Forbidden) as closed:
        await channel.send("hello")
    assert (closed.value.status, closed.value.code) == (403, 50007)
    ada.person.close_dms(False)
    sandbox.world.leave(next(iter(sandbox.world.guilds.values())), ada.person.user)
    with pytest.raises(discord.Forbidden) as strange:
        await channel.send("hello")
    assert strange.value.code == 50278


async def test_threads(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    thread = await table(bot).create_thread(name="A game", type=discord.ChannelType.public_thread)
    message = await thread.send("Welcome")
    await ada.sees("Welcome", where="#A game")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as archived:
        await message.edit(content="Changed")
    assert archived.value.code == 50083
    await thread.send("Open again")
    await message.edit(content="Changed")
    started = await (await table(bot).send("Start here")).create_thread(name="Another")
    await ada.command("game new", where=f"#{started.name}")
    await ada.click("Count 2", where="#Another")
    dm = await direct(bot, ada)
    with pytest.raises(discord.HTTPException) as impossible:
        await bot.http.start_thread_without_message(dm.id, name="x", type=11, auto_archive_duration=1440)
    assert impossible.value.code == 50024


async def test_permissions(bot: LittleBot, sandbox: Sandbox) -> None:
    world = sandbox.world
    guild = next(iter(world.guilds.values()))
    channel = next(one for one in world.channels.values() if one.name == "garden")
    everyone = guild.roles[guild.id]
    garden = bot.get_channel(int(channel.id))
    assert isinstance(garden, discord.TextChannel)
    for role in guild.roles.values():
        role.permissions &= ~(1 << 11)
    with pytest.raises(discord.Forbidden) as silent:
        await garden.send("x")
    for role in guild.roles.values():
        role.permissions &= ~(1 << 10)
    with pytest.raises(discord.Forbidden) as blind:
        await garden.send("x")
    assert (silent.value.code, blind.value.code) == (50013, 50001)
    assert everyone.permissions


async def test_a_channel_is_deleted_with_its_threads(bot: LittleBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    channel = table(bot)
    thread = await channel.create_thread(name="A game", type=discord.ChannelType.public_thread)
    await thread.send("Welcome")
    message = await channel.send("Hello")
    with pytest.raises(NotPossible):
        ben.person.delete_channel(str(channel.id))
    deleted = asyncio.create_task(bot.wait_for("guild_channel_delete", timeout=30.0))
    await asyncio.sleep(0)
    ada.person.delete_channel(str(channel.id))
    assert (await deleted).id == channel.id
    for request in (message.edit(content="x"), thread.send("x")):
        with pytest.raises(discord.NotFound) as unknown:
            await request
        assert unknown.value.code == 10003
    with pytest.raises(NotSeen):
        ada.messages("#table")
    sent = [each["t"] for each in sandbox.recorder.dispatched]
    assert sent.count("CHANNEL_DELETE") == 1 and "THREAD_DELETE" not in sent, "of its threads nothing is told"


# Limits ----------------------------------------------------------------------------------------------------------------


class TestRates:
    @pytest.fixture
    def pace(self) -> Pace:
        return Pace(per_channel=5, per_channel_window=0.6, acknowledge=1.0)

    async def test_discord_py_waits_for_the_bucket(self, bot: LittleBot, sandbox: Sandbox) -> None:
        begin = asyncio.get_running_loop().time()
        for number in range(11):
            await table(bot).send(str(number))
        assert asyncio.get_running_loop().time() - begin >= 1.1
        assert [one.status for one in sandbox.recorder.sent("POST", "/messages")] == [200] * 11

    async def test_a_client_that_does_not_wait_gets_a_429(self, bot: LittleBot, sandbox: Sandbox) -> None:
        url = f"{sandbox.api_url}/channels/{table(bot).id}/messages"
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            for _ in range(5):
                async with session.post(url, json={"content": "x"}) as response:
                    assert response.status == 200
            assert response.headers["X-RateLimit-Remaining"] == "0"
            async with session.post(url, json={"content": "x"}) as response:
                assert response.status == 429
                assert 0 < (await response.json())["retry_after"] <= 0.6


class TestOldMessages:
    @pytest.fixture
    def pace(self) -> Pace:
        return Pace(old_after=0.0, old_edits=2, old_edits_window=0.5, per_channel=1000)

    async def test_their_edits_have_a_limit(self, bot: LittleBot, sandbox: Sandbox) -> None:
        message = await table(bot).send("old")
        for number in range(3):
            await message.edit(content=str(number))
        statuses = [one.status for one in sandbox.recorder.sent("PATCH")]
        assert statuses == [200, 200, 429, 200]
        assert sandbox.recorder.sent("PATCH")[2].answer["code"] == 30046


# Connection ------------------------------------------------------------------------------------------------------------


async def test_a_closed_connection_is_resumed(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    await sandbox.gateway.close(4000)
    await until(sandbox, lambda: not sandbox.world.bot_online, lambda: "still online", 2.0)
    sent = ada.person.command(ada.channel().id, ada._find_command("game new", None)[0], ["new"])
    await until(sandbox, lambda: sandbox.world.bot_online, lambda: "never came back", 10.0)
    await asyncio.wait_for(sent.answered.wait(), 5)
    assert bot.resumed == 1


async def test_an_invalid_session_is_replaced(bot: LittleBot, sandbox: Sandbox, ada: Player) -> None:
    await sandbox.gateway.close(4000, forget=True)
    await until(sandbox, lambda: not sandbox.world.bot_online, lambda: "still online", 2.0)
    await until(sandbox, lambda: sandbox.world.bot_online, lambda: "never came back", 60.0)
    assert bot.resumed == 0
    await ada.command("game new")


async def test_unknown_routes_are_refused_and_recorded(bot: LittleBot, sandbox: Sandbox) -> None:
    with pytest.raises(discord.NotFound):
        await bot.http.request(discord.http.Route("GET", "/guilds/{guild_id}/bans", guild_id=1))
    assert [one.path for one in sandbox.recorder.unknown] == ["/guilds/1/bans"]
    sandbox.recorder.unknown.clear()


async def test_the_description_finds_what_is_wrong(sandbox: Sandbox) -> None:
    if not openapi.available():
        pytest.skip(f"all traffic against Discord's API description, since there is no {openapi.DESCRIPTION}")
    exchange = sandbox.recorder.start("GET", "/users/@me", {})
    exchange.status, exchange.answer = 200, {"id": "x"}
    assert openapi.problems([exchange]) != []
    sandbox.recorder.exchanges.clear()
