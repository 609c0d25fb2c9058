"""The part of the catalogue (see `text.py`) about undo, proposals that need everyone's consent, resigning and ending."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import MY_HAND, count, safe, where
from engine import LogLine, log_words
from engine.log_words import SeatNames
from engine.words import either, listed
from tables import TableView, words
from tables.models import Newcomer, SeatView, UndoCost

UNDO = "Undo"
UNDO_TURN = "Undo turn"
AGREE = "Agree"
TAKE_BACK = "Ask to undo…"
DECLINE = "Decline"
WITHDRAW = "Withdraw"
DECLINE_AFTER_ALL = "Decline now"
RESIGN = "Resign"
GIVE_UP = "Resign…"
PROPOSE_END = "End game…"
END_NOW = "End it now"
CLOSE_TABLE = "Close it"


def undo(move: Sequence[str]) -> str:
    """Label the undo of a player's own move, by its first id, whose beginning says what kind of move it was."""
    return f"Undo {what_was(move)}"


def undid(move: Sequence[str]) -> str:
    """Say what was undone."""
    return f"-# Undone: {what_was(move)}."


def what_was(move: Sequence[str]) -> str:
    kind, _, what = (move[0] if move else "").partition(":")
    labels = {
        "play": f"playing {what}",
        "buy": f"buying {what}",
        "event": f"buying {what}",
        "treasures": "playing Treasures",
        "buys": "ending your Actions",
        "debt": "paying debt",
        "end": "ending your turn",
    }
    return labels.get(kind, "your choice")


def offer(table: TableView, me: int | None = None) -> str:
    """Return the proposal, its proposer, its progress, and what it takes; as the seat `me` reads it."""
    assert table.offer is not None
    question, then = OFFERS[table.offer.kind]
    if me is not None and table.seats[me].person == table.offer.by:
        question = YOURS
    told = [f"**{question}** {said(table, me)}", *what_goes(table, me)]
    return "\n".join([*told, *filter(None, [answers(table, me)]), f"-# {then}"])


def said(table: TableView, me: int | None) -> str:
    """Return the proposal, as the seat `me` reads it: one of two players is "you"."""
    offer = table.offer
    assert offer is not None
    by = next((seat.number for seat in table.seats if seat.person is not None and seat.person == offer.by), None)
    if me is None or by is None or offer.kind == "replace":
        return proposal(table)
    who = "You want" if by == me else f"{safe(table.seats[by].name)} wants"
    return f"{who} to end the game now." if offer.loss is None else wants_undone(offer.loss, table.seats, by, me)


def wants_undone(loss: UndoCost, seats: Sequence[SeatView], by: int, me: int) -> str:
    """Say how far back the seat `by` wants to go, and how many moves each player loses, as the seat `me` reads it."""
    who, their = ("You want", "your") if by == me else (f"{safe(seats[by].name)} wants", "their")
    whose = "this turn" if loss.seat == by else "your turn" if loss.seat == me else f"{safe(seats[loss.seat].name)}'s turn"
    points = {
        "move": f"{who} to undo {their} last move.",
        "turn": f"{who} to rewind to the start of {whose}.",
        "my-turn": f"{who} to rewind to the start of {their} last turn.",
    }
    told = [] if loss.to == "move" and loss.moves == {by: 1} else [undone_moves(loss, seats, me)]
    return " ".join([points[loss.to], *told, words.hidden_since(loss.hidden)])


def undone_moves(loss: UndoCost, seats: Sequence[SeatView], me: int | None) -> str:
    """Return how many moves of each player that undoes, as the seat `me` reads it."""
    if me is not None and {*loss.moves} == {me}:
        return f"This undoes {count(loss.moves[me], 'move')} of yours."
    names = {seat.number: "you" if seat.number == me else safe(seat.name) for seat in seats}
    return f"This undoes {words.moves_of({names[seat]: number for seat, number in sorted(loss.moves.items())})}."


def proposal(table: TableView) -> str:
    """Return the proposal."""
    offer, names = table.offer, [safe(seat.name) for seat in table.seats]
    assert offer is not None
    new = offer.newcomer
    by = next((name for name, seat in zip(names, table.seats, strict=True) if seat.person == offer.by), "")
    hand = new is not None and new.ai is None and table.seats[new.seat].ai is None
    return words.proposal(offer, names, by, safe(new.name) if new is not None else "", hand=hand)


def proposed(table: TableView, me: int, game: str) -> str:
    """Return the same with a heading: who wants what, in which game, for the seat `me` that has to answer."""
    offer = table.offer
    assert offer is not None
    by = next((safe(seat.name) for seat in table.seats if seat.person is not None and seat.person == offer.by), "")
    if offer.kind == "end":
        title = f"{by} wants to end {game}" if by else f"End {game}?"
        reason = [] if by else [proposal(table)]
    elif offer.kind == "undo":
        title, reason = f"{by} wants to undo in {game}", [said(table, me)]
    else:
        title, reason = f"A new player in {game}?", [proposal(table)]
    told = [f"### {title}", *reason, *what_goes(table, me)]
    return "\n".join([*told, *filter(None, [answers(table, me)]), f"-# {OFFERS[offer.kind][1]}"])


def answers(table: TableView, me: int | None = None) -> str:
    """Say who else has agreed to a proposal, and who hasn't answered; not that `me` hasn't."""
    offer = table.offer
    assert offer is not None
    agreed = [seat for seat in offer.agreed if table.seats[seat].person != offer.by]
    yes = [*(["You"] if me in agreed else []), *(safe(table.seats[seat].name) for seat in agreed if seat != me)]
    open = [safe(table.seats[seat].name) for seat in table.undecided if seat != me]
    if offer.newcomer is not None and not offer.newcomer.willing:
        open.append(safe(offer.newcomer.name))
    told = [f"{listed(yes)} agreed"] if yes else []
    have = "hasn't" if len(open) == 1 else "haven't"
    told += [f"{listed(open)} {have} answered yet"] if open else []
    return f"{'; '.join(told)}." if told else ""


OFFERS = {
    "end": ("End the game?", "It ends when everyone agrees. Until then, play on."),
    "undo": ("Undo this?", "It is undone when everyone agrees. If someone declines or makes a move, nothing changes."),
    "replace": ("A new player?", "The seat changes hands when everyone who is asked agrees."),
}
"""What a proposal asks, and when it is done."""
YOURS = "Your proposal:"

THEN = {
    "end": "The game ends when everyone agrees.",
    "undo": "The moves are undone when everyone agrees.",
    "replace": "The seat changes hands when everyone agrees.",
}

ASK_TABLE = "Propose it"
DO_IT_NOW = "Do it now"
FIND_SUBSTITUTE = "Substitute…"
ASKED_ABOUT_SEAT = "I've asked everyone who has to agree, in the channel. Until they do, play on."
ASKED_WITHOUT_CALL = (
    "I've asked everyone who has to agree, in the channel, but pinged no one so soon after your last proposal. "
    "Until they agree, play on."
)
SUBSTITUTE_THERE = "You're in more than one game. Use `/game substitute` in the channel of the one you mean."
BOTS_DONT_PLAY = "Bots can't play. Leave `person` out and one of my AIs takes over."
SETTLED = "-# Settled: the seat stays with its player."


def ping(table: TableView, person: int) -> str:
    """Ping someone for a proposal."""
    assert table.offer is not None
    return f"{proposal(table)} <@{person}>, do you agree? Press **{MY_HAND}** to answer."


def asked_others(table: TableView, person: int) -> str:
    """Tell someone who has made a proposal, or agreed to it, who still has to answer, and who was pinged."""
    assert table.offer is not None
    others = listed([safe(table.seats[seat].name) for seat in table.undecided if table.seats[seat].person != person])
    if table.offer.by != person:
        return AGREED
    asked = f"I've pinged {others}."
    if not table.offer.calls:
        asked = f"I've asked {others} on their hands, but pinged no one so soon after your last proposal."
    return f"{asked} {THEN[table.offer.kind]} **My hand** shows their answers."


def substitute(table: TableView, new: Newcomer, *, asks: bool, manages: bool) -> str:
    """Explain what happens if someone takes over a seat."""
    old, name = safe(table.seats[new.seat].name), safe(new.name)
    who = f"**{name}**" if new.ai is None else f"**{name}**, an AI,"
    told = [f"### {name} for {old}?", f"{who} would take over {old}'s seat with the cards it has now."]
    if table.seats[new.seat].ai is None:
        told.append(f"{name} then sees that hand, and {old} no longer does." if new.ai is None else f"{old} can then only watch.")
    if asks and new.willing:
        told.append("Everyone who plays has to agree.")
    elif asks:
        told.append(f"Everyone who plays has to agree, and {name} too.")
    if manages:
        told.append("You manage this server, so you can do it now without asking.")
    return "\n".join(told)


def person_instead(table: TableView) -> str:
    """Explain how to find a person instead of the proposed AI. In direct messages no one else can be chosen."""
    return f"-# For a person instead of an AI, use `/game substitute` in {where(table)} and choose them as `person`."


def seat_asked(table: TableView, new: Newcomer, people: Sequence[int]) -> str:
    """Return the question about a seat, for those who haven't answered."""
    offer = table.offer
    assert offer is not None
    old, name = safe(table.seats[new.seat].name), safe(new.name)
    asker = next((safe(seat.name) for seat in table.seats if seat.person == offer.by), name)
    told = [f"### {name} for {old}?", f"{asker} proposes it. {proposal(table)}"]
    if new.person in people:
        told.append(f"<@{new.person}>, do you want to take over for {old}?")
    if others := [f"<@{person}>" for person in people if person != new.person]:
        told.append(f"{listed(others)}, do you agree?")
    if agreed := [safe(table.seats[seat].name) for seat in offer.agreed if table.seats[seat].person != offer.by]:
        told.append(f"{listed(agreed)} agreed.")
    return "\n".join([*told, f"-# {OFFERS['replace'][1]}"])


def whose_seat(table: TableView) -> str:
    return f"Whose seat? Choose one of {either([safe(seat.name) for seat in table.seats])}."


def seat_taken(table: TableView, seat: int) -> str:
    there = table.seats[seat]
    own, first = (there.name, there.name) if there.taken_over is None else (there.taken_over.name, there.taken_over.first)
    who = f"<@{there.person}>" if there.person is not None else f"{safe(own)}, an AI,"
    if own == first:
        return f"{who} has taken over."
    return f"{who} has taken over for {safe(first)}. The game calls this seat **{safe(there.name)}**."


def seat_not_taken(table: TableView, seat: int, by: str) -> str:
    return f"**{safe(table.seats[seat].name)}**'s seat doesn't change hands: {safe(by)} declined."


LOSSES = "### Ask to undo\nEveryone else has to agree. How far back?"
ONE_LOSS = "### Ask to undo?\nEveryone else has to agree."
NO_LOSSES = "Nothing to ask for: no move of yours is recent enough, or **Undo** is free."
TAKEN_BACK_NOW = "Undone. Your hand is up to date."
ALL_AGREED = "Everyone agreed."
AGREED = "You agreed. I'm waiting for the others."


def loss(loss: UndoCost, seats: Sequence[SeatView], me: int | None) -> str:
    """Return how far back a player could ask to go, as they read it."""
    return "\n".join([f"{undone_moves(loss, seats, me)} {words.hidden_since(loss.hidden)}", *what_is_undone(loss, seats, me)])


def what_goes(table: TableView, me: int | None) -> list[str]:
    """Return what the proposal would undo; nothing if it would undo nothing."""
    loss = table.offer.loss if table.offer is not None else None
    return what_is_undone(loss, table.seats, me) if loss is not None else []


def what_is_undone(loss: UndoCost, seats: Sequence[SeatView], me: int | None) -> list[str]:
    """Return what was done since, and what was revealed, as everyone knows it; in small print."""
    names = SeatNames([seat.name for seat in seats], me)
    paragraphs = (("Undone", loss.done, loss.left_out[0]), ("Revealed since", loss.shown, loss.left_out[1]))
    return [f"-# {title}: {' '.join(in_order(lines, names, left_out))}" for title, lines, left_out in paragraphs if lines]


def in_order(lines: Sequence[tuple[LogLine, int]], names: SeatNames, left_out: int) -> list[str]:
    """Return a part of `what_is_undone`: lines of the log, with how often each, and how many more there are."""
    told = [safe(log_words.line(line, names, f" ({number} times)" if number > 1 else "")) for line, number in lines]
    return [*told, *([f"… and {left_out} more."] if left_out else [])]


GO_BACK_TO = {"turn": "Rewind to the start of this turn", "my-turn": "Rewind to the start of my last turn"}
ENDED = "The game is over. The score is in the channel."
DECLINED = "You declined. The game goes on."
UNDONE = "Undone. Your hand is up to date."
RESIGNED_NOW = "You've resigned. You can watch the board."


def sure_to_resign(winner: str | None) -> str:
    """Ask for confirmation; `winner` is the last player left, if resigning ends the game."""
    then = f"The game ends, and {safe(winner)} wins." if winner is not None else "You take no more turns and rank last."
    return (
        f"### Resign this game?\n{then} You can't undo it. To have someone else or an AI take over instead, use `/game substitute`."
    )


def end_as_manager(*, begun: bool) -> str:
    """Return what a manager of the server can do about a game or a lobby."""
    if not begun:
        return "### Close this table?\nThe game hasn't started."
    return "### End this game?\nYou manage this server, so you can end it now."
