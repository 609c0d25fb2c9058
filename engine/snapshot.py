"""A whole game at the start of a turn as plain data, and back.

A copy is written as its card's name; one that shows another face, or belongs to another pile than its card's, as an object. Effects
put off until later refer to copies by seat, zone and place.
"""

from __future__ import annotations

from typing import Any

from engine import words
from engine.card import CARDS, Copy
from engine.core import Core
from engine.errors import SaveMismatch
from engine.events import Later, Moment
from engine.player import Player
from engine.save import Setup, Snapshot
from engine.setup import lay_out
from engine.turn import ExtraTurn, Turn

ZONES = ("deck", "hand", "discard_pile", "in_play", "aside")
COUNTERS = ("debt", "vp_tokens", "turns_taken", "resigned", "controller")


def take(core: Core, entries: int) -> Snapshot:
    """Return the snapshot of `core`, taken after `entries` journal entries."""
    assert not core.debts and not any(core.turn_effects.values()), "only what is data outlives a turn"
    places = {
        id(copy): [player.seat, zone, index]
        for player in core.players
        for zone in ZONES
        for index, copy in enumerate(getattr(player, zone))
    }
    state: dict[str, Any] = {
        "turn": [core.turn.number, core.turn.seat, core.turn.extra, core.turn.possessor, core.turn.because],
        "last_seat": core.last_seat,
        "last_gain": core.last_gain,
        "extra_turns": [list(extra) for extra in core.extra_turns],
        "asked": core.asked,
        "logged": core.logged,
        "shuffles": [core.shuffler.epoch, *core.shuffler.counters],
        "piles": {
            pile.name: [pile.count if pile.stack is None else [_copy(core, copy) for copy in pile.stack], dict(pile.tokens)]
            for pile in core.piles.values()
        },
        "marks": {name: dict(marks) for name, marks in core.marks.items()},
        "trash": [_copy(core, copy) for copy in core.trash],
        "players": [
            {zone: [_copy(core, copy) for copy in getattr(player, zone)] for zone in ZONES}
            | {counter: getattr(player, counter) for counter in COUNTERS}
            | {"later": [_later(effect, places) for effect in player.later]}
            for player in core.players
        ],
    }
    return Snapshot(turn=core.turn.number, entries=entries, state=state)


def _copy(core: Core, copy: Copy) -> Any:
    if copy.card is copy.printed and copy.home is core.homes.get(copy.card):
        return copy.card.name
    return {"card": copy.printed.name, "as": copy.card.name, "home": copy.home.name if copy.home is not None else None}


def _later(effect: Later, places: dict[int, list[Any]]) -> dict[str, Any]:
    return {
        "card": effect.card.name,
        "method": effect.method,
        "moment": effect.moment,
        "cards": [places[id(copy)] for copy in effect.cards],
        "kept": [places[id(copy)] for copy in effect.kept if id(copy) in places],
        "data": dict(effect.data),
        "anyone": effect.anyone,
        "when": effect.when,
        "until": effect.until,
    }


def restore(setup: Setup, seed: bytes, snapshot: Snapshot) -> Core:
    """Return the game at the time of `snapshot`, the start of a turn. Raises SaveMismatch if the data make no sense."""
    core = lay_out(setup, seed)
    state = snapshot.state
    try:
        core.turn = Turn(*state["turn"])
        core.last_seat = state["last_seat"]
        core.last_gain = state["last_gain"]
        core.extra_turns = [ExtraTurn(*extra) for extra in state["extra_turns"]]
        core.asked = state["asked"]
        core.logged = state["logged"]
        core.shuffler.epoch, *core.shuffler.counters = state["shuffles"]
        for name, (content, tokens) in state["piles"].items():
            pile = core.piles[name]
            if pile.stack is None:
                pile.count = content
            else:
                pile.stack = [_read_copy(core, each) for each in content]
                pile.count = len(pile.stack)
            pile.tokens = dict(tokens)
            core.emptied |= not pile.count
        core.marks = {name: with_lists(marks) for name, marks in state["marks"].items()}
        core.trash = [_read_copy(core, each) for each in state["trash"]]
        for player, saved in zip(core.players, state["players"], strict=True):
            for zone in ZONES:
                setattr(player, zone, [_read_copy(core, each) for each in saved[zone]])
            for counter in COUNTERS:
                setattr(player, counter, saved[counter])
            core.somebody_left |= player.resigned
        for player, saved in zip(core.players, state["players"], strict=True):
            for effect in saved["later"]:
                core.add_later(_read_later(core, player, effect))
        core.current = core.players[core.turn.seat]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise SaveMismatch(words.unreadable_snapshot(snapshot.turn, error)) from error
    return core


def with_lists(saved: dict[str, Any]) -> dict[str, Any]:
    """Return a card's notes, with lists again in place of a snapshot's tuples."""
    return {key: [*value] if isinstance(value, tuple) else value for key, value in saved.items()}


def _read_copy(core: Core, saved: Any) -> Copy:
    if isinstance(saved, str):
        card = CARDS[saved]
        return Copy(card, core.pile_of(card))
    copy = Copy(CARDS[saved["card"]], core.piles[saved["home"]] if saved["home"] is not None else None)
    copy.card = CARDS[saved["as"]]
    return copy


def _read_later(core: Core, owner: Player, saved: dict[str, Any]) -> Later:
    def copies(places: list[list[Any]]) -> list[Copy]:
        return [getattr(core.players[seat], zone)[index] for seat, zone, index in places]

    return Later(
        owner,
        CARDS[saved["card"]],
        saved["method"],
        Moment(saved["moment"]),
        copies(saved["cards"]),
        copies(saved["kept"]),
        with_lists(saved["data"]),
        saved["anyone"],
        saved["when"],
        Moment(saved["until"]) if saved["until"] is not None else None,
    )
