"""What the benchmark promises: a plain turn is short, and Militia between two people costs no hand-off."""

from __future__ import annotations

import pytest

from benchmarks import pace
from engine.kingdoms import recommended_kingdom


@pytest.mark.parametrize(("standing", "most"), [(pace.STRICT, 2), (pace.EASY, 1)])
async def test_a_plain_turn_takes_few_clicks(standing: pace.Standing, most: int) -> None:
    counted = await pace.play(recommended_kingdom("First Game"), standing, 0)
    assert any(plain for plain, _ in counted.turn_clicks)
    assert 0 < counted.plain <= most


async def test_militia_between_two_people_needs_no_extra_hand_off() -> None:
    counted = await pace.play(recommended_kingdom("First Game"), pace.EASY, 0)
    assert counted.owed > 0
    assert counted.handoffs <= counted.turns + 1
    assert counted.handoffs_a_round(owed=False) > counted.handoffs_a_round(owed=True)
