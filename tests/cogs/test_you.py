"""On their own panel, a reader is "you"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.text import offers
from engine import Game, recommended_kingdom
from storage.models import Proposal, Seat, Table, UndoCost
from tables import Options, Place, TableView
from tables.models import UndoTo
from tables.state import show

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def offered(offer: Proposal) -> TableView:
    """Return a game of Ada, Ben and Cleo with a proposal."""
    names = ("Ada", "Ben", "Cleo")
    game = Game.new(recommended_kingdom("First Game").setup(names), bytes(32))
    seats = tuple(Seat(number=number, name=name, person=number) for number, name in enumerate(names))
    place = Place(guild=1, channel=2)
    fields = {"phase": "playing", "version": 1, "host": 0, "options": Options(), "seats": seats, "created": NOW, "offer": offer}
    return show(Table.model_validate({"id": "t", "place": place, **fields}), game)


def undo(to: UndoTo, seat: int, **moves: int) -> TableView:
    """Let Ben propose to undo."""
    seats = {"Ada": 0, "Ben": 1, "Cleo": 2}
    loss = UndoCost(to=to, turn=1, seat=seat, back_to=0, upto=9, moves={seats[name]: n for name, n in moves.items()}, hidden=False)
    return offered(Proposal(kind="undo", by=1, at=NOW, loss=loss))


@pytest.mark.parametrize(
    ("table", "me", "words"),
    [
        (undo("move", 1, Ben=1), 1, "You've proposed to undo your last move. Nothing"),
        (undo("move", 1, Ben=1), 0, "Ben wants to undo their last move. Nothing"),
        (undo("turn", 0, Ada=2, Ben=1), 0, "Ben wants to rewind to the start of your turn. Nothing"),
        (undo("turn", 0, Ada=2, Ben=1), 2, "Ben wants to rewind to the start of Ada's turn."),
        (undo("my-turn", 1, Ben=3), 1, "You've proposed to rewind to the start of your last turn. Nothing"),
        (offered(Proposal(kind="end", by=1, at=NOW)), 1, "You've proposed to end the game now."),
    ],
)
def test_a_proposal_says_you(table: TableView, me: int, words: str) -> None:
    assert words in offers.offer(table, me)
    if table.seats[me].person != 1:
        assert words in offers.proposed(table, me, "#table")
