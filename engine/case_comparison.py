"""Comparing what a rules case expects with the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from engine.card import CARDS
from engine.case_format import HIDDEN, SPECTATOR, AskFacts, Facts, Sight, Words, listed
from engine.case_position import described, names, options, pile_called, said, stacked, tokens_on
from engine.core import Core
from engine.decision import Ask
from engine.log_forms import SeatNames
from engine.log_words import ending, line
from engine.mechanisms import TOKENS
from engine.player import Player
from engine.score import result
from engine.view import CardCount, MatView
from engine.visibility import view

SEED = bytes(range(32))
ON_THE_TABLE: dict[str, Any] = {
    "piles": True,
    "ending_piles": True,
    "players": {"__all__": {"owned"}},
    "decisions": {"__all__": {"moves"}},
}
"""The parts of a view that everyone can read off the table at any time: the piles and their costs, and the cards that everyone has
seen come and go."""
COUNTERS = ("actions", "buys", "coins", "potions", "debt", "vp_tokens", "turns_taken")
T = TypeVar("T")


class Comparison:
    """Compares expected facts with actual ones."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.differences: list[str] = []

    def facts(self, facts: Facts) -> list[str]:
        """Return what differs from `facts`."""
        core, me = self.core, self.core.current
        self._is("turn", facts.turn, me.name)
        self._is("turn number", facts.turn_number, core.turn.number)
        self._is("phase", facts.phase, core.phase)
        self._is("over", facts.over, core.phase == "over")
        self._is("reason", facts.reason, None if core.ending is None else ending(core.ending, self._names(None)))
        for counter in ("actions", "buys", "coins", "potions"):
            self._is(counter, getattr(facts, counter), getattr(me, counter))
        for name, wanted in facts.supply.items():
            pile = pile_called(core, name)
            if isinstance(wanted, Words):
                self._cards(f"supply, {name}", wanted, stacked(pile), in_order=True)
            else:
                self._is(f"supply, {name}", wanted, pile.count)
        for name, tokens in facts.tokens.items():
            lying = {token: count for token, count in tokens_on(core, name).items() if token in TOKENS and count}
            self._is(f"tokens, {name}", tokens, lying)
        for name, cost in facts.costs.items():
            self._is(f"costs, {name}", cost, str(core.cost(CARDS[name])))
        self._is("empty piles", facts.empty_piles, core.empty_piles())
        self._cards("trash", facts.trash, names(core.trash))
        for name in facts.seats:
            self._seat(next(player for player in core.players if player.name == name), facts)
        if facts.asked is not None:
            self._asks(facts.asked)
        if facts.winners is not None:
            winners = [core.players[seat].name for seat in sorted(result(core).winners)] if core.phase == "over" else []
            self._is("winners", sorted(facts.winners), sorted(winners))
        self._log("log", facts.log, None)
        for name, sight in facts.sees.items():
            self._sight(name, sight)
        return self.differences

    def _is(self, what: str, expected: object, actual: object) -> None:
        if expected is not None and expected != actual:
            self.differences.append(f"{what}: expected {expected}, is {actual}")

    def _cards(self, what: str, expected: Words | None, actual: Sequence[str], *, in_order: bool = False) -> None:
        if expected is None:
            return
        wanted = list(expected.items)
        if in_order:
            fits = list(actual[: len(wanted)] if expected.more else actual) == wanted
        else:
            missing, extra = Counter(wanted) - Counter(actual), Counter(actual) - Counter(wanted)
            fits = not missing and (expected.more or not extra)
        if not fits:
            self._is(what, str(expected), listed(list(actual) if in_order else sorted(actual)))

    def _seat(self, player: Player, facts: Facts) -> None:
        seat, who = facts.seats[player.name], player.name
        self._cards(f"{who}, hand", seat.hand, names(player.hand))
        self._cards(f"{who}, deck", seat.deck, names(player.deck)[::-1], in_order=True)
        self._cards(f"{who}, discard", seat.discard, names(player.discard_pile))
        self._cards(f"{who}, in play", seat.in_play, names(player.in_play))
        self._cards(f"{who}, set aside", seat.set_aside, names(player.aside))
        for mat, cards in seat.mats.items():
            self._cards(f"{who}, {mat}", cards, names(player.mats.get(mat, ())))
        for token, count in seat.tokens.items():
            self._is(f"{who}, {token}", count, player.token(token))
        self._cards(f"{who}, owns", seat.owns, names(player.owned()))
        self._is(f"{who}, hand size", seat.hand_size, len(player.hand))
        self._is(f"{who}, deck size", seat.deck_size, len(player.deck))
        self._is(f"{who}, discard size", seat.discard_size, len(player.discard_pile))
        self._is(f"{who}, discard top", seat.discard_top, (names(player.discard_pile) or ["nothing"])[-1])
        self._is(f"{who}, vp", seat.vp, player.vp_tokens)
        self._is(f"{who}, debt", seat.debt, player.debt)
        self._is(f"{who}, turns", seat.turns, player.turns_taken)
        self._is(f"{who}, resigned", seat.resigned, player.resigned)
        if seat.points is not None or seat.rank is not None:
            score = next(score for score in result(self.core).scores if score.seat == player.seat)
            self._is(f"{who}, points", seat.points, score.points)
            self._is(f"{who}, rank", seat.rank, score.rank)

    def _asks(self, asked: dict[str, list[AskFacts]]) -> None:
        """Compare the questions: these players must be asked these things, and no others."""
        for player in self.core.players:
            asks = [ask for ask in self.core.decisions() if ask.decider == player.seat]
            expected = asked.get(player.name, [])
            if len(asks) != len(expected):
                self.differences.append(
                    f"asked: expected {len(expected)} questions to {player.name}, are {len(asks)}; open: {described(self.core)}"
                )
                continue
            for facts, ask in zip(expected, asks, strict=True):
                self._ask(f"asked, {player.name}", facts, ask)

    def _ask(self, what: str, facts: AskFacts, ask: Ask[Any]) -> None:
        seen = ask.view()
        self._is(f"{what}, to", facts.to, seen.purpose)
        self._is(f"{what}, of", facts.of, self.core.players[seen.seat].name)
        self._is(f"{what}, or to", facts.or_to, seen.follow.purpose if seen.follow is not None else "nothing")
        for field in ("kind", "card", "prompt", "minimum", "maximum", "owed"):
            self._is(f"{what}, {field}", getattr(facts, field), getattr(seen, field))
        self._is(f"{what}, sealed", bool(facts.sealed), seen.answered)
        self._cards(f"{what}, because", facts.because, seen.because, in_order=True)
        self._cards(f"{what}, options", facts.options, options(ask))
        self._cards(f"{what}, preselected", facts.preselected, [said(id) for id in seen.preselected])

    def _lines(self, reader: int | None) -> list[str]:
        told = [entry.line(reader) for entry in self.core.lines or []]
        return [f"{'>' * each.depth} {line(each, self._names(reader))}".lstrip() for each in told]

    def _names(self, reader: int | None) -> SeatNames:
        return SeatNames([player.name for player in self.core.players], reader)

    def _log(self, what: str, expected: Iterable[str], reader: int | None) -> None:
        """Compare the log: it must have the expected lines in that order, perhaps with others in between."""
        lines = self._lines(reader)
        place = 0
        for wanted in expected:
            found = next((i for i in range(place, len(lines)) if wanted in lines[i]), None)
            if found is None:
                self.differences.append(f"{what}: “{wanted}” is not there, or out of order; the log: {' | '.join(lines)}")
                return
            place = found + 1

    def _counted(self, what: str, wanted: Words | str | None, cards: Sequence[CardCount] | None) -> None:
        """Check that the cards are these, as far as they are seen, or hidden."""
        if isinstance(wanted, Words):
            self._cards(what, wanted, [card.name for card in cards or () for _ in range(card.count)])
        else:
            self._is(what, wanted, HIDDEN if cards is None else "open")

    def _sight(self, name: str, sight: Sight) -> None:
        """Compare what someone sees, according to their view: nothing leaves the engine any other way."""
        core, what = self.core, f"{name} sees"
        reader = None if name == SPECTATOR else next(player.seat for player in core.players if player.name == name)
        seen = view(core, reader)
        for each, facts in sight.seats.items():
            player = next(player for player in seen.players if player.name == each)
            self._counted(f"{what}, {each}, hand", facts.hand, player.hand)
            self._is(f"{what}, {each}, hand size", facts.hand_size, player.hand_size)
            self._is(f"{what}, {each}, deck size", facts.deck_size, HIDDEN if player.deck_size is None else player.deck_size)
            self._is(f"{what}, {each}, discard top", facts.discard_top, player.discard_top or "nothing")
            self._cards(f"{what}, {each}, in play", facts.in_play, player.in_play)
            aside = [card.name for group in player.set_aside for card in group.cards or () for _ in range(card.count)]
            self._cards(f"{what}, {each}, set aside", facts.set_aside, aside)
            for mat, words in facts.mats.items():
                lying = next((one for one in player.mats if one.name == mat), MatView(name=mat, count=0, cards=()))
                self._counted(f"{what}, {each}, {mat}", words, lying.cards)
            self._is(f"{what}, {each}, vp", facts.vp, player.vp_tokens)
            self._is(f"{what}, {each}, debt", facts.debt, player.debt)
        self._is(f"{what}, phase", sight.phase, seen.phase)
        possessor = "no one" if seen.possessor is None else core.players[seen.possessor].name
        self._is(f"{what}, possessor", sight.possessor, possessor)
        for field in ("waiting_for", "owing", "answered"):
            who = tuple(core.players[seat].name for seat in getattr(seen, field))
            self._is(f"{what}, {field.replace('_', ' ')}", getattr(sight, field), who)
        self._is(f"{what}, treasures give", sight.treasures_give, seen.treasure_coins)
        text = seen.model_dump_json(exclude=ON_THE_TABLE) + "\n".join(repr(entry.line(reader)) for entry in core.lines or [])
        for there, words in ((True, sight.holds), (False, sight.lacks)):
            for word in words.items:
                if bool(re.search(rf"\b{re.escape(word)}\b", text)) is not there:
                    self.differences.append(f"{what}: {word} is {'nowhere' if there else 'to be seen'}")
        self._log(f"{what}, log", sight.log, reader)
