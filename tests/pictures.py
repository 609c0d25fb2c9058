"""Takes the README's pictures anew, of the real bot on the sandbox's page:

    .venv/bin/python -m tests.pictures docs/pictures

It needs Chromium, at /usr/bin/chromium. Each picture is taken in a wide window or in one as narrow as a phone.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path

from playwright.async_api import Page, async_playwright

from settings import ENV_FILE
from tests.conftest import CHROMIUM
from tests.sandbox.test_browser import ARGUMENTS

ROOT = Path(__file__).parents[1]
WIDE, NARROW = (1100, 860), (390, 844)
SEED = "5e" * 32


async def start_bot(folder: Path) -> tuple[Process, str]:
    """The bot in its sandbox, with everything it keeps in `folder`, and its page's address."""
    env = os.environ | {
        ENV_FILE: "",
        "SANDBOX_DATABASE_URL": f"sqlite:///{folder}/pictures.db",
        "SANDBOX_PORT": "0",
        "SANDBOX_SEED": SEED,
    }
    bot = await asyncio.create_subprocess_exec(sys.executable, str(ROOT / "bot.py"), stdout=PIPE, stderr=STDOUT, env=env)
    assert bot.stdout is not None
    while line := (await bot.stdout.readline()).decode():
        if address := re.search(r"http://\S+", line):
            return bot, address.group(0)
    raise RuntimeError("The bot didn't start.")


async def command(page: Page, text: str) -> None:
    """Types a command and sends it as the page suggests it."""
    await page.locator("textarea, [contenteditable]").first.click()
    await page.keyboard.type(text)
    await page.wait_for_timeout(800)
    await page.keyboard.press("Enter")
    await page.wait_for_timeout(400)
    await page.keyboard.press("Enter")
    await page.wait_for_timeout(2000)


async def click(page: Page, label: str) -> None:
    """Presses the lowest button of that name."""
    await page.get_by_role("button", name=label).last.click()
    await page.wait_for_timeout(2000)


async def take(address: str, folder: Path) -> None:
    """Plays the beginning and the end of a game, and takes pictures on the way."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(ARGUMENTS))
        context = await browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]})
        page = await context.new_page()
        await page.goto(address)
        await page.wait_for_timeout(1500)
        await command(page, "/game new")
        await click(page, "Add AI")
        await page.screenshot(path=folder / "page-lobby.png")
        await click(page, "Start")
        phone = await (await browser.new_context(viewport={"width": NARROW[0], "height": NARROW[1]})).new_page()
        await phone.goto(address)
        await phone.wait_for_timeout(2000)
        await phone.screenshot(path=folder / "page-board-phone.png")
        await page.get_by_text("Seneschal", exact=True).first.click()
        await page.wait_for_timeout(1500)
        await page.screenshot(path=folder / "page-hand.png")
        await phone.get_by_role("button", name="My hand").last.click()
        await phone.wait_for_timeout(1500)
        await phone.screenshot(path=folder / "page-hand-phone.png")
        await browser.close()


async def main(folder: Path) -> None:
    """Takes all pictures into `folder`."""
    with tempfile.TemporaryDirectory() as kept:
        bot, address = await start_bot(Path(kept))
        try:
            await take(address, folder)
        finally:
            bot.terminate()
            await bot.wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
