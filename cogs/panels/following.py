"""Games that people follow without a seat: the confirmation, the list, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cogs import text
from cogs.panels.blocks import MAX_LABEL, Button, ForOne, Id, Link, Menu, MenuChoice, Row, Text, clip, leaf, panel
from cogs.text import following as words
from cogs.text import hand as text_hand
from tables import TableView

MOST_LISTED = 10
"""On one page."""


def switch(table: TableView, *, follows: bool) -> Button:
    """Return the button to follow a game, or to stop. Its answer comes beside its message."""
    return Button(words.STOP if follows else words.FOLLOW, Id(table.id, 0, "unfollow" if follows else "follow"))


def confirmation(table: TableView, person: int, *, follows: bool, closed: bool = False) -> ForOne:
    """Say whether someone follows a game now. `closed`: they can't get the message about its end."""
    told = [words.FOLLOWING, *([words.UNREACHABLE] if closed else [])] if follows else [words.NOT_FOLLOWING]
    button = switch(table, follows=follows)
    return ForOne(panel(Text("\n".join(told)), Row((replace(button, id=button.id.in_place()),))), person)


def ended(table: TableView, person: int) -> ForOne:
    """Tell a follower the result of a game. They can't look back at a private one."""
    look = () if table.options.private else (Button(words.LOOK_BACK, Id(table.id, 0, "log"), "primary"),)
    return ForOne(panel(Text(words.ended(table)), Row((*look, Link(text_hand.BOARD, text.url(table))))), person)


def followed(tables: Sequence[TableView], person: int, number: int = 0) -> ForOne:
    """Show a page of the games that someone follows, with a menu to stop following one."""
    back = Row((Button(text.BACK, Id("-", 0, "games", "0")),))
    if not tables:
        return ForOne(panel(Text(words.NONE_FOLLOWED), back), person)
    page = leaf(tables, number, MOST_LISTED)
    lines = "\n".join([page.title(words.TITLE).content, *map(words.line, page.items)])
    choices = tuple(MenuChoice(clip(words.choice(table), MAX_LABEL), table.id) for table in page.items)
    menu = Menu(Id("-", 0, "stopfollowing", str(page.number)), words.STOP, choices)
    return ForOne(panel(Text(lines), menu, page.turning("-", "followed"), back), person)
