"""The part of the catalogue (see `text.py`) about setting a game up: kingdoms, the lobby, the table's settings."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from cogs.text import EDITIONS, UNLESS_NOTED, count, host, refusals, safe, seat_name, where
from engine import Kingdom, RecommendedSet
from engine.words import either, listed
from tables import TableView

JOIN = "Join"
LEAVE = "Leave"
ADD_AI = "Add AI"
REMOVE_AI = "Remove AI"
START = "Start"
TRY_DM = "Try DMs again"


def lobby_title(table: TableView) -> str:
    free = table.options.max_seats - len(table.seats)
    return f"### {host(table)}'s table: {count(free, 'seat') if free else 'no seat'} free"


def seats(table: TableView) -> str:
    """Who sits there, in one line."""
    return " · ".join(f"{seat_name(table, each.number)}{' (host)' * (each.person == table.host)}" for each in table.seats)


def lobby_next(table: TableView) -> str:
    if len(table.seats) < 2:
        return f"-# You need at least 2 players. Invite someone, or press **{ADD_AI}**."
    return f"-# {host(table)} can press **{START}** now."


LOBBY_CLOSED = "### This table was closed\nOpen a new one with `/game new`."


def started(table: TableView, first: int) -> str:
    """That the game has started, who goes `first`, and where it is, if not here."""
    there = f" The board is in {where(table)}." if table.options.own_thread and table.place.thread is not None else ""
    return f"**Game started.** {safe(table.seats[first].name)} goes first.{there} {seats(table)}"


def fairness(commitment: str) -> str:
    """That the shuffles can be checked. So many digits tell their seed from any that somebody could find in its stead; the Log has
    them all."""
    return f"-# Shuffles are locked in (fingerprint {commitment[:16]}); you can verify them after the game."


DM_CLOSED = (
    "You have a seat, but I can't send you direct messages. That is fine: you find your hand behind **My hand** here, and "
    "I'll mention you when it is your turn. If you would rather have it by message, allow direct messages from this "
    "server's members in its privacy settings, and press **Try DMs again**."
)
DM_STILL_CLOSED = "Direct messages to you still fail. Your hand stays behind **My hand** in the channel."


def in_its_thread(table: TableView) -> str:
    """Where someone is mentioned whose game is in a thread, or will be."""
    if table.place.thread is None:
        return "-# The game gets a thread of its own when it starts. I'll mention you there."
    return f"-# The game is in {where(table)}. I'll mention you there."


DONE = "Done. The table shows it."
DM_OPEN = "Direct messages to you work: I have sent you one."


REROLL = "Reroll"
SWAP = "Swap one…"
VETO = "Veto…"
INVITE = "Invite…"
KINGDOM = "Kingdom…"
MORE = "More…"
CLOSE = "Close table"
MORE_TITLE = "### More for this table"
TABLE_SETTINGS = "Table settings"
SAVE_KINGDOM = "Save kingdom"
OTHER_KINGDOM = "Another…"
ACCEPT = "Join"
SEE_TABLE = "See the table"
REMATCH = "Rematch"
REMATCH_DRAWN = "New kingdom"


def kingdom(table: TableView) -> str:
    """What a table's kingdom is called."""
    return kingdom_name(table.options.kingdom)


def kingdom_name(chosen: Kingdom) -> str:
    return chosen.recommended or "Kingdom"


def kingdom_title(chosen: Kingdom, sets: Sequence[str], *, small: bool) -> str:
    """What a kingdom is called, with the sets it is from; `small`: in one line."""
    edition = [EDITIONS[chosen.edition]] if not (chosen.recommended or "").endswith("edition)") else []
    facts = " · ".join([", ".join(sets), *edition])
    return f"-# **{kingdom_name(chosen)}** · {facts}" if small else f"**{kingdom_name(chosen)}**\n-# {facts} · {UNLESS_NOTED}"


def rules_of_table(table: TableView) -> str:
    """How a table is set, where that isn't the usual."""
    options = table.options
    said = {
        "in a thread of its own, from the start": options.own_thread and table.place.thread is None,
        "for those invited": options.private,
        "a veto each": options.vetoes,
        "score counter": options.score_counter,
        "attackers wait for answers": options.wait_for_owed,
    }
    unusual = [each for each, holds in said.items() if holds]
    return f"-# This table: {' · '.join(unusual)}" if unusual else ""


def vetoed(table: TableView) -> str:
    names = {seat.person: safe(seat.name) for seat in table.seats}
    told = [f"{name} by {names.get(person, 'one who left')}" for person, name in table.vetoes.items()]
    return f"-# Vetoed: {', '.join(told)}." if told else ""


HAS_BEGUN = "The game has begun, so this can't be changed any more."


def only_host(table: TableView) -> str:
    return refusals.only_host(host(table))


WHOM = "### Whom would you like to invite?\nThey are mentioned here, with a button to take a seat."
CHOOSE_PEOPLE = "Choose people…"
INVITED = "Invited. They see it in the channel."


def invited(table: TableView, called: Sequence[int], chosen: Sequence[int], bots: Container[int]) -> str:
    """What came of an invitation: who has been called, and why others haven't."""
    seated = [each for each in chosen if table.seat_of(each) is not None]
    before = [each for each in chosen if each not in (*called, *seated) and each not in bots]
    told = [INVITED] if called else []
    if before:
        told.append(f"{mentioned(before)} {'was' if len(before) == 1 else 'were'} invited already, and can still take a seat.")
    if seated:
        told.append(f"{mentioned(seated)} {'has' if len(seated) == 1 else 'have'} a seat here.")
    if any(each in bots for each in chosen):
        told.append("Bots can't be invited; **Add AI** has one of mine play.")
    return " ".join(told)


def mentioned(people: Sequence[int]) -> str:
    """People, as links that call nobody where mentions are off."""
    return listed([f"<@{person}>" for person in people])


def invitation(table: TableView, by: int | None, guests: Sequence[int]) -> str:
    who = next((safe(seat.name) for seat in table.seats if by is not None and seat.person == by), host(table))
    free = table.options.max_seats - len(table.seats)
    return f"{mentioned(guests)}, {who} invites you to a game of Dominion: {count(free, 'seat') if free else 'no seat'} free."


def accepted(table: TableView, people: Sequence[int]) -> str:
    names = [f"**{safe(seat.name)}**" for seat in table.seats if seat.person in people]
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} joined."


def invitation_over(table: TableView) -> str:
    return "-# The game has begun." if table.started is not None else "-# The table was closed."


SWAP_WHICH = "### What would you like to swap?\nAnother one is drawn that fits the same wishes."
SWAP_MENU = "Swap…"
VETO_WHICH = "### What don't you want in this game?\nAnother one is drawn for it. You have one veto."
VETO_MENU = "Veto…"


def veto_used(name: str) -> str:
    return refusals.vetoed_already(name)


def swapped(out: str, come: Sequence[str]) -> str:
    return f"**{listed(come)}** takes the place of {out}."


TABLE_SETTINGS_TITLE = "### This table's settings"
SEEN_BY_HOST = "Its host can change them until the game begins."
SEATS_MENU = "Seats"
AI_MENU = "AIs that are added from now on"
FLAGS = {
    "own_thread": ("Own thread", "-# **Own thread**: the game gets one when it starts, and this channel is free again."),
    "private": ("Private", "-# **Private**: only those who are invited may sit down."),
    "vetoes": ("Vetoes", "-# **Vetoes**: each player may veto one card before the game."),
    "score_counter": ("Score counter", "-# **Score counter**: everybody sees the points as they stand."),
    "wait_for_owed": ("Wait", "-# **Wait**: an attacker's turn goes on only when all have answered."),
}
"""The options that hold or don't, by field: their buttons, and what they mean."""
PICTURES_SETTING = "Pictures of the kingdom, the board and the score"


def seats_choice(number: int) -> str:
    return count(number, "seat")


AI_STYLES = {
    "kingdom": ("AIs that play the kingdom", "They buy and play the kingdom's cards"),
    "big-money": ("AIs that play big money", "They buy Treasures and Victory cards only"),
}
TABLE_OPEN = "Your table is open, and you have a seat. Others join with a click, and you begin it with Start."
CANT_THREAD = (
    "I can't open a thread here. Play in the channel itself, or have somebody who manages this server give me the permissions "
    "Create Public Threads and Send Messages in Threads, in a text channel."
)
TOO_MANY_THREADS = (
    "I can't open a thread: this server has as many open threads as Discord allows. Use `/game new` in a channel where no game is "
    "going on, or ask a moderator to close old threads."
)
WITHOUT_THREAD_TOO_MANY = "This server has as many open threads as Discord allows, so the game is in this channel."
WITHOUT_THREAD = (
    "I couldn't open a thread, so the game is in this channel. For the next one, have somebody who manages this server give me "
    "the permissions Create Public Threads and Send Messages in Threads."
)


def thread_name(table: TableView) -> str:
    return thread_named(next((seat.name for seat in table.seats if seat.person == table.host), "Somebody"))


def thread_named(host: str) -> str:
    return f"{host}'s game"[:100]


def table_open_in(table: TableView) -> str:
    return f"Your table is open in {where(table)}, and you have a seat. You begin it with Start."


NEW_IN_SERVERS = "A table stands in a server's channel. Use `/game new` there; once you play, your hand comes here."
RANDOM = "Random"
RANDOM_PROPOSAL = "Random, from all sets"
LAST_KINGDOM = "Last kingdom"
SAVED = "Saved: "
"""What stands before a saved kingdom's name."""
NO_LAST_KINGDOM = "Nothing was played here yet, so there is no last kingdom. Choose another, or Random."


def wish_for(names: Sequence[str], least: int, most: int | None) -> str:
    """So many of these, as it is written."""
    number = {(1, None): "", (least, None): f"{least}+ ", (least, least): f"{least} "}.get((least, most), f"{least}-{most} ")
    return number + " or ".join(names)


def wish_without(name: str) -> str:
    return f"no {name}"


def wish_rather(name: str) -> str:
    return f"rather {name}"


def wish_of_kind(kind: str, number: int) -> str:
    """How many Events (Landmarks), as it is written."""
    return count(number, kind)


def wish_edition(edition: int) -> str:
    return f"{edition}E"


def saved_kingdom(name: str) -> str:
    """A saved kingdom, as it is asked for."""
    return f"{SAVED}{name}"


def last_kingdom(chosen: Kingdom) -> str:
    first, second, *rest = chosen.piles
    return f"{LAST_KINGDOM}: {chosen.recommended or f'{first}, {second} and {len(rest)} more'}"


def recommended(chosen: RecommendedSet, missing: Sequence[str]) -> str:
    """A recommended set in a list."""
    return f"{chosen.name} · needs {', '.join(missing)}" if missing else chosen.name


def not_playable(name: str, missing: Mapping[str, Sequence[str]]) -> str:
    lacking = "\n".join(f"- from {expansion}: {listed(names)}" for expansion, names in missing.items())
    return f"**{name}** can't be played here yet. It needs\n{lacking}\nChoose another: `/game new` lists first what can be played."


def no_such_kingdom(line: str, near: Sequence[str]) -> str:
    return f"“{safe(line)}” is no kingdom here. Did you mean {either(near)}?"


def no_saved_kingdom(name: str) -> str:
    return f"No kingdom called “{safe(name)}” is saved on this server. `/game new` lists all there are while you type."


GAME_NEW = "Open a table here"
GAME_NEW_KINGDOM = "A set, Random, or: 3 Empires, no Witch"
GAME_NEW_SETS = "Sets to draw from: Dominion, Empires"
GAME_NEW_EVENTS = "How many Events"
GAME_NEW_LANDMARKS = "How many Landmarks"
GAME_NEW_REQUIRE = "Cards that must be in it"
GAME_NEW_BAN = "Cards, types, sets to leave out"
GAME_NEW_LIKE = "Cards, types, sets you would rather have"
GAME_NEW_EDITION = "Edition of the base game (else 2nd)"
GAME_NEW_SEATS = "How many can play, 2 to 6"
GAME_NEW_PRIVATE = "Only those who are invited may sit down"
GAME_NEW_THREAD = "A thread of its own for the game"


# what is kept

SAVE_TITLE = "Save this kingdom"
SAVE_FIELD = "Its name on this server"
SAVE_HINT = "Friday night"
FORGET_IN_SERVERS = "Kingdoms are saved for a server. Use `/game forget` in one of its channels."
SAVE_IN_SERVERS = "Kingdoms are saved for a server, and this game isn't in one."
CHOOSE_KINGDOM = "### Another kingdom\nChoose a recommended set, or write what you'd like."
EXPANSION_MENU = "Recommended sets of…"
SAVED_MENU = "Saved on this server…"
WRITE_REQUEST = "Write a request…"
BACK = "Back"


def playable_sets(playable: int, of: int) -> str:
    """How many of an expansion's recommended sets can be played here."""
    return f"{count(playable, 'set')} to play here" if playable else f"None of its {count(of, 'set')} can be played here yet"


def needs(missing: Sequence[str]) -> str:
    """What a recommended set lacks to be played here."""
    return f"Can't be played here yet: needs {listed(missing)}" if missing else ""


def sets_title(expansion: str) -> str:
    return f"### Recommended sets: {expansion}"


def sets_menu(expansion: str) -> str:
    return f"{expansion}: choose a set…"


OTHER_KINGDOM_THERE = "Done. The lobby shows the new kingdom."
WISH_TITLE = "Another kingdom"
NEW_TITLE = "A new table"
WISH_FIELD = "A set, Random, or wishes: 3 Empires, no Witch"
WISH_HINT = "3 Empires, Attack, no Witch, Moat or Library"


def saved(name: str) -> str:
    return f"Saved. Play with it again by `/game new kingdom:{SAVED}{safe(' '.join(name.split()))}`."


def forgotten(name: str) -> str:
    return f"“{safe(name)}” is forgotten."


def which_to_forget(name: str, meant: Mapping[str, Sequence[str]]) -> str:
    """A name under which nothing is saved, and the kingdoms that may be meant by it, with what is in them."""
    which = "Do you mean this one?" if len(meant) == 1 else "Do you mean one of these?"
    lines = [f"**{safe(each)}**: {', '.join(cards)}" for each, cards in meant.items()]
    return "\n".join([f"No kingdom called “{safe(name)}” is saved here. {which} What is forgotten can't be brought back.", *lines])


def forget(name: str) -> str:
    """A button that does so."""
    return f"Forget {name}"


def rematch(table: TableView) -> str:
    if table.phase == "playing":
        return f"The rematch has started in {where(table)}."
    return f"A table for another game is open in {where(table)}, all of you seated. {host(table)} begins the game with {START}."


BANNED = "Not in kingdoms drawn where I sit"
LIKED = "Likelier in kingdoms drawn where I sit"
TAKE_AWAY = "Take away…"
CHANGE_TASTES = "Change…"
TASTES_TITLE = "Your tastes"
TASTES_FIELD = "What you would rather have, and not"
TASTES_HINT = "no Witch, no Attack, rather Village"


def which_taste(name: str) -> str:
    return f"Do you want {name} rather, or rather not?"


def tastes(ban: Sequence[str], like: Sequence[str]) -> str:
    return (
        "### Your tastes\nThey count whenever a kingdom is drawn at a table where you sit. What somebody asks for by name "
        f"comes all the same.\n**Rather not**: {listed(ban) or 'nothing'}\n**Rather**: {listed(like) or 'nothing'}\n"
        "-# Add to them with `/game tastes`, or change them here: cards, types or sets."
    )


GAME_FORGET = "Forget a kingdom saved on this server"
GAME_FORGET_NAME = "Its name"
GAME_TASTES = "What you would rather have in kingdoms"
GAME_TASTES_BAN = "Rather not: cards, types, sets"
GAME_TASTES_LIKE = "Rather: cards, types, sets"
