"""What the bot says while a table gathers its players: who is awaited, who hosts it, and how long it stays open."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import host, safe, since
from engine.catalogue import say, say_many
from engine.words import listed
from tables import TableView
from tables.gathering import closes


def awaited(table: TableView) -> Sequence[str]:
    """Return the names of those who haven't agreed to a rematch yet."""
    return [safe(seat.name) for seat in table.seats if seat.person in table.gathering.wanted]


def starts_when(table: TableView, button: str) -> str:
    """Say who a rematch waits for, and how they join it."""
    names = awaited(table)
    return say_many(
        "The game starts when {names} presses **{button}**.",
        "The game starts when {names} press **{button}**.",
        len(names),
        names=listed(names),
        button=button,
    )


def new_host(table: TableView) -> str:
    """Say who hosts a lobby since its host left."""
    if not table.gathering.left:
        return ""
    return say("-# {name} left, so {host} is the host now.", name=safe(table.gathering.left), host=host(table))


def you_host(table: TableView, game: str, button: str) -> str:
    """Tell a person that they host a lobby since its host left."""
    return say(
        "### You're now the host of the table in {game}\n-# {name} left. Press **{button}** there when everyone has joined.",
        game=game,
        name=safe(table.gathering.left),
        button=button,
    )


def wants_rematch(table: TableView, game: str, button: str) -> str:
    """Ask a person whether they want a rematch: the host does, unless they only host it because the person who wanted it left."""
    if table.host in table.gathering.wanted:
        told = say(
            "### A rematch in {game}?\n-# Press **{button}** if you want one. The game starts when everyone has.",
            game=game,
            button=button,
        )
        return "\n".join(filter(None, [told, new_host(table)]))
    return say(
        "### {host} wants a rematch in {game}\n-# Press **{button}** if you do, too. The game starts when everyone has.",
        host=host(table),
        game=game,
        button=button,
    )


# how long a table stays open

KEEP_OPEN = say("Keep it open")
KEPT_OPEN = say("The table stays open for another week.")
EXPIRED = say("### This table was closed because nothing had changed for a week\nOpen a new one with `/game new`.")
SEAT_EXPIRED = say(
    "### This table was closed because nothing had changed for a week\nOpen a new one with `/game new` in a server channel."
)


def closing(table: TableView) -> str:
    """Warn the host that their table is about to close."""
    at = closes(table.gathering)
    when = since(at) if at is not None else ""
    return say("<@{host}>, nothing has changed at your table lately, so it will close {when}.", host=table.host, when=when)
