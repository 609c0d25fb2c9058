"""Hints in a person's first game: which one matters now. Each is shown until its reader has answered a question beside it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from engine import DecisionView, PileView, View, card_facts

Hint = Literal["actions", "buy", "unspent", "respond", "plan", "undo", "end", "terminal"]

FEW_LEFT = 4
"""With this many cards or fewer left in a pile that ends the game, the end is near."""


class NearEnd(NamedTuple):
    """How near the end is: how many cards are `left` in the piles that could soon end the game, by name; and how many piles are
    `empty`, if one more would end it."""

    left: dict[str, int]
    empty: int

    def __bool__(self) -> bool:
        return bool(self.left or self.empty)


def near_end(view: View) -> NearEnd:
    """Return how near the end is; an empty answer if it is far off, or certain."""
    if is_last_turn(view):
        return NearEnd({}, 0)
    left = {pile.name: pile.count for pile in view.piles if pile.name in view.ending_piles and 0 < pile.count <= FEW_LEFT}
    return NearEnd(left, view.empty_piles if view.empty_piles + 1 == view.piles_to_end else 0)


def is_last_turn(view: View) -> bool:
    """Return whether the game ends after this turn, as the piles are now."""
    return view.empty_piles >= view.piles_to_end or any(not pile.count for pile in view.piles if pile.name in view.ending_piles)


def would_end(view: View, pile: PileView) -> bool:
    """Return whether the top card of a pile is its last one, and the game ends after this turn once that is gone."""
    last = pile.count == 1 and not is_last_turn(view)
    return last and (pile.name in view.ending_piles or (pile.supply and view.empty_piles + 1 >= view.piles_to_end))


def due(view: View, decision: DecisionView | None, done: Collection[str], *, undo: bool = False) -> Hint | None:
    """Return the hint that matters to `view`'s own player at a question (None: no question), other than those they are `done` with.
    `undo`: they can undo something freely."""
    return next((hint for hint in matter(view, decision, undo=undo) if hint not in done), None)


def matter(view: View, decision: DecisionView | None, *, undo: bool) -> list[Hint]:
    """Return the hints that matter now, the most urgent first."""
    if decision is None:
        return ["plan"]
    if decision.seat != view.viewer:
        return []
    if decision.kind != "turn":
        return ["respond"] if is_response(decision) else []
    told: list[Hint] = []
    if stranded(view):
        told.append("terminal")
    if near_end(view):
        told.append("end")
    told += ["actions"] if can_act(view, decision) else ["buy", "unspent"]
    return [*told, "undo"] if undo else told


def is_response(decision: DecisionView) -> bool:
    """Return whether a question is about someone else's Attack."""
    return decision.card is not None and decision.played_by not in (None, decision.seat) and is_attack(decision.card)


def is_attack(name: str) -> bool:
    """Return whether a card is an Attack."""
    try:
        return "Attack" in card_facts(name).types
    except KeyError:  # a question's source isn't always a card
        return False


def can_act(view: View, decision: DecisionView) -> bool:
    """Return whether some playable Action does something now."""
    plays = [option.card for option in decision.options if option.id.startswith("play:")]
    return view.phase == "action" and any(card not in view.idle for card in plays)


def stranded(view: View) -> str | None:
    """Return an Action in the hand of the player on turn that they can't play because they have no Actions left."""
    me = view.players[view.current]
    if view.actions or not any("Action" in card_facts(name).types for name in me.in_play):
        return None
    return next((each.name for each in me.hand or () if "Action" in card_facts(each.name).types), None)


def done_with(view: View, decision: DecisionView, done: tuple[str, ...], *, undo: bool) -> tuple[str, ...]:
    """Return the hints that a person is done with by answering a question: the one shown beside it, and if they have waited for a
    turn before, the one about waiting."""
    shown = due(view, decision, done, undo=undo)
    waited: Hint | None = "plan" if view.current != view.viewer or view.turn > 1 else None
    new = [hint for hint in (shown, waited) if hint is not None and hint not in done]
    return (*done, *new) if new else done
