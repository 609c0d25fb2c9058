"""Ratings by openskill's Plackett–Luce model, for games of two to six with ties."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from storage.records import Skill

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@cache
def model() -> PlackettLuce:
    """Return the model with openskill's own numbers. Importing it takes 60 ms, so that isn't done at startup."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def unrated() -> Skill:
    """Return what is known about a player before their first game."""
    return Skill(model().mu, model().sigma)


def rated(before: Sequence[tuple[str, Skill]], places: Sequence[int]) -> dict[str, Skill]:
    """Return how good players are after a game, by key. A player with several seats, as an AI can have, changes by their mean."""
    teams = [[model().rating(mu=skill.mu, sigma=skill.sigma)] for _, skill in before]
    after: dict[str, list[Skill]] = {}
    for (player, _), (new,) in zip(before, model().rate(teams, ranks=[float(place) for place in places]), strict=True):
        after.setdefault(player, []).append(Skill(new.mu, new.sigma))
    return {player: Skill(*(sum(each) / len(each) for each in zip(*skills, strict=True))) for player, skills in after.items()}
