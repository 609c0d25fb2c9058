"""Scoring at the end (R66, R67)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine import words
from engine.log import Ending
from engine.mechanisms import TOKENS
from engine.view import CardCount, Result, Score, ScoreLine

if TYPE_CHECKING:
    from engine.core import Core
    from engine.player import Player


def score_lines(player: Player) -> tuple[ScoreLine, ...]:
    """Return where a player's points come from, line by line. Cards worth nothing are left out, but landscapes that give nothing
    aren't."""
    counts = Counter(copy.card for copy in player.owned())
    lines = [ScoreLine(what=card.name, count=n, points=n * card.score(player)) for card, n in counts.items() if card.score(player)]
    lines.sort(key=lambda line: (-line.points, line.what))
    counting = [card for card in player.game.landscapes if card.counts_at_end]
    lines += [ScoreLine(what=card.name, count=1, points=card.points_at_end(player)) for card in counting]
    worth = {name: number for name, number in player.all_tokens().items() if TOKENS[name].points}
    for name, number in worth.items():
        what = words.kind_of_tokens(name)
        lines.append(ScoreLine(what=what, count=number, points=number * TOKENS[name].points))
    return tuple(lines)


def points(player: Player) -> int:
    """Return the total worth of a player's cards and tokens, with what landscapes add."""
    counts = Counter([copy.card for copy in player.owned()])
    landscapes = sum(card.points_at_end(player) for card in player.game.landscapes)
    tokens = player.vp_tokens + sum(number * TOKENS[name].points for name, number in player.tokens.items())
    return tokens + landscapes + sum(n * card.score(player) for card, n in counts.items())


def standing(player: Player) -> tuple[bool, int, int]:
    """Return a player's rank key, smallest first: most points win; among those tied, fewest turns win; if still tied, they share
    the win (R67). Players who resigned rank behind all others."""
    return player.resigned, -points(player), player.turns_taken


def winners(core: Core) -> list[int]:
    """Return the seats that won a finished game."""
    standings = [standing(player) for player in core.players]
    best = min(standings)
    return [seat for seat, each in enumerate(standings) if each == best]


def result(core: Core) -> Result:
    """Return how a finished game ended."""
    standings = {player: standing(player) for player in core.players}
    ordered = sorted(core.players, key=standings.__getitem__)
    scores = []
    for player in ordered:
        deck = Counter(copy.card.name for copy in player.owned())
        scores.append(
            Score(
                seat=player.seat,
                name=player.name,
                points=points(player),
                turns_taken=player.turns_taken,
                rank=1 + sum(standings[other] < standings[player] for other in core.players),
                lines=score_lines(player),
                deck=tuple(CardCount(name=name, count=count) for name, count in sorted(deck.items())),
            )
        )
    return Result(
        ending=core.ending or Ending(kind="worded"),
        winners=tuple(score.seat for score in scores if score.rank == 1),
        scores=tuple(scores),
    )
