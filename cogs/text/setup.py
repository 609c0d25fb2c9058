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
    """Return who sits there, in one line."""
    return " · ".join(f"{seat_name(table, each.number)}{' (host)' * (each.person == table.host)}" for each in table.seats)


def lobby_next(table: TableView) -> str:
    if len(table.seats) < 2:
        return f"-# You need at least 2 players. Invite someone, or press **{ADD_AI}**."
    return f"-# {host(table)} can press **{START}** now."


LOBBY_CLOSED = "### This table was closed\nOpen a new one with `/game new`."


def started(table: TableView, first: int) -> str:
    """Announce the start, the `first` player, and the game's place, if that isn't here."""
    there = f" The board is in {where(table)}." if table.options.own_thread and table.place.thread is not None else ""
    return f"**Game started.** {safe(table.seats[first].name)} goes first.{there} {seats(table)}"


def fairness(commitment: str) -> str:
    """Say that the shuffles can be checked. This many digits identify their seed among all that anyone could find instead; the Log
    has all of them."""
    return f"-# Shuffles are locked in (fingerprint {commitment[:16]}); you can verify them after the game."


DM_CLOSED = (
    "You have a seat, but I can't DM you. No problem: press **My hand** here to see your hand, and I'll ping you here when "
    "it's your turn. To get it by DM, allow direct messages from this server's members in its privacy settings. Then press "
    "**Try DMs again**."
)
DM_STILL_CLOSED = "I still can't DM you. Press **My hand** in the channel to see your hand."


def in_its_thread(table: TableView) -> str:
    """Return the place of the ping for a player whose game has a thread, or will have one."""
    if table.place.thread is None:
        return "-# The game gets a thread of its own when it starts. I'll mention you there."
    return f"-# The game is in {where(table)}. I'll mention you there."


DONE = "Done. The table shows it."
DM_OPEN = "I can DM you now. I've just sent you a message."


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
    """Return the name of a table's kingdom."""
    return kingdom_name(table.options.kingdom)


def kingdom_name(chosen: Kingdom) -> str:
    return chosen.recommended or "Kingdom"


def kingdom_title(chosen: Kingdom, sets: Sequence[str], *, small: bool) -> str:
    """Return a kingdom's name, with its sets; `small`: in one line."""
    edition = [EDITIONS[chosen.edition]] if not (chosen.recommended or "").endswith("edition)") else []
    facts = " · ".join([", ".join(sets), *edition])
    return f"-# **{kingdom_name(chosen)}** · {facts}" if small else f"**{kingdom_name(chosen)}**\n-# {facts} · {UNLESS_NOTED}"


def rules_of_table(table: TableView) -> str:
    """Return a table's unusual settings."""
    options = table.options
    said = {
        "own thread from the start": options.own_thread and table.place.thread is None,
        "private": options.private,
        "one veto each": options.vetoes,
        "score counter": options.score_counter,
        "attackers wait for responses": options.wait_for_owed,
    }
    unusual = [each for each, holds in said.items() if holds]
    told = " · ".join(unusual)
    return f"-# {told[:1].upper()}{told[1:]}" if told else ""


def vetoed(table: TableView) -> str:
    names = {seat.person: safe(seat.name) for seat in table.seats}
    told = [f"{name} by {names.get(person, 'someone who left')}" for person, name in table.vetoes.items()]
    return f"-# Vetoed: {', '.join(told)}." if told else ""


HAS_BEGUN = "The game has started, so you can't change this any more."


def only_host(table: TableView) -> str:
    return refusals.only_host(host(table))


WHOM = "### Invite people\nI'll ping them here with a **Join** button."
CHOOSE_PEOPLE = "Choose people…"
INVITED = "Invited. I've pinged them in the channel."


def invited(table: TableView, called: Sequence[int], chosen: Sequence[int], bots: Container[int]) -> str:
    """Return the result of an invitation: who was pinged, and why others weren't."""
    seated = [each for each in chosen if table.seat_of(each) is not None]
    before = [each for each in chosen if each not in (*called, *seated) and each not in bots]
    told = [INVITED] if called else []
    if before:
        told.append(f"{mentioned(before)} {'was' if len(before) == 1 else 'were'} invited before, and can still join.")
    if seated:
        told.append(f"{mentioned(seated)} {'has' if len(seated) == 1 else 'have'} a seat here.")
    if any(each in bots for each in chosen):
        told.append("Discord bots can't play. Press **Add AI** for one of my AIs.")
    return " ".join(told)


def mentioned(people: Sequence[int]) -> str:
    """Return people as links, which ping no one where mentions are off."""
    return listed([f"<@{person}>" for person in people])


def invitation(table: TableView, by: int | None, guests: Sequence[int]) -> str:
    who = next((safe(seat.name) for seat in table.seats if by is not None and seat.person == by), host(table))
    free = table.options.max_seats - len(table.seats)
    return f"{mentioned(guests)}, {who} invites you to a game of Dominion: {count(free, 'seat') if free else 'no seat'} free."


def accepted(table: TableView, people: Sequence[int]) -> str:
    names = [f"**{safe(seat.name)}**" for seat in table.seats if seat.person in people]
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} joined."


def invitation_over(table: TableView) -> str:
    return "-# The game has started." if table.started is not None else "-# The table was closed."


SWAP_WHICH = "### Which card should go?\nI'll draw a replacement to the same request."
SWAP_MENU = "Swap…"
VETO_WHICH = "### Which card do you veto?\nI'll draw a replacement. You have one veto."
VETO_MENU = "Veto…"


def veto_used(name: str) -> str:
    return refusals.vetoed_already(name)


def swapped(out: str, come: Sequence[str]) -> str:
    return f"**{listed(come)}** {'has' if len(come) == 1 else 'have'} replaced {out}."


TABLE_SETTINGS_TITLE = "### Table settings"
FLAGS = {
    "own_thread": ("Own thread", "The game moves to its own thread and frees this channel."),
    "private": ("Private", "Only people who are invited can join."),
    "vetoes": ("Vetoes", "Each player can veto one card before the game."),
    "score_counter": ("Score counter", "Everyone can see the current score."),
    "wait_for_owed": ("Wait for responses", "After an Attack, the turn pauses until everyone has responded."),
}
"""The options that hold or don't, by field: what they are called, and what they mean."""
NO_RULES = "Rules: the usual ones"
PICTURES = {
    "dark": ("Pictures: dark", "Kingdom, board and score."),
    "light": ("Pictures: light", "Kingdom, board and score."),
    "none": ("Pictures: none, text instead", "The same headings and buttons, with short text."),
}


def seats_choice(number: int) -> str:
    return f"Seats: {number}"


def settings_seen(options: Sequence[str], rules: Sequence[str]) -> str:
    """Return a table's settings, for those who can't change them. `rules`: the unusual ones."""
    held = f"Rules: {', '.join(rules)}" if rules else NO_RULES
    return "\n".join([TABLE_SETTINGS_TITLE, SEEN_BY_HOST, *options, held])


SEEN_BY_HOST = "-# The host can change these until the game starts."
AI_STYLES = {
    "kingdom": ("AIs: Kingdom AI", "AIs you add from now on buy and play Kingdom cards."),
    "big-money": ("AIs: Big Money AI", "AIs you add from now on buy only Treasures and Victory cards."),
}
TABLE_OPEN = "Your table is open, and you have a seat. When others have joined, press **Start**."
CANT_THREAD = (
    "I can't open a thread here. Play in the channel itself. Or ask a server manager to give me the permissions Create Public "
    "Threads and Send Messages in Threads in a text channel."
)
TOO_MANY_THREADS = (
    "I can't open a thread: this server has as many open threads as Discord allows. Use `/game new` in a channel without a "
    "game, or ask a moderator to close old threads."
)
WITHOUT_THREAD_TOO_MANY = "This server has as many open threads as Discord allows, so the game is in this channel."
WITHOUT_THREAD = (
    "I couldn't open a thread, so the game is in this channel. For the next one, ask a server manager to give me the "
    "permissions Create Public Threads and Send Messages in Threads."
)


def thread_name(table: TableView) -> str:
    return thread_named(next((seat.name for seat in table.seats if seat.person == table.host), "Someone"))


def thread_named(host: str) -> str:
    return f"{host}'s game"[:100]


def table_open_in(table: TableView) -> str:
    return f"Your table is open in {where(table)}, and you have a seat. When others have joined, press **Start**."


NEW_IN_SERVERS = "A table needs a server's channel. Use `/game new` there; I'll send your hand here."
RANDOM = "Random"
RANDOM_PROPOSAL = "Random, from all sets"
LAST_KINGDOM = "Last kingdom"
SAVED = "Saved: "
"""What stands before a saved kingdom's name."""
NO_LAST_KINGDOM = "No game has been played here yet. Choose another kingdom, or Random."


def wish_for(names: Sequence[str], least: int, most: int | None) -> str:
    """Write how many of these cards are wished for, in the syntax of requests."""
    number = {(1, None): "", (least, None): f"{least}+ ", (least, least): f"{least} "}.get((least, most), f"{least}-{most} ")
    return number + " or ".join(names)


def wish_without(name: str) -> str:
    return f"no {name}"


def wish_rather(name: str) -> str:
    return f"rather {name}"


def wish_of_kind(kind: str, number: int) -> str:
    """Write how many Events (Landmarks) are wished for, in the syntax of requests."""
    return count(number, kind)


def wish_edition(edition: int) -> str:
    return f"{edition}E"


def saved_kingdom(name: str) -> str:
    """Write a saved kingdom in the syntax of requests."""
    return f"{SAVED}{name}"


def last_kingdom(chosen: Kingdom) -> str:
    first, second, *rest = chosen.piles
    return f"{LAST_KINGDOM}: {chosen.recommended or f'{first}, {second} and {len(rest)} more'}"


def recommended(chosen: RecommendedSet, missing: Sequence[str]) -> str:
    """Return a recommended set in a list, with its expansions."""
    return f"{chosen.name} · {f'needs {listed(missing)}' if missing else listed(chosen.expansions)}"


def named(proposal: str) -> str:
    """Return the name in a suggestion, without its expansions."""
    return proposal.partition(" · ")[0]


def not_playable(name: str, missing: Mapping[str, Sequence[str]]) -> str:
    lacking = "\n".join(f"- from {expansion}: {listed(names)}" for expansion, names in missing.items())
    return f"**{name}** can't be played here yet. It needs\n{lacking}\nChoose another; `/game new` lists playable sets first."


def no_such_kingdom(line: str, near: Sequence[str]) -> str:
    return f"There is no kingdom called “{safe(line)}”. Did you mean {either(near)}?"


def no_saved_kingdom(name: str) -> str:
    return f"No kingdom called “{safe(name)}” is saved on this server. `/game new` lists them all as you type."


GAME_NEW = "Open a table here"
GAME_NEW_KINGDOM = "A set, Random, or: 3 Empires, no Witch"
GAME_NEW_SETS = "Sets to draw from: Dominion, Empires"
GAME_NEW_EVENTS = "How many Events"
GAME_NEW_LANDMARKS = "How many Landmarks"
GAME_NEW_REQUIRE = "Cards that must be in it"
GAME_NEW_BAN = "Cards, types, sets to leave out"
GAME_NEW_LIKE = "Cards, types, sets to prefer"
GAME_NEW_EDITION = "Edition of the base game (default: 2nd)"
GAME_NEW_SEATS = "How many can play, 2 to 6"
GAME_NEW_PRIVATE = "Only people who are invited can join"
GAME_NEW_THREAD = "A thread of its own for the game"


# what is kept

SAVE_TITLE = "Save this kingdom"
SAVE_FIELD = "Its name on this server"
SAVE_HINT = "Friday night"
DELETE_IN_SERVERS = "Kingdoms are saved for a server. Use `/game delete-kingdom` in one of its channels."
SAVE_IN_SERVERS = "Kingdoms are saved for a server, and this game isn't in one."
CHOOSE_KINGDOM = "### Another kingdom\nChoose a recommended set, or write what you'd like."
EXPANSION_MENU = "Recommended sets of…"
SAVED_MENU = "Saved on this server…"
WRITE_REQUEST = "Write a request…"


def playable_sets(playable: int, of: int) -> str:
    """Return how many of an expansion's recommended sets can be played here."""
    return f"{count(playable, 'set')} to play here" if playable else f"None of its {count(of, 'set')} can be played here yet"


def needs(missing: Sequence[str]) -> str:
    """Return what a recommended set lacks to be played here."""
    return f"Can't be played here yet: needs {listed(missing)}" if missing else ""


def sets_title(expansion: str) -> str:
    return f"### Recommended sets: {expansion}"


def sets_menu(expansion: str) -> str:
    return f"{expansion}: choose a set…"


OTHER_KINGDOM_THERE = "Done. The lobby shows the new kingdom."
WISH_TITLE = "Another kingdom"
NEW_TITLE = "A new table"
WISH_FIELD = "A set, Random, or: 3 Empires, no Witch"
WISH_HINT = "3 Empires, Attack, no Witch, Moat or Library"


def saved(name: str) -> str:
    return f"Saved. To play with it again, use `/game new kingdom:{SAVED}{safe(' '.join(name.split()))}`."


def deleted(name: str) -> str:
    return f"Deleted “{safe(name)}”."


def which_to_delete(name: str, meant: Mapping[str, Sequence[str]]) -> str:
    """Return an unknown name, and the saved kingdoms it may mean, with their contents."""
    which = "Did you mean this one?" if len(meant) == 1 else "Did you mean one of these?"
    lines = [f"**{safe(each)}**: {', '.join(cards)}" for each, cards in meant.items()]
    return "\n".join([f"No kingdom called “{safe(name)}” is saved here. {which} You can't undo this.", *lines])


def delete(name: str) -> str:
    """Label the button that deletes it."""
    return f"Delete {name}"


def rematch(table: TableView) -> str:
    if table.phase == "playing":
        return f"The rematch has started in {where(table)}."
    return f"The rematch is open in {where(table)}, and you all have a seat. {host(table)} can press **{START}**."


BANNED = "Banned from random kingdoms"
LIKED = "Likelier in random kingdoms"
REMOVE = "Remove…"
CHANGE_LIKES = "Change…"
LIKES_TITLE = "Likes and bans"
LIKES_FIELD = "Cards you like, and cards to avoid"
LIKES_HINT = "no Witch, no Attack, rather Village"


def like_or_ban(name: str) -> str:
    return f"Like {name}, or avoid it?"


def likes(ban: Sequence[str], like: Sequence[str]) -> str:
    return (
        "### Likes and bans\nThey apply whenever a kingdom is drawn at your table. A card that someone requests by name is still "
        f"included.\n**Liked:** {listed(like) or 'nothing'}\n**Banned:** {listed(ban) or 'nothing'}\n"
        "-# Cards, types or sets. Add more with `/game likes`."
    )


GAME_DELETE_KINGDOM = "Delete a kingdom saved on this server"
GAME_DELETE_KINGDOM_NAME = "Its name"
GAME_LIKES = "Cards you like or ban in random kingdoms"
GAME_LIKES_BAN = "Ban: cards, types, sets"
GAME_LIKES_LIKE = "Like: cards, types, sets"
