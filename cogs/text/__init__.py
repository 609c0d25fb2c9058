"""Everything the bot says, in one place, so that it speaks with one voice and can be translated.

Short and friendly: what happened, and what can be done next. Constants are whole texts; functions put names and numbers into one.
Names of people and lines of the log pass through `safe` first: no one's name is markup or a mention.

This module has what many places say; those beside it have the words of one place each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from discord.utils import escape_markdown

from engine.card import Cost
from engine.view import CardCount, CostView
from engine.words import cost_in_words, listed, plural
from tables import TableView
from tables.models import Awaited

# words


UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Signs that no one sees, some of which turn around the line they stand in."""


def visible(name: str) -> str:
    """Return the visible part of someone's words."""
    return UNSEEN.sub("", name).strip()


@lru_cache(maxsize=4096)
def safe(name: str) -> str:
    """Return someone's words as plain text: nothing in them formats, links, pings anyone, or moves the text around them."""
    plain = UNSEEN.sub("", name).replace("<", "‹")
    # Without "](" there are no links, for which the library's pattern would look in cubic time.
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


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def cards(counts: Iterable[CardCount]) -> str:
    """Return cards with how many of each."""
    return ", ".join(card(each.name, each.count) for each in counts) or NOTHING


def card(name: str, number: int) -> str:
    """Return a number of copies of a card, in words."""
    return name if number == 1 else f"{number} {plural(name)}"


def gathered(names: Iterable[str]) -> str:
    """Return cards one by one, alike ones together."""
    return ", ".join(card(name, number) for name, number in Counter(names).items())


def priced(name: str, of: CostView | None) -> str:
    """Return an item for sale, in a menu."""
    return f"{name} ({cost(of)})"


def cost(of: Cost | CostView | None) -> str:
    """Return a cost; nothing for what can't be bought."""
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
    """Return words that stay on one line."""
    return words.replace(" ", "\u00a0")


def noted(told: str, notes: Sequence[str]) -> str:
    """Return something with the notes on it."""
    return f"{told} ({', '.join(notes)})" if notes else told


UNLESS_NOTED = "Actions unless noted"
"""What cards are whose types aren't told."""


def since(moment: datetime) -> str:
    """Return how long ago, as each reader's client shows it."""
    return f"<t:{int(moment.timestamp())}:R>"


NOTHING = "nothing"


# a game's name


def game(table: TableView) -> str:
    """Return a game's name: its players."""
    return listed([safe(seat.name) for seat in table.seats]) or "An empty table"


def where(table: TableView) -> str:
    """Return a game's place, as a link."""
    return f"<#{table.place.id}>"


def this_game(table: TableView, person: int | None) -> str:
    """Name the game that a message to one of its players is about: by its place or, if it has lost its channel, by its players."""
    if table.lost is None:
        return where(table)
    others = [safe(seat.name) for seat in table.seats if seat.person is None or seat.person != person]
    return f"your game with {listed(others)}" if others else "your game"


def url(table: TableView) -> str:
    """Return a game's place, for a button: the channel, since its messages come and go."""
    return f"https://discord.com/channels/{table.place.guild or '@me'}/{table.place.id}"


MY_HAND = "My hand"
LOG = "Log"
PREVIOUS = "Previous"
NEXT = "Next"
BACK = "Back"
CARDS = "Cards"
AS_TEXT = "Text"
TRY_AGAIN = "Change it"


LONGEST_USE = 36
"""What a button has room for on a phone."""


def as_meant(proposed: Sequence[Sequence[str]]) -> tuple[list[str], str]:
    """Return the buttons that take a suggestion in place of what wasn't understood, with each wish in the form of a request; and
    the text above them: everything that is too long for a button."""
    labels = [f"Use: {', '.join(wishes)}" for wishes in proposed]
    long = [at for at, label in enumerate(labels) if len(label) > LONGEST_USE]
    told = [safe(", ".join(proposed[at])) for at in long]
    if len(long) == 1:
        labels[long[0]] = "Use these words"
        return labels, f"Perhaps you mean: **{told[0]}**"
    for number, at in enumerate(long, 1):
        labels[at] = f"Use {number}"
    listing = [f"{number}. **{words}**" for number, words in enumerate(told, 1)]
    return labels, "\n".join(["Perhaps you mean one of these:", *listing] if long else [])


def page(text: str, number: int, pages: int) -> str:
    return f"{text} ({number} of {pages})" if pages > 1 else text


def host(table: TableView) -> str:
    return next((safe(seat.name) for seat in table.seats if seat.person == table.host), "No one")


EDITIONS = {1: "1st edition", 2: "2nd edition"}


def seat_name(table: TableView, number: int) -> str:
    seat = table.seats[number]
    name = f"**{safe(seat.name)}**"
    if seat.ai is not None:
        name += " (AI)"
    return name + " (resigned)" * seat.resigned


def small(lines: Iterable[str]) -> str:
    """Return lines in small print."""
    return "\n".join(f"-# {line}" for line in lines)


def turns(number: int) -> str:
    return count(number, "turn")


def aside(number: int, name: str, shown: str, waits_for: str = "") -> str:
    until = {"turn start": " until the next turn", "turn end": " until the turn ends"}.get(waits_for, "")
    return f"set aside by {name}{until}: {shown or count(number, 'card')}"


def debt(number: int) -> str:
    return f"{number} debt"


RESIGNED = "resigned"


def of_which_game(table: TableView) -> str:
    """Name the game that a message is about: for a finished one, with the time of its end, to tell it from another of the same
    people."""
    ended = f", ended {since(table.ended)}" if table.ended is not None else ""
    return f"-# {game(table)} in {where(table)}{ended}" if table.lost is None else f"-# {game(table)}{ended}"


def now(label: str) -> str:
    return f"✓ {label}"


# lists

WHICH_GAME = "### Which of your games?"
THIS_GAME = "This one"
NO_GAME_OF_YOURS = "You're not in a game. Open one with `/game new` in a server's channel, or press **Join** in a lobby there."
NO_GAMES = "### No games\nOpen one with `/game new` in a server's channel."


def games(number: int, waiting: int) -> str:
    """Return the title of a list of games; `waiting`: how many of them wait for the reader."""
    return f"### {count(number, 'game')}{f', {waiting} waiting for you' if waiting else ''}"


def hand_in(table: TableView, person: int) -> str:
    """Return the reader's hand in one of their games, as a label."""
    return f"Hand: {listed([seat.name for seat in table.seats if seat.person != person]) or MY_HAND}"


def game_line(table: TableView, person: int) -> str:
    """Return a game in a list, with its state as one of its players sees it."""
    others = listed([safe(seat.name) for seat in table.seats if seat.person != person])
    return f"{where(table)}{f' with {others}' if others else ''}: {standing(table, person)}"


def standing(table: TableView, person: int) -> str:
    """Return what a game waits for, as one of its players reads it."""
    if table.phase == "lobby":
        return f"lobby, {count(table.options.max_seats - len(table.seats), 'seat')} free"
    if table.phase == "frozen":
        return "paused"
    if table.waits_for(person):
        mine = next(a for a in table.awaited if a.person == person and not a.owed)
        return f"**{act(table, person)}**{f' ({since(mine.since)})' if mine.since is not None else ''}"
    if table.asks(person):
        return "**a proposal for you to answer**"
    names = [safe(a.name) for a in table.awaited if not a.owed]
    return f"waiting for {listed(names)}" if names else "under way"


def act(table: TableView, person: int) -> str:
    """Return which action a game waits for."""
    mine = next((each for each in table.awaited if each.person == person and not each.owed), None)
    return "your turn" if mine is not None and not mine.card else "your choice"


def cause(table: TableView, awaited: Awaited) -> str:
    """Return the card of another player that the game waits for someone to answer: "Ada's Militia"."""
    return "" if awaited.card is None or awaited.by is None else f"{safe(table.seats[awaited.by].name)}'s {awaited.card}"


# answers

NOTHING_HERE = "No game is going on here. Open one with `/game new`."
MOVED_ON = "That has moved on. Here is how it stands now."
NOT_SEATED = "You don't play in this game. You can watch the board, or open your own with `/game new` in another channel."
NOT_SEATED_LOBBY = "You have no seat yet. Press **Join** first."
LEAVE_INSTEAD = "The game hasn't started. Press **More…** in the lobby, then **Leave**."
CLOSED = "The table is closed. Open a new one with `/game new`."
CANT_WRITE = (
    "I can't write here. Someone who manages this server has to give me the permissions View Channel and Send Messages "
    "(in threads: Send Messages in Threads). Or use a channel where I have them."
)
ONLY_MANAGERS = "Only people who may manage this server can do that. Propose it to the table instead."
UNKNOWN_BUTTON = "This button is from an older version of me. Use `/game board`, `/game hand` or `/games` to go on."
DISCORD_IN_TROUBLE = "Discord didn't answer me just now. Wait a moment, see how it stands, and try again."
TOO_SLOW = "It took me too long to open that window. Press the button once more."
ONLY_IN_SERVERS = "That works only in a server's channel where I am a member."
COMMANDS_CHANGED = "My commands have just changed. Reload Discord (or wait a minute) and try again."


def sorry(reference: str) -> str:
    return (
        "Something went wrong on my side. The game is as it was last shown: try again, or use `/games` to see how it "
        f"stands. If it happens again, tell the person who runs me: {reference}."
    )


def stopped(done: int, reason: str) -> str:
    return f"{'Only a part of that was done. ' if done else ''}{safe(reason)}"


# commands

GAME = "Play Dominion"
GAME_BOARD = "Show the board"
GAME_HAND = "Show your hand and what you can do"
GAME_LOG = "Show what happened"
GAME_UNDO = "Take back your last move"
GAME_RESIGN = "Give up your seat"
GAME_SUBSTITUTE = "Have someone else or an AI play on"
GAME_SUBSTITUTE_SEAT = "Whose seat (else yours)"
GAME_SUBSTITUTE_PERSON = "Who plays on (else an AI, or you)"
GAME_END = "Close the lobby, or propose the game's end"
GAMES_COMMAND = "Your games, those that wait for you first"
SETTINGS_COMMAND = "What I do for you without asking"
