"""Alchemy, as its rulebook of 2018 has it: Potions as a second kind of money, and thirteen cards that want them."""

from __future__ import annotations

from engine.card import Treasure

SET = "Alchemy"


class Potion(Treasure, cost=4, potions=1, basic=True, editions=[1]):
    text = "+1 Potion."
    rulings = (
        "In the Supply only when a card there has a Potion in its cost; then its 16 copies are a pile like any other.",
        "A Potion is no coin; two costs with a Potion need two Potions played; what isn't spent is lost.",
        "It is a basic Treasure, not a Kingdom card.",
    )

    def pile_size(self, players: int) -> int:
        return 16


POTION = Potion()
"""What is added to the Supply where a cost has a Potion in it (R20)."""
