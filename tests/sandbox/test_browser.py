"""The page, used as a person would use it: a real browser, the real sandbox, a small real bot."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from sandbox.limits import Pace
from sandbox.server import Sandbox

from . import openapi
from .demo_bot import TEXT, DemoBot, running

expect.set_options(timeout=30_000)
pytestmark = pytest.mark.asyncio(loop_scope="module")

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LOST = re.compile(r"WebSocket connection to|Failed to load resource: (net::ERR_CONNECTION|.* 403)")
"""What the browser itself logs when the sandbox is gone: the only errors that a page may log."""

WEAK_WORDS = """() => {
    const parse = (text) => {
        const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
        return { rgb: [r, g, b], a };
    };
    const over = (top, below) => ({ a: 1, rgb: top.rgb.map((v, at) => v * top.a + below.rgb[at] * (1 - top.a)) });
    const ground = (el) => {
        const own = parse(getComputedStyle(el).backgroundColor);
        return own.a === 1 || !el.parentElement ? own : over(own, ground(el.parentElement));
    };
    const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const light = ({ rgb }) => [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => sum + part * linear(rgb[at] / 255), 0);
    const walker = document.createTreeWalker(document.querySelector("#page"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const el = walker.currentNode.parentElement;
        const isShown = walker.currentNode.data.trim() && !el.closest("button:disabled, .spoiler, .unseen, .skip, .side-time");
        if (!isShown) continue;
        const below = ground(el);
        const [a, b] = [light(over(parse(getComputedStyle(el).color), below)), light(below)].sort((x, y) => y - x);
        const contrast = (a + 0.05) / (b + 0.05);
        if (contrast < 4.5) found.push(`${walker.currentNode.data} ${contrast.toFixed(2)}`);
    }
    return found;
}"""
"""Finds texts whose contrast with their background is less than 4.5 : 1."""

FOCUSED = "(({ dataset, className }) => dataset.id ?? dataset.person ?? className)(document.activeElement)"


class Screen:
    """A tab used by one person; unseen errors in it fail the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    @property
    def field(self) -> Locator:
        return self.page.locator("textarea[data-composer]")

    @property
    def last(self) -> Locator:
        return self.page.locator(".message").last

    async def command(self, text: str) -> None:
        """Type a command without options and send it."""
        await self.field.fill(f"/{text}")
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator(".command-line")).to_be_visible()
        await self.page.keyboard.press("Enter")

    async def shows(self, text: str) -> Locator:
        """Return the newest message with this text, once it is there."""
        found = self.page.locator(".message", has_text=text).last
        await expect(found).to_be_visible()
        return found

    async def be(self, name: str) -> None:
        mine, person = self.page.locator(".my-name strong"), self.page.locator(f"[data-person={name}]")
        await person.click()
        with suppress(AssertionError):
            await expect(mine).to_have_text(name, timeout=3_000)
            return
        await person.click()  # a page that is still being drawn might miss a click
        await expect(mine).to_have_text(name)


class Desk:
    """The browser, the sandbox and the bot."""

    def __init__(self, sandbox: Sandbox, bot: DemoBot, browser: Browser) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.browser = browser
        self.screens: list[Screen] = []

    async def open(self, name: str = "Ada", *, phone: bool = False, dark: bool = False) -> Screen:
        scheme: Any = "dark" if dark else "light"
        size: Any = PHONE if phone else WIDE
        context = await self.browser.new_context(
            viewport=size, has_touch=phone, is_mobile=phone, color_scheme=scheme, locale="en-GB"
        )
        context.set_default_timeout(10_000)
        screen = Screen(await context.new_page())
        self.screens.append(screen)
        await screen.page.goto(self.sandbox.page_url)
        await expect(screen.field).to_be_visible()
        if name != "Ada":
            await screen.be(name)
        return screen


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """Start one browser for all tests, since that takes longer than most of them."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="module")
async def desk(browser: Browser) -> AsyncIterator[Desk]:
    pace = Pace(per_channel=10_000, everywhere=10_000, acknowledge=2.0)
    async with Sandbox(pace=pace) as sandbox, running(sandbox) as bot:
        desk = Desk(sandbox, bot, browser)
        yield desk
        for screen in desk.screens:
            await screen.page.context.close()
    assert [text for screen in desk.screens for text in screen.wrong if not LOST.match(text)] == []
    assert openapi.problems(sandbox.recorder.exchanges, sandbox.recorder.dispatched) == []


async def overflow(page: Page) -> list[str]:
    """Return what sticks out of the window on the right."""
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll(".main *")]
            .filter((el) => el.getBoundingClientRect().right > innerWidth + 1 && !el.closest(".code-block, .reference"))
            .map((el) => el.outerHTML.slice(0, 120))"""
    )
    return found


async def foreign_fonts(page: Page) -> set[str]:
    """Return which of the machine's fonts the page uses: it needs none, since it brings its own."""
    devtools = await page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        await devtools.send(f"{domain}.enable")
    root = (await devtools.send("DOM.getDocument"))["root"]["nodeId"]
    nodes = await devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "#page *"})
    used = [await devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node}) for node in nodes["nodeIds"]]
    await devtools.detach()
    return {font["familyName"] for each in used for font in each["fonts"] if not font["isCustomFont"]}


# Commands ----------------------------------------------------------------------------------------------------------------


async def test_a_newcomer_is_led_to_the_first_command(desk: Desk) -> None:
    screen = await desk.open()
    page = screen.page
    await expect(page).to_have_title("#table · Ada")
    await expect(page.get_by_role("heading", name="You are Ada.")).to_be_visible()
    await page.get_by_role("button", name="Try /game new").click()
    seats = page.get_by_label("seats: How many play")
    await expect(seats).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".composer-error")).to_have_text("seats: This option is required. Specify a value.")
    await page.keyboard.type("9")
    await page.keyboard.press("Enter")
    await expect(page.locator(".composer-error")).to_have_text("seats: At most 6.")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await screen.shows("seats=3 kingdom=None card=None open=True rival=None")
    await expect(screen.last).to_contain_text("Ada used /game new")
    await expect(screen.field).to_be_focused()


async def test_options_are_chosen_by_keyboard(desk: Desk) -> None:
    screen = await desk.open()
    page, press, type_ = screen.page, screen.page.keyboard.press, screen.page.keyboard.type
    rows = page.locator(".suggestion")
    await screen.field.focus()
    await type_("/new")
    await expect(rows).to_have_count(1)
    await press("Tab")
    await type_("4")
    await press("ArrowRight")
    await expect(rows).to_have_count(4)
    await type_("kingdom:")
    await expect(rows).to_have_text(["First Game", "Random"])
    await press("ArrowDown")
    await press("Enter")
    await type_("card")
    await press("Enter")
    await expect(rows).to_have_count(10)
    await type_("mi")
    await expect(rows).to_have_text(["Militia", "Mine", "Smithy"])
    await press("ArrowDown")
    await press("Tab")
    await type_("open")
    await press("Enter")
    await type_("f")
    await press("Enter")
    await type_("rival")
    await press("Enter")
    await type_("@be")
    await press("Enter")
    await press("Enter")
    await screen.shows("seats=4 kingdom=random card=Mine open=False rival=ben")


async def test_a_command_can_be_written_out_changed_and_left(desk: Desk) -> None:
    screen = await desk.open()
    page, press = screen.page, screen.page.keyboard.press
    await screen.field.fill("/game new seats: 2 card: Moat kingdom: First Game")
    chips = page.locator(".chip")
    await expect(chips).to_have_count(3)
    await page.get_by_role("button", name="Remove kingdom").click()
    await expect(chips).to_have_count(2)
    await expect(page.locator(".suggestion")).to_have_text(["Moat"])
    await press("Enter")
    await expect(page.get_by_label("More options")).to_be_focused()
    await press("Enter")
    await screen.shows("seats=2 kingdom=None card=Moat")
    await page.keyboard.type("/game new ")
    for _ in range(2):
        await press("Backspace")
    await expect(screen.field).to_have_value("/game ne")
    await press("Escape")
    await expect(page.locator(".popup")).to_have_count(0)
    await screen.field.fill("/nonsense")
    await press("Enter")
    await expect(page.locator(".composer-error")).to_contain_text("There is no command /nonsense here.")


@pytest.mark.parametrize("phone", [False, True])
async def test_a_long_option_is_seen_whole_while_it_is_written(desk: Desk, phone: bool) -> None:
    screen = await desk.open(phone=phone)
    await screen.field.fill("/game new kingdom: ")
    option = screen.page.get_by_label("kingdom: Which kingdom")
    await option.fill("Village, Smithy, Market, Throne Room, Laboratory, Festival, Militia, Cellar, Moat, Witch and Woodcutter")
    hidden = "el => el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight"
    assert not await option.evaluate(hidden)
    assert await overflow(screen.page) == []


async def test_a_slow_command_thinks_and_a_silent_one_fails(desk: Desk) -> None:
    screen = await desk.open()
    await screen.command("game slow")
    await screen.shows("Seneschal is thinking…")
    await screen.shows("Here it is.")
    await screen.command("game silent")
    await screen.shows("Sending command…")
    failed = await screen.shows("The application did not respond")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(failed).to_have_count(0)


# Messages ----------------------------------------------------------------------------------------------------------------


async def test_text_is_marked_up_and_never_markup(desk: Desk) -> None:
    screen = await desk.open()
    await screen.command("show text")
    message = await screen.shows("Heading one")
    for selector, text in {
        ".heading-1": "Heading one",
        "strong": "bold",
        "em": "italic",
        "u": "underlined",
        "s": "struck",
        ".lines > code": "code",
        ".subtext": "Subtext is small and faint",
        "blockquote": "A quote with a named link\nand a second line",
        "ul ul strong": "item",
        "ol li": "One",
    }.items():
        assert await message.locator(selector).first.inner_text() == text
    assert (await message.locator(".code-block").inner_text()).splitlines() == TEXT.split("```")[1].strip().splitlines()
    await expect(message).to_contain_text("<script>alert('no')</script> & <b>no markup</b>, 2 * 3 * 4 *stars*")
    await expect(message).to_contain_text("snake_case_stays")
    link = message.get_by_role("link", name="named link")
    assert await link.get_attribute("rel") == "noopener noreferrer"
    assert await link.get_attribute("href") == "https://example.org/rules"
    secret = message.get_by_role("button", name="Spoiler")
    await expect(secret.get_by_text("a secret")).not_to_be_visible()
    await secret.press("Enter")
    await expect(message.get_by_text("a secret")).to_be_visible()


MARKDOWN = {
    "***a***": "<strong><em>a</em></strong>",
    "**a *b* c**": "<strong>a <em>b</em> c</strong>",
    "a_b_c _d_": "a_b_c <em>d</em>",
    "``a ` b``": "<code>a ` b</code>",
    "\\*a\\* \\@everyone": "*a* @everyone",
    "** a": "** a",
    "[x](javascript:alert(1))": "[x](javascript:alert(1))",
    "see https://example.org/a_(b), ok": 'see <a href="https://example.org/a_(b" target="_blank">https://example.org/a_(b</a>), ok',
    "1 < 2 & 3 > 2": "1 &lt; 2 &amp; 3 &gt; 2",
    "<@12> <#12>": '<span class="mention">@someone</span> <span class="mention"># no access</span>',
    "a\n\n\nb": "a\n\n\nb",
}
RENDER = """async (text) => {
    const [{ render, h }, { markdown }] = [await import("/static/dom.js"), await import("/static/markdown.js")];
    const root = document.createElement("div");
    render(root, h("div", null, markdown(text, { user: () => "someone", channel: () => null, place: () => null, me: "1" })));
    root.querySelectorAll("a").forEach((el) => ["rel", "title"].forEach((name) => el.removeAttribute(name)));
    return root.querySelector(".lines").innerHTML;
}"""


async def test_markdown(desk: Desk) -> None:
    screen = await desk.open()
    for text, html in MARKDOWN.items():
        assert await screen.page.evaluate(RENDER, text) == html


SOON, LONG_AGO = "<t:1900000000:R>", "<t:1500000000:R>"
EDITS = {
    f"{SOON} or {SOON}": "never",
    f"{SOON}{SOON}{LONG_AGO}": f"{LONG_AGO}{SOON}",
    f"{SOON} {LONG_AGO} {SOON}": f"**{SOON}**",
    SOON: LONG_AGO,
    LONG_AGO: "<t:1500000000:f>",
    "<t:1500000000:t> <t:1500000000:d>": f"{LONG_AGO} {SOON}",
}
EDIT = """async ([before, after]) => {
    const [{ render, h }, { markdown }] = [await import("/static/dom.js"), await import("/static/markdown.js")];
    const view = (text) => h("div", null, markdown(text, { user: () => "", channel: () => null, place: () => null, me: "1" }));
    const [edited, fresh] = [document.createElement("div"), document.createElement("div")];
    document.body.append(edited);
    render(edited, view(before));
    render(edited, view(after));
    render(fresh, view(after));
    return [edited.innerHTML, fresh.innerHTML];
}"""


async def test_an_edited_text_shows_the_times_that_it_says(desk: Desk) -> None:
    page = (await desk.open()).page
    await page.clock.install()
    await page.reload()
    for before, after in EDITS.items():
        edited, fresh = await page.evaluate(EDIT, [before, after])
        assert edited == fresh
        await page.clock.fast_forward(10_000)
        assert await page.locator("body > div").last.inner_html() == fresh, "nor does what was removed come back"


async def test_a_relative_time_grows_old(desk: Desk) -> None:
    page = (await desk.open()).page
    await page.clock.install()
    await page.reload()
    await expect(page.locator(".clock-face")).to_be_visible()
    await page.evaluate(EDIT, ["", f"<t:{int(desk.sandbox.world.clock.time()) + 90}:R>"])
    shown = page.locator("body > div").last
    await expect(shown).to_have_text("in 1 minute")
    await page.clock.fast_forward(65_000)
    await expect(shown).to_have_text(re.compile(r"in \d\d seconds"))


async def test_components_of_the_second_kind(desk: Desk) -> None:
    screen = await desk.open()
    page = screen.page
    await screen.command("game board")
    board = await screen.shows("First Game")
    await expect(board.locator(".container")).to_have_css("border-left-color", "rgb(201, 162, 39)")
    await expect(board.locator(".separator.spacing-2.has-line")).to_have_count(1)
    await expect(board.locator(".section .thumbnail img")).to_have_attribute("alt", "Ben's last card")
    await expect(board.get_by_role("button", name="Undo")).to_be_disabled()
    rules = board.get_by_role("link", name="Rules")
    assert await rules.get_attribute("href") == "https://example.org/rules"
    await board.get_by_role("button", name="Enlarge: The supply: ten piles").click()
    picture = page.get_by_role("dialog", name="The supply: ten piles")
    await expect(picture).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(picture).to_have_count(0)


async def test_an_edit_changes_only_what_it_changes(desk: Desk) -> None:
    screen = await desk.open()
    await screen.command("game board")
    board = await screen.shows("Text below the container")
    picture = await board.locator(".gallery img").element_handle()
    play = board.get_by_role("button", name="Play Treasures")
    await play.focus()
    await play.press("Enter")
    await expect(board).to_contain_text("Turn 1")
    await expect(board).to_contain_text("(edited)")
    await expect(play).to_be_focused()
    assert picture is not None and await picture.evaluate("(el) => el.isConnected")
    await screen.command("show replace")
    await screen.shows("First words")
    changed = await screen.shows("Second words")
    await expect(changed).to_have_count(0)


async def test_a_click_is_busy_then_answered_or_failed(desk: Desk) -> None:
    ada, ben = await desk.open("Ada"), await desk.open("Ben")
    await ada.command("game board")
    board = await ada.shows("Text below the container")
    buy, resign = board.locator("[data-id=buy]"), board.locator("[data-id=resign]")
    await buy.click()
    await expect(buy).to_have_attribute("aria-busy", "true")
    answer = await ada.shows("You bought a Silver.")
    await expect(answer).to_contain_text("Only you can see this")
    await expect(buy).not_to_have_attribute("aria-busy", "true")
    await resign.click()
    await expect(board.get_by_role("alert")).to_have_text("This interaction failed")
    await ben.shows("First Game")
    await expect(ben.page.get_by_text("You bought a Silver.")).to_have_count(0)
    await answer.get_by_role("button", name="Dismiss message").click()
    await expect(answer).to_have_count(0)


async def test_a_menu_stays_open_while_others_act(desk: Desk) -> None:
    ada, ben = await desk.open("Ada"), await desk.open("Ben")
    await ada.command("game board")
    board = await ada.shows("Text below the container")
    await board.locator("[data-id=pick]").click()
    options = ada.page.get_by_role("option")
    done = ada.page.get_by_role("button", name="Done")
    await expect(options).to_have_count(10)
    await options.nth(1).click()
    await expect(done).to_be_disabled()
    await (await ben.shows("First Game")).get_by_role("button", name="Play Treasures").click()
    await ben.field.fill("Hello")
    await ben.page.keyboard.press("Enter")
    await ada.shows("Hello")
    await expect(board).to_contain_text("Turn 1")
    await ada.page.keyboard.press("ArrowDown")
    await ada.page.keyboard.press("Enter")
    await expect(options.nth(2)).to_have_attribute("aria-disabled", "true")
    await done.click()
    await ada.shows("You chose Cellar, Market.")
    await expect(board.locator("[data-id=pick]")).to_contain_text("Market")
    one = board.locator("[data-id=one]")
    await one.press("ArrowDown")
    await ada.page.keyboard.press("End")
    await ada.page.keyboard.press("Enter")
    await ada.shows("You chose Militia.")
    await expect(one).to_be_focused()


async def test_a_dialog_asks_checks_and_sends(desk: Desk) -> None:
    screen = await desk.open()
    page = screen.page
    await screen.command("game board")
    look = (await screen.shows("First Game")).get_by_role("button", name="Look")
    await look.click()
    dialog = page.get_by_role("dialog", name="Table settings")
    name = dialog.get_by_label("Name")
    await expect(name).to_be_focused()
    await expect(dialog.get_by_role("radio", name="Second")).to_be_checked()
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_role("alert")).to_have_text(["Write something here.", "Choose at least one."])
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(look).to_be_focused()
    await look.click()
    await name.fill("Friday")
    await dialog.get_by_role("radio", name="First").check()
    await dialog.get_by_role("checkbox", name="Base").check()
    await dialog.get_by_role("checkbox", name="Empires").check()
    await expect(dialog.get_by_role("checkbox", name="Alchemy")).to_be_disabled()
    await dialog.get_by_role("button", name="Cards").click()
    await page.get_by_role("option", name="Moat").click()
    await page.get_by_role("button", name="Done").click()
    await dialog.get_by_role("button", name="Submit").click()
    await screen.shows("name=Friday edition=1 sets=Base,Empires cards=Moat")
    await expect(dialog).to_have_count(0)


async def test_classic_messages(desk: Desk) -> None:
    screen = await desk.open()
    await screen.command("show classic")
    message = await screen.shows("Content above it all")
    await expect(message.locator(".gallery img")).to_have_count(2)
    await expect(message.locator(".embed-thumbnail img")).to_have_count(1)
    await expect(message.locator(".embed-field")).to_have_text(["Cost$3", "TypeAction", "Pile10 left"])
    file = message.get_by_role("link", name="replay.txt")
    assert await file.get_attribute("download") == "replay.txt"
    await message.get_by_role("button", name="A very long label").click()
    await screen.shows("Pressed.")


# Places and people -------------------------------------------------------------------------------------------------------


async def test_pings_reach_someone_who_looks_elsewhere(desk: Desk) -> None:
    ada, ben = await desk.open("Ada"), await desk.open("Ben")
    await ben.page.get_by_role("link", name="garden").click()
    await ada.field.fill("/show ping who: Ben")
    await ada.page.keyboard.press("Enter")
    await ada.page.keyboard.press("Enter")
    await expect(ben.page).to_have_title("(1) #garden · Ben")
    await expect(ben.page.locator(".place", has_text="table")).to_contain_text("1 ping")
    await expect(ada.page.locator("[data-person=Ben]")).to_have_attribute("aria-label", "Switch to Ben, 1 ping")
    await ben.page.locator(".toast-link").click()
    await expect(ben.page).to_have_title("#table · Ben")
    pinged = await ben.shows("@Ben, it is your turn.")
    await expect(pinged).to_have_class(re.compile("pings-me"))
    await expect(ben.page.locator(".day.is-new")).to_be_visible()
    await expect(ada.page.locator("[data-person=Ben]")).to_have_attribute("aria-label", "Switch to Ben")
    await ada.be("Ben")
    await expect(ada.page.locator(".pings-me")).to_have_count(1)


async def test_direct_messages_can_be_closed(desk: Desk) -> None:
    screen = await desk.open()
    page = screen.page
    switch = page.get_by_role("switch", name="Direct messages")
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "false")
    await screen.command("show direct")
    await screen.shows("Your DMs are closed.")
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await screen.command("show direct")
    await screen.shows("Look at your direct messages.")
    await page.locator(".place", has_text="Seneschal").click()
    await screen.shows("It is your turn.")
    await expect(page).to_have_title("@Seneschal · Ada")


async def test_jump_links_and_threads(desk: Desk) -> None:
    screen = await desk.open()
    page = screen.page
    await screen.command("show thread")
    card = (await screen.shows("a thread of its own")).get_by_role("link", name="First Game of Ada")
    await expect(card).to_contain_text("1 message")
    await card.click()
    await screen.shows("Welcome to the thread.")
    await expect(page).to_have_title("#First Game of Ada · Ada")
    await page.go_back()
    await expect(page).to_have_title("#table · Ada")
    await screen.command("show many")
    await screen.shows("Line 29")
    await screen.command("show mentions")
    await (await screen.shows("see #table")).get_by_role("link", name="the first message").click()
    await expect(page.locator(".message").first).to_be_in_viewport()
    await expect(page.locator(".message").first).to_be_focused()
    await expect(page.locator(".is-flashing")).to_have_count(1)
    await page.get_by_role("button", name="/game new", exact=True).click()
    await expect(page.get_by_label("seats: How many play")).to_be_focused()


CHANGED_ABOVE_AND_BELOW = """async (scroller) => {
    const frames = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
    const { style } = scroller.querySelector(".intro");
    style.paddingTop = "900px";
    await frames();
    const grow = () => (scroller.querySelector(".message:last-child").style.paddingTop = "300px");
    document.addEventListener("scroll", grow, { capture: true, once: true });
    style.paddingTop = "";
    await frames();
}"""
"""Things above disappear, and by the time the page notices that this scrolled it, more have appeared below."""


async def test_the_end_stays_in_sight_for_those_who_are_there(desk: Desk) -> None:
    screen = await desk.open()
    page = screen.page
    await screen.command("show many")
    await screen.shows("Line 29")
    await expect(screen.last).to_be_in_viewport()
    await screen.command("game board")
    await screen.shows("First Game")
    end = page.get_by_text("Text below the container")
    await expect(end).to_be_in_viewport()
    await page.locator(".scroller").evaluate(CHANGED_ABOVE_AND_BELOW)
    await expect(end).to_be_in_viewport()
    await expect(page.locator(".to-end")).to_have_count(0)
    await page.locator(".scroller").evaluate("(el) => el.scrollTo(0, 300)")
    seen = page.get_by_text("Line 3", exact=True)
    top = await seen.evaluate("(el) => el.getBoundingClientRect().top")
    await screen.command("show mine")
    await expect(page.get_by_text("Your hand")).to_be_attached()
    assert await seen.evaluate("(el) => el.getBoundingClientRect().top") == top
    await page.get_by_role("button", name="New messages").click()
    await expect(page.get_by_text("Your hand")).to_be_in_viewport()
    await page.evaluate(
        """() => {
            document.querySelector(".scroller").scrollTo(0, 300);
            [...document.querySelectorAll(".place")].find((el) => el.textContent.includes("garden")).click();
        }"""
    )
    await expect(page).to_have_title("#garden · Ada")
    await screen.command("show many")
    await screen.shows("Line 29")
    await page.evaluate(
        """() => {
            document.querySelector(".scroller").scrollTo(0, 0);
            [...document.querySelectorAll(".place")].find((el) => el.textContent.includes("table")).click();
        }"""
    )
    await expect(page).to_have_title("#table · Ada")
    await expect(page.get_by_text("Your hand")).to_be_in_viewport()


async def test_the_page_says_when_the_bot_or_the_sandbox_is_gone(desk: Desk) -> None:
    screen = await desk.open()
    banner = screen.page.locator(".banner")
    await expect(banner).to_have_count(0)
    await desk.sandbox.page.close()
    await expect(banner).to_contain_text("Reconnecting")
    await expect(banner).to_have_count(0)
    await desk.bot.close()
    await expect(banner).to_contain_text("Seneschal is offline")
    desk.sandbox.page.key = "another, as after a restart"
    await desk.sandbox.page.close()
    await expect(screen.page.get_by_role("heading", name="This page's key is no longer valid.")).to_be_visible()


# Small windows, weak eyes, no mouse --------------------------------------------------------------------------------------


async def test_a_phone_shows_everything_within_its_width(desk: Desk) -> None:
    screen = await desk.open(phone=True)
    page = screen.page
    await expect(page.locator(".places")).not_to_be_visible()
    for name in ("game board", "show text", "show classic", "show mentions", "show mine", "show thread"):
        await screen.command(name)
        await expect(page.locator(".reference", has_text=f"Ada used /{name}")).to_be_visible()
    await expect(screen.last).to_contain_text("First Game of Ada")
    assert await overflow(page) == []
    controls = "main button:not(.mention), main textarea, main input, .place, a.reference, .thread-card"
    small = await page.evaluate(
        """(controls) => [...document.querySelectorAll(controls)]
            .filter((el) => el.checkVisibility() && el.getBoundingClientRect().height < 40).map((el) => el.outerHTML)""",
        controls,
    )
    assert small == []
    await page.get_by_role("button", name="You are Ada. Switch user").click()
    await expect(page.locator(".people")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("link", name="garden").click()
    await expect(page).to_have_title("#garden · Ada")
    await expect(page.locator(".places")).not_to_be_visible()
    await page.locator(".slash").click()
    await expect(page.locator(".suggestion").first).to_be_visible()
    assert await overflow(page) == []


async def test_the_page_is_written_in_its_own_fonts(desk: Desk) -> None:
    screen = await desk.open()
    for name, words in {"board": "First Game", "text": "Heading one", "classic": "Second edition", "mentions": "🎉"}.items():
        await screen.command(f"{'game' if name == 'board' else 'show'} {name}")
        await screen.shows(words)
    assert await foreign_fonts(screen.page) == set()


@pytest.mark.parametrize("dark", [False, True])
async def test_words_stand_out_from_their_background(desk: Desk, dark: bool) -> None:
    screen = await desk.open(dark=dark)
    await screen.command("show mentions")
    await screen.command("game board")
    await screen.shows("First Game")
    await screen.command("show mine")
    await screen.shows("Only you can see this")
    weak = await screen.page.evaluate(WEAK_WORDS)
    assert weak == []


async def test_everything_can_be_reached_by_keyboard(desk: Desk) -> None:
    screen = await desk.open()
    page, press = screen.page, screen.page.keyboard.press
    await screen.command("game board")
    await screen.shows("First Game")
    reached = set()
    await page.locator(".skip").focus()
    for _ in range(60):
        await press("Tab")
        reached.add(
            await page.evaluate(
                "document.activeElement.dataset.id ?? document.activeElement.dataset.person ?? document.activeElement.className"
            )
        )
    assert {"Ben", "place", "icon-button", "look", "treasures", "pick", "gallery-item", "composer-text"} <= reached
    await press("Alt+ArrowDown")
    await expect(page).to_have_title("#garden · Ada")
    await page.locator("body").press("x")
    await expect(screen.field).to_have_value("x")


async def test_a_button_puts_the_clock_forward(desk: Desk) -> None:
    screen = await desk.open()
    page, world = screen.page, desk.sandbox.world
    shown = page.locator(".clock-face")
    read = "() => Date.parse(document.querySelector('.clock-face').textContent.replace(/^\\w+, /, ''))"
    before, began = await page.evaluate(read), world.clock.time()
    assert abs(before / 1000 - began) < 120, "it shows the sandbox's date and time"
    await page.evaluate(EDIT, ["", f"<t:{int(began) + 26 * 3600}:R>"])
    due = page.locator("body > div").last
    await expect(due).to_have_text("tomorrow")
    old = await shown.text_content()
    await page.get_by_role("button", name="Put the clock forward by a day").click()
    await expect(shown).not_to_have_text(old or "")
    await expect(due).to_have_text("in 1 hour")
    await page.get_by_role("button", name="Put the clock forward by an hour").click()
    await expect(due).to_have_text(re.compile(r"in \d\d minutes"))
    assert world.clock.time() - began >= 25 * 3600
    assert abs(await page.evaluate(read) / 1000 - world.clock.time()) < 120
    phone = await desk.open(phone=True)
    await phone.page.get_by_role("button", name="Channels and people").tap()
    box = await phone.page.get_by_role("button", name="Put the clock forward by a day").bounding_box()
    assert box is not None and box["height"] >= 44 and box["width"] >= 44 and box["x"] + box["width"] <= PHONE["width"]
    assert not await phone.page.evaluate(WEAK_WORDS)
