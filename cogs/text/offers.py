"""The part of the catalogue (see `text.py`) about undo, offers that need everybody's consent, giving up and ending."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import MY_HAND, count, safe, where
from engine.words import appended, either, listed
from tables import TableView, words
from tables.models import Newcomer, SeatView, UndoCost

UNDO_ANSWER = "Undo my answer"
AGREE = "Agree"
TAKE_BACK = "Ask to undo…"
DECLINE = "Decline"
WITHDRAW = "Never mind"
DECLINE_AFTER_ALL = "Decline after all"
RESIGN = "Resign"
GIVE_UP = "Resign…"
PROPOSE_END = "Propose to end it"
END_NOW = "End it now"
CLOSE_TABLE = "Close it"


def undo(move: Sequence[str]) -> str:
    """The way to take back a move of one's own, by its first id: what an id begins with says what kind of move it was."""
    kind, _, what = (move[0] if move else "").partition(":")
    labels = {
        "play": f"Undo {what}",
        "buy": f"Undo buying {what}",
        "event": f"Undo {what}",
        "treasures": "Undo Treasures",
        "buys": "Undo end of Actions",
        "debt": "Undo paying",
        "end": "Undo end of turn",
    }
    return labels.get(kind, UNDO_ANSWER)


def offer(table: TableView, me: int | None = None) -> str:
    """What is proposed and by whom, how far it has come, and what it takes; as the seat `me` reads it."""
    assert table.offer is not None
    question, then = OFFERS[table.offer.kind]
    if me is not None and table.seats[me].person == table.offer.by:
        question = YOURS
    told = [f"**{question}** {safe(table.offer.reason)}", *(what_goes(table.offer.loss) if table.offer.loss is not None else [])]
    return "\n".join([*told, *filter(None, [answers(table, me)]), f"-# {then}"])


def answers(table: TableView, me: int | None = None) -> str:
    """Who has agreed to what is proposed, beside whoever proposed it, and who hasn't answered; not that `me` hasn't."""
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
    "end": ("End the game?", "It ends when all agree. Until then, just play on."),
    "undo": ("Take it back?", "If all agree, the game goes back there. If somebody declines, or makes a move, all stays as it is."),
    "replace": ("A new player?", "It is done when all who are asked agree."),
}
"""What an offer asks, and when it is done."""
YOURS = "You have proposed:"

THEN = {
    "end": "The game ends when all agree.",
    "undo": "The game goes back there when all agree.",
    "replace": "It is done when all agree.",
}

ASK_TABLE = "Ask the table"
DO_IT_NOW = "Do it now"
FIND_SUBSTITUTE = "Find a substitute…"
ASKED_ABOUT_SEAT = "I have asked all who have to agree, in the channel. Until they do, just play on."
ASKED_WITHOUT_CALL = (
    "I have asked all who have to agree, in the channel, but mentioned nobody again so soon after your last question. "
    "Until they do, just play on."
)
SUBSTITUTE_THERE = "You are in more than one game. Use `/game substitute` in the channel of the one that you mean."
BOTS_DONT_PLAY = "Bots don't play by themselves. Leave `person` out to have one of my AIs play on."
SETTLED = "-# That is settled: the seat stays as it is."


def ping(table: TableView, person: int) -> str:
    """Calls somebody to what is proposed."""
    assert table.offer is not None
    return f"{safe(table.offer.reason)} <@{person}>, do you agree? Press **{MY_HAND}** to answer."


def asked_others(table: TableView, person: int) -> str:
    """Whoever has proposed something, or agreed to it, reads who is still asked, and whether they were called."""
    assert table.offer is not None
    others = listed([safe(table.seats[seat].name) for seat in table.undecided if table.seats[seat].person != person])
    if table.offer.by != person:
        return AGREED
    asked = f"I have called {others}."
    if not table.offer.calls:
        asked = f"I have asked {others}, beside their hands, but called nobody again so soon after your last question."
    return f"{asked} {THEN[table.offer.kind]} My hand shows what they answer."


def substitute(table: TableView, new: Newcomer, *, asks: bool, manages: bool) -> str:
    """What it means that somebody takes over a seat."""
    old, name = safe(table.seats[new.seat].name), safe(new.name)
    who = f"**{name}**" if new.ai is None else f"**{name}**, an AI,"
    told = [f"### {name} for {old}?", f"{who} would play on from here in {old}'s seat, with its cards as they are."]
    if table.seats[new.seat].ai is None:
        told.append(f"{name} then sees that hand, and {old} sees it no more." if new.ai is None else f"{old} can then only watch.")
    if asks and new.willing:
        told.append("It is done when everybody who plays has agreed.")
    elif asks:
        told.append(f"It is done when everybody who plays has agreed, and {name} too.")
    if manages:
        told.append("You manage this server, so you can also do it now, without asking.")
    return "\n".join(told)


def person_instead(table: TableView) -> str:
    """How one finds a person where an AI is proposed. In direct messages nobody else can be chosen."""
    return f"-# For a person instead of an AI, use `/game substitute` in {where(table)} and choose them as `person`."


def seat_asked(table: TableView, new: Newcomer, people: Sequence[int]) -> str:
    """The question about a seat, to each of those who are asked still."""
    offer = table.offer
    assert offer is not None
    old, name = safe(table.seats[new.seat].name), safe(new.name)
    asker = next((safe(seat.name) for seat in table.seats if seat.person == offer.by), name)
    told = [f"### {name} for {old}?", f"{asker} asks for it. {safe(offer.reason)}"]
    if new.person in people:
        told.append(f"<@{new.person}>, do you want to play on for {old}?")
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
        return f"{who} plays on."
    return f"{who} plays on for {safe(first)}. The game calls this seat **{safe(there.name)}**."


def seat_not_taken(table: TableView, seat: int, by: str) -> str:
    return f"**{safe(table.seats[seat].name)}**'s seat stays as it is: {safe(by)} declined."


LOSSES = "### Ask to undo\nThe others have to agree. How far back?"
ONE_LOSS = "### Ask to undo?\nThe others have to agree."
NO_LOSSES = "There is nothing to ask for: no move of yours is near enough, or **Undo** takes it back freely."
TAKEN_BACK_NOW = "Taken back. Your hand shows how it stands now."
ALL_AGREED = "All agreed, and it is done."
AGREED = "You agreed. It is done once all have."


def loss(loss: UndoCost, seats: Sequence[SeatView], me: int | None) -> str:
    """How far back one could ask to go, as that one reads it."""
    names = ["you" if seat.number == me else safe(seat.name) for seat in seats]
    moves = words.moves_of({names[seat]: number for seat, number in sorted(loss.moves.items())})
    if me is not None and {*loss.moves} == {me}:
        moves = f"{count(loss.moves[me], 'move')} of yours"
    return "\n".join([f"This takes back {moves}. {words.hidden_since(loss.hidden)}", *what_goes(loss)])


def what_goes(loss: UndoCost) -> list[str]:
    """What was done since, and what came out, as everybody has read it; in small print."""
    paragraphs = (("What goes", loss.done, loss.left_out[0]), ("What came out", loss.shown, loss.left_out[1]))
    return [f"-# {title}: {' '.join(in_order(lines, left_out))}" for title, lines, left_out in paragraphs if lines]


def in_order(lines: Sequence[tuple[str, int]], left_out: int) -> list[str]:
    """A part of `what_goes`: lines of the log, with how often, and how many more there are."""
    told = [appended(safe(line), f" ({number} times)") if number > 1 else safe(line) for line, number in lines]
    return [*told, *([f"… and {left_out} more."] if left_out else [])]


GO_BACK_TO = {"turn": "Back to this turn's start", "my-turn": "Back to my last turn's start"}
ENDED = "It is over. The score is in the channel."
DECLINED = "You declined. The game goes on."
UNDONE = "Taken back. Your hand shows how it stands now."
RESIGNED_NOW = "You have resigned. The board shows how the others go on."


def sure_to_resign(winner: str | None) -> str:
    """`winner`: who then is the last one playing, if that ends the game."""
    then = f"The game ends, and {safe(winner)} wins." if winner is not None else "You take no more turns and rank last."
    return (
        f"### Resign this game?\n{then} It can't be taken back. To have somebody else or an AI play on for you instead, use "
        "`/game substitute`."
    )


def end_as_manager(*, begun: bool) -> str:
    """What a manager of the server can do about a game, or a table at which none has begun."""
    if not begun:
        return "### Close this table?\nThe game hasn't begun."
    return "### End this game?\nYou manage this server, so you can end it now."
