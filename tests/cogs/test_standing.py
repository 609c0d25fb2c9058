"""Standing answers, by clicks: each is seen and changed in one panel, acts, and says so to its owner alone."""

from __future__ import annotations

import pytest

from sandbox.components import BUTTON
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown

pytestmark = pytest.mark.usefixtures("bot")


async def settings(player: Player) -> Shown:
    await player.command("settings")
    return await player.sees("Your standing answers")


async def test_one_panel_shows_all(sandbox: Sandbox, ada: Player) -> None:
    shown = await settings(ada)
    assert shown.ephemeral
    for word in ("all your games", "Your turn", "Against Attacks", "Discards that others make you do", "You choose them"):
        assert word in shown.text
    assert shown.buttons == [
        *("Treasures", "End turn", "Any order", "Wait"),
        *("✓ Protect me", "Never", "Ask me"),
        *("✓ Ask me", "Worthless", "List…"),
    ]
    for label in ("Treasures", "End turn", "Any order", "Wait", "Never", "Worthless"):
        await ada.click(label, on=shown)
    assert ada.now(shown).buttons == [
        *("✓ Treasures", "✓ End turn", "✓ Any order", "✓ Wait"),
        *("Protect me", "✓ Never", "Ask me"),
        *("Ask me", "✓ Worthless", "List…"),
    ]
    assert "First Curse, Victory" in ada.now(shown).text
    assert not any(one.get("disabled") for one in ada.now(shown).components(BUTTON))
    assert (await settings(ada)).buttons == ada.now(shown).buttons
