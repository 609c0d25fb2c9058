"""What can go wrong in calls to the engine. Each error's `reason` is a sentence for people to read."""

from __future__ import annotations


class EngineError(Exception):
    """Base of all of these."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class IllegalAnswer(EngineError):
    """The decision doesn't allow that answer. Nothing has changed."""


class StaleDecision(EngineError):
    """That decision isn't open (or no longer is), or is another seat's. Nothing has changed."""


class IllegalSetup(EngineError):
    """A game can't be set up like that."""


class SaveMismatch(EngineError):
    """A save doesn't fit this code: at journal entry `entry`, the game asks something different from when it was saved."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason)
        self.entry = entry


class OtherRules(SaveMismatch):
    """This code can't replay a finished game that started under the rules of other code."""
