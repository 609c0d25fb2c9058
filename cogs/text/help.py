"""The part of the catalogue (see `text.py`) about `/help`: what someone can do now, and where to find the rest."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import count, host, safe, standing
from engine.words import listed
from tables import TableView

HELP = "What you can do now, and how to play"

OPEN_TABLE = "Open a table"
MY_GAMES = "My games"
FIRST_STEPS = "How to play"
ELSEWHERE = "-# `/games` your games · `/rules` cards and rules · `/settings` what I do for you"

NOTHING_HERE = "### No game here yet\nOpen a table. Friends press **Join**, or an AI plays with you."
NOTHING_IN_DM = "### You're not in a game\nOpen a table with `/game new` in a server's channel, or press **Join** in a lobby there."

STEPS = (
    "### Your first game",
    "1. `/game new` opens a table in this channel. Friends press **Join**; **Add AI** fills a seat.",
    "2. The host presses **Start**. I send you your hand in a direct message, and ping you when it's your turn.",
    "3. On your turn, play Actions, then buy one card from the menu. That ends your turn.",
    "4. Cards you buy go to your discard pile. You draw them later, when your deck is shuffled.",
    "5. The game ends when the Provinces or any three piles run out. The most VP wins.",
)


def steps() -> str:
    """Return the first game in five steps."""
    return "\n".join(STEPS)


def your_turn(act: str) -> str:
    """Say that the game in this channel waits for the reader; `act`: their turn or their choice."""
    return f"### It's {act} here\nPress **My hand**, or use the direct message that I sent you."


def waiting_for(names: Sequence[str]) -> str:
    """Say that the reader plays here and has nothing to do."""
    who = listed([safe(name) for name in names])
    return f"### You're playing here\n{f'The game waits for {who}. ' if who else ''}I'll ping you when it's your turn."


def paused() -> str:
    return "### This game is paused\nThe board says why, and what the host can do."


def others_play(table: TableView) -> str:
    """Say that others play here."""
    return f"### {listed([safe(seat.name) for seat in table.seats])} are playing here\nYou can watch the board and read the log."


def lobby(table: TableView, person: int) -> str:
    """Say what the reader can do in this lobby."""
    free = table.options.max_seats - len(table.seats)
    if person == table.host:
        then = "Press **Start** when everyone is here." if len(table.seats) > 1 else "Invite someone, or press **Add AI**."
        return f"### Your table is open\n{then}"
    if table.seat_of(person) is not None:
        return f"### You have a seat here\n{host(table)} (host) starts the game. I'll send you your hand then."
    return f"### {host(table)}'s table: {count(free, 'seat') if free else 'no seat'} free" + (
        "\nPress **Join** to play." if free else "\nYou can watch here, or open a table in another channel."
    )


def elsewhere(waiting: int) -> str:
    """Count the other games that wait for the reader."""
    return f"-# {count(waiting, 'other game waits', 'other games wait')} for you: see `/games`"


def own_games(tables: Sequence[TableView], person: int) -> str:
    """List the reader's games, if there is none in this channel."""
    waiting = sum(table.waits_for(person) or table.asks(person) for table in tables)
    told = f"{count(waiting, 'waits', 'wait')} for you." if waiting else "None of them waits for you."
    return f"### You're in {count(len(tables), 'game')}\n{told}"


def only_game(table: TableView, person: int) -> str:
    """Name the reader's only game, which is elsewhere."""
    return f"### You're in a game in <#{table.place.id}>\n{capital(standing(table, person))}."


def capital(words: str) -> str:
    """Return a part of the sentence above, as one of its own."""
    at = 2 if words.startswith("**") else 0
    return words[:at] + words[at].upper() + words[at + 1 :]
