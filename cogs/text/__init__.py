"""Everything the bot says, in one place, so that it speaks with one voice.

Short and friendly: what happened, and what you can do next. Constants are whole texts; functions put names and numbers into one.
Names of people and lines of the log pass through `safe` first, so that no name works as markup or a mention. This module has the
texts used in many places; each module beside it has the texts of one place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from discord.utils import escape_markdown

from engine.card import Cost
from engine.catalogue import say, say_many
from engine.view import CardCount, CostView
from engine.words import card_count, copies, cost_in_words, listed, row
from tables import TableView
from tables.models import Awaited

# words


UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Invisible characters, some of which reverse the line they're in."""


def visible(name: str) -> str:
    """Return the visible part of someone's words."""
    return UNSEEN.sub("", name).strip()


@lru_cache(maxsize=4096)
def safe(name: str) -> str:
    """Return someone's words as plain text: nothing in them works as formatting, a link or a mention, or moves the text around
    them."""
    plain = UNSEEN.sub("", name).replace("<", "‹")
    # Without "](", there are no links, which the library's pattern would take cubic time to look for.
    return escape_markdown(plain.replace("](", "]\u200b(").replace("@", "@\u200b").replace("://", ":\u200b//"))


def quoted(line: str, *marks: tuple[int, int]) -> str:
    """Quote someone's words, with those between the `marks` (their starts and ends, in order) standing out."""
    told, told_to = "", 0
    for start, end in marks:
        if line[start:end].strip():
            told += f"{safe(line[told_to:start])}**__{safe(line[start:end])}__**"
            told_to = end
    return "\n".join(f"> {each}" for each in (told + safe(line[told_to:])).split("\n"))


def unquoted(shown: str) -> str | None:
    """Return the words in such a quotation; None if it isn't one."""
    if not shown.startswith("> "):
        return None
    line = shown[2:].replace("\n> ", "\n").replace("**__", "").replace("__**", "")
    plain = re.sub(r"\\(.)", r"\1", line)
    return plain.replace("‹", "<").replace("\u200b", "")


def cards(counts: Iterable[CardCount]) -> str:
    """Return cards with how many of each."""
    return row([card(each.name, each.count) for each in counts]) or NOTHING


def card(name: str, number: int) -> str:
    """Return a number of copies of a card, in words."""
    return name if number == 1 else copies(name, number)


def gathered(names: Iterable[str]) -> str:
    """Return cards one by one, equal ones together."""
    return row([card(name, number) for name, number in Counter(names).items()])


def priced(name: str, of: CostView | None) -> str:
    """Return an item for sale, for a menu."""
    return f"{name} ({cost(of)})"


def cost(of: Cost | CostView | None) -> str:
    """Return a cost; nothing for something that can't be bought."""
    return "" if of is None else cost_in_words(*of) if isinstance(of, Cost) else cost_in_words(of.coins, of.potion, of.debt)


def types(of: Sequence[str]) -> str:
    """Return a card's types, as one word among others."""
    return "–".join(of)


def special(name: str, of: Sequence[str]) -> str:
    """Return a card's unusual types: none for a plain Action, nor for a card named after its type. "Attack" implies Action;
    "Treasure" doesn't."""
    if tuple(of) == (name,):
        return ""
    return types(of if {"Treasure", "Victory"} & {*of} else [each for each in of if each != "Action"])


def unbroken(words: str) -> str:
    """Return words so that they stay on one line."""
    return words.replace(" ", "\u00a0")


def noted(told: str, notes: Sequence[str]) -> str:
    """Return something with notes on it."""
    return f"{told} ({', '.join(notes)})" if notes else told


UNLESS_NOTED = say("Actions unless noted")
"""What a card is if its types aren't listed."""


def since(moment: datetime) -> str:
    """Return how long ago this was, as each reader's client shows it."""
    return f"<t:{int(moment.timestamp())}:R>"


NOTHING = say("nothing")


# a game's name


def game(table: TableView) -> str:
    """Return a game's name: its players."""
    return listed([safe(seat.name) for seat in table.seats]) or say("An empty table")


AIS = {"kingdom": say("Kingdom AI"), "big-money": say("Big Money AI")}
"""AIs by their style."""


def ai(style: str) -> str:
    return AIS.get(style, safe(style))


WHAT_IF_GAME = say("your what-if game")


def where(table: TableView) -> str:
    """Return a game's place, as a link. A what-if game is in its player's direct messages, and only they read about it."""
    if table.options.what_if is not None:
        return WHAT_IF_GAME
    return f"<#{table.place.id}>"


def this_game(table: TableView, person: int | None) -> str:
    """Name the game that a message to one of its players is about: by its place or, if it has lost its channel, by its players."""
    if table.lost is None:
        return where(table)
    others = [safe(seat.name) for seat in table.seats if seat.person is None or seat.person != person]
    return say("your game with {others}", others=listed(others)) if others else say("your game")


def url(table: TableView) -> str:
    """Return a game's place as a URL, for a button: the channel, since its messages come and go."""
    return f"https://discord.com/channels/{table.place.guild or '@me'}/{table.place.id}"


LAST_TURN = say("**The game ends after this turn.**")
MY_HAND = say("My hand")
LOG = say("Log")
PREVIOUS = say("Previous")
NEXT = say("Next")
BACK = say("Back")
CARDS = say("Cards")
AS_TEXT = say("As text")
TRY_AGAIN = say("Change it")


LONGEST_USE = 36
"""How many letters a button has room for on a phone."""


def as_meant(proposed: Sequence[Sequence[str]]) -> tuple[list[str], str]:
    """Return buttons that replace what wasn't understood with a suggestion, each in the form of a request; and the text above them:
    everything too long for a button."""
    labels = [say("Use: {words}", words=row(words)) for words in proposed]
    long = [at for at, label in enumerate(labels) if len(label) > LONGEST_USE]
    told = [safe(row(proposed[at])) for at in long]
    if len(long) == 1:
        labels[long[0]] = say("Use these words")
        return labels, say("Did you mean **{words}**?", words=told[0])
    for number, at in enumerate(long, 1):
        labels[at] = say("Use {number}", number=number)
    listing = [f"{number}. **{words}**" for number, words in enumerate(told, 1)]
    return labels, "\n".join([say("Did you mean one of these?"), *listing] if long else [])


def page(text: str, number: int, pages: int) -> str:
    return say("{text} ({number} of {pages})", text=text, number=number, pages=pages) if pages > 1 else text


def host(table: TableView) -> str:
    return next((safe(seat.name) for seat in table.seats if seat.person == table.host), say("No one"))


def seat_name(table: TableView, number: int) -> str:
    seat = table.seats[number]
    name = f"**{safe(seat.name)}**"
    if seat.ai is not None:
        name = say("{name} (AI)", name=name)
    return say("{name} (resigned)", name=name) if seat.resigned else name


def small(lines: Iterable[str]) -> str:
    """Return lines in small print."""
    return "\n".join(f"-# {line}" for line in lines)


def turns(number: int) -> str:
    return say_many("{count} turn", "{count} turns", number)


def aside(number: int, name: str, shown: str, waits_for: str = "") -> str:
    cards = shown or card_count(number)
    if waits_for == "turn start":
        return say("{card}, set aside until the next turn: {cards}", card=name, cards=cards)
    if waits_for == "clean-up start":
        return say("{card}, set aside until Clean-up: {cards}", card=name, cards=cards)
    if waits_for == "turn end":
        return say("{card}, set aside until the turn ends: {cards}", card=name, cards=cards)
    return say("{card}, set aside: {cards}", card=name, cards=cards)


def on_mat(name: str, number: int, shown: str) -> str:
    return say("{mat}: {cards}", mat=name, cards=shown or card_count(number))


def points(number: int) -> str:
    return say("{count} VP", count=signed(number))


def signed(number: int) -> str:
    """Return a number that can be less than 0, with a proper minus sign."""
    return str(number).replace("-", "−")


def actions(number: int) -> str:
    return say_many("{count} Action", "{count} Actions", number)


def buys(number: int) -> str:
    return say_many("{count} Buy", "{count} Buys", number)


def seats_free(number: int) -> str:
    return say_many("{count} seat free", "{count} seats free", number) if number else say("no seats free")


def debt(number: int) -> str:
    return say("{count} debt", count=number)


RESIGNED = say("resigned")


def of_which_game(table: TableView) -> str:
    """Name the game that a message is about: for a finished one, with the time of its end, to tell it from others of the same
    people."""
    name = game(table) if table.lost is not None else say("{game} in {where}", game=game(table), where=where(table))
    return f"-# {name}" if table.ended is None else say("-# {game}, ended {ago}", game=name, ago=since(table.ended))


def now(label: str) -> str:
    return f"✓ {label}"


# lists

WHICH_GAME = say("### Which of your games?")
THIS_GAME = say("This one")
NO_GAME_OF_YOURS = say("You're not in a game. Open one with `/game new` in a server channel, or press **Join** in a lobby there.")
NO_GAMES = say("### No games\nOpen one with `/game new` in a server channel.")


def games(number: int, waiting: int) -> str:
    """Return the title of a list of games; `waiting`: how many of them wait for the reader."""
    title = say_many("### {count} game", "### {count} games", number)
    return say("{games}, {count} waiting for you", games=title, count=waiting) if waiting else title


def hand_in(table: TableView, person: int) -> str:
    """Return the reader's hand in one of their games, as a label."""
    others = listed([seat.name for seat in table.seats if seat.person != person])
    return say("My hand with {others}", others=others) if others else MY_HAND


def game_lines(tables: Iterable[TableView], person: int) -> list[str]:
    """Return games in a list, with their states as one of their players sees them; those with the same people and state share a
    line."""
    alike: dict[tuple[str, str], list[str]] = {}
    for table in tables:
        others = listed([safe(seat.name) for seat in table.seats if seat.person != person])
        alike.setdefault((others, standing(table, person)), []).append(where(table))
    return [
        f"{say('{where} with {others}', where=listed(places), others=others) if others else listed(places)}: {state}"
        for (others, state), places in alike.items()
    ]


def standing(table: TableView, person: int) -> str:
    """Return what a game waits for, as one of its players reads it."""
    if table.phase == "lobby":
        return say_many("lobby, {count} seat free", "lobby, {count} seats free", table.options.max_seats - len(table.seats))
    if table.phase == "frozen":
        return say("paused")
    if table.waits_for(person):
        mine = next(a for a in table.awaited if a.person == person and not a.owed)
        attack = cause(table, mine)
        act = say("**your response to {attack}**", attack=attack) if attack else say("**your turn**")
        return f"{act}{f' ({since(mine.since)})' if mine.since is not None else ''}"
    if table.asks(person):
        return say("**a proposal for you to answer**")
    names = [safe(a.name) for a in table.awaited if not a.owed]
    return say("waiting for {names}", names=listed(names)) if names else say("under way")


def to_choose(table: TableView, person: int) -> bool:
    """Return whether a game waits for someone's choice, not for their turn."""
    mine = next((each for each in table.awaited if each.person == person and not each.owed), None)
    return mine is None or bool(mine.card)


def whose(owner: str, card: str) -> str:
    """Return a card with its owner."""
    return say("{owner}'s {card}", owner=safe(owner), card=card)


def cause(table: TableView, awaited: Awaited) -> str:
    """Return the card of another player that the game waits for someone to answer: "Ada's Militia"."""
    return "" if awaited.card is None or awaited.by is None else whose(table.seats[awaited.by].name, awaited.card)


# answers

NOTHING_HERE = say("There's no game here. Open one with `/game new`.")
MOVED_ON = say("The game has moved on. Here's how it stands now.")
NOT_SEATED = say(
    "You're not in this game. To hear how it ends, use `/game follow`. To open your own, use `/game new` in another channel."
)
NOT_SEATED_LOBBY = say("You have no seat yet. Press **Join** first.")
LEAVE_INSTEAD = say("The game hasn't started. Press **More…** in the lobby, then **Leave**.")
CLOSED = say("The table is closed. Open a new one with `/game new`.")
CANT_WRITE = say(
    "I can't post here. A server manager has to give me the permissions View Channel and Send Messages "
    "(in threads: Send Messages in Threads). Or use a channel where I have them."
)
ONLY_MANAGERS = say("Only server managers can do that. Make a proposal to the table instead.")
UNKNOWN_BUTTON = say("This button is from an older version of me. Use `/game board`, `/game hand` or `/games` to go on.")
OUT_OF_REACH = say("A server that I need didn't answer. Wait a moment, check the game, and try again.")
TOO_SLOW = say("It took me too long to open that window. Press the button again.")
ONLY_IN_SERVERS = say("That works only in a channel on a server that I'm in.")
COMMANDS_CHANGED = say("My commands have just changed. Reload Discord (or wait a minute) and try again.")


def sorry(reference: str) -> str:
    return say(
        "Something went wrong on my side. Check the game with `/games`, then try again. "
        "If it happens again, tell the person who runs me: {reference}.",
        reference=reference,
    )


def stopped(done: int, reason: str) -> str:
    return say("Only part of that was done. {reason}", reason=safe(reason)) if done else safe(reason)


# commands

GAME = say("Play Dominion")
GAME_BOARD = say("Show the board")
GAME_HAND = say("Show your hand and what you can do")
GAME_LOG = say("Show what happened")
GAME_UNDO = say("Undo your last move")
GAME_RESIGN = say("Give up your seat")
GAME_SUBSTITUTE = say("Have someone else or an AI take over")
GAME_SUBSTITUTE_SEAT = say("Whose seat (default: yours)")
GAME_SUBSTITUTE_PERSON = say("New player (default: AI; you, if watching)")
GAME_END = say("Close the lobby, or propose to end the game")
GAMES_COMMAND = say("Your games, with those waiting for you first")
SETTINGS_COMMAND = say("What I do for you without asking")
