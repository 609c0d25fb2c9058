"""A person's hours, by clicks and commands: time zone, quiet hours, and being away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs.text import TRY_AGAIN
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import TableService
from tests.cogs.game import Scene
from tests.cogs.kit import AUTO_ANSWERS
from tests.cogs.test_absence import begin

pytestmark = pytest.mark.usefixtures("bot")

HOURS = "### Your hours"


async def hours(player: Player) -> Shown:
    """Open the panel of someone's hours."""
    await player.command("settings")
    panel = await player.sees(AUTO_ANSWERS)
    await player.click("Hours…", on=panel)
    await settled(player.sandbox)
    return player.now(panel)


async def write(player: Player, panel: Shown, button: str, text: str) -> Shown:
    """Write something in one of the panel's windows."""
    await player.click(button, on=player.now(panel))
    await player.submit(text=text)
    await settled(player.sandbox)
    return player.now(panel)


def is_disabled(panel: Shown, label: str) -> bool:
    (button,) = [each for each in panel.components(2) if each.get("label") == label]
    return bool(button.get("disabled"))


async def test_nothing_is_assumed_until_it_is_set(ada: Player) -> None:
    panel = await hours(ada)
    for line in ("**Time zone:** not set", "**Quiet hours:** off (set your time zone first)", "**Away:** off"):
        assert line in panel.text
    assert panel.buttons == ["Zone…", "Away…", "Back"] and is_disabled(panel, "Quiet…")


async def test_hours_are_set_and_turned_off(ada: Player, host: TableService) -> None:
    panel = await hours(ada)
    panel = await write(ada, panel, "Zone…", "berlin")
    assert "**Time zone:** Europe/Berlin" in panel.text and not is_disabled(panel, "Quiet…")
    panel = await write(ada, panel, "Quiet…", "10:30pm to 7")
    assert "**Quiet hours:** 22:30 to 7:00" in panel.text
    kept = (await host.people.settings(int(ada.person.user.id))).hours
    assert (kept.zone, kept.quiet, kept.away) == ("Europe/Berlin", (1350, 420), ())
    await ada.select("Turn off…", "No quiet hours", on=panel)
    panel = ada.now(panel)
    assert "**Quiet hours:** off" in panel.text and "first" not in panel.text
    panel = await write(ada, panel, "Zone…", "utc+2")
    assert "**Time zone:** UTC+2" in panel.text
    await ada.select("Turn off…", "No time zone", on=panel)
    assert "**Time zone:** not set" in ada.now(panel).text
    await ada.click("Back", on=ada.now(panel))
    assert AUTO_ANSWERS in ada.now(panel).text


async def test_a_likely_time_zone_is_a_button(ada: Player) -> None:
    panel = await hours(ada)
    await ada.click("Zone…", on=panel)
    await ada.submit(text="Berlni")
    told = await ada.sees("I don't know that time zone.")
    await ada.click("Use: Europe/Berlin", on=told)
    await settled(ada.sandbox)
    assert "**Time zone:** Europe/Berlin" in ada.now(told).text


async def test_what_cannot_be_read_is_said_and_can_be_changed(ada: Player) -> None:
    panel = await write(ada, await hours(ada), "Zone…", "Tokyo")
    await ada.click("Quiet…", on=panel)
    await ada.submit(text="7-23:30")
    told = await ada.sees("at most 16 hours a day")
    await ada.click(TRY_AGAIN, on=told)
    await ada.submit(text="23:30-7")
    await settled(ada.sandbox)
    assert "**Quiet hours:** 23:30 to 7:00" in ada.now(told).text
    await ada.command("away", until="soonish")
    told = await ada.sees("I can't read that date.")
    await ada.click(TRY_AGAIN, on=told)
    await ada.submit(text="2 weeks")
    await settled(ada.sandbox)
    assert "You're away until <t:" in ada.now(told).text


async def test_being_away_is_shown_pauses_the_limit_and_ends_with_a_move(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    me, other = await begin(scene, "turn")
    (awaited,) = (await host.table(scene.id)).awaited
    await me.command("away", until="2 weeks")
    told = await me.sees(
        "You're away until <t:", "Time limits on your moves pause for up to 14 days per game.", "that day ends at midnight UTC"
    )
    await settled(sandbox)
    (later,) = (await host.table(scene.id)).awaited
    assert awaited.due is not None and later.due is not None and later.due - awaited.due > timedelta(days=13)
    due, until = f"<t:{int(later.due.timestamp())}:f>", (await host.table(scene.id)).seats[later.seat].away
    assert until is not None
    day = f"<t:{int(until.timestamp())}:D>"
    await other.sees(f"move by {due}", f"{me.name} is away until {day}", button="My hand")
    panel = await scene.panel(me)
    assert f"You're away until {day}" in panel.text and f"Move by {due}" in panel.text
    assert "away" not in (await scene.panel(other)).text
    assert "I'm back" in told.buttons
    await scene.end(me)
    await settled(sandbox)
    assert "away" not in (await other.sees("'s turn", button="My hand")).text
    assert (await host.people.away_until(int(me.person.user.id))) is None
    assert "You're back." in (await scene.panel(me)).text


async def test_being_away_without_an_end(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    scene = Scene(sandbox, host, ada, ben)
    me, other = await begin(scene, "turn")
    await other.command("away")
    told = await other.sees("You're away until your next move.")
    await settled(sandbox)
    await me.sees(f"{other.name} is away", button="My hand")
    assert "You're away until your next move" in (await scene.panel(other)).text
    await other.click("Hours…", on=told)
    await other.select("Turn off…", "I'm back", on=other.now(told))
    await settled(sandbox)
    assert "**Away:** off" in other.now(told).text
    assert "is away" not in (await me.sees("'s turn", button="My hand")).text
