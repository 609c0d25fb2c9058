"""The page's protocol, and what keeps strangers out of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp

from sandbox.model import Json
from sandbox.server import Sandbox
from sandbox.testing import Player

from .little_bot import LittleBot, panel, picture


class Browser:
    """A browser without a display."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession, name: str) -> None:
        self.sandbox = sandbox
        self.session = session
        self.me = sandbox.person(name).user.id

    async def act(self, action: str, **body: Any) -> Json:
        url = f"{self.sandbox.base_url}/page/{action}"
        async with self.session.post(url, json={"as": self.me, **body}) as response:
            answer: Json = await response.json()
            assert (response.status == 200) == ("error" not in answer)
            return answer

    async def events(self) -> aiohttp.ClientWebSocketResponse:
        return await self.session.ws_connect(f"{self.sandbox.base_url}/page/events?as={self.me}")


async def next_event(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Json:
    while True:
        event: Json = await socket.receive_json(timeout=30)
        if event["type"] == kind:
            return event


async def test_a_game_in_the_page(bot: LittleBot, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    ada = Browser(sandbox, session, "Ada")
    socket = await ada.events()
    world = await next_event(socket, "world")
    assert [one["name"] for one in world["channels"]] == ["table", "garden"]
    assert world["bot"]["online"]
    channel = world["channels"][0]["id"]
    game = next(one for one in world["commands"] if one["name"] == "game")
    await ada.act("command", channel=channel, command=game["id"], path=["new"], options={"players": 4})
    assert (await next_event(socket, "interaction"))["interaction"]["state"] == "waiting"
    sent = await next_event(socket, "message")
    assert sent["new"]
    assert (await next_event(socket, "channel"))["channel"]["unread"] == 1
    message = sent["message"]["id"]
    await ada.act("click", message=message, custom_id="count:4")
    edited = await next_event(socket, "message")
    assert (edited["new"], edited["message"]["edited"], edited["message"]["id"]) == (False, True, message)
    assert "no longer has that button" in (await ada.act("click", message=message, custom_id="count:4"))["error"]
    await ada.act("select", message=message, custom_id="choose", values=["gold"])
    private = (await next_event(socket, "message"))["message"]
    assert private["ephemeral"]
    await ada.act("dismiss", message=private["id"])
    assert (await next_event(socket, "message_delete"))["id"] == private["id"]


async def test_the_rest_of_the_actions(bot: LittleBot, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    ada, ben = Browser(sandbox, session, "Ada"), Browser(sandbox, session, "Ben")
    socket = await ada.events()
    world = await next_event(socket, "world")
    channel = world["channels"][0]["id"]
    commands = {one["name"]: one for one in world["commands"]}
    found = await ada.act("autocomplete", channel=channel, command=commands["card"]["id"], options={"name": "mo"}, focused="name")
    assert [one["value"] for one in found["choices"]] == ["Moat"]
    await ada.act("command", channel=channel, command=commands["ask"]["id"])
    modal = (await next_event(socket, "modal"))["modal"]
    values = {"note": "hi", "pace": "slow", "sets": ["base"], "sure": True, "card": ["Moat"]}
    await ada.act("modal", modal=modal["id"], values=values)
    assert (await next_event(socket, "modal"))["modal"] is None
    await ben.act("say", channel=channel, content=f"hello <@{ada.me}>")
    said = (await next_event(socket, "message"))["message"]
    while "hello" not in said["content"]:
        said = (await next_event(socket, "message"))["message"]
    assert said["pings_me"]
    assert (await next_event(socket, "channel"))["channel"]["pings"] == 1
    await ada.act("read", channel=channel)
    assert (await next_event(socket, "channel"))["channel"]["unread"] == 0
    await ada.act("dms", closed=True)
    assert (await next_event(socket, "user"))["user"]["dms_closed"]
    opened = await ada.act("dm")
    assert (await next_event(socket, "channel"))["channel"]["id"] == opened["channel"]
    assert "There is no such action" in (await ada.act("nothing"))["error"]
    assert "error" in await ada.act("click")


async def test_the_page_gets_only_what_its_person_may_see(bot: LittleBot, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    ada, ben = Player(sandbox, "Ada"), Browser(sandbox, session, "Ben")
    socket = await ben.events()
    await next_event(socket, "world")
    await ada.command("hand")
    await (await bot.fetch_user(int(ada.person.user.id))).send("secret")
    ada.person.say(ada.channel().id, "said aloud")
    told: list[Json] = []
    while not told or told[-1]["type"] != "message":
        told.append(await socket.receive_json(timeout=30))
    assert [one["type"] for one in told] == ["message"], told
    assert told[0]["message"]["content"] == "said aloud"
    again = await ben.events()
    assert "secret" not in str(await next_event(again, "world"))


async def test_a_picture_can_be_fetched_a_little_longer_than_it_is_shown(
    bot: LittleBot, sandbox: Sandbox, session: aiohttp.ClientSession
) -> None:
    ada = Player(sandbox, "Ada")
    message = await bot.get_partial_messageable(int(ada.channel().id)).send(view=panel(1, image=True), file=picture())
    (shown,) = message.attachments
    await message.edit(view=panel(2), attachments=[])
    async with session.get(shown.url) as fetched:
        assert (fetched.status, await fetched.read()) == (200, picture().fp.read())
    await message.delete()
    async with session.get(shown.url) as fetched, session.get(shown.url + "x") as unknown:
        assert (fetched.status, unknown.status) == (200, 404)


async def test_strangers_are_kept_out(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    host = f"127.0.0.1:{sandbox.port}"
    attempts = [
        ("GET", "/", {}, False),
        ("GET", "/?key=wrong", {}, False),
        ("GET", "/page/events", {}, False),
        ("POST", "/page/dm", {}, False),
        ("GET", "/", {"Host": f"evil.example:{sandbox.port}"}, True),
        ("GET", "/", {"Host": f"localhost:{sandbox.port}"}, True),
        ("POST", "/page/dm", {"Origin": "http://evil.example"}, True),
        ("POST", "/page/dm", {"Origin": "null"}, True),
        ("GET", "/page/events", {"Origin": "http://127.0.0.1:1"}, True),
        ("GET", "/api/v10/users/@me", {"Host": "evil.example"}, False),
    ]
    async with aiohttp.ClientSession() as stranger:
        for method, path, headers, has_key in attempts:
            browser = session if has_key else stranger
            async with browser.request(method, f"http://{host}{path}", headers=headers, json={}) as response:
                assert response.status == 403, (method, path, headers)
        async with stranger.get(f"http://{host}/api/v10/users/@me") as response:
            assert response.status == 401
    async with session.post(f"http://{host}/page/dm", data="{}") as response:
        assert response.status == 415, "a form of another site can send text, but no JSON"
    async with session.get(f"http://{host}/static/..%2Fpage.py") as response:
        assert response.status == 404
    sandbox.recorder.exchanges.clear()


async def test_what_no_page_sends_is_refused(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    ada = Browser(sandbox, session, "Ada")
    url = f"{sandbox.base_url}/page/say"
    for body, status in (("[" * 100_000, 400), ("{", 400), ("[]", 400), (f'"{"x" * 3_000_000}"', 413), ("[" * 3_000_000, 413)):
        async with session.post(url, data=body, headers={"Content-Type": "application/json"}) as response:
            assert (response.status, list(await response.json())) == (status, ["error"]), body[:9]

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"[" * 60_000

    async with session.post(url, data=endless(), headers={"Content-Type": "application/json"}) as response:
        assert response.status == 413, "no one waits for its end"
    assert await ada.act("dm"), "and all goes on"


async def test_the_page_is_bound_to_itself(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with session.get(sandbox.page_url) as response:
        policy = response.headers["Content-Security-Policy"]
        cookie = response.headers["Set-Cookie"]
        assert sandbox.page.key not in await response.text()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
