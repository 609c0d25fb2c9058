"""Pings, reminders and nudges, by clicks: each says why it came, and can be turned off from there."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Literal

import pytest

from cogs.messages import outbox, reminding
from sandbox.recorder import Dropped, Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import AutoAnswers, TableService
from tables.models import Hours, PingMode, Remind, Reminder, Waiting
from tests.cogs.conftest import Wait
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import AUTO_ANSWERS, behind_more, chosen, is_hand, menu_to

pytestmark = pytest.mark.usefixtures("bot")

ACTIONS = count(1)
Moment = Literal["before", "after"]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def id_of(player: Player) -> int:
    return int(player.person.user.id)


def pings(player: Player) -> int:
    """Return how many messages have notified someone."""
    return len(player.pings)


async def choose(
    host: TableService, player: Player, *, pings: PingMode | None = None, remind: Remind | None = None, asleep: bool = False
) -> None:
    """Choose how to be pinged in all games; someone `asleep` has quiet hours now."""
    await host.people.set_answers(id_of(player), AutoAnswers(pings=pings, remind=remind), action=f"choice {next(ACTIONS)}")
    hour = host._access.clock().hour
    quiet = ((hour - 1) % 24 * 60, (hour + 3) % 24 * 60) if asleep else None
    hours = Hours(zone="UTC", quiet=quiet)
    await host.people.set_hours(id_of(player), lambda before, now: hours, action=f"hours {next(ACTIONS)}")


async def pings_of(player: Player, title: str = AUTO_ANSWERS) -> Shown:
    """Open the settings of pings."""
    await player.command("settings")
    shown = await player.sees(title)
    await player.click("Pings…", on=shown)
    return player.now(shown)


def reminders(player: Player, where: str = "DM") -> list[Shown]:
    return [shown for shown in player.messages(where) if "is waiting for you" in shown.text or "are waiting for you" in shown.text]


async def begin(scene: Scene) -> tuple[Player, Player]:
    await scene.begin(*PILES)
    first, second = await scene.in_turn_order()
    return first, second


# the settings


async def test_one_panel_sets_how_to_be_pinged(host: TableService, ada: Player) -> None:
    shown = await pings_of(ada)
    assert shown.text.startswith("### Pings\n")
    assert [chosen(shown, verb) for verb in ("set-pings", "set-remind")] == [
        "Pings: every time",
        "Reminders: after half the limit",
    ]
    await ada.select(menu_to(shown, "set-remind")["custom_id"], "12", on=shown)
    shown = ada.now(shown)
    assert chosen(shown, "set-remind") == "Reminders: every 12 hours"
    await ada.select(menu_to(shown, "set-pings")["custom_id"], "daily", on=shown)
    shown = ada.now(shown)
    assert "until you set your time zone" in shown.text and shown.buttons == ["Zone…", "Hours…", "Back"]
    assert chosen(shown, "set-digest") == "Digest: at 18:00"
    await ada.select(menu_to(shown, "set-digest")["custom_id"], "7", on=shown)
    assert chosen(ada.now(shown), "set-digest") == "Digest: at 7:00"
    kept = await host.people.settings(id_of(ada))
    assert (kept.standing.pings, kept.standing.remind, kept.digest) == ("daily", "12", 420)
    await ada.click("Back", on=ada.now(shown))
    assert AUTO_ANSWERS in ada.now(shown).text


async def test_a_game_can_have_its_own_pings(scene: Scene, host: TableService, ada: Player) -> None:
    await begin(scene)
    await ada.command("settings")
    shown = await ada.sees(AUTO_ANSWERS)
    await ada.click("Game…", on=shown)
    await ada.click("Pings…", on=ada.now(shown))
    shown = ada.now(shown)
    assert shown.text.startswith("### Pings in <#")
    await ada.select(menu_to(shown, "set-pings")["custom_id"], "off", on=shown)
    assert chosen(ada.now(shown), "set-pings") == "Pings: none"
    assert (await host.people.said(id_of(ada), scene.id)).pings == "off"
    assert (await host.people.said(id_of(ada))).pings is None


# pings


async def test_a_ping_says_why_and_turns_itself_off(scene: Scene, host: TableService) -> None:
    first, second = await begin(scene)
    await scene.end(first)
    panel = await scene.panel(second)
    assert "-# I ping you when it's your turn or you have a choice" in panel.text and "No pings here" in panel.buttons
    await second.click("No pings here", on=panel)
    panel = second.now(panel)
    assert "I won't ping you in this game any more." in panel.text and "Your turn 1" in panel.text
    assert (await host.people.said(id_of(second), scene.id)).pings == "off"
    await scene.end(second)
    before = pings(second)
    await scene.end(first)
    panel = await scene.panel(second)
    assert "Your turn 2" in panel.text and pings(second) == before, "the hand is up to date, and no one was called"
    assert "No pings here" not in panel.buttons


async def test_pings_are_turned_on_again_in_one_press(scene: Scene, host: TableService) -> None:
    first, second = await begin(scene)
    await scene.end(first)
    panel = await scene.panel(second)
    await second.click("No pings here", on=panel)
    await second.click("Ping me again", on=second.now(panel))
    assert "-# I ping you when it's your turn or you have a choice" in second.now(panel).text
    assert (await host.people.said(id_of(second), scene.id)).pings is None, "what is set for all games counts here again"
    await scene.end(second)
    before = pings(second)
    await scene.end(first)
    await settled(scene.sandbox)
    assert pings(second) == before + 1


async def test_nothing_notifies_in_quiet_hours(scene: Scene, host: TableService, wait: Wait) -> None:
    for player in scene.players:
        await choose(host, player, asleep=True)
    first, second = await begin(scene)
    assert all(is_hand(player.messages("DM")[-1]) for player in (first, second)), "their hands are there"
    await scene.end(first)
    assert "Your turn 1" in (await scene.panel(second)).text
    assert [pings(player) for player in (first, second)] == [0, 0]
    await wait(5 * HOUR)
    assert [pings(player) for player in (first, second)] == [0, 1]
    await wait(DAY)
    assert [pings(player) for player in (first, second)] == [0, 1]


async def test_a_mention_is_made_in_the_morning_and_turned_off_by_its_reader_alone(
    scene: Scene, host: TableService, wait: Wait
) -> None:
    first, second = await begin(scene)
    second.person.close_dms()
    await choose(host, second, asleep=True)
    await scene.end(first)
    await settled(scene.sandbox)
    assert not any(f"<@{id_of(second)}>, it's your turn" in shown.text for shown in second.messages())
    for _ in range(10):
        await wait(HOUR / 2)
    call = await second.sees(f"<@{id_of(second)}>, it's your turn", button="No pings here")
    await first.click("No pings here", on=call)
    await first.sees("That ping was for someone else.")
    await second.click("No pings here", on=call)
    await second.sees("I won't ping you in this game any more.", button="Ping me again")
    assert (await host.people.said(id_of(second), scene.id)).pings == "off"
    assert (await host.people.said(id_of(first), scene.id)).pings is None


# reminders


async def test_a_reminder_replaces_the_last_and_goes_with_the_move(scene: Scene, host: TableService, wait: Wait) -> None:
    first, second = await begin(scene)
    await choose(host, second, remind="24")
    await scene.end(first)
    await settled(scene.sandbox)
    before = pings(second)
    await wait(25 * HOUR)
    (shown,) = reminders(second)
    assert shown.text.startswith("### 1 game is waiting for you\n") and f"with {first.name}: your move (<t:" in shown.text
    assert "-# Reminders: every day" in shown.text
    assert shown.buttons == [f"My hand with {first.name}", "No reminders"] and pings(second) == before + 1
    await wait(HOUR)
    assert [each.id for each in reminders(second)] == [shown.id]
    await wait(DAY)
    (later,) = reminders(second)
    assert later.id != shown.id and pings(second) == before + 2
    await second.click(f"My hand with {first.name}", on=later)
    await settled(scene.sandbox)
    await scene.end(second)
    await settled(scene.sandbox)
    assert reminders(second) == []


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_reminder_that_hangs_is_given_up_and_comes_once(
    moment: Moment, scene: Scene, sandbox: Sandbox, host: TableService, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would keep its place in the line, which all reminders and all boards that a timer changes share."""
    first, second = await begin(scene)
    await choose(host, second, remind="24")
    await scene.end(first)
    await settled(sandbox)
    hanging, for_ever = asyncio.Event(), asyncio.Event()

    async def gate(when: Moment, exchange: Exchange) -> None:
        if when == moment and not hanging.is_set() and "waiting for you" in str(exchange.body):
            hanging.set()
            await for_ever.wait()
            raise Dropped

    sandbox.gate = gate
    monkeypatch.setattr(reminding, "STUCK", 0.3)
    monkeypatch.setattr(outbox, "RETRIES", (0.1,))
    waiting = asyncio.ensure_future(wait(DAY + HOUR))
    async with asyncio.timeout(20.0):
        await hanging.wait()
        monkeypatch.setattr(reminding, "STUCK", 60.0)
        await second.sees("is waiting for you", where="DM")
    for_ever.set()
    await waiting
    assert len(reminders(second)) == 1


async def test_reminders_are_turned_off_from_one_which_then_lets_choose_others(
    scene: Scene, host: TableService, wait: Wait
) -> None:
    first, second = await begin(scene)
    await choose(host, second, remind="24")
    await scene.end(first)
    await settled(scene.sandbox)
    await wait(25 * HOUR)
    (shown,) = reminders(second)
    await second.click("No reminders", on=shown)
    told = second.now(shown)
    assert chosen(told, "set-remind") == "Reminders: none"
    await wait(3 * DAY)
    assert reminders(second) == [] and (await host.people.said(id_of(second))).remind == "off"
    await second.select(menu_to(told, "set-remind")["custom_id"], "48", on=told)
    assert (await host.people.said(id_of(second))).remind == "48"


async def test_the_pings_are_three_presses_from_one(scene: Scene, host: TableService) -> None:
    first, second = await begin(scene)
    await scene.end(first)
    panel = await scene.panel(second)
    await behind_more(second, "Settings", on=panel)
    await second.click("Pings…", on=await second.sees(AUTO_ANSWERS, where="DM"))
    shown = await second.sees("### Pings", where="DM")
    await second.select(menu_to(shown, "set-remind")["custom_id"], "12", on=shown)
    assert (await host.people.said(id_of(second), scene.id)).remind == "12"
    assert "Your turn 1" in second.now(panel).text, "the hand is still there"


async def test_without_direct_messages_the_reminder_is_a_mention_that_goes(scene: Scene, host: TableService, wait: Wait) -> None:
    first, second = await begin(scene)
    second.person.close_dms()
    await choose(host, second, remind="24")
    await scene.end(first)
    await settled(scene.sandbox)
    await wait(25 * HOUR)
    (shown,) = reminders(second, "#table")
    assert shown.text.startswith(f"<@{id_of(second)}>, this game is waiting for you: your move (<t:")
    await second.click("My hand", on=shown)
    await settled(scene.sandbox)
    await scene.end(second)
    await settled(scene.sandbox)
    assert reminders(second, "#table") == []


async def test_a_reminder_that_was_sent_and_not_remembered_is_found_again(
    scene: Scene, host: TableService, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begin(scene)
    await choose(host, second, remind="24")
    await scene.end(first)
    await settled(scene.sandbox)
    note, left = host.digests.note, [True]

    async def killed(person: int, reminder: Reminder) -> None:
        if reminder.message is not None and left:
            left.pop()
            raise TimeoutError
        await note(person, reminder)

    monkeypatch.setattr(host.digests, "note", killed)
    before = pings(second)
    await wait(25 * HOUR)
    await settled(scene.sandbox)
    assert not left and len(reminders(second)) == 1 and pings(second) == before + 1
    assert not (await host.digests.reminder(id_of(second))).to_send


async def test_a_reminder_is_not_sent_once_quiet_hours_have_started(
    scene: Scene, host: TableService, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begin(scene)
    await choose(host, second, remind="24")
    await scene.end(first)
    await settled(scene.sandbox)
    held = asyncio.Event()
    waiting = host.digests.waiting

    async def slow(person: int) -> list[Waiting]:
        await held.wait()
        return await waiting(person)

    monkeypatch.setattr(host.digests, "waiting", slow)
    monkeypatch.setattr(host._access, "clock", lambda: datetime.now(UTC) + 25 * HOUR)
    await host.timers.look_after()
    assert (await host.digests.reminder(id_of(second))).to_send
    await choose(host, second, remind="24", asleep=True)
    before = pings(second)
    held.set()
    await settled(scene.sandbox)
    assert reminders(second) == [] and pings(second) == before
    monkeypatch.setattr(host.digests, "waiting", waiting)
    await wait(25 * HOUR + 5 * HOUR)
    assert len(reminders(second)) == 1 and pings(second) == before + 1


async def test_a_digest_names_its_setting(scene: Scene, host: TableService, wait: Wait) -> None:
    first, second = await begin(scene)
    await choose(host, second, pings="daily")
    before = pings(second)
    await scene.end(first)
    await settled(scene.sandbox)
    assert pings(second) == before
    await wait(25 * HOUR)
    (shown,) = reminders(second)
    assert "-# Pings: one digest a day" in shown.text and "No digest" in shown.buttons
    assert pings(second) == before + 1


# nudges


async def test_a_nudge_pings_and_tells_who_wanted_it(scene: Scene, host: TableService, wait: Wait) -> None:
    first, second = await begin(scene)
    await scene.end(first)
    await wait(2 * HOUR)
    before = pings(second)
    await behind_more(first, "Nudge…", on=await scene.panel(first))
    shown = await first.sees(f"### Nudge {second.name}?", where="DM")
    await first.click("Nudge", on=shown)
    await first.sees(f"I've pinged {second.name}.", where="DM")
    assert f"-# {first.name} nudged you <t:" in (await scene.panel(second)).text and pings(second) == before + 1
    await behind_more(first, "Nudge…", on=await scene.panel(first))
    await first.sees("This game has already been nudged. You can nudge it again <t:", where="DM")


async def test_a_nudge_names_those_it_will_reach_later(scene: Scene, host: TableService, wait: Wait) -> None:
    first, second = await begin(scene)
    await scene.end(first)
    await settled(scene.sandbox)
    await choose(host, second, asleep=True)
    before = pings(second)
    await behind_more(first, "Nudge…", on=await scene.panel(first))
    await first.click("Nudge", on=await first.sees(f"### Nudge {second.name}?", where="DM"))
    await first.sees(f"{second.name} is away or in quiet hours, so I'll ping them after that.", where="DM")
    assert pings(second) == before
    await wait(5 * HOUR)
    assert pings(second) == before + 1 and f"{first.name} nudged you" in (await scene.panel(second)).text
