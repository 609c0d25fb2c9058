"""The lobby: who has a seat, which kingdom, and what can be done before the game begins."""

from __future__ import annotations

from cogs import text
from cogs.panels import kingdom, rules
from cogs.panels.blocks import CALM, Attachment, Button, Divider, ForAll, ForOne, Id, Menu, Row, Text, panel
from cogs.text import setup as text_setup
from engine.randomizers import in_order
from engine.setup import added_cards
from tables import TableView


def record(table: TableView) -> ForAll:
    """What is left of a lobby once the game has begun, or was closed."""
    if table.started is None:
        return ForAll(panel(Text(text_setup.LOBBY_CLOSED)))
    proof = Text(text_setup.fairness(table.commitment)) if table.commitment is not None else None
    told = Text(text_setup.started(table)), Text(kingdom.described(table.options.kingdom, small=True))
    return ForAll(panel(*told, proof, looks(table)))


def lobby(table: TableView, picture: Attachment | None = None) -> ForAll:
    """A table before its game, while seats can still be taken. `picture`: the kingdom's. What one does first stands last, where a
    channel is read; beginning stands out as soon as it can be done, and joining as long as there is a seat."""
    ready = len(table.seats) > 1
    notes = "\n".join(filter(None, (text_setup.rules_of_table(table), text_setup.vetoed(table))))
    return ForAll(
        panel(
            Text(f"{text_setup.lobby_title(table)}\n{kingdom.title(table.options.kingdom, small=picture is not None)}"),
            [picture] if picture else None,
            Text(kingdom.piles(table.options.kingdom, small=picture is not None)),
            kingdom_buttons(table),
            looks(table),
            Divider(),
            Text(text_setup.seats(table)),
            seat_buttons(table),
            Text("\n".join(filter(None, (text_setup.lobby_next(table), notes)))),
            Row(
                (
                    Button(text_setup.START, Id(table.id, 0, "start"), "success" if ready else "secondary", disabled=not ready),
                    Button(text_setup.TABLE_SETTINGS, Id(table.id, 0, "table")),
                    *remove_ai(table),
                )
            ),
            colour=CALM,
        )
    )


def looks(table: TableView) -> list[Menu]:
    """The way to all cards in the kingdom, to the basic ones that it brings, and to what was in it."""
    chosen = table.options.kingdom
    brings = [card.name for card in added_cards(chosen.piles, chosen.edition)]
    return rules.look_up(table.id, [*(each.name for each in in_order(chosen.names)), *brings, *table.vetoes.values()])


def seat_buttons(table: TableView) -> Row:
    """Taking a seat, giving it up, having somebody else take one: as many buttons as stand in one line on a phone."""
    full = len(table.seats) >= table.options.max_seats
    buttons = (
        Button(text_setup.JOIN, Id(table.id, 0, "join"), "secondary" if full else "primary", disabled=full),
        Button(text_setup.LEAVE, Id(table.id, 0, "leave")),
        Button(text_setup.INVITE, Id(table.id, 0, "invite"), disabled=full),
        Button(text_setup.ADD_AI, Id(table.id, 0, "ai"), disabled=full),
    )
    return Row(buttons)


def remove_ai(table: TableView) -> list[Button]:
    """Taking an AI away, if there is one."""
    there = any(seat.ai is not None for seat in table.seats)
    return [Button(text_setup.REMOVE_AI, Id(table.id, 0, "unai"))] if there else []


def kingdom_buttons(table: TableView) -> list[Row]:
    """Changing this kingdom and seeing more of it; having another, and keeping it. The rows fit on a phone."""
    buttons = [Button(text_setup.REROLL, Id(table.id, 0, "reroll")), Button(text_setup.SWAP, Id(table.id, 0, "swap"))]
    if table.options.vetoes:
        buttons.append(Button(text_setup.VETO, Id(table.id, 0, "veto")))
    buttons.append(Button(text.CARDS, Id(table.id, 0, "effects")))
    whole = (Button(text_setup.OTHER_KINGDOM, Id(table.id, 0, "other")), Button(text_setup.SAVE_KINGDOM, Id(table.id, 0, "save")))
    return [Row(tuple(buttons)), Row(whole)]


def dm_closed(table: TableView, person: int, *, still: bool = False) -> ForOne:
    """What somebody learns whose direct messages are closed, or are so `still`, and the way to try them again."""
    told = text_setup.DM_STILL_CLOSED if still else text_setup.DM_CLOSED
    return ForOne(panel(Text(told), Row((Button(text_setup.TRY_DM, Id(table.id, 0, "dm")),))), person)
