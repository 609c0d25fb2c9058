"""The rules of the game, pure: no Discord, no I/O, no clock, no global randomness, no asyncio."""

from engine.ai import decide
from engine.cards.recommended import RecommendedSet
from engine.errors import EngineError, IllegalAnswer, IllegalSetup, SaveMismatch, StaleDecision
from engine.facts import CardFacts, all_cards, card_facts, idle_among
from engine.game import Game
from engine.kingdom_words import ExpressionError, parse_kingdom
from engine.kingdoms import (
    Kingdom,
    KingdomRequest,
    Want,
    missing_from,
    random_kingdom,
    recommended_kingdom,
    recommended_set,
    recommended_sets,
    request_like,
    swap_pile,
)
from engine.log import Ending, LogEntry, LogLine
from engine.lookup import Match, MatchKind, alike, find, search
from engine.moves import Obstacle
from engine.save import Entry, Save, Setup, Snapshot
from engine.seating import Starting, next_first
from engine.setup import first_game
from engine.terms import TermFacts, all_terms, cards_of, named_in, names_of, term_facts, terms_of
from engine.view import Asked, DecisionView, MoveView, Option, PileView, PlayerView, PurseView, Result, Score, View

__all__ = [
    "Asked",
    "CardFacts",
    "DecisionView",
    "Ending",
    "EngineError",
    "Entry",
    "ExpressionError",
    "Game",
    "IllegalAnswer",
    "IllegalSetup",
    "Kingdom",
    "KingdomRequest",
    "LogEntry",
    "LogLine",
    "Match",
    "MatchKind",
    "MoveView",
    "Obstacle",
    "Option",
    "PileView",
    "PlayerView",
    "PurseView",
    "RecommendedSet",
    "Result",
    "Save",
    "SaveMismatch",
    "Score",
    "Setup",
    "Snapshot",
    "StaleDecision",
    "Starting",
    "TermFacts",
    "View",
    "Want",
    "alike",
    "all_cards",
    "all_terms",
    "card_facts",
    "cards_of",
    "decide",
    "find",
    "first_game",
    "idle_among",
    "missing_from",
    "named_in",
    "names_of",
    "next_first",
    "parse_kingdom",
    "random_kingdom",
    "recommended_kingdom",
    "recommended_set",
    "recommended_sets",
    "request_like",
    "search",
    "swap_pile",
    "term_facts",
    "terms_of",
]
