"""A whole game at the start of a turn as plain data, and back.

A copy is written as its card's name, or as an object if it stands for another card or belongs to a pile other than its card's.
Effects scheduled for later refer to copies by seat, zone and place.
"""

from __future__ import annotations

from typing import Any

from engine import words
from engine.card import CARDS
from engine.core import Core
from engine.errors import SaveMismatch
from engine.events import Later, Moment
from engine.mechanisms import FIELDS, TOKENS, ZONES
from engine.piles import Copy
from engine.player import Player
from engine.save import Setup, Snapshot
from engine.setup import lay_out
from engine.turn import ExtraTurn, Turn

COUNTERS = (*(token.field for token in TOKENS.values() if token.field), "turns_taken", "resigned", "controller")


def take(core: Core, entries: int) -> Snapshot:
    """Return the snapshot of `core`, taken after `entries` journal entries."""
    assert not core.debts and not any(core.turn_effects.values()), "only what is data outlives a turn"
    places = {
        id(copy): [player.seat, zone, index]
        for player in core.players
        for zone, copies in _zones(player).items()
        for index, copy in enumerate(copies)
    }
    state: dict[str, Any] = {
        "turn": [core.turn.number, core.turn.seat, core.turn.extra, core.turn.possessor, core.turn.because],
        "before": core.turn.before,
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
        "mingled": core.mingled,
        "passed": [[*passed, count] for passed, count in core.passed.items() if count],
        "marks": {name: dict(marks) for name, marks in core.marks.items()},
        "trash": [_copy(core, copy) for copy in core.trash],
        "players": [
            {zone: [_copy(core, copy) for copy in getattr(player, zone)] for zone in FIELDS}
            | {counter: getattr(player, counter) for counter in COUNTERS}
            | {
                "mats": {mat: [_copy(core, copy) for copy in copies] for mat, copies in player.mats.items()},
                "tokens": {str(token): number for token, number in player.tokens.items()},
                "gained": [card.name for card in player.gained],
                "later": [_later(effect, places) for effect in player.later],
            }
            for player in core.players
        ],
    }
    return Snapshot(turn=core.turn.number, entries=entries, state=state)


def _zones(player: Player) -> dict[str, list[Copy]]:
    """Return a player's zones by their names in snapshots."""
    return {field: getattr(player, field) for field in FIELDS} | player.mats


def _copy(core: Core, copy: Copy) -> Any:
    if copy.card is copy.printed and copy.home is core.homes.get(copy.card) and copy.of is None:
        return copy.card.name
    home = copy.home.name if copy.home is not None else None
    written: dict[str, Any] = {"card": copy.printed.name, "as": copy.card.name, "home": home}
    return written | {"of": copy.of} if copy.of is not None else written


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
        "independent": effect.independent,
        "draws": effect.draws,
        "coins": effect.coins,
    }


def restore(setup: Setup, seed: bytes, snapshot: Snapshot) -> Core:
    """Return the game at the time of `snapshot`, the start of a turn. Raises SaveMismatch if the data make no sense."""
    core = lay_out(setup, seed)
    state = snapshot.state
    try:
        core.turn = Turn(*state["turn"])
        core.turn.before = state.get("before")
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
        core.mingled = state.get("mingled", False)
        core.passed.update({(giver, taker, name): count for giver, taker, name, count in state.get("passed", ())})
        core.marks = {name: with_lists(marks) for name, marks in state["marks"].items()}
        core.trash = [_read_copy(core, each) for each in state["trash"]]
        for player, saved in zip(core.players, state["players"], strict=True):
            for zone in FIELDS:
                setattr(player, zone, [_read_copy(core, each) for each in saved[zone]])
            for mat, copies in saved.get("mats", {}).items():
                player.zone(ZONES[mat]).extend(_read_copy(core, each) for each in copies)
            player.tokens = dict(saved.get("tokens", {}))
            player.last_gains = [(player.seat, CARDS[name]) for name in saved.get("gained", ())]
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
    copy.of = saved.get("of")
    return copy


def _read_later(core: Core, owner: Player, saved: dict[str, Any]) -> Later:
    def copies(places: list[list[Any]]) -> list[Copy]:
        return [_zones(core.players[seat])[zone][index] for seat, zone, index in places]

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
        saved.get("independent", False),
        saved.get("draws", False),
        saved.get("coins"),
    )
