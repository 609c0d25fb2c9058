"""AI players, which decide only from what their own seat can know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ai.answers import answer
from engine.ai.perception import Observed
from engine.ai.plan import STYLES

if TYPE_CHECKING:
    from engine.view import DecisionView, View

__all__ = ["AI_NAMES", "STYLES", "decide"]

AI_NAMES = ("Alder", "Briar", "Clover", "Fennel", "Hazel", "Juniper")


def decide(view: View, decision: DecisionView, style: str = "kingdom") -> list[str]:
    """Return a legal and sensible answer to `decision`, from the view of the seat that gives it."""
    return answer(Observed(view, decision), decision, STYLES[style])
