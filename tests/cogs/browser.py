"""People using a browser: they do everything through the sandbox's page, on a phone or in a wide window."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect

from sandbox.components import BUTTON, SELECTS
from sandbox.model import Interaction, InteractionType, Json
from sandbox.people import Value
from sandbox.server import Sandbox
from sandbox.testing import NotSeen, Player, Shown
from tests.sandbox.test_browser import ARGUMENTS, PHONE, WIDE

PATIENCE = 30.0
"""Seconds to wait for a control; a toast can cover it for seven seconds."""

WITHOUT_AUTHOR = """(message) => message.classList.contains("is-short")"""
DRAWN = """(message) => Promise.all(
    [...message.querySelectorAll("img")].map((each) => each.complete || each.decode().catch(() => 0))
)"""
"""Waits until a message's pictures are there."""
AUTHOR = 25
"""The height of a message's author line, which is missing if the message follows another by the same author."""

SHOWN = "() => [...document.querySelectorAll('[data-message]')].map((each) => each.dataset.message)"
"""The messages that the page shows."""


class PagePlayer(Player):
    """A person at the page. What the page shows can be read from the world, as with any `Player`, but the person only uses controls
    on the page that are visible and in reach, in the right channel."""

    def __init__(self, sandbox: Sandbox, name: str, page: Page, *, phone: bool) -> None:
        super().__init__(sandbox, name, timeout=PATIENCE)
        self.page = page
        self.phone = phone
        self.wrong: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.wrong.append(f"{said.text} ({said.location['url']})")

    # Looking -----------------------------------------------------------------------------------------------------------

    def message(self, shown: Shown) -> Locator:
        """Return a message's element on the page, if its channel is open."""
        return self.page.locator(f'[data-message="{shown.id}"]')

    async def height(self, shown: Shown) -> float:
        """Return a message's height on the page, with its author's line, once the page shows its last edit."""
        await self.go(str(shown.json["channel_id"]))
        message = self.message(shown)
        await expect(message).to_have_attribute("data-edited", self.now(shown).json["edited_timestamp"] or "")
        await message.evaluate(DRAWN)
        box = await message.bounding_box()
        assert box is not None
        return box["height"] + AUTHOR * bool(await message.evaluate(WITHOUT_AUTHOR))

    async def shown(self) -> list[str]:
        """Return the ids of all messages on the page now."""
        found: list[str] = await self.page.evaluate(SHOWN)
        return found

    # Going -------------------------------------------------------------------------------------------------------------

    async def press(self, control: Locator) -> None:
        """Press with a finger or the mouse; the control must be visible, at rest, enabled and uncovered."""
        await (control.tap() if self.phone else control.click())

    async def be(self) -> None:
        """Choose who to be on the page."""
        if not await self.page.locator(f".person.is-me[data-person={self.name}]").count():
            await self._from_side(self.page.locator(f"[data-person={self.name}]"))
        await expect(self.page).to_have_title(re.compile(rf"· {self.name}$"))

    async def go(self, where: str | None = None) -> None:
        """Open a channel, if another one is open."""
        address = f"#/{self.person.user.id}/{self.channel(where).id}"
        if not self.page.url.endswith(address):
            await self._from_side(self.page.locator(f'.place[href="{address}"]'))
            await expect(self.page).to_have_url(re.compile(re.escape(address) + "$"))

    async def _from_side(self, control: Locator) -> None:
        """Press something in the side panel, which has to be opened first on a phone."""
        if self.phone:
            await self.press(self.page.locator(".drawer-button"))
        await self.press(control)
        await expect(self.page.locator(".drawer-button")).to_have_attribute("aria-expanded", "false")

    # Doing -------------------------------------------------------------------------------------------------------------

    async def write(self, text: str, *, where: str | None = None, **options: Value) -> None:
        """Write a command into the message field, without sending it."""
        await self.go(where)
        field = self.page.locator("textarea[data-composer]")
        await self.press(field)
        await field.fill(" ".join([f"/{text}", *(f"{name}: {value}" for name, value in options.items()), ""]))
        await expect(self.page.locator(".command-line")).to_be_visible()

    async def command(self, text: str, *, where: str | None = None, **options: Value) -> Interaction:
        await self.write(text, where=where, **options)
        return await self._sent(lambda: self.press(self.page.locator(".send")), f"/{text}")

    async def click(self, label: str, *, on: Shown | None = None, where: str | None = None, stale: bool = False) -> Interaction:
        if stale:
            raise ValueError("the page shows everything as it is now")
        shown = on or await self.sees(button=label, where=where)
        component = await self._found(shown, label, BUTTON)
        return await self._sent(lambda: self.press(self._control(shown, component)), f"({label})")

    async def select(
        self, menu: str, *choices: str, on: Shown | None = None, where: str | None = None, stale: bool = False
    ) -> Interaction:
        if stale:
            raise ValueError("the page shows everything as it is now")
        never = f"{self.name} never saw a menu {menu!r}"
        shown = await self._until(lambda: self._with_menu(menu, where), never, where) if on is None else on
        component = await self._found(shown, menu, *SELECTS)
        return await self._sent(lambda: self._choose(shown, component, choices), f"<{menu}>")

    def _with_menu(self, menu: str, where: str | None) -> Shown | None:
        return next((one for one in reversed(self.messages(where)) if self._matching(one, menu, *SELECTS)), None)

    async def _found(self, shown: Shown, name: str, *kinds: int) -> Json:
        """Return a component of a message as it is now, with the message's channel open."""
        await self.go(str(shown.json["channel_id"]))
        return self._component(self.now(shown), name, *kinds)

    def _control(self, shown: Shown, component: Json) -> Locator:
        return self.message(shown).locator(f'[data-id="{component["custom_id"]}"]')

    async def open_menu(self, shown: Shown, menu: str) -> None:
        """Open a menu, and leave it open."""
        await self.press(self._control(shown, await self._found(shown, menu, *SELECTS)))
        await expect(self.page.locator(".menu")).to_be_visible()

    async def _choose(self, shown: Shown, component: Json, choices: tuple[str, ...]) -> None:
        """Tick what should be ticked, and untick the rest. A menu of people lists them all, with the bot last."""
        await self.press(self._control(shown, component))
        listed = self.page.locator(".menu [role=option]")
        await expect(listed.first).to_be_visible()
        if "options" in component:
            wanted = [each["label"] in choices or each["value"] in choices for each in component["options"]]
        else:
            labels = await listed.locator(".option-label").all_inner_texts()
            wanted = [label in choices for label in labels]
        several = component.get("max_values", 1) > 1
        for add in (False, True):  # if it is full, something has to be unticked first
            for at, want in enumerate(wanted):
                ticked = several and await listed.nth(at).get_attribute("aria-selected") == "true"
                if want != ticked and want == add:
                    await self.press(listed.nth(at))
        if several:
            await self.press(self.page.locator(".menu-foot button"))
        await expect(self.page.locator(".menu")).to_have_count(0)

    async def submit(self, **values: object) -> Interaction:
        """Fill in the fields of the dialog, by custom id, and send it."""
        dialog = self.page.get_by_role("dialog")
        await expect(dialog).to_be_visible()
        for name, value in values.items():
            await dialog.locator(f'[data-field="{name}"]').fill(str(value))
        return await self._sent(lambda: self.press(dialog.locator("[type=submit]")), "the dialog")

    async def _sent(self, act: Callable[[], Awaitable[None]], what: str) -> Interaction:
        """Do this, and wait until the request is acknowledged."""
        before = set(self.sandbox.interactions.by_id)
        await act()

        def new() -> Interaction | None:
            found = [one for id, one in self.sandbox.interactions.by_id.items() if id not in before]
            mine = (one for one in found if one.user_id == self.person.user.id)
            return next((one for one in mine if one.type is not InteractionType.AUTOCOMPLETE), None)

        interaction = await self._until(new, f"{self.name}'s page never sent {what}")
        await interaction.answered.wait()
        if interaction.state != "done":
            raise NotSeen(f"{what} of {self.name} was not acknowledged\n{self.screen()}")
        return interaction


@asynccontextmanager
async def browsing(chromium: str) -> AsyncIterator[Browser]:
    """Start a browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield browser
        await browser.close()


async def at_page(browser: Browser, sandbox: Sandbox, name: str, *, phone: bool = True, **more: Any) -> PagePlayer:
    """Open the page as a player; `more` sets up the browser's window (see Playwright)."""
    size: Any = PHONE if phone else WIDE
    context = await browser.new_context(viewport=size, has_touch=phone, is_mobile=phone, locale="en-GB", **more)
    context.set_default_timeout(PATIENCE * 1000)
    player = PagePlayer(sandbox, name, await context.new_page(), phone=phone)
    await player.page.goto(sandbox.page_url)
    await expect(player.page.locator("textarea[data-composer]")).to_be_visible()
    await player.be()
    return player
