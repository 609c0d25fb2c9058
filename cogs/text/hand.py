"""The part of the catalogue (see `text.py`) about one's hand: one's turn, choosing, being asked and why, and being called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cogs.text import MY_HAND, NOTHING, card, cause, cost, count, debt, safe, types, unbroken, where
from engine.view import CostView
from engine.words import appended, listed, money
from tables import TableView
from tables.models import SaidAhead, SeatView

END_TURN = "End turn"
TREASURES = "Play all Treasures"
TO_BUYING = "Done with Actions"
WAIT = "Wait for answers"
FINISH = "Don't wait"
WHY = "Why?"
MORE = "More…"
LOOK_AGAIN = "Look again"
STANDS_STILL = "-# What the others do doesn't change this message."
MORE_TITLE = "### More\nWhat concerns everybody is done only if all agree."
BUY = "Buy…"
PLAY_ACTION = "Play an Action…"
BUY_AND_END = "Buy and end turn…"
NOTHING_AND_END = "Buy nothing, end turn"
PLAY_JUST_ONE = "Play one"
"""Beside the way to play all; any longer, and End turn has no place beside it on a phone."""
PLAY_ONE = "Play a single Treasure…"
START_OVER = "Start over"

Kind = tuple[bool, tuple[str, ...]]
"""Whether cards in hand can be chosen now, and their types."""


def play(name: str, number: int) -> str:
    return f"Play {name}" if number == 1 else f"Play {name} ({number})"


# choosing


def confirm(purpose: str, chosen: Sequence[str], longest: int) -> str:
    """The choice as a button says it: card by card, or how many they are where that takes too long."""
    if not chosen:
        return nothing(purpose)
    label = act(purpose, these(chosen))
    return label if len(label) <= longest else act(purpose, count(len(chosen), "card"))


def these(chosen: Sequence[str]) -> str:
    """A whole choice, below a question that says what is done to it."""
    return ", ".join(card(name, number) for name, number in Counter(chosen).items())


def choose_first(least: int, most: int) -> str:
    return f"Choose {amount(least, most)} first"


def nothing(purpose: str) -> str:
    return act(purpose, NOTHING)


def act(purpose: str, what: str) -> str:
    """What is done to what."""
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
    """A decision's purpose as a button's first word."""
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
    """All copies of one card, in a menu."""
    return name if number == 1 else f"All {number} {name}"


def one_less(name: str, chosen: int, number: int) -> str:
    """The way from so many of its copies to one less."""
    return f"One {name} less ({chosen} of {number})"


ONE_LESS = "Take one off again…"
BY_NAME = "-# In the menu, a card means all of its copies. You can take some off again below it."
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


def may_finish(names: Sequence[str]) -> str:
    them = listed([safe(name) for name in names])
    return f"-# {them} may still answer an Attack; you needn't wait."


def you_wait(names: Sequence[str]) -> str:
    them = listed([safe(name) for name in names])
    return f"-# You wait for {them}. I call you when all have answered. You lose nothing by going on before."


def table_waits(names: Sequence[str]) -> str:
    them = listed([safe(name) for name in names])
    return f"-# Waiting for {them}: at this table a turn goes on only when all have answered. I call you then."


def your_turn(turn: int) -> str:
    return f"### Your turn (turn {turn})"


def turn_for(name: str) -> str:
    return f"### You play {safe(name)}'s turn\n-# What {safe(name)} would gain comes to you."


def decide_for(name: str) -> str:
    return f"You decide for {safe(name)}."


def asking(card: str, owner: str | None) -> str:
    """A part of the next, and of `why_title`."""
    return f"{safe(owner)}'s {card}" if owner else card


def asked(card: str | None, owner: str | None, turn_of: str | None, *, meanwhile: bool) -> str:
    """The card that asks, if one does, and whose it is if it's somebody else's; in whose turn if that is neither one's own nor its
    owner's; `meanwhile`: nobody has to wait for the answer yet."""
    title = f"{asking(card, owner)} asks you" if card else "You are asked"
    whose = f", in {safe(turn_of)}'s turn" if turn_of else ""
    return f"### {title}{whose}{'; the turn goes on meanwhile' if meanwhile else ''}"


def answered(said: Sequence[str]) -> str:
    """What one has answered, where it can be told in words."""
    what = f": {', '.join(card(name, number) for name, number in Counter(said).items())}" if said else ""
    return f"**You have answered{what}.** You needn't do anything more. You may still change it."


def first_hand(first: str, game: str) -> str:
    return f"### Your first hand in {game}\n-# {safe(first)} goes first. I'll ping you when it's your turn."


def turn_done(turn: int, next_: str, game: str) -> str:
    return f"### Turn {turn} done in {game}\n-# {safe(next_)} is next. I'll ping you when it's your turn."


def waiting(table: TableView) -> str:
    waited = [safe(a.name) + (f" ({why})" if (why := cause(table, a)) else "") for a in table.awaited if not a.owed]
    return f"### Waiting for {listed(waited) or 'the game'}"


def hand(owner: str | None, size: int, kinds: Mapping[Kind, Sequence[tuple[str, int, CostView]]], *, turn: bool) -> str:
    """A hand: of each kind its cards, with how many of each there are and what one costs. On one's `turn` those that can be chosen
    are there to be played."""
    whose = f"{safe(owner)}'s hand" if owner else "Your hand"
    now = ", to play" if turn else ", to choose from"
    every = bool(kinds) and all(offered for offered, _ in kinds)
    told = []
    for (offered, of), held in kinds.items():
        names = ", ".join(f"{card(name, number)}\u00a0{unbroken(cost(each))}" for name, number, each in held)
        told.append(f"**{types(of)}**{f'{now}:' if offered and not every else ''} {names}")
    return f"**{whose}** ({size}){now if every else ''}: {' · '.join(told) or NOTHING}"


def phase(phase: str, actions: int, buys: int, coins: int, potions: int, debt_: int) -> str:
    name = {"action": "Action phase", "buy": "Buy phase"}.get(phase, "Your turn")
    parts = [f"**{name}**", *([] if phase == "buy" else [count(actions, "Action")]), count(buys, "Buy"), f"**${coins}**"]
    if potions:
        parts.append(count(potions, "Potion"))
    if debt_:
        parts.append(debt(debt_))
    return " · ".join(parts)


def in_treasures(coins: int, potions: int, left: Sequence[str]) -> str:
    """`left`: the Treasures whose worth isn't in it."""
    told = [f"+${coins}", *([count(potions, "Potion")] if potions else []), *left]
    return f"Treasures in hand: {listed(told)}"


def plain_treasures(coins: int | None, potions: int) -> str:
    worth = "" if coins is None else f" ({money(coins, potions)})"
    return f"Play the plain Treasures{worth}"


def not_plain(names: Sequence[str]) -> str:
    are, them = ("isn't", "it") if len(names) == 1 else ("aren't", "them")
    return f"{listed(names)} {are} among the plain Treasures: when to play {them} is up to you."


def idle(names: Sequence[str]) -> str:
    return f"{listed(names)} would do nothing now: no other card in hand is for that."


def in_debt(number: int, left: int) -> str:
    """`left`: what would be left of it once all coins are paid."""
    if left == number:
        return "Nothing can be bought until the debt is paid, which takes coins."
    return f"Nothing can be bought until the debt is paid. After these coins, {debt(left)} would be left."


def whole_turn(name: str) -> str:
    return f"Buy {name}, end turn"


def pay_and_end(paid: int, debt: int) -> str:
    return f"Pay {'all' if paid == debt else paid} debt, end turn"


def whole_turn_preview(treasures: bool, money: str, paid: int, *, buys: bool, always: bool) -> str:
    """`buys`: something can be bought; `always`: every button does."""
    told = [f"plays Treasures ({money})"] if treasures else []
    told += [f"pays {paid} debt"] if paid else []
    told += ["buys" if always else "buys what you choose"] if buys else []
    return f"-# One click {listed([*told, 'ends the turn'])}."


def buy(before: Sequence[str], so_far: int | None = None) -> str:
    """A buy menu's placeholder, with what of that which comes before the buy matters most: a phone shows about thirty letters.
    `so_far`: the coins there are, where more may come."""
    moves = {move.partition(":")[0] for move in before}
    if "debt" in moves:
        return f"{BUY} ({'ends Actions, pays debt' if 'buys' in moves else 'pays your debt first'})"
    if "buys" in moves:
        return f"{BUY} (ends your Actions)"
    if moves or so_far is None:
        return f"{BUY} (plays Treasures first)" if moves else BUY
    return f"{BUY} (with the ${so_far} so far)"


def distance(ending: Mapping[str, int], empty: int, to_end: int, low: Mapping[str, int], tokens: Sequence[str]) -> str:
    """How far the end is. `ending`: what is left of piles that end the game by themselves, `low`: of others, if little; `tokens`:
    what the hand's holder has of these."""
    told = [*(f"{name}: {left} left" for name, left in ending.items()), f"{empty} of {to_end} piles empty"]
    told += [f"low: {', '.join(f'{left} {name}' for name, left in low.items())}"] if low else []
    told += tokens
    return f"-# {' · '.join(told)}"


def did(who: str, played: Sequence[str], bought: Sequence[str], gained: Sequence[str], others: Mapping[str, Sequence[str]]) -> str:
    """A turn of somebody else in short; `others`: what was gained by anybody else in it."""
    return f"**{safe(who)}** {deeds(played, bought, gained, others)}"


def possessed_turn(
    by: str | None,
    whose: str | None,
    played: Sequence[str],
    bought: Sequence[str],
    gained: Sequence[str],
    others: Mapping[str, Sequence[str]],
) -> str:
    """A turn in short in which somebody else decided than whose it was; None: the reader."""
    decided = f"**{safe(by)}**" if by is not None else "**You**"
    cards = f"{safe(whose)}'s" if whose is not None else "your"
    return f"{decided}, with {cards} cards, {deeds(played, bought, gained, others)}"


def your_last_turn(
    by: SaidAhead, played: Sequence[str], bought: Sequence[str], gained: Sequence[str], others: Mapping[str, Sequence[str]]
) -> str:
    """One's own last turn in short; `by`: by what it came to its end by itself, one of `ENDED_BY`."""
    return f"**Your last turn**, {ENDED_BY[by]}: {deeds(played, bought, gained, others)}"


def deeds(played: Sequence[str], bought: Sequence[str], gained: Sequence[str], others: Mapping[str, Sequence[str]]) -> str:
    done = [f"{deed} {', '.join(cards)}" for deed, cards in (("played", played), ("bought", bought), ("gained", gained)) if cards]
    alike = {
        cards: [safe(other) for other, theirs in others.items() if tuple(theirs) == cards] for cards in map(tuple, others.values())
    }
    also = [f" {listed(names)} gained {', '.join(cards)}." for cards, names in alike.items() if cards]
    return f"{'; '.join(done) or 'bought nothing'}.{''.join(also)}"


def by_card(line: str, card: str) -> str:
    """A line of the log with the card that led to it."""
    return appended(line, f" ({card})")


def by_standing_answer(line: str, card: str | None, owner: str | None) -> str:
    """A line of the log about what a standing answer of its reader's did; with the card that led to it, and whose that is, where
    this has to be said."""
    led = "" if card is None else f" ({owner}'s {card})" if owner else f" ({card})"
    return appended(line, f"{led}, by your standing answer")


def times(line: str, number: int) -> str:
    """What happened so often."""
    return line if number == 1 else f"{line} ({number} times)"


def recap(title: str, left_out: int) -> str:
    """The title of what others did; `left_out`: how many lines of it aren't told here."""
    return f"{title} ({more_lines(left_out)})" if left_out else title


def more_lines(number: int) -> str:
    return f"{number} more in the **Log**"


def in_brief(title: str, told: Sequence[str], left_out: int) -> str:
    """The same with what they did, in one paragraph."""
    return f"{recap(title, left_out)}: {' '.join(told)}"


def more(number: int) -> str:
    """At the end of a list that names not all."""
    return f"{number} more"


def possessed(controller: str) -> str:
    return f"{safe(controller)} makes all decisions in this turn of yours, sees your hand, and gets what you would gain."


def because(chain: Sequence[str]) -> str:
    return f"-# By way of {' → '.join(chain)}"


SINCE_YOUR_TURN = "**Since your last turn**"
BEFORE_YOUR_FIRST_TURN = "**Before you**"
IN_THIS_TURN = "**In this turn**"
ENDED_BY: Mapping[SaidAhead, str] = {
    "plan-begins": "by your plan",
    "plan-through": "by your plan",
    "end": "ended by your standing answer",
}
"""What may have ended one's turn for one."""


# an order, and what becomes of each card


def fates(labels: Sequence[str]) -> str:
    """What becomes of each card: "Trash Curse · Put back Copper"."""
    return " · ".join(labels)


def next_one(kind: str, purpose: str, names: Sequence[str], done: Sequence[str]) -> str:
    """What a menu asks of the cards called so: what becomes of them, or which comes next."""
    if kind == "sort":
        return f"What becomes of {names[0] if len(names) == 1 else 'these'}…"
    if kind == "order":
        return "Which comes next…" if done else "Which comes first…"
    return choose(purpose, 1, 1)


def sequence(done: Sequence[str], kind: str) -> str:
    if kind == "sort":
        return f"So far: {', '.join(done)}." if done else "Say of each card what becomes of it."
    return f"First to last: {', '.join(done)}." if done else "Which comes first?"


# where nothing can be done


def seated(host: str, *, again: bool) -> str:
    """`host`: who begins the game; `again`: after a game of the same people, so that nobody has taken their seat themselves."""
    title = "### Another game, and you have a seat" if again else "### You have a seat"
    leave = " Not this time? The board has **Leave**." if again else ""
    return f"{title}\nYour hand will be here once {host} begins the game.{leave}"


NOT_SEATED_ANY_MORE = "### You have left this table\nCome back with Join, as long as it hasn't begun."


def played_for_you(table: TableView, seat: SeatView) -> str:
    """For whoever had that seat before somebody took it over."""
    assert seat.taken_over is not None
    if seat.resigned:
        return "### Your seat has resigned\nThe others play on. You can watch the board."
    back = f"\nTo have your seat back, use `/game substitute` in {where(table)}." if table.lost is None else ""
    return f"### {safe(seat.taken_over.name)} plays on for you\nYou can follow the game on the board.{back}"


HAND_CLOSED = "### This table was closed\nOpen a new one with `/game new`."
YOU_RESIGNED = "### You have resigned\nThe others play on. You can watch the board."


def ping(person: int) -> str:
    return f"<@{person}>, the game waits for you. I can't send you direct messages: your hand is behind **{MY_HAND}**."
