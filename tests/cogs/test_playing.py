"""Playing is a pleasure: what a hand panel offers beside the plain moves, by clicks through the sandbox."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled, until
from tests.cogs.kit import Reader

pytestmark = pytest.mark.usefixtures("bot")


async def begin(sandbox: Sandbox, ada: Player, ben: Player, kingdom: str = "First Game") -> tuple[Reader, Reader]:
    """A game of two people; whoever begins stands first."""
    await ada.command("game new", seats=2, kingdom=kingdom)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    readers = Reader(ada, ("Militia", "Cellar")), Reader(ben, ("Militia", "Moat"))
    first, second = sorted(readers, key=lambda reader: not reader.asked)
    return first, second


def panel(reader: Reader) -> Shown:
    """The hand panel that stands now."""
    found = reader.panel
    assert found is not None
    return found


async def until_asked(sandbox: Sandbox, readers: tuple[Reader, Reader], words: str) -> Reader:
    """Plays until somebody's panel has these words; theirs is returned."""
    for _ in range(120):
        await settled(sandbox)
        for reader in readers:
            if words in panel(reader).text:
                return reader
        await until(sandbox, lambda: any(reader.asked for reader in readers), lambda: "nobody is asked anything", 10.0)
        await next(reader for reader in readers if reader.asked).step()
    raise AssertionError(f"nobody ever read {words!r}")


async def test_one_hand_panel_each_in_whichever_seat(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", seats=2, kingdom="First Game")
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(sandbox)
    assert len(ada.messages("DM")) == 1
    assert "Your turn 1" in ada.messages("DM")[0].text


async def test_a_plain_turn_is_one_click(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    before = panel(first)
    assert "In one click: all Treasures" in before.text
    label = next(label for label in before.buttons if label.endswith(", end turn"))
    await first.player.click(label, on=before)
    await second.player.sees("Your turn 1", where="DM")
    await settled(sandbox)
    told = panel(second).text
    assert "Since your last turn" in told
    assert "Taken since your turn: " + label.removeprefix("Buy ").removesuffix(", end turn") in told
    assert len(first.player.messages("DM")) == len(second.player.messages("DM")) == 1


async def test_why_tells_the_card_its_rule_and_what_follows(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    readers = await begin(sandbox, ada, ben)
    asked = await until_asked(sandbox, readers, "You are asked")
    await asked.player.click("Why?", on=panel(asked))
    told = await asked.player.sees("Militia asks", where="DM")
    assert told.ephemeral
    assert "Each other player discards down to 3" in told.text
    assert "goes to the discard pile" in told.text
    other = next(reader for reader in readers if reader is not asked)
    assert not any("Militia asks" in shown.text for shown in other.player.messages("DM"))
