"""On their own panel, a reader is "you"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.text import proposals
from engine import Game, LogLine, recommended_kingdom
from engine.log_forms import SeatNames
from storage.models import Proposal, Seat, Table, UndoCost
from tables import Options, Place, TableView
from tables.models import UndoTo
from tables.state import show

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def proposed(proposal: Proposal) -> TableView:
    """Return a game between Ada, Ben and Cleo with a proposal."""
    names = ("Ada", "Ben", "Cleo")
    game = Game.new(recommended_kingdom("First Game").setup(names), bytes(32))
    seats = tuple(Seat(number=number, name=name, person=number) for number, name in enumerate(names))
    place = Place(guild=1, channel=2)
    fields = {
        "phase": "playing",
        "version": 1,
        "host": 0,
        "options": Options(),
        "seats": seats,
        "created": NOW,
        "proposal": proposal,
    }
    return show(Table.model_validate({"id": "t", "place": place, **fields}), game)


def undo(to: UndoTo, seat: int, move: LogLine | None = None, **moves: int) -> TableView:
    """Let Ben propose to undo his last move, which this line is about."""
    seats = {"Ada": 0, "Ben": 1, "Cleo": 2}
    lost = {seats[name]: n for name, n in moves.items()}
    loss = UndoCost(to=to, turn=1, seat=seat, back_to=0, upto=9, moves=lost, hidden=False, move=move)
    return proposed(Proposal(kind="undo", by=1, at=NOW, loss=loss))


@pytest.mark.parametrize(
    ("table", "me", "words"),
    [
        (undo("move", 1, Ben=1), 1, "You've proposed to undo your last move. Nothing"),
        (undo("move", 1, Ben=1), 0, "Ben wants to undo their last move. Nothing"),
        (undo("move", 1, LogLine(kind="end", seat=1), Ben=1), 1, "You've proposed to undo the end of your turn. Nothing"),
        (undo("move", 1, LogLine(kind="end", seat=1), Ben=1), 0, "Ben wants to undo the end of their turn. Nothing"),
        (undo("move", 1, LogLine(kind="play", seat=1, card="Militia"), Ben=1), 0, "Ben wants to undo playing Militia. Nothing"),
        (undo("move", 1, LogLine(kind="play", seat=1, cards=("Copper",)), Ben=1), 0, "Ben wants to undo playing Treasures."),
        (undo("move", 1, LogLine(kind="trash", seat=1, cards=("Copper",)), Ben=1), 0, "Ben wants to undo their choice. Nothing"),
        (undo("turn", 0, Ada=2, Ben=1), 0, "Ben wants to rewind to the start of your turn. Nothing"),
        (undo("turn", 0, Ada=2, Ben=1), 2, "Ben wants to rewind to the start of Ada's turn."),
        (undo("my-turn", 1, Ben=3), 1, "You've proposed to rewind to the start of your last turn. Nothing"),
        (proposed(Proposal(kind="end", by=1, at=NOW)), 1, "You've proposed to end the game now."),
    ],
)
def test_a_proposal_says_you(table: TableView, me: int, words: str) -> None:
    assert words in proposals.proposal(table, me)
    if table.seats[me].person != 1:
        assert words in proposals.proposed(table, me, "#table")


@pytest.mark.parametrize(
    ("ids", "line"),
    [
        ("play:Mine", LogLine(kind="play", seat=1, card="Mine")),
        ("buy:Silver", LogLine(kind="buy", seat=1, card="Silver")),
        ("treasures", LogLine(kind="play", seat=1, cards=("Copper",))),
        ("debt:2", LogLine(kind="debt", seat=1, amount=-2)),
        ("end", LogLine(kind="end", seat=1)),
        ("3", LogLine(kind="trash", seat=1, cards=("Copper",))),
    ],
)
def test_an_undo_reads_the_same_with_and_without_asking(ids: str, line: LogLine) -> None:
    assert proposals.undid([ids]) == f"-# {proposals.undid_line(line, SeatNames(('Ada', 'Ben'), 1))}"
