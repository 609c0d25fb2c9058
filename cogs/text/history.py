"""What the bot says about finished games: lists of them, one of them, who can look at it, and files of them."""

from __future__ import annotations

from datetime import datetime

from cogs.text import RESIGNED, ai, safe, signed
from cogs.text.setup import kingdom_name
from engine import Kingdom
from engine.catalogue import say, say_many
from engine.randomizers import in_order
from engine.words import row
from tables.history import GameRecord, Player, SeatRecord, Uncounted

COMMAND = say("Finished games: yours, or a player's")
PLAYER = say("Whose games (default: yours)")
OPPONENT = say("Only games with this player")
CARD = say("Only games with this card")
SERVER = say("All games on this server (default: no)")

GAMES = say("Finished games")
MY_GAMES = say("My finished games")
TITLE = say("### Finished games")
MY_TITLE = say("### Your finished games")
NONE_YET = say("Your games are listed here once they're over.")
NONE = say("I found no games that you can look up.")
LOOK_AT = say("Look at…")
OLDER = say("Older")
NEWER = say("Newer")
SAME_KINGDOM = say("Same kingdom")
STATISTICS = say("Statistics")
SHARE = say("Share")
STOP_SHARING = say("Stop sharing")
EXPORT = say("Export")
ONLY_MANAGERS = say("Only people who manage this server can export its games.")
BRIEFLY = 3
"""How many of a kingdom's cards represent it in a list."""


def title(*, own: bool, player: Player | None, opponent: Player | None, card: str | None, kingdom: bool, server: bool) -> str:
    """Return the title of a list: whose games, and which of them."""
    facts = [
        say("played by {player}", player=called(player)) if player is not None and not own else "",
        say("with {player}", player=called(opponent)) if opponent is not None else "",
        say("with {card}", card=safe(card)) if card is not None else "",
        say("with the same kingdom") if kingdom else "",
        say("on this server") if server else "",
    ]
    told = row(list(filter(None, facts)))
    head = MY_TITLE if own else TITLE
    return f"{head}\n-# {told[:1].upper()}{told[1:]}" if told else head


def called(player: Player) -> str:
    """Return a player: a person as a link, which pings no one."""
    return f"<@{player}>" if isinstance(player, int) else ai(player)


def day(at: datetime) -> str:
    """Return a day, as each reader's client shows it."""
    return f"<t:{int(at.timestamp())}:D>"


def place(game: GameRecord, reader: int, here: int | None) -> str:
    """Return where a game was; the channel only for its players, and for people on its server."""
    if game.server is None:
        return say("direct messages")
    if game.channel is None or (game.server != here and not game.involves(reader)):
        return say("another server")
    return f"<#{game.channel}>"


def kingdom_briefly(chosen: Kingdom) -> str:
    """Return a kingdom's name, or its first cards."""
    return chosen.recommended or say("{cards}…", cards=row([each.name for each in in_order(chosen.piles)][:BRIEFLY]))


def in_list(game: GameRecord, where: str) -> str:
    """Return a game in a list."""
    seats = ((seat, fared(seat, safe(seat.name))) for seat in game.placed)
    told = " · ".join(f"**{each}**" if seat.place == 1 else each for seat, each in seats)
    about = [say("{day} in {place}", day=day(game.ended), place=where), kingdom_briefly(game.kingdom)]
    if game.uncounted is not None:
        about.append(say("not rated: {why}", why=UNCOUNTED[game.uncounted]))
    return f"{told}\n-# {' · '.join(about)}"


def in_menu(game: GameRecord) -> str:
    """Return a game in a menu."""
    return " · ".join(fared(seat, seat.name) for seat in game.placed)


def fared(seat: SeatRecord, name: str) -> str:
    """Return how a seat did, in short."""
    return f"{name} ({RESIGNED})" if seat.resigned else f"{name} {signed(seat.points)}"


def kingdom(chosen: Kingdom) -> str:
    """Return a kingdom with all of its cards."""
    return f"-# **{kingdom_name(chosen)}:** {row([each.name for each in in_order(chosen.names)])}"


def uncounted(why: Uncounted) -> str:
    return say("-# Not rated: {why}.", why=UNCOUNTED[why])


UNCOUNTED: dict[Uncounted, str] = {
    "substitute": say("a seat changed hands"),
    "stand-in": say("an AI moved for a player"),
    "stopped": say("it was stopped early"),
    "short": say("a player gave up too early"),
    "unknown": say("an older version of me didn't record how it ended"),
}


def sharing(shared: int, players: int) -> str:
    """Say who can look up a private game."""
    if shared == players:
        return say("-# Private, but shared: anyone can look it up.")
    if players == 1:
        return say("-# Private: only you can look it up.")
    return say("-# Private: only its players can look it up. {shared} of {players} share it.", shared=shared, players=players)


def own_games(games: int, files: int, older: int) -> str:
    """Say what is in a zip of someone's games, and how many are missing, from its replay files too."""
    told = [
        say_many("### Your {count} finished game", "### Your {count} finished games", games),
        say("-# `games.csv` has a line per player per game. You can check a replay file: `python -m engine replay`"),
    ]
    if files < games:
        told.append(say_many("-# No replay file for {count} game.", "-# No replay files for {count} games.", games - files))
    return "\n".join([*told, *left_out(older)])


def server_games(games: int, older: int) -> str:
    """Say what is in a spreadsheet of a server's games, and how many are missing."""
    told = [
        say_many("### {count} finished game on this server", "### {count} finished games on this server", games),
        say("-# The file has a line per player per game. It leaves out private games, and the names of unlisted people."),
    ]
    return "\n".join([*told, *left_out(older)])


def left_out(older: int) -> list[str]:
    """Say how many games are missing from a file."""
    return [say_many("-# I left out {count} older game.", "-# I left out {count} older games.", older)] if older else []
