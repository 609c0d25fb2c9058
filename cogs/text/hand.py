"""What the bot says about the hand: turns, choices, questions and why they are asked, and pings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cogs import text
from cogs.text import MY_HAND, NOTHING, card, gathered, safe, whose
from engine.catalogue import say, say_many
from engine.mechanisms import DEBT
from engine.words import COMMA, card_count, copies, either, listed, potions_in_words, row
from engine.words import tokens as tokens_of
from tables.models import SaidAhead, SeatView

END_TURN = say("End turn")
END_IN_DEBT = say("End turn in debt")
TREASURES = say("Play all Treasures")
BUY_PHASE = say("Buy phase")
WAIT = say("Wait for responses")
FINISH = say("Don't wait")
WHY = say("Why?")
MORE = say("More…")
BOARD = say("Board")
LOOK_AGAIN = say("Look again")
PLAY_ACTION = say("Play an Action…")
ONE_BY_ONE = say("Treasures one by one")
PLAY_ONE = say("Play a Treasure…")
START_OVER = say("Start over")
GO_ON = say("Go on")
NOTHING_TO = {
    "discard": say("Nothing to discard"),
    "trash": say("Nothing to trash"),
    "topdeck": say("Nothing to put on the deck"),
    "play": say("Nothing to play"),
    "reveal": say("Nothing to reveal"),
    "take": say("Nothing to take"),
}


def more_title(game: str) -> str:
    return say("### More for {game}", game=game)


NEEDS_OTHERS = say("-# Needs everyone's OK, except **Away or leave…**:")
NEEDS_NO_ONE = say("-# The AIs agree to all of these:")


def play(name: str) -> str:
    return say("Play {card}", card=name)


# choosing


def confirm(purpose: str, chosen: Sequence[str], longest: int) -> str:
    """Return the choice for a button: card by card, or as a number if that is too long."""
    if not chosen:
        return nothing(purpose)
    label = act(purpose, these(chosen))
    return label if len(label) <= longest else act(purpose, card_count(len(chosen)))


def these(chosen: Sequence[str]) -> str:
    """Return a whole choice, below a question that says what happens to it."""
    return gathered(chosen)


def choose_first(least: int, most: int) -> str:
    return say("Choose {amount} first", amount=amount(least, most))


def choose_more(number: int) -> str:
    return say("**Choose {count} more**", count=number)


def chosen_so_far(picked: Sequence[str], number: int) -> str:
    """Return the choice so far, and how many more things to choose, above buttons with whole answers."""
    return say("**Chosen: {cards}.** Choose {count} more, or different ones.", cards=gathered(picked), count=number)


def nothing(purpose: str) -> str:
    return act(purpose, NOTHING)


def nothing_to(purpose: str) -> str:
    """Return the answer of a player who is asked but has nothing for that purpose."""
    return NOTHING_TO.get(purpose, GO_ON)


def act(purpose: str, what: str) -> str:
    """Return the action on something, by a decision's purpose."""
    return ACTS.get(purpose, CHOOSE).format(what=what)


CHOOSE = say("Choose {what}")
ACTS = {
    "discard": say("Discard {what}"),
    "trash": say("Trash {what}"),
    "gain": say("Gain {what}"),
    "topdeck": say("Put {what} on the deck"),
    "play": say("Play {what}"),
    "reveal": say("Reveal {what}"),
    "keep": say("Leave {what}"),
    "take": say("Take {what}"),
    "pass": say("Pass {what}"),
    "give": say("Give {what}"),
    "name": say("Name {what}"),
    "put": say("Put {what} on the mat"),
    "save": say("Set {what} aside"),
}


def choose(purpose: str, least: int, most: int) -> str:
    return f"{act(purpose, say('one') if most == 1 else amount(least, most))}…"


def amount(least: int, most: int) -> str:
    if most == 1:
        return say("one") if least else say("one, or none")
    if least == most:
        return str(most)
    return say("up to {most}", most=most) if least == 0 else say("{least} to {most}", least=least, most=most)


def every(name: str, number: int) -> str:
    """Return all copies of one card, in a menu."""
    return name if number == 1 else say("All {cards}", cards=card(name, number))


def one_fewer(name: str, chosen: int, number: int) -> str:
    """Return the label for going from this many copies to one fewer."""
    return say("One fewer {card} ({chosen} of {count})", card=name, chosen=chosen, count=number)


ONE_FEWER = say("One fewer…")
OTHER_NUMBER = say("Other…")
PAY_LESS = say("Pay less…")
NUMBER = say("A number")
HOW_MANY_ABOVE = say("How many cards above it")
OTHER_CARD = say("Another card…")
CARD_NAME = say("Name any card")
CARD_NAME_HINT = say("It doesn't have to be in this game")


def no_such_card(written: str, like: str = "") -> str:
    """Reject something that isn't a card's name, but perhaps `like` one."""
    if like:
        return say("I don't know a card called “{written}”. If you mean {card}, write that.", written=safe(written), card=like)
    return say("I don't know a card called “{written}”. Check the spelling.", written=safe(written))


def numbers(least: int, most: int) -> str:
    return say("From {least} to {most}", least=least, most=most)


def not_a_number(least: int, most: int) -> str:
    return say("Enter a whole number from {least} to {most}.", least=least, most=most)


def one_of(name: str, number: int, count: int) -> str:
    """Return one of several copies of a card."""
    return name if count < 2 else say("{card} ({number} of {count})", card=name, number=number, count=count)


def left(number: int, hint: str, tokens: str = "") -> str:
    told = say("{count} left{tokens}.", count=number, tokens=tokens)
    return f"{told} {hint}" if hint else told


ENDS_GAME = say("ends the game")


def on_pile(tokens: Iterable[tuple[str, int]], notes: Iterable[str] = ()) -> str:
    """Return the tokens on a pile and the `notes` on it, to follow the number of its cards; a buyer takes the debt."""
    told = [*(f"+{text.debt(number)}" if name == DEBT else tokens_of(number, name) for name, number in tokens), *notes]
    return "".join(f"{COMMA}{each}" for each in told)


# the panel


def your_turn(turn: int, game: str) -> str:
    return say("### Your turn {turn} in {game}", turn=turn, game=game)


def turn_for(name: str, turn: int, game: str) -> str:
    return say(
        "### You're playing {name}'s turn {turn} in {game}\n-# You gain what {name} would gain.",
        name=safe(name),
        turn=turn,
        game=game,
    )


def turn_by(name: str, turn: int, game: str) -> str:
    return say(
        "### {name} is playing your turn {turn} in {game}\n-# You keep your cards; {name} gains what you would gain.",
        name=safe(name),
        turn=turn,
        game=game,
    )


def waiting_for_choice(who: str | None) -> str:
    """Say that the player on turn waits for a choice; `who`: the only player who might have to make it, if there is only one."""
    if who is not None:
        return say("-# {name} has a choice to make first. I'll ping you when you can go on.", name=safe(who))
    return say("-# Someone else has a choice to make first; the board says who. I'll ping you when you can go on.")


def waiting(who: str | None, attacks: Sequence[str]) -> str:
    """Return what the player on turn waits for. `who`: the only player who might have to respond, if there is only one; `attacks`:
    what to."""
    if who is not None and attacks:
        return say(
            "-# Waiting for {name} to respond to {attacks}. I'll ping you when you can go on.",
            name=safe(who),
            attacks=listed(attacks),
        )
    if who is not None:
        return say("-# Waiting for {name} to respond. I'll ping you when you can go on.", name=safe(who))
    if attacks:
        return say("-# Waiting for responses to {attacks}. I'll ping you when you can go on.", attacks=listed(attacks))
    return say("-# Waiting for responses. I'll ping you when you can go on.")


def your(card: str) -> str:
    return say("your {card}", card=card)


def might_wait(cards: Sequence[str]) -> str:
    """Warn of waiting after playing these cards."""
    return say("-# After {cards}, you might have to wait for responses.", cards=listed([f"**{name}**" for name in cards]))


def next_hand(game: str, turns: int, *, away: bool) -> str:
    """Return the heading of a hand after this many turns. `away`: its player isn't pinged."""
    head = say("### Your next hand in {game}", game=game) if turns else say("### Your first hand in {game}", game=game)
    return head if turns > 1 or away else f"{head}\n{PINGED_LATER}"


PINGED_LATER = say("-# I'll ping you when it's your turn.")


def asked(card: str | None, question: str) -> str:
    """Return the heading of a question: the card that asks it, if any, and the question itself."""
    words = safe(question).rstrip(".")
    return f"### {card}: {words[:1].lower()}{words[1:]}" if card else f"### {words}"


REVEAL = say("Reveal a Reaction?")
LET_IT_HAPPEN = say("Let it happen")


def asked_in(whose: str | None, turn: int, game: str, card: str | None, via: Sequence[str], *, meanwhile: bool) -> str:
    """Say in whose turn (None: the reader's) and in which game a question comes. `card`: the card that asks, unless its owner has
    played it in their own turn; `via`: what led to it; `meanwhile`: no one has to wait for the answer yet."""
    if whose is None:
        told = say("-# Your turn {turn} in {game}", turn=turn, game=game)
    else:
        told = say("-# {owner}'s turn {turn} in {game}", owner=safe(whose), turn=turn, game=game)
    if meanwhile:
        told = say("{turn}; the game goes on meanwhile", turn=told)
    return " · ".join([told, *([card] if card else []), *([say("via {causes}", causes=" → ".join(via))] if via else [])])


def whose_card(owner: str, card: str | None) -> str:
    return whose(owner, card) if card else say("{owner}'s card", owner=safe(owner))


def decide_for(name: str) -> str:
    return say("-# You're deciding for {name}.", name=safe(name))


def asked_alike(line: str, *, own: bool) -> str:
    """Say why a player without a Reaction in hand is asked about one; `own`: on their own turn, or about what they
    gain or discard themselves, when no one else is asked."""
    if own:
        return say("{line} · I ask whether or not you have one, so no one can tell", line=line)
    return say("{line} · I ask everyone who might have one, so no one learns who does", line=line)


NONE_REVEALED = say("-# Auto-answer: no Reaction")
NO_REACTION_IN_HAND = say("**Nothing to do:** no Reaction in hand.")


def answered(said: Sequence[str], *, auto: bool, final: bool = False) -> str:
    """Return the answer already given, if it can be put into words; `auto`: by an auto-answer; `final`: there is no other
    answer."""
    if auto and said:
        told = say("**Auto-answer: {choice}.**", choice=gathered(said))
    elif said:
        told = say("**Your choice: {choice}.**", choice=gathered(said))
    else:
        told = say("**Choice made.**")
    return told if final else say("{answer} You can still change it.", answer=told)


def hand(owner: str | None, cards: Sequence[tuple[str, int]], tokens: Sequence[str]) -> str:
    """Return a hand in words, with its owner's `tokens`."""
    held = row([card(name, number) for name, number in cards]) or NOTHING
    told = say("**{owner}'s hand:** {cards}", owner=safe(owner), cards=held) if owner else say("**Your hand:** {cards}", cards=held)
    return " · ".join([told, *tokens])


def purse(coins: int, potions: int, left: Sequence[str] = ()) -> str:
    """Return the money to spend; `left`: Treasures without a fixed value that add to it."""
    parts = [f"${coins}"] if coins or not potions else []
    return " + ".join([*parts, *([potions_in_words(potions)] if potions else []), *left])


def money(actions: int | None, purse: str, buys: int, debt: int, tokens: Sequence[str], *, treasures: bool, certain: bool) -> str:
    """Return the state of a turn. `actions`: None in the Buy phase; `tokens`: those that could also be spent; `treasures`: it
    includes all Treasures in hand; `certain`: there won't be any more."""
    spend = say("**{money} to spend**", money=purse) if certain else say("**{money}** so far", money=purse)
    if treasures and actions is not None:
        spend = say("**{money}** with Treasures", money=purse)
    told = [] if actions is None else [f"**{text.actions(actions)}**"]
    return " · ".join([*told, spend, text.buys(buys), *map(text.unbroken, tokens), *([f"**{text.debt(debt)}**"] if debt else [])])


def cannot_buy(names: Sequence[str]) -> str:
    """Name the cards that are forbidden although there is enough money for them."""
    return say("You can't buy {cards} now.", cards=either(names))


def spend_on_debt(tokens: Sequence[str]) -> str:
    return say("You can spend {tokens} to pay your debt.", tokens=listed(tokens))


def plain_treasures(coins: int | None, potions: int) -> str:
    if coins is None:
        return say("Play plain Treasures")
    return say("Play plain Treasures ({money})", money=purse(coins, potions))


def pay_and_end(paid: int, debt: int) -> str:
    return say("Pay all debt, end turn") if paid == debt else say("Pay {count} debt, end turn", count=paid)


def buy(paid: int, purse: str, buys: int, *, ends: bool, certain: bool) -> str:
    """Return a buy menu's placeholder. `paid`: the debt paid before it; `ends`: the choice ends the turn; `certain`: there won't be
    more money."""
    money = say_many("{money} ({count} Buy)", "{money} ({count} Buys)", buys, money=purse) if buys > 1 else purse
    if certain:
        act = say("Pay {count} debt, buy for {money}", count=paid, money=money) if paid else say("Buy for {money}", money=money)
    elif paid:
        act = say("Pay {count} debt, buy now for {money}", count=paid, money=money)
    else:
        act = say("Buy now for {money}", money=money)
    return say("{buy}, end turn…", buy=act) if ends else f"{act}…"


def end_is_near(left: Mapping[str, int], empty: int, to_end: int) -> str:
    """Warn that the end is near: `left` counts the cards of the piles that can end the game soon, `empty` the empty piles."""
    told = [say("{cards} left", cards=f"1 {name}" if number == 1 else copies(name, number)) for name, number in left.items()]
    told += [say("{empty} of {to_end} piles empty", empty=empty, to_end=to_end)] if empty else []
    return say("-# The end is near: {reasons}", reasons=row(told))


def your_last_turn(by: SaidAhead | None) -> str:
    """Start the line about the reader's last turn; `by`: the last thing done for them in that turn."""
    return ENDED_BY.get(by, say("**Your last turn:**"))


def move_told(card: str, led: Sequence[str]) -> str:
    """Return the card that was played last, and its effects."""
    return f"**{card}:** {strung(led)}" if led else f"**{card}**"


def sentences(parts: Sequence[str]) -> str:
    told = strung(parts)
    return told[:1].upper() + told[1:]


def strung(parts: Sequence[str]) -> str:
    """Return what happened, one thing after another, clearly separated even if some contain commas."""
    return "; ".join(parts) if any(COMMA in part for part in parts) else row(parts)


def aside(card: str | None, *, auto: bool) -> str:
    """Return the end of a line of the log: the card that caused it, if that needs saying; and whether the reader's auto-answer did
    it."""
    led = "" if card is None else f" ({card})"
    return say("{aside}, automatically", aside=led) if auto else led


ENDED_BY: Mapping[SaidAhead | None, str] = {
    "plan-begins": say("**Your last turn**, played by your plan:"),
    "plan-through": say("**Your last turn**, played by your plan:"),
    "end": say("**Your last turn**, ended by your auto-answer:"),
}
"""What might have ended the reader's turn for them."""
LAST_TURN_BY_AI = say("**Your last turn**, played by an AI because you took too long:")


# an order, and each card's fate


def fates(labels: Sequence[str]) -> str:
    """Return each card's fate: "Trash Curse · Put back Copper"."""
    return " · ".join(labels)


def next_one(kind: str, purpose: str, names: Sequence[str], done: Sequence[str]) -> str:
    """Return a menu's question about the cards of this name: their fate, or which comes next."""
    if kind == "sort":
        return say("Choose for {card}…", card=names[0]) if len(names) == 1 else say("Choose for each card…")
    if kind == "order":
        return say("Which comes next…") if done else say("Which comes first…")
    return choose(purpose, 1, 1)


def sequence(done: Sequence[str], kind: str) -> str:
    if not done:
        return say("Choose what happens to each card.") if kind == "sort" else say("Which comes first?")
    if kind == "sort":
        return say("So far: {choices}", choices=row(done))
    order = done[0]
    for each in done[1:]:
        order = say("{first}, then {next}", first=order, next=each)
    return say("So far: {choices}", choices=order)


# where nothing can be done


def seated(host: str, game: str) -> str:
    """Say that the reader has a seat."""
    return say(
        "### You have a seat at {host}'s table in {game}\n-# I'll send your hand here when the game starts.", host=host, game=game
    )


NOT_SEATED_ANY_MORE = say("### You have left this table\nYou can rejoin until the game starts.")


def played_for_you(seat: SeatView, game: str) -> str:
    """Tell the seat's former holder that someone else plays it."""
    if seat.resigned:
        return say("### The player in your seat has resigned\nThe others are still playing. You can watch the board.")
    return say("### {name} has taken over your seat in {game}", name=safe(seat.holder), game=game)


HAND_CLOSED = say("### This table was closed\nOpen a new one with `/game new` in a server channel.")
YOU_RESIGNED = say("### You've resigned\nThe others are still playing. You can watch the board.")


def ping(person: int) -> str:
    return say("<@{person}>, it's your turn. I can't DM you: press **{hand}**.", person=person, hand=MY_HAND)
