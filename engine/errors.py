"""What can go wrong when something is asked of the engine. Each error's `reason` is a sentence for a person."""

from __future__ import annotations


class EngineError(Exception):
    """Base of all of these."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class IllegalAnswer(EngineError):
    """The answer is not one of those the decision allows. Nothing has changed."""


class StaleDecision(EngineError):
    """That decision is not open (any more), or is another seat's. Nothing has changed."""


class IllegalSetup(EngineError):
    """A game can't be set up like that."""


class SaveMismatch(EngineError):
    """A save doesn't fit this code: at journal entry `entry`, something else is asked than when it was written."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason)
        self.entry = entry


class OtherRules(SaveMismatch):
    """A finished game can't be played again by this code, and it began by the rules of other code."""
