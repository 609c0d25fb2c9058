"""Where a game is shown: what players read when it has lost its channel, and when it continues in another."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.panels.blocks import Block, Button, ForAll, ForOne, Id, Row, Text, clip, leaf, panel
from cogs.text import places as text_places
from cogs.text import proposals as text_proposals
from tables import TableView

MAX_LABEL = 80
MOST_GAMES = 10
"""On one page."""


def lost(table: TableView, *, plays: bool) -> list[Block]:
    """Tell the players that the table has lost its channel; if they still play (`plays`), also offer what they could otherwise only
    do there."""
    if table.lost is None or table.phase == "over":
        return []
    if table.phase == "lobby":
        return [Text(text_places.LOBBY_LOST)]
    buttons = (
        Button(text_proposals.PROPOSE_END, Id(table.id, 0, "askend")),
        Button(text_proposals.GIVE_UP, Id(table.id, 0, "giveup")),
    )
    return [Text(text_places.LOST), *([Row(buttons)] if plays else [])]


def which(tables: Sequence[TableView], person: int, number: int = 0) -> ForOne:
    """Ask which game should go on here, a page at a time."""
    page = leaf(tables, number, MOST_GAMES)
    buttons = [Button(clip(text_places.bring(table), MAX_LABEL), Id(table.id, 0, "move")) for table in page.items]
    title, hint = text_places.MOVE_WHICH
    rows = [Row((button,)) for button in buttons]
    return ForOne(panel(page.title(title), Text(hint), rows, page.turning("-", "movable")), person)


def moved(table: TableView) -> ForAll:
    """Return the message that a game leaves in its former place."""
    return ForAll(panel(Text(text_places.moved(table))))
