"""Everything the bot says, in one place, so that it speaks with one voice and can be translated.

Short and friendly: what happened, and what can be done next. Constants are whole texts; functions put names and numbers
into one. Names of people and lines of the log pass through `safe` first: nobody's name is markup or a mention.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from discord.utils import escape_markdown

from engine import CardFacts, Score
from engine.view import CardCount, ScoreLine
from engine.words import either, listed
from tables import TableView, words
from tables.models import Loss, Newcomer, SeatView

# words


def safe(name: str) -> str:
    """Somebody's words as plain text."""
    return escape_markdown(name.replace("<", "‹").replace("@", "@\u200b"))


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def cards(counts: Iterable[CardCount]) -> str:
    """Cards with how many of each."""
    return ", ".join(card(each.name, each.count) for each in counts) or NOTHING


def card(name: str, number: int) -> str:
    """So many of one card."""
    return name if number == 1 else f"{number} {name}"


def since(moment: datetime) -> str:
    """How long ago, told by everyone's own client."""
    return f"<t:{int(moment.timestamp())}:R>"


NOTHING = "nothing"

# a game's name


def game(table: TableView) -> str:
    """What a game is called: by who plays."""
    names = [safe(seat.name) for seat in table.seats]
    return f"Game of {listed(names)}" if names else "An empty table"


def where(table: TableView) -> str:
    """Where a game is, as a link."""
    return f"<#{table.place.id}>"


def url(table: TableView) -> str:
    """Where a game is, for a button."""
    return f"https://discord.com/channels/{table.place.guild or '@me'}/{table.place.id}"


# buttons and menus

JOIN = "Join"
LEAVE = "Leave"
ADD_AI = "Add AI"
REMOVE_AI = "Remove AI"
START = "Start"
MY_HAND = "My hand"
LOG = "Log"
OPEN_GAME = "Open the game"
OPEN_BOARD = "Board"
CARDS = "Cards"
TRY_DM = "Try DMs again"
END_TURN = "End turn"
TREASURES = "Play all Treasures"
TO_BUYING = "Done with Actions"
WAIT = "Wait for answers"
FINISH = "Finish my turn"
UNDO = "Undo"
WHY = "Why?"
BUY = "Buy…"
PLAY_ACTION = "Play an Action…"
PLAY_JUST_ONE = "Just one"
PLAY_ONE = "Play a single Treasure…"
LOOK_UP = "Look up a card…"
AGREE = "Agree"
TAKE_BACK = "Take back…"
PLAN = "Plan my next turn"
CHANGE_PLAN = "Change the plan"
DROP_PLAN = "Drop the plan"
TRY_AGAIN = "Change it"
PLAY_ON = "Play on"
RESIGN = "Resign"
PROPOSE_END = "Propose to end it"
END_NOW = "End it now"
THAW = "Try again"
GO_BACK = "Back to the turn's start"
EARLIER = "Earlier"
LATER = "Later"
START_OVER = "Start over"
FOR_ALL_GAMES = "For all my games"
FOR_THIS_GAME = "For this game only"


def treasures(coins: int, potions: int) -> str:
    more = [f"+${coins}"] if coins else []
    more += [count(potions, "Potion")] if potions else []
    return f"{TREASURES} ({', '.join(more)})" if more else TREASURES


def play(name: str, number: int) -> str:
    return f"Play {name}" if number == 1 else f"Play {name} ({number})"


def confirm(purpose: str, chosen: Sequence[str], longest: int) -> str:
    """The choice as a button says it: card by card, or how many they are where that takes too long."""
    if not chosen:
        return nothing(purpose)
    named = ", ".join(card(name, number) for name, number in Counter(chosen).items())
    label = act(purpose, named)
    return label if len(label) <= longest else act(purpose, count(len(chosen), "card"))


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


def page(text: str, number: int, pages: int) -> str:
    return f"{text} ({number} of {pages})" if pages > 1 else text


def every(name: str, number: int) -> str:
    """All copies of one card, in a menu."""
    return name if number == 1 else f"All {number} {name}"


def one_less(name: str, chosen: int, number: int) -> str:
    """The way from so many of its copies to one less."""
    return f"One {name} less ({chosen} of {number})"


BY_NAME = "-# In the menu, a card means all of its copies. You can take some off again below it."


OTHER_NUMBER = "Another number…"
PAY_LESS = "Pay less…"
NUMBER = "A number"


def numbers(least: int, most: int) -> str:
    return f"From {least} to {most}"


def not_a_number(least: int, most: int) -> str:
    return f"That has to be a whole number from {least} to {most}."


def nth(name: str, number: int) -> str:
    return name if number == 1 else f"{name} ({number})"


# the lobby


def lobby_title(table: TableView) -> str:
    return f"### {host(table)}'s table"


def host(table: TableView) -> str:
    return next((safe(seat.name) for seat in table.seats if seat.person == table.host), "Nobody")


EDITIONS = {1: "1st edition", 2: "2nd edition"}


def seats(table: TableView) -> str:
    lines = [f"{seat.number + 1}. {seat_name(table, seat.number)}" for seat in table.seats]
    free = table.options.max_seats - len(table.seats)
    lines += [f"*{count(free, 'seat')} free*"] if free else ["*No seat is free*"]
    return "\n".join(lines)


def seat_name(table: TableView, number: int) -> str:
    seat = table.seats[number]
    name = f"**{safe(seat.name)}**"
    if seat.ai is not None:
        name += " (AI)"
    return name + " (resigned)" * seat.resigned


def lobby_next(table: TableView) -> str:
    begins = f"{host(table)} begins the game with **{START}**."
    if len(table.seats) < 2:
        begins = f"A game needs two players: wait for somebody to join, or press **{ADD_AI}** above."
    return f"{begins}\n-# Only {host(table)} changes kingdom, AIs and settings; everybody may look."


LOBBY_CLOSED = "### This table was closed\nOpen a new one with `/game new`."


def started(table: TableView) -> str:
    people = "\n".join(f"{seat.number + 1}. {seat_name(table, seat.number)}" for seat in table.seats)
    there = f"in {where(table)}" if table.options.own_thread and table.place.thread is not None else "below"
    return f"### The game has begun\n{people}\nThe board is {there}."


def commitment(table: TableView) -> str:
    return f"-# All shuffles follow from a secret seed. Its hash is `{table.commitment}`; the seed itself comes at the end."


JOINED = "You have a seat. Your hand comes to you by direct message."
DM_CLOSED = (
    "You have a seat, but I can't send you direct messages. That is fine: you find your hand behind **My hand** here, and "
    "I'll mention you when it is your turn. If you would rather have it by message, allow direct messages from this "
    "server's members in its privacy settings, and press **Try DMs again**."
)
DM_STILL_CLOSED = "Direct messages to you still fail. Your hand stays behind **My hand** in the channel."
DM_OPEN = "Direct messages to you work: I have sent you one."

# the board


def board_title(table: TableView) -> str:
    if table.current is None:
        return "### The game is over"
    return f"### {safe(table.seats[table.current].name)}'s turn"


def waits_for(table: TableView) -> str:
    """Whom the game waits for, and who owes an answer that it doesn't wait for."""
    waited = [f"**{safe(a.name)}**" + (f" (asked {since(a.since)})" if a.since else "") for a in table.awaited if not a.owed]
    owed = [safe(a.name) for a in table.awaited if a.owed]
    lines = [f"Waiting for {listed(waited)}."] if waited else []
    if owed:
        lines.append(f"{listed(owed)} may answer meanwhile.")
    return "\n".join(lines)


SUPPLY = "Supply"
BASIC = "Basic cards"


def small(lines: Iterable[str]) -> str:
    """Lines in small print."""
    return "\n".join(f"-# {line}" for line in lines)


def supply_line(cost: str, piles: Sequence[str]) -> str:
    """The piles of one cost; the basic cards, each with its own, have none."""
    return f"**{cost or BASIC}** {' · '.join(piles)}"


def pile(name: str, number: int, covered: Sequence[str], tokens: Mapping[str, int], cost: str = "") -> str:
    """A pile in a list: what is left of it, what it costs (where the list doesn't say), what lies on it, what it covers."""
    left = f"{name} {number}" if number else f"~~{name}~~ empty"
    notes = [cost] if cost else []
    notes += [f"{lying} {TOKENS.get(kind, kind)}" for kind, lying in sorted(tokens.items()) if lying]
    if covered and number:
        notes.append(f"over {covered[0]}" if len(covered) == 1 else f"over {covered[0]}, {covered[1]} …")
    return f"{left} ({', '.join(notes)})" if notes else left


TOKENS = {"vp": "VP", "debt": "debt"}


def token(kind: str, number: int) -> str:
    """Tokens in a table, where room is scarce: costs say debt with the same letter."""
    return f"{number}{'D' if kind == 'debt' else kind.upper()}"


def landscape(name: str, cost: str, vp_: int, note: str) -> str:
    """An Event or a Landmark in a list."""
    notes = [part for part in (vp(vp_), note) if part]
    return (f"**{cost}** " if cost else "") + f"*{name}*" + (f" ({', '.join(notes)})" if notes else "")


def trash(counts: Sequence[CardCount]) -> str:
    return f"**Trash**: {cards(counts)}"


def piles_left(empty: int, to_end: int) -> str:
    return f"-# {empty} of {to_end} piles empty. The game ends with {to_end} empty piles, or with the last Province."


def hand_size(number: int) -> str:
    return f"{count(number, 'card')} in hand"


def discard(top: str | None) -> str:
    return f"discard pile: {top or 'empty'}"


def turns(number: int) -> str:
    return count(number, "turn")


def in_play(names: str) -> str:
    return f"in play: {names}"


def aside(number: int, name: str, shown: str, waits_for: str = "") -> str:
    until = {"turn start": " until the next turn", "turn end": " until the turn ends"}.get(waits_for, "")
    return f"set aside by {name}{until}: {shown or count(number, 'card')}"


def vp_tokens(number: int) -> str:
    return f"{number} VP in tokens"


def vp(number: int) -> str:
    return f"{number} VP" if number else ""


def debt(number: int) -> str:
    return f"{number} debt"


def points(number: int) -> str:
    return count(number, "point")


def possession(name: str) -> str:
    return f"{safe(name)} makes all decisions in this turn."


def may_finish(names: Sequence[str]) -> str:
    them = listed([safe(name) for name in names])
    return f"-# {them} may still answer. Go on, or wait: what comes of it is the same."


def you_wait(names: Sequence[str]) -> str:
    them = listed([safe(name) for name in names])
    return f"-# You wait for {them}. I call you when all have answered; you may go on all the same."


def table_waits(names: Sequence[str]) -> str:
    them = listed([safe(name) for name in names])
    return f"-# Waiting for {them}: at this table a turn goes on only when all have answered. I call you then."


def controlled(name: str) -> str:
    return f"{safe(name)} decides"


RESIGNED = "resigned"


def more_lines(number: int) -> str:
    return f"-# {count(number, 'earlier line')}: see `/game log`."


def offer(table: TableView) -> str:
    assert table.offer is not None
    agreed = [safe(table.seats[seat].name) for seat in table.offer.agreed]
    told = f" {listed(agreed)} agreed." if agreed else ""
    question, then = OFFERS[table.offer.kind]
    new = table.offer.newcomer
    if new is not None and not new.willing:
        then = f"{then} {safe(new.name)} is asked, too."
    return f"**{question}** {safe(table.offer.reason)}{told} {then}"


OFFERS = {
    "end": ("End the game?", "It ends when all agree."),
    "undo": ("Take it back?", "It is taken back when all agree; whoever moves on instead lets it stand."),
    "replace": ("A new player?", "It is done when all who are asked agree."),
}
"""What an offer asks, and when it is done."""

ASK_TABLE = "Ask the table"
DO_IT_NOW = "Do it now"
DECLINE = "Decline"
ASKED_ABOUT_SEAT = "I have asked everybody whom it concerns, here in the channel. Until all agree, the game stays as it is."
BOTS_DONT_PLAY = "Bots don't play by themselves. Leave `person` out to have one of my AIs play on."
SETTLED = "-# That is settled. The board shows how it stands."


def substitute(table: TableView, new: Newcomer, *, asks: bool, manages: bool) -> str:
    """What it means that somebody takes over a seat."""
    old, name = safe(table.seats[new.seat].name), safe(new.name)
    who = f"**{name}**" if new.ai is None else f"**{name}**, an AI,"
    told = [f"### {name} for {old}?", f"{who} would play on from here in {old}'s seat, with its cards as they are."]
    if table.seats[new.seat].ai is None:
        told.append(f"{name} then sees that hand, and {old} sees it no more." if new.ai is None else f"{old} sees it no more.")
    if asks and new.willing:
        told.append("It is done when everybody who plays has agreed.")
    elif asks:
        told.append(f"It is done when everybody who plays has agreed, and {name} too.")
    if manages:
        told.append("You may manage this server, so you can do it at once as well, without asking.")
    return "\n".join(told)


def called(people: Sequence[int], sentence: str) -> str:
    return f"{listed([f'<@{person}>' for person in people])}: {sentence}" if people else sentence


def whose_seat(table: TableView) -> str:
    return f"Whose seat? Choose one of {either([safe(seat.name) for seat in table.seats])}."


def seat_taken(table: TableView, seat: int) -> str:
    there = table.seats[seat]
    who = f"<@{there.person}>" if there.person is not None else f"{safe(there.name)}, an AI,"
    return f"{who} plays on as **{safe(there.name)}**."


def seat_not_taken(table: TableView, seat: int, by: str) -> str:
    return f"**{safe(table.seats[seat].name)}**'s seat stays as it is: {safe(by)} declined."


LOSSES = "### Take back\nThe others are asked first. This is what would be lost:"
NO_LOSSES = "There is nothing more to take back: no move of yours is near enough, or **Undo** takes it back freely."
ASKED_BACK = "I have asked the others. Until all agree, the game stays as it is."
TAKEN_BACK_NOW = "Taken back. Your hand shows how it stands now."
ALL_AGREED = "All agreed, and it is done."
AGREED = "You agreed. The others are still asked."


def loss(loss: Loss, seats: Sequence[SeatView]) -> str:
    moves = words.moves_of({safe(seats[seat].name): number for seat, number in sorted(loss.moves.items())})
    hidden = "Hidden cards have come out since." if loss.hidden else "Nothing hidden came out since."
    return f"**{GO_BACK_TO[loss.to]}**: {moves}. {hidden}"


GO_BACK_TO = {"move": "Before my last move", "turn": "To this turn's start", "my-turn": "To my last turn's start"}

# plans

PLAN_KEPT = "Your plan is kept. Your hand shows what it would do."
PLAN_FIELD = "What to play and buy, in this order"
PLAN_HINT = "play CARD, $8 CARD, $6 CARD, else CARD"


def plan(written: str, lines: Sequence[str], stops: str | None) -> str:
    steps = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    end = f"\n-# Then the turn is yours. {stops}" if stops else ""
    return f"**Your plan** `{written.replace('`', '')}`\n{steps}{end}\n-# It stops at the first surprise, and says why."


def plan_error(sentence: str, written: str, start: int, end: int) -> str:
    before, word, after = written[:start], written[start:end], written[end:]
    marked = f"{safe(before)}**__{safe(word)}__**{safe(after)}" if word.strip() else safe(written)
    return f"{safe(sentence)}\n> {marked or PLAN_HINT}"


def frozen(table: TableView) -> str:
    return f"### The game is on hold\n{safe(table.trouble or '')}"


TAKEN_BACK = "-# This turn was taken back."
NO_LINES = "-# Nothing has happened yet."

# the hand


def your_turn(turn: int) -> str:
    return f"### Your turn {turn}"


def turn_for(name: str) -> str:
    return f"### {safe(name)}'s turn: you decide for them"


def decide_for(name: str) -> str:
    return f"You decide for {safe(name)}."


def asked(card: str | None, *, meanwhile: bool) -> str:
    """Who asks; `meanwhile`: nobody has to wait for the answer yet."""
    return f"### {f'{card} asks you' if card else 'You are asked'}{'; the turn goes on meanwhile' if meanwhile else ''}"


CHANGEABLE = "You have answered. You may still change it."


def waiting(table: TableView) -> str:
    waited = [safe(a.name) for a in table.awaited if not a.owed]
    return f"### Waiting for {listed(waited) or 'the game'}"


def hand(owner: str | None, size: int, held: str) -> str:
    whose = f"{safe(owner)}'s hand" if owner else "Your hand"
    return f"**{whose}** ({size}): {held}"


def phase(phase: str, actions: int, buys: int, coins: int, potions: int, debt_: int) -> str:
    name = {"action": "Action phase", "buy": "Buy phase"}.get(phase, "Your turn")
    parts = [f"**{name}**", *([] if phase == "buy" else [count(actions, "Action")]), count(buys, "Buy"), f"**${coins}**"]
    if potions:
        parts.append(count(potions, "Potion"))
    if debt_:
        parts.append(debt(debt_))
    return " · ".join(parts)


def in_treasures(coins: int, potions: int) -> str:
    if not potions:
        return f"+${coins} in your Treasures"
    return f"+${coins} and {count(potions, 'Potion')} in your Treasures"


def in_debt(number: int, left: int) -> str:
    """`left`: what would be left of it once all coins are paid."""
    if left == number:
        return "You can't buy until your debt is paid, which takes coins."
    return f"You can't buy until your debt is paid. After these coins, {debt(left)} would be left."


def whole_turn(name: str) -> str:
    return f"Buy {name}, end turn"


def pay_and_end(paid: int, debt: int) -> str:
    return f"Pay {'all' if paid == debt else paid} debt, end turn"


def whole_turn_preview(treasures: bool, money: str, paid: int, *, buys: bool) -> str:
    told = [f"all Treasures ({money})"] if treasures else []
    told += [f"{paid} debt paid"] if paid else []
    told += ["the buy" if not paid else "the buy, if there is one"] if buys else []
    return f"-# In one click: {', '.join(told)}, the end of your turn. It stops at any surprise."


def buy(before: Sequence[str]) -> str:
    """A buy menu's placeholder, with what comes before the buy."""
    said = {"buys": "ends Actions", "treasures": "plays Treasures", "debt": "pays debt"}
    told = ", ".join(said[move.partition(":")[0]] for move in before)
    return f"{BUY} ({told}{'' if 'buys' in before else ' first'})" if told else BUY


def low_piles(empty: int, to_end: int, low: Sequence[str]) -> str:
    """How far the end is; nothing at all as long as it is far away."""
    told = [f"{empty} of {to_end} piles empty."] if empty else []
    told += [f"Running low: {', '.join(low)}."] if low else []
    return f"-# {' '.join(told)}" if told else ""


def taken(names: Sequence[str]) -> str:
    return f"-# Gained since your turn: {', '.join(names)}."


def possessed(controller: str) -> str:
    return f"{safe(controller)} makes all decisions in this turn of yours, and sees your hand."


def because(chain: Sequence[str]) -> str:
    return f"-# By way of {' → '.join(chain)}"


SINCE_YOUR_TURN = "**Since your last turn**"

# why


def why_title(card: str | None, prompt: str) -> str:
    return f"### Why {f'{card} asks you' if card else 'you are asked'}\n{safe(prompt)}"


def why_chain(chain: Sequence[str]) -> str:
    return f"It came about by {' → '.join(chain)}."


def why_rule(card: str, effect: str) -> str:
    return f"**{card}**\n{parts(effect)}"


def why_amount(least: int, most: int) -> str:
    return f"You choose {amount(least, most)}." if most else "There is nothing to choose: it only has to be confirmed."


PURPOSES = {
    "discard": "What you choose goes to the discard pile, and comes back with the next shuffle.",
    "trash": "What you choose leaves its owner's deck for good and lies in the trash.",
    "gain": "What you choose comes to you, without being bought.",
    "topdeck": "What you choose is put on top of the deck, and drawn next.",
    "play": "What you choose is played now.",
    "reveal": "What you choose is shown to everybody.",
    "keep": "What you choose stays; the rest goes.",
}
"""What becomes of what is chosen, by a decision's purpose."""

ORDER_MATTERS = "They happen in the order you choose. If it makes no difference, any order will do."
SORT_EACH = "Say of each card what becomes of it. Among cards put back, the first you name is on top."
REACTION_FIRST = "Everybody whom this could concern is asked the same, whatever they hold."
NOT_REACTING = "Without a Reaction, this follows:"
OWED = "The turn goes on meanwhile. Whoever played it may wait for you or not; the result is the same."
ALWAYS_SO = "-# Always the same answer? I can give it for you from now on, in this game. `/settings` changes it."


def always(answer: str, card: str) -> str:
    return f"Always {answer} to {card}"


def always_set(answer: str, card: str) -> str:
    return f"From now on I answer {answer} to {card} for you in this game. `/settings` changes it."


def always_everywhere(answer: str, card: str) -> str:
    return f"From now on I answer {answer} to {card} for you in all your games. `/settings` changes it."


def fates(labels: Sequence[str]) -> str:
    """What becomes of each card: "Trash Curse, put back Copper"."""
    return ", ".join([*labels[:1], *(label[:1].lower() + label[1:] for label in labels[1:])])


def sequence(done: Sequence[str], kind: str) -> str:
    if kind == "sort":
        return f"So far: {', '.join(done)}." if done else "Say of each card what becomes of it."
    return f"First to last: {', '.join(done)}." if done else "Which comes first?"


def of_which_game(table: TableView) -> str:
    return f"-# {game(table)} in {where(table)}"


SEATED = "### You have a seat\nYour hand will be here once the game begins."
NOT_SEATED_ANY_MORE = "### You have left this table\nCome back with Join, as long as it hasn't begun."
HAND_CLOSED = "### This table was closed\nOpen a new one with `/game new`."
YOU_RESIGNED = "### You have resigned\nThe others play on. You can watch the board."


def ping(person: int, table: TableView) -> str:
    return f"<@{person}>, the game waits for you. Press **{MY_HAND}** to see your hand."


# the end


def winners(names: Sequence[str]) -> str:
    return f"{names[0]} wins" if len(names) == 1 else f"{listed(names)} share the win"


def result_title(names: Sequence[str]) -> str:
    return f"## {winners([safe(name) for name in names])}"


NO_RESULT = "## The game is over"


def score_head(score: Score, resigned: bool) -> str:
    facts = [count(score.points, "point"), turns(score.turns_taken), *([RESIGNED] if resigned else [])]
    return f"**{score.rank}. {safe(score.name)}**: {', '.join(facts)}"


def score_line(line: ScoreLine) -> str:
    return f"{card(line.what, line.count)}: {line.points}"


def deck(counts: Sequence[CardCount]) -> str:
    return f"-# Deck of {sum(each.count for each in counts)}: {cards(counts)}"


NO_POINTS = "no points"


def seed(seed: str, commitment: str) -> str:
    return f"-# Shuffle seed `{seed}`. Its hash is the one published at the start: `{commitment}`."


HOW_IT_WENT = "Points by turn"
REPLAY_FILE = "Replay file"
POINTS_OVER_TURNS = "### How it went\nEverybody's points when a turn began, whenever they had changed, and at the end."


def points_at(turn: int, names: Sequence[str], points: Sequence[int]) -> str:
    each = " · ".join(f"{safe(name)} {number}" for name, number in zip(names, points, strict=True))
    return f"-# {turn}: {each}"


def verify(file: str) -> str:
    return (
        "### The whole game\nEvery answer and the seed. Whoever has Seneschal checks every shuffle and the result with\n"
        f"`python -m engine replay {file}`"
    )


PLAY_AGAIN = "Another one? `/game new`."


def over(table: TableView) -> str:
    if table.result is None:
        return NO_RESULT
    scores = " · ".join(f"{safe(score.name)} {score.points}" for score in table.result.scores)
    winners = [table.seats[seat].name for seat in table.result.winners]
    return f"{result_title(winners).replace('##', '###')}\n{scores}\n{safe(table.result.reason)}"


# rules


def card_hint(types: Sequence[str], effect: str) -> str:
    """What a menu says of a card."""
    return f"{' – '.join(types)}: {effect.replace(' --- ', ' ')}"


def left(number: int, hint: str) -> str:
    return f"{number} left. {hint}"


# kingdoms


def types_mark(types: Sequence[str]) -> str:
    """A card's types in a list, where it is more than a plain Action."""
    rest = [each for each in types if each != "Action"]
    return f" *{', '.join(rest)}*" if rest else ""


def cost_line(cost: str, marked: Sequence[str]) -> str:
    return f"**{cost}** {' · '.join(marked)}"


EVENTS, LANDMARKS = "Events", "Landmarks"


def effect_line(facts: CardFacts, effect: str) -> str:
    return f"**{facts.name}** {' – '.join(facts.types)}{cost_of(facts)}\n{small(parts(effect).splitlines())}"


def parts(effect: str) -> str:
    """An effect with what is below a dividing line on a line of its own."""
    return effect.replace(" --- ", "\n")


def cost_of(facts: CardFacts) -> str:
    """What a card costs; Landmarks cost nothing, and can't be bought."""
    return "" if "Landmark" in facts.types else f" · {facts.cost}"


# settings

SETTINGS = "### Your standing answers"


def settings_scope(table: TableView | None) -> str:
    scope = f"For **{game(table)}** alone." if table else "For **all your games**."
    return f"What I do without asking you. {scope}\n-# I use only what you may know, and your log says when one acted."


PICTURES = {"dark": "Dark", "light": "Light", "none": "None"}
PICTURES_SETTING = "**Pictures of your hand**"
TURN_SETTING = "**Your turn**"
TURN_SETTINGS = {
    "treasures": ("Treasures", "-# **Treasures**: I play them all once you can play no Action."),
    "end": ("End turn", "-# **End turn**: I end it when nothing is left to do."),
    "order": ("Any order", "-# **Any order**: wherever one is asked for, I take it as it comes."),
    "wait": ("Wait", "-# **Wait**: after your Attack, until all have answered."),
}
"""What holds or doesn't, by field: its button, and what it does."""
REACT_SETTING = "**Against Attacks**"
REACT_CHOICES = {"always": "Protect me", "never": "Never", "ask": "Ask me"}
REACTION_USES = {"always": "Always", "never": "Never", "ask": "Ask me"}
SINGLE_REACTION = "A single Reaction…"
AS_OTHERS = "Like the others"
DISCARD_SETTING = "**Discards that others make you do**"
ASK_ME = "Ask me"
WORTHLESS_FIRST = "Worthless"
OWN_LIST = "List…"
LIST_TITLE = "What to discard first"
LIST_FIELD = "Cards and types, in this order"
LIST_HINT = "Curse, Victory, Copper"
ANSWERS_SETTING = "**Questions of single cards**"
ASK_AGAIN = "Ask me again about…"
AS_EVERYWHERE = "As in all my games"
ALL_SETTINGS = "All settings"


def discards(listed_: str) -> str:
    return f"-# First {listed_}; you choose where that leaves a choice." if listed_ else "-# You choose them."


def single_use(name: str, use: str) -> str:
    return f"-# **{name}**: {use[:1].lower()}{use[1:]}"


def now(label: str) -> str:
    return f"✓ {label}"


# lists

GAMES = "### Your games"
NO_GAMES = "### You sit at no table\nOpen one with `/game new` in a server's channel."
WAITS_FOR_YOU = "waits for you"
IN_LOBBY = "hasn't begun"
ON_HOLD = "is on hold"


def game_line(table: TableView, state: str) -> str:
    return f"**{game(table)}** in {where(table)}: {state}."


def waits_for_others(table: TableView) -> str:
    names = [safe(a.name) for a in table.awaited if not a.owed]
    return f"waits for {listed(names)}" if names else "goes on"


# answers

NOTHING_HERE = "No game is going on here. Open one with `/game new`."
MOVED_ON = words.MOVED_ON
NOT_SEATED = "You don't play in this game. You can watch the board, or open your own with `/game new` in another channel."
NOT_SEATED_LOBBY = "You have no seat yet. Press Join in the lobby first."
LEAVE_INSTEAD = "The game hasn't begun: press Leave in the lobby to give up your seat."
THAWED = "The game goes on."
ENDED = "It is over. The score is in the channel."
CLOSED = "The table is closed. Open a new one with `/game new`."
OFFERED = "You agreed to end the game as it stands. The others see the question on the board."
DECLINED = "The game goes on."
UNDONE = "Taken back. Your hand shows how it stands now."
RESIGNED_NOW = "You have resigned. The board shows how the others go on."
SURE_TO_RESIGN = (
    "### Resign this game?\nYou take no more turns and rank last. It can't be taken back. To have somebody else or an AI play on "
    "for you instead, use `/game substitute`."
)
END_AS_MANAGER = "### End this game?\nYou may manage this server, so you can end it at once, or propose it to those who play."
CANT_WRITE = (
    "I can't write here. Somebody who manages this server has to give me the permissions View Channel and Send Messages "
    "(in threads: Send Messages in Threads). Or use a channel where I have them."
)
ONLY_MANAGERS = "Only people who may manage this server can do that. Propose it to the table instead."
UNKNOWN_BUTTON = "This button is from an older version of me. Use `/game board`, `/game hand` or `/games` to go on."
ONLY_IN_SERVERS = "That works only in a server's channel where I am a member."
COMMANDS_CHANGED = "My commands have just changed. Reload Discord (or wait a minute) and try again."


def sorry(reference: str) -> str:
    return (
        "Something went wrong on my side. The game is as it was last shown: try again, or use `/games` to see how it "
        f"stands. If it happens again, tell whoever runs me: {reference}."
    )


def stopped(done: int, reason: str) -> str:
    return f"{'Done in part: ' if done else ''}{safe(reason)}"


# commands

GAME = "Play Dominion at this channel's table"
GAME_BOARD = "Show the board"
GAME_HAND = "Show your hand and what you can do"
GAME_LOG = "Show what happened"
GAME_UNDO = "Take back your last move, if nothing hidden came out since"
GAME_RESIGN = "Give up your seat"
GAME_SUBSTITUTE = "Have somebody else, or an AI, play on in a seat"
GAME_SUBSTITUTE_SEAT = "Whose seat; leave it out for your own"
GAME_SUBSTITUTE_PERSON = "Who plays on; leave it out for an AI, or for yourself if you don't play here"
GAME_END = "Close the table, or propose to end the game as it stands"
GAMES_COMMAND = "List your games, those waiting for you first"
SETTINGS_COMMAND = "See and change what I do for you without asking"
