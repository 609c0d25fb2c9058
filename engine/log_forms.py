"""How the log's sentences are made: by what they are about, for one reader."""

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
        """Return a card with whose it is: "your Militia"."""
        if seat == self.reader:
            return say("your {card}", card=card)
        return say("{owner}'s {card}", owner=self.seats[seat], card=card)


class Forms(NamedTuple):
    """What someone did, as a pattern: someone by name; the reader; without saying who did it; and that of the reader, where it
    differs."""

    name: str
    you: str
    unnamed: str
    unnamed_you: str = ""


Deed: TypeAlias = "tuple[Forms, Mapping[str, object]]"
"""What someone did, and the facts to put in."""
Form: TypeAlias = Literal["name", "you", "unnamed", "unnamed_you"]


def cards(of: LogLine) -> str:
    """Return the cards that a line is about, as far as its reader knows them."""
    return some(of.cards) if of.known or of.count is None else card_count(of.count)
