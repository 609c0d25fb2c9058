"""The cards, one module per set; everything about a card stands in one place."""

from engine.cards import alchemy, base, basic, empires, empires_landscapes

__all__ = ["alchemy", "base", "basic", "empires", "empires_landscapes"]
