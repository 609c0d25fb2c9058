"""Playing is a pleasure: what a hand panel offers beside the plain moves, by clicks through the sandbox."""

from __future__ import annotations

import aiohttp
import pytest

from engine.replay import Export, verify
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
    assert "Gained since your turn: " + label.removeprefix("Buy ").removesuffix(", end turn") in told
    assert len(first.player.messages("DM")) == len(second.player.messages("DM")) == 1


async def test_why_tells_the_card_its_rule_and_what_follows(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    readers = await begin(sandbox, ada, ben)
    asked = await until_asked(sandbox, readers, "Militia asks you")
    await asked.player.click("Why?", on=panel(asked))
    told = await asked.player.sees("Why Militia asks you", where="DM")
    assert told.ephemeral
    assert "Each other player discards down to 3" in told.text
    assert "goes to the discard pile" in told.text
    other = next(reader for reader in readers if reader is not asked)
    assert not any("Why Militia asks" in shown.text for shown in other.player.messages("DM"))


async def test_taking_back_more_shows_the_loss_and_needs_consent(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    label = next(label for label in panel(first).buttons if label.endswith(", end turn"))
    await first.player.click(label, on=panel(first))
    await settled(sandbox)
    await first.player.click("Take back…", on=panel(first))
    shown = await first.player.sees("This is what would be lost", where="DM")
    assert f"3 moves of {first.player.name}'s" in shown.text
    assert "Hidden cards have come out since" in shown.text
    await first.player.click("To my last turn's start", on=shown)
    await first.player.sees("I have asked the others", where="DM")
    asked = await second.player.sees("Take it back?", where="DM", button="Agree")
    await second.player.click("Agree", on=asked)
    await settled(sandbox)
    assert "Your turn 1" in panel(first).text
    assert "Waiting for" in panel(second).text
    assert "Take it back?" not in panel(second).text


async def test_declining_lets_it_stand(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    await first.player.click("End turn", on=panel(first))
    await settled(sandbox)
    await first.player.click("Take back…", on=panel(first))
    await first.player.click("Before my last move", on=await first.player.sees("This is what would be lost", where="DM"))
    await second.player.click("Play on", on=await second.player.sees("Take it back?", where="DM"))
    await settled(sandbox)
    assert "Take it back?" not in panel(first).text
    assert "Your turn 1" in panel(second).text


async def test_a_plan_is_previewed_kept_and_carried_out(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    planning = second.player
    await planning.click("Plan my next turn", on=panel(second))
    await planning.submit(text="$8 Nonsense, else Copper")
    refused = await planning.sees("There is no Nonsense here", where="DM")
    assert "**__$8 Nonsense__**" in refused.text or "**__Nonsense__**" in refused.text
    await planning.click("Change it", on=refused)
    await planning.submit(text="$6 Gold, $3 Silver, else Copper")
    await settled(sandbox)
    kept = panel(second).text
    assert "Your plan" in kept
    assert "Play all Treasures" in kept
    assert "End the turn" in kept
    await first.player.click("End turn", on=panel(first))
    await settled(sandbox)
    assert "Your turn 2" in panel(first).text
    assert "Your plan" not in panel(second).text


async def test_the_end_gives_the_points_by_turn_and_a_file_that_verifies(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, _ = await begin(sandbox, ada, ben)
    label = next(label for label in panel(first).buttons if label.endswith(", end turn"))
    await first.player.click(label, on=panel(first))
    await settled(sandbox)
    await ben.command("game resign")
    await ben.click("Resign")
    over = await ada.sees("Shuffle seed", button="Replay file")
    await ada.click("Replay file", on=over)
    told = await ada.sees("python -m engine replay")
    assert told.ephemeral
    sent = told.json["attachments"]
    assert [each["filename"].endswith(".json") for each in sent] == [True]
    async with aiohttp.ClientSession() as web, web.get(sent[0]["url"]) as answer:
        assert verify(Export.model_validate_json(await answer.read())).over
    await ada.click("Points by turn", on=over)
    course = await ada.sees("How it went", "Ada 3 · Ben 3")
    assert all(f"\n{turn}: Ada 3" in course.text.replace("-# ", "") for turn in (1, 2)), "all in numbers, too"
