"""The catalogue of tables: offers, why a game is paused, the lines of auto-answers and plans; and what of a plan or a list can't
be understood. Each sentence is made whole from facts, as in the engine's (engine/words.py); docs/translating.md says how another
language takes this module's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.log_words import SeatNames
from engine.words import counted, listed, money, plural, some
from storage.models import AutoAction, Notice, PlanStop, Proposal, Trouble, UndoCost
from tables.models import OwnLine

# playing


def whole(question: str) -> str:
    """Return a question as a sentence: "Trash a Treasure." """
    return question if question.endswith(("?", ".", ")")) else f"{question}."


# consent


def proposal(offer: Proposal, names: Sequence[str], by: str, new: str = "", *, hand: bool = False) -> str:
    """Return the proposal: `names` are the seats', `by` and `new` those of its proposer and of the newcomer; `hand`: a person takes
    over from a person, and then sees that hand."""
    if offer.newcomer is not None:
        return takes_over(offer, names[offer.newcomer.seat], new, hand=hand)
    if offer.loss is not None:
        return asks_to_undo(offer.loss, names, by)
    if offer.by is not None:
        return f"{by} wants to end the game now."
    return f"No one has gained a card for {counted(offer.rounds, 'round')}."


def asks_to_undo(loss: UndoCost, names: Sequence[str], by: str) -> str:
    """Say how far back `by` wants to go, and how many moves each player loses."""
    whose = "this turn" if names[loss.seat] == by else f"{names[loss.seat]}'s turn"
    points = {
        "move": f"{by} wants to undo their last move.",
        "turn": f"{by} wants to rewind to the start of {whose}.",
        "my-turn": f"{by} wants to rewind to the start of their last turn.",
    }
    moves = {names[seat]: count for seat, count in sorted(loss.moves.items())}
    own = not moves or (loss.to == "move" and moves == {by: 1})
    return " ".join([points[loss.to], *([] if own else [f"That undoes {moves_of(moves)}."]), hidden_since(loss.hidden)])


def moves_of(moves: Mapping[str, int]) -> str:
    """Return how many moves, and by which player."""
    number = counted(sum(moves.values()), "move")
    if len(moves) == 1:
        return f"{number} by {next(iter(moves))}"
    return f"{number}: {listed([f'{count} by {who}' for who, count in moves.items()])}"


def hidden_since(hidden: bool) -> str:
    """Return whether anyone has since seen something hidden then."""
    return "Hidden cards have been revealed since then." if hidden else "Nothing hidden has been revealed since then."


def takes_over(offer: Proposal, old: str, new: str, *, hand: bool) -> str:
    """Return who would take over from which player, who then sees that hand, and why the old player isn't asked, if they aren't."""
    who = new if offer.newcomer is None or offer.newcomer.ai is None else f"{new}, an AI,"
    told = [f"{who} would take over {old}'s seat with its cards."]
    told += [f"{new} then sees that hand, and {old} no longer does."] if hand else []
    if offer.waited is not None:
        told.append(f"The game has waited {counted(offer.waited, 'day')} for {old}, so the others decide.")
    return " ".join(told)


def in_place_of(new: str, first: str) -> str:
    """Return the name of a seat that someone took over."""
    return f"{new} for {first}"


# paused games, and what is left of a game

CHOICES = "Nothing is lost. The host can try again after the bot is updated, rewind to the start of this turn, or end the game."
TROUBLE: Mapping[Trouble, str] = {
    "broken-record": f"A part of this game's record can't be read. {CHOICES}",
    "no-record": f"This game's record is missing. {CHOICES}",
    "other-way": f"The bot has changed, and this game would now go another way than it went. {CHOICES}",
    "unreadable": f"The bot has changed, and can't continue this game. {CHOICES}",
    "no-turn": f"No turn of this game can be loaded. {CHOICES}",
}
"""Why a game is paused."""
NOT_AS_PROMISED = "The seed isn't the one whose fingerprint was shown when the game started."


# lines for their reader's own log


def own_line(line: OwnLine, names: SeatNames) -> str:
    """Return the action of an auto-answer or a plan, or other news for its reader."""
    if line.wording:
        return line.wording
    if line.says is not None:
        return notice(line.says)
    return "" if line.did is None else f"{done(line.did, names)}."


def notice(says: Notice) -> str:
    if says.what == "plan-stopped" and says.stop is not None:
        return f"Your plan stopped. {plan_stop(says.stop)} Go on from here."
    if says.what == "declined":
        return f"{says.who} declined, so {STAYS.get(says.offer or '', '')}."
    if says.what == "seated":
        return f"Everyone agreed: {says.who} has taken over for {says.old}."
    return NOTICES.get(says.what, "")


STAYS = {
    "end": "the game goes on",
    "undo": "nothing is undone",
    "replace": "the seat doesn't change hands",
}
"""What a proposal that was declined leaves as it is; a part of a sentence."""
NOTICES = {
    "plan-undone": "Your plan was undone with the turn it played. Plan it again if you like.",
    "moved-on": "The game went on, so nothing was undone.",
}


def done(did: AutoAction, names: SeatNames) -> str:
    """Return the action of its reader's auto-answer or plan, without a full stop."""
    if did.what in DONE:
        return DONE[did.what]
    card = did.cards[0] if did.cards else ""
    told = {
        "reveal": f"revealed {card}",
        "discard": f"discarded {some(did.cards)}{demanded_by(did, names)}",
        "order": f"took any order: {in_order(did.cards)}",
        "choice": f"said {'yes' if did.yes else 'no'} to {card}",
        "wait": f"waited for {listed([names.of(seat) for seat in did.waits])}",
    }
    return f"Auto-answer: {told[did.what]}"


DONE = {
    "treasures": "Auto-answer: played all Treasures",
    "end": "Auto-answer: ended the turn, with nothing left to do",
    "no-reaction": "Auto-answer: revealed no Reaction",
    "plan-begins": "Your plan plays this turn",
    "plan-through": "Your plan is done, so it ends the turn",
}


def demanded_by(did: AutoAction, names: SeatNames) -> str:
    """Return the owner of the card that made someone discard; an aside."""
    return f" ({names.whose(did.owner)} {did.attack})" if did.owner is not None and did.attack is not None else ""


def in_order(cards: Sequence[str]) -> str:
    """Return cards in the order given: "Estate, 2 Coppers"."""
    same = [(name, len(list(each))) for name, each in groupby(cards)]
    return ", ".join(name if count == 1 else f"{count} {plural(name)}" for name, count in same)


# lists of discards: what can't be understood

EMPTY_LIST = "Write what to discard first, with commas between: Curse, Victory, Copper."


def not_in_lists(word: str, near: str | None) -> str:
    then = f"Did you mean {near}?" if near is not None else "Write names like Curse, Victory, Copper."
    return f"“{word}” is no card or type here. {then}"


def most_discards(most: int, given: int) -> str:
    return f"A list can have at most {most} names; you listed {given}."


def ambiguous(word: str, names: Sequence[str]) -> str:
    return f"“{word}” may be {' or '.join(names)}. Write some more of it."


# plans: what can't be understood

PLAYS_FIRST = "Plays come before buys: put this further to the front."


def which_is_meant(names: Sequence[str]) -> str:
    return f"Which is meant: {', '.join(names)}?"


def no_such_card(named: str, near: str | None, example: str) -> str:
    """Say that the game has no such card; `example` shows how to write a plan here."""
    if near is not None:
        return f"“{named}” is no card of this game. Did you mean {near}?"
    return f"“{named}” is no card of this game. Write it like this: {example}"


def empty_plan(example: str) -> str:
    return f"Say what to play and buy, like this: {example}"


def buy_what(example: str) -> str:
    return f"Say what to buy with that, like this: {example}"


def else_without_wish(example: str) -> str:
    return f"Before “else” or “otherwise” comes what to buy if that can be, like this: {example}"


def example_play(card: str) -> str:
    return f"play {card}"


def example_buy(card: str, coins: int) -> str:
    return f"${coins} {card}"


def example_else(card: str) -> str:
    return f"else {card}"


# plans: why they stop


def plan_stop(stop: PlanStop) -> str:
    card = stop.card or ""
    return {
        "another-hand": "Your hand isn't the one it was made for.",
        "question": f"It doesn't say what to choose for {card}." if card else "It doesn't answer the next question.",
        "refused": "Its next move isn't possible.",
        "not-held": f"You don't have {card} in hand.",
        "not-playable": f"You can't play {card} now.",
        "no-action": f"You have no Action left for {card}.",
        "unplanned": f"You could play {card}, and it doesn't mention that.",
        "none-left": f"There are no {plural(card)} left to buy.",
        "too-expensive": f"You can't buy {card or 'anything it names'} with {money(stop.coins, stop.potions)}.",
        "debt": f"You can't buy anything with {stop.debt} debt.",
        "no-buy": "You have no Buy left for the rest.",
    }[stop.why]


def leads_anywhere(card: str) -> str:
    return f"What {card} leads to can't be known before."


def draws(card: str) -> str:
    return f"What {card} draws can't be known before."


def may_be_replaced(card: str, by: Sequence[str]) -> str:
    return f"{listed(by)} may replace what {card} does."


def brings(cards: Sequence[str]) -> str:
    return f"What {listed(cards)} will bring can't be known before."


def worth_anything(card: str) -> str:
    return f"What {card} is worth can't be known before."


# plans: what they would do, step by step

STEP_END = "End the turn."
STEP_BUY_NOTHING = "Buy nothing."


def step_play(card: str) -> str:
    return f"Play {card}."


def step_coming(cards: Sequence[str]) -> str:
    return f"First comes what {listed(cards)} {'does' if len(cards) == 1 else 'do'} at the start of your turn."


def step_stay(cards: Sequence[str]) -> str:
    return f"Leave {listed(cards)} in hand: the plan says nothing of that."


def step_play_if_drawn(card: str) -> str:
    return f"Play {card}, if it has been drawn by then."


def step_treasures(money: str, *, at_least: bool) -> str:
    return f"Play all Treasures: {'at least ' if at_least else ''}{money}."


def step_pay(debt: int) -> str:
    return f"Pay off {debt} debt."


def step_buy(card: str) -> str:
    return f"Buy {card}."
