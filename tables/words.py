"""What tables say: proposals, why a game is paused, the lines of auto-answers and plans; and what can't be understood in a plan or
a list. Each sentence is made as a whole from facts, as in engine/words.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from engine import LogLine
from engine.catalogue import say, say_many
from engine.log_forms import SeatNames
from engine.words import copies, either, listed, money, no_gains, row, some
from storage.models import Proposal, Trouble, UndoCost
from storage.notes import AutoAction, Notice, PlanStop
from tables.models import OwnLine

# consent


def proposal(proposal: Proposal, names: Sequence[str], by: str, new: str = "", *, private: bool = False) -> str:
    """Return the proposal: `names` are the seats', `by` and `new` those of the proposer and the newcomer; `private`: whether the
    table is."""
    if proposal.newcomer is not None and proposal.kind == "open":
        return opens(proposal, names[proposal.newcomer.seat], private=private)
    if proposal.newcomer is not None:
        return takes_over(proposal, names[proposal.newcomer.seat], new)
    if proposal.loss is not None:
        return asks_to_undo(proposal.loss, names, by)
    if proposal.by is not None:
        return say("{name} wants to end the game now.", name=by)
    if proposal.waited is not None:
        return say_many("No one has moved for {count} day.", "No one has moved for {count} days.", proposal.waited)
    return no_gains(proposal.rounds)


def asks_to_undo(loss: UndoCost, names: Sequence[str], by: str) -> str:
    """Say how far back `by` wants to go."""
    return with_what_is_hidden(goes_back(loss, by, names[loss.seat]), loss)


def with_what_is_hidden(told: str, loss: UndoCost) -> str:
    """Add whether anything hidden has been revealed since, unless it is listed below."""
    return told if loss.shown else f"{told} {hidden_since(loss.hidden)}"


def goes_back(loss: UndoCost, by: str, owner: str) -> str:
    """Return to what point someone wants to go back; `owner`: whose turn that was."""
    if loss.to == "move":
        return say("{name} wants to undo {move}.", name=by, move=(undone(loss.move) if loss.move else LAST_MOVE).theirs)
    if loss.to == "my-turn":
        return say("{name} wants to rewind to the start of their last turn.", name=by)
    if owner == by:
        return say("{name} wants to rewind to the start of this turn.", name=by)
    return say("{name} wants to rewind to the start of {owner}'s turn.", name=by, owner=owner)


class Undone(NamedTuple):
    """A move within a sentence about undoing it, for its player and for others."""

    yours: str
    theirs: str


PLAYING, BUYING = say("playing {card}"), say("buying {card}")
MOVES: Mapping[str, Undone] = {
    "play": Undone(PLAYING, PLAYING),
    "buy": Undone(BUYING, BUYING),
    "event": Undone(BUYING, BUYING),
    "treasures": Undone(say("playing Treasures"), say("playing Treasures")),
    "buys": Undone(say("going to the Buy phase"), say("going to the Buy phase")),
    "debt": Undone(say("paying debt"), say("paying debt")),
    "end": Undone(say("the end of your turn"), say("the end of their turn")),
}
CHOICE = Undone(say("your choice"), say("their choice"))
LAST_MOVE = Undone(say("your last move"), say("their last move"))


def move(kind: str, card: str | None) -> Undone:
    """Return a move of this kind (one that isn't in `MOVES` is a choice), with this card."""
    return Undone(*(each.format(card=card) for each in MOVES.get(kind, CHOICE)))


def undone(line: LogLine) -> Undone:
    """Return the move that a line of the log is about."""
    if line.kind == "play" and line.card is None:
        return move("treasures", None)
    return CHOICE if line.kind == "debt" and (line.amount or 0) > 0 else move(line.kind, line.card)


def hidden_since(hidden: bool) -> str:
    """Say whether anything hidden at that point has been revealed since."""
    return say("Hidden cards have been revealed since then.") if hidden else say("Nothing hidden has been revealed since then.")


def takes_over(proposal: Proposal, old: str, new: str) -> str:
    """Return who would take over from which player, and why that player isn't asked, if they aren't."""
    if proposal.newcomer is None or proposal.newcomer.ai is None:
        told = [say("{new} would take over {old}'s seat and see its cards.", new=new, old=old)]
    else:
        told = [say("{new}, an AI, would take over {old}'s seat.", new=new, old=old)]
    if proposal.waited is not None:
        told.append(waited(proposal.waited, old))
    return " ".join(told)


def opens(proposal: Proposal, old: str, *, private: bool) -> str:
    """Return whose seat anyone could then take over, and, if that player isn't asked, why."""
    if private:
        told = [say("Anyone invited to this table could take over {old}'s seat without asking.", old=old)]
    else:
        told = [say("Anyone on this server could take over {old}'s seat without asking.", old=old)]
    return " ".join([*told, *([waited(proposal.waited, old)] if proposal.waited is not None else [])])


def waited(days: int, old: str) -> str:
    return say_many(
        "The game has been waiting {count} day for {old}, so the others decide.",
        "The game has been waiting {count} days for {old}, so the others decide.",
        days,
        old=old,
    )


# paused games, and what is left of a game

CHOICES = say("Nothing is lost. The host can try again after an update, rewind to the start of this turn, or end the game.")
TROUBLE: Mapping[Trouble, str] = {
    "broken-record": say("Part of this game's record can't be read. {choices}", choices=CHOICES),
    "no-record": say("This game's record is missing. {choices}", choices=CHOICES),
    "other-way": say("I was updated, and this game would now play out differently. {choices}", choices=CHOICES),
    "unreadable": say("I was updated and can't continue this game. {choices}", choices=CHOICES),
    "no-turn": say("None of this game's turns can be loaded. {choices}", choices=CHOICES),
}
"""Why a game is paused."""
NOT_AS_PROMISED = say("The seed isn't the one whose fingerprint was shown when the game started.")


# lines for their reader's own log


def own_line(line: OwnLine, names: SeatNames) -> str:
    """Return the action of an auto-answer or a plan, or other news for its reader."""
    if line.wording:
        return line.wording
    if line.says is not None:
        return notice(line.says)
    return "" if line.did is None else say("{done}.", done=done(line.did, names))


def notice(says: Notice) -> str:
    if says.what == "plan-stopped" and says.stop is not None:
        if says.stop.why == "changed":
            return say("That changed your turn, so it isn't over yet.")
        if says.stop.why == "question" and says.stop.card is not None:
            return say("Your plan stopped at {card}'s choice.", card=says.stop.card)
        return say("Your plan stopped. {reason}", reason=plan_stop(says.stop))
    if says.what == "declined":
        return DECLINED[says.proposal or "end"].format(name=says.who)
    if says.what == "seated":
        if not says.who:
            return say("You've taken over for {old}.", old=says.old) if says.old else RETURNED
        return say("Everyone agreed: {new} has taken over for {old}.", new=says.who, old=says.old)
    if says.what == "opened":
        return say("Everyone agreed: anyone can take over {old}'s seat.", old=says.old)
    if says.what in TOO_LATE:
        return TOO_LATE[says.what].format(name=says.who) if says.who else YOUR_TIME_IS_UP[says.what]
    if says.what == "host":
        return say("{name} is the host now.", name=says.who) if says.who else YOU_HOST
    return NOTICES.get(says.what, "")


YOU_HOST = say("You're the host now.")
RETURNED = say("You're back in your seat.")
TOO_LATE = {
    "stand-in": say("{name} took too long, so an AI plays for them."),
    "more-time": say("{name} took too long, and has been given the same amount of time again."),
    "offered": say("{name} took too long, so a new player can take the seat."),
    "vote": say("{name} took too long, so everyone else votes on what happens."),
}
YOUR_TIME_IS_UP = {
    "stand-in": say("You took too long, so an AI plays for you."),
    "more-time": say("You took too long, and have been given the same amount of time again."),
    "offered": say("You took too long, so a new player can take your seat."),
    "vote": say("You took too long, so everyone else votes on what happens."),
}
"""What happens after a move has taken too long, as told to others and to its player."""


DECLINED = {
    "end": say("{name} declined, so the game goes on."),
    "undo": say("{name} declined, so nothing is undone."),
    "replace": say("{name} declined, so the seat doesn't change hands."),
    "open": say("{name} declined, so the seat stays closed."),
    "pace": say("{name} declined, so the pace stays the same."),
}
"""What happens to a proposal that was declined."""
NOTICES = {
    "plan-undone": say("Your plan was undone with the turn it played. Plan it again if you like."),
    "moved-on": say("The game has moved on, so nothing was undone."),
    "pace": say("Everyone agreed: the pace has changed."),
}


def done(did: AutoAction, names: SeatNames) -> str:
    """Return an action of the reader's auto-answer or plan, without a full stop."""
    card = did.cards[0] if did.cards else ""
    match did.what:
        case "reveal":
            return say("Auto-answer: revealed {card}", card=card)
        case "no-reaction" if did.cards:
            return say("Auto-answer: didn't use {cards} (see /settings)", cards=listed(did.cards))
        case "discard" if did.owner is not None and did.attack is not None:
            attack = names.card_of(did.owner, did.attack)
            return say("Auto-answer: discarded {cards} ({attack})", cards=some(did.cards), attack=attack)
        case "discard":
            return say("Auto-answer: discarded {cards}", cards=some(did.cards))
        case "order":
            return say("Auto-answer: chose this order: {cards}", cards=in_order(did.cards))
        case "choice" if did.yes:
            return say("Auto-answer: said yes to {card}", card=card)
        case "choice":
            return say("Auto-answer: said no to {card}", card=card)
        case "wait":
            return say("Auto-answer: waited for {names}", names=listed([names.of(seat) for seat in did.waits]))
    return DONE[did.what]


DONE = {
    "treasures": say("Auto-answer: played all Treasures"),
    "end": say("Auto-answer: ended the turn, with nothing left to do"),
    "no-reaction": say("Auto-answer: used no Reaction"),
    "plan-begins": say("Your plan plays this turn"),
    "plan-through": say("Your plan is done, so it ends the turn"),
}


def in_order(cards: Sequence[str]) -> str:
    """Return cards in the order given: "Estate, 2 Coppers"."""
    same = [(name, len(list(each))) for name, each in groupby(cards)]
    return row([name if count == 1 else copies(name, count) for name, count in same])


# lists of discards: what can't be understood

EMPTY_LIST = say("Write what to discard first, with commas, like this: Curse, Victory, Copper.")


def not_in_lists(word: str, near: str | None) -> str:
    if near is None:
        return say("“{word}” isn't a card or type here. Write names like Curse, Victory, Copper.", word=word)
    return say("“{word}” isn't a card or type here. Did you mean {near}?", word=word, near=near)


NO_ZONE = say("I don't know that time zone. Name a large city in it, or write something like UTC+2.")
NO_QUIET_HOURS = say("I can't read those hours. Write them like 23-7 or 22:30 to 7.")
NO_DATE = say("I can't read that date. Try something like tomorrow, Friday, 2 weeks, Dec 3 or 2026-12-24.")
PAST_DATE = say("That date has passed. Write a later one.")
FAR_DATE = say("You can be away for at most a year. Write an earlier date, or none.")


def most_quiet(hours: int) -> str:
    return say("Quiet hours can last at most {hours} hours a day. Make them shorter.", hours=hours)


def most_discards(most: int, given: int) -> str:
    return say("A list can have at most {most} names; you listed {given}.", most=most, given=given)


def ambiguous(word: str, names: Sequence[str]) -> str:
    return say("“{word}” might be {names}. Be more specific.", word=word, names=either(names))


# plans: what can't be understood

PLAYS_FIRST = say("Put plays before buys: move this earlier.")


def which_is_meant(names: Sequence[str]) -> str:
    return say("Which do you mean: {names}?", names=row(names))


def no_such_card(named: str, near: str | None, example: str) -> str:
    """Say that the game has no such card; `example` shows how to write a plan here."""
    if near is not None:
        return say("“{named}” isn't a card in this game. Did you mean {near}?", named=named, near=near)
    return say("“{named}” isn't a card in this game. Write it like this: {example}", named=named, example=example)


def empty_plan(example: str) -> str:
    return say("Say what to play and buy, like this: {example}", example=example)


def buy_what(example: str) -> str:
    return say("Say what to buy with that, like this: {example}", example=example)


def else_without_purchase(example: str) -> str:
    return say("Before “else” or “otherwise”, say what to buy first, like this: {example}", example=example)


def example_play(card: str) -> str:
    return f"play {card}"


def example_buy(card: str, coins: int) -> str:
    return f"${coins} {card}"


def example_else(card: str) -> str:
    return f"else {card}"


# plans: why they stop


STOPS: Mapping[str, str] = {
    "another-hand": say("Your hand has changed since."),
    "question": say("It doesn't say what to choose for {card}."),
    "refused": say("Its next move isn't possible."),
    "not-held": say("You don't have {card} in hand."),
    "not-playable": say("You can't play {card} now."),
    "no-action": say("You have no Actions left for {card}."),
    "unplanned": say("You could play {card}, but the plan doesn't mention it."),
    "none-left": say("No {card} is left to buy."),
    "too-expensive": say("You can't buy {card} with {money}."),
    "debt": say("You can't buy anything with {debt} debt."),
    "no-buy": say("You have no Buys left for the rest."),
}
STOPS_WITHOUT_CARD: Mapping[str, str] = {
    "question": say("It doesn't cover your next choice."),
    "too-expensive": say("You can't buy anything it names with {money}."),
}
"""Why they stop, if no card is named."""


def plan_stop(stop: PlanStop) -> str:
    if stop.card is None and stop.why in STOPS_WITHOUT_CARD:
        return STOPS_WITHOUT_CARD[stop.why].format(money=money(stop.coins, stop.potions))
    return STOPS[stop.why].format(card=stop.card, money=money(stop.coins, stop.potions), debt=stop.debt)


def leads_anywhere(card: str) -> str:
    return say("{card}'s outcome isn't known yet.", card=card)


def draws(card: str) -> str:
    return say("{card} draws cards you can't know yet.", card=card)


def may_be_replaced(card: str, by: Sequence[str]) -> str:
    return say("{by} might replace what {card} does.", by=listed(by), card=card)


def brings(cards: Sequence[str]) -> str:
    return say("The effect of {cards} isn't known yet.", cards=listed(cards))


def worth_anything(card: str) -> str:
    return say("{card}'s value isn't known yet.", card=card)


# plans: what they would do, step by step

STEP_END = say("End the turn.")
STEP_BUY_NOTHING = say("Buy nothing.")


def step_play(card: str) -> str:
    return say("Play {card}.", card=card)


def step_coming(cards: Sequence[str]) -> str:
    return say_many(
        "First, {cards} takes effect at the start of your turn.",
        "First, {cards} take effect at the start of your turn.",
        len(cards),
        cards=listed(cards),
    )


def step_stay(cards: Sequence[str]) -> str:
    return say("Leave {cards} in hand.", cards=listed(cards))


def step_play_if_drawn(card: str) -> str:
    return say("Play {card}, if it's been drawn by then.", card=card)


def step_treasures(money: str, *, at_least: bool) -> str:
    if at_least:
        return say("Play all Treasures: at least {money}.", money=money)
    return say("Play all Treasures: {money}.", money=money)


def step_pay(debt: int) -> str:
    return say("Pay off {debt} debt.", debt=debt)


def step_buy(card: str) -> str:
    return say("Buy {card}.", card=card)
