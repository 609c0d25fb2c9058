"""What the bot says about setting a game up: kingdoms, the lobby, the table's settings."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from cogs.text import NOTHING, UNLESS_NOTED, gathering, host, refusals, safe, seat_name, seats_free, where
from cogs.text import absence as text_absence
from engine import Kingdom, RecommendedSet
from engine.card import Card
from engine.catalogue import say, say_many
from engine.words import EDITIONS, either, listed, row, several
from tables import TableView

JOIN = say("Join")
LEAVE = say("Leave")
ADD_AI = say("Add AI")
REMOVE_AI = say("Remove AI")
START = say("Start")
TRY_DM = say("Try DMs again")


def lobby_title(table: TableView) -> str:
    """Return the heading of a lobby. A rematch waits for those who played before, so its free seats don't matter."""
    if table.gathering.wanted:
        return say("### {host}'s table: rematch", host=host(table))
    free = table.options.max_seats - len(table.seats)
    return say("### {host}'s table: {seats}", host=host(table), seats=seats_free(free))


def seats(table: TableView) -> str:
    """Return who has the seats, in one line."""
    return " · ".join(
        say("{name} (host)", name=seat_name(table, each.number)) if each.person == table.host else seat_name(table, each.number)
        for each in table.seats
    )


def lobby_next(table: TableView) -> str:
    """Return who or what is missing before the start, if anything is."""
    if table.gathering.wanted:
        return say("-# {told}", told=gathering.starts_when(table, JOIN))
    if guests := [each for each in table.invited if each and table.seat_of(each) is None]:
        return say("-# Invited: {guests}", guests=mentioned(guests))
    if len(table.seats) > 1:
        return ""
    return say("-# To play, invite someone or press **{button}**.", button=ADD_AI)


LOBBY_CLOSED = say("### This table was closed\nOpen a new one with `/game new`.")


def started(table: TableView, first: int) -> str:
    """Announce the start, the `first` player, and the game's place, if that isn't here."""
    told = say("**Game started.** {name} goes first.", name=safe(table.seats[first].name))
    if table.options.own_thread and table.place.thread is not None:
        told = say("{told} The board is in {where}.", told=told, where=where(table))
    return f"{told} {seats(table)}"


def fairness(commitment: str) -> str:
    """Say that the shuffles can be checked. This many digits identify the seed among any others that someone could find; the Log
    has all digits."""
    return say(
        "-# The shuffles are now set. You can verify them after the game (fingerprint {fingerprint}).",
        fingerprint=commitment[:16],
    )


DM_CLOSED = say(
    "You have a seat, but I can't DM you. No problem: press **My hand** here to see your hand, and I'll ping you here when "
    "it's your turn. Or allow direct messages from this server's members in its privacy settings, then press "
    "**Try DMs again**."
)
DM_STILL_CLOSED = say("I still can't DM you. Press **My hand** in the channel to see your hand.")


def in_its_thread(table: TableView) -> str:
    """Return the place of the ping for a player whose game has a thread, or will have one."""
    if table.place.thread is None:
        return say("-# The game gets its own thread when it starts. I'll ping you there.")
    return say("-# The game is in {where}. I'll ping you there.", where=where(table))


DONE = say("Done. The lobby shows the change.")
DM_OPEN = say("I can DM you now. I've just sent you a message.")


REROLL = say("Reroll")
SWAP = say("Swap one…")
VETO = say("Veto…")
INVITE = say("Invite…")
KINGDOM = say("Kingdom…")
MORE = say("More…")
CLOSE = say("Close table")
MORE_TITLE = say("### More for this table")
TABLE_SETTINGS = say("Table settings")
SAVE_KINGDOM = say("Save kingdom")
OTHER_KINGDOM = say("Another…")
ACCEPT = say("Join")
SEE_TABLE = say("See the table")
REMATCH = say("Rematch")
REMATCH_DRAWN = say("New kingdom")


def kingdom_heading(table: TableView) -> str:
    return f"### {kingdom_name(table.options.kingdom)}"


def kingdom_name(chosen: Kingdom) -> str:
    return chosen.recommended or say("Kingdom")


def printed(set_: str, chosen: Kingdom) -> str:
    """Return a set's name, with its edition if its cards in this kingdom aren't from the same one as the rest."""
    return say("{set} ({edition})", set=set_, edition=EDITIONS[chosen.editions[set_]]) if set_ in chosen.editions else set_


def joint(set_: str, parts: Sequence[str]) -> str:
    """Explain a set that has the new cards of two others."""
    return say("-# {set} has the cards that were new in the 2nd edition of {parts}.", set=set_, parts=listed(parts))


def kingdom_title(chosen: Kingdom, sets: Sequence[str], *, small: bool) -> str:
    """Return a kingdom's name, with its sets, and its edition if it's an old one; `small`: in one line, without a meaningless
    name."""
    name = [f"**{kingdom_name(chosen)}**"] if chosen.recommended or not small else []
    edition = [EDITIONS[1]] if chosen.edition == 1 and not (chosen.recommended or "").endswith("edition)") else []
    facts = [row([printed(each, chosen) for each in sets]), *edition]
    return f"-# {' · '.join([*name, *facts])}" if small else f"{name[0]}\n-# {' · '.join([*facts, UNLESS_NOTED])}"


def rules_of_table(table: TableView) -> str:
    """Return a table's unusual settings."""
    options = table.options
    said = (
        (say("the game moves to its own thread at the start"), options.own_thread and table.place.thread is None),
        (say("private"), options.private),
        (say("one veto each: **{button}**", button=KINGDOM), options.vetoes),
        (say("score counter"), options.score_counter),
        (say("attackers wait for responses"), options.wait_for_owed),
        (text_absence.agreed(options), options.limit is not None),
    )
    told = " · ".join(rule for rule, holds in said if holds)
    return f"-# {told[:1].upper()}{told[1:]}" if told else ""


def vetoed(table: TableView) -> str:
    names = {seat.person: safe(seat.name) for seat in table.seats}
    told = [
        say("{card} by {name}", card=card, name=names[person]) if person in names else say("{card} by someone who left", card=card)
        for person, card in table.vetoes.items()
    ]
    return say("-# Vetoed: {cards}.", cards=row(told)) if told else ""


HAS_BEGUN = say("The game has started, so you can't change this any more.")


def only_host(table: TableView) -> str:
    return refusals.only_host(host(table))


INVITE_PEOPLE = say("### Invite people\nI'll ping them here with a **Join** button.")
CHOOSE_PEOPLE = say("Choose people…")
INVITED = say("Invited. I've pinged them in the channel.")


def invited(table: TableView, called: Sequence[int], chosen: Sequence[int], bots: Container[int]) -> str:
    """Return the result of an invitation: who was pinged, and why others weren't."""
    seated = [each for each in chosen if table.seat_of(each) is not None]
    before = [each for each in chosen if each not in (*called, *seated) and each not in bots]
    told = [INVITED] if called else []
    if before:
        told.append(
            say_many(
                "{names} was already invited and can still join.",
                "{names} were already invited and can still join.",
                len(before),
                names=mentioned(before),
            )
        )
    if seated:
        told.append(say_many("{names} has a seat here.", "{names} have a seat here.", len(seated), names=mentioned(seated)))
    if any(each in bots for each in chosen):
        told.append(say("Discord bots can't play. Press **Add AI** for one of my AIs."))
    return " ".join(told)


def mentioned(people: Sequence[int]) -> str:
    """Return people as links, which don't ping anyone in messages without mentions."""
    return listed([f"<@{person}>" for person in people])


def invitation(table: TableView, by: int | None, guests: Sequence[int]) -> str:
    who = next((safe(seat.name) for seat in table.seats if by is not None and seat.person == by), host(table))
    if table.phase != "lobby":
        return say("{guests}, {name} has invited you to a game of Dominion.", guests=mentioned(guests), name=who)
    return say(
        "{guests}, {name} has invited you to a game of Dominion: {seats}.",
        guests=mentioned(guests),
        name=who,
        seats=seats_free(table.options.max_seats - len(table.seats)),
    )


def accepted(table: TableView, people: Sequence[int]) -> str:
    names = [f"**{safe(seat.name)}**" for seat in table.seats if seat.person in people]
    return say_many("{names} has joined.", "{names} have joined.", len(names), names=listed(names))


def invitation_over(table: TableView) -> str:
    return say("-# The game has started.") if table.started is not None else say("-# The table was closed.")


SWAP_WHICH = say("### Which card should go?\nI'll draw a replacement that fits the same request.")
SWAP_MENU = say("Swap…")
VETO_WHICH = say("### Which card do you want to veto?\nI'll draw a replacement. You have one veto.")
VETO_MENU = say("Veto…")


def veto_used(name: str) -> str:
    return refusals.vetoed_already(name)


def swapped(out: str, come: Sequence[str]) -> str:
    return say_many("**{new}** has replaced {old}.", "**{new}** have replaced {old}.", len(come), new=listed(come), old=out)


TABLE_SETTINGS_TITLE = say("### Table settings")
FLAGS = {
    "own_thread": (
        say("Own thread"),
        say("At the start, the game moves to a new thread. All players are added; this channel is free again."),
    ),
    "private": (say("Private"), say("Only people who are invited can join.")),
    "vetoes": (say("Vetoes"), say("Each player can veto one card before the game.")),
    "open_seats": (say("Open seats"), say("Seats that need a new player are listed in /games.")),
    "score_counter": (say("Score counter"), say("Everyone can see the current score.")),
    "wait_for_owed": (say("Wait for responses"), say("After an Attack, the turn pauses until everyone has responded.")),
}
"""The on-off options, by field: their names, and what they mean."""
NO_RULES = say("Rules: the usual ones")
TABLE_PICTURES_TITLE = say("### Pictures at this table")
PICTURES = {
    "dark": (say("Pictures: dark"), say("Kingdom, board and score.")),
    "light": (say("Pictures: light"), say("Kingdom, board and score.")),
    "none": (say("Pictures: none, text instead"), say("The same headings and buttons, with short text.")),
}


def seats_choice(number: int) -> str:
    return say("Seats: {number}", number=number)


def settings_seen(options: Sequence[str], rules: Sequence[str]) -> str:
    """Return a table's settings, for those who can't change them. `rules`: the unusual ones."""
    held = say("Rules: {rules}", rules=row(rules)) if rules else NO_RULES
    return "\n".join([TABLE_SETTINGS_TITLE, SEEN_BY_HOST, *options, held])


SEEN_BY_HOST = say("-# The host can change these until the game starts.")
AI_STYLES = {
    "kingdom": (say("AIs: Kingdom AI"), say("AIs you add from now on buy and play Kingdom cards.")),
    "big-money": (say("AIs: Big Money AI"), say("AIs you add from now on buy only Treasures and Victory cards.")),
}
TABLE_OPEN = say("Your table is open, and you have a seat. When others have joined, press **Start**.")
CANT_THREAD = say(
    "I can't open a thread here. Play in the channel itself. Or ask a server manager for the permissions Create Public "
    "Threads and Send Messages in Threads."
)
TOO_MANY_THREADS = say(
    "I can't open a thread: this server has as many open threads as Discord allows. Use `/game new` in a channel without a "
    "game, or ask a moderator to close old threads."
)
WITHOUT_THREAD_TOO_MANY = say("This server has as many open threads as Discord allows, so the game is in this channel.")
WITHOUT_THREAD = say(
    "I couldn't open a thread, so the game is in this channel. For the next one, ask a server manager for the "
    "permissions Create Public Threads and Send Messages in Threads."
)


def thread_name(table: TableView) -> str:
    return thread_named(next((seat.name for seat in table.seats if seat.person == table.host), say("Someone")))


def thread_named(host: str) -> str:
    return say("{host}'s game", host=host)[:100]


def table_open_in(table: TableView) -> str:
    return say("Your table is open in {where}, and you have a seat. When others have joined, press **Start**.", where=where(table))


NEW_IN_SERVERS = say("Tables can only be opened in a channel on a server. Use `/game new` there; I'll send your hand here.")
RANDOM = "Random"
RANDOM_PROPOSAL = say("Random, from all sets")
LAST_KINGDOM = "Last kingdom"
SAVED = "Saved: "
"""The prefix of a saved kingdom's name."""
NO_LAST_KINGDOM = say("No game has been played here yet. Choose another kingdom, or Random.")


def clause_for(names: Sequence[str], least: int, most: int | None) -> str:
    """Write how many of these cards are requested, in the syntax of requests."""
    number = {(1, None): "", (least, None): f"{least}+ ", (least, least): f"{least} "}.get((least, most), f"{least}-{most} ")
    return number + " or ".join(names)


def clause_without(name: str) -> str:
    return f"no {name}"


def clause_prefer(name: str) -> str:
    return f"prefer {name}"


def clause_of_kind(kind: str, number: int) -> str:
    """Write how many of a kind of landscape are requested, in the syntax of requests."""
    return f"{number} {kind if number == 1 else several(kind)}"


def clause_for_extra(extra: str, name: str) -> str:
    """Write which card is requested for an extra pile, in the syntax of requests."""
    return f"{extra} {name}"


def clause_of_optional(cards: Iterable[Card], *, used: bool) -> str:
    """Write whether optional basic cards are requested, in the syntax of requests."""
    names = listed([card.name for card in cards])
    return names if used else clause_without(names)


def clause_edition(edition: int) -> str:
    return f"{edition}E"


def saved_kingdom(name: str) -> str:
    """Write a saved kingdom in the syntax of requests."""
    return f"{SAVED}{name}"


def last_kingdom(chosen: Kingdom) -> str:
    first, second, *rest = chosen.piles
    if chosen.recommended is not None:
        return say("Last kingdom: {name}", name=chosen.recommended)
    return say("Last kingdom: {first}, {second} and {count} more", first=first, second=second, count=len(rest))


def recommended(chosen: RecommendedSet) -> str:
    """Return a recommended set in a list, with its expansions."""
    return f"{chosen.name} · {listed(chosen.expansions)}"


def named(proposal: str) -> str:
    """Return the name in a suggestion, without its expansions."""
    return proposal.partition(" · ")[0]


def not_playable(name: str, missing: Mapping[str, Sequence[str]]) -> str:
    lacking = "\n".join(
        say("- from {expansion}: {cards}", expansion=expansion, cards=listed(names)) for expansion, names in missing.items()
    )
    return say(
        "**{name}** can't be played here yet. It needs\n{cards}\nChoose another: `/game new` lists every kingdom you can play.",
        name=name,
        cards=lacking,
    )


def no_such_kingdom(line: str, near: Sequence[str]) -> str:
    return say("There's no kingdom called “{line}”. Did you mean {near}?", line=safe(line), near=either(near))


def no_saved_kingdom(name: str) -> str:
    return say("No kingdom called “{name}” is saved on this server. `/game new` lists the saved ones as you type.", name=safe(name))


GAME_NEW = say("Open a table here")
GAME_NEW_KINGDOM = say("A set, Random, or: 3 Empires, 1 Event")
GAME_NEW_SETS = say("Sets to draw from: Dominion, Empires")
GAME_NEW_REQUIRE = say("Cards to include")
GAME_NEW_BAN = say("Cards, types, sets to leave out")
GAME_NEW_LIKE = say("Cards, types, sets to prefer")
GAME_NEW_EDITION = say("Edition of the base game (default: 2nd)")
GAME_NEW_SEATS = say("How many can play, 2 to 6")
GAME_NEW_PRIVATE = say("Only people who are invited can join")
GAME_NEW_THREAD = say("Play in a new thread (default: no)")


# what servers keep

SAVE_TITLE = say("Save this kingdom")
SAVE_FIELD = say("Its name on this server")
SAVE_HINT = say("Friday night")
DELETE_IN_SERVERS = say("Kingdoms are saved per server. Use `/game delete-kingdom` in a channel on that server.")
SAVE_IN_SERVERS = say("Kingdoms are saved per server, and this game isn't on one.")
CHOOSE_KINGDOM = say("### Another kingdom\nChoose a recommended one, or write what you'd like.")
EXPANSION_MENU = say("Browse kingdoms…")
SETS_MENU = say("Choose a kingdom…")
SAVED_HERE = say("Saved on this server")
SAVED_TITLE = say("### Saved on this server")
WRITE_REQUEST = say("Write a request…")


def kingdoms_there(number: int) -> str:
    """Return how many kingdoms there are to choose from."""
    return say_many("{count} kingdom", "{count} kingdoms", number)


def sets_title(expansion: str) -> str:
    return say("### Recommended kingdoms: {expansion}", expansion=expansion)


OTHER_KINGDOM_THERE = say("Done. The lobby shows the new kingdom.")
REQUEST_TITLE = say("Another kingdom")
NEW_TITLE = say("A new table")
REQUEST_FIELD = say("A set, Random, or: 3 Empires, no Witch")
REQUEST_HINT = "3 Empires, Attack, no Witch, Moat or Library"


def saved(name: str) -> str:
    asked = saved_kingdom(safe(" ".join(name.split())))
    return say("Saved. To play with it again, use `/game new kingdom:{kingdom}`.", kingdom=asked)


def deleted(name: str) -> str:
    return say("Deleted “{name}”.", name=safe(name))


def which_to_delete(name: str, meant: Mapping[str, Sequence[str]]) -> str:
    """Return an unknown name, and the saved kingdoms that it might mean, with their contents."""
    told = say_many(
        "No kingdom called “{name}” is saved here. Did you mean this one? You can't undo this.",
        "No kingdom called “{name}” is saved here. Did you mean one of these? You can't undo this.",
        len(meant),
        name=safe(name),
    )
    return "\n".join([told, *(f"**{safe(each)}**: {row(cards)}" for each, cards in meant.items())])


def delete(name: str) -> str:
    """Label the button that deletes a saved kingdom."""
    return say("Delete {name}", name=name)


def rematch(table: TableView, me: int) -> str:
    if table.phase == "playing":
        return say("The rematch has started in {where}.", where=where(table))
    if table.gathering.wanted:
        return say("The rematch is open in {where}. {told}", where=where(table), told=gathering.starts_when(table, JOIN))
    if table.host == me:
        return say("The rematch is open in {where}. Press **{button}** there.", where=where(table), button=START)
    return say("The rematch is open in {where}. {host} can press **{button}**.", where=where(table), host=host(table), button=START)


BANNED = say("Banned from random kingdoms")
LIKED = say("More likely in random kingdoms")
REMOVE = say("Remove…")
CHANGE_LIKES = say("Change…")
LIKES_TITLE = say("Likes and bans")
LIKES_FIELD = say("Cards you like, and cards to avoid")
LIKES_HINT = "no Witch, no Attack, prefer Village"


def like_or_ban(name: str) -> str:
    return say("Like {name}, or avoid it?", name=name)


def likes(ban: Sequence[str], like: Sequence[str]) -> str:
    return say(
        "### Likes and bans\nThey apply whenever a kingdom is drawn at your table. A card that someone requests by name is still "
        "included.\n**Liked:** {liked}\n**Banned:** {banned}\n-# Cards, types or sets.",
        liked=listed(like) or NOTHING,
        banned=listed(ban) or NOTHING,
    )


GAME_DELETE_KINGDOM = say("Delete a kingdom saved on this server")
GAME_DELETE_KINGDOM_NAME = say("Its name")
GAME_LIKES = say("Cards you like or ban in random kingdoms")
GAME_LIKES_BAN = say("Ban: cards, types, sets")
GAME_LIKES_LIKE = say("Like: cards, types, sets")
