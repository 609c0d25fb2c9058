"""The rules of the game, pure: no Discord, no I/O, no clock, no global randomness, no asyncio."""

from engine.ai import decide
from engine.errors import EngineError, IllegalAnswer, IllegalSetup, SaveMismatch, StaleDecision
from engine.facts import CardFacts, all_cards, card_facts
from engine.game import Game
from engine.save import Entry, Save, Setup, Snapshot
from engine.setup import first_game
from engine.view import DecisionView, LogEntry, LogLine, Option, PileView, PlayerView, Result, Score, View

__all__ = [
    "CardFacts",
    "DecisionView",
    "EngineError",
    "Entry",
    "Game",
    "IllegalAnswer",
    "IllegalSetup",
    "LogEntry",
    "LogLine",
    "Option",
    "PileView",
    "PlayerView",
    "Result",
    "Save",
    "SaveMismatch",
    "Score",
    "Setup",
    "Snapshot",
    "StaleDecision",
    "View",
    "all_cards",
    "card_facts",
    "decide",
    "first_game",
]
