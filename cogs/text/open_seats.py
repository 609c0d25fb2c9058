"""What the bot says about seats that anyone can take over."""

from __future__ import annotations

from cogs.text import absence, points, safe, small, turns, where
from engine.catalogue import say
from engine.words import listed, row
from tables import TableView
from tables.models import SeatView

OPEN_SEAT = say("Open to anyone…")
CLOSE_SEAT = say("Close the seat")
TAKE_SEAT = say("Take the seat…")
TAKE_IT = say("Take the seat")
OPEN_SEATS = say("Open seats")
YOURS = say("-# Your seat is open to anyone. It closes as soon as you make a move.")
NONE_OPEN = say("### No open seats\nWhen a game on this server needs a new player, its seat is listed here.")
NOT_SEEN = say("That game is in a channel that you can't see here. Ask its players to propose you with `/game substitute`.")


def proposing(table: TableView, seat: SeatView) -> str:
    """Explain what it means to open a seat, before anyone is asked."""
    old = safe(seat.name)
    told = [
        say("### Open {old}'s seat?", old=old),
        say("{who} could take it over with the cards it has now, without asking.", who=who(table)),
    ]
    if seat.person is not None:
        told.append(say("It closes as soon as {old} makes a move.", old=old))
    return " ".join([f"{told[0]}\n{told[1]}", *told[2:], say("All players have to agree.")])


def who(table: TableView) -> str:
    """Return who can take an open seat of a game."""
    return say("Anyone invited to this table") if table.options.private else say("Anyone on this server")


def is_open(table: TableView, seat: SeatView) -> str:
    """Say, where a game is, that anyone can take over a seat."""
    old = safe(seat.name)
    told = say("### {old}'s seat is open\n{who} can take it over with the cards it has now.", old=old, who=who(table))
    return told if seat.person is None else say("{told} It closes as soon as {old} makes a move.", told=told, old=old)


def opened(seat: SeatView) -> str:
    return say("{old}'s seat is open. I've posted that in the channel.", old=safe(seat.name))


def closed(seat: SeatView) -> str:
    return say("{old}'s seat isn't open any more.", old=safe(seat.name))


def sure_to_take(table: TableView, seat: SeatView) -> str:
    """Ask whether someone wants a seat: whose, where, and at what pace."""
    pace = absence.terms(table.options)
    return say("You'd take over for **{old}** in {where}. Pace: {pace}.", old=safe(seat.name), where=where(table), pace=pace)


def taken(old: str) -> str:
    return say("You've taken over for {old}. Your hand is in your direct messages.", old=safe(old))


def listed_seat(table: TableView, seat: SeatView, played: int) -> str:
    """Return an open seat in a list: whose it is, how many turns it has `played`, in which game, and the state of that game."""
    others = listed([safe(each.name) for each in table.seats if each.number != seat.number])
    title = say("**{old}**'s seat in {where}, with {others}", old=safe(seat.name), where=where(table), others=others)
    facts = [turns(played), absence.terms(table.options)]
    if table.points is not None:
        facts += [f"{safe(each.name)}: {points(number)}" for each, number in zip(table.seats, table.points, strict=True)]
    kingdom = table.options.kingdom
    return "\n".join([title, small([" · ".join(facts), kingdom.recommended or row(kingdom.laid)])])
