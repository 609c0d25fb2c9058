"""The part of the catalogue (see `text.py`) about the hand: turns, choices, questions and why they are asked, and pings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cogs.text import MY_HAND, NOTHING, card, count, debt, safe, where
from engine.words import listed
from tables import TableView
from tables.models import SaidAhead, SeatView

END_TURN = "End turn"
TREASURES = "Play all Treasures"
BUY_PHASE = "Buy phase"
WAIT = "Wait for responses"
FINISH = "Don't wait"
WHY = "Why?"
MORE = "More…"
BOARD = "Board"
LOOK_AGAIN = "Look again"
PLAY_ACTION = "Play an Action…"
ONE_BY_ONE = "Treasures one by one"
PLAY_ONE = "Play a Treasure…"
START_OVER = "Start over"
GO_ON = "Go on"
NOTHING_TO = {
    "discard": "Nothing to discard",
    "trash": "Nothing to trash",
    "topdeck": "Nothing to put on the deck",
    "play": "Nothing to play",
    "reveal": "Nothing to reveal",
    "take": "Nothing to take",
}


def more_title(game: str) -> str:
    return f"### More for {game}"


NEEDS_OTHERS = "-# These need everyone's OK, except resigning:"
NEEDS_NO_ONE = "-# The AIs agree to all of these:"


def play(name: str, number: int) -> str:
    return f"Play {name}" if number == 1 else f"Play {name} ({number})"


# choosing


def confirm(purpose: str, chosen: Sequence[str], longest: int) -> str:
    """Return the choice as a button says it: card by card, or as a number if that takes too long."""
    if not chosen:
        return nothing(purpose)
    label = act(purpose, these(chosen))
    return label if len(label) <= longest else act(purpose, count(len(chosen), "card"))


def these(chosen: Sequence[str]) -> str:
    """Return a whole choice, below a question that says what happens to it."""
    return ", ".join(card(name, number) for name, number in Counter(chosen).items())


def choose_first(least: int, most: int) -> str:
    return f"Choose {amount(least, most)} first"


def nothing(purpose: str) -> str:
    return act(purpose, NOTHING)


def nothing_to(purpose: str) -> str:
    """Return the answer of a player who has nothing for that purpose, and is asked anyway."""
    return NOTHING_TO.get(purpose, GO_ON)


def act(purpose: str, what: str) -> str:
    """Return the action on something."""
    return f"Put {what} on the deck" if purpose == "topdeck" else f"{verb(purpose)} {what}"


VERBS = {
    "discard": "Discard",
    "trash": "Trash",
    "gain": "Gain",
    "topdeck": "Put on the deck",
    "play": "Play",
    "reveal": "Reveal",
    "keep": "Leave",
    "take": "Take",
}


def verb(purpose: str) -> str:
    """Return a decision's purpose as a button's first word."""
    return VERBS.get(purpose, "Choose")


def choose(purpose: str, least: int, most: int) -> str:
    return f"{act(purpose, 'one' if most == 1 else amount(least, most))}…"


def amount(least: int, most: int) -> str:
    if most == 1:
        return "one" if least else "one, or none"
    if least == most:
        return str(most)
    return f"up to {most}" if least == 0 else f"{least} to {most}"


def every(name: str, number: int) -> str:
    """Return all copies of one card, in a menu."""
    return name if number == 1 else f"All {card(name, number)}"


def one_fewer(name: str, chosen: int, number: int) -> str:
    """Return the label for going from so many copies to one fewer."""
    return f"One fewer {name} ({chosen} of {number})"


ONE_FEWER = "One fewer…"
OTHER_NUMBER = "Other…"
PAY_LESS = "Pay less…"
NUMBER = "A number"


def numbers(least: int, most: int) -> str:
    return f"From {least} to {most}"


def not_a_number(least: int, most: int) -> str:
    return f"That has to be a whole number from {least} to {most}."


def nth(name: str, number: int) -> str:
    return name if number == 1 else f"{name} ({number})"


def left(number: int, hint: str) -> str:
    return f"{number} left. {hint}"


# the panel


def your_turn(turn: int, game: str) -> str:
    return f"### Your turn {turn} in {game}"


def turn_for(name: str, turn: int, game: str) -> str:
    return f"### You play {safe(name)}'s turn {turn} in {game}\n-# You gain what {safe(name)} would gain."


def turn_by(name: str, turn: int, game: str) -> str:
    who = safe(name)
    return f"### {who} plays your turn {turn} in {game}\n-# You keep your cards; {who} gains what you would gain."


WAITING_FOR_CHOICES = "-# Others have a choice to make first. I'll ping you when you can go on."


def waiting(who: str | None, attacks: Sequence[str]) -> str:
    """Return what the player on turn waits for. `who`: the only one who can have to respond, if there is just one; `attacks`: to
    what."""
    to = f" to {listed(attacks)}" if attacks else ""
    for_whom = f"{safe(who)} to respond{to}" if who is not None else f"responses{to}"
    return f"-# Waiting for {for_whom}. I'll ping you when you can go on."


def your(card: str) -> str:
    return f"your {card}"


def waits_for_responses(attacks: Sequence[str]) -> str:
    """Warn of waiting after these Attacks."""
    verb = "waits" if len(attacks) == 1 else "wait"
    return f"-# {listed([f'**{name}**' for name in attacks])} {verb} for responses."


def first_hand(first: str, game: str) -> str:
    """Introduce a first hand; `first` is the player who goes first."""
    return f"### Your first hand in {game}\n-# {safe(first)} goes first. I'll ping you when it's your turn."


def turn_done(turn: int, next_: str, game: str) -> str:
    """Say that a turn is done; `next_` is the player who follows."""
    return f"### Turn {turn} done in {game}\n-# {safe(next_)} is next. I'll ping you when it's your turn."


def asked(card: str | None, question: str) -> str:
    """Return the heading of a question: the card that asks it, if one does, and the question itself."""
    words = safe(question).rstrip(".")
    return f"### {card}: {words[:1].lower()}{words[1:]}" if card else f"### {words}"


REVEAL = "Reveal a Reaction?"
LET_IT_HAPPEN = "Let it happen"


def asked_in(whose: str | None, turn: int, game: str, card: str | None, via: Sequence[str], *, meanwhile: bool) -> str:
    """Say in whose turn (None: the reader's) and in which game a question comes. `card`: whose card asks, unless its owner has
    played it in their own turn; `via`: what led to it; `meanwhile`: no one has to wait for the answer yet."""
    turn_of = f"{safe(whose)}'s" if whose else "Your"
    told = f"-# {turn_of} turn {turn} in {game}{', which goes on meanwhile' if meanwhile else ''}"
    return " · ".join([told, *([card] if card else []), *([f"via {' → '.join(via)}"] if via else [])])


def whose_card(owner: str, card: str | None) -> str:
    return f"{safe(owner)}'s {card or 'card'}"


def decide_for(name: str) -> str:
    return f"-# You decide for {safe(name)}."


def answered(said: Sequence[str]) -> str:
    """Return the answer already given, if words can tell it."""
    what = ", ".join(card(name, number) for name, number in Counter(said).items())
    return f"**Your choice: {what}.** You can still change it." if what else "**You have chosen.** You can still change it."


def hand(owner: str | None, cards: Sequence[tuple[str, int]], tokens: Sequence[str]) -> str:
    """Return a hand in words, with its owner's `tokens`."""
    whose = f"{safe(owner)}'s hand" if owner else "Your hand"
    held = ", ".join(card(name, number) for name, number in cards) or NOTHING
    return " · ".join([f"**{whose}:** {held}", *tokens])


def purse(coins: int, potions: int, left: Sequence[str] = ()) -> str:
    """Return the money to spend; `left`: Treasures of no fixed worth that add to it."""
    parts = [f"${coins}"] if coins or not potions else []
    parts += [count(potions, "Potion") if potions > 1 else "Potion"] if potions else []
    return " + ".join([*parts, *left])


def money(actions: int | None, purse: str, buys: int, debt_: int, *, treasures: bool, certain: bool) -> str:
    """Return the state of a turn. `actions`: None in the Buy phase; `treasures`: all in hand are counted in; `certain`: no more
    comes."""
    spend = f"**{purse} to spend**" if certain else f"**{purse}** so far"
    if treasures and actions is not None:
        spend = f"**{purse}** with Treasures"
    told = [] if actions is None else [f"**{count(actions, 'Action')}**"]
    return " · ".join([*told, spend, count(buys, "Buy"), *([f"**{debt(debt_)}**"] if debt_ else [])])


def plain_treasures(coins: int | None, potions: int) -> str:
    worth = "" if coins is None else f" ({purse(coins, potions)})"
    return f"Play plain Treasures{worth}"


def pay_and_end(paid: int, debt: int) -> str:
    return f"Pay {'all' if paid == debt else paid} debt, end turn"


def buy(paid: int, purse: str, buys: int, *, ends: bool, certain: bool) -> str:
    """Return a buy menu's placeholder. `paid`: the debt paid before; `ends`: the choice ends the turn; `certain`: no more money
    comes."""
    act = f"Pay {paid} debt, buy" if paid else "Buy"
    return f"{act} for {purse}{'' if certain else ' so far'}{f' ({buys} Buys)' if buys > 1 else ''}{', end turn' if ends else ''}…"


GOES_ON = "+1 Buy, so your turn goes on."


def end_is_near(left: Mapping[str, int], empty: int, to_end: int) -> str:
    """Warn that the end is near: `left` counts the cards of the piles that can end the game soon, `empty` the empty piles."""
    told = [f"{card(name, number)} left" if number > 1 else f"1 {name} left" for name, number in left.items()]
    told += [f"{empty} of {to_end} piles empty"] if empty else []
    return f"-# The end is near: {', '.join(told)}"


def your_last_turn(by: SaidAhead) -> str:
    """Start the line about the reader's last turn; `by`: what ended it automatically, one of `ENDED_BY`."""
    return f"**Your last turn**, {ENDED_BY[by]}:"


def move_told(kind: str, card: str, led: Sequence[str]) -> str:
    """Return the reader's last move, and its effects."""
    if kind == "buy":
        return f"**Bought {card}**{': ' if led else ''}{', '.join(led)}"
    return f"**{card}:** {', '.join(led)}" if led else f"**{card}**"


def sentences(parts: Sequence[str]) -> str:
    told = ", ".join(parts)
    return told[:1].upper() + told[1:]


def aside(card: str | None, whose: str | None, *, auto: bool) -> str:
    """Return the end of a line of the log: the card that caused it, and its owner, if that has to be said; and whether its reader's
    auto-answer did it."""
    led = "" if card is None else f" ({card})" if whose is None else f" ({whose} {card})"
    return f"{led}, by your auto-answer" if auto else led


ENDED_BY: Mapping[SaidAhead, str] = {
    "plan-begins": "by your plan",
    "plan-through": "by your plan",
    "end": "ended by your auto-answer",
}
"""What may have ended one's turn for one."""


# an order, and each card's fate


def fates(labels: Sequence[str]) -> str:
    """Return each card's fate: "Trash Curse · Put back Copper"."""
    return " · ".join(labels)


def next_one(kind: str, purpose: str, names: Sequence[str], done: Sequence[str]) -> str:
    """Return a menu's question about the cards of this name: their fate, or which comes next."""
    if kind == "sort":
        return f"Choose for {names[0]}…" if len(names) == 1 else "Choose for each card…"
    if kind == "order":
        return "Which comes next…" if done else "Which comes first…"
    return choose(purpose, 1, 1)


def sequence(done: Sequence[str], kind: str) -> str:
    if kind == "sort":
        return f"So far: {', '.join(done)}" if done else "Choose for each card."
    return f"So far: {', then '.join(done)}" if done else "Which comes first?"


# where nothing can be done


def seated(host: str, game: str, *, again: bool) -> str:
    """Say that the reader has a seat; `again`: in a rematch, where they didn't take it themselves."""
    leave = " Not this time? Press **Leave** there." if again else ""
    return f"### You have a seat at {host}'s table in {game}\n-# I'll send your hand here when the game starts.{leave}"


NOT_SEATED_ANY_MORE = "### You have left this table\nYou can rejoin until the game starts."


def played_for_you(table: TableView, seat: SeatView) -> str:
    """Tell the seat's former holder that someone else plays it."""
    assert seat.taken_over is not None
    if seat.resigned:
        return "### Your seat has resigned\nThe others play on. You can watch the board."
    back = f"\nTo have your seat back, use `/game substitute` in {where(table)}." if table.lost is None else ""
    return f"### {safe(seat.taken_over.name)} has taken over your seat\nYou can follow the game on the board.{back}"


HAND_CLOSED = "### This table was closed\nOpen a new one with `/game new`."
YOU_RESIGNED = "### You have resigned\nThe others play on. You can watch the board."


def ping(person: int) -> str:
    return f"<@{person}>, it's your turn. I can't DM you: press **{MY_HAND}**."
