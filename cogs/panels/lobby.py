"""The lobby: who has a seat, which kingdom, and what can be done before the game begins."""

from __future__ import annotations

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import CALM, Button, Divider, ForAll, ForOne, Id, Row, Text, panel
from tables import TableView


def lobby(table: TableView) -> ForAll:
    """A table before its game; once it has begun, or was closed, a record of that."""
    if table.phase == "lobby":
        return open_lobby(table)
    if table.started is None:
        return ForAll(panel(Text(text.LOBBY_CLOSED)))
    return ForAll(panel(Text(text.started(table)), Text(kingdom(table)), Text(text.commitment(table))))


def open_lobby(table: TableView) -> ForAll:
    """The lobby while seats can still be taken."""
    full = len(table.seats) >= table.options.max_seats
    buttons = [
        Button(text.JOIN, Id(table.id, 0, "join"), "success", disabled=full),
        Button(text.LEAVE, Id(table.id, 0, "leave")),
        Button(text.ADD_AI, Id(table.id, 0, "ai"), disabled=full),
        Button(text.START, Id(table.id, 0, "start"), "primary", disabled=len(table.seats) < 2),
    ]
    if any(seat.ai is not None for seat in table.seats):
        buttons.insert(3, Button(text.REMOVE_AI, Id(table.id, 0, "unai")))
    return ForAll(
        panel(
            Text(text.lobby_title(table)),
            Text(text.seats(table)),
            Text(f"**{text.kingdom(table)}**\n{kingdom(table)}"),
            Text(text.lobby_next(table)),
            Divider(),
            Row(tuple(buttons)),
            rules.look_up(table.id, table.options.kingdom.names),
            colour=CALM,
        )
    )


def kingdom(table: TableView) -> str:
    """All that is in it with its costs: the ten piles, cheapest first, then what lies beside them."""
    chosen = table.options.kingdom
    piles = sorted((rules.pool()[name] for name in chosen.piles), key=lambda each: (each.cost, each.name))
    lines = [", ".join(f"{each.name} {each.cost}" for each in piles)]
    if chosen.events or chosen.landmarks:
        lines.append(", ".join([*(f"{name} {rules.pool()[name].cost}" for name in chosen.events), *chosen.landmarks]))
    return "\n".join(lines)


def dm_closed(table: TableView, person: int) -> ForOne:
    """What somebody learns whose direct messages are closed."""
    return ForOne(panel(Text(text.DM_CLOSED), Row((Button(text.TRY_DM, Id(table.id, 0, "dm")),))), person)
