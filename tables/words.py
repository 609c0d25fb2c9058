"""The catalogue of what tables keep in words: offers, and the lines of auto-answers and plans; and what of a plan or a list can't
be understood. Each sentence is made whole from facts, as in the engine's (engine/words.py); docs/translating.md says how another
language takes this module's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.words import belated, counted, listed

# playing


def whole(question: str) -> str:
    """A question as a sentence: "Trash a Treasure." """
    return question if question.endswith(("?", ".", ")")) else f"{question}."


# consent

ENDED_BY_MANAGER = "It was ended by somebody who looks after this server."
ALL_AGREED_TO_END = "All players agreed to end it as it stood."
NOT_TAKEN_BACK = "The game went on, so nothing was taken back."
PLAN_TAKEN_BACK = "Your plan was taken back with the turn it played. Plan it again if you like."


ALL_RESIGNED = "Nobody but AIs is left."


def nobody_gains(rounds: int) -> str:
    return f"Nobody has gained anything for {rounds} rounds."


def proposes_to_end(who: str) -> str:
    return f"{who} would like to end the game as it stands."


def declined(who: str, what: str) -> str:
    """`what` was proposed (`storage.store.OfferKind`), and they said no."""
    outcomes = {
        "end": "would rather play on, so the game isn't ended",
        "undo": "declined, so nothing is taken back",
        "replace": "declined, so the seat stays as it is",
    }
    return f"{who} {outcomes[what]}."


def asks_to_go_back(who: str, to: str, whose: str, moves: Mapping[str, int], hidden: bool) -> str:
    """An offer to take back: to what point (`storage.store.UndoTo`), in whose turn, how many moves of whom."""
    if to == "move":
        wish = f"{who} would like to take back their last move."
    elif to == "turn":
        turn = "this turn" if whose == who else f"{whose}'s turn"
        wish = f"{who} would like to go back to the start of {turn}."
    else:
        wish = f"{who} would like to go back to the start of their last turn."
    lost = "" if not moves or (to == "move" and moves == {who: 1}) else f" That takes back {moves_of(moves)}."
    return f"{wish}{lost} {hidden_since(hidden)}"


def moves_of(moves: Mapping[str, int]) -> str:
    """How many moves, and by whom."""
    number = counted(sum(moves.values()), "move")
    if len(moves) == 1:
        return f"{number} by {next(iter(moves))}"
    return f"{number}: {listed([f'{count} by {who}' for who, count in moves.items()])}"


def hidden_since(hidden: bool) -> str:
    """Whether somebody has seen since what nobody could know then."""
    return "Hidden cards have come out since then." if hidden else "Nothing hidden has come out since then."


def ai_takes_over(new: str, old: str) -> str:
    return f"{new}, an AI, is to take over {old}'s seat, with its cards as they are."


def takes_over(new: str, old: str) -> str:
    return f"{new} is to take over {old}'s seat, with its cards as they are."


def takes_over_hand(new: str, old: str) -> str:
    """Where a person takes over from a person."""
    return f"{takes_over(new, old)} {new} then sees that hand, and {old} sees it no more."


def waited_for_too_long(who: str, days: int) -> str:
    return f"The game has waited for {who} for {days} days, so the others decide."


def all_agreed_to_seat(new: str, old: str) -> str:
    """What whoever asked about a seat is told when it is done."""
    return f"All agreed: {new} plays on for {old}."


def in_place_of(new: str, first: str) -> str:
    """The name of a seat that somebody took over: the log goes on to say the first."""
    return f"{new} for {first}"


# frozen games, and what is left of a game

CHOICES = (
    "Everything is kept. The host can try again after the bot was updated, go back to the start of this turn, or end the game."
)
BROKEN_RECORD = f"A part of this game's record can't be read any more. {CHOICES}"
NO_RECORD = f"This game's record is missing. {CHOICES}"
GOES_ANOTHER_WAY = f"The bot was changed, and now this game would go another way than it went. {CHOICES}"
CANT_TAKE_UP = f"The bot was changed, and can't take this game up any more. {CHOICES}"
NO_TURN_LOADS = f"No turn of this game can be loaded any more. {CHOICES}"
NOT_AS_PROMISED = "The seed is not the one whose fingerprint was shown when the game began."


# standing answers: lines for their owner's own log

STANDING = "Your standing answer: "
"""How each of these lines begins."""
STANDING_TREASURES = f"{STANDING}play all Treasures."
STANDING_END = f"{STANDING}end the turn, with nothing left to do."
STANDING_NO_REACTION = f"{STANDING}no Reaction."


def standing_reaction(card: str) -> str:
    return f"{STANDING}reveal {card}."


def standing_order(cards: Sequence[str]) -> str:
    return f"{STANDING}any order, so {counted_cards(cards)}."


def standing_yes(card: str) -> str:
    return f"{STANDING}yes to {card}."


def standing_no(card: str) -> str:
    return f"{STANDING}no to {card}."


def standing_waits(names: Sequence[str]) -> str:
    return f"{STANDING}wait for {listed(names)}."


def standing_discards(cards: Sequence[str], owner: str | None, attack: str | None) -> str:
    """`owner`: whose card, `attack`, makes one discard."""
    line = f"{STANDING}discard {counted_cards(cards)}."
    return belated(line, owner, attack) if owner is not None and attack is not None else line


def counted_cards(cards: Sequence[str]) -> str:
    """Cards in the order given: "Estate, 2 Copper"."""
    same = [(name, len(list(each))) for name, each in groupby(cards)]
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in same)


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
    """`example`: how a plan could be written here."""
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


# plans: what they did, for their owner's own log

PLAN_BEGINS = "Your plan plays this turn."
PLAN_THROUGH = "That was your plan. It ends the turn."


def plan_stopped(why: str) -> str:
    """`why` is one of the sentences below, or a refusal."""
    return f"Your plan stopped. {why} The turn is yours from here."


# plans: why they stop

ANOTHER_HAND = "Your hand isn't the one it was made for."
NO_BUY_LEFT = "There is no Buy left for the rest."


def not_answered(question: str) -> str:
    return f"It doesn't answer this: {whole(question)}"


def not_held(card: str) -> str:
    return f"You hold no {card}."


def not_playable(card: str) -> str:
    return f"{card} can't be played now."


def no_action_left(card: str) -> str:
    return f"You have no Action left for {card}."


def unplanned(card: str) -> str:
    return f"{card} could be played, and it says nothing about that."


def none_left(card: str) -> str:
    return f"There is no {card} left to buy."


def too_dear(card: str, money: str) -> str:
    return f"{card} can't be bought with {money}."


def all_too_dear(money: str) -> str:
    return f"Nothing it names can be bought with {money}."


def in_debt(debt: int) -> str:
    return f"With {debt} debt nothing can be bought."


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
