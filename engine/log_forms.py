"""How the log's sentences are made from what they are about, for one reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from engine.catalogue import say
from engine.log import LogLine
from engine.words import card_count, some


class SeatNames(NamedTuple):
    """The seats' names, as one seat reads them (None: a spectator)."""

    seats: Sequence[str]
    reader: int | None = None

    def of(self, seat: int) -> str:
        """Return a seat's name within a sentence."""
        return say("you") if seat == self.reader else self.seats[seat]

    def card_of(self, seat: int, card: str) -> str:
        """Return a card with its owner: "your Militia"."""
        if seat == self.reader:
            return say("your {card}", card=card)
        return say("{owner}'s {card}", owner=self.seats[seat], card=card)


class Forms(NamedTuple):
    """What someone does, as patterns: for someone by name; for the reader; and, if no verb is needed, without saying who does
    it."""

    name: str
    you: str
    unnamed: str = ""


Deed: TypeAlias = "tuple[Forms, Mapping[str, object]]"
"""What someone does, and the facts to fill in."""
Form: TypeAlias = Literal["name", "you", "unnamed"]


def cards(of: LogLine) -> str:
    """Return the cards that a line is about, or how many if its reader doesn't know them."""
    return some(of.cards) if of.known or of.count is None else card_count(of.count)
