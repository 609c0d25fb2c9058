"""Standing answers: what a seat's owner said in advance, applied to what that seat may see, and to nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import card_facts
from engine.view import DecisionView, LogEntry, View
from storage.store import Standing

DEFAULTS = Standing(treasures=False, end=False, react="always")


class Automatic(NamedTuple):
    """An answer that a standing answer gives, and the line about it for the seat's own log."""

    ids: tuple[str, ...]
    text: str


def resolved(*layers: Standing) -> Standing:
    """What holds: each field from the first layer that says something, else the default."""
    said: dict[str, object] = {}
    for layer in (*layers, DEFAULTS):
        said = layer.model_dump(exclude_none=True) | said
    return Standing.model_validate(said)


def could_apply(decision: DecisionView, standing: Standing) -> bool:
    """A quick look, before a view is made, at whether the standing answers say anything to such a question."""
    if decision.kind == "turn":
        return bool(standing.treasures or standing.end)
    return decision.kind == "react" and standing.react != "ask"


def automatic(view: View, decision: DecisionView, standing: Standing, *, acted: bool, log: Sequence[LogEntry]) -> Automatic | None:
    """What the (resolved) standing answers say to `decision`, as `view`, its decider's, shows it; None: ask the person.

    `acted`: the person has answered something themselves this turn. Without that a turn is never ended for them, so
    that they see each of their turns and no game plays itself. `log` is this turn's lines so far.
    """
    if decision.kind == "react":
        return react(decision, standing, log)
    if decision.kind != "turn" or view.current != decision.seat:
        return None
    offered = [option.id for option in decision.options]
    if standing.treasures and "treasures" in offered and view.phase == "buy":
        return Automatic(("treasures",), "Your standing answer played all Treasures.")
    if standing.end and acted and offered == ["end"]:
        return Automatic(("end",), "Your standing answer ended the turn: nothing was left to do.")
    return None


def react(decision: DecisionView, standing: Standing, log: Sequence[LogEntry]) -> Automatic | None:
    """Closes the prompt for holders and non-holders of a Reaction alike: both get an answer, at once."""
    if standing.react == "ask":
        return None
    if standing.react == "always":
        for option in decision.options:
            protects = option.id.startswith("react:") and option.card and card_facts(option.card).immunity
            if protects and not revealed(option.card or "", decision.seat, log):
                return Automatic((option.id,), f"Your standing answer revealed {option.card}.")
    return Automatic(("no",), "Your standing answer used no Reaction.")


def revealed(card: str, seat: int, log: Sequence[LogEntry]) -> bool:
    """Has this seat shown this card since the Attack was played? (What it gives is given once.)"""
    for line in reversed(log):
        if line.kind == "play":
            return False
        if line.seat == seat and line.kind in ("react", "reveal") and card in line.text:
            return True
    return False
