"""Questions before a proposal: an undo that needs the others' consent, and a substitute in a seat."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.panels.blocks import CALLING, Block, Button, ForAll, ForOne, Id, Row, Text, panel
from cogs.panels.open_seats import offering, open_seat
from cogs.text import proposals as text_proposals
from tables import TableView
from tables.models import Newcomer, UndoCost

LONGEST_NAME = 24
"""How much of a newcomer's name a button can carry."""


def losses(table: TableView, found: Sequence[UndoCost], move: Sequence[str], person: int) -> ForOne:
    """Show the points that the players can be asked to go back to, and what each would lose. `move` is the reader's own last
    move."""
    if not found:
        return ForOne(panel(Text(text_proposals.NO_LOSSES)), person)
    seat = table.seat_of(person)
    blocks: list[Block] = [Text(text_proposals.LOSSES if len(found) > 1 else text_proposals.ONE_LOSS)]
    for each in found:
        told = text_proposals.loss(each, table.seats, seat.number if seat else None)
        blocks += [Text(told), Row((go_back(table, each, move),))]
    return ForOne(panel(blocks), person)


def not_undone(sentence: str, table: TableView, person: int, points: Sequence[UndoCost], move: Sequence[str]) -> ForOne:
    """Say why the person's last move isn't undone, and offer to ask the others; among AIs, the `points` to go back to."""
    ways = [go_back(table, each, move) for each in points] or [
        Button(text_proposals.TAKE_BACK, Id(table.id, 0, "losses").in_place())
    ]
    return ForOne(panel(Text(sentence), Row(tuple(ways))), person)


def go_back(table: TableView, to: UndoCost, move: Sequence[str]) -> Button:
    """Return the button that goes back to that point, or asks the others to."""
    return Button(
        text_proposals.GO_BACK_TO.get(to.to) or text_proposals.undo(move), Id(table.id, 0, "askback", f"{to.to}.{to.mark}")
    )


def substitute(table: TableView, new: Newcomer, asked: Sequence[int], person: int, *, asks: bool, manages: bool = False) -> ForOne:
    """Show what a substitute in a seat would mean, before anyone is `asked`. `asks`: this person can propose it; `manages`: they
    can do it immediately."""
    arg = f"{new.seat}" if new.person is None else f"{new.seat}.{new.person}.{new.name[:LONGEST_NAME]}"
    buttons = [Button(text_proposals.ASK_TABLE, Id(table.id, 0, "substitute", arg), "primary")] if asks else []
    if manages:
        buttons.append(Button(text_proposals.DO_IT_NOW, Id(table.id, 0, "replace", arg), "danger"))
    own = table.seat_of(person)
    mine = own is not None and own.number == new.seat
    if new.person is None and own is not None and not own.resigned and not mine:
        buttons.append(offering(table, new.seat))
    told = text_proposals.substitute(table, new, asked if asks else (), own=mine)
    now = [Text(text_proposals.CAN_DO_IT_NOW)] if manages else []
    return ForOne(panel(Text(told), now, Row(tuple(buttons))), person)


def call(table: TableView) -> ForAll:
    """Ask everyone who has to agree to a substitute, and hasn't yet; usually this pings them."""
    proposal = table.proposal
    assert proposal is not None and proposal.newcomer is not None
    new = proposal.newcomer
    asked = [seat.person for seat in table.seats if seat.person and not seat.resigned and seat.number not in proposal.agreed]
    if new.person is not None and not new.willing:
        asked.append(new.person)
    seat = str(new.seat)
    row = Row(
        (
            Button(text_proposals.AGREE, Id(table.id, proposal.number, "takeover", seat), "success"),
            Button(text_proposals.DECLINE, Id(table.id, proposal.number, "nottakeover", seat)),
        )
    )
    told = text_proposals.seat_asked(table, new, asked)
    return ForAll(panel(Text(told), row, colour=CALLING), mentions=tuple(asked) if proposal.calls else ())


def taken(table: TableView, seat: int) -> ForAll:
    """Say who plays on in a seat."""
    person = table.seats[seat].person
    return ForAll(panel(Text(text_proposals.seat_taken(table, seat))), mentions=() if person is None else (person,))


def not_taken(table: TableView, seat: int, by: str) -> ForAll:
    """Say that the seat keeps its holder."""
    return ForAll(panel(Text(text_proposals.seat_not_taken(table, seat, by))))


def settled(table: TableView, number: int) -> ForAll:
    """Return the outcome of the proposal with that number about a seat: who plays there now, that it is open, or that nothing
    changes."""
    for seat in table.seats:
        if seat.opening == number:
            return open_seat(table, seat)
        if seat.taken_over is not None and seat.taken_over.number == number:
            return taken(table, seat.number)
    return ForAll(panel(Text(text_proposals.SETTLED)))
