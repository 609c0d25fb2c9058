"""What the bot says about undo, proposals that need everyone's consent, resigning and ending."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import MY_HAND, safe, where
from cogs.text import absence as text_absence
from engine import LogLine, log_words
from engine.catalogue import say, say_many
from engine.log_forms import SeatNames
from engine.words import either, listed
from tables import TableView, words
from tables.models import Newcomer, SeatView, UndoCost

UNDO = say("Undo")
UNDO_TURN = say("Undo turn")
AGREE = say("Agree")
TAKE_BACK = say("Ask to undo…")
DECLINE = say("Decline")
WITHDRAW = say("Withdraw")
DECLINE_AFTER_ALL = say("Decline now")
RESIGN = say("Resign")
GIVE_UP = say("Resign…")
LEAVE = say("Away or leave…")
AI_UNTIL_BACK = say("AI until I'm back")
SEAT_BACK = say("Ask to come back…")
PROPOSE_END = say("End game…")
END_NOW = say("End it now")
CLOSE_TABLE = say("Close it")


UNDOES = {
    "play": say("Undo playing {card}"),
    "buy": say("Undo buying {card}"),
    "event": say("Undo buying {card}"),
    "treasures": say("Undo playing Treasures"),
    "buys": say("Undo the Buy phase"),
    "debt": say("Undo paying debt"),
    "end": say("Undo the end of my turn"),
}
UNDOES_CHOICE = say("Undo my choice")


def undo(move: Sequence[str]) -> str:
    """Label the undo of a player's own move: the beginning of its first id says what kind of move it was."""
    kind, _, what = (move[0] if move else "").partition(":")
    return UNDOES.get(kind, UNDOES_CHOICE).format(card=what)


def undid(move: Sequence[str]) -> str:
    """Say what was undone, in small print."""
    kind, _, what = (move[0] if move else "").partition(":")
    return f"-# {undone(words.move(kind, what))}"


def undid_line(line: LogLine | None, names: SeatNames) -> str:
    """Say the same about a player's own move, based on the log's line about it (None: it has none), or about whole turns."""
    if line is None or line.wording:
        return UNDONE_ALONE
    return undid_turns(line.turns, names) if line.turns else undone(words.undone(line))


def undid_turns(seats: Sequence[int], names: SeatNames) -> str:
    """Say whose turns were undone, the reader's first."""
    first, *rest = sorted(seats, key=lambda seat: seat != names.reader)
    turn = say("your turn") if first == names.reader else say("{name}'s turn", name=safe(names.of(first)))
    return say("Undone: {turns}.", turns=listed([turn, *(say("{name}'s", name=safe(names.of(seat))) for seat in rest)]))


UNDONE_ALONE = say("Undone.")


def undone(move: words.Undone) -> str:
    return say("Undone: {move}.", move=move.yours)


def proposal(table: TableView, me: int | None = None) -> str:
    """Return the proposal, its proposer, its progress, and what it needs; as the seat `me` reads it."""
    assert table.proposal is not None
    told = [said(table, me), *what_goes(table, me)]
    return "\n".join([*told, *filter(None, [answers(table, me)]), f"-# {CARRIED_OUT[table.proposal.kind]}"])


def said(table: TableView, me: int | None) -> str:
    """Return the proposal, as the seat `me` reads it: one of two players is "you"."""
    proposal = table.proposal
    assert proposal is not None
    if proposal.kind == "replace" and proposal.newcomer is not None and proposal.newcomer.seat == me and proposal.waited is None:
        return about_your_seat(proposal.newcomer)
    by = next((seat.number for seat in table.seats if seat.person is not None and seat.person == proposal.by), None)
    if me is None or by is None or proposal.newcomer is not None or (proposal.loss is None and by != me):
        return summary(table)
    if proposal.pace is not None:
        return text_absence.you_want(proposal.pace)
    return (
        say("You've proposed to end the game now.") if proposal.loss is None else wants_undone(proposal.loss, table.seats, by, me)
    )


def wants_undone(loss: UndoCost, seats: Sequence[SeatView], by: int, me: int) -> str:
    """Say how far back the seat `by` wants to go, as the seat `me` reads it."""
    name, owner = safe(seats[by].name), safe(seats[loss.seat].name)
    if by == me:
        told = you_go_back(loss, name, owner)
    elif loss.to == "turn" and loss.seat == me:
        told = say("{name} wants to rewind to the start of your turn.", name=name)
    else:
        told = words.goes_back(loss, name, owner)
    return words.with_what_is_hidden(told, loss)


def you_go_back(loss: UndoCost, name: str, owner: str) -> str:
    """Return the point that the reader wants to go back to."""
    if loss.to == "move":
        return say("You've proposed to undo {move}.", move=(words.undone(loss.move) if loss.move else words.LAST_MOVE).yours)
    if loss.to == "my-turn":
        return say("You've proposed to rewind to the start of your last turn.")
    if owner == name:
        return say("You've proposed to rewind to the start of this turn.")
    return say("You've proposed to rewind to the start of {owner}'s turn.", owner=owner)


def holder(seat: SeatView) -> str:
    """Return the name of a seat's current player, without those who had it before."""
    return safe(seat.holder)


def has_been_in(seat: SeatView, person: int | None) -> bool:
    """Return whether a seat was once this person's."""
    return seat.taken_over is not None and person in seat.taken_over.former


def swap_sentence(table: TableView, new: Newcomer) -> str:
    """Return the heading of a substitute."""
    seat = table.seats[new.seat]
    if has_been_in(seat, new.person):
        return say("### {new} back for {old}?", new=safe(new.name), old=holder(seat))
    return say("### {new} for {old}?", new=safe(new.name), old=holder(seat))


def summary(table: TableView) -> str:
    """Return the proposal."""
    proposal = table.proposal
    assert proposal is not None
    new = proposal.newcomer
    names = [safe(seat.name) if new is None else holder(seat) for seat in table.seats]
    if proposal.pace is not None:
        return text_absence.wants(next((safe(seat.name) for seat in table.seats if seat.person == proposal.by), ""), proposal.pace)
    by = next((name for name, seat in zip(names, table.seats, strict=True) if seat.person == proposal.by), "")
    return words.proposal(proposal, names, by, safe(new.name) if new is not None else "", private=table.options.private)


def about_your_seat(new: Newcomer) -> str:
    """Return the proposal of a substitute in the reader's own seat."""
    if new.ai is not None:
        return say("{new}, an AI, would take over your seat.", new=safe(new.name))
    return say("{new} would take over your seat and see its cards.", new=safe(new.name))


def proposed(table: TableView, me: int, game: str) -> str:
    """Return the same with a heading: who wants what, in which game, for the seat `me` that has to answer."""
    proposal = table.proposal
    assert proposal is not None
    by = next((safe(seat.name) for seat in table.seats if seat.person is not None and seat.person == proposal.by), "")
    if proposal.kind == "end":
        title = say("### {name} wants to end {game}", name=by, game=game) if by else say("### End {game}?", game=game)
        reason = [] if by else [summary(table)]
    elif proposal.kind == "undo":
        title, reason = say("### Undo in {game}?", game=game), [said(table, me)]
    elif proposal.pace is not None:
        title = say("### {name} wants to change the pace in {game}", name=by, game=game)
        reason = [text_absence.new_pace(proposal.pace), text_absence.now(table.options)]
    else:
        title, reason = say("### A new player in {game}?", game=game), [said(table, me)]
    told = [title, *reason, *what_goes(table, me)]
    return "\n".join([*told, *filter(None, [answers(table, me)]), f"-# {CARRIED_OUT[proposal.kind]}"])


def answers(table: TableView, me: int | None = None) -> str:
    """Say who else has agreed to a proposal, and who hasn't answered, leaving out `me`."""
    proposal = table.proposal
    assert proposal is not None
    agreed = [seat for seat in proposal.agreed if table.seats[seat].person != proposal.by]
    yes = [*([say("You")] if me in agreed else []), *(safe(table.seats[seat].name) for seat in agreed if seat != me)]
    open = [safe(table.seats[seat].name) for seat in table.undecided if seat != me]
    if proposal.newcomer is not None and not proposal.newcomer.willing:
        open.append(safe(proposal.newcomer.name))
    told = [say("{names} agreed", names=listed(yes))] if yes else []
    if open:
        told.append(
            say_many("{names} hasn't answered yet", "{names} haven't answered yet", len(open), names=listed(open)),
        )
    silence = [text_absence.silence(table.settles)] if table.settles is not None else []
    return " ".join([*([f"{'; '.join(told)}."] if told else []), *silence])


CARRIED_OUT = {
    "end": say("It ends when everyone agrees. Until then, play on."),
    "undo": say("Everyone has to agree. If someone declines or makes a move, nothing changes."),
    "replace": say("The seat changes hands when everyone who is asked agrees. The game then isn't rated."),
    "open": say("The seat opens when everyone who is asked agrees. If someone takes over, the game isn't rated."),
    "pace": say("The pace changes when everyone agrees. Until then, play on."),
}
"""When each kind of proposal is carried out."""

THEN = {
    "end": say("The game ends when everyone agrees."),
    "undo": say("The moves are undone when everyone agrees."),
    "replace": say("The seat changes hands when everyone agrees."),
    "open": say("The seat opens when everyone agrees."),
    "pace": say("The pace changes when everyone agrees."),
}

ASK_TABLE = say("Propose")
DO_IT_NOW = say("Do it now")
FIND_SUBSTITUTE = say("Substitute…")
UNPINGED = say("I didn't ping anyone, because your last proposal was so recent.")
SUBSTITUTE_THERE = say("You're in more than one game. Use `/game substitute` in the channel of the one you mean.")
BOTS_DONT_PLAY = say("Bots can't play. Leave `person` out and one of my AIs will take over.")
SETTLED = say("-# Settled: the player keeps the seat.")


def ping(table: TableView, person: int) -> str:
    """Ping someone for a proposal."""
    assert table.proposal is not None
    told = summary(table)
    if table.proposal.ends_wait:
        return say("{told} <@{person}>, shall I end the game? Press **{hand}** to answer.", told=told, person=person, hand=MY_HAND)
    return say("{told} <@{person}>, do you agree? Press **{hand}** to answer.", told=told, person=person, hand=MY_HAND)


def asked_others(table: TableView, person: int) -> str:
    """Tell someone who has made a proposal, or agreed to it, who still has to answer, and who was pinged."""
    assert table.proposal is not None
    others = listed([safe(table.seats[seat].name) for seat in table.undecided if table.seats[seat].person != person])
    if table.proposal.by != person:
        return AGREED
    asked = say("I've pinged {names}.", names=others)
    if not table.proposal.calls:
        asked = say("I've shown {names} your proposal, but didn't ping anyone, because your last one was so recent.", names=others)
    return say("{asked} {then} **My hand** shows their answers.", asked=asked, then=THEN[table.proposal.kind])


CHOOSE_PERSON = say("A person…")
CHOOSE_AI = say("An AI…")
ASK_BACK = say("Later, you can ask to come back.")


def who_instead(*, alone: bool) -> str:
    """Ask a player who should take over from them; `alone`: no other person plays."""
    told = say("### Who should take over your seat?")
    return f"{told}\n-# {ASK_BACK}" if alone else f"{told}\n-# {EVERYONE_AGREES} {ASK_BACK}"


EVERYONE_AGREES = say("All players have to agree.")


def anyone_there(table: TableView) -> str:
    """Say where a player can choose anyone. In direct messages Discord offers no one else."""
    return say("-# In {where}, `/game substitute` lets you choose anyone.", where=where(table))


def substitute(table: TableView, new: Newcomer, asked: Sequence[int], *, own: bool) -> str:
    """Explain what happens if someone takes over a seat (`own`: the reader's). `asked`: the seats that have to agree."""
    old, name = holder(table.seats[new.seat]), safe(new.name)
    seat = say("your seat") if own else say("{old}'s seat", old=old)
    if new.ai is None:
        told = say("**{new}** would take over {seat} and see its cards.", new=name, seat=seat)
    else:
        told = say("**{new}**, an AI, would take over {seat}.", new=name, seat=seat)
    if table.seats[new.seat].ai is None:
        watches = say("After that, you could only watch.") if own else say("After that, {old} could only watch.", old=old)
        told = f"{told} {watches}"
    names = [*(holder(table.seats[number]) for number in asked), *([] if new.willing else [name])]
    small = [say_many("{names} has to agree.", "{names} have to agree.", len(names), names=listed(names))] if names else []
    small += [ASK_BACK] if own else []
    small += [UNRATED] if names else []
    return "\n".join([swap_sentence(table, new), told, *([f"-# {' '.join(small)}"] if small else [])])


UNRATED = say("The game then isn't rated.")
CAN_DO_IT_NOW = say("You manage this server, so you can make this change now without asking.")


def asked_about_seat(table: TableView) -> str:
    """Tell someone who has made a proposal about a seat who is asked, and where."""
    proposal = table.proposal
    assert proposal is not None
    names = [holder(table.seats[seat]) for seat in table.undecided]
    names += [safe(proposal.newcomer.name)] if proposal.newcomer is not None and not proposal.newcomer.willing else []
    told = say("I've asked {names} in {where}.", names=listed(names), where=where(table))
    return told if proposal.calls else f"{told} {UNPINGED}"


def seat_asked(table: TableView, new: Newcomer, people: Sequence[int]) -> str:
    """Return the question about a seat, for those who haven't answered."""
    proposal = table.proposal
    assert proposal is not None
    old = holder(table.seats[new.seat])
    asker = next((holder(seat) for seat in table.seats if seat.person == proposal.by), safe(new.name))
    title = say("### Open {old}'s seat?", old=old) if proposal.kind == "open" else swap_sentence(table, new)
    told = [title, say("Proposed by {name}. {told}", name=asker, told=summary(table))]
    if new.person in people:
        told.append(say("<@{person}>, do you want to take over for {old}?", person=new.person, old=old))
    if others := [f"<@{person}>" for person in people if person != new.person]:
        told.append(say("{names}, do you agree?", names=listed(others)))
    if agreed := [safe(table.seats[seat].name) for seat in proposal.agreed if table.seats[seat].person != proposal.by]:
        told.append(say("{names} agreed.", names=listed(agreed)))
    return "\n".join([*told, f"-# {CARRIED_OUT[proposal.kind]}"])


def whose_seat(table: TableView) -> str:
    return say("Whose seat? Choose {names}.", names=either([safe(seat.name) for seat in table.seats]))


def seat_taken(table: TableView, seat: int) -> str:
    there = table.seats[seat]
    own, first = (there.name, there.name) if there.taken_over is None else (there.taken_over.name, there.taken_over.first)
    who = f"<@{there.person}>" if there.person is not None else say("{name}, an AI,", name=safe(own))
    if has_been_in(there, there.person):
        return say("{new} is back in this game.", new=who)
    if own == first:
        return say("{new} has taken over.", new=who)
    return say(
        "{new} has taken over for {old}. This seat now shows as **{name}**.", new=who, old=safe(first), name=safe(there.name)
    )


def seat_not_taken(table: TableView, seat: int, by: str) -> str:
    return say("**{owner}**'s seat doesn't change hands: {name} declined.", owner=holder(table.seats[seat]), name=safe(by))


LOSSES = say("### Ask to undo\nEveryone else has to agree. How far back?")
ONE_LOSS = say("### Ask to undo?\nEveryone else has to agree.")
NO_LOSSES = say("You can't ask to undo now: you have no recent move, or you can still use **Undo**.")
TAKEN_BACK_NOW = say("Undone. Your hand is up to date.")
ALL_AGREED = {
    "end": say("Everyone agreed to end the game."),
    "undo": say("Everyone agreed to the undo."),
    "replace": say("Everyone agreed to the substitute."),
    "open": say("Everyone agreed to open the seat."),
    "pace": say("Everyone agreed to the new pace."),
}
AGREED = say("You agreed. I'm waiting for the others.")


def loss(loss: UndoCost, seats: Sequence[SeatView], me: int | None) -> str:
    """Return how far back a player could ask to go, as they read it."""
    return "\n".join(what_is_undone(loss, seats, me)) or f"-# {words.hidden_since(loss.hidden)}"


def what_goes(table: TableView, me: int | None) -> list[str]:
    """Return what the proposal would undo; nothing if it would undo nothing."""
    loss = table.proposal.loss if table.proposal is not None else None
    return what_is_undone(loss, table.seats, me) if loss is not None else []


def what_is_undone(loss: UndoCost, seats: Sequence[SeatView], me: int | None) -> list[str]:
    """Return what was done since, and what was revealed, as far as everyone knows; in small print."""
    names = SeatNames([seat.name for seat in seats], me)
    told = [say("-# This undoes: {lines}", lines=in_order(loss.done, names, loss.left_out[0]))] if loss.done else []
    return told + ([say("-# Revealed since: {lines}", lines=in_order(loss.shown, names, loss.left_out[1]))] if loss.shown else [])


def in_order(lines: Sequence[tuple[LogLine, int]], names: SeatNames, left_out: int) -> str:
    """Return a part of `what_is_undone`: lines of the log, each with its number of repetitions, and how many more there are."""
    told = [safe(log_words.line(line, names, times(number))) for line, number in lines]
    return " ".join([*told, *([say("… and {count} more.", count=left_out)] if left_out else [])])


def times(number: int) -> str:
    """Return how often something happened, if more than once, as an aside."""
    if number == 2:
        return f" {say('(twice)')}"
    return f" {say('({count} times)', count=number)}" if number > 1 else ""


GO_BACK_TO = {"turn": say("Rewind to the start of this turn"), "my-turn": say("Rewind to the start of my last turn")}
ENDED = say("The game is over. The score is below the board.")
DECLINED = say("You declined. The game goes on.")
UNDONE = say("Undone. Your hand is up to date.")
RESIGNED_NOW = say("You've resigned. You can watch the board.")


def leaving(game: str) -> str:
    return say("### Leave {game} for now, or for good?", game=game)


def sure_to_resign(winner: str | None) -> str:
    """Ask for confirmation; `winner` is the last player left, if resigning ends the game."""
    if winner is not None:
        return say("### Resign this game?\nThe game ends, and {name} wins. You can't undo this.", name=safe(winner))
    return say("### Resign this game?\nYou'll take no more turns and rank last. You can't undo this.")


SURE_TO_END = say("### End this game?\nThe current scores become final. You can't undo this.")
SURE_TO_PROPOSE_END = say("### Propose to end this game?\nIf everyone agrees, the scores at that point become final.")


def end_as_manager(*, begun: bool) -> str:
    """Return what a manager of the server can do about a game or a lobby."""
    if not begun:
        return say("### Close this table?\nThe game hasn't started.")
    return say("### End this game?\nYou manage this server, so you can end it now.")
