"""A secret choice, made in two ways: as long as both games can go on in the same way, a spectator must not be able to tell them
apart."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, Protocol

from engine.asks import CardsAsk
from engine.checks import SHOWING, TELLING, alike, demand, lines, unanswered, unnumbered
from engine.core import Core
from engine.decision import Ask
from engine.errors import EngineError
from engine.game import Game

SECRET = frozenset({"pass", "place", "save", "topdeck"})
"""Purposes of choosing cards that no one else sees."""

TOGETHER = 40
"""The most answers that both games are given."""


class Answering(Protocol):
    """Plays the games on."""

    def answer(self, game: Game, ask: Ask[Any], chance: random.Random) -> Sequence[str]:
        """Return a legal answer."""


def is_secret(ask: Ask[Any]) -> bool:
    """Return whether no one else sees what is chosen: they do see it if a card leaves play."""
    return isinstance(ask, CardsAsk) and ask.purpose in SECRET and not any(copy in ask.player.in_play for copy in ask.copies)


def keeps_secret(
    game: Game, ask: Ask[Any], ids: Sequence[str], otherwise: Sequence[str], by: Answering, chance: random.Random
) -> None:
    """Check that a spectator can't tell whether `ask` was answered with `ids` or `otherwise`, either then or later, as long as both
    games can be given the same answers."""
    one, two = Game.load(game.save()), Game.load(game.save())
    seat, given = ask.player.seat, (ids, otherwise)
    asked = ask
    for _ in range(TOGETHER):
        start = one.core.logged
        for each, said in zip((one, two), given, strict=True):
            found = same_question(each.core, asked)
            try:
                if found is None:
                    return
                each.answer(found.decider, found.id, said)
            except EngineError:
                return
        if one.over or two.over or SHOWING & {*given[0]} or not told_alike(one, two, start, own=asked.player.seat == seat):
            return
        seen, seen_too = (re.sub(r'"discard_top":("[^"]*"|null)', "", unnumbered(each, None)) for each in (one, two))
        alike(seen, seen_too, f"what everyone sees tells what seat {seat} chose to {ask.purpose}")
        asked = chance.choice(unanswered(one.core))
        given = (by.answer(one, asked, chance),) * 2


def same_question(core: Core, asked: Ask[Any]) -> Ask[Any] | None:
    """Return the open question to the same player for the same purpose."""
    wanted = (asked.decider, asked.player.seat, asked.kind, asked.purpose)
    return next((each for each in unanswered(core) if (each.decider, each.player.seat, each.kind, each.purpose) == wanted), None)


def told_alike(one: Game, two: Game, start: int, *, own: bool) -> bool:
    """Return whether everyone reads the same from line `start` on; if not, check that they may: the rules show cards there, or it
    is the answer of the player who chose in secret (`own`)."""
    told, told_too = (lines(each, None, start) for each in (one, two))
    if told == told_too:
        return True
    at = next((i for i, (a, b) in enumerate(zip(told, told_too, strict=False)) if a != b), min(len(told), len(told_too)))
    kinds = {entry.public.kind for each in (one, two) for entry in each.log if entry.public.number in (start + at - 1, start + at)}
    demand(own or bool(kinds & TELLING), f"the log tells everyone what was chosen in secret: {told[at:]} or {told_too[at:]}")
    return False
