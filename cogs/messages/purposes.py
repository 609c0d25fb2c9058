"""What messages are for, by name: how one is told from others, to us (its purpose) and to Discord (its nonce), and until when it
follows its table."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b, sha256
from typing import NamedTuple

from tables import TableView
from tables.models import Ping

INVITATION, QUESTION, SEATED, PING, END = "guests", "ask", "new", "ping", "end"
"""What the purposes of messages begin with that call guests to a lobby, or those who are asked about a seat, or say who has got one
without their being asked; or that call somebody in the channel whose direct messages are closed, in a game or to its end."""


def offered(table: TableView) -> str | None:
    """The purpose of the message by which those are called who are asked about a seat; None if nobody is."""
    offer = table.offer
    if table.phase != "playing" or offer is None or offer.newcomer is None:
        return None
    return question(offer.number)


def question(number: int) -> str:
    """The purpose of the message that asks about an offer of that number."""
    return f"{QUESTION}{base36(number)}"


def pinged(seat: int, *, over: bool) -> str:
    """The purpose of the message that calls a seat in the channel; `over`: to the end of the game, and it stays."""
    return f"{END if over else PING}{seat}"


def seated(number: int) -> str:
    """The purpose of the message that says who has got a seat on that occasion."""
    return f"{SEATED}{base36(number)}"


def guests_called(table: TableView, purpose: str, purposes: Collection[str]) -> tuple[int, ...]:
    """Those whom the invitation of this purpose is for: who was invited up to the guest that it names, by the same person, and by
    none of the others among these `purposes`."""
    upto = number_of(purpose)
    since = max((number for each in purposes if (number := number_of(each)) < upto), default=0)
    guests = list(table.invited)[since:upto]
    by = table.invited[guests[-1]] if guests else None
    return tuple(guest for guest in guests if table.invited[guest] == by)


def number_of(purpose: str) -> int:
    """Up to which guest an invitation calls; 0 for what is none."""
    return int(purpose.removeprefix(INVITATION)) if purpose.startswith(INVITATION) else 0


def shows_board(purpose: str) -> bool:
    """Whether messages of this purpose show what lies on the table: the lobby, a turn, the score."""
    return purpose in ("lobby", "score") or (purpose[0] == "t" and purpose[1:].isdecimal())


def board_of(table: TableView) -> str:
    """The purpose of the message that shows what lies on the table now."""
    if table.phase == "over" and table.started is not None:
        return "score"
    return f"t{table.turn}" if table.turn else "lobby"


def mark_of(table: TableView) -> str:
    """The part of a nonce that tells a table's place from those where it was before."""
    return f".{base36(table.place.id)[-3:]}"


def nonce_of(call: Ping) -> str:
    """Return a call's nonce: the same whenever and however it is made. Everyone in the channel can read it and guess what it is
    made of, so how often the table has changed is no part of that."""
    made = f"{call.table} {call.seat} {call.decision} {call.at.timestamp()}"
    return f"{call.table}c{base36(int.from_bytes(blake2b(made.encode(), digest_size=6).digest()))}"


class Stamp(NamedTuple):
    """What tells a message that was sent from others, as numbers for Discord's components, which keep them: its purpose at its
    place, and its table. It lasts as long as the message isn't edited."""

    message: int
    table: int

    @classmethod
    def of(cls, table: str, what: str) -> Stamp:
        """Return the stamp of a message of a table; `what` names it among these."""
        return cls(numbered(f"{table} {what}"), numbered(table))


def numbered(name: str) -> int:
    """Return a number for a name, as large as a component's id may be, and large enough not to be one that Discord gives."""
    return int.from_bytes(sha256(name.encode()).digest()[:4]) % 0x7FFF0000 + 0xFFFF


def first_hand(person: int) -> str:
    """The part of a nonce that names the hand panel which a person gets without being called."""
    return f"h{base36(person)}"


def base36(number: int) -> str:
    """A number, short."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


def is_final(table: TableView, purpose: str) -> bool:
    """Whether a message of this purpose follows its table no further."""
    if purpose == "lobby" or purpose.startswith(INVITATION):
        return table.phase != "lobby"
    if purpose.startswith(SEATED):
        return True
    if purpose.startswith(QUESTION):
        return purpose != offered(table)
    if purpose.startswith("t"):
        return table.phase == "over" or int(purpose[1:]) < table.turn
    return table.phase == "over"
