"""The basic cards, which are in every game's Supply, and the rules that name them."""

from __future__ import annotations

from engine.card import Card, Treasure, Type, Victory

SET = "Dominion"


class Copper(Treasure, cost=0, coins=1, basic=True):
    text = "+$1"
    rulings = ("Buying one uses a Buy, even though it costs $0.",)

    def pile_size(self, players: int) -> int:
        return (60 if players < 5 else 120) - 7 * players


class Silver(Treasure, cost=3, coins=2, basic=True):
    text = "+$2"

    def pile_size(self, players: int) -> int:
        return 40 if players < 5 else 80


class Gold(Treasure, cost=6, coins=3, basic=True):
    text = "+$3"

    def pile_size(self, players: int) -> int:
        return 30 if players < 5 else 60


class Estate(Victory, cost=2, points=1, basic=True):
    text = "Worth 1 VP."


class Duchy(Victory, cost=5, points=3, basic=True):
    text = "Worth 3 VP."


class Province(Victory, cost=8, points=6, basic=True, ends_game=True):
    text = "Worth 6 VP."
    rulings = ("When the pile is empty, the game ends at the end of that turn, however the last Province left.",)

    def pile_size(self, players: int) -> int:
        return {2: 8, 5: 15, 6: 18}.get(players, 12)


class Curse(Card, cost=0, kind=Type.CURSE, points=-1, basic=True):
    text = "Worth -1 VP."
    rulings = (
        "Every game has it in the Supply. You may buy it like any card.",
        "Curse is its only type: it isn't a Treasure, Action or Victory card.",
    )

    def pile_size(self, players: int) -> int:
        return 10 * (players - 1)


BASIC_CARDS: tuple[Card, ...] = (Copper(), Silver(), Gold(), Estate(), Duchy(), Province(), Curse())
"""In every game's Supply (R2)."""

STARTING_DECK: tuple[tuple[Card, int], ...] = ((Copper(), 7), (Estate(), 3))
"""What each player starts with (R1)."""
