"""The lobby: who has a seat, the kingdom, and everything that can be done before the game starts."""

from __future__ import annotations

from cogs import text
from cogs.panels import kingdom
from cogs.panels.blocks import CALLING, CALM, Attachment, Button, ForAll, ForOne, Id, Link, Row, Text, panel, pictured, rows
from cogs.text import absence as text_absence
from cogs.text import gathering as text_gathering
from cogs.text import setup as text_setup
from cogs.text import what_if as text_what_if
from tables import TableView


def record(table: TableView, first: int = 0) -> ForAll:
    """Show the record of a lobby once the game has started, or the table was closed. `first`: the seat that goes first."""
    if table.started is None:
        return ForAll(panel(Text(text_gathering.EXPIRED if table.gathering.expired else text_setup.LOBBY_CLOSED)))
    proof = text_setup.fairness(table.commitment) if table.commitment is not None else ""
    return ForAll(panel(Text("\n".join(filter(None, [text_setup.started(table, first), proof]))), colour=None))


def lobby(table: TableView, picture: Attachment | None = None) -> ForAll:
    """Show a table before its game, while seats are free. `picture`: the kingdom's; without it, words take its place."""
    ready, full = len(table.seats) > 1, len(table.seats) >= table.options.max_seats
    waits = bool(table.gathering.wanted)
    taken = full and not waits
    head = [text_setup.lobby_title(table), kingdom.title(table.options.kingdom, small=picture is not None)]
    notes = [text_gathering.new_host(table), text_setup.lobby_next(table)]
    notes += [text_setup.rules_of_table(table), text_setup.vetoed(table)]
    seats = (
        Button(text_setup.JOIN, Id(table.id, 0, "join"), "secondary" if taken else "primary", disabled=taken),
        Button(text_setup.ADD_AI, Id(table.id, 0, "ai"), disabled=full),
        Button(text_setup.START, Id(table.id, 0, "start"), "success" if ready and not waits else "secondary", disabled=not ready),
    )
    looks = (
        Button(text_setup.INVITE, Id(table.id, 0, "invite"), disabled=full),
        Button(text_setup.KINGDOM, Id(table.id, 0, "kingdom")),
        Button(text_setup.MORE, Id(table.id, 0, "lobbymore")),
    )
    return ForAll(
        panel(
            Text("\n".join(head)),
            pictured(picture, lambda: kingdom.piles(table.options.kingdom, small=False)),
            Text("\n".join([text_setup.seats(table), *filter(None, notes)])),
            Row(seats),
            Row(looks),
            colour=CALM,
        )
    )


def closing(table: TableView) -> ForAll:
    """Warn the host, in the channel, that their table is about to close."""
    keep = Button(text_gathering.KEEP_OPEN, Id(table.id, 0, "keepopen"), "primary")
    row = Row((keep, Link(text_setup.SEE_TABLE, text.url(table))))
    return ForAll(panel(Text(text_gathering.closing(table)), row, colour=CALLING), mentions=(table.host,))


def more(table: TableView, person: int, *, picture: bool) -> ForOne:
    """Show one person a lobby's other actions. `picture`: the kingdom is drawn, so offer it as text."""
    host = person == table.host
    ai = any(seat.ai is not None for seat in table.seats)
    acts = [
        *([Button(text_setup.LEAVE, Id(table.id, 0, "leave"))] if table.seat_of(person) is not None else []),
        *([Button(text_setup.REMOVE_AI, Id(table.id, 0, "unai"))] if ai else []),
        Button(text_setup.TABLE_SETTINGS, Id(table.id, 0, "table").in_place()),
        *([Button(text_absence.change(table.options.limit), Id(table.id, 0, "pace").in_place())] if host else []),
        *([Button(text.AS_TEXT, Id(table.id, 0, "kingdomtext").in_place())] if picture else []),
        *([Button(text_setup.CLOSE, Id(table.id, 0, "end"))] if host else []),
    ]
    return ForOne(panel(Text(text_setup.MORE_TITLE), rows(acts)), person)


def in_words(table: TableView, person: int) -> ForOne:
    """Show one person in words what the picture of the kingdom shows."""
    return ForOne(panel(Text(kingdom.described(table.options.kingdom))), person)


def dm_closed(table: TableView, person: int, *, still: bool = False) -> ForOne:
    """Tell a player that their direct messages are closed, or `still` are, and offer to try again."""
    told = text_setup.DM_STILL_CLOSED if still else text_setup.DM_CLOSED
    told = text_what_if.DM_CLOSED if table.options.what_if is not None else told
    there = Text(text_setup.in_its_thread(table)) if table.options.own_thread or table.place.thread is not None else None
    return ForOne(panel(Text(told), there, Row((Button(text_setup.TRY_DM, Id(table.id, 0, "dm")),))), person)
