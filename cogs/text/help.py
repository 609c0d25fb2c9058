"""What the bot says about `/help`: what someone can do now, and where to find the rest."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import host, safe, seats_free, standing, where
from engine.catalogue import say, say_many
from engine.words import listed
from tables import TableView

HELP = say("What you can do now, and how to play")

OPEN_TABLE = say("Open a table")
MY_GAMES = say("My games")
FIRST_STEPS = say("How to play")
ELSEWHERE = say("-# `/games` your games · `/rules` cards and rules · `/settings` what I do for you")

NOTHING_HERE = say("### No game here yet\nOpen a table. Friends press **Join**, or an AI plays with you.")
NOTHING_IN_DM = say(
    "### You're not in a game\nOpen a table with `/game new` in a server channel, or press **Join** in a lobby there."
)

STEPS_TITLE = say("### Your first game")
OPEN_HERE = say("1. `/game new` opens a table in this channel. Friends press **Join**; **Add AI** fills a seat.")
OPEN_THERE = say("1. In a server channel, `/game new` opens a table. Friends press **Join**; **Add AI** fills a seat.")
STEPS = (
    say("2. The host presses **Start**. I send you your hand in a direct message, and ping you when it's your turn."),
    say("3. On your turn, play Actions, then buy one card from the menu. That ends your turn."),
    say("4. Cards you buy go to your discard pile. You draw them later, when your deck is shuffled."),
    say("5. The game ends when the Provinces or any three piles run out. Most VP wins."),
)


def steps(*, on_server: bool) -> str:
    """Return the first game in five steps, as someone in a server's channel or in a direct message reads it."""
    return "\n".join([STEPS_TITLE, OPEN_HERE if on_server else OPEN_THERE, *STEPS])


def your_turn(*, choice: bool) -> str:
    """Say that the game in this channel waits for the reader: for their `choice`, or their turn."""
    if choice:
        return say("### You have a choice to make here\nPress **My hand**, or use the direct message that I sent you.")
    return say("### It's your turn here\nPress **My hand**, or use the direct message that I sent you.")


def waiting_for(names: Sequence[str]) -> str:
    """Say that the reader plays here and has nothing to do."""
    who = listed([safe(name) for name in names])
    if not who:
        return say("### You're playing here\nI'll ping you when it's your turn.")
    return say("### You're playing here\nThe game is waiting for {names}. I'll ping you when it's your turn.", names=who)


def paused() -> str:
    return say("### This game is paused\nThe board says why, and what the host can do.")


def others_play(table: TableView) -> str:
    """Say that others play here."""
    names = listed([safe(seat.name) for seat in table.seats])
    return say("### {names} are playing here\nYou can watch the board and read the log.", names=names)


def lobby(table: TableView, person: int) -> str:
    """Say what the reader can do in this lobby."""
    if person == table.host:
        if len(table.seats) > 1:
            return say("### Your table is open\nPress **Start** when everyone is here.")
        return say("### Your table is open\nInvite someone, or press **Add AI**.")
    if table.seat_of(person) is not None:
        return say("### You have a seat here\n{host} (host) starts the game. I'll send you your hand then.", host=host(table))
    free = table.options.max_seats - len(table.seats)
    title = say("### {host}'s table: {seats}", host=host(table), seats=seats_free(free))
    if free:
        return say("{title}\nPress **Join** to play.", title=title)
    return say("{title}\nYou can watch here, or open a table in another channel.", title=title)


def elsewhere(waiting: int) -> str:
    """Count the other games that wait for the reader."""
    return say_many(
        "-# {count} other game is waiting for you: see `/games`",
        "-# {count} other games are waiting for you: see `/games`",
        waiting,
    )


def own_games(tables: Sequence[TableView], person: int) -> str:
    """List the reader's games, if there is none in this channel."""
    waiting = sum(table.waits_for(person) or table.asks(person) for table in tables)
    title = say_many("### You're in {count} game", "### You're in {count} games", len(tables))
    if not waiting:
        return say("{title}\nNone of them is waiting for you.", title=title)
    return say_many("{title}\n{count} is waiting for you.", "{title}\n{count} are waiting for you.", waiting, title=title)


def only_game(table: TableView, person: int) -> str:
    """Name the reader's only game, which is elsewhere."""
    return say("### You're in a game in {where}\n{standing}.", where=where(table), standing=capital(standing(table, person)))


def capital(words: str) -> str:
    """Return part of the sentence above, as a sentence of its own."""
    at = 2 if words.startswith("**") else 0
    return words[:at] + words[at].upper() + words[at + 1 :]
